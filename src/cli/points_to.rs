//! `jcp points-to`: the words around [`crate::driver::points_to`].
//! As text, answers come before the measures; notes go to standard error, the first few of them.

use std::fmt::Write;

use serde_json::{Map, json};

use super::args::PointsToArguments;
use super::output::Asides;
use super::{exit, output};
use crate::driver::DriverError;
use crate::driver::points_to::{self, PointsToReport};

/// How many diagnostics are shown as text; JSON has all.
const SHOWN: usize = 10;

/// Runs the command; returns its exit code.
pub fn run(arguments: &PointsToArguments, asides: Asides) -> Result<u8, DriverError> {
    let steps = asides.steps();
    let report = points_to::run(&arguments.options(), &steps)?;
    drop(steps);
    if arguments.json {
        output::json(&as_json(&report))?;
        return Ok(exit::OK);
    }
    output::result(&as_text(&report))?;
    for line in report.diagnostics.iter().take(SHOWN) {
        asides.note(line);
    }
    let more = report.diagnostics.len().saturating_sub(SHOWN);
    if more > 0 {
        asides.note(&format!("{more} more such notes; --json prints all"));
    }
    Ok(exit::OK)
}

fn as_text(report: &PointsToReport) -> String {
    let mut text = String::new();
    for (title, lines) in &report.answers {
        let _ = writeln!(text, "{title}");
        for line in lines {
            let _ = writeln!(text, "  {line}");
        }
    }
    let metrics = report.metrics;
    let _ = writeln!(text, "context             {}", report.sensitivity);
    let _ = writeln!(text, "reachable methods   {}", metrics.reachable_methods);
    let _ = writeln!(text, "call-graph edges    {}", metrics.call_graph_edges);
    let _ = writeln!(text, "may-fail casts      {}", metrics.may_fail_casts);
    let _ = writeln!(text, "polymorphic calls   {}", metrics.polymorphic_calls);
    let phases: Vec<String> =
        report.seconds.iter().map(|(phase, seconds)| format!("{} {seconds:.2}", phase.replace('_', "-"))).collect();
    let _ = writeln!(text, "seconds             {}", phases.join(", "));
    if let Some(bytes) = report.peak_memory {
        let _ = writeln!(text, "peak memory         {} MB", bytes / 1_000_000);
    }
    text
}

fn as_json(report: &PointsToReport) -> serde_json::Value {
    let seconds: Map<String, serde_json::Value> =
        report.seconds.iter().map(|(phase, seconds)| ((*phase).to_owned(), json!(seconds))).collect();
    let answers: Vec<serde_json::Value> =
        report.answers.iter().map(|(title, lines)| json!({"question": title, "answer": lines})).collect();
    let [instances, nodes, edges, merged] = report.size;
    json!({
        "context": report.sensitivity.to_string(),
        "reachable_methods": report.metrics.reachable_methods,
        "call_graph_edges": report.metrics.call_graph_edges,
        "may_fail_casts": report.metrics.may_fail_casts,
        "polymorphic_calls": report.metrics.polymorphic_calls,
        "seconds": seconds,
        "peak_memory_bytes": report.peak_memory,
        "work": report.work,
        "summaries": report.summaries,
        "method_instances": instances,
        "nodes": nodes,
        "edges": edges,
        "merged_nodes": merged,
        "answers": answers,
        "diagnostics": report.diagnostics,
    })
}
