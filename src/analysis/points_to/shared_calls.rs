//! Virtual calls that several instances of a method have in common, followed as one.
//!
//! Under contexts, n instances of a caller may each have the same m receivers, and the rule Call makes n · m edges for each
//! argument. Here the instances to which the same objects arrive at once, and whose contexts lead to the same contexts of
//! callees ([`super::context::Selector::of_virtual_calls`]), form a group: edges go from the instances to nodes of the group,
//! and from there to the callees, n + m of them. A path leads from each instance to the callees of its own receivers and to no
//! other, so the answer is that of the rule. Receivers that look at the call itself (function objects, proxies, models)
//! are left out.

use super::events::{Caller, SyntheticCall};
use super::objects::Object;
use super::set::ObjectSet;
use super::solver::Solver;
use crate::program::{MethodId, access};

/// How many objects make it worth while to look whether other instances of the caller got the same.
const MANY_OBJECTS: usize = 4;

impl Solver<'_> {
    /// A virtual call where many objects arrived at once. Other instances of the caller often get the same ones: those whose
    /// contexts differ only in what does not matter to the callees' are followed as one. There are then as many edges
    /// as callers and callees, and not one for each pair; which caller has which callees stays the same.
    pub fn call_as_one(&mut self, instance: u32, number: u32, resolved: MethodId, objects: &ObjectSet) {
        let made = self.methods.instances[instance as usize];
        let common = self.selector.of_virtual_calls(&mut self.contexts, made.context);
        let Some(common) = common.filter(|_| objects.len() >= MANY_OBJECTS && !self.has_model(resolved)) else {
            return self.invoke(Caller::Site(instance, number), resolved, true, objects);
        };
        // function objects and models look at the values and the context of their own call
        let apart = |object: &Object| {
            self.is_made_up(*object)
                || self.dispatch(*object, resolved).is_some_and(|target| target != resolved && self.has_model(target))
        };
        let (own, shared): (ObjectSet, ObjectSet) = split(objects, apart);
        if !own.is_empty() {
            self.invoke(Caller::Site(instance, number), resolved, true, &own);
        }
        if shared.is_empty() {
            return;
        }
        let key = (made.method, number, common, shared);
        let synthetic = if let Some(known) = self.synthetic_calls.shared(&key) {
            known
        } else {
            let synthetic = self.synthetic_call_like(instance, number);
            self.invoke(Caller::Synthetic(synthetic), resolved, true, &key.3);
            self.graph.waiting += 64 + 16 * key.3.blocks() as u64;
            self.synthetic_calls.share(key, synthetic);
            synthetic
        };
        self.join(instance, number, synthetic);
    }

    /// The values of the call of an instance go to the synthetic call's, and back.
    fn join(&mut self, instance: u32, number: u32, synthetic: u32) {
        let ir = self.ir(instance);
        let call = ir.call(number);
        let SyntheticCall { args, dst, thrown, .. } = self.synthetic_calls.get(synthetic).clone();
        for (arg, node) in call.args.iter().zip(args) {
            if let (Some(arg), Some(node)) = (arg, node) {
                self.edge(self.var(instance, *arg), node, 0);
            }
        }
        if let (Some(from), Some(to)) = (dst, call.dst) {
            self.edge(from, self.var(instance, to), 0);
        }
        if let Some(thrown) = thrown {
            self.throw(instance, call.region, thrown);
        }
    }

    /// A synthetic call for the call with nodes of its own.
    fn synthetic_call_like(&mut self, instance: u32, number: u32) -> u32 {
        let ir = self.ir(instance);
        let call = ir.call(number);
        let args = call.args.iter().map(|arg| arg.map(|_| self.node())).collect();
        let dst = call.dst.map(|_| self.node());
        let thrown = Some(self.node());
        self.synthetic_call(SyntheticCall { site: Some((instance, number)), args, dst, thrown })
    }

    /// Whether a model says something of the method.
    fn has_model(&mut self, id: MethodId) -> bool {
        if let Some(known) = self.methods.has_model(id) {
            return known;
        }
        let found = self.program.method(id).is_some_and(|info| {
            let native = info.access & access::NATIVE != 0;
            self.models.natives.find(self.program.name(id.class), &info.name, &info.descriptor, native).is_some()
        });
        self.methods.set_has_model(id, found);
        found
    }
}

/// Those that are so, and the others.
fn split(objects: &ObjectSet, mut so: impl FnMut(&Object) -> bool) -> (ObjectSet, ObjectSet) {
    let (mut yes, mut no) = (ObjectSet::default(), ObjectSet::default());
    for object in objects.iter() {
        if so(&object) { &mut yes } else { &mut no }.insert(object);
    }
    (yes, no)
}
