//! Assembling of labelled code to the content of a `Code` attribute (JVMS §4.7.3).
//!
//! 1. Lay the code out ([`super::layout`]). A conditional branch that does not reach its target is inverted over a `goto`;
//!    the place behind it then needs a frame, taken from the types there ([`super::types`]). Repeat until all reach.
//! 2. `max_stack` ([`super::max_stack`]) and `max_locals`.
//! 3. Tables: exceptions (empty ranges dropped), lines, local variables, stack-map frames, other attributes.
//!
//! For class files that the JVM checks by frames alone (version 51 and newer) each branch target, handler and unreachable
//! instruction must have a frame: a missing one is an error here rather than a `VerifyError` later. Frames that come to
//! lie on one instruction must be equal.

use super::code::{Code, Frame, Handler, Insn, Item, Label, LocalEntry, VType};
use super::error::{Fault, Problem, Result};
use super::layout::{self, Layout};
use super::opcode::{self, GOTO, NEW};
use super::pool::PoolEditor;
use super::stack_map::{self, PlacedFrame};
use super::{MethodInfo, max_stack, types};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The longest code of a method, bytes.
const LONGEST: usize = 65_535;

/// A step of assembling.
type Step<T> = std::result::Result<T, Fault>;

/// The content of the `Code` attribute of the method, whose name, descriptor and flags are as they will be in the class.
/// Constants that it needs are put into `pool`.
pub(super) fn assemble(
    pool: &mut PoolEditor<'_>,
    class: &str,
    major: u16,
    method: &MethodInfo,
    code: &Code,
) -> Result<Vec<u8>> {
    let mut assembled = || {
        let initial = stack_map::initial_frame(class, method)?;
        let mut placed = Placed::new(pool, class, major, &initial, code)?;
        placed.content(pool, &initial)
    };
    assembled().map_err(|fault| fault.place(class, &method.name, &method.descriptor))
}

/// Code all of whose branches reach.
struct Placed<'c> {
    code: Cow<'c, Code>,
    major: u16,
    /// Position of each label in the items.
    places: Vec<Option<usize>>,
    layout: Layout,
}

impl<'c> Placed<'c> {
    fn new(pool: &PoolEditor<'_>, class: &str, major: u16, initial: &Frame, code: &'c Code) -> Step<Self> {
        let mut code = Cow::Borrowed(code);
        loop {
            let places = places(&code)?;
            let layout = layout::layout(&code, &places)?;
            if layout.far.is_empty() {
                return Ok(Self { code, major, places, layout });
            }
            let framed = types::has_frames(major, &code);
            let needed = layout.far.iter().map(|at| at + 1).filter(|&at| framed && !has_frame(&code, at)).collect();
            let frames = types::frames_before(pool, class, initial, &code, &needed)?;
            code = Cow::Owned(invert(code.into_owned(), &layout.far, frames));
        }
    }

    fn length(&self) -> usize {
        self.layout.offsets.last().copied().unwrap_or(0)
    }

    /// Offset of a label's place.
    fn offset(&self, label: Label) -> Step<usize> {
        let place = self.places.get(label.0 as usize).copied().flatten();
        let offset = place.and_then(|place| self.layout.offsets.get(place).copied());
        offset.ok_or_else(|| Problem(format!("label {} is not placed", label.0)).into())
    }

    /// The content of the attribute.
    fn content(&mut self, pool: &mut PoolEditor<'_>, initial: &Frame) -> Step<Vec<u8>> {
        let length = self.length();
        if length == 0 || length > LONGEST {
            let problem = format!("its code would have {length} bytes, but 1 to {LONGEST} are allowed");
            return Err(Fault::Limit(problem));
        }
        let bytes = layout::encode(pool, &self.code, &self.places, &self.layout)?;
        let handlers = self.handlers()?;
        let mut out = Vec::with_capacity(length + 64);
        out.extend(max_stack::max_stack(pool, &self.code, &self.places)?.to_be_bytes());
        out.extend(self.max_locals(initial)?.to_be_bytes());
        out.extend((length as u32).to_be_bytes());
        out.extend(bytes);
        let entries: Vec<_> = handlers.iter().map(|(entry, _)| *entry).collect();
        out.extend(table(&entries)?);
        let attributes = self.attributes(pool, initial, &handlers)?;
        out.extend((attributes.len() as u16).to_be_bytes());
        for (name, content) in attributes {
            out.extend(name.to_be_bytes());
            out.extend((content.len() as u32).to_be_bytes());
            out.extend(content);
        }
        Ok(out)
    }

    /// Slots of locals: what the code says, or more if parameters, instructions or frames need it.
    fn max_locals(&self, initial: &Frame) -> Step<u16> {
        let accesses = self.code.insns().filter_map(|(_, insn)| opcode::local_access(insn));
        let used = accesses.map(|local| usize::from(local.slot) + usize::from(local.kind.slots()));
        let framed = self.code.frames.values().chain([initial]).map(|frame| slots(&frame.locals));
        let most = used.chain(framed).max().unwrap_or(0);
        let most = u16::try_from(most).map_err(|_| Fault::Limit("it would need more than 65,535 locals".into()))?;
        Ok(most.max(self.code.max_locals))
    }

    /// The entries of the exception table that cover something, with their handlers.
    fn handlers(&self) -> Step<Vec<([u16; 4], Label)>> {
        let mut entries = Vec::new();
        for Handler { start, end, handler, catch_type } in &self.code.handlers {
            let (from, to) = (self.offset(*start)?, self.offset(*end)?);
            if from > to {
                return Err(Problem("an exception range ends before it starts".into()).at(from as u32));
            }
            if from < to {
                let entry = [from as u16, to as u16, self.offset(*handler)? as u16, *catch_type];
                entries.push((entry, *handler));
            }
        }
        Ok(entries)
    }

    /// Names and contents of all attributes.
    fn attributes(
        &self,
        pool: &mut PoolEditor<'_>,
        initial: &Frame,
        handlers: &[([u16; 4], Label)],
    ) -> Step<Vec<(u16, Vec<u8>)>> {
        let mut attributes = Vec::new();
        let mut add = |pool: &mut PoolEditor<'_>, name: &str, content: Vec<u8>| {
            attributes.push((pool.utf8(name)?, content));
            Ok::<_, Fault>(())
        };
        let lines = self.lines()?;
        if !lines.is_empty() {
            add(pool, "LineNumberTable", table(&lines)?)?;
        }
        for (name, entries) in
            [("LocalVariableTable", &self.code.locals), ("LocalVariableTypeTable", &self.code.local_types)]
        {
            let entries = self.locals(entries)?;
            if !entries.is_empty() {
                add(pool, name, table(&entries)?)?;
            }
        }
        if types::has_frames(self.major, &self.code) {
            let frames = self.frames()?;
            if self.major > 50 {
                self.check_frames(&frames, handlers)?;
            }
            if !frames.is_empty() {
                let initial = PlacedFrame::new(initial, |label| self.new_offset(label))?;
                let content = stack_map::encode(&initial, &frames, |name| pool.class_ref(name))?;
                add(pool, "StackMapTable", content)?;
            }
        }
        for attribute in &self.code.attributes {
            let mut content = attribute.content.clone();
            for anchor in &attribute.anchors {
                let start = self.offset(anchor.start)?;
                patch(&mut content, anchor.position, start)?;
                if let Some(end) = anchor.end {
                    patch(&mut content, anchor.position + 2, self.offset(end)?.saturating_sub(start))?;
                }
            }
            attributes.push((attribute.name, content));
        }
        Ok(attributes)
    }

    /// Line entries; those behind the last instruction are dropped.
    fn lines(&self) -> Step<Vec<[u16; 2]>> {
        let mut lines = Vec::new();
        for line in &self.code.lines {
            let start = self.offset(line.start)?;
            if start < self.length() {
                lines.push([start as u16, line.line]);
            }
        }
        Ok(lines)
    }

    /// Entries of a table of local variables. The JVM refuses a class that has one twice, so those are dropped, and so are
    /// those behind the last instruction.
    fn locals(&self, entries: &[LocalEntry]) -> Step<Vec<[u16; 5]>> {
        let mut seen = BTreeSet::new();
        let mut kept = Vec::new();
        for entry in entries {
            let (start, end) = (self.offset(entry.start)?, self.offset(entry.end)?);
            let length = end.saturating_sub(start) as u16;
            if start < self.length() && seen.insert((start, length, entry.name, entry.local)) {
                kept.push([start as u16, length, entry.name, entry.descriptor, entry.local]);
            }
        }
        Ok(kept)
    }

    /// The frames by offset.
    fn frames(&self) -> Step<BTreeMap<usize, PlacedFrame<'_>>> {
        let mut frames = BTreeMap::new();
        for (label, frame) in &self.code.frames {
            let offset = self.offset(*label)?;
            if offset == self.length() {
                continue;
            }
            let frame = PlacedFrame::new(frame, |label| self.new_offset(label))?;
            if frames.insert(offset, frame.clone()).is_some_and(|other| other != frame) {
                let problem = format!("two different frames at offset {offset} of the new code");
                return Err(Problem(problem).at(self.original(*label)));
            }
        }
        Ok(frames)
    }

    /// Offset of the first `new` behind the label.
    fn new_offset(&self, label: Label) -> Step<u16> {
        let missing =
            || Fault::from(Problem(format!("no new instruction follows label {}, which a frame names", label.0)));
        let place = self.places.get(label.0 as usize).copied().flatten().ok_or_else(missing)?;
        let is_new = |item: &Item| matches!(item, Item::Insn { insn: Insn { op: NEW, .. }, .. });
        let skipped = self.code.items.iter().skip(place).position(is_new).ok_or_else(missing)?;
        Ok(self.layout.offsets[place + skipped] as u16)
    }

    /// Original offset of the instruction behind the label, for errors.
    fn original(&self, label: Label) -> u32 {
        let place = self.places.get(label.0 as usize).copied().flatten().unwrap_or(0);
        let offsets = self.code.items.iter().skip(place).filter_map(|item| match item {
            Item::Insn { offset, .. } if *offset != u32::MAX => Some(*offset),
            _ => None,
        });
        offsets.take(1).next().unwrap_or(0)
    }

    /// Whether every place that needs a frame has one.
    fn check_frames(&self, frames: &BTreeMap<usize, PlacedFrame<'_>>, handlers: &[([u16; 4], Label)]) -> Step<()> {
        let check = |offset: usize, original: u32, what: &str| {
            if frames.contains_key(&offset) {
                return Ok(());
            }
            Err(Problem(format!("{what} (offset {offset} of the new code) has no stack-map frame")).at(original))
        };
        for &([_, _, offset, _], label) in handlers {
            check(offset.into(), self.original(label), "an exception handler")?;
        }
        let mut reachable = true;
        for (item, &at) in self.code.items.iter().zip(&self.layout.offsets) {
            let Item::Insn { insn, offset } = item else { continue };
            if !reachable {
                check(at, *offset, "code that is not reached from above")?;
            }
            for target in insn.operand.targets() {
                check(self.offset(target)?, *offset, "the target of a branch")?;
            }
            reachable = opcode::falls_through(insn.op);
        }
        if reachable {
            return Err(Problem("control falls off the end of the code".into()).into());
        }
        Ok(())
    }
}

/// Position of each label in the items.
fn places(code: &Code) -> Step<Vec<Option<usize>>> {
    let mut places = vec![None; code.label_count as usize];
    for (at, item) in code.items.iter().enumerate() {
        if let Item::Label(label) = item {
            match places.get_mut(label.0 as usize) {
                Some(place @ None) => *place = Some(at),
                Some(_) => return Err(Problem(format!("label {} is placed twice", label.0)).into()),
                None => return Err(Problem(format!("label {} was not made by new_label", label.0)).into()),
            }
        }
    }
    Ok(places)
}

/// Whether a label between item `at` and the next instruction has a frame.
fn has_frame(code: &Code, at: usize) -> bool {
    let labels = code.items.iter().skip(at).map_while(|item| match item {
        Item::Label(label) => Some(label),
        Item::Insn { .. } => None,
    });
    labels.into_iter().any(|label| code.frames.contains_key(label))
}

/// Makes each of the conditional branches at these items
/// ```text
///     if<not> skip
///     goto target
/// skip:               frame: what is in force behind the branch
/// ```
fn invert(mut code: Code, far: &[usize], mut frames: BTreeMap<usize, Frame>) -> Code {
    let items = std::mem::take(&mut code.items);
    let mut far = far.iter().copied().peekable();
    for (at, item) in items.into_iter().enumerate() {
        match item {
            Item::Insn { insn, offset } if far.next_if_eq(&at).is_some() => {
                let skip = code.new_label();
                let inverse = opcode::inverse(insn.op).unwrap_or(insn.op);
                code.items.push(Item::Insn { insn: Insn::branch(inverse, skip), offset });
                code.items.push(Item::Insn { insn: Insn { op: GOTO, operand: insn.operand }, offset: u32::MAX });
                code.items.push(Item::Label(skip));
                code.frames.extend(frames.remove(&(at + 1)).map(|frame| (skip, frame)));
            }
            item => code.items.push(item),
        }
    }
    code
}

fn slots(entries: &[VType]) -> usize {
    entries.iter().map(|entry| if matches!(entry, VType::Long | VType::Double) { 2 } else { 1 }).sum()
}

/// A count and entries of numbers.
fn table<const N: usize>(entries: &[[u16; N]]) -> Step<Vec<u8>> {
    let count = u16::try_from(entries.len());
    let count = count.map_err(|_| Fault::Limit("a table of its code would have more than 65,535 entries".into()))?;
    Ok([count].iter().chain(entries.as_flattened()).flat_map(|number| number.to_be_bytes()).collect())
}

fn patch(content: &mut [u8], position: usize, value: usize) -> Step<()> {
    let bytes =
        content.get_mut(position..position + 2).ok_or(Problem("an anchor lies outside its attribute".into()))?;
    bytes.copy_from_slice(&(value as u16).to_be_bytes());
    Ok(())
}

#[cfg(test)]
mod tests;
