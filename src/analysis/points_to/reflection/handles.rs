//! Method handles and variable handles: what they run and access where they are called.
//!
//! A call of a signature-polymorphic method passes its own arguments to what the handle means, in order. Handles that
//! are made of others (`bindTo`, `filterArguments`, …) are not taken apart: such a handle runs each handle among its
//! parts, its arguments being whatever fits of the call's arguments, the parts, and the results of these runs — the
//! *pool* of the call. There is one pool for each call, so that handles made of themselves end. Handles that code of the JDK
//! combines (mostly to link instructions and lambdas, which are known from the instructions) are not followed: a call in
//! the application that no known handle arrives at is not followed ([`super::super::PointsTo::follows`]).

use super::super::events::{AccessStep, Caller, Slot, SyntheticCall, Trigger};
use super::super::graph::Node;
use super::super::objects::{Object, Origin};
use super::super::plugin::{Plugin, PluginState};
use super::super::set::ObjectSet;
use super::super::solver::Solver;
use super::super::tables::{Kept, sorted};
use super::super::{field_access, handle_calls, models};
use super::RESULT;
use super::members::Member;
use super::{calls, lookup, members};
use crate::analysis::ir::{Handle, Type};
use crate::analysis::summaries::renumber::Renumber;
use crate::classfile::descriptor::parse_method;
use crate::program::{MethodId, access};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

/// Nodes of a call, apart from those by method.
const POOL: u64 = u64::MAX;
const RESULTS: u64 = u64::MAX - 1;
const PARTS: u64 = u64::MAX - 2;

/// The plugin of the handles.
pub struct Handles;

/// Its state: nodes of reflective calls by keys of their own.
#[derive(Default)]
struct NodesOfCalls(FxHashMap<(u32, u64), Node>);

/// What is kept of it.
#[derive(Serialize, Deserialize)]
struct SavedNodes(Vec<((u32, u64), Node)>);

impl Kept for NodesOfCalls {
    type Saved = SavedNodes;

    fn save(&self) -> SavedNodes {
        SavedNodes(sorted(self.0.iter().map(|(key, node)| (*key, *node))))
    }

    fn load(&mut self, saved: SavedNodes) -> Option<()> {
        self.0 = saved.0.into_iter().collect();
        Some(())
    }
}

impl Renumber for SavedNodes {
    fn renumber(&mut self, by: u32) {
        self.0.iter_mut().for_each(|((_, key), _)| *key = renumbered_key(*key, by));
    }
}

impl Plugin for Handles {
    fn state(&self) -> Option<Box<dyn PluginState>> {
        Some(Box::<NodesOfCalls>::default())
    }
}

/// The pool of a call, if it has one.
pub fn known_pool(solver: &Solver<'_>, reflective: u32) -> Option<Node> {
    known_node(solver, reflective, POOL)
}

fn known_node(solver: &Solver<'_>, reflective: u32, key: u64) -> Option<Node> {
    solver.state::<NodesOfCalls>().0.get(&(reflective, key)).copied()
}

/// A node of a reflective call by a key; true if it is new.
fn node_of_call(solver: &mut Solver<'_>, reflective: u32, key: u64) -> (Node, bool) {
    if let Some(known) = known_node(solver, reflective, key) {
        return (known, false);
    }
    let node = solver.node();
    solver.state_mut::<NodesOfCalls>().0.insert((reflective, key), node);
    (node, true)
}

/// A handle is looked up by name, or made from a member.
pub fn find_handles(solver: &mut Solver<'_>, reflective: u32, slot: Slot, objects: &ObjectSet) {
    let name = calls::get(solver, reflective).name.clone();
    match slot {
        _ if name == "bind" => bind(solver, reflective),
        Slot::Class if name == "arrayElementVarHandle" => calls::answer(solver, reflective, &Member::Elements),
        Slot::Class | Slot::Name => lookup::look_up(solver, reflective, slot, objects),
        Slot::Member => {
            for object in objects.iter() {
                for member in unreflected(solver, reflective, object) {
                    calls::answer(solver, reflective, &member);
                }
            }
        }
        Slot::Object | Slot::Pool => {}
    }
}

fn unreflected(solver: &mut Solver<'_>, reflective: u32, object: Object) -> Vec<Member> {
    match members::of(solver, object) {
        Some(Member::Method(method)) => lookup::method_member(solver, reflective, method).into_iter().collect(),
        Some(Member::Constructor(class, method)) => vec![Member::Handle(Handle::New(Type::class(class), method))],
        Some(Member::Field(field)) => vec![lookup::field_member(solver, reflective, field)],
        Some(Member::MethodsOf(class, meant)) => {
            let mut methods = members::methods_meant(solver, class, meant);
            methods.retain(|method| solver.program.is_application(method.class));
            let methods = methods.into_iter();
            methods.filter_map(|method| lookup::method_member(solver, reflective, method)).collect()
        }
        Some(Member::FieldsOf(class)) => members::fields_of(solver, class)
            .into_iter()
            .map(|field| lookup::field_member(solver, reflective, field))
            .collect(),
        _ => Vec::new(),
    }
}

/// `Lookup.bind`: a method of the receiver's class by name, made one with the receiver.
fn bind(solver: &mut Solver<'_>, reflective: u32) {
    let nodes = calls::get(solver, reflective).nodes();
    let (Some(receiver), Some(name)) = (nodes.objects.get(1).copied(), nodes.name) else { return };
    let (parts, new) = node_of_call(solver, reflective, PARTS);
    if new {
        solver.edge(receiver, parts, 0);
        calls::answer(solver, reflective, &Member::Combined(reflective));
    }
    let origins = solver.graph.objects(name).iter().map(|name| &solver.objects.get(name).origin);
    let names: FxHashSet<Box<str>> =
        origins.filter_map(|origin| if let Origin::Text(name) = origin { Some(name.clone()) } else { None }).collect();
    let receivers: Vec<Object> = solver.graph.objects(receiver).iter().collect();
    for receiver in receivers {
        let Some(class) = solver.objects.type_of(receiver).as_class() else { continue };
        for member in lookup::members_named(solver, reflective, class, &names) {
            let handle = members::object_of(solver, &member);
            solver.graph.add_object(parts, handle);
        }
    }
}

/// A handle is made of others and of values.
pub fn combine(solver: &mut Solver<'_>, reflective: u32) {
    if !calls::is_at_application(solver, reflective) {
        calls::unknown(solver, reflective, "combines method handles");
        return;
    }
    let model_call = calls::get(solver, reflective).model_call.clone();
    let nodes = calls::get(solver, reflective).nodes();
    let (parts, _) = node_of_call(solver, reflective, PARTS);
    for node in model_call.this.into_iter().chain(model_call.params.into_iter().flatten()).chain(nodes.elements) {
        solver.edge(node, parts, 0);
    }
    solver.add_trigger(parts, Trigger::Load(parts, AccessStep::Elements)); // arrays of handles
    calls::answer(solver, reflective, &Member::Combined(reflective));
}

/// Handles arrived at the receiver of a call, or in its pool.
pub fn run_handles(solver: &mut Solver<'_>, reflective: u32, slot: Slot, handles: &ObjectSet) {
    let Some(site) = calls::get(solver, reflective).model_call.site else { return };
    let by_array = calls::get(solver, reflective).name == "invokeWithArguments";
    for handle in handles.iter() {
        match members::of(solver, handle) {
            Some(Member::Handle(handle)) if slot == Slot::Member && !by_array => {
                run_in_order(solver, reflective, site, &handle);
            }
            _ if !calls::is_at_application(solver, reflective) => {
                calls::unknown(solver, reflective, "calls a combined method handle");
            }
            Some(Member::Handle(handle)) => run_on_pool(solver, reflective, site, &handle),
            Some(Member::Combined(made)) => unfold(solver, reflective, site, made),
            _ => {}
        }
    }
}

/// The call passes its arguments in order.
fn run_in_order(solver: &mut Solver<'_>, reflective: u32, site: (u32, u32), handle: &Handle) {
    let program = solver.program;
    let mut caller = Caller::Site(site.0, site.1);
    let (_, mut args, dst, _) = solver.values_of(caller);
    if let Some((method, info)) = handle.method().and_then(|method| Some((method, program.method(method)?))) {
        let receiver = usize::from(matches!(handle, Handle::Virtual(_) | Handle::Special(_)));
        let count = parse_method(&info.descriptor).map_or(0, |parsed| parsed.parameters.len());
        if info.access & access::VARARGS != 0 && count > 0 && args.len() >= receiver + count {
            let from = receiver + count - 1;
            let last = collected(solver, reflective, method, &args[from..]);
            args.truncate(from);
            args.push(Some(last));
            caller = Caller::Synthetic(solver.synthetic_call_once(SyntheticCall {
                site: Some(site),
                args,
                dst,
                thrown: None,
            }));
        }
        handle_calls::box_result(solver, &info.descriptor, dst);
    }
    handle_calls::call_handle(solver, caller, handle, Vec::new(), usize::MAX);
}

/// What the last parameter of a method with a variable number of arguments has: an array of the arguments, or the one
/// array that is passed.
fn collected(solver: &mut Solver<'_>, reflective: u32, method: MethodId, args: &[Option<Node>]) -> Node {
    let (node, new) = node_of_call(solver, reflective, key_of(method));
    let program = solver.program;
    let info = program.method(method).and_then(|info| parse_method(&info.descriptor));
    let ty = info.and_then(|parsed| Type::of_descriptor(program, parsed.parameters.last()?));
    let (true, Some(ty)) = (new, ty) else { return node };
    let model_call = calls::get(solver, reflective).model_call.clone();
    let array = models::made(solver, &model_call, ty, RESULT + 8);
    solver.graph.add_object(node, array);
    let filter = solver.objects.filter(ty);
    for arg in args.iter().flatten() {
        solver.put_element(array, *arg);
        solver.edge(*arg, node, filter);
    }
    node
}

/// The pool of a call and the node of its results.
fn pool(solver: &mut Solver<'_>, reflective: u32, site: (u32, u32)) -> (Node, Node) {
    let (pool, new) = node_of_call(solver, reflective, POOL);
    let (results, _) = node_of_call(solver, reflective, RESULTS);
    if new {
        let (_, args, dst, _) = solver.values_of(Caller::Site(site.0, site.1));
        args.into_iter().flatten().for_each(|arg| solver.edge(arg, pool, 0));
        solver.edge(results, pool, 0);
        dst.into_iter().for_each(|dst| solver.edge(results, dst, 0));
        solver.add_trigger(pool, Trigger::Load(pool, AccessStep::Elements));
        solver.add_trigger(pool, Trigger::Reflect(reflective, Slot::Pool));
    }
    (pool, results)
}

/// The call runs what a handle is made of.
fn unfold(solver: &mut Solver<'_>, reflective: u32, site: (u32, u32), made: u32) {
    let (pool, results) = pool(solver, reflective, site);
    let (parts, _) = node_of_call(solver, made, PARTS);
    solver.edge(parts, pool, 0);
    match calls::get(solver, made).name.as_str() {
        "constant" | "identity" => solver.edge(pool, results, 0),
        "arrayElementGetter" => solver.add_trigger(pool, Trigger::Load(results, AccessStep::Elements)),
        "arrayElementSetter" => solver.add_trigger(pool, Trigger::Store(pool, AccessStep::Elements)),
        "throwException" => {
            let region = solver.ir(site.0).call(site.1).region;
            let filter = solver.objects.filter(Type::named(solver.program, "java/lang/Throwable"));
            let thrown = solver.filtered(pool, filter);
            solver.throw(site.0, region, thrown);
        }
        "asCollector" | "asVarargsCollector" | "withVarargs" => {
            let model_call = calls::get(solver, made).model_call.clone();
            let objects = Type::named(solver.program, "[Ljava/lang/Object;");
            let array = models::made(solver, &model_call, objects, RESULT + 9);
            solver.put_element(array, pool);
            solver.graph.add_object(pool, array);
        }
        _ => {}
    }
}

/// The call runs the handle on whatever fits.
fn run_on_pool(solver: &mut Solver<'_>, reflective: u32, site: (u32, u32), handle: &Handle) {
    let (pool, results) = pool(solver, reflective, site);
    if let Handle::Field(field, reads) = handle {
        let value = if *reads { results } else { pool };
        return field_access::through_field(solver, Some(pool), *field, value, *reads);
    }
    let program = solver.program;
    let Some((method, info)) = handle.method().and_then(|method| Some((method, program.method(method)?))) else {
        return;
    };
    let mut args = handle_calls::fitting(solver, pool, &info.descriptor);
    if info.access & access::VARARGS != 0 && !args.is_empty() {
        args.pop();
        args.push(Some(collected(solver, reflective, method, &[Some(pool)])));
    }
    let dst = Some(results);
    handle_calls::box_result(solver, &info.descriptor, dst);
    let site = Some(site);
    match handle {
        Handle::Static(_) => {
            solver.initialize(method.class);
            let synthetic = solver.synthetic_call_once(SyntheticCall { site, args, dst, thrown: None });
            solver.run_static(Caller::Synthetic(synthetic), method);
        }
        Handle::New(ty, _) => {
            ty.as_class().into_iter().for_each(|class| solver.initialize(class));
            let model_call = calls::get(solver, reflective).model_call.clone();
            let object = models::made(solver, &model_call, *ty, RESULT + 10);
            solver.graph.add_object(results, object);
            let synthetic = solver.synthetic_call_once(SyntheticCall { site, args, dst: None, thrown: None });
            solver.invoke(Caller::Synthetic(synthetic), method, false, &ObjectSet::from_iter([object]));
        }
        _ => {
            let filter = solver.objects.filter(Type::class(method.class));
            let receiver = solver.filtered(pool, filter);
            let synthetic = solver.synthetic_call_once(SyntheticCall { site, args, dst, thrown: None });
            solver.add_trigger(receiver, Trigger::Invoke(synthetic, method, matches!(handle, Handle::Virtual(_))));
        }
    }
}

/// Variable handles arrived at the receiver of a call.
pub fn access_variables(solver: &mut Solver<'_>, reflective: u32, handles: &ObjectSet) {
    let Some(site) = calls::get(solver, reflective).model_call.site else { return };
    let (_, args, dst, _) = solver.values_of(Caller::Site(site.0, site.1));
    let name = calls::get(solver, reflective).name.clone();
    let writes = !name.starts_with("get") || name.starts_with("getAnd");
    let value = args.last().copied().flatten().filter(|_| writes);
    let base = args.first().copied().flatten();
    for handle in handles.iter() {
        let step = match members::of(solver, handle) {
            Some(Member::Variable(field)) => {
                field_access::initialize_if_static(solver, field);
                dst.into_iter().for_each(|dst| field_access::through_field(solver, base, field, dst, true));
                value.into_iter().for_each(|value| field_access::through_field(solver, base, field, value, false));
                continue;
            }
            Some(Member::Elements) => AccessStep::Elements,
            _ => AccessStep::Any,
        };
        let Some(base) = base else { continue };
        dst.into_iter().for_each(|dst| solver.add_trigger(base, Trigger::Load(dst, step)));
        value.into_iter().for_each(|value| solver.add_trigger(base, Trigger::Store(value, step)));
    }
}

fn key_of(method: MethodId) -> u64 {
    u64::from(method.class.0) << 16 | u64::from(method.index)
}

/// The key of a node of a call where the classes have other numbers.
fn renumbered_key(key: u64, by: u32) -> u64 {
    if key >= PARTS { key } else { key + (u64::from(by) << 16) }
}
