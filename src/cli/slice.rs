//! `jcp slice`: the words around [`crate::driver::slice`].
//! As text, a line of the program is a line: how far it is from the criterion, where it stands, and why it is there.

use std::fmt::Write;

use super::args::SliceArguments;
use super::output::Asides;
use super::{exit, output};
use crate::driver::DriverError;
use crate::driver::slice::{self, Because, SliceReport};

/// Runs the command; returns its exit code.
pub fn run(arguments: &SliceArguments, asides: Asides) -> Result<u8, DriverError> {
    let steps = asides.steps();
    let report = slice::run(&arguments.options(), &steps)?;
    drop(steps);
    if arguments.json {
        let value = serde_json::to_value(&report).map_err(|error| DriverError::Internal(error.to_string()))?;
        output::json(&value)?;
        return Ok(exit::OK);
    }
    output::result(&as_text(&report))?;
    report.notes.iter().for_each(|note| asides.note(note));
    if asides.verbose {
        let [nodes, edges, facts] = report.size;
        asides.note(&format!("{nodes} nodes, {edges} edges and {facts} facts of the heap were looked at"));
    }
    Ok(exit::OK)
}

fn as_text(report: &SliceReport) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "criterion {}", report.criterion);
    let _ = writeln!(text, "lines     {} of {}", report.lines.len(), report.program_lines);
    let _ = writeln!(text, "level     {}", level(report.level));
    let _ = writeln!(text, "seconds   {:.1}\n", report.seconds.get("total").copied().unwrap_or_default());
    for line in &report.lines {
        let because = line.because.as_ref().map_or("the criterion".to_owned(), because);
        let place = format!("{}:{}", line.class, line.line);
        let _ = writeln!(text, "{:>5}  {place:<40}  {because}", line.distance);
    }
    text
}

fn because(because: &Because) -> String {
    let to = format!("{}:{}", because.class, because.line);
    match because.kind {
        "value" => format!("its value goes to {to}"),
        "heap" => format!("{to} reads what it writes"),
        "base" => format!("it says which object {to} means"),
        "control" => format!("it decides whether {to} runs"),
        "interference" => format!("{to} may read what it writes in another thread"),
        _ => format!("it calls {to}"),
    }
}

fn level(level: &str) -> String {
    let means = match level {
        "two-phase" => "each call returns to where it came from",
        "contexts" => "each call returns to where it came from, and no thread's later steps influence its earlier ones",
        "iterated two-phase" => {
            "each call returns to where it came from; the order of the threads' steps is not looked at"
        }
        _ => "a call may return to any caller",
    };
    format!("{level}: {means}")
}
