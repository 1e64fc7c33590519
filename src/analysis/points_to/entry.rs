//! Where a run starts: what the JVM does by itself, then `main` with its arguments. The first part knows nothing of the
//! application: it is the same for all programs on a JDK.

use super::modelled::Scene;
use super::objects::Origin;
use super::set::ObjectSet;
use super::solver::{Caller, Flow, Solver};
use crate::analysis::ir::Type;
use crate::analysis::models::effect::Effect;
use crate::analysis::models::entry_points::When;
use crate::program::{FieldId, MethodId, access};

/// Makes `main` reachable.
pub(super) fn main(solver: &mut Solver<'_>, main: MethodId) {
    let string = Type::named(solver.program, "java/lang/String");
    let thrown = solver.start_thrown;
    let arguments = solver.node();
    let elements = solver.merged("java/lang/String");
    if let Some(ty) = string.array() {
        let array = solver.object(Origin::Merged, 0, ty);
        let node = solver.elements(array);
        solver.graph.add_object(node, elements);
        solver.graph.add_object(arguments, array);
    }
    let flow = solver.flow(Flow { site: None, args: vec![Some(arguments)], dst: None, thrown: Some(thrown) });
    solver.flows_of_start.insert(flow);
    solver.initialize(main.class);
    if solver.program.flags(main) & access::STATIC == 0 {
        let this = solver.object(Origin::Merged, 0, Type::class(main.class));
        solver.invoke(Caller::Flow(flow), main, false, &ObjectSet::from_iter([this]));
    } else {
        solver.run_static(Caller::Flow(flow), main);
    }
}

/// What the JVM calls, initialises, stores and throws by itself.
pub(super) fn by_the_jvm(solver: &mut Solver<'_>) {
    let thrown = solver.node();
    solver.start_thrown = thrown;
    let model = solver.models.entry_points.clone();
    let program = solver.program;
    for class in model.initialized.iter().filter_map(|name| program.class(name)) {
        solver.initialize(class);
    }
    let mut scene = Scene { thrown: Some(thrown), number: MODELS, ..Scene::default() };
    for (number, (class, _)) in model.raised.iter().enumerate().filter(|(_, (class, _))| program.has_class(class)) {
        let exception = solver.merged(class);
        let node = solver.jvm_thrown;
        solver.graph.add_object(node, exception);
        let constructor = program.find(class).and_then(|class| class.declared("<init>", "()V"));
        let flow = solver.flow(Flow { site: None, args: Vec::new(), dst: None, thrown: None });
        solver.flows_of_start.insert(flow);
        if let Some(constructor) = constructor {
            solver.invoke(Caller::Flow(flow), constructor, false, &ObjectSet::from_iter([exception]));
        }
        scene.number = MODELS + number as u32;
    }
    for (place, value) in &model.variables {
        scene.number += 1;
        solver.assign(&scene, place, value, 0);
    }
    for (class, field, value) in &model.fields {
        scene.number += 1;
        let node = solver.value(&scene, value, 0);
        let found = program.find(class).and_then(|class| {
            let index = class.file.fields.iter().position(|info| info.name == *field)?;
            Some(FieldId { class: class.id, index: index as u16 })
        });
        if let (Some(node), Some(field)) = (node, found) {
            solver.jvm_sets(field, node);
        }
    }
    for (when, call) in model.calls.iter().filter(|(when, _)| *when != When::Link) {
        scene.number += 1;
        let first = solver.flows.len() as u32;
        solver.apply(&scene, &[Effect::Call(call.clone())], None);
        if *when == When::Start {
            solver.flows_of_start.extend(first..solver.flows.len() as u32);
        }
    }
}

/// The first number of scenes that are the JVM's: far above the numbers of methods.
const MODELS: u32 = 1 << 30;
