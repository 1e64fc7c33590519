//! Where words go: results to standard output, messages and progress to standard error.
//!
//! Progress shows on a terminal only, so that logs hold nothing but messages.

use std::io::{IsTerminal, Write};
use std::time::Duration;

use indicatif::ProgressBar;

use crate::driver::{DriverError, Progress};

/// Prints a result. That the reader has gone away (`jcp … | head`) is no error, and the exit code is the same.
pub fn result(text: &str) -> Result<(), DriverError> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(source) if source.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(DriverError::Io { action: "cannot write", path: "standard output".into(), source })
        }
        _ => Ok(()),
    }
}

/// Prints a result as indented JSON.
pub fn json(value: &serde_json::Value) -> Result<(), DriverError> {
    result(&format!("{value:#}\n"))
}

/// Prints a message, its first line with the program's name. Where standard error is closed nobody is there to hear it.
pub fn message(text: &str) {
    // in one piece: where both outputs go to one log, no line of the other comes between
    let line = format!("jcp: {}\n", text.trim_end());
    let _ = std::io::stderr().lock().write_all(line.as_bytes());
}

/// What a command says besides its result and its errors: all, or nothing.
#[derive(Debug, Clone, Copy)]
pub struct Asides {
    /// Says nothing.
    pub quiet: bool,
}

impl Asides {
    /// A message that is no error.
    pub fn note(self, text: &str) {
        if !self.quiet {
            message(text);
        }
    }

    /// Shows nothing until the first step.
    pub fn steps(self) -> Steps {
        Steps((!self.quiet && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::new_spinner();
            bar.enable_steady_tick(Duration::from_millis(100));
            bar
        }))
    }
}

/// The step a command has reached, on a terminal only; gone when the command ends.
pub struct Steps(Option<ProgressBar>);

impl Progress for Steps {
    fn step(&self, name: &str) {
        if let Some(bar) = &self.0 {
            bar.set_message(name.to_string());
        }
    }
}

impl Drop for Steps {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
