//! What of two checkpoints is compared besides the heap: plans, JVMs, arrivals, initialised classes, state of the JVM.
//!
//! Left out is what differs in any two runs of one program: the clock, the salt of immutable collections, seeds that the JDK
//! takes from the clock; and what the JVM had linked, in which its own threads have a part.

use std::collections::BTreeMap;

use super::differences::{Difference, Kind};
use super::heap::quoted;
use super::names::FrameNames;
use super::paths::Step;
use super::read::Checkpoint;
use super::side::Side;
use super::threads::WAITING;

/// Entries of the environment that are fresh in every run, or whose objects are compared.
const FRESH: &[&str] = &[
    "clock",
    "iteration order",
    "counter java.util.concurrent.ThreadLocalRandom seeder",
    "main random seed",
    "main secondary random seed",
    "class values",
    "kept by the JDK",
    "kept by classes",
    "kept bundles",
    "locations of code",
    "loggers without names",
    "enum arrays",
    "class hashes",
    "enum hashes",
    "initialized of the JDK",
    "JDK lambdas",
    "call sites",
    "made classes",
    "call site shapes",
    WAITING,
];

/// What a reader has to know of the comparison.
pub(super) fn notes(a: Side, b: Side) -> Vec<String> {
    let (mine, its) = (a.file.header(), b.file.header());
    let mut notes = Vec::new();
    if mine.plan != its.plan {
        notes.push(
            "the checkpoints belong to different plans: the program, the region or the options of jcp differ"
                .to_owned(),
        );
    }
    if mine.jdk != its.jdk {
        notes.push(format!("the checkpoints were taken by different JVMs: {}; {}", mine.jdk, its.jdk));
    }
    if mine.arrival != its.arrival {
        notes.push(format!("the checkpoints were taken at different arrivals: {} and {}", mine.arrival, its.arrival));
    }
    notes
}

/// Methods and lines of main's chain, where both are known.
pub(super) fn frames(a: Side, b: Side) -> Vec<Difference> {
    let named = |side: Side| told(side.known().map_or(&[], |names| &names.frames));
    let (mine, its) = (named(a), named(b));
    if mine.is_empty() || its.is_empty() {
        return Vec::new();
    }
    lines(&mine, &its, "frame")
}

/// Methods and lines of frames.
pub(super) fn told(frames: &[FrameNames]) -> Vec<String> {
    frames.iter().map(|frame| format!("{}:{}", frame.method, frame.line)).collect()
}

/// Where two lists differ, by the places in them.
pub(super) fn lines(a: &[String], b: &[String], what: &str) -> Vec<Difference> {
    let both = (0..a.len().max(b.len())).map(|place| (place, a.get(place).cloned(), b.get(place).cloned()));
    let different = both.filter(|(_, mine, its)| mine != its);
    let path = |place| vec![Step { name: format!("{what} {place}"), times: 1 }];
    different.map(|(place, a, b)| Difference { kind: Kind::Value, path: path(place), field: None, a, b }).collect()
}

/// Initialised classes, the JVM's state.
pub(super) fn differences(a: &Checkpoint, b: &Checkpoint) -> Vec<Difference> {
    let mut found = Vec::new();
    let initialised = |file: &Checkpoint| -> BTreeMap<String, String> {
        file.initialized().iter().map(|class| (class.replace('/', "."), "initialised".to_owned())).collect()
    };
    compare(&initialised(a), &initialised(b), "class", &mut found);
    let environment = |file: &Checkpoint| -> BTreeMap<String, Vec<Option<String>>> {
        let kept = file.environment().iter().filter(|(name, _)| !FRESH.contains(&name.as_str()));
        kept.cloned().collect()
    };
    let (mine, its) = (environment(a), environment(b));
    for name in mine.keys().chain(its.keys().filter(|name| !mine.contains_key(*name))) {
        let (mine, its) = (mine.get(name), its.get(name));
        if mine != its {
            let (mine, its) = (mine.map(Vec::as_slice), its.map(Vec::as_slice));
            let at = first_difference(mine.unwrap_or_default(), its.unwrap_or_default());
            let text = |texts: &[Option<String>]| match texts.get(at) {
                Some(text) => text.as_deref().map_or_else(|| "null".to_owned(), quoted),
                None => "nothing more".to_owned(),
            };
            found.push(difference(name, mine.map(text), its.map(text)));
        }
    }
    found
}

fn first_difference(a: &[Option<String>], b: &[Option<String>]) -> usize {
    a.iter().zip(b).take_while(|(mine, its)| mine == its).count()
}

fn compare(a: &BTreeMap<String, String>, b: &BTreeMap<String, String>, what: &str, found: &mut Vec<Difference>) {
    for name in a.keys().chain(b.keys().filter(|name| !a.contains_key(*name))) {
        let (mine, its) = (a.get(name), b.get(name));
        if mine != its {
            found.push(difference(&format!("{what} {name}"), mine.cloned(), its.cloned()));
        }
    }
}

pub(super) fn difference(name: &str, a: Option<String>, b: Option<String>) -> Difference {
    Difference { kind: Kind::Jvm, path: vec![Step { name: format!("the JVM: {name}"), times: 1 }], field: None, a, b }
}
