//! Slices by tabulation: all nodes that reach the criterion by realizable paths (Reps, Horwitz, Sagiv, Rosay: Speeding up
//! Slicing, FSE 1994; the two phases are those of Horwitz, Reps, Binkley, TOPLAS 1990).
//!
//! A *path* is a node with the origin from which it was reached within one level: the criterion, or a formal-out. At a call the
//! walk starts at the callee's formal-out as an origin of its own, and goes on behind the call from what that origin is found to
//! depend on (the summary edges, which are never stored as edges). Only paths of the criterion go up to callers. So a path never
//! goes down into a method by one call and up by another. All origins that were started are needed, so the slice is all nodes
//! of all paths, and one worklist does both phases.
//!
//! Another thread's write is reached with the criterion as its origin, so what it depends on may go up to all callers. That takes no notice of the
//! order of the threads' steps (the iterated two-phase slice of Krinke, ESEC/FSE 2003, §2).

use super::edges::Graph;
use super::node::{Edge, Kind, Node, NodeId, Way};
use super::options::{Level, Options};
use crate::program::MethodId;
use crate::util::index::IndexVec;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::rc::Rc;

/// A set that keeps the order in which things came.
type Ordered<T> = IndexSet<T, FxBuildHasher>;

/// A call that waits for what a formal-out depends on: the origin there, the method, and the call's number.
type Waiting = (NodeId, MethodId, u32);

/// The criterion as an origin.
const CRITERION: NodeId = NodeId(u32::MAX);

/// A node of a slice.
#[derive(Clone, Copy, Debug)]
pub struct Reached {
    /// The node.
    pub node: Node,
    /// How many dependences lie between it and the criterion on the shortest way that was found.
    pub distance: u32,
    /// The next node on that way, and why it depends on this one; none for the criterion.
    pub because: Option<(NodeId, Kind)>,
}

/// A slice: all nodes that were reached.
pub struct Tabulation<'g, 'p, 'a> {
    graph: &'g mut Graph<'p, 'a>,
    options: Options,
    /// The nodes, in the order in which they were met.
    pub nodes: IndexVec<NodeId, Reached>,
    numbers: FxHashMap<Node, NodeId>,
    paths: FxHashSet<(NodeId, NodeId)>,
    work: VecDeque<(NodeId, NodeId)>,
    /// The edges of nodes that several origins reach.
    edges: FxHashMap<NodeId, Rc<[Edge]>>,
    /// For each formal-out the calls that wait.
    waiting: FxHashMap<NodeId, Ordered<Waiting>>,
    /// For each formal-out the formal-ins that it depends on.
    summaries: FxHashMap<NodeId, Ordered<NodeId>>,
    /// Whether another thread's write was met.
    pub interferes: bool,
    /// Whether the limit on paths cut something off.
    pub cut: bool,
}

impl<'g, 'p, 'a> Tabulation<'g, 'p, 'a> {
    /// The backward slice of some nodes.
    pub fn new(graph: &'g mut Graph<'p, 'a>, options: Options, criterion: &[Node]) -> Self {
        let mut slice = Self {
            graph,
            options,
            nodes: IndexVec::new(),
            numbers: FxHashMap::default(),
            paths: FxHashSet::default(),
            work: VecDeque::new(),
            edges: FxHashMap::default(),
            waiting: FxHashMap::default(),
            summaries: FxHashMap::default(),
            interferes: false,
            cut: false,
        };
        slice.graph.direct = false;
        for node in criterion {
            slice.add(CRITERION, *node, None);
        }
        slice.run();
        slice
    }

    fn run(&mut self) {
        while let Some((origin, node)) = self.work.pop_front() {
            if self.paths.len() > self.options.most_paths && !self.cut {
                self.cut = true;
                self.graph.direct = true;
                // all that is met from here on counts for the criterion
                self.options.level = Level::Insensitive;
            }
            if !self.edges.contains_key(&node) {
                let edges = self.graph.edges(self.nodes[node].node);
                let wanted = edges.into_iter().filter(|edge| self.options.follows(edge.kind)).collect();
                self.edges.insert(node, wanted);
            }
            for edge in Rc::clone(&self.edges[&node]).iter() {
                self.follow(origin, node, *edge);
            }
            self.reach_formal_in(origin, node);
        }
    }

    fn number(&mut self, node: Node, because: Option<(NodeId, Kind)>) -> NodeId {
        if let Some(known) = self.numbers.get(&node) {
            return *known;
        }
        let distance = because.map_or(0, |(next, _)| self.nodes[next].distance + 1);
        let number = self.nodes.push(Reached { node, distance, because });
        self.numbers.insert(node, number);
        number
    }

    fn add(&mut self, origin: NodeId, node: Node, because: Option<(NodeId, Kind)>) {
        let number = self.number(node, because);
        if self.paths.insert((origin, number)) {
            self.work.push_back((origin, number));
        }
    }

    fn follow(&mut self, origin: NodeId, node: NodeId, edge: Edge) {
        let because = Some((node, edge.kind));
        let origin = if self.options.level == Level::Insensitive { CRITERION } else { origin };
        match edge.way {
            Way::Inside => self.add(origin, edge.to, because),
            Way::Across => {
                self.interferes = true;
                self.add(CRITERION, edge.to, because);
            }
            Way::Up if origin == CRITERION => self.add(origin, edge.to, because),
            Way::Up => {}
            Way::Down if self.options.level == Level::Insensitive => self.add(CRITERION, edge.to, because),
            Way::Down => self.descend(origin, node, edge),
        }
    }

    /// At a call: the callee's formal-out is an origin of its own; the call waits for what it depends on.
    fn descend(&mut self, origin: NodeId, node: NodeId, edge: Edge) {
        let out = self.number(edge.to, Some((node, edge.kind)));
        if self.paths.insert((out, out)) {
            self.work.push_back((out, out));
        }
        let Some((method, call)) = self.nodes[node].node.instruction() else {
            // what runs before the program has no call: its formal-ins have no caller
            return;
        };
        if !self.waiting.entry(out).or_default().insert((origin, method, call)) {
            return;
        }
        let known: Vec<NodeId> = self.summaries.get(&out).into_iter().flatten().copied().collect();
        for formal in known {
            self.pass(formal, (origin, method, call));
        }
    }

    /// A formal-in that an origin depends on: all calls that wait for that origin go on before them.
    fn reach_formal_in(&mut self, origin: NodeId, node: NodeId) {
        let is_formal = matches!(self.nodes[node].node, Node::Parameter(..) | Node::AtEntry(..));
        if origin == CRITERION || !is_formal {
            return;
        }
        if !self.summaries.entry(origin).or_default().insert(node) {
            return;
        }
        let calls: Vec<Waiting> = self.waiting.get(&origin).into_iter().flatten().copied().collect();
        for waiting in calls {
            self.pass(node, waiting);
        }
    }

    /// Goes on at a call from what its callee depends on.
    fn pass(&mut self, formal: NodeId, (origin, method, call): Waiting) {
        let found = match self.nodes[formal].node {
            Node::Parameter(callee, place) => {
                let Some(offset) = self.graph.method(method).map(|caller| caller.offset(call as usize)) else { return };
                self.graph.arguments_for(callee, place, (method, offset), call)
            }
            Node::AtEntry(_, fact) => vec![Node::Before(method, call, fact)],
            _ => return,
        };
        let kind = if matches!(self.nodes[formal].node, Node::Parameter(..)) { Kind::Value } else { Kind::Heap };
        for node in found {
            self.add(origin, node, Some((formal, kind)));
        }
    }

    /// How many paths there are.
    pub fn path_count(&self) -> usize {
        self.paths.len()
    }
}
