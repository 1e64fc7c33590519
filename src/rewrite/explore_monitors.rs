//! Synchronized methods that enter their monitor by instructions, so that a hook can stand before; class initialisers that tell when they run.
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
use crate::classfile::opcode::{self, ATHROW, DUP, INVOKESTATIC, MONITORENTER, MONITOREXIT};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{Code, Frame, Handler, Item, LineEntry, VType};

/// Puts hooks at the start and the ends of a class initialiser.
pub(super) fn tell_initialiser(code: &mut Code, editor: &mut ClassEditor) -> Result<()> {
    let hook = |name: &'static str| move |emit: &mut Emitter| emit.invoke(INVOKESTATIC, HOOKS, name, "()V", false); // …
    wrapped(code, editor, hook("initialising"), hook("initialised"), Vec::new())
}

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
    let enter = |emit: &mut Emitter| {
        emit.monitor(is_static, &name)?; // monitor
        emit.op(DUP); // monitor, monitor
        emit.invoke(INVOKESTATIC, HOOKS, "enter", "(Ljava/lang/Object;)V", false)?; // monitor
        emit.op(MONITORENTER); // –
        Ok(())
    };
    let locals = if is_static { Vec::new() } else { vec![VType::Object(name.clone())] };
    wrapped(code, editor, enter, |emit| leave(emit, is_static, &name), locals)
}

/// Code with something at its start, and something else before each return and behind whatever is thrown; `locals` hold everywhere.
fn wrapped(
    code: &mut Code,
    editor: &mut ClassEditor,
    first: impl FnOnce(&mut Emitter) -> Result<()>,
    last: impl Fn(&mut Emitter) -> Result<()>,
    locals: Vec<VType>,
) -> Result<()> {
    let old = std::mem::take(&mut code.items);
    let mut emit = Emitter::new(code, editor);
    // what comes first has the line of the first instruction, which may be the target of a branch
    let begin = emit.here();
    if let Some(line) = emit.code.lines.first().map(|entry| entry.line) {
        emit.code.lines.insert(0, LineEntry { start: begin, line });
    }
    first(&mut emit)?; // –
    let start = emit.here();
    for item in old {
        if matches!(&item, Item::Insn { insn, .. } if opcode::is_return(insn.op)) {
            last(&mut emit)?; // …, result
        }
        emit.items.push(item);
    }
    let end = emit.here();
    let handler = emit.code.new_label();
    let thrown = VType::Object("java/lang/Throwable".to_owned());
    emit.place_with(handler, Frame { locals, stack: vec![thrown] }); // thrown
    last(&mut emit)?; // thrown
    emit.op(ATHROW);
    let items = emit.items;
    code.items = items;
    code.handlers.push(Handler { start, end, handler, catch_type: 0 });
    Ok(())
}

fn leave(emit: &mut Emitter, is_static: bool, class: &str) -> Result<()> {
    emit.monitor(is_static, class)?; // …, monitor
    emit.op(DUP); // …, monitor, monitor
    emit.invoke(INVOKESTATIC, HOOKS, "exit", "(Ljava/lang/Object;)V", false)?; // …, monitor
    emit.op(MONITOREXIT); // …
    Ok(())
}
