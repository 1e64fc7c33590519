//! What can be wrong with a class file or a jar, and where.
//!
//! Inside the layer, [`Problem`] and [`Fault`] are errors that do not know their class or method yet.

use std::path::{Path, PathBuf};

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
    /// A file can't be written; that is no fault of the input.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A jar, image or file can't be read.
    #[error("{}: {problem}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong and what can be done.
        problem: String,
    },
}

impl Error {
    /// A file can't be written. The names of temporary files are left out of what is said.
    #[cold]
    pub fn write(path: &Path, error: &std::io::Error) -> Self {
        Self::Write { path: path.to_owned(), source: plain(error) }
    }
}

/// The system's error alone, without the path that a library has put around it.
#[cold]
pub fn plain(error: &std::io::Error) -> std::io::Error {
    error.raw_os_error().map_or_else(|| error.kind().into(), std::io::Error::from_raw_os_error)
}

/// A result of the class-file layer.
pub type Result<T> = std::result::Result<T, Error>;

/// What is wrong, before it is known in which class or method.
#[derive(Debug)]
pub(super) struct Problem(pub(super) String);

/// A step of reading, whose error does not know its place yet.
pub(super) type Step<T> = std::result::Result<T, Problem>;

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

/// What is wrong in a method's code, before it is known in which method.
#[derive(Debug)]
pub(super) enum Fault {
    /// It cannot be right.
    Code {
        /// Offset in the original code, 0 for inserted instructions.
        offset: u32,
        /// What is wrong.
        problem: String,
    },
    /// A limit of the format is passed.
    Limit(String),
    /// An error that knows its place.
    Placed(Error),
}

impl Problem {
    #[cold]
    pub(super) fn at(self, offset: u32) -> Fault {
        Fault::Code { offset: if offset == u32::MAX { 0 } else { offset }, problem: self.0 }
    }
}

impl From<Problem> for Fault {
    fn from(problem: Problem) -> Self {
        problem.at(0)
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Placed(error)
    }
}

impl Fault {
    /// The error in the method (name and descriptor) of the class (internal name).
    #[cold]
    pub(super) fn place(self, class: &str, name: &str, descriptor: &str) -> Error {
        let (class, method) = (class.replace('/', "."), format!("{name}{descriptor}"));
        match self {
            Self::Code { offset, problem } => Error::Code { class, method, offset: offset as usize, problem },
            Self::Limit(problem) => Error::Limit { place: format!("{class}.{method}"), problem },
            Self::Placed(error) => error,
        }
    }
}
