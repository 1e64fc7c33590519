//! Control-decision-making points (the paper's Definition 3): the program points that decide whether the checkpoint, or a
//! call of the chain that leads to it, is reached.
//!
//! In each method of the chain these are the chain call itself and the predicates, switches and instructions that may
//! throw on which it is directly or transitively control dependent. The checkpoint decides nothing and is no CDMP.

use super::control_dependence::ControlDependence;
use crate::classfile::opcode;
use crate::program::{Body, Cfg, Edge};

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
    let edges = ControlDependence::new(cfg).deciding_transitively(cfg, target);
    let mut found: Vec<Cdmp> = edges.chunk_by(|a, b| a.from == b.from).map(|edges| point(body, cfg, edges)).collect();
    if chain_call {
        found.retain(|cdmp| cdmp.item != item);
        found.push(Cdmp { kind: CdmpKind::Call, item, line: body.line(item), edges: Vec::new() });
        found.sort_by_key(|cdmp| cdmp.item);
    }
    found
}

/// The point at the end of the block that the edges come from.
fn point(body: &Body, cfg: &Cfg, edges: &[Edge]) -> Cdmp {
    let item = cfg.last(body, edges[0].from);
    let kind = kind_of(body.insn(item).map_or(0, |insn| insn.op));
    Cdmp { kind, item, line: body.line(item), edges: edges.to_vec() }
}

/// A block with several ways to go on that ends with neither branch nor switch ends with an instruction that may throw.
fn kind_of(op: u8) -> CdmpKind {
    match op {
        _ if opcode::is_switch(op) => CdmpKind::Switch,
        _ if opcode::is_conditional(op) => CdmpKind::Predicate,
        _ => CdmpKind::Throw,
    }
}
