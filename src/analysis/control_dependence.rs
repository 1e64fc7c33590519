//! Control dependence (Ferrante, Ottenstein, Warren: The Program Dependence Graph and Its Use in Optimization, TOPLAS
//! 1987) by reverse dominance frontiers (Cytron et al., TOPLAS 1991, §6), with the edges that decide.
//!
//! Block *b* depends on edge *a → s* if *b* post-dominates *s* and does not strictly post-dominate *a*. The graph has
//! exceptional edges, so a block that may throw into a handler decides too. Cycles without exit are treated as
//! [`crate::util::dominators`] says.

use crate::program::{BlockId, Cfg, Edge};
use crate::util::BitSet;
use crate::util::dominators::PostDominators;
use crate::util::index::{Idx, IndexVec};

/// The control dependences of a method.
#[derive(Clone, Debug)]
pub struct ControlDependence {
    /// For each block the edges on which it depends directly, in the order of the blocks that they come from.
    deciding: IndexVec<BlockId, Vec<Edge>>,
    /// The post-dominators they were computed from.
    pub post_dominators: PostDominators,
}

impl ControlDependence {
    /// Computes the dependences of all reachable blocks.
    pub fn new(cfg: &Cfg) -> Self {
        let post_dominators = PostDominators::new(&cfg.graph, Cfg::ENTRY.index());
        let frontiers = post_dominators.frontiers();
        let deciding = cfg.blocks.indices().map(|block| {
            let branches = frontiers[block.index()].iter().map(|branch| BlockId::from_usize(*branch));
            let edges = branches.flat_map(|branch| &cfg.blocks[branch].successors);
            let leads = |edge: &&Edge| post_dominators.post_dominates(block.index(), edge.to.index());
            edges.filter(leads).copied().collect()
        });
        Self { deciding: deciding.collect(), post_dominators }
    }

    /// The edges on which the block depends directly.
    pub fn deciding(&self, block: BlockId) -> &[Edge] {
        &self.deciding[block]
    }

    /// The blocks on which the block depends, directly or transitively; the block itself only if it is in a cycle that
    /// it decides about.
    pub fn transitive(&self, block: BlockId) -> BitSet {
        let mut found = BitSet::new(self.deciding.len());
        let mut work = vec![block];
        while let Some(next) = work.pop() {
            let deciders = self.deciding[next].iter().map(|edge| edge.from);
            work.extend(deciders.filter(|decider| found.insert(decider.index())));
        }
        found
    }
}
