//! `jcp inspect`: what is in a checkpoint file. Opening it checks all of it.
//!
//! Objects have the numbers of the file. The biggest classes come first; bytes are those of the heap, without what the
//! objects refer to. Owners are told by what they retain, as access paths ([`crate::checkpoint::Retained`]).

use std::fmt::Write;

use serde_json::{Value as Json, json};

use super::args::InspectArguments;
use super::{exit, output, owners};
use crate::checkpoint::{
    Checkpoint, CheckpointError, ClassCount, Frame, FrameNames, Histogram, Names, Roots, Slot, StaticField, Value,
    readable,
};
use crate::driver::{DriverError, names, trust};

/// For `map_err`: a checkpoint that cannot be read is an input that cannot be used.
#[allow(clippy::needless_pass_by_value, reason = "it stands in map_err")]
pub fn unusable(error: CheckpointError) -> DriverError {
    DriverError::Input(error.to_string())
}

/// Runs the command; returns its exit code.
pub fn run(arguments: &InspectArguments) -> Result<u8, DriverError> {
    let checkpoint = Checkpoint::open(&arguments.file).map_err(unusable)?;
    let names = names::of_checkpoint(&checkpoint, arguments.jar.as_deref())?;
    let held = owners::Held::new(&checkpoint, names.as_ref()).map_err(unusable)?;
    if let Some(wanted) = &arguments.path {
        let path = held.path(wanted).map_err(DriverError::Input)?;
        if arguments.json {
            output::json(&path.as_json())?;
        } else {
            output::result(&path.as_text())?;
        }
        return Ok(exit::OK);
    }
    let (roots, histogram) = (checkpoint.roots().map_err(unusable)?, checkpoint.histogram().map_err(unusable)?);
    let counts = biggest(&histogram);
    let owners = held.owners(arguments.top);
    let hmac = hmac(&checkpoint, trust::key()?.as_deref());
    if arguments.json {
        let mut json = as_json(&checkpoint, &roots, &histogram, &counts, names.as_ref());
        json["owners"] = owners.as_json();
        json["hmac"] = json!(hmac);
        output::json(&json)?;
    } else {
        let text = as_text(&checkpoint, &roots, &histogram, &counts, arguments.top, (hmac, names.as_ref()));
        output::result(&(text + &owners.as_text()))?;
    }
    Ok(exit::OK)
}

/// Whether the file has an HMAC, and with a key whether it is right.
fn hmac(checkpoint: &Checkpoint, key: Option<&[u8]>) -> &'static str {
    match key {
        _ if !checkpoint.has_hmac() => "none",
        None => "not checked, because there is no key (JCP_KEY_FILE)",
        Some(key) if checkpoint.is_made_with(key) => "right",
        Some(_) => "WRONG: the file was made with another key, or was changed",
    }
}

/// The classes with objects, those with the most bytes first.
fn biggest(histogram: &Histogram) -> Vec<&ClassCount> {
    let mut counts: Vec<&ClassCount> = histogram.classes.iter().collect();
    counts.sort_by_key(|count| (std::cmp::Reverse(count.shallow_bytes), count.class));
    counts
}

fn as_text(
    file: &Checkpoint,
    roots: &Roots,
    histogram: &Histogram,
    counts: &[&ClassCount],
    top: usize,
    (hmac, names): (&str, Option<&Names>),
) -> String {
    let mut text = String::new();
    let header = file.header();
    let bytes: u64 = counts.iter().map(|count| count.shallow_bytes).sum();
    let _ = writeln!(text, "taken by  {}", header.jdk);
    let _ = writeln!(text, "arrival   {}", header.arrival);
    let _ = writeln!(text, "objects   {} of {} classes, {bytes} bytes", header.objects, counts.len());
    let _ =
        writeln!(text, "          {} belong to the JVM, {} are stored as text", histogram.anchors, histogram.leaves);
    let sections: Vec<String> = file.sections().map(|(name, length)| format!("{name} {length}")).collect();
    let _ = writeln!(text, "sections  {} bytes", sections.join(", "));
    let _ = writeln!(text, "hmac      {hmac}");
    frames(&mut text, "", roots.frames(), names.map_or(&[], |names| &names.frames));
    for (thread, stack) in file.threads().iter().zip(&roots.stacks).skip(1) {
        let chain = names.and_then(|names| names.chain(thread));
        let place = chain.map_or_else(|| "waits".to_owned(), crate::checkpoint::ThreadNames::place);
        let how = thread.waits.map_or("", |waits| waits.goes_on.told());
        let interrupted = if thread.interrupted { ", interrupted" } else { "" };
        let (name, priority) = (&thread.name, thread.priority);
        let _ = writeln!(text, "thread    {name:?} {place}; {how}; priority {priority}{interrupted}");
        frames(&mut text, "  ", stack, chain.map_or(&[], |chain| &chain.frames));
    }
    for field in &roots.statics {
        let _ = writeln!(text, "static    {}.{} = {}", field.class, field.name, shown(field.value, kind(field)));
    }
    let _ = writeln!(text, "{:>12} {:>14}  class", "objects", "bytes");
    for count in counts.iter().take(top) {
        let name = readable(&file.classes()[count.class].name());
        let _ = writeln!(text, "{:>12} {:>14}  {name}", count.objects, count.shallow_bytes);
    }
    if counts.len() > top {
        let _ = writeln!(text, "and {} more classes; --top N shows N, --json all", counts.len() - top);
    }
    text
}

/// A line for each frame.
fn frames(text: &mut String, before: &str, stack: &[Frame], names: &[FrameNames]) {
    for (depth, frame) in stack.iter().enumerate() {
        let named = names.get(depth);
        let value = |(number, slot): (usize, &Slot)| {
            let name = named.and_then(|frame| frame.slot(number));
            let name = name.map_or_else(String::new, |name| format!("{name} = "));
            name + &shown(slot.value, slot.kind)
        };
        let values: Vec<String> = frame.slots.iter().enumerate().map(value).collect();
        let method = named.map_or_else(String::new, |frame| format!("{}:{}  ", frame.method, frame.line));
        let _ = writeln!(text, "{before}frame {depth:<3} {method}{}", values.join(", "));
    }
}

fn as_json(
    file: &Checkpoint,
    roots: &Roots,
    histogram: &Histogram,
    counts: &[&ClassCount],
    names: Option<&Names>,
) -> Json {
    let header = file.header();
    let named = names.map_or(&[][..], |names| &names.frames);
    let threads = file.threads().iter().zip(&roots.stacks).skip(1).map(|(thread, stack)| {
        let chain = names.and_then(|names| names.chain(thread));
        let frames = chain.map_or(&[][..], |chain| &chain.frames);
        json!({
            "name": thread.name,
            "object": thread.waits.map(|waits| waits.object),
            "priority": thread.priority,
            "interrupted": thread.interrupted,
            "waits_in": chain.map(|chain| &chain.waits_in),
            "goes_on": thread.waits.map(|waits| waits.goes_on.word()),
            "task": thread.waits.map(|waits| waits.task).filter(|task| *task > 0),
            "methods": chain.map(|_| methods(frames)),
            "frames": slots(stack, frames),
        })
    });
    let statics = roots.statics.iter().map(|field| {
        let found = value(field.value, kind(field));
        json!({ "class": field.class, "name": field.name, "descriptor": field.descriptor, "value": found })
    });
    let classes = counts.iter().map(|count| {
        let name = readable(&file.classes()[count.class].name());
        json!({ "class": name, "objects": count.objects, "bytes": count.shallow_bytes })
    });
    json!({
        "plan": header.plan,
        "jdk": header.jdk,
        "arrival": header.arrival,
        "objects": header.objects,
        "anchors": histogram.anchors,
        "leaves": histogram.leaves,
        "sections": file.sections().map(|(name, length)| json!({ "name": name, "bytes": length })).collect::<Vec<_>>(),
        "environment": file.environment().iter().map(|(name, _)| name).collect::<Vec<_>>(),
        "initialized": file.initialized(),
        "methods": names.map(|_| methods(named)),
        "frames": slots(roots.frames(), named),
        "threads": threads.collect::<Vec<_>>(),
        "statics": statics.collect::<Vec<_>>(),
        "classes": classes.collect::<Vec<_>>(),
    })
}

/// Methods and lines of frames.
fn methods(frames: &[FrameNames]) -> Json {
    frames.iter().map(|frame| json!({ "method": frame.method, "line": frame.line })).collect()
}

/// For each frame its slots.
fn slots(stack: &[Frame], names: &[FrameNames]) -> Json {
    let frame = |(depth, frame): (usize, &Frame)| {
        let slots = frame.slots.iter().enumerate().map(|(number, slot)| {
            let mut json = json!({ "kind": slot.kind, "value": value(slot.value, slot.kind) });
            if let Some(name) = names.get(depth).and_then(|frame| frame.slot(number)) {
                json["name"] = json!(name);
            }
            json
        });
        slots.collect::<Json>()
    };
    stack.iter().enumerate().map(frame).collect()
}

/// The first letter of the field's type.
fn kind(field: &StaticField) -> char {
    field.descriptor.chars().next().unwrap_or('A')
}

/// A value by the letter of its type: `A`, `L` or `[` for references.
fn value(value: Value, kind: char) -> Json {
    match (value, kind) {
        (Value::Object(0), _) => Json::Null,
        (Value::Object(number), _) => json!({ "object": number }),
        (Value::Bits(bits), 'J') => json!(bits.cast_signed()),
        (Value::Bits(bits), 'D') => json!(f64::from_bits(bits)),
        (Value::Bits(bits), 'F') => json!(f32::from_bits(bits as u32)),
        (Value::Bits(bits), 'Z') => json!(bits as u8 != 0),
        (Value::Bits(bits), 'B') => json!(bits as i8),
        (Value::Bits(bits), 'S') => json!(bits as i16),
        (Value::Bits(bits), 'C') => json!(bits as u16),
        (Value::Bits(bits), _) => json!(bits as i32),
    }
}

fn shown(found: Value, kind: char) -> String {
    match found {
        Value::Object(number) if number > 0 => format!("object {number}"),
        _ => value(found, kind).to_string(),
    }
}
