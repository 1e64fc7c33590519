//! The code of one method with the indices that analyses look up all the time.
//!
//! An *item* is an index into [`Code::items`]; instructions are named by their items everywhere. Invariant: every label
//! that the code uses is placed (checked when the body is made), so lookups of used labels cannot fail.

use super::effect::{StackEffect, stack_effect};
use super::error::{Error, Result};
use crate::classfile::opcode::{self, LDC, LDC_W, LDC2_W};
use crate::classfile::{ClassFile, Code, Constant, Handler, Insn, Item, Label, Operand};
use fixedbitset::FixedBitSet;

/// A method's code, indexed.
#[derive(Clone, Debug)]
pub struct Body {
    /// Class, name and descriptor, for messages.
    pub method: String,
    /// The code.
    pub code: Code,
    /// Item of each label.
    labels: Vec<usize>,
    /// The items that are instructions, in order.
    insns: Vec<usize>,
    /// For each item its number in `insns`; for a label that of the instruction behind it.
    numbers: Vec<usize>,
    /// Source line of each item, 0 if not known.
    lines: Vec<u16>,
    /// The items whose instruction may throw.
    throwing: FixedBitSet,
    /// Stack effect of each instruction, by its number.
    effects: Vec<StackEffect>,
}

impl Body {
    /// Indexes the code of a method of `class`.
    pub fn new(method: String, code: Code, class: &ClassFile) -> Result<Self> {
        let loads_plain_constant = |insn: &Insn| match insn.operand {
            Operand::Constant(index) if matches!(insn.op, LDC | LDC_W | LDC2_W) => !matches!(
                class.constant(index),
                Ok(Constant::Class(_) | Constant::MethodHandle(_) | Constant::MethodType(_) | Constant::Dynamic(..))
                    | Err(_)
            ),
            _ => false,
        };
        Self::index(method, code, Some(class), |insn| !loads_plain_constant(insn))
    }

    /// Indexes code without its class: every `ldc` counts as an instruction that may throw, and calls and field
    /// accesses, whose stack effect is not known, are refused.
    pub fn from_code(method: &str, code: Code) -> Result<Self> {
        Self::index(method.to_owned(), code, None, |_| true)
    }

    fn index(method: String, code: Code, class: Option<&ClassFile>, may_throw: impl Fn(&Insn) -> bool) -> Result<Self> {
        let count = code.items.len();
        let mut body = Self {
            labels: vec![usize::MAX; code.label_count as usize],
            insns: Vec::new(),
            numbers: Vec::with_capacity(count),
            lines: Vec::new(),
            throwing: FixedBitSet::with_capacity(count),
            effects: Vec::new(),
            method,
            code,
        };
        for (at, item) in body.code.items.iter().enumerate() {
            body.numbers.push(body.insns.len());
            match item {
                Item::Label(label) => match body.labels.get_mut(label.0 as usize) {
                    Some(place) if *place == usize::MAX => *place = at,
                    _ => {
                        return Err(Error::code(
                            &body.method,
                            at,
                            format!("label {} is placed twice or was never created", label.0),
                        ));
                    }
                },
                Item::Insn { insn, .. } => {
                    body.insns.push(at);
                    let effect = stack_effect(insn, class);
                    body.effects.push(effect.map_err(|problem| Error::code(&body.method, at, problem))?);
                    // Returns throw only if locking is not structured, which no compiler emits.
                    if opcode::may_throw(insn.op) && !opcode::is_return(insn.op) && may_throw(insn) {
                        body.throwing.insert(at);
                    }
                }
            }
        }
        body.check_labels()?;
        body.lines = body.compute_lines();
        Ok(body)
    }

    fn check_labels(&self) -> Result<()> {
        let placed = |at: usize, label: Label| match self.labels.get(label.0 as usize) {
            Some(place) if *place != usize::MAX => Ok(()),
            _ => Err(Error::code(&self.method, at, format!("label {} is used but not placed", label.0))),
        };
        for (at, insn) in self.code.insns() {
            insn.operand.targets().into_iter().try_for_each(|label| placed(at, label))?;
        }
        for handler in &self.code.handlers {
            [handler.start, handler.end, handler.handler].into_iter().try_for_each(|label| placed(0, label))?;
        }
        self.code.lines.iter().try_for_each(|entry| placed(0, entry.start))?;
        self.code.frames.keys().try_for_each(|label| placed(0, *label))
    }

    fn compute_lines(&self) -> Vec<u16> {
        let mut lines = vec![0; self.code.items.len()];
        for entry in &self.code.lines {
            lines[self.item_of(entry.start)] = entry.line;
        }
        let mut line = 0;
        for place in &mut lines {
            if *place != 0 {
                line = *place;
            }
            *place = line;
        }
        lines
    }

    /// Where the label stands.
    pub fn item_of(&self, label: Label) -> usize {
        self.labels[label.0 as usize]
    }

    /// The first instruction behind the label; none at the end of the code.
    pub fn insn_at(&self, label: Label) -> Option<usize> {
        self.insns.get(self.numbers[self.item_of(label)]).copied()
    }

    /// The instruction at `item`; none for labels and items outside the code.
    pub fn insn(&self, item: usize) -> Option<&Insn> {
        match self.code.items.get(item)? {
            Item::Insn { insn, .. } => Some(insn),
            Item::Label(_) => None,
        }
    }

    /// The items of all instructions, in order.
    pub fn insns(&self) -> &[usize] {
        &self.insns
    }

    /// The first instruction behind `item`, none at the end of the code.
    pub fn next_insn(&self, item: usize) -> Option<usize> {
        self.insns.get(self.numbers.get(item)? + 1).copied()
    }

    /// The place of an instruction among the instructions: 0 for the first.
    pub fn number(&self, item: usize) -> usize {
        self.numbers[item]
    }

    /// Offset of the instruction in the original code, bytes; none for labels and inserted instructions.
    pub fn offset(&self, item: usize) -> Option<u32> {
        match self.code.items.get(item)? {
            Item::Insn { offset, .. } if *offset != u32::MAX => Some(*offset),
            _ => None,
        }
    }

    /// The instruction that stands at this offset in the original code.
    pub fn item_at_offset(&self, offset: u32) -> Option<usize> {
        self.insns.iter().copied().find(|item| self.offset(*item) == Some(offset))
    }

    /// The source line of the item; none without a line table.
    pub fn line(&self, item: usize) -> Option<u16> {
        self.lines.get(item).copied().filter(|line| *line != 0)
    }

    /// The instructions on the source line, in order.
    pub fn insns_on_line(&self, line: u16) -> impl Iterator<Item = usize> + '_ {
        self.insns.iter().copied().filter(move |item| self.line(*item) == Some(line))
    }

    /// Whether the instruction may throw on its own account.
    pub fn may_throw(&self, item: usize) -> bool {
        self.throwing.contains(item)
    }

    /// What the instruction does to the stack; nothing for labels.
    pub fn effect(&self, item: usize) -> StackEffect {
        let known = self.insn(item).and_then(|_| self.effects.get(self.numbers[item]));
        known.copied().unwrap_or(StackEffect { pops: 0, pushes: 0 })
    }

    /// The handlers that cover the instruction, innermost first, with their numbers in the exception table. Ends with
    /// the first that catches everything.
    pub fn handlers_at(&self, item: usize) -> Vec<(usize, &Handler)> {
        let mut found = Vec::new();
        for (number, handler) in self.code.handlers.iter().enumerate() {
            if (self.item_of(handler.start)..self.item_of(handler.end)).contains(&item) {
                found.push((number, handler));
                if handler.catch_type == 0 {
                    break;
                }
            }
        }
        found
    }
}
