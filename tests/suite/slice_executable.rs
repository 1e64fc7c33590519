//! Reduced programs: they are what `jcp slice --executable` writes, smaller than the original, and compute the same values at the criterion.
//! On the programs of tests/java/slice whose values do not depend on timing, and on random programs as in [`crate::slice_random`].

use crate::common;
use crate::slice::compiled;
use crate::slice_random::{compiled as compiled_randoms, criterion};
use jcp::analysis::points_to::context::Sensitivity;
use jcp::analysis::points_to::{Budget, points_to};
use jcp::analysis::slice::{Options, Slicer};
use jcp::{planner, rewrite};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// How many random programs.
const USUAL: u64 = 30;
const ALL: u64 = 600;

/// `jcp slice --executable --check`: the exit status and the answer.
fn reduced(program: &str, at: &str, jar: &Path, folder: &Path) -> (Option<i32>, Value) {
    let (jdk, classes) = compiled(program, folder);
    let mut jcp = common::jcp();
    jcp.args(["slice", "--json", "--main", program, "--at", at, "--check"]).arg("--classpath").arg(classes);
    let output =
        jcp.current_dir(folder).arg("--executable").arg(jar).arg("--jdk").arg(&jdk.home).output().expect("jcp runs");
    let said = String::from_utf8_lossy(&output.stderr);
    let answer = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{program}: {error}: {said}"));
    (output.status.code(), answer)
}

#[test]
fn reduced_programs_have_the_same_values() {
    let folder = tempfile::tempdir().expect("a folder");
    for (program, at, has_threads) in [
        ("S1", "13, S1", false),
        ("S2", "12, S2", false),
        ("S3", "13, S3", false),
        ("S4", "19, S4", false),
        ("S5", "15, S5", false),
        ("S6", "14, S6", true),
        ("S7", "17, S7", true),
    ] {
        let jar = folder.path().join(format!("{program}.jar"));
        let (status, answer) = reduced(program, at, &jar, &folder.path().join(program));
        let written = &answer["executable"];
        let comparison = &written["comparison"];
        assert_eq!(status, Some(0), "{program}: {written}");
        assert_eq!(comparison["difference"], Value::Null, "{program}: {written}");
        assert!(comparison["values"][0].as_u64() > Some(0), "{program}: {written}");
        let [before, after] = [0, 1].map(|at| written["instructions"][at].as_u64().expect("a number"));
        assert!(has_threads || after < before, "{program}: {written}");
        common::succeed(common::java(&common::any_jdk()).arg("-jar").arg(&jar));
    }
}

/// Both runs start in a copy of the working directory: each finds its file as it was, and that of the directory stays.
#[test]
fn both_programs_run_in_copies_of_the_working_directory() {
    let folder = tempfile::tempdir().expect("a folder");
    let (jdk, classes) = compiled("InFolder", &folder.path().join("InFolder"));
    let work = folder.path().join("work");
    std::fs::create_dir(&work).expect("a folder");
    std::fs::write(work.join("number.txt"), "5").expect("a file");
    let jar = folder.path().join("InFolder.jar");
    let mut jcp = common::jcp();
    jcp.args(["slice", "--json", "--main", "InFolder", "--at", "18, InFolder", "--check", "--workdir"]).arg(&work);
    jcp.arg("--classpath").arg(classes).arg("--executable").arg(&jar).arg("--jdk").arg(&jdk.home);
    let output = common::succeed(jcp.current_dir(folder.path()));
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let comparison = &answer["executable"]["comparison"];
    assert_eq!(comparison["difference"], Value::Null, "{comparison}");
    assert!(comparison["values"][0].as_u64() > Some(0), "{comparison}");
    assert_eq!(std::fs::read_to_string(work.join("number.txt")).expect("a file"), "5");
}

/// What only another call of the same method needs is not there: the second call of S1, and what it reads.
#[test]
fn a_reduced_program_keeps_contexts_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let jar = folder.path().join("S1.jar");
    let (_, answer) = reduced("S1", "13, S1", &jar, &folder.path().join("S1"));
    let unpacked = folder.path().join("unpacked");
    let mut archive = zip::ZipArchive::new(std::fs::File::open(&jar).expect("a jar")).expect("a jar");
    archive.extract(&unpacked).expect("extracted");
    let jdk = common::any_jdk();
    let analysed = common::program(&jdk.home, &unpacked);
    let body = analysed.body(common::method(&analysed, "S1", "main")).expect("code");
    let calls = body.insns().iter().filter_map(|item| body.insn(*item));
    let calls = calls.filter(|insn| jcp::classfile::opcode::is_invoke(insn.op)).count();
    assert_eq!(calls, 2, "one call of inc and one of crit: {answer}");
}

/// A jar that is an input is not written over, and what has no meaning together is told.
#[test]
fn bad_requests_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let (jdk, classes) = compiled("S1", folder.path());
    let class = classes.join("S1.class");
    for (options, wanted) in [
        (vec!["--executable", class.to_str().expect("text")], "would be overwritten"),
        (vec!["--executable", "out.jar", "--thin"], "cannot be used with"),
        (vec!["--check"], "--executable"),
    ] {
        let mut jcp = common::jcp();
        jcp.args(["slice", "--main", "S1", "--at", "13, S1"]).arg("--classpath").arg(&classes).args(&options);
        let output = jcp.arg("--jdk").arg(&jdk.home).output().expect("jcp runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{options:?}: {said}");
        assert!(said.contains(wanted), "{options:?}: {said}");
    }
}

#[test]
fn random_programs_that_are_reduced_see_the_same_values() {
    let count = if common::all() { ALL } else { USUAL };
    let jdk = common::any_jdk();
    let folder = tempfile::tempdir().expect("a folder");
    let (sources, classes) = compiled_randoms(&jdk, 0..count, folder.path());
    let analysed = common::program(&jdk.home, &classes);
    let main = common::method(&analysed, "All", "main");
    let summaries = common::summaries::of(&jdk);
    let answer =
        points_to(&analysed, main, Sensitivity::Insensitive, &Budget::default(), Some(&summaries)).expect("an answer");
    let criteria = (0..count).zip(&sources).flat_map(|(number, (_, text))| {
        let line = common::line(text, "criterion");
        let name = format!("R{number}");
        criterion(&analysed, &name, "main", line).into_iter().chain(criterion(&analysed, &name, "crit", 0))
    });
    let kept = Slicer::new(&answer).executable(&criteria.collect::<Vec<_>>(), Options::default());
    let reduction = planner::reduction(&analysed, &kept.kept, |it| answer.is_reachable(it)).expect("a reduction");
    let reduced = folder.path().join("reduced");
    std::fs::create_dir(&reduced).expect("a folder");
    let mut sizes = [0, 0];
    for class in analysed.application() {
        let part = rewrite::reduce_class(&class.file, &reduction.methods[class.name()], &BTreeMap::new());
        let part = part.unwrap_or_else(|error| panic!("{}: {error}", class.name()));
        let is_own = class.name().starts_with('R');
        sizes = [0, 1].map(|at| sizes[at] + if is_own { part.sizes[at] } else { 0 });
        let bytes = if is_own { &part.bytes } else { &class.file.bytes };
        std::fs::write(reduced.join(format!("{}.class", class.name())), bytes).expect("written");
    }
    let told = [&classes, &reduced].map(|classes| {
        let mut java = common::java(&jdk);
        java.arg("-cp").arg(classes).args(["Harness", "0", &count.to_string(), "0"]);
        String::from_utf8(common::succeed(&mut java).stdout).expect("text")
    });
    for (number, (one, other)) in told[0].lines().zip(told[1].lines()).enumerate() {
        assert_eq!(one, other, "R{number}:\n{}", sources[number].1);
    }
    assert_eq!(told[0].lines().count(), told[1].lines().count());
    println!("{count} programs: {} of {} instructions stay", sizes[1], sizes[0]);
    assert!(sizes[1] < sizes[0], "{sizes:?}");
}
