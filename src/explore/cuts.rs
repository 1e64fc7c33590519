//! What a cut owes: the races of the steps that would have come after it.
//!
//! Where a run is given up at a state that was explored before, its summary says which steps may follow. Each of them may be
//! in a race with the run's events, and the order in which they follow is not known. If events after e do not depend on it, an
//! initial of those begins every sequence that reverses the race. If there are none, each thread is run that may begin one: it
//! can go on before e, has made no step since, and its next step does not conflict with e, or is the racing one.

use super::history::Position;
use super::races::Coming;
use super::stack::Stack;
use super::summaries::{List, Summaries};
use super::touches::TouchId;

impl Stack {
    /// Has run what is needed to reverse all races with steps that a summary says may come.
    pub fn reverse_coming(&mut self, summary: &[List], summaries: &Summaries) {
        let mut coming = Vec::new();
        for (thread, list) in summary.iter().enumerate() {
            let (mut list, mut next) = (*list, true);
            let mut seen: Vec<TouchId> = Vec::new();
            while let Some((touches, rest)) = summaries.first(list) {
                for touch in touches.iter().copied() {
                    if next || !seen.contains(&touch) {
                        coming.push(Coming { thread, touch, next, later: true });
                        if !next {
                            seen.push(touch);
                        }
                    }
                }
                if rest == list && !next {
                    break;
                }
                (list, next) = (rest, false);
            }
        }
        let mut races = Vec::new();
        for step in coming {
            self.racing(step, &mut races);
            for event in &races {
                self.reverse_one(*event, step, summary, summaries);
            }
        }
    }

    fn reverse_one(&mut self, event: Position, step: Coming, summary: &[List], summaries: &Summaries) {
        let initials = self.initials(event);
        let Some(node) = self.node(event) else { return };
        if !initials.is_empty() {
            let threads = initials.iter().map(|initial| self.history.event(*initial).thread);
            self.add_one(event, &threads.collect::<Vec<_>>());
            return;
        }
        let of = *self.history.event(event);
        for thread in node.enabled().collect::<Vec<_>>() {
            let stands = self.history.last(thread).is_none_or(|last| last < event);
            let next = summary.get(thread).and_then(|list| summaries.first(*list)).map_or(&[][..], |(first, _)| first);
            let begins = if thread == step.thread && step.next {
                true
            } else {
                next.iter().any(|touch| !self.touches.conflict(*touch, of.touch))
            };
            if thread != of.thread && stands && begins {
                self.add(event, thread);
            }
        }
    }
}
