//! Methods that are instrumented in place: the root, and what frames call that are not the program's. One such method may stand for several
//! contexts, as where a task is run by two pools, or where a stack trace does not tell which of two calls on a line leads on.
//!
//! Each context has a local of its own that tells whether the activation counts for it; of another thread's first method the runtime is
//! asked again ([`asks_again`]). The hooks of one context leave the original instruction, for an activation that does not count for it, to those of the next:
//!
//! ```text
//!   does it count for the first?   → its hooks, the call
//!   does it count for the second?  → its hooks, the call
//!   the call
//! ```
//!
//! In the replaying jar each has a resume block, and the method goes from one question to the next.
//!
//! Invariant: an activation counts for one context at most, since one call has led to it.

use super::emit::Emitter;
use super::error::Result;
use super::hook_table::{CAPTURE, KEEPS};
use super::hooks::Hooks;
use super::rewritten::nodes_of;
use super::root::know_active;
use crate::classfile::opcode::{IFEQ, ILOAD, ISTORE};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{ClassFile, Code, Insn, Item, Label};
use crate::plan::{Dispatch, Node, Place, Plans};
use std::collections::BTreeSet;

/// Added to the offset of an instruction that is left to the next context. No method's code is as long.
const LEFT: u32 = 1 << 31;

/// The contexts of the class with their numbers: those that one method stands for in place together, clones alone.
pub(super) fn groups<'p>(plans: &'p Plans, class: &ClassFile) -> Vec<Vec<(usize, &'p Node)>> {
    let mut groups: Vec<Vec<(usize, &Node)>> = Vec::new();
    for (number, node) in nodes_of(plans, class) {
        let same = |group: &&mut Vec<(usize, &Node)>| group[0].1.clone == 0 && group[0].1.method == node.method;
        match groups.iter_mut().find(same).filter(|_| node.clone == 0) {
            Some(group) => group.push((number, node)),
            None => groups.push(vec![(number, node)]),
        }
    }
    groups
}

/// Whether the runtime is asked at each call of another thread's first method, and there is no local: with one, be it stored and not read
/// again, C2 may keep the variables of a loop that computes in memory. A method with a poll in a loop would ask at each turn: it has one.
pub(super) fn asks_again(plans: &Plans, node: &Node) -> bool {
    let is_loop = |thread: &usize| plans.is_loop(Place::Wait(*thread));
    let polls = node.points.iter().flat_map(|point| &point.waits).any(is_loop);
    node.dispatch == Dispatch::Thread && !polls && !node.ends
}

impl Hooks<'_> {
    /// Whether some activations do not count.
    pub(super) fn may_be_inactive(&self) -> bool {
        self.asks_again || self.active.is_some()
    }

    /// In a method instrumented in place: branches if this is not the activation that counts.
    pub(super) fn branch_if_inactive(&self, emit: &mut Emitter, target: Label) -> Result<()> {
        if self.asks_again {
            emit.hook(CAPTURE, &KEEPS)?; // …, active
        } else if let Some(active) = self.active {
            emit.insn(Insn::local(ILOAD, active)); // …, active
        } else {
            return Ok(());
        }
        emit.branch(IFEQ, target); // …
        Ok(())
    }
}

/// What the hooks have for the original instruction where the activation does not count.
pub(super) fn left(original: Insn, offset: u32, is_last: bool) -> Item {
    Item::Insn { insn: original, offset: if is_last { u32::MAX } else { offset | LEFT } }
}

/// When the hooks of a context are there: the next one finds the instructions that were left to it, and no others in their places.
pub(super) fn hand_on(code: &mut Code) {
    let is_left = |offset: u32| offset != u32::MAX && offset & LEFT != 0;
    let offsets = code.items.iter().filter_map(|item| match item {
        Item::Insn { offset, .. } if is_left(*offset) => Some(*offset & !LEFT),
        _ => None,
    });
    let found: BTreeSet<u32> = offsets.collect();
    for item in &mut code.items {
        let Item::Insn { offset, .. } = item else { continue };
        if is_left(*offset) {
            *offset &= !LEFT;
        } else if found.contains(offset) {
            *offset = u32::MAX;
        }
    }
}

/// In the replaying jar: lets all frames know the locals that tell whether the activation counts. Of several, none does before it is asked.
pub(super) fn know_all(code: &mut Code, editor: &mut ClassEditor, all: &[Hooks]) -> Result<()> {
    let active: Vec<u16> = all.iter().filter_map(|hooks| hooks.active).collect();
    for active in &active {
        know_active(code, *active);
    }
    if all.len() > 1 {
        let mut emit = Emitter::new(code, editor);
        for active in active {
            emit.int(0)?; // no
            emit.insn(Insn::local(ISTORE, active)); // –
        }
        let items = emit.items;
        code.items.splice(0..0, items);
    }
    Ok(())
}
