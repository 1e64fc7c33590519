//! Races: which earlier events a step could have come before, and what has to be run for that.
//!
//! A step of thread p is in a race with an event e of another thread if they conflict and nothing stands between them. To reverse it,
//! something has to run from the state before e that begins the sequence v: the events after e that do not happen after e, then
//! p's step. One *initial* of v is enough, a thread whose first event in v has nothing in v before it (source sets, Abdulla et al.,
//! POPL 2014). Of several the last is taken, p itself if it is one: that gives the fewest runs that are given up.
//!
//! A step that waits may be impossible without e: the release of a lock lets the acquire happen. Then the race is with an earlier
//! event. Whether the step was possible is known if e frees what the step waits for, or if p stood at the step before e already and
//! nothing in v touches what it waits for. Where it is not known, both are done: the race is reversed, and earlier events are
//! looked at.

use super::history::{History, Position};
use super::stack::Stack;
use super::touches::TouchId;

/// Whether a step would be possible without an event.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Possible {
    Yes,
    No,
    Unknown,
}

/// A step to come: its thread, what it touches, whether it is the thread's next one, and whether other steps may come before it.
#[derive(Clone, Copy)]
pub(super) struct Coming {
    pub thread: usize,
    pub touch: TouchId,
    pub next: bool,
    pub later: bool,
}

impl Stack {
    /// The events with which a step has to be reversed, latest first.
    pub fn racing(&self, step: Coming, races: &mut Vec<Position>) {
        let touch = self.touches.get(step.touch);
        if !touch.waits {
            self.history.races(step.thread, touch, races);
            return;
        }
        let mut conflicts = Vec::new();
        self.history.conflicts(step.thread, touch, &mut conflicts);
        races.clear();
        let mut certain: Vec<Position> = Vec::new();
        for (at, event) in conflicts.iter().enumerate() {
            if certain.iter().any(|later| self.history.before(*event, *later)) {
                continue;
            }
            let others = conflicts[..at].iter().any(|later| !self.history.before(*event, *later));
            match self.possible(step, *event, others) {
                Possible::Yes => certain.push(*event),
                Possible::No => continue,
                Possible::Unknown => {}
            }
            races.push(*event);
        }
        if touch.halts {
            let mut last = Vec::new();
            self.history.races(step.thread, touch, &mut last);
            last.retain(|event| !races.contains(event));
            races.extend(last);
        }
    }

    /// Whether a waiting step would be possible without an event; `others` if what it waits for is touched by events after
    /// that one which do not depend on it.
    fn possible(&self, step: Coming, event: Position, others: bool) -> Possible {
        if self.touches.get(self.history.event(event).touch).frees(self.touches.get(step.touch)) {
            return Possible::No;
        }
        let at_it = step.next && !step.later && self.history.last(step.thread).is_none_or(|last| last < event);
        match self.node(event) {
            Some(node) if at_it && !others && step.thread < node.view.threads.len() => {
                if node.view.alternatives(step.thread) > 0 { Possible::Yes } else { Possible::No }
            }
            _ => Possible::Unknown,
        }
    }

    /// Has run what is needed to reverse all races of a thread's next step.
    pub fn reverse_all(&mut self, thread: usize, touch: TouchId) {
        let mut races = Vec::new();
        self.racing(Coming { thread, touch, next: true, later: false }, &mut races);
        if races.is_empty() {
            return;
        }
        let mut clock = Vec::new();
        self.history.clock_of(thread, self.touches.get(touch), &mut clock);
        races.retain(|event| *event >= self.base);
        for event in races {
            self.reverse(event, thread, &clock);
        }
    }

    /// Has an initial of v run from the state before an event.
    fn reverse(&mut self, event: Position, thread: usize, clock: &[u32]) {
        let Some(node) = self.node(event) else { return };
        let initials = self.initials(event);
        let own = initials.iter().all(|initial| {
            let first = self.history.event(*initial);
            first.thread != thread && !History::reaches(clock, first)
        });
        let own = (own && node.view.alternatives(thread) > 0).then_some(thread);
        let threads = initials.iter().map(|initial| self.history.event(*initial).thread).chain(own);
        self.add_one(event, &threads.collect::<Vec<_>>());
    }

    /// The first events of the threads that can begin the sequence of what came after an event and does not depend on it.
    pub fn initials(&self, event: Position) -> Vec<Position> {
        let history = &self.history;
        let mut initials: Vec<Position> = Vec::new();
        for later in event + 1..history.len() {
            if !history.before(event, later) && !initials.iter().any(|initial| history.before(*initial, later)) {
                initials.push(later);
            }
        }
        initials
    }
}
