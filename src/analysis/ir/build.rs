//! The walk over a method's code that finds its variables.
//!
//! Blocks are visited from the entry on; each place where control may join (a branch target, an exception handler) has
//! a state, made at the first visit, with a merge for each slot that held a reference or null then. Later visits only
//! feed the merges: a slot that held something else at the first visit is dead there, or the JVM would not accept the
//! code (JVMS §4.10). A block that is left for the first visit of another is walked once.
//!
//! A covered instruction that may throw feeds the locals to the merges of its handlers, once for each change of a local.

use super::method::{MethodIr, Region, Statement, Var};
use super::simplify::simplify;
use super::step::Step;
use super::types::Type;
use crate::classfile::class::Bootstrap;
use crate::classfile::descriptor;
use crate::classfile::opcode::{self, ATHROW, JSR};
use crate::classfile::{Code, Insn, Item, Label};
use crate::program::{Class, MethodId, Program, access};
use crate::util::index::Idx;
use fixedbitset::FixedBitSet;
use std::collections::HashMap;
use std::rc::Rc;

/// What a local or stack slot holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// Nothing usable, a number, or half of one.
    Other,
    /// The null reference.
    Null,
    /// A reference.
    Ref(Var),
}

/// What all slots hold.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    pub(super) locals: Vec<Value>,
    pub(super) stack: Vec<Value>,
}

/// The method being built.
pub(super) struct Builder<'a> {
    pub(super) program: &'a Program,
    pub(super) class: &'a Class,
    pub(super) ir: MethodIr,
    code: &'a Code,
    /// Place of each label.
    places: Vec<usize>,
    /// The places where control may join.
    targets: FixedBitSet,
    bootstraps: Option<Rc<[Bootstrap]>>,
    /// In code with subroutines: for each local a variable that has all that is ever put there.
    subroutine_locals: Vec<Var>,
    /// The states where control joins, by place.
    joins: HashMap<usize, State>,
    pending: Vec<usize>,
    /// Ranges of the exception table as places: start, end, handler, type.
    handlers: Vec<(usize, usize, usize, Option<Type>)>,
    regions: HashMap<Vec<usize>, u32>,
    /// Merges: variables that are only copies.
    pub(super) merges: Vec<bool>,
    /// Counts changes of locals, and what each handler has seen.
    changes: usize,
    /// Whether the variables of locals are noted.
    names_locals: bool,
    seen: HashMap<usize, usize>,
}

/// The three-address view of a method; empty for methods without code, and for damaged code, which cannot run.
pub fn method_ir(program: &Program, id: MethodId) -> MethodIr {
    let Some((class, info)) = program.get(id.class).zip(program.method(id)) else { return MethodIr::default() };
    let Ok(Some(code)) = class.file.code(id.index.into()) else {
        return signature_only(info.access & access::STATIC != 0, &info.descriptor);
    };
    let Some(entry) = Builder::new(program, class, &code) else { return MethodIr::default() };
    entry.build(info.access & access::STATIC != 0, &info.descriptor)
}

/// The variables that a local of the method may hold, of the method's view. The local is named as the source has it, or by
/// the number of its slot.
pub fn variables_of_local(program: &Program, id: MethodId, local: &str) -> Vec<Var> {
    let Some((class, info)) = program.get(id.class).zip(program.method(id)) else { return Vec::new() };
    let Ok(Some(body)) = program.code(id) else { return Vec::new() };
    let Some(mut builder) = Builder::new(program, class, &body.code) else { return Vec::new() };
    builder.names_locals = true;
    let ir = builder.build(info.access & access::STATIC != 0, &info.descriptor);
    let named = |slot: u16, offset: u32| {
        let item = body.item_at_offset(offset);
        body.code.locals.iter().any(|entry| {
            let name = class.file.utf8(entry.name).unwrap_or_default();
            let range = body.item_of(entry.start)..body.item_of(entry.end);
            entry.local == slot && name == local && item.is_some_and(|item| range.contains(&item))
        })
    };
    let wanted = |slot: u16, offset: u32| local.parse() == Ok(slot) || named(slot, offset);
    let mut vars: Vec<Var> =
        ir.locals.iter().filter(|(slot, offset, _)| wanted(*slot, *offset)).map(|(_, _, var)| *var).collect();
    vars.sort_unstable();
    vars.dedup();
    vars
}

/// The variables of a method without code: receiver, parameters, result, exceptions.
pub fn signature_only(is_static: bool, descriptor: &str) -> MethodIr {
    let mut ir = MethodIr { regions: vec![Region::default()], ..MethodIr::default() };
    let fresh = |ir: &mut MethodIr| {
        ir.vars += 1;
        Var(ir.vars - 1)
    };
    ir.this = (!is_static).then(|| fresh(&mut ir));
    let Some(parsed) = descriptor::parse_method(descriptor) else { return ir };
    for parameter in &parsed.parameters {
        let var = parameter.starts_with(['L', '[']).then(|| fresh(&mut ir));
        ir.params.push(var);
    }
    ir.result = parsed.result.starts_with(['L', '[']).then(|| fresh(&mut ir));
    ir.thrown = Some(fresh(&mut ir));
    ir
}

impl<'a> Builder<'a> {
    fn new(program: &'a Program, class: &'a Class, code: &'a Code) -> Option<Self> {
        let mut places = vec![0; code.label_count as usize];
        for (at, item) in code.items.iter().enumerate() {
            if let Item::Label(label) = item {
                *places.get_mut(label.index())? = at;
            }
        }
        let place = |label: Label| places.get(label.index()).copied();
        let handlers = code.handlers.iter().map(|handler| {
            let caught = match handler.catch_type {
                0 => None,
                index => Some(Type::named(program, class.file.class_name(index).ok()?)),
            };
            Some((place(handler.start)?, place(handler.end)?, place(handler.handler)?, caught))
        });
        let handlers = handlers.collect::<Option<Vec<_>>>()?;
        let mut targets = FixedBitSet::with_capacity(code.items.len());
        let jumps = code.insns().flat_map(|(_, insn)| insn.operand.targets()).filter_map(place);
        for target in jumps.chain(handlers.iter().map(|(_, _, handler, _)| *handler)) {
            targets.insert(target);
        }
        Some(Self {
            program,
            class,
            ir: MethodIr { regions: vec![Region::default()], ..MethodIr::default() },
            code,
            places,
            targets,
            bootstraps: None,
            subroutine_locals: Vec::new(),
            joins: HashMap::new(),
            pending: Vec::new(),
            handlers,
            regions: HashMap::from([(Vec::new(), 0)]),
            merges: Vec::new(),
            changes: 0,
            names_locals: false,
            seen: HashMap::new(),
        })
    }

    fn build(mut self, is_static: bool, descriptor: &str) -> MethodIr {
        let mut state = State { locals: vec![Value::Other; self.code.max_locals.into()], stack: Vec::new() };
        if self.enter(&mut state, is_static, descriptor).is_none() {
            return MethodIr::default();
        }
        self.result_and_thrown(descriptor);
        if self.code.insns().any(|(_, insn)| insn.op == JSR) {
            self.subroutine_locals = (0..self.code.max_locals).map(|_| self.fresh()).collect();
        }
        if self.targets.contains(0) {
            self.join(0, &state, 0); // the first instruction is jumped to
        } else {
            self.walk(0, state);
        }
        while let Some(place) = self.pending.pop() {
            let state = self.joins[&place].clone();
            self.walk(place, state);
        }
        simplify(self.ir, &self.merges)
    }

    fn enter(&mut self, state: &mut State, is_static: bool, descriptor: &str) -> Option<()> {
        let mut at = 0;
        if !is_static {
            let this = self.fresh();
            self.ir.this = Some(this);
            *state.locals.get_mut(0)? = Value::Ref(this);
            at = 1;
        }
        for parameter in descriptor::parse_method(descriptor)?.parameters {
            let var = parameter.starts_with(['L', '[']).then(|| self.fresh());
            self.ir.params.push(var);
            if let Some(var) = var {
                *state.locals.get_mut(at)? = Value::Ref(var);
            }
            at += if matches!(parameter, "J" | "D") { 2 } else { 1 };
        }
        Some(())
    }

    fn result_and_thrown(&mut self, descriptor: &str) {
        if descriptor.rsplit(')').next().is_some_and(|result| result.starts_with(['L', '['])) {
            self.ir.result = Some(self.fresh());
        }
        self.ir.thrown = Some(self.fresh());
    }

    /// The bootstrap methods of the class.
    pub(super) fn bootstraps(&mut self) -> Rc<[Bootstrap]> {
        let file = &self.class.file;
        self.bootstraps.get_or_insert_with(|| file.bootstraps().unwrap_or_default().into()).clone()
    }

    pub(super) fn fresh(&mut self) -> Var {
        self.merges.push(false);
        self.ir.vars += 1;
        Var(self.ir.vars - 1)
    }

    /// Walks from a place to where control does not go on, or comes to where it was before.
    fn walk(&mut self, from: usize, mut state: State) {
        let code = self.code;
        self.changes += 1;
        let mut at = from;
        loop {
            match code.items.get(at) {
                None => return,
                Some(Item::Label(_)) if at != from && self.targets.contains(at) => {
                    self.join(at, &state, 0);
                    return;
                }
                Some(Item::Label(_)) => {}
                Some(Item::Insn { insn, offset }) => {
                    if self.names_locals {
                        self.note_locals(&state, *offset);
                    }
                    let region = self.covered(at, &state);
                    if self.apply(&mut state, insn, *offset, region).is_none() {
                        return; // damaged: the JVM would refuse it
                    }
                    for target in insn.operand.targets() {
                        let place = self.places[target.index()];
                        self.join(place, &state, *offset);
                    }
                    if !opcode::falls_through(insn.op) {
                        return;
                    }
                    if insn.op == JSR {
                        self.come_back(&mut state);
                    }
                }
            }
            at += 1;
        }
    }

    fn note_locals(&mut self, state: &State, offset: u32) {
        for (slot, value) in state.locals.iter().enumerate() {
            if let Value::Ref(var) = value {
                self.ir.locals.push((slot as u16, offset, *var));
            }
        }
    }

    /// Control comes to the place with this state.
    fn join(&mut self, place: usize, state: &State, offset: u32) {
        if !self.joins.contains_key(&place) {
            let locals: Vec<Value> = state.locals.iter().map(|value| self.merge(*value)).collect();
            let stack: Vec<Value> = state.stack.iter().map(|value| self.merge(*value)).collect();
            self.joins.insert(place, State { locals, stack });
            self.pending.push(place);
        }
        let merged = &self.joins[&place];
        let slots = merged.locals.iter().zip(&state.locals).chain(merged.stack.iter().zip(&state.stack));
        let fed: Vec<(Var, Var)> = slots
            .filter_map(|(merge, value)| match (merge, value) {
                (Value::Ref(dst), Value::Ref(src)) if dst != src => Some((*dst, *src)),
                _ => None,
            })
            .collect();
        self.ir.statements.extend(fed.into_iter().map(|(dst, src)| (offset, Statement::Assign { dst, src })));
    }

    /// A subroutine has come back: it may have put anything into the locals that any code puts there.
    fn come_back(&mut self, state: &mut State) {
        state.stack.pop();
        self.changes += 1;
        for (slot, all) in self.subroutine_locals.iter().enumerate() {
            if let Value::Ref(src) = state.locals[slot] {
                self.ir.statements.push((0, Statement::Assign { dst: *all, src }));
            }
            state.locals[slot] = Value::Ref(*all);
        }
    }

    fn merge(&mut self, value: Value) -> Value {
        if value == Value::Other {
            return value;
        }
        let var = self.fresh();
        self.merges[var.index()] = true;
        Value::Ref(var)
    }

    /// Feeds the handlers that cover the instruction; gives the number of its region.
    fn covered(&mut self, at: usize, state: &State) -> u32 {
        let mut numbers = Vec::new();
        for (number, (start, end, _, caught)) in self.handlers.iter().enumerate() {
            if (*start..*end).contains(&at) {
                numbers.push(number);
                if caught.is_none() {
                    break;
                }
            }
        }
        if numbers.is_empty() {
            return 0;
        }
        for number in &numbers {
            let place = self.handlers[*number].2;
            if self.seen.insert(place, self.changes) != Some(self.changes) {
                self.feed_handler(place, state);
            }
        }
        if let Some(known) = self.regions.get(&numbers) {
            return *known;
        }
        let handlers = numbers.iter().filter_map(|number| {
            let (_, _, place, caught) = self.handlers[*number];
            match self.joins.get(&place)?.stack.first()? {
                Value::Ref(var) => Some((caught, *var)),
                _ => None,
            }
        });
        let region = Region { handlers: handlers.collect() };
        self.ir.regions.push(region);
        let number = self.ir.regions.len() as u32 - 1;
        self.regions.insert(numbers, number);
        number
    }

    /// The exception in a handler is a variable of its own, fed by what is thrown.
    fn feed_handler(&mut self, place: usize, state: &State) {
        let exception = match self.joins.get(&place).and_then(|join| join.stack.first()) {
            Some(Value::Ref(var)) => *var,
            _ => self.fresh(),
        };
        // a merge no more, if jumps come here too: what is thrown feeds it without a statement
        self.merges[exception.index()] = false;
        let reached = !self.joins.contains_key(&place);
        let arriving = State { locals: state.locals.clone(), stack: vec![Value::Ref(exception)] };
        if reached {
            let locals: Vec<Value> = arriving.locals.iter().map(|value| self.merge(*value)).collect();
            self.joins.insert(place, State { locals, stack: arriving.stack.clone() });
            self.pending.push(place);
        }
        self.join(place, &arriving, 0);
    }

    fn apply(&mut self, state: &mut State, insn: &Insn, offset: u32, region: u32) -> Option<()> {
        if let Some(access) = opcode::local_access(insn) {
            if access.access == opcode::Access::Store {
                self.changes += 1;
                let all = self.subroutine_locals.get(usize::from(access.slot)).copied();
                if let (Some(dst), Some(Value::Ref(src))) = (all, state.stack.last().copied()) {
                    self.ir.statements.push((offset, Statement::Assign { dst, src }));
                }
            }
            return local(state, access);
        }
        if insn.op == ATHROW {
            if let Value::Ref(src) = state.stack.pop()? {
                self.ir.statements.push((offset, Statement::Throw { src, region }));
            }
            return Some(());
        }
        if insn.op == JSR {
            state.stack.push(Value::Other);
            return Some(());
        }
        Step { builder: self, state, offset, region }.apply(insn)
    }
}

/// Moves a value between a local and the stack.
fn local(state: &mut State, access: opcode::LocalAccess) -> Option<()> {
    let (slot, slots) = (usize::from(access.slot), usize::from(access.kind.slots()));
    match access.access {
        opcode::Access::Load => {
            let values = state.locals.get(slot..slot + slots)?.to_vec();
            state.stack.extend(values);
        }
        opcode::Access::Store => {
            let base = state.stack.len().checked_sub(slots)?;
            let values = state.stack.split_off(base);
            state.locals.get_mut(slot..slot + slots)?.copy_from_slice(&values);
        }
        opcode::Access::Increment | opcode::Access::Ret => {}
    }
    Some(())
}
