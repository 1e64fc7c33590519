//! Liveness of locals and of operand-stack slots: a backward data-flow problem.
//!
//! A local is live if on some path it is read before it is written. A stack slot is live if on some path its value is
//! consumed by anything but `pop` and `pop2`; `dup…` and `swap` only move values, so a slot is live before them if one of
//! its copies is live behind them. Exceptional edges take what the handler reads to before the instruction that throws;
//! the stack is lost there. Slots count from 0, stack slots from the bottom; long and double have two, of which both are
//! live or none.

use super::dataflow::{Analysis, Backward, JoinSemiLattice, Results, solve};
use super::stack_depth::StackDepths;
use crate::classfile::Insn;
use crate::classfile::opcode::{self, Access, LocalAccess, POP, POP2};
use crate::program::effect::shuffle;
use crate::program::{Body, Cfg, Edge, Error, Result};
use fixedbitset::FixedBitSet;

/// The live slots at one point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Live {
    /// Live locals.
    pub locals: FixedBitSet,
    /// Live stack slots.
    pub stack: FixedBitSet,
}

impl JoinSemiLattice for Live {
    fn join(&mut self, other: &Self) -> bool {
        let new = (!other.locals.is_subset(&self.locals)) | (!other.stack.is_subset(&self.stack));
        self.locals.union_with(&other.locals);
        self.stack.union_with(&other.stack);
        new
    }
}

struct LiveSlots<'a> {
    body: &'a Body,
    depths: StackDepths,
    locals: usize,
}

impl LiveSlots<'_> {
    fn transfer_stack(&self, stack: &mut FixedBitSet, depth: usize, item: usize, insn: &Insn) {
        let effect = self.body.effect(item);
        let base = depth - effect.pops;
        let pushed: Vec<bool> = (0..effect.pushes).map(|slot| take(stack, base + slot)).collect();
        if let Some(sources) = shuffle(insn.op) {
            for (live, source) in pushed.iter().zip(sources) {
                if *live {
                    stack.insert(base + source);
                }
            }
        } else if !matches!(insn.op, POP | POP2) {
            stack.insert_range(base..depth);
        }
    }
}

impl Analysis for LiveSlots<'_> {
    type Domain = Live;
    type Direction = Backward;
    const NAME: &'static str = "liveness";

    fn boundary(&self) -> Live {
        Live {
            locals: FixedBitSet::with_capacity(self.locals),
            stack: FixedBitSet::with_capacity(self.depths.greatest),
        }
    }

    fn transfer(&self, state: &mut Live, item: usize, insn: &Insn) -> Result<()> {
        let Some(depth) = self.depths.before(self.body, item) else { return Ok(()) };
        self.transfer_stack(&mut state.stack, depth, item, insn);
        if let Some(LocalAccess { access, kind, slot }) = opcode::local_access(insn) {
            for slot in usize::from(slot)..usize::from(slot) + usize::from(kind.slots()) {
                if slot >= self.locals {
                    return Err(Error::code(&self.body.method, item, format!("there is no local {slot}")));
                }
                if access == Access::Store {
                    state.locals.remove(slot);
                } else {
                    state.locals.insert(slot);
                }
            }
        }
        Ok(())
    }

    fn exceptional(&self, state: &mut Live, _edge: &Edge) -> Result<()> {
        state.stack = FixedBitSet::with_capacity(self.depths.greatest);
        Ok(())
    }
}

/// Takes the slot out; true if it was there. What is pushed behind the highest slot was never there.
fn take(slots: &mut FixedBitSet, slot: usize) -> bool {
    let there = slots.contains(slot);
    if there {
        slots.remove(slot);
    }
    there
}

/// The live slots of a method.
pub struct Liveness<'a> {
    results: Results<'a, LiveSlots<'a>>,
}

impl<'a> Liveness<'a> {
    /// Solves the problem for the body.
    pub fn new(body: &'a Body, cfg: &'a Cfg) -> Result<Self> {
        let slots = LiveSlots { body, depths: StackDepths::new(body, cfg)?, locals: body.code.max_locals.into() };
        Ok(Self { results: solve(slots, body, cfg)? })
    }

    /// The height of the stack before the instruction, in slots; none where control never comes.
    pub fn depth_before(&self, item: usize) -> Option<usize> {
        self.results.analysis.depths.before(self.results.analysis.body, item)
    }

    /// The locals that are live before the instruction; none of them where control never comes.
    pub fn live_locals_before(&self, item: usize) -> Result<FixedBitSet> {
        Ok(self.or_nothing(self.results.before(item)?).locals)
    }

    /// For each stack slot before the instruction, the bottom first, whether it is live.
    pub fn live_stack_before(&self, item: usize) -> Result<Vec<bool>> {
        let live = self.or_nothing(self.results.before(item)?).stack;
        Ok((0..self.depth_before(item).unwrap_or(0)).map(|slot| live.contains(slot)).collect())
    }

    /// The locals that a frame needs when a call comes back: those live behind the call when it returns, and those that
    /// the handlers which cover the call need when it throws.
    pub fn live_after_call(&self, item: usize) -> Result<FixedBitSet> {
        let mut live = self.or_nothing(self.results.after(item)?);
        self.results.join_handlers_of(&mut live, item)?;
        Ok(live.locals)
    }

    /// For each stack slot under the call's receiver and arguments, the bottom first, whether it is live when the call
    /// has returned.
    pub fn live_stack_under_call(&self, item: usize) -> Result<Vec<bool>> {
        let live = self.or_nothing(self.results.after(item)?).stack;
        let depth = self.depth_before(item).unwrap_or(0);
        let under = depth.saturating_sub(self.results.analysis.body.effect(item).pops);
        Ok((0..under).map(|slot| live.contains(slot)).collect())
    }

    fn or_nothing(&self, live: Option<Live>) -> Live {
        live.unwrap_or_else(|| self.results.analysis.boundary())
    }
}
