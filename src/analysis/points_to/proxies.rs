//! Proxies: an object for each interface; calls on it run the handlers' `invoke`.
//!
//! The object for an interface stands for the proxy where it is used as that interface; the last one that was made has all other
//! interfaces too, so that it passes where a proxy is cast from one to another. The call's arguments are the
//! elements of an array made for it; the result passes if it is of the type that the method returns. All calls of a method
//! from one site go to the handlers as one: some sites have every annotation of the JDK as a receiver.

use super::events::{Caller, Slot, SyntheticCall, Trigger};
use super::graph::Node;
use super::members::{Member, RESULT};
use super::objects::{Object, ObjectData, Origin};
use super::set::ObjectSet;
use super::solver::Solver;
use crate::analysis::ir::Type;
use crate::analysis::models::effect::Reflect;
use crate::classfile::descriptor::parse_method;
use crate::program::MethodId;
use rustc_hash::{FxHashMap, FxHashSet};

/// What was asked to make the proxies, the method called on them, and the call instruction behind the calls.
pub(super) type ProxyCall = (u32, MethodId, Option<(u32, u32)>);

/// Calls on proxies that were followed.
#[derive(Default)]
pub(super) struct ProxyCalls {
    /// The synthetic calls that call handlers.
    pub(super) synthetic_calls: FxHashMap<ProxyCall, u32>,
    /// Who calls by them.
    pub(super) callers: FxHashSet<(Caller, u32)>,
}

impl Solver<'_> {
    /// `Proxy.newProxyInstance` is called.
    pub(super) fn proxy(&mut self, reflective: u32) {
        if let Some(interfaces) = self.reflective_calls[reflective as usize].nodes().elements {
            self.add_trigger(interfaces, Trigger::Reflect(reflective, Slot::Class));
        }
    }

    /// Class objects of interfaces arrived among its arguments.
    pub(super) fn make_proxies(&mut self, reflective: u32, classes: &ObjectSet) {
        let elements = self.reflective_calls[reflective as usize].nodes().elements;
        let all = elements.map(|elements| self.graph.objects(elements).clone()).unwrap_or_default();
        let all: Vec<Type> = all.iter().filter_map(|class| self.interface(class)).collect();
        for class in classes.iter() {
            let Some(ty) = self.interface(class) else { continue };
            ty.as_class().into_iter().for_each(|class| self.initialize(class));
            let others: Vec<Type> = all.iter().copied().filter(|other| *other != ty).collect();
            let data = ObjectData { origin: Origin::Proxy(reflective), context: 0, ty };
            let object = self.objects.function(data, &others);
            self.give(reflective, object);
        }
    }

    /// The interface that a class object stands for.
    fn interface(&self, class: Object) -> Option<Type> {
        let Origin::Class(ty) = self.objects.get(class).origin else { return None };
        let interface = ty.as_class().and_then(|class| self.program.get(class));
        interface.filter(|class| class.is_interface()).map(|_| ty)
    }

    /// A method is called on proxies that the call `reflective` made.
    pub(super) fn call_proxies(&mut self, caller: Caller, reflective: u32, proxies: &ObjectSet, resolved: MethodId) {
        if self.reflective_calls[reflective as usize].reflect == Reflect::Annotation {
            return proxies.iter().for_each(|proxy| self.call_annotation(caller, reflective, proxy, resolved));
        }
        let key = (reflective, resolved, self.site_of(caller));
        let known = self.proxy_calls.synthetic_calls.get(&key).copied();
        let Some(synthetic) = known.or_else(|| self.calls_handlers(reflective, resolved, key.2)) else { return };
        self.proxy_calls.synthetic_calls.insert(key, synthetic);
        let SyntheticCall { args, dst: returned, thrown, .. } = self.synthetic_calls[synthetic as usize].clone();
        if let Some(Some(receivers)) = args.first() {
            self.graph.add_objects(*receivers, proxies);
        }
        if self.proxy_calls.callers.insert((caller, synthetic)) {
            let array = self.arguments_of_proxy(reflective, resolved);
            self.join_proxy_call(caller, array, resolved, (returned, thrown));
        }
    }

    /// The synthetic call that calls the handlers' `invoke` for the calls of a method from one site: those differ only in where results
    /// go.
    fn calls_handlers(&mut self, reflective: u32, resolved: MethodId, site: Option<(u32, u32)>) -> Option<u32> {
        // the loader and the array have types of their own, which leaves the handler
        let handlers = self.reflective_calls[reflective as usize].model_call.params.last().copied().flatten()?;
        let descriptor = "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)Ljava/lang/Object;";
        let interface = self.program.find("java/lang/reflect/InvocationHandler")?;
        let invoke = interface.declared("invoke", descriptor)?;
        let parsed = parse_method(&self.program.method(resolved)?.descriptor)?;
        let array = self.arguments_of_proxy(reflective, resolved);
        let elements = self.elements(array);
        for parameter in &parsed.parameters {
            self.box_into(parameter, elements);
        }
        let method = self.member(&Member::Method(resolved));
        let [receivers, second, third, returned, thrown] = [(); 5].map(|()| self.node());
        self.graph.add_object(second, method);
        self.graph.add_object(third, array);
        let args = [receivers, second, third].map(Some).to_vec();
        let synthetic = self.synthetic_call(SyntheticCall { site, args, dst: Some(returned), thrown: Some(thrown) });
        self.add_trigger(handlers, Trigger::Invoke(synthetic, invoke, true));
        Some(synthetic)
    }

    /// The caller's arguments go into the array, what the handlers return and throw to the caller.
    fn join_proxy_call(
        &mut self,
        caller: Caller,
        array: Object,
        resolved: MethodId,
        (returned, thrown): (Option<Node>, Option<Node>),
    ) {
        let program = self.program;
        let (site, own, dst, to) = self.values_of(caller);
        for arg in own.into_iter().flatten() {
            self.put_element(array, arg);
        }
        let parsed = program.method(resolved).and_then(|info| parse_method(&info.descriptor));
        let ty = parsed.and_then(|parsed| Type::of_descriptor(program, parsed.result));
        if let (Some(ty), Some(returned), Some(dst)) = (ty, returned, dst) {
            let filter = self.objects.filter(ty);
            self.edge(returned, dst, filter);
        }
        match (thrown, to, site) {
            (Some(thrown), Some(to), _) => self.edge(thrown, to, 0),
            (Some(thrown), None, Some((instance, number))) => {
                let region = self.ir(instance).call(number).region;
                self.throw(instance, region, thrown);
            }
            _ => {}
        }
    }

    /// One array for all calls of a method on the proxies of one call.
    fn arguments_of_proxy(&mut self, reflective: u32, resolved: MethodId) -> Object {
        let ty = Type::named(self.program, "[Ljava/lang/Object;");
        let method = self.methods.number(resolved);
        self.object(Origin::Model(u32::MAX, RESULT + reflective, method), 0, ty)
    }
}
