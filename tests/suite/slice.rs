//! Slices of small programs, against what each line can do: lines that must be in a slice, since a change there changes the
//! criterion's value, and lines that must not, since no change there does. The programs are tests/java/slice; constants stand
//! in statics from line 2 on, so that each has a line.

use crate::common;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// What must be in a slice, and what must not.
struct Lines {
    must: &'static [u64],
    must_not: &'static [u64],
}

/// Compiles one of the programs; of `S8 without X` the one without that piece of text.
pub fn compiled(program: &str, folder: &Path) -> (jcp::driver::jdk::JdkHome, PathBuf) {
    let jdk = common::any_jdk();
    let (name, without) = program.split_once(" without ").unwrap_or((program, ""));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/java/slice/{name}.java"));
    let text = std::fs::read_to_string(source).expect("a source");
    assert!(text.contains(without), "{name} has no {without}");
    let at = text.rfind(without).expect("a place");
    let text = format!("{}{}", &text[..at], &text[at + without.len()..]);
    let classes = common::compile(&jdk, &[(&format!("{name}.java"), &text)], folder);
    (jdk, classes)
}

/// What was asked, by program, criterion and options, and the answers.
static ANSWERS: Mutex<BTreeMap<String, Value>> = Mutex::new(BTreeMap::new());

/// `jcp slice` of a program: its answer as JSON. Several tests ask the same.
fn slice(program: &str, at: &str, options: &[&str]) -> Value {
    let asked = format!("{program} {at} {options:?}");
    let answers = || ANSWERS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = answers().get(&asked).cloned();
    known.unwrap_or_else(|| {
        let answer = slice_anew(program, at, options);
        answers().insert(asked, answer.clone());
        answer
    })
}

fn slice_anew(program: &str, at: &str, options: &[&str]) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    let (jdk, classes) = compiled(program, folder.path());
    let program = program.split(' ').next().expect("a name");
    let mut jcp = common::jcp();
    jcp.args(["slice", "--json", "--main", program, "--at", at]).arg("--classpath").arg(classes);
    let output = jcp.args(options).arg("--jdk").arg(&jdk.home).output().expect("jcp runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{program}: {said}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The lines of the program in an answer.
fn lines(answer: &Value) -> BTreeSet<u64> {
    let lines = answer["lines"].as_array().expect("lines").iter();
    lines.map(|line| line["line"].as_u64().expect("a number")).collect()
}

fn check(program: &str, at: &str, options: &[&str], expected: &Lines) {
    let found = lines(&slice(program, at, options));
    let missing: Vec<&u64> = expected.must.iter().filter(|line| !found.contains(line)).collect();
    let wrong: Vec<&u64> = expected.must_not.iter().filter(|line| found.contains(line)).collect();
    assert!(missing.is_empty() && wrong.is_empty(), "{program}: missing {missing:?}, wrong {wrong:?} in {found:?}");
}

#[test]
fn a_call_returns_to_where_it_came_from() {
    check("S1", "13, S1", &[], &Lines { must: &[2, 5, 9, 11, 13], must_not: &[3, 10, 12] });
    // without that, the other call's argument is in the slice, too: the test can fail
    let insensitive = lines(&slice("S1", "13, S1", &["--level", "insensitive"]));
    assert!(insensitive.contains(&3) && insensitive.contains(&10), "{insensitive:?}");
}

#[test]
fn a_callee_that_writes_hides_earlier_writes() {
    check("S2", "12, S2", &[], &Lines { must: &[3, 6, 11, 12], must_not: &[2, 10] });
}

#[test]
fn recursion_keeps_its_callers_apart() {
    check("S3", "13, S3", &[], &Lines { must: &[2, 5, 6, 7, 11, 13], must_not: &[3, 12] });
}

#[test]
fn a_call_that_may_throw_decides_what_comes_after_it() {
    check("S4", "19, S4", &[], &Lines { must: &[2, 6, 7, 11, 14, 15, 19], must_not: &[3, 12, 17] });
}

#[test]
fn fields_are_told_apart_by_object() {
    check("S5", "15, S5", &[], &Lines { must: &[2, 9, 12, 15], must_not: &[3, 4, 10, 11, 13, 14] });
    check("S5", "15, S5", &["--thin"], &Lines { must: &[2, 12, 15], must_not: &[3, 4, 9, 10, 11, 13, 14] });
}

/// The JDK has one array for all lists, and its exceptions print each object there is: neither ties a list to another one.
#[test]
fn lists_that_are_made_at_different_places_do_not_mix() {
    let expected = Lines { must: &[2, 23, 31, 32], must_not: &[3, 4, 8, 12, 22, 24, 25, 26, 27, 28, 29, 30] };
    check("TwoLists", "32, TwoLists", &["--thin"], &expected);
}

#[test]
fn what_another_thread_writes_is_followed() {
    check("S7", "17, S7", &[], &Lines { must: &[3, 9, 14, 15, 17], must_not: &[4, 18] });
    check("S8 without synchronized (L)", "18, S8", &[], &Lines { must: &[2, 3, 10, 11, 16, 18], must_not: &[] });
}

/// The main thread writes `y` after it reads `x`, so what the other thread makes of `y` comes too late; in a loop it does not.
#[test]
fn no_path_goes_back_in_time() {
    check("S6", "14, S6", &[], &Lines { must: &[8, 9, 13, 14], must_not: &[2, 15] });
    check("S6L", "15, S6L", &[], &Lines { must: &[2, 8, 9, 13, 14, 15, 16], must_not: &[] });
    check("S10", "19, S10", &[], &Lines { must: &[2, 7, 12, 13, 17, 18, 19], must_not: &[3, 20] });
    // without the order of steps, the late write is in the slice, too: the test can fail
    let iterated = slice("S6", "14, S6", &["--level", "two-phase"]);
    assert_eq!(iterated["level"], "iterated two-phase");
    assert!(lines(&iterated).contains(&15), "{iterated}");
}

#[test]
fn what_a_lock_hides_is_left_out() {
    check("S8", "18, S8", &[], &Lines { must: &[3, 11, 16, 18], must_not: &[2, 10] });
}

/// Threads that are started in a loop read what others of them write; a single one does not read its own later write.
#[test]
fn several_threads_interfere_with_each_other() {
    check("S9", "10, S9$T", &[], &Lines { must: &[2, 3, 4, 10, 11, 15, 16, 17, 18, 19], must_not: &[] });
    check(
        "S9 without for (int i = 0; i < 2; i++)",
        "10, S9$T",
        &[],
        &Lines { must: &[2, 4, 10, 15, 16, 18, 19], must_not: &[3, 11] },
    );
}

#[test]
fn lines_are_nearest_first_and_say_why() {
    let answer = slice("S1", "13, S1", &[]);
    assert_eq!(answer["level"], "two-phase");
    let lines = answer["lines"].as_array().expect("lines");
    assert_eq!((&lines[0]["line"], &lines[0]["because"]), (&13.into(), &Value::Null));
    let distances: Vec<u64> = lines.iter().map(|line| line["distance"].as_u64().expect("a number")).collect();
    assert!(distances.is_sorted(), "{distances:?}");
    let of_constant = lines.iter().find(|line| line["line"] == 2).expect("the constant");
    assert_eq!((&of_constant["because"]["kind"], &of_constant["because"]["line"]), (&"heap".into(), &9.into()));
}

/// What cannot be sliced is said in one line, with what could be meant.
#[test]
fn bad_criteria_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let (jdk, classes) = compiled("S1", folder.path());
    for (at, more, wanted) in [
        ("13", &[][..], "expected `,` and the class"),
        ("3000, S1", &[], "no code on line 3000 of S1"),
        ("13, S7", &[], "no class `S7` in the program"),
        ("@9999, S1", &[], "no instruction starts at offset 9999"),
        ("1, S1", &[], "never runs"),
        ("13, S1", &["--var", "zz"], "no variable `zz`"),
    ] {
        let mut jcp = common::jcp();
        jcp.args(["slice", "--main", "S1", "--at", at]).arg("--classpath").arg(&classes).args(more);
        let output = jcp.arg("--jdk").arg(&jdk.home).output().expect("jcp runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(4), "{at}: {said}");
        assert!(said.contains(wanted), "{at}: {said}");
    }
}

/// What a line influences, and by which lines: the constant of line 2 goes by line 9 through the first call to line 13.
#[test]
fn forward_slices_and_chops_lead_from_a_line() {
    let forward = slice("S1", "9, S1", &["--forward"]);
    let found = lines(&forward);
    assert!([9, 11, 5, 13].iter().all(|line| found.contains(line)), "{forward}");
    assert!(![2, 3, 10, 12].iter().any(|line| found.contains(line)), "{forward}");
    assert_eq!(forward["direction"], "forward");
    let mut jcp = common::jcp();
    let folder = tempfile::tempdir().expect("a folder");
    let (jdk, classes) = compiled("S1", folder.path());
    jcp.args(["slice", "--json", "--main", "S1", "--chop", "9, S1..13, S1"]).arg("--classpath").arg(classes);
    let output = jcp.arg("--jdk").arg(&jdk.home).output().expect("jcp runs");
    let chop: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let found = lines(&chop);
    assert!([9, 11, 5, 13].iter().all(|line| found.contains(line)), "{chop}");
    assert!(![2, 3, 10, 12].iter().any(|line| found.contains(line)), "{chop}");
}

/// A call by a handle of a call site, which the analysis does not know, is told, and one by a handle that it knows is not.
#[test]
fn calls_by_handles_that_are_not_known_are_told() {
    let answer = slice("S11", "15, S11", &[]);
    let notes = answer["notes"].to_string();
    assert!(
        notes.contains("S11.main(java.lang.String[]):15 calls java.lang.invoke.MethodHandle.invokeExact"),
        "{notes}"
    );
    assert!(!notes.contains(":14"), "{notes}");
    let answer = slice("S1", "13, S1", &[]);
    assert!(!answer["notes"].to_string().contains("handles"), "{answer}");
}

/// Each step of the ladder has all lines of the one before it.
#[test]
fn less_exact_slices_contain_more_exact_ones() {
    let programs = [("S1", "13, S1"), ("S6", "14, S6"), ("S8", "18, S8"), ("S10", "19, S10")];
    // without threads and with some
    for (program, at) in &programs[..if common::all() { 4 } else { 2 }] {
        let steps = ["contexts", "two-phase", "insensitive"];
        let found = steps.map(|level| lines(&slice(program, at, &["--level", level])));
        assert!(found[0].is_subset(&found[1]) && found[1].is_subset(&found[2]), "{program}: {found:?}");
        let thin = lines(&slice(program, at, &["--thin"]));
        let data = lines(&slice(program, at, &["--data-only"]));
        assert!(thin.is_subset(&data) && data.is_subset(&found[0]), "{program}: {thin:?} {data:?}");
    }
}
