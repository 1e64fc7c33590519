//! `jcp explore` on programs whose classes are used again by the next execution, where nobody sees their initialisers, and on one whose are not: each execution
//! finds statics, and the objects behind them, as they were in the beginning; who initialises a class first makes no other state.

use serde_json::Value;

use crate::common;
use crate::explore::{explored, jar, report};

/// Those that are used again are the ones that are meant to be.
#[test]
fn classes_that_are_used_again() {
    let folder = tempfile::tempdir().expect("a folder");
    jar(folder.path(), &common::any_jdk(), "again", "Again");
    let program = common::program(&common::any_jdk().home, &folder.path().join("classes"));
    let simple = jcp::planner::simple_classes(&program);
    let others = program.application().map(|class| class.name().replace('/', ".")).filter(|it| !simple.contains(it));
    let mut others: Vec<_> = others.collect();
    others.sort();
    assert_eq!(others, ["Again$Counting", "Again$Logged"]);
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn each_execution_finds_the_classes_as_in_the_beginning() {
    // program, orders, end states
    let programs = [
        ("fresh", 2, 2),
        ("lazy", 2, 1),
        ("one", 1, 1),
        ("constants", 2, 1),
        ("all", 2, 1),
        ("arrays", 2, 2),
        ("cells", 1, 1),
        ("counting", 2, 1),
        ("phases", 2, 2),
        ("logged", 2, 1),
    ];
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("a folder");
        jar(folder.path(), &jdk, "again", "Again");
        for (program, orders, ends) in programs {
            for (reduction, runs) in [("source", orders), ("context", ends)] {
                let found = report(&explored(folder.path(), &jdk, &["--reduction", reduction], &[program]));
                assert_eq!(found["result"], "exhausted", "{program} {reduction} on {}: {found}", jdk.version);
                let counts = [&found["executions"], &found["end_states"]].map(Value::as_u64);
                assert_eq!(counts, [Some(runs), Some(ends)], "{program} {reduction} on {}: {found}", jdk.version);
            }
        }
    }
}
