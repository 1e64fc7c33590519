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

use super::bitset::BitSet;
use super::graph::Graph;
use petgraph::algo::dominators::simple_fast;
use petgraph::graph::NodeIndex;

/// The dominator tree of a graph from one root.
#[derive(Clone, Debug)]
pub struct Dominators {
    root: usize,
    immediate: Vec<Option<usize>>,
    reachable: BitSet,
}

impl Dominators {
    /// The dominators of the nodes that `root` reaches.
    pub fn new(graph: &Graph, root: usize) -> Self {
        let found = simple_fast(&graph.to_petgraph(), NodeIndex::new(root));
        let immediate = (0..graph.len())
            .map(|node| found.immediate_dominator(NodeIndex::new(node)).map(NodeIndex::index))
            .collect();
        Self { root, immediate, reachable: graph.reachable([root]) }
    }

    /// Where all paths start.
    pub fn root(&self) -> usize {
        self.root
    }

    /// Whether the root reaches `node`.
    pub fn is_reachable(&self, node: usize) -> bool {
        self.reachable.contains(node)
    }

    /// The closest strict dominator; none for the root and for unreachable nodes.
    pub fn immediate(&self, node: usize) -> Option<usize> {
        self.immediate[node]
    }

    /// `node`, its immediate dominator, and so on to the root.
    pub fn dominators_of(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.reachable.contains(node).then_some(node), |node| self.immediate[*node])
    }

    /// Whether every path from the root to `node` passes `dominator`.
    pub fn dominates(&self, dominator: usize, node: usize) -> bool {
        self.dominators_of(node).any(|found| found == dominator)
    }

    /// For every node the nodes where its dominance ends: those that it does not strictly dominate while it dominates
    /// one of their predecessors. Ascending.
    pub fn frontiers(&self, graph: &Graph) -> Vec<Vec<usize>> {
        let mut frontiers = vec![Vec::new(); graph.len()];
        for node in 0..graph.len() {
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

/// A graph turned round, from a virtual exit: its dominators are the post-dominators of the graph.
#[derive(Clone, Debug)]
pub struct PostDominators {
    /// The reversed graph with the virtual exit and the gates; only nodes reachable from the entry have edges.
    pub reversed: Graph,
    /// The dominators of the reversed graph.
    pub tree: Dominators,
    /// The virtual exit's number, that of the first node that was added.
    pub exit: usize,
    /// The nodes that have a gate in front of them, ascending; their gates follow the virtual exit in this order.
    pub gated: Vec<usize>,
}

impl PostDominators {
    /// The post-dominators of the nodes that `entry` reaches; every node without successors is an exit.
    pub fn new(graph: &Graph, entry: usize) -> Self {
        let reachable = graph.reachable([entry]);
        let (exit, gated) = (graph.len(), pseudo_exits(graph, &reachable, entry));
        let mut reversed = Graph::new(exit + 1 + gated.len());
        for (from, to) in graph.edges().filter(|(from, _)| reachable.contains(*from)) {
            reversed.add_edge(gate_of(&gated, exit, to), from);
        }
        for node in reachable.iter().filter(|node| graph.successors(*node).is_empty()) {
            reversed.add_edge(exit, node);
        }
        for node in &gated {
            let gate = gate_of(&gated, exit, *node);
            reversed.add_edge(*node, gate);
            reversed.add_edge(exit, gate);
        }
        let tree = Dominators::new(&reversed, exit);
        Self { reversed, tree, exit, gated }
    }

    /// Where edges to `node` lead: its gate if it has one, else itself.
    pub fn entrance(&self, node: usize) -> usize {
        gate_of(&self.gated, self.exit, node)
    }

    /// The closest strict post-dominator, perhaps the virtual exit or a gate; none for unreachable nodes.
    pub fn immediate(&self, node: usize) -> Option<usize> {
        self.tree.immediate(node)
    }

    /// Whether every path from `node` to the exit passes `other`.
    pub fn post_dominates(&self, other: usize, node: usize) -> bool {
        self.tree.dominates(other, node)
    }

    /// Reverse dominance frontiers: for every node, gates too, those on which it is control dependent (Cytron et al., §6).
    pub fn frontiers(&self) -> Vec<Vec<usize>> {
        self.tree.frontiers(&self.reversed)
    }
}

fn gate_of(gated: &[usize], exit: usize, node: usize) -> usize {
    gated.binary_search(&node).map_or(node, |place| exit + 1 + place)
}

/// The nodes by which closed cycles (components that no edge leaves) are entered.
fn pseudo_exits(graph: &Graph, reachable: &BitSet, entry: usize) -> Vec<usize> {
    let components = graph.components();
    let mut component_of = vec![0; graph.len()];
    for (number, nodes) in components.iter().enumerate() {
        for node in nodes {
            component_of[*node] = number;
        }
    }
    let closed = |nodes: &[usize]| {
        let mut outgoing = nodes.iter().flat_map(|node| graph.successors(*node)).peekable();
        outgoing.peek().is_some() && outgoing.all(|to| component_of[*to] == component_of[nodes[0]])
    };
    let entered = |node: usize| {
        let from_outside = |from: &usize| reachable.contains(*from) && component_of[*from] != component_of[node];
        node == entry || graph.predecessors(node).iter().any(from_outside)
    };
    let live = components.iter().filter(|nodes| reachable.contains(nodes[0]) && closed(nodes));
    let mut found: Vec<usize> = live.flatten().copied().filter(|node| entered(*node)).collect();
    found.sort_unstable();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Random graphs of up to 9 nodes, so that definitions can be checked by search.
    fn graphs() -> impl Strategy<Value = Graph> {
        (1usize..10).prop_flat_map(|nodes| {
            prop::collection::vec((0..nodes, 0..nodes), 0..2 * nodes)
                .prop_map(move |edges| Graph::from_edges(nodes, edges))
        })
    }

    /// Whether every path from `from` to `to` passes `through`, by taking it out of the graph.
    fn on_every_path(graph: &Graph, from: usize, to: usize, through: usize) -> bool {
        if through == from || through == to {
            return true;
        }
        let kept = graph.edges().filter(|(a, b)| *a != through && *b != through);
        !Graph::from_edges(graph.len(), kept).reachable([from]).contains(to)
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
            for (node, frontier) in frontiers.iter().enumerate() {
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
            for node in graph.reachable([0]).iter() {
                prop_assert!(full.reachable([node]).contains(post.exit), "{} reaches the exit", node);
                for other in 0..full.len() {
                    let expected = full.reachable([0]).contains(other) && on_every_path(&full, node, post.exit, other);
                    prop_assert_eq!(post.post_dominates(other, node), expected, "{} pdom {}", other, node);
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
            let all: Vec<usize> = full.reachable([post.entrance(0)]).iter().filter(|node| *node != post.exit).collect();
            for &node in &all {
                let expected: Vec<usize> = all.iter().copied().filter(|branch| {
                    let decided = |next: &usize| *next != post.exit && on_every_path(&full, *next, post.exit, node);
                    full.successors(*branch).iter().any(decided)
                        && (node == *branch || !on_every_path(&full, *branch, post.exit, node))
                }).collect();
                prop_assert_eq!(&frontiers[node], &expected, "node {}", node);
            }
        }
    }

    #[test]
    fn a_loop_without_exit_keeps_its_control_dependence() {
        // 0 → 1 (head) → 2 (test) → 3 (then) → 1, 2 → 1
        let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 3), (3, 1), (2, 1)]);
        let post = PostDominators::new(&graph, 0);
        assert_eq!((&post.gated[..], post.entrance(1)), (&[1][..], 5));
        assert_eq!(post.frontiers()[3], [2]);
    }

    #[test]
    fn a_test_at_the_head_of_a_loop_without_exit_decides_only_what_it_guards() {
        // 0 (test) → 1 → 2, 0 → 2, 2 → 0
        let graph = Graph::from_edges(3, [(0, 1), (0, 2), (1, 2), (2, 0)]);
        let frontiers = PostDominators::new(&graph, 0).frontiers();
        assert_eq!((frontiers[1].as_slice(), frontiers[2].as_slice()), (&[0][..], &[4][..]));
    }
}
