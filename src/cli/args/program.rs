//! The arguments that say which program, which region, and what is wanted: common to many commands.
//!
//! As in the module above, the comments of the fields are the help text.

use std::path::PathBuf;

use clap::Args;

use crate::analysis::points_to::Allocations;
use crate::analysis::points_to::context::Sensitivity;
use crate::driver::InstrumentOptions;
use crate::driver::summaries::Cache;
use crate::plan::{Instance, Request, Sockets, Time};
use crate::planner::{Extent, Selector};

/// Which application on which JDK: common to all commands.
#[derive(Debug, Args)]
pub struct ApplicationArguments {
    /// The executable jar, or the first entry of the class path; optional with --classpath and --main
    #[arg(value_name = "APP.jar")]
    pub app: Option<PathBuf>,
    /// Class path of a program that is not one executable jar; DIR/* stands for the jars of a folder
    #[arg(long, value_name = "CP")]
    pub classpath: Option<String>,
    /// The main class of a class-path program
    #[arg(long, value_name = "CLASS")]
    pub main: Option<String>,
    /// The JDK for the analysis and the runs [default: JAVA_HOME, PATH, usual folders]
    #[arg(long, value_name = "HOME")]
    pub jdk: Option<PathBuf>,
}

impl ApplicationArguments {
    /// The same as the driver wants it, with no region.
    pub fn options(&self) -> InstrumentOptions {
        InstrumentOptions {
            app: self.app.clone(),
            classpath: self.classpath.clone(),
            main: self.main.clone(),
            jdk: self.jdk.clone(),
            ..InstrumentOptions::default()
        }
    }
}

/// What the user says of calls by reflection, in the commands that do not take all of [`ProgramArguments`].
#[derive(Debug, Args)]
pub struct ReflectionArguments {
    /// What the calls by reflection on a line reach, as for `jcp instrument`; may be repeated
    #[arg(long = "reflection", value_name = "CALLS")]
    pub reflection: Vec<String>,
}

/// How the points-to analysis works: common to all commands.
#[derive(Debug, Args)]
pub struct AnalysisArguments {
    /// How the points-to analysis distinguishes callers: insensitive, selective, or K-call, K-object, K-type such as 2-object
    #[arg(long, value_name = "S", default_value_t)]
    pub context: Sensitivity,
    /// Keep analyses of the JDK and of large programs in this folder for later runs [default: `JCP_CACHE`, jcp in `XDG_CACHE_HOME`, ~/.cache/jcp]
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    pub cache: Option<PathBuf>,
    /// Neither use nor keep analyses of before
    #[arg(long)]
    pub no_cache: bool,
}

impl AnalysisArguments {
    /// Which cache they mean.
    pub fn cache(&self) -> Cache {
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
    /// Where to take the checkpoint: LINE, CLASS, CHAIN OF CALLS &, as in "28, Main, Main.main:44; Main.run &". An end point,
    /// written like the start, may follow the `&`. Shorter: "Main.run", the start of a method that one chain of calls leads to;
    /// "28, Main.run", a line of that method; a number, a place that `jcp suggest` has listed. May be repeated
    #[arg(long = "region", value_name = "PATTERN")]
    pub regions: Vec<String>,
    /// File of regions, one on each line; # starts a comment
    #[arg(long = "regions", value_name = "FILE")]
    pub region_files: Vec<PathBuf>,
    /// A thread besides main that may wait at the checkpoint: its methods with the lines of their calls, then the method of the JDK in
    /// which it waits, as in "Worker.run:31; java.util.concurrent.BlockingQueue.take"; of a thread that runs in a loop only its methods. A
    /// refusal shows it; verify and run find it by themselves. May be repeated
    #[arg(long = "threads", value_name = "PATTERN")]
    pub threads: Vec<String>,
    /// What the calls by reflection on a line reach, where the analysis does not know it: "Class.method:LINE -> p.q.*". A target is a class
    /// or a member; * stands for any characters, C+ for C and the classes below it; commas separate targets. `explain` shows such lines.
    /// May be repeated
    #[arg(long = "reflection", value_name = "CALLS")]
    pub reflection: Vec<String>,
    /// Which arrival at the checkpoint to capture: first, last or a number from 1. Only `instrument` captures several: all,
    /// every:K (each K-th), every:30s (one every 30 seconds), each into a checkpoint of its own, NAME.N.jcp
    #[arg(long, value_name = "N", default_value_t)]
    pub instance: Instance,
    /// Short for --instance every:T, only for `instrument`: T is a time, such as 30s, or a number of arrivals
    #[arg(long, value_name = "T", value_parser = every, conflicts_with = "instance")]
    pub every: Option<Instance>,
    /// Folder for the jars [default: the current one; verify: a temporary one]
    #[arg(short, long = "output", value_name = "DIR")]
    pub out_dir: Option<PathBuf>,
    /// How to select the captured static fields: mod-use (modified before the checkpoint and used after it) or read (all that may
    /// be read after it)
    #[arg(long = "statics", value_name = "HOW", default_value = "mod-use")]
    pub statics: StaticsArgument,
    #[command(flatten)]
    pub analysis: AnalysisArguments,
    /// Leave out instance fields of the program that no code after the checkpoint reads
    #[arg(long)]
    pub prune_fields: bool,
    /// Capture all locals and static fields of the program, needed or not, so that the checkpoint fits more edited versions of
    /// the program (--since)
    #[arg(long, conflicts_with = "prune_fields")]
    pub editable: bool,
    /// The replay's clock: fresh (the real time), or replay (the program's own calls see the time go on from the checkpoint)
    #[arg(long, value_name = "FROM", default_value = "fresh")]
    pub clock: TimeArgument,
    /// Random number generators of the JDK: replay (go on from the checkpoint), or fresh (start as in any new run)
    #[arg(long, value_name = "FROM", default_value = "replay")]
    pub seeds: TimeArgument,
    /// Connections that are open at the checkpoint: refuse, or close (the replay reads each as closed by the other side)
    #[arg(long, value_name = "HOW", default_value = "refuse")]
    pub sockets: SocketsArgument,
    /// Write the plan as JSON, with the reason for each decision
    #[arg(long = "plan", value_name = "FILE.json")]
    pub plan_file: Option<PathBuf>,
    /// Print the result as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

/// Whose state a replay goes on with.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub enum TimeArgument {
    /// Go on from the checkpoint
    Replay,
    /// Start anew in the replaying JVM
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

/// What becomes of connections.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub enum SocketsArgument {
    /// The checkpoint is refused
    Refuse,
    /// The replay reads each as closed by the other side
    Close,
}

impl From<SocketsArgument> for Sockets {
    fn from(argument: SocketsArgument) -> Self {
        match argument {
            SocketsArgument::Refuse => Self::Refuse,
            SocketsArgument::Close => Self::Close,
        }
    }
}

/// Which objects that `new` makes are told apart.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub enum ObjectsArgument {
    /// Those of each instruction
    Each,
    /// Those of each instruction of the program and its libraries; one for each class of what the JDK makes
    Own,
    /// One for each class, as for the selection of static fields
    Classes,
}

impl From<ObjectsArgument> for Allocations {
    fn from(argument: ObjectsArgument) -> Self {
        match argument {
            ObjectsArgument::Each => Self::Sites,
            ObjectsArgument::Own => Self::SitesOfApplication,
            ObjectsArgument::Classes => Self::Classes,
        }
    }
}

/// How captured statics are selected.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub enum StaticsArgument {
    /// Modified before the checkpoint and used after it
    ModUse,
    /// All that may be read after the checkpoint, by the class-hierarchy call graph
    Read,
}

impl StaticsArgument {
    /// The same as the planner wants it.
    pub fn selector(self, sensitivity: Sensitivity) -> Selector {
        match self {
            Self::ModUse => Selector::ModUse { sensitivity },
            Self::Read => Selector::Read,
        }
    }
}

impl ProgramArguments {
    /// The same as the driver wants it.
    pub fn options(&self) -> InstrumentOptions {
        InstrumentOptions {
            regions: self.regions.clone(),
            region_files: self.region_files.clone(),
            threads: self.threads.clone(),
            reflection: self.reflection.clone(),
            request: Request {
                instance: self.every.unwrap_or(self.instance),
                clock: self.clock.into(),
                seeds: self.seeds.into(),
                sockets: self.sockets.into(),
                ..Request::default()
            },
            extent: Extent {
                selector: self.statics.selector(self.analysis.context),
                prune_fields: self.prune_fields,
                editable: self.editable,
            },
            notes_run: self.editable,
            out_dir: self.out_dir.clone(),
            plan_file: self.plan_file.clone(),
            cache: self.analysis.cache(),
            ..self.application.options()
        }
    }
}
