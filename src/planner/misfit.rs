//! Why a checkpoint does not fit an edited program, in words for the user.
//!
//! Each reason is one thing that changed, told by its name in the program, and has its own remedy. Invariant: what a reason says is so;
//! what only may be so it says with *may*.

use std::fmt;

/// Why a checkpoint does not fit the edited program. [`Misfit::remedy`] says what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// What was asked for is something else: in what, and how to ask for the same.
    Region(String, String),
    /// The program differs as a whole, or what it does at run time may show each difference: how.
    Program(String),
    /// A method that may run before the checkpoint changed, or what of a chain's method does.
    Changed(String),
    /// A method that may run before the checkpoint is no longer there.
    Removed(String),
    /// A method was added that may be called before the checkpoint in the place of another.
    Added(String),
    /// A class that may be loaded before the checkpoint differs: which, and in what.
    Class(String, &'static str),
    /// A method that ran before the checkpoint changed.
    Ran(String),
    /// A method that ran before the checkpoint is no longer there.
    RanAndRemoved(String),
    /// A class that was loaded before the checkpoint differs: which, and in what.
    Loaded(String, &'static str),
    /// The run up to the checkpoint met something that changed: what, and how.
    Met(String),
    /// A value that is not in the checkpoint is needed now.
    Needed(String),
    /// A field that `--prune-fields` left out of the checkpoint may be read now.
    Pruned(String),
    /// The checkpoint has a value of a static field that was removed.
    RemovedField(String),
}

impl Misfit {
    /// What the user can do: ask for the same, edit in another way, or capture again.
    pub fn remedy(&self) -> String {
        let instead = match self {
            Self::Region(_, same) => same.as_str(),
            Self::Program(_) | Self::Changed(_) | Self::Class(..) | Self::Ran(_) | Self::Loaded(..) | Self::Met(_) => {
                "undo this change"
            }
            Self::Removed(_) | Self::RemovedField(_) | Self::RanAndRemoved(_) => "put it back",
            Self::Added(_) => "remove it",
            Self::Needed(_) => {
                return format!("{AGAIN}, with --editable, by which a checkpoint has all locals and statics");
            }
            Self::Pruned(_) => return format!("{AGAIN} and without --prune-fields"),
        };
        format!("{instead}, or {AGAIN}")
    }
}

/// What helps in each case.
const AGAIN: &str = "capture again: use jcp instrument without --since";

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Region(how, _) | Self::Program(how) | Self::Met(how) => f.write_str(how),
            Self::Ran(method) => write!(f, "{method} changed, and ran before the checkpoint"),
            Self::RanAndRemoved(method) => write!(f, "{method} ran before the checkpoint and was removed"),
            Self::Loaded(class, what) => {
                write!(f, "{class} was loaded before the checkpoint and has different {what}")
            }
            Self::Changed(method) => write!(f, "{method} changed in code that may run before the checkpoint"),
            Self::Removed(method) => write!(f, "{method} may run before the checkpoint and was removed"),
            Self::Added(method) => {
                write!(f, "{method} is new and may run before the checkpoint in place of another method")
            }
            Self::Class(class, what) => {
                write!(f, "{class} may be loaded before the checkpoint and has different {what}")
            }
            Self::Needed(what) => write!(f, "{what} is needed now, but is not in the checkpoint"),
            Self::Pruned(field) => write!(f, "field {field} is needed now, but is not in the checkpoint"),
            Self::RemovedField(field) => {
                write!(f, "static field {field} is in the checkpoint, but was removed from the program")
            }
        }
    }
}
