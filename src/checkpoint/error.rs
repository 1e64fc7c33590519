//! Why a checkpoint file cannot be read: with the file, the place in it, and what to do.
//!
//! Anything that is not what the format says is `Damaged`: the remedy is always to capture again.

use std::path::PathBuf;

/// A checkpoint file that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file cannot be opened or mapped.
    #[error("cannot read {}: {source}; run the capturing jar first, or name a readable file that it wrote", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// It does not start as a checkpoint does.
    #[error("{} is not a checkpoint file; name the file that the capturing jar wrote", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// It was written by another version of jcp.
    #[error(
        "{} has format version {found}, but this jcp reads version {expected}; instrument and capture again with this jcp",
        path.display()
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The version that can be read.
        expected: u32,
    },
    /// It is incomplete, was changed, or contradicts itself.
    #[error("{} is damaged in {place}: {problem}; capture again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// `the trailer`, or a section and the offset in it.
        place: String,
        /// What is wrong there.
        problem: String,
    },
}

/// A fault inside one section, before the file's name is known.
#[derive(Debug)]
pub(super) struct Fault {
    pub place: String,
    pub problem: String,
}

impl Fault {
    #[cold]
    pub fn new(place: impl Into<String>, problem: impl Into<String>) -> Self {
        Self { place: place.into(), problem: problem.into() }
    }

    #[cold]
    pub fn of(self, path: &std::path::Path) -> CheckpointError {
        CheckpointError::Damaged { path: path.to_owned(), place: self.place, problem: self.problem }
    }
}
