//! The arguments of the commands that look at programs and checkpoints: `inspect`, `diff`, `report`, `suggest`, `explain`.
//!
//! As in the module above, the comments of the fields are the help text.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::program::{AnalysisArguments, ApplicationArguments, ProgramArguments, ReflectionArguments, StaticsArgument};
use crate::analysis::slice::{Level, Options};
use crate::driver::explain::ExplainOptions;
use crate::driver::report::ReportOptions;
use crate::driver::runs::run::RunOptions;
use crate::driver::slice::executable::{Check, ExecutableOptions};
use crate::driver::slice::page::PageOptions;
use crate::driver::slice::{Asked, SliceOptions};
use crate::driver::suggest::{Checks, SuggestOptions};
use crate::driver::{DriverError, InstrumentOptions};
use crate::planner::Extent;

/// Arguments of `jcp inspect`.
#[derive(Debug, Args)]
pub struct InspectArguments {
    /// The checkpoint
    #[arg(value_name = "FILE.jcp")]
    pub file: PathBuf,
    /// Show this many classes and owners
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub top: usize,
    /// Show only the shortest path from a root to an object: #NUMBER, or the nearest object of a class
    #[arg(long, value_name = "CLASS|#ID")]
    pub path: Option<String>,
    /// The capturing or the replaying jar, for the names of methods and locals [default: NAME-capture.jar beside the
    /// checkpoint or in the current folder]
    #[arg(long, value_name = "JAR")]
    pub jar: Option<PathBuf>,
    /// Print the result as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `jcp diff`.
#[derive(Debug, Args)]
pub struct DiffArguments {
    /// The first checkpoint, for example of a run that passes
    #[arg(value_name = "A.jcp")]
    pub a: PathBuf,
    /// The second checkpoint, for example of a run that fails
    #[arg(value_name = "B.jcp")]
    pub b: PathBuf,
    /// Show this many differences
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub limit: usize,
    /// The capturing or the replaying jar of a checkpoint, for the names of methods and locals; give both jars if the
    /// checkpoints have different ones [default: NAME-capture.jar beside the checkpoint or in the current folder]
    #[arg(long = "jar", value_name = "JAR")]
    pub jars: Vec<PathBuf>,
    /// Print the result as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `jcp report`.
#[derive(Debug, Args)]
pub struct ReportArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
    /// Show this checkpoint, too; if it was made with the same options, its values stand beside the locals
    #[arg(long, value_name = "FILE.jcp")]
    pub checkpoint: Option<PathBuf>,
    /// Sources of the program: a folder or a jar; without them the page shows bytecode
    #[arg(long, value_name = "DIR|JAR")]
    pub sources: Option<PathBuf>,
}

impl ReportArguments {
    /// The same as the driver wants it: what is a folder elsewhere is the page here.
    pub fn options(&self) -> Result<ReportOptions, DriverError> {
        let mut instrument = self.program.options();
        let page = instrument
            .out_dir
            .take()
            .ok_or_else(|| DriverError::Usage("name the page with -o FILE.html".to_string()))?;
        Ok(ReportOptions { instrument, page, checkpoint: self.checkpoint.clone(), sources: self.sources.clone() })
    }
}

/// Arguments of `jcp suggest`.
#[derive(Debug, Args)]
pub struct SuggestArguments {
    #[command(flatten)]
    pub application: ApplicationArguments,
    #[command(flatten)]
    pub analysis: AnalysisArguments,
    #[command(flatten)]
    pub named: ReflectionArguments,
    /// Read this recording of the Flight Recorder instead of running the program
    #[arg(long, value_name = "FILE.jfr")]
    pub jfr: Option<PathBuf>,
    /// List this many places
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    pub limit: u16,
    /// How to check places: resolve (is the region understood), plan (would `jcp instrument` accept it), or capture (run each
    /// place as well, for its real size)
    #[arg(long, value_name = "HOW", default_value = "plan")]
    pub check: CheckArgument,
    /// How to select the captured static fields when places are captured: mod-use or read
    #[arg(long = "statics", value_name = "HOW", default_value = "mod-use")]
    pub statics: StaticsArgument,
    /// Option for the JVM; may be repeated
    #[arg(long = "jvm-arg", value_name = "A", allow_hyphen_values = true)]
    pub jvm_args: Vec<String>,
    /// The run starts in a fresh copy of this directory [default: the current one]
    #[arg(long, value_name = "DIR")]
    pub workdir: Option<PathBuf>,
    /// Standard input of the run [default: empty]
    #[arg(long, value_name = "FILE")]
    pub stdin: Option<PathBuf>,
    /// Kill the run after this time
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<u32>,
    /// Keep the recording and the outputs, and print where they are
    #[arg(long)]
    pub keep: bool,
    /// Print the list as JSON on standard output
    #[arg(long)]
    pub json: bool,
    /// The program's arguments
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<String>,
}

/// Arguments of `jcp explain`.
#[derive(Debug, Args)]
pub struct ExplainArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
    /// Explain why this static field is captured, or why not: Class.field
    #[arg(value_name = "FIELD")]
    pub field: Option<String>,
}

impl ExplainArguments {
    /// The same as the driver wants it. What stands alone behind --classpath and --main is the field, not a jar.
    pub fn options(&self) -> ExplainOptions {
        let mut instrument = self.program.options();
        let mut field = self.field.clone();
        if let (None, Some(app), Some(_)) = (&field, &instrument.app, &instrument.classpath)
            && !app.exists()
        {
            field = app.to_str().map(str::to_owned);
            instrument.app = None;
        }
        ExplainOptions { instrument, field }
    }
}

/// How suggested places are checked.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub enum CheckArgument {
    /// Whether the region is understood
    Resolve,
    /// Also whether `jcp instrument` accepts it
    Plan,
    /// Also whether a capturing run accepts it, and the real size
    Capture,
}

impl SuggestArguments {
    /// The same as the driver wants it.
    pub fn options(&self) -> SuggestOptions {
        SuggestOptions {
            program: InstrumentOptions {
                extent: Extent { selector: self.statics.selector(self.analysis.context), ..Extent::default() },
                cache: self.analysis.cache(),
                reflection: self.named.reflection.clone(),
                ..self.application.options()
            },
            recording: self.jfr.clone(),
            runs: RunOptions {
                jvm_args: self.jvm_args.clone(),
                args: self.args.clone(),
                workdir: self.workdir.clone(),
                stdin: self.stdin.clone(),
                timeout: self.timeout.map(|seconds| Duration::from_secs(seconds.into())),
                keep: self.keep,
            },
            limit: self.limit.into(),
            checks: match self.check {
                CheckArgument::Resolve => Checks::Resolve,
                CheckArgument::Plan => Checks::Plan,
                CheckArgument::Capture => Checks::Capture,
            },
        }
    }
}

/// Arguments of `jcp slice`.
#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools, reason = "options of a command line")]
pub struct SliceArguments {
    #[command(flatten)]
    pub application: ApplicationArguments,
    /// The line whose values are asked about: LINE, CLASS or LINE, CLASS.METHOD, as in "28, Main"; @OFFSET is an instruction
    #[arg(long, value_name = "LINE, CLASS", required_unless_present_any = ["chop", "stack"])]
    pub at: Option<String>,
    /// Ask only about this local variable or field of the line
    #[arg(long = "var", value_name = "NAME", conflicts_with = "chop")]
    pub variable: Option<String>,
    /// Ask what the line may influence, not what may have influenced it
    #[arg(long, conflicts_with = "html")]
    pub forward: bool,
    /// Ask by which lines one line may influence another: two lines with `..` between them, as in "12, Main..28, Main"
    #[arg(long, value_name = "FROM..TO", conflicts_with_all = ["at", "forward", "html"])]
    pub chop: Option<String>,
    /// Keep to the calls of this stack trace, as a JVM prints it (its first one counts); without --at its first frame of the program is asked about
    #[arg(long, value_name = "FILE", conflicts_with_all = ["forward", "chop"])]
    pub stack: Option<PathBuf>,
    /// Ask only about what happens after this checkpoint, written as for `jcp instrument`, and which captured values the line needs
    #[arg(long, value_name = "PATTERN", conflicts_with_all = ["forward", "chop"])]
    pub region: Option<String>,
    /// A thread that waits at this checkpoint, written as for `jcp instrument`; may be repeated. Threads count from where they wait, then
    #[arg(long = "threads", value_name = "PATTERN", requires = "region")]
    pub threads: Vec<String>,
    /// Show only where values come from: neither what decides whether a line runs, nor what says which object it means
    #[arg(long)]
    pub thin: bool,
    /// Leave out what only decides whether a line runs
    #[arg(long, conflicts_with = "thin")]
    pub data_only: bool,
    /// How exactly contexts are told apart: `contexts`, with the order of the threads' steps; `two-phase`, without; `insensitive`, where a call
    /// returns to any caller
    #[arg(long, value_name = "LEVEL", default_value = "contexts")]
    pub level: Level,
    /// How many nodes of the dependence graph are looked at before calls may return to any caller
    #[arg(long, value_name = "NODES", default_value_t = Options::default().most_nodes)]
    pub budget: usize,
    #[command(flatten)]
    pub analysis: AnalysisArguments,
    #[command(flatten)]
    pub named: ReflectionArguments,
    /// Write a page of HTML to walk through the slice, instead of a list: the code, and why each line is there
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Sources of the program for the page: a folder or a jar; may be repeated. Without them the page shows numbers of lines
    #[arg(long, alias = "source", value_name = "DIR|JAR", requires = "html")]
    pub sources: Vec<PathBuf>,
    /// Write a jar with what the slice needs alone: it computes the same values at the criterion
    #[arg(long, value_name = "OUT.jar", conflicts_with_all = ["forward", "chop", "thin", "data_only", "stack", "region"])]
    pub executable: Option<PathBuf>,
    /// Run the program and the reduced one with the arguments behind `--`, and compare their values at the criterion
    #[arg(long, requires = "executable")]
    pub check: bool,
    /// The working directory of both runs of --check, each of which gets a copy of it [default: the current one]
    #[arg(long, value_name = "DIR", requires = "check")]
    pub workdir: Option<PathBuf>,
    /// Print the result as JSON on standard output
    #[arg(long)]
    pub json: bool,
    /// The program's arguments, for --check
    #[arg(last = true, value_name = "ARGS", requires = "check")]
    pub args: Vec<String>,
}

impl SliceArguments {
    fn asked(&self) -> Asked {
        let at = self.at.clone().unwrap_or_default();
        match &self.chop {
            Some(chop) => {
                let (from, to) = chop.split_once("..").unwrap_or((chop, ""));
                Asked::Chop(from.trim().to_owned(), to.trim().to_owned())
            }
            None if self.forward => Asked::Forward(at),
            None => Asked::Backward(at),
        }
    }

    /// The same as the driver wants it.
    pub fn options(&self) -> SliceOptions {
        SliceOptions {
            program: InstrumentOptions {
                regions: self.region.iter().cloned().collect(),
                threads: self.threads.clone(),
                reflection: self.named.reflection.clone(),
                ..self.application.options()
            },
            asked: self.asked(),
            variable: self.variable.clone(),
            stack: self.stack.clone(),
            options: Options { thin: self.thin, data_only: self.data_only, level: self.level, most_nodes: self.budget },
            sensitivity: self.analysis.context,
            cache: self.analysis.cache(),
            page: self.html.clone().map(|file| PageOptions { file, sources: self.sources.clone() }),
            executable: self.executable.clone().map(|file| ExecutableOptions {
                file,
                check: self.check.then(|| Check { args: self.args.clone(), workdir: self.workdir.clone() }),
            }),
        }
    }
}
