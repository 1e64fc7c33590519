//! How large a checkpoint is at a time of the recorded run: a prediction, by the live objects that the recording counted.
//!
//! The recording counts live objects by class now and then, after a full collection. What an object of a class takes in a
//! checkpoint follows from the file's format: primitive fields and elements as they are, a reference in about two bytes, no
//! headers and no padding; strings hold their bytes. Between two counts the size is interpolated if it grows; if it falls, the
//! later count holds, since a place is where something else begins and what went before is let go. What a JVM with the Flight
//! Recorder has by itself is taken off.
//!
//! So all that is live at the time counts, needed later or not: where the program holds on to objects that nothing behind the
//! place uses, the checkpoint is smaller. The JVM leaves out classes that have less than half a per cent of the heap.

use super::recording::{Recording, share};
use crate::program::{Program, access};

/// A reference among fields, on average: null takes one byte, a new or near object two, others up to five.
const REFERENCE: f64 = 2.0;
/// The same among elements of arrays, which often are not full.
const ELEMENT: f64 = 1.6;
/// Class and length of an object.
const HEAD: f64 = 2.0;
/// Header of an object on the heap, and what fills its last word up, on average.
const HEADER: f64 = 18.0;
/// What a JVM with the Flight Recorder holds by itself.
const OF_JVM: f64 = 1_300_000.0;
/// What every checkpoint has: state of the JVM, of the JDK's objects.
const LEAST: f64 = 200_000.0;

/// The sizes.
#[derive(Debug, Default)]
pub(super) struct Sizes {
    /// By time.
    counted: Vec<(i64, f64)>,
    /// When the program began: what was counted before tells nothing of later times.
    began: i64,
}

impl Sizes {
    /// Of all counts of the recording.
    #[allow(clippy::cast_precision_loss, reason = "an estimate")]
    pub(super) fn new(program: &Program, recording: &Recording, began: i64) -> Self {
        let of = |(class, number, bytes): &(String, u64, u64)| stored(program, class, *number as f64, *bytes as f64);
        let counted = recording.counts.iter().map(|count| (count.at, count.classes.iter().map(of).sum()));
        Self { counted: counted.collect(), began }
    }

    /// About how many bytes a checkpoint has at that time; none if nothing was counted.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an estimate, never below zero")]
    pub(super) fn at(&self, at: i64) -> Option<u64> {
        let next = self.counted.partition_point(|(when, _)| *when < at);
        let (before, after) = (next.checked_sub(1).map(|last| self.counted[last]), self.counted.get(next).copied());
        let bytes = match (before, after) {
            (Some((from, less)), Some((to, more))) if less < more => less + (more - less) * share(at - from, to - from),
            (one, other) => other.or(one.filter(|(when, _)| *when > self.began))?.1,
        };
        Some((LEAST + (bytes - OF_JVM).max(0.0)).round() as u64)
    }
}

/// What the objects of a class take in a checkpoint.
fn stored(program: &Program, class: &str, number: f64, bytes: f64) -> f64 {
    let content = (bytes - HEADER * number).max(0.0);
    if class.starts_with("[L") || class.starts_with("[[") {
        return HEAD * number + content / 4.0 * ELEMENT;
    }
    if class.starts_with('[') {
        return HEAD * number + content;
    }
    match class {
        "java/lang/Class" => 0.0,            // named where it is referred to
        "java/lang/String" => HEAD * number, // its bytes are another object of the heap
        _ => (HEAD + of_fields(program, class).unwrap_or(REFERENCE)) * number,
    }
}

/// What the fields of an object take; none if the class is not known.
fn of_fields(program: &Program, class: &str) -> Option<f64> {
    let id = program.has_class(class).then(|| program.class(class)).flatten()?;
    let fields = program.superclasses(id).flat_map(|class| &class.file.fields);
    let own = fields.filter(|field| field.access & access::STATIC == 0);
    Some(own.map(|field| of_field(&field.descriptor)).sum())
}

fn of_field(descriptor: &str) -> f64 {
    match descriptor {
        "Z" | "B" => 1.0,
        "S" | "C" => 2.0,
        "I" | "F" => 4.0,
        "J" | "D" => 8.0,
        _ => REFERENCE,
    }
}
