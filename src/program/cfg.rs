//! The control-flow graph of a method, with exceptional edges.
//!
//! A basic block is a run of instructions that control enters at the first and leaves behind the last. Besides at jump
//! targets and behind jumps, blocks end at the ends of exception ranges and *behind every covered instruction that may
//! throw*. So a block is covered uniformly, only its last instruction can throw into a handler, and an exceptional edge
//! carries the state before that instruction (with an empty stack and the exception on it).
//!
//! Exceptional edges go to every handler up to the first that catches everything, whatever type it catches. Exceptions
//! that no handler covers leave the method and have no edge. `jsr` and `ret` (class files before version 51) are refused.

use super::body::Body;
use super::error::{Error, Result};
use crate::classfile::opcode::{self, ATHROW, GOTO, JSR, LOOKUPSWITCH, RET, TABLESWITCH};
use crate::classfile::{Insn, Operand};
use crate::define_index;
use crate::util::graph::Graph;
use crate::util::index::{Idx, IndexVec};
use fixedbitset::FixedBitSet;
use std::ops::Range;

define_index!(
    /// A basic block; they are numbered in the order of the code, the entry is 0.
    BlockId
);

/// Why control goes along an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EdgeKind {
    /// To the next instruction; after a conditional branch: the condition was false.
    Fallthrough,
    /// A jump; of a conditional branch: the condition was true.
    Branch,
    /// A case of a switch (the value), or its default (none).
    Switch(Option<i32>),
    /// An exception, caught by the handler with this number in the exception table.
    Exception(usize),
}

/// An edge to another block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// Where it comes from.
    pub from: BlockId,
    /// Where it goes.
    pub to: BlockId,
    /// Why.
    pub kind: EdgeKind,
}

/// A basic block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// From its first instruction to behind its last, as numbers of instructions (see [`Body::insns`]).
    pub insns: Range<usize>,
    /// Edges from it, in the order fall-through, jumps (the default of a switch first), exceptions.
    pub successors: Vec<Edge>,
    /// Edges to it.
    pub predecessors: Vec<Edge>,
}

/// A control-flow graph.
#[derive(Clone, Debug)]
pub struct Cfg {
    /// The blocks.
    pub blocks: IndexVec<BlockId, Block>,
    /// The same graph without kinds.
    pub graph: Graph<BlockId>,
    /// The numbers of the blocks that the entry reaches.
    pub reachable: FixedBitSet,
    /// Block of each instruction (by its number).
    block_of: Vec<BlockId>,
}

impl Cfg {
    /// The graph of the body; code must have at least one instruction and must not fall off its end.
    pub fn new(body: &Body) -> Result<Self> {
        if body.insns().is_empty() {
            return Err(Error::code(&body.method, 0, "there is no instruction"));
        }
        let (blocks, block_of) = split(body);
        let mut cfg =
            Self { graph: Graph::new(blocks.len()), reachable: FixedBitSet::with_capacity(0), blocks, block_of };
        for block in cfg.blocks.indices() {
            for (to, kind) in cfg.edges_of(body, block)? {
                let edge = Edge { from: block, to, kind };
                cfg.blocks[block].successors.push(edge);
                cfg.blocks[to].predecessors.push(edge);
                cfg.graph.add_edge(block, to);
            }
        }
        cfg.reachable = cfg.graph.reachable([Self::ENTRY]);
        Ok(cfg)
    }

    /// Where control starts.
    pub const ENTRY: BlockId = BlockId(0);

    /// The block of the instruction.
    pub fn block_of(&self, body: &Body, item: usize) -> Option<BlockId> {
        body.insn(item).map(|_| self.block_of[body.number(item)])
    }

    /// The items of the block's instructions.
    pub fn items<'a>(&self, body: &'a Body, block: BlockId) -> &'a [usize] {
        &body.insns()[self.blocks[block].insns.clone()]
    }

    /// The item of the block's last instruction.
    pub fn last(&self, body: &Body, block: BlockId) -> usize {
        body.insns()[self.blocks[block].insns.end - 1]
    }

    /// Whether control can reach the block.
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.reachable.contains(block.index())
    }

    fn edges_of(&self, body: &Body, block: BlockId) -> Result<Vec<(BlockId, EdgeKind)>> {
        let item = self.last(body, block);
        let Some(insn) = body.insn(item) else { return Ok(Vec::new()) };
        if matches!(insn.op, JSR | RET) {
            let problem = "the instructions jsr and ret are not supported; compile the class for Java 7 or later";
            return Err(Error::code(&body.method, item, problem));
        }
        let off_the_end = || Error::code(&body.method, item, "control falls off the end of the code");
        let mut edges = Vec::new();
        if opcode::falls_through(insn.op) {
            let next = self.blocks[block].insns.end;
            edges.push((*self.block_of.get(next).ok_or_else(off_the_end)?, EdgeKind::Fallthrough));
        }
        for (label, kind) in insn.operand.targets().into_iter().zip(jump_kinds(insn)) {
            let to = body.insn_at(label).ok_or_else(off_the_end)?;
            edges.push((self.block_of[body.number(to)], kind));
        }
        if body.may_throw(item) {
            for (number, handler) in body.handlers_at(item) {
                let to = body.insn_at(handler.handler).ok_or_else(off_the_end)?;
                edges.push((self.block_of[body.number(to)], EdgeKind::Exception(number)));
            }
        }
        Ok(edges)
    }
}

/// The kinds of the edges to the instruction's targets, in their order (of a switch the default first).
fn jump_kinds(insn: &Insn) -> Vec<EdgeKind> {
    let cases: Vec<i32> = match &insn.operand {
        Operand::Table { low, targets, .. } => {
            (0i32..).map(|case| low.wrapping_add(case)).take(targets.len()).collect()
        }
        Operand::Lookup { pairs, .. } => pairs.iter().map(|pair| pair.0).collect(),
        _ => return vec![EdgeKind::Branch],
    };
    std::iter::once(EdgeKind::Switch(None)).chain(cases.into_iter().map(|case| EdgeKind::Switch(Some(case)))).collect()
}

/// Blocks without edges, and the block of every instruction.
fn split(body: &Body) -> (IndexVec<BlockId, Block>, Vec<BlockId>) {
    let count = body.insns().len();
    let mut leaders = FixedBitSet::with_capacity(count);
    leaders.insert(0);
    for handler in &body.code.handlers {
        for label in [handler.start, handler.end, handler.handler] {
            body.insn_at(label).into_iter().for_each(|item| leaders.insert(body.number(item)));
        }
    }
    for (number, &item) in body.insns().iter().enumerate() {
        let Some(insn) = body.insn(item) else { continue };
        for to in insn.operand.targets().into_iter().filter_map(|label| body.insn_at(label)) {
            leaders.insert(body.number(to));
        }
        let ends = ends_block(insn.op) || body.may_throw(item) && !body.handlers_at(item).is_empty();
        if ends && number + 1 < count {
            leaders.insert(number + 1);
        }
    }
    let starts: Vec<usize> = leaders.ones().collect();
    let ends = starts.iter().skip(1).copied().chain([count]);
    let block = |(start, end)| Block { insns: start..end, successors: Vec::new(), predecessors: Vec::new() };
    let blocks: IndexVec<BlockId, Block> = starts.iter().copied().zip(ends).map(block).collect();
    let block_of = blocks.iter_enumerated().flat_map(|(id, block)| block.insns.clone().map(move |_| id)).collect();
    (blocks, block_of)
}

fn ends_block(op: u8) -> bool {
    opcode::is_conditional(op)
        || opcode::is_return(op)
        || matches!(op, GOTO | JSR | RET | ATHROW | TABLESWITCH | LOOKUPSWITCH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classfile::opcode::{ARETURN, ICONST_0, IDIV, IFEQ, ILOAD_0, ILOAD_1, IRETURN, POP, RETURN};
    use crate::classfile::{Code, Handler, Item, Label};
    use crate::program::print;

    enum Line {
        Put(Label),
        Do(Insn),
    }
    use Line::{Do, Put};

    fn plain(op: u8) -> Line {
        Do(Insn::simple(op))
    }

    fn body(lines: Vec<Line>, handlers: Vec<Handler>) -> Body {
        let item = |line| match line {
            Put(label) => Item::Label(label),
            Do(insn) => Item::Insn { insn, offset: u32::MAX },
        };
        let items = lines.into_iter().map(item).collect();
        let code = Code { items, handlers, label_count: 8, max_locals: 2, ..Code::default() };
        Body::from_code("test", code).expect("a body")
    }

    fn printed(lines: Vec<Line>, handlers: Vec<Handler>) -> String {
        let body = body(lines, handlers);
        print::cfg(&body, &Cfg::new(&body).expect("a graph"))
    }

    #[test]
    fn blocks_end_behind_covered_instructions_that_may_throw() {
        let [start, end, catch, all] = [0, 1, 2, 3].map(Label);
        let lines = vec![
            Put(start),
            plain(ILOAD_0),
            plain(ILOAD_1),
            plain(IDIV),
            plain(POP),
            plain(ILOAD_0),
            Put(end),
            plain(ILOAD_1),
            plain(IDIV),
            plain(IRETURN),
            Put(catch),
            plain(ARETURN),
            Put(all),
            plain(ARETURN),
        ];
        let handlers = [(catch, 1), (all, 0), (catch, 0)];
        let handlers = handlers.map(|(handler, catch_type)| Handler { start, end, handler, catch_type });
        assert_eq!(
            printed(lines, handlers.to_vec()),
            "b0: iload_0 iload_1 idiv -> b1 fallthrough, b3 exception 0, b4 exception 1\n\
             b1: pop iload_0 -> b2 fallthrough\n\
             b2: iload_1 idiv ireturn\n\
             b3: areturn\n\
             b4: areturn\n"
        );
    }

    #[test]
    fn switches_and_unreachable_code() {
        let [a, b] = [0, 1].map(Label);
        let switch = Operand::Table { default: b, low: -1, targets: vec![a, b] };
        let lines = vec![
            plain(ILOAD_0),
            Do(Insn { op: TABLESWITCH, operand: switch }),
            plain(RETURN),
            Put(a),
            plain(ICONST_0),
            Do(Insn::branch(IFEQ, a)),
            Put(b),
            plain(RETURN),
        ];
        assert_eq!(
            printed(lines, Vec::new()),
            "b0: iload_0 tableswitch -> b3 default, b2 case -1, b3 case 0\n\
             b1: return (unreachable)\n\
             b2: iconst_0 ifeq -> b3 fallthrough, b2 branch\n\
             b3: return\n"
        );
    }

    #[test]
    fn what_is_refused() {
        let label = Label(0);
        let problem = |lines| Cfg::new(&body(lines, Vec::new())).expect_err("refused").to_string();
        assert!(problem(vec![Put(label), Do(Insn::branch(JSR, label)), plain(RETURN)]).contains("jsr and ret"));
        assert!(problem(vec![Put(label), plain(ICONST_0)]).contains("falls off the end"));
        assert!(problem(vec![Do(Insn::branch(GOTO, label)), Put(label)]).contains("falls off the end"));
        assert!(problem(Vec::new()).contains("no instruction"));
        let unplaced =
            Code { items: vec![Item::Insn { insn: Insn::branch(GOTO, label), offset: 0 }], ..Code::default() };
        assert!(Body::from_code("test", unplaced).is_err());
    }
}
