//! `jcp observe`: the words around [`crate::driver::observe`].
//!
//! Misses are printed in full: each is a defect of an analysis. With `--json` the report is one JSON object.

use std::fmt::Write;

use serde_json::json;

use super::args::ObserveArguments;
use super::output::Asides;
use super::{exit, output};
use crate::driver::DriverError;
use crate::driver::observe::{Answered, ObserveReport, Soundness, observe};

/// Runs the command; returns its exit code.
pub fn run(arguments: &ObserveArguments, asides: Asides) -> Result<u8, DriverError> {
    let steps = asides.steps();
    let done = observe(&arguments.options(), &steps);
    drop(steps);
    let report = match done {
        Ok(report) => report,
        Err(error) => {
            if arguments.program.json {
                output::json(&json!({ "result": "error", "reason": error.to_string() }))?;
            }
            return Err(error);
        }
    };
    if arguments.program.json {
        let value = serde_json::to_value(&report).map_err(|error| DriverError::Internal(error.to_string()))?;
        output::json(&value)?;
    } else {
        output::result(&as_text(&report))?;
    }
    Ok(match report.result {
        _ if report.seen.snapshots == 0 => exit::REFUSED,
        Soundness::Sound => exit::OK,
        Soundness::Unsound => exit::DIFFERENT,
    })
}

fn as_text(report: &ObserveReport) -> String {
    let mut text = String::new();
    let seen = &report.seen;
    let _ = writeln!(text, "region    {}", report.region);
    let _ = writeln!(
        text,
        "run       {:.2} s, exit status {}, {} snapshots",
        report.run_s, report.exit_status, seen.snapshots
    );
    for (phase, at) in [("before", 0), ("after", 1)] {
        let _ = writeln!(
            text,
            "{phase:<9} {} methods entered; static fields: {} read, {} written, {} with mutated objects; instance fields: {} read",
            seen.entered[at], seen.read[at], seen.written[at], seen.mutated[at], seen.got[at]
        );
    }
    let _ = writeln!(text, "calls     {}, and {} on objects of made classes", seen.calls, seen.made_receivers);
    let answer = match report.answer {
        Answered::ModUse => "of points-to and Mod/Use analysis",
        Answered::Hierarchy => "of the class hierarchy",
    };
    let _ = writeln!(text, "answer    {answer}");
    for note in &report.answer_notes {
        let _ = writeln!(text, "          {note}");
    }
    for method in &report.not_followed {
        let _ = writeln!(text, "wide      {method} is only reached since every method counts");
    }
    for reason in &report.reasons {
        let _ = writeln!(text, "refused   {reason}");
    }
    for note in &report.notes {
        let _ = writeln!(text, "note      {note}");
    }
    for miss in &report.misses {
        let claim = format!("{:?}", miss.claim);
        let _ = writeln!(text, "MISS      {claim}: {}: {}", miss.what, miss.seen);
    }
    let _ = match report.result {
        Soundness::Sound => writeln!(text, "sound: all that was seen lies inside the static answer"),
        Soundness::Unsound => writeln!(text, "UNSOUND: {} misses", report.misses.len()),
    };
    if let Some(folder) = &report.kept {
        let _ = writeln!(text, "kept      {}", folder.display());
    }
    text
}
