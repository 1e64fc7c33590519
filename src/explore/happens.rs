//! Which plain accesses nothing orders in one run: data races, by vector clocks over its steps.
//!
//! What orders steps is the program order of a thread and each location that is no plain one, such as a lock, a volatile field, the start and end of a thread: a step that touches it comes after
//! all steps that wrote it before. That is at least what Java promises, so what is told is a race; and two accesses that can be made side by side are in no order in the run that does so.
//! A plain access is the first thing that its step does, so locks that the step takes behind it order nothing for it.

use rustc_hash::FxHashMap;

use super::machine::{Effects, Location};

/// How many steps of each thread are known to be before.
type Clock = Vec<usize>;

/// A plain access.
#[derive(Clone, Copy, Debug)]
struct Access {
    thread: usize,
    /// Which of its thread's steps it is.
    tick: usize,
    /// Which of the run's steps it is.
    step: usize,
    write: bool,
}

/// An access of the step that was made last, and an earlier one that is not ordered with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataRace {
    /// What both access.
    pub location: Location,
    /// The earlier step, counted from the start of the run.
    pub earlier: usize,
    /// Whether the earlier one writes, and the later one.
    pub writes: [bool; 2],
}

/// The order of a run's steps.
#[derive(Clone, Debug, Default)]
pub struct Happens {
    threads: Vec<Clock>,
    written: FxHashMap<Location, Clock>,
    accesses: FxHashMap<Location, Vec<Access>>,
    steps: usize,
}

fn join(clock: &mut Clock, other: &Clock) {
    clock.resize(clock.len().max(other.len()), 0);
    clock.iter_mut().zip(other).for_each(|(own, more)| *own = (*own).max(*more));
}

impl Happens {
    /// Adds a step of a thread; `is_plain`: whether its accesses to a location are plain ones. The data races with earlier steps.
    pub fn step(&mut self, thread: usize, effects: &Effects, is_plain: &dyn Fn(Location) -> bool) -> Vec<DataRace> {
        let count = self.threads.len().max(thread + 1);
        self.threads.resize(count, Clock::new());
        let mut clock = std::mem::take(&mut self.threads[thread]);
        clock.resize(clock.len().max(thread + 1), 0);
        clock[thread] += 1;
        let all = effects.reads.iter().map(|read| (*read, false)).chain(effects.writes.iter().map(|it| (*it, true)));
        let (plain, ordering): (Vec<_>, Vec<_>) = all.partition(|(location, _)| is_plain(*location));
        let mut races = Vec::new();
        for (location, write) in plain {
            let access = Access { thread, tick: clock[thread], step: self.steps, write };
            let earlier = self.accesses.entry(location).or_default();
            for other in earlier.iter().filter(|other| other.thread != thread && (other.write || write)) {
                if clock.get(other.thread).is_none_or(|known| *known < other.tick) {
                    races.push(DataRace { location, earlier: other.step, writes: [other.write, write] });
                }
            }
            earlier.push(access);
        }
        for (location, _) in &ordering {
            if let Some(written) = self.written.get(location) {
                join(&mut clock, written);
            }
        }
        for (location, _) in ordering.iter().filter(|(_, write)| *write) {
            join(self.written.entry(*location).or_default(), &clock);
        }
        self.threads[thread] = clock;
        self.steps += 1;
        races
    }
}
