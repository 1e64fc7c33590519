//! Small tools that know nothing of Java: typed indices, bit sets, graphs, dominators.

pub mod bitset;
pub mod dominators;
pub mod graph;
pub mod index;

pub use bitset::BitSet;
