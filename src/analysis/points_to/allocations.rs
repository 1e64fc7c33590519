//! Which of the objects that `new` makes are told apart.
//!
//! The standard formulation has an object for each instruction. Where no callers are told apart, that says little more of a program than an
//! object for each class: methods, call edges and casts of the corpus stay the same but for a few in a thousand, for a fifth to a third
//! less work (docs/points-to.md). So the JDK's code makes one object of each class there, and where statics are selected, which asks for types alone, the
//! application's does too. Merging objects that nobody can tell apart is due to Tan, Li, Xue: Efficient and Precise Points-to Analysis: Modeling
//! the Heap by Merging Equivalent Automata, PLDI 2017; classes stand for their automata here.
//!
//! Arrays stay apart: elements of all arrays of objects would be one. Under contexts all stay apart, since objects are what contexts are made of.

/// Which objects that `new` makes are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allocations {
    /// Those of each instruction.
    Sites,
    /// Those of each instruction of the application, and of each class of what the JDK makes.
    SitesOfApplication,
    /// Those of each class.
    Classes,
}
