//! `jcp suggest`: finds the best places for a checkpoint in a profile of a run.
//!
//! | module | does |
//! |---|---|
//! | [`record`] | runs the program under the Flight Recorder |
//! | [`recording`] | reads a recording |
//! | [`timeline`] | what the main thread did when |
//! | [`candidates`] | where something else begins, and when that is first reached |
//! | [`sizes`] | how large a checkpoint is at a time |
//! | [`check`] | what jcp makes of these places |
//! | [`places`] | the places that were listed last, by number |
//!
//! What is said of a place holds for the recorded run: another input may have other phases.

mod candidates;
mod check;
mod places;
mod record;
mod recording;
mod sizes;
mod timeline;

use std::path::PathBuf;

use serde::Serialize;

use super::error::DriverError;
use super::inputs::loaded::Loaded;
use super::inputs::options::InstrumentOptions;
use super::progress::Progress;
use super::runs::launch::Launch;
use super::runs::run::{self, RunOptions};
use super::runs::scratch::Scratch;
use crate::program::Program;
use crate::region::{Finder, find_main};
pub use places::numbered;
pub use record::flags;
use recording::Recording;
use timeline::Timeline;

/// With fewer stacks of the main thread nothing is said about its phases.
const FEWEST_SAMPLES: usize = 20;

/// One in so many stacks may be missing without a word; some samples always go wrong.
const MUCH: usize = 50;

/// How the places are checked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Checks {
    /// Whether the region is understood, and threads of the recording.
    Resolve,
    /// Also planning: all that `jcp instrument` refuses.
    #[default]
    Plan,
    /// Also a capturing run for each place that is listed: what it refuses, and how large its checkpoint is.
    Capture,
}

/// What is asked.
#[derive(Debug, Default)]
pub struct SuggestOptions {
    /// The program, as for `jcp instrument`; regions are left out.
    pub program: InstrumentOptions,
    /// A recording of a run of it; without one it is run.
    pub recording: Option<PathBuf>,
    /// How it is run.
    pub runs: RunOptions,
    /// How many places are listed.
    pub limit: usize,
    /// How they are checked.
    pub checks: Checks,
}

/// A place for a checkpoint.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Suggestion {
    /// The region, ready to paste.
    pub region: String,
    /// How much of the run's time lies before it, percent.
    pub before_pct: f64,
    /// About how large the checkpoint is, bytes; none if the recording does not tell.
    pub predicted_bytes: Option<u64>,
    /// Why there would be none, or none that could be replayed.
    pub problems: Vec<String>,
    /// What else is to be known.
    pub notes: Vec<String>,
}

/// The answer.
#[derive(Debug, Clone)]
pub struct Suggestions {
    /// Best first; those with problems behind those without.
    pub places: Vec<Suggestion>,
    /// Length of the run, seconds.
    pub seconds: f64,
    /// How many stacks of the main thread were seen.
    pub samples: usize,
    /// How the recorded program ended, if it was run.
    pub exit_status: Option<String>,
    /// What else is to be known of the recording.
    pub notes: Vec<String>,
    /// The folder with the recording and the outputs, if it was kept.
    pub kept: Option<PathBuf>,
}

/// Records or takes a recording, and suggests.
pub fn suggest(options: &SuggestOptions, progress: &dyn Progress) -> Result<Suggestions, DriverError> {
    if options.recording.is_some() && options.checks != Checks::Capture {
        check_no_run(&options.runs)?;
    }
    run::check(&options.runs)?;
    let loaded = Loaded::of(&options.program, progress, |_, _| Ok(()))?;
    recording::tool(&loaded.jdk)?;
    let (program, main) = (&loaded.program, &loaded.application.main);
    let main =
        find_main(program, main).ok_or_else(|| DriverError::Input(format!("class {main} has no main method")))?;
    let scratch = Scratch::new(options.runs.keep)?;
    let mut notes = Vec::new();
    let mut exit_status = None;
    let file = if let Some(file) = &options.recording {
        file.clone()
    } else {
        progress.step("running the program");
        let launch = Launch::original(&loaded.jdk.java(), &loaded.application);
        let (file, run) = record::record(options, &launch, &scratch)?;
        exit_status = Some(run.status.to_string());
        if run.status != run::Status::Exited(0) {
            let last = record::last_words(&run.stderr).unwrap_or_default();
            notes.push(format!("the recorded program ended with status {}{last}", run.status));
        }
        file
    };
    progress.step("reading the recording");
    let recording = Recording::read(&file, &loaded.jdk)?;
    let timeline = Timeline::new(program, main, &recording);
    refuse_poor(program, &recording, &timeline, options.recording.is_some()).map_err(|why| {
        let lines: Vec<String> = std::iter::once(why).chain(notes.iter().cloned()).collect();
        DriverError::Input(lines.join("\n  "))
    })?;
    notes.extend(of_stacks(&timeline));
    progress.step("checking places");
    let found = candidates::candidates(program, &timeline, recording.end);
    let sizes = sizes::Sizes::new(program, &recording, timeline.nodes[0].visits.first().map_or(0, |first| first.from));
    let finder = Finder::new(program, &loaded.application.main);
    let (recording, timeline, sizes, finder) = (&recording, &timeline, &sizes, &finder);
    let checked = check::Check { options, loaded: &loaded, finder, recording, timeline, sizes };
    let mut places = checked.best(&found)?;
    if options.checks == Checks::Capture {
        check::capture(options, &scratch, &mut places, progress)?;
    }
    places::keep(&options.program.cache, &loaded.application, &places);
    Ok(Suggestions {
        places,
        seconds: recording.seconds(),
        samples: timeline.samples,
        exit_status,
        notes,
        kept: scratch.kept(),
    })
}

/// Refuses what says how to run a program that is not run.
fn check_no_run(runs: &RunOptions) -> Result<(), DriverError> {
    let given = [
        ("arguments of the program", !runs.args.is_empty()),
        ("--jvm-arg", !runs.jvm_args.is_empty()),
        ("--workdir", runs.workdir.is_some()),
        ("--stdin", runs.stdin.is_some()),
        ("--timeout", runs.timeout.is_some()),
    ];
    match given.iter().find(|(_, given)| *given) {
        Some((what, _)) => Err(DriverError::Usage(format!(
            "{what}: with --jfr the program is not run; leave this out, or give --check capture, which runs the program"
        ))),
        None => Ok(()),
    }
}

/// Says so if the recording does not tell what the main thread did.
fn refuse_poor(program: &Program, recording: &Recording, timeline: &Timeline<'_>, given: bool) -> Result<(), String> {
    let of_main = timeline.nodes[0].visits.len();
    let main = program.describe(timeline.nodes[0].method);
    if of_main >= FEWEST_SAMPLES {
        return Ok(());
    }
    let seconds = recording.seconds();
    let why = if given && recording.samples.is_empty() {
        "the recording has no stacks; record with jdk.ExecutionSample enabled, as in settings=profile".to_owned()
    } else if given && timeline.samples == 0 {
        format!("no stack of the recording starts with {main}; give a recording of this program")
    } else if timeline.cut * 2 > timeline.samples {
        "the stacks of the recording are cut off before main; record with -XX:FlightRecorderOptions=stackdepth=2048"
            .to_owned()
    } else if timeline.foreign * 2 > timeline.samples {
        "the recording has other code than this program; give a recording of this build of the program".to_owned()
    } else {
        format!(
            "only {of_main} stacks of the main thread were seen in {seconds:.2} s, too few to tell phases; give the program \
             more work"
        )
    };
    Err(why)
}

/// What is missing in the time line, if it is much.
fn of_stacks(timeline: &Timeline<'_>) -> Vec<String> {
    let count = |number: usize, what: &str| {
        let much = number * MUCH > timeline.samples;
        much.then(|| format!("{number} of {} stacks of the main thread {what}", timeline.samples))
    };
    let cut = count(timeline.cut, "are cut off before main, because they are deeper than the recording keeps");
    let foreign = count(timeline.foreign, "have code that is not the program's: of an agent, or of another build");
    cut.into_iter().chain(foreign).collect()
}
