//! Method handles and variable handles: what they run and access where they are called.
//!
//! A call of a signature-polymorphic method passes its own arguments to what the handle means, in order. Handles that
//! are made of others (`bindTo`, `filterArguments`, …) are not taken apart: such a handle runs each handle among its
//! parts, its arguments being whatever fits of the call's arguments, the parts, and the results of these runs — the
//! *pool* of the call. There is one pool for each call, so that handles made of themselves end. Handles that code of the JDK
//! combines (mostly to link instructions and lambdas, which are known from the instructions) are not followed: a call in
//! the application that no known handle arrives at is not followed ([`super::PointsTo::follows`]).

use super::events::{AccessStep, Caller, Slot, SyntheticCall, Trigger};
use super::graph::Node;
use super::members::{Member, RESULT};
use super::objects::{Object, Origin};
use super::set::ObjectSet;
use super::solver::Solver;
use crate::analysis::ir::{Handle, Type};
use crate::classfile::Constant;
use crate::classfile::descriptor::parse_method;
use crate::program::{ClassId, MethodId, access};
use rustc_hash::FxHashSet;

/// Nodes of a call, apart from those by method.
pub(super) const POOL: u64 = u64::MAX;
const RESULTS: u64 = u64::MAX - 1;
const PARTS: u64 = u64::MAX - 2;

impl Solver<'_> {
    /// A node of a reflective call by a key; true if it is new.
    pub(super) fn node_of_call(&mut self, reflective: u32, key: u64) -> (Node, bool) {
        if let Some(known) = self.nodes_of_calls.get(&(reflective, key)) {
            return (*known, false);
        }
        let node = self.node();
        self.nodes_of_calls.insert((reflective, key), node);
        (node, true)
    }

    /// The object of a constant handle or method type.
    pub(super) fn handle_constant(&mut self, class: ClassId, constant: u16) -> Object {
        let program = self.program;
        let Some(read) = program.get(class) else { return self.merged("java/lang/invoke/MethodType") };
        match read.file.constant(constant) {
            Ok(Constant::MethodHandle(handle)) => {
                let handle = crate::analysis::ir::handle_of(program, read, &handle);
                self.member(&Member::Handle(handle))
            }
            _ => self.merged("java/lang/invoke/MethodType"),
        }
    }

    /// A handle is looked up by name, or made from a member.
    pub(super) fn find_handles(&mut self, reflective: u32, slot: Slot, objects: &ObjectSet) {
        let name = self.reflective_calls[reflective as usize].name.clone();
        match slot {
            _ if name == "bind" => self.bind(reflective),
            Slot::Class if name == "arrayElementVarHandle" => self.answer(reflective, &Member::Elements),
            Slot::Class | Slot::Name => self.look_up(reflective, slot, objects),
            Slot::Member => {
                for object in objects.iter() {
                    for member in self.unreflected(reflective, object) {
                        self.answer(reflective, &member);
                    }
                }
            }
            Slot::Object | Slot::Pool => {}
        }
    }

    fn unreflected(&mut self, reflective: u32, object: Object) -> Vec<Member> {
        match self.member_of(object) {
            Some(Member::Method(method)) => self.method_member(reflective, method).into_iter().collect(),
            Some(Member::Constructor(class, method)) => vec![Member::Handle(Handle::New(Type::class(class), method))],
            Some(Member::Field(field)) => vec![self.field_member(reflective, field)],
            Some(Member::MethodsOf(class)) => {
                let methods = self.methods_of(class, false).into_iter();
                methods.filter_map(|method| self.method_member(reflective, method)).collect()
            }
            Some(Member::FieldsOf(class)) => {
                self.fields_of(class).into_iter().map(|field| self.field_member(reflective, field)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// `Lookup.bind`: a method of the receiver's class by name, made one with the receiver.
    fn bind(&mut self, reflective: u32) {
        let nodes = self.reflective_calls[reflective as usize].nodes();
        let (Some(receiver), Some(name)) = (nodes.objects.get(1).copied(), nodes.name) else { return };
        let (parts, new) = self.node_of_call(reflective, PARTS);
        if new {
            self.edge(receiver, parts, 0);
            self.answer(reflective, &Member::Combined(reflective));
        }
        let origins = self.graph.objects(name).iter().map(|name| &self.objects.get(name).origin);
        let names: FxHashSet<Box<str>> = origins
            .filter_map(|origin| if let Origin::Text(name) = origin { Some(name.clone()) } else { None })
            .collect();
        let receivers: Vec<Object> = self.graph.objects(receiver).iter().collect();
        for receiver in receivers {
            let Some(class) = self.objects.type_of(receiver).as_class() else { continue };
            for member in self.members_named(reflective, class, &names) {
                let handle = self.member(&member);
                self.graph.add_object(parts, handle);
            }
        }
    }

    /// A handle is made of others and of values.
    pub(super) fn combine(&mut self, reflective: u32) {
        if !self.is_at_application(reflective) {
            self.unknown(reflective, "combines method handles");
            return;
        }
        let model_call = self.reflective_calls[reflective as usize].model_call.clone();
        let nodes = self.reflective_calls[reflective as usize].nodes();
        let (parts, _) = self.node_of_call(reflective, PARTS);
        for node in model_call.this.into_iter().chain(model_call.params.into_iter().flatten()).chain(nodes.elements) {
            self.edge(node, parts, 0);
        }
        self.add_trigger(parts, Trigger::Load(parts, AccessStep::Elements)); // arrays of handles
        self.answer(reflective, &Member::Combined(reflective));
    }

    /// Handles arrived at the receiver of a call, or in its pool.
    pub(super) fn run_handles(&mut self, reflective: u32, slot: Slot, handles: &ObjectSet) {
        let Some(site) = self.reflective_calls[reflective as usize].model_call.site else { return };
        let by_array = self.reflective_calls[reflective as usize].name == "invokeWithArguments";
        for handle in handles.iter() {
            match self.member_of(handle) {
                Some(Member::Handle(handle)) if slot == Slot::Member && !by_array => {
                    self.run_in_order(reflective, site, &handle);
                }
                _ if !self.is_at_application(reflective) => self.unknown(reflective, "calls a combined method handle"),
                Some(Member::Handle(handle)) => self.run_on_pool(reflective, site, &handle),
                Some(Member::Combined(made)) => self.unfold(reflective, site, made),
                _ => {}
            }
        }
    }

    /// The call passes its arguments in order.
    fn run_in_order(&mut self, reflective: u32, site: (u32, u32), handle: &Handle) {
        let program = self.program;
        let mut caller = Caller::Site(site.0, site.1);
        let (_, mut args, dst, _) = self.values_of(caller);
        if let Some((method, info)) = handle.method().and_then(|method| Some((method, program.method(method)?))) {
            let receiver = usize::from(matches!(handle, Handle::Virtual(_) | Handle::Special(_)));
            let count = parse_method(&info.descriptor).map_or(0, |parsed| parsed.parameters.len());
            if info.access & access::VARARGS != 0 && count > 0 && args.len() >= receiver + count {
                let from = receiver + count - 1;
                let last = self.collected(reflective, method, &args[from..]);
                args.truncate(from);
                args.push(Some(last));
                caller = Caller::Synthetic(self.synthetic_call_once(SyntheticCall {
                    site: Some(site),
                    args,
                    dst,
                    thrown: None,
                }));
            }
            self.box_result(&info.descriptor, dst);
        }
        self.call_handle(caller, handle, Vec::new(), usize::MAX);
    }

    /// What the last parameter of a method with a variable number of arguments has: an array of the arguments, or the one
    /// array that is passed.
    fn collected(&mut self, reflective: u32, method: MethodId, args: &[Option<Node>]) -> Node {
        let (node, new) = self.node_of_call(reflective, key_of(method));
        let program = self.program;
        let info = program.method(method).and_then(|info| parse_method(&info.descriptor));
        let ty = info.and_then(|parsed| Type::of_descriptor(program, parsed.parameters.last()?));
        let (true, Some(ty)) = (new, ty) else { return node };
        let model_call = self.reflective_calls[reflective as usize].model_call.clone();
        let array = self.made(&model_call, ty, RESULT + 8);
        self.graph.add_object(node, array);
        let filter = self.objects.filter(ty);
        for arg in args.iter().flatten() {
            self.put_element(array, *arg);
            self.edge(*arg, node, filter);
        }
        node
    }

    fn box_result(&mut self, descriptor: &str, dst: Option<Node>) {
        if let (Some(parsed), Some(dst)) = (parse_method(descriptor), dst) {
            self.box_into(parsed.result, dst);
        }
    }

    /// The pool of a call and the node of its results.
    fn pool(&mut self, reflective: u32, site: (u32, u32)) -> (Node, Node) {
        let (pool, new) = self.node_of_call(reflective, POOL);
        let (results, _) = self.node_of_call(reflective, RESULTS);
        if new {
            let (_, args, dst, _) = self.values_of(Caller::Site(site.0, site.1));
            args.into_iter().flatten().for_each(|arg| self.edge(arg, pool, 0));
            self.edge(results, pool, 0);
            dst.into_iter().for_each(|dst| self.edge(results, dst, 0));
            self.add_trigger(pool, Trigger::Load(pool, AccessStep::Elements));
            self.add_trigger(pool, Trigger::Reflect(reflective, Slot::Pool));
        }
        (pool, results)
    }

    /// The call runs what a handle is made of.
    fn unfold(&mut self, reflective: u32, site: (u32, u32), made: u32) {
        let (pool, results) = self.pool(reflective, site);
        let (parts, _) = self.node_of_call(made, PARTS);
        self.edge(parts, pool, 0);
        match self.reflective_calls[made as usize].name.as_str() {
            "constant" | "identity" => self.edge(pool, results, 0),
            "arrayElementGetter" => self.add_trigger(pool, Trigger::Load(results, AccessStep::Elements)),
            "arrayElementSetter" => self.add_trigger(pool, Trigger::Store(pool, AccessStep::Elements)),
            "throwException" => {
                let region = self.ir(site.0).call(site.1).region;
                let filter = self.objects.filter(Type::named(self.program, "java/lang/Throwable"));
                let thrown = self.filtered(pool, filter);
                self.throw(site.0, region, thrown);
            }
            "asCollector" | "asVarargsCollector" | "withVarargs" => {
                let model_call = self.reflective_calls[made as usize].model_call.clone();
                let objects = Type::named(self.program, "[Ljava/lang/Object;");
                let array = self.made(&model_call, objects, RESULT + 9);
                self.put_element(array, pool);
                self.graph.add_object(pool, array);
            }
            _ => {}
        }
    }

    /// The call runs the handle on whatever fits.
    fn run_on_pool(&mut self, reflective: u32, site: (u32, u32), handle: &Handle) {
        let (pool, results) = self.pool(reflective, site);
        if let Handle::Field(field, reads) = handle {
            let value = if *reads { results } else { pool };
            return self.through_field(Some(pool), *field, value, *reads);
        }
        let program = self.program;
        let Some((method, info)) = handle.method().and_then(|method| Some((method, program.method(method)?))) else {
            return;
        };
        let mut args = self.fitting(pool, &info.descriptor);
        if info.access & access::VARARGS != 0 && !args.is_empty() {
            args.pop();
            args.push(Some(self.collected(reflective, method, &[Some(pool)])));
        }
        let dst = Some(results);
        self.box_result(&info.descriptor, dst);
        let site = Some(site);
        match handle {
            Handle::Static(_) => {
                self.initialize(method.class);
                let synthetic = self.synthetic_call_once(SyntheticCall { site, args, dst, thrown: None });
                self.run_static(Caller::Synthetic(synthetic), method);
            }
            Handle::New(ty, _) => {
                ty.as_class().into_iter().for_each(|class| self.initialize(class));
                let model_call = self.reflective_calls[reflective as usize].model_call.clone();
                let object = self.made(&model_call, *ty, RESULT + 10);
                self.graph.add_object(results, object);
                let synthetic = self.synthetic_call_once(SyntheticCall { site, args, dst: None, thrown: None });
                self.invoke(Caller::Synthetic(synthetic), method, false, &ObjectSet::from_iter([object]));
            }
            _ => {
                let filter = self.objects.filter(Type::class(method.class));
                let receiver = self.filtered(pool, filter);
                let synthetic = self.synthetic_call_once(SyntheticCall { site, args, dst, thrown: None });
                self.add_trigger(receiver, Trigger::Invoke(synthetic, method, matches!(handle, Handle::Virtual(_))));
            }
        }
    }

    /// For each parameter what of the node fits; none for primitive ones.
    pub(super) fn fitting(&mut self, pool: Node, descriptor: &str) -> Vec<Option<Node>> {
        let program = self.program;
        let parsed = parse_method(descriptor);
        let types = parsed.into_iter().flat_map(|parsed| parsed.parameters);
        let types: Vec<Option<Type>> = types.map(|ty| Type::of_descriptor(program, ty)).collect();
        let fits = types.into_iter().map(|ty| {
            let filter = self.objects.filter(ty?);
            Some(self.filtered(pool, filter))
        });
        fits.collect()
    }

    /// A node with those objects of another that pass the filter.
    pub(super) fn filtered(&mut self, node: Node, filter: u32) -> Node {
        if filter == 0 {
            return node;
        }
        if let Some(known) = self.filtered_nodes.get(&(node, filter)) {
            return *known;
        }
        let to = self.node();
        self.edge(node, to, filter);
        self.filtered_nodes.insert((node, filter), to);
        to
    }

    /// An accessor is called: the object, if the field is not static, then the value, if it is written.
    pub(super) fn call_accessor(&mut self, handle: &Handle, args: &[Option<Node>], dst: Option<Node>) {
        let Handle::Field(field, reads) = *handle else { return };
        let info = self.program.field(field);
        let is_static = info.is_some_and(|info| info.access & access::STATIC != 0);
        if is_static {
            self.initialize(field.class);
        }
        let base = if is_static { None } else { args.first().copied().flatten() };
        let value = if reads { dst } else { args.get(usize::from(!is_static)).copied().flatten() };
        if let Some(value) = value {
            self.through_field(base, field, value, reads);
        }
    }

    /// Variable handles arrived at the receiver of a call.
    pub(super) fn access_variables(&mut self, reflective: u32, handles: &ObjectSet) {
        let Some(site) = self.reflective_calls[reflective as usize].model_call.site else { return };
        let (_, args, dst, _) = self.values_of(Caller::Site(site.0, site.1));
        let name = self.reflective_calls[reflective as usize].name.clone();
        let writes = !name.starts_with("get") || name.starts_with("getAnd");
        let value = args.last().copied().flatten().filter(|_| writes);
        let base = args.first().copied().flatten();
        for handle in handles.iter() {
            let step = match self.member_of(handle) {
                Some(Member::Variable(field)) => {
                    self.initialize_if_static(field);
                    dst.into_iter().for_each(|dst| self.through_field(base, field, dst, true));
                    value.into_iter().for_each(|value| self.through_field(base, field, value, false));
                    continue;
                }
                Some(Member::Elements) => AccessStep::Elements,
                _ => AccessStep::Any,
            };
            let Some(base) = base else { continue };
            dst.into_iter().for_each(|dst| self.add_trigger(base, Trigger::Load(dst, step)));
            value.into_iter().for_each(|value| self.add_trigger(base, Trigger::Store(value, step)));
        }
    }
}

fn key_of(method: MethodId) -> u64 {
    u64::from(method.class.0) << 16 | u64::from(method.index)
}

/// The key of a node of a call where the classes have other numbers.
pub(super) fn renumbered_key(key: u64, by: u32) -> u64 {
    if key >= PARTS { key } else { key + (u64::from(by) << 16) }
}
