//! The height of the operand stack before every instruction, in slots.
//!
//! In code that the JVM verifies, all paths to an instruction agree on the height (JVMS §4.10.2.2), so one visit of each
//! reachable block is enough. Handlers start with one slot, the exception.

use crate::program::{BlockId, Body, Cfg, EdgeKind, Error, Result};
use crate::util::index::IndexVec;

/// Heights by instruction.
#[derive(Clone, Debug)]
pub struct StackDepths {
    /// By number of instruction; none where control never comes.
    before: Vec<Option<usize>>,
    /// The greatest height before or behind any instruction.
    pub greatest: usize,
}

impl StackDepths {
    /// Computes all heights; paths that disagree and stacks that are popped empty are errors.
    pub fn new(body: &Body, cfg: &Cfg) -> Result<Self> {
        let mut depths = Self { before: vec![None; body.insns().len()], greatest: 0 };
        let mut starts: IndexVec<BlockId, Option<usize>> = IndexVec::from_elem(None, cfg.blocks.len());
        starts[Cfg::ENTRY] = Some(0);
        for block in cfg.graph.reverse_postorder(Cfg::ENTRY) {
            let Some(mut depth) = starts[block] else { continue };
            for &item in cfg.items(body, block) {
                depths.before[body.number(item)] = Some(depth);
                let effect = body.effect(item);
                let rest = depth.checked_sub(effect.pops);
                depth = rest.ok_or_else(|| Error::code(&body.method, item, "the stack has too few values"))?
                    + effect.pushes;
                depths.greatest = depths.greatest.max(depth);
            }
            for edge in &cfg.blocks[block].successors {
                let arriving = if matches!(edge.kind, EdgeKind::Exception(_)) { 1 } else { depth };
                depths.greatest = depths.greatest.max(arriving);
                if *starts[edge.to].get_or_insert(arriving) != arriving {
                    let at = cfg.items(body, edge.to)[0];
                    return Err(Error::code(&body.method, at, "paths arrive with stacks of different heights"));
                }
            }
        }
        Ok(depths)
    }

    /// The height before the instruction; none where control never comes.
    pub fn before(&self, body: &Body, item: usize) -> Option<usize> {
        body.insn(item).and_then(|_| self.before.get(body.number(item)).copied().flatten())
    }
}
