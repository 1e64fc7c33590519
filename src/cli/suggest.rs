//! `jcp suggest`: the words around [`crate::driver::suggest`].
//!
//! As text, each place has its number, for `--region`, and each region stands on a line of its own, to be pasted; of one that is long only the ends of
//! its chain are shown, unless more is asked for. As JSON the answer is a list. What the program prints is left out of both.

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
        output::result(&as_text(&done, asides.verbose))?;
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

/// A region of more characters than this is shown in part.
const LONG: usize = 300;

fn as_text(done: &Suggestions, verbose: bool) -> String {
    let mut text = String::new();
    let status = done.exit_status.as_ref().map_or(String::new(), |status| format!(", exit status {status}"));
    let _ = writeln!(text, "run       {:.2} s{status}, {} stacks of the main thread", done.seconds, done.samples);
    for (number, place) in done.places.iter().enumerate() {
        let size = place.predicted_bytes.map_or(String::new(), |bytes| format!("   about {}", HumanBytes(bytes)));
        let number = number + 1;
        let region = if verbose { None } else { ends(&place.region) };
        let whole = region.as_ref().map_or(String::new(), |_| format!("   --region {number}"));
        let region = region.as_deref().unwrap_or(&place.region);
        let _ = writeln!(text, "\n{number:<3} {:.1} % before{size}{whole}\n  {region}", place.before_pct);
        for problem in &place.problems {
            let _ = writeln!(text, "  problem: {problem}");
        }
        for note in &place.notes {
            let _ = writeln!(text, "  note: {note}");
        }
    }
    text
}

/// A long region without the calls in the middle of its chain; none if it is short.
fn ends(region: &str) -> Option<String> {
    let calls: Vec<&str> = region.split("; ").collect();
    let [first, .., last] = &calls[..] else { return None };
    let left_out = calls.len() - 2;
    let shown = || format!("{first}; … {left_out} calls (--verbose shows them) …; {last}");
    (region.chars().count() > LONG && left_out > 1).then(shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::suggest::Suggestion;

    #[test]
    fn a_long_region_is_taken_by_its_number() {
        let region = ["41, a.B, ", &"a.B.call(java.util.List):5; ".repeat(12), "a.B.last() &"].concat();
        let place = Suggestion {
            region,
            before_pct: 40.0,
            predicted_bytes: None,
            problems: Vec::new(),
            notes: vec!["it is in a loop".to_owned()],
        };
        let short = Suggestion { region: "41, a.B, a.B.main(String[]):5; a.B.last() &".to_owned(), ..place.clone() };
        let mut done = Suggestions {
            places: vec![short, place.clone()],
            seconds: 5.0,
            samples: 300,
            exit_status: Some("0".to_owned()),
            notes: Vec::new(),
            kept: None,
        };
        insta::assert_snapshot!(as_text(&done, false), @r"
        run       5.00 s, exit status 0, 300 stacks of the main thread

        1   40.0 % before
          41, a.B, a.B.main(String[]):5; a.B.last() &
          note: it is in a loop

        2   40.0 % before   --region 2
          41, a.B, a.B.call(java.util.List):5; … 11 calls (--verbose shows them) …; a.B.last() &
          note: it is in a loop
        ");
        done.places.remove(0);
        assert!(as_text(&done, true).contains(&place.region));
    }
}
