//! `jcp suggest`: the words around [`crate::driver::suggest`].
//!
//! As text, each place has its number, for `--region`, and each region stands on a line of its own, to be pasted; as JSON the answer is a list. What the program prints is left
//! out of both.

use std::fmt::Write;

use indicatif::HumanBytes;

use super::args::SuggestArguments;
use super::output::Asides;
use super::{exit, output};
use crate::driver::DriverError;
use crate::driver::suggest::{Suggestions, suggest};

/// Runs the command; returns its exit code.
pub fn run(arguments: &SuggestArguments, asides: Asides) -> Result<u8, DriverError> {
    let steps = asides.steps();
    let done = suggest(&arguments.options(), &steps)?;
    drop(steps);
    if arguments.json {
        let value = serde_json::to_value(&done.places).map_err(|error| DriverError::Internal(error.to_string()))?;
        output::json(&value)?;
    } else {
        output::result(&as_text(&done))?;
    }
    for note in &done.notes {
        asides.note(note);
    }
    if let Some(folder) = &done.kept {
        output::message(&format!("the recording and the program's outputs are in {}", folder.display()));
    }
    if done.places.is_empty() {
        output::message(
            "no place was found: the main thread did the same thing all the time, or repeated its phases in a loop",
        );
    }
    Ok(exit::OK)
}

fn as_text(done: &Suggestions) -> String {
    let mut text = String::new();
    let status = done.exit_status.as_ref().map_or(String::new(), |status| format!(", exit status {status}"));
    let _ = writeln!(text, "run       {:.2} s{status}, {} stacks of the main thread", done.seconds, done.samples);
    for (number, place) in done.places.iter().enumerate() {
        let size = place.predicted_bytes.map_or(String::new(), |bytes| format!("   about {}", HumanBytes(bytes)));
        let _ = writeln!(text, "\n{:<3} {:.1} % before{size}\n  {}", number + 1, place.before_pct, place.region);
        for problem in &place.problems {
            let _ = writeln!(text, "  problem: {problem}");
        }
        for note in &place.notes {
            let _ = writeln!(text, "  note: {note}");
        }
    }
    text
}
