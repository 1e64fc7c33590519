//! Fingerprints of code: equal for methods that do the same in two versions of a class.
//!
//! A part of a method (some of its instructions) is written as text of bytes and hashed (SHA-256, cut to 128 bits): in the
//! order of the code each instruction with what its operand means ([`Meanings`]), where control goes next, and the handlers
//! that cover it. Places are numbers within the part; all outside it are one place, *out*: with the pre-region of a
//! checkpoint as the part, what happens there never comes to the checkpoint in the same activation.
//!
//! Lines (which have a fingerprint of their own), names of local variables and type annotations are left out; so two versions of a class whose lines moved are alike.

use super::scan::constant_uses;
use super::{Body, Class, MethodId, Program, Result};
use crate::classfile::meaning::Meanings;
use crate::classfile::opcode::{self, INVOKEDYNAMIC, LDC, LDC_W};
use crate::classfile::{ClassFile, Insn, Label, Operand};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;

/// A hash of what code does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Fingerprint(pub u128);

/// Where control may go, seen from a part of a method.
const OUT: u32 = u32::MAX;

/// Makes the fingerprints of one class's methods.
pub struct Fingerprints<'a> {
    program: &'a Program,
    class: &'a ClassFile,
    meanings: Meanings<'a>,
}

impl<'a> Fingerprints<'a> {
    /// For the class.
    pub fn new(program: &'a Program, class: &'a Class) -> Result<Self> {
        Ok(Self { program, class: &class.file, meanings: Meanings::new(&class.file)? })
    }

    /// Of a method's code; of its flags alone where it has none.
    pub fn of_method(&self, method: MethodId) -> Result<Fingerprint> {
        let mut text = self.program.flags(method).to_be_bytes().to_vec();
        if let Some(body) = self.program.code(method)? {
            self.write(&body, &body.insns().iter().copied().collect(), &mut text)?;
        }
        Ok(hash(&text))
    }

    /// Of some instructions of a method, given by their items.
    pub fn of_part(&self, method: MethodId, items: &BTreeSet<usize>) -> Result<Fingerprint> {
        let mut text = self.program.flags(method).to_be_bytes().to_vec();
        let body = self.program.body(method)?;
        self.write(&body, items, &mut text)?;
        Ok(hash(&text))
    }

    fn write(&self, body: &Body, items: &BTreeSet<usize>, text: &mut Vec<u8>) -> Result<()> {
        let order: Vec<usize> = items.iter().copied().collect();
        let place = |item: Option<usize>| match item.map(|item| order.binary_search(&item)) {
            Some(Ok(number)) => number as u32,
            _ => OUT,
        };
        let target = |label: Label| place(body.insn_at(label));
        // execution begins with the first instruction
        text.extend(place(body.insns().first().copied()).to_be_bytes());
        let mut covered = Vec::new();
        for item in &order {
            let Some(insn) = body.insn(*item) else { continue };
            self.write_insn(insn, &target, text)?;
            if insn.op == INVOKEDYNAMIC {
                // jcp's runtime tells call sites apart by it
                let before = body.insns().iter().take_while(|other| *other < item);
                let number =
                    before.filter(|other| body.insn(**other).is_some_and(|insn| insn.op == INVOKEDYNAMIC)).count();
                text.extend((number as u32).to_be_bytes());
            }
            if opcode::falls_through(insn.op) {
                text.extend(place(body.next_insn(*item)).to_be_bytes());
            }
            let mut handlers = Vec::new();
            for (_, handler) in body.handlers_at(*item) {
                handlers.extend(target(handler.handler).to_be_bytes());
                if handler.catch_type != 0 {
                    self.meanings.write(handler.catch_type, &mut handlers)?;
                }
            }
            // handlers cover many instructions in a row
            if handlers == covered {
                text.push(0);
            } else {
                text.push(1);
                text.extend((handlers.len() as u32).to_be_bytes());
                text.extend(&handlers);
                covered = handlers;
            }
        }
        Ok(())
    }

    fn write_insn(&self, insn: &Insn, target: &impl Fn(Label) -> u32, text: &mut Vec<u8>) -> Result<()> {
        // which of the two it is depends on the constant's place alone
        text.push(if insn.op == LDC_W { LDC } else { insn.op });
        match &insn.operand {
            Operand::None => {}
            Operand::Immediate(value) => text.extend(value.to_be_bytes()),
            Operand::Local(local) => text.extend(local.to_be_bytes()),
            Operand::Increment { local, by } => {
                text.extend(local.to_be_bytes());
                text.extend(by.to_be_bytes());
            }
            Operand::Constant(index) => {
                self.meanings.write(*index, text)?;
            }
            Operand::Branch(label) => text.extend(target(*label).to_be_bytes()),
            Operand::Table { default, low, targets } => {
                text.extend(low.to_be_bytes());
                text.extend((targets.len() as u32).to_be_bytes());
                [default].into_iter().chain(targets).for_each(|label| text.extend(target(*label).to_be_bytes()));
            }
            Operand::Lookup { default, pairs } => {
                text.extend((pairs.len() as u32).to_be_bytes());
                text.extend(target(*default).to_be_bytes());
                for (key, label) in pairs {
                    text.extend(key.to_be_bytes());
                    text.extend(target(*label).to_be_bytes());
                }
            }
            Operand::ArrayType(code) => text.push(*code),
            Operand::MultiArray { class, dimensions } => {
                self.meanings.write(*class, text)?;
                text.push(*dimensions);
            }
        }
        Ok(())
    }

    /// Of what a constant means; none of one that cannot be read.
    pub fn of_constant(&self, index: u16) -> Option<Fingerprint> {
        let mut text = Vec::new();
        self.meanings.write(index, &mut text).ok().map(|()| hash(&text))
    }

    /// Internal names of the classes that the instructions of a method name, for an array that of its elements.
    pub fn named_classes(&self, method: MethodId) -> BTreeSet<String> {
        let mut named = BTreeSet::new();
        for found in self.program.method(method).iter().flat_map(|info| constant_uses(self.class, info)) {
            // a damaged constant names nothing
            let _ = self.meanings.add_classes(found.index, &mut named);
        }
        let element = |name: &String| match name.strip_prefix('[') {
            Some(array) => array.trim_start_matches('[').trim_start_matches('L').trim_end_matches(';').to_owned(),
            None => name.clone(),
        };
        named.iter().map(element).collect()
    }
}

/// Of the lines of a method's instructions, or of some of them.
pub fn lines(body: &Body, items: Option<&BTreeSet<usize>>) -> Fingerprint {
    let wanted = body.insns().iter().filter(|item| items.is_none_or(|items| items.contains(item)));
    let lines = wanted.flat_map(|item| body.line(*item).unwrap_or(0).to_be_bytes());
    hash(&lines.collect::<Vec<u8>>())
}

/// Of bytes as they are.
pub fn of_bytes(bytes: &[u8]) -> Fingerprint {
    hash(bytes)
}

fn hash(text: &[u8]) -> Fingerprint {
    let digest = Sha256::digest(text);
    let mut first = [0; 16];
    first.copy_from_slice(&digest[..16]);
    Fingerprint(u128::from_be_bytes(first))
}
