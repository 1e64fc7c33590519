//! Reads checkpoint files, as the capturing jar writes them: `runtime-java/FORMAT.md` defines the format.
//!
//! A file is mapped, checked from end to end (magic, version, trailer, CRC-32C of every section) and only then decoded.
//! Every number that was read is checked before it is used, so that a file made up by hand gives an error too, never a
//! panic. Objects are counted, not built: their fields and hash codes are left to the Java runtime.

mod class;
mod content;
mod error;
mod format;
mod graph;
mod read;

pub use class::{Class, Field, Origin, Treatment};
pub use content::{Frame, Header, Roots, Slot, StaticField, Value};
pub use error::CheckpointError;
pub use format::{SECTIONS, VERSION};
pub use graph::{ClassCount, Histogram};
pub use read::Checkpoint;
