//! What differs from run to run, and whose state a replay goes on with: `--clock` and `--seeds`.
//!
//! Nothing is timed: what the program itself is told is compared with what its JVM says.

use jcp::driver::jdk::JdkHome;
use std::collections::BTreeSet;

use crate::common;
use crate::runtime_support;

/// What the capturing run printed from the checkpoint on, and what three replays printed.
fn runs(jdk: &JdkHome, options: &[&str]) -> (String, Vec<String>) {
    let program = runtime_support::program(jdk, "Times.java").instrument_with(options);
    let captured = common::succeed(&mut program.run("capture"));
    let replays = (0..3).map(|_| {
        let replayed = program.replay(&program.checkpoint());
        assert_eq!(replayed.status.code(), Some(0), "{}", String::from_utf8_lossy(&replayed.stderr));
        String::from_utf8_lossy(&replayed.stdout).into_owned()
    });
    (String::from_utf8_lossy(&captured.stdout).into_owned(), replays.collect())
}

fn lines(text: &str, start: &str) -> Vec<String> {
    text.lines().filter(|line| line.starts_with(start)).map(str::to_owned).collect()
}

/// A replay starts later than the capturing run, so the checkpoint's time is behind that of its JVM.
#[test]
fn the_clock_goes_on_from_the_checkpoint() {
    for jdk in common::jdks_in_turn() {
        let (captured, replays) = runs(&jdk, &["--clock", "replay"]);
        assert!(lines(&captured, "behind").iter().all(|line| line == "behind false"), "{captured}");
        for replay in replays {
            let found = lines(&replay, "behind");
            assert_eq!(found.len(), 19);
            assert!(found.iter().all(|line| line == "behind true"), "JDK {}: {replay}", jdk.feature);
        }
    }
}

#[test]
fn the_clock_is_fresh_if_not_said_otherwise() {
    for jdk in common::jdks_in_turn() {
        for replay in runs(&jdk, &[]).1 {
            assert!(
                lines(&replay, "behind").iter().all(|line| line == "behind false"),
                "JDK {}: {replay}",
                jdk.feature
            );
        }
    }
}

#[test]
fn generators_go_on_or_start_anew() {
    for jdk in common::jdks_in_turn() {
        let (_, replays) = runs(&jdk, &["--seeds", "replay"]);
        let same: BTreeSet<Vec<String>> = replays.iter().map(|replay| lines(replay, "random")).collect();
        assert_eq!(same.len(), 1, "JDK {}: {same:?}", jdk.feature);
        let (_, replays) = runs(&jdk, &["--seeds", "fresh"]);
        let different: BTreeSet<Vec<String>> = replays.iter().map(|replay| lines(replay, "random")).collect();
        assert_eq!(different.len(), 3, "JDK {}: {different:?}", jdk.feature);
    }
}
