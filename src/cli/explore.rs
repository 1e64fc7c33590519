//! `jcp explore`: the words around [`crate::driver::explore`].
//! A failing schedule is a table with a column for each thread; consecutive steps of one thread stand below each other.

use std::fmt::Write;

use super::args::ExploreArguments;
use super::output::Asides;
use super::{exit, output};
use crate::driver::DriverError;
use crate::driver::explore::{self, ExploreReport, Failure, Race};

/// How wide the table of a schedule is, at most, but for its last step.
const TERMINAL: usize = 80;

/// Runs the command; returns its exit code.
pub fn run(arguments: &ExploreArguments, asides: Asides) -> Result<u8, DriverError> {
    let steps = asides.steps();
    let report = explore::run(&arguments.options(), &steps)?;
    drop(steps);
    if let Some(file) = &arguments.save {
        let text = serde_json::to_string_pretty(&report).map_err(|error| DriverError::Internal(error.to_string()))?;
        std::fs::write(file, text).map_err(DriverError::io("cannot write", file))?;
    }
    if arguments.json {
        let value = serde_json::to_value(&report).map_err(|error| DriverError::Internal(error.to_string()))?;
        output::json(&value)?;
    } else {
        output::result(&as_text(&report))?;
    }
    Ok(match report.result {
        "failure" => exit::DIFFERENT,
        "exhausted" | "divided" => exit::OK,
        _ => exit::BOUNDED,
    })
}

fn as_text(report: &ExploreReport) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "result      {}", words(report));
    let [cut, blocked] = [report.cut, report.blocked];
    let _ = writeln!(text, "executions  {} ({cut} cut at a known state, {blocked} blocked)", report.executions);
    let _ = writeln!(text, "end states  {}", report.end_states);
    let _ = writeln!(text, "seconds     {:.1} ({:.0} runs a second)", report.seconds, report.runs_a_second());
    if !report.points.is_empty() {
        let _ = writeln!(text, "shared      {}", report.points.join(", "));
    }
    report.races.iter().for_each(|race| raced(&mut text, race));
    if let Some(failure) = &report.failure {
        told(&mut text, failure);
    }
    text
}

fn words(report: &ExploreReport) -> String {
    match report.result {
        "exhausted" => "no failure in any schedule".to_owned(),
        "failure" => "failure".to_owned(),
        "endless" => {
            "no run ended: each came to a state of its own again, in a loop that waits for what no thread does"
                .to_owned()
        }
        "divided" => "the search is divided: run each part with --work, then --merge".to_owned(),
        _ if report.bounds.is_empty() => "no failure, but not every schedule was run".to_owned(),
        _ => {
            let bounds: Vec<String> = report.bounds.iter().map(|bound| format!("{bound:?}").to_lowercase()).collect();
            format!("no failure, but not every schedule was run: bound of {}", bounds.join(", "))
        }
    }
}

fn raced(text: &mut String, race: &Race) {
    let _ = writeln!(text, "\ndata race on {}: nothing orders", race.place);
    for access in [&race.first, &race.second] {
        let place = access.stack.first().map_or_else(String::new, |frame| format!(" at {frame}"));
        let _ = writeln!(text, "    thread \"{}\": {}{place}", access.thread, access.does);
    }
}

fn told(text: &mut String, failure: &Failure) {
    let _ = match (failure.kind.as_str(), &failure.thread, &failure.message) {
        ("deadlock", ..) => writeln!(text, "\ndeadlock"),
        (_, Some(thread), Some(message)) => writeln!(text, "\nthread \"{thread}\": {message}"),
        (_, _, Some(message)) => writeln!(text, "\n{message}"),
        _ => writeln!(text, "\nno failure"),
    };
    for frame in &failure.stack {
        let _ = writeln!(text, "    at {frame}");
    }
    for one in &failure.blocked {
        let holder = one.holder.as_ref().map_or_else(String::new, |holder| format!(", held by \"{holder}\""));
        let place = one.stack.first().map_or_else(String::new, |frame| format!(" at {frame}"));
        let _ = writeln!(text, "    thread \"{}\" waits: {}{holder}{place}", one.thread, one.waits);
    }
    let marks = if failure.slice.is_empty() { "" } else { "; *: on the thin slice of the failure" };
    let _ = writeln!(text, "\nschedule, {} switches{marks}", failure.switches);
    let mut threads: Vec<&str> = Vec::new();
    for step in &failure.steps {
        if !threads.contains(&step.thread.as_str()) {
            threads.push(&step.thread);
        }
    }
    // a step may hang over into the next columns: each line has one alone
    let width = (TERMINAL / threads.len().max(1)).clamp(8, 26);
    let mut head = String::new();
    threads.iter().for_each(|name| {
        let _ = write!(head, "{name:<width$.fit$}", fit = width - 1);
    });
    let _ = writeln!(text, "{}", head.trim_end());
    for step in &failure.steps {
        let column = threads.iter().position(|name| *name == step.thread).unwrap_or_default();
        let line =
            step.stack.first().and_then(|frame| frame.rsplit_once(':')).map(|(_, line)| line.trim_end_matches(')'));
        let line = line.map_or_else(String::new, |line| format!("{line}: "));
        let mark = if step.sliced { "* " } else { "" };
        let _ = writeln!(text, "{:indent$}{mark}{line}{}", "", step.does, indent = column * width);
    }
    if !failure.output.is_empty() {
        let _ = writeln!(text, "\noutput\n{}", failure.output.trim_end());
    }
}
