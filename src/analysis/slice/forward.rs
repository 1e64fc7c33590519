//! Forward walks: what some instructions may influence, along the edges that a backward slice found, against their direction.
//!
//! The two phases of Horwitz, Reps, Binkley (TOPLAS 1990) turned around: first back to callers, with the results of calls, then down
//! into callees, with their arguments; what was gone down to never goes back up, since the summaries that were found lead past
//! calls. A *chop* is what lies on such a walk inside the backward slice of its end. The order of the threads' steps is not looked at.

use super::Found;
use super::node::{Kind, NodeId, Way};
use super::tabulation::Tabulation;
use crate::util::index::IndexVec;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// How a node was reached; the later one leads on to more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    /// By way of a call down.
    Descended,
    /// Never down.
    Ascending,
}

/// What the nodes at these instructions influence: how far it is, and what it depends on, one step nearer to them.
pub fn influenced(slice: &Tabulation<'_, '_, '_>, from: &BTreeSet<super::Place>) -> Found {
    let mut users: IndexVec<NodeId, Vec<(NodeId, Kind, Way)>> = IndexVec::from_elem(Vec::new(), slice.nodes.len());
    let mut begins = Vec::new();
    for (number, reached) in slice.reached() {
        for link in slice.links(number) {
            users[link.to].push((number, link.kind, link.way));
        }
        begins.extend(reached.node.instruction().filter(|place| from.contains(place)).map(|_| number));
    }
    let mut found: Found = begins.iter().map(|number| (*number, (0, None))).collect();
    let mut phases: BTreeMap<NodeId, Phase> = begins.iter().map(|number| (*number, Phase::Ascending)).collect();
    let mut work: VecDeque<NodeId> = begins.into();
    while let Some(node) = work.pop_front() {
        let (phase, distance) = (phases[&node], found[&node].0);
        for &(user, kind, way) in &users[node] {
            let next = match (way, phase) {
                (Way::Inside, phase) => phase,
                (Way::Across, _) | (Way::Down, Phase::Ascending) => Phase::Ascending,
                (Way::Down, Phase::Descended) => continue,
                (Way::Up, _) => Phase::Descended,
            };
            if phases.get(&user).is_some_and(|known| *known >= next) {
                continue;
            }
            phases.insert(user, next);
            found.entry(user).or_insert((distance + 1, Some((node, kind))));
            work.push_back(user);
        }
    }
    found
}
