//! Slices that can be run: what must stay besides a slice, so that the rest can be taken out of the program.
//!
//! The closure of Binkley (Precise Executable Interprocedural Slices, LOPLAS 1993), on instructions: a backward slice leaves out, at one call, arguments
//! of a method that it needs at another one. Here a call that stays keeps the arguments, and the heap before it, of which anything
//! in its callees is made; what these are made of is added within the method that calls (descending), and so on until nothing is
//! missing. Calls into the JDK, of native code and of function objects keep all their arguments. What makes an object stays with its
//! constructor, a constructor with that of its superclass, one monitor instruction of a method with all, and a branch of which
//! neither way leads to an end.
//!
//! Where other threads run, what orders them is part of the criterion from the beginning: all monitors, volatile fields and loops around
//! them, and calls of threads, `wait`, `notify`, `java.util.concurrent` and `exit`. Contexts of threads are not told apart.
//!
//! Left out: that a loop may not end, and that an exception which nobody catches may end the program before the criterion.

use super::edges::Graph;
use super::method::Method;
use super::node::{Node, NodeId};
use super::options::{Level, Options};
use super::tabulation::Tabulation;
use super::{Place, Slicer, notes};
use crate::analysis::exits::Exits;
use crate::analysis::ir::Statement;
use crate::analysis::ssa::Definition;
use crate::classfile::opcode::{self, INVOKESPECIAL, MONITORENTER, MONITOREXIT, NEW};
use crate::program::{Cfg, ClassId, MethodId, Program, access};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What stays of a program.
pub struct Executable {
    /// The instructions that stay, by their numbers in each method.
    pub kept: BTreeMap<MethodId, BTreeSet<u32>>,
    /// Classes that the JDK may make or call by itself within calls that stay.
    pub classes: BTreeSet<ClassId>,
    /// Where precision was given up, for people.
    pub notes: Vec<String>,
    /// Methods whose code cannot be followed, for people.
    pub opaque: Vec<String>,
}

impl Slicer<'_, '_> {
    /// What must stay of the program for the criterion's values.
    pub fn executable(&self, criterion: &[Place], options: Options) -> Executable {
        let mut graph = Graph::new(self.answer, &self.index, &self.throwing);
        let options = Options { thin: false, data_only: false, level: options.level.max(Level::TwoPhase), ..options };
        let mut nodes = graph.criterion(criterion, options);
        if !graph.threads.list.is_empty() {
            nodes.extend(ordering(&mut graph));
        }
        let mut found = Tabulation::new(&mut graph, options, &nodes, None);
        loop {
            let missing = missing(&mut found);
            if missing.is_empty() {
                break;
            }
            found.add(&missing);
        }
        let (kept, cut) = (kept(&found), found.cut);
        let sites = kept.iter().flat_map(|(method, numbers)| numbers.iter().map(|number| (*method, *number)));
        let mut classes = BTreeSet::new();
        for (method, number) in sites.collect::<Vec<_>>() {
            let Some(offset) = graph.method(method).map(|it| it.offset(number as usize)) else { continue };
            let back = self.index.callbacks.get(&(method, offset)).into_iter().flatten();
            classes.extend(back.map(|callee| callee.class));
        }
        let opaque = graph.opaque.iter().map(|method| graph.program().describe(*method)).collect::<BTreeSet<_>>();
        Executable { kept, classes, notes: notes(&graph, cut, false), opaque: opaque.into_iter().collect() }
    }
}

/// The instructions of all nodes that were reached.
fn kept(found: &Tabulation) -> BTreeMap<MethodId, BTreeSet<u32>> {
    let mut kept: BTreeMap<MethodId, BTreeSet<u32>> = BTreeMap::new();
    for (method, number) in found.reached().filter_map(|(_, reached)| reached.node.instruction()) {
        kept.entry(method).or_default().insert(number);
    }
    kept
}

/// What is missing for the instructions that stay.
fn missing(found: &mut Tabulation) -> Vec<Node> {
    let kept = kept(found);
    let mut wanted = BTreeSet::new();
    let mut constructors: BTreeSet<MethodId> = BTreeSet::new();
    for (id, numbers) in &kept {
        let Some(method) = found.graph.method(*id) else { continue };
        let name = found.graph.program().method(*id).map_or("", |info| info.name.as_str());
        constructors.extend((name == "<init>").then_some(*id));
        for number in numbers.iter().map(|number| *number as usize) {
            of_instruction(found.graph, &method, number, &mut wanted, &mut constructors);
        }
        if numbers.iter().any(|number| is_monitor(&method, *number as usize)) {
            wanted.extend(monitors(&method));
        }
        wanted.extend(endless_branches(&method));
    }
    for id in constructors {
        if let Some(method) = found.graph.method(id) {
            wanted.extend(own_constructors(&method));
        }
    }
    at_calls(found, &kept, &mut wanted);
    wanted.into_iter().filter(|node| !found.has(*node)).collect()
}

/// What an instruction that stays needs besides its dependences.
fn of_instruction(
    graph: &mut Graph<'_, '_>,
    method: &Rc<Method>,
    number: usize,
    wanted: &mut BTreeSet<Node>,
    constructors: &mut BTreeSet<MethodId>,
) {
    let Some(insn) = method.insn(number) else { return };
    let site = (method.id, method.offset(number));
    if insn.op == NEW {
        wanted.extend(constructions(method, number));
    }
    if !opcode::is_invoke(insn.op) {
        return;
    }
    let is_boundary = graph.index.boundaries.contains_key(&site);
    let (followed, others) = graph.callees(method, number);
    if insn.op == INVOKESPECIAL {
        constructors.extend(
            followed
                .into_iter()
                .filter(|callee| graph.program().method(*callee).is_some_and(|info| info.name == "<init>")),
        );
    }
    if others || is_boundary {
        wanted.extend(graph.arguments(method, number));
    }
    wanted.extend(is_boundary.then_some(Node::Within(method.id, number as u32)));
}

/// The calls of constructors for what a `new` makes.
fn constructions(method: &Method, number: usize) -> Vec<Node> {
    let Some(made) = method.ssa.result(number) else { return Vec::new() };
    let constructs = |at: &usize| {
        let receiver = method.ssa.operands(*at).first();
        method.insn(*at).is_some_and(|insn| insn.op == INVOKESPECIAL)
            && receiver.is_some_and(|receiver| method.original(*receiver) == made)
    };
    let all = (number + 1..method.body.insns().len()).filter(constructs);
    all.map(|at| Node::Instruction(method.id, at as u32)).collect()
}

/// The calls by which a constructor has its own object made.
fn own_constructors(method: &Method) -> Vec<Node> {
    let is_own = |at: &usize| {
        let receiver = method.ssa.operands(*at).first().map(|receiver| method.original(*receiver));
        method.insn(*at).is_some_and(|insn| insn.op == INVOKESPECIAL)
            && receiver.is_some_and(|value| method.ssa.definitions[value] == Definition::Parameter(0))
    };
    let all = (0..method.body.insns().len()).filter(is_own);
    all.map(|at| Node::Instruction(method.id, at as u32)).collect()
}

fn is_monitor(method: &Method, number: usize) -> bool {
    method.insn(number).is_some_and(|insn| matches!(insn.op, MONITORENTER | MONITOREXIT))
}

fn monitors(method: &Method) -> Vec<Node> {
    let all = (0..method.body.insns().len()).filter(|number| is_monitor(method, *number));
    all.map(|number| Node::Instruction(method.id, number as u32)).collect()
}

/// The branches of which no way leads to an end of the method: they cannot be replaced by the shortest one.
fn endless_branches(method: &Method) -> Vec<Node> {
    let Ok(cfg) = Cfg::new(&method.body) else { return Vec::new() };
    let exits = Exits::new(&method.body, &cfg);
    let blocks = cfg.blocks.indices().filter(|block| cfg.is_reachable(*block));
    let ends = blocks.filter(|block| exits.nearest(*block, false).is_none());
    let last = ends.map(|block| method.body.number(cfg.last(&method.body, block)));
    let branches = last.filter(|number| method.insn(*number).is_some_and(|insn| decides(insn.op)));
    branches.map(|number| Node::Instruction(method.id, number as u32)).collect()
}

fn decides(op: u8) -> bool {
    opcode::is_conditional(op) || opcode::is_switch(op)
}

/// What a method needs of its callers, at the calls that stay.
fn at_calls(found: &mut Tabulation, kept: &BTreeMap<MethodId, BTreeSet<u32>>, wanted: &mut BTreeSet<Node>) {
    let index = found.graph.index;
    let formals: Vec<(MethodId, Vec<NodeId>)> = found.formals();
    for (callee, formals) in formals {
        for site in index.callers.get(&callee).into_iter().flatten() {
            let Some(number) = found.graph.method(site.0).and_then(|caller| caller.number_at(site.1)) else { continue };
            let at = (site.0, number as u32);
            if !kept.get(&at.0).is_some_and(|numbers| numbers.contains(&at.1)) {
                continue;
            }
            for formal in &formals {
                wanted.extend(found.actuals(*formal, at));
            }
        }
    }
}

/// What orders the threads of a program.
fn ordering(graph: &mut Graph<'_, '_>) -> Vec<Node> {
    let mut nodes = Vec::new();
    for id in &graph.index.methods {
        let Some(method) = graph.method(*id) else { continue };
        nodes.extend(monitors(&method));
        let volatile: Vec<usize> =
            (0..method.body.insns().len()).filter(|number| is_volatile(graph.program(), &method, *number)).collect();
        nodes.extend(loops_around(&method, &volatile));
        nodes.extend(volatile.iter().map(|number| Node::Instruction(*id, *number as u32)));
        for number in 0..method.body.insns().len() {
            if method.insn(number).is_some_and(|insn| opcode::is_invoke(insn.op)) && orders(graph, &method, number) {
                nodes.push(Node::Instruction(*id, number as u32));
                nodes.extend(graph.arguments(&method, number));
            }
        }
    }
    nodes
}

fn is_volatile(program: &Program, method: &Method, number: usize) -> bool {
    method.statements(number).any(|statement| match statement {
        Statement::GetField { field, .. }
        | Statement::PutField { field, .. }
        | Statement::GetStatic { field, .. }
        | Statement::PutStatic { field, .. } => {
            program.field(*field).is_some_and(|info| info.access & access::VOLATILE != 0)
        }
        _ => false,
    })
}

/// The branches of loops in which one of the instructions stands.
fn loops_around(method: &Method, inside: &[usize]) -> Vec<Node> {
    if inside.is_empty() {
        return Vec::new();
    }
    let branches = (0..method.body.insns().len()).filter(|number| {
        let branches = method.insn(*number).is_some_and(|insn| decides(insn.op));
        let flow = &method.flow;
        branches && inside.iter().any(|at| flow.reaches(*number, *at) && flow.reaches(*at, *number))
    });
    branches.map(|number| Node::Instruction(method.id, number as u32)).collect()
}

/// Whether a call orders threads or ends them all.
fn orders(graph: &Graph<'_, '_>, method: &Method, number: usize) -> bool {
    let program = graph.program();
    graph.answer.callees(method.id, method.offset(number)).any(|callee| {
        let name = program.method(callee).map_or("", |info| info.name.as_str());
        match program.name(callee.class) {
            "java/lang/Object" => name.starts_with("wait") || name.starts_with("notify"),
            "java/lang/Thread" => name != "<init>" && name != "currentThread",
            "java/lang/System" | "java/lang/Runtime" => matches!(name, "exit" | "halt" | "addShutdownHook"),
            "java/util/Timer" => name != "<init>",
            class => class.starts_with("java/util/concurrent/"),
        }
    })
}
