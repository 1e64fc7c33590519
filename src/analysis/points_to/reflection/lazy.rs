//! Classes that the application looks up by names that are not known: those count that its code asks for.
//!
//! Lazy heap modelling, as in Solar (Li, Tan, Xue: Understanding and Analyzing Java Reflection, TOSEM 2019). A look-up gives a class object
//! that stands for whichever class it finds ([`Origin::SomeClass`]); what `newInstance` makes of it is an object of a class that is not
//! known ([`Origin::SomeObject`]). Where such an object comes to a cast or a receiver in the application, or to a parameter or field that
//! reflection fills, the type there says what it is if the program goes on. The classes of the application below the type become answers of
//! the look-up, and all else follows as for names that are known.
//!
//! A look-up finds any class of the application if nothing was asked of it by the end, or if its class is used otherwise than to make objects:
//! if members are listed, annotations read, and the like ([`used`]).
//!
//! Left out: objects of classes that nobody asks for, which are used as `Object` alone, or at which a cast fails. Their methods count as not
//! reachable: the replay stops in one that would read what was not captured. So what runs before a checkpoint is not told by an answer with such
//! look-ups ([`place`]).

use super::super::events::Trigger;
use super::super::objects::{Object, Origin};
use super::super::plugin::{Plugin, PluginState};
use super::super::set::ObjectSet;
use super::super::solver::Solver;
use super::super::tables::{Kept, sorted};
use super::members::Member;
use super::{calls, limits, members};
use crate::analysis::dispatch::subtypes;
use crate::analysis::ir::Type;
use crate::analysis::models::effect::Reflect;
use crate::analysis::summaries::renumber::Renumber;
use crate::program::ClassId;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Code of the JDK that lists the members of classes which the application hands over.
const LISTS_MEMBERS: [&str; 2] = ["java/beans/", "com/sun/beans/"];

/// The plugin.
pub struct Lazy;

/// Its state. Look-ups are numbers of reflective calls.
#[derive(Default)]
struct LookUps {
    /// Each with the classes that were given.
    all: BTreeMap<u32, FxHashSet<ClassId>>,
    /// The types that were asked for.
    asked: FxHashSet<(u32, Type)>,
    /// Look-ups that find any class.
    wide: FxHashSet<u32>,
    /// The classes and objects of classes that are not known.
    unknown: ObjectSet,
}

/// What is kept of it: what the look-ups found. There is none in the JDK, and where a whole program was solved nothing is asked any more.
#[derive(Serialize, Deserialize)]
struct SavedLookUps {
    all: Vec<(u32, Vec<ClassId>)>,
    wide: Vec<u32>,
}

impl Kept for LookUps {
    type Saved = SavedLookUps;

    fn save(&self) -> SavedLookUps {
        let all = self.all.iter().map(|(lookup, given)| (*lookup, sorted(given.iter().copied())));
        SavedLookUps { all: all.collect(), wide: sorted(self.wide.iter().copied()) }
    }

    fn load(&mut self, saved: SavedLookUps) -> Option<()> {
        self.all = saved.all.into_iter().map(|(lookup, given)| (lookup, given.into_iter().collect())).collect();
        self.wide = saved.wide.into_iter().collect();
        Some(())
    }
}

impl Renumber for SavedLookUps {
    fn renumber(&mut self, by: u32) {
        self.all.renumber(by);
    }
}

impl Plugin for Lazy {
    fn state(&self) -> Option<Box<dyn PluginState>> {
        Some(Box::<LookUps>::default())
    }

    fn on_object(&self, solver: &mut Solver<'_>, object: Object) {
        if let Origin::SomeObject(_) | Origin::SomeClass(_) = solver.objects.get(object).origin {
            solver.state_mut::<LookUps>().unknown.insert(object);
        }
    }

    fn on_objects(&self, solver: &mut Solver<'_>, trigger: Trigger, objects: &ObjectSet) {
        let Trigger::Ask(ty) = trigger else { return };
        for object in unknown_in(solver, objects) {
            if let Origin::SomeObject(lookup) = solver.objects.get(object).origin {
                ask(solver, lookup, ty);
            }
        }
    }

    fn goes_on(&self, solver: &mut Solver<'_>) -> bool {
        let all = &solver.state::<LookUps>().all;
        let found = all.iter().filter(|(_, given)| !given.is_empty()).map(|(lookup, _)| site(solver, *lookup));
        let found: FxHashSet<Site> = found.chain(wide_sites(solver)).collect();
        let open: Vec<u32> = all.keys().copied().filter(|lookup| !found.contains(&site(solver, *lookup))).collect();
        open.iter().for_each(|lookup| widen(solver, *lookup));
        !open.is_empty()
    }

    fn on_fixed_point(&self, solver: &mut Solver<'_>) {
        report(solver);
    }
}

/// The call instruction of a look-up, which may be modelled in several places: by its method and by what that calls.
type Site = Option<(u32, u32)>;

fn site(solver: &Solver<'_>, lookup: u32) -> Site {
    calls::get(solver, lookup).model_call.site
}

fn wide_sites<'s>(solver: &'s Solver<'_>) -> impl Iterator<Item = Site> + 's {
    let state = solver.state::<LookUps>();
    state.all.keys().filter(|lookup| state.wide.contains(lookup)).map(|lookup| site(solver, *lookup))
}

/// Says of each look-up what it finds.
fn report(solver: &mut Solver<'_>) {
    let mut found: BTreeMap<(String, &str), (bool, BTreeSet<ClassId>)> = BTreeMap::new();
    let state = solver.state::<LookUps>();
    for (lookup, given) in &state.all {
        let makes = calls::get(solver, *lookup).reflect == Reflect::NewInstance;
        let what = if makes { "creates an object of an unknown class" } else { "looks up a class by an unknown name" };
        let is_named = limits::at(solver, *lookup).is_some();
        let Some(place) = calls::place_of(solver, *lookup).filter(|_| !is_named) else { continue };
        let at = found.entry((place, what)).or_default();
        at.0 |= state.wide.contains(lookup);
        at.1.extend(given);
    }
    for ((place, what), (is_wide, classes)) in found {
        let count = classes.len();
        let which = if is_wide {
            "everything in the application that fits counts".to_owned()
        } else {
            format!("{count} of the application count, as casts and calls ask for them")
        };
        solver.diagnostics.insert(format!("{place}: {what}; {which}"));
    }
}

/// Those of the objects whose class is not known, and such classes.
fn unknown_in(solver: &Solver<'_>, objects: &ObjectSet) -> Vec<Object> {
    let unknown = &solver.state::<LookUps>().unknown;
    if !unknown.intersects(objects) {
        return Vec::new();
    }
    unknown.iter().filter(|object| objects.contains(*object)).collect()
}

/// A call by reflection is asked with the objects: a class that is not known finds any class if the call does more than to make objects,
/// or to look at the classes above.
pub fn used(solver: &mut Solver<'_>, reflective: u32, objects: &ObjectSet) {
    let call = calls::get(solver, reflective);
    let makes = matches!(
        call.reflect,
        Reflect::NewInstance
            | Reflect::Constructor
            | Reflect::Constructors
            | Reflect::Allocate
            | Reflect::EnumConstants
            | Reflect::ClassOf
            | Reflect::Superclass
            | Reflect::Interfaces
            | Reflect::Method
            | Reflect::Field
    );
    let lists = || {
        let class = calls::outermost_class(solver, reflective);
        class.is_some_and(|class| LISTS_MEMBERS.iter().any(|package| class.starts_with(package)))
    };
    let is_more = if calls::is_at_application(solver, reflective) { !makes } else { lists() };
    if !is_more {
        return;
    }
    for object in unknown_in(solver, objects) {
        if let Origin::SomeClass(lookup) = solver.objects.get(object).origin {
            widen(solver, lookup);
        }
    }
}

/// The look-up finds any class.
pub fn widen(solver: &mut Solver<'_>, lookup: u32) {
    if solver.state_mut::<LookUps>().wide.insert(lookup) {
        let classes: Vec<ClassId> = solver.program.application().map(|class| class.id).collect();
        classes.into_iter().for_each(|class| give(solver, lookup, class));
    }
}

/// A call of the application looks up a class, or makes an object of one, that is not known.
pub fn look_up(solver: &mut Solver<'_>, lookup: u32) {
    let is_named = limits::at(solver, lookup).is_some();
    if !is_named {
        calls::note_unknown(solver, lookup);
    }
    if limits::reaches_nothing(solver, lookup) || solver.state::<LookUps>().all.contains_key(&lookup) {
        return;
    }
    solver.state_mut::<LookUps>().all.insert(lookup, FxHashSet::default());
    if is_named {
        return widen(solver, lookup);
    }
    if calls::get(solver, lookup).reflect == Reflect::NewInstance {
        give_object(solver, lookup, lookup);
    } else {
        give_some_class(solver, lookup, lookup);
    }
}

/// The class that a look-up found is an answer of the call.
pub fn give_some_class(solver: &mut Solver<'_>, reflective: u32, lookup: u32) {
    let ty = Type::named(solver.program, "java/lang/Class");
    let class = solver.object(Origin::SomeClass(lookup), 0, ty);
    calls::give(solver, reflective, class);
}

/// The object that the call makes of what the look-up found.
pub fn give_object(solver: &mut Solver<'_>, reflective: u32, lookup: u32) {
    let ty = Type::named(solver.program, "java/lang/Object");
    let object = solver.object(Origin::SomeObject(lookup), 0, ty);
    calls::give(solver, reflective, object);
}

/// Where a look-up stands, if there is one, of which the answer has the classes alone that are asked for.
pub fn place(solver: &Solver<'_>) -> Option<String> {
    let wide: FxHashSet<Site> = wide_sites(solver).collect();
    let mut lazily = solver.state::<LookUps>().all.keys().filter(|lookup| !wide.contains(&site(solver, **lookup)));
    lazily.find_map(|lookup| calls::place_of(solver, *lookup))
}

/// Whether the look-up finds any class.
pub fn is_wide(solver: &Solver<'_>, lookup: u32) -> bool {
    solver.state::<LookUps>().wide.contains(&lookup)
}

/// What a look-up found must be of the type.
pub fn ask(solver: &mut Solver<'_>, lookup: u32, ty: Type) {
    if solver.state_mut::<LookUps>().asked.insert((lookup, ty)) {
        give_below(solver, lookup, ty);
    }
}

/// The classes of the application below the type are answers.
fn give_below(solver: &mut Solver<'_>, lookup: u32, ty: Type) {
    let Some(base) = ty.base_class() else { return };
    if solver.objects.is_object(Type::class(base)) {
        return;
    }
    if ty.is_array()
        && solver.program.is_application(base)
        && calls::get(solver, lookup).reflect != Reflect::NewInstance
    {
        calls::give_class(solver, lookup, ty);
    }
    for class in subtypes(solver.program, base) {
        if solver.program.is_application(class) {
            give(solver, lookup, class);
        }
    }
}

/// The class is an answer of the look-up.
pub fn give(solver: &mut Solver<'_>, lookup: u32, class: ClassId) {
    let fits = limits::may_reach_class(solver, lookup, class);
    let given = solver.state_mut::<LookUps>().all.get_mut(&lookup);
    if !fits || !given.is_some_and(|given| given.insert(class)) {
        return;
    }
    if calls::get(solver, lookup).reflect == Reflect::NewInstance {
        make(solver, lookup, class);
    } else {
        calls::give_class(solver, lookup, Type::class(class));
    }
}

/// The call makes objects of the class: as if it were asked with the class, or with each of its constructors.
fn make(solver: &mut Solver<'_>, reflective: u32, class: ClassId) {
    let nodes = calls::get(solver, reflective).nodes();
    if let Some(node) = nodes.class {
        let class = solver.class_object(Type::class(class));
        solver.graph.add_object(node, class);
    }
    if let Some(node) = nodes.member {
        let constructors = solver.program.get(class).into_iter().flat_map(|class| class.methods_named("<init>"));
        for (constructor, _) in constructors {
            let member = members::object_of(solver, &Member::Constructor(class, constructor));
            solver.graph.add_object(node, member);
        }
    }
}
