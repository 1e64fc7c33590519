//! A call of the chain as the hooks see it: where it lies in it, and which of the runtime's classes keep the frame before it. Left out: the last
//! call of a thread's chain, in which it waits, since that leads to no other method of the program.

use super::hook_table::{CAPTURE, STATES};
use crate::plan::{ChainMethod, Site};

/// A call of the chain.
#[derive(Clone, Copy)]
pub(super) struct Link<'p> {
    pub(super) chain: &'p [ChainMethod],
    pub(super) depth: usize,
    /// The number of the context that is called.
    pub(super) child: usize,
    /// Whether shadow frames are kept for a region's start, and for the state at an end.
    pub(super) keeps: bool,
    pub(super) shows: bool,
}

impl<'p> Link<'p> {
    pub(super) fn site(&self) -> &'p Site {
        &self.chain[self.depth].site
    }

    pub(super) fn caller(&self) -> &'p ChainMethod {
        &self.chain[self.depth]
    }

    pub(super) fn callee(&self) -> &'p ChainMethod {
        &self.chain[self.depth + 1]
    }

    /// The runtime's classes that keep the frame.
    pub(super) fn kept(&self) -> Vec<&'static str> {
        [self.keeps.then_some(CAPTURE), self.shows.then_some(STATES)].into_iter().flatten().collect()
    }
}
