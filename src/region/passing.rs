//! Calls that reach the next method of a chain through frames that are not the program's: JDK methods that only call on
//! (`Method.invoke`), function objects (lambdas, method references), and proxies.
//!
//! Which methods of the JDK only call on is a model, `patterns/pass-through.txt`. Whether such a call really leads to
//! the next method is not decided here: the capturing run looks at its own stack. So a call is admitted if it *may*:
//! * it names a modelled method, or one that a modelled method overrides (`Runnable.run` of a `FutureTask`);
//! * it names the method of a functional interface, and the program makes a function object of the next method that
//!   implements it;
//! * it names an interface's method, and the next method is an `InvocationHandler`'s, or the program makes such a handler of it.
//!
//! A call of any other method of the JDK goes on working after it has called ([`super::working`]).

use super::at;
use super::calls::{Calls, Functions, Way, is_call};
use super::names::{class_name, lineage};
use super::pattern::Place;
use crate::classfile::opcode::{INVOKEDYNAMIC, INVOKEINTERFACE};
use crate::classfile::{Constant, Insn, MemberRef, Operand};
use crate::program::{Class, ClassId, MethodId, Program};
use std::rc::Rc;

/// What proxies call.
const HANDLER: &str = "java/lang/reflect/InvocationHandler";

const MODEL: &str = include_str!("../../patterns/pass-through.txt");

/// The lines of the model that start with `word`: class and method.
fn modelled(word: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    MODEL.lines().filter_map(move |line| {
        let mut parts = line.split_whitespace();
        (parts.next() == Some(word)).then(|| Some((parts.next()?, parts.next()?))).flatten()
    })
}

/// The frames that may lie between two methods of a chain: class (`a/b/*`: all of the package) and method (`*`: all).
pub fn pass_through_frames() -> Vec<(String, String)> {
    let pair = |(class, method): (&str, &str)| (class.to_owned(), method.to_owned());
    modelled("entry").chain(modelled("inner")).map(pair).collect()
}

impl Calls<'_> {
    /// The calls of `caller` that may pass through to `target`, at the place if one is given; if none is, only those of
    /// function objects, since reflection can call anything.
    pub fn passing(&self, caller: MethodId, target: MethodId, place: Option<Place>) -> Vec<Way> {
        let functions = self.function_methods(target);
        let is_handler = |(interface, _): &(ClassId, String)| self.program.name(*interface) == HANDLER;
        let handles = overrides(self.program, target, HANDLER) || functions.iter().any(is_handler);
        let passes = |insn: &Insn, member: &MemberRef| {
            let anything = self.calls_modelled(member) || handles && insn.op == INVOKEINTERFACE;
            anything && place.is_some() || self.calls_function(member, &functions)
        };
        self.sites(caller, place)
            .into_iter()
            .filter(|(_, insn, member)| passes(insn, member))
            .map(|(item, ..)| {
                let line = self.body(caller).and_then(|body| body.line(item));
                Way { item, line, via: Vec::new(), target, through: true, works: false }
            })
            .collect()
    }

    /// How such a call is written so that it is the only one there: its line, else its offset.
    pub fn place_of_passing(&self, caller: MethodId, item: usize, target: MethodId) -> Option<Place> {
        let body = self.body(caller)?;
        let alone = |place: &Place| {
            let direct = self.ways_to(caller, target).iter().any(|way| self.is_at(caller, way, *place));
            let passing = self.passing(caller, target, Some(*place));
            let passing = if passing.is_empty() { self.working(caller, target, *place) } else { passing };
            !direct && passing.len() == 1
        };
        body.line(item).map(Place::Line).filter(alone).or_else(|| body.offset(item).map(Place::Offset))
    }

    /// The methods of the JDK that are called at the place, and string concatenation, for people; each once.
    pub fn library_calls(&self, caller: MethodId, place: Place) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for (_, _, member) in self.sites(caller, Some(place)) {
            let named = self.program.class(&member.class);
            let declared = named.and_then(|class| self.program.resolve_method(class, &member.name, &member.descriptor));
            let Some(declared) = declared.filter(|it| !self.program.is_application(it.class)) else { continue };
            found.push(format!("{}.{}", class_name(self.program, declared.class), member.name));
        }
        let Some((class, body)) = self.program.get(caller.class).zip(self.body(caller)) else { return found };
        let here = |item: usize| at::is_at(&body, item, place);
        let dynamic = body.code.insns().filter(|(item, _)| here(*item)).filter_map(|(_, insn)| function(class, insn));
        if dynamic.into_iter().any(|(_, name, _)| name == "makeConcatWithConstants") {
            found.push("string concatenation".to_owned());
        }
        found.dedup();
        found
    }

    /// The call instructions of a method with what they name.
    pub(super) fn sites(&self, caller: MethodId, place: Option<Place>) -> Vec<(usize, Insn, MemberRef)> {
        let Some((class, body)) = self.program.get(caller.class).zip(self.body(caller)) else { return Vec::new() };
        let here = |item: usize| place.is_none_or(|place| at::is_at(&body, item, place));
        let calls = body.code.insns().filter(|(item, insn)| is_call(insn) && here(*item));
        calls
            .filter_map(|(item, insn)| match insn.operand {
                Operand::Constant(index) => Some((item, insn.clone(), class.file.member(index).ok()?)),
                _ => None,
            })
            .collect()
    }

    /// Whether the call is of a method of the JDK that only calls on.
    pub(super) fn calls_modelled(&self, member: &MemberRef) -> bool {
        let program = self.program;
        let Some(named) = program.class(&member.class) else { return false };
        modelled("entry").filter(|(_, method)| *method == member.name).any(|(class, _)| {
            let Some(class) = program.class(class) else { return false };
            program.is_subtype(named, class) || !program.is_application(named) && program.is_subtype(class, named)
        })
    }

    fn calls_function(&self, member: &MemberRef, functions: &[(ClassId, String)]) -> bool {
        let Some(named) = self.program.class(&member.class) else { return false };
        functions.iter().any(|(interface, name)| *name == member.name && self.program.is_subtype(*interface, named))
    }

    /// The interface methods that function objects of the target implement: interface and method name.
    pub(super) fn function_methods(&self, target: MethodId) -> Functions {
        if let Some(known) = self.functions.borrow().get(&target) {
            return Rc::clone(known);
        }
        // a reference to an overridden or abstract method may run the target
        let runs = |handle: &MethodId| *handle == target || self.implementations(*handle).contains(&target);
        let mut found = Vec::new();
        for (class, handles) in self.handles() {
            let makes: Vec<bool> = handles.iter().map(|handles| handles.iter().any(runs)).collect();
            let Some(class) = self.program.get(*class).filter(|_| makes.contains(&true)) else { continue };
            for (id, _) in class.methods() {
                let Some(body) = self.body(id) else { continue };
                let made = body.code.insns().filter_map(|(_, insn)| function(class, insn));
                for (bootstrap, name, descriptor) in made {
                    let interface = descriptor.rsplit_once(")L").map(|(_, name)| name.trim_end_matches(';').to_owned());
                    let interface = interface.and_then(|name| self.program.class(&name));
                    if let (Some(true), Some(interface)) = (makes.get(usize::from(bootstrap)), interface) {
                        found.push((interface, name));
                    }
                }
            }
        }
        let found = Rc::new(found);
        self.functions.borrow_mut().insert(target, Rc::clone(&found));
        found
    }
}

/// Bootstrap, name and descriptor of an `invokedynamic`.
fn function(class: &Class, insn: &Insn) -> Option<(u16, String, String)> {
    let Operand::Constant(index) = insn.operand else { return None };
    if insn.op != INVOKEDYNAMIC {
        return None;
    }
    match class.file.constant(index) {
        Ok(Constant::InvokeDynamic(bootstrap, name, descriptor)) => Some((bootstrap, name, descriptor)),
        _ => None,
    }
}

/// Whether the method is one of the interface's.
fn overrides(program: &Program, method: MethodId, interface: &str) -> bool {
    let Some((info, interface)) = program.method(method).zip(program.class(interface)) else { return false };
    let declares = |class: &Class| class.declared(&info.name, &info.descriptor).is_some();
    lineage(program, method.class).contains(&interface) && program.get(interface).is_some_and(declares)
}
