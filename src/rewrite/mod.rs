//! Rewriting: class files of the capturing and of the replaying jar, from the plan and the original class files.
//!
//! The chains of all regions are merged to a forest of contexts ([`crate::plan::Forest`]). A method in a context is
//! instrumented in place if it is the root or is called by frames that are not the program's, else as a *clone*: a method
//! of the same name, so that stack traces read the same, with one more parameter whose type marks the clone (an array of
//! `emit::CONTEXT` with as many dimensions as the context's number). Nobody but the clone above calls it.
//!
//! * [`capture`]: the capturing class files; [`hooks`]: what keeps shadow frames, takes the snapshot, and tells of ends.
//! * [`in_place`]: methods that are instrumented in place, for one context or several; [`link`]: a call of the chain.
//! * [`root`]: whether an activation of the root counts, and what is told when `main` is left.
//! * [`replay`]: the replaying class files; [`resume`]: blocks that restore a frame and jump into the original code; [`mod@ways`]: where
//!   they resume; [`restore`], [`unfinished`]: what they restore.
//! * [`notes`]: what is noted in every method of the capturing jar.
//! * [`exits`]: lets the runtime know with which status the program exits.
//! * [`mod@hook_table`]: the methods of the runtime that rewritten code calls.
//! * [`slots`], [`emit`], [`spill`]: what both share: which values a frame has, in which order, and how they are moved.
//! * [`clones`]: clones' descriptors and access flags, and how they are called; [`rewritten`]: what a class is at the end.
//! * [`finals`]: lets constructors' clones assign final fields.
//! * [`interned`]: lets the runtime know the strings that the program interns.
//! * [`clock`]: lets the replay's clock go on from the checkpoint.
//! * [`bare`]: classes whose initialisers have no room for a hook.
//! * [`below`]: chains that start below main.
//! * [`passing`]: chain calls that reach the next method through frames that are not the program's.
//! * [`waits`]: calls in which other threads wait; [`entries`]: synchronized methods that they wait to enter; [`around`]: what both kinds of calls with hooks around them share.
//! * [`skipped`]: methods that the JDK calls before a task, and that are not to run again.
//! * [`observe`], [`catalogue`]: the capturing jar as one that records what a run does, for tests.
//! * [`entered`]: what a capturing run notes of itself for edited programs.
//! * [`explore`], [`explore_calls`], [`explore_monitors`], [`explore_start`]: classes whose interleavings are explored.
//! * [`mod@own_names`]: names of the runtime's own that no program has.
//! * [`reach`]: removes code that nothing reaches any more.
//! * [`reduce`], [`peephole`]: classes without what a slice does not need; [`watch`]: classes that tell the values of a line.
//! * [`stacks`]: classes that note by which calls a run comes to a place.
//!
//! Invariant: everything that the plan does not name stays byte-identical, but for class initialisers, the bootstrap methods of
//! lambdas, calls that intern strings, take memory outside the heap or end the JVM, what asks for the time, if the replay's clock goes on, and
//! the notes of [`entered`], if they are wanted.

mod access;
mod around;
mod asks;
mod bare;
mod below;
mod capture;
mod catalogue;
mod clock;
mod clones;
mod emit;
mod entered;
mod entries;
mod error;
mod exits;
mod explore;
mod explore_calls;
mod explore_monitors;
mod explore_start;
mod finals;
mod hook_table;
mod hooks;
mod in_place;
mod interned;
mod link;
mod memory;
mod notes;
mod observe;
mod one_package;
mod own_names;
mod passing;
mod peephole;
mod reach;
mod reduce;
mod replay;
mod restore;
mod resume;
mod rewritten;
mod root;
mod skipped;
mod slots;
mod spill;
mod stacks;
mod unfinished;
mod waits;
mod watch;
mod ways;

pub use bare::without_initialiser;
pub use capture::{capture_class, observe_class};
pub use catalogue::Catalogue;
pub use error::{Error, Result};
pub use explore::explore_class;
pub use explore_start::explored_start;
pub use hook_table::{BOOTSTRAPS, Hook, hooks as hook_table};
pub use own_names::own_names;
pub use reduce::{Part, reduce_class};
pub use replay::replay_class;
pub use rewritten::Rewritten;
pub use slots::{slot_names, variables};
pub use stacks::{NOTING, noting_class};
pub use waits::waited_slots;
pub use watch::{MARK, watch_class};
pub use ways::ways;
