//! Programs under `tests/compilers`, compiled by various compilers and then verified.
//!
//! Every folder with a `case.txt` is a case (its format: `tests/differential/case.rs`), each of its compilers a test of its
//! own: `cargo test --test compilers kotlin`. The regions of one program are verified together ([`together`]), on one JDK: what one
//! compiler made of one program runs on the one, what the next made on the other. With `JCP_ALL=1` each region is verified alone,
//! on both. The old compilers run on the oldest JDK found; only what they made must run on all. What needs a compiler or a JDK
//! that is missing is told as skipped and ignored, not passed.

#[path = "differential/built.rs"]
mod built;
#[path = "differential/case.rs"]
mod case;
mod common;
#[path = "differential/run.rs"]
mod run;
#[path = "differential/together.rs"]
mod together;
#[path = "compilers/toolchain.rs"]
mod toolchain;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use jcp::driver::jdk::JdkHome;
use libtest_mimic::{Arguments, Failed, Trial};

use built::Built;
use case::Case;
use together::{Groups, Together, Turns};
use toolchain::Compiler;

/// How many regions of a program `make test` verifies.
const REGIONS: usize = 1;

fn main() -> std::process::ExitCode {
    let arguments = Arguments::from_args();
    let mut cases = case::all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compilers"));
    if !common::all() {
        cases = together::share(cases, REGIONS, REGIONS);
    }
    let names = cases.iter().flat_map(|case| &case.compilers).filter_map(|line| line.split_whitespace().next());
    let found: BTreeMap<&str, Option<Compiler>> = names.map(|name| (name, toolchain::find(name))).collect();
    let jdks = common::VERSIONS.map(|version| (version, common::jdk(version)));
    let built = Arc::new(Built::default());
    let mut trials = Vec::new();
    let alone = common::all();
    let lines: BTreeSet<&String> = cases.iter().flat_map(|case| &case.compilers).collect();
    let turns = Turns::of(&cases, &jdks);
    for (at, (version, jdk)) in jdks.into_iter().enumerate() {
        for (number, line) in lines.iter().enumerate() {
            let (name, flags) = line.split_once(' ').unwrap_or((line, ""));
            let is_here = |case: &Case| alone || turns.are_at(at, case, number);
            let fits = |case: &&Case| case.jdk <= version && case.compilers.contains(line) && is_here(case);
            let cases: Vec<&Case> = cases.iter().filter(fits).collect();
            let groups = Groups::of(&cases, alone);
            for case in cases {
                let title = format!("{}::{}::jdk{version}", case.name, line.replace(' ', "_"));
                let all = found[name].clone().zip(jdk.clone());
                let group = groups.get(case);
                let (case, flags, built, of) = (case.clone(), flags.to_string(), Arc::clone(&built), group.clone());
                let ignored = all.is_none();
                let run = move || {
                    all.map_or(Ok(()), |(compiler, jdk)| {
                        check((&case, of.as_deref()), (&compiler, &flags), &jdk, &built).map_err(Failed::from)
                    })
                };
                trials.push((group, Trial::test(title, run).with_ignored_flag(ignored)));
            }
        }
    }
    let conclusion = libtest_mimic::run(&arguments, together::ordered(trials));
    built.remove();
    conclusion.exit_code()
}

/// Compiles, packs and verifies one case; the error tells all that jcp said.
fn check(
    (case, group): (&Case, Option<&Together>),
    (compiler, flags): (&Compiler, &str),
    jdk: &JdkHome,
    built: &Built,
) -> Result<(), String> {
    // only javac depends on the JDK under test
    let version = if compiler.name == "javac" { jdk.feature } else { 0 };
    let by = format!("{} {flags} {version}", compiler.name);
    let jar = built.jar(case, &by, |classes| compiler.compile(&case.sources, flags, jdk, classes));
    let jar = jar.ok_or("it cannot be compiled")?;
    let program: Vec<OsString> = match &compiler.library {
        None => vec![jar.into_os_string()],
        Some(library) => {
            let path = std::env::join_paths([&jar, library]).map_err(|error| error.to_string())?;
            vec!["--classpath".into(), path, "--main".into(), case.main.clone().into()]
        }
    };
    together::check(case, group, |case| {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        run::verify(case, jdk, &program, folder.path(), false)
    })
}
