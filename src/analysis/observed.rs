//! Soundness by observation: what a run really did must lie inside what an analysis says of all runs.
//!
//! An analysis answers through [`StaticAnswer`]; the facts of a run are an [`Observation`] (read by [`super::observation`]).
//! [`misses`] returns every fact that the answer denies, with its place. A run shows only what it does, so no miss is no
//! proof; a miss is a defect of the analysis, or of the record.

use super::observation::{Observation, Phase, Place};
use crate::program::{FieldId, MethodId, Program};
use serde::Serialize;
use std::collections::BTreeSet;

/// What a whole-program analysis says, for one checkpoint.
pub trait StaticAnswer {
    /// Whether the application's method can run at any time.
    fn reachable(&self, method: MethodId) -> bool;
    /// Whether the analysis itself comes to the method; some count as reachable only since it gives up somewhere.
    fn follows(&self, method: MethodId) -> bool {
        self.reachable(method)
    }
    /// Whether the application's method can be entered after the checkpoint.
    fn reachable_after(&self, method: MethodId) -> bool;
    /// Whether the call instruction at this offset (bytes, in the original code) may run the method, which may be the
    /// JDK's. Not asked for `invokedynamic`, nor for calls on objects of classes that the run made.
    fn may_call(&self, caller: MethodId, offset: u32, callee: MethodId) -> bool;
    /// Whether the application's static field may be read after the checkpoint.
    fn used_after(&self, field: FieldId) -> bool;
    /// Whether the application's instance field may be read after the checkpoint.
    fn got_after(&self, field: FieldId) -> bool;
    /// Whether the application's static field may be written before the checkpoint, or an object mutated that is reachable
    /// from it. What the JVM itself sets from a `ConstantValue` is not asked for.
    fn modified_before(&self, field: FieldId) -> bool;
}

/// What an answer claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// [`StaticAnswer::reachable`]
    Reachable,
    /// [`StaticAnswer::reachable_after`]
    ReachableAfter,
    /// [`StaticAnswer::may_call`]
    MayCall,
    /// [`StaticAnswer::used_after`]
    UsedAfter,
    /// [`StaticAnswer::got_after`]
    GotAfter,
    /// [`StaticAnswer::modified_before`]
    ModifiedBefore,
}

/// A fact that the answer denies.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Miss {
    /// What it claims not to be so.
    pub claim: Claim,
    /// The method or field.
    pub what: String,
    /// What was seen, and where.
    pub seen: String,
}

/// The facts that the answer denies, in the order of claims, methods and fields.
pub fn misses(program: &Program, observation: &Observation, answer: &dyn StaticAnswer) -> Vec<Miss> {
    let mut found = Vec::new();
    let mut miss = |claim, what: String, seen: String| found.push(Miss { claim, what, seen });
    for (phase, entered) in Phase::ALL.iter().zip(&observation.entered) {
        for &method in entered {
            if !answer.reachable(method) {
                miss(Claim::Reachable, program.describe(method), format!("entered {phase} the checkpoint"));
            }
            if *phase == Phase::After && !answer.reachable_after(method) {
                miss(Claim::ReachableAfter, program.describe(method), "entered after the checkpoint".into());
            }
        }
    }
    for &(place, callee) in &observation.calls {
        if !answer.may_call(place.method, place.offset, callee) {
            miss(Claim::MayCall, program.describe(callee), format!("called by {}", describe(program, place)));
        }
    }
    for (&field, &place) in observation.read(Phase::After) {
        if !answer.used_after(field) {
            let seen = format!("read after the checkpoint by {}", describe(program, place));
            miss(Claim::UsedAfter, field_name(program, field), seen);
        }
    }
    for (&field, &place) in observation.got(Phase::After) {
        if !answer.got_after(field) {
            let seen = format!("read after the checkpoint by {}", describe(program, place));
            miss(Claim::GotAfter, field_name(program, field), seen);
        }
    }
    for (field, seen) in modified(program, observation) {
        if !answer.modified_before(field) {
            miss(Claim::ModifiedBefore, field_name(program, field), seen);
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Methods that were entered and are right only since the analysis gives up somewhere and counts every method.
pub fn not_followed(program: &Program, observation: &Observation, answer: &dyn StaticAnswer) -> Vec<String> {
    let entered: BTreeSet<MethodId> = observation.entered.iter().flatten().copied().collect();
    let found = entered.into_iter().filter(|method| answer.reachable(*method) && !answer.follows(*method));
    let mut names: Vec<String> = found.map(|method| program.describe(method)).collect();
    names.sort();
    names
}

/// The fields that were modified before the checkpoint, each as often as it was seen.
fn modified(program: &Program, observation: &Observation) -> Vec<(FieldId, String)> {
    let written = observation.written(Phase::Before).iter();
    let written = written.map(|(&field, &place)| (field, format!("written by {}", describe(program, place))));
    let mutated = observation.mutated(Phase::Before).iter();
    let mutated = mutated.map(|&field| (field, "the field reaches a mutated object at the checkpoint".to_owned()));
    let by_program = |field: &&FieldId| program.field(**field).is_some_and(|info| !info.constant);
    let set = observation.nondefault.iter().filter(by_program);
    let set = set.map(|&field| (field, "the field is not zero or null at the checkpoint".to_owned()));
    written.chain(mutated).chain(set).collect()
}

/// The field as people read it.
pub fn field_name(program: &Program, field: FieldId) -> String {
    let class = program.name(field.class).replace('/', ".");
    program.field(field).map_or_else(|| class.clone(), |info| format!("{class}.{}", info.name))
}

fn describe(program: &Program, place: Place) -> String {
    let line = program.line_at(place.method, place.offset);
    let line = line.map_or(String::new(), |line| format!(", line {line}"));
    format!("{} at offset {}{line}", program.describe(place.method), place.offset)
}
