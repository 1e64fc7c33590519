//! What can be wrong with a class file or a jar, and where.

use std::path::PathBuf;

/// An error of the class-file layer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The bytes are no class file that jcp can read.
    #[error("{place}: damaged class file: {problem}")]
    Class {
        /// The class's name, or the file it came from.
        place: String,
        /// What is wrong.
        problem: String,
    },
    /// A method's code can't be decoded or assembled.
    #[error("{class}.{method}: at bytecode {offset}: {problem}")]
    Code {
        /// Binary name of the class.
        class: String,
        /// Name and descriptor.
        method: String,
        /// Offset in the method's code, bytes.
        offset: usize,
        /// What is wrong and what can be done.
        problem: String,
    },
    /// A limit of the format would be passed (64 KB of code, 65,535 constants).
    #[error("{place}: {problem}")]
    Limit {
        /// Class, or class and method.
        place: String,
        /// Which limit, and what can be done.
        problem: String,
    },
    /// A jar, image or file can't be read or written.
    #[error("{}: {problem}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong and what can be done.
        problem: String,
    },
}

/// A result of the class-file layer.
pub type Result<T> = std::result::Result<T, Error>;

/// What is wrong, before it is known in which class or method.
#[derive(Debug)]
pub(super) struct Problem(pub(super) String);

impl From<&str> for Problem {
    #[cold]
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl From<String> for Problem {
    #[cold]
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<ristretto_classfile::Error> for Problem {
    #[cold]
    fn from(error: ristretto_classfile::Error) -> Self {
        Self(error.to_string())
    }
}
