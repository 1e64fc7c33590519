//! Slices: all nodes that reach the criterion by realizable paths, in the two phases of Horwitz, Reps, Binkley (TOPLAS 1990), with
//! summaries that are found on the way (Reps, Horwitz, Sagiv, Rosay: Speeding up Slicing, FSE 1994).
//!
//! A node is reached *ascending*: what it depends on may lie in callers; or *descended*: by way of a call, so that a formal-in goes on only at
//! the calls that it was reached by. These are the two phases; one worklist does both. At a call the walk goes down to the callee's
//! formal-out, and on before the call from the formal-ins that this depends on (the summary edges).
//!
//! Where FSE 1994 has a path edge for each pair of a formal-out and a node, here each node has the set of the formal-ins of its
//! method that it depends on by paths that stay on its level, as bits. Sets grow along the edges that were met, against their
//! direction. So the work is that of a few words for each edge, and not that of all nodes for each formal-out. Formal-outs of one callee
//! mostly depend on the same formal-ins, all those that decide anything: what they add at a call is one *bundle*, a node that stands
//! for the actual-ins. Calls are told of formal-ins only when all else is done, so that the bundles are few.
//!
//! With a stack ([`super::stack`]) what the criterion depends on is reached *on the stack*, at levels of it, and goes up as that says.
//!
//! Another thread's write is reached ascending. That takes no notice of the order of the threads' steps (the iterated two-phase
//! slice of Krinke, ESEC/FSE 2003, §2).

use super::contexts::At;
use super::edges::Graph;
use super::node::{Edge, Kind, Node, NodeId, Way};
use super::options::{Level, Options};
use super::stack::Stack;
use crate::program::MethodId;
use crate::util::index::IndexVec;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use std::collections::{BTreeSet, VecDeque};

/// How a node was reached; what is reached in the second way is reached in the first, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    /// Not yet.
    #[default]
    None,
    /// By way of a call down.
    Descended,
    /// From the criterion along the stack.
    OnStack,
    /// From the criterion, never down.
    Ascending,
}

/// A way in which a node is reached, with the levels of the stack if it is on that.
type How<'l> = (Phase, &'l FixedBitSet);

static NO_LEVELS: &FixedBitSet = &FixedBitSet::new();
const ASCENDING: How<'static> = (Phase::Ascending, NO_LEVELS);

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

/// An edge that was met: of a summary edge, `via` is the formal-in that it stands for.
#[derive(Clone, Copy)]
pub struct Link {
    /// What the node depends on.
    pub to: NodeId,
    /// What the user sees between the two.
    pub via: NodeId,
    /// Why.
    pub kind: Kind,
    /// Where that is.
    pub way: Way,
}

/// What is known of a node besides.
#[derive(Default)]
struct State {
    phase: Phase,
    /// The levels of the stack at which it was reached.
    levels: FixedBitSet,
    is_expanded: bool,
    /// What it depends on.
    edges: Vec<Link>,
    /// The nodes on the same level that depend on it.
    users: Vec<NodeId>,
    /// The formal-ins of its method that it depends on, by their numbers in the method.
    formals: FixedBitSet,
    /// Of a formal-out: the nodes at calls that go on from its formal-ins, and the formal-ins that they were told.
    waiting: Vec<NodeId>,
    told: FixedBitSet,
}

/// A slice: all nodes that were reached.
pub struct Tabulation<'g, 'p, 'a> {
    /// The graph.
    pub graph: &'g mut Graph<'p, 'a>,
    options: Options,
    stack: Option<&'g Stack>,
    /// The nodes, in the order in which they were met.
    pub nodes: IndexVec<NodeId, Reached>,
    states: IndexVec<NodeId, State>,
    numbers: FxHashMap<Node, NodeId>,
    work: VecDeque<NodeId>,
    /// Nodes whose formal-ins became more.
    grown: Vec<NodeId>,
    /// Formal-outs of whose formal-ins the calls are still to be told.
    untold: BTreeSet<NodeId>,
    /// The bundles at each call, by the formal-ins of the callee that they stand for.
    bundles: FxHashMap<(At, MethodId, Vec<usize>), NodeId>,
    /// The formal-ins of each method that were met.
    formals: FxHashMap<MethodId, Vec<NodeId>>,
    /// Whether another thread's write was met.
    pub interferes: bool,
    /// Whether the budget cut something off.
    pub cut: bool,
}

impl<'g, 'p, 'a> Tabulation<'g, 'p, 'a> {
    /// The backward slice of some nodes, along a stack if there is one.
    pub fn new(graph: &'g mut Graph<'p, 'a>, options: Options, criterion: &[Node], stack: Option<&'g Stack>) -> Self {
        let mut slice = Self {
            graph,
            options,
            stack,
            nodes: IndexVec::new(),
            states: IndexVec::new(),
            numbers: FxHashMap::default(),
            work: VecDeque::new(),
            grown: Vec::new(),
            formals: FxHashMap::default(),
            untold: BTreeSet::new(),
            bundles: FxHashMap::default(),
            interferes: false,
            cut: false,
        };
        slice.graph.direct = false;
        let phase = if stack.is_some() { Phase::OnStack } else { Phase::Ascending };
        let levels = stack.map(Stack::lowest).unwrap_or_default();
        for node in criterion {
            let number = slice.number(*node);
            slice.reach(number, (phase, &levels), None);
        }
        slice.run();
        slice
    }

    /// Adds nodes, and what they depend on within their methods and in callees: what their callers give them is for the caller to add.
    pub fn add(&mut self, nodes: &[Node]) {
        for node in nodes {
            let number = self.number(*node);
            self.reach(number, (Phase::Descended, NO_LEVELS), None);
        }
        self.run();
    }

    /// Whether a node was reached.
    pub fn has(&self, node: Node) -> bool {
        self.known(node).is_some_and(|number| self.states[number].phase != Phase::None)
    }

    /// The formal-ins that were reached, by method.
    pub fn formals(&self) -> Vec<(MethodId, Vec<NodeId>)> {
        let mut all: Vec<_> = self.formals.iter().map(|(method, formals)| (*method, formals.clone())).collect();
        all.sort_unstable();
        all
    }

    fn run(&mut self) {
        loop {
            while let Some(node) = self.grown.pop() {
                self.pass_on(node);
            }
            let Some(node) = self.work.pop_front() else {
                let Some(out) = self.untold.pop_first() else { break };
                self.tell(out);
                continue;
            };
            if self.nodes.len() > self.options.most_nodes && !self.cut {
                self.give_up_contexts();
            }
            if !self.states[node].is_expanded {
                self.expand(node);
            }
            let levels = self.states[node].levels.clone();
            for at in 0..self.states[node].edges.len() {
                let link = self.states[node].edges[at];
                self.follow(link, (self.states[node].phase, &levels));
            }
        }
    }

    /// From here on a call may return to any caller, and a load depends on all stores that may write what it reads.
    fn give_up_contexts(&mut self) {
        self.cut = true;
        self.graph.direct = true;
        self.options.level = Level::Insensitive;
        for node in self.nodes.indices() {
            if self.states[node].phase != Phase::None {
                self.reach(node, ASCENDING, None);
            }
        }
    }

    fn number(&mut self, node: Node) -> NodeId {
        if let Some(known) = self.numbers.get(&node) {
            return *known;
        }
        let number = self.nodes.push(Reached { node, distance: u32::MAX, because: None });
        self.states.push(State::default());
        self.numbers.insert(node, number);
        number
    }

    fn reach(&mut self, node: NodeId, (phase, levels): How<'_>, because: Option<(NodeId, Kind)>) {
        let state = &mut self.states[node];
        let known = state.phase;
        if known > phase || known == phase && levels.is_subset(&state.levels) {
            return;
        }
        if known == Phase::None {
            self.nodes[node].distance = because.map_or(0, |(next, _)| self.nodes[next].distance + 1);
            self.nodes[node].because = because;
        }
        state.phase = phase;
        state.levels.union_with(levels);
        self.work.push_back(node);
    }

    fn follow(&mut self, link: Link, (phase, levels): How<'_>) {
        let because = Some((link.via, link.kind));
        match link.way {
            Way::Inside => self.reach(link.to, (phase, levels), because),
            Way::Across => {
                self.interferes = true;
                self.reach(link.to, ASCENDING, because);
            }
            Way::Up if phase == Phase::Ascending => self.reach(link.to, ASCENDING, because),
            Way::Up if phase == Phase::OnStack => self.follow_up(link, levels),
            Way::Up => {}
            Way::Down if self.options.level == Level::Insensitive => self.reach(link.to, ASCENDING, because),
            Way::Down => self.reach(link.to, (Phase::Descended, NO_LEVELS), because),
        }
    }

    /// Goes up along the stack.
    fn follow_up(&mut self, link: Link, levels: &FixedBitSet) {
        let (Some(stack), Some(at)) = (self.stack, self.nodes[link.to].node.at()) else { return };
        let (above, leaves) = stack.up(levels, at);
        let because = Some((link.via, link.kind));
        if leaves {
            self.reach(link.to, ASCENDING, because);
        } else if !above.is_clear() {
            self.reach(link.to, (Phase::OnStack, &above), because);
        }
    }

    /// Finds the edges of a node.
    fn expand(&mut self, node: NodeId) {
        self.states[node].is_expanded = true;
        let options = self.options;
        let edges = self.graph.edges(self.nodes[node].node);
        for Edge { to, kind, way } in edges.into_iter().filter(|edge| options.follows(edge.kind)) {
            let to = self.number(to);
            self.states[node].edges.push(Link { to, via: node, kind, way });
            match way {
                Way::Inside => self.use_of(node, to),
                Way::Down => self.wait(node, to),
                Way::Up | Way::Across => {}
            }
        }
        let method = self.nodes[node].node.method();
        if let (Node::Parameter(..) | Node::AtEntry(..), Some(method)) = (self.nodes[node].node, method) {
            let formals = self.formals.entry(method).or_default();
            formals.push(node);
            let number = formals.len() - 1;
            self.states[node].formals.grow(number + 1);
            self.states[node].formals.insert(number);
            self.grown.push(node);
        }
    }

    /// A node depends on another one on its level.
    fn use_of(&mut self, node: NodeId, to: NodeId) {
        self.states[to].users.push(node);
        if !self.states[to].formals.is_clear() {
            let more = self.states[to].formals.clone();
            self.add_formals(node, &more);
        }
    }

    fn add_formals(&mut self, node: NodeId, more: &FixedBitSet) {
        let known = &mut self.states[node].formals;
        if !more.is_subset(known) {
            known.union_with(more);
            self.grown.push(node);
        }
    }

    /// What depends on a node whose formal-ins became more: on the same level, and at calls.
    fn pass_on(&mut self, node: NodeId) {
        if self.options.level == Level::Insensitive {
            return;
        }
        let formals = self.states[node].formals.clone();
        for at in 0..self.states[node].users.len() {
            let user = self.states[node].users[at];
            self.add_formals(user, &formals);
        }
        if !self.states[node].waiting.is_empty() {
            self.untold.insert(node);
        }
    }

    /// Tells the calls that wait for a formal-out on which formal-ins it depends besides.
    fn tell(&mut self, out: NodeId) {
        let new: Vec<usize> = self.states[out].formals.difference(&self.states[out].told).collect();
        self.states[out].told.union_with(&new.iter().copied().collect());
        for at in 0..self.states[out].waiting.len() {
            let call = self.states[out].waiting[at];
            self.summarize(call, out, &new);
        }
    }

    /// A node at a call depends on a callee's formal-out: it waits for the formal-ins of that.
    fn wait(&mut self, node: NodeId, out: NodeId) {
        // what runs before the program has no call: its formal-ins have no caller
        if self.nodes[node].node.instruction().is_none() || self.states[out].waiting.contains(&node) {
            return;
        }
        self.states[out].waiting.push(node);
        if self.states[out].waiting.len() == 1 {
            self.states[out].told = self.states[out].formals.clone();
        }
        let known: Vec<usize> = self.states[out].told.ones().collect();
        self.summarize(node, out, &known);
    }

    /// Adds the summary edge of a node at a call for formal-ins that the formal-out depends on.
    fn summarize(&mut self, call: NodeId, out: NodeId, formals: &[usize]) {
        let Some(callee) = self.nodes[out].node.method() else { return };
        let Some(at) = self.nodes[call].node.instruction().filter(|_| !formals.is_empty()) else { return };
        let key = (at, callee, formals.to_vec());
        let known = self.bundles.get(&key).copied();
        let to = known.unwrap_or_else(|| {
            let bundle = self.bundle(at, callee, formals);
            self.bundles.insert(key, bundle);
            bundle
        });
        let link = Link { to, via: call, kind: Kind::Value, way: Way::Inside };
        self.states[call].edges.push(link);
        self.use_of(call, to);
        if self.states[call].phase != Phase::None {
            let levels = self.states[call].levels.clone();
            self.follow(link, (self.states[call].phase, &levels));
        }
    }

    /// Makes the node that stands for formal-ins of a callee at a call.
    fn bundle(&mut self, at: At, callee: MethodId, formals: &[usize]) -> NodeId {
        let bundle = self.number(Node::Bundle(at.0, at.1, self.bundles.len() as u32));
        self.states[bundle].is_expanded = true;
        for &number in formals {
            let formal = self.formals[&callee][number];
            let is_parameter = matches!(self.nodes[formal].node, Node::Parameter(..));
            let kind = if is_parameter { Kind::Value } else { Kind::Heap };
            for to in self.actuals(formal, at) {
                let to = self.number(to);
                self.states[bundle].edges.push(Link { to, via: formal, kind, way: Way::Inside });
                self.use_of(bundle, to);
            }
        }
        bundle
    }

    /// What a formal-in is at a call.
    pub fn actuals(&mut self, formal: NodeId, (method, number): At) -> Vec<Node> {
        let Some(offset) = self.graph.method(method).map(|caller| caller.offset(number as usize)) else {
            return Vec::new();
        };
        let site = (method, offset);
        match self.nodes[formal].node {
            Node::Parameter(callee, place) => self.graph.arguments_for(callee, place, site, number),
            Node::AtEntry(callee, fact) => vec![self.graph.before(callee, fact, site, number)],
            _ => Vec::new(),
        }
    }

    /// The number of a node that was met.
    pub fn known(&self, node: Node) -> Option<NodeId> {
        self.numbers.get(&node).copied()
    }

    /// The edges of a node.
    pub fn links(&self, node: NodeId) -> &[Link] {
        &self.states[node].edges
    }

    /// Whether a node was reached.
    pub fn is_reached(&self, node: NodeId) -> bool {
        self.states[node].phase != Phase::None
    }

    /// The nodes that were reached.
    pub fn reached(&self) -> impl Iterator<Item = (NodeId, &Reached)> {
        self.nodes.indices().filter(|number| self.is_reached(*number)).map(|number| (number, &self.nodes[number]))
    }

    /// How many edges were met.
    pub fn edge_count(&self) -> usize {
        self.states.iter().map(|state| state.edges.len()).sum()
    }
}
