//! The dependences of a node: what its value, its place in the heap, or its running depends on directly.
//!
//! Here are those within a method; [`super::calls`] has those at calls, [`super::reaching`] finds the stores that a load may read. Where the budget
//! is used up (`direct`), a load depends on all stores that may write its fact, without a walk to them.

use super::checkpoint::Checkpoint;
use super::facts::{FactId, Facts};
use super::index::Index;
use super::locks::Held;
use super::method::Method;
use super::node::{Edge, Kind, Node, Way};
use super::options::Options;
use super::sites::{Place, Site};
use super::threads::Threads;
use super::throwing::Throwing;
use super::value_flow;
use crate::analysis::ir::Statement;
use crate::analysis::points_to::{ObjectSet, PointsTo};
use crate::analysis::ssa::{Definition, Value};
use crate::classfile::opcode::{self, GETFIELD, IALOAD, IASTORE, PUTFIELD, SALOAD, SASTORE};
use crate::program::{MethodId, Program, access};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

/// What is asked of the walk backwards: the method, the instruction's number, the fact, and the value that its object is.
type Asked = (MethodId, u32, FactId, Option<Value>);

/// The dependence graph of a program, made where it is asked.
pub struct Graph<'p, 'a> {
    /// The points-to answer that it rests on.
    pub answer: &'p PointsTo<'a>,
    /// What methods do to each other.
    pub index: &'p Index,
    throwing: &'p Throwing,
    /// The facts that were asked for.
    pub facts: Facts,
    methods: FxHashMap<MethodId, Option<Rc<Method>>>,
    /// What each load or call is reached by: memory of [`super::reaching`].
    pub(super) reached: FxHashMap<Asked, Rc<[Node]>>,
    /// The threads.
    pub threads: Rc<Threads>,
    /// The locks that were asked for, by method and instruction: memory of [`super::locks`].
    pub(super) locks: FxHashMap<(MethodId, usize), Rc<[Held]>>,
    /// Whether builders stay in their method: memory of [`super::reaching`].
    pub(super) inside: RefCell<FxHashMap<(MethodId, Value), bool>>,
    /// See [`Graph::lone`]; found when it is first asked.
    lone: Option<Rc<FxHashSet<Site>>>,
    /// Whether the application waits on objects.
    pub(super) waits: OnceCell<bool>,
    /// Whether loads depend on all stores that may write what they read.
    pub direct: bool,
    /// The checkpoint at which slices end.
    pub point: Option<Rc<Checkpoint>>,
    /// Methods whose code is not followed: with `jsr`, or damaged.
    pub opaque: FxHashSet<MethodId>,
}

/// An edge within a method.
pub(super) fn inside(to: Node, kind: Kind) -> Edge {
    Edge { to, kind, way: Way::Inside }
}

/// An edge to the end of a callee.
pub(super) fn down(to: Node, kind: Kind) -> Edge {
    Edge { to, kind, way: Way::Down }
}

impl<'p, 'a> Graph<'p, 'a> {
    /// The graph on top of a points-to answer.
    pub fn new(answer: &'p PointsTo<'a>, index: &'p Index, throwing: &'p Throwing) -> Self {
        let mut graph = Self {
            answer,
            index,
            throwing,
            facts: Facts::default(),
            methods: FxHashMap::default(),
            reached: FxHashMap::default(),
            threads: Rc::default(),
            locks: FxHashMap::default(),
            inside: RefCell::default(),
            lone: None,
            waits: OnceCell::new(),
            direct: false,
            point: None,
            opaque: FxHashSet::default(),
        };
        graph.threads = Rc::new(graph.find_threads());
        graph
    }

    /// A method with code.
    pub fn method(&mut self, id: MethodId) -> Option<Rc<Method>> {
        if let Some(known) = self.methods.get(&id) {
            return known.clone();
        }
        let made = Method::new(self.answer, self.index, self.throwing, id).map(Rc::new);
        let flags = self.program().flags(id);
        if made.is_none() && flags & (access::NATIVE | access::ABSTRACT) == 0 {
            self.opaque.insert(id);
        }
        self.methods.insert(id, made.clone());
        made
    }

    /// The program.
    pub fn program(&self) -> &'a Program {
        self.answer.program()
    }

    /// The nodes of a criterion. Those that only say which object or element another one of them accesses are left out, where such
    /// dependences are not followed.
    pub fn criterion(&mut self, places: &[(MethodId, u32)], options: Options) -> Vec<Node> {
        let mut nodes: Vec<Node> = Vec::new();
        for (id, number) in places {
            nodes.push(Node::Instruction(*id, *number));
            let Some(method) = self.method(*id) else { continue };
            let Some(insn) = method.insn(*number as usize).filter(|insn| opcode::is_invoke(insn.op)) else { continue };
            let receives = insn.op != opcode::INVOKESTATIC && insn.op != opcode::INVOKEDYNAMIC;
            nodes.extend(self.arguments(&method, *number as usize).into_iter().skip(usize::from(receives)));
            nodes.extend(method.ssa.result(*number as usize).map(|_| Node::Result(*id, *number)));
        }
        if options.follows(Kind::Base) {
            return nodes;
        }
        let edges: Vec<Edge> = nodes.iter().flat_map(|node| self.edges(*node)).collect();
        let uses = |node: &Node, wanted: bool| {
            edges
                .iter()
                .any(|edge| edge.to == *node && (edge.kind == Kind::Base) == wanted && edge.kind != Kind::Control)
        };
        nodes.retain(|node| !uses(node, true) || uses(node, false));
        nodes
    }

    /// What the node depends on, all that runs before the checkpoint included.
    pub(super) fn all_edges(&mut self, node: Node) -> Vec<Edge> {
        if let Some(fact) = node.fact().filter(|_| self.direct) {
            return vec![inside(Node::Written(fact), Kind::Heap)];
        }
        let mut edges = Vec::new();
        if let Node::Written(fact) = node {
            self.of_written(fact, &mut edges);
            return edges;
        }
        let Some(method) = node.method().and_then(|id| self.method(id)) else { return edges };
        match node {
            Node::Written(_) | Node::Bundle(..) | Node::KeptHeap(_) | Node::KeptLocal(..) => {}
            Node::Instruction(_, number) => self.of_instruction(&method, number as usize, &mut edges),
            Node::Result(_, number) => self.of_result(&method, number as usize, &mut edges),
            Node::Within(_, number) => self.of_within(&method, number as usize, &mut edges),
            Node::Throws(_, number) => self.of_throws(&method, number as usize, &mut edges),
            Node::After(_, number, fact, thrown) => self.of_after(&method, number as usize, fact, thrown, &mut edges),
            Node::Argument(_, number, place) => {
                let arguments = method.arguments(self.program(), number as usize);
                let value = arguments.get(usize::from(place));
                edges.extend(value.into_iter().flat_map(|value| Self::of_value(&method, *value, Kind::Value)));
            }
            Node::Before(_, number, fact) => {
                let found = self.reaching(&method, number as usize, fact, None);
                edges.extend(found.iter().map(|to| inside(*to, Kind::Heap)));
            }
            Node::Parameter(id, place) => self.add_callers(id, Kind::Value, &mut edges, |graph, site, number| {
                graph.arguments_for(id, place, site, number)
            }),
            Node::AtEntry(id, fact) => {
                self.add_callers(id, Kind::Heap, &mut edges, |graph, site, number| {
                    vec![graph.before(id, fact, site, number)]
                });
                self.of_program_start(id, fact, &mut edges);
            }
            Node::Entry(id) => {
                self.add_callers(id, Kind::Call, &mut edges, |graph, site, number| {
                    let within = graph.calls_back(site, id).then_some(Node::Within(site.0, number));
                    std::iter::once(Node::Instruction(site.0, number)).chain(within).collect()
                });
            }
            Node::Return(_) => {
                let returns = |number: &usize| method.insn(*number).is_some_and(|insn| opcode::is_return(insn.op));
                let all =
                    (0..method.body.insns().len()).filter(returns).filter(|at| !method.ssa.operands(*at).is_empty());
                edges.extend(all.map(|at| inside(Node::Instruction(method.id, at as u32), Kind::Value)));
            }
            Node::Thrown(_) => {
                for number in method.flow.throwing().to_vec() {
                    edges.push(inside(Self::thrown_by(&method, number), Kind::Value));
                }
            }
            Node::AtExit(_, fact, thrown) => {
                let found = self.reaching_exit(&method, fact, thrown);
                edges.extend(found.iter().map(|to| inside(*to, Kind::Heap)));
            }
            Node::Caught(_, block) => {
                for number in method.flow.caught_by(block).collect::<Vec<_>>() {
                    edges.push(inside(Self::thrown_by(&method, number), Kind::Value));
                }
            }
        }
        edges
    }

    /// All that may write a fact. What a copy writes is what the original has.
    fn of_written(&mut self, fact: FactId, edges: &mut Vec<Edge>) {
        let known = self.facts.get(fact);
        edges.extend(self.keeps(fact).then_some(inside(Node::KeptHeap(fact), Kind::Heap)));
        for store in known.stores.clone() {
            edges.extend(self.of_store(store).into_iter().map(|to| inside(to, Kind::Heap)));
            if let Some(original) = self.index.copies.get(&store) {
                let objects = self.answer.objects(store.0, *original);
                let original = self.fact(known.place, objects);
                edges.push(inside(Node::Written(original), Kind::Heap));
            }
        }
    }

    /// What stands for what an instruction decides or throws; of a call, that it throws.
    fn thrown_by(method: &Method, number: usize) -> Node {
        let calls = method.insn(number).is_some_and(|insn| opcode::is_invoke(insn.op));
        if calls { Node::Throws(method.id, number as u32) } else { Node::Instruction(method.id, number as u32) }
    }

    /// The edges to what makes a value.
    pub(super) fn of_value(method: &Method, value: Value, kind: Kind) -> Vec<Edge> {
        let node = |value: Value| match method.ssa.definitions[value] {
            Definition::Parameter(place) => Node::Parameter(method.id, place),
            Definition::Caught(block) => Node::Caught(method.id, block),
            Definition::Instruction(item) => {
                let calls = method.body.insn(item).is_some_and(|insn| opcode::is_invoke(insn.op));
                let number = method.body.number(item) as u32;
                if calls { Node::Result(method.id, number) } else { Node::Instruction(method.id, number) }
            }
            Definition::Join(_) => unreachable!("sources are no joins"),
        };
        method.ssa.sources(value).into_iter().map(|value| inside(node(value), kind)).collect()
    }

    fn of_instruction(&mut self, method: &Rc<Method>, number: usize, edges: &mut Vec<Edge>) {
        let Some(insn) = method.insn(number) else { return };
        let op = insn.op;
        for &decider in method.flow.deciders(number) {
            edges.push(inside(Self::thrown_by(method, decider), Kind::Control));
        }
        edges.push(inside(Node::Entry(method.id), Kind::Call));
        if opcode::is_invoke(op) {
            let receives = op != opcode::INVOKESTATIC && op != opcode::INVOKEDYNAMIC;
            let receiver = method.ssa.operands(number).first().filter(|_| receives);
            edges.extend(receiver.into_iter().flat_map(|value| Self::of_value(method, *value, Kind::Base)));
            return;
        }
        // the object, and the place in an array, say where; all else is part of the value
        let bases = match op {
            GETFIELD | PUTFIELD => 1,
            IALOAD..=SALOAD | IASTORE..=SASTORE => 2,
            _ => 0,
        };
        for (place, value) in method.ssa.operands(number).iter().enumerate() {
            let kind = if place < bases { Kind::Base } else { Kind::Value };
            edges.extend(Self::of_value(method, *value, kind));
        }
        self.of_loads(method, number, edges);
        if op == opcode::NEW {
            self.of_new_value(method, number, edges);
        }
        edges.dedup();
    }

    /// A string, box or number is what its constructor is given.
    fn of_new_value(&self, method: &Method, number: usize, edges: &mut Vec<Edge>) {
        let Some(made) = method.ssa.result(number) else { return };
        let is_value = method.statements(number).any(|statement| match statement {
            Statement::New { ty, .. } => {
                ty.as_class().is_some_and(|class| value_flow::is_value_class(self.program().name(class)))
            }
            _ => false,
        });
        if !is_value {
            return;
        }
        for at in number + 1..method.body.insns().len() {
            if method.insn(at).is_none_or(|insn| insn.op != opcode::INVOKESPECIAL) {
                continue;
            }
            let receiver = method.ssa.operands(at).first().map(|value| method.original(*value));
            if receiver == Some(made) {
                let site = (method.id, method.offset(at));
                let of_jdk = self.index.boundaries.contains_key(&site);
                let arguments = self.arguments(method, at).into_iter().skip(1);
                let nodes = arguments.chain(of_jdk.then_some(Node::Within(method.id, at as u32)));
                edges.extend(nodes.map(|node| inside(node, Kind::Value)));
            }
        }
    }

    /// The number of a fact.
    pub(super) fn fact(&mut self, place: Place, objects: ObjectSet) -> FactId {
        let lone = if place == Place::Content { self.lone() } else { Rc::default() };
        self.facts.number(self.answer, self.index, (place, objects), &lone)
    }

    /// The calls that write into builders which never leave their method.
    pub(super) fn lone(&mut self) -> Rc<FxHashSet<Site>> {
        if let Some(known) = &self.lone {
            return Rc::clone(known);
        }
        let index = self.index;
        let sites = index.stores.get(&Place::Content).into_iter().flatten().map(|store| store.0);
        let of_builder = |site: &Site| {
            index.boundaries.get(site).map_or(index.flows.contains_key(site), |boundary| boundary.is_of_builder)
        };
        let sites: Vec<Site> = sites.filter(of_builder).collect();
        let lone: FxHashSet<Site> = sites.into_iter().filter(|site| self.writes_alone(*site)).collect();
        Rc::clone(self.lone.insert(Rc::new(lone)))
    }

    /// Whether a call writes into a builder that never leaves the method.
    fn writes_alone(&mut self, (id, offset): Site) -> bool {
        let Some(method) = self.method(id) else { return false };
        let Some(number) = method.number_at(offset).filter(|number| self.is_of_builder(&method, *number)) else {
            return false;
        };
        let receiver = method.ssa.operands(number).first();
        receiver.is_some_and(|receiver| self.stays_inside(&method, self.builder(&method, *receiver)))
    }

    /// What an instruction reads from the heap.
    fn of_loads(&mut self, method: &Rc<Method>, number: usize, edges: &mut Vec<Edge>) {
        let loads: Vec<Statement> = method.statements(number).copied().collect();
        for load in loads {
            let (place, base) = match load {
                Statement::GetField { base: Some(base), field, .. } => (Place::Field(field), Some(base)),
                Statement::GetElement { base: Some(base), .. } => (Place::Element, Some(base)),
                Statement::GetStatic { field, .. } => (Place::Static(field), None),
                _ => continue,
            };
            let content = matches!(place, Place::Field(field) if !self.program().is_application(field.class));
            let objects = base.map_or_else(ObjectSet::default, |base| self.answer.objects(method.id, base));
            let value = base.and_then(|_| method.ssa.operands(number).first()).map(|value| method.original(*value));
            if content {
                self.of_heap(method, number, (Place::Content, objects.clone()), value, edges);
            }
            self.of_heap(method, number, (place, objects), value, edges);
        }
    }

    /// What a place holds before an instruction: what this thread wrote, and what others may.
    pub(super) fn of_heap(
        &mut self,
        method: &Rc<Method>,
        number: usize,
        (place, objects): (Place, ObjectSet),
        base: Option<Value>,
        edges: &mut Vec<Edge>,
    ) {
        let alone = place == Place::Content && base.is_some_and(|base| self.stays_inside(method, base));
        let fact = self.fact(place, objects);
        if self.facts.get(fact).stores.is_empty() && !alone {
            return;
        }
        if self.direct {
            edges.push(inside(Node::Written(fact), Kind::Heap));
            if alone {
                let own: Vec<Site> = self.lone().iter().copied().filter(|site| site.0 == method.id).collect();
                let nodes = own.into_iter().flat_map(|site| self.of_store(site)).collect::<BTreeSet<_>>();
                edges.extend(nodes.into_iter().map(|to| inside(to, Kind::Heap)));
            }
            return;
        }
        let found = self.reaching(method, number, fact, base);
        edges.extend(found.iter().map(|to| inside(*to, Kind::Heap)));
        let threads = Rc::clone(&self.threads);
        if threads.list.is_empty() {
            return;
        }
        for store in self.facts.get(fact).stores.clone() {
            if threads.interfere(method.id, store.0) && !self.is_hidden((method, number), fact, store) {
                let nodes = self.of_store(store).into_iter();
                edges.extend(nodes.map(|to| Edge { to, kind: Kind::Interference, way: Way::Across }));
            }
        }
    }
}
