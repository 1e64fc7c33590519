//! Access steps: loads from, and stores into, what objects hold where no statement tells the field.
//!
//! Models and reflection name a field, or mean any field or element. A step from an object leads to the nodes of all its fields
//! that fit; stores pass what fits the declared type.

use super::events::AccessStep;
use super::graph::Node;
use super::objects::{Object, Origin};
use super::set::ObjectSet;
use super::solver::Solver;
use super::tables::reference_fields::Of;
use crate::analysis::ir::Type;
use crate::analysis::models::effect::Step;

impl Solver<'_> {
    /// The step of a model.
    pub fn access_step(&mut self, step: &Step) -> AccessStep {
        match step {
            Step::Elements => AccessStep::Elements,
            Step::Any => AccessStep::Any,
            Step::Serial => AccessStep::Serial,
            Step::Field(name) => self.reference_fields.step_to(name),
        }
    }

    /// The nodes that a step leads to from an object, with the types that they are declared with.
    pub fn nodes_at(&mut self, object: Object, step: AccessStep) -> Vec<(Node, Type)> {
        let ty = self.objects.type_of(object);
        if ty.is_array() {
            let element = ty.element().filter(|_| matches!(step, AccessStep::Elements | AccessStep::Any));
            return element.into_iter().map(|element| (self.elements(object), element)).collect();
        }
        let mut nodes = Vec::new();
        if let (AccessStep::Any, Origin::Class(of)) = (step, self.objects.get(object).origin.clone()) {
            let fields = of.as_class().map(|class| self.reference_fields.of(self.program, class, Of::Class));
            for (field, ty) in fields.iter().flat_map(|fields| fields.iter()) {
                nodes.push((self.static_field(*field), *ty));
            }
        }
        if let AccessStep::Exactly(field) = step {
            let declared =
                self.program.field(field).and_then(|info| Type::of_descriptor(self.program, &info.descriptor));
            if let Some(ty) = declared.filter(|_| self.has_field(object, field)) {
                nodes.push((self.field(object, field), ty));
            }
            return nodes;
        }
        let Some(class) = ty.as_class() else { return nodes };
        let of = if step == AccessStep::Serial { Of::Stream } else { Of::Object };
        let fields = self.reference_fields.of(self.program, class, of);
        for &(field, ty) in fields.iter() {
            let fits = match step {
                AccessStep::Elements | AccessStep::Exactly(_) => false,
                AccessStep::Any | AccessStep::Serial => true,
                AccessStep::Named(name) => {
                    let name = self.reference_fields.name(name);
                    self.program.field(field).is_some_and(|info| info.name == name)
                }
            };
            if fits {
                nodes.push((self.field(object, field), ty));
            }
        }
        nodes
    }

    /// What the objects hold goes to the node.
    pub fn load(&mut self, objects: &ObjectSet, step: AccessStep, dst: Node) {
        for (node, _) in objects.iter().flat_map(|object| self.nodes_at(object, step)).collect::<Vec<_>>() {
            self.edge(node, dst, 0);
        }
    }

    /// What the node has goes to what the objects hold.
    pub fn store(&mut self, objects: &ObjectSet, step: AccessStep, src: Node) {
        for (node, ty) in objects.iter().flat_map(|object| self.nodes_at(object, step)).collect::<Vec<_>>() {
            let filter = self.objects.filter(ty);
            self.edge(src, node, filter);
        }
    }
}
