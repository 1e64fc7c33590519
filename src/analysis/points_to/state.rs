//! What the solver has at the fixed point, as summaries ([`crate::analysis::summaries`]) and back.
//!
//! The analysis only ever adds: what the JVM and the JDK do by themselves is solved once, in a program of the JDK alone,
//! and every run without contexts starts from there and adds `main`. That is right where the JDK's part does not depend
//! on the application: see [`Questions`]. The fixed point of a whole program has the same form ([`super::kept`]), and the JDK's views stay
//! where they are. Each table and each plugin says itself what of it is kept ([`super::tables::Kept`]);
//! here they are put together, with what the solver has besides. The views of methods are records of their own, each read
//! when it is first asked for ([`super::views`]).

use super::allocations::Allocations;
use super::budget::Budget;
use super::context::{Contexts, Insensitive, Selector};
use super::events::Caller;
use super::graph::{Graph, Node};
use super::methods::{Instance, Method, Methods, StoredViews};
use super::objects::{Accepts, ObjectData, Objects, Origin, Parts};
use super::plugins;
use super::reflection::services;
use super::solver::Solver;
use super::tables::nodes::NodeTable;
use super::tables::reference_fields::ReferenceFields;
use super::tables::synthetic_calls::SyntheticCalls;
use super::tables::targets::TargetTable;
use super::tables::triggers::Triggers;
use super::tables::{Kept, sorted};
use crate::analysis::ir::Type;
use crate::analysis::summaries::renumber::Renumber;
use crate::analysis::summaries::words::Words;
use crate::analysis::summaries::{Fingerprint, Summaries, store};
use crate::classfile::MethodInfo;
use crate::program::{ClassId, MethodId, Program, access};
use crate::util::index::Idx;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
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
    /// Services whose providers the JDK's code asks for.
    services: BTreeSet<String>,
}

/// The state of an analysis at the fixed point.
#[derive(Serialize, Deserialize)]
pub(super) struct State {
    questions: Questions,
    /// The direct supertypes of each class of the JDK, as lists.
    supertypes: Words,
    /// How many methods have their views in the summaries of the JDK; the others have records beside this.
    of_jdk: u32,
    contexts: Vec<Box<[u32]>>,
    objects: SavedObjects,
    graph: Words,
    methods: SavedMethods,
    owners: Words,
    nodes: <NodeTable as Kept>::Saved,
    triggers: <Triggers as Kept>::Saved,
    synthetic_calls: <SyntheticCalls as Kept>::Saved,
    targets: <TargetTable as Kept>::Saved,
    reference_fields: <ReferenceFields as Kept>::Saved,
    calls: Vec<(Caller, u32)>,
    initialized: Vec<ClassId>,
    jvm_thrown: Node,
    diagnostics: BTreeSet<String>,
    /// Of each plugin that has a state what is kept of it.
    plugins: Vec<Vec<u8>>,
}

/// See [`Objects::parts`].
#[derive(Serialize, Deserialize)]
struct SavedObjects {
    objects: Vec<(ObjectData, u32)>,
    types: Vec<(Type, Box<[Type]>)>,
    filters: Vec<Accepts>,
    supertypes: Vec<(ClassId, Vec<ClassId>)>,
}

#[derive(Serialize, Deserialize)]
struct SavedMethods {
    list: Vec<StoredMethod>,
    instances: Words,
    site_methods: Words,
    site_offsets: Words,
    calls_of_models: Vec<(u32, (u32, u32))>,
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
    let solver = plugins::solver(jdk, Box::new(Insensitive(Allocations::SitesOfApplication))).started(budget).ok()?;
    (jdk.application_count() == 0).then_some(())?;
    file(&solver, fingerprint)
}

/// The state in which `main` is added, as [`summarize`] has it but with the program's own numbers of classes: for tests
/// that it does not matter where it comes from. None if the program cannot start from the summaries.
pub fn state_before_main(program: &Program, summaries: Option<&Arc<Summaries>>) -> Option<Vec<u8>> {
    let selector = Box::new(Insensitive(Allocations::SitesOfApplication));
    let solver = match summaries {
        Some(summaries) => resume(program, selector, summaries)?,
        None => plugins::solver(program, selector).started(&Budget::default()).ok()?,
    };
    file(&solver, &Fingerprint::default())
}

fn file(solver: &Solver<'_>, fingerprint: &Fingerprint) -> Option<Vec<u8>> {
    let state = State { of_jdk: 0, ..save(solver)? };
    store::file(fingerprint, &store::encode(&state)?, &records(solver, &state)?)
}

/// The views of the methods that are not in the summaries of the JDK, in the order of their numbers.
pub(super) fn records(solver: &Solver<'_>, state: &State) -> Option<Vec<Vec<u8>>> {
    let numbers = state.of_jdk..solver.methods.list.len() as u32;
    let record = |number: u32| match solver.view(number) {
        Some(view) => store::encode(&(&*view.ir, &*view.ways)),
        None => Some(Vec::new()),
    };
    numbers.into_par_iter().map(record).collect()
}

/// Whether an analysis of the program can start from the summaries.
pub fn fit(program: &Program, summaries: &Summaries) -> bool {
    store::decode::<State>(summaries.state()).is_some_and(|state| state.questions.fit(program))
}

/// The solver as [`summarize`] left it; none if the program cannot start from there.
pub(super) fn resume<'a>(
    program: &'a Program,
    selector: Box<dyn Selector>,
    from: &Arc<Summaries>,
) -> Option<Solver<'a>> {
    let mut state: State = store::decode(from.state())?;
    if !state.questions.fit(program) {
        return None;
    }
    let by = program.application_count() as u32;
    state.renumber(by);
    let mut solver = solver_with(program, selector, state, by)?;
    let methods = 0..solver.methods.list.len() as u32;
    solver.methods.stored = vec![StoredViews { summaries: from.clone(), methods, by }];
    Some(solver)
}

/// The solver of a whole program at its fixed point, of which `from` has the state and those views that the summaries of the JDK
/// do not have; none if they do not belong together.
pub(super) fn restore<'a>(
    program: &'a Program,
    state: State,
    from: Summaries,
    jdk: Option<&Arc<Summaries>>,
) -> Option<Solver<'a>> {
    let of_jdk = state.of_jdk;
    let mut solver = solver_with(program, Box::new(Insensitive(Allocations::SitesOfApplication)), state, 0)?;
    solver.with_application = true;
    if of_jdk > 0 {
        let by = program.application_count() as u32;
        solver.methods.stored.push(StoredViews { summaries: jdk?.clone(), methods: 0..of_jdk, by });
    }
    let methods = of_jdk..solver.methods.list.len() as u32;
    solver.methods.stored.push(StoredViews { summaries: Arc::new(from), methods, by: 0 });
    Some(solver)
}

/// A solver with the state, whose plugins' numbers of classes are still to be raised by `by`.
fn solver_with(program: &Program, selector: Box<dyn Selector>, state: State, by: u32) -> Option<Solver<'_>> {
    tell_supertypes(program, &state.supertypes, by);
    let mut solver = plugins::solver(program, selector);
    solver.states.take_bytes(&state.plugins, by)?;
    load(&mut solver, state)?;
    Some(solver)
}

/// The state of a solver at the fixed point; none if it is not there. What is left out is found anew when it is asked for, or is
/// asked for by the solver alone.
pub(super) fn save(solver: &Solver<'_>) -> Option<State> {
    let at_rest = solver.waiting.is_empty() && solver.fresh.is_empty() && solver.triggers.is_at_rest();
    at_rest.then_some(())?;
    Some(State {
        questions: Questions::of(solver),
        supertypes: supertypes(solver.program),
        of_jdk: solver.methods.stored_of_jdk(),
        contexts: solver.contexts.lists().to_vec(),
        objects: SavedObjects::of(solver.objects.parts()),
        graph: solver.graph.to_words()?,
        methods: SavedMethods::of(solver),
        owners: Words(solver.owners.clone()),
        nodes: solver.nodes.save(),
        triggers: solver.triggers.save(),
        synthetic_calls: solver.synthetic_calls.save(),
        targets: solver.targets.save(),
        reference_fields: solver.reference_fields.save(),
        calls: sorted(solver.calls.iter().copied()),
        initialized: solver.initialized.iter().copied().collect(),
        jvm_thrown: solver.jvm_thrown,
        diagnostics: solver.diagnostics.clone(),
        plugins: solver.states.to_bytes()?,
    })
}

/// Those of the JDK's classes.
fn supertypes(jdk: &Program) -> Words {
    let mut words = Words::default();
    for above in jdk.library_supertypes() {
        words.list(&above.iter().map(|class| class.index() as u32).collect::<Vec<_>>());
    }
    words
}

/// The ids are those of a program with `by` more classes in front.
fn tell_supertypes(program: &Program, words: &Words, by: u32) {
    let mut reader = words.reader();
    let ids = |list: &[u32]| list.iter().map(|id| ClassId::from_usize((id + by) as usize)).collect();
    program.tell_library_supertypes(std::iter::from_fn(|| reader.list().map(ids)).collect());
}

fn load(solver: &mut Solver<'_>, state: State) -> Option<()> {
    // what was missing is missing here too
    state.questions.missing.iter().for_each(|name| {
        solver.program.class(name);
    });
    solver.texts.set_of_jdk(state.questions.texts);
    solver.contexts = Contexts::from_lists(state.contexts);
    solver.objects = Objects::from_parts(solver.program, state.objects.into_parts())?;
    solver.graph = Graph::from_words(&state.graph)?;
    solver.owners = state.owners.0;
    solver.methods = state.methods.load(solver)?;
    solver.nodes.load(state.nodes)?;
    solver.triggers.load(state.triggers)?;
    solver.synthetic_calls.load(state.synthetic_calls)?;
    solver.targets.load(state.targets)?;
    solver.reference_fields.load(state.reference_fields)?;
    solver.calls = state.calls.into_iter().collect();
    solver.initialized = state.initialized.into_iter().collect();
    solver.jvm_thrown = state.jvm_thrown;
    solver.diagnostics = state.diagnostics;
    (solver.owners.len() == solver.graph.len()).then_some(())
}

impl SavedObjects {
    fn of((objects, types, filters, supertypes): Parts) -> Self {
        Self { objects, types, filters, supertypes }
    }

    fn into_parts(self) -> Parts {
        (self.objects, self.types, self.filters, self.supertypes)
    }
}

impl SavedMethods {
    fn of(solver: &Solver<'_>) -> Self {
        let methods = &solver.methods;
        let stored = |method: &Method| {
            let info = solver.program.method(method.id).filter(|_| method.model.is_some());
            let model =
                |info: &MethodInfo| (info.name.clone(), info.descriptor.clone(), info.access & access::NATIVE != 0);
            let Method { id, built, vars, first_site, looks_up, .. } = *method;
            StoredMethod { id, built, vars, first_site, looks_up, model: info.map(model) }
        };
        Self {
            list: methods.list.iter().map(stored).collect(),
            instances: instances_to_words(&methods.instances),
            site_methods: Words(methods.site_owners.clone()),
            site_offsets: Words(methods.site_offsets.clone()),
            calls_of_models: sorted(methods.calls_of_models()),
        }
    }

    /// The methods of a solver that has its graph.
    fn load(self, solver: &Solver<'_>) -> Option<Methods> {
        let mut list = Vec::with_capacity(self.list.len());
        for stored in &self.list {
            let mut method = Method::new(stored.id);
            (method.built, method.vars, method.first_site) = (stored.built, stored.vars, stored.first_site);
            method.looks_up = stored.looks_up;
            if let Some((name, descriptor, native)) = &stored.model {
                let class = solver.program.name(stored.id.class);
                let found = solver.models.natives.find(class, name, descriptor, *native)?;
                method.model = Some(found.effects.clone().into());
            }
            list.push(method);
        }
        let mut reader = self.instances.reader();
        let mut read = Vec::with_capacity(self.instances.0.len() / 3);
        while !reader.is_empty() {
            let [method, context, base] = reader.words()?;
            (base as usize <= solver.graph.len()).then_some(())?;
            read.push(Instance { method, context, base });
        }
        let mut methods = Methods::restored(list, read)?;
        methods.set_sites(self.site_methods.0, self.site_offsets.0);
        self.calls_of_models.into_iter().for_each(|(instance, call)| methods.set_call_of_model(instance, call));
        Some(methods)
    }
}

impl Questions {
    fn of(solver: &Solver<'_>) -> Self {
        let (program, texts) = (solver.program, solver.texts.of_jdk().clone());
        let classes = (program.class_count() - program.application_count()) as u32;
        Self { classes, missing: program.missing_classes(), texts, services: services::asked(solver) }
    }

    /// Whether the program's application has nothing that the JDK asked for.
    fn fit(&self, program: &Program) -> bool {
        let of_jdk = program.class_count() - program.application_count();
        of_jdk == self.classes as usize
            && program.has_class("java/lang/Object")
            && !self.missing.iter().chain(&self.texts).any(|name| program.has_class(name))
            && !self.services.iter().any(|service| program.services().contains_key(service))
    }
}

fn instances_to_words(instances: &[Instance]) -> Words {
    Words(instances.iter().flat_map(|instance| [instance.method, instance.context, instance.base]).collect())
}

impl Renumber for State {
    fn renumber(&mut self, by: u32) {
        self.objects.renumber(by);
        self.methods.list.iter_mut().for_each(|method| method.id.renumber(by));
        self.nodes.renumber(by);
        self.triggers.renumber(by);
        self.synthetic_calls.renumber(by);
        self.targets.renumber(by);
        self.initialized.renumber(by);
    }
}

impl Renumber for SavedObjects {
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
            | Origin::OtherText
            | Origin::ClassOfJdk
            | Origin::SomeClass(_)
            | Origin::SomeObject(_)
            | Origin::Lambda(..)
            | Origin::Member(_)
            | Origin::Model(..)
            | Origin::Proxy(_) => {}
        }
    }
}
