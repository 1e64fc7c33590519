//! A quick look through a method's bytecode: the instructions that name a constant, without decoding the rest.
//!
//! Whole-program analyses pass hundreds of thousands of methods of the JDK; building labelled code for them would take
//! most of the time. Damaged code just ends the walk: it cannot run.

use crate::classfile::opcode::{self, Shape};
use crate::classfile::{ClassFile, MethodInfo};

/// An instruction that names a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConstantUse {
    /// Its offset in the code, bytes.
    pub offset: u32,
    /// Its opcode.
    pub op: u8,
    /// The constant's index.
    pub index: u16,
}

/// The instructions of the method that name a constant, in order; nothing for methods without code.
pub fn constant_uses(class: &ClassFile, method: &MethodInfo) -> Vec<ConstantUse> {
    let content = method.code.clone().and_then(|range| class.bytes.get(range)).unwrap_or_default();
    let length = content.get(4..8).map_or(0, |bytes| bytes.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte)));
    let code = content.get(8..8 + length).unwrap_or_default();
    let mut uses = Vec::new();
    let mut at = 0;
    while let Some(next) = step(code, at, &mut uses) {
        at = next;
    }
    uses
}

/// Looks at the instruction at `at` and returns where the next one is.
fn step(code: &[u8], at: usize, uses: &mut Vec<ConstantUse>) -> Option<usize> {
    let op = *code.get(at)?;
    let byte = |place: usize| code.get(place).copied();
    let index = |place: usize| Some(u16::from_be_bytes([byte(place)?, byte(place + 1)?]));
    let word = |place: usize| Some(u32::from(index(place)?) << 16 | u32::from(index(place + 2)?));
    let mut found = |index: u16| uses.push(ConstantUse { offset: at as u32, op, index });
    let aligned = (at | 3) + 1;
    let length = match opcode::opcode(op)?.shape {
        Shape::None => 1,
        Shape::Byte | Shape::Local | Shape::ArrayType => 2,
        Shape::Ldc => {
            found(u16::from(byte(at + 1)?));
            2
        }
        Shape::Short | Shape::Increment | Shape::Branch => 3,
        Shape::Constant => {
            found(index(at + 1)?);
            3
        }
        Shape::MultiArray => {
            found(index(at + 1)?);
            4
        }
        Shape::Interface | Shape::Dynamic => {
            found(index(at + 1)?);
            5
        }
        Shape::WideBranch => 5,
        Shape::Wide => {
            if byte(at + 1)? == opcode::IINC {
                6
            } else {
                4
            }
        }
        Shape::Table => {
            let cases = i64::from(word(aligned + 8)? as i32) - i64::from(word(aligned + 4)? as i32) + 1;
            aligned - at + 12 + 4 * usize::try_from(cases).ok()?
        }
        Shape::Lookup => aligned - at + 8 + 8 * word(aligned + 4)? as usize,
    };
    Some(at + length)
}
