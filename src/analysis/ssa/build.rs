//! The walk that finds the values of a method.
//!
//! Blocks are visited in reverse postorder with what all slots hold. Where several edges come together each slot gets a join;
//! what an edge brings is added to it when the edge is left. Afterwards joins of one value are replaced by it, until there
//! are none (Braun et al.: Simple and Efficient Construction of Static Single Assignment Form, CC 2013, §3.1; without its
//! marker for unfinished blocks, since the order gives each block one visited predecessor).
//!
//! Loads and stores of locals make values of their own, copies: they are instructions on a line. `dup…` and `swap` only move.
//! A long or double is one value in two slots. Slots that hold nothing usable have no value. Exceptions come with the
//! locals of before their instruction. Code with `jsr` has no [`Cfg`], and so no values.

use super::{Definition, Ssa, Value};
use crate::classfile::opcode::{self, Access};
use crate::program::effect::shuffle;
use crate::program::{BlockId, Body, Cfg, EdgeKind};
use crate::util::index::IndexVec;
use std::mem;

/// What the slots hold at one place.
#[derive(Clone, Default)]
struct State {
    locals: Vec<Option<Value>>,
    stack: Vec<Option<Value>>,
}

struct Builder<'a> {
    body: &'a Body,
    cfg: &'a Cfg,
    ssa: Ssa,
    /// The states at the starts of blocks that control has come to.
    starts: IndexVec<BlockId, Option<State>>,
    /// The exceptions with which blocks of handlers begin.
    caught: IndexVec<BlockId, Option<Value>>,
}

impl Ssa {
    /// The values of a method. `parameters` has how many slots each parameter takes, the receiver included.
    pub fn new(body: &Body, cfg: &Cfg, parameters: &[u16]) -> Self {
        let count = body.insns().len();
        let ssa = Self {
            definitions: IndexVec::new(),
            operands: vec![Vec::new(); count],
            results: vec![None; count],
            locals: vec![None; count],
        };
        let mut builder = Builder {
            body,
            cfg,
            ssa,
            starts: IndexVec::from_elem(None, cfg.blocks.len()),
            caught: IndexVec::from_elem(None, cfg.blocks.len()),
        };
        builder.enter(parameters);
        for block in cfg.graph.reverse_postorder(Cfg::ENTRY) {
            builder.walk(block);
        }
        builder.ssa.without_trivial_joins()
    }

    /// Replaces joins of one value by it.
    fn without_trivial_joins(mut self) -> Self {
        let mut replaced: IndexVec<Value, Value> = self.definitions.indices().collect();
        let find = |replaced: &IndexVec<Value, Value>, mut value: Value| {
            while replaced[value] != value {
                value = replaced[value];
            }
            value
        };
        let mut changed = true;
        while mem::take(&mut changed) {
            for value in self.definitions.indices().filter(|value| replaced[*value] == *value).collect::<Vec<_>>() {
                let Definition::Join(from) = &mut self.definitions[value] else { continue };
                from.iter_mut().for_each(|one| *one = find(&replaced, *one));
                from.sort_unstable();
                from.dedup();
                from.retain(|one| *one != value);
                if let [only] = from[..] {
                    replaced[value] = only;
                    changed = true;
                }
            }
        }
        self.operands.iter_mut().flatten().for_each(|value| *value = find(&replaced, *value));
        let locals = self.locals.iter_mut().flatten().flat_map(|locals| locals.iter_mut()).flatten();
        locals.for_each(|value| *value = find(&replaced, *value));
        self
    }
}

impl Builder<'_> {
    fn define(&mut self, definition: Definition) -> Value {
        self.ssa.definitions.push(definition)
    }

    fn enter(&mut self, parameters: &[u16]) {
        let mut locals = Vec::new();
        for (number, slots) in parameters.iter().enumerate() {
            let value = self.define(Definition::Parameter(number as u16));
            locals.extend(std::iter::repeat_n(Some(value), usize::from(*slots)));
        }
        locals.resize(usize::from(self.body.code.max_locals).max(locals.len()), None);
        self.arrive(Cfg::ENTRY, &State { locals, stack: Vec::new() });
    }

    /// Control comes to the start of a block with this state.
    fn arrive(&mut self, block: BlockId, state: &State) {
        let edges = self.cfg.blocks[block].predecessors.iter().filter(|edge| self.cfg.is_reachable(edge.from)).count();
        let ways = edges + usize::from(block == Cfg::ENTRY);
        if ways < 2 {
            self.starts[block] = Some(state.clone());
            return;
        }
        if self.starts[block].is_none() {
            let mut start = state.clone();
            for slot in start.locals.iter_mut().chain(&mut start.stack).flatten() {
                if !matches!(self.ssa.definitions[*slot], Definition::Caught(at) if at == block) {
                    *slot = self.define(Definition::Join(Vec::new()));
                }
            }
            self.starts[block] = Some(start);
        }
        let Some(start) = &self.starts[block] else { return };
        let slots = start.locals.iter().zip(&state.locals).chain(start.stack.iter().zip(&state.stack));
        for (join, value) in slots {
            if let (Some(join), Some(value)) = (join, value)
                && let Definition::Join(from) = &mut self.ssa.definitions[*join]
            {
                from.push(*value);
            }
        }
    }

    fn walk(&mut self, block: BlockId) {
        let Some(mut state) = self.starts[block].clone() else { return };
        let mut before = State::default();
        for &item in self.cfg.items(self.body, block) {
            before.locals.clone_from(&state.locals);
            self.step(item, &mut state);
        }
        for edge in self.cfg.blocks[block].successors.clone() {
            if matches!(edge.kind, EdgeKind::Exception(_)) {
                let caught = self.caught(edge.to);
                self.arrive(edge.to, &State { locals: before.locals.clone(), stack: vec![Some(caught)] });
            } else {
                self.arrive(edge.to, &state);
            }
        }
    }

    /// The exception in a handler's block: one value, wherever it comes from.
    fn caught(&mut self, block: BlockId) -> Value {
        if let Some(known) = self.caught[block] {
            return known;
        }
        let value = self.define(Definition::Caught(block));
        self.caught[block] = Some(value);
        value
    }

    fn step(&mut self, item: usize, state: &mut State) {
        let Some(insn) = self.body.insn(item) else { return };
        let number = self.body.number(item);
        self.ssa.locals[number] = Some(state.locals.clone().into());
        if let Some(sources) = shuffle(insn.op) {
            let pops = sources.iter().max().map_or(0, |most| most + 1);
            let popped = state.stack.split_off(state.stack.len().saturating_sub(pops));
            state.stack.extend(sources.iter().map(|source| popped.get(*source).copied().flatten()));
            return;
        }
        let effect = self.body.effect(item);
        let mut taken = state.stack.split_off(state.stack.len().saturating_sub(effect.pops));
        let local = opcode::local_access(insn);
        if let Some(read) = local.filter(|local| matches!(local.access, Access::Load | Access::Increment)) {
            taken.push(state.locals.get(usize::from(read.slot)).copied().flatten());
        }
        let written = local.filter(|local| matches!(local.access, Access::Store | Access::Increment));
        self.ssa.operands[number] = taken.into_iter().flatten().collect();
        let makes = effect.pushes > 0 || written.is_some();
        if !makes {
            return;
        }
        let value = self.define(Definition::Instruction(item));
        self.ssa.results[number] = Some(value);
        state.stack.extend(std::iter::repeat_n(Some(value), effect.pushes));
        if let Some(written) = written {
            let slots = usize::from(written.kind.slots());
            for slot in state.locals.iter_mut().skip(usize::from(written.slot)).take(slots) {
                *slot = Some(value);
            }
        }
    }
}
