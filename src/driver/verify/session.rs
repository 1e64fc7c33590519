//! The three runs of a verification, and which of their outputs must be equal.
//!
//! The module above says what equality means; here the runs are made in order, and the first difference ends it.

use std::cell::{OnceCell, RefCell};
use std::path::{Path, PathBuf};

use super::compare::{self, Comparer, Difference, Passed};
use super::report::{Outcome, Report};
use super::rules::Rules;
use super::state;
use super::streams::{Streams, first_difference};
use super::unstable::Unstable;
use crate::checkpoint::Names;
use crate::driver::error::DriverError;
use crate::driver::progress::Progress;
use crate::driver::runs::evidence::{CaptureStatus, Evidence, Mark, ReplayReport};
use crate::driver::runs::launch::Launch;
use crate::driver::runs::run::{Run, RunOptions, Status, execute};
use crate::driver::runs::scratch::Scratch;

/// The three programs.
#[derive(Debug, Clone)]
pub struct Programs {
    /// As it is.
    pub original: Launch,
    /// The capturing one.
    pub capture: Launch,
    /// The replaying one.
    pub replay: Launch,
    /// How many regions they were instrumented for.
    pub regions: usize,
    /// The names of the frames at each region's end, where they are known, and of those of other threads.
    pub end_names: Vec<Names>,
    /// Whether they can write the state in which they end.
    pub states: bool,
}

/// How the three runs are compared.
#[derive(Debug, Clone, Default)]
pub struct Comparison {
    /// Run the original twice in any case, not only where something differs.
    pub twice: bool,
    /// Count the arrivals in a run before the capturing one, which then does nothing at those that are not wanted.
    pub count: bool,
    /// What need not be equal.
    pub rules: Rules,
}

/// Runs three ready programs and compares them.
pub fn run_programs(
    programs: &Programs,
    (options, comparison): (&RunOptions, &Comparison),
    scratch: &Scratch,
    progress: &dyn Progress,
) -> Result<Report, DriverError> {
    let original = run(&programs.original, options, scratch, progress)?;
    compare_with(&original, programs, (options, comparison), scratch, progress)
}

/// The original program's run.
pub(super) fn run(
    launch: &Launch,
    options: &RunOptions,
    scratch: &Scratch,
    progress: &dyn Progress,
) -> Result<Run, DriverError> {
    let original = run_in_copy("original", launch, &[], (options, scratch, progress))?;
    if original.status == Status::TimedOut {
        return Err(DriverError::Input(
            "the original program did not end within the time limit; give a longer --timeout".to_string(),
        ));
    }
    Ok(original)
}

/// As [`run_programs`], where the original has run.
pub(super) fn compare_with(
    original: &Run,
    programs: &Programs,
    (options, comparison): (&RunOptions, &Comparison),
    scratch: &Scratch,
    progress: &dyn Progress,
) -> Result<Report, DriverError> {
    let (passed, again) = (RefCell::default(), OnceCell::new());
    let session = Session { programs, options, comparison, scratch, progress, passed, again };
    let mut report = Report { original_s: Some(original.seconds), ..Report::default() };
    if let Some((capture, marks)) = session.capture(original, &mut report)? {
        for (region, mark) in marks.iter().enumerate() {
            session.replay(original, &capture, (region + 1, mark), &mut report)?;
            if report.result != Outcome::Equal {
                break;
            }
        }
    }
    if comparison.twice || report.result == Outcome::Different {
        session.again(original)?;
    }
    if let Some(again) = session.again.get() {
        report.compared_with_itself(again.difference.clone(), again.unstable.is_some());
    }
    report.passed(session.passed.into_inner());
    Ok(report)
}

/// What a second run of the original shows.
struct Again {
    difference: Option<Difference>,
    /// What is not compared for that; none if nothing differs, or cannot be left out.
    unstable: Option<Unstable>,
}

/// What a replay must print, with the numbers of its lines in both outputs of the capturing run.
type Expected = (Run, [Vec<usize>; 2]);

struct Session<'a> {
    programs: &'a Programs,
    options: &'a RunOptions,
    comparison: &'a Comparison,
    scratch: &'a Scratch,
    progress: &'a dyn Progress,
    /// What was let pass so far.
    passed: RefCell<Passed>,
    /// The second run of the original, once it was needed.
    again: OnceCell<Again>,
}

impl Session<'_> {
    /// The first difference that counts. If there is one, a second run of the original shows whether it is the program's own.
    fn difference(
        &self,
        run: &str,
        (original, until): (&Run, &Run),
        streams: &Streams<'_>,
        rules: &Rules,
    ) -> Result<Option<Difference>, DriverError> {
        let compare = |unstable| {
            let mut comparer = Comparer { unstable, passed: Passed::default() };
            Ok::<_, DriverError>((first_difference(run, until, streams, rules, &mut comparer)?, comparer.passed))
        };
        let mut found = compare(self.again.get().and_then(|again| again.unstable.as_ref()))?;
        if found.0.is_some() && self.again.get().is_none() && !rules.is_strict() {
            let unstable = self.again(original)?.unstable.as_ref();
            if unstable.is_some() {
                found = compare(unstable)?;
            }
        }
        self.passed.borrow_mut().add(found.1);
        Ok(found.0)
    }

    /// Runs the capturing program. What it returns is needed for the replay, a mark for each region; nothing, if there is
    /// nothing to replay.
    fn capture(&self, original: &Run, report: &mut Report) -> Result<Option<(Run, Vec<Mark>)>, DriverError> {
        let [checkpoint, mark_dir, told] =
            ["checkpoint.jcp", "mark", "capture.json"].map(|name| self.scratch.path(name));
        let mut properties =
            [("checkpoint", &checkpoint), ("mark", &mark_dir), ("report", &told)].map(property).to_vec();
        properties.extend(self.counted()?);
        if self.programs.states {
            properties.push(property(("states", &self.scratch.folder("states-capture")?)));
        }
        let capture = self.run("capture", &self.programs.capture, &properties)?;
        let regions = self.programs.regions;
        let read = |region| Evidence::read([&checkpoint, &mark_dir, &told], region, regions);
        let found = (1..=regions).map(read).collect::<Result<Vec<_>, _>>()?;
        let copying: f64 = found.iter().filter_map(|found| found.mark.as_ref()).map(Mark::seconds).sum();
        report.capture_s = Some((capture.seconds - copying).max(0.0));
        // the first region, unless another one was not captured
        let shown = found.iter().find(|found| !found.is_captured()).unwrap_or(&found[0]);
        report.captured(shown.told.as_ref(), shown.bytes);

        let mut rules = self.comparison.rules.clone();
        if found.iter().any(|found| found.told.is_some() && !found.is_captured()) {
            rules.ignore_lines_of_stderr(r"^jcp: ")?;
        }
        let streams = Streams { from: (0, 0), reference: original, other: &capture, lines: None };
        if let Some(difference) = self.difference("capture", (original, original), &streams, &rules)? {
            report.different(difference);
            return Ok(None);
        }
        let mut marks = Vec::new();
        for found in found {
            match (found.is_captured(), found.mark) {
                (true, Some(mark)) if found.bytes.is_some() => {
                    let has_end =
                        self.programs.end_names.get(marks.len()).is_some_and(|names| !names.frames.is_empty());
                    if has_end && mark.end.is_none() {
                        report.open_ended(marks.len() + 1);
                    }
                    marks.push(mark);
                }
                (true, _) => {
                    report.odd("the capturing run reported a capture, but left no mark or no checkpoint");
                    return Ok(None);
                }
                (false, _) if found.told.is_some() => return Ok(None), // refused, or not reached: already in the report
                (false, _) => {
                    report.odd("the capturing run left no report: jcp's runtime did not start or did not end");
                    return Ok(None);
                }
            }
        }
        Ok(Some((capture, marks)))
    }

    /// What a run that counts arrivals tells the capturing one, if it is wanted and the arrivals come.
    fn counted(&self) -> Result<Option<String>, DriverError> {
        if !self.comparison.count {
            return Ok(None);
        }
        let [checkpoint, mark, told] = ["count.jcp", "count-mark", "count.json"].map(|name| self.scratch.path(name));
        let properties = ["-Djcp.count=true".to_owned(), property(("report", &told))];
        self.run("count", &self.programs.capture, &properties)?;
        let paths = [checkpoint.as_path(), mark.as_path(), told.as_path()];
        let mut arrivals = Vec::new();
        for region in 1..=self.programs.regions {
            let told = Evidence::read(paths, region, self.programs.regions)?.told;
            arrivals.extend(told.filter(|told| told.status == CaptureStatus::Counted).map(|told| told.arrival));
        }
        let all = arrivals.len() == self.programs.regions;
        Ok(all.then(|| format!("-Djcp.arrival={}", arrivals.join(","))))
    }

    fn replay(
        &self,
        original: &Run,
        capture: &Run,
        (region, mark): (usize, &Mark),
        report: &mut Report,
    ) -> Result<(), DriverError> {
        let mut name = "replay".to_owned();
        if self.programs.regions > 1 {
            name = format!("replay of region {region}");
        }
        let file = name.replace(' ', "-");
        // each region has a report of its own: the one of before would speak for a replay that left none
        let [checkpoint, told] = ["checkpoint.jcp", &format!("{file}.json")].map(|name| self.scratch.path(name));
        let mut properties = [("checkpoint", &checkpoint), ("report", &told)].map(property).to_vec();
        if self.programs.regions > 1 {
            properties.push(format!("-Djcp.region={region}"));
        }
        let states = self.scratch.path(&format!("states-{file}"));
        if self.programs.states {
            self.scratch.folder(&format!("states-{file}"))?;
            properties.push(property(("states", &states)));
        }
        let replay = if mark.entry.is_some() {
            properties.push(property(("mark", &self.scratch.path("mark"))));
            self.run(&file, &self.programs.replay, &properties)?
        } else {
            self.scratch.start_from(&mark.directory)?;
            self.execute(&file, &self.programs.replay, &properties)?
        };
        report.replay_s = Some(replay.seconds);
        let told = ReplayReport::read(&told)?;
        if report.replayed(told.as_ref()) {
            return Ok(());
        }
        let (expected, mut until) = (self.expected(capture, mark)?, original.clone());
        if let Some(end) = &mark.end {
            until.directory.clone_from(&end.directory);
        }
        let streams = match &expected {
            Some((expected, lines)) => {
                Streams { from: (0, 0), reference: expected, other: &replay, lines: Some(lines) }
            }
            None => Streams { from: (mark.stdout, mark.stderr), reference: capture, other: &replay, lines: None },
        };
        match self.difference(&name, (original, &until), &streams, &self.comparison.rules)? {
            Some(difference) => report.different(difference),
            None if told.is_none() => report.odd("the replaying run left no report: jcp's runtime did not start"),
            None => report.result = Outcome::Equal,
        }
        if self.programs.states && report.result == Outcome::Equal {
            let captured = self.scratch.path("states-capture");
            let names = &self.programs.end_names[region - 1];
            let mut compared = state::compare(&captured, &states, None, (region, &name, names))?;
            if compared.difference.is_some() {
                let again = self.capture_again()?;
                compared = state::compare(&captured, &states, Some(&again), (region, &name, names))?;
            }
            report.states(compared);
        }
        Ok(())
    }

    /// Captures once more, for the states in which a run ends.
    fn capture_again(&self) -> Result<PathBuf, DriverError> {
        let states = self.scratch.folder("states-capture-again")?;
        let checkpoint = self.scratch.path("checkpoint-again.jcp");
        let properties = [("checkpoint", &checkpoint), ("states", &states)].map(property);
        self.run("capture-again", &self.programs.capture, &properties)?;
        Ok(states)
    }

    /// What the replay must print, where that is not all that the capturing run printed behind the mark: the chain starts
    /// below main, or the region has an end. With the numbers that its lines have in the capturing run's outputs.
    fn expected(&self, capture: &Run, mark: &Mark) -> Result<Option<Expected>, DriverError> {
        let parts = |entry: u64, start: u64, end: Option<u64>| [0..entry, start..end.unwrap_or(u64::MAX)];
        let (entry, end) = (mark.entry.unwrap_or((0, 0)), mark.end.as_ref());
        if mark.entry.is_none() && end.is_none() {
            return Ok(None);
        }
        let cut = |name: &str, file: &Path, parts: [std::ops::Range<u64>; 2]| {
            let bytes = std::fs::read(file).map_err(DriverError::io("cannot read", file))?;
            let (mut kept, mut lines) = (Vec::new(), Vec::new());
            for part in parts {
                let from = usize::try_from(part.start).unwrap_or_default();
                let part = between(name.trim_start_matches("expected-"), &bytes, part)?;
                let before = bytes[..from].split(|byte| *byte == b'\n').count() - 1;
                lines.extend((before..).take(part.split_inclusive(|byte| *byte == b'\n').count()));
                kept.extend_from_slice(part);
            }
            let target = self.scratch.path(name);
            std::fs::write(&target, kept).map_err(DriverError::io("cannot write", &target))?;
            Ok::<_, DriverError>((target, lines))
        };
        let out = parts(entry.0, mark.stdout, end.map(|end| end.stdout));
        let err = parts(entry.1, mark.stderr, end.map(|end| end.stderr));
        let (stdout, out_lines) = cut("expected-stdout", &capture.stdout, out)?;
        let (stderr, err_lines) = cut("expected-stderr", &capture.stderr, err)?;
        Ok(Some((Run { stdout, stderr, ..capture.clone() }, [out_lines, err_lines])))
    }

    /// Tells a program that is not deterministic from one that jcp changed: the original once more.
    fn again(&self, first: &Run) -> Result<&Again, DriverError> {
        if let Some(again) = self.again.get() {
            return Ok(again);
        }
        let second = self.run("original-again", &self.programs.original, &[])?;
        let rules = &self.comparison.rules;
        let streams = Streams { from: (0, 0), reference: first, other: &second, lines: None };
        let mut comparer = Comparer::default();
        let difference = first_difference("second original", first, &streams, rules, &mut comparer)?;
        let lenient = difference.is_some() && !rules.is_strict();
        let unstable = if lenient { Unstable::between(first, &second, rules)? } else { None };
        Ok(self.again.get_or_init(|| Again { difference, unstable }))
    }

    /// A run that starts in a fresh copy of the user's directory.
    fn run(&self, name: &str, launch: &Launch, properties: &[String]) -> Result<Run, DriverError> {
        run_in_copy(name, launch, properties, (self.options, self.scratch, self.progress))
    }

    fn execute(&self, name: &str, launch: &Launch, properties: &[String]) -> Result<Run, DriverError> {
        self.progress.step(&format!("{name}: running"));
        execute(self.scratch, name, launch, properties, self.options)
    }
}

/// A run that starts in a fresh copy of the user's directory.
pub(super) fn run_in_copy(
    name: &str,
    launch: &Launch,
    properties: &[String],
    (options, scratch, progress): (&RunOptions, &Scratch, &dyn Progress),
) -> Result<Run, DriverError> {
    progress.step(&format!("{name}: copying the working directory"));
    scratch.start_copy(options.workdir.as_deref().unwrap_or(Path::new(".")))?;
    progress.step(&format!("{name}: running"));
    execute(scratch, name, launch, properties, options)
}

/// A part of an output between two marks; the last one may be its end, whatever that is.
fn between<'a>(place: &str, bytes: &'a [u8], part: std::ops::Range<u64>) -> Result<&'a [u8], DriverError> {
    let length = bytes.len();
    let end = if part.end == u64::MAX { length as u64 } else { part.end };
    let [from, to] = [part.start, end].map(|mark| usize::try_from(mark).unwrap_or(usize::MAX));
    // a second mark before the first one: the output was cut back in between
    let short = || compare::cut_back(place, part.start.max(end), length.min(to));
    bytes.get(from..to).ok_or_else(short)
}

fn property((name, file): (&str, &PathBuf)) -> String {
    format!("-Djcp.{name}={}", file.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_an_output_that_was_cut_back_is_an_error() {
        let part = |start, end| {
            let part = between("stdout", b"0123456789", start..end).map(<[u8]>::to_vec);
            part.map_err(|error| error.to_string())
        };
        assert_eq!(part(2, 5).as_deref(), Ok(&b"234"[..]));
        assert_eq!(part(8, u64::MAX).as_deref(), Ok(&b"89"[..]));
        for (start, end, words) in [
            (8, 4, "marked at byte 8, but has only 4"),
            (2, 99, "marked at byte 99, but has only 10"),
            (99, u64::MAX, "marked at byte 99, but has only 10"),
        ] {
            let why = part(start, end).expect_err("no such part");
            assert!(why.contains(words), "{why}");
        }
    }
}
