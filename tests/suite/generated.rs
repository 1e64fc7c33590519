//! Random programs with random regions ([`programs`]), each run as original, capture and replay: all must be equal.
//!
//! Most of them are nested in each other ([`nests`]). Some are put together in batches, each of which is one program that runs
//! its members one after the other: so one analysis, one original run and one capturing run are enough for all regions, which are
//! then replayed one by one. Members whose checkpoint is not reached, which a run beforehand tells, have no region.
//!
//! `JCP_PROGRAMS=FROM..TO cargo test --test suite generated -- --nocapture` runs others than the usual ones; a batch that fails is
//! kept in a temporary folder, which the message names.

mod edits;
mod nests;
pub mod programs;
mod threads;

use jcp::driver::jdk::JdkHome;
use programs::{Program, program};
use rayon::prelude::*;
use std::fmt::Write;
use std::ops::Range;
use std::path::Path;

use crate::common;

/// The usual programs, and those of `make test-all`.
const USUAL: Range<u64> = 0..5;
const ALL: Range<u64> = 0..16;

/// How many programs are put together: their chains have contexts to share.
const BATCH: usize = 8;

/// The programs that the variable names, else the usual ones, or all.
fn wanted(variable: &str, usual: Range<u64>, all: Range<u64>) -> Range<u64> {
    let Ok(text) = std::env::var(variable) else { return if common::all() { all } else { usual } };
    let bounds = text.split_once("..").and_then(|(from, to)| Some(from.parse().ok()?..to.parse().ok()?));
    bounds.unwrap_or_else(|| panic!("{variable}={text}: expected FROM..TO"))
}

/// Programs that run one after the other.
struct Batch {
    /// The class with the `main` that calls theirs.
    name: String,
    members: Vec<Program>,
    /// The arrival that is captured of each.
    instance: &'static str,
}

impl Batch {
    fn new(number: usize, members: Vec<Program>) -> Self {
        Self { name: format!("B{number}"), members, instance: ["1", "1", "2", "last"][number % 4] }
    }

    /// Its `main`: a member that fails ends alone, and tells how often it came to its checkpoint.
    fn source(&self) -> String {
        let mut source = format!("public class {} {{\n    public static void main(String[] args) {{\n", self.name);
        for Program { name, .. } in &self.members {
            let _ = writeln!(source, "        try {{\n            {name}.main(args); // {name}");
            let _ = writeln!(source, "        }} catch (RuntimeException e) {{\n            System.out.println(e);");
            let _ = writeln!(source, "        }}\n        System.out.println(\"{name} arrives \" + {name}.arrivals);");
        }
        source + "    }\n}\n"
    }

    /// The region of a member, seen from `main`.
    fn region(&self, member: &Program) -> String {
        let call = format!("{}.main:{}; ", self.name, common::line(&self.source(), &member.name));
        let from = format!(", {}, ", member.name);
        member.regions[0].replace(&from, &format!("{from}{call}"))
    }

    /// The regions of those that come to their checkpoint, when the original prints this.
    fn reached(&self, printed: &str) -> Vec<String> {
        let least = if self.instance == "2" { 2 } else { 1 };
        let arrivals = |member: &Program| {
            let start = format!("{} arrives ", member.name);
            printed.lines().find_map(|line| line.strip_prefix(&start)?.parse::<u32>().ok())
        };
        let reached = self.members.iter().filter(|member| arrivals(member).is_some_and(|count| count >= least));
        reached.map(|member| self.region(member)).collect()
    }
}

/// Compiles all batches, each into a folder of its name.
fn compile(jdk: &JdkHome, all: &[Batch], folder: &Path) {
    let mut files = Vec::new();
    for batch in all {
        let members = batch.members.iter().map(|member| (member.name.as_str(), member.source.clone()));
        for (name, source) in members.chain([(batch.name.as_str(), batch.source())]) {
            let file = folder.join(format!("{name}.java"));
            std::fs::write(&file, source).expect("a file");
            files.push(file);
        }
    }
    let classes = common::compile_anew(jdk, &files, &folder.join("classes"), &["-Xlint:none"]);
    for entry in std::fs::read_dir(classes).expect("classes").filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        let class = name.split(['$', '.']).next().unwrap_or_default().to_owned();
        let has = |batch: &&Batch| batch.name == class || batch.members.iter().any(|member| member.name == class);
        let owner = folder.join(&all.iter().find(has).expect("a batch").name);
        std::fs::create_dir_all(&owner).expect("a folder");
        std::fs::rename(entry.path(), owner.join(name)).expect("a class");
    }
}

/// How many checkpoints were replayed; the error says what differs.
fn verified(jdk: &JdkHome, batch: &Batch, folder: &Path) -> Result<usize, String> {
    let mut java = common::java(jdk);
    java.arg("-cp").arg(folder.join(&batch.name)).arg(&batch.name);
    let original = java.output().map_err(|error| error.to_string())?;
    let regions = batch.reached(&String::from_utf8_lossy(&original.stdout));
    match verify(jdk, batch, &regions, folder)? {
        // code of a `finally` part is there several times, and the region means one of them
        0 => regions.iter().map(|region| verify(jdk, batch, std::slice::from_ref(region), folder)).sum(),
        all => Ok(all),
    }
}

/// The same for these regions of a batch; none if one of the arrivals never came.
fn verify(jdk: &JdkHome, batch: &Batch, regions: &[String], folder: &Path) -> Result<usize, String> {
    if regions.is_empty() {
        return Ok(0);
    }
    let work = folder.join(format!("{}.work", batch.name));
    std::fs::create_dir_all(&work).map_err(|error| error.to_string())?;
    let run = (batch.name.as_str(), folder.join(&batch.name), work);
    let is_equal = verdict(jdk, (run.0, &run.1, &run.2), batch.instance, regions)?;
    Ok(if is_equal { regions.len() } else { 0 })
}

/// Whether the regions of a program (its main class, its classes, a folder to run in) are replayed equally; no, if one of the
/// arrivals never came. The error says what differs.
fn verdict(jdk: &JdkHome, run: (&str, &Path, &Path), instance: &str, regions: &[String]) -> Result<bool, String> {
    let (main, classes, work) = run;
    let mut jcp = common::jcp();
    jcp.args(["verify", "--strict", "--json", "--state", "--main", main]).arg("--classpath").arg(classes);
    jcp.args(["--instance", instance, "--timeout", "120"]);
    jcp.args(regions.iter().flat_map(|region| ["--region", region])).arg("--jdk").arg(&jdk.home);
    let output = jcp.arg("--workdir").arg(work).output().map_err(|error| error.to_string())?;
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let said =
        format!("{} {}", report["reason"], report["first_difference"]) + &String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        Some(0) => Ok(true),
        Some(3) if said.contains("the requested arrival at the start of the region never came") => Ok(false),
        _ => Err(format!("JDK {}, {main}, instance {instance}: {said}\n{}", jdk.feature, regions.join("\n"))),
    }
}

#[test]
fn random_programs_are_replayed_equally() {
    let all: Vec<Program> = wanted("JCP_PROGRAMS", USUAL, ALL).map(program).collect();
    let programs = all.len();
    let mut batches: Vec<Batch> = Vec::new();
    for member in all {
        match batches.last_mut().filter(|batch| batch.members.len() < BATCH) {
            Some(batch) => batch.members.push(member),
            None => batches.push(Batch::new(batches.len(), vec![member])),
        }
    }
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("a folder");
        compile(&jdk, &batches, folder.path());
        let results: Vec<_> = batches.par_iter().map(|batch| verified(&jdk, batch, folder.path())).collect();
        let failed: Vec<&String> = results.iter().filter_map(|result| result.as_ref().err()).collect();
        let reached: usize = results.iter().flatten().sum();
        println!("JDK {}: {programs} programs, {reached} reached the checkpoint", jdk.feature);
        if !failed.is_empty() {
            for failure in &failed {
                println!("{failure}\n");
            }
            panic!("{} of {} in {}: {}", failed.len(), batches.len(), folder.keep().display(), failed[0]);
        }
        assert!(reached * 3 > programs, "only {reached} reached the checkpoint");
    }
}
