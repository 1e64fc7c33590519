//! What a comparison of two checkpoints found, as plain data, and how much of it is kept.
//!
//! All differences are counted; only so many as the limit says are told. Those in what the program computes come before
//! details: sharing, identity hashes, the JVM's state.

use super::paths::Step;

/// What kind of difference it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A value, a class or a length.
    Value,
    /// Only one of the two has it.
    Presence,
    /// The order of a collection's entries.
    Order,
    /// One object where the other checkpoint has two.
    Sharing,
    /// The identity hash of an object.
    Hash,
    /// State of the JVM that is in no object.
    Jvm,
}

/// Something that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// What kind it is.
    pub kind: Kind,
    /// Where.
    pub path: Vec<Step>,
    /// The path's last step in full, as in `a.B.name`, if it is a field of an object.
    pub field: Option<String>,
    /// What the first checkpoint has; none if it has nothing there.
    pub a: Option<String>,
    /// What the second one has.
    pub b: Option<String>,
}

/// All that differs, up to a limit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diff {
    /// What was not compared, or not by name, and why.
    pub notes: Vec<String>,
    /// How many slots and statics both have.
    pub roots: usize,
    /// How many differences there are.
    pub total: u64,
    /// The first ones: shortest paths first; sharing, hashes and the JVM's state come last.
    pub differences: Vec<Difference>,
}

/// The differences found so far.
pub(super) struct Differences {
    limit: usize,
    pub total: u64,
    pub told: Vec<Difference>,
    /// Sharing, hashes, the JVM's state.
    pub details: Vec<Difference>,
}

impl Differences {
    pub fn new(limit: usize) -> Self {
        Self { limit, total: 0, told: Vec::new(), details: Vec::new() }
    }

    /// Counts one; returns whether there is room for it.
    pub fn counts(&mut self, kind: Kind) -> bool {
        self.total += 1;
        self.list(kind).len() < self.limit
    }

    fn list(&mut self, kind: Kind) -> &mut Vec<Difference> {
        match kind {
            Kind::Value | Kind::Presence | Kind::Order => &mut self.told,
            Kind::Sharing | Kind::Hash | Kind::Jvm => &mut self.details,
        }
    }

    pub fn add(&mut self, difference: Difference) {
        self.list(difference.kind).push(difference);
    }

    pub fn extend(&mut self, more: Vec<Difference>) {
        for difference in more {
            if self.counts(difference.kind) {
                self.add(difference);
            }
        }
    }
}
