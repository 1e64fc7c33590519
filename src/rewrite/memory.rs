//! Memory outside the heap that the program takes from `sun.misc.Unsafe` is noted in the capturing jar: nobody can tell what lies
//! there, so that a checkpoint is refused while some is in use.
//!
//! Invariant: the calls themselves stay, with their lines and exceptions. Left out: calls by reflection; where several threads call
//! `reallocateMemory` at once, what they give back may count as in use.

use super::emit::Emitter;
use super::error::Result;
use super::hook_table::{Hook, MEMORY_FREED, MEMORY_MOVED, MEMORY_MOVES, MEMORY_TAKEN, OFF_HEAP};
use crate::classfile::opcode::{DUP2, DUP2_X2, INVOKEVIRTUAL, POP2};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{ClassFile, Code, Insn, Item, MemberRef, Operand};

/// Whether the class may have such a call.
pub(super) fn is_used(class: &ClassFile) -> bool {
    class.method_refs().iter().any(is_noted)
}

fn is_noted(method: &MemberRef) -> bool {
    method.class == "sun/misc/Unsafe"
        && matches!(method.name.as_str(), "allocateMemory" | "reallocateMemory" | "freeMemory")
}

/// Takes a note of each such call. Returns whether there was one.
pub(super) fn note(code: &mut Code, editor: &mut ClassEditor) -> Result<bool> {
    let class = editor.class;
    let called = |item: &Item| match item {
        Item::Insn { insn: Insn { op: INVOKEVIRTUAL, operand: Operand::Constant(index) }, .. } => {
            class.member(*index).ok()
        }
        _ => None,
    };
    let mut any = false;
    for at in (0..code.items.len()).rev() {
        let Some(method) = called(&code.items[at]).filter(is_noted) else { continue };
        match method.name.as_str() {
            "allocateMemory" => note_address(code, editor, at + 1, &MEMORY_TAKEN)?,
            "freeMemory" => note_address(code, editor, at, &MEMORY_FREED)?,
            _ => {
                note_address(code, editor, at + 1, &MEMORY_MOVED)?;
                let mut emit = Emitter::new(code, editor);
                [DUP2_X2, POP2].into_iter().for_each(|op| emit.op(op)); // …, bytes, address
                emit.op(DUP2); // …, bytes, address, address
                emit.hook(OFF_HEAP, &MEMORY_MOVES)?; // …, bytes, address
                [DUP2_X2, POP2].into_iter().for_each(|op| emit.op(op)); // …, address, bytes
                let items = emit.items;
                code.items.splice(at..at, items);
            }
        }
        any = true;
    }
    Ok(any)
}

/// Tells the hook the address on the stack, before the item of that number.
fn note_address(code: &mut Code, editor: &mut ClassEditor, place: usize, hook: &Hook) -> Result<()> {
    let mut emit = Emitter::new(code, editor);
    emit.op(DUP2); // …, address, address
    emit.hook(OFF_HEAP, hook)?; // …, address
    let items = emit.items;
    code.items.splice(place..place, items);
    Ok(())
}
