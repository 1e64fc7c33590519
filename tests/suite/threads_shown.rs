//! What tools show of threads that wait at the checkpoint: `jcp inspect`, `diff` and `report` name each with where it waits, its frames and
//! their values; `jcp refresh` finds them; a checkpoint belongs to the jars with its chains.
//!
//! The program is `Shown`.

use std::path::{Path, PathBuf};
use std::process::Output;

use jcp::driver::jdk::JdkHome;
use serde_json::{Value, json};

use crate::common;
use crate::runtime_support::{self, Program};

const SOURCE: &str = include_str!("../java/runtime/Shown.java");

fn line(mark: &str) -> usize {
    common::line(SOURCE, mark)
}

/// The chains of both threads.
pub fn chains() -> [String; 2] {
    let run = |mark| format!("Shown$Consumer.run:{}; ", line(mark));
    [
        format!("{}Shown.consume:{}; java.util.concurrent.BlockingQueue.take", run("call"), line("take")),
        format!("{}java.util.concurrent.CountDownLatch.await", run("never")),
    ]
}

/// The jars of the program, with the chains of both threads.
pub fn instrumented(jdk: &JdkHome) -> Program {
    let [consumer, other] = chains();
    runtime_support::program(jdk, "Shown.java").instrument_with(&["--threads", &consumer, "--threads", &other])
}

/// Runs the capturing jar into a checkpoint of that name.
pub fn captured(program: &Program, name: &str, words: &[&str]) -> PathBuf {
    let file = program.folder.path().join(format!("{name}.jcp"));
    common::succeed(program.run("capture").args(words).env("JCP_CHECKPOINT", &file));
    assert!(file.is_file(), "no checkpoint was written");
    file
}

fn jcp(command: &str, files: &[&Path], more: &[&str]) -> Output {
    common::jcp().arg(command).args(files).args(more).output().expect("jcp runs")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn inspect_names_each_thread_with_its_frames() {
    for jdk in common::jdks_in_turn() {
        let program = instrumented(&jdk);
        let file = captured(&program, "a", &["aa", "other"]);
        let capture = program.output_jar("capture");
        let jar = ["--jar", &capture.display().to_string()];
        let said = text(&jcp("inspect", &[&file], &jar));
        for expected in [
            "thread    \"consumer\" waits in java.util.concurrent.BlockingQueue.take; the call is made again; priority 5\n",
            &format!("  frame 0   Shown$Consumer.run:{}  ", line("call")),
            &format!("  frame 1   Shown.consume:{}  ", line("take")),
            "local \"word\" = object ",
            "local \"sum\" = 21, ",
            "thread    \"other\" waits in java.util.concurrent.CountDownLatch.await; the call is made again; priority 5\n",
        ] {
            assert!(said.contains(expected), "{expected}: {said}");
        }
        let whole = text(&jcp("inspect", &[&file], &[jar[0], jar[1], "--json"]));
        let said: Value = serde_json::from_str(&whole).expect("JSON");
        let consumer = &said["threads"][0];
        assert_eq!((&consumer["name"], &consumer["goes_on"]), (&json!("consumer"), &json!("again")), "{consumer}");
        assert_eq!(consumer["methods"][1], json!({ "method": "Shown.consume", "line": line("take") }));
        let slots = consumer["frames"][1].as_array().expect("slots").iter();
        assert!(slots.clone().any(|slot| slot["name"] == "local \"sum\"" && slot["value"] == 21), "{consumer}");
        let path = text(&jcp("inspect", &[&file], &[jar[0], jar[1], "--path", "Box"]));
        assert!(path.ends_with("\nthread \"consumer\" Shown.consume local \"box\"\n"), "{path}");
        // without the jar places have numbers
        let moved = tempfile::tempdir().expect("a folder");
        let alone = moved.path().join("alone.jcp");
        std::fs::copy(&file, &alone).expect("a copy");
        let path = jcp("inspect", &[&alone], &["--path", "Shown$Box"]);
        assert!(text(&path).contains("\nthread \"consumer\" frame 1 slot "), "{path:?}");
    }
}

#[test]
fn diff_compares_threads_by_their_names() {
    let program = instrumented(&common::any_jdk());
    let [first, again, changed, more] =
        [("a", ["aa", "aa"]), ("b", ["aa", "aa"]), ("c", ["bb", "aa"]), ("d", ["aa", "cc"])]
            .map(|(name, words)| captured(&program, name, &words));
    let jar = program.output_jar("capture").display().to_string();
    let diff = |a: &Path, b: &Path| {
        let output = jcp("diff", &[a, b], &["--jar", &jar]);
        let of_arguments = |line: &&str| !line.starts_with("Shown.main") && !line.ends_with("differences");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        said.lines().filter(of_arguments).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(diff(&first, &again), ["equal"]);
    let said = diff(&first, &changed);
    assert!(
        said.contains(&"thread \"consumer\" Shown.consume local \"word\": \"aa\" | \"bb\"".to_owned()),
        "{said:#?}"
    );
    let said = diff(&first, &more);
    let waits = "waits in java.util.concurrent.CountDownLatch.await";
    for expected in [format!("thread \"aa\": {waits} | –"), format!("thread \"cc\": – | {waits}")] {
        assert!(said.contains(&expected), "{said:#?}");
    }
    assert_eq!(said.len(), 2, "{said:#?}");
}

#[test]
fn the_page_has_the_threads_with_their_values() {
    let program = instrumented(&common::any_jdk());
    let file = captured(&program, "a", &["aa"]);
    let page = program.folder.path().join("report.html");
    let report = |more: &[&str]| {
        let mut jcp = common::jcp();
        jcp.arg("report").arg(&program.jar).args(["--region", &program.region]).arg("--jdk").arg(&program.jdk.home);
        let [consumer, other] = chains();
        common::succeed(jcp.args(["--threads", &consumer, "--threads", &other]).args(more).arg("-o").arg(&page));
        std::fs::read_to_string(&page).expect("a page")
    };
    let without = report(&[]);
    assert!(without.contains("java.util.concurrent.CountDownLatch.await"), "{without}");
    assert!(!without.contains("consumer&quot;"), "{without}");
    let with = report(&["--checkpoint", &file.display().to_string()]);
    for expected in [
        "<b>thread &quot;consumer&quot;</b>: the call is made again; priority 5",
        &format!("<code>Shown.consume:{}</code>", line("take")),
        "local &quot;word&quot;</th><td><code>&quot;aa&quot;</code>",
    ] {
        assert!(with.contains(expected), "{expected}: {with}");
    }
}

#[test]
fn refresh_makes_jars_with_the_threads_that_the_last_run_was_refused_for() {
    let program = runtime_support::program(&common::any_jdk(), "Shown.java");
    let folder = program.folder.path();
    let refresh = || {
        let mut jcp = common::jcp();
        jcp.arg("refresh").arg(&program.jar).args(["--region", &program.region, "--json", "-o"]).arg(folder);
        jcp.arg("--checkpoint").arg(program.checkpoint()).arg("--jdk").arg(&program.jdk.home);
        let said: Value = serde_json::from_slice(&common::succeed(&mut jcp).stdout).expect("JSON");
        (said["next"].as_str().expect("a word").to_owned(), said["why"].as_str().expect("a reason").to_owned())
    };
    let run = || text(&common::succeed(program.run("next").arg("aa")));
    let note = program.work().join("app.jcp.threads");
    assert_eq!(refresh().0, "capture");
    assert!(run().contains("instrument with --threads"));
    assert!(note.is_file(), "the chain is left beside the checkpoint");
    let (next, why) = refresh();
    assert_eq!(next, "capture");
    assert!(why.contains("now with --threads 'Shown$Consumer.run:"), "{why}");
    assert_eq!(refresh().1, format!("there is no checkpoint {} yet", program.checkpoint().display()), "said once");
    assert_eq!(run(), "here\naagot211000\n");
    assert!(!note.exists(), "a capture removes it");
    assert_eq!(refresh(), ("replay".to_owned(), "the program has not changed".to_owned()));
    assert_eq!(run(), "here\naagot211000\n");
}

/// Chains are known by numbers in a checkpoint.
#[test]
fn a_checkpoint_belongs_to_the_jars_with_its_chains() {
    let program = instrumented(&common::any_jdk());
    let file = captured(&program, "a", &["aa"]);
    let [consumer, other] = chains();
    let program = program.instrument_with(&["--threads", &other, "--threads", &consumer]);
    runtime_support::assert_cannot_replay(&program.replay(&file), "belongs to another program, region");
}
