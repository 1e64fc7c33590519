//! `jcp refresh`: the words around [`crate::driver::refresh`].
//!
//! As text, the last line is the command to run, with the option that names the checkpoint; as JSON it is a list of words.

use std::fmt::Write;

use serde_json::json;

use super::args::RefreshArguments;
use super::output::Asides;
use super::{exit, output};
use crate::driver::DriverError;
use crate::driver::refresh::{self, Next, Refreshed};

/// Runs the command; returns its exit code.
pub fn run(arguments: &RefreshArguments, asides: Asides) -> Result<u8, DriverError> {
    let steps = asides.steps();
    let done = refresh::refresh(&arguments.options(), &steps)?;
    drop(steps);
    if arguments.program.json {
        output::json(&as_json(&done))?;
    } else {
        output::result(&as_text(&done))?;
    }
    if let Some(instrumented) = &done.instrumented {
        asides.precision(&instrumented.precision);
    }
    for line in done.instrumented.iter().flat_map(|instrumented| &instrumented.diagnostics) {
        asides.note(line);
    }
    Ok(exit::OK)
}

fn as_text(done: &Refreshed) -> String {
    let next = match done.next {
        Next::Capture => "capture",
        Next::Replay => "replay",
    };
    let mut text = String::new();
    let _ = writeln!(text, "next      {next}: {}", done.why);
    let _ = writeln!(text, "jar       {}", done.jar.display());
    let _ = writeln!(text, "run       {}", done.launch.shell(std::slice::from_ref(&done.option), &[]));
    text
}

fn as_json(done: &Refreshed) -> serde_json::Value {
    let command = done.launch.command(std::slice::from_ref(&done.option), &[]);
    json!({
        "next": done.next,
        "why": done.why,
        "jar": done.jar,
        "command": command.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>(),
        "instrumented": done.instrumented.is_some(),
        "diagnostics": done.instrumented.as_ref().map_or(&[][..], |instrumented| &instrumented.diagnostics),
    })
}
