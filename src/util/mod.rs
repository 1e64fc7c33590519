//! Small tools that know nothing of Java: typed indices, graphs, dominators.

pub mod index;
