//! Where a thread that runs can be brought to rest: at the heads of the loops around a place of its method.
//!
//! A thread that waits in no call comes to the checkpoint's moment anywhere. Its stack tells a line of each of its methods. The thread comes
//! back to the head of each loop around such a line, if it stays in the loop; there it asks whether it is to rest.
//!
//! Loops are those of Aho, Sethi, Ullman: an edge that goes back to a block *h* in a depth-first order makes the loop of *h* and all from
//! which the edge is reached without *h*. Control flow that is not reducible has more such loops, which do no harm.

use super::calls::Calls;
use super::pattern::Place;
use crate::program::{BlockId, Cfg, MethodId};
use crate::util::index::Idx;
use std::collections::BTreeSet;

/// The first instructions of the loops around the place, by their order in the code.
pub(super) fn loop_heads(calls: &Calls, method: MethodId, place: Place) -> Vec<usize> {
    let Some(body) = calls.body(method) else { return Vec::new() };
    let Ok(cfg) = Cfg::new(&body) else { return Vec::new() };
    let is_at = |item: &&usize| match place {
        Place::Line(line) => body.line(**item) == Some(line),
        Place::Offset(offset) => body.offset(**item) == Some(offset),
    };
    let there: BTreeSet<BlockId> =
        body.insns().iter().filter(is_at).filter_map(|item| cfg.block_of(&body, *item)).collect();
    let order = cfg.graph.reverse_postorder(Cfg::ENTRY);
    let rank = |block: BlockId| order.iter().position(|other| *other == block);
    let mut heads = BTreeSet::new();
    for (from, head) in cfg.graph.edges() {
        let goes_back = matches!((rank(from), rank(head)), (Some(from), Some(head)) if head <= from);
        if goes_back && there.iter().any(|block| is_in_loop(&cfg, (from, head), *block)) {
            heads.insert(head.index());
        }
    }
    let first = |head: usize| cfg.items(&body, BlockId::from_usize(head)).first().copied();
    heads.into_iter().filter_map(first).collect()
}

/// Whether the block is in the loop that the edge back to `head` makes.
fn is_in_loop(cfg: &Cfg, (from, head): (BlockId, BlockId), block: BlockId) -> bool {
    let (mut seen, mut work) = (BTreeSet::from([head]), vec![from]);
    while let Some(at) = work.pop() {
        if seen.insert(at) {
            work.extend(cfg.graph.predecessors(at));
        }
    }
    seen.contains(&block)
}
