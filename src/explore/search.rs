//! The search itself: depth first over the states of a machine, with a stack of its own.
//!
//! From each state those threads are run that its backtrack set names; at first one, then what races below ask for
//! ([`super::races`]). A step whose subtree is explored goes to the sleep set, which states below take over as far as it
//! commutes with the steps to them. With [`Reduction::Context`] a state that was explored before is not explored again
//! ([`super::cuts`] has what that owes). The machine begins again only when a step is to be made from a state above the
//! current one; no step is made twice but by that.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::history::History;
use super::machine::{Choice, Machine, Standing, Stop, View};
use super::report::{Bound, Ending, Observer, Options, Reduction, Report, Run, SearchError};
use super::split::{Subtree, with_creation};
use super::stack::{Asleep, NEVER, Node, Stack};
use super::summaries::{Summaries, Summary};
use super::touches::TouchId;

/// What makes two states equal: the digest, and under a bound of pre-emptions who ran last and how many there were.
type Key = (u128, usize, u32);

/// Explores a program.
pub fn search<M: Machine, O: Observer>(
    machine: &mut M,
    options: Options,
    observer: &mut O,
) -> Result<Report, SearchError<M::Error>> {
    explore_subtree(machine, &Subtree::default(), options, observer)
}

/// Explores a part of a program's schedules.
pub fn explore_subtree<M: Machine, O: Observer>(
    machine: &mut M,
    subtree: &Subtree,
    options: Options,
    observer: &mut O,
) -> Result<Report, SearchError<M::Error>> {
    let mut search = Search::new(machine, options, observer);
    let flow = search.begin(subtree)?;
    search.run(flow)
}

/// A search under way.
struct Search<'m, M: Machine, O> {
    machine: &'m mut M,
    observer: &'m mut O,
    options: Options,
    /// Whether every schedule is run, up to equal states.
    full: bool,
    stack: Stack,
    schedule: Vec<Choice>,
    /// Whether the machine is in the state of the top node.
    there: bool,
    summaries: Summaries,
    /// The summaries of the states whose subtrees are explored.
    explored: FxHashMap<Key, Summary>,
    /// The states on the path, with how many events led to them.
    on_path: FxHashMap<Key, usize>,
    report: Report,
}

impl<'m, M: Machine, O: Observer> Search<'m, M, O> {
    fn new(machine: &'m mut M, options: Options, observer: &'m mut O) -> Self {
        Self {
            machine,
            observer,
            options,
            full: options.reduction == Reduction::None || options.bounds.preemptions.is_some(),
            stack: Stack::default(),
            schedule: Vec::new(),
            there: true,
            summaries: Summaries::default(),
            explored: FxHashMap::default(),
            on_path: FxHashMap::default(),
            report: Report::default(),
        }
    }

    /// Goes to the root of a subtree.
    fn begin(&mut self, subtree: &Subtree) -> Result<ControlFlow<()>, SearchError<M::Error>> {
        let mut view = self.machine.restart(&[]).map_err(SearchError::Machine)?;
        self.report.counts.restarts += 1;
        let Stack { history, touches, base, .. } = &mut self.stack;
        *history = History::begin(view.threads.len());
        *base = subtree.prefix.len();
        let mut preemptions = 0;
        for choice in &subtree.prefix {
            let last = self.schedule.last().map_or(choice.thread, |choice| choice.thread);
            preemptions += u32::from(last != choice.thread && view.alternatives(last) > 0);
            let (effects, after) = self.machine.step(*choice).map_err(SearchError::Machine)?;
            let touch = touches.number(&with_creation(effects, view.threads.len(), &after));
            history.push(choice.thread, touch, touches, after.threads.len());
            self.schedule.push(*choice);
            view = after;
        }
        let known = if self.options.reduction == Reduction::Source && !self.full { &subtree.asleep[..] } else { &[] };
        let asleep = known.iter().map(|sleeping| Asleep {
            choice: sleeping.choice,
            touch: touches.number(&sleeping.effects),
            low: NEVER,
        });
        let asleep = asleep.collect();
        Ok(self.enter(view, asleep, Summary::from([]), preemptions))
    }

    fn run(mut self, mut flow: ControlFlow<()>) -> Result<Report, SearchError<M::Error>> {
        while let ControlFlow::Continue(()) = flow {
            let Some(choice) = self.select() else {
                if self.leave() {
                    continue;
                }
                return Ok(self.report);
            };
            if self.options.bounds.runs.is_some_and(|most| self.report.counts.runs() >= most) {
                self.report.bounds.insert(Bound::Runs);
                break;
            }
            flow = self.advance(choice)?;
        }
        if self.report.ending == Ending::Done {
            self.report.ending = Ending::Interrupted;
        }
        Ok(self.report)
    }

    /// The next step from the top node.
    fn select(&mut self) -> Option<Choice> {
        let last = self.schedule.last().map(|choice| choice.thread);
        let node = self.stack.nodes.last_mut()?;
        let going = last.filter(|thread| node.view.alternatives(*thread) > 0);
        let spent = self.options.bounds.preemptions.is_some_and(|most| node.preemptions >= most);
        for thread in &node.backtrack {
            let Some(choice) = node.awake(*thread) else { continue };
            if spent && going.is_some_and(|going| going != *thread) {
                node.partial = true;
                self.report.bounds.insert(Bound::Preemptions);
                continue;
            }
            return Some(choice);
        }
        None
    }

    /// Makes a step from the top node and enters the state after it.
    fn advance(&mut self, choice: Choice) -> Result<ControlFlow<()>, SearchError<M::Error>> {
        self.begin_again()?;
        let (effects, view) = self.machine.step(choice).map_err(SearchError::Machine)?;
        self.report.counts.steps += 1;
        let could = view.threads.iter().any(|thread| matches!(thread, Standing::Enabled { .. }));
        if could && !effects.halts && view.stop.is_some_and(|stop| stop != Stop::Bounded) {
            let schedule = self.schedule.iter().copied().chain([choice]).collect();
            return Err(SearchError::Unannounced { schedule });
        }
        let threads = self.stack.nodes.last().map_or(0, |node| node.view.threads.len());
        let touch = self.stack.touches.number(&with_creation(effects, threads, &view));
        let thread = choice.thread;
        let (mut asleep, mut slept) = (Vec::new(), Summary::from([]));
        if !self.full {
            self.stack.reverse_all(thread, touch);
            asleep = self.stack.still_asleep(thread, touch);
        }
        if !asleep.is_empty() && self.summarises() {
            let node = self.top();
            let (mut lists, before) = (node.summary.clone(), node.slept.clone());
            self.summaries.add(&mut lists, &before);
            slept = self.summaries.after(thread, lists).into();
        }
        let last = self.schedule.last().map(|choice| choice.thread);
        let preemptions = self.stack.nodes.last().map_or(0, |node| {
            let preempts = last.is_some_and(|last| last != thread && node.view.alternatives(last) > 0);
            node.preemptions + u32::from(preempts)
        });
        let Stack { history, touches, .. } = &mut self.stack;
        history.push(thread, touch, touches, view.threads.len());
        self.schedule.push(choice);
        let flow = self.enter(view, asleep, slept, preemptions);
        if flow.is_break() {
            return Ok(flow);
        }
        Ok(self.observer.progress(&self.report.counts))
    }

    /// Brings the machine to the state of the top node.
    fn begin_again(&mut self) -> Result<(), SearchError<M::Error>> {
        if !self.there {
            let now = self.machine.restart(&self.schedule).map_err(SearchError::Machine)?;
            self.report.counts.restarts += 1;
            if let Some(node) = self.stack.nodes.last().filter(|node| node.view != now) {
                let (schedule, before) = (self.schedule.clone(), Box::new(node.view.clone()));
                return Err(SearchError::Diverged { schedule, before, now: Box::new(now) });
            }
            self.there = true;
        }
        Ok(())
    }

    fn key(&self, node: &Node) -> Option<Key> {
        let digest = node.view.digest?;
        if self.options.bounds.preemptions.is_none() {
            return Some((digest, 0, 0));
        }
        Some((digest, self.schedule.last().map_or(0, |choice| choice.thread), node.preemptions))
    }

    /// Pushes the node of the current state, and sees whether anything goes on from it.
    fn enter(&mut self, view: View, asleep: Vec<Asleep>, slept: Summary, preemptions: u32) -> ControlFlow<()> {
        let (backtrack, summary, partial) = (Vec::new(), Vec::new(), false);
        let low = asleep.iter().map(|asleep| asleep.low).min().unwrap_or(NEVER);
        let node = Node { view, backtrack, asleep, summary, slept, preemptions, partial, low };
        let key = self.key(&node);
        let goes_on = node.enabled().next().is_some();
        let too_long = goes_on && self.options.bounds.steps.is_some_and(|most| self.schedule.len() >= most);
        let bounded = node.view.stop == Some(Stop::Bounded) || too_long;
        self.stack.nodes.push(node);
        if bounded {
            let bound = if too_long { Bound::Steps } else { Bound::Machine };
            self.report.bounds.insert(bound);
            self.report.counts.bounded += 1;
            self.top().partial = true;
            if let Some(last) = self.schedule.len().checked_sub(1).filter(|_| !self.full) {
                // The run may have gone round in one thread all the time.
                self.stack.add_all(last);
            }
            return self.tell(Stop::Bounded);
        }
        if let Some(first) = key.and_then(|key| self.on_path.get(&key)).copied() {
            self.go_round(first);
            return ControlFlow::Continue(());
        }
        if let Some(key) = key {
            self.on_path.insert(key, self.schedule.len());
        }
        let node = self.top();
        let all_asleep = node.enabled().all(|thread| node.awake(thread).is_none());
        if all_asleep && !self.full {
            self.reverse_stuck();
        }
        let known = key.filter(|_| self.options.reduction == Reduction::Context);
        if let Some(summary) = known.and_then(|key| self.explored.get(&key)).cloned() {
            self.report.counts.cut += 1;
            self.top().summary = summary.to_vec();
            if !self.full {
                self.stack.reverse_coming(&summary, &self.summaries);
            }
            return ControlFlow::Continue(());
        }
        if !goes_on {
            return self.complete();
        }
        let (full, last) = (self.full, self.schedule.last().map_or(0, |choice| choice.thread));
        let node = self.top();
        let mut awake: Vec<usize> = node.enabled().filter(|thread| node.awake(*thread).is_some()).collect();
        // The thread that ran goes on, or else the next one: runs with few changes of thread.
        let turn = awake.iter().position(|thread| *thread >= last).unwrap_or_default();
        awake.rotate_left(turn);
        if !full {
            awake.truncate(1);
        }
        node.backtrack = awake;
        self.report.counts.blocked += u64::from(all_asleep);
        ControlFlow::Continue(())
    }

    /// Whether summaries are kept.
    fn summarises(&self) -> bool {
        self.options.reduction == Reduction::Context && !self.full
    }

    fn top(&mut self) -> &mut Node {
        let at = self.stack.nodes.len() - 1;
        &mut self.stack.nodes[at]
    }

    /// The run is back in a state on its path: it is given up, since what follows follows there. All threads are run from the states
    /// between, so that none is put off for ever.
    fn go_round(&mut self, first: usize) {
        self.report.counts.round += 1;
        self.top().low = first;
        for event in first..self.schedule.len() {
            self.stack.add_all(event);
        }
    }

    /// Where nothing goes on, or only what is asleep: reverses the races of the steps that wait, and of the last one if it
    /// stopped the others. A step that waits here may come to no state at all at which it could be made.
    fn reverse_stuck(&mut self) {
        let node = self.top();
        let mut waiting: Vec<(usize, TouchId)> = Vec::new();
        let threads = std::mem::take(&mut node.view.threads);
        for (thread, standing) in threads.iter().enumerate() {
            match standing {
                Standing::Blocked { on } => {
                    let touch = if on.waits {
                        self.stack.touches.number(on)
                    } else {
                        self.stack.touches.number(&super::machine::Effects { waits: true, ..on.clone() })
                    };
                    waiting.push((thread, touch));
                }
                Standing::Enabled { .. } | Standing::Ended => {}
            }
        }
        self.top().view.threads = threads;
        for (thread, touch) in waiting {
            self.stack.reverse_all(thread, touch);
            if self.summarises() {
                let then = self.summaries.then(touch, 0);
                let summary = &mut self.top().summary;
                summary.resize(summary.len().max(thread + 1), 0);
                summary[thread] = then;
            }
        }
        if let Some(last) = self.stack.history.len().checked_sub(1)
            && self.stack.touches.get(self.stack.history.event(last).touch).halts
        {
            self.stack.add_all(last);
        }
    }

    /// A run has come to its end.
    fn complete(&mut self) -> ControlFlow<()> {
        self.report.counts.executions += 1;
        let view = &self.stack.nodes[self.stack.nodes.len() - 1].view;
        match view.digest {
            Some(digest) => {
                self.report.end_states.insert(digest);
            }
            None => self.report.undigested += 1,
        }
        let stop = view.stop.unwrap_or(Stop::Ended);
        if stop == Stop::Failed {
            self.report.counts.failures += 1;
            if self.report.failure.is_none() {
                self.report.failure = Some(self.schedule.clone());
            }
        }
        let heard = self.tell(stop);
        if stop == Stop::Failed && !self.options.all_failures {
            self.report.ending = Ending::Failure;
            return ControlFlow::Break(());
        }
        heard
    }

    fn tell(&mut self, stop: Stop) -> ControlFlow<()> {
        let view = &self.stack.nodes[self.stack.nodes.len() - 1].view;
        self.observer.ended(Run { schedule: &self.schedule, view, stop })
    }

    /// Leaves the top node, whose subtree is explored; `false` at the start.
    fn leave(&mut self) -> bool {
        let Some(mut node) = self.stack.nodes.pop() else { return false };
        let key = self.key(&node);
        self.there = false;
        let depth = self.schedule.len();
        if let Some(key) = key
            && self.on_path.get(&key) == Some(&depth)
        {
            self.on_path.remove(&key);
        }
        if node.low == depth {
            // All states from which runs come here again are explored: steps may come any number of times.
            self.summaries.repeat(&mut node.summary);
            node.low = NEVER;
        }
        let explored = Summary::from(&node.summary[..]);
        let keeps = self.options.reduction == Reduction::Context && !node.partial && node.low == NEVER;
        if let Some(key) = key.filter(|_| keeps) {
            self.summaries.add(&mut node.summary, &node.slept);
            self.explored.insert(key, node.summary.into());
        }
        let (Some(choice), Some(parent)) = (self.schedule.pop(), self.stack.nodes.last_mut()) else { return false };
        let touch = self.stack.history.event(self.stack.history.len() - 1).touch;
        self.stack.history.pop(&self.stack.touches, parent.view.threads.len());
        parent.partial |= node.partial;
        parent.low = parent.low.min(node.low);
        parent.asleep.push(Asleep { choice, touch, low: node.low });
        if self.options.reduction == Reduction::Context && !self.full {
            self.summaries.add_before(&mut parent.summary, choice.thread, touch, &explored);
        }
        true
    }
}
