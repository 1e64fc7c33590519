//! The control flow of a method as slices need it: with an edge from every instruction that may throw, also to an exit of
//! its own, and the control dependences of that graph.
//!
//! [`Cfg`] ends blocks behind covered instructions that may throw. Here every instruction that may throw ends a *stretch*: so
//! what stands after a call that may not return depends on that call (Ball and Horwitz: Slicing Programs with Arbitrary
//! Control-flow, AADEBUG 1993; for exceptions Sinha and Harrold, TSE 2000). There are two exits, for a normal return and for an
//! exception that nobody catches. Dependences are reverse dominance frontiers ([`crate::util::dominators`]); loops that never end
//! are taken to end.

use crate::classfile::opcode::{self, ATHROW};
use crate::program::{BlockId, Body, Cfg, EdgeKind};
use crate::util::dominators::PostDominators;
use crate::util::graph::Graph;
use fixedbitset::FixedBitSet;
use std::cell::OnceCell;
use std::ops::Range;

/// Where the exceptions of an instruction may go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Throws {
    /// To handlers that cover it.
    pub caught: bool,
    /// Out of the method.
    pub uncaught: bool,
}

/// The control flow of a method.
pub struct Flow {
    /// The instructions of each stretch, by number; none for the two exits, which are the last nodes.
    stretches: Vec<Range<usize>>,
    /// Its edges.
    graph: Graph<usize>,
    /// The edges that exceptions go: from the last instruction of the first node.
    exceptional: Vec<(usize, usize)>,
    /// The stretch of each instruction, by number.
    stretch_of: Vec<Option<usize>>,
    /// For each node the last instructions of those on which it depends, by number.
    deciders: Vec<Vec<usize>>,
    /// The instructions whose exceptions leave the method, by number.
    throwing: Vec<usize>,
    /// For each block of a handler the instructions whose exceptions it gets, by number.
    caught: Vec<(BlockId, usize)>,
    /// For each stretch those that control may come to from its end; found when it is first asked.
    reach: OnceCell<Vec<FixedBitSet>>,
}

impl Flow {
    /// The flow of a method, given what its instructions throw.
    pub fn new(body: &Body, cfg: &Cfg, throws: impl Fn(usize) -> Throws) -> Self {
        let mut flow = Self {
            stretches: Vec::new(),
            graph: Graph::new(0),
            exceptional: Vec::new(),
            stretch_of: vec![None; body.insns().len()],
            deciders: Vec::new(),
            throwing: Vec::new(),
            caught: Vec::new(),
            reach: OnceCell::new(),
        };
        let firsts = flow.split(body, cfg, &throws);
        let thrown = flow.stretches.len() + 1;
        flow.graph = Graph::new(thrown + 1);
        for block in cfg.blocks.indices().filter(|block| cfg.is_reachable(*block)) {
            flow.connect(body, cfg, block, &firsts, &throws);
        }
        let tree = PostDominators::new(&flow.graph, 0);
        let frontiers = tree.frontiers();
        let last = |node: usize| flow.stretches.get(node).map(|stretch| stretch.end - 1);
        let decider = |node: &_| tree.of(*node).and_then(last);
        flow.deciders =
            (0..flow.graph.len()).map(|node| frontiers[tree.node(node)].iter().filter_map(decider).collect()).collect();
        flow
    }

    /// Makes the stretches; gives the first one of each block.
    fn split(&mut self, body: &Body, cfg: &Cfg, throws: &impl Fn(usize) -> Throws) -> Vec<usize> {
        let mut firsts = vec![usize::MAX; cfg.blocks.len()];
        for (block, data) in cfg.blocks.iter_enumerated().filter(|(block, _)| cfg.is_reachable(*block)) {
            firsts[block.0 as usize] = self.stretches.len();
            let mut start = data.insns.start;
            for number in data.insns.clone() {
                self.stretch_of[number] = Some(self.stretches.len());
                if number + 1 == data.insns.end || throws(body.insns()[number]) != Throws::default() {
                    self.stretches.push(start..number + 1);
                    start = number + 1;
                }
            }
        }
        firsts
    }

    fn connect(&mut self, body: &Body, cfg: &Cfg, block: BlockId, firsts: &[usize], throws: &impl Fn(usize) -> Throws) {
        let data = &cfg.blocks[block];
        let (returned, thrown) = (self.stretches.len(), self.stretches.len() + 1);
        for number in data.insns.clone() {
            let Some(node) = self.stretch_of[number].filter(|node| self.stretches[*node].end == number + 1) else {
                continue;
            };
            let item = body.insns()[number];
            let op = body.insn(item).map_or(0, |insn| insn.op);
            let goes = throws(item);
            if goes.uncaught {
                self.graph.add_edge(node, thrown);
                self.exceptional.push((node, thrown));
                self.throwing.push(number);
            }
            if number + 1 < data.insns.end {
                self.graph.add_edge(node, node + 1);
                continue;
            }
            for edge in &data.successors {
                let to = firsts[edge.to.0 as usize];
                match edge.kind {
                    EdgeKind::Exception(_) if goes.caught => {
                        self.graph.add_edge(node, to);
                        self.exceptional.push((node, to));
                        self.caught.push((edge.to, number));
                    }
                    EdgeKind::Exception(_) => {}
                    _ => self.graph.add_edge(node, to),
                }
            }
            if opcode::is_return(op) {
                self.graph.add_edge(node, returned);
            } else if op == ATHROW && goes == Throws::default() {
                self.graph.add_edge(node, thrown); // of null, or what no analysis knows
                self.throwing.push(number);
            }
        }
    }

    /// The instructions that decide whether this one is reached, by number.
    pub fn deciders(&self, number: usize) -> &[usize] {
        self.stretch_of[number].map_or(&[], |node| &self.deciders[node])
    }

    /// Whether control may come from an instruction to another one, by at least one step.
    pub fn reaches(&self, from: usize, to: usize) -> bool {
        let (Some(one), Some(other)) = (self.stretch_of[from], self.stretch_of[to]) else { return false };
        let all =
            || (0..self.graph.len()).map(|node| self.graph.reachable(self.graph.successors(node).to_vec())).collect();
        one == other && from < to || self.reach.get_or_init(all)[one].contains(other)
    }

    /// The instructions whose exceptions leave the method, by number.
    pub fn throwing(&self) -> &[usize] {
        &self.throwing
    }

    /// The instructions whose exceptions a handler gets, by number.
    pub fn caught_by(&self, block: BlockId) -> impl Iterator<Item = usize> + '_ {
        self.caught.iter().filter(move |(to, _)| *to == block).map(|(_, number)| *number)
    }

    /// Walks backwards from before an instruction. `visit` gets each instruction, by number, once for each of the ways on which
    /// it can be left (true: by an exception), and says whether the walk goes on before it. Tells whether the walk comes to the
    /// start of the method.
    pub fn walk_back(&self, number: usize, visit: impl FnMut(usize, bool) -> bool) -> bool {
        let Some(node) = self.stretch_of[number] else { return false };
        self.walk(vec![(node, number, false)], visit)
    }

    /// The same from one of the exits: that of exceptions, or that of returns.
    pub fn walk_back_from_exit(&self, thrown: bool, visit: impl FnMut(usize, bool) -> bool) -> bool {
        let exit = self.stretches.len() + usize::from(thrown);
        self.walk(self.before(exit), visit)
    }

    /// The ends of the nodes before this one, and whether control leaves them by an exception.
    fn before(&self, node: usize) -> Vec<(usize, usize, bool)> {
        let from = self.graph.predecessors(node).iter();
        let end = |from: &usize| (*from, self.stretches[*from].end, self.exceptional.contains(&(*from, node)));
        from.map(end).collect()
    }

    fn walk(&self, mut work: Vec<(usize, usize, bool)>, mut visit: impl FnMut(usize, bool) -> bool) -> bool {
        let mut seen: Vec<(usize, bool)> = work.iter().map(|(node, _, thrown)| (*node, *thrown)).collect();
        let (mut started_inside, mut to_start) = (work.len() == 1, false);
        'work: while let Some((node, end, thrown)) = work.pop() {
            // where the walk starts is looked at again, if a cycle leads to its end
            if std::mem::take(&mut started_inside) && end < self.stretches[node].end {
                seen.clear();
            }
            for number in (self.stretches[node].start..end).rev() {
                if !visit(number, thrown && number + 1 == self.stretches[node].end) {
                    continue 'work;
                }
            }
            to_start |= node == 0;
            for next in self.before(node) {
                if !seen.contains(&(next.0, next.2)) {
                    seen.push((next.0, next.2));
                    work.push(next);
                }
            }
        }
        to_start
    }
}
