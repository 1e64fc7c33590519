//! Chains of threads that wait: from the methods on a thread's stack, as a refusal or a stack trace names them, to calls of a program.
//!
//! ```text
//! thread = element { ";" element } ";" waits
//! ```
//!
//! The elements are those of a region's chain, each with the place of its call; the last one, *waits*, is the method of the JDK in
//! which the thread waits. The first one is the thread's first method of the program. A stack trace tells neither parameter types nor
//! which of several calls on a line it was: so all chains that fit are found, and the runtime sees which one a thread is in.
//!
//! Which methods may be waited in is a model, `patterns/waits.txt`; `java.lang.Object.monitorenter` stands for the entry of a `synchronized`
//! block. Left out: the entries of `synchronized` methods, `*`, ends, and constructors.

use super::calls::{Calls, Way, is_call};
use super::error::{Problem, RegionError};
use super::links::preposition;
use super::names::{Found, classes_called, find_method, lineage};
use super::parse;
use super::pattern::{MethodPattern, Place, Spanned};
use super::resolve::spelled;
use super::resolved::{ChainCall, Point, Region};
use crate::classfile::opcode::MONITORENTER;
use crate::classfile::{MemberRef, Operand};
use crate::program::{MethodId, Program};

const MODEL: &str = include_str!("../../patterns/waits.txt");

/// In the place of a waiting method's name: the thread waits for the monitor of a `synchronized` block, whose entry is no call.
const MONITOR_ENTRY: &str = "monitorenter";

/// How many chains one text may stand for.
const MOST_CHAINS: usize = 32;

/// A chain of a thread, down to the call in which it waits: the region's start is that call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The chain as it was written.
    pub pattern: String,
    /// Its methods and calls.
    pub chain: Region,
    /// What the call names.
    pub callee: MemberRef,
    /// Whether the replay goes on behind the call instead of making it again.
    pub behind: bool,
}

/// The chains that the text stands for, at least one.
pub fn resolve_waiting(text: &str, program: &Program) -> Result<Vec<Waiting>, RegionError> {
    let elements = parse::thread(text)?;
    let calls = Calls::new(program);
    let (waits, methods) = elements.split_last().expect("the parser has seen to it that there are two");
    let first = methods_of(program, &methods[0])?;
    let mut open: Vec<(MethodId, Vec<(MethodId, Way)>)> = first.into_iter().map(|id| (id, Vec::new())).collect();
    for pair in methods.windows(2) {
        let targets = methods_of(program, &pair[1])?;
        let place = pair[0].value.call.as_ref().map(|call| call.value);
        let mut longer = Vec::new();
        for (caller, chain) in &open {
            for target in &targets {
                for way in ways(&calls, *caller, *target, place) {
                    let next = chain.iter().cloned().chain([(*caller, way)]).collect();
                    longer.push((*target, next));
                }
            }
        }
        longer.truncate(MOST_CHAINS);
        open = longer;
        if open.is_empty() {
            let [caller, callee] = [&pair[0], &pair[1]].map(|element| shown(&element.value));
            let place = place.map_or(String::new(), preposition);
            return Err(RegionError::new(Problem::NoCallThere { caller, callee, place }, pair[0].span));
        }
    }
    let place = methods.last().and_then(|last| last.value.call.as_ref()).map(|call| call.value);
    let mut found = Vec::new();
    for (container, chain) in open {
        for (item, callee, behind) in waits_in(&calls, container, &waits.value.name.value, place) {
            let line = calls.body(container).and_then(|body| body.line(item));
            let start = Point { method: container, item, line };
            let region = Region { start, chain: calls_of(&calls, &chain), end: None, notes: Vec::new() };
            found.push(Waiting { pattern: text.trim().to_owned(), chain: region, callee, behind });
        }
    }
    found.truncate(MOST_CHAINS);
    if found.is_empty() {
        let caller = methods.last().map_or(String::new(), |last| shown(&last.value));
        let place = place.map_or(String::new(), preposition);
        let problem = match waits.value.name.value.as_str() {
            MONITOR_ENTRY => Problem::NoMonitor { caller, place },
            _ => Problem::NoWait { caller, callee: shown(&waits.value), place },
        };
        return Err(RegionError::new(problem, waits.span));
    }
    Ok(found)
}

fn shown(method: &MethodPattern) -> String {
    format!("{}.{}", method.class.value.dotted(), method.name.value)
}

/// The methods with code that the element may stand for.
fn methods_of(program: &Program, element: &Spanned<MethodPattern>) -> Result<Vec<MethodId>, RegionError> {
    let pattern = &element.value;
    let classes = classes_called(program, &pattern.class.value);
    let class = pattern.class.value.to_string();
    if classes.is_empty() {
        return Err(RegionError::new(Problem::UnknownClass { class }, pattern.class.span));
    }
    let mut found = Vec::new();
    for class in classes {
        if pattern.parameters.is_none() {
            // a stack trace shows bridges, too
            let named = lineage(program, class).into_iter().filter(|class| program.is_application(*class));
            let mut named = named
                .filter_map(|class| program.get(class))
                .map(|class| class.methods_named(&pattern.name.value).map(|(id, _)| id).collect::<Vec<_>>());
            found.extend(named.find(|methods| !methods.is_empty()).unwrap_or_default());
            continue;
        }
        match find_method(program, class, pattern) {
            Found::One(method) => found.push(method),
            Found::Several(several) => found.extend(several),
            Found::OtherParameters(_) | Found::None => {}
        }
    }
    found.retain(|id| program.is_application(id.class) && program.method(*id).is_some_and(|info| info.code.is_some()));
    if found.is_empty() {
        let method = pattern.name.value.clone();
        return Err(RegionError::new(Problem::UnknownMethod { method, class }, element.span));
    }
    Ok(found)
}

/// The calls from one method to the next, at the place if it is known.
fn ways(calls: &Calls, caller: MethodId, target: MethodId, place: Option<Place>) -> Vec<Way> {
    let direct: Vec<Way> = calls
        .ways_to(caller, target)
        .into_iter()
        .filter(|way| way.via.is_empty() && place.is_none_or(|place| calls.is_at(caller, way, place)))
        .collect();
    if direct.is_empty() { calls.passing(caller, target, place) } else { direct }
}

/// The calls of the chain, which is given as callers with their ways.
fn calls_of(calls: &Calls, chain: &[(MethodId, Way)]) -> Vec<ChainCall> {
    let Some((first, _)) = chain.first() else { return Vec::new() };
    spelled(calls, *first, chain.iter().map(|(_, way)| way.clone()).collect())
}

/// The calls of a method of the JDK with this name that may be waited in: instruction, what it names, and whether the replay goes on
/// behind it.
fn waits_in(calls: &Calls, container: MethodId, name: &str, place: Option<Place>) -> Vec<(usize, MemberRef, bool)> {
    let program = calls.program;
    let (Some(class), Some(body)) = (program.get(container.class), calls.body(container)) else { return Vec::new() };
    let mut found = Vec::new();
    let is_at = |item: usize| match place {
        Some(Place::Line(line)) => body.line(item) == Some(line),
        Some(Place::Offset(offset)) => body.offset(item) == Some(offset),
        None => true,
    };
    let mut insns = body.code.insns().peekable();
    while let Some((item, insn)) = insns.next() {
        let there = is_at(item);
        // a stack trace tells the place behind it
        let behind = insns.peek().is_some_and(|(next, _)| is_at(*next));
        if insn.op == MONITORENTER && name == MONITOR_ENTRY && (there || behind) {
            found.push((item, monitor_entry(), false));
        }
        let Operand::Constant(index) = insn.operand else { continue };
        if !there || !is_call(insn) {
            continue;
        }
        let Ok(member) = class.file.member(index) else { continue };
        if member.name == name
            && let Some(behind) = modelled(program, &member)
        {
            found.push((item, member, behind));
        }
    }
    found
}

/// What stands for a method of the JDK where a thread waits for a monitor.
fn monitor_entry() -> MemberRef {
    let [class, name, descriptor] = ["java/lang/Object", MONITOR_ENTRY, "()V"].map(str::to_owned);
    MemberRef { class, name, descriptor, interface: false }
}

/// Whether the model has the method that the call names, and whether the replay goes on behind such a call.
fn modelled(program: &Program, member: &MemberRef) -> Option<bool> {
    let named = program.class(&member.class)?;
    let declared = program.resolve_method(named, &member.name, &member.descriptor)?;
    if program.is_application(declared.class) {
        return None;
    }
    MODEL.lines().find_map(|line| {
        let mut words = line.split_whitespace();
        let (how, class, method) = (words.next()?, words.next()?, words.next()?);
        if how.starts_with('#') || method != member.name {
            return None;
        }
        let class = program.class(class)?;
        let related = lineage(program, named).contains(&class) || lineage(program, class).contains(&named);
        related.then_some(how == "behind")
    })
}
