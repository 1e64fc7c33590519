//! Parts of lines that differ from run to run whatever the program does: dates, times, durations, ids of processes and threads,
//! UUIDs, and the names that jcp gives its own jars.
//!
//! They are looked for only in two lines that differ: if the lines are equal once these parts are replaced by what they
//! are, they count as equal, and the kinds that differed are told. Patterns are those that the JDK (`Date`, `java.time`,
//! `java.util.logging`, `RuntimeMXBean`, `Thread`) and common logging libraries print. A number without a unit or a word that says what it is
//! is never such a part; neither are identity hashes, which a replay keeps.

use std::collections::BTreeSet;

use regex::bytes::{Captures, Regex};

use crate::driver::error::DriverError;

const MONTH: &str = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*";
const DAY: &str = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*";
const CLOCK: &str = r"\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:[\x20\u{202f}]?[AP]M)?";
const ZONE: &str = r"(?:\x20?(?:Z|[A-Z]{2,5}|[+-]\d{2}:?\d{2})\b(?:\[[\w/+-]+\])?)?";

/// The kinds, each with its patterns; earlier ones are replaced first.
fn patterns() -> [(&'static str, Vec<String>); 6] {
    let units = "(?:ns|nanos(?:econds?)?|µs|us|micros(?:econds?)?|ms|msecs?|millis(?:econds?)?|s|secs?|seconds?|min|mins|minutes?|h|hours?)";
    [
        ("UUIDs", vec![r"\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b".to_owned()]),
        (
            "dates",
            vec![
                format!(r"\b\d{{4}}-\d{{2}}-\d{{2}}(?:[T\x20_]{CLOCK}{ZONE})?"),
                format!(r"\b{DAY},?\x20{MONTH}\x20\d{{1,2}}\x20{CLOCK}{ZONE}\x20\d{{4}}\b"),
                format!(r"\b(?:{DAY},?\x20)?\d{{1,2}}[\x20-]{MONTH}[\x20-]\d{{4}}(?:\x20{CLOCK}{ZONE})?"),
                format!(r"\b(?:{DAY},?\x20)?{MONTH}\x20\d{{1,2}},\x20\d{{4}},?(?:\x20{CLOCK}{ZONE})?"),
                format!(r"\b\d{{1,4}}[/.]\d{{1,2}}[/.]\d{{2,4}},?\x20{CLOCK}{ZONE}"),
            ],
        ),
        (
            "times",
            vec![
                r"\b\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?(?:[\x20\u{202f}]?[AP]M)?\b".to_owned(),
                r"\b\d{1,2}:\d{2}[\x20\u{202f}]?[AP]M\b".to_owned(),
            ],
        ),
        (
            "durations",
            vec![
                r"\bPT(?:\d+(?:\.\d+)?[HMS])+".to_owned(),
                format!(r"\b\d+(?:[.,]\d+)?(?:E-?\d+)?[\x20\u{{a0}}]?{units}\b"),
                r"(?i)\b(?:took|elapsed|duration)(?:\x20time)?\x20?[:=]?\x20?\d+(?:[.,]\d+)?".to_owned(),
                // as JUnit 4 tells how long its tests took: in a line of its own, and whole seconds without a point
                r"\bTime:\x20\d+(?:,\d{3})*[.,]\d+".to_owned(),
                r"(?mR)^Time:\x20\d+(?:,\d{3})*$".to_owned(),
            ],
        ),
        (
            "process ids",
            vec![
                r"(?i)\b(?:pid|process id)[\x20=:#]{1,3}\d+\b".to_owned(),
                // not behind `$`: the hash of an object of an anonymous class
                r#"(?P<before>^|[\s\[("'=:])\d+@[A-Za-z][\w.-]*"#.to_owned(),
                r"\b\d+ --- \[".to_owned(),
            ],
        ),
        (
            "thread ids",
            vec![r"(?i)\b(?:thread[- _]?id|tid)[\x20=:#]{1,3}\d+\b".to_owned(), r"\bThread\[#\d+,".to_owned()],
        ),
    ]
}

/// What is looked for.
#[derive(Debug, Clone)]
pub struct Masks {
    patterns: Vec<(&'static str, Regex)>,
    /// Names of jcp's jars, longest first, and what the original has in their place.
    names: Vec<(Vec<u8>, Vec<u8>)>,
}

/// A line without what may vary, and that, by kind.
type Masked = (Vec<u8>, BTreeSet<(&'static str, Vec<u8>)>);

impl Masks {
    /// All kinds.
    pub fn new() -> Result<Self, DriverError> {
        let compiled = patterns().into_iter().flat_map(|(kind, patterns)| {
            patterns.into_iter().map(move |pattern| Regex::new(&pattern).map(|pattern| (kind, pattern)))
        });
        let patterns = compiled.collect::<Result<_, _>>().map_err(|error| DriverError::Internal(error.to_string()))?;
        Ok(Self { patterns, names: Vec::new() })
    }

    /// Names of jcp's own, such as the paths of its jars, with what the original has in their place.
    pub fn set_names(&mut self, names: impl IntoIterator<Item = (String, String)>) {
        self.names = names.into_iter().map(|(own, original)| (own.into_bytes(), original.into_bytes())).collect();
        self.names.sort_by_key(|(own, _)| std::cmp::Reverse(own.len()));
    }

    /// The kinds in which two lines differ, if they differ in nothing else.
    pub fn only(&self, ours: &[u8], theirs: &[u8]) -> Option<BTreeSet<&'static str>> {
        let ((left, left_parts), (right, right_parts)) = (self.mask(ours), self.mask(theirs));
        (left == right).then(|| {
            let of_all = || left_parts.iter().map(|(kind, _)| *kind).collect(); // the same parts in another order
            let found: BTreeSet<_> = left_parts.symmetric_difference(&right_parts).map(|(kind, _)| *kind).collect();
            if found.is_empty() { of_all() } else { found }
        })
    }

    fn mask(&self, line: &[u8]) -> Masked {
        let mut parts = BTreeSet::new();
        let mut text = line.to_vec();
        for (own, original) in &self.names {
            let found = replaced(&text, own, original);
            if found != text {
                parts.insert(("names of jcp's jars", own.clone()));
                text = found;
            }
        }
        for (kind, pattern) in &self.patterns {
            let masked = pattern.replace_all(&text, |found: &Captures<'_>| {
                parts.insert((*kind, found[0].to_vec()));
                let before = found.name("before").map_or(&b""[..], |before| before.as_bytes());
                [before, b"\0", kind.as_bytes(), b"\0"].concat()
            });
            text = masked.into_owned();
        }
        (text, parts)
    }
}

/// The text with each occurrence of `from` replaced.
fn replaced(text: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut made = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.first() {
        if !from.is_empty() && rest.starts_with(from) {
            made.extend_from_slice(to);
            rest = &rest[from.len()..];
        } else {
            made.push(*first);
            rest = &rest[1..];
        }
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(ours: &str, theirs: &str) -> Option<Vec<&'static str>> {
        let mut masks = Masks::new().expect("patterns");
        masks.set_names([("jars/x/app-replay.jar".into(), "of/app.jar".into()), ("app-replay".into(), "app".into())]);
        masks.only(ours.as_bytes(), theirs.as_bytes()).map(|kinds| kinds.into_iter().collect())
    }

    #[test]
    fn what_varies_from_run_to_run_is_recognised() {
        for (ours, theirs, kind) in [
            ("at 2026-11-26T07:41:44.123Z", "at 2025-01-02T17:01:04.5Z", "dates"),
            ("at 2026-11-26 07:41:44,123 INFO", "at 2026-11-26 07:41:45,001 INFO", "dates"),
            ("Thu Nov 26 07:41:44 UTC 2026", "Fri Nov 27 17:41:44 UTC 2026", "dates"),
            ("Nov 26, 2026 7:41:44 AM p.Main run", "Nov 26, 2026 11:41:44 PM p.Main run", "dates"),
            ("Thu, 26 Nov 2026 07:41:44 GMT", "Thu, 26 Nov 2026 07:41:45 GMT", "dates"),
            ("2026-11-26T08:41+01:00[Europe/Paris]", "2026-11-26T08:42+01:00[Europe/Paris]", "dates"),
            ("[07:41:44] up", "[07:41:59] up", "times"),
            ("Started App in 1.234 seconds", "Started App in 12.3 seconds", "durations"),
            ("took 12", "took 1300", "durations"),
            ("Time: 1.857", "Time: 14,447.1", "durations"),
            ("Time: 1.904\n", "Time: 3\n", "durations"),
            ("12 ms, 3,5 s", "9 ms, 3,6 s", "durations"),
            ("PT0.5S", "PT1M2.25S", "durations"),
            ("PID 4711", "PID 1", "process ids"),
            ("4711@host", "12@host", "process ids"),
            ("INFO 4711 --- [main]", "INFO 99 --- [main]", "process ids"),
            ("Thread[#22,w,5,main]", "Thread[#31,w,5,main]", "thread ids"),
            ("tid=7", "tid=8", "thread ids"),
            ("123e4567-e89b-12d3-a456-426614174000", "923e4567-e89b-12d3-a456-426614174111", "UUIDs"),
            ("in of/app.jar", "in jars/x/app-replay.jar", "names of jcp's jars"),
            ("app.jar up", "app-replay.jar up", "names of jcp's jars"),
        ] {
            assert_eq!(only(ours, theirs), Some(vec![kind]), "{ours}");
        }
        assert_eq!(only("07:41:44 took 5 ms", "07:41:45 took 6 ms"), Some(vec!["durations", "times"]));
        assert_eq!(only("5 ms, 6 ms", "6 ms, 5 ms"), Some(vec!["durations"]));
    }

    #[test]
    fn what_a_program_computes_is_not() {
        for (ours, theirs) in [
            ("sum 12", "sum 13"),
            ("3:15", "3:16"),
            ("a@1b6d3586", "a@1b6d3587"),
            ("p.Main$1@a6d3586", "p.Main$1@b6d3586"),
            ("process 5 of 9", "process 6 of 9"),
            ("version 1.2.3", "version 1.2.4"),
            ("12 items", "13 items"),
            ("Time: 3 of 5", "Time: 4 of 5"),
            ("pool-1-thread-3", "pool-1-thread-4"),
            ("5 ms", "5 ns done"),
            ("x 1.5 s", "y 1.5 s"),
            ("", "5 ms"),
        ] {
            assert_eq!(only(ours, theirs), None, "{ours}");
        }
    }
}
