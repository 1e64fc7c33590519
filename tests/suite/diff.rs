//! `jcp diff`: what it says of two runs of `Compared`, each word of whose arguments changes one thing before the checkpoint.
//!
//! All runs have the same number of words, since these are in the checkpoint as well.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::runtime_support::Program;

use crate::common;
use crate::runtime_support;

/// Runs the capturing jar with one word, into a checkpoint of that name.
fn captured(program: &Program, word: &str) -> PathBuf {
    let file = program.folder.path().join(format!("{word}.jcp"));
    common::succeed(program.run("capture").arg(word).env("JCP_CHECKPOINT", &file));
    file
}

fn diff(program: &Program, a: &Path, b: &Path, more: &[&str]) -> Output {
    let mut jcp = common::jcp();
    jcp.arg("diff").args([a, b]).arg("--jar").arg(program.output_jar("capture")).args(more);
    jcp.output().expect("jcp runs")
}

/// What differs from a run with the word `none`, without the word itself and without what is in no object: making a key of
/// another class may take an identity hash.
fn changed_by(program: &Program, none: &Path, word: &str) -> String {
    let output = diff(program, none, &captured(program, word), &[]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let (differences, total) = text.trim_end().rsplit_once('\n').expect("two lines");
    assert!(total.ends_with("difference") || total.ends_with("differences"), "{total}");
    let wanted = |line: &&str| !line.starts_with("static Compared.words") && !line.starts_with("the JVM: ");
    differences.lines().filter(wanted).collect::<Vec<_>>().join("\n")
}

/// How many references a path has: `Point[` is within a key.
fn depth(path: &str) -> usize {
    path.matches('→').count() + path.matches('[').count() - path.matches("Point[").count()
}

#[test]
fn each_change_is_one_difference_by_access_path() {
    for jdk in common::jdks_in_turn() {
        let program = runtime_support::program(&jdk, "Compared.java").instrument();
        let none = captured(&program, "none");
        let said = |word| changed_by(&program, &none, word);
        insta::allow_duplicates! {
            insta::assert_snapshot!(said("limit"), @r##"
            static Compared.limit: 1.5 | 2.5
            "##);
            insta::assert_snapshot!(said("local"), @r##"
            Compared.after local "count": 4 | 5
            "##);
            insta::assert_snapshot!(said("name"), @r##"
            Compared.after local "name": "name" | "other"
            "##);
            insta::assert_snapshot!(said("map"), @r##"
            static Compared.map → order of the entries: "k11" comes first | "k33" comes first
            static Compared.map["k7"]: 7 | 8
            static Compared.map["k40"]: – | 40
            "##);
            insta::assert_snapshot!(said("points"), @r##"
            static Compared.points[Compared$Point[x=3, y=-3]]: "p3" | "other"
            static Compared.points[Compared$Point[x=4, y=-4]]: "p4" | –
            "##);
            insta::assert_snapshot!(said("order"), @r##"
            static Compared.linked → order of the entries: "a" comes first | "b" comes first
            "##);
            insta::assert_snapshot!(said("tree"), @r##"
            static Compared.tree[0]: Compared$Box | –
            static Compared.tree[5] → Compared$Box.inner: null | Compared$Box
            "##);
            insta::assert_snapshot!(said("concurrent"), @r##"
            static Compared.concurrent["c3"]: "v" | "w"
            "##);
            insta::assert_snapshot!(said("set"), @r##"
            static Compared.set["new"]: – | "new"
            "##);
            insta::assert_snapshot!(said("list"), @r##"
            static Compared.list[3]: – | "inserted"
            "##);
            insta::assert_snapshot!(said("boxes"), @r##"
            static Compared.boxes[0] → Compared$Box.colour: Compared$Colour.RED | Compared$Colour.GREEN
            static Compared.boxes[0] → Compared$Box.either: java.util.ArrayList | java.util.LinkedList
            static Compared.boxes[1] → Compared$Box.number: 1 | 2
            static Compared.boxes[1] → Compared$Box.numbers[2]: 3 | 7 (and 1 more)
            static Compared.boxes[1] → Compared$Box.objects[1]: "b" | "c"
            static Compared.boxes[1] → Compared$Box.objects[2]: – | null
            "##);
            insta::assert_snapshot!(said("deque"), @"");
            insta::assert_snapshot!(said("text"), @r##"
            static Compared.text → text: "text" | "text more"
            "##);
            insta::assert_snapshot!(said("sharing"), @r##"
            static Compared.right: an object compared before | another object
            "##);
        }
    }
}

#[test]
fn two_runs_alike_are_equal() {
    for jdk in common::jdks_in_turn() {
        let program = runtime_support::program(&jdk, "Compared.java").instrument();
        let first = captured(&program, "none");
        let second = program.folder.path().join("second.jcp");
        std::fs::rename(&first, &second).expect("renamed");
        let output = diff(&program, &captured(&program, "none"), &second, &[]);
        assert_eq!(String::from_utf8_lossy(&output.stdout), "equal\n");
        assert_eq!(output.status.code(), Some(0));
    }
}

/// The frames of one method are told apart: its locals have another value in each.
#[test]
fn a_checkpoint_within_a_recursion_is_equal_to_itself() {
    let mut program = runtime_support::program(&common::any_jdk(), "Chained.java");
    program.region = program.region.replace("Chained.after &", "Chained.after:18; Chained.after:18; Chained.after &");
    let program = program.instrument();
    let file = captured(&program, "none");
    let output = diff(&program, &file, &file, &[]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "equal\n");
    let mut jcp = common::jcp();
    let output = common::succeed(jcp.arg("inspect").arg(&file).arg("--jar").arg(program.output_jar("capture")));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    for kept in [14, 16, 18] {
        assert!(text.contains(&format!("local \"kept\" = {kept}")), "{text}");
    }
}

#[test]
fn the_limit_bounds_what_is_shown_and_json_tells_all_about_it() {
    let program = runtime_support::program(&common::any_jdk(), "Compared.java").instrument();
    let (none, boxes) = (captured(&program, "none"), captured(&program, "boxes"));
    let text = diff(&program, &none, &boxes, &["--limit", "1"]).stdout;
    let text = String::from_utf8_lossy(&text).into_owned();
    let output = diff(&program, &none, &boxes, &["--json"]);
    let said: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let total = said["differences"].as_array().expect("a list").len();
    assert_eq!((&said["total"], &said["result"]), (&total.into(), &"different".into()));
    assert!(text.ends_with(&format!("{total} differences, 1 shown; --limit N shows N\n")), "{text}");
    assert_eq!(text.lines().count(), 2);
    let lengths: Vec<usize> = said["differences"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|difference| difference["kind"] == "value")
        .map(|difference| depth(difference["path"].as_str().expect("a path")))
        .collect();
    assert!(lengths.is_sorted(), "shortest paths first: {lengths:?}");
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn checkpoints_of_other_plans_are_compared_by_name_or_refused() {
    let jdk = common::any_jdk();
    let program = runtime_support::program(&jdk, "Compared.java").instrument();
    let none = captured(&program, "none");
    let mut other = runtime_support::program(&jdk, "Compared.java");
    let (line, rest) = other.region.split_once(',').expect("a line");
    let next = line.parse::<u32>().expect("a number") + 1;
    let (old, region) = (line.to_owned(), format!("{next},{rest}"));
    other.region = region;
    let other = other.instrument_with(&["--statics", "read"]);
    let limit = captured(&other, "limit");
    let named = diff(&program, &none, &limit, &["--jar", &other.output_jar("replay").display().to_string()]);
    let (text, notes) = (String::from_utf8_lossy(&named.stdout), String::from_utf8_lossy(&named.stderr));
    assert!(text.contains("static Compared.limit: 1.5 | 2.5\n"), "{text}");
    assert!(text.contains(&format!("frame 1: Compared.after:{old} | Compared.after:{next}\n")), "{text}");
    assert!(notes.contains("belong to different plans"), "{notes}");
    let alone = tempfile::tempdir().expect("a folder");
    let lone = alone.path().join("limit.jcp");
    std::fs::copy(&limit, &lone).expect("a checkpoint with no jar beside it");
    let unnamed = diff(&program, &none, &lone, &[]);
    let notes = String::from_utf8_lossy(&unnamed.stderr);
    assert!(notes.contains("frames are not compared"), "{notes}");
    let foreign = runtime_support::program(&jdk, "Small.java").capture();
    let refused = diff(&program, &none, &foreign.checkpoint(), &[]);
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(
        refused.status.code() == Some(3) && said.contains("no local and no static field of the same name"),
        "{said}"
    );
}
