//! What `jcp slice` is asked and what it answers, as plain data: the list, the page and JSON say the same.
//!
//! Lines are told by class and number. Their order is by distance; each has one reason, that of its nearest instruction.

use super::executable::Written;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The question; lines are `LINE, Class` or `LINE, Class.method`.
#[derive(Debug, Clone)]
pub enum Asked {
    /// What may have influenced a line?
    Backward(String),
    /// What may a line influence?
    Forward(String),
    /// By which lines may the first influence the second?
    Chop(String, String),
}

impl Default for Asked {
    fn default() -> Self {
        Self::Backward(String::new())
    }
}

/// The answer.
#[derive(Debug, Clone, Serialize)]
pub struct SliceReport {
    /// The line that was asked about, as understood; of a chop both.
    pub criterion: String,
    /// `backward`, `forward` or `chop`: of the last two, distances are from the line that influences, and reasons lead back to it.
    pub direction: &'static str,
    /// The step of the ladder: `two-phase`; where threads write what is read, `contexts` or `iterated two-phase`; `insensitive`.
    pub level: &'static str,
    /// The lines, nearest first.
    pub lines: Vec<SliceLine>,
    /// The stack of calls that it keeps to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stack: Option<StackReport>,
    /// The checkpoint that it ends at, and what it needs of that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<RegionReport>,
    /// How many lines of the program have code that may run.
    pub program_lines: usize,
    /// Seconds by phase, and `total`.
    pub seconds: BTreeMap<&'static str, f64>,
    /// Peak resident set, bytes; none where it is not known.
    pub peak_memory: Option<u64>,
    /// Nodes and edges of the dependence graph that were looked at, and facts of the heap.
    pub size: [usize; 3],
    /// Where precision or soundness was given up.
    pub notes: Vec<String>,
    /// The page that was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<PathBuf>,
    /// The reduced program that was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub executable: Option<Written>,
}

/// A line of a slice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SliceLine {
    /// Its class, binary name with dots.
    pub class: String,
    /// Its number; 0 where the class file does not tell.
    pub line: u16,
    /// How many dependences lie between it and the criterion.
    pub distance: u32,
    /// Why it is in the slice; none for the criterion.
    pub because: Option<Because>,
    /// Whether it is in the thin slice, too; looked at only for a page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thin: Option<bool>,
}

/// The dependence that brought a line into a slice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Because {
    /// `value`, `heap`, `base`, `control`, `call` or `interference`.
    pub kind: &'static str,
    /// The class of the line that depends on this one: the next step towards the criterion.
    pub class: String,
    /// Its number.
    pub line: u16,
}

/// The stack that a slice keeps to, as reports tell it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StackReport {
    /// The frames of the program, innermost first: `Class.method:LINE`.
    pub frames: Vec<String>,
    /// Whether the program or a thread begins with the last one; if not, its callers are not restricted.
    pub is_whole: bool,
}

impl StackReport {
    /// What was not restricted, for people.
    pub fn note(&self) -> Option<String> {
        let last = self.frames.last().filter(|_| !self.is_whole)?;
        Some(format!(
            "the trace ends with {last}, with which no thread begins: its callers are all that the program has"
        ))
    }

    /// In a few words.
    pub fn shown(&self) -> String {
        let (first, last) = (self.frames.first(), self.frames.last());
        match (first, last) {
            (Some(first), Some(last)) if self.frames.len() > 1 => {
                format!("{} frames of the program, from {first} to {last}", self.frames.len())
            }
            _ => format!("1 frame of the program, {}", self.frames.concat()),
        }
    }
}

/// The checkpoint that a slice ends at, and what it needs of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RegionReport {
    /// The region in full, ready to paste.
    pub region: String,
    /// What of the captured state the criterion needs, nearest first.
    pub needs: Vec<Need>,
}

/// Something of the captured state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Need {
    /// `local`, `operand`, `static`, `field`, `elements` or `content`.
    pub what: &'static str,
    /// Its name: of a field with its class; none for what has no name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The method of a local or operand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// How many dependences lie between it and the criterion.
    pub distance: u32,
    /// The nearest line that reads it.
    pub because: Option<Because>,
}

impl Need {
    /// What it is, for people.
    pub fn shown(&self) -> String {
        let name = self.name.as_deref().unwrap_or_default();
        let of = self.method.as_ref().map_or_else(String::new, |method| format!(" of {method}"));
        match self.what {
            "local" => format!("local {name}{of}"),
            "operand" => format!("a value on the operand stack{of}"),
            "static" => format!("static {name}"),
            "field" => format!("field {name}"),
            "elements" => "elements of arrays".to_owned(),
            _ => "what objects of the JDK hold".to_owned(),
        }
    }
}
