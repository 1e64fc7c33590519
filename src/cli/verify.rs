//! `jcp verify`: the words around [`crate::driver::verify`].
//!
//! With `--json` every outcome, errors too, is one JSON object on standard output; an error has the result `error`.

use std::fmt::Write;

use indicatif::HumanBytes;
use serde_json::json;

use super::args::VerifyArguments;
use super::output::Asides;
use super::{exit, output};
use crate::driver::DriverError;
use crate::driver::verify::{Outcome, Report, verify};

/// Runs the command; returns its exit code.
pub fn run(arguments: &VerifyArguments, asides: Asides) -> Result<u8, DriverError> {
    let steps = asides.steps();
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
    for line in &report.diagnostics {
        asides.note(line);
    }
    asides.precision(&report.precision);
    if arguments.program.json {
        let value = serde_json::to_value(&report).map_err(|error| DriverError::Internal(error.to_string()))?;
        output::json(&value)?;
    } else {
        output::result(&as_text(&report, asides.verbose))?;
    }
    Ok(match report.result {
        Outcome::Equal => exit::OK,
        Outcome::Different => exit::DIFFERENT,
        Outcome::Refused => exit::REFUSED,
    })
}

fn as_text(report: &Report, verbose: bool) -> String {
    let mut text = String::new();
    if report.original_s.is_some() {
        times(&mut text, report);
    }
    counts(&mut text, report, verbose);
    if let Some(states) = report.states {
        let _ = writeln!(text, "states    {states} compared");
    }
    let _ = match report.result {
        Outcome::Equal => writeln!(text, "equal"),
        Outcome::Different => writeln!(text, "DIFFERENT: {}", report.reason.as_deref().unwrap_or_default()),
        Outcome::Refused => writeln!(text, "refused"),
    };
    for passed in &report.let_pass {
        let _ = writeln!(text, "  {passed}");
    }
    let too = if report.result == Outcome::Different { "also refused: " } else { "" };
    for reason in &report.reasons {
        let _ = writeln!(text, "  {too}{reason}");
    }
    if let Some(difference) = &report.first_difference {
        let _ = writeln!(text, "  original: {}\n  {}: {}", difference.original, difference.run, difference.other);
    }
    if let Some(folder) = &report.kept {
        let _ = writeln!(text, "kept      {}", folder.display());
    } else if report.result == Outcome::Different {
        let _ = writeln!(text, "  (--keep keeps all outputs and files)");
    }
    text
}

/// ```text
/// original      8.93 s
/// capture       9.20 s   +3.0 % overhead
/// replay        0.71 s   92.0 % saved
/// ```
fn times(text: &mut String, report: &Report) {
    let mut row = |name: &str, seconds: Option<f64>, note: String| {
        if let Some(seconds) = seconds {
            let line = format!("{name:<9} {seconds:>8.2} s  {note}");
            let _ = writeln!(text, "{}", line.trim_end());
        }
    };
    row("original", report.original_s, String::new());
    row(
        "capture",
        report.capture_s,
        report.overhead_pct.map_or_else(String::new, |more| format!("{more:+6.1} % overhead")),
    );
    row("replay", report.replay_s, report.saved_pct.map_or_else(String::new, |saved| format!("{saved:6.1} % saved")));
}

fn counts(text: &mut String, report: &Report, verbose: bool) {
    if let Some(bytes) = report.checkpoint_bytes {
        let objects = report.objects.map_or_else(String::new, |objects| format!(", {objects} objects"));
        let _ = writeln!(text, "size      {}{objects}", HumanBytes(bytes));
    }
    if let (Some(statics), Some(locals), Some(cdmps), Some(clones)) =
        (report.statics, report.locals, report.cdmps, report.clones)
    {
        let _ = writeln!(text, "captured  {statics} static fields, {locals} locals");
        if verbose {
            let _ = writeln!(text, "chain     {cdmps} decision points, {clones} clones");
        }
    }
    if let (Some(pruned), Some(all)) = (report.pruned_fields, report.instance_fields) {
        let _ = writeln!(text, "left out  {pruned} of {all} instance fields");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_a_small_table() {
        let report = Report {
            result: Outcome::Equal,
            original_s: Some(8.934),
            capture_s: Some(9.2),
            replay_s: Some(0.714),
            overhead_pct: Some(2.98),
            saved_pct: Some(92.01),
            checkpoint_bytes: Some(3 << 20),
            objects: Some(1000),
            let_pass: vec!["1 line, such as stdout line 2, differed only in dates".to_owned()],
            ..Report::default()
        };
        insta::assert_snapshot!(as_text(&report, false), @r"
        original      8.93 s
        capture       9.20 s    +3.0 % overhead
        replay        0.71 s    92.0 % saved
        size      3.00 MiB, 1000 objects
        equal
          1 line, such as stdout line 2, differed only in dates
        ");
    }
}
