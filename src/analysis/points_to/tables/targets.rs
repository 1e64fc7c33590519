//! What calls of methods run: by the types of objects, and by sets of objects, as the same ones often arrive at many calls.
//!
//! Sets are known by their numbers, which hold until sets are swept. What types select is kept with the summaries.

use super::super::events::Targets;
use super::super::sets::SetId;
use super::{Kept, sorted};
use crate::analysis::summaries::renumber::Renumber;
use crate::program::MethodId;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The targets.
#[derive(Default)]
pub struct TargetTable {
    /// By method, what its calls run on objects of types.
    by_type: FxHashMap<MethodId, FxHashMap<u32, Option<MethodId>>>,
    by_set: FxHashMap<(MethodId, SetId), Arc<Targets>>,
    /// Since which sweep of sets their numbers hold.
    since: u32,
}

/// What is kept: number of a type, method, what a call of it runs.
#[derive(Serialize, Deserialize)]
pub struct SavedTargets(Vec<(u32, MethodId, Option<MethodId>)>);

impl TargetTable {
    /// What a call of `resolved` runs on objects of the type with this number, if that is known; it may be nothing.
    pub fn of_type(&self, resolved: MethodId, ty: u32) -> Option<&Option<MethodId>> {
        self.by_type.get(&resolved).and_then(|known| known.get(&ty))
    }

    /// Sets it.
    pub fn set_of_type(&mut self, resolved: MethodId, ty: u32, found: Option<MethodId>) {
        self.by_type.entry(resolved).or_default().insert(ty, found);
    }

    /// Forgets what is known of sets if they were swept since.
    pub fn keep_since(&mut self, sweep: u32) {
        if sweep != self.since {
            self.by_set.clear();
            self.since = sweep;
        }
    }

    /// What a call of `resolved` runs on the objects of the set, if that is known.
    pub fn of_set(&self, resolved: MethodId, set: SetId) -> Option<&Arc<Targets>> {
        self.by_set.get(&(resolved, set))
    }

    /// Sets it.
    pub fn set_of_set(&mut self, resolved: MethodId, set: SetId, targets: Arc<Targets>) {
        self.by_set.insert((resolved, set), targets);
    }
}

impl Kept for TargetTable {
    type Saved = SavedTargets;

    fn save(&self) -> SavedTargets {
        let found = self.by_type.iter().flat_map(|(resolved, found)| {
            let resolved = *resolved;
            found.iter().map(move |(ty, found)| (*ty, resolved, *found))
        });
        SavedTargets(sorted(found))
    }

    fn load(&mut self, saved: SavedTargets) -> Option<()> {
        saved.0.into_iter().for_each(|(ty, resolved, found)| self.set_of_type(resolved, ty, found));
        Some(())
    }
}

impl Renumber for SavedTargets {
    fn renumber(&mut self, by: u32) {
        for (_, resolved, found) in &mut self.0 {
            resolved.renumber(by);
            found.renumber(by);
        }
    }
}
