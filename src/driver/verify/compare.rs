//! Finds the first difference between two files.
//!
//! Equal bytes are equal under any rules, so files are read in pieces first and only what differs is read whole and looked
//! at line by line.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use serde::Serialize;

use super::rules::Rules;
use super::unstable::Unstable;
use crate::driver::error::DriverError;

/// The most of a line that is shown, in characters.
const SHOWN: usize = 160;

/// The first place where two runs differ.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Which run differs from the original: `capture`, `replay` or `second original`.
    pub run: String,
    /// `stdout`, `stderr`, `exit status`, or a file from the working directory, with `!ENTRY` if it is an archive.
    pub place: String,
    /// Line in the original, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// What the original has there.
    pub original: String,
    /// What the other run has there.
    pub other: String,
}

/// Compares, and keeps account of what it lets pass.
#[derive(Debug, Default)]
pub struct Comparer<'u> {
    /// What two runs of the original differ in.
    pub unstable: Option<&'u Unstable>,
    /// What was let pass.
    pub passed: Passed,
}

/// Differences that do not count.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Passed {
    /// Lines that differ only in parts of these kinds.
    pub masked: usize,
    /// The first of them.
    pub first: Option<String>,
    /// The kinds.
    pub kinds: BTreeSet<&'static str>,
    /// Lines and files in which two runs of the original differ, too.
    pub unstable: BTreeSet<String>,
}

impl Passed {
    /// Adds what was let pass elsewhere.
    pub fn add(&mut self, other: Self) {
        self.masked += other.masked;
        self.first = self.first.take().or(other.first);
        self.kinds.extend(other.kinds);
        self.unstable.extend(other.unstable);
    }
}

/// Where a content is from.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// As in [`Difference::place`].
    pub name: &'a str,
    /// Which lines of it the content has.
    pub lines: Lines<'a>,
}

/// Lines, from 0.
#[derive(Debug, Clone, Copy)]
pub enum Lines<'a> {
    /// All from this one on.
    From(usize),
    /// These.
    Listed(&'a [usize]),
}

impl<'a> Place<'a> {
    /// All of a file.
    pub fn whole(name: &'a str) -> Self {
        Self { name, lines: Lines::From(0) }
    }

    fn line(&self, number: usize) -> usize {
        match self.lines {
            Lines::From(first) => first + number,
            // behind the last one
            Lines::Listed(lines) => lines.get(number).copied().unwrap_or(number),
        }
    }
}

impl Comparer<'_> {
    /// Compares a file, from an offset on, with another.
    pub fn files(
        &mut self,
        place: Place<'_>,
        (reference, from): (&Path, u64),
        other: &Path,
        rules: &Rules,
    ) -> Result<Option<Difference>, DriverError> {
        if same_bytes(reference, from, other)? {
            return Ok(None);
        }
        let whole = std::fs::read(reference).map_err(DriverError::io("cannot read", reference))?;
        let right = std::fs::read(other).map_err(DriverError::io("cannot read", other))?;
        let Some((before, left)) = usize::try_from(from).ok().and_then(|from| whole.split_at_checked(from)) else {
            return Err(cut_back(place.name, from, whole.len()));
        };
        let lines_before = before.split(|byte| *byte == b'\n').count() - 1;
        let place = match place.lines {
            Lines::From(first) => Place { lines: Lines::From(first + lines_before), ..place },
            Lines::Listed(_) => place,
        };
        Ok(self.contents(place, left, &right, rules))
    }

    /// Compares two contents line by line under the rules.
    pub fn contents(&mut self, place: Place<'_>, left: &[u8], right: &[u8], rules: &Rules) -> Option<Difference> {
        let (mut ours, mut theirs) = (rules.lines(left), rules.lines(right));
        let mut last = 0;
        loop {
            let (our, their) = (ours.next(), theirs.next());
            if our.as_ref().map(|line| &line.bytes) == their.as_ref().map(|line| &line.bytes) {
                last = our?.number + 1;
                continue;
            }
            let line = place.line(our.as_ref().map_or(last, |line| line.number));
            if let (Some(our), Some(their)) = (&our, &their)
                && self.passes(place.name, line, (&our.bytes, &their.bytes), rules)
            {
                last = our.number + 1;
                continue;
            }
            let (original, other) = shown(our.as_ref().map(|l| &*l.bytes), their.as_ref().map(|l| &*l.bytes));
            let place = place.name.to_string();
            return Some(Difference { place, line: Some(line + 1), original, other, ..Difference::default() });
        }
    }

    fn passes(&mut self, place: &str, line: usize, (ours, theirs): (&[u8], &[u8]), rules: &Rules) -> bool {
        if let Some(kinds) = rules.masked(ours, theirs) {
            self.passed.masked += 1;
            self.passed.first.get_or_insert_with(|| format!("{place} line {}", line + 1));
            self.passed.kinds.extend(kinds);
            return true;
        }
        let passes = self.unstable.is_some_and(|unstable| unstable.passes(place, line, ours, theirs));
        if passes {
            self.passed.unstable.insert(format!("{place} line {}", line + 1));
        }
        passes
    }
}

/// The error for an output that is shorter at the end than it was at a mark, or at one mark than at the one before.
pub fn cut_back(place: &str, mark: u64, length: usize) -> DriverError {
    DriverError::Input(format!(
        "{place} was marked at byte {mark}, but has only {length} bytes: the program truncates its own output, for example \
         by opening /dev/stdout anew, and jcp cannot compare it; let the program write to a file of its own"
    ))
}

/// Both lines as text, cut to a stretch around the first difference.
fn shown(ours: Option<&[u8]>, theirs: Option<&[u8]>) -> (String, String) {
    let same = ours.unwrap_or_default().iter().zip(theirs.unwrap_or_default()).take_while(|(a, b)| a == b).count();
    let start = same.saturating_sub(SHOWN / 2);
    let show = |line: Option<&[u8]>| {
        let Some(line) = line else { return "(nothing more)".to_string() };
        let text = String::from_utf8_lossy(line.get(start..).unwrap_or_default());
        let cut: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
        let cut = cut.replace("\\'", "'").replace("\\\"", "\"");
        format!("{}{cut}{}", if start > 0 { "…" } else { "" }, if text.chars().count() > SHOWN { "…" } else { "" })
    };
    (show(ours), show(theirs))
}

fn same_bytes(left: &Path, from: u64, right: &Path) -> Result<bool, DriverError> {
    let open = |path: &Path| File::open(path).map_err(DriverError::io("cannot read", path));
    let (mut ours, mut theirs) = (open(left)?, open(right)?);
    let lengths = [&ours, &theirs].map(|file| file.metadata().map_or(0, |metadata| metadata.len()));
    if lengths[0].checked_sub(from) != Some(lengths[1]) {
        return Ok(false);
    }
    ours.seek(SeekFrom::Start(from)).map_err(DriverError::io("cannot read", left))?;
    let mut pieces = [vec![0; 1 << 16], vec![0; 1 << 16]];
    let (mut ours, mut theirs) = (BufReader::new(&mut ours), BufReader::new(&mut theirs));
    loop {
        let [left_piece, right_piece] = &mut pieces;
        let length = ours.read(left_piece).map_err(DriverError::io("cannot read", left))?;
        let right_piece = &mut right_piece[..length];
        theirs.read_exact(right_piece).map_err(DriverError::io("cannot read", right))?;
        if left_piece[..length] != *right_piece {
            return Ok(false);
        }
        if length == 0 {
            return Ok(true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differ(left: &str, right: &str) -> Option<(Option<usize>, String, String)> {
        let place = Place::whole("x");
        let found = Comparer::default().contents(place, left.as_bytes(), right.as_bytes(), &Rules::default());
        found.map(|found| (found.line, found.original, found.other))
    }

    #[test]
    fn the_first_differing_line_is_shown() {
        assert_eq!(differ("a\nb\n", "a\nb\n"), None);
        assert_eq!(differ("a\nb\n", "a\nc\n"), Some((Some(2), r"b\n".into(), r"c\n".into())));
        assert_eq!(differ("a\n", "a\nb\n"), Some((Some(2), "(nothing more)".into(), r"b\n".into())));
        assert_eq!(differ("a\n", "a"), Some((Some(1), r"a\n".into(), "a".into())));
        assert_eq!(differ("", "a"), Some((Some(1), "(nothing more)".into(), "a".into())));
    }

    #[test]
    fn long_lines_are_cut_around_the_difference() {
        let (left, right) = (format!("{}1{}", "x".repeat(1000), "y".repeat(500)), "x".repeat(1000));
        let (_, original, other) = differ(&left, &right).expect("differ");
        assert!(original.starts_with("…xx") && original.contains("x1yy") && original.ends_with("y…"), "{original}");
        assert_eq!(other, format!("…{}", "x".repeat(SHOWN / 2)));
    }

    #[test]
    fn a_file_is_compared_from_its_mark_on_and_lines_count_from_its_start() {
        let folder = tempfile::tempdir().expect("folder");
        let [left, right] = ["l", "r"].map(|name| folder.path().join(name));
        std::fs::write(&left, "one\ntwo\nthree\n").expect("file");
        std::fs::write(&right, "two\nthree\n").expect("file");
        let place = Place::whole("stdout");
        let compare = |from| Comparer::default().files(place, (&left, from), &right, &Rules::default());
        assert_eq!(compare(4).expect("compared"), None);
        assert_eq!(compare(0).expect("compared").expect("differ").line, Some(1));
        assert_eq!(compare(8).expect("compared").expect("differ").line, Some(3));
        assert!(compare(99).expect_err("mark").to_string().contains("marked at byte 99"));
    }
}
