//! `jcp verify`: runs the original, the capturing and the replaying program and compares all that can be seen of them.
//!
//! Each run has standard output and error in regular files, the same standard input, environment and arguments, and the
//! *same* working directory path, made afresh (see [`scratch`]). With O the original run and k the captured arrival:
//!
//! - the capturing run's output, exit status and files must equal O's in full;
//! - the replay starts in the directory as it was at k; its output must equal what O printed from k on, its exit status
//!   and the files at its end must equal O's. If the chain starts below main, it starts like O, prints what O printed until
//!   the chain's root was entered, and gets the directory as it was at k then.
//!
//! The capturing run marks k: byte offsets of both outputs and a copy of the directory (see [`evidence`]). O's own offset of
//! k is the capturing run's, as their outputs were found equal before; where rules allow them to differ in some lines, the
//! replay is compared with the capturing run's output from the mark on, so that lengths may vary.
//!
//! Left out: files written outside the working directory, what goes over a network, and the timing of outputs.

pub mod compare;
pub mod evidence;
pub mod report;
pub mod rules;
pub mod run;
pub mod scratch;
pub mod tree;

use std::path::{Path, PathBuf};
use std::time::Duration;

pub use compare::Difference;
pub use report::{Outcome, Report};
pub use rules::Rules;

use super::application::Application;
use super::instrument::{InstrumentOptions, instrument};
use super::launch::Launch;
use super::{DriverError, Progress, jdk};
use compare::{Streams, first_difference};
use run::{Run, Status};
use scratch::Scratch;

/// What to verify and how.
#[derive(Debug, Default)]
pub struct VerifyOptions {
    /// The program and its region; jars go to a temporary folder if there is no `out_dir`.
    pub instrument: InstrumentOptions,
    /// The runs.
    pub runs: RunOptions,
}

/// How the three programs are run and compared.
#[derive(Debug, Default)]
pub struct RunOptions {
    /// Options for the JVM of all three runs.
    pub jvm_args: Vec<String>,
    /// The program's arguments.
    pub args: Vec<String>,
    /// The directory that each run gets a copy of; the current one if absent.
    pub workdir: Option<PathBuf>,
    /// Standard input; empty if absent.
    pub stdin: Option<PathBuf>,
    /// A run is killed after this time.
    pub timeout: Option<Duration>,
    /// Leave directories, outputs and checkpoint for a look.
    pub keep: bool,
    /// Run the original twice in any case, not only where something differs.
    pub twice: bool,
    /// What need not be equal.
    pub rules: Rules,
}

/// The three programs.
#[derive(Debug, Clone)]
pub struct Programs {
    /// As it is.
    pub original: Launch,
    /// The capturing one.
    pub capture: Launch,
    /// The replaying one.
    pub replay: Launch,
}

/// Instruments, runs all three programs and compares.
pub fn verify(options: &VerifyOptions, progress: &dyn Progress) -> Result<Report, DriverError> {
    options.instrument.instance.check_single()?;
    let jdk = jdk::find(options.instrument.jdk.as_deref())?;
    let application = Application::of(&options.instrument)?;
    let scratch = Scratch::new(options.runs.keep)?;
    let mut wanted = options.instrument.clone();
    wanted.jdk = Some(jdk.home.clone());
    if wanted.out_dir.is_none() {
        wanted.out_dir = Some(scratch.folder("jars")?);
    }
    let mut report = match instrument(&wanted, progress) {
        Ok(done) => {
            let original = Launch::original(&jdk.java(), &application);
            let programs = Programs { original, capture: done.capture.clone(), replay: done.replay.clone() };
            let mut report = run_programs(&programs, &options.runs, &scratch, progress)?;
            report.describe(&done);
            report
        }
        Err(DriverError::Refused(reasons)) => Report::refused(reasons),
        Err(other) => return Err(other),
    };
    report.jdk = jdk.version;
    report.kept = scratch.kept();
    Ok(report)
}

/// Runs three ready programs and compares them.
pub fn run_programs(
    programs: &Programs,
    options: &RunOptions,
    scratch: &Scratch,
    progress: &dyn Progress,
) -> Result<Report, DriverError> {
    let session = Session { programs, options, scratch, progress };
    let original = session.run("original", &programs.original, &[])?;
    if original.status == Status::TimedOut {
        return Err(DriverError::Input("the original program did not end within the time limit".to_string()));
    }
    let mut report = Report { original_s: Some(original.seconds), ..Report::default() };
    if let Some((capture, mark)) = session.capture(&original, &mut report)? {
        session.replay(&original, &capture, &mark, &mut report)?;
    }
    if options.twice || report.result == Outcome::Different {
        session.original_again(&original, &mut report)?;
    }
    Ok(report)
}

struct Session<'a> {
    programs: &'a Programs,
    options: &'a RunOptions,
    scratch: &'a Scratch,
    progress: &'a dyn Progress,
}

impl Session<'_> {
    /// Runs the capturing program. What it returns is needed for the replay; nothing, if there is nothing to replay.
    fn capture(&self, original: &Run, report: &mut Report) -> Result<Option<(Run, evidence::Mark)>, DriverError> {
        let [checkpoint, mark_dir, told] =
            ["checkpoint.jcp", "mark", "capture.json"].map(|name| self.scratch.path(name));
        let properties = [("checkpoint", &checkpoint), ("mark", &mark_dir), ("report", &told)].map(property);
        let capture = self.run("capture", &self.programs.capture, &properties)?;
        let mark = evidence::Mark::read(&mark_dir)?;
        let copying = mark.as_ref().map_or(0.0, evidence::Mark::seconds);
        report.capture_s = Some((capture.seconds - copying).max(0.0));
        let told = evidence::CaptureReport::read(&told)?;
        report.captured(told.as_ref(), std::fs::metadata(&checkpoint).ok().map(|file| file.len()));

        let mut rules = self.options.rules.clone();
        if told.as_ref().is_some_and(|told| told.status != evidence::CaptureStatus::Captured) {
            rules.ignore_lines_of_stderr(r"^jcp: ")?;
        }
        let streams = Streams { from: (0, 0), reference: original, other: &capture };
        if let Some(difference) = first_difference("capture", original, &streams, &rules)? {
            report.different(difference);
            return Ok(None);
        }
        match (told.map(|told| told.status), mark) {
            (Some(evidence::CaptureStatus::Captured), Some(mark)) if checkpoint.exists() => Ok(Some((capture, mark))),
            (Some(evidence::CaptureStatus::Captured), _) => {
                report.odd("the capturing run says that it captured, but left no mark or no checkpoint");
                Ok(None)
            }
            (Some(_), _) => Ok(None), // refused, or not reached: already in the report
            (None, _) => {
                report.odd("the capturing run left no report: its runtime was not started or not ended");
                Ok(None)
            }
        }
    }

    fn replay(
        &self,
        original: &Run,
        capture: &Run,
        mark: &evidence::Mark,
        report: &mut Report,
    ) -> Result<(), DriverError> {
        let [checkpoint, told] = ["checkpoint.jcp", "replay.json"].map(|name| self.scratch.path(name));
        let properties = [("checkpoint", &checkpoint), ("report", &told)].map(property);
        let replay = if mark.entry.is_some() {
            let mark_dir = property(("mark", &self.scratch.path("mark")));
            self.run("replay", &self.programs.replay, &[properties.as_slice(), &[mark_dir]].concat())?
        } else {
            self.scratch.start_from(&mark.directory)?;
            self.execute("replay", &self.programs.replay, &properties)?
        };
        report.replay_s = Some(replay.seconds);
        let told = evidence::ReplayReport::read(&told)?;
        if report.replayed(told.as_ref()) {
            return Ok(());
        }
        let skipped;
        let streams = if let Some(entry) = mark.entry {
            skipped = self.without_skipped(capture, entry, mark)?;
            Streams { from: (0, 0), reference: &skipped, other: &replay }
        } else {
            Streams { from: (mark.stdout, mark.stderr), reference: capture, other: &replay }
        };
        match first_difference("replay", original, &streams, &self.options.rules)? {
            Some(difference) => report.different(difference),
            None if told.is_none() => report.odd("the replaying run left no report: its runtime was not started"),
            None => report.result = Outcome::Equal,
        }
        Ok(())
    }

    /// A run as it would be without what it printed between the entry of the chain's root and the mark.
    fn without_skipped(&self, run: &Run, entry: (u64, u64), mark: &evidence::Mark) -> Result<Run, DriverError> {
        let cut = |name: &str, file: &Path, from: u64, to: u64| {
            let bytes = std::fs::read(file).map_err(DriverError::io("cannot read", file))?;
            let at = |place: u64| usize::try_from(place).unwrap_or(usize::MAX).min(bytes.len());
            let kept = [&bytes[..at(from)], &bytes[at(to)..]].concat();
            let target = self.scratch.path(name);
            std::fs::write(&target, kept).map_err(DriverError::io("cannot write", &target))?;
            Ok::<_, DriverError>(target)
        };
        Ok(Run {
            stdout: cut("expected-stdout", &run.stdout, entry.0, mark.stdout)?,
            stderr: cut("expected-stderr", &run.stderr, entry.1, mark.stderr)?,
            ..run.clone()
        })
    }

    /// Tells a program that is not deterministic from one that jcp changed.
    fn original_again(&self, first: &Run, report: &mut Report) -> Result<(), DriverError> {
        let second = self.run("original-again", &self.programs.original, &[])?;
        let streams = Streams { from: (0, 0), reference: first, other: &second };
        report.compared_with_itself(first_difference("second original", first, &streams, &self.options.rules)?);
        Ok(())
    }

    /// A run that starts in a fresh copy of the user's directory.
    fn run(&self, name: &str, launch: &Launch, properties: &[String]) -> Result<Run, DriverError> {
        self.progress.step(&format!("{name}: copying the working directory"));
        match &self.options.workdir {
            Some(folder) => self.scratch.start_copy(folder)?,
            None => self.scratch.start_copy(Path::new("."))?,
        }
        self.execute(name, launch, properties)
    }

    fn execute(&self, name: &str, launch: &Launch, properties: &[String]) -> Result<Run, DriverError> {
        self.progress.step(&format!("{name}: running"));
        run::execute(self.scratch, name, launch, properties, self.options)
    }
}

fn property((name, file): (&str, &PathBuf)) -> String {
    format!("-Djcp.{name}={}", file.display())
}
