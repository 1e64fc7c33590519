//! Finds the first difference between two runs.
//!
//! Outputs are compared first, then the exit status, then files: an output mostly says best what went wrong.

use super::compare::{Comparer, Difference, Lines, Place};
use super::rules::Rules;
use super::tree;
use crate::driver::error::DriverError;
use crate::driver::runs::run::Run;

/// The outputs of two runs that should be equal.
pub struct Streams<'a> {
    /// Where the comparison starts in the reference's standard output and error, in bytes.
    pub from: (u64, u64),
    /// The run whose outputs are right.
    pub reference: &'a Run,
    /// The run to check, from the start of its outputs.
    pub other: &'a Run,
    /// Where the reference's outputs are parts of others, their lines there.
    pub lines: Option<&'a [Vec<usize>; 2]>,
}

/// The first difference; files and exit status are compared with those of `original`.
pub fn first_difference(
    run: &str,
    original: &Run,
    streams: &Streams,
    rules: &Rules,
    comparer: &mut Comparer<'_>,
) -> Result<Option<Difference>, DriverError> {
    let Streams { from, reference, other, lines } = *streams;
    let place = |name, which: usize| {
        let lines = lines.map_or(Lines::From(0), |lines| Lines::Listed(&lines[which]));
        Place { name, lines }
    };
    let named = |difference: Option<Difference>| difference.map(|found| Difference { run: run.to_string(), ..found });
    if let Some(found) = comparer.files(place("stdout", 0), (&reference.stdout, from.0), &other.stdout, rules)? {
        return Ok(named(Some(found)));
    }
    let of_stderr = rules.of_stderr();
    if let Some(found) = comparer.files(place("stderr", 1), (&reference.stderr, from.1), &other.stderr, &of_stderr)? {
        return Ok(named(Some(found)));
    }
    if original.status != other.status {
        let (original, other) = (original.status.to_string(), other.status.to_string());
        return Ok(named(Some(Difference {
            place: "exit status".to_string(),
            original,
            other,
            ..Difference::default()
        })));
    }
    Ok(named(tree::first_difference(&original.directory, &other.directory, rules, comparer)?))
}
