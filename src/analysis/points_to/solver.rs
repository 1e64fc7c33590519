//! The solver: what an analysis has while it runs, and the steps that all rules are made of: nodes, edges, objects, triggers,
//! synthetic calls.
//!
//! The rules are those of the standard formulation: New, Assign and Cast in [`super::statements`], Load and Store in
//! [`super::many_fields`] and [`super::access_steps`], Call in [`super::calls`] and [`super::shared_calls`]. The call graph is made
//! on the fly. [`super::fixed_point`] applies the rules until nothing is new; what models, reflection and the JVM add is
//! plugins' ([`super::plugin`]), of which the solver knows the list alone.

use super::context::{Context, Contexts, Selector};
use super::events::{Caller, SyntheticCall, Trigger, ValuesOfCall, Waiting};
use super::graph::{Graph, Node, TRIGGERS, USES};
use super::methods::{Methods, View};
use super::named::Named;
use super::objects::{Object, ObjectData, Objects, Origin};
use super::plugin::{Plugin, PluginState, States};
use super::tables::array_types::ArrayTypes;
use super::tables::nodes::NodeTable;
use super::tables::receivers::Receivers;
use super::tables::reference_fields::ReferenceFields;
use super::tables::synthetic_calls::SyntheticCalls;
use super::tables::targets::TargetTable;
use super::tables::texts::Texts;
use super::tables::triggers::Triggers;
use super::tables::values::Values;
use crate::analysis::ir::{MethodIr, Type, Var};
use crate::analysis::models::Models;
use crate::program::{ClassId, FieldId, MethodId, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;

/// No instance.
const NOBODY: u32 = u32::MAX;

/// The analysis while it runs.
pub struct Solver<'a> {
    pub program: &'a Program,
    pub selector: Box<dyn Selector>,
    /// The models of methods.
    pub models: Models,
    pub contexts: Contexts,
    pub objects: Objects<'a>,
    pub graph: Graph,
    pub methods: Methods,
    /// For each node its instance if it is a variable, else [`NOBODY`].
    pub owners: Vec<u32>,
    pub nodes: NodeTable,
    pub triggers: Triggers,
    pub synthetic_calls: SyntheticCalls,
    pub targets: TargetTable,
    pub receivers: Receivers,
    pub values: Values,
    pub texts: Texts,
    pub array_types: ArrayTypes,
    pub reference_fields: ReferenceFields,
    /// Whether methods' results are free of contexts, where that was asked ([`super::closed`]).
    pub free_results: FxHashMap<MethodId, bool>,
    /// Calls whose callees were not read yet.
    pub waiting: Vec<Waiting>,
    /// Instances whose statements were not followed yet.
    pub fresh: Vec<u32>,
    /// Who calls which instances.
    pub calls: FxHashSet<(Caller, u32)>,
    pub initialized: BTreeSet<ClassId>,
    /// Exceptions that the JVM throws by itself.
    pub jvm_thrown: Node,
    pub diagnostics: BTreeSet<String>,
    /// Whether classes of the application count: not while what the JDK does by itself is followed.
    pub with_application: bool,
    /// The classes of the application and all above them, once they were asked for.
    above_application: Option<FxHashSet<ClassId>>,
    /// What the user says that calls by reflection reach.
    pub named: Arc<Named>,
    /// Who is told what happens, in this order.
    pub plugins: &'static [&'static dyn Plugin],
    /// What the plugins keep: each looks at its own.
    pub states: States,
}

impl<'a> Solver<'a> {
    /// A solver with nothing to solve that goes by these models.
    pub fn under(
        program: &'a Program,
        selector: Box<dyn Selector>,
        models: Models,
        plugins: &'static [&'static dyn Plugin],
    ) -> Self {
        Self {
            program,
            selector,
            models,
            contexts: Contexts::default(),
            objects: Objects::new(program),
            graph: Graph::default(),
            methods: Methods::default(),
            owners: Vec::new(),
            nodes: NodeTable::default(),
            triggers: Triggers::default(),
            synthetic_calls: SyntheticCalls::default(),
            targets: TargetTable::default(),
            receivers: Receivers::default(),
            values: Values::default(),
            texts: Texts::of(program),
            array_types: ArrayTypes::of(program),
            reference_fields: ReferenceFields::default(),
            free_results: FxHashMap::default(),
            waiting: Vec::new(),
            fresh: Vec::new(),
            calls: FxHashSet::default(),
            initialized: BTreeSet::new(),
            jvm_thrown: 0,
            diagnostics: BTreeSet::new(),
            with_application: false,
            above_application: None,
            named: Arc::default(),
            plugins,
            states: States::of(plugins),
        }
    }

    /// The state of a plugin.
    pub fn state<T: PluginState>(&self) -> &T {
        self.states.get()
    }

    /// The same, to be changed.
    pub fn state_mut<T: PluginState>(&mut self) -> &mut T {
        self.states.get_mut()
    }

    /// A new node that is no variable.
    pub fn node(&mut self) -> Node {
        self.owners.push(NOBODY);
        self.graph.add_nodes(1)
    }

    /// The instance of the method under the context; its statements are followed if it is new.
    pub fn instance(&mut self, method: u32, context: Context, site: Option<(u32, u32)>) -> u32 {
        let (graph, owners) = (&mut self.graph, &mut self.owners);
        let next = self.methods.instances.len() as u32;
        let (instance, new) = self.methods.instance(method, context, |vars| {
            owners.resize(owners.len() + vars as usize, next);
            graph.add_nodes(vars)
        });
        if new {
            if let Some(site) = site {
                self.methods.set_call_of_model(instance, site);
            }
            self.fresh.push(instance);
            let base = self.methods.instances[instance as usize].base;
            let uses = self.view_of(instance).uses.clone();
            let used = (base..).zip(uses.iter()).filter(|(_, uses)| !uses.is_empty());
            used.for_each(|(node, _)| self.graph.wait(node, USES));
        }
        instance
    }

    /// The node of the instance's variable.
    pub fn var(&self, instance: u32, var: Var) -> Node {
        self.methods.instances[instance as usize].base + var.0
    }

    /// The statements of the instance's method.
    pub fn ir(&self, instance: u32) -> Arc<MethodIr> {
        self.view_of(instance).ir.clone()
    }

    /// The view of the instance's method.
    pub fn view_of(&self, instance: u32) -> &View {
        self.view(self.methods.instances[instance as usize].method).expect("instances are made of built methods")
    }

    /// What of the first node passes the filter goes to the second.
    pub fn edge(&mut self, from: Node, to: Node, filter: u32) {
        self.graph.add_edge(from, to, filter, &mut self.objects);
    }

    /// The node of a field of an object.
    pub fn field(&mut self, object: Object, field: FieldId) -> Node {
        self.field_node(object, Some(field))
    }

    /// The node of the elements of an array.
    pub fn elements(&mut self, array: Object) -> Node {
        self.field_node(array, None)
    }

    fn field_node(&mut self, object: Object, field: Option<FieldId>) -> Node {
        if let Some(known) = self.nodes.field(object, field) {
            return known;
        }
        let node = self.node();
        self.nodes.set_field(object, field, node);
        node
    }

    /// The node of a static field.
    pub fn static_field(&mut self, field: FieldId) -> Node {
        if let Some(known) = self.nodes.static_field(field) {
            return known;
        }
        let node = self.node();
        self.nodes.set_static_field(field, node);
        node
    }

    /// An object; plugins are told of a new one.
    pub fn object(&mut self, origin: Origin, context: Context, ty: Type) -> Object {
        let (object, new) = self.objects.object(ObjectData { origin, context, ty });
        if new {
            self.plugins.iter().for_each(|plugin| plugin.on_object(self, object));
        }
        object
    }

    /// Whether objects of the object's class have the field.
    pub fn has_field(&mut self, object: Object, field: FieldId) -> bool {
        let class = self.objects.type_of(object).as_class();
        class.is_some_and(|class| self.objects.is_subclass(class, field.class))
    }

    /// Whether the application has classes below the class, which is not `Object`.
    pub fn has_below(&mut self, class: ClassId) -> bool {
        let program = self.program;
        let above = self.above_application.get_or_insert_with(|| {
            let classes = program.application();
            let above = classes.flat_map(|class| {
                let superclasses = program.superclasses(class.id).map(|class| class.id);
                superclasses.chain(program.superinterfaces(class.id)).collect::<Vec<_>>()
            });
            above.collect()
        });
        above.contains(&class) && !self.objects.is_object(Type::class(class))
    }

    /// Adds a trigger for objects at a node, those that are there already included.
    pub fn add_trigger(&mut self, node: Node, trigger: Trigger) {
        if !self.triggers.add(node, trigger) {
            return;
        }
        self.graph.wait(node, TRIGGERS);
        self.graph.waiting += 3 * size_of::<(Node, Trigger)>() as u64;
        let there = self.graph.objects(node).clone();
        if !there.is_empty() {
            self.triggers.notice(trigger, there);
        }
    }

    /// A node with those objects of another that pass the filter.
    pub fn filtered(&mut self, node: Node, filter: u32) -> Node {
        if filter == 0 {
            return node;
        }
        if let Some(known) = self.nodes.filtered(node, filter) {
            return known;
        }
        let to = self.node();
        self.edge(node, to, filter);
        if let Some(ty) = self.objects.accepted(filter) {
            self.add_trigger(node, Trigger::Ask(ty));
        }
        self.nodes.set_filtered(node, filter, to);
        to
    }

    /// A new synthetic call.
    pub fn synthetic_call(&mut self, synthetic: SyntheticCall) -> u32 {
        self.graph.waiting += 3 * size_of::<SyntheticCall>() as u64;
        self.synthetic_calls.add(synthetic)
    }

    /// The synthetic call, made once for each site, arguments and result.
    pub fn synthetic_call_once(&mut self, synthetic: SyntheticCall) -> u32 {
        let key = synthetic.key();
        if let Some(known) = self.synthetic_calls.known(&key) {
            return known;
        }
        let number = self.synthetic_call(synthetic);
        self.synthetic_calls.know(key, number);
        number
    }

    /// The call instruction behind a caller.
    pub fn site_of(&self, caller: Caller) -> Option<(u32, u32)> {
        match caller {
            Caller::Site(instance, number) => Some((instance, number)),
            Caller::Synthetic(synthetic) => self.synthetic_calls.get(synthetic).site,
        }
    }

    /// The site, arguments and result of a caller, as nodes.
    pub fn values_of(&self, caller: Caller) -> ValuesOfCall {
        match caller {
            Caller::Site(instance, number) => {
                let ir = self.ir(instance);
                let call = ir.call(number);
                let args = call.args.iter().map(|var| var.map(|var| self.var(instance, var))).collect();
                (Some((instance, number)), args, call.dst.map(|var| self.var(instance, var)), None)
            }
            Caller::Synthetic(synthetic) => {
                let SyntheticCall { site, args, dst, thrown } = self.synthetic_calls.get(synthetic).clone();
                (site, args, dst, thrown)
            }
        }
    }
}
