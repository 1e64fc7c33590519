//! What differs between two runs of the original: no replay can be equal to both, so it is left out of the comparison.
//!
//! Lines are paired by their numbers. Of two lines that differ the words in front of the first difference and behind the last one
//! still count. A file that has other lines, another kind, or is there in one run alone is left out as a whole; if each run alone has
//! equally many in a folder, so are those there whose names differ from them only where their names differ. Outputs
//! with different numbers of lines cannot be paired: then nothing is left out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::rules::Rules;
use super::tree;
use crate::driver::error::DriverError;
use crate::driver::runs::run::Run;

/// The lines and files that differ.
#[derive(Debug, Default)]
pub struct Unstable {
    /// By place and line, from 0, what the line starts and ends with in both runs.
    lines: BTreeMap<(String, usize), (Vec<u8>, Vec<u8>)>,
    /// Names from the working directory.
    files: BTreeSet<PathBuf>,
    /// What such names start and end with.
    names: Vec<(Vec<u8>, Vec<u8>)>,
}

impl Unstable {
    /// What differs; none if nothing does, or the runs cannot be paired.
    pub fn between(first: &Run, second: &Run, rules: &Rules) -> Result<Option<Self>, DriverError> {
        let mut found = Self::default();
        let of_stderr = rules.of_stderr();
        let outputs =
            [("stdout", &first.stdout, &second.stdout, rules), ("stderr", &first.stderr, &second.stderr, &of_stderr)];
        for (place, one, other, rules) in outputs {
            if !found.pair(place, &read(one)?, &read(other)?, rules) {
                return Ok(None);
            }
        }
        if first.status != second.status {
            return Ok(None);
        }
        found.directories(&first.directory, &second.directory, rules)?;
        Ok(Some(found).filter(|found| !found.lines.is_empty() || !found.files.is_empty()))
    }

    fn directories(&mut self, first: &Path, second: &Path, rules: &Rules) -> Result<(), DriverError> {
        let (ours, theirs) = (tree::list(first, rules)?, tree::list(second, rules)?);
        self.names = names(&alone(&ours, &theirs), &alone(&theirs, &ours));
        for name in ours.keys().chain(theirs.keys()).collect::<BTreeSet<_>>() {
            let is_file =
                |kinds: &BTreeMap<PathBuf, std::fs::FileType>| kinds.get(name).is_some_and(std::fs::FileType::is_file);
            if ours.get(name) != theirs.get(name) {
                self.files.insert(name.clone());
            } else if is_file(&ours) {
                let (one, other) = (read(&first.join(name))?, read(&second.join(name))?);
                if rules.is_archive(name) && one != other || !self.pair(&tree::shown(name), &one, &other, rules) {
                    self.files.insert(name.clone());
                }
            }
        }
        Ok(())
    }

    /// Notes the lines that differ; false if they cannot be paired.
    fn pair(&mut self, place: &str, one: &[u8], other: &[u8], rules: &Rules) -> bool {
        if one == other {
            return true;
        }
        let (ours, theirs) = (rules.lines(one).collect::<Vec<_>>(), rules.lines(other).collect::<Vec<_>>());
        if ours.len() != theirs.len() {
            return false;
        }
        for (our, their) in ours.iter().zip(&theirs) {
            if our.bytes != their.bytes && rules.masked(&our.bytes, &their.bytes).is_none() {
                self.lines.insert((place.to_owned(), our.number), common(&our.bytes, &their.bytes));
            }
        }
        true
    }

    /// Whether two lines differ at most in what differs between the two runs.
    pub fn passes(&self, place: &str, line: usize, ours: &[u8], theirs: &[u8]) -> bool {
        self.lines.get(&(place.to_owned(), line)).is_some_and(|(start, end)| {
            let fits =
                |line: &[u8]| line.len() >= start.len() + end.len() && line.starts_with(start) && line.ends_with(end);
            fits(ours) && fits(theirs)
        })
    }

    /// Whether the file is left out.
    pub fn has_file(&self, name: &Path) -> bool {
        let bytes = name.as_os_str().as_encoded_bytes();
        let is_like = |(start, end): &(Vec<u8>, Vec<u8>)| {
            let rest = bytes.strip_prefix(&start[..]).and_then(|rest| rest.strip_suffix(&end[..]));
            rest.is_some_and(|rest| !rest.contains(&b'/'))
        };
        self.files.contains(name) || self.names.iter().any(is_like)
    }
}

/// Names that only the first has, by folder.
fn alone(
    ours: &BTreeMap<PathBuf, std::fs::FileType>,
    theirs: &BTreeMap<PathBuf, std::fs::FileType>,
) -> BTreeMap<PathBuf, Vec<Vec<u8>>> {
    let mut found: BTreeMap<PathBuf, Vec<Vec<u8>>> = BTreeMap::new();
    for name in ours.keys().filter(|name| !theirs.contains_key(*name)) {
        let folder = name.parent().unwrap_or(Path::new("")).to_owned();
        found.entry(folder).or_default().push(name.as_os_str().as_encoded_bytes().to_vec());
    }
    found
}

/// What the names start and end with, for each pair; not where that is the folder alone.
fn names(ours: &BTreeMap<PathBuf, Vec<Vec<u8>>>, theirs: &BTreeMap<PathBuf, Vec<Vec<u8>>>) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut found = Vec::new();
    for (folder, ours) in ours {
        let theirs = theirs.get(folder).filter(|theirs| theirs.len() == ours.len());
        let pairs =
            theirs.into_iter().flat_map(|theirs| ours.iter().zip(theirs)).map(|(our, their)| common(our, their));
        let length = folder.join("x").as_os_str().len() - 1; // with the separator, if there is one
        found.extend(pairs.filter(|(start, end)| start.len() > length || !end.is_empty()));
    }
    found
}

fn read(file: &Path) -> Result<Vec<u8>, DriverError> {
    std::fs::read(file).map_err(DriverError::io("cannot read", file))
}

/// What two lines start and end with, in whole words; a number with a fraction is one.
fn common(ours: &[u8], theirs: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let count = |(a, b): &(&u8, &u8)| a == b;
    let is_digit = |at: usize| ours.get(at).is_some_and(u8::is_ascii_digit);
    let is_point = |at: usize| ours[at] == b'.' && at > 0 && is_digit(at - 1) && is_digit(at + 1);
    let is_word = |at: &usize| ours[*at].is_ascii_alphanumeric() || !ours[*at].is_ascii() || is_point(*at);
    let start = ours.iter().zip(theirs).take_while(count).count();
    let end = ours[start..].iter().rev().zip(theirs[start..].iter().rev()).take_while(count).count();
    let words = (0..start).rev().take_while(is_word).count();
    let end = ours.len() - end;
    let more = (end..ours.len()).take_while(is_word).count();
    (ours[..start - words].to_vec(), ours[end + more..].to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_pass_where_the_originals_differ() {
        let mut found = Unstable::default();
        let rules = Rules::default();
        assert!(found.pair("stdout", b"a\nseed 1234 of x\nb\n", b"a\nseed 1278 of x\nb\n", &rules));
        let passes = |line, theirs: &str| found.passes("stdout", line, b"seed 1234 of x\n", theirs.as_bytes());
        assert!(passes(1, "seed 99 of x\n"));
        assert!(!passes(1, "seed 99 of y\n") && !passes(1, "seeds 99 of x\n") && !passes(2, "seed 99 of x\n"));
        assert!(!found.passes("stderr", 1, b"seed 1 of x\n", b"seed 2 of x\n"));
        assert!(found.pair("stdout", b"took 2.41 (of 5.02)\n", b"took 2.81 (of 5.92)\n", &rules));
        let passes = |theirs: &str| found.passes("stdout", 0, b"took 2.41 (of 5.02)\n", theirs.as_bytes());
        assert!(passes("took 4.1 (of 11.0)\n") && !passes("take 4.1 (of 11.0)\n"));
        assert_eq!(common(b"1234.tmp", b"5678.tmp"), (Vec::new(), b".tmp".to_vec()));
    }

    #[test]
    fn other_numbers_of_lines_cannot_be_paired() {
        assert!(!Unstable::default().pair("stdout", b"a\n", b"a\nb\n", &Rules::default()));
    }
}
