//! Synchronized methods that enter their monitor by instructions, so that a hook can stand before.
//!
//! ```text
//! enter; body; exit, return     and for whatever is thrown: exit, throw
//! ```
//!
//! The monitor is `this`, or the class. Left out: native methods, and static ones of class files before version 49, which cannot name their class
//! by one instruction; these stay synchronized, and no hook sees it.

use super::access;
use super::emit::Emitter;
use super::error::Result;
use super::explore::HOOKS;
use crate::classfile::opcode::{self, ALOAD, ATHROW, DUP, INVOKESTATIC, LDC_W, MONITORENTER, MONITOREXIT};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{Code, Frame, Handler, Insn, Item, VType};

/// Rewrites the method if it is synchronized.
pub(super) fn enter_by_instructions(code: &mut Code, editor: &mut ClassEditor, method: usize) -> Result<()> {
    const FIRST_WITH_CLASSES: u16 = 49;
    let flags = editor.class.methods[method].access;
    let is_static = flags & access::STATIC != 0;
    if flags & access::SYNCHRONIZED == 0 || is_static && editor.class.major < FIRST_WITH_CLASSES {
        return Ok(());
    }
    editor.set_method_access(method, flags & !access::SYNCHRONIZED);
    let name = editor.class.name.clone();
    let old = std::mem::take(&mut code.items);
    let mut emit = Emitter::new(code, editor);
    monitor(&mut emit, is_static, &name)?; // monitor
    emit.op(DUP); // monitor, monitor
    emit.invoke(INVOKESTATIC, HOOKS, "enter", "(Ljava/lang/Object;)V", false)?; // monitor
    emit.op(MONITORENTER); // –
    let start = emit.here();
    for item in old {
        match &item {
            Item::Insn { insn, .. } if opcode::is_return(insn.op) => {
                leave(&mut emit, is_static, &name)?; // …, result
                emit.items.push(item);
            }
            _ => emit.items.push(item),
        }
    }
    let end = emit.here();
    let handler = emit.code.new_label();
    let locals = if is_static { Vec::new() } else { vec![VType::Object(name.clone())] };
    let thrown = VType::Object("java/lang/Throwable".to_owned());
    emit.place_with(handler, Frame { locals, stack: vec![thrown] }); // thrown
    leave(&mut emit, is_static, &name)?; // thrown
    emit.op(ATHROW);
    let items = emit.items;
    code.items = items;
    code.handlers.push(Handler { start, end, handler, catch_type: 0 });
    Ok(())
}

fn monitor(emit: &mut Emitter, is_static: bool, class: &str) -> Result<()> {
    if is_static {
        let index = emit.editor.class_ref(class)?;
        emit.insn(Insn::constant(LDC_W, index));
    } else {
        emit.insn(Insn::local(ALOAD, 0));
    }
    Ok(())
}

fn leave(emit: &mut Emitter, is_static: bool, class: &str) -> Result<()> {
    monitor(emit, is_static, class)?; // …, monitor
    emit.op(DUP); // …, monitor, monitor
    emit.invoke(INVOKESTATIC, HOOKS, "exit", "(Ljava/lang/Object;)V", false)?; // …, monitor
    emit.op(MONITOREXIT); // …
    Ok(())
}
