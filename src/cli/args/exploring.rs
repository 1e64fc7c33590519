//! The arguments of `jcp explore`, and their translation into the driver's options.
//!
//! As in the module above, the comments of the fields are the help text.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::program::ApplicationArguments;
use crate::driver::InstrumentOptions;
use crate::driver::explore::{ExploreOptions, PageOptions, Part, Waking};
use crate::driver::summaries::Cache;
use crate::explore::report::{Bounds, Reduction};

/// The program that runs a test method.
const TEST: &str = "jcp.explore.TestMethod";

/// `CLASS.METHOD`.
fn test_method(text: &str) -> Result<(String, String), String> {
    let parts = text.rsplit_once('.').map(|(class, method)| (class.to_owned(), method.to_owned()));
    parts.ok_or_else(|| "expected CLASS.METHOD".to_owned())
}

/// Arguments of `jcp explore`.
#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools, reason = "options of a command line")]
pub struct ExploreArguments {
    #[command(flatten)]
    pub application: ApplicationArguments,
    /// Where each execution begins: LINE, CLASS, CHAIN OF CALLS &, as for `instrument`. What comes before is run once
    #[arg(long, value_name = "PATTERN")]
    pub region: Option<String>,
    /// Which schedules are left out: `none`; `source`, of those that order dependent steps alike all but one; `context`, also those that lead
    /// to a state that was explored before
    #[arg(long, value_name = "REDUCTION", default_value = "context")]
    pub reduction: ReductionArgument,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS")]
    pub time: Option<u64>,
    /// Run only schedules with at most so many changes from a thread that could go on to another one
    #[arg(long, value_name = "N")]
    pub preemptions: Option<u32>,
    /// Give a run up after so many steps
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub steps: usize,
    /// Stop after so many runs
    #[arg(long, value_name = "N")]
    pub executions: Option<u64>,
    /// Give up if one step takes longer than so many seconds; 0: never
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    pub step_limit: u32,
    /// When a wait with a time limit may end by it: `last`, only where nothing else can run; `any`, at any time
    #[arg(long, value_name = "WHEN", default_value = "last")]
    pub timeouts: TimeoutsArgument,
    /// Let each thread wake up from `wait`, `await` and `park` without a cause, up to N times
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub spurious: u32,
    /// Look for data races: two plain accesses, one a write, that nothing orders. Runs at least what `--reduction source` runs
    #[arg(long, conflicts_with_all = ["schedule", "split", "work", "merge"])]
    pub races: bool,
    /// Go on after the first failure, to count all of them
    #[arg(long)]
    pub all: bool,
    /// Write the report with the failing schedule to a file
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Run only the failing schedule of a report that --save wrote
    #[arg(long, value_name = "FILE", conflicts_with_all = ["time", "preemptions", "executions", "all", "save"])]
    pub schedule: Option<PathBuf>,
    /// Let the JVM wait for a debugger at this port before it runs the schedule
    #[arg(long, value_name = "PORT", requires = "schedule")]
    pub debug: Option<u16>,
    /// Run a method of a test class of JUnit 4 or 5 instead of a main class: CLASS.METHOD. Needs --classpath
    #[arg(long, value_name = "CLASS.METHOD", value_parser = test_method, conflicts_with_all = ["app", "main", "region", "args"])]
    pub test: Option<(String, String)>,
    /// Mark the steps of a failing schedule from whose lines the failure gets its values: the thin slice of the failing line and its condition
    #[arg(long, conflicts_with_all = ["test", "split", "work"])]
    pub slice: bool,
    /// Write a page with what was found and the failing schedule
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// A folder or jar with sources, for the page; may be repeated
    #[arg(long, alias = "source", value_name = "DIR|JAR", requires = "html")]
    pub sources: Vec<PathBuf>,
    /// Divide the search into at least N parts for several processes: files of the folder that --parts names
    #[arg(long, value_name = "N", requires = "parts", conflicts_with_all = ["schedule", "work", "merge"])]
    pub split: Option<usize>,
    /// Explore the part of a search that a file has; the answer is written beside it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["schedule", "merge", "parts"])]
    pub work: Option<PathBuf>,
    /// Join the answers to all parts in the folder that --parts names
    #[arg(long, requires = "parts", conflicts_with = "schedule")]
    pub merge: bool,
    /// The folder of a search in parts
    #[arg(long, value_name = "DIR")]
    pub parts: Option<PathBuf>,
    /// An option of the JVM; may be repeated
    #[arg(long = "jvm-arg", value_name = "A", allow_hyphen_values = true)]
    pub jvm_args: Vec<String>,
    /// Print the report as JSON on standard output
    #[arg(long)]
    pub json: bool,
    /// The program's arguments
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<String>,
}

/// Which schedules are left out.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum ReductionArgument {
    /// None.
    None,
    /// By source sets and sleep sets.
    Source,
    /// Also by equal states.
    Context,
}

/// When a wait with a time limit may end by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TimeoutsArgument {
    /// Where nothing else can run.
    Last,
    /// At any time.
    Any,
}

impl ExploreArguments {
    /// The same as the driver wants it.
    pub fn options(&self) -> ExploreOptions {
        ExploreOptions {
            program: InstrumentOptions {
                regions: self.region.iter().cloned().collect(),
                cache: Cache::Usual,
                main: self.test.as_ref().map(|_| TEST.to_owned()).or_else(|| self.application.main.clone()),
                ..self.application.options()
            },
            args: match &self.test {
                Some((class, method)) => vec![class.clone(), method.clone()],
                None => self.args.clone(),
            },
            debug: self.debug,
            jvm_args: self.jvm_args.clone(),
            reduction: match self.reduction {
                ReductionArgument::None => Reduction::None,
                ReductionArgument::Source => Reduction::Source,
                // equal states may be reached with and without a race
                ReductionArgument::Context if self.races => Reduction::Source,
                ReductionArgument::Context => Reduction::Context,
            },
            bounds: Bounds { steps: Some(self.steps), runs: self.executions, preemptions: self.preemptions },
            time: self.time.map(Duration::from_secs),
            step_limit: self.step_limit,
            races: self.races,
            waking: Waking { timeouts: self.timeouts == TimeoutsArgument::Any, spurious: self.spurious },
            all_failures: self.all,
            part: self.part(),
            slice: self.slice,
            page: self.html.clone().map(|file| PageOptions { file, sources: self.sources.clone() }),
        }
    }

    fn part(&self) -> Part {
        let folder = self.parts.clone().unwrap_or_default();
        match (&self.schedule, self.split, &self.work) {
            (Some(file), ..) => Part::Schedule(file.clone()),
            (_, Some(count), _) => Part::Split { count, folder },
            (.., Some(file)) => Part::Work(file.clone()),
            _ if self.merge => Part::Merge(folder),
            _ => Part::Whole,
        }
    }
}
