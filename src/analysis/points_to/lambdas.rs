//! Instructions `invokedynamic`: function objects and calls on them, string concatenation, the methods of records, switches.
//!
//! A function object is made where the instruction is, under the heap context, and has nodes for what it captured. A call of
//! its method runs what the instruction's handle refers to; default methods of its interfaces run as they are. Of other
//! bootstrap methods all handles among the arguments are called, and the place is reported.

use super::events::{Caller, Runs, SyntheticCall, Trigger};
use super::graph::Node;
use super::handle_calls;
use super::objects::{Object, ObjectData, Origin};
use super::plugin::{Plugin, PluginState};
use super::solver::Solver;
use super::tables::{Kept, sorted};
use crate::analysis::ir::{Dynamic, Statement, Target, Type};
use crate::classfile::descriptor::parse_method;
use crate::program::{ClassId, FieldId, MethodId, access};
use rustc_hash::FxHashMap;

/// The plugin.
pub struct Lambdas;

/// Its state: what function objects captured; none for values of primitive types.
#[derive(Default)]
struct Captured(FxHashMap<Object, Vec<Option<Node>>>);

impl Kept for Captured {
    type Saved = Vec<(Object, Vec<Option<Node>>)>;

    fn save(&self) -> Self::Saved {
        sorted(self.0.iter().map(|(object, nodes)| (*object, nodes.clone())))
    }

    fn load(&mut self, saved: Self::Saved) -> Option<()> {
        self.0 = saved.into_iter().collect();
        Some(())
    }
}

impl Plugin for Lambdas {
    fn state(&self) -> Option<Box<dyn PluginState>> {
        Some(Box::<Captured>::default())
    }

    fn on_statement(&self, solver: &mut Solver<'_>, instance: u32, statement: &Statement) {
        let Statement::Call(number) = *statement else { return };
        let ir = solver.ir(instance);
        if let Target::Dynamic(made) = &ir.call(number).target {
            call_dynamic(solver, instance, number, made);
        }
    }

    fn on_made_up(&self, solver: &mut Solver<'_>, caller: Caller, resolved: MethodId, objects: &[Object]) -> Runs {
        let [object] = *objects else { return Runs::OfOthers };
        let Origin::Lambda(method, number) = solver.objects.get(object).origin else { return Runs::OfOthers };
        let found = call_function(solver, caller, resolved, object, (method, number));
        found.map_or(Runs::Nothing, Runs::Method)
    }
}

/// A call on a function object: gives the default method that runs, or makes the call itself.
fn call_function(
    solver: &mut Solver<'_>,
    caller: Caller,
    resolved: MethodId,
    object: Object,
    (method, number): (u32, u32),
) -> Option<MethodId> {
    let program = solver.program;
    let info = program.method(resolved)?;
    let abstracts = program.flags(resolved) & access::ABSTRACT != 0;
    let ir = solver.view(method)?.ir.clone();
    let Target::Dynamic(made) = &ir.call(number).target else { return None };
    let Dynamic::Lambda { name, runs, .. } = &**made else { return None };
    if !abstracts || *name != info.name {
        return solver.dispatch(object, resolved);
    }
    let captured = solver.state::<Captured>().0.get(&object).cloned().unwrap_or_default();
    let arity = parse_method(&info.descriptor).map_or(0, |parsed| parsed.parameters.len());
    handle_calls::call_handle(solver, caller, runs, captured, arity);
    None
}

/// `invokedynamic`, and constants that a bootstrap method computes.
fn call_dynamic(solver: &mut Solver<'_>, instance: u32, number: u32, made: &Dynamic) {
    let ir = solver.ir(instance);
    let call = ir.call(number);
    let dst = call.dst.map(|var| solver.var(instance, var));
    match made {
        Dynamic::Lambda { interface, markers, .. } => {
            // its class has these interfaces, and their default methods (JVMS 5.5)
            let interfaces: Vec<ClassId> =
                std::iter::once(interface).chain(markers).filter_map(|ty| ty.as_class()).collect();
            interfaces.into_iter().for_each(|class| solver.initialize(class));
            let object = function_object(solver, instance, number, *interface, markers);
            dst.into_iter().for_each(|dst| solver.graph.add_object(dst, object));
        }
        Dynamic::Concatenation | Dynamic::Record { .. } | Dynamic::Switch => {
            let string = solver.merged("java/lang/String");
            dst.into_iter().for_each(|dst| solver.graph.add_object(dst, string));
            for var in call.args.iter().flatten() {
                let node = solver.var(instance, *var);
                call_methods_of_object(solver, (instance, number), node, made);
            }
        }
        Dynamic::Other { bootstrap, handles } => {
            solver.diagnostics.insert(format!(
                "{}: the result of a bootstrap method is unknown",
                solver.program.shown(solver.methods.of(instance).id)
            ));
            for handle in std::iter::once(bootstrap).chain(handles) {
                handle_calls::call_handle(solver, Caller::Site(instance, number), handle, Vec::new(), usize::MAX);
            }
        }
    }
}

/// The function object of an `invokedynamic`: made there under the heap context, like other objects, with nodes for the
/// values that it captures. (Were it one for each instance of the method, function objects made from function objects, as
/// `Predicate.and` does, would have no end under k-object.)
fn function_object(solver: &mut Solver<'_>, instance: u32, number: u32, interface: Type, markers: &[Type]) -> Object {
    let made = solver.methods.instances[instance as usize];
    let context = solver.selector.of_heap(&mut solver.contexts, made.context, solver.methods.of(instance).id);
    let data = ObjectData { origin: Origin::Lambda(made.method, number), context, ty: interface };
    let object = solver.objects.function(data, markers);
    let ir = solver.ir(instance);
    let args = &ir.call(number).args;
    let captured = if let Some(known) = solver.state::<Captured>().0.get(&object) {
        known.clone()
    } else {
        let nodes: Vec<Option<Node>> = args.iter().map(|arg| arg.map(|_| solver.node())).collect();
        solver.state_mut::<Captured>().0.insert(object, nodes.clone());
        nodes
    };
    for (arg, node) in args.iter().zip(captured) {
        if let (Some(arg), Some(node)) = (arg, node) {
            solver.edge(solver.var(instance, *arg), node, 0);
        }
    }
    object
}

/// String concatenation calls `toString`; a record's methods call those of its fields; a switch calls `equals`.
fn call_methods_of_object(solver: &mut Solver<'_>, site: (u32, u32), node: Node, made: &Dynamic) {
    let (name, descriptor) = match made {
        Dynamic::Record { name, .. } if name == "hashCode" => ("hashCode", "()I"),
        Dynamic::Record { name, .. } if name == "equals" => ("equals", "(Ljava/lang/Object;)Z"),
        Dynamic::Switch => ("equals", "(Ljava/lang/Object;)Z"),
        _ => ("toString", "()Ljava/lang/String;"),
    };
    let Some(object) = solver.program.find("java/lang/Object") else { return };
    let Some(method) = object.declared(name, descriptor) else { return };
    let mut from = vec![node];
    if let Dynamic::Record { fields, .. } = made {
        from = fields_of_record(solver, node, fields);
    }
    for node in from {
        let args = if name == "equals" { vec![Some(node)] } else { Vec::new() };
        let synthetic = SyntheticCall { site: Some(site), args, dst: None, thrown: None };
        let synthetic = solver.synthetic_call_once(synthetic);
        solver.add_trigger(node, Trigger::Invoke(synthetic, method, true));
    }
}

/// Nodes of the fields of all records that arrive at the node.
fn fields_of_record(solver: &mut Solver<'_>, node: Node, fields: &[FieldId]) -> Vec<Node> {
    let mut nodes = Vec::new();
    for field in fields {
        let Some(info) = solver.program.field(*field) else { continue };
        let step = solver.reference_fields.step_to(&info.name);
        let next = solver.node();
        solver.add_trigger(node, Trigger::Load(next, step));
        nodes.push(next);
    }
    nodes
}
