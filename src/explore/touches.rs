//! The effects of steps, each kept once and named by a number, so that events, sleep sets and summaries hold numbers alone.
//!
//! Locations are numbered as they are met. A [`Touch`] lists them in order, so that whether two conflict is one merge. A step
//! that stops all threads conflicts with every other step, since what runs before it is all that runs.

use rustc_hash::FxHashMap;

use super::machine::{Effects, Location};

/// The number of a [`Touch`].
pub(super) type TouchId = u32;

/// One location that a step touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Access {
    /// The location's number.
    pub location: u32,
    /// Whether it is written.
    pub write: bool,
}

/// What a step touches.
#[derive(Debug)]
pub(super) struct Touch {
    /// Each location once, sorted.
    pub accesses: Box<[Access]>,
    /// Whether the step is of a kind that some states make wait.
    pub waits: bool,
    /// The locations that nobody could wait for with success before it.
    pub releases: Box<[u32]>,
    /// Whether the step stops all threads.
    pub halts: bool,
}

impl Touch {
    /// Whether a step of another thread that waits could not have been made right before this one.
    pub fn frees(&self, waiting: &Self) -> bool {
        let touched = |location: &u32| waiting.accesses.iter().any(|access| access.location == *location);
        self.releases.iter().any(touched)
    }

    /// Whether two steps of different threads do not commute.
    pub fn conflicts(&self, other: &Self) -> bool {
        if self.halts || other.halts {
            return true;
        }
        let (mut left, mut right) = (self.accesses.iter().peekable(), other.accesses.iter().peekable());
        while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
            let order = a.location.cmp(&b.location);
            if order.is_eq() && (a.write || b.write) {
                return true;
            }
            if order.is_le() {
                left.next();
            }
            if order.is_ge() {
                right.next();
            }
        }
        false
    }
}

/// All touches of a search.
#[derive(Default)]
pub(super) struct Touches {
    locations: FxHashMap<Location, u32>,
    numbers: FxHashMap<Effects, TouchId>,
    all: Vec<Touch>,
}

impl Touches {
    /// The touch of a number.
    pub fn get(&self, id: TouchId) -> &Touch {
        &self.all[id as usize]
    }

    /// Whether two touches conflict.
    pub fn conflict(&self, one: TouchId, other: TouchId) -> bool {
        self.get(one).conflicts(self.get(other))
    }

    /// How many locations have a number.
    pub fn locations(&self) -> usize {
        self.locations.len()
    }

    /// The number of these effects.
    pub fn number(&mut self, effects: &Effects) -> TouchId {
        if let Some(id) = self.numbers.get(effects) {
            return *id;
        }
        let all =
            effects.reads.iter().map(|read| (read, false)).chain(effects.writes.iter().map(|write| (write, true)));
        let mut accesses: Vec<Access> = Vec::new();
        for (location, write) in all {
            let next = self.locations.len() as u32;
            let location = *self.locations.entry(*location).or_insert(next);
            accesses.push(Access { location, write });
        }
        accesses.sort_by_key(|access| (access.location, !access.write));
        accesses.dedup_by_key(|access| access.location);
        let id = self.all.len() as TouchId;
        let releases = effects.releases.iter().filter_map(|location| self.locations.get(location).copied()).collect();
        let Effects { waits, halts, .. } = *effects;
        self.all.push(Touch { accesses: accesses.into(), waits, releases, halts });
        self.numbers.insert(effects.clone(), id);
        id
    }
}
