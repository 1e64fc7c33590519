//! Ways to the end of a method: for each block, how many steps lead to a return at the least.
//!
//! Least distances over the edges of the control-flow graph, to the fixed point; those of exceptions are left out but for `athrow`. Who goes from each block
//! to the successor that is nearest to an end comes to an end, whatever the branches would decide. A way that ends with an exception
//! counts as longer than any that returns.

use crate::classfile::opcode::{self, ATHROW};
use crate::program::{BlockId, Body, Cfg, Edge, EdgeKind};
use crate::util::index::IndexVec;

/// The length of a way that ends with an exception.
const THROWN: u32 = 1 << 24;

/// The steps from each block to an end of its method.
pub struct Exits<'c> {
    cfg: &'c Cfg,
    steps: IndexVec<BlockId, u32>,
}

impl<'c> Exits<'c> {
    /// Looks for the ways.
    pub fn new(body: &Body, cfg: &'c Cfg) -> Self {
        let mut steps = IndexVec::from_elem(u32::MAX, cfg.blocks.len());
        let op = |block: BlockId| body.insn(cfg.last(body, block)).map_or(0, |insn| insn.op);
        for block in cfg.blocks.indices() {
            if opcode::is_return(op(block)) {
                steps[block] = 0;
            } else if op(block) == ATHROW {
                steps[block] = THROWN;
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (block, data) in cfg.blocks.iter_enumerated() {
                let counts = |edge: &&Edge| !matches!(edge.kind, EdgeKind::Exception(_)) || op(block) == ATHROW;
                let next = data.successors.iter().filter(counts).map(|edge| steps[edge.to].saturating_add(1)).min();
                if next.is_some_and(|next| next < steps[block]) {
                    steps[block] = next.unwrap_or_default();
                    changed = true;
                }
            }
        }
        Self { cfg, steps }
    }

    /// The edge from a block that is nearest to an end; none if no end can be reached. `thrown`: of those of exceptions.
    pub fn nearest(&self, block: BlockId, thrown: bool) -> Option<Edge> {
        let is_asked = |edge: &&Edge| matches!(edge.kind, EdgeKind::Exception(_)) == thrown;
        let edges = self.cfg.blocks[block].successors.iter().filter(is_asked);
        edges.copied().filter(|edge| self.steps[edge.to] < u32::MAX).min_by_key(|edge| self.steps[edge.to])
    }
}
