//! Slices: which instructions may have influenced what an instruction computes.
//!
//! On a system dependence graph with summary edges (Horwitz, Reps, Binkley: Interprocedural Slicing Using Dependence Graphs, TOPLAS
//! 1990), of whole programs with the JDK, made where a slice comes: [`node`] has its nodes and edges, [`edges`] finds the edges of a
//! node, [`tabulation`] the nodes of a slice. Within a method: [`crate::analysis::ssa`] for values, [`flow`] for control with
//! exceptions ([`throwing`]). The heap: [`facts`] and [`reaching`], on demand, for loads that were met. Strings, boxes and streams are
//! stated ([`value_flow`]).
//!
//! Threads: what another thread may write is followed from each read (interference), whatever the order of their steps.
//!
//! Left out: what native code does besides writing into the arrays that it is given; fields accessed by reflection; errors
//! that the JVM throws for want of memory or of classes; that a loop may not end.

mod calls;
mod edges;
mod facts;
mod flow;
mod index;
mod method;
mod node;
mod options;
mod reaching;
mod tabulation;
mod threads;
mod throwing;
mod value_flow;

pub use node::Kind;
pub use options::{Level, Options};

use super::points_to::PointsTo;
use crate::program::MethodId;
use crate::util::index::IndexVec;
use edges::Graph;
use index::Index;
use node::NodeId;
use std::collections::BTreeMap;
use tabulation::{Reached, Tabulation};
use throwing::Throwing;

/// An instruction: its method, and its place among the method's instructions.
pub type Place = (MethodId, u32);

/// Why an instruction is in a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// How many dependences lie between it and the criterion.
    pub distance: u32,
    /// The next instruction on the way to the criterion, and why that depends on this one; none for the criterion.
    pub because: Option<(Place, Kind)>,
}

/// A slice.
#[derive(Clone, Debug)]
pub struct Slice {
    /// Its instructions.
    pub members: BTreeMap<Place, Member>,
    /// How exactly contexts were told apart.
    pub level: Level,
    /// Whether another thread's writes are in it.
    pub interferes: bool,
    /// Where precision or soundness was given up, for people.
    pub notes: Vec<String>,
    /// How many nodes and paths were looked at, and how many facts of the heap.
    pub size: [usize; 3],
}

/// Makes slices of one program.
pub struct Slicer<'p, 'a> {
    answer: &'p PointsTo<'a>,
    index: Index,
    throwing: Throwing,
}

impl<'p, 'a> Slicer<'p, 'a> {
    /// Looks through the program.
    pub fn new(answer: &'p PointsTo<'a>) -> Self {
        let index = Index::new(answer);
        let throwing = Throwing::new(answer, &index);
        Self { answer, index, throwing }
    }

    /// The backward slice of each criterion: what may have influenced these instructions.
    pub fn backward(&self, criteria: &[Vec<Place>], options: Options) -> Vec<Slice> {
        let mut graph = Graph::new(self.answer, &self.index, &self.throwing);
        criteria.iter().map(|criterion| slice(&mut graph, criterion, options)).collect()
    }
}

fn slice(graph: &mut Graph<'_, '_>, criterion: &[Place], options: Options) -> Slice {
    let nodes = graph.criterion(criterion, options);
    let found = Tabulation::new(graph, options, &nodes);
    let (cut, interferes, paths) = (found.cut, found.interferes, found.path_count());
    let nodes = found.nodes;
    let mut members: BTreeMap<Place, Member> = BTreeMap::new();
    for reached in &nodes {
        let Some(place) = reached.node.instruction() else { continue };
        let member = Member { distance: reached.distance, because: next_instruction(&nodes, reached) };
        let known = members.entry(place).or_insert(member);
        if member.distance < known.distance {
            *known = member;
        }
    }
    let level = if cut { Level::Insensitive } else { options.level };
    let size = [nodes.len(), paths, graph.facts.len()];
    Slice { members, level, interferes, notes: notes(graph, cut), size }
}

/// The next other instruction on the way to the criterion, and why it depends on what leads to it.
fn next_instruction(nodes: &IndexVec<NodeId, Reached>, reached: &Reached) -> Option<(Place, Kind)> {
    let own = reached.node.instruction();
    let mut because = reached.because;
    while let Some((next, kind)) = because {
        let next = &nodes[next];
        match next.node.instruction() {
            Some(place) if Some(place) != own => return Some((place, kind)),
            _ => because = next.because,
        }
    }
    None
}

fn notes(graph: &Graph<'_, '_>, cut: bool) -> Vec<String> {
    let mut notes = Vec::new();
    if cut {
        notes.push(
            "the slice has more paths than the budget allows: from there on a call may return to any caller, and a line may read whatever is written anywhere".into(),
        );
    }
    let mut opaque: Vec<String> = graph.opaque.iter().map(|method| graph.program().describe(*method)).collect();
    opaque.sort();
    notes.extend(opaque.into_iter().map(|method| format!("the code of {method} cannot be followed")));
    if !graph.facts.widened.is_empty() {
        let count = graph.facts.widened.len();
        notes.push(format!(
            "{count} fields are taken for those of all objects at once, since they are read on many sets of objects"
        ));
    }
    notes
}
