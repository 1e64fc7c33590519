//! Control-flow graphs as text, one block a line, for tests and messages.
//! Code itself is printed by the class-file layer.

use super::body::Body;
use super::cfg::{BlockId, Cfg, EdgeKind};
use crate::classfile::opcode;
use std::fmt::Write;

/// Each block with the names of its instructions and its edges: `b0: iload_0 ifeq -> b1 fallthrough, b2 branch`.
pub fn cfg(body: &Body, graph: &Cfg) -> String {
    graph.blocks.indices().map(|id| block(body, graph, id) + "\n").collect()
}

fn block(body: &Body, graph: &Cfg, id: BlockId) -> String {
    let mut text = format!("b{}:", id.0);
    for insn in graph.items(body, id).iter().filter_map(|item| body.insn(*item)) {
        let _ = write!(text, " {}", opcode::name(insn.op));
    }
    for (number, edge) in graph.blocks[id].successors.iter().enumerate() {
        let _ = write!(text, "{} b{} {}", if number == 0 { " ->" } else { "," }, edge.to.0, kind(edge.kind));
    }
    if !graph.is_reachable(id) {
        text.push_str(" (unreachable)");
    }
    text
}

fn kind(kind: EdgeKind) -> String {
    match kind {
        EdgeKind::Fallthrough => "fallthrough".to_owned(),
        EdgeKind::Branch => "branch".to_owned(),
        EdgeKind::Switch(Some(value)) => format!("case {value}"),
        EdgeKind::Switch(None) => "default".to_owned(),
        EdgeKind::Exception(handler) => format!("exception {handler}"),
    }
}
