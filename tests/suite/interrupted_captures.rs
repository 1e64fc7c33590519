//! Captures that do not end as they should: killed at any moment, several at once into one file, or with a checkpoint that is
//! mandatory and cannot be written.
//!
//! Invariant: what lies under the checkpoint's name is whole, whatever happens.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::runtime_support::{Program, program};
use jcp::checkpoint::Checkpoint;

use crate::common;

/// Nodes of the list in the checkpoint: enough that writing takes a while.
const NODES: &str = "400000";

fn capturing(program: &Program) -> Command {
    let mut java = program.run("capture");
    java.args([NODES, "0"]).stdout(Stdio::null()).stderr(Stdio::null());
    java
}

/// The length of the file that is being written; none if there is none.
fn part(program: &Program, child: &Child) -> Option<u64> {
    let part = format!("app.jcp.part{}", child.id()); // in a folder of the same name
    std::fs::metadata(program.work().join(&part).join(&part)).ok().map(|part| part.len())
}

/// Kills the run when its checkpoint has `length` bytes, or just after that is in place.
fn kill_at(program: &Program, length: u64) {
    let mut child = capturing(program).spawn().expect("java runs");
    let mut begun = false;
    while child.try_wait().expect("a child").is_none() {
        match part(program, &child) {
            Some(written) if written >= length => break,
            None if begun => break,
            found => begun |= found.is_some(),
        }
        std::thread::yield_now();
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}

fn is_whole(checkpoint: &Path) -> bool {
    Checkpoint::open(checkpoint).is_ok_and(|checkpoint| checkpoint.histogram().is_ok())
}

#[test]
fn a_killed_capture_leaves_no_file_or_a_whole_one() {
    for jdk in common::jdks_in_turn() {
        killed_captures(&program(&jdk, "graphs/Large.java").instrument(), 6);
    }
}

/// While another thread is held at its call, whose frame has the list.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_killed_capture_with_a_thread_that_waits_leaves_no_file_or_a_whole_one() {
    let source = include_str!("../java/runtime/graphs/LargeWaiting.java");
    let chain =
        format!("LargeWaiting$Sums.run:{}; java.util.concurrent.BlockingQueue.take", common::line(source, "take"));
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "graphs/LargeWaiting.java").instrument_with(&["--threads", &chain]);
        killed_captures(&program, if common::all() { 6 } else { 2 });
    }
}

/// Kills captures in so many steps of the file's length; behind them a capture leaves nothing else, and is replayed.
fn killed_captures(program: &Program, steps: u64) {
    common::succeed(&mut capturing(program));
    let length = std::fs::metadata(program.checkpoint()).expect("a checkpoint").len();
    let mut killed = 0;
    for step in 0..=steps {
        kill_at(program, length * step / steps);
        if program.checkpoint().exists() {
            assert!(is_whole(&program.checkpoint()), "JDK {}, step {step}", program.jdk.feature);
        } else {
            killed += 1;
        }
    }
    assert!(killed > 0, "no run was killed while it wrote");
    common::succeed(&mut capturing(program));
    let names = std::fs::read_dir(program.work()).expect("a folder").filter_map(Result::ok);
    let names: Vec<_> = names.map(|entry| entry.file_name()).collect();
    assert_eq!(names, ["app.jcp"], "parts are removed");
    let replayed = program.replay(&program.checkpoint());
    assert_eq!(replayed.status.code(), Some(0), "{}", String::from_utf8_lossy(&replayed.stderr));
}

#[test]
fn captures_at_once_into_one_file() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "graphs/Large.java").instrument();
        let children: Vec<Child> = (0..4).map(|_| capturing(&program).spawn().expect("java runs")).collect();
        for mut child in children {
            assert!(child.wait().expect("it ends").success());
        }
        assert!(is_whole(&program.checkpoint()));
        let replayed = program.replay(&program.checkpoint());
        assert_eq!(replayed.status.code(), Some(0), "{}", String::from_utf8_lossy(&replayed.stderr));
    }
}

#[test]
fn a_mandatory_checkpoint_that_cannot_be_written_ends_the_program() {
    let program = program(&common::any_jdk(), "Small.java").instrument();
    let run = |mandatory: &str| {
        let mut java = common::java(&program.jdk);
        java.args(["-Djcp.checkpoint=none/below.jcp", mandatory, "-jar"]).arg(program.output_jar("capture"));
        java.current_dir(program.work()).output().expect("java runs")
    };
    let ended = run("-Djcp.mandatory=true");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(79), "{said}");
    assert!(said.contains("its folder does not exist") && said.contains("the checkpoint is mandatory"), "{said}");
    assert_eq!(run("-Djcp.mandatory=false").status.code(), Some(0));
}

/// No hook of the JVM runs then.
#[test]
fn a_program_that_halts_before_the_arrival_tells_that_there_is_no_checkpoint() {
    let program = program(&common::any_jdk(), "Halts.java").instrument();
    for (mandatory, status) in [("true", 79), ("false", 3)] {
        let mut java = common::java(&program.jdk);
        java.arg(format!("-Djcp.mandatory={mandatory}")).arg("-jar").arg(program.output_jar("capture")).arg("abc");
        let output = java.current_dir(program.work()).output().expect("java runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{said}");
        assert!(said.contains("no checkpoint written: arrivals at the region's start: 0"), "{said}");
    }
}
