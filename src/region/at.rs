//! Which instructions of a method stand at a place of a pattern.
//!
//! A line has those that the line table gives to it; an offset and the end of a method have one. The end is the last instruction that
//! returns: an earlier `return` is another place.

use super::pattern::Place;
use crate::classfile::opcode;
use crate::program::Body;

/// The last instruction that returns: none in a method that never does.
pub(super) fn last_return(body: &Body) -> Option<usize> {
    let returns = |item: &&usize| body.insn(**item).is_some_and(|insn| opcode::is_return(insn.op));
    body.insns().iter().rfind(returns).copied()
}

/// Whether the instruction stands at the place.
pub(super) fn is_at(body: &Body, item: usize, place: Place) -> bool {
    match place {
        Place::Line(line) => body.line(item) == Some(line),
        Place::Offset(offset) => body.offset(item) == Some(offset),
        Place::End => last_return(body) == Some(item),
    }
}
