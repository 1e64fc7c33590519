//! Calls: which methods they run, under which contexts, and how arguments, results and exceptions flow.
//! Virtual calls are dispatched for each object; a callee whose view is not built yet waits for it.

use super::context::Receiver;
use super::events::{Caller, Runs, SyntheticCall, Targets, Waiting};
use super::objects::{Object, Origin};
use super::set::ObjectSet;
use super::solver::Solver;
use crate::analysis::ir::{Target, Type};
use crate::program::MethodId;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Marks the elements of contexts that stand for calls of modelled methods.
const MODEL: u32 = 1 << 31;

impl Solver<'_> {
    /// Objects arrived at the receiver of a call.
    pub fn call_on(&mut self, instance: u32, number: u32, objects: &ObjectSet) {
        let ir = self.ir(instance);
        let site = ir.call(number);
        match &site.target {
            Target::Virtual(method) => self.call_as_one(instance, number, *method, objects),
            Target::Special(method) => self.invoke(Caller::Site(instance, number), *method, false, objects),
            _ => {}
        }
    }

    /// A call of `resolved` on the objects; `selects`: their classes decide what runs.
    pub fn invoke(&mut self, caller: Caller, resolved: MethodId, selects: bool, objects: &ObjectSet) {
        let mut groups: BTreeMap<(u32, u32), ObjectSet> = BTreeMap::new();
        if selects {
            let targets = self.targets(resolved, objects);
            for receivers in &targets.made_up {
                if let Some(target) = self.call_made_up(caller, resolved, receivers) {
                    self.under_contexts(caller, target, &receivers.iter().copied().collect(), &mut groups);
                }
            }
            for (target, receivers) in &targets.by_method {
                self.under_contexts(caller, *target, receivers, &mut groups);
            }
        } else {
            self.under_contexts(caller, resolved, objects, &mut groups);
        }
        for ((callee, context), receivers) in groups {
            self.call(Waiting { caller, callee, context, receivers: Some(receivers) });
        }
    }

    /// Adds the call of a method on the receivers to the groups, by the callee's number and context.
    fn under_contexts(
        &mut self,
        caller: Caller,
        target: MethodId,
        receivers: &ObjectSet,
        groups: &mut BTreeMap<(u32, u32), ObjectSet>,
    ) {
        let callee = self.methods.number(target);
        let (context, site) = self.caller_context(caller);
        if !self.selector.looks_at_receivers(target) {
            let under = self.selector.of_virtual(&mut self.contexts, context, site, Receiver::default(), target);
            groups.entry((callee, under)).or_default().add_all(receivers, None);
            return;
        }
        for object in receivers.iter() {
            let receiver = self.receiver(object);
            let under = self.selector.of_virtual(&mut self.contexts, context, site, receiver, target);
            groups.entry((callee, under)).or_default().insert(object);
        }
    }

    /// What a call of `resolved` runs on the objects: the same objects often arrive at many calls of one method.
    fn targets(&mut self, resolved: MethodId, objects: &ObjectSet) -> Arc<Targets> {
        self.targets.keep_since(self.graph.sweeps());
        let set = self.graph.number(objects);
        if let Some(known) = self.targets.of_set(resolved, set) {
            return known.clone();
        }
        let mut made_up = Vec::new();
        let mut proxies: BTreeMap<u32, Vec<Object>> = BTreeMap::new();
        let mut by_method: BTreeMap<MethodId, ObjectSet> = BTreeMap::new();
        let mut last: Option<(u32, Option<MethodId>)> = None;
        for object in objects.iter() {
            if let Origin::Proxy(reflective) = self.objects.get(object).origin {
                proxies.entry(reflective).or_default().push(object);
                continue;
            }
            if self.is_made_up(object) {
                made_up.push(vec![object]);
                continue;
            }
            let ty = self.objects.type_number_of(object);
            let target = match last {
                Some((known, target)) if known == ty => target,
                _ => self.dispatch(object, resolved),
            };
            last = Some((ty, target));
            if let Some(target) = target {
                by_method.entry(target).or_default().insert(object);
            }
        }
        let targets = Arc::new(Targets {
            made_up: proxies.into_values().chain(made_up).collect(),
            by_method: by_method.into_iter().collect(),
        });
        self.targets.set_of_set(resolved, set, targets.clone());
        targets
    }

    /// The caller's context and the element that stands for the call site.
    fn caller_context(&self, caller: Caller) -> (u32, u32) {
        self.site_of(caller).map_or((0, 0), |(instance, number)| {
            let context = self.methods.instances[instance as usize].context;
            (context, self.methods.of(instance).first_site + number + 1)
        })
    }

    /// What contexts are made of for this receiver.
    fn receiver(&mut self, object: Object) -> Receiver {
        if let Some(known) = self.receivers.get(object) {
            return known;
        }
        let data = self.objects.get(object);
        let (context, origin, ty) = (data.context, data.origin.clone(), data.ty);
        let class = match origin {
            Origin::Site(method, _) | Origin::Lambda(method, _) => self.methods.class(method).0,
            _ => ty.base_class().map_or(0, |class| class.0),
        };
        // of objects that the JVM makes there are many, and what they hold is the same: by type they are one receiver
        let origin = match origin {
            Origin::Text(_)
            | Origin::AnyText
            | Origin::OtherText
            | Origin::Class(_)
            | Origin::ClassOfJdk
            | Origin::SomeClass(_)
            | Origin::SomeObject(_)
            | Origin::Member(_) => Origin::Merged,
            origin => origin,
        };
        let allocation = self.receivers.allocation(origin, ty);
        let receiver = Receiver { context, allocation, class };
        self.receivers.set(object, receiver, self.objects.count());
        receiver
    }

    /// A call instruction runs a static method.
    pub fn call_static(&mut self, instance: u32, number: u32, method: MethodId) {
        self.initialize(method.class);
        let caller = Caller::Site(instance, number);
        self.run_static(caller, method);
    }

    /// The caller runs a method without receiver.
    pub fn run_static(&mut self, caller: Caller, method: MethodId) {
        let callee = self.methods.number(method);
        let (context, site) = self.caller_context(caller);
        let under = self.selector.of_static(&mut self.contexts, context, site, method);
        self.call(Waiting { caller, callee, context: under, receivers: None });
    }

    /// Makes the call, when the callee's view is there.
    pub fn call(&mut self, call: Waiting) {
        if !self.methods.list[call.callee as usize].built {
            self.waiting.push(call);
            return;
        }
        let (context, site) = self.place_in_contexts(&call);
        let callee = self.instance(call.callee, context, site);
        let ir = self.ir(callee);
        if let (Some(receivers), Some(this)) = (&call.receivers, ir.this) {
            let this = self.var(callee, this);
            self.graph.add_objects(this, receivers);
        }
        if !self.calls.insert((call.caller, callee)) {
            return;
        }
        self.plugins.iter().for_each(|plugin| plugin.on_call(self, call.caller, callee));
        match call.caller {
            Caller::Site(instance, number) => {
                let calling = self.ir(instance);
                let site = calling.call(number);
                for (argument, parameter) in site.args.iter().zip(&ir.params) {
                    if let (Some(argument), Some(parameter)) = (argument, parameter) {
                        self.edge(self.var(instance, *argument), self.var(callee, *parameter), 0);
                    }
                }
                if let (Some(dst), Some(result)) = (site.dst, ir.result) {
                    self.edge(self.var(callee, result), self.var(instance, dst), 0);
                }
                if let Some(thrown) = ir.thrown {
                    self.throw(instance, site.region, self.var(callee, thrown));
                }
            }
            Caller::Synthetic(synthetic) => self.pass_to_callee(synthetic, callee),
        }
    }

    /// The context of the callee's instance. A method that its model stands for has an instance for each call: the context
    /// and the call. A method that moves no reference has one instance, and so has a closed one ([`super::closed`]).
    fn place_in_contexts(&mut self, call: &Waiting) -> (u32, Option<(u32, u32)>) {
        let method = &self.methods.list[call.callee as usize];
        if !method.is_modelled() {
            let one = method.is_inert || call.context != 0 && self.is_closed(call.callee);
            return (if one { 0 } else { call.context }, None);
        }
        let site = self.site_of(call.caller);
        let (context, element) = self.caller_context(call.caller);
        // no context that a selector makes has an element like this
        (self.contexts.append(context, MODEL | element, usize::MAX), site)
    }

    fn pass_to_callee(&mut self, synthetic: u32, callee: u32) {
        let SyntheticCall { site, args, dst, thrown } = self.synthetic_calls.get(synthetic).clone();
        let ir = self.ir(callee);
        for (argument, parameter) in args.iter().zip(&ir.params) {
            if let (Some(argument), Some(parameter)) = (argument, parameter) {
                self.edge(*argument, self.var(callee, *parameter), 0);
            }
        }
        if let (Some(dst), Some(result)) = (dst, ir.result) {
            self.edge(self.var(callee, result), dst, 0);
        }
        let Some(from) = ir.thrown.map(|var| self.var(callee, var)) else { return };
        match (thrown, site) {
            (Some(to), _) => self.edge(from, to, 0),
            (None, Some((instance, number))) => {
                let region = self.ir(instance).call(number).region;
                self.throw(instance, region, from);
            }
            (None, None) => {}
        }
    }

    /// A call on objects whose class is made at run time: the plugin that they are of makes the call, or tells the method
    /// that runs.
    fn call_made_up(&mut self, caller: Caller, resolved: MethodId, receivers: &[Object]) -> Option<MethodId> {
        for plugin in self.plugins {
            match plugin.on_made_up(self, caller, resolved, receivers) {
                Runs::OfOthers => {}
                Runs::Nothing => return None,
                Runs::Method(method) => return Some(method),
            }
        }
        None
    }

    /// Whether the object's class is made at run time, so that no class file tells its methods.
    pub fn is_made_up(&self, object: Object) -> bool {
        match self.objects.get(object).origin {
            Origin::Lambda(..) | Origin::Proxy(_) => true,
            Origin::Member(_) => self.plugins.iter().any(|plugin| plugin.makes_up(self, object)),
            _ => false,
        }
    }

    /// The method that a call of `resolved` runs on objects of the type.
    pub fn dispatch(&mut self, object: Object, resolved: MethodId) -> Option<MethodId> {
        let number = self.objects.type_number_of(object);
        if let Some(known) = self.targets.of_type(resolved, number) {
            return *known;
        }
        let program = self.program;
        let class = match self.objects.type_of(object).as_class() {
            Some(class) => Some(class),
            None => program.class("java/lang/Object"),
        };
        let declared = resolved.class;
        let markers = self.objects.markers(object).to_vec();
        let mut classes = class.into_iter().chain(markers.into_iter().filter_map(Type::as_class));
        let found = classes
            .find(|class| self.objects.is_subclass(*class, declared))
            .and_then(|class| program.select(class, resolved));
        self.targets.set_of_type(resolved, number, found);
        found
    }

    /// The objects of application classes, and of those that are made at run time, among which lambdas are.
    pub fn of_application(&self, objects: &ObjectSet) -> ObjectSet {
        let class = |object: Object| self.objects.type_of(object).as_class();
        let is_own = |object: &Object| class(*object).is_some_and(|class| self.program.is_application(class));
        objects.iter().filter(|object| is_own(object) || self.is_made_up(*object)).collect()
    }
}
