//! What the solver keeps to find again: nodes, triggers, synthetic calls, targets of calls, receivers, values, names.
//!
//! Each table is plain data behind methods: it knows no solver, and applies no rule. A table that is part of the fixed point
//! says itself what of it is kept with the summaries ([`Kept`]); the others hold what can be found anew.

pub mod array_types;
pub mod nodes;
pub mod receivers;
pub mod reference_fields;
pub mod synthetic_calls;
pub mod targets;
pub mod texts;
pub mod triggers;
pub mod values;

use crate::analysis::summaries::renumber::Renumber;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A part of an analysis that is kept with the summaries of the JDK and with answers about programs.
pub trait Kept {
    /// What is kept of it. Equal parts have equal bytes: hash maps are lists, sorted.
    type Saved: Serialize + DeserializeOwned + Renumber;

    /// The part as it is at the fixed point.
    fn save(&self) -> Self::Saved;

    /// Takes the place of a part that is new; none if what was kept does not belong together.
    fn load(&mut self, saved: Self::Saved) -> Option<()>;
}

/// The items in their order: hash maps have none.
pub fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items
}
