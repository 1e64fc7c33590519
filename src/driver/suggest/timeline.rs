//! The time line of the main thread: which chains of calls from `main` were active when, and where in each method.
//!
//! Stacks become paths in a tree of call chains: a node is a method reached by the call instructions above it. Frames that are
//! not of the program (of the JDK, of classes made at run time) are left out, and what lies under them counts as reached
//! through them. Each sample adds a *visit* to the nodes on its path: when, and at which instruction the method was. A chain
//! ends where a frame does not fit the program's code.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::recording::{Frame, Recording};
use crate::analysis::regions::post_region;
use crate::program::{Body, Cfg, MethodId, Program};
use crate::region::{ChainCall, LinkKind};
use crate::util::dominators::Dominators;

/// The longest chain that is looked at.
const DEEPEST: usize = 200;

/// Where a method was, and from when to when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Visit {
    pub(super) from: i64,
    pub(super) to: i64,
    /// The instruction.
    pub(super) item: usize,
}

/// A method reached by a chain of calls.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) method: MethodId,
    /// The caller's node with its call instruction; none for `main`.
    pub(super) above: Option<(usize, usize)>,
    /// Whether the caller's frame is the next one on the stack.
    pub(super) direct: bool,
    /// By time.
    pub(super) visits: Vec<Visit>,
}

/// The time line.
pub(super) struct Timeline<'a> {
    program: &'a Program,
    /// `main` first; callers before callees.
    pub(super) nodes: Vec<Node>,
    /// How many stacks of the main thread there were.
    pub(super) samples: usize,
    /// How many of them had lost their outer frames.
    pub(super) cut: usize,
    /// How many had a frame that the program's code does not have.
    pub(super) foreign: usize,
}

impl<'a> Timeline<'a> {
    /// Follows the thread that ran `main`.
    pub(super) fn new(program: &'a Program, main: MethodId, recording: &Recording) -> Self {
        let methods: Vec<Option<MethodId>> = recording
            .methods
            .iter()
            .map(|method| {
                let class = program.has_class(&method.class).then(|| program.find(&method.class)).flatten()?;
                class.declared(&method.name, &method.descriptor).filter(|found| program.is_application(found.class))
            })
            .collect();
        let of = |frame: &Frame| methods.get(frame.method as usize).copied().flatten();
        let first = |frames: &[Frame]| frames.iter().find_map(of);
        let thread = recording.samples.iter().find(|sample| first(&sample.frames) == Some(main)).map(|it| it.thread);
        let root = Node { method: main, above: None, direct: true, visits: Vec::new() };
        let mut line = Self { program, nodes: vec![root], samples: 0, cut: 0, foreign: 0 };
        let mut known = BTreeMap::new();
        let mut places = Places { program, known: BTreeMap::new() };
        for sample in recording.samples.iter().filter(|sample| Some(sample.thread) == thread) {
            line.samples += 1;
            if sample.cut {
                line.cut += 1;
            } else if first(&sample.frames) == Some(main) {
                let path = sample.frames.iter().map(|frame| Some((of(frame)?, frame.offset)));
                line.add(path, (sample.from, sample.to), &mut known, &mut places);
            }
        }
        line
    }

    /// Adds a stack, given outermost first; none for frames that are not the program's.
    fn add(
        &mut self,
        path: impl Iterator<Item = Option<(MethodId, u32)>>,
        (from, to): (i64, i64),
        known: &mut BTreeMap<(usize, usize, bool, MethodId), usize>,
        places: &mut Places<'_>,
    ) {
        // the caller's node and instruction; whether frames were left out since
        let mut above: Option<(usize, usize)> = None;
        let mut direct = true;
        for (depth, frame) in path.skip_while(Option::is_none).enumerate() {
            let Some((method, offset)) = frame else {
                direct = false;
                continue;
            };
            let Some(item) = places.item(method, offset) else {
                self.foreign += 1;
                return;
            };
            let node = match above {
                None => 0,
                Some((caller, call)) => *known.entry((caller, call, direct, method)).or_insert_with(|| {
                    self.nodes.push(Node { method, above, direct, visits: Vec::new() });
                    self.nodes.len() - 1
                }),
            };
            self.nodes[node].visits.push(Visit { from, to, item });
            if depth >= DEEPEST {
                return;
            }
            above = Some((node, item));
            direct = true;
        }
    }

    /// The nodes from `main` to this one, each but the last with its call instruction.
    pub(super) fn path(&self, node: usize) -> Vec<(usize, usize)> {
        let mut path = Vec::new();
        let mut next = self.nodes[node].above;
        while let Some((caller, call)) = next {
            path.push((caller, call));
            next = self.nodes[caller].above;
        }
        path.reverse();
        path
    }

    /// The calls that lead to the node, as a region has them.
    pub(super) fn chain(&self, node: usize) -> Vec<ChainCall> {
        let path = self.path(node);
        let below = path.iter().skip(1).map(|(node, _)| *node).chain([node]);
        path.iter()
            .zip(below)
            .map(|((caller, item), callee)| {
                let (method, callee) = (self.nodes[*caller].method, &self.nodes[callee]);
                let line = self.body(method).and_then(|body| body.line(*item));
                let kind = if callee.direct { LinkKind::Call } else { LinkKind::Through };
                ChainCall { method, item: *item, line, target: callee.method, kind }
            })
            .collect()
    }

    /// Whether the method was seen nowhere else.
    pub(super) fn is_alone(&self, node: usize) -> bool {
        let method = self.nodes[node].method;
        self.nodes.iter().enumerate().all(|(other, it)| other == node || it.method != method)
    }

    pub(super) fn body(&self, method: MethodId) -> Option<Arc<Body>> {
        self.program.code(method).ok().flatten()
    }

    /// The first instruction of the last line, not in a loop, that control passes on all ways to the one at `item`.
    pub(super) fn outside_loops(&self, method: MethodId, item: usize) -> Option<usize> {
        let body = self.body(method)?;
        let cfg = Cfg::new(&body).ok()?;
        let dominators = Dominators::new(&cfg.graph, Cfg::ENTRY);
        let block = |item: usize| cfg.block_of(&body, item);
        let target = block(item)?;
        let passed = |start: usize| {
            let own = block(start)?;
            let on_the_way = if own == target { start < item } else { dominators.dominates(own, target) };
            on_the_way.then_some(start)
        };
        let lines: BTreeSet<u16> = body.code.lines.iter().map(|entry| entry.line).collect();
        let starts = lines.into_iter().filter_map(|line| body.insns_on_line(line).next());
        let passed = starts.filter_map(passed).filter(|start| !post_region(&body, &cfg, *start).contains(start));
        passed.max_by_key(|start| dominators.dominators_of(block(*start).unwrap_or(Cfg::ENTRY)).count() << 32 | *start)
    }

    /// The instructions that can still run when the one at `item` has run, in the same activation; as a set of items.
    pub(super) fn behind(&self, method: MethodId, item: usize) -> Option<BTreeSet<usize>> {
        let body = self.body(method)?;
        let cfg = Cfg::new(&body).ok()?;
        Some(post_region(&body, &cfg, item))
    }
}

/// Instructions by method and offset.
struct Places<'a> {
    program: &'a Program,
    known: BTreeMap<MethodId, BTreeMap<u32, usize>>,
}

impl Places<'_> {
    fn item(&mut self, method: MethodId, offset: u32) -> Option<usize> {
        let items = self.known.entry(method).or_insert_with(|| {
            let body = self.program.code(method).ok().flatten();
            let items =
                body.iter().flat_map(|body| body.insns().iter().filter_map(|item| Some((body.offset(*item)?, *item))));
            items.collect()
        });
        items.get(&offset).copied()
    }
}
