//! Many snapshots of one run, while threads enter and leave their waits and are woken for nothing: the run prints what the original does, every
//! arrival is captured, and checkpoints of it are replayed equally. The program is `Handshake`; its output does not depend on the order of steps.

use std::path::Path;
use std::process::Output;

use crate::common;
use crate::runtime_support::{Program, program};

const SOURCE: &str = include_str!("../java/runtime/Handshake.java");

/// The chains of its threads.
fn chains() -> Vec<String> {
    let waits = [
        ("queue", "java.util.concurrent.BlockingQueue.take"),
        ("timed", "java.util.concurrent.BlockingQueue.poll"),
        ("monitor", "java.lang.Object.wait"),
        ("condition", "java.util.concurrent.locks.Condition.await"),
        ("parks", "java.util.concurrent.locks.LockSupport.parkNanos"),
        ("wakes", "java.lang.Thread.sleep"),
    ];
    let line = |mark: &str| common::line(SOURCE, mark);
    let chain = |(name, waits): (&str, &str)| {
        format!("Handshake$Lane.run:{}; Handshake.{name}:{}; {waits}", line(&format!("of {name}")), line(name))
    };
    waits.into_iter().map(chain).collect()
}

fn checkpoint(program: &Program, round: u32) -> std::path::PathBuf {
    program.work().join(format!("app.{round}.jcp"))
}

/// Rounds of which checkpoints are replayed at the end.
fn stressed(rounds: u32, replayed: u32) {
    let options: Vec<String> = chains().into_iter().flat_map(|chain| ["--threads".to_owned(), chain]).collect();
    let mut options: Vec<&str> = options.iter().map(String::as_str).collect();
    let kept = replayed.to_string();
    options.extend(["--instance", "all", "--keep", &kept]);
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "Handshake.java").instrument_with(&options);
        let mut original = common::java(&jdk);
        let original = common::succeed(original.arg("-jar").arg(&program.jar).arg(rounds.to_string()));
        let printed = String::from_utf8_lossy(&original.stdout).into_owned();
        let captured = common::succeed(program.run("capture").arg(rounds.to_string()));
        assert_eq!(said(&captured), (printed.as_str().into(), String::new()), "JDK {}", jdk.feature);
        for round in rounds - replayed + 1..=rounds {
            let file = checkpoint(&program, round);
            assert!(file.is_file(), "JDK {}: no checkpoint of round {round}", jdk.feature);
            let output = replay(&program, &file, round);
            let expected = printed.find(&format!("round {round}\n")).map(|at| printed[at..].to_owned());
            assert_eq!(said(&output), (expected.expect("the round"), String::new()), "JDK {}, {round}", jdk.feature);
        }
    }
}

fn said(output: &Output) -> (String, String) {
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    (out, err)
}

fn replay(program: &Program, file: &Path, round: u32) -> Output {
    let mut java = common::java(&program.jdk);
    java.arg(format!("-Djcp.instance={round}")).arg("-jar").arg(program.output_jar("replay"));
    assert_eq!(file.parent(), Some(program.work().as_path()));
    java.current_dir(program.work()).output().expect("java runs")
}

#[test]
fn snapshots_among_waking_threads_are_replayed_equally() {
    stressed(40, 3);
}

#[test]
#[ignore = "takes minutes: make test-all"]
fn ten_thousand_snapshots_among_waking_threads_are_replayed_equally() {
    stressed(10_000, 30);
}
