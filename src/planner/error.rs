//! What planning can fail at.
//!
//! A refusal is a region that is understood but cannot be replayed equally; it names the method of the chain and what can
//! be done. Everything else comes from below.

/// An error of the planner.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The program layer or an analysis failed.
    #[error(transparent)]
    Program(#[from] crate::program::Error),
    /// The region is understood, but cannot be captured and replayed.
    #[error("{method}: {why}")]
    Refused {
        /// The method of the chain.
        method: String,
        /// Why, and what can be done.
        why: String,
    },
}

impl Error {
    /// A refusal at a method.
    pub fn refused(method: impl Into<String>, why: impl Into<String>) -> Self {
        Self::Refused { method: method.into(), why: why.into() }
    }
}

/// A result of the planner.
pub type Result<T> = std::result::Result<T, Error>;
