//! Access to fields by reflection and by handles.
//!
//! Values go through a static field, or through the field of all objects at a node that have it; what is read of a primitive
//! type is its box, what is written of one nothing.

use super::events::{AccessStep, Trigger};
use super::graph::Node;
use super::solver::Solver;
use crate::analysis::ir::Type;
use crate::program::{FieldId, access};

/// What is in the fields of the class that fit goes to the node, or the other way round.
pub fn through_field(solver: &mut Solver<'_>, base: Option<Node>, field: FieldId, value: Node, reads: bool) {
    let program = solver.program;
    let Some(info) = program.field(field) else { return };
    let Some(ty) = Type::of_descriptor(program, &info.descriptor) else {
        if reads {
            box_into(solver, &info.descriptor, value);
        }
        return;
    };
    if !reads {
        solver.add_trigger(value, Trigger::Ask(ty));
    }
    if info.access & access::STATIC != 0 {
        solver.initialize(field.class);
        let node = solver.static_field(field);
        let filter = solver.objects.filter(ty);
        if reads {
            solver.edge(node, value, 0);
        } else {
            solver.edge(value, node, filter);
        }
    } else if let Some(base) = base {
        // where fields are not known these are many, and the objects too
        let filter = solver.objects.filter(Type::class(field.class));
        let base = solver.filtered(base, filter);
        let step = AccessStep::Exactly(field);
        solver.add_trigger(base, if reads { Trigger::Load(value, step) } else { Trigger::Store(value, step) });
    }
}

/// The box of a primitive type goes to the node.
pub fn box_into(solver: &mut Solver<'_>, descriptor: &str, node: Node) {
    let class = match descriptor {
        "Z" => "java/lang/Boolean",
        "B" => "java/lang/Byte",
        "C" => "java/lang/Character",
        "S" => "java/lang/Short",
        "I" => "java/lang/Integer",
        "J" => "java/lang/Long",
        "F" => "java/lang/Float",
        "D" => "java/lang/Double",
        _ => return,
    };
    let object = solver.merged(class);
    solver.graph.add_object(node, object);
}

/// Access to a static field may initialise its class.
pub fn initialize_if_static(solver: &mut Solver<'_>, field: FieldId) {
    if solver.program.field(field).is_some_and(|info| info.access & access::STATIC != 0) {
        solver.initialize(field.class);
    }
}
