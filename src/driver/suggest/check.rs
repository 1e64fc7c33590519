//! What jcp makes of a place: whether the region is understood, whether it can be planned, what a capturing run says.
//!
//! The better of the places are taken in turn until enough are without problems. Of several that are one moment of the run
//! the one nearest to `main` is listed that has no problem, and one with problems only if all that were tried have some. Of those that no region can name
//! the best one is listed, if it is better than all without problems. A chain below `main` saves less than lies before the checkpoint, and ranks accordingly.
//!
//! Planning needs no analysis of the whole program here: what it selects changes what is captured, not whether it can be.

use std::collections::BTreeSet;
use std::path::Path;

use super::candidates::{Candidate, Certainty, moment};
use super::recording::{Life, Recording, share};
use super::sizes::Sizes;
use super::timeline::Timeline;
use super::{Checks, SuggestOptions, Suggestion};
use crate::driver::error::DriverError;
use crate::driver::inputs::loaded::Loaded;
use crate::driver::inputs::options::{InstrumentOptions, ROUNDS};
use crate::driver::instrument;
use crate::driver::instrument::prepared::plan_error;
use crate::driver::progress::Progress;
use crate::driver::runs::evidence::{CaptureReport, CaptureStatus};
use crate::driver::runs::run::{Status, execute};
use crate::driver::runs::scratch::Scratch;
use crate::planner::{self, Task};
use crate::program::MethodId;
use crate::region::pattern::Place;
use crate::region::{self, ChainCall, Finder, LinkKind, Point, Region, RegionError};

/// For each place that is to be listed at most so many moments are looked at.
const MOMENTS: usize = 6;
/// At most so many places of a moment are tried.
const TRIES: usize = 5;
/// Of the places of a moment those with such a part of the best one's score are as good; that nearest to `main` is taken.
const ALIKE: f64 = 0.7;
/// A chain may start below `main` if such a part of the run is spent below its first method before the checkpoint.
const LEAST_BELOW: f64 = 0.05;
/// Of such chains the longest is taken, or the longest without calls through the JDK, if it saves such a part of what that does.
const WITHOUT_JDK: f64 = 0.5;
/// A place whose score is a smaller part of the best one's is not worth listing.
const WORTH: f64 = 0.05;

/// All that a check needs.
pub(super) struct Check<'a> {
    pub(super) options: &'a SuggestOptions,
    pub(super) loaded: &'a Loaded,
    pub(super) finder: &'a Finder<'a>,
    pub(super) recording: &'a Recording,
    pub(super) timeline: &'a Timeline<'a>,
    pub(super) sizes: &'a Sizes,
}

impl Check<'_> {
    /// The best of the places, as many as are wanted.
    pub(super) fn best(&self, found: &[Candidate]) -> Result<Vec<Suggestion>, DriverError> {
        let task = self.loaded.task(&self.options.program)?;
        let end = self.recording.end;
        let near = |a: i64, b: i64| (a - b).abs() <= moment(end);
        let least = found.first().map_or(0.0, |best| best.score * WORTH);
        let (mut good, mut bad): (Vec<(f64, Suggestion)>, Vec<Suggestion>) = (Vec::new(), Vec::new());
        let mut unnamed = false;
        let mut taken: Vec<i64> = Vec::new();
        for leader in found.iter().take_while(|candidate| candidate.score >= least) {
            if good.len() == self.options.limit || taken.len() == self.options.limit.saturating_mul(MOMENTS) {
                break;
            }
            if taken.iter().any(|at| near(*at, leader.promised)) {
                continue;
            }
            let alike = |other: &&Candidate| {
                near(other.promised, leader.promised)
                    && other.score >= leader.score * ALIKE
                    && !taken.iter().any(|at| near(*at, other.promised))
            };
            let mut group: Vec<&Candidate> = found.iter().filter(alike).collect();
            taken.push(leader.promised);
            group.sort_by_key(|candidate| candidate.depth);
            let mut refused = None;
            for candidate in group.into_iter().take(TRIES) {
                let (understood, place) = self.place(candidate, &task)?;
                if place.problems.is_empty() {
                    taken.push(candidate.promised);
                    good.push((candidate.score * place.before_pct / share(candidate.promised, end), place));
                    refused = None;
                    break;
                }
                refused.get_or_insert((understood, place));
            }
            let Some((understood, place)) = refused else { continue };
            if understood || good.is_empty() && !std::mem::replace(&mut unnamed, true) {
                bad.push(place);
            }
        }
        good.sort_by(|a, b| b.0.total_cmp(&a.0));
        Ok(good.into_iter().map(|(_, place)| place).chain(bad).take(self.options.limit).collect())
    }

    /// Whether a region can name the place, and what is said of it.
    fn place(&self, candidate: &Candidate, task: &Task) -> Result<(bool, Suggestion), DriverError> {
        let program = &self.loaded.program;
        let (text, resolved, entered) = self.resolved(candidate);
        let mut place = Suggestion {
            region: text,
            before_pct: (share(candidate.promised - entered, self.recording.end) * 1000.0).round() / 10.0,
            predicted_bytes: self.sizes.at(candidate.promised),
            problems: Vec::new(),
            notes: self.of_arrival(candidate),
        };
        let understood = resolved.is_ok();
        match resolved {
            Err(error) => place.problems.push(error.to_string()),
            Ok(region) => {
                let planned = match self.options.checks {
                    Checks::Resolve => Ok(()),
                    Checks::Plan | Checks::Capture => planner::check(program, &region, task),
                };
                place.notes.extend(region.notes);
                match planned.map_err(plan_error) {
                    Ok(()) => {}
                    Err(DriverError::Refused(reasons)) => {
                        place.problems.extend(reasons.iter().map(ToString::to_string));
                    }
                    Err(DriverError::Input(why)) => place.problems.push(why),
                    Err(other) => return Err(other),
                }
            }
        }
        place.notes.extend(self.threads(candidate).map(of_thread));
        Ok((understood, place))
    }

    /// The region as text, what it is understood as, and from when on a replay skips what the program does. If no chain that a region can name
    /// leads there from `main`, since a framework calls the program in a way that no code says, the chain starts below `main`, if
    /// enough of the time before the checkpoint is spent below that method.
    fn resolved(&self, candidate: &Candidate) -> (String, Result<Region, RegionError>, i64) {
        let chain = self.timeline.chain(candidate.node);
        let (text, resolved) = self.understood(candidate, chain.clone());
        let Err(error) = resolved else { return (text, resolved, 0) };
        let path = self.timeline.path(candidate.node).into_iter().skip(1).map(|(node, _)| node);
        let roots = path.chain([candidate.node]).zip(1..).filter(|(root, _)| self.timeline.is_alone(*root));
        let skipped = |entered: i64| share(candidate.promised - entered, self.recording.end);
        // the replay makes a call through the JDK again, which may not come there again
        let direct = |from: usize| chain[from..].iter().all(|call| call.kind == LinkKind::Call);
        let mut best: Option<(String, Region, i64)> = None;
        for (root, from) in roots {
            let entered = self.timeline.nodes[root].visits.first().map_or(candidate.at, |first| first.from);
            let least = best.as_ref().map_or(LEAST_BELOW, |best| skipped(best.2) * WITHOUT_JDK);
            if skipped(entered) < least || best.is_some() && !direct(from) {
                continue;
            }
            if let (text, Ok(region)) = self.understood(candidate, chain[from..].to_vec()) {
                best = Some((text, region, entered));
                if direct(from) {
                    break;
                }
            }
        }
        match best {
            Some((text, region, entered)) => (text, Ok(region), entered),
            None => (text, Err(error), 0),
        }
    }

    /// The region with this chain as text, and what it is understood as. Where the line alone is not understood, the offset is written.
    fn understood(&self, candidate: &Candidate, chain: Vec<ChainCall>) -> (String, Result<Region, RegionError>) {
        let program = &self.loaded.program;
        let method = self.timeline.nodes[candidate.node].method;
        let line = self.timeline.body(method).and_then(|body| body.line(candidate.item));
        let start = Point { method, item: candidate.item, line };
        let meant = Region { start, chain, end: None, notes: Vec::new() };
        let text = meant.describe(program);
        let resolve = |text: &str| self.finder.resolve(&region::parse(text)?);
        let resolved = resolve(&text);
        if resolved.as_ref().is_ok_and(|region| region.start.item == candidate.item) {
            return (text, resolved);
        }
        let offset = self.timeline.body(method).and_then(|body| body.offset(candidate.item));
        let with_offset = offset.zip(region::parse(&text).ok()).map(|(offset, mut pattern)| {
            pattern.start.value.place.value = Place::Offset(offset);
            pattern.to_string()
        });
        match with_offset.map(|text| (resolve(&text), text)) {
            Some((Ok(region), text)) => (text, Ok(region)),
            _ => (text, resolved),
        }
    }

    /// A method as it stands in a region, without its parameters.
    fn named(&self, method: MethodId) -> String {
        let text = self.loaded.program.describe(method);
        text.split('(').next().unwrap_or_default().to_owned()
    }

    /// What is not sure about the arrival.
    fn of_arrival(&self, candidate: &Candidate) -> Vec<String> {
        let percent = |at: i64| share(at, self.recording.end) * 100.0;
        let mut calls: Vec<String> = candidate
            .loops
            .iter()
            .map(|(method, line)| {
                let line = line.map_or(String::new(), |line| format!(" on line {line}"));
                format!("the call{line} of {} is in a loop", self.named(*method))
            })
            .collect();
        let mut told = BTreeSet::new();
        calls.retain(|call| told.insert(call.clone()));
        match candidate.certainty {
            Certainty::Known => Vec::new(),
            Certainty::UnlessLooped => {
                vec![format!("{}; the first arrival is captured, and it may be earlier", calls.join(" and "))]
            }
            Certainty::Seen => vec![format!(
                "the place was first seen at {:.1} % of the run; the first arrival may be as early as {:.1} %",
                percent(candidate.at),
                percent(candidate.since)
            )],
            Certainty::AtTheLatest => vec![format!(
                "the first arrival may be as late as {:.1} % of the run, where the place was first seen",
                percent(candidate.at)
            )],
        }
    }

    /// Threads besides main that live through the arrival.
    fn threads(&self, candidate: &Candidate) -> impl Iterator<Item = &Life> {
        let lives = |life: &&Life| life.from <= candidate.since && life.to.is_none_or(|to| to >= candidate.at);
        self.recording.threads.iter().filter(lives)
    }
}

/// What is to be known of a thread that lives through the arrival.
fn of_thread(thread: &Life) -> String {
    let name = &thread.name;
    if thread.pooled {
        format!("thread \"{name}\" is alive there: jcp captures a pool's worker that waits for tasks, or in its task")
    } else {
        format!("thread \"{name}\" is alive there: jcp captures it if it waits there; --check capture tries")
    }
}

/// Captures at each place that has no problem yet: what is refused then is its problem, and the size is the checkpoint's. Where it is refused
/// for threads that wait, it is captured once more with their chains, as by `jcp verify`.
pub(super) fn capture(
    options: &SuggestOptions,
    scratch: &Scratch,
    places: &mut [Suggestion],
    progress: &dyn Progress,
) -> Result<(), DriverError> {
    for (number, place) in places.iter_mut().enumerate().filter(|(_, place)| place.problems.is_empty()) {
        progress.step("capturing");
        let mut program = InstrumentOptions {
            regions: vec![place.region.clone()],
            region_files: Vec::new(),
            out_dir: Some(scratch.folder(&format!("jars-{number}"))?),
            ..options.program.clone()
        };
        for round in 1.. {
            let tried = tried(options, scratch, &program, &format!("capture-{number}-{round}"), progress)?;
            let reasons = tried.told.as_ref().map_or(&[][..], |told| &told.reasons);
            if round == ROUNDS || !program.add_threads(reasons) {
                judge(place, &tried);
                break;
            }
        }
        place.notes.extend(program.threads.iter().map(|thread| format!("captured with --threads '{thread}'")));
    }
    places.sort_by_key(|place| !place.problems.is_empty());
    Ok(())
}

/// A capturing run.
struct Tried {
    status: Status,
    told: Option<CaptureReport>,
    /// Bytes of the checkpoint.
    bytes: Option<u64>,
}

fn tried(
    options: &SuggestOptions,
    scratch: &Scratch,
    program: &InstrumentOptions,
    name: &str,
    progress: &dyn Progress,
) -> Result<Tried, DriverError> {
    let done = instrument::instrument(program, progress)?;
    scratch.start_copy(options.runs.workdir.as_deref().unwrap_or(Path::new(".")))?;
    let [checkpoint, told] = ["jcp", "json"].map(|ending| scratch.path(&format!("{name}.{ending}")));
    let properties = [("checkpoint", &checkpoint), ("report", &told)];
    let properties = properties.map(|(name, file)| format!("-Djcp.{name}={}", file.display()));
    let run = execute(scratch, name, &done.capture, &properties, &options.runs)?;
    let bytes = checkpoint.metadata().ok().map(|file| file.len());
    Ok(Tried { status: run.status, told: CaptureReport::read(&told)?, bytes })
}

/// What the run says of the place.
fn judge(place: &mut Suggestion, tried: &Tried) {
    match &tried.told {
        Some(told) if told.status == CaptureStatus::Captured => {
            place.predicted_bytes = tried.bytes.or(place.predicted_bytes);
            if told.arrivals > 1 {
                let times = told.arrivals;
                place.notes.push(format!("the place was reached {times} times; the first arrival is captured"));
            }
        }
        Some(told) => {
            place.problems.extend(told.reasons.iter().map(ToString::to_string));
            if place.problems.is_empty() {
                place.problems.push("the capturing run did not reach the place".to_owned());
            }
        }
        None if tried.status == Status::TimedOut => {
            place
                .problems
                .push("the capturing run did not end within the time limit; give a longer --timeout".to_owned());
        }
        None => place.problems.push(format!("the capturing run ended with status {} and no report", tried.status)),
    }
}
