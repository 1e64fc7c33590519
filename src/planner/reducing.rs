//! What is taken out of a program that is reduced to a slice.
//!
//! Every instruction of the slice stays. Another one takes its operands off the stack and pushes the default value of its result, so that the stack has
//! its shape at every instruction; `dup`, `pop`, `goto` and returns stay. A branch outside the slice goes to the successor that is nearest to an end
//! ([`crate::analysis::exits`]): nothing of the slice depends on it, so nothing of it stands on one way only. A `throw` goes to its handler, or
//! returns. A store stays, with the default value, where the local is read later by something that stays, or by a frame: locals
//! that nothing reads later have no type in frames.
//!
//! A local counts as read wherever a handler covers an instruction that reads it: the JVM checks a handler's locals at each instruction of
//! its range, not only at those that throw.

use super::error::{Error, Result};
use crate::analysis::exits::Exits;
use crate::analysis::type_step::TypeStep;
use crate::analysis::types::{SlotType, TypeState, Types};
use crate::classfile::Insn;
use crate::classfile::descriptor::Kind;
use crate::classfile::opcode::{self, ATHROW, Access, GOTO, NOP, POP, POP2};
use crate::plan::{Change, MethodReduction, Reduced, Reduction, Then};
use crate::program::effect::shuffle;
use crate::program::{BlockId, Body, Cfg, Class, Edge, EdgeKind, MethodId, Program};
use fixedbitset::FixedBitSet;
use std::collections::{BTreeMap, BTreeSet};

/// What becomes of the application's methods, where these instructions stay; `runs` tells the methods that may run.
pub fn reduction(
    program: &Program,
    kept: &BTreeMap<MethodId, BTreeSet<u32>>,
    runs: impl Fn(MethodId) -> bool,
) -> Result<Reduction> {
    let mut reduction = Reduction::default();
    for class in program.application() {
        let mut methods = BTreeMap::new();
        for (id, info) in class.methods().filter(|(_, info)| info.code.is_some()) {
            let change = match kept.get(&id) {
                Some(kept) => MethodReduction::Reduced(Method::reduce(program, class, id, kept)?),
                None if info.name == "<init>" || !runs(id) && info.name != "<clinit>" => MethodReduction::Unreachable,
                None => MethodReduction::Empty,
            };
            methods.insert(usize::from(id.index), change);
        }
        reduction.methods.insert(class.name().to_owned(), methods);
    }
    Ok(reduction)
}

/// A method that is reduced.
struct Method<'a> {
    body: &'a Body,
    cfg: &'a Cfg,
    exits: Exits<'a>,
    /// The locals that are read later, before each instruction.
    live: Vec<FixedBitSet>,
}

impl Method<'_> {
    /// What stays of it.
    fn reduce(program: &Program, class: &Class, id: MethodId, kept: &BTreeSet<u32>) -> Result<Reduced> {
        let body = program.body(id)?;
        let cfg = Cfg::new(&body)?;
        let info = &class.file.methods[usize::from(id.index)];
        let types = Types::new(program, class, info, &body, &cfg)?;
        let step = TypeStep { body: &body, class };
        let live = live(&body, &cfg, kept);
        let method = Method { body: &body, cfg: &cfg, exits: Exits::new(&body, &cfg), live };
        let mut reduced = Reduced::default();
        for block in cfg.blocks.indices().filter(|block| cfg.is_reachable(*block)) {
            let numbers = cfg.blocks[block].insns.clone();
            reduced
                .live
                .insert(numbers.start as u32, method.live[numbers.start].ones().map(|local| local as u16).collect());
            let Some(mut state) = types.before(body.insns()[numbers.start])? else { continue };
            for number in numbers {
                let item = body.insns()[number];
                let Some(insn) = body.insn(item) else { continue };
                let before = state.clone();
                step.apply(&mut state, item, insn)?;
                if !kept.contains(&(number as u32))
                    && let Some(change) = method.change((block, number), insn, &before, &state)?
                {
                    reduced.changes.insert(number as u32, change);
                }
            }
        }
        Ok(reduced)
    }

    /// What comes in the place of an instruction that does not stay.
    fn change(
        &self,
        (block, number): (BlockId, usize),
        insn: &Insn,
        before: &TypeState,
        after: &TypeState,
    ) -> Result<Option<Change>> {
        if stays(insn) {
            return Ok(None);
        }
        let effect = self.body.effect(self.body.insns()[number]);
        let change = |pops: Vec<u8>, push, then| Ok(Some(Change { pops, push, then }));
        if let Some(local) = opcode::local_access(insn) {
            let slots = local.kind.slots();
            return match local.access {
                Access::Load => change(Vec::new(), Some(local.kind), Then::GoesOn),
                Access::Increment => change(Vec::new(), None, Then::GoesOn),
                Access::Store if self.is_read_after(block, number, local.slot, slots) => {
                    change(vec![slots as u8], Some(local.kind), Then::Runs)
                }
                Access::Store => change(vec![slots as u8], None, Then::GoesOn),
                Access::Ret => Ok(None),
            };
        }
        if insn.op == ATHROW {
            return Ok(Some(self.of_throw(block, before)));
        }
        let pops = operands(&before.stack, effect.pops);
        if opcode::is_conditional(insn.op) || opcode::is_switch(insn.op) {
            let edge = self.exits.nearest(block, false).ok_or_else(|| self.refused("a branch has no way out"))?;
            return change(pops, None, self.way(insn, edge));
        }
        let pushed = effect.pushes.checked_sub(1).and_then(|_| after.stack.get(after.stack.len() - effect.pushes));
        change(pops, pushed.map(kind), Then::GoesOn)
    }

    fn refused(&self, why: &str) -> Error {
        Error::refused(self.body.method.clone(), why.to_owned())
    }

    /// A throw goes to its handler, or ends the method.
    fn of_throw(&self, block: BlockId, before: &TypeState) -> Change {
        if let Some(Edge { kind: EdgeKind::Exception(handler), .. }) = self.exits.nearest(block, true) {
            let pops = operands(&before.stack, before.stack.len());
            return Change { pops, push: Some(Kind::Ref), then: Then::Handles(handler) };
        }
        let is_unfinished = before.locals.contains(&SlotType::UninitializedThis);
        let (push, then) = if is_unfinished { (Some(Kind::Ref), Then::Runs) } else { (None, Then::Returns) };
        Change { pops: vec![1], push, then }
    }

    /// How control goes along an edge.
    fn way(&self, insn: &Insn, edge: Edge) -> Then {
        if edge.kind == EdgeKind::Fallthrough {
            return Then::GoesOn;
        }
        let first = self.body.insns()[self.cfg.blocks[edge.to].insns.start];
        let leads = |label: &_| self.body.insn_at(*label) == Some(first);
        insn.operand.targets().iter().position(leads).map_or(Then::GoesOn, Then::Jumps)
    }

    /// Whether a local is read after an instruction.
    fn is_read_after(&self, block: BlockId, number: usize, local: u16, slots: u16) -> bool {
        let read = |at: usize| (local..local + slots).any(|slot| self.live[at].contains(slot.into()));
        if number + 1 < self.cfg.blocks[block].insns.end {
            return read(number + 1);
        }
        self.cfg.blocks[block].successors.iter().any(|edge| read(self.cfg.blocks[edge.to].insns.start))
    }
}

/// Whether an instruction stays that is not in the slice, since it only moves values or control.
fn stays(insn: &Insn) -> bool {
    shuffle(insn.op).is_some() || matches!(insn.op, NOP | POP | POP2 | GOTO) || opcode::is_return(insn.op)
}

fn kind(ty: &SlotType) -> Kind {
    match ty {
        SlotType::Int | SlotType::Top => Kind::Int,
        SlotType::Float => Kind::Float,
        SlotType::Long => Kind::Long,
        SlotType::Double => Kind::Double,
        _ => Kind::Ref,
    }
}

/// The slots of each of the topmost values.
fn operands(stack: &[SlotType], slots: usize) -> Vec<u8> {
    let (mut at, mut found) = (stack.len().saturating_sub(slots), Vec::new());
    while at < stack.len() {
        found.push(stack[at].slots() as u8);
        at += stack[at].slots();
    }
    found
}

/// The locals that something which stays reads later, before each instruction: backward, to the fixed point.
fn live(body: &Body, cfg: &Cfg, kept: &BTreeSet<u32>) -> Vec<FixedBitSet> {
    let count = body.insns().len();
    let mut live = vec![FixedBitSet::with_capacity(body.code.max_locals.into()); count];
    let handlers = handlers(body);
    let mut changed = true;
    while changed {
        changed = false;
        for block in cfg.blocks.indices().rev() {
            let data = &cfg.blocks[block];
            let mut state = FixedBitSet::with_capacity(body.code.max_locals.into());
            for edge in data.successors.iter().filter(|edge| !matches!(edge.kind, EdgeKind::Exception(_))) {
                state.union_with(&live[cfg.blocks[edge.to].insns.start]);
            }
            for number in data.insns.clone().rev() {
                step(body, number, kept, &mut state);
                for handler in &handlers[number] {
                    state.union_with(&live[*handler]);
                }
                changed |= !state.is_subset(&live[number]);
                live[number].union_with(&state);
            }
        }
    }
    live
}

/// The first instruction of each handler that covers an instruction.
fn handlers(body: &Body) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new(); body.insns().len()];
    for handler in &body.code.handlers {
        let Some(first) = body.insn_at(handler.handler).map(|item| body.number(item)) else { continue };
        let range = body.item_of(handler.start)..body.item_of(handler.end);
        for (number, item) in body.insns().iter().enumerate() {
            if range.contains(item) && !found[number].contains(&first) {
                found[number].push(first);
            }
        }
    }
    found
}

fn step(body: &Body, number: usize, kept: &BTreeSet<u32>, state: &mut FixedBitSet) {
    let Some(insn) = body.insn(body.insns()[number]) else { return };
    let Some(local) = opcode::local_access(insn) else { return };
    let slots = usize::from(local.slot)..usize::from(local.slot + local.kind.slots());
    for slot in slots {
        match local.access {
            Access::Store => state.remove(slot),
            _ if kept.contains(&(number as u32)) => state.insert(slot),
            _ => {}
        }
    }
}
