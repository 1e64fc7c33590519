//! `jcp diff`: the words around [`crate::checkpoint::diff`].
//!
//! Exit status 0: equal; 1: something differs. Two checkpoints that have no place in common are refused.

use std::fmt::Write;

use serde_json::{Value as Json, json};

use super::args::DiffArguments;
use super::inspect::unusable;
use super::output::Asides;
use super::{exit, output};
use crate::checkpoint::{Checkpoint, Diff, Difference, Kind, Side, diff, joined};
use crate::driver::{DriverError, names};

/// Runs the command; returns its exit code.
pub fn run(arguments: &DiffArguments, asides: Asides) -> Result<u8, DriverError> {
    let a = Checkpoint::open(&arguments.a).map_err(unusable)?;
    let b = Checkpoint::open(&arguments.b).map_err(unusable)?;
    let [in_a, in_b] = names::of_both([&a, &b], &arguments.jars)?;
    let (side_a, side_b) = (Side { file: &a, names: in_a.as_ref() }, Side { file: &b, names: in_b.as_ref() });
    let found = diff(side_a, side_b, arguments.limit).map_err(unusable)?;
    if found.roots == 0 && a.header().plan != b.header().plan {
        let why = "the checkpoints have no local and no static field of the same name; compare two checkpoints of one \
                   program, and give --jar for the names of locals";
        return Err(DriverError::refused(why));
    }
    if arguments.json {
        output::json(&as_json(&a, &b, &found))?;
    } else {
        for note in &found.notes {
            asides.note(note);
        }
        output::result(&as_text(&found))?;
    }
    Ok(if found.total == 0 { exit::OK } else { exit::DIFFERENT })
}

/// A line for each difference: `path: A | B`.
fn as_text(found: &Diff) -> String {
    let mut text = String::new();
    for Difference { path, a, b, .. } in &found.differences {
        let shown = |value: &Option<String>| value.clone().unwrap_or_else(|| "–".to_owned());
        let _ = writeln!(text, "{}: {} | {}", joined(path), shown(a), shown(b));
    }
    let told = found.differences.len();
    let _ = match found.total {
        0 => writeln!(text, "equal"),
        1 => writeln!(text, "1 difference"),
        total if total > told as u64 => writeln!(text, "{total} differences, {told} shown; --limit N shows N"),
        total => writeln!(text, "{total} differences"),
    };
    text
}

fn as_json(a: &Checkpoint, b: &Checkpoint, found: &Diff) -> Json {
    let side = |file: &Checkpoint| {
        let header = file.header();
        json!({ "plan": header.plan, "jdk": header.jdk, "arrival": header.arrival, "objects": header.objects })
    };
    let difference = |difference: &Difference| {
        let kind = match difference.kind {
            Kind::Value => "value",
            Kind::Presence => "presence",
            Kind::Order => "order",
            Kind::Sharing => "sharing",
            Kind::Hash => "hash",
            Kind::Jvm => "jvm",
        };
        json!({ "kind": kind, "path": joined(&difference.path), "a": difference.a, "b": difference.b })
    };
    json!({
        "result": if found.total == 0 { "equal" } else { "different" },
        "a": side(a),
        "b": side(b),
        "notes": found.notes,
        "total": found.total,
        "differences": found.differences.iter().map(difference).collect::<Vec<_>>(),
    })
}
