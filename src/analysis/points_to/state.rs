//! What the solver has at the fixed point, as summaries ([`crate::analysis::summaries`]) and back.
//!
//! The analysis only ever adds: what the JVM and the JDK do by themselves is solved once, in a program of the JDK alone,
//! and every run without contexts starts from there and adds `main`. That is right where the JDK's part does not depend
//! on the application: see [`Questions`]. Kept is all that the solver has but what it finds anew when it is asked
//! (masks of filters, finalizers, numbers of allocations). The views of methods are records of their own, each read when
//! it is first asked for.

use super::budget::Budget;
use super::context::{Contexts, Insensitive, Selector};
use super::events::{Caller, ModelCall, ReflectiveCall, SyntheticCall, Trigger};
use super::graph::{Graph, Node};
use super::handles::renumbered_key;
use super::members::Member;
use super::methods::{Instance, Method, Methods, View, Ways, ways_by};
use super::objects::{Accepts, ObjectData, Objects, Origin};
use super::proxies::ProxyCall;
use super::solver::Solver;
use crate::analysis::ir::{MethodIr, Region, Type, method_ir};
use crate::analysis::summaries::renumber::Renumber;
use crate::analysis::summaries::words::Words;
use crate::analysis::summaries::{Fingerprint, Summaries, store};
use crate::program::{ClassId, FieldId, MethodId, Program, access};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What was asked of the program when the JDK was solved. A program whose application answers otherwise than none cannot
/// start from there.
#[derive(Serialize, Deserialize)]
struct Questions {
    /// How many classes the JDK has: another number has other classes.
    classes: u32,
    /// Classes that the JDK's code names and the JDK does not have.
    missing: Vec<String>,
    /// Strings of the JDK's code that could be names of classes, and are not of the JDK's.
    texts: BTreeSet<String>,
}

/// The state. Hash maps are lists, sorted.
#[derive(Serialize, Deserialize)]
struct State {
    questions: Questions,
    contexts: Vec<Box<[u32]>>,
    objects: Vec<(ObjectData, u32)>,
    types: Vec<(Type, Box<[Type]>)>,
    filters: Vec<Accepts>,
    supertypes: Vec<(ClassId, Vec<ClassId>)>,
    graph: Words,
    methods: Vec<StoredMethod>,
    instances: Words,
    site_methods: Words,
    site_offsets: Words,
    owners: Words,
    triggers: Vec<(Node, Vec<Trigger>)>,
    synthetic_calls: Vec<SyntheticCall>,
    synthetic_numbers: Vec<u32>,
    starting_calls: Vec<u32>,
    globals: Vec<(String, Node)>,
    model_names: Vec<String>,
    called: Vec<(String, String)>,
    model_calls: Vec<ModelCall>,
    sites_of_models: Vec<(u32, (u32, u32))>,
    jvm_fields: Vec<(FieldId, Node)>,
    fields: Vec<(u32, Option<FieldId>, Node)>,
    statics: Vec<(FieldId, Node)>,
    captured: Vec<(u32, Vec<Option<Node>>)>,
    calls: Vec<(Caller, u32)>,
    dispatched: Vec<(u32, MethodId, Option<MethodId>)>,
    initialized: Vec<ClassId>,
    initializing: Vec<((u32, u32), Node)>,
    jvm_thrown: Node,
    start_thrown: Node,
    diagnostics: BTreeSet<String>,
    reflective_calls: Vec<ReflectiveCall>,
    members: Vec<Member>,
    nodes_of_calls: Vec<((u32, u64), Node)>,
    filtered_nodes: Vec<((Node, u32), Node)>,
    any_class_given: Vec<u32>,
    unknown_in_jdk: BTreeMap<String, BTreeSet<String>>,
    asks_for_caller: Vec<(u32, Vec<u32>)>,
    proxy_calls: Vec<(ProxyCall, u32)>,
    proxy_callers: Vec<(Caller, u32)>,
}

#[derive(Serialize, Deserialize)]
struct StoredMethod {
    id: MethodId,
    built: bool,
    vars: u32,
    first_site: u32,
    looks_up: bool,
    /// Of a method with a model: its name, its descriptor, whether it is native.
    model: Option<(String, String, bool)>,
}

/// Solves what the JVM and the JDK do by themselves; gives the bytes of the summaries. The program has the JDK alone. None
/// if the budget does not suffice or what is found is too large.
pub fn summarize(jdk: &Program, fingerprint: &Fingerprint, budget: &Budget) -> Option<Vec<u8>> {
    let solver = Solver::start(jdk, Box::new(Insensitive), budget).ok()?;
    (jdk.application_count() == 0).then_some(())?;
    file(&solver, fingerprint)
}

/// The state in which `main` is added, as [`summarize`] has it but with the program's own numbers of classes: for tests
/// that it does not matter where it comes from. None if the program cannot start from the summaries.
pub fn state_before_main(program: &Program, summaries: Option<&Arc<Summaries>>) -> Option<Vec<u8>> {
    let selector = Box::new(Insensitive);
    let solver = match summaries {
        Some(summaries) => Solver::resume(program, selector, summaries)?,
        None => Solver::start(program, selector, &Budget::default()).ok()?,
    };
    file(&solver, &Fingerprint::default())
}

fn file(solver: &Solver<'_>, fingerprint: &Fingerprint) -> Option<Vec<u8>> {
    let state = store::encode(&solver.save()?)?;
    let numbers = 0..solver.methods.list.len() as u32;
    let record = |number: u32| match solver.view(number) {
        Some(view) => store::encode(&(&*view.ir, &*view.ways)),
        None => Some(Vec::new()),
    };
    let records: Vec<Vec<u8>> = numbers.into_par_iter().map(record).collect::<Option<_>>()?;
    store::file(fingerprint, &state, &records)
}

/// Whether an analysis of the program can start from the summaries.
pub fn fit(program: &Program, summaries: &Summaries) -> bool {
    store::decode::<State>(summaries.state()).is_some_and(|state| state.questions.fit(program))
}

fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items
}

impl<'a> Solver<'a> {
    /// The view of a method that was built.
    pub(super) fn view(&self, method: u32) -> Option<&View> {
        let entry = &self.methods.list[method as usize];
        entry.built.then(|| entry.view.get_or_init(|| self.stored_view(method)))
    }

    fn stored_view(&self, method: u32) -> View {
        let record = self.methods.stored.as_ref().and_then(|summaries| summaries.record(method));
        let (ir, ways) = record.and_then(store::decode::<(MethodIr, Vec<Ways>)>).map_or_else(
            || self.view_of_code(method),
            |(mut ir, ways)| {
                ir.renumber(self.program.application_count() as u32);
                (ir, ways)
            },
        );
        View::new(Arc::new(ir), ways)
    }

    /// The view as it was before it was stored, for a record that is none: somebody wrote into the mapped file.
    fn view_of_code(&self, method: u32) -> (MethodIr, Vec<Ways>) {
        let entry = &self.methods.list[method as usize];
        let mut ir = method_ir(self.program, entry.id);
        if entry.is_modelled() {
            ir = self.signature_of(entry.id);
        }
        let of_region = |region: &Region| {
            let is_object = |ty: &Option<Type>| ty.is_some_and(|ty| self.objects.is_object(ty));
            let everything: Vec<bool> = region.handlers.iter().map(|(ty, _)| is_object(ty)).collect();
            ways_by(region, &everything, |accepts| self.objects.known_filter(&accepts))
        };
        let ways = ir.regions.iter().map(of_region).collect();
        (ir, ways)
    }

    #[expect(clippy::too_many_lines, reason = "each field is named once")]
    /// The state of a solver at the fixed point. A field that is new must be kept here or be left out for a reason.
    fn save(&self) -> Option<State> {
        let Self {
            program,
            selector: _,
            contexts,
            objects,
            graph,
            methods,
            owners,
            triggers,
            known_triggers: _, // from `triggers`
            synthetic_calls,
            models: _,
            globals,
            model_names,
            called,
            model_calls,
            sites_of_models,
            starting_calls,
            start_thrown,
            jvm_fields,
            synthetic_numbers,
            shared_calls: _, // only under contexts
            modelled: _,
            names: _, // the application's
            jdk_texts,
            fields: _, // in `field_nodes`
            reference_fields: _,
            many_fields: _, // made anew where they are wanted again
            statics: _,
            captured,
            waiting,
            fresh,
            noticed,
            calls,
            dispatched,
            targets: _, // from these
            targets_since: _,
            initialized,
            initializing,
            jvm_thrown,
            diagnostics,
            allocations: _, // only contexts have them as elements
            receivers: _,
            values: _,
            finalizers: _,
            reflective_calls,
            members,
            member_numbers: _, // from the members
            nodes_of_calls,
            filtered_nodes,
            any_class_given,
            called_unknown: _, // in the application
            most_called_unknown: _,
            with_application: _, // false
            unknown_in_jdk,
            asks_for_caller,
            calling_classes: _, // from the calls
            proxy_calls,
        } = self;
        let at_rest = waiting.is_empty() && fresh.is_empty() && noticed.is_empty();
        let (objects, types, filters, supertypes) = objects.parts();
        at_rest.then_some(())?;
        Some(State {
            questions: Questions::of(program, jdk_texts),
            contexts: contexts.lists().to_vec(),
            objects,
            types,
            filters,
            supertypes,
            graph: graph.to_words()?,
            methods: self.stored_methods(),
            instances: instances_to_words(&methods.instances),
            site_methods: Words(methods.site_owners.clone()),
            site_offsets: Words(methods.site_offsets.clone()),
            owners: Words(owners.clone()),
            triggers: triggers_sorted(triggers),
            synthetic_calls: synthetic_calls.clone(),
            synthetic_numbers: sorted(synthetic_numbers.values().copied()),
            starting_calls: starting_calls.iter().copied().collect(),
            globals: globals.iter().map(|(name, node)| (name.clone(), *node)).collect(),
            model_names: model_names.clone(),
            called: called.clone(),
            model_calls: model_calls.clone(),
            sites_of_models: sorted(sites_of_models.iter().map(|(instance, site)| (*instance, *site))),
            jvm_fields: jvm_fields.clone(),
            fields: sorted(self.field_nodes()),
            statics: sorted(self.static_nodes()),
            captured: sorted(captured.iter().map(|(object, nodes)| (*object, nodes.clone()))),
            calls: sorted(calls.iter().copied()),
            dispatched: sorted(
                dispatched
                    .iter()
                    .flat_map(|(resolved, found)| found.iter().map(|(ty, found)| (*ty, *resolved, *found))),
            ),
            initialized: initialized.iter().copied().collect(),
            initializing: initializing.clone(),
            jvm_thrown: *jvm_thrown,
            start_thrown: *start_thrown,
            diagnostics: diagnostics.clone(),
            reflective_calls: reflective_calls.clone(),
            members: members.clone(),
            nodes_of_calls: sorted(nodes_of_calls.iter().map(|(key, node)| (*key, *node))),
            filtered_nodes: sorted(filtered_nodes.iter().map(|(key, node)| (*key, *node))),
            any_class_given: sorted(any_class_given.iter().copied()),
            unknown_in_jdk: unknown_in_jdk.clone(),
            asks_for_caller: sorted(asks_for_caller.iter().map(|(method, reflective)| (*method, reflective.clone()))),
            proxy_calls: sorted(proxy_calls.synthetic_calls.iter().map(|(call, synthetic)| (*call, *synthetic))),
            proxy_callers: sorted(proxy_calls.callers.iter().copied()),
        })
    }

    fn stored_methods(&self) -> Vec<StoredMethod> {
        let stored = |method: &Method| {
            let info = self.program.method(method.id).filter(|_| method.model.is_some());
            let model = |info: &crate::classfile::MethodInfo| {
                (info.name.clone(), info.descriptor.clone(), info.access & access::NATIVE != 0)
            };
            let Method { id, built, vars, first_site, looks_up, .. } = *method;
            StoredMethod { id, built, vars, first_site, looks_up, model: info.map(model) }
        };
        self.methods.list.iter().map(stored).collect()
    }

    /// The solver as [`summarize`] left it; none if the program cannot start from there.
    pub(super) fn resume(program: &'a Program, selector: Box<dyn Selector>, from: &Arc<Summaries>) -> Option<Self> {
        let mut state: State = store::decode(from.state())?;
        if !state.questions.fit(program) {
            return None;
        }
        state.renumber(program.application_count() as u32);
        let mut solver = Self::new(program, selector);
        solver.load(state)?;
        solver.methods.stored = Some(from.clone());
        Some(solver)
    }

    fn load(&mut self, state: State) -> Option<()> {
        // what was missing is missing here too
        state.questions.missing.iter().for_each(|name| {
            self.program.class(name);
        });
        self.jdk_texts = state.questions.texts;
        self.contexts = Contexts::from_lists(state.contexts);
        self.objects =
            Objects::from_parts(self.program, (state.objects, state.types, state.filters, state.supertypes))?;
        self.graph = Graph::from_words(&state.graph)?;
        self.owners = state.owners.0;
        self.load_methods(&state.methods, &state.instances)?;
        self.methods.set_sites(state.site_methods.0, state.site_offsets.0);
        let known_triggers = |(node, triggers): &(Node, Vec<Trigger>)| {
            let node = *node;
            triggers.clone().into_iter().map(move |trigger| (node, trigger))
        };
        self.known_triggers = state.triggers.iter().flat_map(known_triggers).collect();
        self.triggers = state.triggers.into_iter().collect();
        self.synthetic_calls = state.synthetic_calls;
        for number in state.synthetic_numbers {
            let synthetic = self.synthetic_calls.get(number as usize)?;
            self.synthetic_numbers.insert(synthetic.key(), number);
        }
        self.starting_calls = state.starting_calls.into_iter().collect();
        self.globals = state.globals.into_iter().collect();
        self.model_names = state.model_names;
        self.called = state.called;
        self.model_calls = state.model_calls;
        self.sites_of_models = state.sites_of_models.into_iter().collect();
        self.jvm_fields = state.jvm_fields;
        self.set_nodes(&state.fields, &state.statics);
        self.captured = state.captured.into_iter().collect();
        self.calls = state.calls.into_iter().collect();
        for (ty, resolved, found) in state.dispatched {
            self.dispatched.entry(resolved).or_default().insert(ty, found);
        }
        self.initialized = state.initialized.into_iter().collect();
        self.initializing = state.initializing;
        (self.jvm_thrown, self.start_thrown) = (state.jvm_thrown, state.start_thrown);
        self.diagnostics = state.diagnostics;
        self.reflective_calls = state.reflective_calls;
        self.member_numbers = state.members.iter().cloned().zip(0..).collect();
        self.members = state.members;
        self.nodes_of_calls = state.nodes_of_calls.into_iter().collect();
        self.filtered_nodes = state.filtered_nodes.into_iter().collect();
        self.any_class_given = state.any_class_given.into_iter().collect();
        self.unknown_in_jdk = state.unknown_in_jdk;
        self.asks_for_caller = state.asks_for_caller.into_iter().collect();
        self.proxy_calls.synthetic_calls = state.proxy_calls.into_iter().collect();
        self.proxy_calls.callers = state.proxy_callers.into_iter().collect();
        (self.owners.len() == self.graph.len()).then_some(())
    }

    fn load_methods(&mut self, methods: &[StoredMethod], instances: &Words) -> Option<()> {
        let mut list = Vec::with_capacity(methods.len());
        for stored in methods {
            let mut method = Method::new(stored.id);
            (method.built, method.vars, method.first_site) = (stored.built, stored.vars, stored.first_site);
            method.looks_up = stored.looks_up;
            if let Some((name, descriptor, native)) = &stored.model {
                let class = self.program.name(stored.id.class);
                method.model = Some(self.models.natives.find(class, name, descriptor, *native)?.effects.clone().into());
            }
            list.push(method);
        }
        let mut reader = instances.reader();
        let mut read = Vec::with_capacity(instances.0.len() / 3);
        while !reader.is_empty() {
            let [method, context, base] = reader.words()?;
            (base as usize <= self.graph.len()).then_some(())?;
            read.push(Instance { method, context, base });
        }
        self.methods = Methods::restored(list, read)?;
        Some(())
    }
}

impl Questions {
    fn of(program: &Program, texts: &BTreeSet<String>) -> Self {
        let classes = (program.class_count() - program.application_count()) as u32;
        Self { classes, missing: program.missing_classes(), texts: texts.clone() }
    }

    /// Whether the program's application has nothing that the JDK asked for.
    fn fit(&self, program: &Program) -> bool {
        let of_jdk = program.class_count() - program.application_count();
        let service_of_jdk = |service: &String| {
            let name = service.replace('.', "/");
            program.has_class(&name) && program.class(&name).is_some_and(|class| !program.is_application(class))
        };
        of_jdk == self.classes as usize
            && program.has_class("java/lang/Object")
            && !self.missing.iter().chain(&self.texts).any(|name| program.has_class(name))
            && !program.services().keys().any(service_of_jdk)
    }
}

fn instances_to_words(instances: &[Instance]) -> Words {
    Words(instances.iter().flat_map(|instance| [instance.method, instance.context, instance.base]).collect())
}

fn triggers_sorted(triggers: &FxHashMap<Node, Vec<Trigger>>) -> Vec<(Node, Vec<Trigger>)> {
    let mut list: Vec<(Node, Vec<Trigger>)> =
        triggers.iter().map(|(node, triggers)| (*node, triggers.clone())).collect();
    list.sort_unstable_by_key(|(node, _)| *node);
    list
}

impl Renumber for State {
    fn renumber(&mut self, by: u32) {
        self.objects.iter_mut().for_each(|(object, _)| object.renumber(by));
        for (ty, others) in &mut self.types {
            ty.renumber(by);
            others.iter_mut().for_each(|ty| ty.renumber(by));
        }
        for accepts in &mut self.filters {
            accepts.only.renumber(by);
            accepts.never.renumber(by);
        }
        for (class, above) in &mut self.supertypes {
            class.renumber(by);
            above.renumber(by);
        }
        self.methods.iter_mut().for_each(|method| method.id.renumber(by));
        self.triggers.iter_mut().for_each(|(_, triggers)| triggers.renumber(by));
        self.model_calls.iter_mut().for_each(|model_call| model_call.method.renumber(by));
        self.jvm_fields.iter_mut().for_each(|(field, _)| field.renumber(by));
        self.fields.iter_mut().for_each(|(_, field, _)| field.renumber(by));
        self.statics.iter_mut().for_each(|(field, _)| field.renumber(by));
        for (_, resolved, found) in &mut self.dispatched {
            resolved.renumber(by);
            found.renumber(by);
        }
        self.initialized.renumber(by);
        for reflective in &mut self.reflective_calls {
            reflective.model_call.method.renumber(by);
            reflective.array.renumber(by);
        }
        self.members.renumber(by);
        self.nodes_of_calls.iter_mut().for_each(|((_, key), _)| *key = renumbered_key(*key, by));
        self.proxy_calls.iter_mut().for_each(|((_, method, _), _)| method.renumber(by));
    }
}

impl Renumber for ObjectData {
    fn renumber(&mut self, by: u32) {
        self.ty.renumber(by);
        match &mut self.origin {
            Origin::Class(ty) => ty.renumber(by),
            Origin::Site(..)
            | Origin::Merged
            | Origin::Text(_)
            | Origin::AnyText
            | Origin::Lambda(..)
            | Origin::Member(_)
            | Origin::Model(..)
            | Origin::Proxy(_) => {}
        }
    }
}

impl Renumber for Member {
    fn renumber(&mut self, by: u32) {
        match self {
            Self::Field(field) | Self::Variable(field) => field.renumber(by),
            Self::FieldsOf(class) | Self::MethodsOf(class) => class.renumber(by),
            Self::Method(method) | Self::Component(method) => method.renumber(by),
            Self::Constructor(class, method) => {
                class.renumber(by);
                method.renumber(by);
            }
            Self::Handle(handle) => handle.renumber(by),
            Self::Services(ty) | Self::Iterator(ty) => ty.renumber(by),
            Self::Provider(ty, class) => {
                ty.renumber(by);
                class.renumber(by);
            }
            Self::Combined(_) | Self::Elements => {}
        }
    }
}
