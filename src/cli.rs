//! The command line: arguments, messages and exit codes. The commands themselves are in [`crate::driver`].
//!
//! Results go to standard output, everything else to standard error. A standard output that is closed is no error.
//! A panic is a defect of jcp: it is caught here and said to be one.

mod args;
mod diff;
mod doctor;
pub mod exit;
mod explain;
mod explore;
mod fixtures;
mod fork;
mod inspect;
mod instrument;
mod observe;
mod output;
mod owners;
mod points_to;
mod refresh;
mod report;
mod run;
mod slice;
mod suggest;
mod verify;
mod words;

use std::process::ExitCode;

use clap::Parser;

use crate::driver::DriverError;
use crate::driver::suggest::numbered;
use args::{Arguments, Command};

/// Runs the command named by the process's arguments and returns its exit code.
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let status = if error.use_stderr() { exit::USAGE } else { exit::OK };
            let _ = error.print();
            return ExitCode::from(status);
        }
    };
    let status = std::panic::catch_unwind(|| run(arguments)).unwrap_or_else(|_| {
        let version = env!("CARGO_PKG_VERSION");
        output::message(&format!(
            "internal error in jcp {version}; please report the lines above and the command line"
        ));
        exit::INTERNAL
    });
    ExitCode::from(status)
}

fn run(mut arguments: Arguments) -> u8 {
    let asides = output::Asides { quiet: arguments.quiet, verbose: arguments.verbose };
    let numbered = arguments.command.regions().map_or(Ok(()), |(program, regions)| numbered(&program, regions));
    let done = numbered.and_then(|()| dispatch(&arguments.command, asides));
    done.unwrap_or_else(|error| {
        output::message(&error.to_string());
        exit::of(&error)
    })
}

fn dispatch(command: &Command, asides: output::Asides) -> Result<u8, DriverError> {
    match command {
        Command::Instrument(options) => instrument::run(options, asides),
        Command::Run(options) => run::run(options, asides),
        Command::Fixtures(options) => fixtures::run(options),
        Command::Fork(options) => fork::run(options, asides),
        Command::Refresh(options) => refresh::run(options, asides),
        Command::Verify(options) => verify::run(options, asides),
        Command::PointsTo(options) => points_to::run(options, asides),
        Command::Explore(options) => explore::run(options, asides),
        Command::Slice(options) => slice::run(options, asides),
        Command::Inspect(options) => inspect::run(options),
        Command::Diff(options) => diff::run(options, asides),
        Command::Report(options) => report::run(options, asides),
        Command::Explain(options) => explain::run(options, asides),
        Command::Suggest(options) => suggest::run(options, asides),
        Command::Doctor(options) => doctor::run(options),
        Command::Completions { shell } => words::completions(*shell),
        Command::Man => words::manual(),
        Command::Observe(options) => observe::run(options, asides),
    }
}
