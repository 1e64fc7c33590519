//! Programs under `tests/java/differential`, each run as original, capture and replay on every JDK by `jcp verify`.
//!
//! Every folder with a `case.txt` is a case, every case on every JDK a test of its own: `cargo test --test differential
//! handlers` runs one case. A JDK that is missing makes its tests ignored, not passed. The JVM checks all classes
//! (`-Xverify:all`). The format of `case.txt` is described in `tests/differential/case.rs`.

#[path = "differential/case.rs"]
mod case;
mod common;

use std::path::{Path, PathBuf};

use jcp::driver::jdk::JdkHome;
use libtest_mimic::{Arguments, Failed, Trial};

use case::{Case, Expectation};

fn main() -> std::process::ExitCode {
    let arguments = Arguments::from_args();
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut cases = case::all(&project.join("tests/java/differential"));
    cases.push(case::example(&project.join("examples/search")));
    let mut trials = Vec::new();
    for version in common::VERSIONS {
        let jdk = common::jdk(version);
        for case in &cases {
            let (name, ignored) = (format!("{}::jdk{version}", case.name), jdk.is_none());
            let (case, jdk) = (case.clone(), jdk.clone());
            let run = move || jdk.map_or(Ok(()), |jdk| check(&case, &jdk).map_err(Failed::from));
            trials.push(Trial::test(name, run).with_ignored_flag(ignored));
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Compiles, packs and verifies one case; the error tells all that jcp said.
fn check(case: &Case, jdk: &JdkHome) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let jar = build(case, jdk, folder.path());
    let work = folder.path().join("work");
    std::fs::create_dir(&work).map_err(|error| error.to_string())?;
    let mut jcp = common::jcp();
    jcp.arg("verify").arg(&jar).args(["--region", &case.region, "--instance", &case.instance, "--json"]);
    jcp.arg("--jdk").arg(&jdk.home).arg("--workdir").arg(&work).args(["--jvm-arg=-Xverify:all", "--timeout", "120"]);
    if let Some(file) = &case.stdin {
        jcp.arg("--stdin").arg(file);
    }
    jcp.arg("--").args(&case.args);
    let output = jcp.output().map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let report: serde_json::Value =
        serde_json::from_slice(&output.stdout).map_err(|error| format!("{error}: {said}"))?;
    let reason = report["reason"].as_str().unwrap_or_default();
    let met = match &case.expectation {
        Expectation::Equal => report["result"] == "equal" && output.status.code() == Some(0),
        Expectation::Refused(why) => {
            report["result"] == "refused" && output.status.code() == Some(3) && reason.contains(why.as_str())
        }
    };
    if met { Ok(()) } else { Err(format!("expected {}, found:\n{said}", case.expectation)) }
}

fn build(case: &Case, jdk: &JdkHome, folder: &Path) -> PathBuf {
    let classes = common::compile_files(jdk, &case.sources, &folder.join("classes"), &[]);
    let jar = folder.join("app.jar");
    common::pack(jdk, &classes, Some(&case.main), &jar);
    jar
}
