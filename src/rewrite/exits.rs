//! With which status the program exits, if a region has an end: the replay ends there with that status, since what would
//! end the program is not run any more; and in which state, if that is wanted.
//!
//! `System.exit` is turned to the runtime's, which notes status and state and calls it; before `Runtime.exit` and `halt` the
//! status is noted in code. An exception that leaves `main` is noted there ([`super::hooks`]). Left out: exits that the JDK
//! calls by itself, and `Runtime.exit` by reflection.

use super::Result;
use super::emit::{CAPTURE, Emitter};
use crate::classfile::opcode::{DUP, INVOKEVIRTUAL};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{ClassFile, Code, Insn, Item, MemberRef, Operand};
use crate::plan::Plans;

/// Turns `System.exit`. `runtime`: the class that has the hooks.
pub(super) fn turn(editor: &mut ClassEditor, plans: &Plans, runtime: &'static str) -> Result<()> {
    if plans.first().states || runtime == CAPTURE && plans.has_end() {
        editor.redirect(|member| {
            let exits = member.class == "java/lang/System" && member.name == "exit" && member.descriptor == "(I)V";
            exits.then_some(runtime)
        })?;
    }
    Ok(())
}

/// Whether the class may end the JVM otherwise.
pub(super) fn is_used(class: &ClassFile, plans: &Plans) -> bool {
    plans.has_end() && class.method_refs().iter().any(ends)
}

/// Notes the status before each such call. Returns whether there was one.
pub(super) fn note(code: &mut Code, editor: &mut ClassEditor, plans: &Plans) -> Result<bool> {
    let class = editor.class;
    let is_end = |item: &Item| match item {
        Item::Insn { insn: Insn { op: INVOKEVIRTUAL, operand: Operand::Constant(index) }, .. } => {
            class.member(*index).is_ok_and(|member| ends(&member))
        }
        _ => false,
    };
    let count = if plans.has_end() { code.items.len() } else { 0 };
    let places: Vec<usize> = (0..count).filter(|&at| is_end(&code.items[at])).collect();
    for &at in places.iter().rev() {
        let mut emit = Emitter::new(code, editor);
        emit.op(DUP); // …, runtime, status, status
        emit.hook(CAPTURE, "exiting", "(I)V")?; // …, runtime, status
        let items = emit.items;
        code.items.splice(at..at, items);
    }
    Ok(!places.is_empty())
}

fn ends(member: &MemberRef) -> bool {
    member.class == "java/lang/Runtime"
        && matches!(member.name.as_str(), "exit" | "halt")
        && member.descriptor == "(I)V"
}
