//! Layout and encoding of instructions: offsets, branch widths, switch padding, `wide` and `ldc` forms (JVMS §6.5).
//!
//! Branches start short; those that do not reach their target grow, until nothing changes. Growing is monotone, so this
//! ends. `goto` and `jsr` grow to their `_w` forms here. A conditional branch has no such form: the ones that do not reach
//! are reported, for the assembler to invert them over a `goto`.

use super::code::{Code, Insn, Item, Label, Operand};
use super::descriptor;
use super::error::{Fault, Step};
use super::opcode::{self, GOTO, JSR, LDC, LDC_W, Shape, WIDE};
use super::pool::Constants;

/// A conditional branch inverted over a `goto_w`.
const INVERTED: usize = 8;

/// Where everything lies.
pub(super) struct Layout {
    /// Offset of each item, then the length of the code.
    pub(super) offsets: Vec<usize>,
    /// Whether the branch at this item is wide.
    wide: Vec<bool>,
    /// Conditional branches that do not reach their targets.
    pub(super) far: Vec<usize>,
}

/// Lays the code out. `places` gives the position of each label in the items.
pub(super) fn layout(code: &Code, places: &[Option<usize>]) -> std::result::Result<Layout, Fault> {
    let mut wide = vec![false; code.items.len()];
    loop {
        let offsets = offsets(code, &wide)?;
        let length = offsets.last().copied().unwrap_or(0);
        let mut grown = false;
        for (at, item) in code.items.iter().enumerate() {
            let Item::Insn { insn: Insn { operand: Operand::Branch(target), .. }, offset } = item else { continue };
            let to = places.get(target.0 as usize).copied().flatten();
            let to = to
                .ok_or_else(|| super::error::Problem("it branches to a label that is not placed".into()).at(*offset))?;
            if !wide[at] && length > 32_767 && i16::try_from(distance(offsets[at], offsets[to])).is_err() {
                wide[at] = true;
                grown = true;
            }
        }
        if !grown {
            let is_far =
                |&at: &usize| matches!(&code.items[at], Item::Insn { insn, .. } if wide[at] && !has_wide_form(insn.op));
            let far = (0..code.items.len()).filter(is_far).collect();
            return Ok(Layout { offsets, wide, far });
        }
    }
}

fn has_wide_form(op: u8) -> bool {
    matches!(op, GOTO | JSR)
}

fn distance(from: usize, to: usize) -> i64 {
    i64::try_from(to).unwrap_or(i64::MAX) - i64::try_from(from).unwrap_or(0)
}

fn offsets(code: &Code, wide: &[bool]) -> std::result::Result<Vec<usize>, Fault> {
    let mut offsets = Vec::with_capacity(code.items.len() + 1);
    let mut at = 0;
    for (item, &wide) in code.items.iter().zip(wide) {
        offsets.push(at);
        if let Item::Insn { insn, offset } = item {
            at += size(insn, at, wide).map_err(|problem| problem.at(*offset))?;
        }
    }
    offsets.push(at);
    Ok(offsets)
}

/// The opcode to use: `ldc` or `ldc_w` by its index.
fn chosen(insn: &Insn) -> u8 {
    match (insn.op, &insn.operand) {
        (LDC | LDC_W, Operand::Constant(index)) => {
            if *index < 256 {
                LDC
            } else {
                LDC_W
            }
        }
        (op, _) => op,
    }
}

/// Length of the instruction at the offset.
fn size(insn: &Insn, at: usize, wide: bool) -> Step<usize> {
    let op = chosen(insn);
    let row = opcode::opcode(op).ok_or_else(|| format!("{op} is not an opcode"))?;
    let padding = 3 - at % 4;
    Ok(match (row.shape, &insn.operand) {
        (Shape::None, Operand::None) => 1,
        (Shape::Byte, Operand::Immediate(value)) if i8::try_from(*value).is_ok() => 2,
        (Shape::Ldc, Operand::Constant(_)) | (Shape::ArrayType, Operand::ArrayType(_)) => 2,
        (Shape::Local, Operand::Local(local)) => {
            if *local < 256 {
                2
            } else {
                4
            }
        }
        (Shape::Short, Operand::Immediate(_)) | (Shape::Constant, Operand::Constant(_)) => 3,
        (Shape::Increment, Operand::Increment { local, by }) => {
            if narrow_increment(*local, *by) {
                3
            } else {
                6
            }
        }
        (Shape::Branch, Operand::Branch(_)) if !wide => 3,
        (Shape::Branch, Operand::Branch(_)) => {
            if has_wide_form(op) {
                5
            } else {
                INVERTED
            }
        }
        (Shape::MultiArray, Operand::MultiArray { .. }) => 4,
        (Shape::Interface | Shape::Dynamic, Operand::Constant(_)) => 5,
        (Shape::Table, Operand::Table { targets, .. }) if !targets.is_empty() => 13 + padding + 4 * targets.len(),
        (Shape::Lookup, Operand::Lookup { pairs, .. }) => 9 + padding + 8 * pairs.len(),
        _ => return Err(format!("{} cannot have this operand", row.name).into()),
    })
}

fn narrow_increment(local: u16, by: i16) -> bool {
    local < 256 && i8::try_from(by).is_ok()
}

/// The bytes of the code; only for layouts without far branches.
pub(super) fn encode(
    constants: &impl Constants,
    code: &Code,
    places: &[Option<usize>],
    layout: &Layout,
) -> std::result::Result<Vec<u8>, Fault> {
    let mut encoder = Encoder { places, offsets: &layout.offsets, out: Vec::new(), at: 0 };
    for (number, item) in code.items.iter().enumerate() {
        if let Item::Insn { insn, offset } = item {
            encoder.at = layout.offsets[number];
            encoder.insn(constants, insn, layout.wide[number]).map_err(|problem| problem.at(*offset))?;
        }
    }
    Ok(encoder.out)
}

struct Encoder<'a> {
    places: &'a [Option<usize>],
    offsets: &'a [usize],
    out: Vec<u8>,
    /// Offset of the instruction.
    at: usize,
}

impl Encoder<'_> {
    fn u2(&mut self, value: u16) {
        self.out.extend(value.to_be_bytes());
    }

    fn i4(&mut self, value: i32) {
        self.out.extend(value.to_be_bytes());
    }

    fn relative(&self, target: Label) -> Step<i32> {
        let place = self.places.get(target.0 as usize).copied().flatten();
        let to = place.and_then(|place| self.offsets.get(place));
        let to = to.ok_or("it branches to a label that is not placed")?;
        i32::try_from(distance(self.at, *to)).map_err(|_| "it branches too far".into())
    }

    fn insn(&mut self, constants: &impl Constants, insn: &Insn, wide: bool) -> Step<()> {
        let op = chosen(insn);
        match &insn.operand {
            Operand::Local(local) if *local > 255 => {
                self.out.extend([WIDE, op]);
                self.u2(*local);
                return Ok(());
            }
            Operand::Increment { local, by } if !narrow_increment(*local, *by) => {
                self.out.extend([WIDE, op]);
                self.u2(*local);
                self.u2(by.cast_unsigned());
                return Ok(());
            }
            // goto_w and jsr_w lie as far behind goto and jsr
            Operand::Branch(_) if wide => self.out.push(op + (opcode::GOTO_W - GOTO)),
            _ => self.out.push(op),
        }
        match &insn.operand {
            Operand::None => {}
            Operand::Immediate(value) if op == opcode::BIPUSH => self.out.push(value.cast_unsigned() as u8),
            Operand::Immediate(value) => self.u2(value.cast_unsigned()),
            Operand::Local(local) => self.out.push(*local as u8),
            Operand::Increment { local, by } => self.out.extend([*local as u8, by.cast_unsigned() as u8]),
            Operand::Constant(index) => self.constant(constants, op, *index)?,
            Operand::Branch(target) if wide => self.i4(self.relative(*target)?),
            Operand::Branch(target) => self.u2(self.relative(*target)?.cast_unsigned() as u16),
            Operand::Table { .. } | Operand::Lookup { .. } => self.switch(&insn.operand)?,
            Operand::ArrayType(code) => self.out.push(*code),
            Operand::MultiArray { class, dimensions } => {
                self.u2(*class);
                self.out.push(*dimensions);
            }
        }
        Ok(())
    }

    fn constant(&mut self, constants: &impl Constants, op: u8, index: u16) -> Step<()> {
        match op {
            LDC => self.out.push(index as u8),
            opcode::INVOKEINTERFACE => {
                let (_, text) = constants.name_and_descriptor(index)?;
                let parsed =
                    descriptor::parse_method(&text).ok_or_else(|| format!("{text} is not a method descriptor"))?;
                self.u2(index);
                let count = u8::try_from(parsed.slots() + 1).map_err(|_| "its arguments take more than 255 slots")?;
                self.out.extend([count, 0]);
            }
            opcode::INVOKEDYNAMIC => {
                self.u2(index);
                self.u2(0);
            }
            _ => self.u2(index),
        }
        Ok(())
    }

    fn switch(&mut self, operand: &Operand) -> Step<()> {
        self.out.extend(std::iter::repeat_n(0, 3 - self.at % 4));
        match operand {
            Operand::Table { default, low, targets } => {
                self.i4(self.relative(*default)?);
                self.i4(*low);
                let high = i64::from(*low) + distance(1, targets.len());
                self.i4(i32::try_from(high).map_err(|_| "a tableswitch passes the largest int")?);
                for target in targets {
                    self.i4(self.relative(*target)?);
                }
            }
            Operand::Lookup { default, pairs } => {
                self.i4(self.relative(*default)?);
                self.i4(i32::try_from(pairs.len()).map_err(|_| "a lookupswitch has too many keys")?);
                for (key, target) in pairs {
                    self.i4(*key);
                    self.i4(self.relative(*target)?);
                }
            }
            _ => {}
        }
        Ok(())
    }
}
