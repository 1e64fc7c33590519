//! Nodes and edges of the dependence graph (Horwitz, Reps, Binkley: Interprocedural Slicing Using Dependence Graphs, TOPLAS
//! 1990), which is never made as a whole: [`super::edges`] gives the edges of a node when it is met.

use super::facts::FactId;
use crate::define_index;
use crate::program::{BlockId, MethodId};

define_index!(
    /// A node that was met.
    NodeId
);

/// A node. Instructions are told by their number in the method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Node {
    /// That the instruction runs; for what is no call, its value too.
    Instruction(MethodId, u32),
    /// The result of a call (actual-out).
    Result(MethodId, u32),
    /// That a call ends with an exception, and the exception (actual-out).
    Throws(MethodId, u32),
    /// What the JDK makes within a call of it, of all that the call gets ([`super::boundary`]).
    Within(MethodId, u32),
    /// What a call leaves in the heap (actual-out); true: when it ends with an exception.
    After(MethodId, u32, FactId, bool),
    /// An argument of a call, the receiver first (actual-in).
    Argument(MethodId, u32, u16),
    /// The heap before a call (actual-in).
    Before(MethodId, u32, FactId),
    /// A parameter, the receiver first (formal-in).
    Parameter(MethodId, u16),
    /// The heap at the start of a method (formal-in).
    AtEntry(MethodId, FactId),
    /// That the method is called.
    Entry(MethodId),
    /// The result of a method (formal-out).
    Return(MethodId),
    /// That a method ends with an exception, and the exception (formal-out).
    Thrown(MethodId),
    /// The heap at the end of a method (formal-out); true: when it ends with an exception.
    AtExit(MethodId, FactId, bool),
    /// Formal-ins of a callee at a call, by the number that [`super::tabulation`] gives it.
    Bundle(MethodId, u32, u32),
    /// The exception in a handler.
    Caught(MethodId, BlockId),
    /// All stores that may write a fact: in the place of the heap at some point, where the budget is used up.
    Written(FactId),
    /// The heap at the checkpoint that the slice ends at ([`mod@super::kept`]).
    KeptHeap(FactId),
    /// A local of a captured frame there, by the number of the frame's site.
    KeptLocal(u16, u16),
}

impl Node {
    /// The method that it is in; none for what is in no place.
    pub fn method(self) -> Option<MethodId> {
        Some(match self {
            Self::Instruction(method, _)
            | Self::Result(method, _)
            | Self::Throws(method, _)
            | Self::Within(method, _)
            | Self::After(method, ..)
            | Self::Argument(method, ..)
            | Self::Before(method, ..)
            | Self::Parameter(method, _)
            | Self::AtEntry(method, _)
            | Self::Entry(method)
            | Self::Return(method)
            | Self::Thrown(method)
            | Self::AtExit(method, ..)
            | Self::Bundle(method, ..)
            | Self::Caught(method, _) => method,
            Self::Written(_) | Self::KeptHeap(_) | Self::KeptLocal(..) => return None,
        })
    }

    /// What of the heap it stands for, at a point of the program.
    pub fn fact(self) -> Option<FactId> {
        match self {
            Self::After(_, _, fact, _)
            | Self::Before(_, _, fact)
            | Self::AtEntry(_, fact)
            | Self::AtExit(_, fact, _) => Some(fact),
            _ => None,
        }
    }

    /// The instruction at which it stands; none for what stands at the start or end of a method.
    pub fn at(self) -> Option<(MethodId, u32)> {
        match self {
            Self::Argument(method, number, _) | Self::Before(method, number, _) | Self::Bundle(method, number, _) => {
                Some((method, number))
            }
            _ => self.instruction(),
        }
    }

    /// The instruction that a user sees for it; none for parameters, entries, exits and what stands at calls for arguments.
    pub fn instruction(self) -> Option<(MethodId, u32)> {
        match self {
            Self::Instruction(method, number)
            | Self::Result(method, number)
            | Self::Throws(method, number)
            | Self::Within(method, number)
            | Self::After(method, number, ..) => Some((method, number)),
            _ => None,
        }
    }
}

/// Why a node depends on another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Its value is made of it.
    Value,
    /// It is read from the heap where this one wrote it.
    Heap,
    /// It says which object or element is accessed, or which method is called.
    Base,
    /// It decides whether it runs.
    Control,
    /// It calls it, or makes its class's initialiser run, or starts its thread.
    Call,
    /// Another thread wrote it.
    Interference,
}

/// Where an edge leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Within the method, or from one call's actual-out to its actual-in.
    Inside,
    /// From an actual-out to the formal-out of a callee.
    Down,
    /// From a formal-in to a caller.
    Up,
    /// To another thread.
    Across,
}

/// An edge from a node to one that it depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// What it depends on.
    pub to: Node,
    /// Why.
    pub kind: Kind,
    /// Where that is.
    pub way: Way,
}
