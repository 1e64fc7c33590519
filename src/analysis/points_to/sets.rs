//! Sets of objects by number: equal sets are there once, and unions that were computed are remembered.
//!
//! Without contexts thousands of nodes have the same objects, and get the same new ones: of the unions along edges of a large
//! program 97 % have been made before. A set never changes; a union gives the number of another. So passing objects on is
//! mostly a look into a table (hash-consing, as in Barbar, Sui: Hash Consed Points-To Sets, SAS 2021). The tables have one
//! place for each hash, and what is forgotten is computed again. Sets that no node has any more are swept ([`Sets::keep`])
//! once they take most of the memory.
//!
//! Invariant: two numbers may have equal sets (where two hashes are equal), but a number has one set until it is swept.

use super::objects::Objects;
use super::set::ObjectSet;
use foldhash::quality::FixedState;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

/// The number of a set.
pub type SetId = u32;

/// The empty set.
pub const EMPTY: SetId = 0;

/// How many unions, and how many filtered sets, are remembered.
const REMEMBERED: usize = 1 << 16;

/// Sets are swept when they take so many bytes more than twice what they took after the last time.
const SLACK: u64 = 64 << 20;

/// What a set takes besides its blocks, bytes.
const OVERHEAD: u64 = 96;

/// A union that was computed: of the first and the second set, and what of the second was not in the first.
#[derive(Clone, Copy, Default)]
struct Union {
    first: SetId,
    second: SetId,
    all: SetId,
    new: SetId,
}

/// What of a set passes a filter.
#[derive(Clone, Copy, Default)]
struct Filtered {
    set: SetId,
    filter: u32,
    rest: SetId,
}

/// All sets.
pub struct Sets {
    list: Vec<Arc<ObjectSet>>,
    numbers: FxHashMap<u64, SetId>,
    /// Numbers that were swept.
    free: Vec<SetId>,
    unions: Vec<Union>,
    filtered: Vec<Filtered>,
    bytes: u64,
    /// The bytes at which sets are swept.
    limit: u64,
    /// How many blocks were computed.
    pub work: u64,
    /// How many times sets were swept.
    pub sweeps: u32,
}

impl Default for Sets {
    fn default() -> Self {
        Self {
            list: vec![Arc::default()],
            numbers: FxHashMap::from_iter([(hash_of(&ObjectSet::default()), EMPTY)]),
            free: Vec::new(),
            unions: vec![Union::default(); REMEMBERED],
            filtered: vec![Filtered::default(); REMEMBERED],
            bytes: 0,
            limit: SLACK,
            work: 0,
            sweeps: 0,
        }
    }
}

impl Sets {
    /// The set with this number.
    pub fn get(&self, set: SetId) -> &Arc<ObjectSet> {
        &self.list[set as usize]
    }

    /// How many bytes they take, about.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The number of a set.
    pub fn number(&mut self, set: &ObjectSet) -> SetId {
        self.known(set).unwrap_or_else(|hash| self.add(set.clone(), hash))
    }

    fn known(&self, set: &ObjectSet) -> Result<SetId, u64> {
        let hash = hash_of(set);
        let known = self.numbers.get(&hash).copied();
        known.filter(|known| *self.list[*known as usize].as_ref() == *set).ok_or(hash)
    }

    fn add(&mut self, set: ObjectSet, hash: u64) -> SetId {
        self.bytes += bytes_of(&set);
        let number = self.free.pop().unwrap_or_else(|| {
            self.list.push(Arc::default());
            self.list.len() as SetId - 1
        });
        self.list[number as usize] = Arc::new(set);
        self.numbers.entry(hash).or_insert(number);
        number
    }

    fn own(&mut self, set: ObjectSet) -> SetId {
        self.work += set.blocks() as u64;
        self.known(&set).unwrap_or_else(|hash| self.add(set, hash))
    }

    /// The union of two sets, and what of the second was not in the first.
    pub fn union(&mut self, first: SetId, second: SetId) -> (SetId, SetId) {
        if first == second || second == EMPTY {
            return (first, EMPTY);
        }
        if first == EMPTY {
            return (second, second);
        }
        let place = place_of(first, second);
        let known = self.unions[place];
        if (known.first, known.second) == (first, second) {
            return (known.all, known.new);
        }
        let mut all = self.get(first).as_ref().clone();
        let new = all.add_all(self.get(second), None);
        self.work += self.get(second).blocks() as u64;
        let (all, new) = if new.is_empty() { (first, EMPTY) } else { (self.own(all), self.own(new)) };
        self.unions[place] = Union { first, second, all, new };
        (all, new)
    }

    /// What of the set passes the filter.
    pub fn passing(&mut self, set: SetId, filter: u32, objects: &mut Objects<'_>) -> SetId {
        if filter == 0 || set == EMPTY {
            return set;
        }
        let place = place_of(set, filter);
        let known = self.filtered[place];
        if (known.set, known.filter) == (set, filter) {
            return known.rest;
        }
        let mut all = ObjectSet::default();
        all.add_all(self.get(set), Some(objects.mask(filter)));
        let rest = self.own(all);
        self.filtered[place] = Filtered { set, filter, rest };
        rest
    }

    /// Whether it is time to sweep.
    pub fn is_full(&self) -> bool {
        self.bytes > self.limit
    }

    /// Sweeps all sets but these.
    pub fn keep(&mut self, used: impl Iterator<Item = SetId>) {
        let mut keep = vec![false; self.list.len()];
        keep[EMPTY as usize] = true;
        used.for_each(|set| keep[set as usize] = true);
        self.numbers.retain(|_, set| keep[*set as usize]);
        self.free.clear();
        self.bytes = 0;
        for (number, set) in self.list.iter_mut().enumerate() {
            if keep[number] {
                self.bytes += bytes_of(set);
            } else {
                *set = Arc::default();
                self.free.push(number as SetId);
            }
        }
        self.sweeps += 1;
        self.limit = 2 * self.bytes + SLACK;
        self.unions.fill(Union::default());
        self.filtered.fill(Filtered::default());
    }
}

/// Not by `FxHasher`, to which the high bits of a word hardly count: sets that differ in these alone are many.
fn hash_of(set: &ObjectSet) -> u64 {
    FixedState::with_seed(0).hash_one(set)
}

fn bytes_of(set: &ObjectSet) -> u64 {
    OVERHEAD + 16 * set.blocks() as u64
}

fn place_of(first: u32, second: u32) -> usize {
    let mut hasher = FxHasher::default();
    (first, second).hash(&mut hasher);
    hasher.finish() as usize % REMEMBERED
}

#[cfg(test)]
mod tests {
    use super::{EMPTY, ObjectSet, SetId, Sets};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        /// Unions of unions, with sweeps between them, are those of ordinary sets, and equal sets have one number.
        #[test]
        fn unions_are_those_of_sets(
            first in prop::collection::vec(prop::collection::btree_set(0u32..600, 0..80), 2..6),
            steps in prop::collection::vec((0usize..6, 0usize..6, any::<bool>()), 0..40),
        ) {
            let mut sets = Sets::default();
            let mut numbers: Vec<SetId> = Vec::new();
            let mut expected: Vec<BTreeSet<u32>> = Vec::new();
            for set in first {
                numbers.push(sets.number(&set.iter().copied().collect::<ObjectSet>()));
                expected.push(set);
            }
            for (one, other, sweep) in steps {
                let (one, other) = (one % numbers.len(), other % numbers.len());
                let (all, new) = sets.union(numbers[one], numbers[other]);
                let added: BTreeSet<u32> = sets.get(new).iter().collect();
                prop_assert_eq!(added, &expected[other] - &expected[one]);
                numbers[one] = all;
                expected[one] = &expected[one] | &expected[other];
                if sweep {
                    sets.keep(numbers.iter().copied());
                }
                for (number, set) in numbers.iter().zip(&expected) {
                    prop_assert_eq!(&sets.get(*number).iter().collect::<BTreeSet<u32>>(), set);
                    prop_assert_eq!(*number == EMPTY, set.is_empty());
                }
                for (at, set) in expected.iter().enumerate() {
                    let equal = expected.iter().position(|other| other == set);
                    prop_assert_eq!(numbers[at], numbers[equal.unwrap_or(at)]);
                }
            }
        }
    }
}
