//! A set of small numbers in blocks of 64 bits: sorted by their place while they are few, else indexed by it.
//!
//! Points-to sets have few members or many neighbours, since objects are numbered as they are found. A set that fills
//! a good part of the blocks up to its last one is an array of words, so that a union costs no search. A union tells what was
//! new ([`ObjectSet::add_all`]; difference propagation: Pearce, Kelly, Hankin: Online Cycle Detection and Difference
//! Propagation, SQJ 2004).

use crate::analysis::summaries::words::{Reader, Words};
use std::hash::{Hash, Hasher};

/// A set of numbers. Equal sets are equal in whichever form they are.
#[derive(Clone, Debug)]
pub struct ObjectSet(Form);

#[derive(Clone, Debug)]
enum Form {
    /// Places of blocks, ascending, and their bits; none is empty.
    Sparse(Vec<(u32, u64)>),
    /// All blocks by their place, and how many are not empty.
    Dense(Vec<u64>, u32),
}

/// Which numbers pass a filter: a bit each.
pub type Mask = Vec<u64>;

/// How many blocks a set has at least when it becomes an array, and which part of all blocks up to the last one.
const FEW: usize = 16;
const PART: usize = 4;

/// Dense sets grow by this many blocks.
const GROWTH: usize = 16;

impl Default for ObjectSet {
    fn default() -> Self {
        Self(Form::Sparse(Vec::new()))
    }
}

impl PartialEq for ObjectSet {
    fn eq(&self, other: &Self) -> bool {
        self.blocks() == other.blocks() && self.each_block().eq(other.each_block())
    }
}

impl Eq for ObjectSet {}

impl Hash for ObjectSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.each_block().for_each(|block| block.hash(state));
    }
}

impl ObjectSet {
    /// Adds a number; true if it is new.
    pub fn insert(&mut self, number: u32) -> bool {
        let (place, bit) = (number / 64, 1u64 << (number % 64));
        match &mut self.0 {
            Form::Dense(words, count) => {
                reserve(words, place);
                let word = &mut words[place as usize];
                *count += u32::from(*word == 0);
                let new = *word & bit == 0;
                *word |= bit;
                new
            }
            Form::Sparse(blocks) => match search(blocks, place, 0) {
                Ok(at) => {
                    let new = blocks[at].1 & bit == 0;
                    blocks[at].1 |= bit;
                    new
                }
                Err(at) => {
                    blocks.insert(at, (place, bit));
                    self.settle();
                    true
                }
            },
        }
    }

    /// Makes an array of the blocks once they are many and near each other.
    fn settle(&mut self) {
        let Form::Sparse(blocks) = &self.0 else { return };
        let Some((last, _)) = blocks.last() else { return };
        if blocks.len() >= FEW && blocks.len() * PART > *last as usize {
            let mut words = Vec::new();
            reserve(&mut words, *last);
            for (place, word) in blocks {
                words[*place as usize] = *word;
            }
            self.0 = Form::Dense(words, blocks.len() as u32);
        }
    }

    /// The bits of a block.
    fn word(&self, place: u32) -> u64 {
        match &self.0 {
            Form::Dense(words, _) => words.get(place as usize).copied().unwrap_or(0),
            Form::Sparse(blocks) => search(blocks, place, 0).map_or(0, |at| blocks[at].1),
        }
    }

    /// The blocks that are not empty, ascending.
    fn each_block(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        let (blocks, words): (&[(u32, u64)], &[u64]) = match &self.0 {
            Form::Sparse(blocks) => (blocks, &[]),
            Form::Dense(words, _) => (&[], words),
        };
        let words = words.iter().zip(0..).filter(|(word, _)| **word != 0);
        blocks.iter().copied().chain(words.map(|(word, place)| (place, *word)))
    }

    /// Whether the number is a member.
    pub fn contains(&self, number: u32) -> bool {
        self.word(number / 64) & 1 << (number % 64) != 0
    }

    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        self.blocks() == 0
    }

    /// How many blocks it has: what it costs.
    pub fn blocks(&self) -> usize {
        match &self.0 {
            Form::Sparse(blocks) => blocks.len(),
            Form::Dense(_, count) => *count as usize,
        }
    }

    /// How many members there are.
    pub fn len(&self) -> usize {
        self.each_block().map(|(_, word)| word.count_ones() as usize).sum()
    }

    /// The members, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.each_block().flat_map(|(place, word)| {
            std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)))
                .take_while(|rest| *rest != 0)
                .map(move |rest| place * 64 + rest.trailing_zeros())
        })
    }

    /// Adds those members of `other` that pass the mask; gives those that were new.
    #[expect(clippy::return_self_not_must_use, reason = "most callers want the union only")]
    pub fn add_all(&mut self, other: &Self, mask: Option<&Mask>) -> Self {
        let passing = |place: u32, word: u64| match mask {
            Some(mask) => word & mask.get(place as usize).copied().unwrap_or(0),
            None => word,
        };
        let new = match &other.0 {
            Form::Sparse(blocks) => {
                self.add_blocks(blocks.iter().map(|(place, word)| (*place, passing(*place, *word))))
            }
            Form::Dense(words, _) => self.add_blocks(words.iter().zip(0..).map(|(word, at)| (at, passing(at, *word)))),
        };
        Self(Form::Sparse(new))
    }

    /// Adds blocks, of which some may be empty; gives what was new.
    fn add_blocks(&mut self, others: impl Iterator<Item = (u32, u64)>) -> Vec<(u32, u64)> {
        let others = others.filter(|(_, word)| *word != 0);
        let mut new = Vec::new();
        match &mut self.0 {
            Form::Dense(words, count) => {
                for (place, word) in others {
                    reserve(words, place);
                    let mine = &mut words[place as usize];
                    let fresh = word & !*mine;
                    if fresh != 0 {
                        *count += u32::from(*mine == 0);
                        *mine |= fresh;
                        new.push((place, fresh));
                    }
                }
            }
            Form::Sparse(blocks) => {
                let (mut missing, mut at) = (0, 0);
                for (place, word) in others {
                    let fresh = match search(blocks, place, at) {
                        Ok(found) => {
                            at = found;
                            let fresh = word & !blocks[found].1;
                            blocks[found].1 |= fresh;
                            fresh
                        }
                        Err(found) => {
                            at = found;
                            missing += 1;
                            word
                        }
                    };
                    if fresh != 0 {
                        new.push((place, fresh));
                    }
                }
                if missing > 0 {
                    merge_in(blocks, &new, missing);
                    self.settle();
                }
            }
        }
        new
    }

    /// Adds the set to numbers.
    pub fn to_words(&self, words: &mut Words) {
        words.0.push(self.blocks() as u32);
        for (place, bits) in self.each_block() {
            words.0.extend([place, bits as u32, (bits >> 32) as u32]);
        }
    }

    /// Reads a set; none if the numbers are no set.
    pub fn from_words(words: &mut Reader<'_>) -> Option<Self> {
        let mut blocks: Vec<(u32, u64)> = Vec::new();
        for _ in 0..words.word()? {
            let [place, low, high] = words.words()?;
            let ascends = blocks.last().is_none_or(|(last, _)| *last < place);
            (ascends && low | high != 0).then(|| blocks.push((place, u64::from(high) << 32 | u64::from(low))))?;
        }
        let mut set = Self(Form::Sparse(blocks));
        set.settle();
        Some(set)
    }

    /// Takes out the members of `other`.
    pub fn remove_all(&mut self, other: &Self) {
        if self.intersects(other) {
            *self = self.without(other);
        }
    }

    /// The members that are not in `other`.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        self.combined(|place, mine| mine & !other.word(place))
    }

    /// Takes out what is not in `other`.
    pub fn retain_all(&mut self, other: &Self) {
        *self = self.combined(|place, mine| mine & other.word(place));
    }

    /// Of each block that is not empty what `with` makes of it.
    fn combined(&self, with: impl Fn(u32, u64) -> u64) -> Self {
        let blocks = self.each_block().map(|(place, word)| (place, with(place, word)));
        let mut made = Self(Form::Sparse(blocks.filter(|(_, word)| *word != 0).collect()));
        made.settle();
        made
    }

    /// Whether all members pass the mask.
    pub fn all_pass(&self, mask: &Mask) -> bool {
        let passing = |place: u32| mask.get(place as usize).copied().unwrap_or(0);
        self.each_block().all(|(place, word)| word & !passing(place) == 0)
    }

    /// Whether any member is in `other`.
    pub fn intersects(&self, other: &Self) -> bool {
        let (few, many) = if self.blocks() <= other.blocks() { (self, other) } else { (other, self) };
        few.each_block().any(|(place, word)| many.word(place) & word != 0)
    }
}

/// Where the block is, or would be; not before `from`. Most searches end at one of the next two.
fn search(blocks: &[(u32, u64)], place: u32, from: usize) -> Result<usize, usize> {
    match blocks.last() {
        None => Err(0),
        Some((last, _)) if *last < place => Err(blocks.len()),
        _ => {
            for (at, (next, _)) in blocks.iter().enumerate().skip(from).take(2) {
                if *next >= place {
                    return if *next == place { Ok(at) } else { Err(at) };
                }
            }
            let found = blocks[from..].binary_search_by_key(&place, |(place, _)| *place);
            found.map(|at| at + from).map_err(|at| at + from)
        }
    }
}

/// Makes room for the block.
fn reserve(words: &mut Vec<u64>, place: u32) {
    if place as usize >= words.len() {
        words.resize((place as usize + 1).next_multiple_of(GROWTH), 0);
    }
}

/// Merges in the blocks of `new`, of which `missing` have no place here yet, from the back.
fn merge_in(blocks: &mut Vec<(u32, u64)>, new: &[(u32, u64)], missing: usize) {
    let mut from = blocks.len();
    let mut to = from + missing;
    blocks.resize(to, (0, 0));
    for (place, word) in new.iter().rev() {
        while from > 0 && blocks[from - 1].0 > *place && from != to {
            from -= 1;
            to -= 1;
            blocks[to] = blocks[from];
        }
        if from == to {
            return; // the rest has its place
        }
        if from == 0 || blocks[from - 1].0 != *place {
            to -= 1;
            blocks[to] = (*place, *word);
        }
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
            first in prop::collection::btree_set(0u32..2000, 0..400),
            second in prop::collection::btree_set(0u32..2000, 0..400),
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
