//! The arguments of every command, as clap reads them, and their translation into the driver's options.
//!
//! The comments of the fields are the help text. What contradicts itself is left to the driver to say, but for what clap
//! can express.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

mod looking;
mod program;
mod running;

pub use looking::{DiffArguments, ExplainArguments, InspectArguments, ReportArguments, SuggestArguments};
pub use running::{ObserveArguments, RunArguments, VerifyArguments};

use super::exit;
use crate::driver::points_to::PointsToOptions;
use crate::driver::refresh::RefreshOptions;
use crate::driver::{DriverError, InstrumentOptions};
use program::{AnalysisArguments, ApplicationArguments, ProgramArguments};

/// Gives a Java program a checkpoint: run it once, then start it right at the place you name.
#[derive(Debug, Parser)]
#[command(name = "jcp", version, after_help = exit::HELP, max_term_width = 120)]
pub struct Arguments {
    /// Say only results and errors: neither progress nor notes
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Say also what helps to understand jcp's analyses: clones, decision points, statics of the JDK, places of imprecision
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub verbose: bool,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run a program as `java -jar` does: the first time up to a checkpoint and on, later from there
    #[command(after_help = exit::OF_RUN)]
    Run(Box<RunArguments>),
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
