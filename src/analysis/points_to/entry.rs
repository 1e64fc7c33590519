//! Where a run starts: what the JVM does by itself, then `main` with its arguments. The first part knows nothing of the
//! application: it is the same for all programs on a JDK.

use super::events::{Caller, ModelCall, SyntheticCall};
use super::objects::Origin;
use super::set::ObjectSet;
use super::solver::Solver;
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
    let synthetic = solver.synthetic_call(SyntheticCall {
        site: None,
        args: vec![Some(arguments)],
        dst: None,
        thrown: Some(thrown),
    });
    solver.starting_calls.insert(synthetic);
    solver.initialize(main.class);
    if solver.program.flags(main) & access::STATIC == 0 {
        let this = solver.object(Origin::Merged, 0, Type::class(main.class));
        solver.invoke(Caller::Synthetic(synthetic), main, false, &ObjectSet::from_iter([this]));
    } else {
        solver.run_static(Caller::Synthetic(synthetic), main);
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
    let mut model_call = ModelCall { thrown: Some(thrown), number: MODELS, ..ModelCall::default() };
    for (number, (class, _)) in model.raised.iter().enumerate().filter(|(_, (class, _))| program.has_class(class)) {
        let exception = solver.merged(class);
        let node = solver.jvm_thrown;
        solver.graph.add_object(node, exception);
        let constructor = program.find(class).and_then(|class| class.declared("<init>", "()V"));
        let synthetic = solver.synthetic_call(SyntheticCall { site: None, args: Vec::new(), dst: None, thrown: None });
        solver.starting_calls.insert(synthetic);
        if let Some(constructor) = constructor {
            solver.invoke(Caller::Synthetic(synthetic), constructor, false, &ObjectSet::from_iter([exception]));
        }
        model_call.number = MODELS + number as u32;
    }
    for (place, value) in &model.variables {
        model_call.number += 1;
        solver.assign(&model_call, place, value, 0);
    }
    for (class, field, value) in &model.fields {
        model_call.number += 1;
        let node = solver.value(&model_call, value, 0);
        let found = program.find(class).and_then(|class| {
            let index = class.file.fields.iter().position(|info| info.name == *field)?;
            Some(FieldId { class: class.id, index: index as u16 })
        });
        if let (Some(node), Some(field)) = (node, found) {
            solver.jvm_sets(field, node);
        }
    }
    for (when, call) in model.calls.iter().filter(|(when, _)| *when != When::Link) {
        model_call.number += 1;
        let first = solver.synthetic_calls.len() as u32;
        solver.apply(&model_call, &[Effect::Call(call.clone())], None);
        if *when == When::Start {
            solver.starting_calls.extend(first..solver.synthetic_calls.len() as u32);
        }
    }
}

/// The first number of model calls that are the JVM's: far above the numbers of methods.
const MODELS: u32 = 1 << 30;
