//! Values moved from the operand stack to locals for the time of the hooks, and back.
//!
//! Invariant: once they are back, no such local holds a reference, which would keep an object that the original lets go of.

use super::emit::Emitter;
use super::slots::width;
use crate::classfile::opcode::ACONST_NULL;
use crate::plan::SlotKind;

/// A value moved from the stack to a local for the time of the hooks.
pub(super) struct Spilled {
    pub(super) kind: SlotKind,
    pub(super) local: u16,
}

/// Moves the topmost stack values, given bottom first, to the locals from `first` on.
pub(super) fn spill_from(emit: &mut Emitter, kinds: &[SlotKind], first: u16) -> Vec<Spilled> {
    let mut next = first;
    let mut spilled = Vec::new();
    for kind in kinds {
        spilled.push(Spilled { kind: kind.clone(), local: next });
        next += width(kind);
    }
    for value in spilled.iter().rev() {
        emit.store(&value.kind, value.local);
    }
    spilled
}

/// The first local behind the spilled values.
pub(super) fn end(spilled: &[Spilled], none: u16) -> u16 {
    spilled.last().map_or(none, |value| value.local + width(&value.kind))
}

/// Moves spilled values back to the stack. Their locals let go of them: the original holds them no longer, once they are used up.
pub(super) fn reload<'s>(emit: &mut Emitter, spilled: impl IntoIterator<Item = &'s Spilled>) {
    for value in spilled {
        emit.load(&value.kind, value.local); // …, value
        if !matches!(value.kind, SlotKind::Int | SlotKind::Long | SlotKind::Float | SlotKind::Double) {
            emit.op(ACONST_NULL); // …, value, null
            emit.store(&SlotKind::Null, value.local); // …, value
        }
    }
}
