//! The search beside its counts: random programs, failures and their schedules, bounds, subtrees, runs that go round, machines that
//! are not deterministic.
//!
//! What a reduction finds is compared with what every schedule gives, or with the other reductions.

use std::convert::Infallible;
use std::ops::ControlFlow;

use jcp::explore::machine::{Choice, Effects, Machine, Stop, View};
use jcp::explore::report::{Bound, Bounds, Counts, Ending, Observer, Options, Reduction, Report, Run, SearchError};
use jcp::explore::split::{Subtree, subtrees};
use jcp::explore::{explore_subtree, search};

use crate::explore_brute::{brute, ends};
use crate::explore_counts::producer_consumer;
use crate::explore_model::{Model, Op, Program};
use crate::explore_random::{ENDLESS, Random, check, explore, of_kind, program};

/// All reductions.
const REDUCTIONS: [Reduction; 3] = [Reduction::None, Reduction::Source, Reduction::Context];

fn found(program: &Program, options: Options) -> Report {
    search(&mut Model::new(program), options, &mut ()).unwrap_or_else(|error| panic!("{error}"))
}

/// Two threads that take two locks in opposite orders.
fn deadlock() -> Program {
    let thread = |one, two| vec![Op::Lock(one), Op::Lock(two), Op::Unlock(two), Op::Unlock(one)];
    Program::new(&[0, 0], vec![thread(0, 1), thread(1, 0)])
}

/// Fails if the reader is after the first write and before the second.
fn failing() -> Program {
    let reader = vec![Op::Read(0), Op::Fail(1)];
    Program::new(&[0, 0], vec![vec![Op::Set(0, 1), Op::Set(0, 2)], reader, vec![Op::Set(1, 1)]])
}

#[test]
fn random_programs_have_the_same_end_states() {
    assert!(check(0..2_500, 400) > 1_900);
}

#[test]
#[ignore = "takes five minutes"]
fn more_random_programs_have_the_same_end_states() {
    assert!(check(2_500..135_000, 400) > 100_000);
}

/// Some schedules of these never end: those that do have all end states.
#[test]
fn programs_that_may_go_round_for_ever_have_all_end_states() {
    let mut rounds = 0;
    for seed in 0..300 {
        let program = of_kind(ENDLESS, Random::new(seed));
        let all = ends(&program);
        for reduction in [Reduction::Source, Reduction::Context] {
            let report = explore(&program, reduction);
            assert_eq!(report.end_states, all, "seed {seed}, {reduction:?}: {program:#?}");
            rounds += report.counts.round;
        }
    }
    assert!(rounds > 100);
}

/// Without digests a run that goes round comes to the bound, and the other threads run all the same.
#[test]
fn a_thread_that_goes_round_does_not_keep_the_others_from_running() {
    let program = Program::new(&[0], vec![vec![Op::Spin(0, 1)], vec![Op::Set(0, 1)]]);
    for digests in [true, false] {
        let mut model = Model::new(&program);
        model.digests = digests;
        let bounds = Bounds { steps: Some(10), ..Bounds::default() };
        let report = search(&mut model, Options { bounds, ..Options::default() }, &mut ());
        let report = report.unwrap_or_else(|error| panic!("{error}"));
        assert!(report.counts.executions > 0);
        assert_eq!((report.exhaustive(), report.counts.round > 0), (digests, digests));
    }
}

/// Without digests, states are never equal: the answers are those of source sets.
#[test]
fn without_digests_every_order_is_run() {
    for seed in 0..100 {
        let program = program(seed);
        let orders = explore(&program, Reduction::Source).counts;
        let mut model = Model::new(&program);
        model.digests = false;
        let options = Options { all_failures: true, ..Options::default() };
        let report = search(&mut model, options, &mut ()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((report.counts, report.undigested), (orders, orders.executions), "seed {seed}");
        assert!(report.end_states.is_empty());
    }
}

#[test]
fn no_reduction_runs_every_schedule() {
    for seed in 0..200 {
        let program = program(seed);
        let Some(all) = brute(&program, 200) else { continue };
        let report = explore(&program, Reduction::None);
        assert_eq!((report.counts.executions, report.end_states), (all.schedules as u64, all.ends), "seed {seed}");
    }
}

/// The schedule of the first failure leads to it again.
#[test]
fn the_first_failure_has_a_schedule() {
    for reduction in REDUCTIONS {
        let report = found(&failing(), Options { reduction, ..Options::default() });
        assert_eq!((report.ending, report.counts.failures), (Ending::Failure, 1));
        assert!(!report.exhaustive());
        let schedule = report.failure.expect("a schedule");
        let Ok(view) = Model::new(&failing()).restart(&schedule);
        assert_eq!(view.stop, Some(Stop::Failed));
        let all = found(&failing(), Options { reduction, all_failures: true, ..Options::default() });
        assert_eq!((all.ending, all.failure.as_ref()), (Ending::Done, Some(&schedule)));
        assert!(all.counts.failures > 1 && all.counts.executions > all.counts.failures && all.exhaustive());
    }
}

/// Random programs that can fail: each reduction finds a failure if there is one.
#[test]
fn a_failure_is_found_if_there_is_one() {
    let mut failures = 0;
    for seed in 0..600 {
        let program = program(seed);
        let Some(all) = brute(&program, 400).filter(|all| all.failures > 0) else { continue };
        failures += 1;
        for reduction in REDUCTIONS {
            let report = found(&program, Options { reduction, ..Options::default() });
            assert_eq!(
                report.ending,
                Ending::Failure,
                "seed {seed}, {reduction:?}, {} of {}",
                all.failures,
                all.schedules
            );
        }
    }
    assert!(failures > 10);
}

/// An observer that counts, and may end the search.
#[derive(Default)]
struct Listener {
    runs: u64,
    steps: u64,
    longest: usize,
    most_runs: Option<u64>,
}

impl Observer for Listener {
    fn ended(&mut self, run: Run<'_>) -> ControlFlow<()> {
        self.runs += 1;
        self.longest = self.longest.max(run.schedule.len());
        assert!(
            run.stop == Stop::Bounded || (0..run.view.threads.len()).all(|thread| run.view.alternatives(thread) == 0)
        );
        if self.most_runs == Some(self.runs) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn progress(&mut self, counts: &Counts) -> ControlFlow<()> {
        self.steps += 1;
        assert_eq!(counts.steps, self.steps);
        ControlFlow::Continue(())
    }
}

#[test]
fn an_observer_hears_of_runs_and_can_end_the_search() {
    let program = producer_consumer(4);
    let mut listener = Listener::default();
    let report = search(&mut Model::new(&program), Options::default(), &mut listener).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!((listener.runs, listener.steps, listener.longest), (16, report.counts.steps, 8));
    let mut listener = Listener { most_runs: Some(3), ..Listener::default() };
    let report = search(&mut Model::new(&program), Options::default(), &mut listener).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!((report.ending, report.counts.executions), (Ending::Interrupted, 3));
    assert!(!report.exhaustive());
}

#[test]
fn bounds_are_kept_and_told() {
    for reduction in REDUCTIONS {
        let within = |bounds| found(&deadlock(), Options { reduction, bounds, all_failures: true });
        let steps = within(Bounds { steps: Some(3), ..Bounds::default() });
        assert_eq!(steps.bounds.iter().copied().collect::<Vec<_>>(), [Bound::Steps]);
        assert!(!steps.exhaustive() && steps.counts.bounded > 0 && steps.ending == Ending::Done);
        let enough = within(Bounds { steps: Some(8), runs: Some(1000), ..Bounds::default() });
        assert!(enough.exhaustive() && enough.end_states.len() == 2);
        let runs = within(Bounds { runs: Some(1), ..Bounds::default() });
        assert_eq!((runs.ending, runs.counts.runs()), (Ending::Interrupted, 1));
        assert_eq!(runs.bounds.into_iter().collect::<Vec<_>>(), [Bound::Runs]);
        let none = within(Bounds { preemptions: Some(0), ..Bounds::default() });
        assert_eq!((none.end_states.len(), none.exhaustive()), (1, false));
        let one = within(Bounds { preemptions: Some(1), ..Bounds::default() });
        assert_eq!((one.end_states.len(), one.exhaustive()), (2, true));
    }
}

/// With so many pre-emptions as there are steps the bound keeps nothing back; with fewer, equal states lose no end state.
#[test]
fn equal_states_lose_nothing_under_a_bound_of_preemptions() {
    for seed in 0..150 {
        let program = program(seed);
        let Some(all) = brute(&program, 200) else { continue };
        for most in [0, 1, 2, 20] {
            let bounds = Bounds { preemptions: Some(most), ..Bounds::default() };
            let with = |reduction| found(&program, Options { reduction, bounds, all_failures: true });
            let (every, equal) = (with(Reduction::None), with(Reduction::Context));
            assert_eq!((&every.end_states, &every.bounds), (&equal.end_states, &equal.bounds), "seed {seed}, {most}");
            assert!(equal.counts.steps <= every.counts.steps);
            if every.bounds.is_empty() {
                assert_eq!(every.end_states, all.ends, "seed {seed}");
            }
        }
    }
}

/// The parts of a search have together what the whole has; they travel as text.
#[test]
fn subtrees_merge_to_the_whole() {
    for seed in 0..150 {
        let program = program(seed);
        for reduction in REDUCTIONS {
            let options = Options { reduction, all_failures: true, ..Options::default() };
            let Some(_) = brute(&program, 400) else { continue };
            let whole = found(&program, options);
            let least = 1 + Random::new(seed).below(20);
            let (parts, mut merged) =
                subtrees(&mut Model::new(&program), options, least).unwrap_or_else(|error| panic!("{error}"));
            for part in parts {
                let text = serde_json::to_string(&part).expect("a subtree as text");
                let part: Subtree = serde_json::from_str(&text).expect("a subtree from text");
                let report = explore_subtree(&mut Model::new(&program), &part, options, &mut ());
                merged.merge(report.unwrap_or_else(|error| panic!("{error}")));
            }
            assert_eq!(merged.end_states, whole.end_states, "seed {seed}, {reduction:?}");
            if reduction != Reduction::Context {
                assert_eq!(merged.counts.executions, whole.counts.executions, "seed {seed}, {reduction:?}");
            }
            assert_eq!(merged.failure.is_some(), whole.failure.is_some());
        }
    }
}

/// A machine whose second start differs.
struct Fickle(Model, usize);

impl Machine for Fickle {
    type Error = String;

    fn restart(&mut self, prefix: &[Choice]) -> Result<View, String> {
        self.1 += 1;
        let Ok(mut view) = self.0.restart(prefix);
        if self.1 > 1 {
            view.digest = view.digest.map(|digest| digest ^ 1);
        }
        Ok(view)
    }

    fn step(&mut self, choice: Choice) -> Result<(Effects, View), String> {
        if self.1 > 2 {
            return Err("no more".into());
        }
        let Ok(made) = self.0.step(choice);
        Ok(made)
    }
}

/// A machine that does not say which steps stop all threads.
struct Quiet(Model);

impl Machine for Quiet {
    type Error = Infallible;

    fn restart(&mut self, prefix: &[Choice]) -> Result<View, Infallible> {
        self.0.restart(prefix)
    }

    fn step(&mut self, choice: Choice) -> Result<(Effects, View), Infallible> {
        let (effects, view) = self.0.step(choice)?;
        Ok((Effects { halts: false, ..effects }, view))
    }
}

#[test]
fn a_stop_that_was_not_announced_is_told() {
    let program = Program::new(&[0], vec![vec![Op::Read(0), Op::Exit], vec![Op::Set(0, 1)]]);
    let error = search(&mut Quiet(Model::new(&program)), Options::default(), &mut ()).expect_err("a stop");
    assert!(error.to_string().starts_with("step 2 stopped all threads"), "{error}");
}

#[test]
fn a_machine_that_is_not_deterministic_is_told() {
    let error = search(&mut Fickle(Model::new(&deadlock()), 0), Options::default(), &mut ()).expect_err("a difference");
    let SearchError::Diverged { schedule, before, now } = &error else { panic!("{error}") };
    assert_ne!(before, now);
    assert!(!schedule.is_empty());
    assert!(error.to_string().contains("not deterministic"), "{error}");
    let error = search(&mut Fickle(Model::new(&deadlock()), 2), Options::default(), &mut ()).expect_err("a failure");
    assert_eq!(error.to_string(), "no more");
}
