//! Pre-X and post-X regions (the paper's Definition 2): what can run before and behind an instruction X in its method.
//!
//! A path must have at least one step, so X itself is in its regions only if it is in a loop. Instructions behind X in its
//! block, and handlers that X may throw to, are in the post-region.

use crate::program::{BlockId, Body, Cfg};
use crate::util::index::Idx;
use fixedbitset::FixedBitSet;
use std::collections::BTreeSet;

/// The items of the instructions from which X is reachable (and that control reaches).
pub fn pre_region(body: &Body, cfg: &Cfg, item: usize) -> BTreeSet<usize> {
    let Some(block) = cfg.block_of(body, item) else { return BTreeSet::new() };
    let sources = cfg.graph.predecessors(block).iter().copied();
    let blocks = cfg.graph.reversed().reachable(sources);
    let mut region = items_of(body, cfg, &blocks);
    region.extend(cfg.items(body, block).iter().filter(|before| **before < item));
    region
}

/// The items of the instructions that are reachable from X.
pub fn post_region(body: &Body, cfg: &Cfg, item: usize) -> BTreeSet<usize> {
    let Some(block) = cfg.block_of(body, item) else { return BTreeSet::new() };
    let blocks = cfg.graph.reachable(cfg.graph.successors(block).iter().copied());
    let mut region = items_of(body, cfg, &blocks);
    region.extend(cfg.items(body, block).iter().filter(|behind| **behind > item));
    region
}

fn items_of(body: &Body, cfg: &Cfg, blocks: &FixedBitSet) -> BTreeSet<usize> {
    let reached = blocks.ones().filter(|block| cfg.reachable.contains(*block));
    reached.flat_map(|block| cfg.items(body, BlockId::from_usize(block))).copied().collect()
}
