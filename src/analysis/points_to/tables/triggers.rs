//! Triggers by node, and those that were added where objects were already.
//!
//! The triggers of a node are pulled in the order in which they were added, each one of them once for each object.

use super::super::events::Trigger;
use super::super::graph::Node;
use super::super::set::ObjectSet;
use super::Kept;
use crate::analysis::summaries::renumber::Renumber;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The triggers.
#[derive(Default)]
pub struct Triggers {
    by_node: FxHashMap<Node, Vec<Trigger>>,
    /// The same, to be found: some nodes have thousands.
    known: FxHashSet<(Node, Trigger)>,
    /// New triggers with what was there already.
    noticed: Vec<(Trigger, Arc<ObjectSet>)>,
}

/// The triggers of each node, in the order in which they were added.
#[derive(Serialize, Deserialize)]
pub struct SavedTriggers(Vec<(Node, Vec<Trigger>)>);

impl Triggers {
    /// Adds a trigger; false if it is there already.
    pub fn add(&mut self, node: Node, trigger: Trigger) -> bool {
        let new = self.known.insert((node, trigger));
        if new {
            self.by_node.entry(node).or_default().push(trigger);
        }
        new
    }

    /// The triggers at the node.
    pub fn at(&self, node: Node) -> Vec<Trigger> {
        self.by_node.get(&node).cloned().unwrap_or_default()
    }

    /// A new trigger is to be told of what was there already.
    pub fn notice(&mut self, trigger: Trigger, there: Arc<ObjectSet>) {
        self.noticed.push((trigger, there));
    }

    /// The next new trigger with what was there.
    pub fn next_noticed(&mut self) -> Option<(Trigger, Arc<ObjectSet>)> {
        self.noticed.pop()
    }

    /// Whether no new trigger is to be told anything.
    pub fn is_at_rest(&self) -> bool {
        self.noticed.is_empty()
    }
}

impl Kept for Triggers {
    type Saved = SavedTriggers;

    fn save(&self) -> SavedTriggers {
        let mut list: Vec<(Node, Vec<Trigger>)> =
            self.by_node.iter().map(|(node, triggers)| (*node, triggers.clone())).collect();
        list.sort_unstable_by_key(|(node, _)| *node);
        SavedTriggers(list)
    }

    fn load(&mut self, saved: SavedTriggers) -> Option<()> {
        let each = saved.0.iter().flat_map(|(node, triggers)| triggers.iter().map(|trigger| (*node, *trigger)));
        self.known = each.collect();
        self.by_node = saved.0.into_iter().collect();
        Some(())
    }
}

impl Renumber for SavedTriggers {
    fn renumber(&mut self, by: u32) {
        self.0.iter_mut().for_each(|(_, triggers)| triggers.renumber(by));
    }
}
