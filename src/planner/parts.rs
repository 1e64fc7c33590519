//! The parts of the chain's methods that run before the checkpoint, and those that run after it.
//!
//! A chain is given as its methods and the instructions of their sites. The checkpoint's own instruction has not run yet. A call of the JDK that
//! goes on working after it has called the program counts as before and as after: it may have called anything that it can call, and may again.

use super::error::Result;
use crate::analysis::mod_use::Part;
use crate::analysis::regions::{post_region, pre_region};
use crate::analysis::statics_read::Start;
use crate::program::{Cfg, MethodId, Program};
use crate::region::{ChainCall, LinkKind, Region};
use crate::util::index::Idx;
use std::collections::BTreeSet;

/// A method of the chain with the instruction of its site.
#[derive(Clone, Copy)]
pub(super) struct ChainSite {
    pub(super) method: MethodId,
    /// The instruction: index in `Code::items`.
    pub(super) item: usize,
    /// Whether it calls code of the JDK that has called methods of the program before the chain's next one, and goes on to do so.
    pub(super) works: bool,
}

/// The methods of the chain with the instructions of their sites.
pub(super) fn sites(region: &Region) -> Vec<ChainSite> {
    let works = |call: &ChainCall| call.kind == LinkKind::Working;
    let calls = region.chain.iter().map(|call| ChainSite { method: call.method, item: call.item, works: works(call) });
    calls.chain([ChainSite { method: region.start.method, item: region.start.item, works: false }]).collect()
}

/// Whether no site of the chain lies in a loop of its method: then one activation of the root comes to the last one at most once.
pub(super) fn reaches_once(program: &Program, sites: &[ChainSite]) -> Result<bool> {
    for ChainSite { method, item, .. } in sites {
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
pub(super) fn starts_before(program: &Program, sites: &[ChainSite]) -> Result<Vec<Start>> {
    let mut starts = Vec::new();
    for ChainSite { method, item, works } in sites {
        let body = program.body(*method)?;
        let mut items = pre_region(&body, &Cfg::new(&body)?, *item);
        items.extend(works.then_some(*item));
        starts.push(Start { method: *method, items });
    }
    Ok(starts)
}

/// From where the program goes on after the checkpoint of a chain, given as its methods and the instructions of their
/// sites.
pub(super) fn starts(program: &Program, sites: &[ChainSite]) -> Result<Vec<Start>> {
    let mut starts = Vec::new();
    for (depth, ChainSite { method, item, works }) in sites.iter().enumerate() {
        let body = program.body(*method)?;
        let mut items = post_region(&body, &Cfg::new(&body)?, *item);
        if *works || depth + 1 == sites.len() {
            items.insert(*item); // the checkpoint's instruction has not run yet
        }
        starts.push(Start { method: *method, items });
    }
    Ok(starts)
}

/// The parts of the chain's methods that run before and after the checkpoint.
pub(super) fn parts(program: &Program, sites: &[ChainSite]) -> Result<(Vec<Part>, Vec<Part>)> {
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for (depth, ChainSite { method, item, works }) in sites.iter().enumerate() {
        let body = program.body(*method)?;
        let cfg = Cfg::new(&body)?;
        let offsets = |items: BTreeSet<usize>| items.iter().filter_map(|item| body.offset(*item)).collect();
        let mut behind = post_region(&body, &cfg, *item);
        if *works || depth + 1 == sites.len() {
            behind.insert(*item); // the checkpoint's instruction has not run yet
        }
        let mut ahead = pre_region(&body, &cfg, *item);
        ahead.extend(works.then_some(*item));
        before.push(Part { method: *method, offsets: offsets(ahead) });
        after.push(Part { method: *method, offsets: offsets(behind) });
    }
    Ok((before, after))
}
