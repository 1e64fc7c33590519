//! Random small programs, explored with every reduction and against every schedule: the same end states always, and as many complete
//! runs with source sets as there are orders of conflicting steps.
//!
//! Kinds of programs differ in their operations: plain accesses, locks, waiting for values, permits, notifications, creation,
//! stops. A program that fails is printed.

use std::fmt::Write;

use jcp::explore::report::{Ending, Options, Reduction, Report};
use jcp::explore::search;

use crate::explore_brute::{Brute, brute};
use crate::explore_model::{Model, Op, Program};

/// Numbers in a fixed sequence.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03)
    }

    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ mixed >> 31) % end as u64) as usize
    }

    fn value(&mut self, end: usize) -> i64 {
        i64::try_from(self.below(end)).unwrap_or_default()
    }
}

/// What a kind of programs has: cells 0 and 1 are variables, 2 and 3 locks, permits or waiting threads.
const KINDS: usize = 9;
/// The kind whose threads may go round for ever.
pub const ENDLESS: usize = 9;

fn plain(random: &mut Random) -> Op {
    let (cell, value) = (random.below(2), random.value(2));
    match random.below(5) {
        0 => Op::Set(cell, value),
        1 => Op::Copy(cell, 1 - cell),
        2 => Op::Add(cell, 1),
        _ => Op::Read(cell),
    }
}

/// Appends one or more operations.
fn some(kind: usize, random: &mut Random, ops: &mut Vec<Op>) {
    let cell = 2 + random.below(2);
    match (kind, random.below(4)) {
        (1, 0 | 1) => ops.extend([Op::Lock(2), plain(random), Op::Unlock(2)]),
        (2, 0) => ops.extend([Op::Lock(2), Op::Lock(3), plain(random), Op::Unlock(3), Op::Unlock(2)]),
        (2, 1) => ops.extend([Op::Lock(3), Op::Lock(2), Op::Unlock(3), Op::Unlock(2)]),
        (2, 2) => ops.extend([Op::Lock(cell), Op::Unlock(cell)]),
        (3, 0) => ops.push(Op::Await(random.below(2), random.value(2))),
        (3, 1) => ops.push(Op::AwaitBoth((0, random.value(2)), (1, random.value(2)))),
        (4, 0) => ops.push(Op::Take(cell)),
        (4, 1) => ops.push(Op::Give(cell)),
        (4, 2) => ops.push(Op::TakeOrNot(cell)),
        (5, 0) => ops.extend([Op::Sleep(2), Op::Woken(2)]),
        (5, 1) => ops.push(Op::Wake(2)),
        (6, 0 | 1) => ops.push(Op::Swap(random.below(2), random.value(2), random.value(3))),
        (6, 2) => ops.push(Op::Choose(2)),
        (7, 0) => ops.extend([Op::Read(random.below(2)), Op::Fail(random.value(2))]),
        (7, 1) if random.below(3) == 0 => ops.push(Op::Exit),
        (8, 0) => ops.push(Op::Lock(cell)),
        (8, 1) => ops.push(Op::Set(cell, 0)),
        (8, 2) => ops.push(Op::Await(random.below(2), random.value(3))),
        (ENDLESS, 0) => ops.push(Op::Spin(random.below(2), random.value(3))),
        (ENDLESS, 1) if random.below(2) == 0 => {
            ops.extend([Op::Spin(2, 0), Op::Set(2, 1), plain(random), Op::Set(2, 0)]);
        }
        _ => ops.push(plain(random)),
    }
}

/// A program of 2 to 4 threads that ends in every schedule.
pub fn program(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let kind = random.below(KINDS);
    of_kind(kind, random)
}

/// A program of a kind.
pub fn of_kind(kind: usize, mut random: Random) -> Program {
    let count = 2 + random.below(3);
    let most = [0, 0, 4, 3, 2][count];
    let mut threads = Vec::new();
    for _ in 0..count {
        let mut ops = Vec::new();
        for _ in 0..=random.below(most) {
            some(kind, &mut random, &mut ops);
        }
        threads.push(ops);
    }
    let permits = i64::from(kind == 4 && random.below(2) == 0);
    let mut program = Program::new(&[0, random.value(2), permits, 0], threads);
    let started = count - [1, 2, 0, 0, 0][random.below(5)];
    for created in started.max(1)..count {
        program.started = program.started.min(created);
        let creator = random.below(started.max(1));
        let ops = &mut program.threads[creator];
        let at = random.below(ops.len() + 1);
        ops.insert(at, Op::Spawn(created));
        if random.below(2) == 0 {
            ops.push(Op::Join(created));
        }
    }
    program
}

/// Explores a program to its end.
pub fn explore(program: &Program, reduction: Reduction) -> Report {
    let options = Options { reduction, all_failures: true, ..Options::default() };
    let report = search(&mut Model::new(program), options, &mut ()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(report.ending, Ending::Done);
    report
}

/// What is wrong with the answers for a program.
pub fn wrong(program: &Program, all: &Brute) -> Option<String> {
    let mut wrong = String::new();
    for reduction in [Reduction::Source, Reduction::Context] {
        let report = explore(program, reduction);
        let (runs, traces) = (report.counts.executions as usize, all.traces.len());
        if report.end_states != all.ends {
            let _ = write!(wrong, " {reduction:?}: {} of {} end states;", report.end_states.len(), all.ends.len());
        }
        if reduction == Reduction::Source && runs != traces {
            let _ = write!(wrong, " {runs} runs for {traces} traces;");
        }
        if reduction == Reduction::Context && runs != all.ends.len() {
            let _ = write!(wrong, " {runs} runs for {} end states;", all.ends.len());
        }
    }
    (!wrong.is_empty()).then(|| format!("{wrong}\n{program:#?}"))
}

/// Checks the programs of these seeds that have no more than so many schedules; how many those are.
pub fn check(seeds: std::ops::Range<u64>, most: usize) -> usize {
    let mut looked = 0;
    for seed in seeds {
        let program = program(seed);
        let Some(all) = brute(&program, most) else { continue };
        looked += 1;
        if let Some(wrong) = wrong(&program, &all) {
            panic!("seed {seed}:{wrong}");
        }
    }
    looked
}
