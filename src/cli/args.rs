//! The arguments of every command, as clap reads them, and their translation into the driver's options.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use super::exit;
use crate::driver::{Instance, InstrumentOptions};

/// Checkpoint and replay of Java programs by bytecode instrumentation.
#[derive(Debug, Parser)]
#[command(name = "jcp", version, after_help = exit::HELP, max_term_width = 120)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Write a capturing and a replaying jar
    #[command(after_help = exit::HELP)]
    Instrument(InstrumentArguments),
}

/// Which program, which region: common to all commands that instrument.
#[derive(Debug, Args)]
pub struct ProgramArguments {
    /// The executable jar; may be left out with --classpath and --main
    #[arg(value_name = "APP.jar")]
    pub app: Option<PathBuf>,
    /// Region, as in "28, Main, Main.main:44; Main.run &"; may be repeated
    #[arg(long = "region", value_name = "PATTERN")]
    pub regions: Vec<String>,
    /// File with one region a line; # starts a comment; may be repeated
    #[arg(long = "regions", value_name = "FILE")]
    pub region_files: Vec<PathBuf>,
    /// Which arrival at the region start to capture: first, last or a number from 1
    #[arg(long, value_name = "N", default_value_t)]
    pub instance: Instance,
    /// Class path of a program that is not one executable jar
    #[arg(long, value_name = "CP", requires = "main")]
    pub classpath: Option<String>,
    /// Its main class
    #[arg(long, value_name = "CLASS")]
    pub main: Option<String>,
    /// The JDK to analyse against and to run on [default: JAVA_HOME, PATH, usual folders]
    #[arg(long, value_name = "HOME")]
    pub jdk: Option<PathBuf>,
    /// Folder for the jars
    #[arg(short, long = "output", value_name = "DIR")]
    pub out_dir: Option<PathBuf>,
    /// Write the plan, with the reason of each decision, as JSON
    #[arg(long = "plan", value_name = "FILE.json")]
    pub plan_file: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `jcp instrument`.
#[derive(Debug, Args)]
pub struct InstrumentArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
}

impl ProgramArguments {
    /// The same as the driver wants it.
    pub fn options(&self) -> InstrumentOptions {
        InstrumentOptions {
            app: self.app.clone(),
            regions: self.regions.clone(),
            region_files: self.region_files.clone(),
            instance: self.instance,
            out_dir: self.out_dir.clone(),
            classpath: self.classpath.clone(),
            main: self.main.clone(),
            jdk: self.jdk.clone(),
            plan_file: self.plan_file.clone(),
        }
    }
}
