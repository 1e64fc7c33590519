//! The record of an observing run (`runtime-java`, `Observation`, has the format), with its names looked up in the program.
//!
//! The record names instructions; what these call or use is resolved here as all analyses resolve it ([`super::calls`]): a
//! call on an object runs what the object's class selects. Objects of classes that the run made (lambdas, proxies) have no
//! such target; what they call in the application is entered, and recorded as that. Of static fields only the application's
//! count. What cannot be looked up is counted in [`Observation::notes`], and so is what the record says it leaves out.

use super::calls::{Call, call};
use crate::classfile::opcode;
use crate::classfile::{MemberRef, Operand};
use crate::program::{FieldId, MethodId, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// When, seen from the (last) snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Before it.
    Before,
    /// After it.
    After,
}

impl Phase {
    /// Both, in the order of what is kept by phase.
    pub const ALL: [Self; 2] = [Self::Before, Self::After];
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Before { "before" } else { "after" })
    }
}

/// An instruction of the application.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Its method.
    pub method: MethodId,
    /// Its offset in the original code, bytes.
    pub offset: u32,
}

/// What a run did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observation {
    /// How many snapshots were taken.
    pub snapshots: u32,
    /// Methods of the application that were entered, by phase.
    pub entered: [BTreeSet<MethodId>; 2],
    /// Calls, with what they ran.
    pub calls: BTreeSet<(Place, MethodId)>,
    /// Static fields of the application that were read, by phase, with the first of the places.
    pub read: [BTreeMap<FieldId, Place>; 2],
    /// The same for instance fields.
    pub got: [BTreeMap<FieldId, Place>; 2],
    /// The same for static fields that were written.
    pub written: [BTreeMap<FieldId, Place>; 2],
    /// Static fields from which an object is reachable that was mutated in the phase: at the snapshot, and at the end.
    pub mutated: [BTreeSet<FieldId>; 2],
    /// Static fields that are neither zero nor null at the snapshot.
    pub nondefault: BTreeSet<FieldId>,
    /// Calls on objects whose class is not in the program, such as lambda objects.
    pub made_receivers: usize,
    /// Calls whose target cannot be looked up; [`Self::notes`] name the first.
    pub unchecked_calls: usize,
    /// What the record leaves out, and what cannot be looked up.
    pub notes: Vec<String>,
}

/// The record is damaged.
#[derive(Debug, thiserror::Error)]
#[error("line {line} of the run's record: {problem}; run the command again")]
pub struct Damaged {
    line: usize,
    problem: String,
}

impl Observation {
    /// Reads the record of a run of the program.
    pub fn read_record(program: &Program, text: &str) -> Result<Self, Damaged> {
        let mut reader = Reader { program, found: Self::default(), unknown: BTreeMap::new(), version: None };
        for (number, line) in text.lines().enumerate() {
            let parts: Vec<&str> = line.split('\t').collect();
            let read = reader.line(&parts);
            read.map_err(|problem| Damaged { line: number + 1, problem })?;
        }
        if reader.version != Some(1) {
            return Err(Damaged { line: 0, problem: "the record does not have format 1".into() });
        }
        for (what, (count, first)) in reader.unknown {
            reader.found.notes.push(format!("{count} {what}, such as {first}"));
        }
        Ok(reader.found)
    }

    /// The fields read in the phase.
    pub fn read(&self, phase: Phase) -> &BTreeMap<FieldId, Place> {
        &self.read[phase as usize]
    }

    /// The instance fields read in the phase.
    pub fn got(&self, phase: Phase) -> &BTreeMap<FieldId, Place> {
        &self.got[phase as usize]
    }

    /// The fields written in the phase.
    pub fn written(&self, phase: Phase) -> &BTreeMap<FieldId, Place> {
        &self.written[phase as usize]
    }

    /// The fields from which an object is reachable that was mutated in the phase.
    pub fn mutated(&self, phase: Phase) -> &BTreeSet<FieldId> {
        &self.mutated[phase as usize]
    }
}

/// What is wrong with a line.
type Step<T> = Result<T, String>;

struct Reader<'a> {
    program: &'a Program,
    found: Observation,
    /// What could not be looked up: how often, and the first.
    unknown: BTreeMap<&'static str, (usize, String)>,
    version: Option<u32>,
}

impl Reader<'_> {
    fn line(&mut self, parts: &[&str]) -> Step<()> {
        match *parts {
            ["jcp-observe", version] => self.version = Some(number(version)?),
            ["snapshots", count] => self.found.snapshots = number(count)?,
            ["note", text] => self.found.notes.push(text.to_owned()),
            ["unobserved", class, method, descriptor, why] => {
                self.found.notes.push(format!("{class}.{method}{descriptor} is not observed: {why}"));
            }
            ["enter", when, class, method, descriptor] => {
                let when = phase(when)?;
                if let Some(method) = self.method(class, method, descriptor) {
                    self.found.entered[when as usize].insert(method);
                }
            }
            ["call", class, method, descriptor, offset] => self.call((class, method, descriptor), offset, None)?,
            ["receiver", class, method, descriptor, offset, "array" | "class", receiver] => {
                self.call((class, method, descriptor), offset, Some(receiver))?;
            }
            ["receiver", _, _, _, _, "hidden" | "proxy", _] => self.found.made_receivers += 1,
            [kind @ ("read" | "write" | "get"), when, class, method, descriptor, offset] => {
                if let Some((field, place)) = self.field_use((class, method, descriptor), offset)? {
                    let found = &mut self.found;
                    let uses = match kind {
                        "write" => &mut found.written,
                        "read" => &mut found.read,
                        _ => &mut found.got,
                    };
                    uses[phase(when)? as usize].entry(field).or_insert(place);
                }
            }
            ["mutated", when, class, field, descriptor] => {
                let when = phase(when)?;
                let field = self.field(class, field, descriptor);
                self.found.mutated[when as usize].extend(field);
            }
            ["nondefault", class, field, descriptor] => {
                let field = self.field(class, field, descriptor);
                self.found.nondefault.extend(field);
            }
            _ => return Err(format!("`{}` is not understood", parts.join(" "))),
        }
        Ok(())
    }

    fn note(&mut self, what: &'static str, name: impl FnOnce() -> String) {
        self.unknown.entry(what).or_insert_with(|| (0, name())).0 += 1;
    }

    fn method(&mut self, class: &str, name: &str, descriptor: &str) -> Option<MethodId> {
        let found = self.program.find(class).and_then(|class| class.declared(name, descriptor));
        if found.is_none() {
            self.note("methods are not in the program", || format!("{class}.{name}{descriptor}"));
        }
        found
    }

    fn field(&mut self, class: &str, name: &str, descriptor: &str) -> Option<FieldId> {
        let found = self.program.find(class).and_then(|class| class.declared_field(name, descriptor));
        if found.is_none() {
            self.note("fields are not in the program", || format!("{class}.{name}"));
        }
        found
    }

    /// The instruction, with its opcode and the member that it names.
    fn place(&mut self, names: (&str, &str, &str), offset: &str) -> Step<Option<(Place, u8, MemberRef)>> {
        let offset = number(offset)?;
        let Some(method) = self.method(names.0, names.1, names.2) else { return Ok(None) };
        let instruction = || {
            let class = self.program.get(method.class)?;
            let body = self.program.code(method).ok().flatten()?;
            let insn = body.insn(body.item_at_offset(offset)?)?;
            let Operand::Constant(index) = insn.operand else { return None };
            Some((insn.op, class.file.member(index).ok()?))
        };
        let (op, member) = instruction().ok_or_else(|| format!("no such instruction at offset {offset}"))?;
        Ok(Some((Place { method, offset }, op, member)))
    }

    /// A call, on an object of that class if it has a receiver that decides.
    fn call(&mut self, names: (&str, &str, &str), offset: &str, receiver: Option<&str>) -> Step<()> {
        let Some((place, op, member)) = self.place(names, offset)? else { return Ok(()) };
        if !opcode::is_invoke(op) {
            return Err(format!("no call at offset {offset}"));
        }
        let program = self.program;
        let caller = program.get(place.method.class);
        let target = match (caller.and_then(|caller| call(program, caller, op, &member)), receiver) {
            (Some(Call::Exact(target)), _) => Some(target),
            (Some(Call::Virtual(_, resolved)), Some(receiver)) => {
                let Some(class) = program.class(receiver) else {
                    self.found.unchecked_calls += 1;
                    self.note("calls are on objects of classes that are not in the program", || receiver.to_owned());
                    return Ok(());
                };
                program.select(class, resolved)
            }
            _ => None,
        };
        if let Some(target) = target {
            self.found.calls.insert((place, target));
        } else {
            self.found.unchecked_calls += 1;
            self.note("calls have no known target", || format!("{}.{}", member.class, member.name));
        }
        Ok(())
    }

    /// The application's field that the instruction uses.
    fn field_use(&mut self, names: (&str, &str, &str), offset: &str) -> Step<Option<(FieldId, Place)>> {
        let Some((place, op, member)) = self.place(names, offset)? else { return Ok(None) };
        if !opcode::is_field(op) {
            return Err(format!("no use of a field at offset {offset}"));
        }
        let class = self.program.class(&member.class);
        let field = class.and_then(|class| self.program.resolve_field(class, &member.name, &member.descriptor));
        if field.is_none() {
            self.note("fields are not in the program", || format!("{}.{}", member.class, member.name));
        }
        Ok(field.filter(|field| self.program.is_application(field.class)).map(|field| (field, place)))
    }
}

fn number(text: &str) -> Step<u32> {
    text.parse().map_err(|_| format!("`{text}` is not a number"))
}

fn phase(text: &str) -> Step<Phase> {
    match text {
        "before" => Ok(Phase::Before),
        "after" => Ok(Phase::After),
        _ => Err(format!("`{text}` is neither before nor after")),
    }
}
