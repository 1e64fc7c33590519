//! Typed indices: a separate type for each kind of entity, so that a block number never stands for a method number.
//!
//! [`define_index!`](crate::define_index) makes the type, [`IndexVec`] is a vector indexed by it.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A dense index type made by [`define_index!`](crate::define_index).
pub trait Idx: Copy + Eq + Ord + std::hash::Hash {
    /// The index with this number.
    fn from_usize(number: usize) -> Self;
    /// The number behind the index.
    fn index(self) -> usize;
}

/// The number itself, where the things that are numbered have no type of their own.
impl Idx for usize {
    fn from_usize(number: usize) -> Self {
        number
    }
    fn index(self) -> usize {
        self
    }
}

/// Defines a `u32` index type with its doc comment.
#[macro_export]
macro_rules! define_index {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(
            Clone,
            Copy,
            Debug,
            PartialEq,
            Eq,
            PartialOrd,
            Ord,
            Hash,
            ::serde::Serialize,
            ::serde::Deserialize,
        )]
        pub struct $name(pub u32);
        impl $crate::util::index::Idx for $name {
            fn from_usize(number: usize) -> Self {
                Self(u32::try_from(number).expect("fewer than 2^32 entities"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

/// A vector indexed by a typed index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexVec<I, T> {
    items: Vec<T>,
    index: PhantomData<fn(I)>,
}

impl<I: Idx, T> IndexVec<I, T> {
    /// An empty vector.
    pub fn new() -> Self {
        Self { items: Vec::new(), index: PhantomData }
    }

    /// `count` copies of `item`.
    pub fn from_elem(item: T, count: usize) -> Self
    where
        T: Clone,
    {
        Self { items: vec![item; count], index: PhantomData }
    }

    /// Appends `item` and returns its index.
    pub fn push(&mut self, item: T) -> I {
        self.items.push(item);
        I::from_usize(self.items.len() - 1)
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The item at `index`, if there is one.
    pub fn get(&self, index: I) -> Option<&T> {
        self.items.get(index.index())
    }

    /// All indices in order.
    pub fn indices(&self) -> impl DoubleEndedIterator<Item = I> + use<I, T> {
        (0..self.items.len()).map(I::from_usize)
    }

    /// All items in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// All items with their indices, in order.
    pub fn iter_enumerated(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.items.iter().enumerate().map(|(number, item)| (I::from_usize(number), item))
    }
}

impl<'a, I: Idx, T> IntoIterator for &'a IndexVec<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<I: Idx, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Idx, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<It: IntoIterator<Item = T>>(items: It) -> Self {
        Self { items: items.into_iter().collect(), index: PhantomData }
    }
}

impl<I: Idx, T> Index<I> for IndexVec<I, T> {
    type Output = T;
    fn index(&self, index: I) -> &T {
        &self.items[index.index()]
    }
}

impl<I: Idx, T> IndexMut<I> for IndexVec<I, T> {
    fn index_mut(&mut self, index: I) -> &mut T {
        &mut self.items[index.index()]
    }
}
