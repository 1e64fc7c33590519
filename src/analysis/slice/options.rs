//! What kind of slice is asked for: which dependences it follows, how exactly it tells contexts apart, and the budget.
//! The budget counts work, not time, so that a slice is the same on every machine.

use super::node::Kind;
use std::str::FromStr;

/// How exactly contexts are told apart: the steps of a ladder, each of which contains the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Level {
    /// Calls return to where they came from, and no thread's later steps influence its earlier ones.
    #[default]
    Contexts,
    /// Calls return to where they came from; the order of the steps of threads is not looked at.
    TwoPhase,
    /// A call may return to any caller of its method.
    Insensitive,
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "contexts" => Ok(Self::Contexts),
            "two-phase" => Ok(Self::TwoPhase),
            "insensitive" => Ok(Self::Insensitive),
            _ => Err("expected `contexts`, `two-phase` or `insensitive`".to_owned()),
        }
    }
}

/// What a slice follows.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Where a value comes from, only: neither what says which object or element is accessed, nor what decides (Sridharan, Fink,
    /// Bodik: Thin Slicing, PLDI 2007).
    pub thin: bool,
    /// Nothing that only decides whether something runs.
    pub data_only: bool,
    /// How exactly contexts are told apart.
    pub level: Level,
    /// The budget: how many nodes are looked at before contexts are given up.
    pub most_nodes: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { thin: false, data_only: false, level: Level::default(), most_nodes: 300_000 }
    }
}

impl Options {
    /// Whether edges of the kind are followed.
    pub fn follows(self, kind: Kind) -> bool {
        match kind {
            Kind::Value | Kind::Heap | Kind::Interference => true,
            Kind::Base => !self.thin,
            Kind::Control | Kind::Call => !self.thin && !self.data_only,
        }
    }
}
