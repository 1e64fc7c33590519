//! The events of the run being explored, with what happens before what: a vector clock for each event, and for each location the
//! events that touched it.
//!
//! An event happens before a later one if both are of one thread, if they conflict, if it created the other's thread, or
//! through other events. All is kept as stacks: taking back the last event costs what adding it did. A clock has for each
//! thread how many of its events happen before or are the event itself.

use super::touches::{Touch, TouchId, Touches};

/// The position of an event in the run.
pub(super) type Position = usize;

/// One step that was made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    /// Its thread.
    pub thread: usize,
    /// Which of its thread's events it is: the first is 1.
    pub nth: u32,
    /// What it touched.
    pub touch: TouchId,
    /// The event of this thread before it.
    before: Option<Position>,
    /// Where its clock begins.
    clock: usize,
    /// How many threads its clock has.
    threads: usize,
}

/// An event that touched a location.
#[derive(Clone, Copy)]
struct Toucher {
    event: Position,
    write: bool,
    /// Where in the location's list the last write stands, up to here: one more than its place, 0 without any.
    last_write: usize,
}

/// A thread as the events know it.
#[derive(Clone, Copy, Default)]
struct Thread {
    last: Option<Position>,
    /// The event that created it.
    origin: Option<Position>,
    events: u32,
}

/// The events from the start to the current state.
#[derive(Default)]
pub(super) struct History {
    events: Vec<Event>,
    clocks: Vec<u32>,
    threads: Vec<Thread>,
    touchers: Vec<Vec<Toucher>>,
    scratch: Vec<u32>,
}

impl History {
    /// No events yet, and so many threads that nobody created.
    pub fn begin(threads: usize) -> Self {
        Self { threads: vec![Thread::default(); threads], ..Self::default() }
    }

    /// How many events there are.
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// The event at a position.
    pub fn event(&self, position: Position) -> &Event {
        &self.events[position]
    }

    /// The last event of a thread, or the one that created it.
    pub fn last(&self, thread: usize) -> Option<Position> {
        self.threads.get(thread).and_then(|thread| thread.last.or(thread.origin))
    }

    fn clock(&self, event: Position) -> &[u32] {
        let Event { clock, threads, .. } = self.events[event];
        &self.clocks[clock..clock + threads]
    }

    /// Whether one event happens before another, or is it.
    pub fn before(&self, earlier: Position, later: Position) -> bool {
        let event = &self.events[earlier];
        Self::reaches(self.clock(later), event)
    }

    /// Whether a clock has an event.
    pub fn reaches(clock: &[u32], event: &Event) -> bool {
        clock.get(event.thread).is_some_and(|known| *known >= event.nth)
    }

    /// Whether an event happens before the thread's next step by way of the thread's own past.
    pub fn before_own(&self, event: Position, thread: usize) -> bool {
        self.last(thread).is_some_and(|last| self.before(event, last))
    }

    fn join(clock: &mut Vec<u32>, other: &[u32]) {
        if clock.len() < other.len() {
            clock.resize(other.len(), 0);
        }
        for (own, other) in clock.iter_mut().zip(other) {
            *own = (*own).max(*other);
        }
    }

    /// Calls `visit` with the latest events that a step with this touch would conflict with: those before them happen before them.
    fn latest(&self, touch: &Touch, mut visit: impl FnMut(Position)) {
        if touch.halts {
            self.threads.iter().filter_map(|thread| thread.last).for_each(visit);
            return;
        }
        for access in &touch.accesses {
            let Some(touchers) = self.touchers.get(access.location as usize) else { continue };
            let Some(top) = touchers.last() else { continue };
            if access.write {
                touchers[top.last_write..].iter().for_each(|toucher| visit(toucher.event));
            }
            if let Some(write) = top.last_write.checked_sub(1) {
                visit(touchers[write].event);
            }
        }
    }

    /// The clock that a thread's next step would have if it touched this, without the step itself.
    pub fn clock_of(&self, thread: usize, touch: &Touch, clock: &mut Vec<u32>) {
        clock.clear();
        if let Some(last) = self.last(thread) {
            Self::join(clock, self.clock(last));
        }
        self.latest(touch, |event| Self::join(clock, self.clock(event)));
    }

    /// Events of other threads that conflict with a thread's next step and are in a race with it: nothing stands between them.
    pub fn races(&self, thread: usize, touch: &Touch, races: &mut Vec<Position>) {
        races.clear();
        self.latest(touch, |event| {
            if self.events[event].thread != thread && !self.before_own(event, thread) && !races.contains(&event) {
                races.push(event);
            }
        });
        self.keep_latest(races);
    }

    /// Leaves out the events that happen before another of them.
    fn keep_latest(&self, events: &mut Vec<Position>) {
        if events.len() > 1 {
            let all = std::mem::take(events);
            events.extend(
                all.iter().filter(|event| !all.iter().any(|other| other != *event && self.before(**event, *other))),
            );
            events.sort_unstable_by(|one, other| other.cmp(one));
        }
    }

    /// All events of other threads that conflict with a thread's next step and do not happen before its last event, latest first.
    pub fn conflicts(&self, thread: usize, touch: &Touch, found: &mut Vec<Position>) {
        found.clear();
        for access in &touch.accesses {
            let Some(touchers) = self.touchers.get(access.location as usize) else { continue };
            for toucher in touchers.iter().rev().filter(|toucher| toucher.write || access.write) {
                if self.before_own(toucher.event, thread) {
                    if toucher.write {
                        break;
                    }
                } else if self.events[toucher.event].thread != thread {
                    found.push(toucher.event);
                }
            }
        }
        found.sort_unstable_by(|one, other| other.cmp(one));
        found.dedup();
    }

    /// Adds a step of a thread; `threads` is how many there are after it.
    pub fn push(&mut self, thread: usize, touch: TouchId, touches: &Touches, threads: usize) {
        let created = Thread { origin: Some(self.events.len()), ..Thread::default() };
        self.threads.resize(threads, created);
        if self.touchers.len() < touches.locations() {
            self.touchers.resize_with(touches.locations(), Vec::new);
        }
        let mut clock = std::mem::take(&mut self.scratch);
        let details = touches.get(touch);
        self.clock_of(thread, details, &mut clock);
        let nth = self.threads[thread].events + 1;
        if clock.len() <= thread {
            clock.resize(thread + 1, 0);
        }
        clock[thread] = nth;
        let event = self.events.len();
        let before = self.threads[thread].last;
        self.events.push(Event { thread, nth, touch, before, clock: self.clocks.len(), threads: clock.len() });
        self.clocks.extend_from_slice(&clock);
        self.scratch = clock;
        self.threads[thread].last = Some(event);
        self.threads[thread].events = nth;
        for access in &details.accesses {
            let touchers = &mut self.touchers[access.location as usize];
            let place = touchers.len();
            let last_write = if access.write { place + 1 } else { touchers.last().map_or(0, |top| top.last_write) };
            touchers.push(Toucher { event, write: access.write, last_write });
        }
    }

    /// Takes the last event back; `threads` is how many threads there were before it.
    pub fn pop(&mut self, touches: &Touches, threads: usize) {
        let Some(event) = self.events.pop() else { return };
        for access in &touches.get(event.touch).accesses {
            self.touchers[access.location as usize].pop();
        }
        self.clocks.truncate(event.clock);
        self.threads.truncate(threads);
        if let Some(thread) = self.threads.get_mut(event.thread) {
            thread.last = event.before;
            thread.events = event.nth - 1;
        }
    }
}
