//! Proxies: an object for each interface; calls on it run the handlers' `invoke`.
//!
//! The object for an interface stands for the proxy where it is used as that interface; the last one that was made has all other
//! interfaces too, so that it passes where a proxy is cast from one to another. The call's arguments are the
//! elements of an array made for it; the result passes if it is of the type that the method returns.

use super::members::{Member, RESULT};
use super::objects::{Object, ObjectData, Origin};
use super::reflection::Slot;
use super::set::ObjectSet;
use super::solver::{Caller, Flow, Solver, Watch};
use crate::analysis::ir::Type;
use crate::analysis::models::effect::Reflect;
use crate::classfile::descriptor::parse_method;
use crate::program::MethodId;

impl Solver<'_> {
    /// `Proxy.newProxyInstance` is called.
    pub(super) fn proxy(&mut self, asked: u32) {
        if let Some(interfaces) = self.asked[asked as usize].nodes().elements {
            self.watch(interfaces, Watch::Reflect(asked, Slot::Class));
        }
    }

    /// Class objects of interfaces arrived among its arguments.
    pub(super) fn make_proxies(&mut self, asked: u32, classes: &ObjectSet) {
        let elements = self.asked[asked as usize].nodes().elements;
        let all = elements.map(|elements| self.graph.objects(elements).clone()).unwrap_or_default();
        let all: Vec<Type> = all.iter().filter_map(|class| self.interface(class)).collect();
        for class in classes.iter() {
            let Some(ty) = self.interface(class) else { continue };
            ty.as_class().into_iter().for_each(|class| self.initialize(class));
            let others: Vec<Type> = all.iter().copied().filter(|other| *other != ty).collect();
            let data = ObjectData { origin: Origin::Proxy(asked), context: 0, ty };
            let object = self.objects.function(data, &others);
            self.give(asked, object);
        }
    }

    /// The interface that a class object stands for.
    fn interface(&self, class: Object) -> Option<Type> {
        let Origin::Class(ty) = self.objects.get(class).origin else { return None };
        let interface = ty.as_class().and_then(|class| self.program.get(class));
        interface.filter(|class| class.is_interface()).map(|_| ty)
    }

    /// A method is called on a proxy that the call `asked` made.
    pub(super) fn call_proxy(&mut self, caller: Caller, asked: u32, proxy: Object, resolved: MethodId) {
        if !self.proxy_calls.insert((caller, proxy, resolved)) {
            return;
        }
        if self.asked[asked as usize].reflect == Reflect::Annotation {
            return self.call_annotation(caller, asked, proxy, resolved);
        }
        let program = self.program;
        let Some(info) = program.method(resolved) else { return };
        // the loader and the array have types of their own, which leaves the handler
        let handlers = self.asked[asked as usize].scene.params.last().copied().flatten();
        let descriptor = "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)Ljava/lang/Object;";
        let interface = program.find("java/lang/reflect/InvocationHandler");
        let invoke = interface.and_then(|interface| interface.declared("invoke", descriptor));
        let (Some(handlers), Some(invoke), Some(parsed)) = (handlers, invoke, parse_method(&info.descriptor)) else {
            return;
        };
        let (site, own, dst, thrown) = self.values_of(caller);
        let array = self.arguments_of_proxy(asked, resolved);
        for arg in own.into_iter().flatten() {
            self.put_element(array, arg);
        }
        let elements = self.elements(array);
        for parameter in &parsed.parameters {
            self.box_into(parameter, elements);
        }
        let method = self.member(&Member::Method(resolved));
        let args = [proxy, method, array].map(|object| {
            let node = self.node();
            self.graph.add_object(node, object);
            Some(node)
        });
        let returned = self.node();
        let ty = Type::of_descriptor(program, parsed.result);
        if let (Some(ty), Some(dst)) = (ty, dst) {
            let filter = self.objects.filter(ty);
            self.edge(returned, dst, filter);
        }
        let flow = self.flow(Flow { site, args: args.to_vec(), dst: Some(returned), thrown });
        self.watch(handlers, Watch::Invoke(flow, invoke, true));
    }

    /// One array for all calls of a method on the proxies of one call.
    fn arguments_of_proxy(&mut self, asked: u32, resolved: MethodId) -> Object {
        let ty = Type::named(self.program, "[Ljava/lang/Object;");
        let method = self.methods.number(resolved);
        self.object(Origin::Model(u32::MAX, RESULT + asked, method), 0, ty)
    }
}
