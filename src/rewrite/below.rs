//! A chain that starts below main: what its root tells the runtime.
//!
//! Frames above the root run in the replay too. The runtime begins in main (`start`, [`super::root`]), so that both runs see the same
//! of it; the root passes its receiver and arguments (`argumentA` for references, and so on, then `entered`), from which the runtime numbers the objects that
//! are there already, and by whose values it tells a replay with other arguments (`runtime-java`, `RootEntry`).

use super::emit::Emitter;
use super::error::Result;
use super::hook_table::{ARGUMENT, CAPTURE, CAPTURE_ENTERED, REPLAY, REPLAY_ENTERED, of_kind};
use super::slots::{parameters, width};
use crate::classfile::Label;
use crate::classfile::opcode::IFEQ;
use crate::plan::{ChainMethod, SlotKind};

/// Passes receiver and arguments of the root, which are still in their locals.
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
        emit.load(&kind, local); // argument
        emit.hook(hooks, of_kind(&ARGUMENT, &kind))?; // –
        local += width(&kind);
    }
    Ok(())
}
