//! What can go wrong between class files and analyses, and where. The analyses use it too: all that can be wrong for
//! them is in the code of a method.

use crate::classfile;
use std::path::{Path, PathBuf};

/// An error of the program layer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A class file, jar or image can't be read.
    #[error(transparent)]
    ClassFile(#[from] classfile::Error),
    /// A class-path entry can't be read.
    #[error("{}: {problem}", path.display())]
    ClassPath {
        /// The entry.
        path: PathBuf,
        /// What is wrong and what can be done.
        problem: String,
    },
    /// A method's code is not what analyses can work with.
    #[error("{method}: at code item {item}: {problem}")]
    Code {
        /// Class, name and descriptor.
        method: String,
        /// Index in `Code::items`.
        item: usize,
        /// What is wrong and what can be done.
        problem: String,
    },
}

impl Error {
    /// An error of a class-path entry.
    #[cold]
    pub fn class_path(path: &Path, problem: impl Into<String>) -> Self {
        Self::ClassPath { path: path.to_owned(), problem: problem.into() }
    }

    /// An error in a method's code.
    #[cold]
    pub fn code(method: &str, item: usize, problem: impl Into<String>) -> Self {
        Self::Code { method: method.to_owned(), item, problem: problem.into() }
    }
}

/// A result of the program layer.
pub type Result<T> = std::result::Result<T, Error>;
