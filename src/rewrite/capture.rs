//! The capturing jar: chain methods keep shadow frames and take the snapshot, lambdas are made where they are noted.
//!
//! Before a chain call the method enters its shadow frame and puts what it will need after the call (the hooks
//! `enter` and `putX`). Entering depth i drops every deeper frame, so a frame needs no leaving: neither a return nor an
//! exception has code of its own, and the exception table stays the original's, but for calls that pass through JDK
//! frames ([`super::passing`]). The root, and what such frames call, is instrumented in place and asks once, at its
//! start, whether it is the activation that counts; the answer is kept in a fresh local, and any other activation runs the
//! original calls.

use super::catalogue::Catalogue;
use super::emit::{CAPTURE, Emitter};
use super::observe::Observer;
use super::slots::{
    Source, append_local, captured, covering_handlers, frame_after_call, frame_before, framed_label, parameters,
    pin_unfinished, position, vtype, width,
};
use super::{
    CloneCall, Result, Rewritten, below, chain_methods, clone_access, clone_call, clone_descriptor, decoded, finish,
    interned, number_lambdas, open_for_caller, passing,
};
use crate::classfile::opcode::{ACONST_NULL, ATHROW, GOTO, IFEQ, ILOAD, ISTORE};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{ClassFile, Code, Frame, Handler, Insn, Item, Label, VType};
use crate::plan::{ChainMethod, Dispatch, MethodName, Plan, SlotKind};

/// The class as it stands in the capturing jar, or none if it stays as it is.
pub fn capture_class(plan: &Plan, class: &ClassFile) -> Result<Option<Rewritten>> {
    capture(plan, class, &mut Observer::none())
}

/// The class as it stands in a capturing jar that records what a run does.
pub fn observe_class(plan: &Plan, class: &ClassFile, catalogue: &Catalogue) -> Result<Option<Rewritten>> {
    capture(plan, class, &mut Observer::of(catalogue, class))
}

fn capture(plan: &Plan, class: &ClassFile, observer: &mut Observer) -> Result<Option<Rewritten>> {
    let mut editor = ClassEditor::new(class);
    number_lambdas(&mut editor)?;
    note_failures(&mut editor, class, class.name == plan.main, observer)?;
    if interned::is_used(class) {
        note_interned(&mut editor, class, plan, observer)?;
    }
    below::start_in_main(&mut editor, class, plan, (CAPTURE, observer))?;
    for (depth, element) in chain_methods(plan, class) {
        let (method, mut code) = decoded(&editor, element)?;
        interned::note(&mut code, &mut editor)?;
        let is_checkpoint = element.site.through.is_none() && depth + 1 == plan.chain.len();
        if !is_checkpoint {
            observer.observe(&mut code, &mut editor, method)?;
        }
        let mut hooks = Hooks::new(plan, depth, &mut code)?;
        if element.site.through.is_some() {
            hooks.passing_call(&mut code, &mut editor)?;
        } else if is_checkpoint {
            hooks.checkpoint(&mut code, &mut editor)?;
            observer.observe(&mut code, &mut editor, method)?;
        } else {
            hooks.chain_call(&mut code, &mut editor)?;
        }
        if let Some(active) = hooks.active {
            ask_if_active(&mut code, &mut editor, plan, depth, active)?;
            editor.set_code(method, &code)?;
            observer.is_set(method);
        } else {
            let access = clone_access(class.methods[method].access, element);
            open_for_caller(&mut editor, plan, depth);
            editor.add_copy(method, access, &element.method.name, &clone_descriptor(element), &code)?;
        }
    }
    observer.rest(&mut editor)?;
    finish(editor)
}

/// Notes interned strings, in all methods but those that are changed for other reasons too.
fn note_interned(editor: &mut ClassEditor, class: &ClassFile, plan: &Plan, observer: &mut Observer) -> Result<()> {
    let in_place: Vec<_> =
        plan.chain.iter().filter(|element| element.clone == 0).map(|element| &element.method).collect();
    for (method, info) in class.methods.iter().enumerate() {
        let is_it =
            |it: &&MethodName| it.class == class.name && it.name == info.name && it.descriptor == info.descriptor;
        if in_place.iter().any(is_it) || info.name == "<clinit>" {
            continue;
        }
        let Some(mut code) = editor.code(method)? else { continue };
        if interned::note(&mut code, editor)? {
            observer.observe(&mut code, editor, method)?;
            editor.set_code(method, &code)?;
            observer.is_set(method);
        }
    }
    Ok(())
}

/// Lets the runtime know if `<clinit>` ends by throwing: such a class is neither initialised nor to be initialised.
/// That of the main class runs first.
fn note_failures(editor: &mut ClassEditor, class: &ClassFile, first: bool, observer: &mut Observer) -> Result<()> {
    let Some(method) = class.method_index("<clinit>", "()V") else { return Ok(()) };
    let Some(mut code) = editor.code(method)? else { return Ok(()) };
    interned::note(&mut code, editor)?;
    observer.observe(&mut code, editor, method)?;
    observer.is_set(method);
    let mut emit = Emitter::new(&mut code, editor);
    if first {
        emit.first_hook()?; // –
    }
    let start = emit.here();
    let before = std::mem::take(&mut emit.items);
    let end = emit.here();
    let handler = emit.code.new_label();
    let frame = Frame { locals: Vec::new(), stack: vec![VType::Object("java/lang/Throwable".into())] };
    emit.place_with(handler, frame); // thrown
    emit.string(&class.name)?; // thrown, name
    emit.hook(CAPTURE, "failed", "(Ljava/lang/String;)V")?; // thrown
    emit.op(ATHROW);
    let after = emit.items;
    code.items.splice(0..0, before);
    code.items.extend(after);
    code.handlers.push(Handler { start, end, handler, catch_type: 0 });
    Ok(editor.set_code(method, &code)?)
}

/// What the hooks of one chain method need.
struct Hooks<'p> {
    plan: &'p Plan,
    depth: usize,
    /// In a method instrumented in place: the local that tells whether this is the activation that counts.
    active: Option<u16>,
    /// The first local that is free for temporaries.
    temporaries: u16,
}

/// A value moved from the stack to a local for the time of the hooks.
struct Spilled {
    kind: SlotKind,
    local: u16,
}

impl<'p> Hooks<'p> {
    fn new(plan: &'p Plan, depth: usize, code: &mut Code) -> Result<Self> {
        let element = &plan.chain[depth];
        pin_unfinished(code, &element.site)?;
        // the marker parameter may lie behind all locals of the original
        let parameters = parameters(&element.method.descriptor)?;
        let entry = u16::from(!element.is_static) + parameters.iter().map(width).sum::<u16>() + 1;
        let free = code.max_locals.max(entry);
        let active = (element.clone == 0).then_some(free);
        Ok(Self { plan, depth, active, temporaries: free + u16::from(active.is_some()) })
    }

    fn element(&self) -> &'p ChainMethod {
        &self.plan.chain[self.depth]
    }

    /// Puts `arrive` and the snapshot before the checkpoint's instruction.
    fn checkpoint(&mut self, code: &mut Code, editor: &mut ClassEditor) -> Result<()> {
        let site = &self.element().site;
        let at = position(code, site.offset, &self.element().method.display())?;
        let frame = self.at_call(frame_before(code, site)?);
        let go_on = code.new_label();
        let mut emit = Emitter::new(code, editor);
        self.branch_if_inactive(&mut emit, go_on);
        emit.hook(CAPTURE, "arrive", "()Z")?; // … arrived
        emit.branch(IFEQ, go_on); // …
        let stack: Vec<SlotKind> = site.stack.iter().map(|slot| slot.kind.clone()).collect();
        let spilled = self.spill(&mut emit, &stack);
        self.put_frame(&mut emit, None, &spilled)?;
        emit.hook(CAPTURE, "snapshot", "()V")?;
        reload(&mut emit, &spilled); // …
        emit.place_with(go_on, frame);
        let items = emit.items;
        pin_new_at(code, at, items);
        Ok(())
    }

    /// Puts the shadow frame before the chain call and lets the call reach the clone.
    fn chain_call(&mut self, code: &mut Code, editor: &mut ClassEditor) -> Result<()> {
        let (site, callee) = (&self.element().site, &self.plan.chain[self.depth + 1]);
        let at = position(code, site.offset, &self.element().method.display())?;
        let Item::Insn { insn: original, .. } = code.items[at].clone() else { unreachable!("an instruction's place") };
        let call = clone_call(editor.class, &original, callee)?;
        let arguments = parameters(&callee.method.descriptor)?;
        let full = self.with_arguments(code, &arguments)?;
        let before = self.at_call(frame_before(code, site)?);
        let after = self.at_call(frame_after_call(code, self.plan, self.depth)?);
        let existing = framed_label(code, at + 1);
        let done = existing.unwrap_or_else(|| code.new_label());
        let untouched = code.new_label();

        let mut emit = Emitter::new(code, editor);
        self.branch_if_inactive(&mut emit, untouched); // …, receiver, arguments
        let arguments = self.spill(&mut emit, &arguments);
        let receiver = site.receiver.iter().cloned().collect::<Vec<_>>();
        let receiver = spill_from(&mut emit, &receiver, end(&arguments, self.temporaries));
        let under: Vec<SlotKind> = site.stack.iter().map(|slot| slot.kind.clone()).collect();
        let wanted = site.stack.iter().any(|slot| slot.live);
        let under = if wanted {
            spill_from(&mut emit, &under, end(&receiver, end(&arguments, self.temporaries)))
        } else {
            Vec::new()
        };
        self.put_frame(&mut emit, receiver.first(), &under)?;
        reload(&mut emit, &under); // …
        let moved: Vec<&Spilled> = arguments.iter().chain(&receiver).collect();
        if callee.dispatch == Dispatch::Virtual {
            self.call_if_selected(&mut emit, callee, before, &moved, (&original, &call), done)?;
        } else {
            reload(&mut emit, &receiver);
            reload(&mut emit, &arguments);
            emit.op(ACONST_NULL); // …, receiver, arguments, null
            call_clone(&mut emit, callee, &call)?; // …, result
        }
        if self.active.is_some() {
            emit.branch(GOTO, done);
            emit.place_with(untouched, full);
            emit.insn(original);
        }
        if existing.is_none() {
            let jumped_to = self.active.is_some() || callee.dispatch == Dispatch::Virtual;
            if jumped_to { emit.place_with(done, after) } else { emit.place(done) }
        }
        let items = emit.items;
        code.items.splice(at..=at, items);
        Ok(())
    }

    /// Puts the shadow frame before a call that passes through JDK frames, and lets the runtime know of it.
    fn passing_call(&mut self, code: &mut Code, editor: &mut ClassEditor) -> Result<()> {
        let site = &self.element().site;
        let at = position(code, site.offset, &self.element().method.display())?;
        let Item::Insn { insn: original, .. } = code.items[at].clone() else { unreachable!("an instruction's place") };
        let covering = covering_handlers(code, at);
        let before = self.at_call(frame_before(code, site)?);
        let after = self.at_call(frame_after_call(code, self.plan, self.depth)?);
        let existing = framed_label(code, at + 1);
        let done = existing.unwrap_or_else(|| code.new_label());
        let untouched = code.new_label();
        let stack: Vec<SlotKind> = site.stack.iter().map(|slot| slot.kind.clone()).collect();

        let mut emit = Emitter::new(code, editor);
        self.branch_if_inactive(&mut emit, untouched); // …, receiver, arguments
        let spilled = self.spill(&mut emit, &stack);
        self.put_frame(&mut emit, None, &spilled)?;
        reload(&mut emit, &spilled); // …, receiver, arguments
        let called = passing::call_noted(&mut emit, self.depth, &original)?; // …, result
        if self.active.is_some() {
            emit.branch(GOTO, done);
            emit.place_with(untouched, before.clone());
            emit.insn(original); // …, result
            if existing.is_none() {
                emit.place_with(done, after);
            }
        }
        let items = emit.items;
        code.items.splice(at..=at, items);
        passing::note_exceptions(code, editor, before.locals, called, &covering)
    }

    /// Calls the clone if dispatch would reach the chain's method, else whatever the original call reaches.
    fn call_if_selected(
        &self,
        emit: &mut Emitter,
        callee: &ChainMethod,
        mut frame: Frame,
        moved: &[&Spilled],
        (original, call): (&Insn, &CloneCall),
        done: Label,
    ) -> Result<()> {
        for value in moved {
            let kind = vtype(emit.code, &value.kind)?;
            append_local(&mut frame.locals, value.local, kind);
        }
        let (receiver, arguments) = moved.split_last().expect("a virtual call has a receiver");
        let other = emit.code.new_label();
        emit.load(&receiver.kind, receiver.local);
        emit.index(self.depth)?; // …, receiver, site
        emit.hook(CAPTURE, "selects", "(Ljava/lang/Object;I)Z")?; // …, selected
        emit.branch(IFEQ, other);
        emit.load(&receiver.kind, receiver.local);
        emit.cast(&callee.method.class)?;
        for value in arguments {
            emit.load(&value.kind, value.local);
        }
        emit.op(ACONST_NULL); // …, receiver, arguments, null
        call_clone(emit, callee, call)?; // …, result
        emit.branch(GOTO, done);
        emit.place_with(other, frame);
        emit.load(&receiver.kind, receiver.local);
        for value in arguments {
            emit.load(&value.kind, value.local);
        }
        emit.insn(original.clone()); // …, result
        Ok(())
    }

    /// In a method instrumented in place: branches if this is not the activation that counts.
    fn branch_if_inactive(&self, emit: &mut Emitter, target: Label) {
        if let Some(active) = self.active {
            emit.insn(Insn::local(ILOAD, active)); // …, active
            emit.branch(IFEQ, target); // …
        }
    }

    /// The frame with that local, which all its frames have.
    fn at_call(&self, mut frame: Frame) -> Frame {
        if let Some(active) = self.active {
            append_local(&mut frame.locals, active, VType::Int);
        }
        frame
    }

    /// The frame just before the chain call, with receiver and arguments.
    fn with_arguments(&self, code: &Code, arguments: &[SlotKind]) -> Result<Frame> {
        let site = &self.element().site;
        let mut frame = self.at_call(frame_before(code, site)?);
        for kind in site.receiver.iter().chain(arguments) {
            frame.stack.push(vtype(code, kind)?);
        }
        Ok(frame)
    }

    /// Moves the topmost stack values, given bottom first, to temporaries.
    fn spill(&self, emit: &mut Emitter, kinds: &[SlotKind]) -> Vec<Spilled> {
        spill_from(emit, kinds, self.temporaries)
    }

    /// Enters the shadow frame and puts its values.
    fn put_frame(&self, emit: &mut Emitter, receiver: Option<&Spilled>, stack: &[Spilled]) -> Result<()> {
        let site = &self.element().site;
        emit.index(self.depth)?;
        emit.hook(CAPTURE, "enter", "(I)V")?;
        for (source, kind) in captured(site) {
            let local = match source {
                Source::Receiver => receiver.map(|value| value.local),
                Source::Local(i) => Some(site.locals[i].index),
                Source::Stack(i) => stack.get(i).map(|value| value.local),
            };
            emit.load(kind, local.expect("a live stack is spilled"));
            let (letter, descriptor) = Emitter::hook_type(kind);
            emit.hook(CAPTURE, &format!("put{letter}"), &format!("({descriptor})V"))?;
        }
        Ok(())
    }
}

/// Moves the topmost stack values, given bottom first, to the locals from `first` on.
fn spill_from(emit: &mut Emitter, kinds: &[SlotKind], first: u16) -> Vec<Spilled> {
    let mut next = first;
    let mut spilled = Vec::new();
    for kind in kinds {
        spilled.push(Spilled { kind: kind.clone(), local: next });
        next += width(kind);
    }
    for value in spilled.iter().rev() {
        emit.store(&value.kind, value.local);
    }
    spilled
}

/// The first local behind the spilled values.
fn end(spilled: &[Spilled], none: u16) -> u16 {
    spilled.last().map_or(none, |value| value.local + width(&value.kind))
}

/// Moves spilled values back to the stack.
fn reload(emit: &mut Emitter, spilled: &[Spilled]) {
    for value in spilled {
        emit.load(&value.kind, value.local);
    }
}

/// Calls the clone of `callee`.
fn call_clone(emit: &mut Emitter, callee: &ChainMethod, call: &CloneCall) -> Result<()> {
    emit.invoke(call.op, &call.owner, &callee.method.name, &clone_descriptor(callee), call.interface)
}

/// Inserts `items` before the instruction at `at`, which keeps, if it is a `new`, a label of its own: frames name a
/// `new` by the label that stands directly before it.
fn pin_new_at(code: &mut Code, at: usize, mut items: Vec<Item>) {
    let labels: Vec<Label> = code.items[..at]
        .iter()
        .rev()
        .map_while(|item| if let Item::Label(label) = item { Some(*label) } else { None })
        .collect();
    let own = code.new_label();
    items.push(Item::Label(own));
    code.items.splice(at..at, items);
    for frame in code.frames.values_mut() {
        for kind in frame.locals.iter_mut().chain(&mut frame.stack) {
            if matches!(kind, VType::Uninitialized(label) if labels.contains(label)) {
                *kind = VType::Uninitialized(own);
            }
        }
    }
}

/// At the start of a method that is instrumented in place: asks whether this activation counts, and lets all frames know
/// the local of the answer.
fn ask_if_active(code: &mut Code, editor: &mut ClassEditor, plan: &Plan, depth: usize, active: u16) -> Result<()> {
    // the frames of the hooks have it already
    for frame in code.frames.values_mut().filter(|frame| !has_local(&frame.locals, active)) {
        append_local(&mut frame.locals, active, VType::Int);
    }
    let mut emit = Emitter::new(code, editor);
    if depth == 0 {
        if plan.below.is_none() {
            emit.first_hook()?; // –
        }
        emit.hook(CAPTURE, "root", "()Z")?; // active
    } else {
        emit.index(depth)?; // depth
        emit.hook(CAPTURE, "passed", "(I)Z")?; // active
    }
    emit.insn(Insn::local(ISTORE, active)); // –
    if depth == 0 && plan.below.is_some() {
        below::tell_arguments(&mut emit, &plan.chain[0], CAPTURE)?;
    }
    let items = emit.items;
    code.items.splice(0..0, items);
    Ok(())
}

/// Whether a frame's locals reach up to local `index`.
fn has_local(locals: &[VType], index: u16) -> bool {
    let used: u16 = locals.iter().map(|kind| if matches!(kind, VType::Long | VType::Double) { 2 } else { 1 }).sum();
    used > index
}
