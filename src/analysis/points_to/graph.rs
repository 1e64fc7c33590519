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

mod components;
mod words;

use super::objects::Objects;
use super::set::ObjectSet;
use super::sets::{EMPTY, SetId, Sets};
use components::Components;
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

#[cfg(test)]
mod tests {
    use super::{Graph, Node, ObjectSet, TRIGGERS, USES, Waits};
    use crate::analysis::points_to::objects::Objects;
    use crate::program::{ClassSource, Program, Result};
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    const NODES: Node = 7;

    /// No classes: edges without filters ask for none.
    struct Nothing;

    impl ClassSource for Nothing {
        fn class_names(&self) -> Vec<String> {
            Vec::new()
        }

        fn class_bytes(&self, _: &str) -> Result<Option<Vec<u8>>> {
            Ok(None)
        }
    }

    #[derive(Clone, Debug)]
    enum Step {
        Edge(Node, Node),
        Object(Node, u32),
        Wait(Node, Waits),
        Move(usize),
        Tell,
        Search,
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let node = || 0..NODES;
        let step = prop_oneof![
            3 => (node(), node()).prop_map(|(from, to)| Step::Edge(from, to)),
            3 => (node(), 0..9u32).prop_map(|(node, object)| Step::Object(node, object)),
            1 => (node(), prop_oneof![Just(USES), Just(TRIGGERS)]).prop_map(|(node, by)| Step::Wait(node, by)),
            2 => (1..4usize).prop_map(Step::Move),
            1 => Just(Step::Tell),
            2 => Just(Step::Search),
        ];
        prop::collection::vec(step, 1..60)
    }

    type Told = BTreeMap<Node, BTreeSet<u32>>;

    fn tell(graph: &mut Graph, told: &mut Told) {
        for node in graph.take_arrivals() {
            let (node, objects) = graph.take_untold(node);
            for (member, _) in graph.waited(node) {
                told.entry(member).or_default().extend(objects.iter());
            }
        }
    }

    /// What comes to each node along the edges.
    fn closure(edges: &[(Node, Node)], put: &[(Node, u32)]) -> Vec<BTreeSet<u32>> {
        let mut all = vec![BTreeSet::new(); NODES as usize];
        put.iter().for_each(|(node, object)| all[*node as usize].extend([*object]));
        for _ in 0..NODES {
            for (from, to) in edges {
                let sent = all[*from as usize].clone();
                all[*to as usize].extend(sent);
            }
        }
        all
    }

    proptest! {
        /// Each node has what reaches it, and who waits there is told of all that was not there when they came, whenever nodes are made one.
        #[test]
        fn those_who_wait_are_told(steps in steps()) {
            let program = Program::new(Vec::new(), Box::new(Nothing)).expect("a program");
            let mut objects = Objects::new(&program);
            let (mut graph, mut told) = (Graph::default(), Told::new());
            graph.add_nodes(NODES);
            let (mut edges, mut put) = (Vec::new(), Vec::new());
            for step in steps {
                match step {
                    Step::Edge(from, to) => {
                        graph.add_edge(from, to, 0, &mut objects);
                        edges.push((from, to));
                    }
                    Step::Object(node, object) => {
                        graph.add_objects(node, &ObjectSet::from_iter([object]));
                        put.push((node, object));
                    }
                    Step::Wait(node, by) => {
                        graph.wait(node, by);
                        told.entry(node).or_default().extend(graph.objects(node).iter());
                    }
                    Step::Move(count) => {
                        let _ = (0..count).all(|_| graph.step(&mut objects));
                    }
                    Step::Tell => tell(&mut graph, &mut told),
                    Step::Search => graph.search(),
                }
            }
            while graph.step(&mut objects) {}
            tell(&mut graph, &mut told);
            let expected = closure(&edges, &put);
            for node in 0..NODES {
                prop_assert_eq!(&graph.objects(node).iter().collect::<BTreeSet<u32>>(), &expected[node as usize]);
            }
            for (node, told) in told {
                prop_assert_eq!(&told, &expected[node as usize], "told at {}", node);
            }
        }
    }
}
