//! Several checkpoints of one run: `--instance all`, `every:K`, `every:Ss`, `--keep`, and the choice at the replay.
//!
//! Each replay must print what the capturing run printed from that arrival on.

use std::path::Path;
use std::process::Output;

use crate::runtime_support::{Program, assert_cannot_replay, program};

use crate::common;

fn captured(program: &Program, arguments: &[&str]) -> Output {
    common::succeed(program.run("capture").args(arguments))
}

/// The names of the checkpoints.
fn checkpoints(program: &Program) -> Vec<String> {
    let names = std::fs::read_dir(program.work()).expect("a folder").filter_map(Result::ok);
    let mut names: Vec<String> = names.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Replays that instance, or what a replay takes by itself.
fn replay(program: &Program, instance: Option<&str>) -> Output {
    let mut java = common::java(&program.jdk);
    java.args(instance.map(|number| format!("-Djcp.instance={number}")));
    java.arg("-jar").arg(program.output_jar("replay")).current_dir(program.work());
    java.env_remove("JCP_CHECKPOINT").env_remove("JCP_INSTANCE").output().expect("java runs")
}

/// What is printed from a round on.
fn from(output: &str, round: u32) -> &str {
    &output[output.find(&format!("round {round}\n")).expect("the round")..]
}

fn replays_equally(program: &Program, printed: &str, instance: Option<&str>, round: u32) {
    let replayed = replay(program, instance);
    let said = String::from_utf8_lossy(&replayed.stderr);
    assert_eq!(String::from_utf8_lossy(&replayed.stdout), from(printed, round), "round {round}: {said}");
    assert_eq!(replayed.status.code(), Some(0), "{said}");
}

#[test]
fn all_arrivals_are_captured_and_each_is_replayed() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "Rounds.java").instrument_with(&["--instance", "all"]);
        let printed = String::from_utf8_lossy(&captured(&program, &["3"]).stdout).into_owned();
        assert_eq!(checkpoints(&program), ["app.1.jcp", "app.2.jcp", "app.3.jcp"]);
        for round in 1..=3 {
            replays_equally(&program, &printed, Some(&round.to_string()), round);
        }
        replays_equally(&program, &printed, None, 3);
        assert_cannot_replay(&replay(&program, Some("4")), "there are checkpoints of the instances [1, 2, 3]");
    }
}

#[test]
fn each_second_one_is_captured_and_the_newest_stay() {
    let program = program(&common::any_jdk(), "Rounds.java").instrument_with(&["--instance", "every:2", "--keep", "2"]);
    std::fs::write(program.work().join("app.100.jcp"), "of an earlier run").expect("a file");
    std::fs::write(program.work().join("app.x.jcp"), "another file").expect("a file");
    let printed = String::from_utf8_lossy(&captured(&program, &["7"]).stdout).into_owned();
    assert_eq!(checkpoints(&program), ["app.4.jcp", "app.6.jcp", "app.x.jcp"]);
    replays_equally(&program, &printed, Some("4"), 4);
    replays_equally(&program, &printed, None, 6);
}

/// `NAME.jcp` of an earlier run does not replace the instance that is asked for. Of jars that capture one, another one is refused.
#[test]
fn the_instance_that_is_asked_for_is_replayed_or_refused() {
    let jdk = common::any_jdk();
    let program = program(&jdk, "Rounds.java").instrument_with(&["--instance", "2"]);
    let printed = String::from_utf8_lossy(&captured(&program, &["3"]).stdout).into_owned();
    assert_eq!(checkpoints(&program), ["app.jcp"]);
    replays_equally(&program, &printed, Some("2"), 2);
    assert_cannot_replay(&replay(&program, Some("1")), "(app.jcp is the checkpoint of instance 2; a replay without");

    let program = program.instrument_with(&["--instance", "all"]);
    let printed = String::from_utf8_lossy(&captured(&program, &["3"]).stdout).into_owned();
    std::fs::copy(program.work().join("app.3.jcp"), program.checkpoint()).expect("a copy");
    replays_equally(&program, &printed, Some("1"), 1);
    replays_equally(&program, &printed, None, 3);
}

/// A run that is over before the time has gone by leaves none, and says so.
#[test]
fn captures_may_go_by_time() {
    let program = program(&common::any_jdk(), "Rounds.java").instrument_with(&["--instance", "every:3000s"]);
    let output = captured(&program, &["3"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("arrivals at the region's start: 3; instance every:3000s was requested"), "{said}");
    assert!(checkpoints(&program).is_empty());
}

#[test]
fn a_refused_arrival_leaves_the_others() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "Rounds.java").instrument_with(&["--instance", "all"]);
        let output = captured(&program, &["3", "2"]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            said.starts_with("jcp: refused: java.lang.Thread: a live thread that jcp was told no chain of"),
            "{said}"
        );
        // the last one is for the next run, which is to capture the thread
        assert_eq!(checkpoints(&program), ["app.1.jcp", "app.3.jcp", "app.jcp.threads"]);
        replays_equally(&program, &String::from_utf8_lossy(&output.stdout), Some("3"), 3);
    }
}

#[test]
fn verify_takes_one() {
    let program = program(&common::any_jdk(), "Rounds.java");
    let mut jcp = common::jcp();
    jcp.args(["verify", "--strict"]).arg(&program.jar).args(["--region", &program.region, "--instance", "every:30s"]);
    let output = jcp.output().expect("jcp runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("--instance every:30s: this command takes one checkpoint only"), "{said}");
}

/// As the program holds an object by a weak reference alone, each look at what the root reaches begins with a garbage collection, which
/// the JVM's log shows.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn entries_of_the_root_that_lead_to_no_wanted_arrival_cost_nothing() {
    let jdk = common::any_jdk();
    let folder = tempfile::tempdir().expect("a folder");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/differential/below_main_often/Main.java");
    let line = common::line(&std::fs::read_to_string(&source).expect("the source"), "here");
    let classes = common::compile_files(&jdk, &[source], &folder.path().join("classes"), &[]);
    let region = format!("{line}, Main, Main.root; Main.work &");
    let mut jcp = common::jcp();
    jcp.args(["instrument", "--main", "Main", "--instance", "25", "--region", &region, "--classpath"]).arg(&classes);
    common::succeed(jcp.arg("--jdk").arg(&jdk.home).arg("-o").arg(folder.path()));
    let run = |kind: &str| {
        let mut java = common::java(&jdk);
        java.arg(format!("-Xlog:gc:file={kind}.log")).arg("-cp");
        java.arg(std::env::join_paths([&folder.path().join(format!("Main-{kind}")), &classes]).expect("a class path"));
        let output = common::succeed(java.arg("Main").current_dir(folder.path()));
        let log = std::fs::read_to_string(folder.path().join(format!("{kind}.log"))).expect("the log");
        (String::from_utf8_lossy(&output.stdout).into_owned(), log.matches("(System.gc())").count())
    };
    let ((captured, at_capture), (replayed, at_replay)) = (run("capture"), run("replay"));
    assert_eq!(replayed, captured, "what is above the root runs again");
    assert!(at_capture <= 2 && at_replay <= 2, "{at_capture} and {at_replay} collections");
}
