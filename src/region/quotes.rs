//! What a pattern with a syntax error would be, if a name in it were meant to have blanks or signs of the language: Kotlin and
//! Scala have such names, which go between backquotes.
//!
//! A name is taken to start where the error's last plain name does, and to reach to the next `;`, `&`, `,`, `:`, `(` or to the end. Where a
//! `.` follows, another mistake is more likely, say a missing `;`.

use super::error::{Problem, RegionError};
use super::pattern::{Pattern, is_plain_char};

/// Names of a region that are put between backquotes, at most: each takes one more reading of the text.
const MOST: usize = 16;

/// Adds the text with such names between backquotes as a candidate, if it is a region then.
pub(super) fn suggest(
    text: &str,
    error: RegionError,
    parse: impl Fn(&str) -> Result<Pattern, RegionError>,
) -> RegionError {
    let mut fixed = text.to_owned();
    let mut last = error.clone();
    for _ in 0..MOST {
        let Some(quoted) = quote(&fixed, &last) else { return error };
        match parse(&quoted) {
            Ok(_) => {
                let note = "write a name with blanks or special characters in backquotes";
                return error.note(note).candidates([quoted]);
            }
            Err(next) => last = next,
        }
        fixed = quoted;
    }
    error
}

/// The text with the name at the error between backquotes.
fn quote(text: &str, error: &RegionError) -> Option<String> {
    if !matches!(*error.problem, Problem::Syntax { .. }) {
        return None;
    }
    let (before, behind) = text.split_at_checked(error.span.start)?;
    let name_before = before.trim_end();
    let plain = name_before.chars().rev().take_while(|char| is_plain_char(*char)).map(char::len_utf8).sum::<usize>();
    let start = if plain > 0 { name_before.len() - plain } else { before.len() };
    let end = before.len() + behind.find([';', '&', ',', ':', '.', '(']).unwrap_or(behind.len());
    let name = text.get(start..end)?.trim_end();
    let is_name = !name.is_empty() && !name.contains(['`', '*', '#', '<', '>', '/']) && !text[end..].starts_with('.');
    is_name.then(|| format!("{}`{name}`{}", &text[..start], &text[start + name.len()..]))
}
