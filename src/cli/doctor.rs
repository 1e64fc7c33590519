//! `jcp doctor`: the words around [`crate::driver::doctor`].
//!
//! Exit code 4 if no program could be instrumented and run here.

use std::fmt::Write;

use super::args::DoctorArguments;
use super::{exit, output};
use crate::driver::DriverError;
use crate::driver::doctor::{self, Findings, TESTED};
use crate::driver::summaries::Cache;

/// Runs the command; returns its exit code.
pub fn run(arguments: &DoctorArguments) -> Result<u8, DriverError> {
    let found = doctor::examine(&Cache::Usual);
    if arguments.json {
        let value = serde_json::to_value(&found).map_err(|error| DriverError::Internal(error.to_string()))?;
        output::json(&value)?;
    } else {
        output::result(&as_text(&found))?;
    }
    Ok(if found.works() { exit::OK } else { exit::INPUT })
}

fn as_text(found: &Findings) -> String {
    let mut text = format!("jcp {}\n", found.version);
    for jdk in &found.jdks {
        let home = jdk.home.display();
        let _ = match (&jdk.problem, &jdk.version) {
            (Some(why), _) if jdk.chosen => {
                writeln!(text, "uses      {home}: {why}; choose another with --jdk or JAVA_HOME")
            }
            (Some(why), _) => writeln!(text, "not used  {home}: {why}"),
            (None, version) => {
                let mark = if jdk.chosen { "uses     " } else { "JDK      " };
                let tested = if jdk.tested { "" } else { " (jcp is not tested on this version)" };
                writeln!(text, "{mark} {home}: {}{tested}", version.as_deref().unwrap_or_default())
            }
        };
    }
    for folder in &found.folders {
        let path = folder.path.as_ref().map_or(String::new(), |path| format!(" {}", path.display()));
        let state = folder.problem.as_ref().map_or("writable".to_owned(), |why| format!("cannot be written: {why}"));
        let _ = writeln!(text, "folder    {}:{path}: {state}", folder.what);
    }
    if !found.works() {
        let versions = TESTED.map(|version| version.to_string()).join(" or ");
        let _ = writeln!(
            text,
            "jcp cannot work here: it needs a JDK that runs (tested: {versions}), and folders that can be written"
        );
    }
    text
}
