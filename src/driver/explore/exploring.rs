//! One program under schedules: the JVM that runs it, searches of all or a part of its schedules, and what is told of them.
//!
//! A search begins again with each place that an execution shows to be shared. Places have the same names in each JVM, so what one search found holds for others.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::ExploreOptions;
use super::jar::Jars;
use super::known::{Known, News, Shared};
use super::machine::{Jvm, MachineError};
use super::processor::count_for_jvm;
use super::races::{Access, Race};
use super::report::{ExploreReport, Failure, Waking};
use crate::driver::error::DriverError;
use crate::driver::inputs::loaded::Loaded;
use crate::driver::runs::launch::NO_SHARED_COUNTERS;
use crate::explore::explore_subtree;
use crate::explore::machine::{Choice, Stop};
use crate::explore::minimise::{minimise, switches};
use crate::explore::report::{Bounds, Counts, Observer, Options, Reduction, Report, SearchError};
use crate::explore::split::Subtree;

/// How many steps are made to find a schedule with fewer switches.
const MINIMISING: usize = 50_000;

/// Ends the search when its time is over.
struct Clock {
    start: Instant,
    limit: Option<Duration>,
}

impl Observer for Clock {
    fn progress(&mut self, _: &Counts) -> ControlFlow<()> {
        let is_over = self.limit.is_some_and(|limit| self.start.elapsed() > limit);
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// What the JVM could not go on for.
pub(super) fn of_machine(error: &MachineError) -> DriverError {
    match error {
        MachineError::Garbled(said) if said.contains("OutOfMemoryError") => DriverError::refused(format!(
            "the memory is not enough for the program and for what jcp keeps of it; give more, such as --jvm-arg -Xmx4g ({said})"
        )),
        MachineError::Gone(_) | MachineError::Defect(_) => DriverError::Internal(error.to_string()),
        _ => DriverError::refused(error.to_string()),
    }
}

/// What a search could not go on for.
pub(super) fn of_search(error: &SearchError<MachineError>) -> DriverError {
    match error {
        SearchError::Machine(error) => of_machine(error),
        SearchError::Diverged { .. } => DriverError::refused(error.to_string()),
        SearchError::Unannounced { .. } => DriverError::Internal(error.to_string()),
    }
}

/// A program that is explored.
pub(super) struct Exploring<'a> {
    pub options: &'a ExploreOptions,
    pub loaded: &'a Loaded,
    pub jars: &'a Jars,
}

impl Exploring<'_> {
    /// What the search is asked for.
    pub fn asked(&self, bounds: Bounds) -> Options {
        Options { reduction: self.options.reduction, bounds, all_failures: self.options.all_failures }
    }

    /// Explores a part of the schedules: what was found, what is known besides, and the JVM in its last state.
    pub fn search(
        &self,
        subtree: &Subtree,
        mut known: Known,
        bounds: Bounds,
    ) -> Result<(Report, Known, Jvm), DriverError> {
        let start = Instant::now();
        let mut jvm = self.start(&known)?;
        loop {
            match self.search_once(&mut jvm, subtree, &known, (bounds, start))? {
                Ok(found) => return Ok((found, known, jvm)),
                Err(News::Classes(more)) if !more.is_empty() => {
                    known.extend(News::Classes(more).known());
                    jvm = self.start(&known)?;
                }
                Err(news) => {
                    known.extend(news.known());
                    jvm.again(&known.places).map_err(|error| of_machine(&error))?;
                }
            }
        }
    }

    /// The same where it ends with the first news.
    pub fn search_once(
        &self,
        jvm: &mut Jvm,
        subtree: &Subtree,
        known: &Known,
        (bounds, start): (Bounds, Instant),
    ) -> Result<Result<Report, News>, DriverError> {
        if self.options.races {
            jvm.watch(known.places.keys().copied().collect());
        }
        let mut clock = Clock { start, limit: self.options.time };
        match explore_subtree(jvm, subtree, self.asked(bounds), &mut clock) {
            Err(SearchError::Machine(MachineError::Shared(more)))
                if more.keys().any(|place| !known.places.contains_key(place)) =>
            {
                Ok(Err(News::Places(more)))
            }
            Err(SearchError::Machine(MachineError::Begun(classes))) => Ok(Err(News::Classes(classes))),
            Err(error) => Err(of_search(&error)),
            Ok(found) => Ok(Ok(found)),
        }
    }

    /// Starts the JVM.
    pub fn start(&self, known: &Known) -> Result<Jvm, DriverError> {
        self.start_with(known, self.options.waking)
    }

    fn start_with(&self, known: &Known, waking: Waking) -> Result<Jvm, DriverError> {
        const OPENED: [&str; 3] = ["java.lang", "java.util.concurrent", "java.util.concurrent.atomic"];
        let java = self.loaded.jdk.java();
        let mut command = Command::new(&java);
        // one hash for all objects: others differ from run to run, and order what is kept by them
        command.args([
            NO_SHARED_COUNTERS,
            "-XX:+UnlockExperimentalVMOptions",
            "-XX:hashCode=2",
            "-XX:TieredStopAtLevel=1",
            // executions may have classes of their own: the fewer of old ones are left, the less the JVM has to look through
            "-XX:+UseSerialGC",
            "-XX:MetaspaceSize=12m",
            "-Xshare:auto",
            // what happens then depends on what jcp itself keeps
            "-XX:+ExitOnOutOfMemoryError",
        ]);
        command.args(OPENED.map(|package| format!("--add-opens=java.base/{package}=ALL-UNNAMED")));
        command.args(
            ["misc", "access", "reflect"].map(|it| format!("--add-exports=java.base/jdk.internal.{it}=ALL-UNNAMED")),
        );
        command.args(count_for_jvm());
        command.args(&self.options.jvm_args);
        if let Some(port) = self.options.debug {
            // what it would print itself belongs to the talk with the JVM
            let agent = "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,quiet=y";
            command.arg(format!("{agent},address=127.0.0.1:{port}"));
        }
        let paths = [&self.jars.program, &self.jars.values].into_iter().chain(&self.loaded.application.classpath);
        let absolute = paths.map(|path| std::path::absolute(path).map_err(DriverError::io("cannot use", path)));
        let class_path = std::env::join_paths(absolute.collect::<Result<Vec<_>, _>>()?)
            .map_err(|error| DriverError::Input(error.to_string()))?;
        command.arg("-cp").arg(&self.jars.explorer).arg("jcp.explore.Explorer");
        let limit = if self.options.debug.is_some() { 0 } else { self.options.step_limit };
        command.arg(limit.to_string()).arg(class_path).arg(&self.loaded.application.main);
        command.args(&self.options.args);
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn();
        let child = child.map_err(DriverError::io("cannot run", &java))?;
        let jvm = Jvm::new(child, known, self.options.reduction == Reduction::Context, waking)
            .ok_or_else(|| DriverError::Internal("no pipes to the JVM".to_owned()))?;
        jvm.map_err(|error| of_machine(&error))
    }

    /// The report for people and scripts; a failure's schedule is run once more, and told.
    pub fn report(
        &self,
        jvm: &mut Jvm,
        found: &Report,
        known: &Known,
        seconds: f64,
    ) -> Result<ExploreReport, DriverError> {
        let shared = &known.places;
        let names: BTreeSet<&String> = shared.values().filter_map(|at| self.jars.locations.get(*at as usize)).collect();
        let names = names.into_iter().cloned().collect();
        let mut report = ExploreReport::of(found, names, seconds);
        report.waking = self.options.waking;
        report.places = shared.keys().map(|place| format!("{place:016x}")).collect();
        report.early.clone_from(&known.early);
        report.races = self.races(jvm, shared)?;
        if !report.races.is_empty() {
            report.result = "failure";
        }
        if let Some(schedule) = &found.failure {
            report.failure = Some(self.minimised(jvm, schedule, known)?);
        }
        Ok(report)
    }

    /// The data races that the search saw, each pair of lines once.
    fn races(&self, jvm: &mut Jvm, shared: &Shared) -> Result<Vec<Race>, DriverError> {
        let (mut races, mut keys) = (Vec::new(), BTreeSet::new());
        for found in jvm.races() {
            let steps = told(jvm, &found.schedule)?.steps;
            let (Some(first), Some(second)) = (steps.get(found.earlier), steps.last()) else { continue };
            let name = shared.get(&found.location.0).and_then(|at| self.jars.locations.get(*at as usize));
            let place = name.cloned().unwrap_or_default();
            let race = Race { place, first: Access::of(first), second: Access::of(second) };
            if keys.insert(race.key()) {
                races.push(race);
            }
        }
        races.sort_by(|one, other| {
            (&one.place, &one.first, &one.second).cmp(&(&other.place, &other.first, &other.second))
        });
        Ok(races)
    }

    /// A failing schedule with fewer switches, if there is one, and what is told of it.
    fn minimised(&self, jvm: &mut Jvm, schedule: &[Choice], known: &Known) -> Result<Failure, DriverError> {
        let first = told(jvm, schedule)?;
        let mut shorter = schedule.to_vec();
        let made = minimise(jvm, &mut shorter, MINIMISING, &mut |jvm, view| {
            let failed = view.stop == Some(Stop::Failed);
            Ok(failed && serde_json::from_str(&jvm.ending()?).is_ok_and(|other| first.is_like(&other)))
        });
        if made.is_err() {
            // another schedule came to what cannot be explored; the failure is found all the same
            *jvm = self.start(known)?;
        }
        told(jvm, &shorter)
    }

    /// Runs the schedule of an earlier report.
    pub fn again(&self, file: &std::path::Path) -> Result<ExploreReport, DriverError> {
        let text = std::fs::read(file).map_err(DriverError::input("cannot read", file))?;
        let saved: Saved = serde_json::from_slice(&text)
            .map_err(|error| DriverError::Input(format!("{}: no schedule of jcp explore: {error}", file.display())))?;
        let known = Known::of(&saved.places, saved.early);
        let start = Instant::now();
        let mut jvm = self.start_with(&known, saved.waking)?;
        let failure = told(&mut jvm, &saved.failure.schedule)?;
        let failed = failure.kind != "none";
        let mut report = ExploreReport::of(&Report::default(), saved.points, start.elapsed().as_secs_f64());
        report.waking = saved.waking;
        report.executions = 1;
        report.failures = u64::from(failed);
        report.result = if failed { "failure" } else { "bounded" };
        report.failure = Some(failure);
        Ok(report)
    }
}

/// The parts of a report by which its schedule can be run again.
#[derive(serde::Deserialize)]
struct Saved {
    points: Vec<String>,
    places: Vec<String>,
    #[serde(default)]
    early: Vec<String>,
    #[serde(default)]
    waking: Waking,
    failure: Failure,
}

fn told(jvm: &mut Jvm, schedule: &[Choice]) -> Result<Failure, DriverError> {
    let text = jvm.only_repeat().and_then(|()| jvm.told(schedule)).map_err(|error| of_machine(&error))?;
    let mut failure: Failure = serde_json::from_str(&text)
        .map_err(|error| DriverError::Internal(format!("the explorer's answer: {error}")))?;
    failure.schedule = schedule.to_vec();
    failure.switches = switches(schedule);
    Ok(failure)
}
