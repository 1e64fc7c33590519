//! The ways in which a context resumes: one for each call or checkpoint in it that is on the way to a region's start.
//!
//! The runtime knows a way by a number that the plan alone decides, so that it can tell from a checkpoint which one is taken.

use super::error::{Error, Result};
use super::slots::is_constructor;
use crate::classfile::opcode::{Access, local_access};
use crate::classfile::{Code, Item};
use crate::plan::{ChainMethod, Node, Place, Plans, Point, Site, Slot};

/// A call or checkpoint at which a context resumes.
#[allow(clippy::struct_excessive_bools)] // each is a fact of its own
pub(super) struct Way<'p> {
    pub(super) chain: &'p [ChainMethod],
    pub(super) depth: usize,
    /// The number of the context that is called; none at the checkpoint.
    pub(super) child: Option<usize>,
    /// Whether it is the call in which a thread waits.
    pub(super) waits: bool,
    /// Whether it is the loop in which a thread is held.
    pub(super) is_loop: bool,
    /// Whether a thread that waited to enter the method begins with it.
    pub(super) is_entry: bool,
    /// Whether it is of the chain of another thread than main's.
    pub(super) of_thread: bool,
    /// The number of the chain of such a thread, where both jars keep its frames since states are compared.
    pub(super) shown: Option<usize>,
    /// What the runtime knows it by ([`code_of`]).
    pub(super) code: i32,
    /// Whether `this` is in its local from the start and stays there: then messages of the JVM name it so.
    keeps_this: bool,
}

/// What the runtime knows the way by that begins with a synchronized method: less than all others.
const ENTRY: i32 = i32::MIN;

/// What the runtime knows a way by: the number of the context that it calls, or for a checkpoint minus its offset in the
/// code, minus 1.
fn code_of(child: Option<usize>, site: &Site) -> i32 {
    match child {
        Some(child) => i32::try_from(child).unwrap_or(i32::MAX),
        None => -1 - site.offset.cast_signed(),
    }
}

/// The ways of a chain, by depth.
pub fn ways(plans: &Plans, place: Place) -> Vec<i32> {
    let chain = plans.chain(place);
    let begins = |node: &Node| {
        node.parent.is_none()
            && chain.first().is_some_and(|root| root.method == node.method && root.dispatch == node.dispatch)
    };
    let mut at = plans.forest.nodes.iter().position(begins);
    let mut ways = Vec::new();
    for element in chain {
        let Some(node) = at.map(|at: usize| &plans.forest.nodes[at]) else { break };
        let points = node.points.iter().filter(|point| point.offset == element.site.offset);
        let next = chain.get(ways.len() + 1);
        let called = |child: &usize| next.is_some_and(|next| plans.forest.nodes[*child].is_of(next));
        at = points.flat_map(|point| point.calls.iter().map(|call| call.child)).find(called);
        let is_entry = next.is_none() && plans.is_entry(place);
        ways.push(if is_entry { ENTRY } else { code_of(at, &element.site) });
    }
    ways
}

impl Way<'_> {
    pub(super) fn site(&self) -> &Site {
        &self.chain[self.depth].site
    }

    /// Whether the slot needs no restoring.
    pub(super) fn is_there(&self, slot: &Slot) -> bool {
        self.keeps_this && slot.index == 0
    }
}

/// The ways of a context.
pub(super) fn ways_at<'p>(plans: &'p Plans, node: &Node, code: &Code) -> Result<Vec<Way<'p>>> {
    let element = node.element(plans);
    let is_receiver = node.clone > 0 && !element.is_static && !is_constructor(element);
    let writes_this = |item: &Item| {
        let Item::Insn { insn, .. } = item else { return false };
        local_access(insn).is_some_and(|local| local.access == Access::Store && local.slot == 0)
    };
    let is_kept = is_receiver && !code.items.iter().any(writes_this);
    let way = |place: Place, child: Option<usize>| {
        let (chain, depth) = (plans.chain(place), node.depth);
        let site = &chain[depth].site;
        let of_thread = matches!(place, Place::Wait(_));
        let is_loop = child.is_none() && plans.is_loop(place);
        let is_entry = child.is_none() && plans.is_entry(place);
        let keeps_this = is_kept && site.unfinished.is_empty();
        Way {
            chain,
            depth,
            child,
            waits: of_thread && child.is_none() && !is_loop && !is_entry,
            is_loop,
            is_entry,
            of_thread,
            shown: if let Place::Wait(thread) = place { Some(thread).filter(|_| plans.is_shown(place)) } else { None },
            code: if is_entry { ENTRY } else { code_of(child, site) },
            keeps_this,
        }
    };
    let mut ways: Vec<Way> = node.entry.iter().map(|thread| way(Place::Wait(*thread), None)).collect();
    for point in &node.points {
        if let Some(region) = point.starts.first() {
            ways.push(way(Place::Start(*region), None));
        }
        if let Some(thread) = point.waits.first() {
            ways.push(way(Place::Wait(*thread), None));
        }
        for call in point.calls.iter().filter(|call| plans.forest.nodes[call.child].starts) {
            ways.push(way(call.place, Some(call.child)));
            if plans.forest.nodes[call.child].method.name == "<init>" {
                refuse_parting_constructor(plans, call.child)?;
            }
        }
    }
    Ok(ways)
}

/// Refuses a constructor below which regions start in different places: its caller takes the object from the frame of
/// the first one in which it is initialised, and that must be known when rewriting.
fn refuse_parting_constructor(plans: &Plans, child: usize) -> Result<()> {
    let node = &plans.forest.nodes[child];
    let starting = |point: &&Point| {
        !point.starts.is_empty() || point.calls.iter().any(|call| plans.forest.nodes[call.child].starts)
    };
    if node.points.iter().filter(starting).count() > 1 {
        let problem = "regions start at several places of a constructor; instrument for one region at a time";
        return Err(Error::Plan { method: node.method.display(), problem: problem.into() });
    }
    Ok(())
}
