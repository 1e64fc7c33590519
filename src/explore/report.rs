//! What a search is asked for and what it answers: reduction, bounds, counts, end states, the first failure.
//!
//! A report names a bound only if it kept something from being explored: then the search was not exhaustive, whatever else it found.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::machine::{Choice, Stop, View};

/// Which runs may be left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reduction {
    /// None: every schedule is run.
    None,
    /// Source sets and sleep sets: one run for each way to order the steps that conflict.
    Source,
    /// Besides, no state is explored twice, as far as the machine has digests: one complete run for each end state.
    #[default]
    Context,
}

/// Where a search gives up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    /// Most steps of a run.
    pub steps: Option<usize>,
    /// Most runs, complete or not.
    pub runs: Option<u64>,
    /// Most changes of thread in a run while the thread could go on. With it every schedule within the bound is run: no
    /// reduction but equal states.
    pub preemptions: Option<u32>,
}

/// A bound that kept something from being explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Bound {
    /// [`Bounds::steps`].
    Steps,
    /// [`Bounds::runs`].
    Runs,
    /// [`Bounds::preemptions`].
    Preemptions,
    /// A bound of the machine's own ([`Stop::Bounded`]).
    Machine,
}

/// What a search is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// Which runs may be left out.
    pub reduction: Reduction,
    /// Where to give up.
    pub bounds: Bounds,
    /// Whether to go on after a run that failed.
    pub all_failures: bool,
}

/// What was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Runs that came to an end of the program, a failure or a deadlock.
    pub executions: u64,
    /// Runs given up at a state that was explored before.
    pub cut: u64,
    /// Runs given up because all that could go on is explored elsewhere.
    pub blocked: u64,
    /// Runs given up because they were back in a state of their own: they may go round for ever.
    pub round: u64,
    /// Runs given up at a bound.
    pub bounded: u64,
    /// Complete runs that failed.
    pub failures: u64,
    /// Steps made, without those of beginning again.
    pub steps: u64,
    /// How often the machine began again.
    pub restarts: u64,
}

impl Counts {
    /// Runs of all kinds.
    pub fn runs(&self) -> u64 {
        self.executions + self.cut + self.blocked + self.round + self.bounded
    }
}

/// A run that has ended by itself or at a bound.
#[derive(Clone, Copy, Debug)]
pub struct Run<'s> {
    /// Its choices from the start.
    pub schedule: &'s [Choice],
    /// The state that it ended in.
    pub view: &'s View,
    /// How.
    pub stop: Stop,
}

/// Who hears of a search while it goes on. Either method can end it.
pub trait Observer {
    /// A run has ended by itself or at a bound; the machine is in its last state.
    fn ended(&mut self, run: Run<'_>) -> ControlFlow<()> {
        let _ = run;
        ControlFlow::Continue(())
    }

    /// A step was made.
    fn progress(&mut self, counts: &Counts) -> ControlFlow<()> {
        let _ = counts;
        ControlFlow::Continue(())
    }
}

/// An observer that does not listen.
impl Observer for () {}

/// Why a search ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// Nothing is left, except what a bound kept back.
    #[default]
    Done,
    /// The first failure was found.
    Failure,
    /// The observer ended it, or [`Bounds::runs`].
    Interrupted,
}

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// Why the search ended.
    pub ending: Ending,
    /// What was done.
    pub counts: Counts,
    /// Digests of the states in which complete runs ended.
    pub end_states: BTreeSet<u128>,
    /// Complete runs without a digest: each may have an end state of its own.
    pub undigested: u64,
    /// The schedule of the first run that failed.
    pub failure: Option<Vec<Choice>>,
    /// The bounds that kept something from being explored.
    pub bounds: BTreeSet<Bound>,
}

impl Report {
    /// Whether every end state was found.
    pub fn exhaustive(&self) -> bool {
        self.ending == Ending::Done && self.bounds.is_empty()
    }

    /// Adds what another search of the same program found: another of its subtrees.
    pub fn merge(&mut self, other: Self) {
        if self.ending == Ending::Done {
            self.ending = other.ending;
        }
        let (own, more) = (&mut self.counts, other.counts);
        own.executions += more.executions;
        own.cut += more.cut;
        own.blocked += more.blocked;
        own.round += more.round;
        own.bounded += more.bounded;
        own.failures += more.failures;
        own.steps += more.steps;
        own.restarts += more.restarts;
        self.end_states.extend(other.end_states);
        self.undigested += other.undigested;
        if self.failure.is_none() {
            self.failure = other.failure;
        }
        self.bounds.extend(other.bounds);
    }
}

/// Why a search could not go on.
#[derive(Debug, thiserror::Error)]
pub enum SearchError<E> {
    /// The machine could not make a step or begin again.
    #[error("{0}")]
    Machine(E),
    /// A step stopped threads that could go on, and its effects do not say so: runs would be missed.
    #[error(
        "step {} stopped all threads, which the machine did not say of it (`Effects::halts`): \
         make the stop a step of its own whose effects say so",
        .schedule.len()
    )]
    Unannounced {
        /// The steps, that one included.
        schedule: Vec<Choice>,
    },
    /// Beginning again led to another state than the first time.
    #[error(
        "the program is not deterministic: the same {} steps led to another state than before; \
         control what else decides (time, random numbers, input), or replay the schedule twice and compare",
        .schedule.len()
    )]
    Diverged {
        /// The steps.
        schedule: Vec<Choice>,
        /// The state they led to first.
        before: Box<View>,
        /// The state they led to this time.
        now: Box<View>,
    },
}
