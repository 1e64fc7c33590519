//! The arguments of every command, as clap reads them, and their translation into the driver's options.
//!
//! The comments of the fields are the help text. What contradicts itself is left to the driver to say, but for what clap
//! can express.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

mod looking;

pub use looking::{DiffArguments, ExplainArguments, InspectArguments, ReportArguments, SuggestArguments};

use super::exit;
use crate::analysis::points_to::context::Sensitivity;
use crate::driver::observe::ObserveOptions;
use crate::driver::points_to::PointsToOptions;
use crate::driver::refresh::RefreshOptions;
use crate::driver::runs::run::RunOptions;
use crate::driver::summaries::Cache;
use crate::driver::verify::{Comparison, Rules, VerifyOptions};
use crate::driver::{DriverError, InstrumentOptions};
use crate::plan::{Instance, Request, Time};
use crate::planner::{Extent, Selector};

/// Gives a Java program a checkpoint: run it once, then start it right at the place you name.
#[derive(Debug, Parser)]
#[command(name = "jcp", version, after_help = exit::HELP, max_term_width = 120)]
pub struct Arguments {
    /// Say only results and errors: neither progress nor notes
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Write two jars: one that leaves a checkpoint, one that starts from it
    #[command(after_help = exit::HELP)]
    Instrument(Box<InstrumentArguments>),
    /// Decide whether the next run captures or replays, and leave the jar for it as NAME-next.jar
    #[command(after_help = exit::HELP)]
    Refresh(Box<RefreshArguments>),
    /// Run original, capture and replay side by side and compare them
    #[command(after_help = exit::HELP)]
    Verify(Box<VerifyArguments>),
    /// Tell what references may point to and what calls may run, without running the program
    #[command(after_help = exit::HELP)]
    PointsTo(Box<PointsToArguments>),
    /// Check a checkpoint file and tell what is in it
    #[command(after_help = exit::HELP)]
    Inspect(InspectArguments),
    /// Tell what differs between two checkpoints, by access path
    #[command(after_help = exit::HELP)]
    Diff(DiffArguments),
    /// Write an HTML page about a region: chain, time line, source, checkpoint by owner, statics
    #[command(after_help = exit::HELP, mut_arg("out_dir", |arg| arg.value_name("FILE.html").required(true).help("The page")))]
    Report(Box<ReportArguments>),
    /// Run a program, or take a recording of a run, and list the best places for a checkpoint
    #[command(after_help = exit::HELP)]
    Suggest(Box<SuggestArguments>),
    /// Tell what is captured for a region, and why; of a static field, the write and the read that make it needed
    #[command(after_help = exit::HELP)]
    Explain(Box<ExplainArguments>),
    /// Run once, record what the program really does, and check the static analyses by it
    #[command(after_help = exit::HELP)]
    Observe(Box<ObserveArguments>),
    /// Tell which JDKs jcp finds, which one it uses, and whether it can work here
    #[command(after_help = exit::HELP)]
    Doctor(DoctorArguments),
    /// Print a script that lets a shell complete jcp's commands and options
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual pages, to be read by `man -l -`
    Man,
}

/// Which application on which JDK: common to all commands.
#[derive(Debug, Args)]
pub struct ApplicationArguments {
    /// The executable jar, or the first entry of the class path; may be left out with --classpath and --main
    #[arg(value_name = "APP.jar")]
    pub app: Option<PathBuf>,
    /// Class path of a program that is not one executable jar; DIR/* stands for the jars of a folder
    #[arg(long, value_name = "CP", requires = "main")]
    pub classpath: Option<String>,
    /// The main class of a class-path program
    #[arg(long, value_name = "CLASS")]
    pub main: Option<String>,
    /// The JDK to analyse against and to run on [default: JAVA_HOME, PATH, usual folders]
    #[arg(long, value_name = "HOME")]
    pub jdk: Option<PathBuf>,
}

impl ApplicationArguments {
    /// The same as the driver wants it, with no region.
    fn options(&self) -> InstrumentOptions {
        InstrumentOptions {
            app: self.app.clone(),
            classpath: self.classpath.clone(),
            main: self.main.clone(),
            jdk: self.jdk.clone(),
            ..InstrumentOptions::default()
        }
    }
}

/// How the points-to analysis works: common to all commands.
#[derive(Debug, Args)]
pub struct AnalysisArguments {
    /// How the points-to analysis tells callers apart: insensitive, selective, or K-call, K-object, K-type such as 2-object
    #[arg(long, value_name = "S", default_value_t)]
    pub context: Sensitivity,
    /// Keep what is known of the JDK in this folder [default: `JCP_CACHE`, jcp in `XDG_CACHE_HOME`, ~/.cache/jcp]
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    pub cache: Option<PathBuf>,
    /// Neither use nor keep what is known of the JDK
    #[arg(long)]
    pub no_cache: bool,
}

impl AnalysisArguments {
    /// Which cache they mean.
    fn cache(&self) -> Cache {
        match &self.cache {
            _ if self.no_cache => Cache::Off,
            Some(folder) => Cache::At(folder.clone()),
            None => Cache::Usual,
        }
    }
}

/// `30s` or a number, as behind `every:`.
fn every(text: &str) -> Result<Instance, String> {
    format!("every:{text}").parse().map_err(|_| "expected seconds, as in `30s`, or a number from 1".to_owned())
}

/// Which program, which region: common to all commands that instrument.
#[derive(Debug, Args)]
pub struct ProgramArguments {
    #[command(flatten)]
    pub application: ApplicationArguments,
    /// Where to take the checkpoint, as in "28, Main, Main.main:44; Main.run &": LINE, CLASS, CHAIN OF CALLS & [END, a point
    /// like the start]; may be repeated
    #[arg(long = "region", value_name = "PATTERN")]
    pub regions: Vec<String>,
    /// File that holds regions, one a line; # starts a comment
    #[arg(long = "regions", value_name = "FILE")]
    pub region_files: Vec<PathBuf>,
    /// Which arrival there to capture: first, last or a number from 1; for `instrument` alone also several: all, every:K (each
    /// K-th), every:30s (one in 30 seconds), each into a checkpoint of its own, NAME.N.jcp
    #[arg(long, value_name = "N", default_value_t)]
    pub instance: Instance,
    /// Short for --instance every:T, for `instrument` alone: a checkpoint after each 30s, or at each K-th arrival
    #[arg(long, value_name = "T", value_parser = every, conflicts_with = "instance")]
    pub every: Option<Instance>,
    /// Folder for the jars [default: the current one; verify: a temporary one]
    #[arg(short, long = "output", value_name = "DIR")]
    pub out_dir: Option<PathBuf>,
    /// How captured statics are selected: mod-use (modified before, used after) or read (all that may be read after)
    #[arg(long = "statics", value_name = "HOW", default_value = "mod-use")]
    pub statics: StaticsArgument,
    #[command(flatten)]
    pub analysis: AnalysisArguments,
    /// Leave out instance fields of the program that no code after the checkpoint reads
    #[arg(long)]
    pub prune_fields: bool,
    /// Capture all locals and statics of the program, needed or not, so that the checkpoint serves more edited versions of it
    /// (--since)
    #[arg(long, conflicts_with = "prune_fields")]
    pub editable: bool,
    /// The replay's clock: fresh (the real time), or replay (goes on from the checkpoint's, for what the program itself asks)
    #[arg(long, value_name = "FROM", default_value = "fresh")]
    pub clock: TimeArgument,
    /// Generators of random numbers that the JDK keeps: replay (go on as at the checkpoint), or fresh (as in any new run)
    #[arg(long, value_name = "FROM", default_value = "replay")]
    pub seeds: TimeArgument,
    /// Write the plan, with the reason of each decision, as JSON
    #[arg(long = "plan", value_name = "FILE.json")]
    pub plan_file: Option<PathBuf>,
    /// Print the result as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

/// Whose state a replay goes on with.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub enum TimeArgument {
    /// The checkpoint's
    Replay,
    /// The replaying JVM's
    Fresh,
}

impl From<TimeArgument> for Time {
    fn from(argument: TimeArgument) -> Self {
        match argument {
            TimeArgument::Replay => Self::Replay,
            TimeArgument::Fresh => Self::Fresh,
        }
    }
}

/// How captured statics are selected.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub enum StaticsArgument {
    /// Modified before the checkpoint and used after it
    ModUse,
    /// All that may be read after it, by the class-hierarchy call graph
    Read,
}

impl StaticsArgument {
    fn selector(self, sensitivity: Sensitivity) -> Selector {
        match self {
            Self::ModUse => Selector::ModUse { sensitivity },
            Self::Read => Selector::Read,
        }
    }
}

/// Arguments of `jcp instrument`.
#[derive(Debug, Args)]
pub struct InstrumentArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
    /// Of several checkpoints keep only the newest M
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u32).range(1..))]
    pub keep: Option<u32>,
    /// The program was edited: write only a replaying jar for the checkpoints of JAR, which jcp made of it before, or say
    /// why they do not fit
    #[arg(long, value_name = "JAR", conflicts_with_all = ["keep", "instance", "every", "clock", "seeds", "prune_fields", "editable", "plan_file"])]
    pub since: Option<PathBuf>,
}

impl InstrumentArguments {
    /// The same as the driver wants it.
    pub fn options(&self) -> Result<InstrumentOptions, DriverError> {
        let mut options = self.program.options();
        options.request.keep = self.keep;
        if self.keep.is_some() && !options.request.instance.is_several() {
            let why = "of a single checkpoint there is nothing to drop; ask for several by --instance all, every:K or every:30s";
            return Err(DriverError::Usage(format!("--keep: {why}")));
        }
        Ok(options)
    }
}

/// Arguments of `jcp refresh`.
#[derive(Debug, Args)]
pub struct RefreshArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
    /// The checkpoint: give the run the same, as -Djcp.checkpoint=FILE
    #[arg(long, value_name = "FILE")]
    pub checkpoint: PathBuf,
}

impl RefreshArguments {
    /// The same as the driver wants it.
    pub fn options(&self) -> RefreshOptions {
        RefreshOptions { instrument: self.program.options(), checkpoint: self.checkpoint.clone() }
    }
}

/// Arguments of `jcp doctor`.
#[derive(Debug, Args)]
pub struct DoctorArguments {
    /// Print the result as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `jcp points-to`.
#[derive(Debug, Args)]
pub struct PointsToArguments {
    #[command(flatten)]
    pub application: ApplicationArguments,
    #[command(flatten)]
    pub analysis: AnalysisArguments,
    /// What a local may point to: Class.method:local, the local by name or slot; may be repeated
    #[arg(long = "query", value_name = "Q")]
    pub queries: Vec<String>,
    /// Which calls may run a method: Class.method; may be repeated
    #[arg(long, value_name = "M")]
    pub callers: Vec<String>,
    /// Write all reachable methods and call-graph edges, a line each
    #[arg(long, value_name = "FILE")]
    pub dump: Option<PathBuf>,
    /// Analyse by natives.txt and entry-points.txt of this folder instead of jcp's own
    #[arg(long, value_name = "DIR", hide = true)]
    pub models: Option<PathBuf>,
    /// Give up after this many seconds
    #[arg(long, value_name = "SECONDS")]
    pub time: Option<u64>,
    /// Give up when about this much memory is needed
    #[arg(long, value_name = "MB")]
    pub memory: Option<u64>,
    /// Print the result as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

impl PointsToArguments {
    /// The same as the driver wants it.
    pub fn options(&self) -> PointsToOptions {
        PointsToOptions {
            program: self.application.options(),
            sensitivity: self.analysis.context,
            queries: self.queries.clone(),
            callers: self.callers.clone(),
            dump: self.dump.clone(),
            models: self.models.clone(),
            time: self.time.map(Duration::from_secs),
            memory: self.memory.map(|megabytes| megabytes.saturating_mul(1_000_000)),
            cache: self.analysis.cache(),
        }
    }
}

/// Headings in the help of `jcp verify`.
const RUNS: &str = "The three runs";
const COMPARISON: &str = "What need not be equal";

/// Arguments of `jcp verify`.
#[derive(Debug, Args)]
pub struct VerifyArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
    /// Option for the JVM of all three runs; may be repeated
    #[arg(long = "jvm-arg", help_heading = RUNS, value_name = "A", allow_hyphen_values = true)]
    pub jvm_args: Vec<String>,
    /// Each run starts in a fresh copy of this directory [default: the current one]
    #[arg(long, help_heading = RUNS, value_name = "DIR")]
    pub workdir: Option<PathBuf>,
    /// Standard input of each run [default: empty]
    #[arg(long, help_heading = RUNS, value_name = "FILE")]
    pub stdin: Option<PathBuf>,
    /// Kill a run that takes longer
    #[arg(long, help_heading = RUNS, value_name = "SECONDS")]
    pub timeout: Option<u32>,
    /// Keep directories, outputs and the checkpoint, and say where they are
    #[arg(long, help_heading = RUNS)]
    pub keep: bool,
    /// Also compare the state in which capturing run and replay end: captured statics, live locals at a region's end, and what they reach
    #[arg(long)]
    pub state: bool,
    /// Run the original twice even if nothing differs, to see whether it is deterministic
    #[arg(long, help_heading = RUNS)]
    pub twice: bool,
    /// Leave out lines that match, in outputs and files; may be repeated
    #[arg(long, help_heading = COMPARISON, value_name = "REGEX")]
    pub ignore_lines: Vec<String>,
    /// Replace what matches in each line before comparing; may be repeated
    #[arg(long, help_heading = COMPARISON, value_name = "REGEX=>TEXT")]
    pub replace: Vec<String>,
    /// Do not compare files that match; may be repeated
    #[arg(long, help_heading = COMPARISON, value_name = "GLOB")]
    pub ignore_file: Vec<String>,
    /// Compare archives that match entry by entry, without dates; may be repeated
    #[arg(long, help_heading = COMPARISON, value_name = "GLOB")]
    pub zip_file: Vec<String>,
    /// The program's arguments
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<String>,
}

/// Arguments of `jcp observe`.
#[derive(Debug, Args)]
pub struct ObserveArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
    /// Option for the JVM; may be repeated
    #[arg(long = "jvm-arg", value_name = "A", allow_hyphen_values = true)]
    pub jvm_args: Vec<String>,
    /// The run starts in a fresh copy of this directory [default: the current one]
    #[arg(long, value_name = "DIR")]
    pub workdir: Option<PathBuf>,
    /// Standard input of the run [default: empty]
    #[arg(long, value_name = "FILE")]
    pub stdin: Option<PathBuf>,
    /// Kill the run if it takes longer
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<u32>,
    /// Keep jar, outputs and record, and say where they are
    #[arg(long)]
    pub keep: bool,
    /// The program's arguments
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<String>,
}

impl ObserveArguments {
    /// The same as the driver wants it.
    pub fn options(&self) -> ObserveOptions {
        ObserveOptions {
            instrument: self.program.options(),
            runs: RunOptions {
                jvm_args: self.jvm_args.clone(),
                args: self.args.clone(),
                workdir: self.workdir.clone(),
                stdin: self.stdin.clone(),
                timeout: self.timeout.map(|seconds| Duration::from_secs(seconds.into())),
                keep: self.keep,
            },
        }
    }
}

impl VerifyArguments {
    /// The same as the driver wants it.
    pub fn options(&self) -> Result<VerifyOptions, DriverError> {
        let mut instrument = self.program.options();
        instrument.request.states = self.state;
        Ok(VerifyOptions {
            instrument,
            runs: RunOptions {
                jvm_args: self.jvm_args.clone(),
                args: self.args.clone(),
                workdir: self.workdir.clone(),
                stdin: self.stdin.clone(),
                timeout: self.timeout.map(|seconds| Duration::from_secs(seconds.into())),
                keep: self.keep,
            },
            comparison: Comparison {
                twice: self.twice,
                rules: Rules::parse(&self.ignore_lines, &self.replace, &self.ignore_file, &self.zip_file)?,
            },
        })
    }
}

impl ProgramArguments {
    /// The same as the driver wants it.
    pub fn options(&self) -> InstrumentOptions {
        InstrumentOptions {
            regions: self.regions.clone(),
            region_files: self.region_files.clone(),
            request: Request {
                instance: self.every.unwrap_or(self.instance),
                clock: self.clock.into(),
                seeds: self.seeds.into(),
                ..Request::default()
            },
            extent: Extent {
                selector: self.statics.selector(self.analysis.context),
                prune_fields: self.prune_fields,
                editable: self.editable,
            },
            out_dir: self.out_dir.clone(),
            plan_file: self.plan_file.clone(),
            cache: self.analysis.cache(),
            ..self.application.options()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn arguments_of_the_program_and_of_the_jvm_may_start_with_a_dash() {
        let words = ["jcp", "verify", "a.jar", "--region", "1, A &", "--jvm-arg", "-Xmx1g", "--", "-q", "--json"];
        let Command::Verify(verify) = Arguments::try_parse_from(words).expect("arguments").command else {
            panic!("another command")
        };
        assert_eq!((verify.jvm_args, verify.args), (vec!["-Xmx1g".into()], vec!["-q".into(), "--json".into()]));
        assert!(!verify.program.json);
    }
}
