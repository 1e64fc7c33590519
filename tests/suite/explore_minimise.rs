//! Failing schedules with few switches: random programs against the fewest switches that there are, found by visiting all states.
//!
//! A thread counts as going on if it makes the next step, too. The fewest switches to a failure are a shortest path over pairs of state and last thread.

use std::collections::{HashSet, VecDeque};

use jcp::explore::machine::{Choice, Machine, Stop, View};
use jcp::explore::minimise::{minimise, switches};
use jcp::explore::report::{Options, Reduction};
use jcp::explore::search;

use crate::explore_model::{Model, Op, Program};
use crate::explore_random::program;

const STEPS: usize = 50_000;

fn choices(view: &View) -> impl Iterator<Item = Choice> {
    let of = |thread| (0..view.alternatives(thread)).map(move |alternative| Choice { thread, alternative });
    (0..view.threads.len()).flat_map(of)
}

/// The fewest switches to a failure.
fn fewest(program: &Program) -> Option<usize> {
    let (mut seen, mut left) = (HashSet::new(), VecDeque::from([(0, Model::new(program), None)]));
    while let Some((cost, model, last)) = left.pop_front() {
        if !seen.insert((model.digest(), last)) {
            continue;
        }
        let view = model.view();
        if view.stop == Some(Stop::Failed) {
            return Some(cost);
        }
        for choice in choices(&view) {
            let mut next = model.clone();
            next.apply(choice);
            if last.is_none_or(|last| last == choice.thread) {
                left.push_front((cost, next, Some(choice.thread)));
            } else {
                left.push_back((cost + 1, next, Some(choice.thread)));
            }
        }
    }
    None
}

/// A failing schedule as the search finds it, and with fewer switches.
fn both(program: &Program) -> Option<[Vec<Choice>; 2]> {
    let options = Options { reduction: Reduction::Source, ..Options::default() };
    let report = search(&mut Model::new(program), options, &mut ()).unwrap_or_else(|error| panic!("{error}"));
    let first = report.failure?;
    let mut model = Model::new(program);
    let Ok(view) = model.restart(&first);
    // a deadlock is no failure of the model's
    (view.stop == Some(Stop::Failed)).then(|| {
        let mut shorter = first.clone();
        let Ok(()) = minimise(&mut model, &mut shorter, STEPS, &mut |_, view| Ok(view.stop == Some(Stop::Failed)));
        [first, shorter]
    })
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn random_failures_have_few_switches() {
    let (mut failures, mut fewer, mut more) = (0, 0, 0);
    for seed in 0..3000 {
        let program = program(seed);
        let Some([first, shorter]) = both(&program) else { continue };
        let Ok(view) = Model::new(&program).restart(&shorter);
        assert_eq!(view.stop, Some(Stop::Failed), "seed {seed}");
        let least = fewest(&program).expect("a failure");
        let (before, now) = (switches(&first), switches(&shorter));
        assert!(least <= now && now <= before, "seed {seed}: {least} {now} {before}");
        failures += 1;
        fewer += usize::from(now < before);
        more += usize::from(now > least);
    }
    assert!(failures > 100 && fewer > failures / 10 && more <= failures / 50, "{failures} {fewer} {more}");
}

/// The reader looks between the writes; the other threads' steps lie between and do not matter.
#[test]
fn steps_that_do_not_matter_are_moved_together() {
    let other = |cell| vec![Op::Set(cell, 1), Op::Set(cell, 2), Op::Set(cell, 3)];
    let writer = vec![Op::Set(0, 1), Op::Set(0, 2)];
    let program = Program::new(&[0; 3], vec![writer, vec![Op::Read(0), Op::Fail(1)], other(1), other(2)]);
    let order = [2, 3, 0, 2, 3, 2, 1, 3, 0, 1];
    let mut schedule: Vec<Choice> = order.map(|thread| Choice { thread, alternative: 0 }).to_vec();
    let mut model = Model::new(&program);
    let is_same = &mut |_: &mut Model, view: &View| Ok(view.stop == Some(Stop::Failed));
    let Ok(()) = minimise(&mut model, &mut schedule, STEPS, is_same);
    let threads: Vec<usize> = schedule.iter().map(|choice| choice.thread).collect();
    assert_eq!(threads, [0, 1, 1]);
    // a thread that goes round alone is given up
    let spins = Program::new(&[0; 2], vec![vec![Op::Spin(0, 1), Op::Read(0), Op::Fail(1)], vec![Op::Set(0, 1)]]);
    let mut schedule = [0, 1, 0, 0, 0].map(|thread| Choice { thread, alternative: 0 }).to_vec();
    let Ok(()) = minimise(&mut Model::new(&spins), &mut schedule, STEPS, is_same);
    assert_eq!(schedule.iter().map(|choice| choice.thread).collect::<Vec<_>>(), [1, 0, 0, 0]);
    // no steps to spend: it stays as it is
    let mut schedule = [0, 1, 0, 0, 0].map(|thread| Choice { thread, alternative: 0 }).to_vec();
    let Ok(()) = minimise(&mut Model::new(&spins), &mut schedule, 0, is_same);
    assert_eq!(switches(&schedule), 2);
}
