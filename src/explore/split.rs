//! Dividing a search: subtrees that can be explored each by itself, by other processes, and whose reports merge.
//!
//! The states above the subtrees are expanded fully, so that nothing found in one asks for runs in another. A subtree is a prefix
//! and a sleep set: steps before which another subtree explores the same orders. With [`Reduction::Context`] sleep sets
//! stay unused, since what the sleeping steps lead to is not known here: some orders are explored twice, end states never lost.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::machine::{Choice, Effects, Location, Machine, View};
use super::report::{Bound, Options, Reduction, Report, SearchError};
use super::touches::Touches;

/// A step that another subtree begins with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sleeping {
    /// The step.
    pub choice: Choice,
    /// What it touches.
    pub effects: Effects,
}

/// A part of a search. The default is the whole.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subtree {
    /// The steps to its root.
    pub prefix: Vec<Choice>,
    /// The steps not to make from there.
    pub asleep: Vec<Sleeping>,
}

/// What a step touched, the creation of threads included: their numbers depend on its order.
pub(super) fn with_creation(mut effects: Effects, threads_before: usize, view: &View) -> Effects {
    if view.threads.len() > threads_before {
        effects.writes.push(Location(u64::MAX));
    }
    effects
}

/// Divides a search into at least so many subtrees, if it has them. The report has the bounds that kept something from being
/// explored already here.
pub fn subtrees<M: Machine>(
    machine: &mut M,
    options: Options,
    least: usize,
) -> Result<(Vec<Subtree>, Report), SearchError<M::Error>> {
    let mut report = Report::default();
    let mut touches = Touches::default();
    let mut open = VecDeque::from([(Subtree::default(), 0)]);
    let mut closed = Vec::new();
    while open.len() + closed.len() < least {
        let Some((subtree, preemptions)) = open.pop_front() else { break };
        let view = machine.restart(&subtree.prefix).map_err(SearchError::Machine)?;
        let enabled: Vec<usize> = (0..view.threads.len()).filter(|thread| view.alternatives(*thread) > 0).collect();
        let too_long = options.bounds.steps.is_some_and(|most| subtree.prefix.len() >= most);
        if enabled.is_empty() || too_long {
            closed.push(subtree);
            continue;
        }
        let last = subtree.prefix.last().map(|choice| choice.thread).filter(|thread| view.alternatives(*thread) > 0);
        let mut asleep = subtree.asleep;
        let choices = enabled.iter().flat_map(|thread| {
            (0..view.alternatives(*thread)).map(|alternative| Choice { thread: *thread, alternative })
        });
        for choice in choices {
            let preemptions = preemptions + u32::from(last.is_some_and(|last| last != choice.thread));
            if options.bounds.preemptions.is_some_and(|most| preemptions > most) {
                report.bounds.insert(Bound::Preemptions);
                continue;
            }
            if asleep.iter().any(|other| other.choice == choice) {
                continue;
            }
            machine.restart(&subtree.prefix).map_err(SearchError::Machine)?;
            let (effects, after) = machine.step(choice).map_err(SearchError::Machine)?;
            let step = Sleeping { choice, effects: with_creation(effects, view.threads.len(), &after) };
            let touch = touches.number(&step.effects);
            let mut kept = asleep.clone();
            kept.retain(|other| {
                let touched = touches.number(&other.effects);
                other.choice.thread != choice.thread && !touches.conflict(touch, touched)
            });
            let mut prefix = subtree.prefix.clone();
            prefix.push(choice);
            open.push_back((Subtree { prefix, asleep: kept }, preemptions));
            if options.reduction == Reduction::Source && options.bounds.preemptions.is_none() {
                asleep.push(step);
            }
        }
    }
    closed.extend(open.into_iter().map(|(subtree, _)| subtree));
    closed.sort_by(|one, other| one.prefix.cmp(&other.prefix));
    Ok((closed, report))
}
