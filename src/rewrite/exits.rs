//! With which status the program exits, if a region has an end: the replay ends there with that status, since what would
//! end the program is not run any more; and in which state, if that is wanted.
//!
//! `System.exit` is turned to the runtime's, which notes status and state and calls it; before `Runtime.exit` and `halt` the
//! status is noted in code, and by the runtime's `Lambdas` where a method reference names them. An exception that leaves `main` is
//! noted there ([`super::hooks`]). `halt` is noted in any case: it runs no hook that could say that there is no checkpoint. Left out:
//! exits that the JDK calls by itself, and `Runtime.exit` by reflection.

use super::emit::Emitter;
use super::error::Result;
use super::hook_table::{CAPTURE, EXITING, HALTING, Hook};
use crate::classfile::opcode::{DUP, INVOKEVIRTUAL};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{ClassFile, Code, Insn, Item, MemberRef, Operand};
use crate::plan::Plans;

/// Turns `System.exit`. `runtime`: the class that has the hooks.
pub(super) fn turn(editor: &mut ClassEditor, plans: &Plans, runtime: &'static str) -> Result<()> {
    if plans.first().request.states || runtime == CAPTURE && plans.has_end() {
        editor.redirect(|member| {
            let exits = member.class == "java/lang/System" && member.name == "exit" && member.descriptor == "(I)V";
            exits.then_some(runtime)
        })?;
    }
    Ok(())
}

/// Whether the class may end the JVM otherwise.
pub(super) fn is_used(class: &ClassFile, plans: &Plans) -> bool {
    class.method_refs().iter().any(|member| hook(member, plans).is_some())
}

/// Notes the status before each such call. Returns whether there was one.
pub(super) fn note(code: &mut Code, editor: &mut ClassEditor, plans: &Plans) -> Result<bool> {
    let class = editor.class;
    let end = |item: &Item| match item {
        Item::Insn { insn: Insn { op: INVOKEVIRTUAL, operand: Operand::Constant(index) }, .. } => {
            hook(&class.member(*index).ok()?, plans)
        }
        _ => None,
    };
    let places: Vec<_> = code.items.iter().enumerate().filter_map(|(at, item)| Some((at, end(item)?))).collect();
    for &(at, hook) in places.iter().rev() {
        let mut emit = Emitter::new(code, editor);
        emit.op(DUP); // …, runtime, status, status
        emit.hook(CAPTURE, hook)?; // …, runtime, status
        let items = emit.items;
        code.items.splice(at..at, items);
    }
    Ok(!places.is_empty())
}

/// What is called before the method, if that ends the JVM: behind `halt` nothing else would say that there is no checkpoint.
fn hook(member: &MemberRef, plans: &Plans) -> Option<&'static Hook> {
    let is_end = member.class == "java/lang/Runtime" && member.descriptor == "(I)V";
    match member.name.as_str() {
        "halt" if is_end => Some(&HALTING),
        "exit" if is_end && plans.has_end() => Some(&EXITING),
        _ => None,
    }
}
