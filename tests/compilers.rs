//! Programs under `tests/compilers`, compiled by various compilers and then verified on every JDK.
//!
//! Every folder with a `case.txt` is a case (its format: `tests/differential/case.rs`), each of its compilers on every JDK
//! a test of its own: `cargo test --test compilers kotlin`. Of a program with several regions, other compilers' class files run
//! with one half of them on one JDK and with the other half on the other; `JCP_ALL=1` runs all on both. The old compilers run on the oldest JDK found; only what they
//! made must run on all. What needs a compiler or a JDK that is missing is told as skipped and ignored, not passed.

#[path = "differential/built.rs"]
mod built;
#[path = "differential/case.rs"]
mod case;
mod common;
#[path = "differential/run.rs"]
mod run;
#[path = "compilers/toolchain.rs"]
mod toolchain;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use jcp::driver::jdk::JdkHome;
use libtest_mimic::{Arguments, Failed, Trial};

use built::Built;
use case::Case;
use toolchain::Compiler;

fn main() -> std::process::ExitCode {
    let arguments = Arguments::from_args();
    let cases = case::all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compilers"));
    let names = cases.iter().flat_map(|case| &case.compilers).filter_map(|line| line.split_whitespace().next());
    let found: BTreeMap<&str, Option<Compiler>> = names.map(|name| (name, toolchain::find(name))).collect();
    let jdks = common::VERSIONS.map(|version| (version, common::jdk(version)));
    let built = Arc::new(Built::default());
    let mut trials = Vec::new();
    let everything = std::env::var_os("JCP_ALL").is_some();
    let number = |case: &Case| case.name.rsplit_once("::").and_then(|(_, number)| number.parse::<usize>().ok());
    for case in &cases {
        for line in &case.compilers {
            let (name, flags) = line.split_once(' ').unwrap_or((line, ""));
            let turn = number(case).filter(|_| name != "javac" && !everything).map(|number| number % jdks.len());
            let of_turn = |at: &usize| turn.is_none_or(|turn| turn == *at || jdks[turn].1.is_none());
            let jdks = jdks.iter().enumerate().filter(|(at, (version, _))| case.jdk <= *version && of_turn(at));
            for (_, (version, jdk)) in jdks {
                let title = format!("{}::{}::jdk{version}", case.name, line.replace(' ', "_"));
                let all = found[name].clone().zip(jdk.clone());
                let (case, flags, built) = (case.clone(), flags.to_string(), Arc::clone(&built));
                let ignored = all.is_none();
                let run = move || {
                    all.map_or(Ok(()), |(compiler, jdk)| {
                        check(&case, &compiler, &flags, &jdk, &built).map_err(Failed::from)
                    })
                };
                trials.push(Trial::test(title, run).with_ignored_flag(ignored));
            }
        }
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    built.remove();
    conclusion.exit_code()
}

/// Compiles, packs and verifies one case; the error tells all that jcp said.
fn check(case: &Case, compiler: &Compiler, flags: &str, jdk: &JdkHome, built: &Built) -> Result<(), String> {
    // only javac depends on the JDK under test
    let version = if compiler.name == "javac" { jdk.feature } else { 0 };
    let by = format!("{} {flags} {version}", compiler.name);
    let jar = built.jar(case, &by, |classes| compiler.compile(&case.sources, flags, jdk, classes));
    let jar = jar.ok_or("it cannot be compiled")?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let program: Vec<OsString> = match &compiler.library {
        None => vec![jar.into_os_string()],
        Some(library) => {
            let path = std::env::join_paths([&jar, library]).map_err(|error| error.to_string())?;
            vec!["--classpath".into(), path, "--main".into(), case.main.clone().into()]
        }
    };
    run::verify(case, jdk, &program, folder.path(), false)
}
