//! From the instructions of a slice to lines: a line is as near to the criterion as its nearest instruction.
//!
//! The reason of a line leads to the next other line on the way to the criterion.

use super::report::{Because, SliceLine};
use crate::analysis::slice::{Kind, Level, Place, Slice};
use crate::program::{ClassId, MethodId, Program};
use std::collections::BTreeMap;

/// The word for how exact a slice is.
pub fn level(slice: &Slice) -> &'static str {
    match slice.level {
        Level::Insensitive => "insensitive",
        Level::Contexts if slice.interferes => "contexts",
        Level::TwoPhase if slice.interferes => "iterated two-phase",
        Level::Contexts | Level::TwoPhase => "two-phase",
    }
}

/// The class and line of an instruction.
pub fn line_of(program: &Program, (method, number): Place) -> (String, u16) {
    let class = program.name(method.class).replace('/', ".");
    let body = program.code(method).ok().flatten();
    let line = body.and_then(|body| body.line(*body.insns().get(number as usize)?));
    (class, line.unwrap_or_default())
}

/// The lines of the slice, nearest first.
pub fn lines(program: &Program, slice: &Slice) -> Vec<SliceLine> {
    let mut nearest: BTreeMap<(String, u16), (u32, Option<Because>)> = BTreeMap::new();
    for (place, member) in &slice.members {
        let key = line_of(program, *place);
        let next = next_line(program, slice, *place, &key);
        let found = (member.distance, next);
        let known = nearest.entry(key).or_insert_with(|| found.clone());
        if found.0 < known.0 {
            *known = found;
        }
    }
    let line = |((class, line), (distance, because))| SliceLine { class, line, distance, because, thin: None };
    let mut lines: Vec<SliceLine> = nearest.into_iter().map(line).collect();
    lines.sort_by_key(|line| line.distance);
    lines
}

/// The next other line on the way to the criterion.
fn next_line(program: &Program, slice: &Slice, place: Place, own: &(String, u16)) -> Option<Because> {
    let mut at = place;
    loop {
        let (next, kind) = slice.members.get(&at)?.because?;
        let (class, line) = line_of(program, next);
        if (&class, line) != (&own.0, own.1) {
            return Some(Because { kind: word(kind), class, line });
        }
        at = next;
    }
}

/// The word for a kind of dependence.
pub fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Value => "value",
        Kind::Heap => "heap",
        Kind::Base => "base",
        Kind::Control => "control",
        Kind::Call => "call",
        Kind::Interference => "interference",
    }
}

/// How many lines these methods have code on.
pub fn code_lines(program: &Program, methods: impl Iterator<Item = MethodId>) -> usize {
    let mut lines: Vec<(ClassId, u16)> = Vec::new();
    for method in methods {
        let Ok(Some(body)) = program.code(method) else { continue };
        lines.extend(body.insns().iter().filter_map(|item| body.line(*item)).map(|line| (method.class, line)));
    }
    lines.sort_unstable();
    lines.dedup();
    lines.len()
}
