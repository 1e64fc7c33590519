//! What is done with members that reflection found: calls of methods. New objects are in [`super::instances`], access to fields is in
//! [`super::fields`].
//!
//! Arguments are the elements of the array that is passed, each parameter taking what fits its type; results of
//! primitive types are boxed. What the called method throws is the target of an `InvocationTargetException`.

use super::super::budget::{Budget, Exceeded};
use super::super::events::{Caller, SyntheticCall, Trigger};
use super::super::graph::{Graph, Node};
use super::super::plugin::{Plugin, PluginState};
use super::super::set::ObjectSet;
use super::super::solver::Solver;
use super::super::tables::{Kept, sorted};
use super::super::{field_access, handle_calls, models};
use super::members::Member;
use super::{calls, limits, lookup, members};
use crate::analysis::ir::Type;
use crate::analysis::summaries::renumber::Renumber;
use crate::classfile::MethodInfo;
use crate::classfile::descriptor::parse_method;
use crate::program::{ClassId, MethodId, access};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Classes of the JDK that look up methods of these names alone, whatever other methods may come to where they keep what they found.
const CALLED_BY_NAME: [(&str, &[&str]); 3] = [
    ("java/io/ObjectStreamClass", &["readObject", "readObjectNoData", "writeObject", "readResolve", "writeReplace"]),
    ("java/util/ServiceLoader", &["provider"]),
    ("javax/swing/UIDefaults", &["createUI"]),
];

/// The variable of the models that has what reflective calls throw.
const TARGETS: &str = "invocation-targets";

/// The plugin of the calls of members.
pub struct Invoke;

/// Its state: calls in the application of methods that are not known.
#[derive(Default)]
struct CalledUnknown {
    /// For such calls the classes of the application that the methods are looked up in, where some fit.
    calls: BTreeMap<u32, BTreeMap<ClassId, Fitting>>,
}

/// The methods of a class that fit at such a call.
#[derive(Default)]
struct Fitting {
    of_class: FxHashSet<MethodId>,
    of_objects: FxHashSet<MethodId>,
    /// Where the objects arrive that these are called on.
    receivers: Option<Node>,
}

/// What is kept of them.
#[derive(Serialize, Deserialize)]
struct SavedFitting {
    of_class: Vec<MethodId>,
    of_objects: Vec<MethodId>,
    receivers: Option<Node>,
}

impl Fitting {
    fn save(&self) -> SavedFitting {
        let Self { of_class, of_objects, receivers } = self;
        let [of_class, of_objects] = [of_class, of_objects].map(|methods| sorted(methods.iter().copied()));
        SavedFitting { of_class, of_objects, receivers: *receivers }
    }

    fn of(saved: SavedFitting) -> Self {
        let [of_class, of_objects] = [saved.of_class, saved.of_objects].map(|methods| methods.into_iter().collect());
        Self { of_class, of_objects, receivers: saved.receivers }
    }

    /// Those that are called: of methods of objects only where there are objects.
    fn called(&self, graph: &Graph) -> impl Iterator<Item = MethodId> {
        let has_receivers = self.receivers.is_some_and(|node| !graph.objects(node).is_empty());
        self.of_class.iter().chain(self.of_objects.iter().filter(move |_| has_receivers)).copied()
    }
}

/// All is kept; there is none in the JDK.
impl Kept for CalledUnknown {
    type Saved = Vec<(u32, Vec<(ClassId, SavedFitting)>)>;

    fn save(&self) -> Self::Saved {
        let of_call = |classes: &BTreeMap<ClassId, Fitting>| {
            classes.iter().map(|(class, fitting)| (*class, fitting.save())).collect()
        };
        self.calls.iter().map(|(call, classes)| (*call, of_call(classes))).collect()
    }

    fn load(&mut self, saved: Self::Saved) -> Option<()> {
        let of_call = |classes: Vec<(ClassId, SavedFitting)>| {
            classes.into_iter().map(|(class, fitting)| (class, Fitting::of(fitting))).collect()
        };
        self.calls = saved.into_iter().map(|(call, classes)| (call, of_call(classes))).collect();
        Some(())
    }
}

impl Renumber for SavedFitting {
    fn renumber(&mut self, by: u32) {
        self.of_class.renumber(by);
        self.of_objects.renumber(by);
    }
}

impl Plugin for Invoke {
    fn state(&self) -> Option<Box<dyn PluginState>> {
        Some(Box::<CalledUnknown>::default())
    }

    fn check(&self, solver: &Solver<'_>, budget: &Budget) -> Result<(), Exceeded> {
        let Some(most) = budget.classes_called_unknown else { return Ok(()) };
        let is_called = |fitting: &&Fitting| fitting.called(&solver.graph).next().is_some();
        let exceeds = |classes: &BTreeMap<ClassId, Fitting>| {
            classes.len() > most as usize && classes.values().filter(is_called).count() > most as usize
        };
        match solver.state::<CalledUnknown>().calls.iter().find(|(_, classes)| exceeds(classes)) {
            Some((reflective, _)) => Err(Exceeded::Unknown(calls::place_of(solver, *reflective).unwrap_or_default())),
            None => Ok(()),
        }
    }

    fn on_fixed_point(&self, solver: &mut Solver<'_>) {
        report_called(solver);
    }
}

/// Says of each call in the application of a method that is not known how many methods count there.
fn report_called(solver: &mut Solver<'_>) {
    let mut called: BTreeMap<String, BTreeSet<MethodId>> = BTreeMap::new();
    for reflective in solver.state::<CalledUnknown>().calls.keys() {
        if let Some(place) = calls::place_of(solver, *reflective) {
            called.entry(place).or_default().extend(fitting(solver, *reflective));
        }
    }
    for (place, methods) in called {
        let count = methods.len();
        solver
            .diagnostics
            .insert(format!("{place}: calls an unknown method; {count} of the application fit and count"));
    }
}

/// The methods of the application that fit at a call of which the method is not known, and that objects of their class are there for.
pub fn fitting(solver: &Solver<'_>, reflective: u32) -> impl Iterator<Item = MethodId> {
    let classes = solver.state::<CalledUnknown>().calls.get(&reflective);
    classes.into_iter().flat_map(BTreeMap::values).flat_map(|fitting| fitting.called(&solver.graph))
}

/// `Method.invoke` is called on these members.
pub fn invoke_members(solver: &mut Solver<'_>, reflective: u32, members: &ObjectSet) {
    for object in members.iter() {
        match members::of(solver, object) {
            Some(Member::Method(method)) if may_mean(solver, reflective, method) => {
                invoke_method(solver, reflective, method);
            }
            Some(Member::Method(_)) => {}
            Some(Member::MethodsOf(class, meant)) => {
                let mut methods = members::methods_meant(solver, class, meant);
                methods.retain(|method| may_mean(solver, reflective, *method));
                count_unknown(solver, reflective, class, &methods);
                if limits::reaches_nothing(solver, reflective) {
                    continue;
                }
                methods.into_iter().for_each(|method| invoke_unknown(solver, reflective, method));
            }
            _ => {
                calls::unknown(solver, reflective, "calls an unknown method");
                let said = limits::methods_at(solver, reflective);
                said.into_iter().for_each(|method| invoke_unknown(solver, reflective, method));
            }
        }
    }
}

/// The names of the methods that the call may mean, if it stands in a class of the JDK of which they are known.
fn called_in_jdk(solver: &Solver<'_>, reflective: u32) -> Option<&'static [&'static str]> {
    let outermost = calls::outermost_class(solver, reflective)?;
    CALLED_BY_NAME.iter().find(|(class, _)| outermost == *class).map(|(_, names)| *names)
}

/// Whether the call may mean the method, by where it stands and by what the user says.
fn may_mean(solver: &Solver<'_>, reflective: u32, method: MethodId) -> bool {
    let has_name = |names: &[&str]| solver.program.method(method).is_some_and(|info| names.contains(&&*info.name));
    called_in_jdk(solver, reflective).is_none_or(has_name) && limits::may_reach(solver, reflective, method)
}

/// Counts the methods of the application among those that a call which does not name its method may mean, and their class.
fn count_unknown(solver: &mut Solver<'_>, reflective: u32, class: ClassId, methods: &[MethodId]) {
    if !calls::is_at_application(solver, reflective) {
        return calls::unknown(solver, reflective, "calls an unknown method");
    }
    if limits::at(solver, reflective).is_some() {
        return;
    }
    let program = solver.program;
    let given = &calls::get(solver, reflective).given;
    let fits = |method: &MethodId| {
        let takes = |info: &MethodInfo| given.takes_as_many(&info.descriptor);
        program.is_application(method.class) && program.method(*method).is_some_and(takes)
    };
    let fitting: Vec<MethodId> = methods.iter().copied().filter(fits).collect();
    if fitting.is_empty() {
        return;
    }
    calls::note_unknown(solver, reflective);
    let receivers = if limits::reaches_nothing(solver, reflective) {
        calls::get(solver, reflective).nodes().objects.first().copied()
    } else {
        receivers(solver, reflective, class)
    };
    let is_of_class = |method: &MethodId| program.flags(*method) & access::STATIC != 0;
    let (of_class, of_objects): (Vec<MethodId>, Vec<MethodId>) = fitting.into_iter().partition(is_of_class);
    let classes = solver.state_mut::<CalledUnknown>().calls.entry(reflective).or_default();
    let fitting = classes.entry(class).or_default();
    fitting.receivers = receivers;
    fitting.of_class.extend(of_class);
    fitting.of_objects.extend(of_objects);
}

fn invoke_method(solver: &mut Solver<'_>, reflective: u32, method: MethodId) {
    let program = solver.program;
    let Some(info) = program.method(method) else { return };
    if calls::leaves_out(solver, reflective, method.class) {
        return;
    }
    let is_static = info.access & access::STATIC != 0;
    if is_static {
        solver.initialize(method.class);
    }
    // the JVM refuses another number of arguments, but it may have initialised the class by then
    if !calls::get(solver, reflective).given.takes_as_many(&info.descriptor) {
        return;
    }
    let synthetic = invoking(solver, reflective, &info.descriptor);
    if is_static {
        solver.run_static(Caller::Synthetic(synthetic), method);
    } else {
        let selects = calls::get(solver, reflective).name != "invokeDefault";
        invoke_on_receivers(solver, reflective, method, Trigger::Invoke(synthetic, method, selects));
    }
}

/// One of the methods that a call in which the method is not known may mean: those of the JDK count where the
/// application overrides them.
fn invoke_unknown(solver: &mut Solver<'_>, reflective: u32, method: MethodId) {
    let program = solver.program;
    if program.is_application(method.class) {
        return invoke_method(solver, reflective, method);
    }
    let Some(info) = program.method(method).filter(|_| lookup::may_be_overridden(solver, method)) else { return };
    let fits = calls::get(solver, reflective).given.takes_as_many(&info.descriptor);
    if fits && calls::is_at_application(solver, reflective) {
        let synthetic = invoking(solver, reflective, &info.descriptor);
        invoke_on_receivers(solver, reflective, method, Trigger::InvokeOfApplication(synthetic, method));
    }
}

/// The synthetic call of a reflective call to a method with this descriptor.
fn invoking(solver: &mut Solver<'_>, reflective: u32, descriptor: &str) -> u32 {
    let (model_call, nodes) =
        (calls::get(solver, reflective).model_call.clone(), calls::get(solver, reflective).nodes());
    let args = arguments(solver, nodes.elements, descriptor);
    if let (Some(result), Some(parsed)) = (model_call.result, parse_method(descriptor)) {
        field_access::box_into(solver, parsed.result, result);
    }
    let thrown = Some(wraps_exceptions(solver, model_call.thrown));
    solver.synthetic_call_once(SyntheticCall { site: model_call.site, args, dst: model_call.result, thrown })
}

/// Of all objects those of the method's class: where methods are not known, these are many on both sides.
fn invoke_on_receivers(solver: &mut Solver<'_>, reflective: u32, method: MethodId, trigger: Trigger) {
    if let Some(receivers) = receivers(solver, reflective, method.class) {
        solver.add_trigger(receivers, trigger);
    }
}

/// The node of the objects of the class that the call has for receivers.
fn receivers(solver: &mut Solver<'_>, reflective: u32, class: ClassId) -> Option<Node> {
    let receiver = calls::get(solver, reflective).nodes().objects.first().copied()?;
    let filter = solver.objects.filter(Type::class(class));
    Some(solver.filtered(receiver, filter))
}

pub fn arguments(solver: &mut Solver<'_>, elements: Option<Node>, descriptor: &str) -> Vec<Option<Node>> {
    elements.map_or_else(Vec::new, |elements| handle_calls::fitting(solver, elements, descriptor))
}

/// Where exceptions of a reflective call go: they are in the exception that leaves it.
pub fn wraps_exceptions(solver: &mut Solver<'_>, thrown: Option<Node>) -> Node {
    let known = models::known_variable(solver, TARGETS).is_some();
    let targets = models::variable(solver, TARGETS);
    let exception = solver.merged("java/lang/reflect/InvocationTargetException");
    if let (false, Some(class)) = (known, solver.objects.type_of(exception).as_class()) {
        solver.initialize(class);
        let constructor = solver.program.get(class).and_then(|it| it.declared("<init>", "(Ljava/lang/Throwable;)V"));
        let synthetic =
            solver.synthetic_call(SyntheticCall { site: None, args: vec![Some(targets)], dst: None, thrown: None });
        if let Some(constructor) = constructor {
            solver.invoke(Caller::Synthetic(synthetic), constructor, false, &ObjectSet::from_iter([exception]));
        }
    }
    thrown.into_iter().for_each(|thrown| solver.graph.add_object(thrown, exception));
    targets
}
