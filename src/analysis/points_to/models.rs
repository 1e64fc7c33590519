//! Effects of models ([`crate::analysis::models`]) as nodes, edges and triggers.
//!
//! A method that a model stands for is looked at for each call anew, whatever the sensitivity: what `arraycopy` copies
//! is a matter of its call. Objects that a model makes count as made at that call. What a model asks of reflection is for the
//! other plugins to answer.

use super::events::{Caller, ModelCall, SyntheticCall, Trigger};
use super::graph::Node;
use super::objects::{Object, Origin};
use super::plugin::{Plugin, PluginState};
use super::set::ObjectSet;
use super::solver::Solver;
use super::tables::reference_fields::Of;
use super::tables::{Kept, sorted};
use crate::analysis::ir::{Type, Var};
use crate::analysis::models::effect::{Base, Call, Effect, Place, Target, Value};
use crate::analysis::summaries::renumber::Renumber;
use crate::program::FieldId;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// Keeps shared arrays apart from others that the JVM makes.
const SHARED_ARRAY: u32 = u32::MAX - 1;

/// The plugin of the models.
pub struct Models;

/// Its state.
#[derive(Default)]
struct ModelState {
    /// The nodes of the variables.
    variables: FxHashMap<String, Node>,
    /// Names and descriptors of methods that models call.
    called: Vec<(String, String)>,
    /// Where copies are made.
    cloning: Vec<ModelCall>,
    /// Calls of models that initialise the classes at a node.
    initializing: Vec<((u32, u32), Node)>,
}

/// What is kept of it.
#[derive(Serialize, Deserialize)]
struct SavedModels {
    variables: Vec<(String, Node)>,
    called: Vec<(String, String)>,
    cloning: Vec<ModelCall>,
    initializing: Vec<((u32, u32), Node)>,
}

impl Kept for ModelState {
    type Saved = SavedModels;

    fn save(&self) -> SavedModels {
        SavedModels {
            variables: sorted(self.variables.iter().map(|(name, node)| (name.clone(), *node))),
            called: self.called.clone(),
            cloning: self.cloning.clone(),
            initializing: self.initializing.clone(),
        }
    }

    fn load(&mut self, saved: SavedModels) -> Option<()> {
        self.variables = saved.variables.into_iter().collect();
        (self.called, self.cloning, self.initializing) = (saved.called, saved.cloning, saved.initializing);
        Some(())
    }
}

impl Renumber for SavedModels {
    fn renumber(&mut self, by: u32) {
        self.cloning.iter_mut().for_each(|model_call| model_call.method.renumber(by));
    }
}

impl Plugin for Models {
    fn state(&self) -> Option<Box<dyn PluginState>> {
        Some(Box::<ModelState>::default())
    }

    fn on_instance(&self, solver: &mut Solver<'_>, instance: u32) {
        apply_to_instance(solver, instance);
    }

    fn on_call(&self, solver: &mut Solver<'_>, caller: Caller, callee: u32) {
        apply_to_call(solver, caller, callee);
    }

    fn on_objects(&self, solver: &mut Solver<'_>, trigger: Trigger, objects: &ObjectSet) {
        match trigger {
            Trigger::Clone(dst, cloning) => {
                objects.iter().for_each(|object| clone_object(solver, object, dst, cloning));
            }
            Trigger::InvokeNamed(synthetic, called) => {
                objects.iter().for_each(|object| invoke_named(solver, synthetic, called, object));
            }
            _ => {}
        }
    }
}

/// The nodes of the variables of the models.
pub fn variables(solver: &Solver<'_>) -> Vec<Node> {
    sorted(solver.state::<ModelState>().variables.values().copied())
}

/// The node of a variable of the models, if it was used.
pub fn known_variable(solver: &Solver<'_>, name: &str) -> Option<Node> {
    solver.state::<ModelState>().variables.get(name).copied()
}

/// Calls of models that initialise the classes at a node.
pub fn initializing<'s>(solver: &'s Solver<'_>) -> &'s [((u32, u32), Node)] {
    &solver.state::<ModelState>().initializing
}

/// Applies the model of a method to an instance of it.
fn apply_to_instance(solver: &mut Solver<'_>, instance: u32) {
    let Some(effects) = solver.methods.of(instance).model.clone() else { return };
    let model_call = of_instance(solver, instance);
    let throws = solver.ir(instance).thrown.map(|var| solver.var(instance, var));
    if let (Some(from), Some(to), false) = (model_call.thrown, throws, keeps_exceptions(&effects)) {
        solver.edge(from, to, 0);
    }
    if !is_for_each_call(&effects) {
        apply(solver, &model_call, &effects, throws);
    }
}

/// Applies the effects of a model.
pub fn apply(solver: &mut Solver<'_>, model_call: &ModelCall, effects: &[Effect], throws: Option<Node>) {
    for (number, effect) in effects.iter().enumerate() {
        let number = number as u32;
        match effect {
            Effect::Assign(place, value) => assign(solver, model_call, place, value, number),
            Effect::Call(call) => {
                call_by_model(solver, model_call, call, None, number);
            }
            Effect::Initialize(place) => {
                if let Some(node) = node_of_place(solver, model_call, place) {
                    solver.add_trigger(node, Trigger::Initialize);
                    let initializing = model_call.site.map(|site| (site, node));
                    solver.state_mut::<ModelState>().initializing.extend(initializing);
                }
            }
            Effect::Throw(place) => {
                if let (Some(node), Some(thrown)) = (node_of_place(solver, model_call, place), throws) {
                    solver.edge(node, thrown, 0);
                }
            }
            Effect::Reflect(reflect) => {
                solver.plugins.iter().for_each(|plugin| plugin.on_reflection(solver, model_call, *reflect));
            }
            Effect::Follow | Effect::Mutate(_) => {}
        }
    }
}

/// The value goes to the place.
pub fn assign(solver: &mut Solver<'_>, model_call: &ModelCall, place: &Place, value: &Value, number: u32) {
    let Some(src) = node_of_value(solver, model_call, value, number) else { return };
    let Some((last, before)) = place.steps.split_last() else {
        if let Some(dst) = node_of_base(solver, model_call, &place.base) {
            solver.edge(src, dst, 0);
        }
        return;
    };
    let prefix = Place { base: place.base.clone(), steps: before.to_vec() };
    if let Some(base) = node_of_place(solver, model_call, &prefix) {
        let step = solver.access_step(last);
        solver.add_trigger(base, Trigger::Store(src, step));
    }
}

fn node_of_base(solver: &mut Solver<'_>, model_call: &ModelCall, base: &Base) -> Option<Node> {
    match base {
        Base::This => model_call.this,
        Base::Parameter(number) => model_call.params.get(usize::from(*number)).copied().flatten(),
        Base::Return => model_call.result,
        Base::Thrown => model_call.thrown,
        Base::Static(class, name) => {
            let class = solver.program.find(class)?;
            let index = class.file.fields.iter().position(|field| field.name == *name)?;
            solver.initialize(class.id);
            Some(solver.static_field(FieldId { class: class.id, index: index as u16 }))
        }
        Base::Global(name) => Some(variable(solver, name)),
    }
}

/// The node of a variable of the models.
pub fn variable(solver: &mut Solver<'_>, name: &str) -> Node {
    if let Some(known) = known_variable(solver, name) {
        return known;
    }
    let node = solver.node();
    solver.state_mut::<ModelState>().variables.insert(name.to_owned(), node);
    node
}

/// A node that holds what lies at the place.
fn node_of_place(solver: &mut Solver<'_>, model_call: &ModelCall, place: &Place) -> Option<Node> {
    let mut node = node_of_base(solver, model_call, &place.base)?;
    for step in &place.steps {
        let step = solver.access_step(step);
        let next = solver.node();
        solver.add_trigger(node, Trigger::Load(next, step));
        node = next;
    }
    Some(node)
}

/// A node that holds the value; none if it is nothing.
pub fn node_of_value(solver: &mut Solver<'_>, model_call: &ModelCall, value: &Value, number: u32) -> Option<Node> {
    match value {
        Value::Place(place) => node_of_place(solver, model_call, place),
        Value::New(name) => {
            let ty = Type::named(solver.program, name);
            ty.as_class().into_iter().for_each(|class| solver.initialize(class));
            let object = made(solver, model_call, ty, number);
            let node = solver.node();
            solver.graph.add_object(node, object);
            Some(node)
        }
        Value::Clone(place) => {
            let from = node_of_place(solver, model_call, place)?;
            let node = solver.node();
            let cloning = &mut solver.state_mut::<ModelState>().cloning;
            cloning.push(model_call.clone());
            let number = cloning.len() as u32 - 1;
            solver.add_trigger(from, Trigger::Clone(node, number));
            Some(node)
        }
        Value::Call(call) => {
            let node = solver.node();
            call_by_model(solver, model_call, call, Some(node), number);
            Some(node)
        }
        Value::Nothing => None,
    }
}

/// An object that a model makes.
pub fn made(solver: &mut Solver<'_>, model_call: &ModelCall, ty: Type, number: u32) -> Object {
    if solver.is_merged(ty) || ty.as_class().is_some_and(|class| solver.program.name(class) == "java/lang/String") {
        return solver.object(Origin::Merged, 0, ty);
    }
    let origin = match model_call.site {
        Some((instance, call)) => Origin::Model(solver.methods.instances[instance as usize].method, call, number),
        None => Origin::Model(u32::MAX, model_call.number, number),
    };
    solver.object(origin, model_call.heap, ty)
}

/// The array that stands for all of its type that copies in the JDK give.
pub fn shared_array(solver: &mut Solver<'_>, ty: Type) -> Object {
    solver.object(Origin::Model(u32::MAX, SHARED_ARRAY, 0), 0, ty)
}

fn call_by_model(solver: &mut Solver<'_>, model_call: &ModelCall, call: &Call, dst: Option<Node>, number: u32) {
    let args = call.arguments.iter().enumerate();
    let args: Vec<Option<Node>> =
        args.map(|(place, value)| node_of_value(solver, model_call, value, number * 64 + place as u32 + 1)).collect();
    let synthetic = SyntheticCall { site: model_call.site, args, dst, thrown: model_call.thrown };
    match &call.target {
        Target::Static(name) => {
            let Some(class) = solver.program.find(&name.class) else { return };
            let descriptor = name.descriptor.as_deref().unwrap_or_default();
            let Some(method) = class.declared(&name.name, descriptor) else { return };
            solver.initialize(class.id);
            let synthetic = solver.synthetic_call(synthetic);
            solver.run_static(Caller::Synthetic(synthetic), method);
        }
        Target::Virtual { receiver, name, descriptor } => {
            let Some(receiver) = node_of_place(solver, model_call, receiver) else { return };
            let synthetic = solver.synthetic_call(synthetic);
            let called = &mut solver.state_mut::<ModelState>().called;
            called.push((name.clone(), descriptor.clone()));
            let number = called.len() as u32 - 1;
            solver.add_trigger(receiver, Trigger::InvokeNamed(synthetic, number));
        }
    }
}

/// A copy of the object goes to the node.
fn clone_object(solver: &mut Solver<'_>, object: Object, dst: Node, cloning: u32) {
    let ty = solver.objects.type_of(object);
    let model_call = solver.state::<ModelState>().cloning[cloning as usize].clone();
    let in_jdk = model_call
        .site
        .is_none_or(|(instance, _)| !solver.program.is_application(solver.methods.of(instance).id.class));
    let copy = if solver.is_made_up(object) {
        object
    } else if ty.is_array() && in_jdk {
        shared_array(solver, ty)
    } else {
        made(solver, &model_call, ty, 0)
    };
    solver.graph.add_object(dst, copy);
    if copy == object {
        return;
    }
    if ty.element().is_some() {
        let (from, to) = (solver.elements(object), solver.elements(copy));
        solver.edge(from, to, 0);
    }
    let fields = ty.as_class().map(|class| solver.reference_fields.of(solver.program, class, Of::Object));
    for (field, _) in fields.iter().flat_map(|fields| fields.iter()) {
        let (from, to) = (solver.field(object, *field), solver.field(copy, *field));
        solver.edge(from, to, 0);
    }
}

/// The method of this name and descriptor is called on the object.
fn invoke_named(solver: &mut Solver<'_>, synthetic: u32, called: u32, object: Object) {
    let (name, descriptor) = solver.state::<ModelState>().called[called as usize].clone();
    let program = solver.program;
    let ty = solver.objects.type_of(object);
    let Some(class) = ty.as_class().or_else(|| program.class("java/lang/Object")) else { return };
    let constructor = name == "<init>";
    let method = if constructor {
        program.get(class).and_then(|class| class.declared(&name, &descriptor))
    } else {
        program.resolve_method(class, &name, &descriptor)
    };
    if let Some(method) = method {
        solver.invoke(Caller::Synthetic(synthetic), method, !constructor, &ObjectSet::from_iter([object]));
    }
}

/// Applies the reflective model of a method whose code is followed too to one call of it.
fn apply_to_call(solver: &mut Solver<'_>, caller: Caller, callee: u32) {
    let Some(effects) = solver.methods.of(callee).model.clone().filter(|effects| is_for_each_call(effects)) else {
        return;
    };
    let (site, params, dst, _) = solver.values_of(caller);
    let mut model_call = of_instance(solver, callee);
    let result = solver.node();
    dst.into_iter().for_each(|dst| solver.edge(result, dst, 0));
    (model_call.site, model_call.params, model_call.result) = (site, params, Some(result));
    if let Caller::Site(instance, number) = caller {
        // the objects of this call alone, not of all calls
        let receiver = solver.ir(instance).call(number).receiver;
        model_call.this = receiver.map(|var| solver.var(instance, var)).filter(|_| model_call.this.is_some());
    }
    apply(solver, &model_call, &effects, None);
}

/// The model call of a modelled method's instance.
fn of_instance(solver: &mut Solver<'_>, instance: u32) -> ModelCall {
    let ir = solver.ir(instance);
    let node = |var: Option<Var>| var.map(|var| solver.var(instance, var));
    let made = solver.methods.instances[instance as usize];
    let mut model_call = ModelCall {
        this: node(ir.this),
        params: ir.params.iter().map(|var| node(*var)).collect(),
        result: node(ir.result),
        thrown: None,
        site: solver.methods.call_of_model(instance),
        number: made.method,
        heap: 0,
        method: Some(solver.methods.of(instance).id),
    };
    model_call.thrown = Some(solver.node());
    if let Some((caller, _)) = model_call.site {
        let calling = solver.methods.instances[caller as usize];
        model_call.heap = solver.selector.of_heap(&mut solver.contexts, calling.context, solver.methods.of(caller).id);
    }
    model_call
}

/// Whether the effects are for each call apart although the code is followed too: what reflection answers.
fn is_for_each_call(effects: &[Effect]) -> bool {
    effects.contains(&Effect::Follow) && effects.iter().any(|effect| matches!(effect, Effect::Reflect(_)))
}

/// Whether the effects use the exceptions of their calls themselves, so that these do not leave the method.
fn keeps_exceptions(effects: &[Effect]) -> bool {
    fn in_value(value: &Value) -> bool {
        match value {
            Value::Place(place) | Value::Clone(place) => place.base == Base::Thrown,
            Value::Call(call) => in_call(call),
            Value::New(_) | Value::Nothing => false,
        }
    }
    fn in_call(call: &Call) -> bool {
        let receiver = match &call.target {
            Target::Virtual { receiver, .. } => receiver.base == Base::Thrown,
            Target::Static(_) => false,
        };
        receiver || call.arguments.iter().any(in_value)
    }
    effects.iter().any(|effect| match effect {
        Effect::Assign(_, value) => in_value(value),
        Effect::Call(call) => in_call(call),
        _ => false,
    })
}
