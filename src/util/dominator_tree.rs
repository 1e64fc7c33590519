//! The dominator tree of a very large graph, and sums over its subtrees.
//!
//! The algorithm is Lengauer and Tarjan's with path compression (A Fast Algorithm for Finding Dominators in a Flowgraph,
//! TOPLAS 1979, the simple variant: O(m log n)). [`super::dominators`] serves control-flow graphs; its iterative algorithm
//! takes quadratic time on long lists whose nodes are also reached another way, as heaps have them.
//!
//! No recursion: the depth-first search and the compression keep their own stacks. All work is done in the numbers that
//! the search gives, in flat arrays of 32 bits.

/// A graph whose nodes are `0..len()`.
pub trait Successors {
    /// How many nodes there are.
    fn len(&self) -> usize;
    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Where edges from the node lead; the same node may occur several times.
    fn of(&self, node: u32) -> &[u32];
}

/// The dominator tree of the nodes that node 0 reaches.
pub struct DominatorTree {
    /// The reached nodes in the order of a depth-first search, 0 first: dominators stand before what they dominate.
    pub order: Vec<u32>,
    /// For each node its immediate dominator; 0 for node 0 itself and for nodes that are not reached.
    pub immediate: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl DominatorTree {
    /// The dominators of the nodes that node 0 reaches.
    pub fn new(graph: &impl Successors) -> Self {
        let Search { order, number, parent } = Search::new(graph);
        let predecessors = Predecessors::new(graph, &order, &number);
        let immediate = immediate(&parent, &predecessors);
        let mut by_node = vec![0; graph.len()];
        for (node, dominator) in order.iter().zip(&immediate) {
            by_node[*node as usize] = order[*dominator as usize];
        }
        Self { order, immediate: by_node }
    }

    /// For each node the sum of `weight` over all nodes that it dominates, itself included; 0 for those not reached.
    pub fn sums(&self, weight: impl Fn(u32) -> u64) -> Vec<u64> {
        let mut sums = vec![0_u64; self.immediate.len()];
        for &node in self.order.iter().rev() {
            sums[node as usize] += weight(node);
            if node != self.order[0] {
                sums[self.immediate[node as usize] as usize] += sums[node as usize];
            }
        }
        sums
    }
}

/// A depth-first search from node 0.
struct Search {
    /// Nodes by number.
    order: Vec<u32>,
    /// Numbers by node.
    number: Vec<u32>,
    /// By number, the number of the node it was found from.
    parent: Vec<u32>,
}

impl Search {
    fn new(graph: &impl Successors) -> Self {
        let (mut order, mut number, mut parent) = (vec![0], vec![NONE; graph.len().max(1)], vec![0]);
        number[0] = 0;
        let mut stack = vec![(0_u32, 0_usize)];
        while let Some((from, next)) = stack.last_mut() {
            let Some(&to) = graph.of(order[*from as usize]).get(*next) else {
                stack.pop();
                continue;
            };
            *next += 1;
            if number[to as usize] == NONE {
                let found = order.len() as u32;
                number[to as usize] = found;
                order.push(to);
                parent.push(*from);
                stack.push((found, 0));
            }
        }
        Self { order, number, parent }
    }
}

/// The reversed graph in the search's numbers, in compressed rows.
struct Predecessors {
    first: Vec<usize>,
    sources: Vec<u32>,
}

impl Predecessors {
    fn new(graph: &impl Successors, order: &[u32], number: &[u32]) -> Self {
        let mut first = vec![0_usize; order.len() + 1];
        for &node in order {
            graph.of(node).iter().for_each(|to| first[number[*to as usize] as usize + 1] += 1);
        }
        for at in 1..first.len() {
            first[at] += first[at - 1];
        }
        let mut free = first.clone();
        let mut sources = vec![0; first.last().copied().unwrap_or(0)];
        for (from, &node) in order.iter().enumerate() {
            for &to in graph.of(node) {
                let place = &mut free[number[to as usize] as usize];
                sources[*place] = from as u32;
                *place += 1;
            }
        }
        Self { first, sources }
    }

    fn of(&self, number: usize) -> &[u32] {
        &self.sources[self.first[number]..self.first[number + 1]]
    }
}

/// Immediate dominators, all in numbers of the search.
fn immediate(parent: &[u32], predecessors: &Predecessors) -> Vec<u32> {
    let count = parent.len();
    let mut semi: Vec<u32> = (0..count as u32).collect();
    let mut forest = Forest { ancestor: vec![NONE; count], label: semi.clone(), path: Vec::new() };
    let mut dominator = vec![0; count];
    // nodes whose semidominator is the index, as linked lists
    let (mut bucket, mut next) = (vec![NONE; count], vec![NONE; count]);
    for node in (1..count).rev() {
        for &source in predecessors.of(node) {
            let best = forest.best(source, &semi);
            semi[node] = semi[node].min(semi[best as usize]);
        }
        next[node] = std::mem::replace(&mut bucket[semi[node] as usize], node as u32);
        let above = parent[node];
        forest.ancestor[node] = above;
        let mut waiting = std::mem::replace(&mut bucket[above as usize], NONE);
        while waiting != NONE {
            let best = forest.best(waiting, &semi);
            let deeper = semi[best as usize] < semi[waiting as usize];
            dominator[waiting as usize] = if deeper { best } else { above };
            waiting = next[waiting as usize];
        }
    }
    for node in 1..count {
        if dominator[node] != semi[node] {
            dominator[node] = dominator[dominator[node] as usize];
        }
    }
    dominator
}

/// The part of the search tree that was worked through, with compressed paths.
struct Forest {
    ancestor: Vec<u32>,
    /// The node with the least semidominator on the compressed path from the node upwards, without the path's top.
    label: Vec<u32>,
    path: Vec<u32>,
}

impl Forest {
    /// The node with the least semidominator among `node` and those above it in its tree, without the tree's root.
    fn best(&mut self, node: u32, semi: &[u32]) -> u32 {
        if self.ancestor[node as usize] == NONE {
            return node;
        }
        let mut at = node;
        while self.ancestor[self.ancestor[at as usize] as usize] != NONE {
            self.path.push(at);
            at = self.ancestor[at as usize];
        }
        while let Some(at) = self.path.pop() {
            let above = self.ancestor[at as usize] as usize;
            if semi[self.label[above] as usize] < semi[self.label[at as usize] as usize] {
                self.label[at as usize] = self.label[above];
            }
            self.ancestor[at as usize] = self.ancestor[above];
        }
        self.label[node as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Debug)]
    struct Lists(Vec<Vec<u32>>);

    impl Successors for Lists {
        fn len(&self) -> usize {
            self.0.len()
        }

        fn of(&self, node: u32) -> &[u32] {
            &self.0[node as usize]
        }
    }

    /// What node 0 reaches when `without` is taken out.
    fn reached(graph: &Lists, without: Option<u32>) -> Vec<bool> {
        let mut found = vec![false; graph.len()];
        let mut stack = if without == Some(0) { Vec::new() } else { vec![0] };
        while let Some(node) = stack.pop() {
            if !std::mem::replace(&mut found[node as usize], true) {
                stack.extend(graph.of(node).iter().filter(|to| Some(**to) != without));
            }
        }
        found
    }

    fn graphs() -> impl Strategy<Value = Lists> {
        (1_usize..40).prop_flat_map(|nodes| {
            let edge = (0..nodes, 0..nodes as u32);
            prop::collection::vec(edge, 0..3 * nodes).prop_map(move |edges| {
                let mut lists = vec![Vec::new(); nodes];
                edges.into_iter().for_each(|(from, to)| lists[from].push(to));
                Lists(lists)
            })
        })
    }

    proptest! {
        /// What a node retains is what would no longer be reached without it.
        #[test]
        fn sums_are_what_would_be_lost(graph in graphs()) {
            let weight = |node: u32| u64::from(node) * 8 + 16;
            let sums = DominatorTree::new(&graph).sums(weight);
            let all = reached(&graph, None);
            for node in 0..graph.len() {
                let left = reached(&graph, Some(node as u32));
                let lost = (0..graph.len()).filter(|other| all[*other] && !left[*other]);
                let expected: u64 = if all[node] { lost.map(|other| weight(other as u32)).sum() } else { 0 };
                prop_assert_eq!(sums[node], expected, "node {}", node);
            }
        }
    }

    /// A list of which each node has a payload that an array has too: deep, and hard for iterative algorithms.
    #[test]
    fn a_long_list_with_shared_payloads_takes_no_long_time() {
        let count = 1_000_000_u32;
        let mut lists = vec![Vec::new(); 2 * count as usize + 1];
        lists[0] = vec![1];
        for node in 1..=count {
            lists[node as usize] = vec![node + count];
            lists[node as usize].extend((node < count).then_some(node + 1));
            lists[0].push(node + count);
        }
        let tree = DominatorTree::new(&Lists(lists));
        let sums = tree.sums(|_| 1);
        assert_eq!((sums[0], sums[1], sums[count as usize]), (u64::from(2 * count) + 1, u64::from(count), 1));
        assert_eq!(tree.immediate[2 * count as usize], 0);
    }
}
