//! Whole-program points-to analysis: which objects each reference may point to, and which methods each call may run.
//!
//! Inclusion-based (Andersen: Program Analysis and Specialization for the C Programming Language, 1994), sensitive to
//! fields, with the call graph made on the fly, over the application and the JDK ([`solver`]). How far callers are told
//! apart is chosen by a [`context::Selector`]. Insensitive to the order of statements. The constraint graph with
//! difference propagation and cycle elimination is [`graph`]'s; objects and their types are [`objects`]'. What models, reflection
//! and the JVM add to the rules is added by plugins ([`plugin`], [`plugins`]).
//!
//! What contexts are not spent on (each is named where it is done, and in `docs/points-to.md`): objects of which there is one
//! for each class ([`special`]: strings, string builders, exceptions); values, which have no heap context ([`special`]); strings,
//! class objects and members as receivers ([`calls`]); methods in which no reference moves ([`methods`]); static methods to which
//! contexts make no difference ([`closed`]). The calls of several instances of a method are followed as one where they have the
//! same receivers ([`shared_calls`]): this changes the number of edges, not the answer.
//!
//! Without contexts, fewer objects are told apart than instructions make ([`allocations`]).
//!
//! The answer ([`PointsTo`]) is over statements of [`super::ir`] with contexts left out: an object is then its
//! allocation. Where the analysis gave up precision or soundness it says so ([`PointsTo::diagnostics`]).

mod access_steps;
mod accesses;
mod allocations;
mod budget;
mod calls;
mod closed;
pub mod context;
mod events;
mod field_access;
mod finalizers;
mod fixed_point;
mod graph;
mod handle_calls;
mod heap;
mod jvm;
mod kept;
mod lambdas;
mod many_fields;
mod methods;
mod models;
mod named;
pub mod objects;
mod own_loaders;
mod plugin;
mod plugins;
mod reflection;
mod result;
mod selective;
mod set;
mod sets;
mod shared_calls;
mod solver;
mod special;
mod state;
mod statements;
mod tables;
mod views;

pub use accesses::Access;
pub use allocations::Allocations;
pub use budget::{Budget, Exceeded};
pub use heap::Heap;
pub use kept::{Answers, Key, Known};
pub use named::{Named, NamedError};
pub use own_loaders::OwnLoaders;
pub use reflection::unknown::UnknownCall;
pub use result::{Metrics, PointsTo};
pub use set::ObjectSet;
pub use state::{fit, state_before_main, summarize};

use crate::analysis::models::Models;
use crate::analysis::summaries::Summaries;
use crate::program::{MethodId, Program};
use context::{Insensitive, Limited, Selector, Sensitivity};
use solver::Solver;
use std::sync::Arc;

/// What an analysis tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Precision {
    /// Calls of a method.
    pub sensitivity: Sensitivity,
    /// Objects.
    pub allocations: Allocations,
}

impl Precision {
    /// What selecting statics needs.
    pub fn of_selection(sensitivity: Sensitivity) -> Self {
        match sensitivity {
            Sensitivity::Insensitive => Self { sensitivity, allocations: Allocations::Classes },
            _ => sensitivity.into(),
        }
    }

    /// Whether an analysis can start from summaries of the JDK: it makes no contexts, and does not tell apart what the JDK makes.
    pub fn uses_summaries(self) -> bool {
        self.sensitivity == Sensitivity::Insensitive && self.allocations != Allocations::Sites
    }
}

impl From<Sensitivity> for Precision {
    fn from(sensitivity: Sensitivity) -> Self {
        let allocations = match sensitivity {
            Sensitivity::Insensitive => Allocations::SitesOfApplication,
            Sensitivity::K { .. } | Sensitivity::Selective => Allocations::Sites,
        };
        Self { sensitivity, allocations }
    }
}

/// Analyses a program from its `main` method on. Without contexts it starts from the summaries of the JDK, if there are any
/// and they fit the program; the answer is the same.
pub fn points_to<'a>(
    program: &'a Program,
    main: MethodId,
    sensitivity: Sensitivity,
    budget: &Budget,
    summaries: Option<&Arc<Summaries>>,
) -> Result<PointsTo<'a>, Exceeded> {
    let known = Known { jdk: summaries.cloned(), answers: None };
    points_to_named(program, main, sensitivity.into(), budget, &known, &Arc::default())
}

/// The same where the user says what some calls by reflection reach. An answer without contexts that was kept is read, and else kept.
pub fn points_to_named<'a>(
    program: &'a Program,
    main: MethodId,
    precision: Precision,
    budget: &Budget,
    known: &Known,
    named: &Arc<Named>,
) -> Result<PointsTo<'a>, Exceeded> {
    let is_kept = precision.sensitivity == Sensitivity::Insensitive && known.answers.is_some();
    let key = is_kept.then(|| kept::key(program, main, precision.allocations, budget, named));
    if let Some(found) = key.and_then(|key| kept::find(program, known, &key, named)) {
        return found.map(PointsTo::new);
    }
    let mut solver = started(program, precision, budget, known, named)?;
    let ended = solver.run(main, budget);
    if let Some(key) = key {
        kept::keep(known, &key, &solver, &ended);
    }
    ended?;
    if precision.sensitivity == Sensitivity::Selective {
        solver = selective(solver, main, budget);
    }
    Ok(PointsTo::new(solver))
}

/// The solver in which what the JVM and the JDK do by themselves is followed.
fn started<'a>(
    program: &'a Program,
    precision: Precision,
    budget: &Budget,
    known: &Known,
    named: &Arc<Named>,
) -> Result<Solver<'a>, Exceeded> {
    let summaries = known.jdk.as_ref().filter(|_| precision.uses_summaries());
    let resumed = summaries.and_then(|found| state::resume(program, selector_of(precision), found));
    let mut solver = match resumed {
        Some(resumed) => resumed,
        None => plugins::solver(program, selector_of(precision)).started(budget)?,
    };
    solver.named = named.clone();
    Ok(solver)
}

/// The calls by reflection in the application of which too little is known, as one meets them first: they are taken to reach nothing. If the
/// budget is used up, those that were met by then.
pub fn unknown_calls(
    program: &Program,
    main: MethodId,
    budget: &Budget,
    summaries: Option<&Arc<Summaries>>,
    named: &Named,
) -> Vec<UnknownCall> {
    let selector = || selector_of(Precision::of_selection(Sensitivity::Insensitive));
    let resumed = summaries.and_then(|found| state::resume(program, selector(), found));
    let started = || plugins::solver(program, selector()).started(budget).ok();
    let Some(mut solver) = resumed.or_else(started) else { return Vec::new() };
    solver.named = Arc::new(named.without_rest());
    let _ = solver.run(main, &Budget { classes_called_unknown: None, ..*budget });
    reflection::unknown::unknown_calls(&solver)
}

/// The same without summaries, by models other than jcp's: to compare with an analysis that knows the JDK in another way.
pub fn points_to_under<'a>(
    models: Models,
    program: &'a Program,
    main: MethodId,
    sensitivity: Sensitivity,
    budget: &Budget,
) -> Result<PointsTo<'a>, Exceeded> {
    let precision = Precision { sensitivity, allocations: Allocations::Sites };
    let mut solver = plugins::solver_under(program, selector_of(precision), models).started(budget)?;
    solver.run(main, budget)?;
    Ok(PointsTo::new(solver))
}

/// The selector; the insensitive one for the first run of two.
fn selector_of(precision: Precision) -> Box<dyn Selector> {
    match precision.sensitivity {
        Sensitivity::Insensitive | Sensitivity::Selective => Box::new(Insensitive(precision.allocations)),
        Sensitivity::K { k, flavour } => Box::new(Limited { k: k.into(), flavour }),
    }
}

/// How many times as much memory as the insensitive run the second run may need.
const MOST_GROWTH: u64 = 10;

/// The second run, with contexts where they pay; the first one, with a note, if the second costs more than it may.
fn selective<'a>(mut first: Solver<'a>, main: MethodId, budget: &Budget) -> Solver<'a> {
    let budget = &Budget { memory: budget.memory.min(first.graph.bytes() * MOST_GROWTH), ..*budget };
    let second = plugins::solver(first.program, Box::new(selective::choose(&first))).started(budget);
    let run = |mut second: Solver<'a>| {
        second.named = first.named.clone();
        second.run(main, budget).map(|()| second)
    };
    match second.and_then(run) {
        Ok(second) => second,
        Err(exceeded) => {
            let what = match exceeded {
                Exceeded::Time => "time than the limit allows",
                Exceeded::Memory => "memory than the limit allows",
                Exceeded::Work | Exceeded::Unknown(_) => "work than the limit allows",
            };
            first
                .diagnostics
                .insert(format!("selective contexts need more {what}: the answer is that of --context insensitive"));
            first
        }
    }
}
