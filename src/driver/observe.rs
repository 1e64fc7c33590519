//! `jcp observe`: runs the capturing program once with hooks that record what it does, and checks the static answer by the
//! record ([`crate::analysis::observed`]).
//!
//! The run is like those of `jcp verify`: a fresh copy of the working directory, outputs in files. Whether it prints what
//! the original prints is not looked at.

use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use super::error::{DriverError, Reason};
use super::inputs::options::InstrumentOptions;
use super::inputs::regions;
use super::instrument::prepared::{Prepared, plan_error, prepare};
use super::outputs::jars;
use super::progress::Progress;
use super::runs::evidence::{CaptureReport, CaptureStatus};
use super::runs::launch::Launch;
use super::runs::run::{Run, RunOptions, Status, check, execute};
use super::runs::scratch::Scratch;
use crate::analysis::hierarchy_answer::HierarchyAnswer;
use crate::analysis::observation::{Observation, Phase};
use crate::analysis::observed::{Miss, StaticAnswer, misses, not_followed};
use crate::analysis::points_to::{Known, Named};
use crate::planner::{self, Selector};
use crate::program::Program;
use crate::region::find_main;

/// Hooks make some methods longer than the JVM would compile.
const COMPILE_ALL: &str = "-XX:-DontCompileHugeMethods";

/// What to observe.
#[derive(Debug, Default)]
pub struct ObserveOptions {
    /// The program and its region.
    pub instrument: InstrumentOptions,
    /// The run.
    pub runs: RunOptions,
}

/// The verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Soundness {
    /// All that was seen lies inside the static answer.
    Sound,
    /// Something does not.
    Unsound,
}

/// Which analysis gave the answer that is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answered {
    /// Points-to and Mod/Use analysis.
    ModUse,
    /// The class hierarchy.
    Hierarchy,
}

/// What was seen and what of it the static answer denies.
#[derive(Debug, Clone, Serialize)]
pub struct ObserveReport {
    /// The verdict.
    pub result: Soundness,
    /// The facts that the answer denies.
    pub misses: Vec<Miss>,
    /// Methods that were entered and are right only since the answer is widened.
    pub not_followed: Vec<String>,
    /// Whose answer was checked.
    pub answer: Answered,
    /// Why it is not that of points-to analysis, or where that is widened.
    pub answer_notes: Vec<String>,
    /// How many facts there were.
    pub seen: Seen,
    /// What the record leaves out.
    pub notes: Vec<String>,
    /// Why there is no checkpoint, if there is none; what came before counts all the same.
    pub reasons: Vec<Reason>,
    /// The program's exit status.
    pub exit_status: String,
    /// Time of the run, seconds.
    pub run_s: f64,
    /// The region in full.
    pub region: String,
    /// The version of the JDK.
    pub jdk: String,
    /// The scratch folder, if it was kept.
    pub kept: Option<std::path::PathBuf>,
}

/// Counts of facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Seen {
    /// Snapshots.
    pub snapshots: u32,
    /// Methods of the application that were entered, before and after the snapshot.
    pub entered: [usize; 2],
    /// Pairs of call instruction and callee.
    pub calls: usize,
    /// Calls on objects of classes that the run made.
    pub made_receivers: usize,
    /// Calls whose target is not known, so that they were not checked.
    pub unchecked_calls: usize,
    /// Static fields of the application that were read, before and after.
    pub read: [usize; 2],
    /// The same for instance fields.
    pub got: [usize; 2],
    /// The same for static fields that were written.
    pub written: [usize; 2],
    /// Those from which a mutated object was reachable.
    pub mutated: [usize; 2],
    /// Those that were neither zero nor null at the snapshot.
    pub nondefault: usize,
}

/// A run that was observed.
pub struct Recorded {
    prepared: Prepared,
    selector: Selector,
    known: Known,
    named: Arc<Named>,
    /// The run.
    pub run: Run,
    /// The record as the runtime wrote it.
    pub text: String,
    /// The same with its names looked up.
    pub observation: Observation,
    /// Why there is no checkpoint, if there is none.
    pub reasons: Vec<Reason>,
}

/// What is checked.
pub struct Checked<'a> {
    /// The answer.
    pub answer: Box<dyn StaticAnswer + 'a>,
    /// Whose it is.
    pub answered: Answered,
    /// Why it is not that of points-to analysis, or where that is widened.
    pub notes: Vec<String>,
}

/// Instruments, runs and checks.
pub fn observe(options: &ObserveOptions, progress: &dyn Progress) -> Result<ObserveReport, DriverError> {
    options.instrument.check_single()?;
    if options.instrument.out_dir.is_some() {
        let why = "-o: jcp observe makes a jar that no other run can use; --keep keeps that jar";
        return Err(DriverError::Usage(why.to_owned()));
    }
    check(&options.runs)?;
    let scratch = Scratch::new(options.runs.keep)?;
    let recorded = record(options, &scratch, progress)?;
    progress.step("comparing");
    let Checked { answer, answered, notes: answer_notes } = recorded.static_answer()?;
    let misses = misses(recorded.program(), &recorded.observation, &*answer);
    let not_followed = not_followed(recorded.program(), &recorded.observation, &*answer);
    drop(answer);
    let Recorded { prepared, run, observation, reasons, .. } = recorded;
    Ok(ObserveReport {
        result: if misses.is_empty() { Soundness::Sound } else { Soundness::Unsound },
        misses,
        not_followed,
        answer: answered,
        answer_notes,
        seen: Seen::of(&observation),
        notes: observation.notes,
        reasons,
        exit_status: run.status.to_string(),
        run_s: run.seconds,
        region: prepared.plans.first().region.clone(),
        jdk: prepared.jdk.version,
        kept: scratch.kept(),
    })
}

/// Instruments and runs.
pub fn record(options: &ObserveOptions, scratch: &Scratch, progress: &dyn Progress) -> Result<Recorded, DriverError> {
    let mut wanted = options.instrument.clone();
    wanted.out_dir = Some(scratch.folder("jars")?);
    let prepared = prepare(&wanted, progress)?;
    if prepared.plans.regions.len() > 1 || prepared.plans.has_end() {
        let why = "jcp observe takes one region without an end point; give one, and remove what follows its `&`";
        return Err(DriverError::Usage(why.to_owned()));
    }
    progress.step("rewriting");
    let jar = jars::write_observing(&prepared.parts(None), &prepared.folder)?;

    progress.step("copying the working directory");
    scratch.start_copy(options.runs.workdir.as_deref().unwrap_or(Path::new(".")))?;
    progress.step("running");
    let [checkpoint, told, record] = ["checkpoint.jcp", "capture.json", "observed.txt"].map(|name| scratch.path(name));
    let files = [("checkpoint", &checkpoint), ("report", &told), ("observe", &record)];
    let mut properties = vec![COMPILE_ALL.to_owned()];
    properties.extend(files.map(|(name, file)| format!("-Djcp.{name}={}", file.display())));
    let launch = Launch::instrumented(&prepared.jdk.java(), &prepared.application, &jar);
    let run = execute(scratch, "observe", &launch, &properties, &options.runs)?;
    if run.status == Status::TimedOut {
        return Err(DriverError::Input(
            "the program did not end within the time limit; give a longer --timeout".to_string(),
        ));
    }
    let text = std::fs::read_to_string(&record).map_err(|_| {
        let why = "the run left no record: the JVM was killed, or jcp's runtime did not start.";
        DriverError::Input(format!("{why} The exit status is {}; --keep keeps the outputs of the run", run.status))
    })?;
    let observation =
        Observation::read_record(&prepared.program, &text).map_err(|error| DriverError::Internal(error.to_string()))?;
    let told = CaptureReport::read(&told)?.filter(|told| told.status != CaptureStatus::Captured);
    let selector = options.instrument.extent.selector;
    let known = options.instrument.known(&prepared.jdk);
    let named = regions::resolve_named(&options.instrument, &prepared.program)?;
    Ok(Recorded {
        prepared,
        selector,
        known,
        named,
        run,
        text,
        observation,
        reasons: told.map_or(Vec::new(), |told| told.reasons),
    })
}

impl Recorded {
    /// The program in which the observation's names are.
    pub fn program(&self) -> &Program {
        &self.prepared.program
    }

    /// The answer that is checked.
    pub fn static_answer(&self) -> Result<Checked<'_>, DriverError> {
        static_answer(&self.prepared, self.selector, (&self.known, &self.named))
    }
}

/// What is checked. Frames above the root of a chain that starts below main go on after it from places that are not known.
fn static_answer<'a>(
    prepared: &'a Prepared,
    selector: Selector,
    given: (&Known, &Arc<Named>),
) -> Result<Checked<'a>, DriverError> {
    let Prepared { program, regions, plans, .. } = prepared;
    let (region, plan) = (&regions[0], plans.first());
    let why = if plan.below.is_some() {
        "the chain starts below main".to_owned()
    } else {
        match planner::foreseen(program, region, selector, given).map_err(plan_error)? {
            Ok(foreseen) => {
                let notes = foreseen.widened.clone();
                return Ok(Checked { answer: Box::new(foreseen), answered: Answered::ModUse, notes });
            }
            Err(why) => why,
        }
    };
    let main = find_main(program, &plan.main)
        .ok_or_else(|| DriverError::Input(format!("class {} has no main method", plan.main.replace('/', "."))))?;
    let starts = match plan.below {
        Some(_) => None,
        None => Some(planner::starts(program, region).map_err(plan_error)?),
    };
    let answer = HierarchyAnswer::new(program, main, starts.as_deref());
    let answer = Box::new(answer.map_err(|error| DriverError::Input(error.to_string()))?);
    Ok(Checked { answer, answered: Answered::Hierarchy, notes: vec![why] })
}

impl Seen {
    fn of(observation: &Observation) -> Self {
        Self {
            snapshots: observation.snapshots,
            entered: Phase::ALL.map(|phase| observation.entered[phase as usize].len()),
            calls: observation.calls.len(),
            made_receivers: observation.made_receivers,
            unchecked_calls: observation.unchecked_calls,
            read: Phase::ALL.map(|phase| observation.read(phase).len()),
            got: Phase::ALL.map(|phase| observation.got(phase).len()),
            written: Phase::ALL.map(|phase| observation.written(phase).len()),
            mutated: Phase::ALL.map(|phase| observation.mutated(phase).len()),
            nondefault: observation.nondefault.len(),
        }
    }
}
