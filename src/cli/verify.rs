//! `jcp verify`: the words around [`crate::driver::verify`].
//!
//! With `--json` every outcome, errors too, is one JSON object on standard output; an error has the result `error`.

use std::fmt::Write;

use indicatif::HumanBytes;
use serde_json::json;

use super::args::VerifyArguments;
use super::{exit, output};
use crate::driver::DriverError;
use crate::driver::verify::{Outcome, Report, verify};

/// Runs the command; returns its exit code.
pub fn run(arguments: &VerifyArguments) -> Result<u8, DriverError> {
    let steps = output::Steps::new();
    let done = arguments.options().and_then(|options| verify(&options, &steps));
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
        Outcome::Equal => exit::OK,
        Outcome::Different => exit::DIFFERENT,
        Outcome::Refused => exit::REFUSED,
    })
}

fn as_text(report: &Report) -> String {
    let mut text = String::new();
    if report.original_s.is_some() {
        times(&mut text, report);
    }
    counts(&mut text, report);
    let _ = match report.result {
        Outcome::Equal => writeln!(text, "equal"),
        Outcome::Different => writeln!(text, "DIFFERENT: {}", report.reason.as_deref().unwrap_or_default()),
        Outcome::Refused => writeln!(text, "refused"),
    };
    for reason in &report.reasons {
        let _ = writeln!(text, "  {reason}");
    }
    if let Some(difference) = &report.first_difference {
        let _ = writeln!(text, "  original: {}\n  {}: {}", difference.original, difference.run, difference.other);
    }
    if let Some(folder) = &report.kept {
        let _ = writeln!(text, "kept      {}", folder.display());
    } else if report.result == Outcome::Different {
        let _ = writeln!(text, "  (--keep leaves all outputs and files for a look)");
    }
    text
}

fn times(text: &mut String, report: &Report) {
    let row = |text: &mut String, name: &str, seconds: Option<f64>, note: String| {
        if let Some(seconds) = seconds {
            let _ = writeln!(text, "{name:<9} {seconds:>8.2} s  {note}");
        }
    };
    let per_cent =
        |value: Option<f64>, word: &str| value.map_or(String::new(), |value| format!("{value:+.1} % {word}"));
    row(text, "original", report.original_s, String::new());
    row(text, "capture", report.capture_s, per_cent(report.overhead_pct, "overhead"));
    row(text, "replay", report.replay_s, per_cent(report.saved_pct.map(|saved| -saved), "against the original"));
}

fn counts(text: &mut String, report: &Report) {
    if let Some(bytes) = report.checkpoint_bytes {
        let objects = report.objects.map_or(String::new(), |objects| format!(", {objects} objects"));
        let _ = writeln!(text, "checkpoint {}{objects}", HumanBytes(bytes));
    }
    if let (Some(statics), Some(locals), Some(cdmps), Some(clones)) =
        (report.statics, report.locals, report.cdmps, report.clones)
    {
        let _ = writeln!(
            text,
            "captured  {statics} static fields, {locals} locals; {cdmps} decision points, {clones} clones"
        );
    }
}
