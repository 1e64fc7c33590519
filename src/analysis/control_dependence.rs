//! Control dependence (Ferrante, Ottenstein, Warren: The Program Dependence Graph and Its Use in Optimization, TOPLAS
//! 1987) by reverse dominance frontiers (Cytron et al., TOPLAS 1991, §6), with the edges that decide.
//!
//! Block *b* depends on edge *a → s* if *b* post-dominates *s* and does not strictly post-dominate *a*. The graph has
//! exceptional edges, so a block that may throw into a handler decides too. Cycles without exit are treated as
//! [`crate::util::dominators`] says.

use crate::program::{BlockId, Cfg, Edge};
use crate::util::dominators::{PostDominators, PostNode};
use crate::util::index::{Idx, IndexVec};
use fixedbitset::FixedBitSet;

/// The control dependences of a method.
#[derive(Clone, Debug)]
pub struct ControlDependence {
    /// For each node of the post-dominator tree (blocks, the virtual exit, gates) those on which it depends directly.
    frontiers: IndexVec<PostNode, Vec<PostNode>>,
    /// The post-dominators they were computed from.
    pub post_dominators: PostDominators<BlockId>,
}

impl ControlDependence {
    /// Computes the dependences of all reachable blocks.
    pub fn new(cfg: &Cfg) -> Self {
        let post_dominators = PostDominators::new(&cfg.graph, Cfg::ENTRY);
        Self { frontiers: post_dominators.frontiers(), post_dominators }
    }

    /// The edges on which the block depends, directly or transitively, by the blocks that they come from. Edges from the
    /// block itself are among them only if it is in a cycle that it decides about.
    pub fn deciding_transitively(&self, cfg: &Cfg, block: BlockId) -> Vec<Edge> {
        let mut seen = FixedBitSet::with_capacity(self.frontiers.len());
        let start = self.post_dominators.node(block);
        let mut work = vec![start];
        let mut edges = self.edges_towards(cfg, start);
        while let Some(next) = work.pop() {
            for &decider in &self.frontiers[next] {
                if !seen.put(decider.index()) {
                    work.push(decider);
                    edges.extend(self.edges_towards(cfg, decider));
                }
            }
        }
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// The edges of the graph on which the node of the post-dominator tree depends; those of gates are none.
    fn edges_towards(&self, cfg: &Cfg, node: PostNode) -> Vec<Edge> {
        let tree = &self.post_dominators;
        let blocks = self.frontiers[node].iter().filter_map(|branch| tree.of(*branch));
        let leads = |edge: &&Edge| tree.post_dominates(node, tree.entrance(edge.to));
        blocks.flat_map(|branch| &cfg.blocks[branch].successors).filter(leads).copied().collect()
    }
}
