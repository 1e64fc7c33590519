//! The arguments of every command, as clap reads them, and their translation into the driver's options.
//!
//! The comments of the fields are the help text. What contradicts itself is left to the driver to say, but for what clap
//! can express.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

mod building;
mod exploring;
mod looking;
mod program;
mod running;

pub use building::{FixturesArguments, ForkArguments};
pub use exploring::ExploreArguments;
pub use looking::{
    DiffArguments, ExplainArguments, InspectArguments, ReportArguments, SliceArguments, SuggestArguments,
};
pub use running::{ObserveArguments, RunArguments, VerifyArguments};

use super::exit;
use crate::driver::points_to::PointsToOptions;
use crate::driver::refresh::RefreshOptions;
use crate::driver::{DriverError, InstrumentOptions};
use program::{AnalysisArguments, ApplicationArguments, ObjectsArgument, ProgramArguments, ReflectionArguments};

/// Gives a Java program a checkpoint: run it once, then start it right at the place you name.
#[derive(Debug, Parser)]
#[command(name = "jcp", version, after_help = exit::HELP, max_term_width = 120)]
pub struct Arguments {
    /// Print only results and errors, no progress and no notes
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Print also details of jcp's analyses: clones, decision points, static fields of the JDK, imprecise places
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub verbose: bool,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run a program as `java -jar` does, and start from its checkpoint as soon as there is one
    #[command(after_help = exit::OF_RUN)]
    Run(Box<RunArguments>),
    /// Write two jars: one that captures a checkpoint, and one that replays from it
    #[command(after_help = exit::HELP)]
    Instrument(Box<InstrumentArguments>),
    /// Decide whether the next run captures or replays, and write the jar for that run as NAME-next.jar
    #[command(after_help = exit::HELP)]
    Refresh(Box<RefreshArguments>),
    /// List the test classes whose fixture methods are marked with `@FastForward`, each with its region
    #[command(after_help = exit::HELP)]
    Fixtures(FixturesArguments),
    /// Start a JVM as a build tool does for its tests: capture or replay, as `jcp refresh` decides, or run in full
    #[command(after_help = exit::OF_FORK)]
    Fork(Box<ForkArguments>),
    /// Run the original, the capturing and the replaying program, and compare the runs
    #[command(after_help = exit::HELP)]
    Verify(Box<VerifyArguments>),
    /// Show what references may point to and what calls may run, without running the program
    #[command(after_help = exit::HELP)]
    PointsTo(Box<PointsToArguments>),
    /// Check a checkpoint file and show its contents
    #[command(after_help = exit::HELP)]
    Inspect(InspectArguments),
    /// Show the differences between two checkpoints, by access path
    #[command(after_help = exit::HELP)]
    Diff(DiffArguments),
    /// Write an HTML page about a region: chain, time line, source, checkpoint by owner, statics
    #[command(after_help = exit::HELP, mut_arg("out_dir", |arg| arg.value_name("FILE.html").required(true).help("The page to write")))]
    Report(Box<ReportArguments>),
    /// Run a program, or read a recording of a run, and list the best places for a checkpoint
    #[command(after_help = exit::HELP)]
    Suggest(Box<SuggestArguments>),
    /// Show what is captured for a region, and why; for a static field, show the write and the read that require it
    #[command(after_help = exit::HELP)]
    Explain(Box<ExplainArguments>),
    /// Show which lines may have influenced what a line computes, without running the program
    #[command(after_help = exit::HELP)]
    Slice(Box<SliceArguments>),
    /// Run a program with threads under every schedule that matters, and show one that fails
    #[command(after_help = exit::HELP)]
    Explore(Box<ExploreArguments>),
    /// Run the program once, record what it does, and check the static analyses against the record
    #[command(after_help = exit::HELP)]
    Observe(Box<ObserveArguments>),
    /// Show which JDKs jcp finds, which one it uses, and whether jcp can work here
    #[command(after_help = exit::HELP)]
    Doctor(DoctorArguments),
    /// Print a script that lets a shell complete jcp's commands and options
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual pages, for `man -l -`
    Man,
}

impl Command {
    /// The program, and the patterns of its regions, for the commands that have any.
    pub fn regions(&mut self) -> Option<(InstrumentOptions, &mut Vec<String>)> {
        let program = match self {
            Self::Run(it) => return Some((it.options().program, &mut it.regions)),
            Self::Instrument(it) => &mut it.program,
            Self::Refresh(it) => &mut it.program,
            Self::Verify(it) => &mut it.program,
            Self::Report(it) => &mut it.program,
            Self::Explain(it) => &mut it.program,
            Self::Observe(it) => &mut it.program,
            _ => return None,
        };
        Some((program.options(), &mut program.regions))
    }
}

/// Arguments of `jcp instrument`.
#[derive(Debug, Args)]
pub struct InstrumentArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
    /// Keep only the newest M of several checkpoints
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u32).range(1..))]
    pub keep: Option<u32>,
    /// Write only a replaying jar of an edited program, for the checkpoints of JAR, which jcp made before the edit; or say
    /// why these checkpoints do not fit
    #[arg(long, value_name = "JAR", conflicts_with_all = ["keep", "instance", "every", "clock", "seeds", "prune_fields", "editable", "plan_file"])]
    pub since: Option<PathBuf>,
    /// With --since: the checkpoint that is to be replayed. What its run did decides then whether it fits, not what any run may do, if it
    /// was captured with --editable
    #[arg(long, value_name = "FILE", requires = "since")]
    pub checkpoint: Option<PathBuf>,
}

impl InstrumentArguments {
    /// The same as the driver wants it.
    pub fn options(&self) -> Result<InstrumentOptions, DriverError> {
        let mut options = self.program.options();
        options.request.keep = self.keep;
        if self.keep.is_some() && !options.request.instance.is_several() {
            let why = "the run leaves only one checkpoint; ask for several with --instance all, every:K or every:30s";
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
    /// The checkpoint; give the run the same file with -Djcp.checkpoint=FILE
    #[arg(long, value_name = "FILE")]
    pub checkpoint: PathBuf,
}

impl RefreshArguments {
    /// The same as the driver wants it.
    pub fn options(&self) -> RefreshOptions {
        RefreshOptions { instrument: self.program.options(), checkpoint: self.checkpoint.clone(), settings: Vec::new() }
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
    /// Show what a local may point to: Class.method:local, with the local's name or slot number; may be repeated
    #[arg(long = "query", value_name = "Q")]
    pub queries: Vec<String>,
    #[command(flatten)]
    pub named: ReflectionArguments,
    /// Show which calls may run a method: Class.method; may be repeated
    #[arg(long, value_name = "M")]
    pub callers: Vec<String>,
    /// Which of the objects that `new` makes to tell apart, without contexts [default: own]
    #[arg(long, value_name = "WHICH", conflicts_with = "models")]
    pub objects: Option<ObjectsArgument>,
    /// Write all reachable methods and call-graph edges, one on each line
    #[arg(long, value_name = "FILE")]
    pub dump: Option<PathBuf>,
    /// Analyse with natives.txt and entry-points.txt of this folder instead of jcp's own
    #[arg(long, value_name = "DIR", hide = true)]
    pub models: Option<PathBuf>,
    /// Give up after this many seconds
    #[arg(long, value_name = "SECONDS")]
    pub time: Option<u64>,
    /// Give up if the analysis needs more than about this much memory
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
            program: InstrumentOptions { reflection: self.named.reflection.clone(), ..self.application.options() },
            sensitivity: self.analysis.context,
            allocations: self.objects.map(Into::into),
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
