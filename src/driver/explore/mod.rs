//! `jcp explore`: runs a program under every schedule that matters, for people and scripts.
//!
//! Steps: find the JDK, read the application, write its classes with hooks ([`jar`]), start the JVM ([`machine`]), search ([`crate::explore`]). Accesses to a plain field or
//! element are points only if threads share it: the first execution that shares a place ends the search, which begins again with that place as a point. So at the end
//! no execution shares another one, and every order of the points was run.
//!
//! A failure's schedule is run once more, with its steps told.

mod jar;
mod live;
mod machine;
mod report;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::error::DriverError;
use super::inputs::loaded::Loaded;
use super::inputs::options::InstrumentOptions;
use super::progress::Progress;
use super::runs::launch::NO_SHARED_COUNTERS;
use super::runs::scratch::Scratch;
use crate::explore::machine::Choice;
use crate::explore::report::{Bounds, Counts, Observer, Options, Reduction, Report, SearchError};
use crate::explore::search;
use jar::Jars;
use machine::{Jvm, MachineError};
pub use report::{Blocked, ExploreReport, Failure, Step};

/// What is asked.
#[derive(Debug, Clone, Default)]
pub struct ExploreOptions {
    /// The program.
    pub program: InstrumentOptions,
    /// Its arguments.
    pub args: Vec<String>,
    /// Options of the JVM.
    pub jvm_args: Vec<String>,
    /// Which runs may be left out.
    pub reduction: Reduction,
    /// Most steps, runs and pre-emptions.
    pub bounds: Bounds,
    /// How long the search may take.
    pub time: Option<Duration>,
    /// How many seconds a step may take.
    pub step_limit: u32,
    /// Whether to go on after a failure.
    pub all_failures: bool,
    /// The one schedule to run, from a report.
    pub schedule: Option<PathBuf>,
}

/// Explores.
pub fn run(options: &ExploreOptions, progress: &dyn Progress) -> Result<ExploreReport, DriverError> {
    let loaded = Loaded::of(&options.program, progress, |_, _| Ok(()))?;
    let scratch = Scratch::new(false)?;
    progress.step("writing hooks");
    let jars = jar::write(&loaded, options.reduction == Reduction::Context, &scratch.folder("explore")?)?;
    let exploring = Exploring { options, loaded: &loaded, jars: &jars };
    if let Some(file) = &options.schedule {
        return exploring.again(file);
    }
    progress.step("exploring");
    let start = Instant::now();
    let mut shared: BTreeMap<u64, u32> = BTreeMap::new();
    loop {
        let mut jvm = exploring.start(&shared.keys().copied().collect())?;
        let mut clock = Clock { start, limit: options.time, is_over: false };
        let asked =
            Options { reduction: options.reduction, bounds: options.bounds, all_failures: options.all_failures };
        match search(&mut jvm, asked, &mut clock) {
            Err(SearchError::Machine(MachineError::Shared(more)))
                if more.keys().any(|place| !shared.contains_key(place)) =>
            {
                shared.extend(more);
            }
            Err(SearchError::Machine(error)) => return Err(of_machine(&error)),
            Err(error @ SearchError::Diverged { .. }) => return Err(DriverError::refused(error.to_string())),
            Err(error @ SearchError::Unannounced { .. }) => return Err(DriverError::Internal(error.to_string())),
            Ok(found) => return exploring.report(&mut jvm, &found, &shared, start.elapsed().as_secs_f64()),
        }
    }
}

/// Ends the search when its time is over.
struct Clock {
    start: Instant,
    limit: Option<Duration>,
    is_over: bool,
}

impl Observer for Clock {
    fn progress(&mut self, _: &Counts) -> ControlFlow<()> {
        self.is_over = self.limit.is_some_and(|limit| self.start.elapsed() > limit);
        if self.is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

fn of_machine(error: &MachineError) -> DriverError {
    match error {
        MachineError::Gone(_) => DriverError::Internal(error.to_string()),
        _ => DriverError::refused(error.to_string()),
    }
}

/// A program that is explored.
struct Exploring<'a> {
    options: &'a ExploreOptions,
    loaded: &'a Loaded,
    jars: &'a Jars,
}

impl Exploring<'_> {
    /// Starts the JVM.
    fn start(&self, points: &BTreeSet<u64>) -> Result<Jvm, DriverError> {
        const OPENED: [&str; 3] = ["java.lang", "java.util.concurrent", "java.util.concurrent.atomic"];
        let java = self.loaded.jdk.java();
        let mut command = Command::new(&java);
        // one hash for all objects: others differ from run to run, and order what is kept by them
        command.args([
            NO_SHARED_COUNTERS,
            "-XX:+UnlockExperimentalVMOptions",
            "-XX:hashCode=2",
            "-XX:TieredStopAtLevel=1",
            "-Xshare:auto",
        ]);
        command.args(OPENED.map(|package| format!("--add-opens=java.base/{package}=ALL-UNNAMED")));
        command.args(
            ["misc", "access", "reflect"].map(|it| format!("--add-exports=java.base/jdk.internal.{it}=ALL-UNNAMED")),
        );
        command.args(&self.options.jvm_args);
        let paths = std::iter::once(&self.jars.program).chain(&self.loaded.application.classpath);
        let absolute = paths.map(|path| std::path::absolute(path).map_err(DriverError::io("cannot use", path)));
        let class_path = std::env::join_paths(absolute.collect::<Result<Vec<_>, _>>()?)
            .map_err(|error| DriverError::Input(error.to_string()))?;
        command.arg("-cp").arg(&self.jars.explorer).arg("jcp.explore.Explorer");
        command.arg(self.options.step_limit.to_string()).arg(class_path).arg(&self.loaded.application.main);
        command.args(&self.options.args);
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn();
        let child = child.map_err(DriverError::io("cannot run", &java))?;
        let jvm = Jvm::new(child, points, self.options.reduction == Reduction::Context)
            .ok_or_else(|| DriverError::Internal("no pipes to the JVM".to_owned()))?;
        jvm.map_err(|error| of_machine(&error))
    }

    fn report(
        &self,
        jvm: &mut Jvm,
        found: &Report,
        shared: &BTreeMap<u64, u32>,
        seconds: f64,
    ) -> Result<ExploreReport, DriverError> {
        let names: BTreeSet<&String> = shared.values().filter_map(|at| self.jars.locations.get(*at as usize)).collect();
        let names = names.into_iter().cloned().collect();
        let mut report = ExploreReport::of(found, names, seconds);
        report.places = shared.keys().map(|place| format!("{place:016x}")).collect();
        if let Some(schedule) = &found.failure {
            report.failure = Some(told(jvm, schedule)?);
        }
        Ok(report)
    }

    /// Runs the schedule of an earlier report.
    fn again(&self, file: &std::path::Path) -> Result<ExploreReport, DriverError> {
        let text = std::fs::read_to_string(file).map_err(DriverError::input("cannot read", file))?;
        let saved: Saved = serde_json::from_str(&text)
            .map_err(|error| DriverError::Input(format!("{}: no schedule of jcp explore: {error}", file.display())))?;
        let points = saved.places.iter().filter_map(|place| u64::from_str_radix(place, 16).ok()).collect();
        let start = Instant::now();
        let mut jvm = self.start(&points)?;
        let failure = told(&mut jvm, &saved.failure.schedule)?;
        let failed = failure.kind != "none";
        let mut report = ExploreReport::of(&Report::default(), saved.points, start.elapsed().as_secs_f64());
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
    failure: Failure,
}

fn told(jvm: &mut Jvm, schedule: &[Choice]) -> Result<Failure, DriverError> {
    let text = jvm.told(schedule).map_err(|error| of_machine(&error))?;
    let mut failure: Failure = serde_json::from_str(&text)
        .map_err(|error| DriverError::Internal(format!("the explorer's answer: {error}")))?;
    failure.schedule = schedule.to_vec();
    Ok(failure)
}
