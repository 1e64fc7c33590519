//! The path from the start to the current state: a node for each state on it, and the events between them.
//!
//! Node i stands before event i. A node has its *backtrack set*, the threads to run from it, which grows while the subtree below
//! it is explored, and its *sleep set*, the steps whose subtrees are explored already: those of the node itself, and those of
//! nodes above that conflict with nothing since. Where a subtree is explored by itself, the events before it have no nodes.

use super::history::{History, Position};
use super::machine::{Choice, View};
use super::summaries::{List, Summary};
use super::touches::{TouchId, Touches};

/// A step that is explored already.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asleep {
    /// The step.
    pub choice: Choice,
    /// What it touched.
    pub touch: TouchId,
    /// The [`Node::low`] of the state after it.
    pub low: usize,
}

/// A state on the path.
pub(super) struct Node {
    /// The state.
    pub view: View,
    /// The threads to run, in the order in which they came.
    pub backtrack: Vec<usize>,
    /// The steps not to make.
    pub asleep: Vec<Asleep>,
    /// What may be touched from here on, as far as steps from here are explored.
    pub summary: Vec<List>,
    /// What may be touched besides if a step is made first that was asleep when the node came: at least that.
    pub slept: Summary,
    /// Changes of thread up to here while the thread before could go on.
    pub preemptions: u32,
    /// Whether a bound kept something from being explored below.
    pub partial: bool,
    /// How far up the path runs below went round to a state on it: the least number of events there, or `NEVER`.
    pub low: usize,
}

/// No run went round.
pub(super) const NEVER: usize = usize::MAX;

impl Node {
    /// A step of a thread that is not asleep.
    pub fn awake(&self, thread: usize) -> Option<Choice> {
        (0..self.view.alternatives(thread))
            .map(|alternative| Choice { thread, alternative })
            .find(|choice| self.asleep.iter().all(|asleep| asleep.choice != *choice))
    }

    /// Whether the steps of a thread are explored or going to be.
    pub fn covers(&self, thread: usize) -> bool {
        self.backtrack.contains(&thread) || (self.view.alternatives(thread) > 0 && self.awake(thread).is_none())
    }

    /// The threads that can make a step.
    pub fn enabled(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.view.threads.len()).filter(|thread| self.view.alternatives(*thread) > 0)
    }
}

/// The path.
#[derive(Default)]
pub(super) struct Stack {
    /// The effects of all steps.
    pub touches: Touches,
    /// The events from the start.
    pub history: History,
    /// The nodes from that of the first event explored here.
    pub nodes: Vec<Node>,
    /// How many events have no node.
    pub base: usize,
}

impl Stack {
    /// The state before an event, if it is explored here.
    pub fn node(&self, event: Position) -> Option<&Node> {
        self.nodes.get(event.checked_sub(self.base)?)
    }

    /// Has a thread run from the state before an event.
    pub fn add(&mut self, event: Position, thread: usize) {
        let node = &mut self.nodes[event - self.base];
        if !node.covers(thread) {
            node.backtrack.push(thread);
        }
    }

    /// Has one of these threads run from the state before an event, the last one, unless one of them is.
    pub fn add_one(&mut self, event: Position, threads: &[usize]) {
        let Some(node) = self.node(event) else { return };
        if let Some(last) = threads.last()
            && !threads.iter().any(|thread| node.covers(*thread))
        {
            self.add(event, *last);
        }
    }

    /// Has all threads run that can go on before an event.
    pub fn add_all(&mut self, event: Position) {
        let Some(node) = self.node(event) else { return };
        for thread in node.enabled().collect::<Vec<_>>() {
            self.add(event, thread);
        }
    }

    /// The sleep set after a step from the top node: what commutes with it.
    pub fn still_asleep(&self, thread: usize, touch: TouchId) -> Vec<Asleep> {
        let top = self.nodes.last().map_or(&[][..], |node| &node.asleep);
        let commutes = |asleep: &&Asleep| asleep.choice.thread != thread && !self.touches.conflict(asleep.touch, touch);
        top.iter().filter(commutes).copied().collect()
    }
}
