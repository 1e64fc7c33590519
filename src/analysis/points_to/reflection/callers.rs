//! Calls that ask for the class of their caller: they are told of each class whose methods call the one that asks, when the
//! call is found.

use super::super::events::Caller;
use super::super::plugin::{Plugin, PluginState};
use super::super::solver::Solver;
use super::super::tables::{Kept, sorted};
use super::calls;
use crate::analysis::ir::Type;
use crate::program::ClassId;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The plugin.
pub struct Callers;

/// Its state.
#[derive(Default)]
struct Asking {
    /// By methods that ask for the class of their caller, the calls that ask.
    calls: FxHashMap<u32, Vec<u32>>,
    /// The classes whose methods call them, once one was asked for.
    calling_classes: FxHashMap<u32, BTreeSet<ClassId>>,
}

/// The calls that ask are kept; the classes are found anew from the calls.
impl Kept for Asking {
    type Saved = Vec<(u32, Vec<u32>)>;

    fn save(&self) -> Self::Saved {
        sorted(self.calls.iter().map(|(method, asking)| (*method, asking.clone())))
    }

    fn load(&mut self, saved: Self::Saved) -> Option<()> {
        self.calls = saved.into_iter().collect();
        Some(())
    }
}

impl Plugin for Callers {
    fn state(&self) -> Option<Box<dyn PluginState>> {
        Some(Box::<Asking>::default())
    }

    fn on_call(&self, solver: &mut Solver<'_>, caller: Caller, callee: u32) {
        tell_caller(solver, caller, callee);
    }
}

/// The classes of the methods that call the one that asks, now and later.
pub fn caller_class(solver: &mut Solver<'_>, reflective: u32) {
    let Some((instance, _)) = calls::get(solver, reflective).model_call.site else { return };
    let callee = solver.methods.instances[instance as usize].method;
    solver.state_mut::<Asking>().calls.entry(callee).or_default().push(reflective);
    if !solver.state::<Asking>().calling_classes.contains_key(&callee) {
        let found = find_calling_classes(solver, callee);
        solver.state_mut::<Asking>().calling_classes.insert(callee, found);
    }
    let known: Vec<ClassId> = solver.state::<Asking>().calling_classes[&callee].iter().copied().collect();
    known.into_iter().for_each(|class| give(solver, reflective, class));
}

fn find_calling_classes(solver: &Solver<'_>, callee: u32) -> BTreeSet<ClassId> {
    let called = |called: u32| solver.methods.instances[called as usize].method == callee;
    let callers = solver.calls.iter().filter(|(_, instance)| called(*instance));
    callers.filter_map(|(caller, _)| class_of_caller(solver, *caller)).collect()
}

fn class_of_caller(solver: &Solver<'_>, caller: Caller) -> Option<ClassId> {
    let (instance, _) = solver.site_of(caller)?;
    Some(solver.methods.of(instance).id.class)
}

/// A method was found to call another that may ask for its caller.
fn tell_caller(solver: &mut Solver<'_>, caller: Caller, callee: u32) {
    let method = solver.methods.instances[callee as usize].method;
    if !solver.state::<Asking>().calls.contains_key(&method) {
        return;
    }
    let Some(class) = class_of_caller(solver, caller) else { return };
    let asking = solver.state_mut::<Asking>();
    if asking.calling_classes.get_mut(&method).is_some_and(|known| !known.insert(class)) {
        return;
    }
    for reflective in asking.calls[&method].clone() {
        give(solver, reflective, class);
    }
}

/// The class of a caller is an answer. Classes that look up handles are told apart: from JDK 25 on the JDK's own find the handles of their
/// fields by what the look-up says of its class.
fn give(solver: &mut Solver<'_>, reflective: u32, class: ClassId) {
    let site = calls::get(solver, reflective).model_call.site;
    let looks_up = site.is_some_and(|(instance, _)| {
        solver.program.name(solver.methods.of(instance).id.class) == "java/lang/invoke/MethodHandles"
    });
    if looks_up {
        calls::give_class(solver, reflective, Type::class(class));
    } else {
        calls::give_asked_class(solver, reflective, Type::class(class));
    }
}
