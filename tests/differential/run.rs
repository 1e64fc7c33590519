//! Runs `jcp verify` on a case's program and compares what it says with what the case expects.
//!
//! The JVM checks all classes (`-Xverify:all`), unless the case says otherwise.

use std::ffi::OsString;
use std::path::Path;

use jcp::driver::jdk::JdkHome;

use super::case::{Case, Expectation};
use super::common;

/// Verifies the program that the arguments name; the error tells all that jcp said. `folder` is for its files. `state`: also
/// compares the states at the end.
pub fn verify(case: &Case, jdk: &JdkHome, program: &[OsString], folder: &Path, state: bool) -> Result<(), String> {
    let work = folder.join("work");
    std::fs::create_dir(&work).map_err(|error| error.to_string())?;
    let mut jcp = common::jcp();
    jcp.args(["verify", "--strict"]).args(program).args([
        "--region",
        &case.region,
        "--instance",
        &case.instance,
        "--json",
    ]);
    jcp.args(state.then_some("--state"));
    jcp.args(case.also.iter().flat_map(|region| ["--region", region]));
    jcp.arg("--jdk").arg(&jdk.home).arg("--workdir").arg(&work).args(["--timeout", "120"]);
    jcp.args(&case.options);
    let options = if case.all_verified { common::verifying(jdk) } else { Vec::new() };
    jcp.args(options.iter().map(|option| format!("--jvm-arg={option}")));
    if let Some(file) = &case.stdin {
        jcp.arg("--stdin").arg(file);
    }
    jcp.arg("--").args(&case.args);
    let output = jcp.output().map_err(|error| error.to_string())?;
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &told;
    let report: serde_json::Value =
        serde_json::from_slice(&output.stdout).map_err(|error| format!("{error}: {said}"))?;
    let (result, status) = (report["result"].as_str().unwrap_or_default(), output.status.code());
    let reason = report["reason"].as_str().unwrap_or_default();
    let met = match &case.expectation {
        Expectation::Equal => result == "equal" && status == Some(0),
        Expectation::Refused(why) => result == "refused" && status == Some(3) && reason.contains(why.as_str()),
        Expectation::Error(why) => result == "error" && status == Some(4) && told.contains(why.as_str()),
    };
    if let Some(pruned) = case.pruned
        && report["pruned_fields"].as_u64() != Some(pruned)
    {
        return Err(format!("expected {pruned} fields left out, found {}: {said}", report["pruned_fields"]));
    }
    let unreached = report["unreached_ends"].as_array().map_or(0, Vec::len);
    if met && unreached > case.unreached_ends {
        return Err(format!("the ends of regions {} were not reached: {said}", report["unreached_ends"]));
    }
    if met {
        return Ok(());
    }
    let difference = &report["first_difference"];
    Err(format!(
        "expected {}, found {result}: {reason}\n{difference:#}\n{told}\nregion: {}",
        case.expectation, case.region
    ))
}
