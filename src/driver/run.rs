//! `jcp run`: a run of a program as `java` does it, that starts at its checkpoint if it has one.
//!
//! | found | this run |
//! |---|---|
//! | a region, given or chosen before | captures or replays, as [`refresh`] decides |
//! | a recording of an earlier run | a place is chosen in it ([`suggest`]), and this run captures there |
//! | a recording in which no place was found, or none that is captured | is plain |
//! | nothing | is recorded, for the next run to choose a place |
//!
//! All files are in one folder. `NAME-run.json` keeps what was chosen, and for what: the class files, and the arguments and options of
//! the JVM, since a checkpoint is a part of one run. Where the class files changed, a chosen place that is refused now is given up, and the
//! run is recorded again. With other arguments the checkpoint goes. A place that was chosen is given up, too, if capturing there is
//! refused, but for threads whose chains the next capture has; then another place of the recording is taken.
//!
//! Left out: inputs of the run, such as files and standard input before the checkpoint. `fresh` forgets all.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::DriverError;
use super::inputs::application::Application;
use super::inputs::jdk;
use super::inputs::options::{InstrumentOptions, ROUNDS};
use super::outputs::files;
use super::progress::Progress;
use super::refresh::{self, Next, RefreshOptions};
use super::runs::evidence::{CaptureReport, CaptureStatus};
use super::runs::launch::Launch;
use super::suggest::{self, Checks, SuggestOptions, Suggestion};

/// Where the files are if nothing else is said.
pub const FOLDER: &str = ".jcp";

/// What a capturing run tells, behind the program's name.
const REPORT: &str = "-report.json";

/// How many places are looked at for one without problems.
const PLACES: usize = 5;

/// What is to be run.
#[derive(Debug, Default)]
pub struct RunOptions {
    /// The program; at most one region.
    pub program: InstrumentOptions,
    /// Options for the JVM.
    pub jvm_args: Vec<String>,
    /// The program's arguments.
    pub args: Vec<String>,
    /// Whether what earlier runs left is forgotten.
    pub fresh: bool,
}

/// The run that is next.
#[derive(Debug)]
pub struct Run {
    /// `java` and its arguments.
    pub command: Vec<OsString>,
    /// What it does.
    pub kind: Kind,
    /// Why, in one line each.
    pub said: Vec<String>,
    /// The replay's reasons, if it is one that cannot start, are left in this file.
    pub refused: PathBuf,
}

/// What a run does besides its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Nothing.
    Plain,
    /// The Flight Recorder tells what it does when.
    Recorded,
    /// It leaves a checkpoint.
    Capture,
    /// It starts at the checkpoint.
    Replay,
}

/// What is kept from one run to the next.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Known {
    /// Digest of the class files.
    program: String,
    /// Digest of the arguments and the JVM's options.
    asked: String,
    /// What was chosen.
    region: Option<String>,
    /// Why nothing was.
    nowhere: Option<String>,
    /// Places where capturing is refused.
    #[serde(default)]
    given_up: Vec<String>,
    /// How often it was where it is tried now.
    #[serde(default)]
    refusals: usize,
}

/// The files of one program.
struct Files {
    folder: PathBuf,
    name: String,
}

impl Files {
    fn at(&self, ending: &str) -> PathBuf {
        self.folder.join(format!("{}{ending}", self.name))
    }

    fn known(&self) -> Option<Known> {
        serde_json::from_slice(&std::fs::read(self.at("-run.json")).ok()?).ok()
    }

    fn keep(&self, known: &Known) -> Result<(), DriverError> {
        let file = self.at("-run.json");
        let text = serde_json::to_vec_pretty(known).map_err(|error| DriverError::Internal(error.to_string()))?;
        files::write(&file, &text)
    }

    fn recording(&self) -> Option<PathBuf> {
        Some(self.at(".jfr")).filter(|file| file.metadata().is_ok_and(|file| file.len() > 0))
    }

    fn forget(&self, endings: &[&str]) -> Result<(), DriverError> {
        for file in endings.iter().map(|ending| self.at(ending)) {
            match std::fs::remove_file(&file) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(DriverError::io("cannot remove", &file)(error));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Decides what the next run does; instruments and chooses a place if it must.
pub fn next(options: &RunOptions, progress: &dyn Progress) -> Result<Run, DriverError> {
    if options.program.regions.len() > 1 {
        return Err(DriverError::Usage("give one region: a run starts at one checkpoint".to_owned()));
    }
    let application = Application::of(&options.program)?;
    let folder = options.program.out_dir.clone().unwrap_or_else(|| PathBuf::from(FOLDER));
    std::fs::create_dir_all(&folder).map_err(DriverError::io("cannot create", &folder))?;
    let folder = std::path::absolute(&folder).map_err(DriverError::io("cannot use", &folder))?;
    let files = Files { folder, name: application.name.clone() };
    if options.fresh {
        files.forget(&["-run.json", ".jfr", ".jcp", ".jcp.threads", "-refresh.json", REPORT])?;
    }
    let mut state =
        State { known: Known::default(), options, application, files, said: Vec::new(), asks_otherwise: false };
    state.compare(progress)?;
    state.next(progress)
}

struct State<'a> {
    options: &'a RunOptions,
    application: Application,
    files: Files,
    known: Known,
    said: Vec<String>,
    /// Whether there was a checkpoint of other arguments or options.
    asks_otherwise: bool,
}

impl State<'_> {
    /// What is known of this program and these arguments; the checkpoint of others goes.
    fn compare(&mut self, progress: &dyn Progress) -> Result<(), DriverError> {
        progress.step("comparing classes");
        let home = jdk::find(self.options.program.jdk.as_deref())?;
        let program = refresh::digests::digest_of_classes(&self.application, &home)?;
        let asked =
            refresh::digests::digest([format!("{:?} {:?}", self.options.args, self.options.jvm_args).as_bytes()]);
        let known = self.files.known().unwrap_or_default();
        self.asks_otherwise = known.asked != asked && self.files.at(".jcp").exists();
        if known.asked != asked {
            self.files.forget(&[".jcp"])?;
        }
        if known.program != program && known.nowhere.is_some() {
            self.files.forget(&[".jfr"])?;
        }
        let same = known.program == program;
        let (nowhere, given_up) = if same { (known.nowhere, known.given_up) } else { (None, Vec::new()) };
        let Known { region, refusals, .. } = known;
        self.known = Known { program, asked, region, nowhere, given_up, refusals };
        self.judge()
    }

    /// Gives a chosen place up if the last capture there was refused for good.
    fn judge(&mut self) -> Result<(), DriverError> {
        let file = self.files.at(REPORT);
        let told = CaptureReport::read(&file).unwrap_or_default();
        self.files.forget(&[REPORT])?;
        let Some(told) = told.filter(|told| told.status == CaptureStatus::Refused) else { return Ok(()) };
        let Some(region) = self.known.region.clone() else { return Ok(()) };
        self.known.refusals += 1;
        let for_good = told.reasons.iter().find(|reason| reason.thread.is_empty());
        if let Some(reason) = for_good.or(told.reasons.first().filter(|_| self.known.refusals >= ROUNDS)) {
            self.said.push(format!("capturing at {region} was refused: {}", reason.why));
            self.known.given_up.push(region);
            self.known.region = None;
            self.known.refusals = 0;
        }
        Ok(())
    }

    fn next(mut self, progress: &dyn Progress) -> Result<Run, DriverError> {
        if let Some(region) = self.options.program.regions.first().cloned() {
            self.known.region = None;
            self.files.keep(&self.known)?;
            return self.at(&region, progress);
        }
        if let Some(region) = self.known.region.clone() {
            match self.at(&region, progress) {
                Err(DriverError::Refused(_) | DriverError::Input(_)) => {
                    self.said = vec![format!("the program changed, and jcp cannot capture at {region} any more")];
                    self.files.forget(&[".jfr", ".jcp"])?;
                    self.known.region = None;
                    self.known.refusals = 0;
                }
                done => return done,
            }
        }
        if self.known.nowhere.is_none()
            && let Some(recording) = self.files.recording()
        {
            match self.choose(&recording, progress)? {
                Ok(place) => {
                    let Suggestion { region, before_pct, .. } = place;
                    let before = format!("{before_pct} % of the recorded run is before it");
                    self.said.push(format!("takes the checkpoint at {region} ({before})"));
                    self.known.region = Some(region.clone());
                    self.files.keep(&self.known)?;
                    return self.at(&region, progress);
                }
                Err(why) => {
                    self.known.nowhere = Some(why);
                }
            }
        }
        self.files.keep(&self.known)?;
        if let Some(why) = &self.known.nowhere {
            self.said.push(format!("runs from the start: {why}"));
            return self.original(Kind::Plain, &[]);
        }
        self.said.push("records this run; the next run captures at the best place found".to_owned());
        let flags = suggest::flags(&self.files.folder, &self.files.at(".jfr"))?;
        self.original(Kind::Recorded, &flags)
    }

    /// A run that captures or replays there.
    fn at(&mut self, region: &str, progress: &dyn Progress) -> Result<Run, DriverError> {
        let checkpoint = self.files.at(".jcp");
        let instrument = InstrumentOptions {
            regions: vec![region.to_owned()],
            out_dir: Some(self.files.folder.clone()),
            ..self.options.program.clone()
        };
        let done = refresh::refresh(&RefreshOptions { instrument, checkpoint, settings: Vec::new() }, progress)?;
        self.files.keep(&self.known)?;
        let mut said = std::mem::take(&mut self.said);
        let kind = match done.next {
            Next::Capture => Kind::Capture,
            Next::Replay => Kind::Replay,
        };
        said.push(match kind {
            Kind::Replay => format!("replays from the checkpoint: {}", done.why),
            _ if self.asks_otherwise => {
                "captures: the arguments or the JVM's options are not those of the checkpoint".to_owned()
            }
            _ => format!("captures: {}", done.why),
        });
        let mut flags = vec![done.option];
        if kind == Kind::Capture {
            flags.push(format!("-Djcp.report={}", self.files.at(REPORT).display()));
        }
        Ok(self.run(kind, &done.launch, &flags, said))
    }

    fn original(&mut self, kind: Kind, flags: &[String]) -> Result<Run, DriverError> {
        let java = jdk::find(self.options.program.jdk.as_deref())?.java();
        let said = std::mem::take(&mut self.said);
        Ok(self.run(kind, &Launch::original(&java, &self.application), flags, said))
    }

    fn run(&self, kind: Kind, launch: &Launch, flags: &[String], said: Vec<String>) -> Run {
        let flags: Vec<String> = self.options.jvm_args.iter().chain(flags).cloned().collect();
        let command = launch.command(&flags, &self.options.args);
        Run { command, kind, said, refused: self.files.at(".jcp.refused") }
    }

    /// The best place without problems, or why there is none.
    fn choose(&self, recording: &Path, progress: &dyn Progress) -> Result<Result<Suggestion, String>, DriverError> {
        let options = SuggestOptions {
            program: InstrumentOptions { out_dir: None, ..self.options.program.clone() },
            recording: Some(recording.to_path_buf()),
            limit: PLACES,
            checks: Checks::Plan,
            ..SuggestOptions::default()
        };
        let places = match suggest::suggest(&options, progress) {
            Ok(found) => found.places,
            Err(DriverError::Input(why)) => return Ok(Err(why)), // too short to tell phases
            Err(error) => return Err(error),
        };
        let problem = places.first().and_then(|place| place.problems.first().cloned());
        let refused = |place: &Suggestion| self.known.given_up.contains(&place.region);
        let found = places.into_iter().find(|place| place.problems.is_empty() && !refused(place));
        Ok(found.ok_or_else(|| {
            let refused = self.known.given_up.last().map(|place| format!("capturing at {place} was refused"));
            problem.or(refused).unwrap_or_else(|| {
                "the main thread does the same thing all the time, or repeats its phases in a loop".to_owned()
            })
        }))
    }
}
