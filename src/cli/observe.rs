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
    Ok(status(&report))
}

/// What was missed counts, whether or not the run came to its checkpoint.
fn status(report: &ObserveReport) -> u8 {
    match report.result {
        Soundness::Unsound => exit::DIFFERENT,
        Soundness::Sound if report.seen.snapshots == 0 => exit::REFUSED,
        Soundness::Sound => exit::OK,
    }
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
    let _ =
        writeln!(text, "calls     {}, and {} on objects of classes made at run time", seen.calls, seen.made_receivers);
    let answer = match report.answer {
        Answered::ModUse => "by points-to and Mod/Use analysis",
        Answered::Hierarchy => "by the class hierarchy",
    };
    let _ = writeln!(text, "answer    {answer}");
    for note in &report.answer_notes {
        let _ = writeln!(text, "          {note}");
    }
    for method in &report.not_followed {
        let _ = writeln!(text, "wide      {method} counts as reached only because every method does");
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
    let _ = writeln!(text, "{}", verdict(report));
    if let Some(folder) = &report.kept {
        let _ = writeln!(text, "kept      {}", folder.display());
    }
    text
}

fn verdict(report: &ObserveReport) -> String {
    let mut text = match report.result {
        Soundness::Unsound => return format!("UNSOUND: {} misses", report.misses.len()),
        Soundness::Sound => "sound: the static answer covers all that was seen".to_owned(),
    };
    let mut but = Vec::new();
    if report.seen.snapshots == 0 {
        but.push("no snapshot was taken, so nothing was checked after the checkpoint".to_owned());
    }
    if report.seen.unchecked_calls > 0 {
        but.push(format!("{} calls were not checked, because their targets are unknown", report.seen.unchecked_calls));
    }
    if !but.is_empty() {
        let _ = write!(text, ", but {}", but.join("; "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::observed::{Claim, Miss};
    use crate::driver::observe::Seen;

    fn report(result: Soundness, snapshots: u32, unchecked_calls: usize) -> ObserveReport {
        let (seen, misses) = ([0; 2], Miss { claim: Claim::Reachable, what: "A.b".into(), seen: "entered".into() });
        let seen = Seen {
            snapshots,
            unchecked_calls,
            entered: seen,
            calls: 0,
            made_receivers: 0,
            read: seen,
            got: seen,
            written: seen,
            mutated: seen,
            nondefault: 0,
        };
        ObserveReport {
            result,
            misses: if result == Soundness::Sound { Vec::new() } else { vec![misses] },
            not_followed: Vec::new(),
            answer: Answered::ModUse,
            answer_notes: Vec::new(),
            seen,
            notes: Vec::new(),
            reasons: Vec::new(),
            exit_status: "0".into(),
            run_s: 1.0,
            region: String::new(),
            jdk: String::new(),
            kept: None,
        }
    }

    #[test]
    fn a_miss_counts_with_and_without_a_snapshot() {
        let statuses = [0, 1].map(|snapshots| status(&report(Soundness::Unsound, snapshots, 0)));
        assert_eq!(statuses, [exit::DIFFERENT; 2]);
        let statuses = [0, 1].map(|snapshots| status(&report(Soundness::Sound, snapshots, 0)));
        assert_eq!(statuses, [exit::REFUSED, exit::OK]);
    }

    #[test]
    fn what_was_not_checked_is_told_with_the_verdict() {
        let last = |snapshots, calls| {
            let text = as_text(&report(Soundness::Sound, snapshots, calls));
            text.lines().last().unwrap_or_default().to_owned()
        };
        let sound = "sound: the static answer covers all that was seen";
        let nothing = "no snapshot was taken, so nothing was checked after the checkpoint";
        let calls = "3 calls were not checked, because their targets are unknown";
        assert_eq!(last(1, 0), sound);
        assert_eq!(last(1, 3), format!("{sound}, but {calls}"));
        assert_eq!(last(0, 0), format!("{sound}, but {nothing}"));
        assert_eq!(last(0, 3), format!("{sound}, but {nothing}; {calls}"));
    }
}
