//! Programs under `tests/java/differential`, each run as original, capture and replay by `jcp verify`.
//!
//! Every folder with a `case.txt` is a case, every case on a JDK a test of its own: `cargo test --test differential
//! handlers` runs one case. A JDK that is missing makes its tests ignored, not passed. The JVM checks all classes
//! (`-Xverify:all`). The format of `case.txt` is described in `tests/differential/case.rs`.
//!
//! The regions of one program are verified together ([`together`]), every second program's on the one JDK, the others' on the other;
//! programs whose `case.txt` says `like:` are left out, and of a program with many regions all but one. With `JCP_ALL=1` all are verified, each region alone, on every JDK.

#[path = "differential/built.rs"]
mod built;
#[path = "differential/case.rs"]
mod case;
mod common;
#[path = "differential/run.rs"]
mod run;
#[path = "differential/together.rs"]
mod together;

use std::path::Path;
use std::sync::Arc;

use jcp::driver::jdk::JdkHome;
use libtest_mimic::{Arguments, Failed, Trial};

use built::Built;
use case::Case;
use together::{Groups, Together, Turns};

/// How many regions of a program `make test` verifies, and of how many it verifies all.
const REGIONS: usize = 1;
const FEW: usize = 2;

fn main() -> std::process::ExitCode {
    let arguments = Arguments::from_args();
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut cases = case::all(&project.join("tests/java/differential"));
    cases.push(case::example(&project.join("examples/search")));
    let built = Arc::new(Built::default());
    let alone = common::all();
    let mut trials = Vec::new();
    let jdks = common::VERSIONS.map(|version| (version, common::jdk(version)));
    if !alone {
        cases = together::share(cases, REGIONS, FEW);
    }
    let turns = Turns::of(&cases, &jdks);
    for (at, (version, jdk)) in jdks.iter().enumerate() {
        let fits = |case: &&Case| case.jdk <= *version && (alone || turns.are_at(at, case, 0));
        let cases: Vec<&Case> = cases.iter().filter(fits).collect();
        let groups = Groups::of(&cases, alone);
        for case in cases {
            let (name, ignored) = (format!("{}::jdk{version}", case.name), jdk.is_none());
            let group = groups.get(case);
            let (case, jdk, built, of) = (case.clone(), jdk.clone(), Arc::clone(&built), group.clone());
            let run = move || jdk.map_or(Ok(()), |jdk| check(&case, of.as_deref(), &jdk, &built).map_err(Failed::from));
            trials.push((group, Trial::test(name, run).with_ignored_flag(ignored)));
        }
    }
    let conclusion = libtest_mimic::run(&arguments, together::ordered(trials));
    built.remove();
    conclusion.exit_code()
}

/// Compiles, packs and verifies one case; the error tells all that jcp said.
fn check(case: &Case, group: Option<&Together>, jdk: &JdkHome, built: &Built) -> Result<(), String> {
    let compile = |classes: &Path| {
        common::compile_files(jdk, &case.sources, classes, &[]);
    };
    let jar = built.jar(case, &jdk.feature.to_string(), compile).ok_or("it cannot be compiled")?;
    together::check(case, group, |case| {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        run::verify(case, jdk, &[jar.clone().into()], folder.path(), true)
    })
}
