//! The dependences of a node: what its value, its place in the heap, or its running depends on directly.
//!
//! Calls: the callees are those of the points-to analysis. A parameter of a callee whose descriptor is not the call's (the body of a
//! lambda, what reflection calls) depends on all arguments, and on what the function object was made of. A callee without
//! code, or one whose values flow as [`super::value_flow`] says, makes its result of its arguments.

use super::facts::{FactId, Facts, Place};
use super::index::{Index, Site};
use super::method::{self, Method};
use super::node::{Edge, Kind, Node, Way};
use super::options::Options;
use super::throwing::Throwing;
use super::value_flow::{self, Flows};
use crate::analysis::ir::{Statement, Target};
use crate::analysis::points_to::{ObjectSet, PointsTo};
use crate::analysis::ssa::{Definition, Value};
use crate::classfile::opcode::{self, GETFIELD, IALOAD, IASTORE, PUTFIELD, SALOAD, SASTORE};
use crate::program::{MethodId, Program, access};
use rustc_hash::{FxHashMap, FxHashSet};
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
    /// For each method the threads that run it, by their place in `threads`.
    threads_of: FxHashMap<MethodId, Vec<usize>>,
    /// Whether threads that start there may be several.
    several: Vec<bool>,
    /// Methods whose code is not followed: with `jsr`, or damaged.
    pub opaque: FxHashSet<MethodId>,
}

fn inside(to: Node, kind: Kind) -> Edge {
    Edge { to, kind, way: Way::Inside }
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
            threads_of: FxHashMap::default(),
            several: Vec::new(),
            opaque: FxHashSet::default(),
        };
        graph.find_threads();
        graph
    }

    /// Which threads run which methods: first that of `main`, then those in which code of the application may run. Threads
    /// of the JDK alone write nothing that the application reads.
    fn find_threads(&mut self) {
        let program = self.program();
        let mut runs: Vec<MethodId> = self.index.forks.keys().copied().collect();
        runs.sort_unstable();
        let threads = runs.into_iter().map(|run| self.index.thread([run]));
        let of_application: Vec<_> =
            threads.filter(|methods| methods.iter().any(|method| program.is_application(method.class))).collect();
        if of_application.is_empty() {
            return;
        }
        let is_run = |root: &MethodId| self.index.forks.contains_key(root);
        let roots = self.answer.roots().iter().chain(&self.index.begins).copied().filter(|root| !is_run(root));
        let threads = std::iter::once(self.index.thread(roots)).chain(of_application);
        for (number, methods) in threads.enumerate() {
            self.several.push(number > 0);
            for method in methods.into_iter().collect::<BTreeSet<_>>() {
                self.threads_of.entry(method).or_default().push(number);
            }
        }
    }

    /// Whether the two methods may run in different threads.
    fn interferes(&self, one: MethodId, other: MethodId) -> bool {
        let [one, other] = [one, other].map(|method| self.threads_of.get(&method));
        let (Some(one), Some(other)) = (one, other) else { return false };
        one.iter().any(|a| other.iter().any(|b| a != b || self.several[*a]))
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
        let mut nodes: Vec<Node> = places.iter().map(|(method, number)| Node::Instruction(*method, *number)).collect();
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

    /// What the node depends on.
    pub fn edges(&mut self, node: Node) -> Vec<Edge> {
        let Some(method) = self.method(node.method()) else { return Vec::new() };
        let mut edges = Vec::new();
        match node {
            Node::Instruction(_, number) => self.of_instruction(&method, number as usize, &mut edges),
            Node::Result(_, number) => self.of_result(&method, number as usize, &mut edges),
            Node::Throws(_, number) => self.of_throws(&method, number as usize, &mut edges),
            Node::After(_, number, fact, thrown) => self.of_after(&method, number as usize, fact, thrown, &mut edges),
            Node::Argument(_, number, place) => {
                let arguments = method.arguments(self.program(), number as usize);
                let value = arguments.get(usize::from(place));
                edges.extend(value.into_iter().flat_map(|value| Self::of_value(&method, *value, Kind::Value)));
            }
            Node::Before(id, number, fact) => {
                let found = self.reaching(&method, number as usize, fact, None);
                edges.extend(found.iter().map(|to| inside(*to, Kind::Heap)));
                debug_assert_eq!(id, method.id);
            }
            Node::Parameter(id, place) => self.add_callers(id, Kind::Value, &mut edges, |graph, site, number| {
                graph.arguments_for(id, place, site, number)
            }),
            Node::AtEntry(id, fact) => {
                self.add_callers(id, Kind::Heap, &mut edges, |_, site, number| {
                    vec![Node::Before(site.0, number, fact)]
                });
                self.of_program_start(id, fact, &mut edges);
            }
            Node::Entry(id) => {
                self.add_callers(id, Kind::Call, &mut edges, |_, site, number| vec![Node::Instruction(site.0, number)]);
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

    /// What stands for what an instruction decides or throws; of a call, that it throws.
    fn thrown_by(method: &Method, number: usize) -> Node {
        let calls = method.insn(number).is_some_and(|insn| opcode::is_invoke(insn.op));
        if calls { Node::Throws(method.id, number as u32) } else { Node::Instruction(method.id, number as u32) }
    }

    /// The edges to what makes a value.
    fn of_value(method: &Method, value: Value, kind: Kind) -> Vec<Edge> {
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
        edges.dedup();
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
            let objects = base.map_or_else(ObjectSet::default, |base| self.answer.objects(method.id, base));
            let value = base.and_then(|_| method.ssa.operands(number).first()).map(|value| method.original(*value));
            self.of_heap(method, number, (place, objects), value, edges);
        }
    }

    /// What a place holds before an instruction: what this thread wrote, and what others may.
    fn of_heap(
        &mut self,
        method: &Rc<Method>,
        number: usize,
        (place, objects): (Place, ObjectSet),
        base: Option<Value>,
        edges: &mut Vec<Edge>,
    ) {
        let fact = self.facts.number(self.answer, self.index, place, objects);
        let found = self.reaching(method, number, fact, base);
        edges.extend(found.iter().map(|to| inside(*to, Kind::Heap)));
        if self.several.is_empty() {
            return;
        }
        for (writer, offset) in self.facts.get(fact).stores.clone() {
            if !self.interferes(method.id, writer) {
                continue;
            }
            let Some(at) = self.method(writer).and_then(|writer| writer.number_at(offset)) else { continue };
            edges.push(Edge { to: Node::Instruction(writer, at as u32), kind: Kind::Interference, way: Way::Across });
        }
    }

    /// The callees of a call with code that is followed, and whether others may be called too.
    fn callees(&mut self, method: &Method, number: usize) -> (Vec<MethodId>, bool) {
        let site = (method.id, method.offset(number));
        if self.index.flows.contains_key(&site) {
            return (Vec::new(), true);
        }
        let all: Vec<MethodId> = self.index.callees(self.answer, site);
        let followed: Vec<MethodId> = all.iter().copied().filter(|callee| self.method(*callee).is_some()).collect();
        let dynamic = method.insn(number).is_some_and(|insn| insn.op == opcode::INVOKEDYNAMIC);
        let others = followed.len() < all.len() || all.is_empty() || dynamic;
        (followed, others)
    }

    fn of_result(&mut self, method: &Rc<Method>, number: usize, edges: &mut Vec<Edge>) {
        let at = number as u32;
        edges.push(inside(Node::Instruction(method.id, at), Kind::Call));
        let (followed, others) = self.callees(method, number);
        edges.extend(followed.iter().map(|callee| Edge {
            to: Node::Return(*callee),
            kind: Kind::Value,
            way: Way::Down,
        }));
        if !others {
            return;
        }
        let flows = self.index.flows.get(&(method.id, method.offset(number))).copied();
        let arguments = method.arguments(self.program(), number);
        let makes_only_receiver = flows == Some(Flows::IntoContent);
        let first = usize::from(flows == Some(Flows::FromContent));
        let count = if makes_only_receiver { 1 } else { arguments.len() };
        edges.extend((first..count).map(|place| inside(Node::Argument(method.id, at, place as u16), Kind::Value)));
        if flows == Some(Flows::FromContent)
            && let Some((objects, base)) = self.receiver(method, number)
        {
            edges.extend(Self::of_value(method, arguments[0], Kind::Base));
            self.of_heap(method, number, (Place::Content, objects), Some(base), edges);
        }
    }

    /// The objects that a call is made on, and the value.
    fn receiver(&self, method: &Method, number: usize) -> Option<(ObjectSet, Value)> {
        let receiver = method.statements(number).find_map(|statement| match statement {
            Statement::Call(call) => method.ir.call(*call).receiver,
            _ => None,
        })?;
        let value = *method.ssa.operands(number).first()?;
        Some((self.answer.objects(method.id, receiver), self.builder(method, value)))
    }

    /// The builder that a value is: calls that give back their receiver are looked through, too.
    pub(super) fn builder(&self, method: &Method, value: Value) -> Value {
        let mut value = method.original(value);
        while let Definition::Instruction(item) = method.ssa.definitions[value] {
            let number = method.body.number(item);
            let gives = |statement: &Statement| match statement {
                Statement::Call(call) => match method.ir.call(*call).target {
                    Target::Virtual(called) | Target::Special(called) => {
                        value_flow::gives_receiver(self.program(), called)
                    }
                    _ => false,
                },
                _ => false,
            };
            let Some(receiver) = method.ssa.operands(number).first().filter(|_| method.statements(number).any(gives))
            else {
                break;
            };
            value = method.original(*receiver);
        }
        value
    }

    fn of_throws(&mut self, method: &Rc<Method>, number: usize, edges: &mut Vec<Edge>) {
        let at = number as u32;
        edges.push(inside(Node::Instruction(method.id, at), Kind::Call));
        let (followed, others) = self.callees(method, number);
        edges.extend(followed.iter().map(|callee| Edge {
            to: Node::Thrown(*callee),
            kind: Kind::Value,
            way: Way::Down,
        }));
        if others {
            let count = method.arguments(self.program(), number).len();
            edges.extend((0..count).map(|place| inside(Node::Argument(method.id, at, place as u16), Kind::Value)));
        }
    }

    fn of_after(&mut self, method: &Rc<Method>, number: usize, fact: FactId, thrown: bool, edges: &mut Vec<Edge>) {
        let at = number as u32;
        edges.push(inside(Node::Instruction(method.id, at), Kind::Call));
        let site = (method.id, method.offset(number));
        let known = self.facts.get(fact);
        let initializers = self.index.initializes.get(&site).into_iter().flatten();
        let initializers: Vec<MethodId> = initializers.copied().filter(|it| known.modifiers.contains(it)).collect();
        let called: Vec<MethodId> = self.index.callees(self.answer, site);
        // a path on which nothing is written: past an initialiser that ran before, through a callee that does not write
        let mut passes = !initializers.is_empty() || called.is_empty();
        for callee in called.into_iter().chain(initializers) {
            if !known.modifiers.contains(&callee) {
                passes = true;
            } else if self.method(callee).is_some() {
                edges.push(Edge { to: Node::AtExit(callee, fact, thrown), kind: Kind::Heap, way: Way::Down });
            } else {
                passes = true;
                self.of_native_write(method, number, edges);
            }
        }
        if self.index.flows.get(&site) == Some(&Flows::IntoContent) {
            passes = true;
            let count = method.arguments(self.program(), number).len();
            edges.extend((1..count).map(|place| inside(Node::Argument(method.id, at, place as u16), Kind::Value)));
        }
        if passes {
            edges.push(inside(Node::Before(method.id, at, fact), Kind::Heap));
        }
    }

    /// Native code that writes: what it writes is made of its arguments, and of what the arrays among them hold.
    fn of_native_write(&mut self, method: &Rc<Method>, number: usize, edges: &mut Vec<Edge>) {
        let count = method.arguments(self.program(), number).len();
        edges.extend(
            (0..count).map(|place| inside(Node::Argument(method.id, number as u32, place as u16), Kind::Value)),
        );
        let read: Vec<_> = method
            .statements(number)
            .filter_map(|statement| match statement {
                Statement::Call(call) => Some(method.ir.call(*call)),
                _ => None,
            })
            .flat_map(|call| call.receiver.iter().chain(call.args.iter().flatten()).copied().collect::<Vec<_>>())
            .collect();
        for var in read {
            let objects = self.answer.objects(method.id, var);
            let arrays: ObjectSet =
                objects.iter().filter(|object| self.answer.allocation(*object).1.is_array()).collect();
            if !arrays.is_empty() {
                self.of_heap(method, number, (Place::Element, arrays), None, edges);
            }
        }
    }

    /// Edges from a formal-in to what it is at each call.
    fn add_callers(
        &mut self,
        callee: MethodId,
        kind: Kind,
        edges: &mut Vec<Edge>,
        at: impl Fn(&mut Self, Site, u32) -> Vec<Node>,
    ) {
        let index = self.index;
        for &site in index.callers.get(&callee).into_iter().flatten() {
            if index.flows.contains_key(&site) {
                continue;
            }
            let Some(number) = self.method(site.0).and_then(|caller| caller.number_at(site.1)) else { continue };
            let nodes = at(self, site, number as u32);
            edges.extend(nodes.into_iter().map(|to| Edge { to, kind, way: Way::Up }));
        }
    }

    /// The arguments of a call that a parameter of a callee gets.
    pub(super) fn arguments_for(&mut self, callee: MethodId, place: u16, site: Site, number: u32) -> Vec<Node> {
        let Some(caller) = self.method(site.0) else { return Vec::new() };
        let argument = |place: usize| Node::Argument(site.0, number, place as u16);
        let count = caller.arguments(self.program(), number as usize).len();
        if self.index.forks.get(&callee).is_some_and(|sites| sites.contains(&site)) {
            return vec![argument(0)];
        }
        let of_site = caller.statements(number as usize).find_map(|statement| match statement {
            Statement::Call(call) => match caller.ir.call(*call).target {
                Target::Static(called) | Target::Special(called) | Target::Virtual(called) => Some(called),
                _ => None,
            },
            _ => None,
        });
        let program = self.program();
        let shape = |method: MethodId| {
            program.method(method).map(|info| (info.name.clone(), method::parameter_slots(program, method).len()))
        };
        if of_site.is_some_and(|called| called == callee || shape(called) == shape(callee)) {
            return vec![argument(usize::from(place))];
        }
        let mut found: Vec<Node> = (0..count).map(argument).collect();
        for &made in self.index.functions.get(&callee).into_iter().flatten() {
            let Some((maker, at)) =
                self.method(made.0).and_then(|maker| Some((maker.clone(), maker.number_at(made.1)?)))
            else {
                continue;
            };
            let captured = maker.arguments(self.program(), at).len();
            found.extend((0..captured).map(|place| Node::Argument(made.0, at as u32, place as u16)));
        }
        found
    }

    /// What the JVM does before the program's own code: the main class's initialiser, and those that no instruction is known to run.
    fn of_program_start(&mut self, method: MethodId, fact: FactId, edges: &mut Vec<Edge>) {
        if !self.index.begins.contains(&method) {
            return;
        }
        let known = self.facts.get(fact);
        let program = self.program();
        let own = program.superclasses(method.class).filter_map(|class| class.declared("<clinit>", "()V"));
        let unforeseen = self.answer.roots().iter().copied().filter(|root| {
            program.method(*root).is_some_and(|info| info.name == "<clinit>") && !self.index.callers.contains_key(root)
        });
        let mut initializers: Vec<MethodId> = own.chain(unforeseen).collect();
        initializers.retain(|it| *it != method && known.modifiers.contains(it));
        initializers.sort_unstable();
        initializers.dedup();
        let exit = |it: MethodId| Edge { to: Node::AtExit(it, fact, false), kind: Kind::Heap, way: Way::Down };
        edges.extend(initializers.into_iter().map(exit));
    }
}
