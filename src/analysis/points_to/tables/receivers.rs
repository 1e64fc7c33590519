//! What contexts are made of for receivers: the numbers of allocations, and what is known of each object as a receiver.
//!
//! Nothing of it is kept with the summaries, which are made without contexts.

use super::super::context::Receiver;
use super::super::objects::{Object, Origin};
use crate::analysis::ir::Type;
use rustc_hash::FxHashMap;

/// The receivers.
#[derive(Default)]
pub struct Receivers {
    allocations: FxHashMap<(Origin, Type), u32>,
    /// By objects, once they were asked for.
    known: Vec<Option<Receiver>>,
}

impl Receivers {
    /// What is known of the object.
    pub fn get(&self, object: Object) -> Option<Receiver> {
        self.known.get(object as usize).copied().flatten()
    }

    /// Sets what is known of the object, one of `count`.
    pub fn set(&mut self, object: Object, receiver: Receiver, count: usize) {
        self.known.resize(count, None);
        self.known[object as usize] = Some(receiver);
    }

    /// The number of an allocation, whatever its context.
    pub fn allocation(&mut self, origin: Origin, ty: Type) -> u32 {
        let next = self.allocations.len() as u32;
        *self.allocations.entry((origin, ty)).or_insert(next)
    }
}
