//! `jcp verify`: runs the original, the capturing and the replaying program and compares all that can be seen of them.
//!
//! Each run has standard output and error in regular files, the same standard input, environment and arguments, and the
//! *same* working directory path, made afresh (see [`super::runs::scratch`]). With O the original run and k the captured arrival:
//!
//! - the capturing run's output, exit status and files must equal O's in full;
//! - the replay starts in the directory as it was at k; its output must equal what O printed from k on, its exit status
//!   and the files at its end must equal O's. If the chain starts below main, it starts like O, prints what O printed until
//!   the chain's root was entered, and gets the directory as it was at k then;
//! - where the region has an end, the replay's output and files must be O's up to there.
//!
//! Some differences pass, and are told: parts of lines that differ from run to run by their nature ([`masks`]), and what differs
//! between two runs of the original ([`unstable`]), which is run again when something differs. Strict rules let nothing pass.
//!
//! Where the program's calls do not tell what a `*` stands for, a run before all others does ([`chains`]).
//!
//! Several regions are captured in one run and replayed one by one.
//!
//! The capturing run marks k: byte offsets of both outputs and a copy of the directory (see [`super::runs::evidence`]). O's own offset of
//! k is the capturing run's, as their outputs were found equal before; where rules allow them to differ in some lines, the
//! replay is compared with the capturing run's output from the mark on, so that lengths may vary.
//!
//! Left out: files written outside the working directory, what goes over a network, and the timing of outputs.

mod chains;
pub mod compare;
pub mod masks;
pub mod report;
pub mod rules;
pub mod session;
pub mod state;
pub mod streams;
pub mod tree;
pub mod unstable;

pub use compare::Difference;
pub use report::{Outcome, Report};
pub use rules::Rules;
pub use session::{Comparison, Programs, run_programs};

use std::path::Path;

use super::error::{DriverError, Reason};
use super::inputs::application::Application;
use super::inputs::jdk::{self, JdkHome};
use super::inputs::options::{InstrumentOptions, ROUNDS};
use super::instrument::{Instrumented, instrument};
use super::progress::Progress;
use super::runs::launch::Launch;
use super::runs::run::{Run, RunOptions, check};
use super::runs::scratch::Scratch;

/// What to verify and how.
#[derive(Debug, Default)]
pub struct VerifyOptions {
    /// The program and its region; jars go to a temporary folder if there is no `out_dir`.
    pub instrument: InstrumentOptions,
    /// The runs, all three of them alike.
    pub runs: RunOptions,
    /// How they are compared.
    pub comparison: Comparison,
}

/// Instruments, runs all three programs and compares.
pub fn verify(options: &VerifyOptions, progress: &dyn Progress) -> Result<Report, DriverError> {
    options.instrument.check_single()?;
    check(&options.runs)?;
    let jdk = jdk::find(options.instrument.jdk.as_deref())?;
    let application = Application::of(&options.instrument)?;
    let scratch = Scratch::new(options.runs.keep)?;
    let mut wanted = options.instrument.clone();
    wanted.jdk = Some(jdk.home.clone());
    if wanted.out_dir.is_none() {
        wanted.out_dir = Some(scratch.folder("jars")?);
    }
    let found = chains::fill(&mut wanted, &options.runs, &scratch, progress)?;
    let mut session = Attempts { options, jdk: &jdk, application: &application, scratch: &scratch, original: None };
    let mut report = session.run(&wanted, progress)?;
    for _ in 1..ROUNDS {
        if !wanted.add_threads(&report.reasons) {
            break;
        }
        progress.step("capturing again, with the threads that were found");
        scratch.keep_only(&["original", "original.out", "original.err", "jars"])?;
        match session.run(&wanted, progress) {
            Ok(found) => report = found,
            // a chain that was found cannot be captured: then the refusal stands, and says that, too
            Err(DriverError::Input(why)) => {
                report.reasons.insert(0, Reason { why, ..Reason::default() });
                break;
            }
            Err(other) => return Err(other),
        }
    }
    report.diagnostics.splice(0..0, found);
    report.threads.clone_from(&wanted.threads);
    report.jdk = jdk.version;
    report.kept = scratch.kept();
    Ok(report)
}

/// Verifications of one program with more and more chains of threads.
struct Attempts<'a> {
    options: &'a VerifyOptions,
    jdk: &'a JdkHome,
    application: &'a Application,
    scratch: &'a Scratch,
    /// The original's run, once there is one.
    original: Option<Run>,
}

impl Attempts<'_> {
    /// Instruments, runs and compares.
    fn run(&mut self, wanted: &InstrumentOptions, progress: &dyn Progress) -> Result<Report, DriverError> {
        let done = match instrument(wanted, progress) {
            Ok(done) => done,
            Err(DriverError::Refused(reasons)) => return Ok(Report::refused(reasons)),
            Err(other) => return Err(other),
        };
        let options = self.options;
        let programs = Programs {
            original: Launch::original(&self.jdk.java(), self.application),
            capture: done.capture.clone(),
            replay: done.replay.clone(),
            regions: done.others.len() + 1,
            end_names: done.end_names.clone(),
            states: wanted.request.states,
        };
        let original = match self.original.take() {
            Some(original) => original,
            None => session::run(&programs.original, &options.runs, self.scratch, progress)?,
        };
        let mut comparison = options.comparison.clone();
        comparison.rules.set_names(own_names(self.application, &done));
        let mut report =
            session::compare_with(&original, &programs, (&options.runs, &comparison), self.scratch, progress)?;
        self.original = Some(original);
        report.describe(&done);
        Ok(report)
    }
}

/// The names that jcp's jars have, and what the original has in their place.
fn own_names(application: &Application, done: &Instrumented) -> Vec<(String, String)> {
    let shown = |path: &Path| path.to_string_lossy().into_owned();
    let mut names = Vec::new();
    for jar in [&done.capture_jar, &done.replay_jar] {
        names.extend(application.executable.as_deref().map(|original| (shown(jar), shown(original))));
        let own = jar.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        names.push((own, application.name.clone()));
    }
    names
}
