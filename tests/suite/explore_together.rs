//! `jcp explore` on timed tasks, timers and several tasks at once: the end states of each small program, counted by hand from what the model of time allows.
//!
//! A task may begin at any time, but not before one that was given to the same executor earlier with no longer delay.

use crate::common;
use crate::explore::{explored, jar, report};

/// Programs of `tests/java/explore/together`, and their end states.
const PROGRAMS: [(&str, u64); 20] = [
    ("inOrder", 1),
    ("sameTimes", 1),
    // ab, ba
    ("longerFirst", 2),
    // b before c
    ("three", 3),
    ("twoWorkers", 2),
    // cancelled before it begins, between its begin and its end, behind it
    ("cancel", 3),
    ("fixedRate", 2),
    ("fixedDelay", 2),
    ("value", 1),
    // none, a, ab
    ("timer", 3),
    ("timerCancelled", 2),
    ("timerRepeats", 2),
    ("all", 2),
    ("allFails", 1),
    // the second task never ran, runs when it is cancelled, is done
    ("allInTime", 3),
    // the first one before there is a second worker, either
    ("any", 3),
    ("anyFails", 1),
    ("completed", 2),
    ("polled", 2),
    ("clock", 1),
];

#[test]
fn timed_tasks_and_several_at_once_have_all_their_end_states() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("a folder");
        jar(folder.path(), &jdk, "together", "Together");
        // half of them, all with `make test-all`
        let (first, step) = if common::all() { (0, 1) } else { (usize::from(jdk.feature > 17), 2) };
        for (program, ends) in PROGRAMS.into_iter().skip(first).step_by(step) {
            let found = report(&explored(folder.path(), &jdk, &[], &[program]));
            assert_eq!(found["result"], "exhausted", "{program} on {}: {found}", jdk.version);
            assert_eq!(found["end_states"].as_u64(), Some(ends), "{program} on {}: {found}", jdk.version);
        }
        for (program, thrown) in [("rejected", "RejectedExecutionException"), ("timerTwice", "IllegalStateException")] {
            let found = report(&explored(folder.path(), &jdk, &[], &[program]));
            let message = found["failure"]["message"].as_str().map(str::to_owned).unwrap_or_default();
            assert!(message.contains(thrown) && found["failure"]["kind"] == "exception", "{found}");
        }
    }
}
