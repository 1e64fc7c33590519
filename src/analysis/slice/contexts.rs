//! Positions in a thread: an instruction with the calls that lead to it from where the thread begins, and whether control may come from
//! one position to another.
//!
//! Contexts of recursive programs are endless, and those of large ones many. So the calls are told from the beginning of the thread on, as far
//! as a bound on their number allows; below the last one the position is *inside*, which may be anywhere in there. The outer calls
//! are those that tell the order in which a thread does things. (Krinke, ESEC/FSE 2003, §4, folds cycles instead; one frame for what
//! lies below a bound is coarser and needs no folded graph.)
//!
//! Whether one position reaches another needs no search over the program: the first frame in which they differ decides, by the reachability
//! in that method. Calls are taken to return.

use super::edges::Graph;
use super::sites::Site;
use super::threads::Thread;
use crate::program::MethodId;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// An instruction: its method and its number there.
pub type At = (MethodId, u32);

/// A position in a thread.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The calls from the beginning of the thread; then the instruction itself, unless it is inside the last one.
    pub frames: Vec<At>,
    /// Whether the position is somewhere inside the last call, or somewhere in the thread if there is none.
    pub is_inside: bool,
}

/// How many positions an instruction has at most.
const MOST: usize = 64;
/// How many calls are told.
const DEPTH: usize = 16;

impl Graph<'_, '_> {
    /// The positions of an instruction in a thread.
    pub(super) fn positions(&mut self, thread: &Thread, at: At) -> Vec<Position> {
        let above = self.above(thread, at.0);
        let mut found = Vec::new();
        let begins = thread.begins.iter().filter(|begin| above.contains(begin));
        let mut open: Vec<(Vec<At>, MethodId)> = begins.map(|begin| (Vec::new(), *begin)).collect();
        for _ in 0..DEPTH {
            let mut next = Vec::new();
            for (frames, method) in &open {
                if *method == at.0 {
                    let frames = frames.iter().copied().chain([at]).collect();
                    found.push(Position { frames, is_inside: false });
                }
                for (call, callee) in self.calls_to(*method, &above) {
                    next.push((frames.iter().copied().chain([call]).collect::<Vec<_>>(), callee));
                }
            }
            if found.len() + next.len() > MOST {
                break;
            }
            open = next;
            if open.is_empty() {
                return found;
            }
        }
        let mut inside: Vec<Vec<At>> = open.into_iter().map(|(frames, _)| frames).collect();
        found.retain(|position| !inside.iter().any(|frames| position.frames.starts_with(frames)));
        inside.sort_unstable();
        inside.dedup();
        found.extend(inside.into_iter().map(|frames| Position { frames, is_inside: true }));
        found
    }

    /// The methods of a thread that may lead to one, itself included.
    fn above(&self, thread: &Thread, method: MethodId) -> FxHashSet<MethodId> {
        self.index.callers_of([method], |site| thread.methods.contains(&site.0))
    }

    /// The calls of a method that lead to some of these.
    fn calls_to(&mut self, method: MethodId, above: &FxHashSet<MethodId>) -> Vec<(At, MethodId)> {
        let Some(code) = self.method(method) else { return Vec::new() };
        let mut found = Vec::new();
        let called = above.iter().flat_map(|callee| {
            let callers = self.index.callers.get(callee).into_iter().flatten();
            callers.filter(|site| site.0 == method).map(|site| (*site, *callee))
        });
        let sites: BTreeSet<(Site, MethodId)> = called.collect();
        for (site, callee) in sites {
            let forks = self.index.forks.get(&callee).is_some_and(|starts| starts.contains(&site));
            let calls = self.index.callees(self.answer, site).contains(&callee)
                || self.index.initializes.get(&site).is_some_and(|list| list.contains(&callee));
            if calls
                && !forks
                && let Some(number) = code.number_at(site.1)
            {
                found.push(((method, number as u32), callee));
            }
        }
        found
    }

    /// Whether control may come from one position of a thread to another, or they are one.
    pub(super) fn comes_to(&mut self, from: &Position, to: &Position) -> bool {
        for (one, other) in from.frames.iter().zip(&to.frames) {
            if one.0 != other.0 {
                return true; // two methods that one call may run, in either order
            }
            let Some(method) = self.method(one.0) else { return true };
            if one != other {
                return method.flow.reaches(one.1 as usize, other.1 as usize);
            }
            if method.flow.reaches(one.1 as usize, one.1 as usize) {
                return true;
            }
        }
        true
    }
}
