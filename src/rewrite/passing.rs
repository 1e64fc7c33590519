//! Chain calls that reach the next method through frames that are not the program's: `Method.invoke`, `doPrivileged`,
//! function objects, proxies.
//!
//! The capturing jar makes the call as it stands and tells the runtime before (`passing`) and after it (`back`), by return
//! or exception. The next method is instrumented in place; at its start it asks (`passed`), and the runtime looks at the
//! stack: only frames of the plan's [`Plan::pass_through`](crate::plan::Plan) may lie between. The replaying jar makes the same call again, with the
//! captured receiver and arguments, and the next method finds by the same question that it is to resume. So the frames
//! between are real ones, and do after the call what they did.
//!
//! If the call ends in a replay without having reached the next method, `came` ends the replay.

use super::Result;
use super::emit::{CAPTURE, Emitter, REPLAY};
use super::slots::frame_locals;
use crate::classfile::opcode::ATHROW;
use crate::classfile::splice::ClassEditor;
use crate::classfile::{Code, Frame, Handler, Insn, Label, VType};
use crate::plan::Site;

/// The labels around a call.
pub(super) type Range = (Label, Label);

/// In the capturing jar: the call between its notes.
pub(super) fn call_noted(emit: &mut Emitter, callee: usize, original: &Insn) -> Result<Range> {
    call(emit, callee, original, (CAPTURE, "back"))
}

/// In the replaying jar: the call once more. Receiver and arguments are on the stack.
pub(super) fn call_again(emit: &mut Emitter, callee: usize, original: &Insn) -> Result<Range> {
    call(emit, callee, original, (REPLAY, "came"))
}

/// The call, announced to the hooks' class with the number of the context that it is to reach, and the hook behind it.
fn call(emit: &mut Emitter, callee: usize, original: &Insn, (class, after): (&str, &str)) -> Result<Range> {
    emit.index(callee)?; // …, receiver, arguments, callee
    emit.hook(class, "passing", "(I)V")?; // …, receiver, arguments
    let from = emit.here();
    emit.insn(original.clone()); // …, result
    let to = emit.here();
    emit.hook(class, after, "()V")?; // …, result
    Ok((from, to))
}

/// In the capturing jar: notes that the call ended by an exception, and throws on.
pub(super) fn note_exceptions(
    code: &mut Code,
    editor: &mut ClassEditor,
    locals: Vec<VType>,
    called: Range,
    covering: &[Handler],
) -> Result<()> {
    throw_on(code, editor, locals, called, covering, (CAPTURE, "back"))
}

/// In the replaying jar: the same check for an exception.
pub(super) fn check_exceptions(
    code: &mut Code,
    editor: &mut ClassEditor,
    site: &Site,
    called: Range,
    covering: &[Handler],
) -> Result<()> {
    let locals = frame_locals(code, &site.locals)?;
    throw_on(code, editor, locals, called, covering, (REPLAY, "came"))
}

/// A handler of everything that the call throws: calls the hook, and throws on in the ranges of the handlers that cover
/// the original call.
fn throw_on(
    code: &mut Code,
    editor: &mut ClassEditor,
    locals: Vec<VType>,
    (from, to): Range,
    covering: &[Handler],
    (class, hook): (&str, &str),
) -> Result<()> {
    let mut emit = Emitter::new(code, editor);
    let handler = emit.code.new_label();
    emit.place_with(handler, Frame { locals, stack: vec![VType::Object("java/lang/Throwable".into())] }); // thrown
    emit.hook(class, hook, "()V")?; // thrown
    let start = emit.here();
    emit.op(ATHROW);
    let end = emit.here();
    let items = emit.items;
    code.items.extend(items);
    code.handlers.insert(0, Handler { start: from, end: to, handler, catch_type: 0 });
    code.handlers.extend(covering.iter().map(|covering| Handler { start, end, ..covering.clone() }));
    Ok(())
}
