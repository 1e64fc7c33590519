//! The root of the chains: whether an activation of it counts, and what is told when `main` is left.
//!
//! What is instrumented in place, the root first of all, asks once, at its start, whether it is the activation that counts; the answer is
//! kept in a fresh local that all frames have, or, in the first method of another thread, asked for again at each call
//! ([`super::in_place`]). Where the chain starts below main, the runtime begins in main all the same.
//!
//! Where regions have ends, exceptions that leave `main` are told; where states are compared, every way out of it is.

use super::emit::Emitter;
use super::error::Result;
use super::hook_table::{BEGINS, CAPTURE, LEAVING, PASSED, ROOT, START, THROWN};
use super::notes::note;
use super::observe::Observer;
use super::slots::append_local;
use super::{below, clock};
use crate::classfile::opcode::{ATHROW, ILOAD, ISTORE, POP, RETURN};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{ClassFile, Code, Frame, Handler, Insn, Item, Label, VType};
use crate::plan::{Dispatch, Plan, Plans};

/// The constructor by which the JVM makes the object whose `main` it calls (JEP 512), if the root is no static method.
pub(super) fn launched(class: &ClassFile, plan: &Plan) -> Option<usize> {
    let of_instance = plan.below.is_none() && plan.chain.first().is_some_and(|root| !root.is_static);
    class.method_index("<init>", "()V").filter(|_| of_instance && class.name == plan.main)
}

/// `start` at the start of the program's main; with the hooks of an observing run.
pub(super) fn start_in_main(
    editor: &mut ClassEditor,
    class: &ClassFile,
    plans: &Plans,
    (hooks, observer): (&str, &mut Observer),
) -> Result<()> {
    let plan = plans.first();
    let Some(main) = plan.below.as_ref().filter(|main| main.class == class.name) else { return Ok(()) };
    if plan.chain.iter().any(|element| element.clone == 0 && element.method == *main) {
        return Ok(()); // the chain calls it; the runtime refuses what it then finds on the stack
    }
    let Some(method) = class.method_index(&main.name, &main.descriptor) else { return Ok(()) };
    let Some(mut code) = editor.code(method)? else { return Ok(()) };
    // what else changes in main: the code is the original's
    if hooks == CAPTURE {
        note(&mut code, editor, plans)?;
    } else {
        clock::dates(&mut code, editor, plan)?;
    }
    observer.observe(&mut code, editor, method)?;
    observer.is_set(method);
    let mut emit = Emitter::new(&mut code, editor);
    emit.first_hook()?; // –
    emit.hook(hooks, &START)?; // –
    let start = emit.here();
    let items = emit.items;
    code.items.splice(0..0, items);
    note_leaving(&mut code, editor, (plans, hooks), (start, None))?;
    Ok(editor.set_code(method, &code)?)
}

/// At the start of a method that is instrumented in place: asks whether this activation counts, and lets all frames know
/// the local of the answer, unless it has none. Where regions have ends, an exception that leaves `main` is noted: the program's exit status.
pub(super) fn ask_if_active(
    code: &mut Code,
    editor: &mut ClassEditor,
    (plans, number): (&Plans, usize),
    active: Option<u16>,
) -> Result<()> {
    let plan = plans.first();
    active.into_iter().for_each(|active| know_active(code, active));
    let mut emit = Emitter::new(code, editor);
    let node = &plans.forest.nodes[number];
    if node.dispatch == Dispatch::Thread {
        emit.index(number)?; // context
        emit.hook(CAPTURE, &BEGINS)?; // active
    } else if number == 0 {
        if plan.below.is_none() {
            emit.first_hook()?; // –
        }
        emit.hook(CAPTURE, &ROOT)?; // active
    } else {
        emit.index(number)?; // context
        emit.hook(CAPTURE, &PASSED)?; // active
    }
    match active {
        Some(active) => emit.insn(Insn::local(ISTORE, active)), // –
        None => emit.op(POP),                                   // –
    }
    if number == 0 && plan.below.is_some() {
        below::tell_arguments(&mut emit, &plan.chain[0])?;
    }
    let items = emit.items;
    code.items.splice(0..0, items);
    match active {
        Some(active) if number == 0 => note_leaving_root(code, editor, (plans, CAPTURE), active),
        _ => Ok(()),
    }
}

/// Lets all frames know the local; those of the hooks have it already.
pub(super) fn know_active(code: &mut Code, active: u16) {
    for frame in code.frames.values_mut().filter(|frame| !has_local(&frame.locals, active)) {
        append_local(&mut frame.locals, active, VType::Int);
    }
}

/// The same as [`note_leaving`] for a root that is `main`. The answer whether the activation counts is in its local already.
pub(super) fn note_leaving_root(
    code: &mut Code,
    editor: &mut ClassEditor,
    (plans, runtime): (&Plans, &str),
    active: u16,
) -> Result<()> {
    let stored = |item: &Item| matches!(item, Item::Insn { insn, .. } if *insn == Insn::local(ISTORE, active));
    let Some(stored) = code.items.iter().position(stored).filter(|_| plans.first().below.is_none()) else {
        return Ok(());
    };
    let start = code.new_label();
    code.items.insert(stored + 1, Item::Label(start));
    note_leaving(code, editor, (plans, runtime), (start, Some(active)))
}

/// Tells of exceptions that leave `main` behind `start`, where regions have ends, and of the state when it is left in any
/// way, if that is wanted. `active`: the local that says whether the activation counts, if it does not always.
pub(super) fn note_leaving(
    code: &mut Code,
    editor: &mut ClassEditor,
    (plans, runtime): (&Plans, &str),
    (start, active): (Label, Option<u16>),
) -> Result<()> {
    let states = plans.first().request.states;
    let is_return = |item: &Item| matches!(item, Item::Insn { insn, .. } if insn.op == RETURN);
    let returns: Vec<usize> =
        if states { (0..code.items.len()).filter(|at| is_return(&code.items[*at])).collect() } else { Vec::new() };
    for at in returns.into_iter().rev() {
        let mut emit = Emitter::new(code, editor);
        is_active(&mut emit, active)?; // …, active
        emit.hook(runtime, &LEAVING)?; // …
        let items = emit.items;
        code.items.splice(at..at, items);
    }
    if states || runtime == CAPTURE && plans.has_end() {
        note_exceptions(code, editor, (start, runtime), active)?;
    }
    Ok(())
}

/// Puts whether the activation counts.
pub(super) fn is_active(emit: &mut Emitter, active: Option<u16>) -> Result<()> {
    match active {
        Some(active) => emit.insn(Insn::local(ILOAD, active)), // …, active
        None => emit.int(1)?,                                  // …, active
    }
    Ok(())
}

fn note_exceptions(
    code: &mut Code,
    editor: &mut ClassEditor,
    (start, runtime): (Label, &str),
    active: Option<u16>,
) -> Result<()> {
    let mut locals = Vec::new();
    if let Some(active) = active {
        append_local(&mut locals, active, VType::Int);
    }
    let mut emit = Emitter::new(code, editor);
    let end = emit.here();
    let handler = emit.code.new_label();
    emit.place_with(handler, Frame { locals, stack: vec![VType::Object("java/lang/Throwable".into())] }); // thrown
    is_active(&mut emit, active)?; // thrown, active
    emit.hook(runtime, &THROWN)?; // thrown
    emit.op(ATHROW);
    let items = emit.items;
    code.items.extend(items);
    code.handlers.push(Handler { start, end, handler, catch_type: 0 });
    Ok(())
}

/// Whether a frame's locals reach up to local `index`.
fn has_local(locals: &[VType], index: u16) -> bool {
    let used: u16 = locals.iter().map(|kind| if matches!(kind, VType::Long | VType::Double) { 2 } else { 1 }).sum();
    used > index
}
