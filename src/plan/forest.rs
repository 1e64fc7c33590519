//! The chains of a run's regions, merged from the root down (section 4 of the paper).
//!
//! A node is a method in a context: two chains share it as long as they agree in every call from the root on. The
//! paper merges equal methods below merged parents; here the calling instruction must be the same as well, since a clone
//! knows by where it is called which region's chain it belongs to. Each node that is called by its parent is a clone of its
//! method. The planner merges; rewriting walks the nodes.
//!
//! Chains of other threads than main's have roots of their own. An exploration has one chain and no forest ([`Started`]).
//!
//! Invariants: parents stand before their children, the root first; the points of a node are sorted by offset.

use super::{ChainMethod, Dispatch, MethodName, Site};
use serde::{Deserialize, Serialize};

/// All contexts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forest {
    /// The contexts.
    pub nodes: Vec<Node>,
}

/// A method in a context.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    /// The method.
    pub method: MethodName,
    /// How the parent calls it.
    pub dispatch: Dispatch,
    /// As [`ChainMethod::clone`].
    pub clone: u8,
    /// How many calls lie above it.
    pub depth: usize,
    /// The number of the node that calls it; none for the root, and for the first method of another thread.
    pub parent: Option<usize>,
    /// A chain that comes here: that of a start, where there is one.
    pub place: Place,
    /// Whether a chain that is resumed comes here: to a region's start, or to where a thread waits.
    pub starts: bool,
    /// Whether a chain to a region's end comes here, or one of another thread whose frames are kept in the replay too.
    pub ends: bool,
    /// The chain of another thread that waits to enter the monitor of this method, which is `synchronized`.
    pub entry: Option<usize>,
    /// Its instructions that matter.
    pub points: Vec<Point>,
}

/// A chain of the run, with its number, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// The chain to a region's start.
    Start(usize),
    /// The chain to a region's end.
    End(usize),
    /// The chain of another thread than main's, down to the call in which it waits.
    Wait(usize),
}

impl Place {
    /// Whether it is a chain to a region's end.
    pub fn is_end(self) -> bool {
        matches!(self, Self::End(_))
    }
}

/// An instruction of a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Point {
    /// Its offset in the original code, bytes.
    pub offset: u32,
    /// A chain that has it.
    pub place: Place,
    /// The regions that end here. They end before others start.
    pub ends: Vec<usize>,
    /// The regions that start here.
    pub starts: Vec<usize>,
    /// The chains of other threads that wait here, in the call that the instruction makes.
    pub waits: Vec<usize>,
    /// The nodes that it calls.
    pub calls: Vec<Call>,
}

/// A call of a child.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// The child.
    pub child: usize,
    /// A chain that has the call: that of a start, where there is one.
    pub place: Place,
}

impl Forest {
    /// How many methods are cloned.
    pub fn clones(&self) -> usize {
        self.nodes.iter().filter(|node| node.clone > 0).count()
    }
}

impl Node {
    /// The element of its chain.
    pub fn element<'p>(&self, plans: &'p super::Plans) -> &'p ChainMethod {
        &plans.chain(self.place)[self.depth]
    }

    /// Whether it stands for the element, where both are called by one instruction.
    pub fn is_of(&self, element: &ChainMethod) -> bool {
        let is_through = |dispatch: Dispatch| dispatch == Dispatch::Through;
        self.method == element.method && is_through(self.dispatch) == is_through(element.dispatch)
    }
}

/// A method on the stack where the executions of an explored program begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Started {
    /// The method.
    pub method: MethodName,
    /// Whether it has no receiver.
    pub is_static: bool,
    /// Its call of the next one, or the instruction before which executions begin.
    pub site: Site,
}
