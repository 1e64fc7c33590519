//! Strings that the program interns by `String.intern` are noted in the capturing jar: the replay must intern them too,
//! since the program may compare them by identity. (Method references to `intern` are seen by the runtime's `Lambdas`.)
//!
//! Invariant: the call itself stays, with its line and its exceptions; the note is taken from its result.

use super::emit::Emitter;
use super::error::Result;
use super::hook_table::{INTERNED, NOTE_INTERNED};
use crate::classfile::opcode::{DUP, INVOKEVIRTUAL};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{ClassFile, Code, Insn, Item, Operand};

/// Whether the class may have a call of `intern`: whether its bytes have the name's constant.
pub(super) fn is_used(class: &ClassFile) -> bool {
    const NAME: &[u8] = b"\x01\x00\x06intern"; // a `Utf8`: tag, length, bytes
    class.bytes.windows(NAME.len()).any(|bytes| bytes == NAME)
}

fn is_intern(class: &ClassFile, index: u16) -> bool {
    class.member(index).is_ok_and(|member| {
        member.class == "java/lang/String" && member.name == "intern" && member.descriptor == "()Ljava/lang/String;"
    })
}

/// Takes a note behind each call of `intern`. Returns whether there was one.
pub(super) fn note(code: &mut Code, editor: &mut ClassEditor) -> Result<bool> {
    let class = editor.class;
    let interns = |item: &Item| match item {
        Item::Insn { insn: Insn { op: INVOKEVIRTUAL, operand: Operand::Constant(index) }, .. } => {
            is_intern(class, *index)
        }
        _ => false,
    };
    let places: Vec<usize> = (0..code.items.len()).filter(|&at| interns(&code.items[at])).collect();
    for &at in places.iter().rev() {
        let mut emit = Emitter::new(code, editor);
        emit.op(DUP); // …, interned, interned
        emit.hook(INTERNED, &NOTE_INTERNED)?; // …, interned
        let items = emit.items;
        code.items.splice(at + 1..=at, items);
    }
    Ok(!places.is_empty())
}
