//! A chain that starts below main: what its root tells the runtime, and the hooks in main.
//!
//! Frames above the root run in the replay too. The runtime begins in main (`start`), so that both runs see the same of it;
//! the root passes its receiver and arguments (`argument`, then `entered`), from which the runtime numbers the objects that
//! are there already (`runtime-java`, `Entry`).

use super::emit::Emitter;
use super::hook_table::{ARGUMENT, CAPTURE, CAPTURE_ENTERED, REPLAY, REPLAY_ENTERED, START};
use super::hooks::note_leaving;
use super::observe::Observer;
use super::slots::{parameters, width};
use super::{Result, capture, clock};
use crate::classfile::opcode::IFEQ;
use crate::classfile::splice::ClassEditor;
use crate::classfile::{ClassFile, Label};
use crate::plan::{ChainMethod, Plans, SlotKind};

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
        capture::note(&mut code, editor, plans)?;
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

/// Passes receiver and reference arguments of the root, which are still in their locals.
pub(super) fn tell_arguments(emit: &mut Emitter, root: &ChainMethod) -> Result<()> {
    pass_arguments(emit, root, CAPTURE)?;
    emit.hook(CAPTURE, &CAPTURE_ENTERED) // –
}

/// The same in the replaying jar, where the runtime may say that the activation does not count after all: it goes to `start` then.
pub(super) fn enter(emit: &mut Emitter, root: &ChainMethod, start: Label) -> Result<()> {
    pass_arguments(emit, root, REPLAY)?;
    emit.hook(REPLAY, &REPLAY_ENTERED)?; // counts
    emit.branch(IFEQ, start); // –
    Ok(())
}

fn pass_arguments(emit: &mut Emitter, root: &ChainMethod, hooks: &str) -> Result<()> {
    let receiver = (!root.is_static).then(|| SlotKind::Object(root.method.class.clone()));
    let mut local = 0;
    for kind in receiver.into_iter().chain(parameters(&root.method.descriptor)?) {
        if matches!(kind, SlotKind::Object(_)) {
            emit.load(&kind, local); // argument
            emit.hook(hooks, &ARGUMENT)?; // –
        }
        local += width(&kind);
    }
    Ok(())
}
