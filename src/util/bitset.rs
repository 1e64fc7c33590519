//! A dense set of small numbers, one bit each.
//!
//! The size of the universe is fixed when the set is made; numbers outside it are never members.

/// A set of numbers below a fixed bound.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct BitSet {
    words: Vec<u64>,
    universe: usize,
}

impl BitSet {
    /// The empty subset of `0..universe`.
    pub fn new(universe: usize) -> Self {
        Self { words: vec![0; universe.div_ceil(64)], universe }
    }

    /// All of `0..universe`.
    pub fn full(universe: usize) -> Self {
        let mut set = Self::new(universe);
        for number in 0..universe {
            set.insert(number);
        }
        set
    }

    /// The bound below which all members are.
    pub fn universe(&self) -> usize {
        self.universe
    }

    /// Adds `number`; true if it is new. Numbers outside the universe are not added.
    pub fn insert(&mut self, number: usize) -> bool {
        if number >= self.universe {
            return false;
        }
        let (word, bit) = (&mut self.words[number / 64], 1 << (number % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Takes `number` out; true if it was there.
    pub fn remove(&mut self, number: usize) -> bool {
        if number >= self.universe {
            return false;
        }
        let (word, bit) = (&mut self.words[number / 64], 1 << (number % 64));
        let there = *word & bit != 0;
        *word &= !bit;
        there
    }

    /// Whether `number` is a member.
    pub fn contains(&self, number: usize) -> bool {
        number < self.universe && self.words[number / 64] & (1 << (number % 64)) != 0
    }

    /// Adds all of `other`, which has the same universe; true if anything was new.
    pub fn union_with(&mut self, other: &Self) -> bool {
        debug_assert_eq!(self.universe, other.universe);
        let mut changed = false;
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            changed |= *theirs & !*mine != 0;
            *mine |= *theirs;
        }
        changed
    }

    /// Takes out all that is not in `other`, which has the same universe.
    pub fn intersect_with(&mut self, other: &Self) {
        debug_assert_eq!(self.universe, other.universe);
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            *mine &= *theirs;
        }
    }

    /// Whether every member is in `other`.
    pub fn is_subset(&self, other: &Self) -> bool {
        self.iter().all(|number| other.contains(number))
    }

    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// How many members there are.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The members, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(at, word)| {
            let first = (*word != 0).then_some(*word);
            std::iter::successors(first, |rest| Some(rest & (rest - 1)).filter(|rest| *rest != 0))
                .map(move |rest| at * 64 + rest.trailing_zeros() as usize)
        })
    }
}

impl std::fmt::Debug for BitSet {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::BitSet;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn behaves_like_a_set(
            steps in prop::collection::vec((any::<bool>(), 0usize..200), 0..100),
            other in prop::collection::btree_set(0usize..190, 0..50),
        ) {
            let mut set = BitSet::new(190);
            let mut model = BTreeSet::new();
            for (add, number) in steps {
                let expected = number < 190 && if add { model.insert(number) } else { model.remove(&number) };
                prop_assert_eq!(if add { set.insert(number) } else { set.remove(number) }, expected);
            }
            prop_assert_eq!(set.iter().collect::<BTreeSet<_>>(), model.clone());
            prop_assert_eq!(set.count(), model.len());
            let mut more = BitSet::new(190);
            for number in &other { more.insert(*number); }
            let mut both = set.clone();
            both.intersect_with(&more);
            prop_assert_eq!(both.iter().collect::<BTreeSet<_>>(), &model & &other);
            prop_assert_eq!(more.is_subset(&set), other.is_subset(&model));
            prop_assert_eq!(set.union_with(&more), !other.is_subset(&model));
            prop_assert_eq!(set.iter().collect::<BTreeSet<_>>(), &model | &other);
        }
    }

    #[test]
    fn full_has_everything() {
        assert_eq!(BitSet::full(65).count(), 65);
        assert!(!BitSet::full(65).contains(65));
        assert!(BitSet::new(0).is_empty());
    }
}
