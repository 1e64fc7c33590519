//! The arguments of the commands that plug-ins of build tools call: `fixtures` and `fork`.
//!
//! As in the module above, the comments of the fields are the help text.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use super::program::{AnalysisArguments, ReflectionArguments};
use crate::driver::InstrumentOptions;
use crate::driver::fixtures::FixtureOptions;
use crate::driver::fork::ForkOptions;
use crate::planner::{Extent, Selector};

/// Arguments of `jcp fixtures`.
#[derive(Debug, Args)]
pub struct FixturesArguments {
    /// The folder of the test classes
    #[arg(value_name = "FOLDER")]
    pub tests: PathBuf,
    /// Where else superclasses of theirs are
    #[arg(long, value_name = "CP")]
    pub classpath: Option<String>,
    /// A method that counts as marked: Class.method; may be repeated
    #[arg(long = "fixture", value_name = "M")]
    pub named: Vec<String>,
    /// Print the result as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

impl FixturesArguments {
    /// The same as the driver wants it.
    pub fn options(&self) -> FixtureOptions {
        FixtureOptions { tests: self.tests.clone(), classpath: self.classpath.clone(), named: self.named.clone() }
    }
}

/// Arguments of `jcp fork`.
#[derive(Debug, Args)]
pub struct ForkArguments {
    #[command(flatten)]
    pub analysis: AnalysisArguments,
    /// Where to take the checkpoint, as for `jcp instrument`
    #[arg(long = "region", value_name = "PATTERN")]
    pub region: String,
    #[command(flatten)]
    pub named: ReflectionArguments,
    /// Capture all locals and static fields of the program, as for `jcp instrument`
    #[arg(long)]
    pub editable: bool,
    /// Folder for jars, checkpoint, and NAME-fork.txt, which has what this run does [default: the current one]
    #[arg(short, long = "output", value_name = "DIR")]
    pub out_dir: Option<PathBuf>,
    /// Option for the JVM if it captures or replays; may be repeated
    #[arg(long = "jvm-arg", value_name = "A", allow_hyphen_values = true)]
    pub jvm_args: Vec<String>,
    /// What else the program's run depends on, such as a variable of the environment: with another value it is captured again; may be repeated
    #[arg(long = "setting", value_name = "NAME=VALUE", allow_hyphen_values = true)]
    pub settings: Vec<String>,
    /// The command: java, its options, the main class and its arguments
    #[arg(last = true, value_name = "COMMAND", required = true)]
    pub command: Vec<OsString>,
}

impl ForkArguments {
    /// The same as the driver wants it.
    pub fn options(&self) -> ForkOptions {
        ForkOptions {
            instrument: InstrumentOptions {
                regions: vec![self.region.clone()],
                reflection: self.named.reflection.clone(),
                out_dir: self.out_dir.clone(),
                cache: self.analysis.cache(),
                extent: Extent {
                    selector: Selector::ModUse { sensitivity: self.analysis.context },
                    editable: self.editable,
                    ..Extent::default()
                },
                ..InstrumentOptions::default()
            },
            jvm_args: self.jvm_args.clone(),
            settings: self.settings.clone(),
            command: self.command.clone(),
        }
    }
}
