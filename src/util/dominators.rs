//! Dominators, post-dominators and dominance frontiers of any graph.
//!
//! Immediate dominators are petgraph's `simple_fast` (Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm, 2001);
//! frontiers follow Cytron et al. (Efficiently Computing Static Single Assignment Form and the Control Dependence
//! Graph, TOPLAS 1991). Post-dominators are the dominators of the reversed graph from a *virtual exit*, a node added
//! behind the last one. A cycle that no path leaves would have no post-dominator; such a cycle gets *pseudo-exits*: in
//! front of each node by which it is entered stands a *gate*, a node added behind the virtual exit, from which control
//! could also go to the exit, as if the cycle began with a test that never fails.
//!
//! Invariant: nodes that the root does not reach have no dominator, no frontier and no part in anybody else's.

use super::graph::Graph;
use super::index::{Idx, IndexVec};
use crate::define_index;
use fixedbitset::FixedBitSet;
use petgraph::algo::dominators::simple_fast;
use petgraph::graph::NodeIndex;

/// The dominator tree of a graph from one root.
#[derive(Clone, Debug)]
pub struct Dominators<N> {
    root: N,
    immediate: IndexVec<N, Option<N>>,
    reachable: FixedBitSet,
}

impl<N: Idx> Dominators<N> {
    /// The dominators of the nodes that `root` reaches.
    pub fn new(graph: &Graph<N>, root: N) -> Self {
        let found = simple_fast(&graph.to_petgraph(), NodeIndex::new(root.index()));
        let immediate = (0..graph.len())
            .map(|node| found.immediate_dominator(NodeIndex::new(node)).map(|node| N::from_usize(node.index())))
            .collect();
        Self { root, immediate, reachable: graph.reachable([root]) }
    }

    /// Where all paths start.
    pub fn root(&self) -> N {
        self.root
    }

    /// Whether the root reaches `node`.
    pub fn is_reachable(&self, node: N) -> bool {
        self.reachable.contains(node.index())
    }

    /// The closest strict dominator; none for the root and for unreachable nodes.
    pub fn immediate(&self, node: N) -> Option<N> {
        self.immediate[node]
    }

    /// `node`, its immediate dominator, and so on to the root.
    pub fn dominators_of(&self, node: N) -> impl Iterator<Item = N> + '_ {
        std::iter::successors(self.is_reachable(node).then_some(node), |node| self.immediate[*node])
    }

    /// Whether every path from the root to `node` passes `dominator`.
    pub fn dominates(&self, dominator: N, node: N) -> bool {
        self.dominators_of(node).any(|found| found == dominator)
    }

    /// For every node the nodes where its dominance ends: those that it does not strictly dominate while it dominates
    /// one of their predecessors. Ascending.
    pub fn frontiers(&self, graph: &Graph<N>) -> IndexVec<N, Vec<N>> {
        let mut frontiers = IndexVec::from_elem(Vec::new(), graph.len());
        for node in (0..graph.len()).map(N::from_usize) {
            if !self.is_reachable(node) {
                continue;
            }
            for &predecessor in graph.predecessors(node) {
                let up = self.dominators_of(predecessor);
                for runner in up.take_while(|runner| Some(*runner) != self.immediate[node]) {
                    if frontiers[runner].last() != Some(&node) {
                        frontiers[runner].push(node);
                    }
                }
            }
        }
        frontiers
    }
}

define_index!(
    /// A node of a graph turned round: one of the graph's own, which keeps its number, the virtual exit, or a gate.
    PostNode
);

/// A graph turned round, from a virtual exit: its dominators are the post-dominators of the graph.
#[derive(Clone, Debug)]
pub struct PostDominators<N> {
    /// The reversed graph with the virtual exit and the gates; only nodes reachable from the entry have edges.
    pub reversed: Graph<PostNode>,
    /// The dominators of the reversed graph.
    pub tree: Dominators<PostNode>,
    /// The virtual exit, the first node that was added.
    pub exit: PostNode,
    /// The nodes that have a gate in front of them, ascending; their gates follow the virtual exit in this order.
    pub gated: Vec<N>,
}

impl<N: Idx> PostDominators<N> {
    /// The post-dominators of the nodes that `entry` reaches; every node without successors is an exit.
    pub fn new(graph: &Graph<N>, entry: N) -> Self {
        let reachable = graph.reachable([entry]);
        let gated = pseudo_exits(graph, &reachable, entry);
        let exit = PostNode::from_usize(graph.len());
        let mut reversed = Graph::new(graph.len() + 1 + gated.len());
        for (from, to) in graph.edges().filter(|(from, _)| reachable.contains(from.index())) {
            reversed.add_edge(gate_of(&gated, exit, to), own(from));
        }
        for node in reachable.ones().map(N::from_usize).filter(|node| graph.successors(*node).is_empty()) {
            reversed.add_edge(exit, own(node));
        }
        for node in &gated {
            let gate = gate_of(&gated, exit, *node);
            reversed.add_edge(own(*node), gate);
            reversed.add_edge(exit, gate);
        }
        let tree = Dominators::new(&reversed, exit);
        Self { reversed, tree, exit, gated }
    }

    /// The node of the reversed graph that is this node of the graph.
    pub fn node(&self, node: N) -> PostNode {
        own(node)
    }

    /// The node of the graph; none for the virtual exit and gates.
    pub fn of(&self, node: PostNode) -> Option<N> {
        (node < self.exit).then(|| N::from_usize(node.index()))
    }

    /// Where edges to `node` lead: its gate if it has one, else itself.
    pub fn entrance(&self, node: N) -> PostNode {
        gate_of(&self.gated, self.exit, node)
    }

    /// The closest strict post-dominator, perhaps the virtual exit or a gate; none for unreachable nodes.
    pub fn immediate(&self, node: PostNode) -> Option<PostNode> {
        self.tree.immediate(node)
    }

    /// Whether every path from `node` to the exit passes `other`.
    pub fn post_dominates(&self, other: PostNode, node: PostNode) -> bool {
        self.tree.dominates(other, node)
    }

    /// Reverse dominance frontiers: for every node, gates too, those on which it is control dependent (Cytron et al., §6).
    pub fn frontiers(&self) -> IndexVec<PostNode, Vec<PostNode>> {
        self.tree.frontiers(&self.reversed)
    }
}

fn own<N: Idx>(node: N) -> PostNode {
    PostNode::from_usize(node.index())
}

fn gate_of<N: Idx>(gated: &[N], exit: PostNode, node: N) -> PostNode {
    gated.binary_search(&node).map_or(own(node), |place| PostNode::from_usize(exit.index() + 1 + place))
}

/// The nodes by which closed cycles (components that no edge leaves) are entered.
fn pseudo_exits<N: Idx>(graph: &Graph<N>, reachable: &FixedBitSet, entry: N) -> Vec<N> {
    let components = graph.components();
    let mut component_of = IndexVec::<N, usize>::from_elem(0, graph.len());
    for (number, nodes) in components.iter().enumerate() {
        for node in nodes {
            component_of[*node] = number;
        }
    }
    let closed = |nodes: &[N]| {
        let mut outgoing = nodes.iter().flat_map(|node| graph.successors(*node)).peekable();
        outgoing.peek().is_some() && outgoing.all(|to| component_of[*to] == component_of[nodes[0]])
    };
    let entered = |node: N| {
        let from_outside = |from: &N| reachable.contains(from.index()) && component_of[*from] != component_of[node];
        node == entry || graph.predecessors(node).iter().any(from_outside)
    };
    let live = components.iter().filter(|nodes| reachable.contains(nodes[0].index()) && closed(nodes));
    let mut found: Vec<N> = live.flatten().copied().filter(|node| entered(*node)).collect();
    found.sort_unstable();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Random graphs of up to 9 nodes, so that definitions can be checked by search.
    fn graphs() -> impl Strategy<Value = Graph<usize>> {
        (1usize..10).prop_flat_map(|nodes| {
            prop::collection::vec((0..nodes, 0..nodes), 0..2 * nodes)
                .prop_map(move |edges| Graph::from_edges(nodes, edges))
        })
    }

    /// Whether every path from `from` to `to` passes `through`, by taking it out of the graph.
    fn on_every_path<N: Idx>(graph: &Graph<N>, from: N, to: N, through: N) -> bool {
        if through == from || through == to {
            return true;
        }
        let kept = graph.edges().filter(|(a, b)| *a != through && *b != through);
        !Graph::from_edges(graph.len(), kept).reachable([from]).contains(to.index())
    }

    proptest! {
        #[test]
        fn dominators_by_definition(graph in graphs()) {
            let found = Dominators::new(&graph, 0);
            let reachable = graph.reachable([0]);
            for node in 0..graph.len() {
                for other in 0..graph.len() {
                    let expected = reachable.contains(node) && reachable.contains(other)
                        && on_every_path(&graph, 0, node, other);
                    prop_assert_eq!(found.dominates(other, node), expected, "{} dom {}", other, node);
                }
            }
        }

        #[test]
        fn frontiers_by_definition(graph in graphs()) {
            let found = Dominators::new(&graph, 0);
            let frontiers = found.frontiers(&graph);
            for (node, frontier) in frontiers.iter_enumerated() {
                let expected: Vec<usize> = (0..graph.len())
                    .filter(|join| found.is_reachable(*join) && found.is_reachable(node))
                    .filter(|join| graph.predecessors(*join).iter()
                        .any(|from| found.is_reachable(*from) && found.dominates(node, *from)))
                    .filter(|join| node == *join || !found.dominates(node, *join))
                    .collect();
                prop_assert_eq!(frontier, &expected, "node {}", node);
            }
        }

        #[test]
        fn post_dominators_by_definition(graph in graphs()) {
            let post = PostDominators::new(&graph, 0);
            let full = post.reversed.reversed();
            for node in graph.reachable([0]).ones().map(|node| post.node(node)) {
                prop_assert!(full.reachable([node]).contains(post.exit.index()), "{:?} reaches the exit", node);
                for other in (0..full.len()).map(PostNode::from_usize) {
                    let reached = full.reachable([post.node(0)]).contains(other.index());
                    let expected = reached && on_every_path(&full, node, post.exit, other);
                    prop_assert_eq!(post.post_dominates(other, node), expected, "{:?} pdom {:?}", other, node);
                }
            }
        }

        #[test]
        fn gates_only_where_needed(graph in graphs()) {
            let post = PostDominators::new(&graph, 0);
            let ends = (0..graph.len()).filter(|node| graph.successors(*node).is_empty());
            let can_end = graph.reversed().reachable(ends);
            prop_assert!(post.gated.iter().all(|node| !can_end.contains(*node)));
        }

        /// Ferrante, Ottenstein, Warren 1987: `node` depends on `branch` if it post-dominates one successor of it (or
        /// is that successor) and does not strictly post-dominate `branch`.
        #[test]
        fn control_dependence_by_definition(graph in graphs()) {
            let post = PostDominators::new(&graph, 0);
            let full = post.reversed.reversed();
            let frontiers = post.frontiers();
            let reached = full.reachable([post.entrance(0)]);
            let all: Vec<PostNode> =
                reached.ones().map(PostNode::from_usize).filter(|node| *node != post.exit).collect();
            for &node in &all {
                let expected: Vec<PostNode> = all.iter().copied().filter(|branch| {
                    let decided = |next: &PostNode| *next != post.exit && on_every_path(&full, *next, post.exit, node);
                    full.successors(*branch).iter().any(decided)
                        && (node == *branch || !on_every_path(&full, *branch, post.exit, node))
                }).collect();
                prop_assert_eq!(&frontiers[node], &expected, "node {:?}", node);
            }
        }
    }

    #[test]
    fn a_loop_without_exit_keeps_its_control_dependence() {
        // 0 → 1 (head) → 2 (test) → 3 (then) → 1, 2 → 1
        let graph = Graph::<usize>::from_edges(4, [(0, 1), (1, 2), (2, 3), (3, 1), (2, 1)]);
        let post = PostDominators::new(&graph, 0);
        assert_eq!((&post.gated[..], post.entrance(1)), (&[1][..], PostNode(5)));
        assert_eq!(post.frontiers()[PostNode(3)], [PostNode(2)]);
    }

    #[test]
    fn a_test_at_the_head_of_a_loop_without_exit_decides_only_what_it_guards() {
        // 0 (test) → 1 → 2, 0 → 2, 2 → 0
        let graph = Graph::<usize>::from_edges(3, [(0, 1), (0, 2), (1, 2), (2, 0)]);
        let frontiers = PostDominators::new(&graph, 0).frontiers();
        assert_eq!(
            (&frontiers[PostNode(1)][..], &frontiers[PostNode(2)][..]),
            (&[PostNode(0)][..], &[PostNode(4)][..])
        );
    }
}
