//! Random programs with random regions ([`programs`]), each run as original, capture and replay: all must be equal, or the
//! checkpoint was not reached.
//!
//! `JCP_PROGRAMS=FROM..TO cargo test --test generated -- --nocapture` runs others than the usual ones; a program that fails is
//! kept in a temporary folder, which the message names.

mod common;
#[path = "generated/edits.rs"]
mod edits;
#[path = "generated/programs.rs"]
mod programs;

use jcp::driver::jdk::JdkHome;
use programs::{Program, program};
use rayon::prelude::*;
use std::ops::Range;
use std::path::Path;

/// The usual programs.
const USUAL: Range<u64> = 0..16;

/// The programs that the variable names, else the usual ones.
fn wanted(variable: &str, usual: Range<u64>) -> Range<u64> {
    let Ok(text) = std::env::var(variable) else { return usual };
    let bounds = text.split_once("..").and_then(|(from, to)| Some(from.parse().ok()?..to.parse().ok()?));
    bounds.unwrap_or_else(|| panic!("{variable}={text}: expected FROM..TO"))
}

/// Compiles the program into a folder of its own.
fn compiled(jdk: &JdkHome, all: &[Program], folder: &Path) {
    let mut files = Vec::new();
    for program in all {
        let file = folder.join(format!("{}.java", program.name));
        std::fs::write(&file, &program.source).expect("a file");
        files.push(file);
    }
    let classes = common::compile_files(jdk, &files, &folder.join("classes"), &["-Xlint:none"]);
    for entry in std::fs::read_dir(classes).expect("classes").filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        let owner = folder.join(name.split(['$', '.']).next().unwrap_or_default());
        std::fs::create_dir_all(&owner).expect("a folder");
        std::fs::rename(entry.path(), owner.join(name)).expect("a class");
    }
}

/// Whether the checkpoint was reached; the error says what differs.
fn verified(jdk: &JdkHome, program: &Program, folder: &Path) -> Result<bool, String> {
    let work = folder.join(format!("{}.work", program.name));
    std::fs::create_dir(&work).map_err(|error| error.to_string())?;
    let mut jcp = common::jcp();
    jcp.args(["verify", "--json", "--state", "--main", &program.name]).arg("--classpath");
    jcp.arg(folder.join(&program.name)).args(["--instance", &program.instance, "--timeout", "60"]);
    jcp.args(program.regions.iter().flat_map(|region| ["--region", region]));
    let output =
        jcp.arg("--jdk").arg(&jdk.home).arg("--workdir").arg(&work).output().map_err(|error| error.to_string())?;
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let said =
        format!("{} {}", report["reason"], report["first_difference"]) + &String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        Some(0) => Ok(true),
        Some(3) if said.contains("the wanted arrival at the region start never came") => Ok(false),
        _ => Err(format!(
            "JDK {}, {}, instance {}: {said}",
            jdk.feature,
            program.regions.join(" and "),
            program.instance
        )),
    }
}

#[test]
fn random_programs_are_replayed_equally() {
    let all: Vec<Program> = wanted("JCP_PROGRAMS", USUAL).map(program).collect();
    for jdk in common::jdks() {
        let folder = tempfile::tempdir().expect("a folder");
        compiled(&jdk, &all, folder.path());
        let results: Vec<_> = all.par_iter().map(|program| verified(&jdk, program, folder.path())).collect();
        let failed: Vec<&String> = results.iter().filter_map(|result| result.as_ref().err()).collect();
        let reached = results.iter().filter(|result| matches!(result, Ok(true))).count();
        println!("JDK {}: {} programs, {reached} reached the checkpoint", jdk.feature, all.len());
        if let Some(first) = failed.first() {
            panic!("{} of {} in {}: {first}", failed.len(), all.len(), folder.keep().display());
        }
        assert!(reached * 3 > all.len(), "only {reached} reached the checkpoint");
    }
}
