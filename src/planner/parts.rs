//! The parts of the chain's methods that run before the checkpoint, and those that run after it.
//!
//! A chain is given as its methods and the instructions of their sites. The checkpoint's own instruction has not run yet.

use super::error::Result;
use crate::analysis::mod_use::Part;
use crate::analysis::regions::{post_region, pre_region};
use crate::analysis::statics_read::Start;
use crate::program::{Cfg, MethodId, Program};
use crate::region::Region;
use crate::util::index::Idx;
use std::collections::BTreeSet;

/// The methods of the chain with the instructions of their sites.
pub(super) fn sites(region: &Region) -> Vec<(MethodId, usize)> {
    let calls = region.chain.iter().map(|call| (call.method, call.item));
    calls.chain([(region.start.method, region.start.item)]).collect()
}

/// Whether no site of the chain lies in a loop of its method: then one activation of the root comes to the last one at most once.
pub(super) fn reaches_once(program: &Program, sites: &[(MethodId, usize)]) -> Result<bool> {
    for (method, item) in sites {
        let body = program.body(*method)?;
        let cfg = Cfg::new(&body)?;
        let Some(block) = cfg.block_of(&body, *item) else { return Ok(false) };
        let next = cfg.blocks[block].successors.iter().map(|edge| edge.to);
        if cfg.graph.reachable(next).contains(block.index()) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The parts of the chain's methods that run before the checkpoint.
pub(super) fn starts_before(program: &Program, sites: &[(MethodId, usize)]) -> Result<Vec<Start>> {
    let mut starts = Vec::new();
    for (method, item) in sites {
        let body = program.body(*method)?;
        starts.push(Start { method: *method, items: pre_region(&body, &Cfg::new(&body)?, *item) });
    }
    Ok(starts)
}

/// From where the program goes on after the checkpoint of a chain, given as its methods and the instructions of their
/// sites.
pub(super) fn starts(program: &Program, sites: &[(MethodId, usize)]) -> Result<Vec<Start>> {
    let mut starts = Vec::new();
    for (depth, (method, item)) in sites.iter().enumerate() {
        let body = program.body(*method)?;
        let mut items = post_region(&body, &Cfg::new(&body)?, *item);
        if depth + 1 == sites.len() {
            items.insert(*item); // the checkpoint's instruction has not run yet
        }
        starts.push(Start { method: *method, items });
    }
    Ok(starts)
}

/// The parts of the chain's methods that run before and after the checkpoint.
pub(super) fn parts(program: &Program, sites: &[(MethodId, usize)]) -> Result<(Vec<Part>, Vec<Part>)> {
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for (depth, (method, item)) in sites.iter().enumerate() {
        let body = program.body(*method)?;
        let cfg = Cfg::new(&body)?;
        let offsets = |items: BTreeSet<usize>| items.iter().filter_map(|item| body.offset(*item)).collect();
        let mut behind = post_region(&body, &cfg, *item);
        if depth + 1 == sites.len() {
            behind.insert(*item); // the checkpoint's instruction has not run yet
        }
        before.push(Part { method: *method, offsets: offsets(pre_region(&body, &cfg, *item)) });
        after.push(Part { method: *method, offsets: offsets(behind) });
    }
    Ok((before, after))
}
