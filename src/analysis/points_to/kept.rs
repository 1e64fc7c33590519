//! Answers that were found before: the fixed point of a whole program, or that a budget does not suffice for it.
//!
//! The same build of jcp gives the same answer to the same question. So what took long is kept under the question's [`Key`], and later commands
//! on the same program read it: `explain`, the next region, another slice. The key has all that an answer without contexts goes by besides the JDK,
//! which is for [`Answers`] to tell apart: the classes of the class path with their bytes, in order, the services that it provides, `main`, which
//! objects are told apart, the budget, and what the user says of reflection. An analysis that ended for lack of time is not kept.
//!
//! An edit of the program is another program: nothing of the old answer is used. One could go on from it only if code was added alone.

use super::allocations::Allocations;
use super::budget::{Budget, Exceeded};
use super::named::Named;
use super::solver::Solver;
use super::state::{self, State};
use crate::analysis::summaries::{Summaries, store};
use crate::program::{MethodId, Program};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// What an answer is found by; a hash.
pub type Key = [u8; 32];

/// Where answers are kept, those of one build of jcp for one JDK. Whatever goes wrong there is no answer, and no error.
pub trait Answers: Send + Sync {
    /// What was kept under the key.
    fn find(&self, key: &Key) -> Option<Summaries>;

    /// Keeps a state and its records ([`store::file`]).
    fn keep(&self, key: &Key, state: &[u8], records: &[Vec<u8>]);

    /// The least work for which the answer about a program is kept, as [`super::PointsTo::work`] counts it: what takes less is found as quickly as
    /// it is read. That a budget was too little takes a few bytes, and is always kept.
    fn least_work(&self) -> u64;
}

/// What is known before an analysis begins.
#[derive(Clone, Default)]
pub struct Known {
    /// The summaries of the JDK.
    pub jdk: Option<Arc<Summaries>>,
    /// Answers about programs.
    pub answers: Option<Arc<dyn Answers>>,
}

/// How an analysis ended.
#[derive(Serialize, Deserialize)]
enum Ended {
    Solved(Box<State>),
    Exceeded(Exceeded),
}

/// The question what the program may do from `main` on, without contexts.
pub fn key(program: &Program, main: MethodId, allocations: Allocations, budget: &Budget, named: &Named) -> Key {
    let mut hash = Sha256::new();
    let mut add = |bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    for class in program.application() {
        add(class.name().as_bytes());
        add(&program.entry(class.id).map_or(u64::MAX, |entry| entry as u64).to_le_bytes());
        add(&class.file.bytes);
    }
    for (service, providers) in program.services() {
        add(b"service");
        add(service.as_bytes());
        providers.iter().for_each(|provider| add(provider.as_bytes()));
    }
    let Budget { memory, work, classes_called_unknown, until: _ } = budget;
    add(format!("{main:?} {allocations:?} {memory} {work} {classes_called_unknown:?} {}", named.leaves_out_rest())
        .as_bytes());
    for (place, targets) in named.texts(program) {
        add(place.as_bytes());
        add(targets.as_bytes());
    }
    hash.finalize().into()
}

/// The answer that was kept, if there is one.
pub(super) fn find<'a>(
    program: &'a Program,
    known: &Known,
    key: &Key,
    named: &Arc<Named>,
) -> Option<Result<Solver<'a>, Exceeded>> {
    let found = known.answers.as_ref()?.find(key)?;
    match store::decode(found.state())? {
        Ended::Exceeded(exceeded) => Some(Err(exceeded)),
        Ended::Solved(state) => {
            let mut solver = state::restore(program, *state, found, known.jdk.as_ref())?;
            solver.named = named.clone();
            Some(Ok(solver))
        }
    }
}

/// Keeps how the analysis ended.
pub(super) fn keep(known: &Known, key: &Key, solver: &Solver<'_>, ended: &Result<(), Exceeded>) {
    let Some(answers) = known.answers.as_ref() else { return };
    let parts = || match ended {
        Err(Exceeded::Time) => None,
        Err(exceeded) => Some((store::encode(&Ended::Exceeded(exceeded.clone()))?, Vec::new())),
        Ok(()) if solver.graph.work() < answers.least_work() => None,
        Ok(()) => {
            let state = state::save(solver)?;
            let records = state::records(solver, &state)?;
            Some((store::encode(&Ended::Solved(Box::new(state)))?, records))
        }
    };
    if let Some((state, records)) = parts() {
        answers.keep(key, &state, &records);
    }
}
