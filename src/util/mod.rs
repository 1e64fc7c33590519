//! Small tools that know nothing of Java: typed indices, graphs, dominators, hexadecimal digits, paths.
//! Results are in a fixed order, and nothing here recurses on the size of its input.

pub mod dominator_tree;
pub mod dominators;
pub mod graph;
pub mod hex;
pub mod index;
pub mod paths;
