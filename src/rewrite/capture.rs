//! The capturing jar: chain methods keep shadow frames and take the snapshot, lambdas are made where they are noted.
//!
//! A context's clone, or the method itself where it is instrumented in place, gets the hooks of [`super::hooks`]. Other
//! methods change only where they intern strings, take memory outside the heap, initialise classes, or end the JVM.

use super::catalogue::Catalogue;
use super::clones::{clone_access, clone_descriptor, open_for_caller};
use super::emit::{self, Emitter};
use super::error::{Error, Result};
use super::hook_table::{CAPTURE, FAILED};
use super::hooks::Hooks;
use super::notes::note;
use super::observe::Observer;
use super::rewritten::{Rewritten, decoded, redirect_call_sites};
use super::root::{ask_if_active, launched, start_in_main};
use super::{access, bare, exits, in_place, interned, memory};
use crate::classfile::opcode::{ATHROW, DUP};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{ClassFile, Frame, Handler, VType};
use crate::plan::{MethodName, Node, Plans};

/// The class as it stands in the capturing jar, or none if it stays as it is.
pub fn capture_class(plans: &Plans, class: &ClassFile) -> Result<Option<Rewritten>> {
    capture(plans, class, &mut Observer::of_entries(plans, class))
}

/// The class as it stands in a capturing jar that records what a run does.
pub fn observe_class(plans: &Plans, class: &ClassFile, catalogue: &Catalogue) -> Result<Option<Rewritten>> {
    capture(plans, class, &mut Observer::of(catalogue, class))
}

fn capture(plans: &Plans, class: &ClassFile, observer: &mut Observer) -> Result<Option<Rewritten>> {
    let mut editor = ClassEditor::with_head(class, Some(emit::RUNTIME));
    redirect_call_sites(&mut editor)?;
    exits::turn(&mut editor, plans, CAPTURE)?;
    let is_bare = if observer.is_none() && !plans.first().starts_in(&class.name) {
        !editor.attempt(Error::is_limit, |editor| note_failures(editor, class, plans, observer))?
    } else {
        note_failures(&mut editor, class, plans, observer)?;
        false
    };
    if is_bare {
        note_in_initialiser(&mut editor, class, plans)?;
    }
    let is_launched = launched(class, plans.first()).is_some();
    if is_launched || interned::is_used(class) || memory::is_used(class) || exits::is_used(class, plans) {
        note_calls(&mut editor, class, plans, observer)?;
    }
    start_in_main(&mut editor, class, plans, (CAPTURE, observer))?;
    for nodes in in_place::groups(plans, class) {
        hooked(&mut editor, class, (plans, &nodes), observer)?;
    }
    observer.rest(&mut editor)?;
    bare::finish(editor, is_bare)
}

/// A clone, or a method that stands in place for one context or several.
fn hooked(
    editor: &mut ClassEditor,
    class: &ClassFile,
    (plans, nodes): (&Plans, &[(usize, &Node)]),
    observer: &mut Observer,
) -> Result<()> {
    let (_, first) = nodes[0];
    let element = first.element(plans);
    let (method, mut code) = decoded(editor, element)?;
    note(&mut code, editor, plans)?;
    // at the checkpoint what is observed comes behind the snapshot
    let is_checkpoint = nodes.iter().flat_map(|(_, node)| &node.points).any(|point| !point.starts.is_empty());
    if !is_checkpoint {
        observer.observe(&mut code, editor, method)?;
    }
    let mut all = Hooks::of_all(plans, nodes, CAPTURE, &mut code)?;
    for hooks in &mut all {
        for point in &hooks.node.points {
            hooks.point(point, &mut code, editor)?;
        }
        for point in &hooks.node.points {
            hooks.calls(point, &mut code, editor)?;
        }
        in_place::hand_on(&mut code);
    }
    if is_checkpoint {
        observer.observe(&mut code, editor, method)?;
    }
    let mut is_clone = true;
    for ((number, _), hooks) in nodes.iter().zip(&all).filter(|(_, hooks)| hooks.may_be_inactive()) {
        ask_if_active(&mut code, editor, (plans, *number), hooks.active)?;
        is_clone = false;
    }
    if !is_clone {
        editor.set_code(method, &code)?;
        observer.is_set(method);
        return Ok(());
    }
    let mut access = clone_access(class.methods[method].access, plans, first);
    if let Some(thread) = first.entry {
        all[0].entry(thread, &mut code, editor)?;
        access &= !access::SYNCHRONIZED;
    }
    open_for_caller(editor, plans, first)?;
    let descriptor = clone_descriptor(editor, element, 0)?;
    Ok(editor.add_copy(method, access, &element.method.name, &descriptor, &code)?)
}

/// Takes the notes of [`super::notes`] in all methods but those that are changed for other reasons too. The constructor of an object whose `main` the
/// JVM calls is the first code of the program.
fn note_calls(editor: &mut ClassEditor, class: &ClassFile, plans: &Plans, observer: &mut Observer) -> Result<()> {
    let in_place: Vec<_> = plans.forest.nodes.iter().filter(|node| node.clone == 0).map(|node| &node.method).collect();
    for (method, info) in class.methods.iter().enumerate() {
        let is_it =
            |it: &&MethodName| it.class == class.name && it.name == info.name && it.descriptor == info.descriptor;
        if in_place.iter().any(is_it) || info.name == "<clinit>" {
            continue;
        }
        let Some(mut code) = editor.code(method)? else { continue };
        let is_noted = note(&mut code, editor, plans)?;
        let is_first = launched(class, plans.first()) == Some(method);
        if is_noted || is_first {
            observer.observe(&mut code, editor, method)?;
            if is_first {
                let mut emit = Emitter::new(&mut code, editor);
                emit.first_hook()?; // –
                let items = emit.items;
                code.items.splice(0..0, items);
            }
            editor.set_code(method, &code)?;
            observer.is_set(method);
        }
    }
    Ok(())
}

/// What is noted in every method, in an initialiser that has no room for more.
fn note_in_initialiser(editor: &mut ClassEditor, class: &ClassFile, plans: &Plans) -> Result<()> {
    let Some(method) = class.method_index("<clinit>", "()V") else { return Ok(()) };
    let Some(mut code) = editor.code(method)? else { return Ok(()) };
    if note(&mut code, editor, plans)? {
        editor.set_code(method, &code)?;
    }
    Ok(())
}

/// Lets the runtime know if `<clinit>` ends by throwing: such a class is neither initialised nor to be initialised.
/// Those of the main class and of what is above it run first.
fn note_failures(editor: &mut ClassEditor, class: &ClassFile, plans: &Plans, observer: &mut Observer) -> Result<()> {
    let Some(method) = class.method_index("<clinit>", "()V") else { return Ok(()) };
    let Some(mut code) = editor.code(method)? else { return Ok(()) };
    note(&mut code, editor, plans)?;
    observer.observe(&mut code, editor, method)?;
    observer.is_set(method);
    let mut emit = Emitter::new(&mut code, editor);
    if plans.first().starts_in(&class.name) {
        emit.first_hook()?; // –
    }
    let start = emit.here();
    let before = std::mem::take(&mut emit.items);
    let end = emit.here();
    let handler = emit.code.new_label();
    let frame = Frame { locals: Vec::new(), stack: vec![VType::Object("java/lang/Throwable".into())] };
    emit.place_with(handler, frame); // thrown
    emit.op(DUP); // thrown, thrown
    emit.string(&class.name)?; // thrown, thrown, name
    emit.hook(CAPTURE, &FAILED)?; // thrown
    emit.op(ATHROW);
    let after = emit.items;
    code.items.splice(0..0, before);
    code.items.extend(after);
    code.handlers.push(Handler { start, end, handler, catch_type: 0 });
    Ok(editor.set_code(method, &code)?)
}
