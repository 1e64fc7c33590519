//! Calls of the JDK in which threads other than main wait at the checkpoint, and loops in which they are held.
//!
//! The capturing jar puts the frame before such a call, with receiver and arguments, tells the runtime that the thread waits, and
//! behind the call puts its result and tells that the thread goes on; there the runtime holds it while a snapshot is taken:
//!
//! ```text
//!   …; Capture.waits             // …, receiver, arguments
//!   the call                     // …, result
//!   dup; Capture.putX            // …, result
//!   Capture.woken                // …, result        by an exception: threw
//! ```
//!
//! The replaying jar makes the call again, in its resume block, unless it had returned when the snapshot was taken. Then the result is among
//! the values of the frame:
//!
//! ```text
//!   Replay.again; ifeq BEHIND    // …
//!   receiver, arguments          // …, receiver, arguments
//!   Replay.waits; the call       // …, result
//!   Replay.woken; goto JOIN      // …, result        main goes on first
//! BEHIND:
//!   Replay.getX                  // …, result        of a monitor: it is entered
//!   Replay.woken; goto JOIN      // …, result
//! ```
//!
//! Where chains part at the call, since it may also lead on through frames of the JDK, the notes of [`super::passing`] stand around it, too. A worker whose
//! first method is its factory's waits in `Runnable.run` so, and runs its tasks in it.
//!
//! Where states are compared, the frame is put for `States` too, in both jars and as long as the program runs, and `States.waits` tells which chain's it is.
//!
//! A thread that runs is held at the head of a loop, as if it waited there in a call that does nothing:
//!
//! ```text
//!   Capture.rests; ifeq ON       // …                a snapshot is to be taken
//!   Capture.waits; Capture.woken // …
//! ON:
//!   the loop's first instruction
//! ```

use super::emit::Emitter;
use super::error::{Error, Result};
use super::hook_table::{AGAIN, CAPTURE, CAPTURE_WAITS, GET, LEAVE, REPLAY, REPLAY_WAITS, RESTS, STATES, STATES_WAITS};
use super::hook_table::{THREW, WOKEN, of_kind};
use super::hooks::{Hooks, site};
use super::link::Link;
use super::passing::{self, throw_on};
use super::restore::{enter_monitors, get, push_stack, show_frame};
use super::slots::{Source, captured, frame_before, kind_of_descriptor, number, parameters, parsed};
use super::spill::reload;
use super::ways::Way;
use crate::classfile::opcode::{DUP, DUP2, GOTO, IFEQ, MONITORENTER};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{Code, Insn, Label};
use crate::plan::{Call, Dispatch, Place, Point, Site, SlotKind, ThreadChain};

/// What the call gives; none if that is nothing.
fn result(site: &Site) -> Result<Option<SlotKind>> {
    let descriptor = site.through.as_ref().map_or("()V", |through| &through.descriptor);
    let result = parsed(descriptor)?.result;
    Ok((result != "V").then(|| kind_of_descriptor(result)))
}

/// The places of receiver, time limit and its unit among the frame's values; the call has this descriptor.
pub fn waited_slots(site: &Site, descriptor: &str) -> [Option<usize>; 3] {
    let Some(passed) = site.through.as_ref().map(|through| usize::from(through.passed)) else { return [None; 3] };
    let Ok(parameters) = parameters(descriptor) else { return [None; 3] };
    let first = site.stack.len() - passed;
    let place = |at: usize| number(site, Source::Stack(first + at));
    let own = passed - parameters.len();
    let limit = parameters.iter().rposition(|kind| *kind == SlotKind::Long);
    let unit = SlotKind::Object("java/util/concurrent/TimeUnit".into());
    let unit = parameters.iter().position(|kind| *kind == unit);
    [(own > 0).then(|| place(0)).flatten(), limit.and_then(|at| place(own + at)), unit.and_then(|at| place(own + at))]
}

/// Which value of the frame is a condition that the thread awaits, whose lock it holds so long; -1 if it is none.
fn condition(thread: &ThreadChain, site: &Site) -> i32 {
    let [receiver, ..] = waited_slots(site, &thread.waits_in.descriptor);
    let awaits = thread.waits_in.name.starts_with("await");
    receiver.filter(|_| awaits).map_or(-1, |slot| i32::try_from(slot).unwrap_or(-1))
}

impl Hooks<'_> {
    /// Whether the jar keeps the frame around the call in which the thread with this number waits.
    pub(super) fn keeps_around(&self, thread: usize) -> bool {
        let place = Place::Wait(thread);
        if self.runtime == CAPTURE { !self.plans.is_loop(place) } else { self.plans.is_shown(place) }
    }

    /// Puts the frame and the hooks around the call in which the thread with this number waits. The call may lead another thread on
    /// through frames of the JDK (`passing`): it is noted for both.
    pub(super) fn wait(
        &mut self,
        thread: usize,
        (point, passing): (&Point, &[Link]),
        code: &mut Code,
        editor: &mut ClassEditor,
    ) -> Result<()> {
        self.refuse_others(point)?;
        let (chain, depth, runtime) = (self.plans.chain(Place::Wait(thread)), self.node.depth, self.runtime);
        let is_shown = self.plans.is_shown(Place::Wait(thread));
        let shows = is_shown || passing.iter().any(|link| link.shows);
        let kept = [(runtime == CAPTURE).then_some(CAPTURE), shows.then_some(STATES)];
        let kept: Vec<&str> = kept.into_iter().flatten().collect();
        let callees: Vec<usize> = passing.iter().map(|link| link.child).collect();
        let around = self.around_call((chain, depth), &kept, (code, editor), |emit, spilled, original| {
            if is_shown {
                emit.index(thread)?; // thread
                emit.hook(STATES, &STATES_WAITS)?; // –
            }
            passing::note_call(emit, &callees, runtime)?; // –
            if runtime == CAPTURE {
                self.tell_wait(emit, thread)?; // –
            }
            reload(emit, spilled); // …, receiver, arguments
            let from = emit.here();
            emit.insn(original.clone()); // …, result
            let to = emit.here();
            self.tell_end(emit, thread, !callees.is_empty())?; // …, result
            Ok((from, to))
        })?;
        let end = if runtime == CAPTURE { (CAPTURE, &THREW) } else { (STATES, &WOKEN) };
        let ends = [Some(end), (!callees.is_empty()).then(|| passing::end_of_call(runtime))];
        let ends: Vec<_> = ends.into_iter().flatten().collect();
        throw_on(code, editor, around.locals, around.called, &around.covering, &ends)
    }

    /// Refuses what does not go with a wait in one call: what dispatch does not tell apart, and a region's start or end.
    fn refuse_others(&self, point: &Point) -> Result<()> {
        let parts = |call: &Call| {
            let is_direct = self.plans.chain(call.place)[self.node.depth].site.through.is_none();
            !is_direct || self.plans.forest.nodes[call.child].dispatch == Dispatch::Virtual
        };
        if point.calls.iter().all(parts) && point.starts.is_empty() && point.ends.is_empty() {
            return Ok(());
        }
        let problem = "a thread waits in a call that also leads to a checkpoint or an end; choose another line".into();
        Err(Error::Plan { method: self.node.method.display(), problem })
    }

    /// In the capturing jar: the thread is about to wait.
    fn tell_wait(&self, emit: &mut Emitter, thread: usize) -> Result<()> {
        let site = site(self.plans, self.node, Place::Wait(thread));
        let waits = &self.plans.threads[thread];
        let [_, limit, _] = waited_slots(site, &waits.waits_in.descriptor);
        emit.index(2 * thread + usize::from(limit.is_some()))?; // call
        emit.int(condition(waits, site))?; // call, condition
        emit.hook(CAPTURE, &CAPTURE_WAITS) // –
    }

    /// After the call: the thread goes on with the call's result, which the capturing jar keeps. `noted`: the call was noted to lead on, so frames
    /// of what it led to may be left.
    fn tell_end(&self, emit: &mut Emitter, thread: usize, noted: bool) -> Result<()> {
        if self.runtime == CAPTURE {
            if noted {
                emit.index(self.node.depth + 1)?; // …, result, depth
                emit.hook(CAPTURE, &LEAVE)?; // …, result
            }
            if let Some(kind) = &result(site(self.plans, self.node, Place::Wait(thread)))? {
                let is_wide = matches!(kind, SlotKind::Long | SlotKind::Double);
                emit.op(if is_wide { DUP2 } else { DUP }); // …, result, result
                emit.put(CAPTURE, kind)?; // …, result
            }
        }
        emit.hook(if self.runtime == CAPTURE { CAPTURE } else { STATES }, &WOKEN)?; // …, result
        if noted {
            let (class, hook) = passing::end_of_call(self.runtime);
            emit.hook(class, hook)?; // …, result
        }
        Ok(())
    }

    /// Puts the question whether the thread with this number is to rest before the first instruction of its loop.
    pub(super) fn rest(&self, thread: usize, code: &mut Code, editor: &mut ClassEditor) -> Result<()> {
        let site = site(self.plans, self.node, Place::Wait(thread));
        let rests = |emit: &mut Emitter| emit.hook(CAPTURE, &RESTS);
        self.with_frame_before(site, (code, editor), rests, |emit| {
            emit.index(2 * thread)?; // call
            emit.int(-1)?; // call, condition
            emit.hook(CAPTURE, &CAPTURE_WAITS)?; // –
            emit.hook(CAPTURE, &WOKEN) // –
        })
    }
}

/// Restores what the frame needs after the call in which its thread waited, and makes the call again or goes on behind it; joins at
/// `label`. Returns the labels around the call.
pub(super) fn restore_at_wait(
    emit: &mut Emitter,
    way: &Way,
    (label, original): (Label, &Insn),
    on_stack: usize,
) -> Result<(Label, Label)> {
    let site = way.site();
    let passed = site.through.as_ref().map_or(0, |through| usize::from(through.passed));
    let under = site.stack.len() - passed;
    if on_stack > under {
        let problem =
            "a thread waits while the operand stack holds an object under construction; choose another line".into();
        return Err(Error::Plan { method: way.chain[way.depth].method.display(), problem });
    }
    for (i, slot) in site.locals.iter().enumerate().filter(|(_, slot)| !way.is_there(slot)) {
        get(emit, &slot.kind, number(site, Source::Local(i)))?;
        emit.store(&slot.kind, slot.index);
    }
    enter_monitors(emit, way)?;
    for i in on_stack..under {
        push_stack(emit, site, i)?; // …, value
    }
    let mut frame = frame_before(emit.code, site)?;
    frame.stack.truncate(under);
    let behind = emit.code.new_label();
    emit.hook(REPLAY, &AGAIN)?; // …, again
    emit.branch(IFEQ, behind); // …
    for i in under..site.stack.len() {
        push_stack(emit, site, i)?; // …, receiver, arguments
    }
    if let Some(thread) = way.shown {
        show_frame(emit, way)?; // …, receiver, arguments
        emit.index(thread)?; // …, receiver, arguments, thread
        emit.hook(STATES, &STATES_WAITS)?; // …, receiver, arguments
    }
    emit.hook(REPLAY, &REPLAY_WAITS)?; // …, receiver, arguments
    let from = emit.here();
    emit.insn(original.clone()); // …, result
    let to = emit.here();
    emit.hook(REPLAY, &WOKEN)?; // …, result
    emit.branch(GOTO, label);
    emit.place_with(behind, frame); // …
    if original.op == MONITORENTER {
        push_stack(emit, site, under)?; // …, object
        emit.insn(original.clone()); // …        the monitor was entered
    }
    if let Some(kind) = result(site)? {
        emit.index(captured(site).len())?; // …, number
        emit.hook(REPLAY, of_kind(&GET, &kind))?; // …, result
        if let SlotKind::Object(class) = &kind {
            emit.cast(class)?;
        }
    }
    emit.hook(REPLAY, &WOKEN)?; // …, result
    emit.branch(GOTO, label);
    Ok((from, to))
}
