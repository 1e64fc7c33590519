//! The values of a method: static single assignment form over its instructions, numbers included.
//!
//! Where [`super::ir`] has the references of a method without order, this has everything that an instruction computes, and
//! which instruction, parameter or join made what another one takes. It is computed for one method at a time, when a question
//! about its code is asked ([`super::slice`]).

mod build;

use crate::define_index;
use crate::program::BlockId;
use crate::util::index::IndexVec;

define_index!(
    /// A value of one method.
    Value
);

/// What makes a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Definition {
    /// A parameter, the receiver included, by its number.
    Parameter(u16),
    /// The instruction at this item: its result, or the copy that a load or store makes.
    Instruction(usize),
    /// The exception with which the block of a handler begins.
    Caught(BlockId),
    /// One of several, by the way on which control came (φ). There are at least two, all different.
    Join(Vec<Value>),
}

/// The values of a method.
#[derive(Clone, Debug, Default)]
pub struct Ssa {
    /// What makes each value.
    pub definitions: IndexVec<Value, Definition>,
    /// For each instruction, by its number, what it takes: one value for each slot, lowest first.
    operands: Vec<Vec<Value>>,
    /// For each instruction, by its number, what it makes.
    results: Vec<Option<Value>>,
    /// What the locals hold before each instruction, by its number; only for those where control can come.
    locals: Vec<Option<Box<[Option<Value>]>>>,
}

impl Ssa {
    /// What the instruction takes from the stack, or from the local that it reads: one value for each slot, lowest first.
    /// `number` is its place among the instructions ([`crate::program::Body::number`]). Nothing if control cannot come there.
    pub fn operands(&self, number: usize) -> &[Value] {
        &self.operands[number]
    }

    /// What the instruction makes.
    pub fn result(&self, number: usize) -> Option<Value> {
        self.results[number]
    }

    /// What a local holds before the instruction.
    pub fn local(&self, number: usize, slot: u16) -> Option<Value> {
        *self.locals[number].as_ref()?.get(usize::from(slot))?
    }

    /// The instructions, parameters and handlers that the value comes from, joins followed.
    pub fn sources(&self, value: Value) -> Vec<Value> {
        let (mut found, mut seen, mut work) = (Vec::new(), vec![value], vec![value]);
        while let Some(next) = work.pop() {
            let Definition::Join(from) = &self.definitions[next] else {
                found.push(next);
                continue;
            };
            for value in from {
                if !seen.contains(value) {
                    seen.push(*value);
                    work.push(*value);
                }
            }
        }
        found.sort_unstable();
        found
    }
}
