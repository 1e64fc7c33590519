//! `jcp refresh`: decides whether a program's next run captures or replays, and leaves the jar for it as `NAME-next.jar`, so
//! that a build can start that one jar each time.
//!
//! | found | next run |
//! |---|---|
//! | no jars, or made by another jcp, with other options, for another JDK | instrument, capture |
//! | the program or its regions' lines changed | replay, if the checkpoint fits the edited program ([`renew`]), else instrument, capture |
//! | the last capturing run was refused for threads of which it knew no chains | instrument with these ([`threads`]), capture |
//! | no checkpoint, one of other jars or one that is not the user's ([`trust`]), or one from which the last replay could not start | capture |
//! | else | replay |
//!
//! What the jars were made of is kept beside them, in `NAME-refresh.json`: digests ([`Made`]) and the id of their plan, which
//! both jars and a checkpoint have too. So a record is believed only of jars that are those it was written for. Class files are
//! compared by their content, whatever their dates; nothing is analysed unless the jars are made again.
//!
//! A replay that cannot start leaves its reasons in `NAME.jcp.refused` beside the checkpoint; the next capturing run removes them.
//!
//! Resources of the class path count if the captured run asked for them before its checkpoint; an executable jar's are in jcp's jars, which
//! are made again. Left out: inputs of the run, also files that it opened by their own names. If these matter, remove the checkpoint.

pub(super) mod digests;
mod threads;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::DriverError;
use super::inputs::application::Application;
use super::inputs::class_path::{self, Entry};
use super::inputs::options::InstrumentOptions;
use super::inputs::{java_paths, jdk, trust};
use super::instrument::{self, Instrumented};
use super::outputs::common::RUNTIME_JAR;
use super::outputs::{files, premises, unpacked};
use super::progress::Progress;
use super::renew::{self, Since};
use super::runs::launch::Launch;
use crate::checkpoint::{Checkpoint, CheckpointError};
use crate::classfile::Jar;
use digests::{Contents, digest, digest_of_options, digest_of_program, digests_of_settings, same_settings};

/// Which program, and which checkpoint.
#[derive(Debug, Clone)]
pub struct RefreshOptions {
    /// As for `jcp instrument`.
    pub instrument: InstrumentOptions,
    /// The checkpoint that the capturing run writes.
    pub checkpoint: PathBuf,
    /// What else a run depends on, as `NAME=VALUE`.
    pub settings: Vec<String>,
}

/// What the next run does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Next {
    /// It leaves a checkpoint.
    Capture,
    /// It starts from the one that is there.
    Replay,
}

/// What was decided.
#[derive(Debug, Clone)]
pub struct Refreshed {
    /// What the next run does.
    pub next: Next,
    /// Why.
    pub why: String,
    /// `NAME-next.jar`.
    pub jar: PathBuf,
    /// How to run it, but for the JVM's option that names the checkpoint.
    pub launch: Launch,
    /// That option.
    pub option: String,
    /// What was instrumented, if anything was.
    pub instrumented: Option<Instrumented>,
}

/// What the jars beside it were made of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Made {
    /// Digest of jcp itself.
    jcp: String,
    /// Digest of the options but for the regions, of the class path and the JDK.
    options: String,
    /// Digest of the regions and the class files that the capturing jar was made of.
    captured: String,
    /// The same for the replaying jar.
    program: String,
    /// What tells the contents of the resources that a capturing run found, by their names.
    #[serde(default)]
    resources: BTreeMap<String, u128>,
    /// Digests of what else that run depended on, by their names.
    #[serde(default)]
    settings: BTreeMap<String, String>,
    /// Id of the jars' plan.
    plan: String,
    /// Chains of threads that were not given.
    #[serde(default)]
    threads: threads::Found,
}

/// Decides, instruments if it must, and writes `NAME-next.jar`.
pub fn refresh(options: &RefreshOptions, progress: &dyn Progress) -> Result<Refreshed, DriverError> {
    options.instrument.check_single()?;
    if options.instrument.regions.len() > 1 {
        return Err(several());
    }
    java_paths::check(&std::path::absolute(&options.checkpoint).unwrap_or_default())?;
    let mut state = State::of(options, progress)?;
    let (next, why, instrumented) = match state.decide(options) {
        Decision::Keep(next, why) => {
            state.keep(next)?;
            (next, why, None)
        }
        Decision::Renew(made) => state.renew(options, &made, progress)?,
        Decision::Instrument(why) => state.capture(options, why, progress)?,
    };
    let source = state.jar(if next == Next::Capture { "capture" } else { "replay" });
    let jar = state.jar("next");
    let content = std::fs::read(&source).map_err(DriverError::io("cannot read", &source))?;
    files::write(&jar, &content)?;
    let front = if state.is_unpacked { unpacked::unpack(&jar)? } else { jar.clone() };
    let checkpoint =
        std::path::absolute(&options.checkpoint).map_err(DriverError::io("cannot use", &options.checkpoint))?;
    Ok(Refreshed {
        next,
        why,
        launch: Launch::instrumented(&state.java, &state.application, &front),
        jar,
        option: format!("-Djcp.checkpoint={}", checkpoint.display()),
        instrumented,
    })
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

fn several() -> DriverError {
    DriverError::Usage("give one region: each region has a checkpoint of its own".to_owned())
}

/// What is to be done.
enum Decision {
    /// The jars are right: what the next run does, and why.
    Keep(Next, String),
    /// The program is another one than that of the checkpoint, of which this is known.
    Renew(Box<Made>),
    /// They must be made again, and why.
    Instrument(String),
}

/// What the next run does, why, and what was instrumented for it.
type Decided = (Next, String, Option<Instrumented>);

/// The program as it is now, and where its jars are.
struct State {
    application: Application,
    /// Its class path.
    entries: Vec<Entry>,
    folder: PathBuf,
    java: PathBuf,
    /// Whether the folder counts into which a jar is unpacked.
    is_unpacked: bool,
    /// With no plan yet.
    now: Made,
    /// Which of its chains of threads are new.
    new: Vec<String>,
    /// Without which a checkpoint is not believed.
    key: Option<Vec<u8>>,
}

impl State {
    fn of(options: &RefreshOptions, progress: &dyn Progress) -> Result<Self, DriverError> {
        let application = Application::of(&options.instrument)?;
        let jdk = jdk::find(options.instrument.jdk.as_deref())?;
        let folder = options.instrument.out_dir.clone().unwrap_or_else(|| PathBuf::from("."));
        let folder = std::path::absolute(&folder).map_err(DriverError::io("cannot use", &folder))?;
        progress.step("comparing classes");
        let entries = class_path::of(&application.classpath, application.nested, jdk.feature_number())?;
        let contents = Contents::of(&entries)?;
        let program = digest_of_program(&options.instrument, (&application, &contents))?;
        let Contents { classes, resources } = contents;
        let now = Made {
            jcp: digest([env!("CARGO_PKG_VERSION").as_bytes(), premises::FORMAT, RUNTIME_JAR]),
            options: digest_of_options(&options.instrument, &application, &jdk),
            captured: program.clone(),
            program,
            resources,
            settings: digests_of_settings(&options.settings),
            plan: String::new(),
            threads: threads::Found::default(),
        };
        let is_unpacked = unpacked::is_wanted(&application, &entries);
        let key = trust::key()?;
        let java = jdk.java();
        let mut state = Self { application, entries, folder, java, is_unpacked, now, new: Vec::new(), key };
        state.now.threads = threads::Found::new(state.made().map(|made| made.threads), classes);
        state.new = state.now.threads.add(&options.checkpoint, &options.instrument.threads);
        let next = state.jar("next");
        if is_unpacked {
            unpacked::check(&next)?;
        }
        if state.entries.iter().filter_map(Entry::jar).any(|entry| same_file(entry.jar.path(), &next)) {
            let why = "would be overwritten, but is part of the program; choose another folder with -o";
            return Err(DriverError::Usage(format!("{} {why}", next.display())));
        }
        Ok(state)
    }

    fn jar(&self, kind: &str) -> PathBuf {
        self.folder.join(format!("{}-{kind}.jar", self.application.name))
    }

    fn record(&self) -> PathBuf {
        self.folder.join(format!("{}-refresh.json", self.application.name))
    }

    /// What the jars that are there were made of; none unless they are those of the record.
    fn made(&self) -> Option<Made> {
        let made: Made = serde_json::from_slice(&std::fs::read(self.record()).ok()?).ok()?;
        let jars = ["capture", "replay"].map(|kind| plan_of(&self.jar(kind)));
        jars.iter().all(|plan| plan.as_ref() == Some(&made.plan)).then_some(made)
    }

    fn decide(&self, options: &RefreshOptions) -> Decision {
        let instrument = |why: &str| Decision::Instrument(why.to_owned());
        let Some(made) = self.made() else { return instrument("there are no jars of this program yet") };
        if made.jcp != self.now.jcp {
            return instrument("the jars were made by another version of jcp");
        }
        if made.options != self.now.options {
            return instrument("the jars were made with other options, another class path or another JDK");
        }
        if !self.new.is_empty() {
            return Decision::Instrument(threads::why(&self.new));
        }
        let found = checkpoint_of(&options.checkpoint, &made.plan, self.key.as_deref());
        match found.and_then(|()| same_settings(&made.settings, &self.now.settings)) {
            Ok(()) if made.program == self.now.program => self.by_resources(&made, &options.checkpoint),
            Ok(()) => Decision::Renew(Box::new(made)),
            Err(why) if made.captured == self.now.captured => Decision::Keep(Next::Capture, why),
            Err(why) => instrument(&format!("the program changed, and {why}")),
        }
    }

    /// The jars are right. A run that captures finds the resources and settings that are there now.
    fn keep(&self, next: Next) -> Result<(), DriverError> {
        let Made { resources, settings, .. } = self.now.clone();
        let differs = |made: &Made| (&made.resources, &made.settings) != (&resources, &settings);
        match self.made().filter(|made| next == Next::Capture && differs(made)) {
            Some(made) => self.write_record(&Made { resources, settings, ..made }),
            None => Ok(()),
        }
    }

    /// The classes are the same, and the jars have no copies of resources.
    fn by_resources(&self, made: &Made, checkpoint: &Path) -> Decision {
        let replay = |why: &str| Decision::Keep(Next::Replay, why.to_owned());
        if made.resources == self.now.resources {
            return replay("the program has not changed");
        }
        match renew::resources_since(&self.since(made, checkpoint), (&self.entries, &self.now.resources)) {
            Ok(changed) if changed.is_empty() => {
                replay("the program has not changed, nor any resource that it asked for before the checkpoint")
            }
            Ok(changed) => Decision::Keep(Next::Capture, format!("the program changed: {}", changed.join("; "))),
            Err(error) => Decision::Instrument(first_line(&error.to_string()).to_owned()),
        }
    }

    /// What the checkpoint that is there rests on.
    fn since<'a>(&self, made: &'a Made, checkpoint: &'a Path) -> Since<'a> {
        Since { jar: self.jar("capture"), checkpoint: Some(checkpoint), resources: Some(&made.resources) }
    }

    /// The program was edited: makes the replaying jar again, if the checkpoint fits, else both.
    fn renew(
        &mut self,
        options: &RefreshOptions,
        made: &Made,
        progress: &dyn Progress,
    ) -> Result<Decided, DriverError> {
        match renew::renew(&self.wanted(options), &self.since(made, &options.checkpoint), progress) {
            Ok(_) => {
                let Made { captured, plan, resources, .. } = made.clone();
                self.write_record(&Made { captured, resources, plan, ..self.now.clone() })?;
                Ok((Next::Replay, "the program changed only after the checkpoint".to_owned(), None))
            }
            Err(DriverError::Refused(reasons)) => {
                // what one could do about each is done: the next run captures
                let reasons: Vec<String> = reasons.into_iter().map(|reason| reason.why).collect();
                let why = format!("the program changed: {}", reasons.join("; "));
                self.capture(options, why, progress)
            }
            Err(DriverError::Input(why)) if !self.now.threads.chains.is_empty() => {
                self.capture(options, format!("the program changed: {}", first_line(&why)), progress)
            }
            Err(error) => Err(error),
        }
    }

    /// Makes the jars again. Where that is not possible with the chains of threads that were found, they are given up.
    fn capture(
        &mut self,
        options: &RefreshOptions,
        mut why: String,
        progress: &dyn Progress,
    ) -> Result<Decided, DriverError> {
        let mut done = self.instrument(options, progress);
        if let Err(error @ (DriverError::Input(_) | DriverError::Refused(_))) = &done
            && !self.now.threads.chains.is_empty()
        {
            let _ = write!(why, "; but no chain of a thread can be captured: {}", first_line(&error.to_string()));
            self.now.threads.give_up();
            done = self.instrument(options, progress);
        }
        Ok((Next::Capture, why, Some(done?)))
    }

    /// What is instrumented: what was asked for, with the chains of threads that were found.
    fn wanted(&self, options: &RefreshOptions) -> InstrumentOptions {
        let threads = options.instrument.threads.iter().chain(&self.now.threads.chains).cloned().collect();
        InstrumentOptions { threads, notes_run: true, ..options.instrument.clone() }
    }

    /// Makes the jars again, and the record of them last.
    fn instrument(&self, options: &RefreshOptions, progress: &dyn Progress) -> Result<Instrumented, DriverError> {
        let record = self.record();
        if record.exists() {
            std::fs::remove_file(&record).map_err(DriverError::io("cannot remove", &record))?;
        }
        let done = instrument::instrument(&self.wanted(options), progress)?;
        if !done.others.is_empty() {
            return Err(several()); // a file named them
        }
        let broken = |what: &str| DriverError::Internal(format!("{}: {what}", done.capture_jar.display()));
        let plan = plan_of(&done.capture_jar).ok_or_else(|| broken("it has no plan"))?;
        self.write_record(&Made { plan, ..self.now.clone() })?;
        Ok(done)
    }

    fn write_record(&self, made: &Made) -> Result<(), DriverError> {
        let json = serde_json::to_vec_pretty(made).map_err(|error| DriverError::Internal(error.to_string()))?;
        files::write(&self.record(), &json)
    }
}

/// Why there is no checkpoint of the plan in the file that a replay will believe.
fn checkpoint_of(file: &Path, plan: &str, key: Option<&[u8]>) -> Result<(), String> {
    match Checkpoint::open(file) {
        Ok(checkpoint) if checkpoint.header().plan == plan => {
            trust::doubt(&checkpoint, key).or_else(|| refusal_of(file)).map_or(Ok(()), Err)
        }
        Ok(_) => Err(format!("{} belongs to other jars", file.display())),
        Err(CheckpointError::Io { source, .. }) if source.kind() == std::io::ErrorKind::NotFound => {
            Err(format!("there is no checkpoint {} yet", file.display()))
        }
        Err(error) => Err(error.to_string()),
    }
}

/// Why the last replay could not start from the checkpoint; none if it could, or there was none.
fn refusal_of(file: &Path) -> Option<String> {
    let mut note = file.as_os_str().to_owned();
    note.push(".refused");
    let text = std::fs::read(&note).ok()?;
    let reasons: Vec<_> = String::from_utf8_lossy(&text).lines().map(str::to_owned).collect();
    Some(format!("the last replay from {} was refused: {}", file.display(), reasons.join("; ")))
}

/// The id of a jar's plan; none if the jar is not one of jcp's.
fn plan_of(jar: &Path) -> Option<String> {
    let text = Jar::open(jar).ok()?.read("META-INF/jcp/plan.txt").ok()??;
    let text = String::from_utf8(text).ok()?;
    text.lines().find_map(|line| line.strip_prefix("plan\t")).map(str::to_owned)
}

fn same_file(a: &Path, b: &Path) -> bool {
    a.canonicalize().is_ok_and(|a| b.canonicalize().is_ok_and(|b| a == b))
}
