//! Chains of threads that wait: from the methods on a thread's stack, as a refusal or a stack trace names them, to calls of a program.
//!
//! ```text
//! thread = element { ";" [ between ";" ] element } ";" waits | element { ";" [ between ";" ] element }
//! ```
//!
//! The elements are those of a region's chain, each with the place of its call; *waits*, which has no place, is the method of the JDK in
//! which the thread waits. Where all have places, the thread runs: it is brought to rest in a loop around one of them ([`super::polls`]).
//! *between*, which has no place either, is a method of the JDK by which one element comes to the next: a pool's that runs a task.
//! The first one is the thread's first method of the program. A stack trace tells neither parameter types nor
//! which of several calls on a line it was: so all chains that fit are found, and the runtime sees which one a thread is in.
//!
//! Which methods may be waited in is a model, `patterns/waits.txt`; `java.lang.Object.monitorenter` stands for the entry of a `synchronized`
//! block, or of a `synchronized` method, which has the line of the method's first instruction. Left out: `*`, ends, and constructors.

use super::at;
use super::calls::{Calls, Way, is_call};
use super::error::{Problem, RegionError};
use super::links::preposition;
use super::names::{Found, classes_called, find_method, lineage};
use super::parse;
use super::pattern::{MethodPattern, Place, Spanned};
use super::polls::loop_heads;
use super::resolve::spelled;
use super::resolved::{ChainCall, Point, Region};
use crate::classfile::opcode::MONITORENTER;
use crate::classfile::{MemberRef, Operand};
use crate::program::{MethodId, Program, access};

const MODEL: &str = include_str!("../../patterns/waits.txt");

/// In the place of a waiting method's name: the thread waits for the monitor of a `synchronized` block, whose entry is no call.
const MONITOR_ENTRY: &str = "monitorenter";

/// In the place of a call's name where there is none.
const LOOP: &str = "a loop";

/// How many chains one text may stand for.
const MOST_CHAINS: usize = 32;

/// Where a thread of the replay goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoesOn {
    /// The call is made again.
    Call,
    /// Behind the call.
    Behind,
    /// The place is no call but the head of a loop, at which the thread is held.
    Loop,
    /// The place is no call but the first instruction of a `synchronized` method, whose monitor the thread is about to enter.
    Entry,
}

/// A chain of a thread, down to the call in which it waits, or the loop in which it runs: the region's start is that place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The chain as it was written.
    pub pattern: String,
    /// Its methods and calls.
    pub chain: Region,
    /// What the call names; stands for nothing at a loop.
    pub callee: MemberRef,
    /// Where the replay goes on.
    pub goes_on: GoesOn,
}

/// The chains that the text stands for, at least one.
pub fn resolve_waiting(text: &str, program: &Program) -> Result<Vec<Waiting>, RegionError> {
    let elements = parse::thread(text)?;
    let calls = Calls::new(program);
    let (waits, methods) = elements.split_last().expect("the parser has seen to it that there is one");
    if waits.value.call.is_some() {
        return resolve_running(text, &calls, &steps(program, &elements));
    }
    let open = open_chains(&calls, &steps(program, methods))?.pop().unwrap_or_default();
    let place = methods.last().and_then(|last| last.value.call.as_ref()).map(|call| call.value);
    let mut found = Vec::new();
    for (container, chain) in open {
        for (item, callee, goes_on) in waits_in(&calls, container, &waits.value.name.value, place) {
            found.push(waiting(text, &calls, (container, &chain), item, (callee, goes_on)));
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

/// The chains of a thread that runs: down to each loop around one of the places.
fn resolve_running(text: &str, calls: &Calls, steps: &[Step]) -> Result<Vec<Waiting>, RegionError> {
    let mut found = Vec::new();
    for ((element, _), open) in steps.iter().zip(open_chains(calls, steps)?) {
        let Some(place) = element.value.call.as_ref().map(|call| call.value) else { continue };
        for (container, chain) in open {
            for item in loop_heads(calls, container, place) {
                let nothing = MemberRef {
                    class: String::new(),
                    name: LOOP.to_owned(),
                    descriptor: "()V".to_owned(),
                    interface: false,
                };
                found.push(waiting(text, calls, (container, &chain), item, (nothing, GoesOn::Loop)));
            }
        }
    }
    found.truncate(MOST_CHAINS);
    match steps.last() {
        Some((last, _)) if found.is_empty() => Err(RegionError::new(Problem::NoLoop, last.span)),
        _ => Ok(found),
    }
}

/// The chain with the methods, the offsets of their calls and whether frames of the JDK call them, down to the place itself; none if the program has
/// no such calls.
pub fn waiting_at(
    pattern: &str,
    program: &Program,
    places: &[(MethodId, u32, bool)],
    (callee, goes_on): (MemberRef, GoesOn),
) -> Option<Waiting> {
    let calls = Calls::new(program);
    let mut chain = Vec::new();
    for pair in places.windows(2) {
        let [(caller, offset, _), (target, _, is_through)] = pair else { return None };
        let way = ways(&calls, *caller, *target, Some(Place::Offset(*offset)), *is_through).into_iter().next()?;
        chain.push((*caller, way));
    }
    let (container, offset, _) = *places.last()?;
    let body = calls.body(container)?;
    let item = body.insns().iter().copied().find(|item| body.offset(*item) == Some(offset))?;
    Some(waiting(pattern, &calls, (container, &chain), item, (callee, goes_on)))
}

/// One chain, which ends at the item.
fn waiting(
    text: &str,
    calls: &Calls,
    (container, chain): (MethodId, &[(MethodId, Way)]),
    item: usize,
    (callee, goes_on): (MemberRef, GoesOn),
) -> Waiting {
    let line = calls.body(container).and_then(|body| body.line(item));
    let start = Point { method: container, item, line };
    let region = Region { start, chain: calls_of(calls, chain), end: None, notes: Vec::new() };
    Waiting { pattern: text.trim().to_owned(), chain: region, callee, goes_on }
}

/// A method with the calls that lead to it.
type Open = (MethodId, Vec<(MethodId, Way)>);

/// A method of the program, and whether a method of the JDK is written before it, by which it is called.
type Step<'a> = (&'a Spanned<MethodPattern>, bool);

/// The elements without those of the JDK between them.
fn steps<'a>(program: &Program, elements: &'a [Spanned<MethodPattern>]) -> Vec<Step<'a>> {
    let is_between = |element: &Spanned<MethodPattern>| {
        element.value.call.is_none() && classes_called(program, &element.value.class.value).is_empty()
    };
    let mut found: Vec<Step> = Vec::new();
    let mut is_through = false;
    for (number, element) in elements.iter().enumerate() {
        let skips = number > 0 && number + 1 < elements.len() && is_between(element);
        if !skips {
            found.push((element, is_through));
        }
        is_through = skips;
    }
    found
}

/// For each of the methods, the chains that lead to it.
fn open_chains(calls: &Calls, steps: &[Step]) -> Result<Vec<Vec<Open>>, RegionError> {
    let program = calls.program;
    let first = methods_of(program, steps[0].0)?;
    let mut all: Vec<Vec<Open>> = vec![first.into_iter().map(|id| (id, Vec::new())).collect()];
    for pair in steps.windows(2) {
        let [(from, _), (to, is_through)] = pair else { break };
        let targets = methods_of(program, to)?;
        let place = from.value.call.as_ref().map(|call| call.value);
        let mut longer = Vec::new();
        for (caller, chain) in all.last().into_iter().flatten() {
            for target in &targets {
                for way in ways(calls, *caller, *target, place, *is_through) {
                    let next = chain.iter().cloned().chain([(*caller, way)]).collect();
                    longer.push((*target, next));
                }
            }
        }
        longer.truncate(MOST_CHAINS);
        if longer.is_empty() {
            let [caller, callee] = [from, to].map(|element| shown(&element.value));
            let place = place.map_or(String::new(), preposition);
            return Err(RegionError::new(Problem::NoCallThere { caller, callee, place }, from.span));
        }
        all.push(longer);
    }
    Ok(all)
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

/// The calls from one method to the next, at the place if it is known; `is_through`: only those by way of the JDK.
fn ways(calls: &Calls, caller: MethodId, target: MethodId, place: Option<Place>, is_through: bool) -> Vec<Way> {
    let is_there =
        |way: &Way| !is_through && way.via.is_empty() && place.is_none_or(|place| calls.is_at(caller, way, place));
    let direct: Vec<Way> = calls.ways_to(caller, target).into_iter().filter(is_there).collect();
    if direct.is_empty() { calls.passing(caller, target, place) } else { direct }
}

/// The calls of the chain, which is given as callers with their ways.
fn calls_of(calls: &Calls, chain: &[(MethodId, Way)]) -> Vec<ChainCall> {
    let Some((first, _)) = chain.first() else { return Vec::new() };
    spelled(calls, *first, chain.iter().map(|(_, way)| way.clone()).collect())
}

/// The calls of a method of the JDK with this name that may be waited in: instruction, what it names, and where the replay goes on.
fn waits_in(calls: &Calls, container: MethodId, name: &str, place: Option<Place>) -> Vec<(usize, MemberRef, GoesOn)> {
    let program = calls.program;
    let (Some(class), Some(body)) = (program.get(container.class), calls.body(container)) else { return Vec::new() };
    let mut found = Vec::new();
    let is_at = |item: usize| place.is_none_or(|place| at::is_at(&body, item, place));
    let is_synchronized = program.flags(container) & access::SYNCHRONIZED != 0;
    let first = body.insns().first().copied().filter(|first| is_synchronized && name == MONITOR_ENTRY && is_at(*first));
    found.extend(first.map(|first| (first, monitor_entry(), GoesOn::Entry)));
    let mut insns = body.code.insns().peekable();
    while let Some((item, insn)) = insns.next() {
        let there = is_at(item);
        // a stack trace tells the place behind it
        let behind = insns.peek().is_some_and(|(next, _)| is_at(*next));
        if insn.op == MONITORENTER && name == MONITOR_ENTRY && (there || behind) {
            found.push((item, monitor_entry(), GoesOn::Call));
        }
        let Operand::Constant(index) = insn.operand else { continue };
        if !there || !is_call(insn) {
            continue;
        }
        let Ok(member) = class.file.member(index) else { continue };
        if member.name == name
            && let Some(goes_on) = modelled(program, &member)
        {
            found.push((item, member, goes_on));
        }
    }
    found
}

/// What stands for a method of the JDK where a thread waits for a monitor.
fn monitor_entry() -> MemberRef {
    let [class, name, descriptor] = ["java/lang/Object", MONITOR_ENTRY, "()V"].map(str::to_owned);
    MemberRef { class, name, descriptor, interface: false }
}

/// Where the replay goes on at a call of the method; none if the model does not have it.
fn modelled(program: &Program, member: &MemberRef) -> Option<GoesOn> {
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
        related.then_some(if how == "behind" { GoesOn::Behind } else { GoesOn::Call })
    })
}
