//! Proxies: an object for each interface; calls on it run the handlers' `invoke`.
//!
//! The object for an interface stands for the proxy where it is used as that interface; the last one that was made has all other
//! interfaces too, so that it passes where a proxy is cast from one to another. The call's arguments are the
//! elements of an array made for it; the result passes if it is of the type that the method returns. All calls of a method
//! from one site go to the handlers as one: some sites have every annotation of the JDK as a receiver.

use super::super::events::{Caller, Runs, Slot, SyntheticCall, Trigger};
use super::super::field_access;
use super::super::graph::Node;
use super::super::objects::{Object, ObjectData, Origin};
use super::super::plugin::{Plugin, PluginState};
use super::super::set::ObjectSet;
use super::super::solver::Solver;
use super::super::tables::{Kept, sorted};
use super::RESULT;
use super::members::Member;
use super::{calls, members};
use crate::analysis::ir::Type;
use crate::analysis::summaries::renumber::Renumber;
use crate::classfile::descriptor::parse_method;
use crate::program::MethodId;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

/// What was asked to make the proxies, the method called on them, and the call instruction behind the calls.
type ProxyCall = (u32, MethodId, Option<(u32, u32)>);

/// The plugin of the proxies.
pub struct Proxies;

/// Its state: calls on proxies that were followed.
#[derive(Default)]
struct ProxyCalls {
    /// The synthetic calls that call handlers.
    by_key: FxHashMap<ProxyCall, u32>,
    /// Who calls by them.
    callers: FxHashSet<(Caller, u32)>,
}

/// What is kept of it.
#[derive(Serialize, Deserialize)]
struct SavedProxies {
    by_key: Vec<(ProxyCall, u32)>,
    callers: Vec<(Caller, u32)>,
}

impl Kept for ProxyCalls {
    type Saved = SavedProxies;

    fn save(&self) -> SavedProxies {
        let by_key = sorted(self.by_key.iter().map(|(call, synthetic)| (*call, *synthetic)));
        SavedProxies { by_key, callers: sorted(self.callers.iter().copied()) }
    }

    fn load(&mut self, saved: SavedProxies) -> Option<()> {
        self.by_key = saved.by_key.into_iter().collect();
        self.callers = saved.callers.into_iter().collect();
        Some(())
    }
}

impl Renumber for SavedProxies {
    fn renumber(&mut self, by: u32) {
        self.by_key.iter_mut().for_each(|((_, method, _), _)| method.renumber(by));
    }
}

impl Plugin for Proxies {
    fn state(&self) -> Option<Box<dyn PluginState>> {
        Some(Box::<ProxyCalls>::default())
    }

    fn on_made_up(&self, solver: &mut Solver<'_>, caller: Caller, resolved: MethodId, objects: &[Object]) -> Runs {
        let Some(Origin::Proxy(reflective)) = objects.first().map(|object| &solver.objects.get(*object).origin) else {
            return Runs::OfOthers;
        };
        let reflective = *reflective;
        call_proxies(solver, caller, reflective, &objects.iter().copied().collect(), resolved);
        Runs::Nothing
    }
}

/// `Proxy.newProxyInstance` is called.
pub fn proxy(solver: &mut Solver<'_>, reflective: u32) {
    if let Some(interfaces) = calls::get(solver, reflective).nodes().elements {
        solver.add_trigger(interfaces, Trigger::Reflect(reflective, Slot::Class));
    }
}

/// Class objects of interfaces arrived among its arguments.
pub fn make_proxies(solver: &mut Solver<'_>, reflective: u32, classes: &ObjectSet) {
    let elements = calls::get(solver, reflective).nodes().elements;
    let all = elements.map(|elements| solver.graph.objects(elements).clone()).unwrap_or_default();
    let all: Vec<Type> = all.iter().filter_map(|class| interface(solver, class)).collect();
    for class in classes.iter() {
        let Some(ty) = interface(solver, class) else { continue };
        ty.as_class().into_iter().for_each(|class| solver.initialize(class));
        let others: Vec<Type> = all.iter().copied().filter(|other| *other != ty).collect();
        let data = ObjectData { origin: Origin::Proxy(reflective), context: 0, ty };
        let object = solver.objects.function(data, &others);
        calls::give(solver, reflective, object);
    }
}

/// The interface that a class object stands for.
fn interface(solver: &Solver<'_>, class: Object) -> Option<Type> {
    let Origin::Class(ty) = solver.objects.get(class).origin else { return None };
    let interface = ty.as_class().and_then(|class| solver.program.get(class));
    interface.filter(|class| class.is_interface()).map(|_| ty)
}

/// A method is called on proxies that the call `reflective` made.
fn call_proxies(solver: &mut Solver<'_>, caller: Caller, reflective: u32, proxies: &ObjectSet, resolved: MethodId) {
    let key = (reflective, resolved, solver.site_of(caller));
    let known = solver.state::<ProxyCalls>().by_key.get(&key).copied();
    let Some(synthetic) = known.or_else(|| calls_handlers(solver, reflective, resolved, key.2)) else { return };
    solver.state_mut::<ProxyCalls>().by_key.insert(key, synthetic);
    let SyntheticCall { args, dst: returned, thrown, .. } = solver.synthetic_calls.get(synthetic).clone();
    if let Some(Some(receivers)) = args.first() {
        solver.graph.add_objects(*receivers, proxies);
    }
    if solver.state_mut::<ProxyCalls>().callers.insert((caller, synthetic)) {
        let array = arguments_of_proxy(solver, reflective, resolved);
        join_proxy_call(solver, caller, array, resolved, (returned, thrown));
    }
}

/// The synthetic call that calls the handlers' `invoke` for the calls of a method from one site: those differ only in where results
/// go.
fn calls_handlers(
    solver: &mut Solver<'_>,
    reflective: u32,
    resolved: MethodId,
    site: Option<(u32, u32)>,
) -> Option<u32> {
    // the loader and the array have types of their own, which leaves the handler
    let handlers = calls::get(solver, reflective).model_call.params.last().copied().flatten()?;
    let descriptor = "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)Ljava/lang/Object;";
    let interface = solver.program.find("java/lang/reflect/InvocationHandler")?;
    let invoke = interface.declared("invoke", descriptor)?;
    let parsed = parse_method(&solver.program.method(resolved)?.descriptor)?;
    let array = arguments_of_proxy(solver, reflective, resolved);
    let elements = solver.elements(array);
    for parameter in &parsed.parameters {
        field_access::box_into(solver, parameter, elements);
    }
    let method = members::object_of(solver, &Member::Method(resolved));
    let [receivers, second, third, returned, thrown] = [(); 5].map(|()| solver.node());
    solver.graph.add_object(second, method);
    solver.graph.add_object(third, array);
    let args = [receivers, second, third].map(Some).to_vec();
    let synthetic = solver.synthetic_call(SyntheticCall { site, args, dst: Some(returned), thrown: Some(thrown) });
    solver.add_trigger(handlers, Trigger::Invoke(synthetic, invoke, true));
    Some(synthetic)
}

/// The caller's arguments go into the array, what the handlers return and throw to the caller.
fn join_proxy_call(
    solver: &mut Solver<'_>,
    caller: Caller,
    array: Object,
    resolved: MethodId,
    (returned, thrown): (Option<Node>, Option<Node>),
) {
    let program = solver.program;
    let (site, own, dst, to) = solver.values_of(caller);
    for arg in own.into_iter().flatten() {
        solver.put_element(array, arg);
    }
    let parsed = program.method(resolved).and_then(|info| parse_method(&info.descriptor));
    let ty = parsed.and_then(|parsed| Type::of_descriptor(program, parsed.result));
    if let (Some(ty), Some(returned), Some(dst)) = (ty, returned, dst) {
        let filter = solver.objects.filter(ty);
        solver.edge(returned, dst, filter);
    }
    match (thrown, to, site) {
        (Some(thrown), Some(to), _) => solver.edge(thrown, to, 0),
        (Some(thrown), None, Some((instance, number))) => {
            let region = solver.ir(instance).call(number).region;
            solver.throw(instance, region, thrown);
        }
        _ => {}
    }
}

/// One array for all calls of a method on the proxies of one call.
fn arguments_of_proxy(solver: &mut Solver<'_>, reflective: u32, resolved: MethodId) -> Object {
    let ty = Type::named(solver.program, "[Ljava/lang/Object;");
    let method = solver.methods.number(resolved);
    solver.object(Origin::Model(u32::MAX, RESULT + reflective, method), 0, ty)
}
