//! The strongly connected components of the graph, by unfiltered edges: Tarjan's algorithm (Depth-First Search and Linear Graph
//! Algorithms, SIAM Journal on Computing 1972) with an explicit stack. Only nodes that stand for themselves count.

use super::{Graph, Node};

/// A walk over the graph.
pub(super) struct Components<'a> {
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
    pub(super) fn of(graph: &'a Graph) -> Vec<Vec<Node>> {
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
