//! Data races of all runs of a search: a watch over the steps of the machine ([`crate::explore::happens`]), and what is told of each pair of accesses.
//!
//! A pair is told once, with the first run that has it; which pair of lines it is follows when its schedule is run again, with its steps told.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::report::Step;
use crate::explore::happens::Happens;
use crate::explore::machine::{Choice, Effects, Location};

/// One access of a data race.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Access {
    /// The thread's name.
    pub thread: String,
    /// What it does.
    pub does: String,
    /// Where.
    pub stack: Vec<String>,
}

/// Two accesses that nothing orders, one of them a write.
#[derive(Debug, Clone, Serialize)]
pub struct Race {
    /// The field, element or object.
    pub place: String,
    /// The one that came first in the run.
    pub first: Access,
    /// The other one.
    pub second: Access,
}

impl Access {
    pub(super) fn of(step: &Step) -> Self {
        Self { thread: step.thread.clone(), does: step.does.clone(), stack: step.stack.clone() }
    }
}

impl Race {
    /// By what two are the same: the lines, in either order.
    pub(super) fn key(&self) -> BTreeSet<(String, Option<String>)> {
        [&self.first, &self.second].map(|it| (it.does.clone(), it.stack.first().cloned())).into()
    }
}

/// A pair of accesses, as the run that showed it first has it.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub location: Location,
    pub earlier: usize,
    /// The run up to the later one.
    pub schedule: Vec<Choice>,
}

/// What is known of the run that is under way, and the races of all runs.
pub(super) struct Watch {
    shared: BTreeSet<u64>,
    path: Vec<(Choice, Effects, bool)>,
    order: Happens,
    found: BTreeMap<(Location, [usize; 2], [bool; 2]), Vec<Found>>,
}

/// How many runs with the same threads and place are looked at for other lines.
const SAMPLES: usize = 20;

impl Watch {
    /// Watches accesses to these places.
    pub fn new(shared: BTreeSet<u64>) -> Self {
        Self { shared, path: Vec::new(), order: Happens::default(), found: BTreeMap::new() }
    }

    /// The machine began again and made the first steps of the path.
    pub fn restart(&mut self, steps: usize) {
        self.path.truncate(steps);
        self.order = Happens::default();
        for (choice, effects, is_plain) in &self.path {
            self.order.step(choice.thread, effects, &|location| *is_plain && self.shared.contains(&location.0));
        }
    }

    /// A step was made, which began with a plain access or not.
    pub fn step(&mut self, choice: Choice, effects: &Effects, is_plain: bool) {
        self.path.push((choice, effects.clone(), is_plain));
        let shared = &self.shared;
        let races = self.order.step(choice.thread, effects, &|location| is_plain && shared.contains(&location.0));
        for race in races {
            let threads = [self.path[race.earlier].0.thread, choice.thread];
            let found = self.found.entry((race.location, threads, race.writes)).or_default();
            if found.len() < SAMPLES {
                let schedule = self.path.iter().map(|(choice, ..)| *choice).collect();
                found.push(Found { location: race.location, earlier: race.earlier, schedule });
            }
        }
    }

    /// All races.
    pub fn found(self) -> Vec<Found> {
        self.found.into_values().flatten().collect()
    }
}
