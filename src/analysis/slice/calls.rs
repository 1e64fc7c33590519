//! The dependences at calls: what comes out of a call, what goes into its callees, and what the JVM runs before the program.
//!
//! The callees are those of the points-to analysis. A parameter of a callee whose name and number of parameters are not the call's (the body of
//! a lambda, what reflection calls) depends on all arguments, and on what the function object was made of. A callee without
//! code, or one whose values flow as [`super::value_flow`] says, makes its result of its arguments.

use super::boundary;
use super::comparing;
use super::contents;
use super::edges::{Graph, down, inside};
use super::facts::FactId;
use super::method::{self, Method};
use super::node::{Edge, Kind, Node, Way};
use super::sites::{Boundary, Place, Site};
use super::value_flow::{self, Flows};
use crate::analysis::ir::{Statement, Target};
use crate::analysis::points_to::ObjectSet;
use crate::analysis::ssa::{Definition, Value};
use crate::classfile::opcode;
use crate::program::MethodId;
use std::rc::Rc;

impl Graph<'_, '_> {
    /// The callees of a call with code that is followed, and whether others may be called too.
    pub(super) fn callees(&mut self, method: &Method, number: usize) -> (Vec<MethodId>, bool) {
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

    pub(super) fn of_result(&mut self, method: &Rc<Method>, number: usize, edges: &mut Vec<Edge>) {
        let at = number as u32;
        edges.push(inside(Node::Instruction(method.id, at), Kind::Call));
        let (followed, others) = self.callees(method, number);
        let boundary = self.index.boundaries.get(&(method.id, method.offset(number)));
        edges.extend(followed.into_iter().map(|callee| {
            let chosen = boundary.filter(|boundary| boundary.gives.object);
            down(Node::Return(callee), chosen.map_or(Kind::Value, |boundary| self.kind_of_callback(boundary, callee)))
        }));
        if boundary.is_some() {
            edges.push(inside(Node::Within(method.id, at), Kind::Value));
            return;
        }
        if !others {
            return;
        }
        let flows = self.index.flows.get(&(method.id, method.offset(number))).copied();
        let mut arguments = self.arguments(method, number);
        match flows {
            Some(Flows::IntoContent) => arguments.truncate(1), // it gives back the receiver
            Some(Flows::FromContent) => drop(arguments.drain(..1)),
            _ => {}
        }
        edges.extend(arguments.into_iter().map(|argument| inside(argument, Kind::Value)));
        if flows == Some(Flows::FromContent)
            && let Some((objects, base)) = self.receiver(method, number)
        {
            let receiver = method.ssa.operands(number)[0];
            edges.extend(Self::of_value(method, receiver, Kind::Base));
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

    /// What the JDK makes within a call: of the arguments, of what the objects among them hold, and of what the methods return that it
    /// calls back.
    pub(super) fn of_within(&mut self, method: &Rc<Method>, number: usize, edges: &mut Vec<Edge>) {
        let index = self.index;
        let site = (method.id, method.offset(number));
        let Some(boundary) = index.boundaries.get(&site) else { return };
        edges.push(inside(Node::Instruction(method.id, number as u32), Kind::Call));
        let back = index.callbacks.get(&site).into_iter().flatten();
        edges.extend(back.map(|callee| down(Node::Return(*callee), self.kind_of_callback(boundary, *callee))));
        if boundary.is_static {
            self.of_heap(method, number, (Place::Global, ObjectSet::default()), None, edges);
        }
        let values = method.arguments(self.program(), number);
        for (place, value) in values.iter().enumerate() {
            let first = edges.len();
            let argument = Node::Argument(method.id, number as u32, place as u16);
            if let Some(var) = boundary.arguments.get(place).copied().flatten() {
                let objects = self.answer.objects(method.id, var);
                let base = self.builder(method, *value);
                edges.push(inside(argument, self.kind_of_argument(&objects)));
                for (place, objects, is_it) in self.held(&objects) {
                    self.of_heap(method, number, (place, objects), is_it.then_some(base), edges);
                }
            } else {
                edges.push(inside(argument, Kind::Value));
            }
            if boundary.gives.selects && place > 0 {
                edges[first..].iter_mut().for_each(|edge| edge.kind = Kind::Base);
            }
        }
    }

    /// Why what the JDK makes depends on what a method gives that it calls back: a comparison only says which one of the things that a collection
    /// holds is meant.
    fn kind_of_callback(&self, boundary: &Boundary, callee: MethodId) -> Kind {
        let chooses = boundary.gives.compares && comparing::compares(self.program(), callee);
        if chooses { Kind::Base } else { Kind::Value }
    }

    /// Why what the JDK makes depends on an argument: an object that the application made only says which one is meant, one that the JDK made
    /// is made of something.
    fn kind_of_argument(&self, objects: &ObjectSet) -> Kind {
        let program = self.program();
        let is_place = |object: u32| {
            let of_application = contents::is_made_by_application(self.answer, object);
            let ty = self.answer.allocation(object).1;
            of_application && (ty.is_array() || contents::has_content(program, ty))
        };
        if !objects.is_empty() && objects.iter().all(is_place) { Kind::Base } else { Kind::Value }
    }

    /// What objects hold: places, the objects that have them, and whether these are the objects themselves.
    fn held(&self, objects: &ObjectSet) -> Vec<(Place, ObjectSet, bool)> {
        let (program, answer) = (self.program(), self.answer);
        let contents = &self.index.contents;
        let goes_on = |object: &u32| {
            let class = answer.allocation(*object).1.as_class();
            class.is_none_or(|class| !boundary::fails_fast(program, class))
        };
        let parts = contents.parts(answer, &objects.iter().filter(goes_on).collect()).without(objects);
        let mut held = Vec::new();
        for (objects, is_it) in [(objects, true), (&parts, false)] {
            let ty = |object: &u32| answer.allocation(*object).1;
            held.push((
                Place::Content,
                objects.iter().filter(|it| contents::has_content(program, ty(it))).collect(),
                is_it,
            ));
            held.push((Place::Element, objects.iter().filter(|it| ty(it).is_array()).collect(), is_it));
        }
        held.retain(|(_, objects, _): &(Place, ObjectSet, bool)| !objects.is_empty());
        held
    }

    pub(super) fn of_throws(&mut self, method: &Rc<Method>, number: usize, edges: &mut Vec<Edge>) {
        let at = number as u32;
        edges.push(inside(Node::Instruction(method.id, at), Kind::Call));
        let (followed, others) = self.callees(method, number);
        edges.extend(followed.into_iter().map(|callee| down(Node::Thrown(callee), Kind::Value)));
        if self.index.boundaries.contains_key(&(method.id, method.offset(number))) {
            edges.push(inside(Node::Within(method.id, at), Kind::Value));
        } else if others {
            edges.extend(self.arguments(method, number).into_iter().map(|argument| inside(argument, Kind::Value)));
        }
    }

    pub(super) fn of_after(
        &mut self,
        method: &Rc<Method>,
        number: usize,
        fact: FactId,
        thrown: bool,
        edges: &mut Vec<Edge>,
    ) {
        let at = number as u32;
        edges.push(inside(Node::Instruction(method.id, at), Kind::Call));
        let site = (method.id, method.offset(number));
        let known = self.facts.get(fact);
        let initializers = self.index.initializes.get(&site).into_iter().flatten();
        let initializers: Vec<MethodId> =
            initializers.copied().filter(|it| known.modifiers(self.index).contains(it)).collect();
        let called: Vec<MethodId> = self.index.callees(self.answer, site);
        // a path on which nothing is written: past an initialiser that ran before, through a callee that does not write
        let mut passes = !initializers.is_empty() || called.is_empty();
        for callee in called.into_iter().chain(initializers) {
            if !known.modifiers(self.index).contains(&callee) {
                passes = true;
            } else if self.method(callee).is_some() {
                edges.push(down(Node::AtExit(callee, fact, thrown), Kind::Heap));
            } else {
                passes = true;
                edges.extend(self.of_native_write(method, number).into_iter().map(|node| inside(node, Kind::Value)));
            }
        }
        if self.index.boundaries.contains_key(&site) {
            passes = true;
            let writes = known.stores.binary_search(&site).is_ok();
            if writes || known.place == Place::Content && self.lone().contains(&site) {
                edges.push(inside(Node::Within(method.id, at), Kind::Value));
            }
        }
        if let Some(original) = self.index.copies.get(&site).filter(|_| known.stores.binary_search(&site).is_ok()) {
            let objects = self.answer.objects(method.id, *original);
            let fact = self.fact(known.place, objects);
            edges.push(inside(Node::Before(method.id, at, fact), Kind::Heap));
        }
        if self.index.flows.get(&site) == Some(&Flows::IntoContent) {
            passes = true;
            let arguments = self.arguments(method, number).into_iter().skip(1);
            edges.extend(arguments.map(|argument| inside(argument, Kind::Value)));
        }
        if passes {
            edges.push(inside(Node::Before(method.id, at, fact), Kind::Heap));
            let is_kept = self.point.as_ref().is_some_and(|point| point.is_site((method.id, at))) && self.keeps(fact);
            edges.extend(is_kept.then_some(inside(Node::KeptHeap(fact), Kind::Heap)));
        }
    }

    /// The arguments of a call, as nodes.
    pub(super) fn arguments(&self, method: &Method, number: usize) -> Vec<Node> {
        let count = method.arguments(self.program(), number).len();
        (0..count).map(|place| Node::Argument(method.id, number as u32, place as u16)).collect()
    }

    /// What native code that a call runs writes: it is made of the arguments, and of what the arrays among them hold.
    fn of_native_write(&mut self, method: &Rc<Method>, number: usize) -> Vec<Node> {
        let mut nodes = self.arguments(method, number);
        let mut vars = Vec::new();
        for statement in method.statements(number) {
            if let Statement::Call(call) = statement {
                let call = method.ir.call(*call);
                vars.extend(call.receiver.iter().chain(call.args.iter().flatten()).copied());
            }
        }
        for var in vars {
            let objects = self.answer.objects(method.id, var);
            let arrays: ObjectSet =
                objects.iter().filter(|object| self.answer.allocation(*object).1.is_array()).collect();
            if !arrays.is_empty() {
                let fact = self.fact(Place::Element, arrays);
                nodes.push(Node::Before(method.id, number as u32, fact));
            }
        }
        nodes
    }

    /// What a store is: an instruction; a call that writes into a builder, with what it writes; the calls of native code.
    pub(super) fn of_store(&mut self, (id, offset): Site) -> Vec<Node> {
        let Some(method) = self.method(id) else {
            let sites = self.index.callers.get(&id).cloned().unwrap_or_default();
            return sites.into_iter().flat_map(|site| self.at(site, Self::of_native_write)).collect();
        };
        let Some(number) = method.number_at(offset) else { return Vec::new() };
        let mut nodes = vec![Node::Instruction(id, number as u32)];
        if self.index.flows.contains_key(&(id, offset)) {
            nodes.extend(self.arguments(&method, number).into_iter().skip(1));
        }
        if self.index.boundaries.contains_key(&(id, offset)) {
            nodes.push(Node::Within(id, number as u32));
        }
        nodes
    }

    /// Asks at an instruction; nothing if its code is not followed.
    fn at(&mut self, site: Site, ask: impl Fn(&mut Self, &Rc<Method>, usize) -> Vec<Node>) -> Vec<Node> {
        let Some(method) = self.method(site.0) else { return Vec::new() };
        method.number_at(site.1).map_or(Vec::new(), |number| ask(self, &method, number))
    }

    /// Edges from a formal-in to what it is at each call.
    pub(super) fn add_callers(
        &mut self,
        callee: MethodId,
        kind: Kind,
        edges: &mut Vec<Edge>,
        at: impl Fn(&mut Self, Site, u32) -> Vec<Node>,
    ) {
        let index = self.index;
        for &site in index.callers.get(&callee).into_iter().flatten() {
            let Some(number) = self.method(site.0).and_then(|caller| caller.number_at(site.1)) else { continue };
            let nodes = at(self, site, number as u32);
            edges.extend(nodes.into_iter().map(|to| Edge { to, kind, way: Way::Up }));
        }
    }

    /// Whether the JDK calls the method back within a call of it.
    pub(super) fn calls_back(&self, site: Site, callee: MethodId) -> bool {
        self.index.callbacks.get(&site).is_some_and(|list| list.contains(&callee))
    }

    /// The heap that a callee finds: that of before the call; of a method that is called back, what the call did already, too.
    pub(super) fn before(&self, callee: MethodId, fact: FactId, site: Site, number: u32) -> Node {
        if self.calls_back(site, callee) {
            Node::After(site.0, number, fact, false)
        } else {
            Node::Before(site.0, number, fact)
        }
    }

    /// The arguments of a call that a parameter of a callee gets.
    pub(super) fn arguments_for(&mut self, callee: MethodId, place: u16, site: Site, number: u32) -> Vec<Node> {
        let Some(caller) = self.method(site.0) else { return Vec::new() };
        let argument = |place: usize| Node::Argument(site.0, number, place as u16);
        let count = caller.arguments(self.program(), number as usize).len();
        if self.calls_back(site, callee) {
            return vec![Node::Within(site.0, number)];
        }
        if self.index.forks.get(&callee).is_some_and(|sites| sites.contains(&site)) {
            let of_jdk = self.index.boundaries.contains_key(&site).then_some(Node::Within(site.0, number));
            return std::iter::once(argument(0)).chain(of_jdk).collect();
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
        (0..count).map(argument).collect()
    }

    /// What the JVM does before the program's own code: the main class's initialiser, and those that no instruction is known to run.
    pub(super) fn of_program_start(&mut self, method: MethodId, fact: FactId, edges: &mut Vec<Edge>) {
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
        initializers.retain(|it| *it != method && known.modifiers(self.index).contains(it));
        initializers.sort_unstable();
        initializers.dedup();
        edges.extend(initializers.into_iter().map(|it| down(Node::AtExit(it, fact, false), Kind::Heap)));
    }
}
