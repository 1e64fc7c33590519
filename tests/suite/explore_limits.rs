//! `jcp explore`: programs that run out of stack or memory, or never end, are told of, with a way out.
//!
//! None is said to be right, and none hangs. A program that catches the end of its stack goes on; one that runs out of memory is refused, since that depends on jcp's own needs.

use crate::common;
use crate::explore::{explored, jar};

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn limits_of_the_jvm_are_told() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("a folder");
        jar(folder.path(), &jdk, "limits", "Limits");
        for (kind, seconds, status, why) in [
            ("overflow", "20", 1, "java.lang.StackOverflowError"),
            ("caught", "20", 0, "exhausted"),
            ("memory", "20", 3, "the memory is not enough for the program"),
            ("memoryInThread", "20", 3, "the memory is not enough for the program"),
            ("loop", "2", 3, "a step takes more than 2 s: the program runs without an end"),
            ("loopAtEnd", "2", 3, "Limits.loop(Limits.java"),
        ] {
            let options = ["--step-limit", seconds, "--jvm-arg", "-Xmx64m", "--jvm-arg", "-Xss256k"];
            let output = explored(folder.path(), &jdk, &options, &[kind]);
            let told = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
            assert!(output.status.code() == Some(status) && told.contains(why), "{kind} on {}: {told}", jdk.version);
        }
    }
}

#[test]
fn a_jvm_that_writes_into_the_talk_is_told() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("a folder");
        jar(folder.path(), &jdk, "limits", "Limits");
        // one line at its start, and then it waits for what the search asks
        let output = explored(folder.path(), &jdk, &["--jvm-arg", "-Xlog:gc"], &["caught"]);
        let told = String::from_utf8_lossy(&output.stderr);
        let is_told = told.contains("[gc] Using Serial") && told.contains("-Xlog:gc:stderr");
        assert!(output.status.code() == Some(3) && is_told, "on {}: {told}", jdk.version);
    }
}
