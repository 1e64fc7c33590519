//! Whole-program points-to analysis: which objects each reference may point to, and which methods each call may run.
//!
//! Inclusion-based (Andersen: Program Analysis and Specialization for the C Programming Language, 1994), sensitive to
//! fields, with the call graph made on the fly, over the application and the JDK ([`solver`]). How far callers are told
//! apart is chosen by a [`context::Selector`]. Insensitive to the order of statements. The constraint graph with
//! difference propagation and cycle elimination is [`graph`]'s; objects and their types are [`objects`]'.
//!
//! The answer ([`PointsTo`]) is over statements of [`super::ir`] with contexts left out: an object is then its
//! allocation. Where the analysis gave up precision or soundness it says so ([`PointsTo::diagnostics`]).

mod calls;
pub mod context;
mod entry;
mod graph;
mod handles;
mod invoke;
mod members;
mod methods;
mod modelled;
pub mod objects;
mod proxies;
mod reflection;
mod result;
mod selective;
mod services;
mod set;
mod solver;
mod special;
mod state;

pub use result::{Metrics, PointsTo};
pub use set::ObjectSet;
pub use state::{fit, state_before_main, summarize};

use crate::analysis::summaries::Summaries;
use crate::program::{MethodId, Program};
use context::{Insensitive, Limited, Selector, Sensitivity};
use solver::Solver;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What an analysis may cost.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// When it must have ended.
    pub until: Option<Instant>,
    /// How many nodes the constraint graph may have: a measure of memory, some 200 bytes each.
    pub nodes: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { until: None, nodes: 60_000_000 }
    }
}

impl Budget {
    /// A budget of time from now on.
    pub fn of_time(time: Duration) -> Self {
        Self { until: Instant::now().checked_add(time), ..Self::default() }
    }

    fn check(&self, nodes: usize) -> Result<(), Exceeded> {
        if self.until.is_some_and(|until| Instant::now() > until) {
            return Err(Exceeded::Time);
        }
        if nodes > self.nodes { Err(Exceeded::Memory) } else { Ok(()) }
    }
}

/// A budget was used up before the fixed point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Exceeded {
    /// Of time.
    #[error("the points-to analysis took longer than it may; choose a coarser --context or a larger --time")]
    Time,
    /// Of memory.
    #[error("the points-to analysis needs more memory than it may; choose a coarser --context or a larger --memory")]
    Memory,
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
    let summaries = summaries.filter(|_| uses_summaries(sensitivity));
    if let Some(mut solver) = summaries.and_then(|found| Solver::resume(program, Box::new(Insensitive), found)) {
        solver.run(main, budget)?;
        if sensitivity == Sensitivity::Selective {
            solver = selective(solver, main, budget);
        }
        return Ok(PointsTo::new(solver));
    }
    let selector: Box<dyn Selector> = match sensitivity {
        Sensitivity::Insensitive | Sensitivity::Selective => Box::new(Insensitive),
        Sensitivity::K { k, flavour } => Box::new(Limited { k: k.into(), flavour }),
    };
    let mut solver = Solver::start(program, selector, budget)?;
    solver.run(main, budget)?;
    if sensitivity == Sensitivity::Selective {
        solver = selective(solver, main, budget);
    }
    Ok(PointsTo::new(solver))
}

/// How many times as many nodes as the insensitive run the second run may have.
const MOST_GROWTH: usize = 10;

/// The second run, with contexts where they pay; the first one, with a note, if the second costs more than it may.
fn selective<'a>(mut first: Solver<'a>, main: MethodId, budget: &Budget) -> Solver<'a> {
    let budget = &Budget { nodes: budget.nodes.min(first.graph.len() * MOST_GROWTH), ..*budget };
    let second = Solver::start(first.program, Box::new(selective::choose(&first)), budget);
    match second.and_then(|mut second| second.run(main, budget).map(|()| second)) {
        Ok(second) => second,
        Err(exceeded) => {
            let what = if exceeded == Exceeded::Time { "time" } else { "memory" };
            first.diagnostics.insert(format!(
                "selective contexts need more {what} than they may: the answer is the insensitive one (--{what} sets the limit)"
            ));
            first
        }
    }
}

/// Whether an analysis can start from summaries of the JDK: it must make no contexts, at least at first.
pub fn uses_summaries(sensitivity: Sensitivity) -> bool {
    matches!(sensitivity, Sensitivity::Insensitive | Sensitivity::Selective)
}
