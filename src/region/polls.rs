//! Where a thread that runs can be brought to rest: at the heads of the loops around a place of its method.
//!
//! A thread that waits in no call comes to the checkpoint's moment anywhere. Its stack tells a line of each of its methods. The thread comes
//! back to the head of each loop around such a line, if it stays in the loop; there it asks whether it is to rest.
//!
//! Loops are those of Aho, Sethi, Ullman: an edge that goes back to a block *h* in a depth-first order makes the loop of *h* and all from
//! which the edge is reached without *h*. Control flow that is not reducible has more such loops, which do no harm.

use super::at;
use super::calls::Calls;
use super::pattern::Place;
use crate::program::{BlockId, Cfg, MethodId};
use std::collections::{BTreeMap, BTreeSet};

/// The first instructions of the loops around the place, by their order in the code.
pub(super) fn loop_heads(calls: &Calls, method: MethodId, place: Place) -> Vec<usize> {
    let Some(body) = calls.body(method) else { return Vec::new() };
    let Ok(cfg) = Cfg::new(&body) else { return Vec::new() };
    let is_at = |item: &&usize| at::is_at(&body, **item, place);
    let there: BTreeSet<BlockId> =
        body.insns().iter().filter(is_at).filter_map(|item| cfg.block_of(&body, *item)).collect();
    let order = cfg.graph.reverse_postorder(Cfg::ENTRY);
    let rank: BTreeMap<BlockId, usize> = order.into_iter().zip(0..).collect();
    let goes_back = |(from, head): &(BlockId, BlockId)| matches!((rank.get(from), rank.get(head)), (Some(from), Some(head)) if head <= from);
    let heads: BTreeSet<BlockId> = cfg
        .graph
        .edges()
        .filter(goes_back)
        .filter(|edge| !loop_of(&cfg, *edge).is_disjoint(&there))
        .map(|(_, head)| head)
        .collect();
    heads.into_iter().filter_map(|head| cfg.items(&body, head).first().copied()).collect()
}

/// The blocks of the loop that the edge back to `head` makes.
fn loop_of(cfg: &Cfg, (from, head): (BlockId, BlockId)) -> BTreeSet<BlockId> {
    let (mut blocks, mut work) = (BTreeSet::from([head]), vec![from]);
    while let Some(at) = work.pop() {
        if blocks.insert(at) {
            work.extend(cfg.graph.predecessors(at));
        }
    }
    blocks
}
