//! The solver: makes methods reachable, turns their statements into nodes and edges, and calls into more methods.
//!
//! The rules are those of the standard formulation (New, Assign, Load, Store, Call under contexts). The call graph is
//! made on the fly: a virtual call is dispatched for each object that arrives at its receiver. Views of methods are
//! built in parallel, when the worklist is empty or many calls wait for them.

use super::budget::{Budget, Exceeded};
use super::context::{Context, Contexts, Receiver, Selector};
use super::entry;
use super::events::{Caller, ModelCall, ReflectiveCall, SyntheticCall, SyntheticKey, Targets, Trigger, Waiting};
use super::graph::{Graph, Node};
use super::many_fields::ManyFields;
use super::members::{Member, member_names};
use super::methods::{Methods, Use, View, ways};
use super::modelled::TypedFields;
use super::objects::{Object, ObjectData, Objects, Origin};
use super::proxies::ProxyCalls;
use super::set::ObjectSet;
use super::sets::SetId;
use crate::analysis::ir::{MethodIr, Type, Var, method_ir, signature_only};
use crate::analysis::models::Models;
use crate::program::{ClassId, FieldId, MethodId, Program, access};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How many calls wait before the views that they need are built.
const MANY_WAIT: usize = 512;

/// How many steps are made between two looks at the budget.
const ROUNDS: u32 = 1024;

/// The analysis while it runs.
pub(super) struct Solver<'a> {
    pub(super) program: &'a Program,
    pub(super) selector: Box<dyn Selector>,
    pub(super) contexts: Contexts,
    pub(super) objects: Objects<'a>,
    pub(super) graph: Graph,
    pub(super) methods: Methods,
    /// For each node its instance if it is a variable, else [`NOBODY`].
    pub(super) owners: Vec<u32>,
    pub(super) triggers: FxHashMap<Node, Vec<Trigger>>,
    /// The same, to be found: some nodes have thousands.
    pub(super) known_triggers: FxHashSet<(Node, Trigger)>,
    pub(super) synthetic_calls: Vec<SyntheticCall>,
    /// The models of methods.
    pub(super) models: Models,
    pub(super) globals: BTreeMap<String, Node>,
    /// Names of fields, and names and descriptors of methods that models use.
    pub(super) model_names: Vec<String>,
    pub(super) called: Vec<(String, String)>,
    pub(super) model_calls: Vec<ModelCall>,
    /// For instances of modelled methods the call that they are for.
    pub(super) sites_of_models: FxHashMap<u32, (u32, u32)>,
    /// Flows of what the JVM calls before `main`, and `main`'s own.
    pub(super) starting_calls: BTreeSet<u32>,
    /// What leaves `main` and the methods that the JVM calls.
    pub(super) start_thrown: Node,
    /// Fields that the JVM stores into, and what.
    pub(super) jvm_fields: Vec<(FieldId, Node)>,
    pub(super) synthetic_numbers: FxHashMap<SyntheticKey, u32>,
    /// The synthetic calls of virtual calls that are followed as one, by method, call, the part of the context that they have in
    /// common, and receivers.
    pub(super) shared_calls: FxHashMap<(u32, u32, Context, ObjectSet), u32>,
    /// Whether there are models for methods.
    pub(super) modelled: FxHashMap<MethodId, bool>,
    /// Names of members of the application, which reflection in the application may ask for.
    pub(super) names: FxHashSet<String>,
    /// Strings of the JDK that may be names of classes, and are not of the JDK's.
    pub(super) jdk_texts: BTreeSet<String>,
    pub(super) fields: FxHashMap<(Object, u64), Node>,
    /// By class: its static fields of reference type if true, else those that its objects have.
    pub(super) reference_fields: FxHashMap<(ClassId, bool), TypedFields>,
    /// See [`super::many_fields`].
    pub(super) many_fields: ManyFields,
    pub(super) statics: FxHashMap<FieldId, Node>,
    /// What function objects captured: none for values of primitive types.
    pub(super) captured: FxHashMap<Object, Vec<Option<Node>>>,
    pub(super) waiting: Vec<Waiting>,
    /// Instances whose statements were not followed yet.
    pub(super) fresh: Vec<u32>,
    /// New triggers with what was there already.
    pub(super) noticed: Vec<(Trigger, Arc<ObjectSet>)>,
    pub(super) calls: FxHashSet<(Caller, u32)>,
    /// By method, what its calls run on objects of types.
    pub(super) dispatched: FxHashMap<MethodId, FxHashMap<u32, Option<MethodId>>>,
    /// What calls of a method run on sets of objects, and since which sweep of sets that is so.
    pub(super) targets: FxHashMap<(MethodId, SetId), Arc<Targets>>,
    pub(super) targets_since: u32,
    pub(super) initialized: BTreeSet<ClassId>,
    /// Calls of models that initialise the classes at a node.
    pub(super) initializing: Vec<((u32, u32), Node)>,
    /// Exceptions that the JVM throws by itself.
    pub(super) jvm_thrown: Node,
    pub(super) diagnostics: BTreeSet<String>,
    pub(super) allocations: FxHashMap<(Origin, Type), u32>,
    /// Whether objects of a class are values: see [`super::special`].
    pub(super) values: FxHashMap<ClassId, bool>,
    /// By objects: what contexts are made of where they are receivers, once that was asked.
    pub(super) receivers: Vec<Option<Receiver>>,
    pub(super) finalizers: FxHashMap<Type, Option<MethodId>>,
    /// Calls of reflective methods.
    pub(super) reflective_calls: Vec<ReflectiveCall>,
    /// What reflection found.
    pub(super) members: Vec<Member>,
    pub(super) member_numbers: FxHashMap<Member, u32>,
    /// Nodes of reflective calls by keys of their own.
    pub(super) nodes_of_calls: FxHashMap<(u32, u64), Node>,
    /// Nodes with what of another passes a filter.
    pub(super) filtered_nodes: FxHashMap<(Node, u32), Node>,
    /// Calls that had all classes of the application as an answer.
    pub(super) any_class_given: FxHashSet<u32>,
    /// For calls in the application of methods that are not known, the classes of the application that the methods are of.
    pub(super) called_unknown: FxHashMap<u32, FxHashSet<ClassId>>,
    /// The call of methods that are not known with the most classes, and how many.
    pub(super) most_called_unknown: (u32, u32),
    /// Whether classes of the application count: not while what the JDK does by itself is followed.
    pub(super) with_application: bool,
    /// What reflective calls in the JDK are not followed for, and where.
    pub(super) unknown_in_jdk: BTreeMap<String, BTreeSet<String>>,
    /// By methods that ask for the class of their caller, the calls that ask.
    pub(super) asks_for_caller: FxHashMap<u32, Vec<u32>>,
    /// The classes whose methods call them, once one was asked for.
    pub(super) calling_classes: FxHashMap<u32, BTreeSet<ClassId>>,
    /// See [`super::proxies`].
    pub(super) proxy_calls: ProxyCalls,
}

/// No instance.
const NOBODY: u32 = u32::MAX;

/// The key of the elements of an array among the fields of an object.
const ELEMENTS: u64 = u64::MAX;

impl<'a> Solver<'a> {
    /// A solver with nothing to solve.
    pub(super) fn new(program: &'a Program, selector: Box<dyn Selector>) -> Self {
        Self::under(program, selector, Models::load().unwrap_or_else(|error| panic!("{error}")))
    }

    /// A solver with nothing to solve that goes by these models.
    pub(super) fn under(program: &'a Program, selector: Box<dyn Selector>, models: Models) -> Self {
        Self {
            program,
            selector,
            contexts: Contexts::default(),
            objects: Objects::new(program),
            graph: Graph::default(),
            methods: Methods::default(),
            owners: Vec::new(),
            triggers: FxHashMap::default(),
            known_triggers: FxHashSet::default(),
            synthetic_calls: Vec::new(),
            models,
            globals: BTreeMap::new(),
            model_names: Vec::new(),
            called: Vec::new(),
            model_calls: Vec::new(),
            sites_of_models: FxHashMap::default(),
            starting_calls: BTreeSet::new(),
            start_thrown: 0,
            jvm_fields: Vec::new(),
            synthetic_numbers: FxHashMap::default(),
            shared_calls: FxHashMap::default(),
            modelled: FxHashMap::default(),
            names: member_names(program),
            jdk_texts: BTreeSet::new(),
            fields: FxHashMap::default(),
            reference_fields: FxHashMap::default(),
            many_fields: ManyFields::default(),
            statics: FxHashMap::default(),
            captured: FxHashMap::default(),
            waiting: Vec::new(),
            fresh: Vec::new(),
            noticed: Vec::new(),
            calls: FxHashSet::default(),
            dispatched: FxHashMap::default(),
            targets: FxHashMap::default(),
            targets_since: 0,
            initialized: BTreeSet::new(),
            initializing: Vec::new(),
            jvm_thrown: 0,
            diagnostics: BTreeSet::new(),
            allocations: FxHashMap::default(),
            values: FxHashMap::default(),
            receivers: Vec::new(),
            finalizers: FxHashMap::default(),
            reflective_calls: Vec::new(),
            members: Vec::new(),
            member_numbers: FxHashMap::default(),
            nodes_of_calls: FxHashMap::default(),
            filtered_nodes: FxHashMap::default(),
            any_class_given: FxHashSet::default(),
            called_unknown: FxHashMap::default(),
            most_called_unknown: (0, 0),
            with_application: false,
            unknown_in_jdk: BTreeMap::new(),
            asks_for_caller: FxHashMap::default(),
            calling_classes: FxHashMap::default(),
            proxy_calls: ProxyCalls::default(),
        }
    }

    /// A solver that has followed what the JVM and the JDK do by themselves, to the fixed point.
    pub(super) fn start(program: &'a Program, selector: Box<dyn Selector>, budget: &Budget) -> Result<Self, Exceeded> {
        Self::new(program, selector).started(budget)
    }

    /// The same, of a new solver.
    pub(super) fn started(mut self, budget: &Budget) -> Result<Self, Exceeded> {
        self.jvm_thrown = self.node();
        entry::by_the_jvm(&mut self);
        self.reach_fixed_point(budget)?;
        Ok(self)
    }

    /// Goes on with `main`, to the fixed point or until the budget is used up.
    pub(super) fn run(&mut self, main: MethodId, budget: &Budget) -> Result<(), Exceeded> {
        self.with_application = true;
        self.give_application();
        entry::main(self, main);
        self.reach_fixed_point(budget)?;
        self.report_unknown();
        Ok(())
    }

    fn reach_fixed_point(&mut self, budget: &Budget) -> Result<(), Exceeded> {
        self.check(budget)?;
        let mut rounds = 0_u32;
        loop {
            rounds = rounds.wrapping_add(1);
            if rounds.is_multiple_of(ROUNDS) {
                self.check(budget)?;
            }
            while let Some(instance) = self.fresh.pop() {
                self.follow(instance);
            }
            if let Some((trigger, objects)) = self.noticed.pop() {
                self.triggered(trigger, &objects);
                continue;
            }
            if self.waiting.len() >= MANY_WAIT {
                self.build_views();
            }
            if self.graph.step(&mut self.objects) {
                continue;
            }
            let arrivals = self.graph.take_arrivals();
            for node in &arrivals {
                let (node, objects) = self.graph.take_untold(*node);
                self.arrived(node, &objects);
            }
            if arrivals.is_empty() {
                self.check(budget)?;
                if self.waiting.is_empty() {
                    self.report_unknown();
                    return Ok(());
                }
                self.build_views();
            }
            if self.graph.wants_search() {
                self.graph.search();
                self.check(budget)?;
            }
        }
    }

    fn check(&self, budget: &Budget) -> Result<(), Exceeded> {
        let (reflective, classes) = self.most_called_unknown;
        if budget.classes_called_unknown.is_some_and(|most| classes > most) {
            return Err(Exceeded::Unknown(self.place_of(reflective).unwrap_or_default()));
        }
        budget.check(&self.graph)
    }

    /// Builds the views that calls wait for, and makes the calls.
    fn build_views(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        let mut wanted: Vec<u32> = waiting.iter().map(|call| call.callee).collect();
        wanted.sort_unstable();
        wanted.dedup();
        wanted.retain(|method| !self.methods.list[*method as usize].built);
        let program = self.program;
        let ids: Vec<(u32, MethodId)> =
            wanted.iter().map(|method| (*method, self.methods.list[*method as usize].id)).collect();
        let built: Vec<(u32, MethodIr)> =
            ids.into_par_iter().map(|(method, id)| (method, method_ir(program, id))).collect();
        for (method, mut ir) in built {
            self.model(method, &mut ir);
            let ways = ir.regions.iter().map(|region| ways(region, &mut self.objects)).collect();
            let looks_up = self.looks_up(&ir);
            self.methods.set_ir(method, Arc::new(ir), ways, looks_up);
        }
        for call in waiting {
            self.call(call);
        }
    }

    /// Puts the method's model in the place of its code, if it has one.
    fn model(&mut self, method: u32, ir: &mut MethodIr) {
        let program = self.program;
        let id = self.methods.list[method as usize].id;
        let Some(info) = program.method(id) else { return };
        let native = info.access & access::NATIVE != 0;
        let Some(model) = self.models.natives.find(program.name(id.class), &info.name, &info.descriptor, native) else {
            if native && (info.descriptor.contains(")L") || info.descriptor.contains(")[")) {
                self.diagnostics.insert(format!("{}: what this native method returns is not known", program.shown(id)));
            }
            return;
        };
        if !model.follows() {
            *ir = self.signature_of(id);
        }
        self.methods.list[method as usize].model = Some(model.effects.clone().into());
    }

    /// The view of a method whose code does not count.
    pub(super) fn signature_of(&self, id: MethodId) -> MethodIr {
        let info = self.program.method(id);
        info.map_or_else(MethodIr::default, |info| signature_only(info.access & access::STATIC != 0, &info.descriptor))
    }

    /// A new node that is no variable.
    pub(super) fn node(&mut self) -> Node {
        self.owners.push(NOBODY);
        self.graph.add_nodes(1)
    }

    /// The instance of the method under the context; its statements are followed if it is new.
    pub(super) fn instance(&mut self, method: u32, context: Context, site: Option<(u32, u32)>) -> u32 {
        let (graph, owners) = (&mut self.graph, &mut self.owners);
        let next = self.methods.instances.len() as u32;
        let (instance, new) = self.methods.instance(method, context, |vars| {
            owners.resize(owners.len() + vars as usize, next);
            graph.add_nodes(vars)
        });
        if new {
            if let Some(site) = site {
                self.sites_of_models.insert(instance, site);
            }
            self.fresh.push(instance);
        }
        instance
    }

    /// The node of the instance's variable.
    pub(super) fn var(&self, instance: u32, var: Var) -> Node {
        self.methods.instances[instance as usize].base + var.0
    }

    pub(super) fn ir(&self, instance: u32) -> Arc<MethodIr> {
        self.view_of(instance).ir.clone()
    }

    /// The view of the instance's method.
    pub(super) fn view_of(&self, instance: u32) -> &View {
        self.view(self.methods.instances[instance as usize].method).expect("instances are made of built methods")
    }

    pub(super) fn edge(&mut self, from: Node, to: Node, filter: u32) {
        self.graph.add_edge(from, to, filter, &mut self.objects);
    }

    /// The node of a field of an object.
    pub(super) fn field(&mut self, object: Object, field: FieldId) -> Node {
        self.field_node(object, field_key(field))
    }

    /// The node of the elements of an array.
    pub(super) fn elements(&mut self, array: Object) -> Node {
        self.field_node(array, ELEMENTS)
    }

    fn field_node(&mut self, object: Object, key: u64) -> Node {
        if let Some(known) = self.fields.get(&(object, key)) {
            return *known;
        }
        let node = self.node();
        self.fields.insert((object, key), node);
        node
    }

    /// The node of a static field.
    pub(super) fn static_field(&mut self, field: FieldId) -> Node {
        if let Some(known) = self.statics.get(&field) {
            return *known;
        }
        let node = self.node();
        self.statics.insert(field, node);
        node
    }

    /// Gives fields of objects (elements: none) and statics the nodes that they had.
    pub(super) fn set_nodes(&mut self, fields: &[(Object, Option<FieldId>, Node)], statics: &[(FieldId, Node)]) {
        let key = |field: Option<FieldId>| field.map_or(ELEMENTS, field_key);
        self.fields = fields.iter().map(|(object, field, node)| ((*object, key(*field)), *node)).collect();
        self.statics = statics.iter().copied().collect();
    }

    /// The fields of objects that have nodes.
    pub(super) fn field_nodes(&self) -> impl Iterator<Item = (Object, Option<FieldId>, Node)> + '_ {
        let field =
            |key: u64| (key != ELEMENTS).then_some(FieldId { class: ClassId((key >> 16) as u32), index: key as u16 });
        self.fields.iter().map(move |((object, key), node)| (*object, field(*key), *node))
    }

    /// The static fields that have nodes.
    pub(super) fn static_nodes(&self) -> impl Iterator<Item = (FieldId, Node)> + '_ {
        self.statics.iter().map(|(field, node)| (*field, *node))
    }

    /// An object; what has a finalizer will be finalized.
    pub(super) fn object(&mut self, origin: Origin, context: Context, ty: Type) -> Object {
        let (object, new) = self.objects.object(ObjectData { origin, context, ty });
        if new {
            for (field, node) in self.jvm_fields.clone() {
                if self.has_field(object, field) {
                    let to = self.field(object, field);
                    self.edge(node, to, 0);
                }
            }
            self.finalize(object, ty);
        }
        object
    }

    /// The JVM stores what the node has into the field of every object that has it.
    pub(super) fn jvm_sets(&mut self, field: FieldId, node: Node) {
        self.jvm_fields.push((field, node));
        for object in 0..self.objects.count() as Object {
            if self.has_field(object, field) {
                let to = self.field(object, field);
                self.edge(node, to, 0);
            }
        }
    }

    /// Objects arrived at a node.
    fn arrived(&mut self, node: Node, objects: &ObjectSet) {
        let count = objects.len() as u64;
        for member in self.graph.members(node) {
            let owner = self.owners[member as usize];
            if owner != NOBODY {
                let base = self.methods.instances[owner as usize].base;
                let uses = self.view_of(owner).uses.clone();
                for found in &uses[(member - base) as usize] {
                    self.graph.work += count;
                    self.used(owner, *found, objects);
                }
            }
            if let Some(triggers) = self.triggers.get(&member) {
                for trigger in triggers.clone() {
                    self.graph.work += count;
                    self.triggered(trigger, objects);
                }
            }
        }
    }

    fn used(&mut self, instance: u32, found: Use, objects: &ObjectSet) {
        match found {
            Use::Get { dst, field } => {
                let dst = self.var(instance, dst);
                self.get(objects, Some(field), dst);
            }
            Use::Put { field, src } => {
                let src = self.var(instance, src);
                self.put(objects, Some(field), src);
            }
            Use::GetElement { dst } => {
                let dst = self.var(instance, dst);
                self.get(objects, None, dst);
            }
            Use::PutElement { src } => {
                let src = self.var(instance, src);
                self.put(objects, None, src);
            }
            Use::Call(number) => self.call_on(instance, number, objects),
        }
    }

    /// `src` goes to the elements of the array, as far as its type lets it.
    pub(super) fn put_element(&mut self, array: Object, src: Node) {
        if let Some(element) = self.objects.type_of(array).element() {
            let filter = self.objects.filter(element);
            let node = self.elements(array);
            self.edge(src, node, filter);
        }
    }

    pub(super) fn has_field(&mut self, object: Object, field: FieldId) -> bool {
        let class = self.objects.type_of(object).as_class();
        class.is_some_and(|class| self.objects.is_subclass(class, field.class))
    }

    /// Adds a trigger for objects at a node, those that are there already included.
    pub(super) fn add_trigger(&mut self, node: Node, trigger: Trigger) {
        if !self.known_triggers.insert((node, trigger)) {
            return;
        }
        self.triggers.entry(node).or_default().push(trigger);
        self.graph.waiting += 3 * size_of::<(Node, Trigger)>() as u64;
        let there = self.graph.objects(node).clone();
        if !there.is_empty() {
            self.noticed.push((trigger, there));
        }
    }

    /// The method that a call of `resolved` runs on objects of the type.
    pub(super) fn dispatch(&mut self, object: Object, resolved: MethodId) -> Option<MethodId> {
        let number = self.objects.type_number_of(object);
        if let Some(known) = self.dispatched.get(&resolved).and_then(|known| known.get(&number)) {
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
        self.dispatched.entry(resolved).or_default().insert(number, found);
        found
    }
}

/// The key of a field among those of an object.
fn field_key(field: FieldId) -> u64 {
    u64::from(field.class.0) << 16 | u64::from(field.index)
}
