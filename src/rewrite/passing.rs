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
//!
//! On the way to a region's end the replaying jar notes such calls as the capturing one does, but apart from those that
//! resume: `leads`, `led`, and at the next method's start `reached`.

use super::emit::Emitter;
use super::error::Result;
use super::hook_table::{ALSO_LEADS, ALSO_PASSING, BACK, CAME, CAPTURE, Hook, LEADS, LED, PASSING, REPLAY};
use super::slots::frame_locals;
use crate::classfile::opcode::ATHROW;
use crate::classfile::splice::ClassEditor;
use crate::classfile::{Code, Frame, Handler, Insn, Label, VType};
use crate::plan::Site;

/// The labels around a call.
pub(super) type Range = (Label, Label);

/// The hooks around a call that the program makes: one class of the runtime, what announces the call with a context that it
/// may reach, what tells further ones, and what ends it.
fn notes(runtime: &str) -> (&'static str, [&'static Hook; 3]) {
    if runtime == CAPTURE { (CAPTURE, [&PASSING, &ALSO_PASSING, &BACK]) } else { (REPLAY, [&LEADS, &ALSO_LEADS, &LED]) }
}

/// The call between its notes. `callees`: the contexts that it may reach, of chains that part here.
pub(super) fn call_noted(emit: &mut Emitter, callees: &[usize], original: &Insn, runtime: &str) -> Result<Range> {
    call(emit, callees, original, notes(runtime))
}

/// In the replaying jar: the call once more. Receiver and arguments are on the stack.
pub(super) fn call_again(emit: &mut Emitter, callee: usize, original: &Insn) -> Result<Range> {
    call(emit, &[callee], original, (REPLAY, [&PASSING, &PASSING, &CAME]))
}

/// The call, announced to the hooks' class with the numbers of the contexts that it may reach, and the hook behind it.
fn call(
    emit: &mut Emitter,
    callees: &[usize],
    original: &Insn,
    (class, [before, also, after]): (&str, [&Hook; 3]),
) -> Result<Range> {
    announce(emit, callees, (class, [before, also]))?; // …, receiver, arguments
    let from = emit.here();
    emit.insn(original.clone()); // …, result
    let to = emit.here();
    emit.hook(class, after)?; // …, result
    Ok((from, to))
}

/// Tells the hooks' class which contexts the next call may reach.
fn announce(emit: &mut Emitter, callees: &[usize], (class, [before, also]): (&str, [&Hook; 2])) -> Result<()> {
    for (number, callee) in callees.iter().enumerate() {
        emit.index(*callee)?; // …, callee
        emit.hook(class, if number == 0 { before } else { also })?; // …
    }
    Ok(())
}

/// What goes before a call in which a thread also waits, if it may reach other contexts.
pub(super) fn note_call(emit: &mut Emitter, callees: &[usize], runtime: &str) -> Result<()> {
    let (class, [before, also, _]) = notes(runtime);
    announce(emit, callees, (class, [before, also]))
}

/// The hook that ends such a call.
pub(super) fn end_of_call(runtime: &str) -> (&'static str, &'static Hook) {
    let (class, [_, _, after]) = notes(runtime);
    (class, after)
}

/// Notes that the call ended by an exception, and throws on.
pub(super) fn note_exceptions(
    code: &mut Code,
    editor: &mut ClassEditor,
    locals: Vec<VType>,
    called: Range,
    (covering, runtime): (&[Handler], &str),
) -> Result<()> {
    throw_on(code, editor, locals, called, covering, &[end_of_call(runtime)])
}

/// In the replaying jar: the hook that belongs behind the call, for an exception.
pub(super) fn check_exceptions(
    code: &mut Code,
    editor: &mut ClassEditor,
    site: &Site,
    called: Range,
    covering: &[Handler],
    hook: &Hook,
) -> Result<()> {
    let locals = frame_locals(code, &site.locals)?;
    throw_on(code, editor, locals, called, covering, &[(REPLAY, hook)])
}

/// A handler of everything that the call throws: calls the hooks, and throws on in the ranges of the handlers that cover
/// the original call.
pub(super) fn throw_on(
    code: &mut Code,
    editor: &mut ClassEditor,
    locals: Vec<VType>,
    (from, to): Range,
    covering: &[Handler],
    hooks: &[(&str, &Hook)],
) -> Result<()> {
    let mut emit = Emitter::new(code, editor);
    let handler = emit.code.new_label();
    emit.place_with(handler, Frame { locals, stack: vec![VType::Object("java/lang/Throwable".into())] }); // thrown
    for (class, hook) in hooks {
        emit.hook(class, hook)?; // thrown
    }
    let start = emit.here();
    emit.op(ATHROW);
    let end = emit.here();
    let items = emit.items;
    code.items.extend(items);
    code.handlers.insert(0, Handler { start: from, end: to, handler, catch_type: 0 });
    code.handlers.extend(covering.iter().map(|covering| Handler { start, end, ..covering.clone() }));
    Ok(())
}
