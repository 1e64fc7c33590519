//! The chains of calls between two methods: whether there is exactly one, and the shortest ones.
//!
//! The graph has the application's methods as nodes and the ways of [`super::calls`] as edges, forwarders bridged. It is
//! explored from the first method on and cut down to the nodes that reach the last. In the cut graph every walk can be
//! completed, so the chain is unique exactly if each node on the way has one edge and the last has none; a cycle means
//! infinitely many chains. The shortest chains come from a best-first search whose estimate, the distance to the last
//! method, is exact, so that only prefixes of shortest chains are extended.
//!
//! Only where calls within the program lead nowhere, calls of the JDK that are given function objects ([`super::handed`]) are edges, too.

use super::calls::{Calls, Way};
use crate::program::MethodId;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};

/// How many methods a search looks at.
const MOST_METHODS: usize = 200_000;

/// The chains from one method to another.
pub(super) struct Chains {
    /// The shortest ones first, at most as many as were asked for; each a list of calls.
    pub shortest: Vec<Vec<Way>>,
    /// Whether there is exactly one.
    pub unique: bool,
}

/// Where a chain starts and ends.
pub(super) struct Ends {
    /// The first method.
    pub from: MethodId,
    /// The last method.
    pub to: MethodId,
    /// Whether the chain may have no call at all.
    pub may_be_empty: bool,
}

/// The chains between two methods whose first call is one that `first` admits; none if the search is too large.
pub(super) fn chains(calls: &Calls, ends: &Ends, first: impl Fn(&Way) -> bool, most: usize) -> Option<Chains> {
    let start = |graph: &Graph| graph.edges(ends.from).iter().filter(|way| first(way)).cloned().collect::<Vec<Way>>();
    let mut graph = Graph::explore(calls, ends.from, ends.to, false)?;
    if start(&graph).is_empty() && ends.from != ends.to {
        graph = Graph::explore(calls, ends.from, ends.to, true)?;
    }
    let start = start(&graph);
    let empty = ends.may_be_empty && ends.from == ends.to;
    let mut shortest: Vec<Vec<Way>> = if empty { vec![Vec::new()] } else { Vec::new() };
    shortest.extend(graph.shortest(&start, ends.to, most));
    shortest.truncate(most);
    let unique = if empty { start.is_empty() } else { graph.is_unique(&start, ends.to) };
    Some(Chains { shortest, unique })
}

/// The methods between two methods.
struct Graph {
    edges: BTreeMap<MethodId, Vec<Way>>,
    /// Calls from each node to the last method at least.
    distance: BTreeMap<MethodId, usize>,
}

impl Graph {
    /// `by_functions`: also along function objects that the JDK is given.
    fn explore(calls: &Calls, from: MethodId, to: MethodId, by_functions: bool) -> Option<Self> {
        let mut edges: BTreeMap<MethodId, Vec<Way>> = BTreeMap::new();
        let mut work = vec![from];
        while let Some(method) = work.pop() {
            if edges.contains_key(&method) {
                continue;
            }
            if edges.len() == MOST_METHODS {
                return None;
            }
            let passes = |way: &&Way| way.target == to || !calls.is_forwarder(way.target);
            let mut ways: Vec<Way> = calls.ways(method).iter().filter(passes).cloned().collect();
            if by_functions {
                ways.extend(calls.handed(method));
                ways.sort();
            }
            work.extend(ways.iter().map(|way| way.target));
            edges.insert(method, ways);
        }
        Some(Self::cut(edges, to))
    }

    /// The graph without the edges that do not lead to `to`.
    fn cut(mut edges: BTreeMap<MethodId, Vec<Way>>, to: MethodId) -> Self {
        let distance = distances(&edges, to);
        for ways in edges.values_mut() {
            ways.retain(|way| distance.contains_key(&way.target));
        }
        Self { edges, distance }
    }

    fn edges(&self, method: MethodId) -> &[Way] {
        self.edges.get(&method).map_or(&[], Vec::as_slice)
    }

    fn is_unique(&self, start: &[Way], to: MethodId) -> bool {
        let mut edges = start;
        let mut steps = 0;
        while let [way] = edges {
            edges = self.edges(way.target);
            if way.target == to {
                return edges.is_empty();
            }
            steps += 1;
            if steps > self.edges.len() {
                break;
            }
        }
        false
    }

    /// The `most` shortest walks from the start edges to the last method, ties in the order of the code.
    fn shortest(&self, start: &[Way], to: MethodId, most: usize) -> Vec<Vec<Way>> {
        let mut found = Vec::new();
        // Walks as a tree: the last call and the walk before it.
        let mut walks: Vec<(&Way, Option<usize>, usize)> = Vec::new();
        let mut queue = BinaryHeap::new();
        let extend = |walks: &mut Vec<_>, queue: &mut BinaryHeap<_>, edges, before: Option<usize>, length: usize| {
            for way in edges {
                let way: &Way = way;
                let Some(rest) = self.distance.get(&way.target) else { continue };
                queue.push((Reverse(length + rest), length, Reverse(walks.len())));
                walks.push((way, before, length));
            }
        };
        extend(&mut walks, &mut queue, start.iter(), None, 1);
        while let Some((_, _, Reverse(walk))) = queue.pop() {
            if found.len() == most {
                break;
            }
            let Some(&(way, _, length)) = walks.get(walk) else { break };
            if way.target == to {
                found.push(trace(&walks, walk));
            }
            extend(&mut walks, &mut queue, self.edges(way.target).iter(), Some(walk), length + 1);
        }
        found
    }
}

fn trace(walks: &[(&Way, Option<usize>, usize)], last: usize) -> Vec<Way> {
    let steps = std::iter::successors(walks.get(last), |walk| walks.get(walk.1?));
    let mut chain: Vec<Way> = steps.map(|walk| walk.0.clone()).collect();
    chain.reverse();
    chain
}

/// Distance to `to` of all methods that reach it, breadth first over the edges turned round.
fn distances(edges: &BTreeMap<MethodId, Vec<Way>>, to: MethodId) -> BTreeMap<MethodId, usize> {
    let mut callers: BTreeMap<MethodId, Vec<MethodId>> = BTreeMap::new();
    for (caller, ways) in edges {
        for way in ways {
            callers.entry(way.target).or_default().push(*caller);
        }
    }
    let mut distance = BTreeMap::new();
    let mut work = VecDeque::new();
    if edges.contains_key(&to) {
        distance.insert(to, 0);
        work.push_back((to, 0));
    }
    while let Some((method, calls)) = work.pop_front() {
        for caller in callers.get(&method).into_iter().flatten() {
            if !distance.contains_key(caller) {
                distance.insert(*caller, calls + 1);
                work.push_back((*caller, calls + 1));
            }
        }
    }
    distance
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::ClassId;
    use proptest::prelude::*;

    fn method(number: u16) -> MethodId {
        MethodId { class: ClassId(0), index: number }
    }

    fn graph(edges: &[(u16, u16)], to: u16) -> Graph {
        let mut by_caller: BTreeMap<MethodId, Vec<Way>> = (0..NODES).map(|node| (method(node), Vec::new())).collect();
        for (item, (from, target)) in edges.iter().enumerate() {
            let way = Way { item, line: None, via: Vec::new(), target: method(*target), through: false, works: false };
            by_caller.entry(method(*from)).or_default().push(way);
        }
        Graph::cut(by_caller, method(to))
    }

    /// All walks from 0 to `to` with at most `longest` calls, as the edges' numbers, shortest first.
    fn walks(edges: &[(u16, u16)], to: u16, longest: usize) -> Vec<Vec<usize>> {
        let mut walks = Vec::new();
        let mut ends: Vec<(u16, Vec<usize>)> = vec![(0, Vec::new())];
        for _ in 0..longest {
            let mut next = Vec::new();
            for (node, walk) in &ends {
                for (number, edge) in edges.iter().enumerate().filter(|(_, edge)| edge.0 == *node) {
                    next.push((edge.1, walk.iter().copied().chain([number]).collect::<Vec<_>>()));
                }
            }
            walks.extend(next.iter().filter(|(node, _)| *node == to).map(|(_, walk)| walk.clone()));
            ends = next;
        }
        walks
    }

    const NODES: u16 = 4;

    proptest! {
        /// Against the definition: a second walk, if there is one, has at most twice as many calls as there are nodes.
        #[test]
        fn chains_are_the_walks(edges in prop::collection::vec((0..NODES, 0..NODES), 0..6), to in 0..NODES) {
            let all = walks(&edges, to, 2 * usize::from(NODES));
            let graph = graph(&edges, to);
            let start = graph.edges(method(0)).to_vec();
            prop_assert_eq!(graph.is_unique(&start, method(to)), all.len() == 1);
            let most = 2;
            let found = graph.shortest(&start, method(to), most);
            let items: Vec<Vec<usize>> = found.iter().map(|walk| walk.iter().map(|way| way.item).collect()).collect();
            prop_assert_eq!(items.len(), most.min(all.len()));
            for (number, walk) in items.iter().enumerate() {
                prop_assert!(all.contains(walk));
                prop_assert_eq!(walk.len(), all[number].len());
                prop_assert!(!items[..number].contains(walk));
            }
        }
    }
}
