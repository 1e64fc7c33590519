//! The code of one method as labelled instructions: what every analysis reads and every rewriting edits.
//!
//! Branch targets, exception ranges, line and local-variable tables and stack-map frames all name [`Label`]s that stand
//! between instructions, so inserting or removing instructions moves no offset by hand. Class references inside
//! instructions stay constant-pool indices of the class they came from.
//!
//! Each decoded `new` has a label of its own right before it, behind the label (if any) that branches and tables name;
//! frames name it by [`VType::Uninitialized`]. The assembler takes the first `new` behind such a label, so instructions
//! other than `new` may be inserted at either place.
//!
//! Invariants: each label is placed exactly once in `items`; every label used anywhere is placed; a `Label` item that
//! carries a frame has it in `frames`. Long and double values take two slots in locals; in [`Frame::locals`] and
//! [`Frame::stack`] they are one entry (as in JVMS §4.7.4), and no `Top` follows them.

use crate::define_index;
use std::collections::BTreeMap;

define_index!(
    /// A place between two instructions of one method.
    Label
);

/// One bytecode instruction, in the form in which it was encoded (`iload_1` and `iload 1` are different).
///
/// `wide` is not kept: the assembler adds it where an operand needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insn {
    /// The opcode, see [`super::opcode`].
    pub op: u8,
    /// What follows it.
    pub operand: Operand,
}

/// The operand of an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// None.
    None,
    /// `bipush`, `sipush`: the value.
    Immediate(i16),
    /// Loads, stores and `ret` with an explicit local.
    Local(u16),
    /// `iinc`.
    Increment {
        /// The local.
        local: u16,
        /// What is added.
        by: i16,
    },
    /// Any instruction with a constant-pool index (for `ldc`, `ldc_w` the assembler chooses the shorter form).
    Constant(u16),
    /// A branch (`goto_w` and `jsr_w` are decoded to `goto` and `jsr`; the assembler widens).
    Branch(Label),
    /// `tableswitch`.
    Table {
        /// Where other values go.
        default: Label,
        /// The value of the first target.
        low: i32,
        /// Targets of `low`, `low + 1`, ….
        targets: Vec<Label>,
    },
    /// `lookupswitch`, keys ascending.
    Lookup {
        /// Where other values go.
        default: Label,
        /// Keys and targets.
        pairs: Vec<(i32, Label)>,
    },
    /// `newarray`: the type code of JVMS §6.5.
    ArrayType(u8),
    /// `multianewarray`.
    MultiArray {
        /// Constant-pool index of the array class.
        class: u16,
        /// How many dimensions are given.
        dimensions: u8,
    },
}

/// An element of a method's code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A place.
    Label(Label),
    /// An instruction; `offset` of the original code is [`u32::MAX`] for inserted ones.
    Insn {
        /// The instruction.
        insn: Insn,
        /// Its offset in the original code, bytes.
        offset: u32,
    },
}

/// How code differs from what it was made of, in instructions. One that stands for itself with its original offset was kept;
/// all others were inserted, and those of the original that were not kept were removed. So an instruction that was replaced
/// or put elsewhere counts on both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Changes {
    /// Instructions that were put in.
    pub inserted: usize,
    /// Instructions that were taken away.
    pub removed: usize,
}

impl Changes {
    /// The differences of the changed code.
    pub fn between(original: &Code, changed: &Code) -> Self {
        let all = changed.insns().count();
        let is_kept = |item: &&Item| matches!(item, Item::Insn { offset, .. } if *offset != u32::MAX);
        let kept = changed.items.iter().filter(is_kept).count();
        Self { inserted: all - kept, removed: original.insns().count().saturating_sub(kept) }
    }
}

impl std::iter::Sum for Changes {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::default(), |sum, part| Self {
            inserted: sum.inserted + part.inserted,
            removed: sum.removed + part.removed,
        })
    }
}

/// An entry of the exception table; order matters, the first that covers the instruction and matches wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handler {
    /// First instruction covered.
    pub start: Label,
    /// Behind the last instruction covered.
    pub end: Label,
    /// Where control goes, with only the exception on the stack.
    pub handler: Label,
    /// Constant-pool index of the class caught, 0 for all.
    pub catch_type: u16,
}

/// An entry of a `LineNumberTable`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineEntry {
    /// From here on …
    pub start: Label,
    /// … the source line is this.
    pub line: u16,
}

/// An entry of a `LocalVariableTable` or `LocalVariableTypeTable`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalEntry {
    /// First place where the variable has a value.
    pub start: Label,
    /// Behind the last.
    pub end: Label,
    /// Constant-pool index of its name.
    pub name: u16,
    /// Constant-pool index of its descriptor or signature.
    pub descriptor: u16,
    /// Its slot.
    pub local: u16,
}

/// A verification type (JVMS §4.7.4).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum VType {
    /// No usable value.
    Top,
    /// int, and smaller.
    Int,
    /// float.
    Float,
    /// long: one entry, two slots.
    Long,
    /// double: one entry, two slots.
    Double,
    /// The null reference.
    Null,
    /// `this` in a constructor before `super(…)`.
    UninitializedThis,
    /// An object of the class (internal name, or an array descriptor).
    Object(String),
    /// The result of the `new` at the label, not yet constructed.
    Uninitialized(Label),
}

/// A stack-map frame, in full form.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Frame {
    /// Locals from slot 0 on; `Long` and `Double` are one entry each.
    pub locals: Vec<VType>,
    /// The operand stack, top last.
    pub stack: Vec<VType>,
}

/// An attribute of `Code` that is kept as it is, such as `RuntimeVisibleTypeAnnotations`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawAttribute {
    /// Constant-pool index of its name.
    pub name: u16,
    /// Its content.
    pub content: Vec<u8>,
    /// The code offsets in it, which the assembler sets.
    pub anchors: Vec<Anchor>,
}

/// A code offset (`u2`) in the content of an attribute, or an offset followed by a length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// Where in the content.
    pub position: usize,
    /// The place that the offset names.
    pub start: Label,
    /// With a length: the end of the range.
    pub end: Option<Label>,
}

/// A method's code.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Code {
    /// The original `max_stack`; the assembler computes its own.
    pub max_stack: u16,
    /// Slots of locals; the assembler raises it where an instruction needs more.
    pub max_locals: u16,
    /// Labels and instructions in order.
    pub items: Vec<Item>,
    /// The exception table in order.
    pub handlers: Vec<Handler>,
    /// `LineNumberTable` entries in order (several tables are merged).
    pub lines: Vec<LineEntry>,
    /// `LocalVariableTable` entries in order.
    pub locals: Vec<LocalEntry>,
    /// `LocalVariableTypeTable` entries in order.
    pub local_types: Vec<LocalEntry>,
    /// Stack-map frames by place.
    pub frames: BTreeMap<Label, Frame>,
    /// Other attributes, those with code offsets that could not be read left out.
    pub attributes: Vec<RawAttribute>,
    /// How many labels were made.
    pub label_count: u32,
}

impl Insn {
    /// An instruction without operand.
    pub fn simple(op: u8) -> Self {
        Self { op, operand: Operand::None }
    }
    /// An instruction with a constant-pool index.
    pub fn constant(op: u8, index: u16) -> Self {
        Self { op, operand: Operand::Constant(index) }
    }
    /// A branch.
    pub fn branch(op: u8, target: Label) -> Self {
        Self { op, operand: Operand::Branch(target) }
    }
    /// A load, store or `ret` of an explicit local.
    pub fn local(op: u8, local: u16) -> Self {
        Self { op, operand: Operand::Local(local) }
    }
}

impl Operand {
    /// The labels that control may go to.
    pub fn targets(&self) -> Vec<Label> {
        match self {
            Self::Branch(target) => vec![*target],
            Self::Table { default, targets, .. } => std::iter::once(*default).chain(targets.iter().copied()).collect(),
            Self::Lookup { default, pairs } => {
                std::iter::once(*default).chain(pairs.iter().map(|&(_, target)| target)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Replaces every label.
    pub fn map_labels(&mut self, map: &mut impl FnMut(Label) -> Label) {
        match self {
            Self::Branch(target) => *target = map(*target),
            Self::Table { default, targets, .. } => {
                *default = map(*default);
                for target in targets {
                    *target = map(*target);
                }
            }
            Self::Lookup { default, pairs } => {
                *default = map(*default);
                for (_, target) in pairs {
                    *target = map(*target);
                }
            }
            _ => {}
        }
    }
}

impl Frame {
    /// Replaces every label.
    pub fn map_labels(&mut self, map: &mut impl FnMut(Label) -> Label) {
        for entry in self.locals.iter_mut().chain(&mut self.stack) {
            if let VType::Uninitialized(label) = entry {
                *label = map(*label);
            }
        }
    }
}

impl Code {
    /// Replaces every label in the code; `map` must give different labels for different ones.
    pub fn map_labels(&mut self, mut map: impl FnMut(Label) -> Label) {
        for item in &mut self.items {
            match item {
                Item::Label(label) => *label = map(*label),
                Item::Insn { insn, .. } => insn.operand.map_labels(&mut map),
            }
        }
        for Handler { start, end, handler, .. } in &mut self.handlers {
            (*start, *end, *handler) = (map(*start), map(*end), map(*handler));
        }
        self.lines.iter_mut().for_each(|line| line.start = map(line.start));
        for entry in self.locals.iter_mut().chain(&mut self.local_types) {
            (entry.start, entry.end) = (map(entry.start), map(entry.end));
        }
        for anchor in self.attributes.iter_mut().flat_map(|attribute| &mut attribute.anchors) {
            (anchor.start, anchor.end) = (map(anchor.start), anchor.end.map(&mut map));
        }
        let frames = std::mem::take(&mut self.frames);
        self.frames = frames
            .into_iter()
            .map(|(label, mut frame)| {
                frame.map_labels(&mut map);
                (map(label), frame)
            })
            .collect();
    }

    /// A label that stands nowhere yet.
    pub fn new_label(&mut self) -> Label {
        self.label_count += 1;
        Label(self.label_count - 1)
    }

    /// Where the label stands in `items`.
    pub fn position(&self, label: Label) -> Option<usize> {
        self.items.iter().position(|item| *item == Item::Label(label))
    }

    /// The instructions with their positions in `items`.
    pub fn insns(&self) -> impl Iterator<Item = (usize, &Insn)> {
        self.items.iter().enumerate().filter_map(|(at, item)| match item {
            Item::Insn { insn, .. } => Some((at, insn)),
            Item::Label(_) => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classfile::opcode::{NOP, POP, RETURN};

    #[test]
    fn what_was_replaced_counts_on_both_sides() {
        let code = |insns: &[(u8, u32)]| {
            let items = insns.iter().map(|(op, offset)| Item::Insn { insn: Insn::simple(*op), offset: *offset });
            Code { items: std::iter::once(Item::Label(Label(0))).chain(items).collect(), ..Code::default() }
        };
        let original = code(&[(NOP, 0), (POP, 1), (RETURN, 2)]);
        assert_eq!(Changes::between(&original, &original), Changes::default());
        let changed = code(&[(NOP, u32::MAX), (NOP, 0), (POP, u32::MAX), (RETURN, 2)]);
        assert_eq!(Changes::between(&original, &changed), Changes { inserted: 2, removed: 1 });
    }
}
