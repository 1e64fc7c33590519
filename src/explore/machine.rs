//! What the search asks of the thing it explores: a machine that begins again, makes one step of one thread, and says what the
//! step touched and where each thread stands then. A model in a test is a machine, and so is a JVM under control.
//!
//! What a machine promises. A step is deterministic: the same choices from the start give the same effects and views. The effects
//! of a thread's next step, whether it can be made, and its alternatives depend on the thread's own state and on the
//! locations among those effects alone: so two steps without a conflict commute; whether a step stops all threads depends on the
//! thread's own state alone (a failed check and the stop are two steps). A step that may or may not write (a
//! compare-and-set, a `tryLock`) counts as a write. Creating a thread, its first step, its end, and a join touch a common location.
//! Two states with one digest have the same future and the same threads in the same order.

use serde::{Deserialize, Serialize};

/// Something on which steps can conflict: shared memory, a lock, a condition, the end of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Location(pub u64);

/// What the scheduler decides at one state: which thread makes its next step, and how, if the step can be made in several ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Choice {
    /// The thread, in order of creation.
    pub thread: usize,
    /// Which of the step's alternatives: the waiter that is notified, time-out or not. All are explored, always.
    pub alternative: u32,
}

/// What a step touched. Two steps of different threads conflict if one writes what the other reads or writes.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Effects {
    /// Locations that were read, sorted.
    pub reads: Vec<Location>,
    /// Locations that were written, sorted.
    pub writes: Vec<Location>,
    /// Whether steps of this kind are impossible in some states: taking a lock, a join, a wait for a condition. `true` is always
    /// right, and costs runs that are given up.
    pub waits: bool,
    /// Locations among the writes that the step frees, sorted: while its thread was about to make it, no step of another thread
    /// that waits and touches one of them could be made. The release of a lock. Leaving it out is always right.
    pub releases: Vec<Location>,
    /// Whether the step stops all threads, whatever they are about to do: the end of the process, a failure that ends the run.
    /// The step conflicts with every other one, since what comes before it is all that comes. [`View::stop`] is set after it.
    pub halts: bool,
}

/// Where a thread stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Standing {
    /// It can make its next step, in so many ways (at least 1).
    Enabled {
        /// The number of ways.
        alternatives: u32,
    },
    /// It cannot go on before another thread does something to one of these locations.
    Blocked {
        /// What its next step would touch, as far as that is known: all that decides whether it can be made.
        on: Effects,
    },
    /// It has ended.
    Ended,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stop {
    /// As programs end: all threads have, or the last step ended the process.
    Ended,
    /// With a failure: an exception that nobody caught, a failed assertion, a deadlock.
    Failed,
    /// The machine gave the run up at a bound of its own.
    Bounded,
}

/// A state as the search sees it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    /// The threads in order of creation. A step only ever appends.
    pub threads: Vec<Standing>,
    /// A digest of the whole state with all that decides the future, and of the output so far. Without it states are never equal.
    pub digest: Option<u128>,
    /// Set if nothing goes on here, whether or not threads could. Where no thread is enabled `None` means [`Stop::Ended`].
    pub stop: Option<Stop>,
}

/// A program under control of the search.
pub trait Machine {
    /// What can go wrong: the program is not deterministic, a thread makes a call that cannot be controlled.
    type Error;

    /// Begins again and makes these steps: the view after the last one. Slow compared with [`Machine::step`].
    fn restart(&mut self, prefix: &[Choice]) -> Result<View, Self::Error>;

    /// Makes one step from the current state: what it touched, and the view after it.
    fn step(&mut self, choice: Choice) -> Result<(Effects, View), Self::Error>;
}

impl View {
    /// In how many ways a thread can make its next step: 0 if it cannot, or if nothing goes on.
    pub fn alternatives(&self, thread: usize) -> u32 {
        match self.threads.get(thread) {
            Some(Standing::Enabled { alternatives }) if self.stop.is_none() => *alternatives,
            _ => 0,
        }
    }
}
