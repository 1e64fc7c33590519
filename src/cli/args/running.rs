//! The arguments of the commands that run the program as it is given: `run`, and to compare it or to watch it `verify`, `observe`.
//!
//! As in the module above, the comments of the fields are the help text.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::program::{AnalysisArguments, ApplicationArguments, ProgramArguments, ReflectionArguments};
use crate::driver::observe::ObserveOptions;
use crate::driver::run;
use crate::driver::runs::run::RunOptions;
use crate::driver::verify::{Comparison, Rules, VerifyOptions};
use crate::driver::{DriverError, InstrumentOptions};

/// Arguments of `jcp run`.
#[derive(Debug, Args)]
pub struct RunArguments {
    #[command(flatten)]
    pub application: ApplicationArguments,
    #[command(flatten)]
    pub analysis: AnalysisArguments,
    /// Where to take the checkpoint, as for `jcp instrument` [default: the best place in a recording of the first run]
    #[arg(long = "region", value_name = "PATTERN")]
    pub regions: Vec<String>,
    #[command(flatten)]
    pub named: ReflectionArguments,
    /// Forget the place, the checkpoint and the recording of earlier runs
    #[arg(long)]
    pub fresh: bool,
    /// Folder for jars, checkpoint and recording [default: .jcp in the current folder]
    #[arg(short, long = "output", value_name = "DIR")]
    pub out_dir: Option<PathBuf>,
    /// Option for the JVM; may be repeated
    #[arg(long = "jvm-arg", value_name = "A", allow_hyphen_values = true)]
    pub jvm_args: Vec<String>,
    /// The program's arguments
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<String>,
}

impl RunArguments {
    /// The same as the driver wants it.
    pub fn options(&self) -> run::RunOptions {
        run::RunOptions {
            program: InstrumentOptions {
                regions: self.regions.clone(),
                reflection: self.named.reflection.clone(),
                out_dir: self.out_dir.clone(),
                cache: self.analysis.cache(),
                ..self.application.options()
            },
            jvm_args: self.jvm_args.clone(),
            args: self.args.clone(),
            fresh: self.fresh,
        }
    }
}

/// Headings in the help of `jcp verify`.
const RUNS: &str = "The three runs";
const COMPARISON: &str = "Comparison of the runs";

/// Arguments of `jcp verify`.
#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command")]
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
    /// Kill a run after this time
    #[arg(long, help_heading = RUNS, value_name = "SECONDS")]
    pub timeout: Option<u32>,
    /// Keep directories, outputs and the checkpoint, and print where they are
    #[arg(long, help_heading = RUNS)]
    pub keep: bool,
    /// Also compare the final states of the capturing run and the replay: captured static fields, live locals at the region's end,
    /// and the objects that these reach
    #[arg(long)]
    pub state: bool,
    /// Run the original twice even if nothing differs, to see whether the program is deterministic
    #[arg(long, help_heading = RUNS)]
    pub twice: bool,
    /// Count the arrivals in a run before the capturing one, which then does nothing at those that are not wanted: faster if
    /// there are many
    #[arg(long, help_heading = RUNS)]
    pub count: bool,
    /// Let no difference pass: compare also dates, times, durations, process and thread ids, UUIDs, the jar's own name, and
    /// places where two runs of the original differ
    #[arg(long, help_heading = COMPARISON)]
    pub strict: bool,
    /// Ignore lines that match, in outputs and files; may be repeated
    #[arg(long, help_heading = COMPARISON, value_name = "REGEX")]
    pub ignore_lines: Vec<String>,
    /// Replace text that matches in each line before the comparison; may be repeated
    #[arg(long, help_heading = COMPARISON, value_name = "REGEX=>TEXT")]
    pub replace: Vec<String>,
    /// Do not compare files that match; may be repeated
    #[arg(long, help_heading = COMPARISON, value_name = "GLOB")]
    pub ignore_file: Vec<String>,
    /// Compare archives that match by their entries, without dates; may be repeated
    #[arg(long, help_heading = COMPARISON, value_name = "GLOB")]
    pub zip_file: Vec<String>,
    /// The program's arguments
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<String>,
}

impl VerifyArguments {
    /// The same as the driver wants it.
    pub fn options(&self) -> Result<VerifyOptions, DriverError> {
        let mut instrument = self.program.options();
        instrument.request.states = self.state;
        let mut rules = Rules::parse(&self.ignore_lines, &self.replace, &self.ignore_file, &self.zip_file)?;
        if !self.strict {
            rules.be_lenient()?;
        }
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
            comparison: Comparison { twice: self.twice, count: self.count, rules },
        })
    }
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
    /// Kill the run after this time
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<u32>,
    /// Keep the jar, the outputs and the record, and print where they are
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
