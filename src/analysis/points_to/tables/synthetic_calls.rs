//! The synthetic calls by number, and those that are found again: by what makes them different, or by the virtual calls that
//! they stand for.

use super::super::context::Context;
use super::super::events::{SyntheticCall, SyntheticKey};
use super::super::set::ObjectSet;
use super::{Kept, sorted};
use crate::analysis::summaries::renumber::Renumber;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// What virtual calls that are followed as one have in common: method, call, the part of the context, receivers.
pub type SharedKey = (u32, u32, Context, ObjectSet);

/// The synthetic calls.
#[derive(Default)]
pub struct SyntheticCalls {
    list: Vec<SyntheticCall>,
    numbers: FxHashMap<SyntheticKey, u32>,
    /// Those of virtual calls that are followed as one: see [`super::super::shared_calls`].
    shared: FxHashMap<SharedKey, u32>,
}

/// The list, and the numbers of the calls that are found again; calls are shared only under contexts.
#[derive(Serialize, Deserialize)]
pub struct SavedSyntheticCalls {
    list: Vec<SyntheticCall>,
    found_again: Vec<u32>,
}

impl SyntheticCalls {
    /// Adds a call; gives its number.
    pub fn add(&mut self, call: SyntheticCall) -> u32 {
        self.list.push(call);
        self.list.len() as u32 - 1
    }

    /// The call with this number.
    pub fn get(&self, number: u32) -> &SyntheticCall {
        &self.list[number as usize]
    }

    /// How many there are.
    pub fn count(&self) -> u32 {
        self.list.len() as u32
    }

    /// The number of a call that was to be found again.
    pub fn known(&self, key: &SyntheticKey) -> Option<u32> {
        self.numbers.get(key).copied()
    }

    /// Lets a call be found again.
    pub fn know(&mut self, key: SyntheticKey, number: u32) {
        self.numbers.insert(key, number);
    }

    /// The number of the call that stands for such virtual calls.
    pub fn shared(&self, key: &SharedKey) -> Option<u32> {
        self.shared.get(key).copied()
    }

    /// Lets a call stand for such virtual calls.
    pub fn share(&mut self, key: SharedKey, number: u32) {
        self.shared.insert(key, number);
    }
}

impl Kept for SyntheticCalls {
    type Saved = SavedSyntheticCalls;

    fn save(&self) -> SavedSyntheticCalls {
        SavedSyntheticCalls { list: self.list.clone(), found_again: sorted(self.numbers.values().copied()) }
    }

    fn load(&mut self, saved: SavedSyntheticCalls) -> Option<()> {
        self.list = saved.list;
        for number in saved.found_again {
            let key = self.list.get(number as usize)?.key();
            self.know(key, number);
        }
        Some(())
    }
}

impl Renumber for SavedSyntheticCalls {
    fn renumber(&mut self, _: u32) {}
}
