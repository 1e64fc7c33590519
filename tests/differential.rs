//! Programs under `tests/java/differential`, each run as original, capture and replay on every JDK by `jcp verify`.
//!
//! Every folder with a `case.txt` is a case, every case on every JDK a test of its own: `cargo test --test differential
//! handlers` runs one case. A JDK that is missing makes its tests ignored, not passed. The JVM checks all classes
//! (`-Xverify:all`). The format of `case.txt` is described in `tests/differential/case.rs`.
//!
//! The regions of one program are verified together, as the regions of one run ([`Together`]); only where that does not end well,
//! and with `JCP_ALL=1`, is each verified alone.

#[path = "differential/built.rs"]
mod built;
#[path = "differential/case.rs"]
mod case;
mod common;
#[path = "differential/run.rs"]
mod run;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use jcp::driver::jdk::JdkHome;
use libtest_mimic::{Arguments, Failed, Trial};

use built::Built;
use case::{Case, Expectation};

fn main() -> std::process::ExitCode {
    let arguments = Arguments::from_args();
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut cases = case::all(&project.join("tests/java/differential"));
    cases.push(case::example(&project.join("examples/search")));
    let built = Arc::new(Built::default());
    let everything = std::env::var_os("JCP_ALL").is_some();
    let mut trials = Vec::new();
    for version in common::VERSIONS {
        let jdk = common::jdk(version);
        let cases: Vec<&Case> = cases.iter().filter(|case| case.jdk <= version).collect();
        let together = if everything { BTreeMap::new() } else { together(&cases) };
        for case in cases {
            let (name, ignored) = (format!("{}::jdk{version}", case.name), jdk.is_none());
            let group = together.get(&key(case)).filter(|group| group.cases > 1);
            let (case, jdk, built, group) = (case.clone(), jdk.clone(), Arc::clone(&built), group.cloned());
            let run =
                move || jdk.map_or(Ok(()), |jdk| check(&case, group.as_deref(), &jdk, &built).map_err(Failed::from));
            trials.push(Trial::test(name, run).with_ignored_flag(ignored));
        }
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    built.remove();
    conclusion.exit_code()
}

/// Cases that differ in their region alone, all of which are replayed equally.
struct Together {
    /// All regions, as those of one run.
    case: Case,
    cases: usize,
    /// Whether verifying them together ended well; the error tells a difference. Some cannot be in one jar.
    equal: OnceLock<Result<bool, String>>,
}

/// What cases must have in common to be verified together.
fn key(case: &Case) -> String {
    let Case { sources, main, instance, args, stdin, options, all_verified, .. } = case;
    format!("{sources:?} {main} {instance} {args:?} {stdin:?} {options:?} {all_verified}")
}

fn together(cases: &[&Case]) -> BTreeMap<String, Arc<Together>> {
    let mut groups: BTreeMap<String, Vec<Case>> = BTreeMap::new();
    for case in cases.iter().filter(|case| matches!(case.expectation, Expectation::Equal) && case.pruned.is_none()) {
        groups.entry(key(case)).or_default().push((*case).clone());
    }
    let group = |cases: Vec<Case>| {
        let mut case = cases[0].clone();
        case.also.extend(cases[1..].iter().flat_map(|other| [&other.region].into_iter().chain(&other.also).cloned()));
        case.unreached_ends = cases.iter().map(|case| case.unreached_ends).sum();
        Arc::new(Together { case, cases: cases.len(), equal: OnceLock::new() })
    };
    groups.into_iter().map(|(key, cases)| (key, group(cases))).collect()
}

/// Compiles, packs and verifies one case; the error tells all that jcp said.
fn check(case: &Case, group: Option<&Together>, jdk: &JdkHome, built: &Built) -> Result<(), String> {
    let compile = |classes: &Path| {
        common::compile_files(jdk, &case.sources, classes, &[]);
    };
    let jar = built.jar(case, &jdk.feature.to_string(), compile).ok_or("it cannot be compiled")?;
    let together = |group: &Together| match verify(&group.case, jdk, &jar) {
        Ok(()) => Ok(true),
        Err(why) if why.starts_with("expected equal, found different") => Err(why),
        Err(why) => {
            println!("note: {} is verified region by region: {}", case.name, why.lines().next().unwrap_or_default());
            Ok(false)
        }
    };
    let expects_equal = matches!(case.expectation, Expectation::Equal) && case.pruned.is_none();
    if let Some(group) = group.filter(|_| expects_equal)
        && group.equal.get_or_init(|| together(group)).clone()?
    {
        return Ok(());
    }
    verify(case, jdk, &jar)
}

fn verify(case: &Case, jdk: &JdkHome, jar: &PathBuf) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    run::verify(case, jdk, &[jar.into()], folder.path(), true)
}
