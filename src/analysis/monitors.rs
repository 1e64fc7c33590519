//! Which monitors a method holds before an instruction, and where the locked objects are.
//!
//! A forward data-flow analysis in the manner of value numbering: a value is named by the item that made it, so the copies
//! of a locked object that `dup` and stores make are known. When an instruction runs again, what it made the last time
//! has no name any more. `monitorenter` puts its value on the list of held monitors; `monitorexit` takes the last entry
//! of the same value from it, or the last one if the value is not known. Locking must be structured (JVMS §2.11.10): if
//! paths meet with different lists, or an exit has no entry, the point is *unstructured*, and that is an error for
//! whoever asks there. The monitor of a `synchronized` method is not in the list.

use super::dataflow::{Analysis, Forward, JoinSemiLattice, Results, solve};
use super::stack_depth::StackDepths;
use crate::classfile::Insn;
use crate::classfile::opcode::{self, Access, CHECKCAST, LocalAccess, MONITORENTER, MONITOREXIT};
use crate::program::effect::shuffle;
use crate::program::{Body, Cfg, Edge, Error, Result};

/// The instruction that made a value; none if it is not known.
type Value = Option<usize>;

/// A parameter is named by a number from here on.
const PARAMETERS: usize = usize::MAX / 2;
/// The exception that a handler starts with is named by the handler's number, from here on.
const EXCEPTIONS: usize = usize::MAX / 4;

/// A monitor that is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldMonitor {
    /// The `monitorenter`.
    pub item: usize,
    /// A local that holds the locked object here; none if no local is known to.
    pub local: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    locals: Vec<Value>,
    stack: Vec<Value>,
    /// Item of each `monitorenter` and the value that it locked.
    held: Vec<(usize, Value)>,
    structured: bool,
}

impl JoinSemiLattice for State {
    fn join(&mut self, other: &Self) -> bool {
        let before = self.clone();
        let items = |state: &Self| state.held.iter().map(|held| held.0).collect::<Vec<_>>();
        self.structured &= other.structured && items(self) == items(other);
        let held = self.held.iter_mut().map(|held| &mut held.1).zip(other.held.iter().map(|held| &held.1));
        let slots = self.locals.iter_mut().chain(&mut self.stack).zip(other.locals.iter().chain(&other.stack));
        for (mine, theirs) in slots.chain(held) {
            if mine != theirs {
                *mine = None;
            }
        }
        *self != before
    }
}

struct HeldMonitors<'a> {
    body: &'a Body,
}

impl HeldMonitors<'_> {
    fn exit(state: &mut State, value: Value) {
        let same = state.held.iter().rposition(|held| value.is_some() && held.1 == value);
        match same.or(state.held.len().checked_sub(1)) {
            Some(place) => {
                state.held.remove(place);
            }
            None => state.structured = false,
        }
    }

    /// Copies a local to the stack; a value without a name gets one, which both copies then have.
    fn load(state: &mut State, item: usize, local: LocalAccess) {
        let slots = slots_of(local);
        if state.locals[slots.clone()].contains(&None) {
            let made = Self::make(state, item);
            state.locals[slots.clone()].fill(Some(made));
        }
        let copies = state.locals[slots].to_vec();
        state.stack.extend(copies);
    }

    /// The instruction makes a new value; the one that it made before loses its name.
    fn make(state: &mut State, item: usize) -> usize {
        let held = state.held.iter_mut().map(|held| &mut held.1);
        for value in state.locals.iter_mut().chain(&mut state.stack).chain(held) {
            if *value == Some(item) {
                *value = None;
            }
        }
        item
    }
}

impl Analysis for HeldMonitors<'_> {
    type Domain = State;
    type Direction = Forward;
    const NAME: &'static str = "monitors";

    fn boundary(&self) -> State {
        let locals = (0..usize::from(self.body.code.max_locals)).map(|slot| Some(PARAMETERS + slot)).collect();
        State { locals, stack: Vec::new(), held: Vec::new(), structured: true }
    }

    fn transfer(&self, state: &mut State, item: usize, insn: &Insn) -> Result<()> {
        let effect = self.body.effect(item);
        let base = state.stack.len().checked_sub(effect.pops);
        let base = base.ok_or_else(|| Error::code(&self.body.method, item, "the stack is too low"))?;
        let popped = state.stack.split_off(base);
        if let Some(local) = opcode::local_access(insn) {
            let slots = slots_of(local);
            let Some(place) = state.locals.get_mut(slots) else {
                return Err(Error::code(&self.body.method, item, format!("there is no local {}", local.slot)));
            };
            match local.access {
                Access::Load => Self::load(state, item, local),
                Access::Store => place.copy_from_slice(&popped),
                Access::Increment | Access::Ret => place.fill(None),
            }
        } else if let Some(sources) = shuffle(insn.op) {
            let single = popped.len() == 1 && popped[0].is_none();
            let named = if single { vec![Some(Self::make(state, item))] } else { popped };
            state.stack.extend(sources.iter().map(|source| named[*source]));
        } else if insn.op == CHECKCAST {
            state.stack.extend(popped);
        } else {
            match insn.op {
                MONITORENTER => state.held.push((item, popped[0])),
                MONITOREXIT => Self::exit(state, popped[0]),
                _ => {}
            }
            if effect.pushes > 0 {
                let made = Self::make(state, item);
                state.stack.extend(std::iter::repeat_n(Some(made), effect.pushes));
            }
        }
        Ok(())
    }

    fn exceptional(&self, state: &mut State, edge: &Edge) -> Result<()> {
        state.stack.clear();
        let exception = Self::make(state, EXCEPTIONS + edge.to.0 as usize);
        state.stack.push(Some(exception));
        Ok(())
    }
}

fn slots_of(local: LocalAccess) -> std::ops::Range<usize> {
    let first = usize::from(local.slot);
    first..first + usize::from(local.kind.slots())
}

/// The monitors of a method.
pub struct Monitors<'a> {
    results: Results<'a, HeldMonitors<'a>>,
    body: &'a Body,
}

impl<'a> Monitors<'a> {
    /// Analyses the body.
    pub fn new(body: &'a Body, cfg: &'a Cfg) -> Result<Self> {
        StackDepths::new(body, cfg)?;
        Ok(Self { results: solve(HeldMonitors { body }, body, cfg)?, body })
    }

    /// The monitors held before the instruction, in the order in which they were entered; empty where control never
    /// comes. Unstructured locking is an error.
    pub fn held_before(&self, item: usize) -> Result<Vec<HeldMonitor>> {
        let Some(state) = self.results.before(item)? else { return Ok(Vec::new()) };
        if !state.structured {
            let problem = "the locks held here depend on the path taken (unstructured locking); choose a line where no \
                           lock is held";
            return Err(Error::code(&self.body.method, item, problem));
        }
        let local = |value: Value| state.locals.iter().position(|local| value.is_some() && *local == value);
        Ok(state.held.iter().map(|(item, value)| HeldMonitor { item: *item, local: local(*value) }).collect())
    }
}
