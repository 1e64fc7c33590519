//! Classes that a program defines at run time from files, in its own loader and in others, are equal in the replay: their objects, static fields,
//! initialisers that have run, what their loaders are asked for, and what the JDK has linked in them; also where the chain starts below main. So are hidden
//! classes.

use std::path::{Path, PathBuf};

use crate::common;

/// The same below main.
fn verify_below(program: &str, with: &[&str], parts: &[&str], refused: Option<&str>) {
    verify_as(("Below", &[program]), program, with, parts, refused);
}

fn verify(main: &str, with: &[&str], parts: &[&str], refused: Option<&str>) {
    verify_as((main, &[]), main, with, parts, refused);
}

/// Verifies a program of `tests/java/run_time` whose working directory has the class files of `parts`; `refused`: what the reason must have in it, if
/// it is to be refused.
fn verify_as((main, args): (&str, &[&str]), root: &str, with: &[&str], parts: &[&str], refused: Option<&str>) {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/run_time");
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("a folder");
        let paths = |names: &[&str]| names.iter().map(|name| sources.join(name)).collect::<Vec<PathBuf>>();
        let classes = common::compile_files(&jdk, &paths(with), &folder.path().join("classes"), &[]);
        let path = classes.to_string_lossy().into_owned();
        common::compile_files(&jdk, &paths(parts), &folder.path().join("work/parts"), &["-cp", &path]);
        let region = format!("@0, {root}, {root}.main; {root}.work &");
        let mut jcp = common::jcp();
        jcp.args(["verify", "--strict", "--json", "--main", main, "--region", &region])
            .arg("--classpath")
            .arg(&classes);
        jcp.arg("--workdir").arg(folder.path().join("work")).arg("--jdk").arg(&jdk.home);
        jcp.arg("--").args(args);
        let output = jcp.output().expect("jcp");
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let result = if refused.is_some() { "refused" } else { "equal" };
        assert_eq!(report["result"], result, "{report:#}\n{}", String::from_utf8_lossy(&output.stderr));
        assert!(refused.is_none_or(|why| report["reason"].to_string().contains(why)), "{report:#}");
    }
}

#[test]
fn classes_of_the_programs_loader_are_equal() {
    verify("Defined", &["Defined.java"], &["parts/Maker0.java", "parts/Under0.java"], None);
}

#[test]
fn loaders_with_classes_are_equal() {
    verify("Loaders", &["Loaders.java", "parts/Base.java"], &["parts/Base.java", "parts/Under.java"], None);
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn classes_of_chains_below_main_are_equal() {
    let with = ["Below.java", "Defined.java", "Loaders.java", "parts/Base.java"];
    verify_below("Defined", &with, &["parts/Maker0.java", "parts/Under0.java"], None);
    verify_below("Loaders", &with, &["parts/Base.java", "parts/Under.java"], None);
}

#[test]
fn loaders_of_before_a_chain_below_main_are_refused() {
    let why = "it was there when the chain's first method was called";
    let with = ["Below.java", "Defined.java", "Loaders.java", "parts/Base.java"];
    verify_below("Below$Held", &with, &["parts/Base.java", "parts/Under.java"], Some(why));
}

#[test]
fn no_loader_above_runs_its_code_while_classes_are_defined_again() {
    verify("Parents", &["Parents.java"], &["parts/Given.java"], None);
}

#[test]
fn calls_that_the_jdk_links_are_equal() {
    verify("Defined", &["Defined.java"], &["parts/Maker0.java", "linked/Under0.java"], None);
    verify("Linked", &["Linked.java", "Loaders.java", "parts/Base.java"], &["linked/Calls0.java"], None);
}

#[test]
fn hidden_classes_are_equal() {
    let parts = ["veiled/Veil.java", "veiled/Data.java", "veiled/Calls.java"];
    verify("veiled.Hidden", &["veiled/Hidden.java"], &parts, None);
}
