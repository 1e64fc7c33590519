//! Which stores a load may read: the walk backwards from it over the control flow of its method.
//!
//! A store into a static ends the way on which it is met, as does one whose object is the same value as the load's and has not
//! been made anew since. A call that may write ends it too: its own node goes on before the call where no callee writes on some path. So a
//! write that always happens in a callee hides those before the call, without any must-analysis. What comes to the start of
//! the method is asked of its callers.

use super::boundary;
use super::edges::Graph;
use super::facts::{Fact, FactId};
use super::method::Method;
use super::node::Node;
use super::sites::Place;
use super::value_flow::Flows;
use crate::analysis::ssa::{Definition, Value};
use crate::classfile::opcode::{self, ANEWARRAY, NEW, NEWARRAY};
use crate::program::MethodId;
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use std::rc::Rc;

/// What is asked of one walk.
struct Walk<'m, 'g, 'p, 'a> {
    graph: &'g Graph<'p, 'a>,
    method: &'m Method,
    fact: Rc<Fact>,
    number: FactId,
    /// The value that the place's object is, if it is one value.
    base: Option<Value>,
    /// Whether nothing else has that object: a builder that never leaves the method.
    alone: bool,
    found: RefCell<Vec<Node>>,
}

impl Graph<'_, '_> {
    /// What may have written the fact before an instruction, to the object that is this value.
    pub(super) fn reaching(
        &mut self,
        method: &Rc<Method>,
        number: usize,
        fact: FactId,
        base: Option<Value>,
    ) -> Rc<[Node]> {
        let key = (method.id, number as u32, fact, base);
        if let Some(known) = self.reached.get(&key) {
            return Rc::clone(known);
        }
        let walk = self.walk(method, fact, base);
        // the load itself may be what makes its class's initialiser run
        let found = if walk.initializes(number) {
            vec![Node::After(method.id, number as u32, fact, false)]
        } else {
            walk.keep_at(number);
            let to_start = method.flow.walk_back(number, |number, thrown| walk.goes_on(number, thrown));
            walk.finish(to_start)
        };
        let found: Rc<[Node]> = found.into();
        self.reached.insert(key, Rc::clone(&found));
        found
    }

    /// What may have written the fact when the method ends.
    pub(super) fn reaching_exit(&mut self, method: &Rc<Method>, fact: FactId, thrown: bool) -> Vec<Node> {
        let walk = self.walk(method, fact, None);
        let to_start = method.flow.walk_back_from_exit(thrown, |number, thrown| walk.goes_on(number, thrown));
        walk.finish(to_start)
    }

    fn walk<'m>(&self, method: &'m Method, number: FactId, base: Option<Value>) -> Walk<'m, '_, '_, '_> {
        let fact = self.facts.get(number);
        // a join may be another object each time that control comes to it
        let base = base.filter(|base| !matches!(method.ssa.definitions[*base], Definition::Join(_)));
        let alone = fact.place == Place::Content && base.is_some_and(|base| self.stays_inside(method, base));
        Walk { graph: self, method, fact, number, base, alone, found: RefCell::default() }
    }

    /// Whether a builder is made in the method and only methods of builders get it.
    pub(super) fn stays_inside(&self, method: &Method, builder: Value) -> bool {
        let Definition::Instruction(item) = method.ssa.definitions[builder] else { return false };
        if method.body.insn(item).is_none_or(|insn| insn.op != NEW) {
            return false;
        }
        if let Some(known) = self.inside.borrow().get(&(method.id, builder)) {
            return *known;
        }
        let stays = self.is_used_well(method, builder);
        self.inside.borrow_mut().insert((method.id, builder), stays);
        stays
    }

    /// Whether only methods of builders get a builder.
    fn is_used_well(&self, method: &Method, builder: Value) -> bool {
        let used_well = |number: usize| {
            let operands = method.ssa.operands(number);
            let is_it =
                |value: &Value| method.ssa.sources(*value).iter().any(|value| self.builder(method, *value) == builder);
            let places: Vec<usize> =
                operands.iter().enumerate().filter(|(_, value)| is_it(value)).map(|(at, _)| at).collect();
            let flows = self.is_of_builder(method, number);
            let copies = method.insn(number).is_some_and(super::method::is_copy);
            let joins = operands.iter().any(|value| is_it(value) && self.builder(method, *value) != builder);
            places.is_empty() || !joins && (copies || places == [0] && flows)
        };
        (0..method.body.insns().len()).all(used_well)
    }

    /// Whether the instruction is a call of a builder's method, compares with null, or drops the builder that a call gave back.
    pub(super) fn is_of_builder(&self, method: &Method, number: usize) -> bool {
        let site = (method.id, method.offset(number));
        let into_or_from = |flows: &Flows| matches!(flows, Flows::FromContent | Flows::IntoContent);
        let of_jdk = self.index.boundaries.get(&site);
        let appends = of_jdk.is_some_and(|boundary| boundary.is_of_builder && !boundary.is_static);
        let harmless = [opcode::IFNULL, opcode::IFNONNULL, opcode::POP];
        let tests = method.insn(number).is_some_and(|insn| harmless.contains(&insn.op));
        tests || appends || self.index.flows.get(&site).is_some_and(into_or_from)
    }
}

impl Walk<'_, '_, '_, '_> {
    fn modifiers(&self) -> &FxHashSet<MethodId> {
        self.fact.modifiers(self.graph.index)
    }

    fn add(&self, node: Node) {
        let mut found = self.found.borrow_mut();
        if !found.contains(&node) {
            found.push(node);
        }
    }

    fn finish(self, to_start: bool) -> Vec<Node> {
        if to_start && !self.alone {
            self.add(Node::AtEntry(self.method.id, self.number));
        }
        self.found.into_inner()
    }

    /// Whether the instruction may run an initialiser that writes the fact.
    fn initializes(&self, number: usize) -> bool {
        let site = (self.method.id, self.method.offset(number));
        let run = self.graph.index.initializes.get(&site);
        run.into_iter().flatten().any(|method| self.modifiers().contains(method))
    }

    /// Looks at an instruction as below. Where the walk comes to the checkpoint it meets the captured state, and goes on if it can be come to again.
    fn goes_on(&self, number: usize, thrown: bool) -> bool {
        let goes_on = self.passes(number, thrown);
        if goes_on {
            self.keep_at(number);
        }
        goes_on
    }

    /// Adds the captured state at a call that leads to the checkpoint, or at its own instruction.
    fn keep_at(&self, number: usize) {
        let point = self.graph.point.as_ref();
        if point.is_some_and(|point| point.is_site((self.method.id, number as u32))) && self.graph.keeps(self.number) {
            self.add(Node::KeptHeap(self.number));
        }
    }

    /// Looks at an instruction that control leaves, by an exception or not; whether what is before it counts too.
    fn passes(&self, number: usize, thrown: bool) -> bool {
        let (id, at) = (self.method.id, number as u32);
        let Some(insn) = self.method.insn(number) else { return true };
        if self.initializes(number) || self.calls_modifier(number) {
            self.add(Node::After(id, at, self.number, thrown));
            return false;
        }
        let offset = self.method.offset(number);
        let stores = self.fact.stores.binary_search(&(id, offset)).is_ok() || self.alone && self.writes_content(number);
        if opcode::is_invoke(insn.op) {
            if stores && self.graph.index.copies.contains_key(&(id, offset)) {
                self.add(Node::After(id, at, self.number, thrown));
                return false;
            }
            if self.base.is_some() && self.method.ssa.result(number) == self.base && self.makes_anew(number) {
                self.add(Node::Within(id, at));
                return false;
            }
            let of_jdk = self.graph.index.boundaries.contains_key(&(id, offset));
            if stores && of_jdk && self.writes_within(number) {
                self.add(Node::After(id, at, self.number, thrown));
                return false;
            }
            if stores && !of_jdk && !thrown && self.content(number) {
                return false;
            }
            if self.base.is_some() && self.method.ssa.result(number) == self.base {
                self.add(Node::Before(id, at, self.number));
                return false;
            }
            return true;
        }
        if self.base.is_some() && self.method.ssa.result(number) == self.base {
            // before it the value was another object, if it was one
            if !matches!(insn.op, NEW | NEWARRAY | ANEWARRAY) {
                self.add(Node::Before(id, at, self.number));
            }
            return false;
        }
        if !stores || thrown || self.is_another(self.target(number)) {
            return true;
        }
        let same = self.base.is_some() && self.target(number) == self.base;
        self.add(Node::Instruction(id, at));
        let one_place =
            matches!(self.fact.place, Place::Static(_)) || same && matches!(self.fact.place, Place::Field(_));
        !one_place
    }

    /// Whether this is another object than the one that is asked for: both are made here, by different instructions.
    fn is_another(&self, target: Option<Value>) -> bool {
        let (Some(base), Some(target)) = (self.base, target) else { return false };
        let made = |value: Value| match self.method.ssa.definitions[value] {
            Definition::Instruction(item) => self.method.body.insn(item).is_some_and(|insn| {
                matches!(insn.op, NEW | NEWARRAY | ANEWARRAY)
                    || opcode::is_invoke(insn.op) && self.makes_anew(self.method.body.number(item))
            }),
            _ => false,
        };
        base != target && made(base) && made(target)
    }

    /// The value of the object that a store writes to.
    fn target(&self, number: usize) -> Option<Value> {
        let first = self.method.ssa.operands(number).first()?;
        matches!(self.fact.place, Place::Field(_) | Place::Element).then(|| self.method.original(*first))
    }

    /// A call of a builder's method that writes its content: the same builder, or one that may be the same.
    fn content(&self, number: usize) -> bool {
        let first = self.method.ssa.operands(number).first();
        let target = first.map(|first| self.graph.builder(self.method, *first));
        if self.alone && target != self.base || self.is_another(target) {
            return false;
        }
        self.add(Node::After(self.method.id, number as u32, self.number, false));
        true
    }

    /// Whether a call writes into a builder.
    fn writes_content(&self, number: usize) -> bool {
        let index = self.graph.index;
        let site = (self.method.id, self.method.offset(number));
        index.flows.get(&site) == Some(&Flows::IntoContent)
            || index.boundaries.get(&site).is_some_and(|boundary| !boundary.writes.arguments.is_empty())
    }

    /// Whether a call of the JDK may write into the object that is asked for.
    fn writes_within(&self, number: usize) -> bool {
        let index = self.graph.index;
        let Some(boundary) = index.boundaries.get(&(self.method.id, self.method.offset(number))) else { return true };
        if self.base.is_none() {
            return true;
        }
        let values = self.method.arguments(self.graph.program(), number);
        let arguments = boundary.writes.arguments.iter().filter_map(|place| values.get(*place).copied());
        let written = arguments.chain(self.method.ssa.result(number));
        let builder = |value: Value| Some(self.graph.builder(self.method, value));
        // what it writes through its arguments is another object than they are
        let (index, answer) = (self.graph.index, self.graph.answer);
        let site = (self.method.id, self.method.offset(number));
        let goes_through = |place: &usize| {
            let Some(var) = boundary.arguments.get(*place).copied().flatten() else { return false };
            !index.written(answer, self.fact.place, site, var).without(&answer.objects(site.0, var)).is_empty()
        };
        if !self.alone && boundary.writes.arguments.iter().any(goes_through) {
            return true;
        }
        if self.alone {
            return written.into_iter().any(|value| builder(value) == self.base);
        }
        !written.into_iter().all(|value| self.is_another(builder(value)))
    }

    /// Whether a call of the JDK makes its result anew.
    fn makes_anew(&self, number: usize) -> bool {
        let graph = self.graph;
        let site = (self.method.id, self.method.offset(number));
        let mut callees = graph.answer.callees(site.0, site.1).peekable();
        let fresh = |callee: MethodId| {
            !graph.program().is_application(callee.class) && boundary::is_fresh(graph.program(), callee)
        };
        graph.index.boundaries.contains_key(&site) && callees.peek().is_some() && callees.all(fresh)
    }

    fn calls_modifier(&self, number: usize) -> bool {
        let offset = self.method.offset(number);
        if self.alone || self.graph.index.flows.get(&(self.method.id, offset)).is_some_and(|it| *it != Flows::Sink) {
            return false;
        }
        let callees = self.graph.index.callees(self.graph.answer, (self.method.id, offset));
        callees.iter().any(|callee| self.modifiers().contains(callee))
    }
}
