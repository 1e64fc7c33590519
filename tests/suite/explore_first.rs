//! `jcp explore` on programs whose outcome depends on which thread uses a class first: each outcome is found, and a class whose initialiser nobody sees, or which is
//! initialised before threads are started, makes no order more. An initialiser that waits is refused as one.

use serde_json::Value;

use crate::common;
use crate::explore::{explored, jar, report};

/// Programs, the orders of their dependent steps, and their outcomes. Each outcome is one end state.
///
/// Where a thread uses a class, and `main` writes what the initialiser reads and then uses the class, there are three orders: the thread is first, before the write or behind it, or `main` is.
const PROGRAMS: [(&str, u64, &[&str]); 18] = [
    ("value", 3, &["10", "20"]),
    // the one that uses `One` first, before or behind the one that uses `Two`
    ("ids", 4, &["12", "21"]),
    ("eachOther", 2, &["12", "21"]),
    ("below", 2, &["0", "3"]),
    ("before", 1, &["10"]),
    ("method", 3, &["10", "20"]),
    ("constructor", 3, &["10", "20"]),
    ("thread", 2, &["main", "other"]),
    ("own", 2, &["main's", "null"]),
    ("superclass", 3, &["10", "20"]),
    ("interface", 3, &["10", "20"]),
    ("bare", 1, &["20"]),
    ("reflected", 3, &["10", "20"]),
    ("field", 3, &["10", "20"]),
    // the thread initialises `Inner` before the write or behind it, and then either initialises `Outer`; or `main` initialises both
    ("nested", 5, &["11", "21"]),
    ("constant", 1, &["20"]),
    ("unseen", 1, &["3"]),
    ("between", 4, &["0main", "0other", "1main", "1other"]),
];

#[test]
fn who_uses_a_class_first_is_ordered() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("a folder");
        jar(folder.path(), &jdk, "first", "First");
        for (program, orders, outcomes) in PROGRAMS {
            let args = [&[program], outcomes].concat();
            for (reduction, runs) in [("source", orders), ("context", outcomes.len() as u64)] {
                let found = report(&explored(folder.path(), &jdk, &["--reduction", reduction], &args));
                assert_eq!(found["result"], "exhausted", "{program} {reduction} on {}: {found}", jdk.version);
                let counts = [&found["executions"], &found["end_states"]].map(Value::as_u64);
                let expected = [runs, outcomes.len() as u64].map(Some);
                assert_eq!(counts, expected, "{program} {reduction} on {}: {found}", jdk.version);
            }
        }
    }
}

#[test]
#[ignore = "the end states are counted above: make test-all"]
fn each_outcome_is_found() {
    let jdk = common::any_jdk();
    let folder = tempfile::tempdir().expect("a folder");
    jar(folder.path(), &jdk, "first", "First");
    for (program, _, outcomes) in PROGRAMS {
        for outcome in outcomes {
            let others: Vec<_> = outcomes.iter().copied().filter(|it| it != outcome).collect();
            let found = report(&explored(folder.path(), &jdk, &[], &[&[program][..], &others].concat()));
            assert_eq!(found["result"], "failure", "{program} {outcome}: {found}");
        }
    }
}

#[test]
fn an_initialiser_that_waits_is_told_with_a_way_out() {
    let jdk = common::any_jdk();
    let folder = tempfile::tempdir().expect("a folder");
    jar(folder.path(), &jdk, "first", "First");
    for (program, options, why) in [
        (
            "joins",
            &[][..],
            "waits within the initialiser of class First$Joins, which counts as one step; let the program",
        ),
        ("waits", &[], "waits within the initialiser of class First$Waits, which counts as one step; let the program"),
        ("own", &["--region", "First.own"], "its initialiser asks for the thread or the time"),
        ("eachOther", &["--region", "First.eachOther"], "its initialiser and another one use each other's classes"),
    ] {
        let output = explored(folder.path(), &jdk, options, &[program]);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(3) && told.contains(why), "{program}: {told}");
    }
}
