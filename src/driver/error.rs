//! What can go wrong in a command, sorted by who has to act: each kind has its own exit status (see `cli::exit`).
//!
//! A refusal is not a failure: jcp understood the request and says why the result could not be made equal. Lower layers
//! keep their own error enums; here they arrive as the kinds below, with their text.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Why a command did not do what it was asked.
#[derive(Debug, Error)]
pub enum DriverError {
    /// The options contradict each other or one is missing.
    #[error("{0}")]
    Usage(String),
    /// An input could not be used: unreadable jar, bad class file, bad region pattern, no JDK. May have several lines.
    #[error("{0}")]
    Input(String),
    /// Everything was understood, but cannot be replayed equally, or not yet.
    #[error("refused: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Refused(Vec<Reason>),
    /// The operating system said no to something other than an input.
    #[error("{action} {}: {source}", path.display())]
    Io {
        /// What was tried, as in `cannot write`.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A defect of jcp.
    #[error("internal error: {0}; please report it")]
    Internal(String),
}

impl DriverError {
    /// For `map_err`: an I/O error at a path.
    pub fn io(action: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_path_buf();
        move |source| Self::Io { action, path, source }
    }

    /// For `map_err`: an input at a path that the system does not give.
    pub fn input(action: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_path_buf();
        move |source| Self::Input(format!("{action} {}: {source}", path.display()))
    }

    /// A refusal for one reason.
    pub fn refused(why: impl Into<String>) -> Self {
        Self::Refused(vec![Reason { why: why.into(), ..Reason::default() }])
    }
}

/// One reason for a refusal, as the runtime's report has them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reason {
    /// The class concerned; may be empty.
    #[serde(rename = "class", skip_serializing_if = "String::is_empty")]
    pub class_name: String,
    /// The path from a root to the field; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub path: String,
    /// The chain of a thread that waits, as `--threads` takes it; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub thread: String,
    /// What is in the way.
    pub why: String,
    /// What the user can do about it; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub remedy: String,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.class_name.is_empty() {
            write!(f, "{}: ", self.class_name)?;
        }
        f.write_str(&self.why)?;
        if !self.path.is_empty() {
            write!(f, " (at {})", self.path)?;
        }
        if !self.remedy.is_empty() {
            write!(f, "; {}", self.remedy)?;
        }
        Ok(())
    }
}
