//! The graph as numbers, and back: for the summaries of the JDK and kept answers.
//!
//! Only a graph at the fixed point has such a form. What is left out is empty there or found anew from the rest: what was not passed on or
//! told, the worklist, the set of edges, and which nodes stand for others at which somebody waits.

use super::super::set::ObjectSet;
use super::super::sets::{EMPTY, SetId, Sets};
use super::{Data, Graph, MEMBERS, Node, TRIGGERS, USES};
use crate::analysis::summaries::words::Words;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeSet, BinaryHeap};

impl Graph {
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
            work: _,
            waiting,
        } = self;
        if !queue.is_empty() || !next.is_empty() || !arrivals.is_empty() {
            return None;
        }
        let mut words = Words(vec![*added as u32, *searches as u32, *merged as u32]);
        words.0.extend([self.work(), *waiting].iter().flat_map(|count| [(count >> 32) as u32, *count as u32]));
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
}
