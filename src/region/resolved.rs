//! A region as places in a program: what the planner is given.
//!
//! Invariants: each call's target is the method of the next call, the last one's that of the start; all methods have
//! code. The root is the program's `main` or a method below it ([`Region::root`]).

use super::calls::Calls;
use super::names::{class_name, method_pattern};
use super::pattern::{Element, MethodPattern, Pattern, Place, PointPattern};
use crate::program::{MethodId, Program};

/// A region from a start to its end, or to the end of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The checkpoint.
    pub start: Point,
    /// The calls that lead to it, the root's first; empty if the root is the container.
    pub chain: Vec<ChainCall>,
    /// Where it ends: the region that would start there. None if it is open.
    pub end: Option<Box<Region>>,
    /// What the user should know about it.
    pub notes: Vec<String>,
}

/// An instruction of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The method.
    pub method: MethodId,
    /// The instruction: index in `Code::items`.
    pub item: usize,
    /// Its source line; none without a line table.
    pub line: Option<u16>,
}

/// A call of the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainCall {
    /// The caller.
    pub method: MethodId,
    /// The calling instruction: index in `Code::items` of the caller.
    pub item: usize,
    /// Its source line; none without a line table.
    pub line: Option<u16>,
    /// The method that this chain reaches by the call.
    pub target: MethodId,
    /// How the call comes about.
    pub kind: LinkKind,
}

/// How a method of the chain is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkKind {
    /// By an `invoke…` instruction.
    Call,
    /// By one whose callee is not of the program and calls on: a method of the JDK, a function object, a proxy.
    Through,
    /// The same, but the callee goes on working after it has called the target: `forEach`, sorting, streams.
    Working,
    /// The target is `<clinit>`; the instruction makes the JVM initialise its class.
    Initialisation,
}

impl Region {
    /// The calls of its chains, to the start and to the end.
    pub fn calls(&self) -> impl Iterator<Item = &ChainCall> {
        self.chain.iter().chain(self.end.iter().flat_map(|end| &end.chain))
    }

    /// The method that the chain starts with.
    pub fn root(&self) -> MethodId {
        self.chain.first().map_or(self.start.method, |call| call.method)
    }

    /// The methods from the root to the container.
    pub fn methods(&self) -> impl Iterator<Item = MethodId> + '_ {
        self.chain.iter().map(|call| call.method).chain([self.start.method])
    }

    /// The method that contains the checkpoint.
    pub fn container(&self) -> MethodId {
        self.start.method
    }

    /// The constructors of the chain.
    pub fn constructors(&self, program: &Program) -> Vec<MethodId> {
        self.named(program, "<init>")
    }

    /// The class initialisers of the chain.
    pub fn initialisers(&self, program: &Program) -> Vec<MethodId> {
        self.named(program, "<clinit>")
    }

    fn named(&self, program: &Program, name: &str) -> Vec<MethodId> {
        self.methods().filter(|method| program.method(*method).is_some_and(|info| info.name == name)).collect()
    }

    /// The region in full, ready to paste: every class, parameter list and call line written. Forwarders that resolving
    /// inserts are left out; so resolving the text again gives this region.
    pub fn describe(&self, program: &Program) -> String {
        let end = self.end.as_ref().map(|end| end.written(program).into());
        Pattern { start: self.written(program).into(), end }.to_string()
    }

    /// The start with its chain.
    fn written(&self, program: &Program) -> PointPattern {
        let calls = Calls::new(program);
        let written: Vec<&ChainCall> = self.chain.iter().filter(|call| !calls.is_forwarder(call.method)).collect();
        let mut chain = Vec::new();
        for (number, call) in written.iter().enumerate() {
            let next = written.get(number + 1).map_or(self.start.method, |next| next.method);
            let place = match call.kind {
                LinkKind::Call => calls.place_of(call.method, call.item, next),
                LinkKind::Through | LinkKind::Working => calls.place_of_passing(call.method, call.item, next),
                LinkKind::Initialisation => offset_of(program, call.method, call.item),
            };
            let method = MethodPattern { call: place.map(Into::into), ..method_pattern(program, call.method) };
            chain.push(Element::Method(method).into());
        }
        chain.push(Element::Method(method_pattern(program, self.start.method)).into());
        let place = self.start.place(program);
        let class = class_name(program, self.start.method.class);
        PointPattern { place: place.into(), class: class.into(), chain }
    }
}

impl Point {
    /// The line, if the point is the first instruction on it, else the offset.
    fn place(&self, program: &Program) -> Place {
        let body = program.code(self.method).ok().flatten();
        let first = self.line.and_then(|line| super::places::first_on_line(body.as_deref()?, line));
        match self.line {
            Some(line) if first == Some(self.item) => Place::Line(line),
            _ => offset_of(program, self.method, self.item).unwrap_or(Place::Offset(0)),
        }
    }
}

/// The instruction's offset.
pub(super) fn offset_of(program: &Program, method: MethodId, item: usize) -> Option<Place> {
    program.code(method).ok().flatten()?.offset(item).map(Place::Offset)
}
