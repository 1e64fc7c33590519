//! The threads besides main that both of two checkpoints have, by their labels, and what differs in them but for the values of their frames.
//!
//! Methods and lines are compared where the names of both are known, how a thread goes on, its priority and interrupt, and the state
//! of its generator of identity hashes. Left out: the seeds of its random numbers, which depend on the order in which threads first ask for one.

use std::collections::BTreeMap;

use super::differences::{Difference, Kind};
use super::names::ThreadNames;
use super::paths::Step;
use super::side::Side;
use super::surroundings::{difference, lines, told};
use super::threads::{Thread, labels};

/// The threads of two checkpoints.
pub(super) struct ThreadPairs<'a> {
    sides: [Side<'a>; 2],
    threads: [BTreeMap<String, &'a Thread>; 2],
}

impl<'a> ThreadPairs<'a> {
    pub fn new(a: Side<'a>, b: Side<'a>) -> Self {
        let others = |side: Side<'a>| {
            let threads = side.file.threads();
            labels(threads).into_iter().zip(threads).skip(1).collect()
        };
        Self { sides: [a, b], threads: [others(a), others(b)] }
    }

    /// Whether both have the thread with this label.
    pub fn both_have(&self, label: &str) -> bool {
        self.threads.iter().all(|threads| threads.contains_key(label))
    }

    /// What differs.
    pub fn differences(&self) -> Vec<Difference> {
        let [mine, its] = &self.threads;
        let mut found = Vec::new();
        for label in mine.keys().chain(its.keys().filter(|label| !mine.contains_key(*label))) {
            match (mine.get(label), its.get(label)) {
                (Some(a), Some(b)) => self.compare(label, [a, b], &mut found),
                (a, b) => {
                    let [a, b] = [(0, a), (1, b)].map(|(side, thread)| thread.map(|thread| self.place(side, thread)));
                    let path = vec![Step { name: label.clone(), times: 1 }];
                    found.push(Difference { kind: Kind::Presence, path, field: None, a, b });
                }
            }
        }
        found
    }

    /// Where a thread waits.
    fn place(&self, side: usize, thread: &Thread) -> String {
        let chain = self.sides[side].known().and_then(|names| names.chain(thread));
        chain.map_or_else(|| "waits".to_owned(), ThreadNames::place)
    }

    fn compare(&self, label: &str, threads: [&Thread; 2], found: &mut Vec<Difference>) {
        let chain = |side: usize| self.sides[side].known().and_then(|names| names.chain(threads[side]));
        if let (Some(a), Some(b)) = (chain(0), chain(1)) {
            found.extend(lines(&told(&a.frames), &told(&b.frames), &format!("{label} frame")));
        }
        let [a, b] = threads.map(|thread| {
            let goes_on = thread.waits.map_or("waits", |waits| waits.goes_on.told()).to_owned();
            let generator: Vec<&str> = thread.generator.iter().flatten().map(String::as_str).collect();
            [
                ("goes on", goes_on),
                ("priority", thread.priority.to_string()),
                ("interrupted", thread.interrupted.to_string()),
                ("hash generator", generator.join(" ")),
            ]
        });
        for ((what, mine), (_, its)) in a.into_iter().zip(b) {
            if mine != its {
                found.push(difference(&format!("{label} {what}"), Some(mine), Some(its)));
            }
        }
    }
}
