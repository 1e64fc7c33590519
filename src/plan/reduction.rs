//! What is taken out of a program that is reduced to a slice, for rewriting: plain data, as the plan is.
//!
//! Instructions are told by their numbers in the method. What is not named stays. Operands are told by their slots, the lowest first.

use crate::classfile::descriptor::Kind;
use std::collections::{BTreeMap, BTreeSet};

/// The methods that change, by internal name of the class and number of the method in it.
#[derive(Clone, Debug, Default)]
pub struct Reduction {
    /// Only methods with code.
    pub methods: BTreeMap<String, BTreeMap<usize, MethodReduction>>,
}

/// What becomes of a method.
#[derive(Clone, Debug)]
pub enum MethodReduction {
    /// It has nothing of the slice: it returns the default value of its type.
    Empty,
    /// It is held unreachable: it ends with an error.
    Unreachable,
    /// Part of it stays.
    Reduced(Reduced),
}

/// What stays of a method.
#[derive(Clone, Debug, Default)]
pub struct Reduced {
    /// The instructions that go, and what comes in their places.
    pub changes: BTreeMap<u32, Change>,
    /// The locals that are read later, before the first instruction of each block.
    pub live: BTreeMap<u32, BTreeSet<u16>>,
}

/// What comes in the place of an instruction: its operands are taken off, a default value is pushed.
#[derive(Clone, Debug)]
pub struct Change {
    /// The slots of each operand that it takes.
    pub pops: Vec<u8>,
    /// The kind of the value that is pushed.
    pub push: Option<Kind>,
    /// What comes then.
    pub then: Then,
}

/// What comes after a replaced instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// The next instruction.
    GoesOn,
    /// The instruction itself, with the default value.
    Runs,
    /// A jump to one of its targets, by its place among them.
    Jumps(usize),
    /// A jump to a handler, by its number in the exception table.
    Handles(usize),
    /// The method returns the default value of its type.
    Returns,
}
