//! `jcp explore`: ways by which threads meet besides fields, monitors and locks, with the end states that each has: queues without room, exchangers, phasers, stamped locks,
//! pools, virtual threads, questions whether a lock is held; and views, arguments, reflection and the ends of tasks, where a step that is not seen would leave end states out.
//!
//! Programs that use an object at the same time that is not made for threads fail; their end states are counted too, since they tell the orders that were run.

use serde_json::Value;

use crate::common;
use crate::explore::{explored, jar, report};

/// What a program shows: its argument, the end states, and the kind of its failure.
type Row = (&'static str, u64, &'static str);

/// `tests/java/explore/content`.
const CONTENT: [Row; 26] = [
    ("unmodifiable", 6, "race"),
    ("unmodifiableMap", 2, ""),
    ("behindLock", 3, "race"),
    ("lockTwice", 3, ""),
    ("lockHeld", 2, ""),
    ("asList", 2, ""),
    ("copyOf", 6, "race"),
    ("constructor", 6, "race"),
    ("addAll", 2, ""),
    ("shown", 2, ""),
    ("superclass", 6, "race"),
    ("invoke", 4, ""),
    ("invokeList", 6, "race"),
    ("setStatic", 2, ""),
    ("reflectedOnly", 2, ""),
    ("setElement", 2, ""),
    ("done", 2, ""),
    ("stageDone", 2, ""),
    ("dependent", 2, ""),
    ("futureThread", 2, ""),
    ("ownExecutor", 2, ""),
    ("ownRun", 4, ""),
    ("cancel", 2, ""),
    ("cancelRunning", 1, ""),
    ("counter", 2, ""),
    ("halt", 1, "exit"),
];

/// `tests/java/explore/meetings`. Where a pool may use a worker again, that is an end state of its own.
const MEETINGS: [Row; 23] = [
    ("handOver", 2, ""),
    ("handOverOffer", 2, ""),
    ("handOverPoll", 2, ""),
    ("handOverStuck", 2, "deadlock"),
    ("exchange", 1, ""),
    ("exchangeOfFour", 3, ""),
    ("exchangeTimed", 3, ""),
    ("phaser", 2, ""),
    ("phase", 2, ""),
    ("phaserTree", 1, ""),
    ("phaserOwn", 1, ""),
    ("stamped", 2, ""),
    ("optimistic", 3, ""),
    ("stampedRead", 2, ""),
    ("forks", 1, ""),
    ("forkRace", 2, ""),
    ("forkPool", 3, ""),
    ("forkDone", 2, ""),
    ("cached", 3, ""),
    ("shut", 2, ""),
    ("forkShut", 2, ""),
    ("full", 2, ""),
    ("direct", 2, ""),
];

/// `tests/java/explore/asked`.
const ASKED: [Row; 17] = [
    ("both", 3, ""),
    ("one", 3, "deadlock"),
    ("twice", 3, "deadlock"),
    ("held", 2, ""),
    ("reader", 3, "deadlock"),
    ("writer", 3, "deadlock"),
    ("readers", 6, ""),
    ("writeHeld", 2, ""),
    ("awaiting", 2, ""),
    ("other", 1, ""),
    ("deque", 1, ""),
    ("dequeTimed", 1, ""),
    ("sortedMap", 3, ""),
    ("sortedSet", 3, ""),
    ("random", 2, ""),
    ("fixed", 1, ""),
    ("written", 2, ""),
];

/// `tests/java/explore/virtual`, from JDK 21 on.
const VIRTUAL: [Row; 5] =
    [("virtual", 2, ""), ("unstarted", 2, ""), ("factory", 2, ""), ("perTask", 2, ""), ("current", 1, "")];

fn check(name: &str, main: &str, rows: &[Row], since: u32) {
    let folder = tempfile::tempdir().expect("a folder");
    for jdk in common::jdks_in_turn().into_iter().filter(|jdk| jdk.feature >= since) {
        jar(folder.path(), &jdk, name, main);
        // half of them, all with `make test-all`
        let (first, step) = if common::all() || since > 17 { (0, 1) } else { (usize::from(jdk.feature > 17), 2) };
        for (kind, ends, failure) in rows.iter().skip(first).step_by(step) {
            let output = explored(folder.path(), &jdk, &["--all", "--step-limit", "5"], &[kind]);
            let found = report(&output);
            assert_eq!(found["end_states"].as_u64(), Some(*ends), "{kind} on {}: {found}", jdk.version);
            assert_eq!(found["executions"].as_u64(), Some(*ends), "{kind} on {}: {found}", jdk.version);
            let told = found["failure"]["kind"].as_str().unwrap_or_default();
            assert_eq!(told, *failure, "{kind} on {}: {found}", jdk.version);
            let result = if failure.is_empty() { "exhausted" } else { "failure" };
            assert_eq!(found["result"], Value::from(result), "{kind} on {}", jdk.version);
        }
    }
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn what_threads_reach_by_views_arguments_and_reflection_is_ordered() {
    check("content", "Content", &CONTENT, 0);
}

#[test]
fn threads_that_meet_are_ordered() {
    check("meetings", "Meetings", &MEETINGS, 0);
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn locks_are_found_held_by_those_who_ask() {
    check("asked", "Asked", &ASKED, 0);
}

#[test]
fn who_waits_is_no_question_that_is_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    let jdk = common::any_jdk();
    jar(folder.path(), &jdk, "asked", "Asked");
    for (kind, call) in [
        ("queued", "ReentrantLock.hasQueuedThreads"),
        ("transfer", "LinkedTransferQueue.transfer"),
        ("own", "Asked$Own.acquire"),
    ] {
        let output = explored(folder.path(), &jdk, &[], &[kind]);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{kind}: {told}");
        assert!(told.contains(call), "{kind}: {told}");
    }
}

#[test]
fn virtual_threads_are_ordered() {
    check("virtual", "Virtual", &VIRTUAL, 21);
}
