//! `jcp slice --stack` and `--region`: slices that keep to the calls of a stack trace, and such that end at a checkpoint. The traces are those
//! that a JVM prints. The programs are tests/java/slice; their constants are statics from line 2 on.

use crate::common;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Output;

/// A compiled program.
struct Compiled {
    folder: tempfile::TempDir,
    classes: PathBuf,
    main: &'static str,
}

impl Compiled {
    fn of(main: &'static str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/java/slice/{main}.java"));
        let classes = common::compile_files(&common::any_jdk(), &[source], &folder.path().join("c"), &["-g"]);
        Self { folder, classes, main }
    }

    fn jcp(&self, options: &[&str]) -> Output {
        let mut jcp = common::jcp();
        jcp.args(["slice", "--main", self.main]).args(options).arg("--classpath").arg(&self.classes);
        jcp.arg("--jdk").arg(&common::any_jdk().home).output().expect("jcp runs")
    }

    fn slice(&self, options: &[&str]) -> Value {
        let output = self.jcp(&[&["--json"], options].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{options:?}: {said}");
        serde_json::from_slice(&output.stdout).expect("JSON")
    }

    /// What `jcp` says of bad input.
    fn refused(&self, options: &[&str], status: i32) -> String {
        let output = self.jcp(options);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(status), "{options:?}: {said}");
        said
    }

    /// What the program prints when it dies, in a file.
    fn trace(&self) -> String {
        let mut java = common::java(&common::any_jdk());
        let output = java.arg("-cp").arg(&self.classes).arg(self.main).output().expect("java runs");
        self.file(&String::from_utf8_lossy(&output.stderr))
    }

    fn file(&self, text: &str) -> String {
        let file = self.folder.path().join("trace.txt");
        std::fs::write(&file, text).expect("a file");
        file.display().to_string()
    }
}

fn lines(answer: &Value) -> BTreeSet<u64> {
    let lines = answer["lines"].as_array().expect("lines").iter();
    lines.map(|line| line["line"].as_u64().expect("a number")).collect()
}

/// What a slice needs of the captured state: what, name and method of each.
fn needs(answer: &Value) -> BTreeSet<String> {
    let word = |need: &Value, key: &str| need[key].as_str().unwrap_or_default().to_owned();
    let needs = answer["from"]["needs"].as_array().expect("needs").iter();
    needs.map(|need| format!("{} {} {}", word(need, "what"), word(need, "name"), word(need, "method"))).collect()
}

fn set<const N: usize>(lines: [u64; N]) -> BTreeSet<u64> {
    lines.into()
}

/// `down` calls itself on two lines. On the stack the second call of line 8 is none: so `a` is what line 19 gave for `b`. A slice of pairs of
/// methods would have lines 2, 4 and 5, since `down` calls `down` on both lines.
#[test]
fn a_stack_shrinks_the_slice_of_a_recursive_program() {
    let program = Compiled::of("Frames");
    let trace = program.trace();
    let answer = program.slice(&["--stack", &trace]);
    assert_eq!(lines(&answer), set([3, 7, 8, 9, 10, 12, 15, 16, 19]), "{answer}");
    let frames = ["Frames.crit:16", "Frames.down:12", "Frames.down:10", "Frames.down:8", "Frames.main:19"];
    assert_eq!(answer["stack"]["frames"], serde_json::json!(frames));
    assert_eq!(answer["stack"]["is_whole"], true);
    assert_eq!(answer["criterion"], "line 16 in Frames.crit(int)");
    let without = lines(&program.slice(&["--at", "16, Frames"]));
    assert!(lines(&answer).is_subset(&without) && without.is_superset(&set([2, 4, 5])), "{without:?}");
    // asked at a frame further up: what is below it does not count
    let above = lines(&program.slice(&["--stack", &trace, "--at", "12, Frames", "--var", "a"]));
    assert!(above.contains(&3) && above.is_disjoint(&set([2, 4, 5, 15, 16])), "{above:?}");
}

/// Frames of the JDK are passed over, and the thread that `run` begins was started by `main`.
#[test]
fn a_stack_goes_through_the_jdk_and_to_the_start_of_its_thread() {
    let program = Compiled::of("FramesBack");
    let trace = program.trace();
    let options = ["--stack", &trace, "--at", "16, FramesBack", "--data-only"];
    let answer = program.slice(&options);
    assert!(lines(&answer).is_superset(&set([3, 6, 10, 13, 16, 20])), "{answer}");
    assert!(!lines(&answer).contains(&2), "{answer}");
    assert_eq!(answer["stack"]["is_whole"], true);
    assert!(lines(&program.slice(&options[2..])).contains(&2));
}

/// A trace that was cut off: what called its last frame is not known.
#[test]
fn above_a_cut_trace_all_callers_count() {
    let program = Compiled::of("Frames");
    let cut = program.file("\tat app//Frames.crit(Frames.java:16)\n\tat Frames.down(Frames.java:12)\n\t... 3 more\n");
    let answer = program.slice(&["--stack", &cut]);
    assert_eq!(answer["stack"]["is_whole"], false);
    assert!(lines(&answer).is_superset(&set([2, 3, 4, 5])), "{answer}");
    let notes = answer["notes"].to_string();
    assert!(notes.contains("the trace ends with Frames.down:12"), "{notes}");
}

#[test]
fn bad_traces_are_told() {
    let program = Compiled::of("Frames");
    for (text, more, wanted) in [
        ("nothing", &[][..], "no stack trace in it"),
        ("at a.B.c(B.java:1)", &[], "no frame of the trace is in the program; the first one is a.B.c:1"),
        ("at Frames.up(Frames.java:1)", &[], "frame 1, Frames.up:1: class Frames has no method up"),
        ("at Frames.crit(Frames.java:8)", &[], "frame 1, Frames.crit:8: Frames.crit has no code on that line"),
        (
            "at a.B.c(B.java)\nat Frames.crit(Frames.java:16)\nat Frames.down(Frames.java:10)",
            &[],
            "frame 3, Frames.down:10: no call on its line leads to the frame below it, Frames.crit:16",
        ),
        ("at Frames.crit(Frames.java)", &[], "tells no line; name the line with --at"),
        ("at Frames.crit(Frames.java:16)", &["--at", "19, Frames"], "is in no frame of"),
    ] {
        let file = program.file(text);
        let said = program.refused(&[&["--stack", &file], more].concat(), 4);
        assert!(said.contains(wanted), "{text}: {said}");
    }
    let said =
        program.refused(&["--stack", &program.file("at Frames.crit(Frames.java:16)"), "--level", "insensitive"], 2);
    assert!(said.contains("tells no callers apart"), "{said}");
    let said = program.refused(&["--stack", "/nowhere/trace.txt"], 4);
    assert!(said.contains("cannot read /nowhere/trace.txt"), "{said}");
}

/// What only runs before the checkpoint is not in the slice; of the captured state only what the criterion needs is named.
#[test]
fn a_slice_ends_at_the_checkpoint() {
    let program = Compiled::of("Region");
    let options = ["--at", "31, Region", "--region", "20, Region.work"];
    let answer = program.slice(&options);
    assert_eq!(lines(&answer), set([14, 21, 22, 23, 30, 31]), "{answer}");
    let wanted =
        [wanted_local("local"), wanted_local("it"), "static Region.early ".into(), "field Region.part ".into()];
    assert_eq!(needs(&answer), BTreeSet::from(wanted), "{answer}");
    let early = answer["from"]["needs"].as_array().expect("needs").iter().find(|need| need["what"] == "static");
    assert_eq!(early.map(|need| need["because"]["line"].clone()), Some(14.into()), "{answer}");
    // without a checkpoint what was computed before is there: the test can fail
    assert!(lines(&program.slice(&options[..2])).is_superset(&set([2, 3, 10, 18, 29])));
    // the thin slice does not ask which object is meant
    let thin = program.slice(&[&options[..], &["--thin"]].concat());
    assert!(!needs(&thin).contains(&wanted_local("it")), "{thin}");
    let text = String::from_utf8(program.jcp(&options).stdout).expect("text");
    assert!(text.contains("local local of Region.work") && text.contains("Region:14 reads it"), "{text}");
}

fn wanted_local(name: &str) -> String {
    format!("local {name} Region.work(Region,int)")
}

/// In a loop the state is what the iterations before left, also where the same lines run again.
#[test]
fn a_checkpoint_in_a_loop_keeps_what_earlier_rounds_left() {
    let program = Compiled::of("RegionLoop");
    let region = ["--region", "10, RegionLoop.main"];
    let main = "RegionLoop.main(java.lang.String[])";
    let local = |name: &str| format!("local {name} {main}");
    let total = program.slice(&[&["--at", "16, RegionLoop"], &region[..]].concat());
    assert_eq!(lines(&total), set([9, 11, 12, 16]), "{total}");
    assert_eq!(
        needs(&total),
        BTreeSet::from([local("last"), local("i"), "static RegionLoop.total ".into()]),
        "{total}"
    );
    let dead = program.slice(&[&["--at", "14, RegionLoop", "--thin"], &region[..]].concat());
    assert_eq!(lines(&dead), set([9, 13, 14]), "{dead}");
    assert_eq!(needs(&dead), BTreeSet::from([local("i")]), "{dead}");
}

/// What the call of a site gives is made after the checkpoint, so what its local held before is not captured for it.
#[test]
fn a_local_that_the_call_of_a_site_makes_anew_is_not_kept() {
    let program = Compiled::of("RegionAnew");
    let answer =
        program.slice(&["--at", "15, RegionAnew", "--region", "7, RegionAnew, RegionAnew.main; RegionAnew.work"]);
    let local = |name: &str, method: &str| format!("local {name} RegionAnew.{method}");
    let wanted = [local("m", "work(int)"), local("i", "main(java.lang.String[])"), "static RegionAnew.B ".to_owned()];
    let found = needs(&answer);
    assert!(wanted.iter().all(|it| found.contains(it)), "{found:?}");
    assert!(!found.contains(&local("made", "main(java.lang.String[])")), "{found:?}");
}

/// A timed task and a thread that were started before the checkpoint may wait at it, and run after it; or they have left their values.
#[test]
fn timed_tasks_and_threads_run_after_the_checkpoint() {
    let program = Compiled::of("RegionTimed");
    let answer = program.slice(&["--at", "11, RegionTimed", "--data-only", "--region", "9, RegionTimed.work"]);
    assert!(lines(&answer).is_superset(&[14, 17].into()), "{answer}");
    let wanted = ["static RegionTimed.A ", "static RegionTimed.early "].map(str::to_owned);
    assert!(needs(&answer).is_superset(&wanted.into()), "{answer}");
}

/// A captured thread goes on from where it waits: what it did before is not in the slice, and the values in its frames are named.
#[test]
fn a_thread_with_a_chain_starts_where_it_waits() {
    let program = Compiled::of("RegionThreads");
    let threads =
        "RegionThreads$Consumer.run:17; RegionThreads$Consumer.serve:25; java.util.concurrent.BlockingQueue.take";
    let region = ["--at", "36, RegionThreads", "--region", "33, RegionThreads.work"];
    let without = program.slice(&region);
    assert!(lines(&without).is_superset(&[14, 15, 20, 29].into()), "{without}");
    let answer = program.slice(&[&region[..], &["--threads", threads]].concat());
    let found = lines(&answer);
    assert!(found.is_superset(&[25, 29, 34].into()) && found.is_disjoint(&[14, 15, 16, 20, 40].into()), "{answer}");
    let needed = needs(&answer);
    let wanted = ["local factor RegionThreads$Consumer.serve(int)", "static RegionThreads.begun "].map(str::to_owned);
    assert!(needed.is_superset(&wanted.into()), "{answer}");
    assert!(!needed.iter().any(|need| need.contains("RegionThreads.A") || need.contains("local own")), "{answer}");
    let said = program.refused(&[&region[..], &["--threads", "RegionThreads$Consumer.run:17"]].concat(), 4);
    assert!(said.contains("RegionThreads$Consumer.run:17"), "{said}");
    program.refused(&["--at", "36, RegionThreads", "--threads", threads], 2);
}

#[test]
fn the_page_names_the_captured_values() {
    let program = Compiled::of("Region");
    let page = program.folder.path().join("page.html").display().to_string();
    let output = program.jcp(&["--at", "31, Region", "--region", "20, Region.work", "--html", &page]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let page = std::fs::read_to_string(page).expect("a page");
    assert!(page.contains("Captured values") && page.contains("static Region.early"), "{page}");
}

#[test]
fn bad_regions_are_told() {
    let program = Compiled::of("Region");
    for (at, region, wanted) in [
        ("31, Region", "20, Rgion.work", "no class"),
        ("31, Region", "20, Region.wrk", "wrk"),
        ("31, Region", "3000, Region.work", "no code on line 3000"),
        ("18, Region", "20, Region.work", "line 18 in Region.work(Region,int) does not run after the checkpoint"),
        ("27, Region", "20, Region.work", "does not run after the checkpoint"),
    ] {
        let said = program.refused(&["--at", at, "--region", region], 4);
        assert!(said.contains(wanted), "{at}, {region}: {said}");
    }
    let said = program.refused(&["--at", "31, Region", "--region", "20, Region.work", "--forward"], 2);
    assert!(said.contains("--region"), "{said}");
}
