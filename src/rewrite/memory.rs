//! Memory outside the heap that the program takes from `sun.misc.Unsafe` is noted in the capturing jar: nobody can tell what lies
//! there, so that a checkpoint is refused while some is in use.
//!
//! Invariant: the calls themselves stay, with their lines and exceptions. Left out: calls by reflection; memory that is given back
//! by `reallocateMemory` counts as in use.

use super::Result;
use super::emit::Emitter;
use crate::classfile::opcode::{DUP2, INVOKEVIRTUAL};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{ClassFile, Code, Insn, Item, MemberRef, Operand};

/// Where it is noted.
const OFF_HEAP: &str = "jcp/runtime/OffHeap";

/// Whether the class may have such a call.
pub(super) fn is_used(class: &ClassFile) -> bool {
    class.method_refs().iter().any(|method| takes(method) || frees(method))
}

fn of_unsafe(method: &MemberRef, name: &str) -> bool {
    method.class == "sun/misc/Unsafe" && method.name == name
}

fn takes(method: &MemberRef) -> bool {
    of_unsafe(method, "allocateMemory") || of_unsafe(method, "reallocateMemory")
}

fn frees(method: &MemberRef) -> bool {
    of_unsafe(method, "freeMemory")
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
        let Some(method) = called(&code.items[at]).filter(|method| takes(method) || frees(method)) else { continue };
        let (hook, place) = if takes(&method) { ("taken", at + 1) } else { ("freed", at) };
        let mut emit = Emitter::new(code, editor);
        emit.op(DUP2); // …, address, address
        emit.hook(OFF_HEAP, hook, "(J)V")?; // …, address
        let items = emit.items;
        code.items.splice(place..place, items);
        any = true;
    }
    Ok(any)
}
