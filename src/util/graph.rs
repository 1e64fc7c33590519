//! A directed graph over nodes of an index type, and the few walks over it that analyses share.
//!
//! Edges keep the order in which they were added, so every walk gives the same answer on every run. Parallel edges are
//! kept once. Strongly connected components are petgraph's (Kosaraju; its Tarjan recurses).

use super::index::Idx;
use fixedbitset::FixedBitSet;
use petgraph::graph::{DiGraph, NodeIndex};

/// A directed graph; its nodes are those with the numbers `0..len()`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph<N> {
    successors: Vec<Vec<N>>,
    predecessors: Vec<Vec<N>>,
}

impl<N: Idx> Graph<N> {
    /// `nodes` nodes and no edge.
    pub fn new(nodes: usize) -> Self {
        Self { successors: vec![Vec::new(); nodes], predecessors: vec![Vec::new(); nodes] }
    }

    /// The graph with these edges.
    pub fn from_edges(nodes: usize, edges: impl IntoIterator<Item = (N, N)>) -> Self {
        let mut graph = Self::new(nodes);
        for (from, to) in edges {
            graph.add_edge(from, to);
        }
        graph
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.successors.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.successors.is_empty()
    }

    /// Adds a node and returns its number.
    pub fn add_node(&mut self) -> N {
        self.successors.push(Vec::new());
        self.predecessors.push(Vec::new());
        N::from_usize(self.len() - 1)
    }

    /// Adds the edge unless it is there.
    pub fn add_edge(&mut self, from: N, to: N) {
        if !self.successors[from.index()].contains(&to) {
            self.successors[from.index()].push(to);
            self.predecessors[to.index()].push(from);
        }
    }

    /// Where edges from `node` go.
    pub fn successors(&self, node: N) -> &[N] {
        &self.successors[node.index()]
    }

    /// Where edges to `node` come from.
    pub fn predecessors(&self, node: N) -> &[N] {
        &self.predecessors[node.index()]
    }

    /// All edges, by source.
    pub fn edges(&self) -> impl Iterator<Item = (N, N)> + '_ {
        self.successors.iter().enumerate().flat_map(|(from, to)| to.iter().map(move |to| (N::from_usize(from), *to)))
    }

    /// The same nodes with every edge turned round.
    #[must_use]
    pub fn reversed(&self) -> Self {
        Self { successors: self.predecessors.clone(), predecessors: self.successors.clone() }
    }

    /// The numbers of the nodes that a path (of any length, also none) leads to from one of `roots`.
    pub fn reachable(&self, roots: impl IntoIterator<Item = N>) -> FixedBitSet {
        let mut seen = FixedBitSet::with_capacity(self.len());
        let mut work: Vec<N> = roots.into_iter().filter(|root| !seen.put(root.index())).collect();
        while let Some(node) = work.pop() {
            work.extend(self.successors(node).iter().filter(|next| !seen.put(next.index())));
        }
        seen
    }

    /// The nodes reachable from `root` in reverse postorder of a depth-first search: every node stands before its
    /// successors, except along back edges.
    pub fn reverse_postorder(&self, root: N) -> Vec<N> {
        let mut seen = FixedBitSet::with_capacity(self.len());
        let mut order = Vec::new();
        let mut path = vec![(root, 0)];
        seen.insert(root.index());
        while let Some((node, next)) = path.last_mut() {
            if let Some(&child) = self.successors(*node).get(*next) {
                *next += 1;
                if !seen.put(child.index()) {
                    path.push((child, 0));
                }
            } else {
                order.push(*node);
                path.pop();
            }
        }
        order.reverse();
        order
    }

    /// The strongly connected components, each one after those that its edges lead to (callees before callers).
    pub fn components(&self) -> Vec<Vec<N>> {
        let sorted = |nodes: Vec<NodeIndex>| {
            let mut nodes: Vec<N> = nodes.into_iter().map(|node| N::from_usize(node.index())).collect();
            nodes.sort_unstable();
            nodes
        };
        petgraph::algo::kosaraju_scc(&self.to_petgraph()).into_iter().map(sorted).collect()
    }

    /// The same graph for petgraph's algorithms; node numbers are kept.
    pub(super) fn to_petgraph(&self) -> DiGraph<(), ()> {
        let mut graph = DiGraph::with_capacity(self.len(), 0);
        for _ in 0..self.len() {
            graph.add_node(());
        }
        for (from, to) in self.edges() {
            graph.add_edge(NodeIndex::new(from.index()), NodeIndex::new(to.index()), ());
        }
        graph
    }
}

#[cfg(test)]
mod tests {
    use super::Graph;

    #[test]
    fn walks_and_components() {
        let graph = Graph::<usize>::from_edges(6, [(0, 1), (1, 2), (2, 1), (2, 3), (0, 3), (0, 3), (4, 5)]);
        assert_eq!(graph.successors(0), [1, 3]);
        assert_eq!(graph.reachable([0]).ones().collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert_eq!(graph.reverse_postorder(0), [0, 1, 2, 3]);
        assert_eq!(graph.reversed().successors(3), [2, 0]);
        let components = graph.components();
        let place = |node| components.iter().position(|nodes| nodes.contains(&node));
        assert_eq!(place(1), place(2));
        assert!(place(3) < place(1) && place(1) < place(0) && place(5) < place(4));
    }

    #[test]
    fn long_chains_do_not_overflow_the_stack() {
        let graph = Graph::<usize>::from_edges(200_000, (1..200_000).map(|node| (node - 1, node)));
        assert_eq!(graph.components().len(), 200_000);
        assert_eq!(graph.reverse_postorder(0).len(), 200_000);
    }
}
