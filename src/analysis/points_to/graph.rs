//! The constraint graph: nodes with points-to sets, and inclusion edges between them.
//!
//! Andersen's analysis as a worklist over difference sets, in waves: what is new is passed along all edges before anyone
//! who waits for objects at nodes is told (Pereira, Berlin: Wave Propagation and Deep Propagation for Pointer Analysis,
//! CGO 2009). Edges may have a filter (casts, handlers, array stores):
//! only objects of fitting types pass. Nodes that lie on a cycle of unfiltered edges have equal sets; they are found
//! from time to time (Tarjan's algorithm without recursion) and made one (Fähndrich et al.: Partial Online Cycle
//! Elimination in Inclusion Constraint Graphs, PLDI 1998), and the same walk orders the worklist topologically (Pearce
//! et al.). Every node keeps its number; [`Graph::find`] tells the node that stands for it.
//! Most nodes have nobody who waits for objects there: what arrives at them is only passed on.

use super::objects::Objects;
use super::set::ObjectSet;
use super::sets::{EMPTY, SetId, Sets};
use crate::analysis::summaries::words::Words;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::sync::Arc;

/// A node.
pub type Node = u32;

/// A filter; 0 lets everything pass.
pub type Filter = u32;

/// Who waits for objects at a node, as bits: statements that use the variable, and triggers.
pub type Waits = u8;

/// Statements do.
pub const USES: Waits = 1;

/// Triggers do.
pub const TRIGGERS: Waits = 2;

/// Somebody does at a node that this one stands for.
const MEMBERS: Waits = 4;

/// What a node holds besides its objects.
#[derive(Default)]
struct Data {
    /// Objects that were passed on, but that nobody who waits for them was told of yet; none where nobody waits.
    untold: SetId,
    successors: Vec<(Node, Filter)>,
    /// The nodes that this one stands for, itself left out; only those somebody waits at.
    members: Vec<Node>,
}

/// The graph.
#[derive(Default)]
pub struct Graph {
    nodes: Vec<Data>,
    /// All objects of each node: apart, since they are looked at for each edge that something travels along.
    objects: Vec<SetId>,
    /// Those that were not passed on yet; the node is in a worklist if there are some.
    pending: Vec<SetId>,
    /// Who waits at each node.
    waits: Vec<Waits>,
    sets: Sets,
    /// Sets that are known by their numbers elsewhere.
    kept: BTreeSet<SetId>,
    parents: Vec<Node>,
    ranks: Vec<u32>,
    edges: FxHashSet<(Node, Node, Filter)>,
    queue: BinaryHeap<Reverse<(u32, Node)>>,
    /// The worklist of the next sweep: nodes that do not come after the one that the sweep is at.
    next: BinaryHeap<Reverse<(u32, Node)>>,
    /// The rank that the sweep is at.
    at: u32,
    /// Nodes with objects that those who wait were not told of.
    arrivals: Vec<Node>,
    added: usize,
    /// What [`Graph::work`] tells, but for the blocks.
    pub work: u64,
    /// How many bytes those who wait for objects at nodes take, by an estimate.
    pub waiting: u64,
    /// How many times cycles were looked for, and how many nodes were merged.
    pub searches: usize,
    /// How many nodes another one stands for.
    pub merged: usize,
}

impl Graph {
    /// Makes `count` nodes; gives the first.
    pub fn add_nodes(&mut self, count: u32) -> Node {
        let first = self.nodes.len() as u32;
        self.nodes.resize_with((first + count) as usize, Data::default);
        self.objects.resize((first + count) as usize, EMPTY);
        self.pending.resize((first + count) as usize, EMPTY);
        self.waits.resize((first + count) as usize, 0);
        self.parents.extend(first..first + count);
        self.ranks.extend(first..first + count);
        first
    }

    /// The graph at the fixed point as numbers; none if it is not there. Many nodes have equal sets: each set is there once.
    pub fn to_words(&self) -> Option<Words> {
        let Self {
            nodes,
            objects,
            pending: _,
            waits,
            sets,
            kept: _,
            parents,
            ranks,
            edges: _,
            queue,
            next,
            at: _,
            arrivals,
            added,
            searches,
            merged,
            work,
            waiting,
        } = self;
        if !queue.is_empty() || !next.is_empty() || !arrivals.is_empty() {
            return None;
        }
        let mut words = Words(vec![*added as u32, *searches as u32, *merged as u32]);
        words.0.extend([work, waiting].iter().flat_map(|count| [(**count >> 32) as u32, **count as u32]));
        words.list(parents);
        words.list(ranks);
        for bit in [USES, TRIGGERS] {
            let waited = (0..).zip(waits).filter(|(_, waits)| **waits & bit != 0);
            words.list(&waited.map(|(node, _)| node).collect::<Vec<Node>>());
        }
        let mut written = Words::default();
        let mut numbers: FxHashMap<SetId, u32> = FxHashMap::default();
        let mut rest = Words::default();
        for (data, objects) in nodes.iter().zip(objects) {
            let Data { untold, successors, members } = data;
            if *untold != EMPTY {
                return None;
            }
            let next = numbers.len() as u32;
            rest.0.push(*numbers.entry(*objects).or_insert_with(|| {
                sets.get(*objects).to_words(&mut written);
                next
            }));
            rest.0.push(successors.len() as u32);
            rest.0.extend(successors.iter().flat_map(|(to, filter)| [*to, *filter]));
            rest.list(members);
        }
        words.0.push(numbers.len() as u32);
        words.0.extend(written.0);
        words.0.extend(rest.0);
        Some(words)
    }

    /// The graph that these numbers are of.
    pub fn from_words(words: &Words) -> Option<Self> {
        let mut reader = words.reader();
        let [added, searches, merged] = reader.words()?.map(|number| number as usize);
        let mut count = || reader.words().map(|[high, low]| u64::from(high) << 32 | u64::from(low));
        let (work, waiting) = (count()?, count()?);
        let (parents, ranks) = (reader.list()?.to_vec(), reader.list()?.to_vec());
        let mut waits = vec![0; parents.len()];
        for bit in [USES, TRIGGERS] {
            for node in reader.list()? {
                *waits.get_mut(*node as usize)? |= bit;
            }
        }
        let mut sets = Sets::default();
        let read = (0..reader.word()?).map(|_| Some(sets.number(&ObjectSet::from_words(&mut reader)?)));
        let numbers = read.collect::<Option<Vec<SetId>>>()?;
        let (mut nodes, mut objects) = (Vec::with_capacity(parents.len()), Vec::with_capacity(parents.len()));
        let mut edges = FxHashSet::default();
        edges.reserve(parents.len() * 2);
        let is_node = |node: &Node| (*node as usize) < parents.len();
        for node in 0..parents.len() as Node {
            objects.push(*numbers.get(reader.word()? as usize)?);
            let count = reader.word()? as usize;
            let mut successors = Vec::with_capacity(count.min(parents.len()));
            for _ in 0..count {
                let [to, filter] = reader.words()?;
                successors.push((to, filter));
                edges.insert((node, to, filter));
            }
            let members = reader.list()?.to_vec();
            if !successors.iter().map(|(to, _)| to).chain(&members).all(is_node) {
                return None;
            }
            if !members.is_empty() {
                waits[node as usize] |= MEMBERS;
            }
            nodes.push(Data { successors, members, ..Data::default() });
        }
        let whole = reader.is_empty() && ranks.len() == parents.len() && parents.iter().all(is_node);
        whole.then(|| Self {
            nodes,
            pending: vec![EMPTY; objects.len()],
            objects,
            waits,
            sets,
            kept: BTreeSet::new(),
            parents,
            ranks,
            edges,
            queue: BinaryHeap::new(),
            next: BinaryHeap::new(),
            at: 0,
            arrivals: Vec::new(),
            added,
            searches,
            merged,
            work,
            waiting,
        })
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How many edges there are.
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// The node that stands for this one.
    pub fn find(&self, node: Node) -> Node {
        let mut at = node;
        while self.parents[at as usize] != at {
            at = self.parents[at as usize];
        }
        at
    }

    /// The objects of the node.
    pub fn objects(&self, node: Node) -> &Arc<ObjectSet> {
        self.set(self.set_of(node))
    }

    /// The number of the set of the node's objects, until sets are swept.
    pub fn set_of(&self, node: Node) -> SetId {
        self.objects[self.find(node) as usize]
    }

    /// The set with this number.
    pub fn set(&self, set: SetId) -> &Arc<ObjectSet> {
        self.sets.get(set)
    }

    /// The number of a set, until sets are swept.
    pub fn number(&mut self, set: &ObjectSet) -> SetId {
        self.sets.number(set)
    }

    /// The number of a set, for good.
    pub fn keep(&mut self, set: &ObjectSet) -> SetId {
        let number = self.sets.number(set);
        self.kept.insert(number);
        number
    }

    /// How many times sets were swept.
    pub fn sweeps(&self) -> u32 {
        self.sets.sweeps
    }

    /// Puts an object into a node.
    pub fn add_object(&mut self, node: Node, object: u32) {
        self.add_objects(node, &ObjectSet::from_iter([object]));
    }

    /// Puts objects into a node.
    pub fn add_objects(&mut self, node: Node, objects: &ObjectSet) {
        let sent = self.sets.number(objects);
        self.receive(self.find(node), sent);
    }

    fn enqueue(&mut self, node: Node) {
        let rank = self.ranks[node as usize];
        let queue = if rank > self.at { &mut self.queue } else { &mut self.next };
        queue.push(Reverse((rank, node)));
    }

    /// Makes the objects of one node that pass the filter objects of another.
    pub fn add_edge(&mut self, from: Node, to: Node, filter: Filter, objects: &mut Objects<'_>) {
        let (from, to) = (self.find(from), self.find(to));
        if from == to || !self.edges.insert((from, to, filter)) {
            return;
        }
        self.added += 1;
        self.nodes[from as usize].successors.push((to, filter));
        self.send(self.objects[from as usize], to, filter, objects);
    }

    /// How many bytes the graph takes: a measure that is the same on every machine, and about right.
    pub fn bytes(&self) -> u64 {
        self.nodes.len() as u64 * 200 + self.edges.len() as u64 * 40 + self.sets.bytes() + self.waiting
    }

    fn send(&mut self, sent: SetId, to: Node, filter: Filter, objects: &mut Objects<'_>) {
        let passed = self.sets.passing(sent, filter, objects);
        self.receive(to, passed);
    }

    fn receive(&mut self, to: Node, sent: SetId) {
        let (all, new) = self.sets.union(self.objects[to as usize], sent);
        if new != EMPTY {
            self.objects[to as usize] = all;
            let pending = self.pending[to as usize];
            self.pending[to as usize] = self.sets.union(pending, new).0;
            if pending == EMPTY {
                self.enqueue(to);
            }
        }
    }

    /// Sweeps the sets that no node has any more, if it is time to.
    fn sweep(&mut self) {
        if self.sets.is_full() {
            let untold = self.nodes.iter().map(|data| data.untold);
            self.sets.keep(self.objects.iter().chain(&self.pending).chain(&self.kept).copied().chain(untold));
        }
    }

    fn pop(&mut self) -> Option<Reverse<(u32, Node)>> {
        if self.queue.is_empty() {
            std::mem::swap(&mut self.queue, &mut self.next);
            self.at = 0;
        }
        self.queue.pop()
    }

    /// Takes the next node from the worklist and passes its new objects on; false when nothing is left to do.
    pub fn step(&mut self, objects: &mut Objects<'_>) -> bool {
        self.sweep();
        while let Some(Reverse((rank, node))) = self.pop() {
            self.at = rank;
            if self.parents[node as usize] != node {
                continue; // merged since
            }
            let pending = std::mem::take(&mut self.pending[node as usize]);
            if pending == EMPTY {
                continue;
            }
            let successors = std::mem::take(&mut self.nodes[node as usize].successors);
            self.work += 1 + successors.len() as u64;
            for (to, filter) in &successors {
                let to = self.find(*to);
                if to != node {
                    self.send(pending, to, *filter, objects);
                }
            }
            let data = &mut self.nodes[node as usize];
            data.successors = successors;
            if self.waits[node as usize] != 0 {
                if data.untold == EMPTY {
                    self.arrivals.push(node);
                }
                data.untold = self.sets.union(data.untold, pending).0;
            }
            return true;
        }
        false
    }

    /// The nodes with objects that nobody was told of yet.
    pub fn take_arrivals(&mut self) -> Vec<Node> {
        std::mem::take(&mut self.arrivals)
    }

    /// The objects of the node that nobody was told of yet; they are told now.
    pub fn take_untold(&mut self, node: Node) -> (Node, Arc<ObjectSet>) {
        let node = self.find(node);
        let untold = std::mem::take(&mut self.nodes[node as usize].untold);
        (node, self.sets.get(untold).clone())
    }

    /// See [`super::PointsTo::work`].
    pub fn work(&self) -> u64 {
        self.work + self.sets.work
    }

    /// From now on somebody waits for objects at the node.
    pub fn wait(&mut self, node: Node, by: Waits) {
        let root = self.find(node);
        if root != node && self.waits[node as usize] == 0 {
            self.nodes[root as usize].members.push(node);
            self.waits[root as usize] |= MEMBERS;
        }
        self.waits[node as usize] |= by;
    }

    /// Those at which somebody waits of the node and all that it stands for, each with who does.
    pub fn waited(&self, node: Node) -> Vec<(Node, Waits)> {
        let members = &self.nodes[node as usize].members;
        let all = std::iter::once(&node).chain(members).map(|member| (*member, self.waits[*member as usize]));
        all.filter(|(_, waits)| waits & (USES | TRIGGERS) != 0).collect()
    }

    /// Whether enough edges came since the last search for cycles to make another one worth its while.
    pub fn wants_search(&self) -> bool {
        self.added > 5_000 && self.added > self.edges.len() / 6
    }

    /// Finds cycles and makes each one node; orders the worklist.
    pub fn search(&mut self) {
        self.added = 0;
        self.searches += 1;
        let components = Components::of(self);
        let mut own = FxHashMap::default();
        for component in &components {
            if let [first, rest @ ..] = component.as_slice()
                && !rest.is_empty()
            {
                rest.iter().for_each(|node| self.parents[*node as usize] = *first);
                own.insert(*first, self.nodes[*first as usize].successors.len());
                self.merge(*first, rest);
            }
        }
        // components come out last first
        for (rank, component) in components.iter().rev().enumerate() {
            self.ranks[component[0] as usize] = rank as u32;
        }
        self.at = 0;
        let queued = std::mem::take(&mut self.queue).into_iter().chain(std::mem::take(&mut self.next));
        let queued: Vec<Node> = queued.map(|Reverse((_, node))| node).collect();
        let queue = queued.into_iter().filter(|node| self.parents[*node as usize] == *node);
        self.queue = queue.map(|node| Reverse((self.ranks[node as usize], node))).collect();
        for node in 0..self.parents.len() as u32 {
            let root = self.find(node);
            self.parents[node as usize] = root;
        }
        self.rename_edges(&own);
    }

    fn merge(&mut self, first: Node, rest: &[Node]) {
        self.merged += rest.len();
        let mut into = std::mem::take(&mut self.nodes[first as usize]);
        let (mut passed_on, mut told) = self.done(first, &into);
        let mut all = self.sets.get(self.objects[first as usize]).as_ref().clone();
        for node in rest {
            let data = std::mem::take(&mut self.nodes[*node as usize]);
            let (also_passed_on, also_told) = self.done(*node, &data);
            passed_on.retain_all(&also_passed_on);
            told.retain_all(&also_told);
            all.add_all(self.sets.get(std::mem::take(&mut self.objects[*node as usize])), None);
            self.pending[*node as usize] = EMPTY;
            for (to, filter) in &data.successors {
                self.edges.remove(&(*node, *to, *filter));
            }
            into.successors.extend(data.successors);
            if self.waits[*node as usize] & (USES | TRIGGERS) != 0 {
                into.members.push(*node);
            }
            into.members.extend(data.members);
            self.waits[*node as usize] &= !MEMBERS;
        }
        if !into.members.is_empty() {
            self.waits[first as usize] |= MEMBERS;
        }
        let mut pending = all.clone();
        pending.remove_all(&passed_on);
        passed_on.remove_all(&told);
        if self.waits[first as usize] == 0 {
            passed_on = ObjectSet::default();
        }
        let [objects, pending, untold] = [all, pending, passed_on].map(|set| self.sets.number(&set));
        self.objects[first as usize] = objects;
        self.nodes[first as usize] = Data { untold, ..into };
        self.pending[first as usize] = pending;
        if pending != EMPTY {
            self.enqueue(first);
        }
        if untold != EMPTY {
            self.arrivals.push(first);
        }
    }

    /// The objects of a node that were passed on, and those of them that all who wait were told of.
    fn done(&self, node: Node, data: &Data) -> (ObjectSet, ObjectSet) {
        let mut passed_on = self.sets.get(self.objects[node as usize]).as_ref().clone();
        passed_on.remove_all(self.sets.get(self.pending[node as usize]));
        let mut told = passed_on.clone();
        told.remove_all(self.sets.get(data.untold));
        (passed_on, told)
    }

    /// Names every edge by the nodes that stand for its ends, once. `own`: of nodes that stand for others since the search
    /// began, how many of their edges were theirs; what follows has no name yet.
    fn rename_edges(&mut self, own: &FxHashMap<Node, usize>) {
        for node in 0..self.nodes.len() as u32 {
            let mut successors = std::mem::take(&mut self.nodes[node as usize].successors);
            let own = own.get(&node).copied().unwrap_or(successors.len());
            let mut number = 0;
            successors.retain_mut(|(to, filter)| {
                number += 1;
                let was = std::mem::replace(to, self.parents[*to as usize]);
                if number <= own {
                    if was == *to {
                        return true;
                    }
                    self.edges.remove(&(node, was, *filter));
                }
                *to != node && self.edges.insert((node, *to, *filter))
            });
            self.nodes[node as usize].successors = successors;
        }
    }
}

/// Tarjan's algorithm over unfiltered edges, with an explicit stack.
struct Components<'a> {
    graph: &'a Graph,
    index: Vec<u32>,
    low: Vec<u32>,
    on_stack: Vec<bool>,
    stack: Vec<Node>,
    next: u32,
    found: Vec<Vec<Node>>,
}

impl<'a> Components<'a> {
    /// The components in reverse topological order.
    fn of(graph: &'a Graph) -> Vec<Vec<Node>> {
        let count = graph.len();
        let mut walk = Self {
            graph,
            index: vec![0; count],
            low: vec![0; count],
            on_stack: vec![false; count],
            stack: Vec::new(),
            next: 1,
            found: Vec::new(),
        };
        for node in 0..count as u32 {
            if graph.parents[node as usize] == node && walk.index[node as usize] == 0 {
                walk.visit(node);
            }
        }
        walk.found
    }

    fn enter(&mut self, node: Node) -> (Node, usize) {
        self.index[node as usize] = self.next;
        self.low[node as usize] = self.next;
        self.next += 1;
        self.stack.push(node);
        self.on_stack[node as usize] = true;
        (node, 0)
    }

    fn visit(&mut self, root: Node) {
        let mut frames = vec![self.enter(root)];
        while let Some((node, at)) = frames.last_mut() {
            let (node, successors) = (*node, &self.graph.nodes[*node as usize].successors);
            if let Some((to, filter)) = successors.get(*at) {
                *at += 1;
                let to = self.graph.find(*to);
                if *filter != 0 {
                    continue;
                }
                if self.index[to as usize] == 0 {
                    let frame = self.enter(to);
                    frames.push(frame);
                } else if self.on_stack[to as usize] {
                    self.low[node as usize] = self.low[node as usize].min(self.index[to as usize]);
                }
                continue;
            }
            frames.pop();
            if let Some((above, _)) = frames.last() {
                self.low[*above as usize] = self.low[*above as usize].min(self.low[node as usize]);
            }
            if self.low[node as usize] == self.index[node as usize] {
                let mut component = Vec::new();
                while let Some(member) = self.stack.pop() {
                    self.on_stack[member as usize] = false;
                    component.push(member);
                    if member == node {
                        break;
                    }
                }
                self.found.push(component);
            }
        }
    }
}
