//! The replaying jar: a resume block restores one frame of the captured stack and joins the original code.
//!
//! The resume block of a clone is its first code, the root's stands behind the question whether this is the activation
//! that counts. It gets every local (dead ones get defaults, so that the original stack-map frames hold), enters the
//! monitors that the frame held, gets the operand stack and then
//! * at a chain call: calls the next clone, in the ranges of the handlers that cover the original call, and jumps right
//!   behind that call; at one that passes through JDK frames makes that very call again ([`super::passing`]);
//! * at the checkpoint: tells the runtime that the program goes on, and jumps to the checkpoint's instruction.
//!
//! In clones the code that only led to the site is then unreachable and removed ([`super::reach`]). Nothing decides at
//! run time where to go: the one snapshot has one stack, and its sites are those of the plan.
//!
//! Every `<clinit>` starts with a guard: a class that was initialised before the checkpoint must not be again.

use super::emit::{Emitter, REPLAY};
use super::observe::Observer;
use super::slots::{
    Source, constructed, covering_handlers, frame_after_call, frame_before, frame_locals, framed_label, is_constructor,
    number, parameters, pin_unfinished, position, vtype,
};
use super::{
    CloneCall, Error, Result, Rewritten, below, chain_methods, clock, clone_access, clone_call, clone_descriptor,
    decoded, finals, finish, number_lambdas, open_for_caller, passing, reach,
};
use crate::classfile::opcode::{
    ACONST_NULL, DUP, GOTO, IFEQ, IFNE, INVOKESPECIAL, INVOKEVIRTUAL, MONITORENTER, RETURN,
};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{ClassFile, Code, Frame, Handler, Insn, Item, Label, LineEntry, LocalEntry, VType};
use crate::plan::{ChainMethod, MethodName, Plan, Site, Slot, SlotKind};

/// The class as it stands in the replaying jar, or none if it stays as it is.
pub fn replay_class(plan: &Plan, class: &ClassFile) -> Result<Option<Rewritten>> {
    let mut editor = ClassEditor::new(class);
    editor.add_first(); // of the methods that have code on a line, some debuggers stop in the first one only
    number_lambdas(&mut editor)?;
    clock::turn(&mut editor, plan)?;
    for method in clock::makers(class, plan) {
        if let Some(mut code) = editor.code(method)?
            && clock::dates(&mut code, &mut editor, plan)?
        {
            editor.set_code(method, &code)?;
        }
    }
    guard_initialiser(&mut editor, class, plan)?;
    refuse_unreachable(&mut editor, class, plan)?;
    below::start_in_main(&mut editor, class, plan, (REPLAY, &mut Observer::none()))?;
    leave_out_instance(&mut editor, class, plan)?;
    for (depth, element) in chain_methods(plan, class) {
        let (method, mut code) = decoded(&editor, element)?;
        clock::dates(&mut code, &mut editor, plan)?;
        pin_unfinished(&mut code, &element.site)?;
        if element.clone == 0 {
            stop_if_unreachable(&mut code, &mut editor, plan, &element.method)?;
            resume(&mut code, &mut editor, plan, depth)?;
            editor.set_code(method, &code)?;
        } else {
            resume(&mut code, &mut editor, plan, depth)?;
            if is_constructor(element) {
                finals::assign(&mut code, &mut editor)?;
            }
            reach::remove_unreachable(&mut code);
            let access = clone_access(class.methods[method].access, element);
            open_for_caller(&mut editor, plan, depth);
            editor.add_copy(method, access, clone_name(element), &clone_descriptor(element), &code)?;
        }
    }
    finish(editor)
}

/// `if (Replay.initialized("a/b/C")) return;` at the start of `<clinit>`. One that is held unreachable, though it reads
/// what was not captured, then stops the replay. That of the main class may be the first hook of a run in which code of
/// the program runs before the checkpoint.
fn guard_initialiser(editor: &mut ClassEditor, class: &ClassFile, plan: &Plan) -> Result<()> {
    let first = plan.below.is_some() && class.name == plan.main;
    let unreachable = plan.unreachable.iter().find(|name| name.class == class.name && name.name == "<clinit>");
    let Some(method) = class.method_index("<clinit>", "()V") else { return Ok(()) };
    let Some(mut code) = editor.code(method)? else { return Ok(()) };
    clock::dates(&mut code, editor, plan)?;
    let go_on = code.new_label();
    let mut emit = Emitter::new(&mut code, editor);
    if first {
        emit.first_hook()?; // –
    }
    emit.string(&class.name)?; // name
    emit.hook(REPLAY, "initialized", "(Ljava/lang/String;)Z")?; // initialised
    emit.branch(IFEQ, go_on); // –
    emit.op(RETURN);
    emit.place_with(go_on, Frame::default());
    if let Some(name) = unreachable {
        emit.string(&name.display())?; // name
        emit.hook(REPLAY, "unreachable", "(Ljava/lang/String;)V")?; // –
    }
    let items = emit.items;
    code.items.splice(0..0, items);
    Ok(editor.set_code(method, &code)?)
}

/// Lets every method that the analysis holds unreachable after the checkpoint, though it reads what was not captured, stop
/// the replay instead of going on with wrong values. Those of the chain that are instrumented in place follow with the
/// resume block.
fn refuse_unreachable(editor: &mut ClassEditor, class: &ClassFile, plan: &Plan) -> Result<()> {
    for name in plan.unreachable.iter().filter(|name| name.class == class.name && name.name != "<clinit>") {
        let Some(method) = class.method_index(&name.name, &name.descriptor) else { continue };
        let in_place = plan.chain.iter().any(|element| element.clone == 0 && element.method == *name);
        if in_place || Some(method) == launched(class, plan) {
            continue;
        }
        let Some(mut code) = editor.code(method)? else { continue };
        clock::dates(&mut code, editor, plan)?;
        stop_if_unreachable(&mut code, editor, plan, name)?;
        editor.set_code(method, &code)?;
    }
    Ok(())
}

/// Lets the method stop the replay if it is held unreachable.
fn stop_if_unreachable(code: &mut Code, editor: &mut ClassEditor, plan: &Plan, name: &MethodName) -> Result<()> {
    if plan.unreachable.contains(name) {
        let mut emit = Emitter::new(code, editor);
        emit.string(&name.display())?; // name
        emit.hook(REPLAY, "unreachable", "(Ljava/lang/String;)V")?; // –
        let items = emit.items;
        code.items.splice(0..0, items);
    }
    Ok(())
}

/// The constructor by which the JVM makes the object whose `main` it calls (JEP 512), if the root is no static method.
fn launched(class: &ClassFile, plan: &Plan) -> Option<usize> {
    let of_instance = plan.below.is_none() && plan.chain.first().is_some_and(|root| !root.is_static);
    class.method_index("<init>", "()V").filter(|_| of_instance && class.name == plan.main)
}

/// Lets that constructor do nothing when the JVM calls it: the root's object comes from the snapshot.
fn leave_out_instance(editor: &mut ClassEditor, class: &ClassFile, plan: &Plan) -> Result<()> {
    let Some(method) = launched(class, plan) else { return Ok(()) };
    let Some(mut code) = editor.code(method)? else { return Ok(()) };
    clock::dates(&mut code, editor, plan)?;
    let go_on = code.new_label();
    let mut emit = Emitter::new(&mut code, editor);
    emit.hook(REPLAY, "launching", "()Z")?; // launching
    emit.branch(IFEQ, go_on); // –
    emit.load(&SlotKind::UninitializedThis, 0); // this
    emit.invoke(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false)?; // –
    emit.op(RETURN);
    emit.place_with(go_on, Frame { locals: vec![VType::UninitializedThis], stack: Vec::new() });
    if let Some(name) = plan
        .unreachable
        .iter()
        .find(|name| name.class == class.name && name.name == "<init>" && name.descriptor == "()V")
    {
        emit.string(&name.display())?; // name
        emit.hook(REPLAY, "unreachable", "(Ljava/lang/String;)V")?; // –
    }
    let items = emit.items;
    code.items.splice(0..0, items);
    Ok(editor.set_code(method, &code)?)
}

/// Puts the resume block of the method at `depth` before its code.
fn resume(code: &mut Code, editor: &mut ClassEditor, plan: &Plan, depth: usize) -> Result<()> {
    let element = &plan.chain[depth];
    let at = position(code, element.site.offset, &element.method.display())?;
    let Item::Insn { insn: original, .. } = code.items[at].clone() else { unreachable!("an instruction's place") };
    let covering = covering_handlers(code, at);
    let variables =
        [variables_at(code, &code.locals, at, &element.site), variables_at(code, &code.local_types, at, &element.site)];
    let join = join_label(code, plan, depth, at)?;
    let start = code.new_label();
    let mut checks = Vec::new();

    let mut emit = Emitter::new(code, editor);
    let block = emit.here();
    if element.clone == 0 {
        if depth == 0 {
            emit.hook(REPLAY, "root", "()Z")?; // counts
        } else {
            emit.index(depth)?; // depth
            emit.hook(REPLAY, "passed", "(I)Z")?; // counts
        }
        emit.branch(IFEQ, start); // –
        if depth == 0 && plan.below.is_some() {
            below::tell_arguments(&mut emit, element, REPLAY)?;
        }
    }
    emit.index(depth)?;
    emit.hook(REPLAY, "frame", "(I)V")?; // –
    let on_stack = make_unfinished(&mut emit, &element.site, &mut checks)?;
    let called = if depth + 1 == plan.chain.len() {
        restore_at_checkpoint(&mut emit, element, on_stack)?;
        None
    } else {
        Some(restore_at_call(&mut emit, plan, depth, &original, on_stack)?)
    };
    emit.branch(GOTO, join);
    if element.clone == 0 {
        emit.place_with(start, entry_frame(element)?);
    } else {
        emit.place(start);
    }
    let items = emit.items;
    code.items.splice(0..0, items);
    for (offset, back) in checks {
        come_back(code, editor, offset, back)?;
    }
    if let Some((from, to)) = called {
        if element.site.through.is_some() {
            passing::check_exceptions(code, editor, &element.site, (from, to), &covering)?;
        } else {
            code.handlers.extend(covering.into_iter().map(|handler| Handler { start: from, end: to, ..handler }));
        }
        // for debuggers: the caller's variables, while the callee runs
        let again = |entries: &[LocalEntry]| -> Vec<LocalEntry> {
            entries.iter().map(|entry| LocalEntry { start: from, end: to, ..*entry }).collect()
        };
        code.locals.extend(again(&variables[0]));
        code.local_types.extend(again(&variables[1]));
    }
    if element.site.line > 0 {
        code.lines.insert(0, LineEntry { start: block, line: element.site.line });
    }
    Ok(())
}

/// The label where the resume block joins the original code: right behind the call, or before the checkpoint.
fn join_label(code: &mut Code, plan: &Plan, depth: usize, at: usize) -> Result<Label> {
    let checkpoint = depth + 1 == plan.chain.len();
    let at = if checkpoint { at } else { at + 1 };
    if let Some(label) = framed_label(code, at) {
        return Ok(label);
    }
    let frame =
        if checkpoint { frame_before(code, &plan.chain[depth].site)? } else { frame_after_call(code, plan, depth)? };
    let label = code.new_label();
    // before the labels that stand there: the last one must stay directly before a `new`
    let mut place = at;
    while place > 0 && matches!(code.items[place - 1], Item::Label(_)) {
        place -= 1;
    }
    code.items.insert(place, Item::Label(label));
    code.frames.insert(label, frame);
    Ok(label)
}

/// Those of the entries that cover the instruction at `at` and whose variables the site restores.
fn variables_at(code: &Code, entries: &[LocalEntry], at: usize, site: &Site) -> Vec<LocalEntry> {
    let covers = |entry: &&LocalEntry| {
        let (start, end) = (code.position(entry.start), code.position(entry.end));
        let restored = site.locals.iter().any(|slot| slot.live && slot.index == entry.local);
        restored && start.is_some_and(|start| start < at) && end.is_some_and(|end| end > at)
    };
    entries.iter().filter(covers).cloned().collect()
}

/// Restores everything and lets the program go on.
fn restore_at_checkpoint(emit: &mut Emitter, element: &ChainMethod, on_stack: usize) -> Result<()> {
    let site = &element.site;
    for (i, slot) in site.locals.iter().enumerate() {
        get(emit, slot, number(site, Source::Local(i)))?;
        emit.store(&slot.kind, slot.index);
    }
    enter_monitors(emit, site.monitors.as_slice());
    for i in on_stack..site.stack.len() {
        push_stack(emit, site, i)?; // …, value
    }
    emit.hook(REPLAY, "live", "()V")
}

/// Restores what the frame needs after its chain call, and calls the next clone. The first `on_stack` stack slots are
/// there already. Returns the labels around the call.
fn restore_at_call(
    emit: &mut Emitter,
    plan: &Plan,
    depth: usize,
    original: &Insn,
    on_stack: usize,
) -> Result<(Label, Label)> {
    let site = &plan.chain[depth].site;
    let after = constructed(plan, depth);
    for (i, slot) in after.locals.iter().enumerate() {
        if slot.kind == site.locals[i].kind {
            get(emit, slot, number(site, Source::Local(i)))?;
        } else {
            get_constructed(emit, plan, depth)?;
        }
        emit.store(&slot.kind, slot.index);
    }
    enter_monitors(emit, &site.monitors);
    for (i, slot) in after.stack.iter().enumerate().skip(on_stack) {
        if slot.kind == site.stack[i].kind {
            push_stack(emit, site, i)?; // …, value
        } else {
            get_constructed(emit, plan, depth)?; // …, object
        }
    }
    if site.through.is_some() {
        return passing::call_again(emit, depth, original); // …, result
    }
    call_clone(emit, plan, depth, original)
}

/// Calls the clone below `depth` with the captured receiver and default arguments. Returns the labels around the call.
fn call_clone(emit: &mut Emitter, plan: &Plan, depth: usize, original: &Insn) -> Result<(Label, Label)> {
    let (site, callee) = (&plan.chain[depth].site, &plan.chain[depth + 1]);
    let mut call = clone_call(emit.editor.class, original, callee)?;
    if is_constructor(callee) {
        call = CloneCall { op: INVOKEVIRTUAL, owner: callee.method.class.clone(), interface: false };
        get_constructed(emit, plan, depth)?; // …, receiver
        emit.cast(&callee.method.class)?;
    } else if let Some(number) = number(site, Source::Receiver) {
        emit.index(number)?;
        emit.hook(REPLAY, "getA", "(I)Ljava/lang/Object;")?;
        let own = call.op == INVOKESPECIAL;
        emit.cast(if own { &plan.chain[depth].method.class } else { &callee.method.class })?; // …, receiver
    }
    for kind in parameters(&callee.method.descriptor)? {
        emit.default(&kind); // …, receiver, arguments
    }
    emit.op(ACONST_NULL); // …, receiver, arguments, null
    let from = emit.here();
    emit.invoke(call.op, &call.owner, clone_name(callee), &clone_descriptor(callee), call.interface)?; // …, result
    let to = emit.here();
    Ok((from, to))
}

/// Pushes the stack slot `i` of the site; a second reference to an unfinished object doubles the first.
fn push_stack(emit: &mut Emitter, site: &Site, i: usize) -> Result<()> {
    let slot = &site.stack[i];
    if !matches!(slot.kind, SlotKind::Uninitialized(_)) {
        return get(emit, slot, number(site, Source::Stack(i)));
    }
    if i == 0 || site.stack[i - 1].kind != slot.kind {
        let problem = "an unfinished object lies on the operand stack in a way that jcp does not know; choose another \
                       call or line";
        return Err(Error::Plan { method: format!("line {}", site.line), problem: problem.into() });
    }
    emit.op(DUP); // …, object, object
    Ok(())
}

/// Makes the unfinished objects under the site's operand stack: each by the very `new` of the original code, since the
/// verifier knows such an object by its instruction. A stage fills the stack up to the object and jumps to its `new`;
/// behind that the code asks whether it is resuming, and comes back. Returns how many stack slots are there at the end.
fn make_unfinished(emit: &mut Emitter, site: &Site, checks: &mut Vec<(u32, Label)>) -> Result<usize> {
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
        checks.push((object.offset, back));
        on_stack = place + 1;
    }
    Ok(on_stack)
}

/// Behind the `new` at `offset`: comes back to the resume block if the program is resuming.
fn come_back(code: &mut Code, editor: &mut ClassEditor, offset: u32, back: Label) -> Result<()> {
    let at = position(code, offset, "new")?;
    let mut emit = Emitter::new(code, editor);
    emit.hook(REPLAY, "resuming", "()Z")?; // …, object, resuming
    emit.branch(IFNE, back); // …, object
    let items = emit.items;
    code.items.splice(at + 1..=at, items);
    Ok(())
}

/// Pushes the object that the chain's constructor call at `depth` makes: `this` of the first deeper frame in which it is
/// initialised.
fn get_constructed(emit: &mut Emitter, plan: &Plan, depth: usize) -> Result<()> {
    let mut inner = depth + 1;
    while plan.chain[inner].site.locals.first().is_some_and(|slot| slot.kind == SlotKind::UninitializedThis) {
        inner += 1;
    }
    let element = &plan.chain[inner];
    let this = number(&element.site, Source::Local(0)).ok_or_else(|| Error::Plan {
        method: element.method.display(),
        problem: "a constructor's frame must keep `this`".into(),
    })?;
    emit.index(inner)?;
    emit.hook(REPLAY, "frame", "(I)V")?;
    emit.index(this)?;
    emit.hook(REPLAY, "getA", "(I)Ljava/lang/Object;")?; // object
    emit.index(depth)?;
    emit.hook(REPLAY, "frame", "(I)V")?; // object
    // `this(…)` and `super(…)` make an object of the caller's own class
    let caller = &plan.chain[depth];
    let own = matches!(caller.site.receiver, Some(SlotKind::UninitializedThis));
    emit.cast(if own { &caller.method.class } else { &plan.chain[depth + 1].method.class })
}

/// What the element's clone is called here: a constructor's clone is an ordinary method, since its object exists.
fn clone_name(element: &ChainMethod) -> &str {
    if is_constructor(element) { "init" } else { &element.method.name }
}

/// Pushes the value of a slot: the captured one, or a default for a dead one.
fn get(emit: &mut Emitter, slot: &Slot, number: Option<usize>) -> Result<()> {
    let Some(number) = number else {
        emit.default(&slot.kind); // default
        return Ok(());
    };
    let (letter, descriptor) = Emitter::hook_type(&slot.kind);
    emit.index(number)?;
    emit.hook(REPLAY, &format!("get{letter}"), &format!("(I){descriptor}"))?; // value
    if let SlotKind::Object(class) = &slot.kind {
        emit.cast(class)?;
    }
    Ok(())
}

/// Enters the monitors of the objects in these locals, outermost first.
fn enter_monitors(emit: &mut Emitter, locals: &[u16]) {
    for local in locals {
        emit.load(&SlotKind::Object(String::new()), *local); // object
        emit.op(MONITORENTER); // –
    }
}

/// The frame at the start of the method (JVMS §4.10.1.6).
fn entry_frame(element: &ChainMethod) -> Result<Frame> {
    let mut locals = Vec::new();
    if !element.is_static {
        locals.push(VType::Object(element.method.class.clone()));
    }
    for kind in parameters(&element.method.descriptor)? {
        locals.push(super::slots::vtype(&Code::default(), &kind)?);
    }
    Ok(Frame { locals, stack: Vec::new() })
}
