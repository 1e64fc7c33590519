//! Methods on the stack where the executions of an explored program begin: each has a block at its start by which it comes to its call of the next one, or to the
//! checkpoint, with the values that it had there.
//!
//! ```text
//! if Start.resumes(depth): locals, stack; receiver and default arguments; goto there
//! …
//! Start.calling(depth, this); there: call  Start.checkpoint(this); there: the checkpoint's instruction
//! ```
//!
//! The next method's own block sets its arguments. Dead locals get defaults, so that the stack-map frames of the method hold. Invariant: the call of `calling` is
//! four bytes before the call, by which `jcp.explore.Start` knows that the stack is the chain's.

use super::emit::Emitter;
use super::error::{Error, Result};
use super::slots::{frame_before, parameters, vtype};
use crate::classfile::opcode::{self, ACONST_NULL, ALOAD, GOTO, IFEQ, INVOKESTATIC, NOP};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{Code, Frame, Insn, Label, MemberRef, VType};
use crate::plan::{SlotKind, Started};

/// The class of the helpers.
const START: &str = "jcp/explore/Start";

/// A method of the chain while it is rewritten.
pub(super) struct Starting<'a> {
    depth: usize,
    started: &'a Started,
    is_last: bool,
    /// Where the block goes on, and what the call there takes, with the receiver's type; known when the instruction was come to.
    there: Option<(Label, Vec<SlotKind>, Option<SlotKind>)>,
}

impl<'a> Starting<'a> {
    /// The method's part of the chain; none if it is not in it.
    pub(super) fn of(chain: &'a [Started], class: &str, name: &str, descriptor: &str) -> Option<Self> {
        let is_it =
            |it: &Started| it.method.class == class && it.method.name == name && it.method.descriptor == descriptor;
        let depth = chain.iter().position(is_it)?;
        Some(Self { depth, started: &chain[depth], is_last: depth + 1 == chain.len(), there: None })
    }

    /// Before the hooks of the instruction at `offset`: the checkpoint, if it is there.
    pub(super) fn before_hooks(&mut self, emit: &mut Emitter, offset: u32) -> Result<()> {
        if !self.is_last || offset != self.started.site.offset {
            return Ok(());
        }
        self.this(emit); // …, this
        emit.invoke(INVOKESTATIC, START, "checkpoint", "(Ljava/lang/Object;)V", false)?; // …
        self.place(emit, Vec::new(), None)
    }

    /// Behind the hooks of the instruction at `offset`: the call of the chain, if it is that; `call`: what it names, if no hook takes its place.
    pub(super) fn before_call(
        &mut self,
        emit: &mut Emitter,
        (op, offset): (u8, u32),
        call: Option<&MemberRef>,
    ) -> Result<()> {
        if self.is_last || offset != self.started.site.offset {
            return Ok(());
        }
        let call = call.filter(|_| opcode::is_invoke(op)).ok_or_else(|| Error::Plan {
            method: self.started.method.display(),
            problem: "the call of the chain is one that jcp explore replaces".to_owned(),
        })?;
        let receiver = (op != INVOKESTATIC).then(|| SlotKind::Object(call.class.clone()));
        emit.index(self.depth)?; // …, depth
        self.this(emit); // …, depth, this
        emit.invoke(INVOKESTATIC, START, "calling", "(ILjava/lang/Object;)V", false)?; // …
        self.place(emit, parameters(&call.descriptor)?, receiver)
    }

    /// Pushes the method's receiver, which nothing may read later; null without one.
    fn this(&self, emit: &mut Emitter) {
        emit.insn(if self.started.is_static { Insn::simple(ACONST_NULL) } else { Insn::local(ALOAD, 0) });
    }

    fn place(&mut self, emit: &mut Emitter, passed: Vec<SlotKind>, receiver: Option<SlotKind>) -> Result<()> {
        // two frames cannot stand at one place
        emit.op(NOP);
        let label = emit.code.new_label();
        let mut frame = frame_before(emit.code, &self.started.site)?;
        for kind in receiver.iter().chain(&passed) {
            frame.stack.push(vtype(emit.code, kind)?);
        }
        emit.place_with(label, frame);
        self.there = Some((label, passed, receiver));
        Ok(())
    }

    /// Puts the block at the start.
    pub(super) fn block(self, code: &mut Code, editor: &mut ClassEditor) -> Result<()> {
        let Some((label, passed, receiver)) = &self.there else {
            let problem = format!("no instruction at bytecode offset {}", self.started.site.offset);
            return Err(Error::Plan { method: self.started.method.display(), problem });
        };
        let old = std::mem::take(&mut code.items);
        let frame = self.entry_frame()?;
        let mut emit = Emitter::new(code, editor);
        let start = emit.code.new_label();
        emit.index(self.depth)?;
        emit.invoke(INVOKESTATIC, START, "resumes", "(I)Z", false)?; // resumes
        emit.branch(IFEQ, start); // –
        let site = &self.started.site;
        for slot in &site.locals {
            value(&mut emit, &slot.kind, slot.live.then_some(i32::from(slot.index)))?;
            emit.store(&slot.kind, slot.index);
        }
        for slot in &site.stack {
            value(&mut emit, &slot.kind, slot.live.then_some(-1 - i32::from(slot.index)))?; // …, value
        }
        if let Some(SlotKind::Object(class)) = receiver {
            emit.invoke(INVOKESTATIC, START, "receiver", "()Ljava/lang/Object;", false)?; // …, receiver
            emit.cast(class)?;
        }
        passed.iter().for_each(|kind| emit.default(kind)); // …, arguments
        emit.invoke(INVOKESTATIC, START, if self.is_last { "resumed" } else { "goesOn" }, "()V", false)?;
        emit.branch(GOTO, *label);
        emit.place_with(start, frame);
        emit.op(NOP); // two frames cannot stand at one place
        let mut items = emit.items;
        items.extend(old);
        code.items = items;
        Ok(())
    }

    fn entry_frame(&self) -> Result<Frame> {
        let method = &self.started.method;
        let mut locals = Vec::new();
        if !self.started.is_static {
            locals.push(VType::Object(method.class.clone()));
        }
        for kind in parameters(&method.descriptor)? {
            locals.push(vtype(&Code::default(), &kind)?);
        }
        Ok(Frame { locals, stack: Vec::new() })
    }
}

/// Pushes the value that was at a place of the frame: a local, or a slot of the stack as a number below zero; none: a default.
fn value(emit: &mut Emitter, kind: &SlotKind, at: Option<i32>) -> Result<()> {
    let (name, descriptor) = match (at, kind) {
        (None, _) | (_, SlotKind::Null | SlotKind::UninitializedThis | SlotKind::Uninitialized(_)) => {
            emit.default(kind);
            return Ok(());
        }
        (_, SlotKind::Int) => ("intAt", "(I)I"),
        (_, SlotKind::Long) => ("longAt", "(I)J"),
        (_, SlotKind::Float) => ("floatAt", "(I)F"),
        (_, SlotKind::Double) => ("doubleAt", "(I)D"),
        (_, SlotKind::Object(_)) => ("objectAt", "(I)Ljava/lang/Object;"),
    };
    emit.int(at.unwrap_or_default())?; // …, place
    emit.invoke(INVOKESTATIC, START, name, descriptor, false)?; // …, value
    if let SlotKind::Object(class) = kind {
        emit.cast(class)?;
    }
    Ok(())
}

/// A place of the frame that the block asks for, as `jcp.explore.Start` reads it: `L` or `S`, the slot, and `J` for two.
fn place(kind: &SlotKind, at: char, index: u16) -> Option<String> {
    let is_wide = matches!(kind, SlotKind::Long | SlotKind::Double);
    let is_value = !matches!(kind, SlotKind::Null | SlotKind::UninitializedThis | SlotKind::Uninitialized(_));
    is_value.then(|| format!("{at}{index}{}", if is_wide { "J" } else { "I" }))
}

/// The chain as `jcp.explore.Start` reads it: a line a method, with the places of the values that it has at its site.
pub fn explored_start(chain: &[Started]) -> String {
    let line = |it: &Started| {
        let locals =
            it.site.locals.iter().filter(|slot| slot.live).filter_map(|slot| place(&slot.kind, 'L', slot.index));
        let stack = it.site.stack.iter().filter(|slot| slot.live).filter_map(|slot| place(&slot.kind, 'S', slot.index));
        let values: Vec<String> = locals.chain(stack).collect();
        let name = format!("{} {} {}", it.method.class.replace('/', "."), it.method.name, it.method.descriptor);
        format!("{name} {}\n", values.join(","))
    };
    chain.iter().map(line).collect()
}
