//! Nodes that are no variables, by what they stand for: fields of objects, statics, and what several objects have in common.
//!
//! The table knows numbers alone. Who does not find a node makes one, with the edges that belong to it, and sets it here.

use super::super::graph::{Filter, Node};
use super::super::objects::Object;
use super::super::sets::SetId;
use super::{Kept, sorted};
use crate::analysis::summaries::renumber::Renumber;
use crate::program::{ClassId, FieldId};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// The key of the elements of an array among the fields of an object.
const ELEMENTS: u64 = u64::MAX;

/// The nodes.
#[derive(Default)]
pub struct NodeTable {
    fields: FxHashMap<(Object, u64), Node>,
    statics: FxHashMap<FieldId, Node>,
    filtered: FxHashMap<(Node, Filter), Node>,
    /// Of many objects the node that has what all their fields have: see [`super::super::many_fields`].
    loaded: FxHashMap<(SetId, Option<FieldId>), Node>,
    /// Of many objects the node that has what is stored into all their fields.
    stored: FxHashMap<(SetId, Option<FieldId>), Node>,
}

/// What is kept of the nodes; those of many objects are made anew where they are wanted again.
#[derive(Serialize, Deserialize)]
pub struct SavedNodes {
    fields: Vec<(Object, Option<FieldId>, Node)>,
    statics: Vec<(FieldId, Node)>,
    filtered: Vec<((Node, Filter), Node)>,
}

impl NodeTable {
    /// The node of the object's field, or of its elements.
    pub fn field(&self, object: Object, field: Option<FieldId>) -> Option<Node> {
        self.fields.get(&(object, key_of(field))).copied()
    }

    /// Sets it.
    pub fn set_field(&mut self, object: Object, field: Option<FieldId>, node: Node) {
        self.fields.insert((object, key_of(field)), node);
    }

    /// The fields of objects that have nodes; none: elements.
    pub fn fields(&self) -> impl Iterator<Item = (Object, Option<FieldId>, Node)> + '_ {
        self.fields.iter().map(move |((object, key), node)| (*object, field_of(*key), *node))
    }

    /// The node of a static field.
    pub fn static_field(&self, field: FieldId) -> Option<Node> {
        self.statics.get(&field).copied()
    }

    /// Sets it.
    pub fn set_static_field(&mut self, field: FieldId, node: Node) {
        self.statics.insert(field, node);
    }

    /// The static fields that have nodes.
    pub fn statics(&self) -> impl Iterator<Item = (FieldId, Node)> + '_ {
        self.statics.iter().map(|(field, node)| (*field, *node))
    }

    /// The node with those objects of another that pass the filter.
    pub fn filtered(&self, node: Node, filter: Filter) -> Option<Node> {
        self.filtered.get(&(node, filter)).copied()
    }

    /// Sets it.
    pub fn set_filtered(&mut self, node: Node, filter: Filter, to: Node) {
        self.filtered.insert((node, filter), to);
    }

    /// The node that has what the fields of all the objects have.
    pub fn loaded(&self, objects: SetId, field: Option<FieldId>) -> Option<Node> {
        self.loaded.get(&(objects, field)).copied()
    }

    /// Sets it.
    pub fn set_loaded(&mut self, objects: SetId, field: Option<FieldId>, node: Node) {
        self.loaded.insert((objects, field), node);
    }

    /// The node that has what is stored into the fields of all the objects.
    pub fn stored(&self, objects: SetId, field: Option<FieldId>) -> Option<Node> {
        self.stored.get(&(objects, field)).copied()
    }

    /// Sets it.
    pub fn set_stored(&mut self, objects: SetId, field: Option<FieldId>, node: Node) {
        self.stored.insert((objects, field), node);
    }
}

impl Kept for NodeTable {
    type Saved = SavedNodes;

    fn save(&self) -> SavedNodes {
        SavedNodes {
            fields: sorted(self.fields()),
            statics: sorted(self.statics()),
            filtered: sorted(self.filtered.iter().map(|(key, node)| (*key, *node))),
        }
    }

    fn load(&mut self, saved: SavedNodes) -> Option<()> {
        let key = |(object, field, node): (Object, Option<FieldId>, Node)| ((object, key_of(field)), node);
        self.fields = saved.fields.into_iter().map(key).collect();
        self.statics = saved.statics.into_iter().collect();
        self.filtered = saved.filtered.into_iter().collect();
        Some(())
    }
}

impl Renumber for SavedNodes {
    fn renumber(&mut self, by: u32) {
        self.fields.iter_mut().for_each(|(_, field, _)| field.renumber(by));
        self.statics.iter_mut().for_each(|(field, _)| field.renumber(by));
    }
}

/// The key of a field among those of an object.
fn key_of(field: Option<FieldId>) -> u64 {
    field.map_or(ELEMENTS, |field| u64::from(field.class.0) << 16 | u64::from(field.index))
}

fn field_of(key: u64) -> Option<FieldId> {
    (key != ELEMENTS).then_some(FieldId { class: ClassId((key >> 16) as u32), index: key as u16 })
}
