//! A monotone data-flow framework (Kildall 1973) over the control-flow graph of one method, in the style of
//! `rustc_mir_dataflow`.
//!
//! One state is kept for the start of each block that control reaches; a work list in reverse postorder (postorder for
//! backward analyses) runs to the fixed point. Exceptional edges leave from *before* the last instruction of a block
//! (see [`crate::program::cfg`]) and pass [`Analysis::exceptional`], which replaces the operand stack. Termination needs
//! joins that only go up, in a lattice of finite height.

use crate::classfile::Insn;
use crate::program::{BlockId, Body, Cfg, Edge, EdgeKind, Result};
use crate::util::index::IndexVec;
use std::collections::BTreeSet;

/// Values with a least upper bound.
pub trait JoinSemiLattice {
    /// Goes up to the least upper bound with `other`; true if that changed anything.
    fn join(&mut self, other: &Self) -> bool;
}

/// Which way an analysis looks.
pub trait Direction {
    /// Whether it follows control.
    const FORWARD: bool;
}

/// Along control flow.
#[derive(Clone, Copy, Debug)]
pub struct Forward;
/// Against control flow.
#[derive(Clone, Copy, Debug)]
pub struct Backward;

impl Direction for Forward {
    const FORWARD: bool = true;
}
impl Direction for Backward {
    const FORWARD: bool = false;
}

/// A data-flow problem.
pub trait Analysis {
    /// What is known at a point.
    type Domain: Clone + JoinSemiLattice;
    /// [`Forward`] or [`Backward`].
    type Direction: Direction;
    /// For messages.
    const NAME: &'static str;

    /// Forward: what holds at the entry. Backward: what holds behind an exit; iteration starts there everywhere, so it
    /// must be the least value.
    fn boundary(&self) -> Self::Domain;

    /// Takes the state across the instruction.
    fn transfer(&self, state: &mut Self::Domain, item: usize, insn: &Insn) -> Result<()>;

    /// Takes the state across an exceptional edge. Forward: from before the instruction that throws to the handler's
    /// start. Backward: from the handler's start to what it adds before the instruction that throws.
    fn exceptional(&self, state: &mut Self::Domain, edge: &Edge) -> Result<()>;
}

/// The fixed point of an analysis.
#[derive(Clone, Debug)]
pub struct Results<'a, A: Analysis> {
    /// The analysis.
    pub analysis: A,
    body: &'a Body,
    cfg: &'a Cfg,
    /// The state before the first instruction of each block; none where control never comes.
    entries: IndexVec<BlockId, Option<A::Domain>>,
}

/// Runs the analysis to its fixed point.
pub fn solve<'a, A: Analysis>(analysis: A, body: &'a Body, cfg: &'a Cfg) -> Result<Results<'a, A>> {
    let mut order = cfg.graph.reverse_postorder(Cfg::ENTRY);
    let entries = IndexVec::from_elem(None, cfg.blocks.len());
    let mut results = Results { analysis, body, cfg, entries };
    let mut work = BTreeSet::from([0]);
    if A::Direction::FORWARD {
        results.entries[Cfg::ENTRY] = Some(results.analysis.boundary());
    } else {
        order.reverse();
        work.extend(0..order.len());
    }
    let mut rank = IndexVec::<BlockId, usize>::from_elem(0, cfg.blocks.len());
    order.iter().enumerate().for_each(|(place, block)| rank[*block] = place);
    while let Some(place) = work.pop_first() {
        let block = order[place];
        let changed = if A::Direction::FORWARD { results.push(block)? } else { results.pull(block)? };
        work.extend(changed.into_iter().filter(|block| cfg.is_reachable(*block)).map(|block| rank[block]));
    }
    Ok(results)
}

impl<A: Analysis> Results<'_, A> {
    /// The state at the start of the block; none if control never comes there.
    pub fn at_start(&self, block: BlockId) -> Option<&A::Domain> {
        self.entries[block].as_ref()
    }

    /// The state before the instruction; none if control never comes there.
    pub fn before(&self, item: usize) -> Result<Option<A::Domain>> {
        let Some(block) = self.cfg.block_of(self.body, item) else { return Ok(None) };
        if A::Direction::FORWARD { self.walk(block, Some(item)) } else { self.walk_back(block, item) }
    }

    /// The state behind the instruction when it does not throw; none if control never comes there.
    pub fn after(&self, item: usize) -> Result<Option<A::Domain>> {
        let Some(block) = self.cfg.block_of(self.body, item) else { return Ok(None) };
        if A::Direction::FORWARD {
            let mut state = self.before(item)?;
            if let Some(state) = &mut state {
                self.step(state, item)?;
            }
            return Ok(state);
        }
        if self.cfg.last(self.body, block) == item {
            return Ok(self.entries[block].is_some().then(|| self.at_end(block)));
        }
        self.body.next_insn(item).map_or(Ok(None), |next| self.walk_back(block, next))
    }

    /// Backward: adds what the handlers need that cover the instruction, if it may throw.
    pub fn join_handlers_of(&self, state: &mut A::Domain, item: usize) -> Result<()> {
        match self.cfg.block_of(self.body, item) {
            Some(block) if self.cfg.last(self.body, block) == item => self.join_handlers(state, block),
            _ => Ok(()),
        }
    }

    fn step(&self, state: &mut A::Domain, item: usize) -> Result<()> {
        self.body.insn(item).map_or(Ok(()), |insn| self.analysis.transfer(state, item, insn))
    }

    /// Forward: the state before `item`, or before the block's last instruction.
    fn walk(&self, block: BlockId, item: Option<usize>) -> Result<Option<A::Domain>> {
        let Some(mut state) = self.entries[block].clone() else { return Ok(None) };
        let item = item.unwrap_or_else(|| self.cfg.last(self.body, block));
        for before in self.cfg.items(self.body, block).iter().take_while(|before| **before != item) {
            self.step(&mut state, *before)?;
        }
        Ok(Some(state))
    }

    /// Backward: the state behind the last instruction if it does not throw.
    fn at_end(&self, block: BlockId) -> A::Domain {
        let mut state = self.analysis.boundary();
        for edge in self.cfg.blocks[block].successors.iter().filter(|edge| !is_exceptional(edge)) {
            self.entries[edge.to].iter().for_each(|entry| {
                state.join(entry);
            });
        }
        state
    }

    /// Backward: the state before `item`.
    fn walk_back(&self, block: BlockId, item: usize) -> Result<Option<A::Domain>> {
        if !self.cfg.is_reachable(block) {
            return Ok(None);
        }
        let mut state = self.at_end(block);
        let last = self.cfg.last(self.body, block);
        for at in self.cfg.items(self.body, block).iter().rev().take_while(|at| **at >= item) {
            self.step(&mut state, *at)?;
            if *at == last {
                self.join_handlers(&mut state, block)?;
            }
        }
        Ok(Some(state))
    }

    /// Backward: adds what the handlers of the block's last instruction need.
    fn join_handlers(&self, state: &mut A::Domain, block: BlockId) -> Result<()> {
        for edge in self.cfg.blocks[block].successors.iter().filter(|edge| is_exceptional(edge)) {
            if let Some(mut needed) = self.entries[edge.to].clone() {
                self.analysis.exceptional(&mut needed, edge)?;
                state.join(&needed);
            }
        }
        Ok(())
    }

    /// Forward: takes the state across the block to its successors; returns those whose state changed.
    fn push(&mut self, block: BlockId) -> Result<Vec<BlockId>> {
        let Some(state) = self.walk(block, None)? else { return Ok(Vec::new()) };
        let mut after = state.clone();
        self.step(&mut after, self.cfg.last(self.body, block))?;
        let mut changed = Vec::new();
        for edge in &self.cfg.blocks[block].successors {
            let mut arriving = if is_exceptional(edge) { state.clone() } else { after.clone() };
            if is_exceptional(edge) {
                self.analysis.exceptional(&mut arriving, edge)?;
            }
            if join_into(&mut self.entries[edge.to], arriving) {
                changed.push(edge.to);
            }
        }
        Ok(changed)
    }

    /// Backward: computes the state at the block's start; returns its predecessors if that changed.
    fn pull(&mut self, block: BlockId) -> Result<Vec<BlockId>> {
        let first = self.cfg.items(self.body, block)[0];
        let Some(state) = self.walk_back(block, first)? else { return Ok(Vec::new()) };
        let changed = join_into(&mut self.entries[block], state);
        let predecessors = &self.cfg.blocks[block].predecessors;
        Ok(predecessors.iter().filter(|_| changed).map(|edge| edge.from).collect())
    }
}

fn is_exceptional(edge: &Edge) -> bool {
    matches!(edge.kind, EdgeKind::Exception(_))
}

/// Joins into a state that may not be known yet; true if that changed it.
fn join_into<D: JoinSemiLattice>(known: &mut Option<D>, arriving: D) -> bool {
    if let Some(known) = known {
        return known.join(&arriving);
    }
    *known = Some(arriving);
    true
}
