//! What no code says about the JDK: effects of native methods, what the JVM calls by itself, what JDK statics are for.
//!
//! The models are text files under `patterns/`, compiled in; `patterns/README.md` tells their formats. Here they become
//! plain data, with names as strings: [`natives`] and [`entry_points`], both made of [`effect`]s, [`statics`] and [`values`]. Nothing
//! here looks into a program; that every name exists is what `tests/suite/models.rs` checks. Lines that only one version of the JDK has are
//! right: a name that a program does not have never comes up.

pub mod effect;
pub mod entry_points;
pub mod natives;
pub mod statics;
mod text;
pub mod values;

use thiserror::Error;

/// A line of a model that means nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}:{line}: expected {expected}, found `{rest}`")]
pub struct ModelError {
    /// The file.
    pub file: &'static str,
    /// The line, from 1.
    pub line: usize,
    /// What should have been there.
    pub expected: &'static str,
    /// The text from the place on.
    pub rest: String,
}

/// What the points-to analysis is told besides the program.
#[derive(Clone, Debug)]
pub struct Models {
    /// Effects of methods.
    pub natives: natives::Natives,
    /// What the JVM does by itself.
    pub entry_points: entry_points::EntryPoints,
}

impl Models {
    /// The models that come with jcp.
    pub fn load() -> Result<Self> {
        Ok(Self { natives: natives::Natives::load()?, entry_points: entry_points::EntryPoints::load()? })
    }
}

/// The result of parsing.
pub type Result<T> = std::result::Result<T, ModelError>;

/// A method as models name it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MethodName {
    /// Internal name of the class that declares it.
    pub class: String,
    /// Its name; `*` for all native methods of the class that have no line of their own.
    pub name: String,
    /// Its descriptor; none for all overloads.
    pub descriptor: Option<String>,
}
