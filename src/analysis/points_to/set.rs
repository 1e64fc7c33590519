//! A sparse set of small numbers: blocks of 64 bits, sorted by their place.
//!
//! Points-to sets have few members or many neighbours, since objects are numbered as they are found; a union of two
//! large sets is then a merge of few words. The operation that the solver lives on is [`ObjectSet::add_all`], which
//! tells what was new (difference propagation: Pearce, Kelly, Hankin: Online Cycle Detection and Difference
//! Propagation, SQJ 2004).

use crate::analysis::summaries::words::{Reader, Words};

/// A set of numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ObjectSet {
    /// Places of the blocks, ascending; none is empty.
    places: Vec<u32>,
    /// Their bits.
    bits: Vec<u64>,
}

/// Which numbers pass a filter: a bit each.
pub type Mask = Vec<u64>;

impl ObjectSet {
    /// Adds a number; true if it is new.
    pub fn insert(&mut self, number: u32) -> bool {
        let (place, bit) = (number / 64, 1u64 << (number % 64));
        match self.search(place, 0) {
            Ok(at) => {
                let new = self.bits[at] & bit == 0;
                self.bits[at] |= bit;
                new
            }
            Err(at) => {
                self.places.insert(at, place);
                self.bits.insert(at, bit);
                true
            }
        }
    }

    /// Where the block is, or would be; not before `from`.
    fn search(&self, place: u32, from: usize) -> Result<usize, usize> {
        match self.places.last() {
            None => Err(0),
            Some(last) if *last < place => Err(self.places.len()),
            _ => self.places[from..].binary_search(&place).map(|at| at + from).map_err(|at| at + from),
        }
    }

    /// Whether the number is a member.
    pub fn contains(&self, number: u32) -> bool {
        self.search(number / 64, 0).is_ok_and(|at| self.bits[at] & 1 << (number % 64) != 0)
    }

    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// How many blocks it has: what it costs.
    pub fn blocks(&self) -> usize {
        self.places.len()
    }

    /// How many members there are.
    pub fn len(&self) -> usize {
        self.bits.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The members, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.places.iter().zip(&self.bits).flat_map(|(place, word)| {
            std::iter::successors(Some(*word), |rest| Some(rest & rest.wrapping_sub(1)))
                .take_while(|rest| *rest != 0)
                .map(move |rest| place * 64 + rest.trailing_zeros())
        })
    }

    /// Adds those members of `other` that pass the mask; gives those that were new.
    #[expect(clippy::return_self_not_must_use, reason = "most callers want the union only")]
    pub fn add_all(&mut self, other: &Self, mask: Option<&Mask>) -> Self {
        let mut new = Self::default();
        let mut missing = 0;
        let mut at = 0;
        for (place, word) in other.places.iter().zip(&other.bits) {
            let word = mask.map_or(*word, |mask| word & mask.get(*place as usize).copied().unwrap_or(0));
            if word == 0 {
                continue;
            }
            let fresh = match self.search(*place, at) {
                Ok(found) => {
                    at = found;
                    let fresh = word & !self.bits[found];
                    self.bits[found] |= fresh;
                    fresh
                }
                Err(found) => {
                    at = found;
                    missing += 1;
                    word
                }
            };
            if fresh != 0 {
                new.places.push(*place);
                new.bits.push(fresh);
            }
        }
        if missing > 0 {
            self.add_blocks(&new, missing);
        }
        new
    }

    /// Merges in the blocks of `new`, of which `missing` have no place here yet, from the back.
    fn add_blocks(&mut self, new: &Self, missing: usize) {
        let mut from = self.places.len();
        let mut to = from + missing;
        self.places.resize(to, 0);
        self.bits.resize(to, 0);
        for (place, word) in new.places.iter().zip(&new.bits).rev() {
            while from > 0 && self.places[from - 1] > *place && from != to {
                from -= 1;
                to -= 1;
                self.places[to] = self.places[from];
                self.bits[to] = self.bits[from];
            }
            if from == to {
                return; // the rest has its place
            }
            if from == 0 || self.places[from - 1] != *place {
                to -= 1;
                self.places[to] = *place;
                self.bits[to] = *word;
            }
        }
    }

    /// Adds the set to numbers.
    pub fn to_words(&self, words: &mut Words) {
        words.list(&self.places);
        words.0.extend(self.bits.iter().flat_map(|bits| [*bits as u32, (*bits >> 32) as u32]));
    }

    /// Reads a set; none if the numbers are no set.
    pub fn from_words(words: &mut Reader<'_>) -> Option<Self> {
        let places = words.list()?.to_vec();
        let mut bits = Vec::with_capacity(places.len());
        for _ in 0..places.len() {
            let [low, high] = words.words()?;
            bits.push(u64::from(high) << 32 | u64::from(low));
        }
        Some(Self { places, bits })
    }

    /// Takes out the members of `other`.
    pub fn remove_all(&mut self, other: &Self) {
        self.combine(other, |mine, theirs| mine & !theirs);
    }

    /// Takes out what is not in `other`.
    pub fn retain_all(&mut self, other: &Self) {
        self.combine(other, |mine, theirs| mine & theirs);
    }

    fn combine(&mut self, other: &Self, with: impl Fn(u64, u64) -> u64) {
        let mut kept = 0;
        let mut at = 0;
        for number in 0..self.places.len() {
            let place = self.places[number];
            let theirs = match other.search(place, at) {
                Ok(found) => {
                    at = found;
                    other.bits[found]
                }
                Err(found) => {
                    at = found;
                    0
                }
            };
            let word = with(self.bits[number], theirs);
            if word != 0 {
                self.places[kept] = place;
                self.bits[kept] = word;
                kept += 1;
            }
        }
        self.places.truncate(kept);
        self.bits.truncate(kept);
    }

    /// Whether all members pass the mask.
    pub fn all_pass(&self, mask: &Mask) -> bool {
        let passing = |place: u32| mask.get(place as usize).copied().unwrap_or(0);
        self.places.iter().zip(&self.bits).all(|(place, word)| word & !passing(*place) == 0)
    }

    /// Whether any member is in `other`.
    pub fn intersects(&self, other: &Self) -> bool {
        let (few, many) = if self.places.len() <= other.places.len() { (self, other) } else { (other, self) };
        few.places
            .iter()
            .zip(&few.bits)
            .any(|(place, word)| many.search(*place, 0).is_ok_and(|at| many.bits[at] & word != 0))
    }
}

impl FromIterator<u32> for ObjectSet {
    fn from_iter<T: IntoIterator<Item = u32>>(numbers: T) -> Self {
        let mut set = Self::default();
        numbers.into_iter().for_each(|number| {
            set.insert(number);
        });
        set
    }
}

#[cfg(test)]
mod tests {
    use super::ObjectSet;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn behaves_like_a_set(
            first in prop::collection::btree_set(0u32..2000, 0..80),
            second in prop::collection::btree_set(0u32..2000, 0..80),
            passes in prop::collection::btree_set(0u32..2000, 0..500),
        ) {
            let make = |numbers: &BTreeSet<u32>| numbers.iter().copied().collect::<ObjectSet>();
            let all = |set: &ObjectSet| set.iter().collect::<BTreeSet<u32>>();
            let mut mask = vec![0u64; 2000 / 64 + 1];
            for number in &passes {
                mask[*number as usize / 64] |= 1 << (number % 64);
            }
            for (mask, passed) in [(None, second.clone()), (Some(&mask), &second & &passes)] {
                let mut set = make(&first);
                let new = set.add_all(&make(&second), mask);
                prop_assert_eq!(all(&set), &first | &passed);
                prop_assert_eq!(all(&new), &passed - &first);
                prop_assert_eq!(set.len(), (&first | &passed).len());
            }
            let mut set = make(&first);
            set.remove_all(&make(&second));
            prop_assert_eq!(all(&set), &first - &second);
            prop_assert_eq!(set.is_empty(), (&first - &second).is_empty());
            let mut set = make(&first);
            set.retain_all(&make(&second));
            prop_assert_eq!(all(&set), &first & &second);
            let all_pass = first.iter().all(|number| passes.contains(number));
            mask.resize(2000 / 64 + 1, 0);
            prop_assert_eq!(make(&first).all_pass(&mask), all_pass);
            prop_assert_eq!(make(&first).intersects(&make(&second)), !(&first & &second).is_empty());
            prop_assert!(first.iter().all(|number| make(&first).contains(*number)));
        }
    }
}
