//! A line of the program, or an instruction, without a chain of calls: `line, Class` or `line, Class.method`, where a question
//! about code begins (`jcp slice --at`).
//!
//! ```text
//! where = place "," class [ "." method ]
//! ```
//!
//! Places and names are those of regions ([`super::pattern`]). What is written last is a class if there is one of that name, else a
//! method of the class before it. A line means all its instructions, of all methods of the class that have some.

use super::at::last_return;
use super::error::{Problem, RegionError};
use super::names::{classes_called, near, show};
use super::parse;
use super::pattern::{Name, Place, Span, Spanned};
use super::places::{nearest_lines, owners};
use crate::program::{ClassId, MethodId, Program};
use std::fmt;

/// `line, Class` or `line, Class.method`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinePattern {
    /// The line or offset.
    pub place: Spanned<Place>,
    /// The class, or class and method.
    pub name: Spanned<Name>,
}

impl fmt::Display for LinePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.place.value, self.name.value)
    }
}

/// Parses one.
pub fn parse_line(text: &str) -> Result<LinePattern, RegionError> {
    parse::line(text)
}

/// The instructions that it means, by method, as items of its body: at least one.
pub fn instructions(pattern: &LinePattern, program: &Program) -> Result<Vec<(MethodId, Vec<usize>)>, RegionError> {
    let (class, method) = class_and_method(pattern, program)?;
    let of_class = program.get(class).into_iter().flat_map(crate::program::Class::methods);
    let named = of_class.filter(|(_, info)| method.is_none_or(|method| info.name == method));
    let methods: Vec<MethodId> = named.filter(|(_, info)| info.code.is_some()).map(|(id, _)| id).collect();
    let mut found = Vec::new();
    for &id in &methods {
        let Ok(Some(body)) = program.code(id) else { continue };
        let items: Vec<usize> = match pattern.place.value {
            Place::Line(line) => body.insns_on_line(line).collect(),
            Place::Offset(offset) => body.item_at_offset(offset).into_iter().collect(),
            Place::End => last_return(&body).into_iter().collect(),
        };
        if !items.is_empty() {
            found.push((id, items));
        }
    }
    if found.is_empty() { Err(nothing_there(pattern, program, class, &methods)) } else { Ok(found) }
}

/// The class, and the method if one is named.
fn class_and_method<'n>(
    pattern: &'n LinePattern,
    program: &Program,
) -> Result<(ClassId, Option<&'n str>), RegionError> {
    let name = &pattern.name.value;
    let mut found = classes_called(program, name);
    let mut method = None;
    if let ([], Some((last, before @ [_, ..]))) = (&found[..], name.parts.split_last()) {
        let class = classes_called(program, &Name { parts: before.to_vec() });
        let has = |class: &ClassId| program.get(*class).is_some_and(|class| class.methods_named(last).next().is_some());
        if class.iter().any(has) {
            found = class.into_iter().filter(has).collect();
            method = Some(last.as_str());
        }
    }
    let class = name.to_string();
    let with = |class: &ClassId| format!("{}, {}", pattern.place.value, super::names::class_name(program, *class));
    match found[..] {
        [class] => Ok((class, method)),
        [] => {
            let simple = |name: &str| name.rsplit(['/', '.', '$']).next().unwrap_or_default().to_owned();
            let classes = program.application().map(|class| (simple(class.name()), class.id));
            let similar = near(&simple(&name.dotted()), classes);
            Err(RegionError::new(Problem::UnknownClass { class }, pattern.name.span)
                .candidates(similar.iter().map(with)))
        }
        _ => {
            Err(RegionError::new(Problem::AmbiguousClass { class }, pattern.name.span)
                .candidates(found.iter().map(with)))
        }
    }
}

fn nothing_there(pattern: &LinePattern, program: &Program, class: ClassId, methods: &[MethodId]) -> RegionError {
    let span: Span = pattern.place.span;
    let shown = super::names::class_name(program, class).to_string();
    let at = |place: Place, name: &str| format!("{place}, {name}");
    let line = match pattern.place.value {
        Place::Line(line) => line,
        Place::Offset(offset) => return RegionError::new(Problem::NoInstruction { offset, method: shown }, span),
        Place::End => return RegionError::new(Problem::NoReturn { method: shown }, span),
    };
    let bodies: Vec<_> = methods.iter().filter_map(|id| program.code(*id).ok().flatten()).collect();
    if bodies.iter().all(|body| body.code.lines.is_empty()) {
        return RegionError::new(Problem::NoLineTable { method: shown }, span);
    }
    let mut error = RegionError::new(Problem::NoCodeOnLine { line, method: shown.clone() }, span);
    let elsewhere = methods.first().map_or(Vec::new(), |first| owners(program, *first, line));
    let mut candidates: Vec<String> = Vec::new();
    for other in elsewhere {
        error = error.note(format!("line {line} has code in {}", show(program, other)));
        candidates.push(at(Place::Line(line), &super::names::class_name(program, other.class).to_string()));
    }
    let mut nearest: Vec<u16> = bodies.iter().flat_map(|body| nearest_lines(body, line)).collect();
    nearest.sort_unstable_by_key(|other| (other.abs_diff(line), *other));
    nearest.dedup();
    nearest.truncate(4);
    nearest.sort_unstable();
    candidates.extend(nearest.into_iter().map(|line| at(Place::Line(line), &shown)));
    error.candidates(candidates)
}
