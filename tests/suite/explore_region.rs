//! `jcp explore --region`: executions that begin at a checkpoint find what those find that begin with main, and what comes before is run once.
//!
//! `tests/java/explore/region` counts its set-ups in a file, and prints what main's stack, statics and thread locals hold behind the checkpoint.

use std::fs;
use std::path::Path;

use crate::common;
use crate::explore::{explored, jar, report};

/// Programs, and their end states.
const KINDS: [(&str, u64); 5] = [("storeBuffering", 3), ("lost", 2), ("locked", 1), ("deadlock", 2), ("laterClass", 2)];
/// At the start of methods, with values on the stack of their callers.
const REGIONS: [&str; 2] = ["Later.go", "Later.Runner.second"];

fn set_ups(folder: &Path) -> usize {
    let file = folder.join("set-ups");
    let count = fs::read_to_string(&file).expect("set-ups").len();
    fs::remove_file(file).expect("it was there");
    count
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn executions_from_a_checkpoint_have_the_same_ends() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("a folder");
        jar(folder.path(), &jdk, "region", "Later");
        for (number, (kind, ends)) in KINDS.into_iter().enumerate() {
            for reduction in ["context", "source"] {
                let options = ["--all", "--reduction", reduction, "--region", REGIONS[number % 2]];
                let found = report(&explored(folder.path(), &jdk, &options, &[kind]));
                assert_eq!(found["end_states"], ends, "{kind} {reduction} on {}: {found}", jdk.version);
                // a class with an initialiser that is first used behind the checkpoint needs another process
                let expected = 1 + usize::from(kind == "laterClass");
                assert_eq!(set_ups(folder.path()), expected, "{kind} {reduction} on {}", jdk.version);
            }
        }
    }
}

#[test]
fn an_execution_from_a_checkpoint_has_the_values_of_main() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("a folder");
        jar(folder.path(), &jdk, "region", "Later");
        let whole = report(&explored(folder.path(), &jdk, &[], &["fails"]));
        assert_eq!(whole["failure"]["message"], "java.lang.IllegalStateException: at the end", "{whole}");
        for region in REGIONS {
            let found = report(&explored(folder.path(), &jdk, &["--region", region], &["fails"]));
            for key in ["output", "stack", "thread"] {
                assert_eq!(found["failure"][key], whole["failure"][key], "{region} on {}: {found}", jdk.version);
            }
        }
    }
}

#[test]
fn a_schedule_and_parts_of_a_search_begin_at_the_checkpoint() {
    let jdk = common::any_jdk();
    let folder = tempfile::tempdir().expect("a folder");
    jar(folder.path(), &jdk, "region", "Later");
    let run = |options: &[&str], kind: &str| {
        report(&explored(folder.path(), &jdk, &[&["--region", REGIONS[0]], options].concat(), &[kind]))
    };
    let found = run(&["--save", "found.json"], "lost");
    assert_eq!(found["failure"]["kind"], "exception", "{found}");
    assert_eq!(run(&["--schedule", "found.json"], "lost")["failure"], found["failure"]);
    let whole = run(&["--all"], "laterClass");
    assert_eq!(run(&["--all", "--split", "2", "--parts", "parts"], "laterClass")["result"], "divided");
    for part in 1..=2 {
        set_ups(folder.path());
        run(&["--all", "--work", &format!("parts/part-{part}.json")], "laterClass");
        // which classes are initialised early is known by then
        assert_eq!(set_ups(folder.path()), 1);
        fs::write(folder.path().join("set-ups"), "").expect("a file");
    }
    let merged = run(&["--all", "--merge", "--parts", "parts"], "laterClass");
    assert_eq!((&merged["result"], &merged["end_states"]), (&whole["result"], &whole["end_states"]), "{merged}");
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn what_cannot_begin_at_a_checkpoint_is_refused_with_a_way_out() {
    let jdk = common::any_jdk();
    let folder = tempfile::tempdir().expect("a folder");
    jar(folder.path(), &jdk, "region", "Later");
    for (kind, region, why) in [
        ("laterPrinting", REGIONS[0], "class Later$Printing is first used behind the checkpoint"),
        ("laterReading", REGIONS[0], "its initialiser reads what is written there"),
        ("alive", REGIONS[0], "thread \"Thread-0\" is alive at the checkpoint; let executions begin before"),
        ("never", REGIONS[0], "the program does not come to the checkpoint"),
        ("lost", "Later.Runner.<init>", "a constructor or class initialiser cannot be in the chain of an exploration"),
    ] {
        let output = explored(folder.path(), &jdk, &["--region", region], &[kind]);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(3) && told.contains(why), "{kind}: {told}");
    }
}
