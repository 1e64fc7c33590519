//! Loads from, and stores into, the fields of many objects.
//!
//! A load from `n` objects is `n` edges, one for each object's field; and what many methods load is the same field of the same
//! objects. The first load makes a node that has what all these fields have, and further ones get an edge from that node
//! alone; stores likewise go by a node that has what is stored into all these fields. The answer is the same, with fewer
//! edges.

use super::graph::Node;
use super::objects::Object;
use super::set::ObjectSet;
use super::solver::Solver;
use crate::program::FieldId;

/// How many objects are worth a node of their own.
const MANY: usize = 4;

impl Solver<'_> {
    /// The objects' field, or their elements, goes to `dst`.
    pub fn get(&mut self, objects: &ObjectSet, field: Option<FieldId>, dst: Node) {
        if objects.len() < MANY {
            return self.get_each(objects, field, dst);
        }
        let kept = self.graph.keep(objects);
        let known = self.nodes.loaded(kept, field);
        let node = known.unwrap_or_else(|| {
            let node = self.node();
            self.nodes.set_loaded(kept, field, node);
            self.get_each(objects, field, node);
            node
        });
        self.edge(node, dst, 0);
    }

    fn get_each(&mut self, objects: &ObjectSet, field: Option<FieldId>, dst: Node) {
        for object in objects.iter() {
            let node = match field {
                Some(field) if self.has_field(object, field) => self.field(object, field),
                None if self.objects.type_of(object).element().is_some() => self.elements(object),
                _ => continue,
            };
            self.edge(node, dst, 0);
        }
    }

    /// `src` goes to the objects' field, or to their elements.
    pub fn put(&mut self, objects: &ObjectSet, field: Option<FieldId>, src: Node) {
        if objects.len() < MANY {
            return self.put_each(objects, field, src);
        }
        let kept = self.graph.keep(objects);
        let known = self.nodes.stored(kept, field);
        let node = known.unwrap_or_else(|| {
            let node = self.node();
            self.nodes.set_stored(kept, field, node);
            self.put_each(objects, field, node);
            node
        });
        self.edge(src, node, 0);
    }

    fn put_each(&mut self, objects: &ObjectSet, field: Option<FieldId>, src: Node) {
        for object in objects.iter() {
            match field {
                Some(field) if self.has_field(object, field) => {
                    let node = self.field(object, field);
                    self.edge(src, node, 0);
                }
                None => self.put_element(object, src),
                _ => {}
            }
        }
    }

    /// `src` goes to the elements of the array, as far as its type lets it.
    pub fn put_element(&mut self, array: Object, src: Node) {
        if let Some(element) = self.objects.type_of(array).element() {
            let filter = self.objects.filter(element);
            let node = self.elements(array);
            self.edge(src, node, filter);
        }
    }
}
