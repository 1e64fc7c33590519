//! Control-decision-making points (the paper's Definition 3): the program points that decide whether the checkpoint, or a
//! call of the chain that leads to it, is reached.
//!
//! In each method of the chain these are the chain call itself and the predicates, switches and instructions that may
//! throw on which it is directly or transitively control dependent. The checkpoint decides nothing and is no CDMP.

use super::control_dependence::ControlDependence;
use crate::classfile::opcode;
use crate::program::{BlockId, Body, Cfg, Edge};
use crate::util::index::Idx;

/// How a point decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CdmpKind {
    /// A conditional branch.
    Predicate,
    /// A switch.
    Switch,
    /// An instruction that throws into a handler, or does not.
    Throw,
    /// A call of the chain.
    Call,
}

impl CdmpKind {
    /// Its name in plans and messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Predicate => "predicate",
            Self::Switch => "switch",
            Self::Throw => "throw",
            Self::Call => "call",
        }
    }
}

/// A control-decision-making point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cdmp {
    /// How it decides.
    pub kind: CdmpKind,
    /// Its instruction.
    pub item: usize,
    /// Its source line, if known.
    pub line: Option<u16>,
    /// The edges that lead on towards the point, for explanations; none for calls.
    pub edges: Vec<Edge>,
}

/// The points in a method that decide whether control reaches `item`, in the order of the code; with the call at `item`
/// itself if it is a chain call.
pub fn cdmps(body: &Body, cfg: &Cfg, item: usize, chain_call: bool) -> Vec<Cdmp> {
    let Some(target) = cfg.block_of(body, item) else { return Vec::new() };
    let dependence = ControlDependence::new(cfg);
    let deciders = dependence.transitive(target);
    let members = || deciders.iter().chain([target.index()]);
    let mut found: Vec<Cdmp> = cfg
        .blocks
        .indices()
        .filter(|block| deciders.contains(block.index()))
        .map(|block| {
            let last = cfg.last(body, block);
            let towards = members().flat_map(|member| dependence.deciding(BlockId::from_usize(member)));
            let mut edges: Vec<Edge> = towards.filter(|edge| edge.from == block).copied().collect();
            edges.sort_unstable();
            edges.dedup();
            Cdmp { kind: kind_of(body.insn(last).map_or(0, |insn| insn.op)), item: last, line: body.line(last), edges }
        })
        .filter(|cdmp| decides(cfg, cdmp))
        .collect();
    if chain_call {
        found.retain(|cdmp| cdmp.item != item);
        found.push(Cdmp { kind: CdmpKind::Call, item, line: body.line(item), edges: Vec::new() });
        found.sort_by_key(|cdmp| cdmp.item);
    }
    found
}

/// A block with several ways to go on that ends with neither branch nor switch ends with an instruction that may throw.
fn kind_of(op: u8) -> CdmpKind {
    match op {
        _ if opcode::is_switch(op) => CdmpKind::Switch,
        _ if opcode::is_conditional(op) => CdmpKind::Predicate,
        _ => CdmpKind::Throw,
    }
}

/// A block with one way to go on decides nothing; it is a decider only by a pseudo-exit.
fn decides(cfg: &Cfg, cdmp: &Cdmp) -> bool {
    cdmp.edges.first().is_some_and(|edge| cfg.graph.successors(edge.from.index()).len() > 1)
}
