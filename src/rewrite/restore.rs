//! What a resume block restores of one frame: locals, monitors and operand stack; and the call of the next clone.
//!
//! Dead locals get defaults, so that the original stack-map frames hold. A value is asked for by its number in the shadow frame
//! ([`super::slots`]).

use super::clones::{CloneCall, clone_call, clone_descriptor};
use super::emit::Emitter;
use super::error::{Error, Result};
use super::hook_table::{ENTER, ENTERS, ENTERS_METHOD, FRAME, GET, LEAVE, OBJECT, REPLAY, STATES, of_kind};
use super::passing;
use super::slots::{Source, captured, constructed, is_constructor, number, parameters};
use super::ways::Way;
use crate::classfile::opcode::{ACONST_NULL, DUP, INVOKESPECIAL, INVOKEVIRTUAL, MONITORENTER};
use crate::classfile::{Insn, Label};
use crate::plan::{ChainMethod, Site, SlotKind};

/// Restores everything before an instruction: the checkpoint's, or the first one of a loop.
pub(super) fn restore_before(emit: &mut Emitter, way: &Way, on_stack: usize) -> Result<()> {
    let site = way.site();
    for (i, slot) in site.locals.iter().enumerate().filter(|(_, slot)| !way.is_there(slot)) {
        get(emit, &slot.kind, number(site, Source::Local(i)))?;
        emit.store(&slot.kind, slot.index);
    }
    enter_monitors(emit, way)?;
    for i in on_stack..site.stack.len() {
        push_stack(emit, site, i)?; // …, value
    }
    Ok(())
}

/// Restores what the frame needs after its chain call, and calls the next clone. The first `on_stack` stack slots are
/// there already. `shows`: the state at an end that lies deeper is to have the frame too. Returns the labels around the call.
pub(super) fn restore_at_call(
    emit: &mut Emitter,
    way: &Way,
    (child, shows): (usize, bool),
    original: &Insn,
    on_stack: usize,
) -> Result<(Label, Label)> {
    let site = way.site();
    let after = constructed(way.chain, way.depth);
    for (i, slot) in after.locals.iter().enumerate().filter(|(_, slot)| !way.is_there(slot)) {
        if slot.kind == site.locals[i].kind {
            get(emit, &slot.kind, number(site, Source::Local(i)))?;
        } else {
            get_constructed(emit, way)?;
        }
        emit.store(&slot.kind, slot.index);
    }
    enter_monitors(emit, way)?;
    for (i, slot) in after.stack.iter().enumerate().skip(on_stack) {
        if slot.kind == site.stack[i].kind {
            push_stack(emit, site, i)?; // …, value
        } else {
            get_constructed(emit, way)?; // …, object
        }
    }
    if shows {
        show_frame(emit, way)?;
    }
    let called = if site.through.is_some() {
        passing::call_again(emit, child, original)? // …, result
    } else {
        call_clone(emit, way, original)? // …, result
    };
    if shows {
        emit.index(way.depth)?; // …, result, depth
        emit.hook(STATES, &LEAVE)?; // …, result
    }
    Ok(called)
}

/// Puts the frame for states that are compared.
pub(super) fn show_frame(emit: &mut Emitter, way: &Way) -> Result<()> {
    emit.index(way.depth)?;
    emit.hook(STATES, &ENTER)?;
    for (slot, (_, kind)) in captured(way.site()).into_iter().enumerate() {
        get(emit, kind, Some(slot))?; // …, value
        emit.put(STATES, kind)?; // …
    }
    Ok(())
}

/// Calls the next clone with the captured receiver and default arguments. Returns the labels around the call.
fn call_clone(emit: &mut Emitter, way: &Way, original: &Insn) -> Result<(Label, Label)> {
    let (site, caller, callee) = (way.site(), &way.chain[way.depth], &way.chain[way.depth + 1]);
    if way.of_thread && callee.is_synchronized {
        emit.hook(REPLAY, &ENTERS_METHOD)?;
    }
    let mut call = clone_call(emit.editor.class, original, callee)?;
    if is_constructor(callee) {
        call = CloneCall { op: INVOKEVIRTUAL, owner: callee.method.class.clone(), interface: false };
        get_constructed(emit, way)?; // …, receiver
        emit.cast(&callee.method.class)?;
    } else if let Some(number) = number(site, Source::Receiver) {
        emit.index(number)?;
        emit.hook(REPLAY, &GET[OBJECT])?;
        let own = call.op == INVOKESPECIAL;
        emit.cast(if own { &caller.method.class } else { &callee.method.class })?; // …, receiver
    }
    for kind in parameters(&callee.method.descriptor)? {
        emit.default(&kind); // …, receiver, arguments
    }
    emit.op(ACONST_NULL); // …, receiver, arguments, null
    let from = emit.here();
    let descriptor = clone_descriptor(emit.editor, callee, 0)?;
    emit.invoke(call.op, &call.owner, clone_name(callee), &descriptor, call.interface)?; // …, result
    let to = emit.here();
    Ok((from, to))
}

/// Pushes the stack slot `i` of the site; a second reference to an unfinished object doubles the first.
pub(super) fn push_stack(emit: &mut Emitter, site: &Site, i: usize) -> Result<()> {
    let slot = &site.stack[i];
    if !matches!(slot.kind, SlotKind::Uninitialized(_)) {
        return get(emit, &slot.kind, number(site, Source::Stack(i)));
    }
    if i == 0 || site.stack[i - 1].kind != slot.kind {
        let problem = "the operand stack holds an object under construction in a form that jcp does not support; choose \
                       another call or line";
        return Err(Error::Plan { method: format!("line {}", site.line), problem: problem.into() });
    }
    emit.op(DUP); // …, object, object
    Ok(())
}

/// Pushes the object that the chain's constructor call at `depth` makes: `this` of the first deeper frame in which it is
/// initialised.
fn get_constructed(emit: &mut Emitter, way: &Way) -> Result<()> {
    let (chain, depth) = (way.chain, way.depth);
    let mut inner = depth + 1;
    while chain[inner].site.locals.first().is_some_and(|slot| slot.kind == SlotKind::UninitializedThis) {
        inner += 1;
    }
    let element = &chain[inner];
    let this = number(&element.site, Source::Local(0)).ok_or_else(|| Error::Plan {
        method: element.method.display(),
        problem: "a constructor's frame must keep `this`".into(),
    })?;
    emit.index(inner)?;
    emit.hook(REPLAY, &FRAME)?;
    emit.index(this)?;
    emit.hook(REPLAY, &GET[OBJECT])?; // object
    emit.index(depth)?;
    emit.hook(REPLAY, &FRAME)?; // object
    // `this(…)` and `super(…)` make an object of the caller's own class
    let caller = &chain[depth];
    let own = matches!(caller.site.receiver, Some(SlotKind::UninitializedThis));
    emit.cast(if own { &caller.method.class } else { &chain[depth + 1].method.class })
}

/// What the element's clone is called here: a constructor's clone is an ordinary method, since its object exists.
pub(super) fn clone_name(element: &ChainMethod) -> &str {
    if is_constructor(element) { "init" } else { &element.method.name }
}

/// Pushes the value of a slot of this kind: the captured one, or a default for a dead one.
pub(super) fn get(emit: &mut Emitter, kind: &SlotKind, number: Option<usize>) -> Result<()> {
    let Some(number) = number else {
        emit.default(kind); // default
        return Ok(());
    };
    emit.index(number)?;
    emit.hook(REPLAY, of_kind(&GET, kind))?; // value
    if let SlotKind::Object(class) = kind {
        emit.cast(class)?;
    }
    Ok(())
}

/// Enters the monitors that the frame held, outermost first.
pub(super) fn enter_monitors(emit: &mut Emitter, way: &Way) -> Result<()> {
    let locals = &way.site().monitors;
    if way.of_thread && !locals.is_empty() {
        emit.hook(REPLAY, &ENTERS)?;
    }
    for local in locals {
        emit.load(&SlotKind::Object(String::new()), *local); // object
        emit.op(MONITORENTER); // –
    }
    Ok(())
}
