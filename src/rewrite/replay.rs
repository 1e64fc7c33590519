//! The replaying jar: a resume block restores one frame of the captured stack and joins the original code.
//!
//! [`super::resume`] makes the resume blocks. In clones the code that only led to a site is then unreachable and removed
//! ([`super::reach`]). A context on the way to a region's end has a second clone, the original code with the hooks of
//! [`super::hooks`]: it is called when the program lives again.
//!
//! Every `<clinit>` starts with a guard: a class that was initialised before the checkpoint must not be again.

use super::clones::{FROM_START, clone_access, clone_descriptor, open_for_caller};
use super::emit::{self, Emitter};
use super::error::{Error, Result};
use super::hook_table::{INITIALIZED, LAUNCHING, REPLAY, UNREACHABLE, UNREACHABLE_IN};
use super::hooks::Hooks;
use super::observe::Observer;
use super::restore::clone_name;
use super::resume::{ask_if_reached, resume};
use super::rewritten::{Rewritten, decoded, redirect_call_sites};
use super::root::{launched, note_leaving_root, start_in_main};
use super::skipped::skip_while_resumed;
use super::slots::is_constructor;
use super::{bare, clock, exits, finals, in_place, reach};
use crate::classfile::opcode::{IFEQ, INVOKESPECIAL, RETURN};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{ClassFile, Code, Frame, VType};
use crate::plan::{MethodName, Node, Plans, SlotKind};

/// The class as it stands in the replaying jar, or none if it stays as it is.
pub fn replay_class(plans: &Plans, class: &ClassFile) -> Result<Option<Rewritten>> {
    let plan = plans.first();
    let mut editor = ClassEditor::with_head(class, Some(emit::RUNTIME));
    editor.add_first(); // of the methods that have code on a line, some debuggers stop in the first one only
    redirect_call_sites(&mut editor)?;
    exits::turn(&mut editor, plans, REPLAY)?;
    clock::turn(&mut editor, plan)?;
    for method in clock::makers(class, plan) {
        if let Some(mut code) = editor.code(method)?
            && clock::dates(&mut code, &mut editor, plan)?
        {
            editor.set_code(method, &code)?;
        }
    }
    let is_bare = !guard_or_leave(&mut editor, class, plans)?;
    refuse_unreachable(&mut editor, class, plans)?;
    skip_while_resumed(&mut editor, class, plans)?;
    start_in_main(&mut editor, class, plans, (REPLAY, &mut Observer::none()))?;
    leave_out_instance(&mut editor, class, plans)?;
    for nodes in in_place::groups(plans, class) {
        let (number, node) = nodes[0];
        if node.clone == 0 {
            resuming_in_place(&mut editor, plans, &nodes)?;
            continue;
        }
        if node.starts {
            resuming(&mut editor, class, plans, (number, node))?;
        }
        if node.ends {
            from_start(&mut editor, class, plans, node)?;
        }
    }
    bare::finish(editor, is_bare)
}

/// The clone that resumes.
fn resuming(editor: &mut ClassEditor, class: &ClassFile, plans: &Plans, (number, node): (usize, &Node)) -> Result<()> {
    let element = node.element(plans);
    let (method, mut code) = decoded(editor, element)?;
    clock::dates(&mut code, editor, plans.first())?;
    let mut hooks = Hooks::new(plans, node, REPLAY, &mut code)?;
    // the resume block joins the code behind the end of a region that lies at the same instruction
    for point in &node.points {
        hooks.point(point, &mut code, editor)?;
    }
    resume(&mut code, editor, plans, (number, node), None)?;
    for point in &node.points {
        hooks.calls(point, &mut code, editor)?;
    }
    if is_constructor(element) {
        finals::assign(&mut code, editor)?;
    }
    reach::remove_unreachable(&mut code);
    let access = clone_access(class.methods[method].access, plans, node);
    open_for_caller(editor, plans, node)?;
    let descriptor = clone_descriptor(editor, element, 0)?;
    Ok(editor.add_copy(method, access, clone_name(element), &descriptor, &code)?)
}

/// The method that stands in place for these contexts: each is resumed, or lies on the way to an end, or both.
fn resuming_in_place(editor: &mut ClassEditor, plans: &Plans, nodes: &[(usize, &Node)]) -> Result<()> {
    let element = nodes[0].1.element(plans);
    let (method, mut code) = decoded(editor, element)?;
    clock::dates(&mut code, editor, plans.first())?;
    let mut all = Hooks::of_all(plans, nodes, REPLAY, &mut code)?;
    stop_if_unreachable(&mut code, editor, plans, &element.method)?;
    for hooks in &mut all {
        for point in &hooks.node.points {
            hooks.point(point, &mut code, editor)?;
        }
    }
    for ((number, node), active) in nodes.iter().zip(&all).map(|(node, hooks)| (*node, hooks.active)) {
        if node.starts {
            resume(&mut code, editor, plans, (number, node), active)?;
        } else if let Some(active) = active.filter(|_| node.ends) {
            let mut emit = Emitter::new(&mut code, editor);
            ask_if_reached(&mut emit, (number, node), active)?; // –
            let items = emit.items;
            code.items.splice(0..0, items);
        }
    }
    for hooks in &mut all {
        for point in &hooks.node.points {
            hooks.calls(point, &mut code, editor)?;
        }
        in_place::hand_on(&mut code);
    }
    in_place::know_all(&mut code, editor, &all)?;
    if let ((0, _), Some(active)) = (nodes[0], all[0].active) {
        note_leaving_root(&mut code, editor, (plans, REPLAY), active)?;
    }
    Ok(editor.set_code(method, &code)?)
}

/// The clone on the way to an end that runs from its start.
fn from_start(editor: &mut ClassEditor, class: &ClassFile, plans: &Plans, node: &Node) -> Result<()> {
    let element = node.element(plans);
    let (method, mut code) = decoded(editor, element)?;
    clock::dates(&mut code, editor, plans.first())?;
    let mut hooks = Hooks::new(plans, node, REPLAY, &mut code)?;
    stop_if_unreachable(&mut code, editor, plans, &element.method)?;
    for point in &node.points {
        hooks.point(point, &mut code, editor)?;
    }
    for point in &node.points {
        hooks.calls(point, &mut code, editor)?;
    }
    let access = clone_access(class.methods[method].access, plans, node);
    open_for_caller(editor, plans, node)?;
    let descriptor = clone_descriptor(editor, element, FROM_START)?;
    Ok(editor.add_copy(method, access, &element.method.name, &descriptor, &code)?)
}

/// The guard of `<clinit>`, if there is room for it; without it [`bare`] helps, but where the guard does more.
fn guard_or_leave(editor: &mut ClassEditor, class: &ClassFile, plans: &Plans) -> Result<bool> {
    let plan = plans.first();
    let does_more = plan.below.is_some() && plan.starts_in(&class.name)
        || plans.unreachable_of(&class.name).iter().any(|name| name.name == "<clinit>");
    if does_more {
        return guard_initialiser(editor, class, plans).map(|()| true);
    }
    editor.attempt(Error::is_limit, |editor| guard_initialiser(editor, class, plans))
}

/// `if (Replay.initialized("a/b/C")) return;` at the start of `<clinit>`. One that is held unreachable, though it reads
/// what was not captured, then stops the replay. That of the main class, or of a class above it, may be the first hook of a run
/// in which code of the program runs before the checkpoint.
fn guard_initialiser(editor: &mut ClassEditor, class: &ClassFile, plans: &Plans) -> Result<()> {
    let plan = plans.first();
    let first = plan.below.is_some() && plan.starts_in(&class.name);
    let unreachable = plans.unreachable_of(&class.name).into_iter().find(|name| name.name == "<clinit>");
    let Some(method) = class.method_index("<clinit>", "()V") else { return Ok(()) };
    let Some(mut code) = editor.code(method)? else { return Ok(()) };
    clock::dates(&mut code, editor, plan)?;
    let go_on = code.new_label();
    let mut emit = Emitter::new(&mut code, editor);
    if first {
        emit.first_hook()?; // –
    }
    emit.string(&class.name)?; // name
    emit.hook(REPLAY, &INITIALIZED)?; // initialised
    emit.branch(IFEQ, go_on); // –
    emit.op(RETURN);
    emit.place_with(go_on, Frame::default());
    if let Some(name) = unreachable {
        stop(&mut emit, plans, name)?; // –
    }
    let items = emit.items;
    code.items.splice(0..0, items);
    Ok(editor.set_code(method, &code)?)
}

/// Lets every method that the analysis holds unreachable after the checkpoint, though it reads what was not captured, stop
/// the replay instead of going on with wrong values. Those of the chain that are instrumented in place follow with the
/// resume block.
fn refuse_unreachable(editor: &mut ClassEditor, class: &ClassFile, plans: &Plans) -> Result<()> {
    let plan = plans.first();
    for name in plans.unreachable_of(&class.name).into_iter().filter(|name| name.name != "<clinit>") {
        let Some(method) = class.method_index(&name.name, &name.descriptor) else { continue };
        let in_place = plans.forest.nodes.iter().any(|node| node.clone == 0 && node.method == *name);
        if in_place || Some(method) == launched(class, plan) {
            continue;
        }
        let Some(mut code) = editor.code(method)? else { continue };
        clock::dates(&mut code, editor, plan)?;
        stop_if_unreachable(&mut code, editor, plans, name)?;
        editor.set_code(method, &code)?;
    }
    Ok(())
}

/// Lets the method stop the replay if it is held unreachable.
fn stop_if_unreachable(code: &mut Code, editor: &mut ClassEditor, plans: &Plans, name: &MethodName) -> Result<()> {
    if plans.unreachable_of(&name.class).contains(name) {
        let mut emit = Emitter::new(code, editor);
        stop(&mut emit, plans, name)?; // –
        let items = emit.items;
        code.items.splice(0..0, items);
    }
    Ok(())
}

/// Stops the replay of the regions after whose start the method is held unreachable.
fn stop(emit: &mut Emitter, plans: &Plans, name: &MethodName) -> Result<()> {
    emit.string(&name.display())?; // name
    let regions: Vec<usize> = (0..plans.regions.len())
        .filter(|region| plans.regions[*region].unreachable_of(&name.class).contains(name))
        .collect();
    if regions.len() == plans.regions.len() {
        return emit.hook(REPLAY, &UNREACHABLE); // –
    }
    let list = format!(" {} ", regions.iter().map(usize::to_string).collect::<Vec<_>>().join(" "));
    emit.string(&list)?; // name, regions
    emit.hook(REPLAY, &UNREACHABLE_IN) // –
}

/// Lets the constructor of the object whose `main` the JVM calls do nothing when the JVM calls it: the root's object comes from the snapshot.
fn leave_out_instance(editor: &mut ClassEditor, class: &ClassFile, plans: &Plans) -> Result<()> {
    let plan = plans.first();
    let Some(method) = launched(class, plan) else { return Ok(()) };
    let Some(mut code) = editor.code(method)? else { return Ok(()) };
    clock::dates(&mut code, editor, plan)?;
    let go_on = code.new_label();
    let mut emit = Emitter::new(&mut code, editor);
    emit.hook(REPLAY, &LAUNCHING)?; // launching
    emit.branch(IFEQ, go_on); // –
    emit.load(&SlotKind::UninitializedThis, 0); // this
    emit.invoke(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false)?; // –
    emit.op(RETURN);
    emit.place_with(go_on, Frame { locals: vec![VType::UninitializedThis], stack: Vec::new() });
    let is_it = |name: &&MethodName| name.name == "<init>" && name.descriptor == "()V";
    if let Some(name) = plans.unreachable_of(&class.name).into_iter().find(is_it) {
        stop(&mut emit, plans, name)?; // –
    }
    let items = emit.items;
    code.items.splice(0..0, items);
    Ok(editor.set_code(method, &code)?)
}
