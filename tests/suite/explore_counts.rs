//! Programs whose numbers of orders and of end states are known: any correct search gives exactly these.
//!
//! Orders of conflicting steps are the complete runs with source sets, end states those of every reduction. Among the larger ones are
//! programs that public tools for such searches are measured with.

use std::rc::Rc;

use jcp::explore::report::Reduction;

use crate::explore_model::{Context, Op, Program};
use crate::explore_random::explore;

fn step(body: impl Fn(&mut Context<'_>) + 'static) -> Op {
    Op::Do(Rc::new(body))
}

fn place(value: i64) -> usize {
    usize::try_from(value).expect("no negative number")
}

/// Checks both numbers.
fn expect(name: &str, program: &Program, orders: u64, ends: u64) {
    let source = explore(program, Reduction::Source);
    assert_eq!((source.counts.executions, source.end_states.len() as u64), (orders, ends), "{name}: source sets");
    expect_ends(name, program, ends, &source.end_states);
}

fn expect_ends(name: &str, program: &Program, ends: u64, same: &std::collections::BTreeSet<u128>) {
    let context = explore(program, Reduction::Context);
    assert_eq!(context.end_states.len() as u64, ends, "{name}: end states");
    assert_eq!(context.counts.executions, ends, "{name}: runs");
    assert_eq!(&context.end_states, same, "{name}");
}

fn factorial(n: u64) -> u64 {
    (1..=n).product()
}

/// How many subsets of so many.
fn choose(n: u64, k: u64) -> u64 {
    (1..=k).fold(1, |product, at| product * (n - k + at) / at)
}

/// A buffer with room for all: the cell has how much was put and taken.
pub fn producer_consumer(n: usize) -> Program {
    let put = step(|at| {
        let buffer = at.get(0);
        at.set(0, buffer + 1000);
    });
    let take = step(|at| {
        let buffer = at.get(0);
        let (put, taken) = (buffer / 1000, buffer % 1000);
        at.set(0, buffer + i64::from(put > taken));
        at.keep(if put > taken { taken + 1 } else { 0 });
    });
    Program::new(&[0], vec![vec![put; n], vec![take; n]])
}

fn writers(n: usize) -> Program {
    let mut threads: Vec<Vec<Op>> = (1..).take(n).map(|value| vec![Op::Set(0, value)]).collect();
    threads.push(vec![Op::Read(0)]);
    Program::new(&[0], threads)
}

pub fn readers(n: usize) -> Program {
    let mut threads = vec![vec![Op::Set(0, 1)]];
    threads.extend(vec![vec![Op::Read(0)]; n]);
    Program::new(&[0], threads)
}

/// Each adds one in two steps.
fn increments(n: usize) -> Program {
    let read = step(|at| *at.own = at.get(0));
    let write = step(|at| at.set(0, *at.own + 1));
    Program::new(&[0], vec![vec![read, write]; n])
}

pub fn philosophers(n: usize) -> Program {
    let meal = |at: usize| {
        let (left, right) = (at, (at + 1) % n);
        vec![Op::Lock(left), Op::Lock(right), Op::Unlock(right), Op::Unlock(left)]
    };
    Program::new(&vec![0; n], (0..n).map(meal).collect())
}

/// One looks for the last zero of an array from its end, each of the others makes its cell one more than the cell before.
pub fn last_zero(n: usize) -> Program {
    let look = step(move |at| {
        let cell = n - place(*at.own);
        if at.get(cell) != 0 {
            *at.own += 1;
            *at.next = 0;
        }
    });
    let mut threads = vec![vec![look]];
    for cell in 1..=n {
        let read = step(move |at| *at.own = at.get(cell - 1));
        let write = step(move |at| at.set(cell, *at.own + 1));
        threads.push(vec![read, write]);
    }
    Program::new(&vec![0; n + 1], threads)
}

/// i=i+j in one thread, j=i+j in the other; a third may look at both.
pub fn fibonacci(rounds: usize, observed: bool) -> Program {
    let thread = |own: usize, other: usize| {
        let read = step(move |at| *at.own = at.get(other));
        let write = step(move |at| {
            let sum = at.get(own) + *at.own;
            at.set(own, sum);
        });
        vec![[read, write]; rounds].concat()
    };
    let mut threads = vec![thread(0, 1), thread(1, 0)];
    if observed {
        threads.push(vec![Op::Read(0), Op::Read(1)]);
    }
    Program::new(&[1, 1], threads)
}

/// Each thread puts four values into a hash table without removal.
pub fn indexer(n: usize) -> Program {
    const SIZE: i64 = 128;
    const MOST: i64 = 4;
    let thread = |thread: i64| {
        // The thread's number has how many places were taken, how many values are in, and how far the look for a place has got.
        let put = step(move |at| {
            let (values, tried) = (*at.own / 1000 % 1000, *at.own % 1000);
            let value = (values + 1) * 11 + thread;
            let cell = place((value * 7 + tried) % SIZE);
            let free = at.get(cell) == 0;
            let keeps = if free { value } else { at.get(cell) };
            at.set(cell, keeps);
            *at.own += if free { 1000 - tried } else { (1_000_000 << values) + 1 };
            if *at.own / 1000 % 1000 < MOST {
                *at.next = 0;
            }
        });
        vec![put]
    };
    Program::new(&vec![0; place(SIZE)], (0..).take(n).map(thread).collect())
}

/// Thread i makes the cell i+1 if it is i, and learns what it was.
pub fn rotation(n: usize) -> Program {
    let thread = |thread: i64| {
        vec![step(move |at| {
            let value = at.get(0);
            at.keep(value);
            at.set(0, if value == thread { thread + 1 } else { value });
        })]
    };
    Program::new(&[0], (0..).take(n).map(thread).collect())
}

#[test]
fn small_programs_have_their_numbers() {
    let five = Program::new(&[0], vec![vec![Op::Set(0, 5)], vec![Op::Set(0, 5)], vec![Op::Read(0)]]);
    expect("x=5 twice", &five, 6, 2);
    for n in 1..=6 {
        expect(&format!("producer and consumer {n}"), &producer_consumer(n), choose(2 * n as u64, n as u64), 1 << n);
    }
    for n in 1..=5 {
        let atomic = Program::new(&[0], vec![vec![Op::Add(0, 1)]; n]);
        expect(&format!("atomic increments {n}"), &atomic, factorial(n as u64), 1);
        expect(&format!("readers {n}"), &readers(n), 1 << n, 1 << n);
        let ends = n as u64 * (n as u64 + 1);
        expect(&format!("writers {n}"), &writers(n), factorial(n as u64 + 1), ends);
    }
    for (n, ends) in [(2, 3), (3, 16)] {
        expect(&format!("increments {n}"), &increments(n), factorial(n as u64).pow(2), ends);
    }
    let buffering = Program::new(&[0, 0], vec![vec![Op::Set(0, 1), Op::Read(1)], vec![Op::Set(1, 1), Op::Read(0)]]);
    expect("store buffering", &buffering, 3, 3);
    let passing = Program::new(&[0, 0], vec![vec![Op::Set(0, 1), Op::Set(1, 1)], vec![Op::Read(1), Op::Read(0)]]);
    expect("message passing", &passing, 3, 3);
    for n in 2..=6 {
        expect(&format!("philosophers {n}"), &philosophers(n), (1 << n) - 1, 2);
    }
    for (n, orders) in [(1, 2), (2, 5), (3, 12), (4, 28), (5, 64)] {
        expect(&format!("last zero {n}"), &last_zero(n), orders, orders);
    }
    for (rounds, orders) in [(1, 3), (2, 19)] {
        expect(&format!("fibonacci {rounds}"), &fibonacci(rounds, false), orders, orders);
    }
    expect("indexer 12", &indexer(12), 8, 8);
}

/// Programs on which the algorithm as published loses end states.
#[test]
fn end_states_that_cuts_would_lose_are_found() {
    let later =
        Program::new(&[0, 0, 0], vec![vec![Op::Copy(1, 2), Op::Copy(1, 0)], vec![Op::Read(1)], vec![Op::Set(2, 1)]]);
    let plain =
        Program::new(&[0, 0], vec![vec![Op::Copy(1, 0)], vec![Op::Set(0, 1)], vec![Op::Read(0), Op::Set(1, 0)]]);
    let locked = Program::new(
        &[0, 0, 0],
        vec![
            vec![Op::Lock(2), Op::Copy(0, 1), Op::Unlock(2)],
            vec![Op::Read(0), Op::Lock(2), Op::Set(0, 1), Op::Unlock(2)],
        ],
    );
    for (name, program, ends) in [("later race", later, 2), ("plain", plain, 4), ("locked", locked, 2)] {
        let source = explore(&program, Reduction::Source).end_states;
        assert_eq!(source.len() as u64, ends, "{name}");
        expect_ends(name, &program, ends, &source);
    }
}

#[test]
fn larger_programs_have_their_numbers() {
    expect("last zero 10", &last_zero(10), 3328, 3328);
    expect("readers 8", &readers(8), 256, 256);
    expect("fibonacci 3", &fibonacci(3, false), 141, 128);
    for (n, ends) in [(2, 2), (3, 5), (4, 14), (5, 43), (6, 144), (7, 523)] {
        expect(&format!("rotation {n}"), &rotation(n), factorial(n as u64), ends);
    }
}

#[test]
#[ignore = "takes a minute without optimisation"]
fn largest_programs_have_their_numbers() {
    expect("last zero 15", &last_zero(15), 147_456, 147_456);
    expect("readers 13", &readers(13), 8192, 8192);
    expect("indexer 15", &indexer(15), 4096, 4096);
    expect("fibonacci 5", &fibonacci(5, true), 218_243, 154_761);
    for (n, ends) in [(8, 2048), (9, 8597)] {
        expect(&format!("rotation {n}"), &rotation(n), factorial(n as u64), ends);
    }
}
