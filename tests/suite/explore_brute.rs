//! What any search must find in a program: by running every schedule, or by going to every state.
//!
//! A trace is what is the same for all orders of a run's steps that differ in steps without a conflict.

use std::collections::BTreeSet;

use jcp::explore::machine::{Choice, Effects, Location, Stop};

use crate::explore_model::{Model, Program};

/// What every schedule of a program gives.
#[derive(Debug, Default)]
pub struct Brute {
    pub schedules: usize,
    /// How many of them failed.
    pub failures: usize,
    /// The orders of conflicting steps.
    pub traces: BTreeSet<Vec<(usize, usize)>>,
    pub ends: BTreeSet<u128>,
}

/// Runs every schedule of a program; nothing if there are more than so many.
pub fn brute(program: &Program, most: usize) -> Option<Brute> {
    let mut found = Brute::default();
    let mut events = Vec::new();
    walk(&Model::new(program), &mut events, &mut found, most).then_some(found)
}

fn walk(model: &Model, events: &mut Vec<(Choice, Effects)>, found: &mut Brute, most: usize) -> bool {
    let view = model.view();
    let mut stuck = true;
    for thread in 0..view.threads.len() {
        for alternative in 0..view.alternatives(thread) {
            stuck = false;
            let mut after = model.clone();
            let choice = Choice { thread, alternative };
            let mut effects = after.apply(choice);
            if after.view().threads.len() > view.threads.len() {
                // Which number a thread gets depends on the order.
                effects.writes.push(Location(u64::MAX));
            }
            events.push((choice, effects));
            let going = walk(&after, events, found, most);
            events.pop();
            if !going {
                return false;
            }
        }
    }
    if stuck {
        found.schedules += 1;
        found.failures += usize::from(view.stop == Some(Stop::Failed));
        found.ends.insert(model.digest());
        found.traces.insert(trace(events));
    }
    found.schedules <= most
}

/// What is the same for all orders of a run's steps that differ in steps without a conflict: for each thread's steps the way
/// taken, and for each pair of conflicting steps which came first.
fn trace(events: &[(Choice, Effects)]) -> Vec<(usize, usize)> {
    let mut counts = Vec::new();
    let names: Vec<usize> = events
        .iter()
        .map(|(choice, ..)| {
            counts.resize(counts.len().max(choice.thread + 1), 0);
            counts[choice.thread] += 1;
            choice.thread * 1000 + counts[choice.thread] * 10 + choice.alternative as usize
        })
        .collect();
    let mut pairs = Vec::new();
    for (later, (choice, effects)) in events.iter().enumerate() {
        pairs.push((names[later], names[later]));
        for (earlier, (other, touched)) in events[..later].iter().enumerate() {
            let conflict = |one: &[Location], two: &[Location]| one.iter().any(|location| two.contains(location));
            let conflicting = effects.halts
                || conflict(&effects.writes, &touched.writes)
                || conflict(&effects.writes, &touched.reads)
                || conflict(&effects.reads, &touched.writes);
            if other.thread != choice.thread && conflicting {
                pairs.push((names[earlier], names[later]));
            }
        }
    }
    pairs.sort_unstable();
    pairs
}

/// The states in which the schedules of a program end that may also go round for ever.
pub fn ends(program: &Program) -> BTreeSet<u128> {
    let mut open = vec![Model::new(program)];
    let (mut seen, mut ends) = (BTreeSet::new(), BTreeSet::new());
    while let Some(model) = open.pop() {
        if !seen.insert(model.digest()) {
            continue;
        }
        let view = model.view();
        let threads = 0..view.threads.len();
        let choices = threads
            .flat_map(|thread| (0..view.alternatives(thread)).map(move |alternative| Choice { thread, alternative }));
        let mut stuck = true;
        for choice in choices {
            stuck = false;
            let mut after = model.clone();
            after.apply(choice);
            open.push(after);
        }
        if stuck {
            ends.insert(model.digest());
        }
    }
    ends
}
