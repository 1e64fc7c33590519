//! What need not be equal: lines to leave out, parts of lines to replace, files to leave out, archives to look into.
//!
//! Without rules, equal means equal bytes. Rules for lines hold for both outputs, all files and all entries of archives; a line that is
//! left out leaves its end of line out too. Rules that are not strict let pass what differs from run to run by its nature
//! ([`super::masks`]) and what differs between two runs of the original ([`super::unstable`]).

use std::collections::BTreeSet;
use std::path::Path;

use globset::{Glob, GlobSet, GlobSetBuilder};
use regex::bytes::Regex;

use super::masks::Masks;
use crate::driver::error::DriverError;

/// The rules of one verification.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    ignored_lines: Vec<Regex>,
    ignored_lines_of_stderr: Vec<Regex>,
    replaced: Vec<(Regex, Vec<u8>)>,
    ignored_files: GlobSet,
    archives: GlobSet,
    /// None: strict.
    masks: Option<Masks>,
}

/// A line that counts: where it stands and what is left of it.
#[derive(Debug, PartialEq, Eq)]
pub struct Line {
    /// Line number, from 0.
    pub number: usize,
    /// Its bytes after the rules, with the end of line.
    pub bytes: Vec<u8>,
}

impl Rules {
    /// Rules as written on a command line: regular expressions, `REGEX=>TEXT`, file patterns, file patterns.
    pub fn parse(
        ignored_lines: &[String],
        replaced: &[String],
        ignored_files: &[String],
        archives: &[String],
    ) -> Result<Self, DriverError> {
        let mut rules = Self {
            ignored_files: globs("--ignore-file", ignored_files)?,
            archives: globs("--zip-file", archives)?,
            ..Self::default()
        };
        for pattern in ignored_lines {
            rules.ignored_lines.push(regex("--ignore-lines", pattern)?);
        }
        for rule in replaced {
            let (pattern, text) = rule
                .split_once("=>")
                .ok_or_else(|| DriverError::Usage(format!("--replace: expected REGEX=>TEXT, found `{rule}`")))?;
            rules.replaced.push((regex("--replace", pattern)?, text.as_bytes().to_vec()));
        }
        Ok(rules)
    }

    /// Lets pass what differs from run to run.
    pub fn be_lenient(&mut self) -> Result<(), DriverError> {
        self.masks = Some(Masks::new()?);
        Ok(())
    }

    /// Whether nothing passes but what a rule names.
    pub fn is_strict(&self) -> bool {
        self.masks.is_none()
    }

    /// See [`Masks::set_names`].
    pub fn set_names(&mut self, names: impl IntoIterator<Item = (String, String)>) {
        if let Some(masks) = &mut self.masks {
            masks.set_names(names);
        }
    }

    /// The kinds of parts in which two lines differ, if they differ in nothing else.
    pub fn masked(&self, ours: &[u8], theirs: &[u8]) -> Option<BTreeSet<&'static str>> {
        self.masks.as_ref()?.only(ours, theirs)
    }

    /// Leaves out lines of standard error as well.
    pub fn ignore_lines_of_stderr(&mut self, pattern: &str) -> Result<(), DriverError> {
        self.ignored_lines_of_stderr.push(regex("standard error", pattern)?);
        Ok(())
    }

    /// The rules for standard error, where more lines may be left out, and the JVM's warnings tell from which jar a class is.
    #[must_use]
    pub fn of_stderr(&self) -> Self {
        let mut rules = self.clone();
        rules.ignored_lines.append(&mut rules.ignored_lines_of_stderr);
        let place = Regex::new(r"^(WARNING: \S+ has been called by \S+(?: in an unnamed module)?) \(file:[^)]*\)$");
        rules.replaced.extend(place.ok().map(|place| (place, b"$1".to_vec())));
        rules
    }

    /// Whether a file, named from the working directory, is not compared.
    pub fn ignores_file(&self, name: &Path) -> bool {
        self.ignored_files.is_match(name)
    }

    /// Whether a file is compared entry by entry.
    pub fn is_archive(&self, name: &Path) -> bool {
        self.archives.is_match(name)
    }

    /// The lines that count.
    pub fn lines<'a>(&'a self, content: &'a [u8]) -> impl Iterator<Item = Line> + 'a {
        content.split_inclusive(|byte| *byte == b'\n').enumerate().filter_map(|(number, line)| {
            let (text, end) = line.strip_suffix(b"\n").map_or((line, &b""[..]), |text| (text, &b"\n"[..]));
            if self.ignored_lines.iter().any(|rule| rule.is_match(text)) {
                return None;
            }
            let mut bytes = text.to_vec();
            for (rule, with) in &self.replaced {
                bytes = rule.replace_all(&bytes, with.as_slice()).into_owned();
            }
            bytes.extend_from_slice(end);
            Some(Line { number, bytes })
        })
    }
}

fn regex(option: &str, pattern: &str) -> Result<Regex, DriverError> {
    Regex::new(pattern).map_err(|error| DriverError::Usage(format!("{option}: {error}")))
}

fn globs(option: &str, patterns: &[String]) -> Result<GlobSet, DriverError> {
    let bad = |error: globset::Error| DriverError::Usage(format!("{option}: {error}"));
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        set.add(Glob::new(pattern).map_err(bad)?);
    }
    set.build().map_err(bad)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(rules: &Rules, content: &str) -> Vec<String> {
        rules.lines(content.as_bytes()).map(|line| String::from_utf8_lossy(&line.bytes).into_owned()).collect()
    }

    #[test]
    fn lines_are_left_out_and_replaced() {
        let rules = Rules::parse(&["^date".into()], &["[0-9.]+ s=>T".into()], &[], &[]).expect("rules");
        assert_eq!(texts(&rules, "a 1.5 s b 2 s\ndate: x\nend"), ["a T b T\n", "end"]);
        assert_eq!(rules.lines(b"date\nx\n").map(|line| line.number).collect::<Vec<_>>(), [1]);
    }

    #[test]
    fn the_jar_in_a_warning_of_the_jvm_does_not_count() {
        let told = "WARNING: sun.misc.Unsafe::allocateMemory has been called by p.Main";
        assert_eq!(
            texts(&Rules::default().of_stderr(), &format!("{told} (file:/a/app-capture.jar)\nx (file:/a)\n")),
            [format!("{told}\n"), "x (file:/a)\n".into()]
        );
    }

    #[test]
    fn mistakes_are_usage_errors() {
        for (lines, replaced, files) in [("(", "", ""), ("", "no arrow", ""), ("", "", "a[")] {
            let one = |text: &str| if text.is_empty() { vec![] } else { vec![text.to_string()] };
            let rules = Rules::parse(&one(lines), &one(replaced), &one(files), &[]);
            assert!(matches!(rules, Err(DriverError::Usage(_))), "{rules:?}");
        }
    }
}
