//! Reads checkpoint files, as the capturing jar writes them: `runtime-java/FORMAT.md` defines the format.
//!
//! A file is mapped, checked from end to end (magic, version, trailer, CRC-32C of every section) and only then decoded.
//! Every number that was read is checked before it is used, so that a file made up by hand gives an error too, never a
//! panic. [`Heap`] is the graph of the objects: who holds them ([`Retained`]), how they are reached ([`Paths`]),
//! and what differs between two of them ([`diff()`]).

mod access;
mod class;
mod collections;
mod content;
mod diff;
mod differences;
mod error;
mod find;
mod format;
mod graph;
mod heap;
mod keys;
mod names;
mod owners;
mod paths;
mod read;
mod side;
mod surroundings;
mod thread_pairs;
mod threads;
mod views;

pub use access::{reference_name, without_package};
pub use class::{Class, Field, Origin, Treatment};
pub use content::{Environment, Frame, Header, Roots, Slot, StaticField, Value};
pub use diff::diff;
pub use differences::{Diff, Difference, Kind};
pub use error::CheckpointError;
pub use find::{Meant, find};
pub use format::{SECTIONS, VERSION};
pub use graph::{ClassCount, Histogram};
pub use heap::{Content, Heap, primitive, quoted, readable};
pub use names::{FrameNames, Names, Root, RootKind, ThreadNames, slot};
pub use owners::{Owner, Retained};
pub use paths::{Paths, Step, joined};
pub use read::Checkpoint;
pub use side::Side;
pub use threads::{GoesOn, Thread, Waits, labels, seen};
