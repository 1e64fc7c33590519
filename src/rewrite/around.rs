//! A call of the program's with hooks around it: one that passes through frames of the JDK ([`super::passing`]), or in which a thread waits
//! ([`super::waits`]). Receiver, arguments and what lies under them are spilled for the frame, and put back for the call.

use super::emit::Emitter;
use super::error::Result;
use super::hooks::Hooks;
use super::passing;
use super::slots::{covering_handlers, frame_after_call, frame_before, framed_label, position};
use super::spill::Spilled;
use crate::classfile::opcode::GOTO;
use crate::classfile::splice::ClassEditor;
use crate::classfile::{Code, Handler, Insn, Item, VType};
use crate::plan::{ChainMethod, SlotKind};

/// A call with hooks around it: the locals before it, the labels around it, and the handlers that cover it.
pub(super) struct Around {
    pub(super) locals: Vec<VType>,
    pub(super) called: passing::Range,
    pub(super) covering: Vec<Handler>,
}

impl Hooks<'_> {
    /// Puts the frames of `kept` classes before the call at a chain's site, which `call` makes with what it finds spilled; the call stays as it was
    /// where the activation does not count.
    pub(super) fn around_call(
        &self,
        (chain, depth): (&[ChainMethod], usize),
        kept: &[&str],
        (code, editor): (&mut Code, &mut ClassEditor),
        call: impl FnOnce(&mut Emitter, &[Spilled], &Insn) -> Result<passing::Range>,
    ) -> Result<Around> {
        let site = &chain[depth].site;
        let at = position(code, site.offset, &self.node.method.display())?;
        let Item::Insn { insn: original, .. } = code.items[at].clone() else { unreachable!("an instruction's place") };
        let covering = covering_handlers(code, at);
        let before = self.at_call(frame_before(code, site)?);
        let after = self.at_call(frame_after_call(code, chain, depth)?);
        let existing = framed_label(code, at + 1);
        let done = existing.unwrap_or_else(|| code.new_label());
        let untouched = code.new_label();
        let stack: Vec<SlotKind> = site.stack.iter().map(|slot| slot.kind.clone()).collect();

        let mut emit = Emitter::new(code, editor);
        self.branch_if_inactive(&mut emit, untouched)?; // …, receiver, arguments
        let spilled = self.spill(&mut emit, &stack);
        for class in kept {
            self.put_frame(&mut emit, class, (site, None, &spilled))?;
        }
        let called = call(&mut emit, &spilled, &original)?; // …, result
        self.leave(&mut emit, kept)?;
        if self.may_be_inactive() {
            emit.branch(GOTO, done);
            emit.place_with(untouched, before.clone());
            emit.items.push(self.left(original, site)); // …, result
            if existing.is_none() {
                emit.place_with(done, after);
            }
        }
        let items = emit.items;
        code.items.splice(at..=at, items);
        Ok(Around { locals: before.locals, called, covering })
    }
}
