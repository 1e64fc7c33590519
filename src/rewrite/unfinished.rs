//! Objects that are under construction at a chain call: their constructor's arguments contain the call.
//!
//! The verifier knows such an object by its `new` instruction, so a resume block lets the very `new` of the original code make it: it fills
//! the stack up to the object, jumps there, and comes back.

use super::emit::Emitter;
use super::error::Result;
use super::hook_table::{REPLAY, RESUMING, RESUMING_WAY};
use super::restore::push_stack;
use super::slots::{frame_locals, framed_label, position, vtype};
use super::ways::Way;
use crate::classfile::opcode::{GOTO, IFNE};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{Code, Frame, Label, VType};
use crate::plan::{Slot, SlotKind};

/// Makes the unfinished objects under the site's operand stack: each by the very `new` of the original code, since the
/// verifier knows such an object by its instruction. A stage fills the stack up to the object and jumps to its `new`;
/// behind that the code asks whether it is resuming, and comes back. Returns how many stack slots are there at the end.
pub(super) fn make_unfinished(emit: &mut Emitter, way: &Way, checks: &mut Vec<(u32, i32, Label)>) -> Result<usize> {
    let site = way.site();
    let mut on_stack = 0;
    for object in &site.unfinished {
        let kind = SlotKind::Uninitialized(object.offset);
        let Some(place) = site.stack.iter().position(|slot| slot.kind == kind) else { continue };
        for slot in &object.locals {
            emit.default(&slot.kind);
            emit.store(&slot.kind, slot.index);
        }
        for i in on_stack..place {
            push_stack(emit, site, i)?; // …, value
        }
        let frame = |code: &Code, slots: &[Slot]| -> Result<Frame> {
            let stack = slots.iter().map(|slot| vtype(code, &slot.kind)).collect::<Result<_>>()?;
            Ok(Frame { locals: frame_locals(code, &object.locals)?, stack })
        };
        let VType::Uninitialized(new) = vtype(emit.code, &kind)? else { unreachable!("the kind is unfinished") };
        let (before, after) = (frame(emit.code, &site.stack[..place])?, frame(emit.code, &site.stack[..=place])?);
        let target = framed_label(emit.code, position(emit.code, object.offset, "new")?).unwrap_or(new);
        emit.code.frames.entry(target).or_insert(before);
        emit.branch(GOTO, target);
        let back = emit.code.new_label();
        emit.place_with(back, after); // …, object
        checks.push((object.offset, way.code, back));
        on_stack = place + 1;
    }
    Ok(on_stack)
}

/// Behind the `new` at `offset`: comes back to the resume block if the program is resuming, and takes this way.
pub(super) fn come_back(
    code: &mut Code,
    editor: &mut ClassEditor,
    offset: u32,
    way: Option<i32>,
    back: Label,
) -> Result<()> {
    let at = position(code, offset, "new")?;
    let mut emit = Emitter::new(code, editor);
    if let Some(way) = way {
        emit.int(way)?; // …, object, way
        emit.hook(REPLAY, &RESUMING_WAY)?; // …, object, resuming
    } else {
        emit.hook(REPLAY, &RESUMING)?; // …, object, resuming
    }
    emit.branch(IFNE, back); // …, object
    let items = emit.items;
    code.items.splice(at + 1..=at, items);
    Ok(())
}
