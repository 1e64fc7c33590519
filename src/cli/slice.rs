//! `jcp slice`: the words around [`crate::driver::slice`].
//! As text, a line of the program is a line: how far it is from the criterion, where it stands, and why it is there. Where a page was
//! written, that has the lines.

use std::fmt::Write;

use super::args::SliceArguments;
use super::output::Asides;
use super::{exit, output};
use crate::driver::DriverError;
use crate::driver::slice::executable::Written;
use crate::driver::slice::{self, Because, SliceReport, words};

/// Runs the command; returns its exit code.
pub fn run(arguments: &SliceArguments, asides: Asides) -> Result<u8, DriverError> {
    let steps = asides.steps();
    let report = slice::run(&arguments.options(), &steps)?;
    drop(steps);
    let differs = report.executable.iter().any(|it| it.comparison.iter().any(|it| it.difference.is_some()));
    let status = if differs { exit::DIFFERENT } else { exit::OK };
    if arguments.json {
        let value = serde_json::to_value(&report).map_err(|error| DriverError::Internal(error.to_string()))?;
        output::json(&value)?;
        return Ok(status);
    }
    output::result(&as_text(&report))?;
    report.notes.iter().for_each(|note| asides.note(note));
    if asides.verbose {
        let [nodes, edges, facts] = report.size;
        asides.note(&format!("{nodes} nodes, {edges} edges and {facts} facts of the heap were looked at"));
    }
    Ok(status)
}

fn as_text(report: &SliceReport) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "criterion {}", report.criterion);
    let _ = writeln!(text, "lines     {} of {}", report.lines.len(), report.program_lines);
    let _ = writeln!(text, "level     {}: {}", report.level, words::level(report.level));
    if let Some(stack) = &report.stack {
        let _ = writeln!(text, "stack     {}", stack.shown());
    }
    if let Some(from) = &report.from {
        let _ = writeln!(text, "from      {}", from.region);
    }
    let _ = writeln!(text, "seconds   {:.1}", report.seconds.get("total").copied().unwrap_or_default());
    if let Some(written) = &report.executable {
        reduced(&mut text, written);
    }
    if let Some(page) = &report.page {
        let _ = writeln!(text, "page      {}", page.display());
        return text;
    }
    text.push_str(&needs(report));
    text.push('\n');
    for line in &report.lines {
        let because = line.because.as_ref().map_or("the criterion".to_owned(), |it| because(it, report.direction));
        let place = format!("{}:{}", line.class, line.line);
        let _ = writeln!(text, "{:>5}  {place:<40}  {because}", line.distance);
    }
    text
}

/// What the criterion needs of the captured state.
fn needs(report: &SliceReport) -> String {
    let mut text = String::new();
    let Some(from) = &report.from else { return text };
    let _ = writeln!(text, "\n{}", words::needs(from.needs.len()));
    for need in &from.needs {
        let reader = need.because.as_ref().map_or_else(String::new, |it| format!("{}:{} reads it", it.class, it.line));
        let _ = writeln!(text, "{:>5}  {:<40}  {reader}", need.distance, need.shown());
    }
    text
}

/// What was written, and how it compares.
fn reduced(text: &mut String, written: &Written) {
    let ([before, after], [all, left]) = (written.instructions, written.classes);
    let _ = writeln!(
        text,
        "reduced   {}: {after} of {before} instructions, {left} of {all} classes",
        written.file.display()
    );
    let Some(comparison) = &written.comparison else { return };
    let [one, other] = comparison.values;
    let _ = match &comparison.difference {
        None => writeln!(text, "compared  equal: {one} values"),
        Some(difference) => {
            let [first, second] = &comparison.status;
            let ends = format!("{one} and {other} values; exit statuses {first} and {second}");
            writeln!(text, "compared  different: {difference} ({ends})")
        }
    };
}

fn because(because: &Because, direction: &str) -> String {
    let backward = direction == "backward";
    let (before, after) = if backward { words::because(because.kind) } else { words::because_of(because.kind) };
    format!("{before}{}:{}{after}", because.class, because.line)
}
