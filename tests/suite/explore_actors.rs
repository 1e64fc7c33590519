//! `jcp explore` on actor programs with real threads: the numbers of their orders and end states are known by formulas.
//!
//! A queue to which n threads put one element each, and from which one thread takes all, has n! · C(n) orders (Catalan's number: an element is taken after it was
//! put); one to which one thread puts them has C(n). Queues are independent of each other, so their numbers multiply.

use serde_json::Value;

use crate::common;
use crate::explore::{explored, jar, report};

fn factorial(n: u64) -> u64 {
    (1..=n).product()
}

fn catalan(n: u64) -> u64 {
    (0..n).fold(1, |number, at| number * 2 * (2 * at + 1) / (at + 2))
}

/// The orders of n senders to one queue.
fn senders(n: u64) -> u64 {
    factorial(n) * catalan(n)
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn actor_programs_have_their_numbers() {
    // program, its size, orders, end states
    let programs = [
        // each actor that is not a leaf has two senders
        ("fib", 3, senders(2).pow(2), 1),
        ("fib", 4, senders(2).pow(4), 1),
        ("qsort", 5, senders(2).pow(3), 1),
        ("pi", 3, senders(3), 1),
        ("psort", 3, catalan(3) * catalan(2), 1),
        // which two students get a place
        ("reg", 3, senders(3), 3),
        // who meets whom
        ("chameneos", 4, senders(4), 3),
    ];
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("a folder");
        jar(folder.path(), &jdk, "actors", "Actors");
        for (program, n, orders, ends) in programs {
            for (reduction, runs) in [("source", orders), ("context", ends)] {
                let found =
                    report(&explored(folder.path(), &jdk, &["--reduction", reduction], &[program, &n.to_string()]));
                let counts = [&found["executions"], &found["end_states"]].map(Value::as_u64);
                assert_eq!(counts, [Some(runs), Some(ends)], "{program} {n} {reduction} on {}: {found}", jdk.version);
            }
        }
    }
}
