//! Calls: which methods they run, under which contexts, and how arguments, results and exceptions flow.
//! Virtual calls are dispatched for each object; a callee whose view is not built yet waits for it.

use super::context::Receiver;
use super::events::{Caller, SyntheticCall, Targets, Trigger, ValuesOfCall, Waiting};
use super::graph::Node;
use super::members::Member;
use super::objects::{Object, ObjectData, Origin};
use super::set::ObjectSet;
use super::solver::Solver;
use crate::analysis::ir::{Dynamic, Handle, Target, Type};
use crate::classfile::descriptor::parse_method;
use crate::program::{ClassId, MethodId, access};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Marks the elements of contexts that stand for calls of modelled methods.
const MODEL: u32 = 1 << 31;

impl Solver<'_> {
    /// Objects arrived at the receiver of a call.
    pub(super) fn call_on(&mut self, instance: u32, number: u32, objects: &ObjectSet) {
        let ir = self.ir(instance);
        let site = ir.call(number);
        match &site.target {
            Target::Virtual(method) => self.call_as_one(instance, number, *method, objects),
            Target::Special(method) => self.invoke(Caller::Site(instance, number), *method, false, objects),
            _ => {}
        }
    }

    /// A call of `resolved` on the objects; `selects`: their classes decide what runs.
    pub(super) fn invoke(&mut self, caller: Caller, resolved: MethodId, selects: bool, objects: &ObjectSet) {
        let mut groups: BTreeMap<(u32, u32), ObjectSet> = BTreeMap::new();
        if selects {
            let targets = self.targets(resolved, objects);
            for (reflective, proxies) in &targets.proxies {
                self.call_proxies(caller, *reflective, proxies, resolved);
            }
            for object in &targets.made_up {
                if let Some(target) = self.call_made_up(caller, resolved, *object) {
                    self.under_contexts(caller, target, &ObjectSet::from_iter([*object]), &mut groups);
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
        if self.graph.sweeps() != self.targets_since {
            self.targets.clear();
            self.targets_since = self.graph.sweeps();
        }
        let set = self.graph.number(objects);
        if let Some(known) = self.targets.get(&(resolved, set)) {
            return known.clone();
        }
        let mut made_up = Vec::new();
        let mut proxies: BTreeMap<u32, ObjectSet> = BTreeMap::new();
        let mut by_method: BTreeMap<MethodId, ObjectSet> = BTreeMap::new();
        let mut last: Option<(u32, Option<MethodId>)> = None;
        for object in objects.iter() {
            if let Origin::Proxy(reflective) = self.objects.get(object).origin {
                proxies.entry(reflective).or_default().insert(object);
                continue;
            }
            if self.is_made_up(object) {
                made_up.push(object);
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
            proxies: proxies.into_iter().collect(),
            made_up,
            by_method: by_method.into_iter().collect(),
        });
        self.targets.insert((resolved, set), targets.clone());
        targets
    }

    /// The call instruction behind a caller.
    pub(super) fn site_of(&self, caller: Caller) -> Option<(u32, u32)> {
        match caller {
            Caller::Site(instance, number) => Some((instance, number)),
            Caller::Synthetic(synthetic) => self.synthetic_calls[synthetic as usize].site,
        }
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
        if let Some(Some(known)) = self.receivers.get(object as usize) {
            return *known;
        }
        let data = self.objects.get(object);
        let (context, origin, ty) = (data.context, data.origin.clone(), data.ty);
        let class = match origin {
            Origin::Site(method, _) | Origin::Lambda(method, _) => self.methods.class(method).0,
            _ => ty.base_class().map_or(0, |class| class.0),
        };
        // of objects that the JVM makes there are many, and what they hold is the same: by type they are one receiver
        let origin = match origin {
            Origin::Text(_) | Origin::AnyText | Origin::Class(_) | Origin::Member(_) => Origin::Merged,
            origin => origin,
        };
        let next = self.allocations.len() as u32;
        let allocation = *self.allocations.entry((origin, ty)).or_insert(next);
        let receiver = Receiver { context, allocation, class };
        self.receivers.resize(self.objects.count(), None);
        self.receivers[object as usize] = Some(receiver);
        receiver
    }

    pub(super) fn call_static(&mut self, instance: u32, number: u32, method: MethodId) {
        self.initialize(method.class);
        let caller = Caller::Site(instance, number);
        self.run_static(caller, method);
    }

    /// The caller runs a method without receiver.
    pub(super) fn run_static(&mut self, caller: Caller, method: MethodId) {
        let callee = self.methods.number(method);
        let (context, site) = self.caller_context(caller);
        let under = self.selector.of_static(&mut self.contexts, context, site, method);
        self.call(Waiting { caller, callee, context: under, receivers: None });
    }

    /// Makes the call, when the callee's view is there.
    pub(super) fn call(&mut self, call: Waiting) {
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
        self.apply_to_call(call.caller, callee);
        self.tell_caller(call.caller, callee);
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
    /// and the call. A method that moves no reference has one instance.
    fn place_in_contexts(&mut self, call: &Waiting) -> (u32, Option<(u32, u32)>) {
        let method = &self.methods.list[call.callee as usize];
        if !method.is_modelled() {
            return (if method.is_inert { 0 } else { call.context }, None);
        }
        let site = self.site_of(call.caller);
        let (context, element) = self.caller_context(call.caller);
        // no context that a selector makes has an element like this
        (self.contexts.append(context, MODEL | element, usize::MAX), site)
    }

    fn pass_to_callee(&mut self, synthetic: u32, callee: u32) {
        let SyntheticCall { site, args, dst, thrown } = self.synthetic_calls[synthetic as usize].clone();
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

    /// A new synthetic call.
    pub(super) fn synthetic_call(&mut self, synthetic: SyntheticCall) -> u32 {
        self.synthetic_calls.push(synthetic);
        self.graph.waiting += 3 * size_of::<SyntheticCall>() as u64;
        self.synthetic_calls.len() as u32 - 1
    }

    pub(super) fn triggered(&mut self, trigger: Trigger, objects: &ObjectSet) {
        match trigger {
            Trigger::Invoke(synthetic, method, selects) => {
                self.invoke(Caller::Synthetic(synthetic), method, selects, objects)
            }
            Trigger::InvokeOfApplication(synthetic, method) => {
                let objects = self.of_application(objects);
                self.invoke(Caller::Synthetic(synthetic), method, true, &objects);
            }
            Trigger::Reflect(reflective, slot) => self.reflected(reflective, slot, objects),
            _ => self.triggered_in_model(trigger, objects),
        }
    }

    /// Whether the object's class is made at run time, so that no class file tells its methods.
    pub(super) fn is_made_up(&self, object: Object) -> bool {
        match self.objects.get(object).origin {
            Origin::Lambda(..) | Origin::Proxy(_) => true,
            Origin::Member(_) => matches!(self.member_of(object), Some(Member::Iterator(_) | Member::Provider(..))),
            _ => false,
        }
    }

    /// A call on a function object: gives the default method that runs, or makes the call itself.
    fn call_made_up(&mut self, caller: Caller, resolved: MethodId, object: Object) -> Option<MethodId> {
        let program = self.program;
        let info = program.method(resolved)?;
        let abstracts = program.flags(resolved) & access::ABSTRACT != 0;
        if let Some(member) = self.member_of(object) {
            return self.call_service(caller, &member, resolved, object);
        }
        let Origin::Lambda(method, number) = self.objects.get(object).origin else { return None };
        let ir = self.view(method)?.ir.clone();
        let Target::Dynamic(made) = &ir.call(number).target else { return None };
        let Dynamic::Lambda { name, runs, .. } = &**made else { return None };
        if !abstracts || *name != info.name {
            return self.dispatch(object, resolved);
        }
        let captured = self.captured.get(&object).cloned().unwrap_or_default();
        let arity = parse_method(&info.descriptor).map_or(0, |parsed| parsed.parameters.len());
        self.call_handle(caller, runs, captured, arity);
        None
    }

    /// The caller calls what the handle refers to, with `first` before its own arguments, of which there are at most
    /// `arity`.
    pub(super) fn call_handle(&mut self, caller: Caller, runs: &Handle, first: Vec<Option<Node>>, arity: usize) {
        let (site, mut own, dst, thrown) = self.values_of(caller);
        own.truncate(arity);
        let mut args = first;
        args.extend(own);
        match runs {
            Handle::Static(method) => {
                self.initialize(method.class);
                let synthetic = self.synthetic_call_once(SyntheticCall { site, args, dst, thrown });
                self.run_static(Caller::Synthetic(synthetic), *method);
            }
            Handle::Virtual(method) | Handle::Special(method) => {
                if args.is_empty() {
                    return;
                }
                let receiver = args.remove(0);
                let synthetic = self.synthetic_call_once(SyntheticCall { site, args, dst, thrown });
                if let Some(receiver) = receiver {
                    self.add_trigger(receiver, Trigger::Invoke(synthetic, *method, matches!(runs, Handle::Virtual(_))));
                }
            }
            Handle::New(ty, method) => {
                ty.as_class().into_iter().for_each(|class| self.initialize(class));
                let made = self.made_by_handle(caller, *ty);
                if let Some(dst) = dst {
                    self.graph.add_object(dst, made);
                }
                let synthetic = self.synthetic_call_once(SyntheticCall { site, args, dst: None, thrown });
                self.invoke(Caller::Synthetic(synthetic), *method, false, &ObjectSet::from_iter([made]));
            }
            Handle::Field(..) => self.call_accessor(runs, &args, dst),
            Handle::Missing(_) => {}
        }
    }

    /// What a constructor reference makes: one object for each place that calls it.
    fn made_by_handle(&mut self, caller: Caller, ty: Type) -> Object {
        let origin = match self.site_of(caller) {
            Some((instance, number)) => {
                let method = self.methods.instances[instance as usize].method;
                Origin::Site(method, u32::MAX - number)
            }
            None => Origin::Merged,
        };
        self.object(origin, 0, ty)
    }

    /// The site, arguments and result of a caller, as nodes.
    pub(super) fn values_of(&self, caller: Caller) -> ValuesOfCall {
        match caller {
            Caller::Site(instance, number) => {
                let ir = self.ir(instance);
                let call = ir.call(number);
                let args = call.args.iter().map(|var| var.map(|var| self.var(instance, var))).collect();
                (Some((instance, number)), args, call.dst.map(|var| self.var(instance, var)), None)
            }
            Caller::Synthetic(synthetic) => {
                let SyntheticCall { site, args, dst, thrown } = self.synthetic_calls[synthetic as usize].clone();
                (site, args, dst, thrown)
            }
        }
    }

    /// The synthetic call, made once for each site, arguments and result.
    pub(super) fn synthetic_call_once(&mut self, synthetic: SyntheticCall) -> u32 {
        let key = synthetic.key();
        if let Some(known) = self.synthetic_numbers.get(&key) {
            return *known;
        }
        let number = self.synthetic_call(synthetic);
        self.synthetic_numbers.insert(key, number);
        number
    }

    /// `invokedynamic`, and constants that a bootstrap method computes.
    pub(super) fn call_dynamic(&mut self, instance: u32, number: u32, made: &Dynamic) {
        let ir = self.ir(instance);
        let call = ir.call(number);
        let dst = call.dst.map(|var| self.var(instance, var));
        match made {
            Dynamic::Lambda { interface, markers, .. } => {
                // its class has these interfaces, and their default methods (JVMS 5.5)
                let interfaces: Vec<ClassId> =
                    std::iter::once(interface).chain(markers).filter_map(|ty| ty.as_class()).collect();
                interfaces.into_iter().for_each(|class| self.initialize(class));
                let object = self.function_object(instance, number, *interface, markers);
                dst.into_iter().for_each(|dst| self.graph.add_object(dst, object));
            }
            Dynamic::Concatenation | Dynamic::Record { .. } | Dynamic::Switch => {
                let string = self.merged("java/lang/String");
                dst.into_iter().for_each(|dst| self.graph.add_object(dst, string));
                for var in call.args.iter().flatten() {
                    let node = self.var(instance, *var);
                    self.call_methods_of_object((instance, number), node, made);
                }
            }
            Dynamic::Other { bootstrap, handles } => {
                self.diagnostics.insert(format!(
                    "{}: what its bootstrap method makes is not known",
                    self.program.shown(self.methods.of(instance).id)
                ));
                for handle in std::iter::once(bootstrap).chain(handles) {
                    self.call_handle(Caller::Site(instance, number), handle, Vec::new(), usize::MAX);
                }
            }
        }
    }

    /// The function object of an `invokedynamic`: made there under the heap context, like other objects, with nodes for the
    /// values that it captures. (Were it one for each instance of the method, function objects made from function objects, as
    /// `Predicate.and` does, would have no end under k-object.)
    fn function_object(&mut self, instance: u32, number: u32, interface: Type, markers: &[Type]) -> Object {
        let made = self.methods.instances[instance as usize];
        let context = self.selector.of_heap(&mut self.contexts, made.context, self.methods.of(instance).id);
        let data = ObjectData { origin: Origin::Lambda(made.method, number), context, ty: interface };
        let object = self.objects.function(data, markers);
        let ir = self.ir(instance);
        let args = &ir.call(number).args;
        let captured = if let Some(known) = self.captured.get(&object) {
            known.clone()
        } else {
            let nodes: Vec<Option<Node>> = args.iter().map(|arg| arg.map(|_| self.node())).collect();
            self.captured.insert(object, nodes.clone());
            nodes
        };
        for (arg, node) in args.iter().zip(captured) {
            if let (Some(arg), Some(node)) = (arg, node) {
                self.edge(self.var(instance, *arg), node, 0);
            }
        }
        object
    }

    /// String concatenation calls `toString`; a record's methods call those of its fields; a switch calls `equals`.
    fn call_methods_of_object(&mut self, site: (u32, u32), node: Node, made: &Dynamic) {
        let (name, descriptor) = match made {
            Dynamic::Record { name, .. } if name == "hashCode" => ("hashCode", "()I"),
            Dynamic::Record { name, .. } if name == "equals" => ("equals", "(Ljava/lang/Object;)Z"),
            Dynamic::Switch => ("equals", "(Ljava/lang/Object;)Z"),
            _ => ("toString", "()Ljava/lang/String;"),
        };
        let Some(object) = self.program.find("java/lang/Object") else { return };
        let Some(method) = object.declared(name, descriptor) else { return };
        let mut from = vec![node];
        if let Dynamic::Record { fields, .. } = made {
            from = self.fields_of_record(node, fields);
        }
        for node in from {
            let args = if name == "equals" { vec![Some(node)] } else { Vec::new() };
            let synthetic = SyntheticCall { site: Some(site), args, dst: None, thrown: None };
            let synthetic = self.synthetic_call_once(synthetic);
            self.add_trigger(node, Trigger::Invoke(synthetic, method, true));
        }
    }
}
