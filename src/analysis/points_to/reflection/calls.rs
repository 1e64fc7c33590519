//! The calls of reflective methods: what is known of each, where they stand, and how their answers grow.
//!
//! Reports what calls are not followed: those of the application each, those of the JDK in one line for each reason.

use super::super::events::ReflectiveCall;
use super::super::models;
use super::super::objects::Object;
use super::super::plugin::{Plugin, PluginState};
use super::super::set::ObjectSet;
use super::super::solver::Solver;
use super::super::tables::{Kept, sorted};
use super::RESULT;
use super::limits;
use super::members;
use super::members::Member;
use crate::analysis::ir::Type;
use crate::analysis::summaries::renumber::Renumber;
use crate::program::ClassId;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The plugin of the calls.
pub struct Calls;

/// Its state.
#[derive(Default)]
struct ReflectiveCalls {
    list: Vec<ReflectiveCall>,
    /// Calls that had all classes of the application as an answer.
    any_class_given: FxHashSet<u32>,
    /// Calls in the application of which too little is known.
    unknown: FxHashSet<u32>,
    /// What was said of calls of which too little is known, so that their places are shown once.
    said: FxHashSet<(u32, &'static str)>,
    /// What reflective calls in the JDK are not followed for, and where.
    unknown_in_jdk: BTreeMap<String, BTreeSet<String>>,
    /// The types that calls in the application tell apart.
    told_apart: FxHashMap<u32, FxHashSet<Type>>,
}

/// How many types one call tells apart: arrays that it makes, classes of the JDK whose objects it asks for their class.
const TOLD_APART: usize = 32;

const OF_JDK: &str = "may work on classes of the JDK that are not known";

/// What is kept of it.
#[derive(Serialize, Deserialize)]
struct SavedCalls {
    list: Vec<ReflectiveCall>,
    any_class_given: Vec<u32>,
    unknown: Vec<u32>,
    unknown_in_jdk: BTreeMap<String, BTreeSet<String>>,
}

impl Kept for ReflectiveCalls {
    type Saved = SavedCalls;

    fn save(&self) -> SavedCalls {
        SavedCalls {
            list: self.list.clone(),
            any_class_given: sorted(self.any_class_given.iter().copied()),
            unknown: sorted(self.unknown.iter().copied()),
            unknown_in_jdk: self.unknown_in_jdk.clone(),
        }
    }

    fn load(&mut self, saved: SavedCalls) -> Option<()> {
        self.list = saved.list;
        self.any_class_given = saved.any_class_given.into_iter().collect();
        self.unknown = saved.unknown.into_iter().collect();
        self.unknown_in_jdk = saved.unknown_in_jdk;
        Some(())
    }
}

impl Renumber for SavedCalls {
    fn renumber(&mut self, by: u32) {
        for call in &mut self.list {
            call.model_call.method.renumber(by);
            call.array.renumber(by);
        }
    }
}

impl Plugin for Calls {
    fn state(&self) -> Option<Box<dyn PluginState>> {
        Some(Box::<ReflectiveCalls>::default())
    }

    fn on_fixed_point(&self, solver: &mut Solver<'_>) {
        report_unknown(solver);
        report_named(solver);
    }
}

/// Adds a call; gives its number.
pub fn add(solver: &mut Solver<'_>, call: ReflectiveCall) -> u32 {
    let calls = solver.state_mut::<ReflectiveCalls>();
    calls.list.push(call);
    calls.list.len() as u32 - 1
}

/// The call with this number.
pub fn get<'s>(solver: &'s Solver<'_>, reflective: u32) -> &'s ReflectiveCall {
    &solver.state::<ReflectiveCalls>().list[reflective as usize]
}

/// All calls, by their numbers.
pub fn all<'s>(solver: &'s Solver<'_>) -> &'s [ReflectiveCall] {
    &solver.state::<ReflectiveCalls>().list
}

/// Notes that all classes of the application are an answer of the call; false if they were before.
pub fn give_any_class(solver: &mut Solver<'_>, reflective: u32) -> bool {
    solver.state_mut::<ReflectiveCalls>().any_class_given.insert(reflective)
}

/// The calls that had all classes of the application as an answer.
pub fn with_any_class(solver: &Solver<'_>) -> BTreeSet<u32> {
    solver.state::<ReflectiveCalls>().any_class_given.iter().copied().collect()
}

/// Whether a call leaves a class out: calls in the JDK leave out the classes of the JDK. The names and objects that
/// they ask with come from everywhere, so that they would mean any class.
pub fn leaves_out(solver: &mut Solver<'_>, reflective: u32, class: ClassId) -> bool {
    let left_out = !solver.program.is_application(class) && !is_at_application(solver, reflective);
    if left_out {
        unknown(solver, reflective, "works on classes of the JDK");
    }
    left_out
}

/// Whether the call stands in the application.
pub fn is_at_application(solver: &Solver<'_>, reflective: u32) -> bool {
    let site = get(solver, reflective).model_call.site;
    site.is_some_and(|(instance, _)| solver.program.is_application(solver.methods.of(instance).id.class))
}

/// The name of the outermost class that the call stands in.
pub fn outermost_class<'a>(solver: &Solver<'a>, reflective: u32) -> Option<&'a str> {
    let (instance, _) = get(solver, reflective).model_call.site?;
    solver.program.name(solver.methods.of(instance).id.class).split('$').next()
}

/// Reports that a call is not followed, or by an answer that is too large.
pub fn unknown(solver: &mut Solver<'_>, reflective: u32, what: &'static str) {
    if !solver.state_mut::<ReflectiveCalls>().said.insert((reflective, what)) {
        return;
    }
    let Some(place) = place_of(solver, reflective) else { return };
    if limits::at(solver, reflective).is_some() {
        return;
    }
    if is_at_application(solver, reflective) {
        note_unknown(solver, reflective);
        solver.diagnostics.insert(format!("{place}: {what}; everything in the application that fits counts"));
    } else {
        let unknown = &mut solver.state_mut::<ReflectiveCalls>().unknown_in_jdk;
        unknown.entry(what.to_owned()).or_default().insert(place);
    }
}

/// Reports that a call is given a class of the JDK of which is not known which.
pub fn unknown_of_jdk(solver: &mut Solver<'_>, reflective: u32) {
    if !solver.state_mut::<ReflectiveCalls>().said.insert((reflective, OF_JDK)) {
        return;
    }
    if let Some(place) = place_of(solver, reflective).filter(|_| is_at_application(solver, reflective)) {
        solver.diagnostics.insert(format!("{place}: {OF_JDK}, which is not followed"));
    }
}

/// Notes that too little is known of a call in the application.
pub fn note_unknown(solver: &mut Solver<'_>, reflective: u32) {
    solver.state_mut::<ReflectiveCalls>().unknown.insert(reflective);
}

/// Whether too little is known of a call in the application.
pub fn is_unknown(solver: &Solver<'_>, reflective: u32) -> bool {
    solver.state::<ReflectiveCalls>().unknown.contains(&reflective)
}

/// Where a call stands, with its line, for people.
pub fn place_of(solver: &Solver<'_>, reflective: u32) -> Option<String> {
    let (instance, call) = get(solver, reflective).model_call.site?;
    let offset = solver.methods.offset(solver.methods.instances[instance as usize].method, call);
    let id = solver.methods.of(instance).id;
    Some(match solver.program.line_at(id, offset) {
        Some(line) => format!("{}:{line}", solver.program.shown(id)),
        None => format!("{}@{offset}", solver.program.shown(id)),
    })
}

/// Reports what calls in the JDK were not followed.
fn report_unknown(solver: &mut Solver<'_>) {
    solver.state_mut::<ReflectiveCalls>().said.clear();
    for (what, places) in std::mem::take(&mut solver.state_mut::<ReflectiveCalls>().unknown_in_jdk) {
        let first: Vec<&str> = places.iter().take(3).map(String::as_str).collect();
        let count = places.len();
        let text = format!("{count} calls in the JDK are not followed, because each {what}: {} …", first.join(", "));
        solver.diagnostics.insert(text);
    }
}

/// Reports what the user says.
fn report_named(solver: &mut Solver<'_>) {
    for (place, targets) in solver.named.texts(solver.program) {
        solver.diagnostics.insert(format!("{place}: reaches by reflection what --reflection says, {targets}"));
    }
}

/// A class object is the result of the call, or an element of it.
pub fn give_class(solver: &mut Solver<'_>, reflective: u32, ty: Type) {
    let class = solver.class_object(ty);
    give(solver, reflective, class);
}

/// The class of an object, or of a caller, is the result of the call. Classes of the JDK that the call does not tell apart are one.
pub fn give_asked_class(solver: &mut Solver<'_>, reflective: u32, ty: Type) {
    let of_jdk = !ty.base_class().is_some_and(|class| solver.program.is_application(class));
    let is_one = of_jdk && !tells_apart(solver, reflective, ty);
    let class = if is_one { solver.class_of_jdk(ty) } else { solver.class_object(ty) };
    give(solver, reflective, class);
}

/// Whether a call tells the type apart from others: the first ones that come to it do, if it stands in the application.
pub fn tells_apart(solver: &mut Solver<'_>, reflective: u32, ty: Type) -> bool {
    if !is_at_application(solver, reflective) {
        return false;
    }
    let types = solver.state_mut::<ReflectiveCalls>().told_apart.entry(reflective).or_default();
    types.contains(&ty) || types.len() < TOLD_APART && types.insert(ty)
}

/// A member is the result of the call, or an element of it.
pub fn answer(solver: &mut Solver<'_>, reflective: u32, member: &Member) {
    let object = members::object_of(solver, member);
    give(solver, reflective, object);
}

/// An object is the result of the call, or an element of it if the call returns an array.
pub fn give(solver: &mut Solver<'_>, reflective: u32, object: Object) {
    give_all(solver, reflective, &ObjectSet::from_iter([object]));
}

/// The same of several; no array if there are none.
pub fn give_all(solver: &mut Solver<'_>, reflective: u32, objects: &ObjectSet) {
    let Some(result) = get(solver, reflective).model_call.result.filter(|_| !objects.is_empty()) else {
        return;
    };
    let Some(ty) = get(solver, reflective).array else {
        solver.graph.add_objects(result, objects);
        return;
    };
    let model_call = get(solver, reflective).model_call.clone();
    let array = models::made(solver, &model_call, ty, RESULT);
    solver.graph.add_object(result, array);
    let node = solver.elements(array);
    solver.graph.add_objects(node, objects);
}

/// An object is the result, even if that is declared as an array.
pub fn give_one(solver: &mut Solver<'_>, reflective: u32, object: Object) {
    let result = get(solver, reflective).model_call.result;
    result.into_iter().for_each(|result| solver.graph.add_object(result, object));
}
