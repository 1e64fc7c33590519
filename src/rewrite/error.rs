//! What rewriting can fail at.
//!
//! The region was accepted before: an error here means that plan and class file do not fit, or that the edited class
//! exceeds a limit of the format.

/// An error of the rewriting layer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The class-file layer failed.
    #[error(transparent)]
    ClassFile(#[from] crate::classfile::Error),
    /// The plan does not fit the class file.
    #[error("{method}: {problem}")]
    Plan {
        /// The method of the chain.
        method: String,
        /// What does not fit and what can be done.
        problem: String,
    },
}

impl Error {
    /// Whether the class would exceed a limit of the format.
    pub(super) fn is_limit(&self) -> bool {
        matches!(self, Self::ClassFile(crate::classfile::Error::Limit { .. }))
    }
}

/// A result of the rewriting layer.
pub type Result<T> = std::result::Result<T, Error>;
