//! Slices that end at a checkpoint: what only runs before it has no node, and what the criterion needs of the captured state has one.
//!
//! A value that is used after the checkpoint in a captured frame is *kept* in a local if the local holds it at the frame's site, and control may
//! come from the site to the use without making it anew. A place of the heap is kept if the walk from a load back to its stores
//! ([`super::reaching`]) comes to a site, or to the beginning of a task that waits at the checkpoint, and some store of it may run before. What
//! the function object of such a task has captured is not named. Values that are used in a frame are told from those of later calls
//! of the same method by the part of its code alone, so a recursive method may have more kept locals than it needs.

use super::checkpoint::Checkpoint;
use super::contexts::At;
use super::edges::{Graph, inside};
use super::facts::FactId;
use super::method::Method;
use super::node::{Edge, Kind, Node, Way};
use super::sites::Place;
use crate::analysis::ssa::{Definition, Value};
use crate::program::{FieldId, MethodId};
use std::rc::Rc;

/// Something of the captured state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kept {
    /// A local of a frame, by the number of its site and its slot.
    Local(u16, u16),
    /// A value on the operand stack of a frame.
    Operand(u16),
    /// A static field.
    Static(FieldId),
    /// A field of captured objects.
    Field(FieldId),
    /// Elements of captured arrays.
    Elements,
    /// What captured objects of the JDK hold.
    Content,
}

/// The slot of what is on the operand stack.
const ON_STACK: u16 = u16::MAX;

impl Graph<'_, '_> {
    /// What the node depends on, up to the checkpoint if there is one.
    pub fn edges(&mut self, node: Node) -> Vec<Edge> {
        let mut edges = self.all_edges(node);
        let Some(point) = self.point.clone() else { return edges };
        if let Some(at) = node.at().filter(|at| point.runs_on(*at)) {
            self.add_locals(&point, at, &mut edges);
        }
        if let Node::AtEntry(method, fact) = node
            && point.waits(method)
            && self.keeps(fact)
        {
            edges.push(inside(Node::KeptHeap(fact), Kind::Heap));
        }
        edges.retain(|edge| is_after(&point, edge.to));
        edges
    }

    /// Adds the locals of captured frames that hold what an instruction uses.
    fn add_locals(&mut self, point: &Checkpoint, at: At, edges: &mut Vec<Edge>) {
        let Some(method) = self.method(at.0) else { return };
        let mut found = Vec::new();
        for edge in edges.iter().filter(|edge| matches!(edge.kind, Kind::Value | Kind::Base) && edge.way == Way::Inside)
        {
            let Some(value) = value_of(&method, edge.to).filter(|_| edge.to.at() != Some(at)) else { continue };
            for (depth, site) in point.sites.iter().enumerate().filter(|(_, site)| site.0 == at.0) {
                if !comes_from(&method, (site.1, point.is_innermost(depth)), at.1, edge.to) {
                    continue;
                }
                let slots = slots(&method, site.1, value);
                let none = slots.is_empty() && !is_after(point, edge.to);
                let slots = slots.into_iter().chain(none.then_some(ON_STACK));
                found.extend(slots.map(|slot| inside(Node::KeptLocal(depth as u16, slot), edge.kind)));
            }
        }
        found.sort_unstable_by_key(|edge| edge.to);
        found.dedup_by_key(|edge| edge.to);
        edges.extend(found);
    }

    /// Whether what a fact stands for is part of the captured state: where some store may run before the checkpoint.
    pub(super) fn keeps(&self, fact: FactId) -> bool {
        let Some(point) = &self.point else { return false };
        let before = |(method, offset): (MethodId, u32)| {
            let body = self.program().code(method).ok().flatten();
            let number = body.and_then(|body| Some(body.number(body.item_at_offset(offset)?) as u32));
            point.runs_before((method, number.unwrap_or_default()))
        };
        self.facts.get(fact).stores.iter().any(|store| before(*store))
    }

    /// What of the captured state a node stands for.
    pub fn kept(&self, node: Node) -> Option<Kept> {
        match node {
            Node::KeptLocal(depth, ON_STACK) => Some(Kept::Operand(depth)),
            Node::KeptLocal(depth, slot) => Some(Kept::Local(depth, slot)),
            Node::KeptHeap(fact) => match self.facts.get(fact).place {
                Place::Static(field) => Some(Kept::Static(field)),
                Place::Field(field) => Some(Kept::Field(field)),
                Place::Element => Some(Kept::Elements),
                _ => Some(Kept::Content),
            },
            _ => None,
        }
    }
}

/// Whether a node stands for what happens after the checkpoint, or for its state.
fn is_after(point: &Checkpoint, node: Node) -> bool {
    match node {
        Node::Parameter(method, _) | Node::AtEntry(method, _) | Node::Entry(method) => point.is_called_after(method),
        Node::Result(method, number)
        | Node::Throws(method, number)
        | Node::Within(method, number)
        | Node::After(method, number, ..) => point.runs_after((method, number)) || point.is_site((method, number)),
        Node::Bundle(..) => true, // its actual-ins are looked at one by one
        Node::Caught(method, _) | Node::Return(method) | Node::Thrown(method) | Node::AtExit(method, ..) => {
            point.is_called_after(method) || point.has_frame(method)
        }
        _ => node.at().is_none_or(|at| point.runs_after(at)),
    }
}

/// The value that a node makes.
fn value_of(method: &Rc<Method>, node: Node) -> Option<Value> {
    let ssa = &method.ssa;
    let made_by = |wanted: Definition| ssa.definitions.indices().find(|value| ssa.definitions[*value] == wanted);
    match node {
        Node::Instruction(_, number) | Node::Result(_, number) => ssa.result(number as usize),
        Node::Parameter(_, place) => made_by(Definition::Parameter(place)),
        Node::Caught(_, block) => made_by(Definition::Caught(block)),
        _ => None,
    }
}

/// The locals that may hold a value before a site.
fn slots(method: &Rc<Method>, site: u32, value: Value) -> Vec<u16> {
    let all = 0..method.body.code.max_locals;
    let holds = |slot: &u16| {
        let local = method.ssa.local(site as usize, *slot);
        local.is_some_and(|local| method.ssa.sources(local).contains(&value))
    };
    // a long or double fills two slots
    let first = |slot: &u16| {
        slot.checked_sub(1).is_none_or(|before| {
            let at = |slot| method.ssa.local(site as usize, slot);
            at(before).is_none() || at(before) != at(*slot)
        })
    };
    all.filter(|slot| holds(slot) && first(slot)).collect()
}

/// Whether control may come from a site to a use without running what makes the value.
fn comes_from(method: &Rc<Method>, (site, is_last): (u32, bool), used: u32, made: Node) -> bool {
    let maker = made.instruction().map(|at| at.1 as usize);
    let mut comes = is_last && used == site;
    method.flow.walk_back(used as usize, |number, _| {
        comes |= number == site as usize && Some(number) != maker;
        Some(number) != maker
    });
    comes
}
