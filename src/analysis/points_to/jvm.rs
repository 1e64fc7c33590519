//! Where a run starts: what the JVM does by itself, then `main` with its arguments. The first part knows nothing of the
//! application: it is the same for all programs on a JDK.

use super::events::{Caller, ModelCall, SyntheticCall};
use super::graph::Node;
use super::models;
use super::objects::{Object, Origin};
use super::plugin::{Plugin, PluginState};
use super::set::ObjectSet;
use super::solver::Solver;
use super::tables::Kept;
use crate::analysis::ir::Type;
use crate::analysis::models::effect::Effect;
use crate::analysis::models::entry_points::When;
use crate::analysis::summaries::renumber::Renumber;
use crate::program::{FieldId, MethodId, access};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The plugin of what the JVM does.
pub struct Jvm;

/// Its state, which is kept as it is.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Starts {
    /// Synthetic calls of what the JVM calls before `main`, and `main`'s own.
    calls: BTreeSet<u32>,
    /// What leaves `main` and the methods that the JVM calls.
    thrown: Node,
    /// Fields that the JVM stores into, and what.
    fields: Vec<(FieldId, Node)>,
}

impl Kept for Starts {
    type Saved = Self;

    fn save(&self) -> Self {
        self.clone()
    }

    fn load(&mut self, saved: Self) -> Option<()> {
        *self = saved;
        Some(())
    }
}

impl Renumber for Starts {
    fn renumber(&mut self, by: u32) {
        self.fields.iter_mut().for_each(|(field, _)| field.renumber(by));
    }
}

impl Plugin for Jvm {
    fn state(&self) -> Option<Box<dyn PluginState>> {
        Some(Box::<Starts>::default())
    }

    fn on_start(&self, solver: &mut Solver<'_>) {
        by_the_jvm(solver);
    }

    fn on_application(&self, solver: &mut Solver<'_>, main: MethodId) {
        self::main(solver, main);
    }

    fn on_object(&self, solver: &mut Solver<'_>, object: Object) {
        for (field, node) in solver.state::<Starts>().fields.clone() {
            if solver.has_field(object, field) {
                let to = solver.field(object, field);
                solver.edge(node, to, 0);
            }
        }
    }
}

/// Whether the synthetic call starts something: `main`, or what the JVM calls before it.
pub fn is_start(solver: &Solver<'_>, synthetic: u32) -> bool {
    solver.state::<Starts>().calls.contains(&synthetic)
}

/// Makes `main` reachable.
fn main(solver: &mut Solver<'_>, main: MethodId) {
    let string = Type::named(solver.program, "java/lang/String");
    let thrown = solver.state::<Starts>().thrown;
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
    solver.state_mut::<Starts>().calls.insert(synthetic);
    solver.initialize(main.class);
    if solver.program.flags(main) & access::STATIC == 0 {
        let this = solver.object(Origin::Merged, 0, Type::class(main.class));
        solver.invoke(Caller::Synthetic(synthetic), main, false, &ObjectSet::from_iter([this]));
    } else {
        solver.run_static(Caller::Synthetic(synthetic), main);
    }
}

/// What the JVM calls, initialises, stores and throws by itself.
fn by_the_jvm(solver: &mut Solver<'_>) {
    let thrown = solver.node();
    solver.state_mut::<Starts>().thrown = thrown;
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
        solver.state_mut::<Starts>().calls.insert(synthetic);
        if let Some(constructor) = constructor {
            solver.invoke(Caller::Synthetic(synthetic), constructor, false, &ObjectSet::from_iter([exception]));
        }
        model_call.number = MODELS + number as u32;
    }
    for (place, value) in &model.variables {
        model_call.number += 1;
        models::assign(solver, &model_call, place, value, 0);
    }
    for (class, field, value) in &model.fields {
        model_call.number += 1;
        let node = models::node_of_value(solver, &model_call, value, 0);
        let found = program.find(class).and_then(|class| {
            let index = class.file.fields.iter().position(|info| info.name == *field)?;
            Some(FieldId { class: class.id, index: index as u16 })
        });
        if let (Some(node), Some(field)) = (node, found) {
            jvm_sets(solver, field, node);
        }
    }
    for (when, call) in model.calls.iter().filter(|(when, _)| *when != When::Link) {
        model_call.number += 1;
        let first = solver.synthetic_calls.count();
        models::apply(solver, &model_call, &[Effect::Call(call.clone())], None);
        if *when == When::Start {
            let last = solver.synthetic_calls.count();
            solver.state_mut::<Starts>().calls.extend(first..last);
        }
    }
}

/// The first number of model calls that are the JVM's: far above the numbers of methods.
const MODELS: u32 = 1 << 30;

/// The JVM stores what the node has into the field of every object that has it.
fn jvm_sets(solver: &mut Solver<'_>, field: FieldId, node: Node) {
    solver.state_mut::<Starts>().fields.push((field, node));
    for object in 0..solver.objects.count() as Object {
        if solver.has_field(object, field) {
            let to = solver.field(object, field);
            solver.edge(node, to, 0);
        }
    }
}
