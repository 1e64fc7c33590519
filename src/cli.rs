//! The command line: arguments, messages and exit codes. The commands themselves are in [`crate::driver`].
//!
//! Results go to standard output, everything else to standard error. A closed standard output ends the command quietly.
//! A panic is a defect of jcp: it is caught here and said to be one.

mod args;
pub mod exit;
mod instrument;
mod output;
mod verify;

use std::process::ExitCode;

use clap::Parser;

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
    match std::panic::catch_unwind(|| run(&arguments)) {
        Ok(status) => ExitCode::from(status),
        Err(_) => {
            output::message(&format!(
                "internal error in jcp {}; please report it with the lines above and the command line",
                env!("CARGO_PKG_VERSION")
            ));
            ExitCode::from(exit::INTERNAL)
        }
    }
}

fn run(arguments: &Arguments) -> u8 {
    let done = match &arguments.command {
        Command::Instrument(options) => instrument::run(options),
        Command::Verify(options) => verify::run(options),
    };
    done.unwrap_or_else(|error| {
        output::message(&error.to_string());
        exit::of(&error)
    })
}
