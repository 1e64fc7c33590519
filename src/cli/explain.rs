//! `jcp explain`: the words around [`crate::driver::explain`].
//!
//! A refused region is explained on standard output too; the exit code is that of a refusal.

use std::fmt::Write;

use serde_json::json;

use super::args::ExplainArguments;
use super::output::Asides;
use super::{exit, output};
use crate::driver::DriverError;
use crate::driver::explain::{Element, Explanation, FieldAnswer, Variable, explain};

/// Runs the command; returns its exit code.
pub fn run(arguments: &ExplainArguments, asides: Asides) -> Result<u8, DriverError> {
    let steps = asides.steps();
    let done = explain(&arguments.options(), &steps);
    drop(steps);
    let done = match done {
        Ok(done) => done,
        Err(error) => {
            if arguments.program.json {
                output::json(&json!({ "result": "error", "reason": error.to_string() }))?;
            }
            return Err(error);
        }
    };
    if arguments.program.json {
        let value = serde_json::to_value(&done).map_err(|error| DriverError::Internal(error.to_string()))?;
        output::json(&value)?;
    } else {
        output::result(&as_text(&done))?;
    }
    Ok(if done.refused.is_empty() { exit::OK } else { exit::REFUSED })
}

fn as_text(done: &Explanation) -> String {
    let mut text = String::new();
    if !done.region.is_empty() {
        let _ = writeln!(text, "region    {}", done.region);
    }
    for refusal in &done.refused {
        let _ = writeln!(text, "refused   {}\nchange    {}", refusal.reason, refusal.change);
    }
    for (depth, element) in done.chain.iter().enumerate() {
        of_element(&mut text, element, depth + 1 == done.chain.len());
    }
    if let Some(field) = &done.field {
        of_field(&mut text, field);
    } else if done.refused.is_empty() {
        of_statics(&mut text, done);
    }
    for call in &done.unknown {
        let _ = writeln!(text, "unknown   {call}");
    }
    for note in &done.notes {
        let _ = writeln!(text, "note      {note}");
    }
    text
}

fn of_element(text: &mut String, element: &Element, last: bool) {
    let file = element.file.as_ref().map_or(String::new(), |file| format!(" ({file}:{})", element.line));
    let (method, line) = (&element.method, element.line);
    let place = if line > 0 { format!("line {line}") } else { format!("@{}", element.offset) };
    let what = match element.reached {
        _ if last => "checkpoint before",
        _ => "next call on",
    };
    let through = if element.reached == "through" { ", reached through frames outside the program" } else { "" };
    let _ = writeln!(text, "\nmethod    {method}{file}{through}\n          {what} {place}");
    if let Some(receiver) = &element.receiver {
        let _ = writeln!(text, "receiver  {receiver}");
    }
    let local = |variable: &Variable| match &variable.name {
        Some(name) => format!("{name}: {}", variable.kind),
        None => format!("#{}: {}", variable.index, variable.kind),
    };
    let live = |variables: &[Variable], shown: &dyn Fn(&Variable) -> String| -> Vec<String> {
        variables.iter().filter(|variable| variable.live).map(shown).collect()
    };
    let stack = live(&element.stack, &|variable| variable.kind.clone());
    let locals = live(&element.locals, &local);
    let dead = element.locals.len() + element.stack.len() - locals.len() - stack.len();
    let dead = if dead == 0 { String::new() } else { format!(" (and {dead} that are not needed)") };
    let locals = if locals.is_empty() { "none".to_owned() } else { locals.join(", ") };
    let _ = writeln!(text, "locals    {locals}{dead}");
    if !stack.is_empty() {
        let _ = writeln!(text, "stack     {}", stack.join(", "));
    }
    if !element.monitors.is_empty() {
        let held: Vec<String> = element.monitors.iter().map(|local| format!("#{local}")).collect();
        let _ = writeln!(text, "monitors  of the objects in locals {}", held.join(", "));
    }
    // a line often has several of a kind, next to each other
    let decisions =
        element.decisions.chunk_by(|a, b| a.line != 0 && (a.line, &a.kind) == (b.line, &b.kind)).map(|like| {
            let times = if like.len() > 1 { format!("{} × ", like.len()) } else { String::new() };
            match like[0].line {
                0 => format!("@{} ({})", like[0].offset, like[0].kind),
                line => format!("line {line} ({times}{})", like[0].kind),
            }
        });
    let decisions: Vec<String> = decisions.collect();
    if !decisions.is_empty() {
        let _ = writeln!(text, "decided   by {}", decisions.join(", "));
    }
}

fn of_statics(text: &mut String, done: &Explanation) {
    let modified = done.statics.iter().filter(|field| field.modified).count();
    let rest = done.statics.len() - modified;
    let _ = writeln!(text, "\nstatics   {modified} modified fields are captured, and {rest} with initial values");
    for field in done.statics.iter().filter(|field| field.modified) {
        let _ = writeln!(text, "          {}: {}, {}", field.field, field.kind, field.reason);
    }
    let _ = writeln!(text, "          {} of the JDK are kept by jcp's models of the JDK", done.jdk_statics);
}

fn of_field(text: &mut String, field: &FieldAnswer) {
    let captured = if field.captured { "captured" } else { "not captured" };
    let _ = writeln!(text, "\nfield     {}: {captured}\nwhy       {}", field.field, field.why);
    for (name, path) in [("modified", &field.modified_by), ("read", &field.read_by), ("output", &field.reaches)] {
        for (number, step) in path.iter().enumerate() {
            let _ = writeln!(
                text,
                "{:<9} {}{step}",
                if number == 0 { name } else { "" },
                if number == 0 { "" } else { "→ " }
            );
        }
    }
}
