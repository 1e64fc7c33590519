//! Where words go: results to standard output, messages and progress to standard error.
//!
//! Progress shows on a terminal only, so that logs hold nothing but messages.

use std::io::{IsTerminal, Write};
use std::time::Duration;

use indicatif::ProgressBar;

use crate::driver::{DriverError, Progress};

/// How wide lines are on a terminal, in characters; what is piped keeps its lines.
const WIDTH: usize = 100;
/// How far the rest of a long line stands from the left.
const INDENT: usize = 10;

/// Prints a result. That the reader has gone away (`jcp … | head`) is no error, and the exit code is the same.
pub fn result(text: &str) -> Result<(), DriverError> {
    if std::io::stdout().is_terminal() { plain(&wrapped(text)) } else { plain(text) }
}

fn plain(text: &str) -> Result<(), DriverError> {
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
    plain(&format!("{value:#}\n"))
}

/// Breaks long lines between words, and between the parameters of a method that is longer than a line. A region that is broken so can be
/// pasted: blanks and ends of lines mean the same in it.
fn wrapped(text: &str) -> String {
    let mut made = String::new();
    for line in text.split_inclusive('\n') {
        let mut length = 0;
        let parts = |word: &str| -> Vec<String> {
            let breaks = if word.chars().count() > WIDTH - INDENT { ',' } else { ' ' };
            word.split_inclusive(breaks).map(str::to_owned).collect()
        };
        for word in line.split_inclusive(' ').flat_map(parts) {
            let long = length > INDENT && length + word.trim_end().chars().count() > WIDTH;
            if long {
                made.truncate(made.trim_end_matches(' ').len());
                made.push('\n');
                made.push_str(&" ".repeat(INDENT));
                length = INDENT;
            }
            made.push_str(&word);
            length += word.chars().count();
        }
    }
    made
}

/// Prints a message, its first line with the program's name. Where standard error is closed nobody is there to hear it.
pub fn message(text: &str) {
    // in one piece: where both outputs go to one log, no line of the other comes between
    let line = format!("jcp: {}\n", text.trim_end());
    let line = if std::io::stderr().is_terminal() { wrapped(&line) } else { line };
    let _ = std::io::stderr().lock().write_all(line.as_bytes());
}

/// What a command says besides its result and its errors: all, or nothing.
#[derive(Debug, Clone, Copy)]
pub struct Asides {
    /// Says nothing.
    pub quiet: bool,
    /// Says more.
    pub verbose: bool,
}

impl Asides {
    /// A message that is no error.
    pub fn note(self, text: &str) {
        if !self.quiet {
            message(text);
        }
    }

    /// One line that tells in how many places the analysis takes the program to do more than it does.
    pub fn precision(self, places: &[String]) {
        if self.verbose {
            return places.iter().for_each(|place| self.note(&format!("precision: {place}")));
        }
        let count = match places.len() {
            0 => return,
            1 => "in 1 place".to_owned(),
            more => format!("in {more} places"),
        };
        self.note(&format!(
            "precision: {count} jcp assumes more than the program does, and so captures more (--verbose lists the places)"
        ));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_between_words() {
        let words = ["region   ", &"a.B.c; ".repeat(20), "&\nshort\n"].concat();
        let made = wrapped(&words);
        assert!(made.lines().all(|line| line.chars().count() <= WIDTH), "{made}");
        assert_eq!(made.lines().count(), 3, "{made}");
        assert_eq!(made.split_whitespace().collect::<Vec<_>>(), words.split_whitespace().collect::<Vec<_>>());
        let region = ["41, a.B, ", &"a.B.call:5; ".repeat(20), "a.B.last &"].concat();
        assert_eq!(crate::region::parse(&wrapped(&region)).expect("a region").to_string(), region);
        let method = ["41, a.B, a.B.call(", &"java.util.List,".repeat(8), "int):5; a.B.last() &"].concat();
        let made = wrapped(&method);
        assert!(made.lines().all(|line| line.chars().count() <= WIDTH), "{made}");
        assert_eq!(crate::region::parse(&made).expect("a region").to_string(), method);
        let word = "x".repeat(2 * WIDTH) + "\n";
        assert_eq!(wrapped(&word), word);
        assert_eq!(wrapped("a b\n\n  c\n"), "a b\n\n  c\n");
    }
}
