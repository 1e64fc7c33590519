//! A checkpoint of an older version of a program with other threads: `jcp instrument --since` and `jcp refresh`.
//!
//! The threads go on from their places in the edited program, whose lines have moved, if all code that they may have run is the same; else
//! each change of it is a reason to refuse.

use std::path::Path;
use std::process::Output;

use jcp::driver::jdk::JdkHome;

use crate::common;
use crate::runtime_support::Program;

const SOURCE: &str = include_str!("../java/since_threads/Main.java");

/// Edits of code that runs after the start alone; lines move.
const FITTING: &[(&str, &str)] = &[
    ("import java.util.concurrent.BlockingQueue;\n", "// lines move\n\nimport java.util.concurrent.BlockingQueue;\n"),
    ("\"reported\"); // edit", "\"again \" + Later.words(70000)); // edit"),
    (
        "    static class Busy",
        "    static class Later {\n        static String words(int n) {\n            return n + \" \" + OUT.size();\n        }\n    }\n\n    static class Busy",
    ),
];

/// Edits of what other threads may have run, and the reasons.
const MISFITS: &[(&str, &str, &str)] = &[
    ("\"<\" + s", "\"(\" + s", "Main$Consumer.process changed in code that may run before the checkpoint"),
    ("pass(7)); // passes", "pass(8)); // passes", "Main$Guest.run changed in code that may run before the checkpoint"),
    ("enter(s, k) + s;", "enter(s, k) + k;", "Main$Guest.pass changed in code that may run before the checkpoint"),
    ("return \"in \" + s", "return \"in\" + s", "Main.enter changed in code that may run before the checkpoint"),
    ("\"busy \" + (mine", "\"busy\" + (mine", "Main$Busy.run changed in code that may run before the checkpoint"),
    (
        "int n; // count",
        "long n; // count",
        "Main$Consumer may be loaded before the checkpoint and has different instance",
    ),
];

fn edited(edits: impl IntoIterator<Item = (&'static str, &'static str)>) -> String {
    edits.into_iter().fold(SOURCE.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    })
}

/// The version with this source in a folder of its own, with its region.
fn version(jdk: &JdkHome, text: &str) -> Program {
    let folder = tempfile::tempdir().expect("a folder");
    let region = format!("{}, Main, Main.main; Main.report &", common::line(text, "start"));
    let program = Program { jdk: jdk.clone(), jar: folder.path().join("app.jar"), region, folder };
    pack(&program, text);
    std::fs::create_dir(program.work()).expect("a folder");
    program
}

fn pack(program: &Program, text: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    common::pack(&common::compile(&program.jdk, &[("Main.java", text)], folder.path()), Some("Main"), &program.jar);
}

/// The chains of the threads.
fn chains() -> [String; 3] {
    let line = |mark| common::line(SOURCE, mark);
    [
        format!("Main$Consumer.run:{}; java.util.concurrent.BlockingQueue.take", line("take")),
        format!(
            "Main$Guest.run:{}; Main$Guest.pass:{}; Main.enter:{}; java.lang.Object.monitorenter",
            line("passes"),
            line("enters"),
            line("entered")
        ),
        format!("Main$Busy.run:{}", line("busy")),
    ]
}

/// The first version, which has run up to the start.
fn captured(jdk: &JdkHome) -> Program {
    let chains = chains();
    let options: Vec<&str> = chains.iter().flat_map(|chain| ["--threads", chain]).collect();
    let program = version(jdk, SOURCE).instrument_with(&options);
    common::succeed(&mut program.run("capture"));
    assert!(program.checkpoint().is_file(), "no checkpoint was written");
    program
}

fn renew(older: &Program, newer: &Program) -> Output {
    let mut jcp = common::jcp();
    jcp.arg("instrument").arg(&newer.jar).args(["--region", &newer.region, "--jdk"]).arg(&newer.jdk.home);
    jcp.arg("-o").arg(newer.folder.path()).arg("--since").arg(older.output_jar("capture")).output().expect("jcp")
}

/// What the edited program prints from the start on.
fn from_start(program: &Program) -> String {
    let mut java = common::java(&program.jdk);
    let output = common::succeed(java.arg("-jar").arg(&program.jar));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    said[said.find("start\n").expect("the start")..].to_owned()
}

fn replayed(program: &Program, checkpoint: &Path) -> String {
    let output = program.replay(checkpoint);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn threads_go_on_in_the_edited_program() {
    for jdk in common::jdks_in_turn() {
        let older = captured(&jdk);
        let newer = version(&jdk, &edited(FITTING.iter().copied()));
        let output = renew(&older, &newer);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let original = from_start(&newer);
        assert!(original.contains("again 70000 0\n") && original.contains("in guest7guest\n"), "{original}");
        assert_eq!(replayed(&newer, &older.checkpoint()), original, "JDK {}", jdk.version);
    }
}

#[test]
fn a_change_of_what_other_threads_may_have_run_is_refused() {
    let jdk = common::any_jdk();
    let older = captured(&jdk);
    let newer = version(&jdk, &edited(MISFITS.iter().map(|(from, to, _)| (*from, *to))));
    let output = renew(&older, &newer);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{said}");
    let missing: Vec<_> =
        MISFITS.iter().map(|(_, _, reason)| reason).filter(|reason| !said.contains(**reason)).collect();
    assert!(missing.is_empty(), "{missing:?}: {said}");
    assert!(!newer.output_jar("replay").exists());
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn refresh_replays_an_edited_program_with_threads() {
    let program = version(&common::any_jdk(), SOURCE);
    let refresh = || {
        let mut jcp = common::jcp();
        jcp.arg("refresh")
            .arg(&program.jar)
            .args(["--region", "Main.report", "--json", "-o"])
            .arg(program.folder.path());
        jcp.arg("--checkpoint").arg(program.checkpoint()).arg("--jdk").arg(&program.jdk.home);
        let said: serde_json::Value = serde_json::from_slice(&common::succeed(&mut jcp).stdout).expect("JSON");
        said["why"].as_str().expect("a reason").to_owned()
    };
    let run = || String::from_utf8_lossy(&common::succeed(&mut program.run("next")).stdout).into_owned();
    assert_eq!(refresh(), "there are no jars of this program yet");
    run();
    assert!(refresh().contains("now with --threads"));
    run();
    assert_eq!(refresh(), "the program has not changed");
    pack(&program, &edited(FITTING.iter().copied()));
    assert_eq!(refresh(), "the program changed only after the checkpoint");
    assert_eq!(run(), from_start(&program));
}
