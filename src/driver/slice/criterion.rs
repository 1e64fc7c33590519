//! From the text of a criterion to instructions: those of a line, or those of it that have to do with one variable.
//! A variable is told by its name in the class file's table of locals, a field by its own.

use super::report::Asked;
use crate::analysis::slice::Place;
use crate::classfile::opcode::{self, Access};
use crate::classfile::{Constant, Operand};
use crate::driver::DriverError;
use crate::program::{Body, Class, MethodId, Program};
use crate::region;
use std::collections::BTreeSet;

/// A criterion that was found.
pub struct Criterion {
    /// The line in full, for people.
    pub described: String,
    /// Its instructions.
    pub places: Vec<Place>,
}

impl Criterion {
    /// Its instructions that run.
    pub fn that_run(&self, runs: impl Fn(&Place) -> bool, main: &str) -> Result<Vec<Place>, DriverError> {
        let places: Vec<Place> = self.places.iter().filter(|place| runs(place)).copied().collect();
        if places.is_empty() {
            let why = format!("{} never runs: no call leads there from {main}.main", self.described);
            return Err(DriverError::Input(format!("{why}\n  note: a slice begins at a line that may run")));
        }
        Ok(places)
    }
}

/// The lines of a question, the one that influences first.
pub fn all(program: &Program, asked: &Asked, variable: Option<&str>) -> Result<Vec<Criterion>, DriverError> {
    match asked {
        Asked::Backward(at) | Asked::Forward(at) => Ok(vec![find(program, at, variable)?]),
        Asked::Chop(from, to) if to.is_empty() => {
            let why = format!("a chop has two lines with `..` between them, not only: {from}");
            Err(DriverError::Input(format!("{why}\n  note: write \"12, Main..28, Main\"")))
        }
        Asked::Chop(from, to) => Ok(vec![find(program, from, None)?, find(program, to, None)?]),
    }
}

/// The instructions that the text means.
pub fn find(program: &Program, text: &str, variable: Option<&str>) -> Result<Criterion, DriverError> {
    let input = |error: region::RegionError| DriverError::Input(error.render(text));
    let pattern = region::parse_line(text).map_err(input)?;
    let found = region::instructions(&pattern, program).map_err(input)?;
    let places = found.into_iter().flat_map(|(method, items)| {
        let body = program.code(method).ok().flatten();
        let number = move |item| body.as_ref().map(|body| (method, body.number(item) as u32));
        items.into_iter().filter_map(number).collect::<Vec<_>>()
    });
    chosen(program, &words(&pattern.place.value.to_string()), &places.collect::<Vec<_>>(), variable, text)
}

/// A criterion of instructions of one line.
pub fn of_line(
    program: &Program,
    line: u16,
    places: &[Place],
    variable: Option<&str>,
) -> Result<Criterion, DriverError> {
    let line = words(&line.to_string());
    chosen(program, &line, places, variable, &line)
}

/// Those of the instructions that have to do with the variable, if there is one.
fn chosen(
    program: &Program,
    place: &str,
    all: &[Place],
    variable: Option<&str>,
    text: &str,
) -> Result<Criterion, DriverError> {
    let (mut places, mut names) = (Vec::new(), BTreeSet::new());
    for (method, number) in all {
        let Ok(Some(body)) = program.code(*method) else { continue };
        let Some(item) = body.insns().get(*number as usize) else { continue };
        let name = program.get(method.class).and_then(|class| name_at(class, &body, *item));
        if variable.is_none() || name.as_deref() == variable {
            places.push((*method, *number));
        }
        names.extend(name);
    }
    let methods: BTreeSet<MethodId> = places.iter().map(|place| place.0).collect();
    let named: Vec<String> = methods.iter().map(|method| program.shown(*method)).collect();
    let described = format!("{place} in {}", named.join(", "));
    match variable {
        Some(variable) if places.is_empty() => {
            let named: Vec<String> = names.into_iter().collect();
            let there = if named.is_empty() { "none".to_owned() } else { named.join(", ") };
            let why = format!("no variable `{variable}` is read or written there: {text}");
            Err(DriverError::Input(format!("{why}\n  note: the variables and fields of that line are: {there}")))
        }
        Some(variable) => Ok(Criterion { described: format!("{variable} at {described}"), places }),
        None => Ok(Criterion { described, places }),
    }
}

/// `line 12`, or `@7`.
fn words(place: &str) -> String {
    if place.starts_with('@') { place.to_owned() } else { format!("line {place}") }
}

/// The name of the local variable or field that an instruction reads or writes.
fn name_at(class: &Class, body: &Body, item: usize) -> Option<String> {
    let insn = body.insn(item)?;
    if opcode::is_field(insn.op) {
        let Operand::Constant(index) = insn.operand else { return None };
        let Ok(Constant::Member(member)) = class.file.constant(index) else { return None };
        return Some(member.name);
    }
    let local = opcode::local_access(insn)?;
    // a variable's range begins behind the store that gives it its first value
    let place = if local.access == Access::Store { body.next_insn(item)? } else { item };
    let entry = body.code.locals.iter().find(|entry| {
        entry.local == local.slot && (body.item_of(entry.start)..body.item_of(entry.end)).contains(&place)
    })?;
    class.file.utf8(entry.name).ok().map(str::to_owned)
}
