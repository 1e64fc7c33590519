//! One of two checkpoints that are compared, with what is known of the names in it.
//!
//! Names that belong to another plan are not used.

use super::names::Names;
use super::read::Checkpoint;

/// A checkpoint with the names of its frames, if they are known.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The checkpoint.
    pub file: &'a Checkpoint,
    /// The names.
    pub names: Option<&'a Names>,
}

impl<'a> Side<'a> {
    /// The names, if they are of the checkpoint's plan.
    pub(super) fn known(&self) -> Option<&'a Names> {
        self.names.filter(|names| names.plan == self.file.header().plan)
    }
}
