//! Slices: which instructions may have influenced what an instruction computes.
//!
//! On a system dependence graph with summary edges (Horwitz, Reps, Binkley: Interprocedural Slicing Using Dependence Graphs, TOPLAS
//! 1990), of the application, made where a slice comes: [`node`] has its nodes and edges, [`edges`] finds the edges of a node, [`tabulation`]
//! the nodes of a slice. Within a method: [`crate::analysis::ssa`] for values, [`flow`] for control with exceptions ([`throwing`]). The heap:
//! [`facts`] and [`reaching`], on demand, for loads that were met. Calls into the JDK are looked at by what they read and write
//! ([`boundary`], [`comparing`], [`contents`], [`callbacks`]); strings, boxes and streams are stated ([`value_flow`]).
//!
//! Threads ([`threads`], [`forks`]): what another thread may write is followed from each read (interference), by paths that keep to the
//! order of the threads' steps ([`states`]). Slices that can be run: [`executable`].
//!
//! Left out: what native code does besides writing into the arrays that it is given; fields accessed by reflection; what the JDK does
//! with files and sockets; errors that the JVM throws for want of memory or of classes; that a loop may not end.

mod boundary;
mod callbacks;
mod calls;
mod checkpoint;
mod comparing;
mod contents;
mod contexts;
mod edges;
mod executable;
mod facts;
mod flow;
mod forks;
mod forward;
mod index;
mod kept;
mod locks;
mod method;
mod node;
mod options;
mod outputs;
mod reaching;
mod scan;
mod sites;
mod stack;
mod states;
mod tabulation;
mod threads;
mod throwing;
mod unknown;
mod value_flow;

pub use checkpoint::Checkpoint;
pub use executable::Executable;
pub use kept::Kept;
pub use node::Kind;
pub use options::{Level, Options};
pub use stack::Stack;

use super::points_to::PointsTo;
use crate::program::MethodId;
use crate::util::index::IndexVec;
use edges::Graph;
use index::Index;
use node::{Node, NodeId};
use states::States;
use std::collections::BTreeMap;
use std::rc::Rc;
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

/// The nodes of a slice: how far they are from the criterion, and the next node on the way there, with the reason.
type Found = BTreeMap<NodeId, (u32, Option<(NodeId, Kind)>)>;

/// A slice.
#[derive(Clone, Debug)]
pub struct Slice {
    /// Its instructions.
    pub members: BTreeMap<Place, Member>,
    /// How exactly contexts were told apart.
    pub level: Level,
    /// Whether another thread's writes are in it.
    pub interferes: bool,
    /// What of the captured state of the checkpoint that it ends at is needed.
    pub kept: BTreeMap<Kept, Member>,
    /// Where precision or soundness was given up, for people.
    pub notes: Vec<String>,
    /// How many nodes and edges were looked at, and how many facts of the heap.
    pub size: [usize; 3],
}

/// What bounds a backward slice.
#[derive(Clone, Debug, Default)]
pub struct Bounds {
    /// A stack whose innermost frame the criterion is in: the slice goes up by its calls alone.
    pub stack: Option<Stack>,
    /// A checkpoint: only what runs after it is in the slice.
    pub checkpoint: Option<Checkpoint>,
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

    /// What all slices of the program leave out besides, for people.
    pub fn note(&self) -> Option<String> {
        unknown::note(self.answer, &self.index.methods)
    }

    /// The backward slice of each criterion: what may have influenced these instructions.
    pub fn backward(&self, criteria: &[Vec<Place>], options: Options) -> Vec<Slice> {
        let mut graph = Graph::new(self.answer, &self.index, &self.throwing);
        criteria.iter().map(|criterion| slice(&mut graph, criterion, options, None)).collect()
    }

    /// The stack whose frames, innermost first, are at these instructions. If no instruction of a frame calls the method of the frame
    /// before it, the number of that frame.
    pub fn stack(&self, frames: &[Vec<Place>]) -> Result<Stack, usize> {
        Stack::of(self.answer, &self.index, frames)
    }

    /// The checkpoint to which the calls of the first stack lead, the root's first; the last is its own instruction. The other stacks are those of
    /// threads, with the calls in which these wait; if there is none, other threads may be anywhere.
    pub fn checkpoint(&self, stacks: &[Vec<Place>]) -> Checkpoint {
        Checkpoint::of(self.answer, &self.index, stacks)
    }

    /// The backward slice of one criterion, inside some bounds.
    pub fn within(&self, criterion: &[Place], options: Options, bounds: &Bounds) -> Slice {
        let mut graph = Graph::new(self.answer, &self.index, &self.throwing);
        graph.point = bounds.checkpoint.clone().map(Rc::new);
        slice(&mut graph, criterion, options, bounds.stack.as_ref())
    }

    /// The forward slice: what these instructions may influence. Distances are from them, and reasons lead back to them.
    pub fn forward(&self, from: &[Place], options: Options) -> Slice {
        let mut graph = Graph::new(self.answer, &self.index, &self.throwing);
        let methods: Vec<_> = self.index.methods.iter().filter_map(|method| graph.method(*method)).collect();
        let places = methods.iter().flat_map(|method| {
            (0..method.body.insns().len()).map(|number| (method.id, number as u32)).collect::<Vec<_>>()
        });
        let all: Vec<Place> = places.collect();
        onward(&mut graph, from, &all, options)
    }

    /// The chop: by which instructions some may influence others. Distances are from the former, and reasons lead back to them.
    pub fn chop(&self, from: &[Place], to: &[Place], options: Options) -> Slice {
        let mut graph = Graph::new(self.answer, &self.index, &self.throwing);
        onward(&mut graph, from, to, options)
    }
}

/// What some instructions influence inside the backward slice of others.
fn onward(graph: &mut Graph<'_, '_>, from: &[Place], to: &[Place], options: Options) -> Slice {
    let criterion = graph.criterion(to, options);
    let found = Tabulation::new(graph, options, &criterion, None);
    let reached = forward::influenced(&found, &from.iter().copied().collect());
    let members = members(&found.nodes, &reached, options);
    let size = [found.nodes.len(), found.edge_count(), found.graph.facts.len()];
    let (cut, interferes) = (found.cut, found.interferes);
    let level = if cut { Level::Insensitive } else { options.level.max(Level::TwoPhase) };
    Slice { members, level, interferes, kept: BTreeMap::new(), notes: notes(graph, cut, false), size }
}

fn slice(graph: &mut Graph<'_, '_>, criterion: &[Place], options: Options, stack: Option<&Stack>) -> Slice {
    let criterion = graph.criterion(criterion, options);
    let mut found = Tabulation::new(graph, options, &criterion, stack);
    let (cut, interferes) = (found.cut, found.interferes);
    let ordered = if interferes && !cut && options.level == Level::Contexts {
        States::of(&mut found, &criterion, stack, options.most_nodes)
    } else {
        None
    };
    let level = match (&ordered, options.level) {
        (Some(_), _) => Level::Contexts,
        _ if cut => Level::Insensitive,
        (None, Level::Contexts) if !interferes => Level::Contexts,
        (None, Level::Contexts) => Level::TwoPhase,
        (None, level) => level,
    };
    let mut reached: Found = BTreeMap::new();
    match ordered {
        Some(ordered) => reached = ordered,
        None => reached.extend(found.reached().map(|(number, node)| (number, (node.distance, node.because)))),
    }
    let members = members(&found.nodes, &reached, options);
    let size = [found.nodes.len(), found.edge_count(), found.graph.facts.len()];
    let out_of_order = interferes && level != Level::Contexts && options.level == Level::Contexts && !cut;
    let kept = kept(&found, &reached, options);
    Slice { members, level, interferes, kept, notes: notes(graph, cut, out_of_order), size }
}

/// The instruction of a node that a user sees: a call that only passes on what lies in the heap is no place where a value comes from.
fn shown(node: Node, options: Options) -> Option<Place> {
    let passes = matches!(node, Node::After(..)) && !options.follows(Kind::Call);
    node.instruction().filter(|_| !passes)
}

/// The instructions of a slice's nodes.
fn members(nodes: &IndexVec<NodeId, Reached>, reached: &Found, options: Options) -> BTreeMap<Place, Member> {
    let mut members: BTreeMap<Place, Member> = BTreeMap::new();
    for (number, (distance, because)) in reached {
        let Some(place) = shown(nodes[*number].node, options) else { continue };
        let because = next_shown(nodes, reached, Some(place), *because, options);
        let member = Member { distance: *distance, because };
        let known = members.entry(place).or_insert(member);
        if member.distance < known.distance {
            *known = member;
        }
    }
    members
}

/// What of the captured state is needed, with the instruction that needs it.
fn kept(found: &Tabulation<'_, '_, '_>, reached: &Found, options: Options) -> BTreeMap<Kept, Member> {
    let mut all: BTreeMap<Kept, Member> = BTreeMap::new();
    for (number, (distance, because)) in reached {
        let node = found.nodes[*number].node;
        let Some(kept) = found.graph.kept(node) else { continue };
        let because = next_shown(&found.nodes, reached, None, *because, options);
        let member = Member { distance: *distance, because };
        let known = all.entry(kept).or_insert(member);
        if member.distance < known.distance {
            *known = member;
        }
    }
    all
}

/// The next other instruction on the way to the criterion, and why it depends on what leads to it.
fn next_shown(
    nodes: &IndexVec<NodeId, Reached>,
    reached: &Found,
    own: Option<Place>,
    mut because: Option<(NodeId, Kind)>,
    options: Options,
) -> Option<(Place, Kind)> {
    while let Some((next, kind)) = because {
        match shown(nodes[next].node, options) {
            Some(place) if Some(place) != own => return Some((place, kind)),
            _ => because = reached.get(&next).and_then(|known| known.1),
        }
    }
    None
}

fn notes(graph: &Graph<'_, '_>, cut: bool, out_of_order: bool) -> Vec<String> {
    let mut notes = Vec::new();
    if cut {
        notes.push(
            "the slice has more nodes than the budget allows: from there on a call may return to any caller, and a line may read whatever is written anywhere".into(),
        );
    }
    if out_of_order {
        notes.push(
            "the threads have more states than the budget allows: the order of their steps is not looked at".into(),
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
