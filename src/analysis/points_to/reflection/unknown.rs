//! Calls by reflection in the application of which the analysis knows too little, and how much counts at each: for people, who can
//! name what a call reaches ([`super::super::named`]).
//!
//! Such calls are those that the analysis says so of, and those that reach very many classes or methods, since a name that is not known elsewhere
//! leads to them. Calls without a line are left out, as nobody can name these.

use super::super::events::Caller;
use super::super::objects::Origin;
use super::super::solver::Solver;
use super::{calls, invoke, lazy, limits};
use crate::analysis::models::effect::Reflect;
use crate::program::{ClassId, MethodId};
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A call that reaches so many classes or methods is told, whatever is known of it.
const MANY: usize = 20;

/// Such calls on one line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct UnknownCall {
    /// `a.b.C.m:12`.
    pub place: String,
    /// What the calls there do.
    pub does: &'static str,
    /// How many classes or methods of the application count there.
    pub count: usize,
    /// Whether these are classes.
    pub is_of_classes: bool,
}

const FINDS: &str = "it looks up classes by names that are not known";

/// What is reached at a place.
#[derive(Default)]
struct Reached {
    classes: BTreeSet<ClassId>,
    methods: BTreeSet<MethodId>,
    is_unknown: bool,
}

/// All such calls, those first that reach most.
pub fn unknown_calls(solver: &Solver<'_>) -> Vec<UnknownCall> {
    let called = called(solver);
    let mut found: BTreeMap<(String, &'static str), Reached> = BTreeMap::new();
    for (number, call) in (0u32..).zip(calls::all(solver)) {
        if !calls::is_at_application(solver, number) || limits::at(solver, number).is_some() {
            continue;
        }
        let does = match call.reflect {
            Reflect::ForName => FINDS,
            Reflect::NewInstance => "it makes objects of classes that are not known",
            Reflect::Invoke => "it calls methods that are not known",
            _ => continue,
        };
        let Some((place, site)) = place(solver, number).zip(call.model_call.site) else { continue };
        let reached = found.entry((place, does)).or_default();
        reached.is_unknown |= calls::is_unknown(solver, number);
        reached.methods.extend(called.get(&site).into_iter().flatten());
        reached.methods.extend(invoke::fitting(solver, number));
        let is_any = lazy::is_wide(solver, number) || limits::reaches_nothing(solver, number);
        if does == FINDS && is_any && calls::is_unknown(solver, number) {
            reached.classes.extend(solver.program.application().map(|class| class.id));
        }
        let result = call.model_call.result.filter(|_| does == FINDS);
        let objects = result.map(|result| solver.graph.objects(result).clone()).unwrap_or_default();
        let class = |object| match solver.objects.get(object).origin {
            Origin::Class(ty) => ty.as_class().filter(|class| solver.program.is_application(*class)),
            _ => None,
        };
        reached.classes.extend(objects.iter().filter_map(class));
    }
    let told = found.into_iter().map(|((place, does), reached)| {
        let count = if does == FINDS { reached.classes.len() } else { reached.methods.len() };
        (reached.is_unknown || count >= MANY, UnknownCall { place, does, count, is_of_classes: does == FINDS })
    });
    let mut told: Vec<UnknownCall> = told.filter(|(is_told, _)| *is_told).map(|(_, call)| call).collect();
    told.sort_by_key(|call| std::cmp::Reverse(call.count));
    told
}

/// The methods of the application that are called by way of each call instruction, but not by it.
fn called(solver: &Solver<'_>) -> FxHashMap<(u32, u32), BTreeSet<MethodId>> {
    let mut found: FxHashMap<(u32, u32), BTreeSet<MethodId>> = FxHashMap::default();
    #[allow(clippy::iter_over_hash_type, reason = "sets are sorted")]
    for (caller, callee) in &solver.calls {
        let Caller::Synthetic(synthetic) = caller else { continue };
        let method = solver.methods.of(*callee).id;
        if let Some(site) = solver.synthetic_calls.get(*synthetic).site
            && solver.program.is_application(method.class)
        {
            found.entry(site).or_default().insert(method);
        }
    }
    found
}

/// `a.b.C.m:12`; none without a line.
fn place(solver: &Solver<'_>, reflective: u32) -> Option<String> {
    let (method, line) = limits::line_of(solver, reflective)?;
    let name = &solver.program.method(method)?.name;
    Some(format!("{}.{name}:{line}", solver.program.name(method.class).replace('/', ".")))
}
