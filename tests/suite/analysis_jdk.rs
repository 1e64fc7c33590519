//! The analyses of single methods hold on every method of java.base; `make test` takes every fourth one.
//!
//! What is checked is what the analyses claim about all verified code: it has a control-flow graph, paths agree on the
//! height of the stack, liveness has a fixed point, simulated and inferred types fit
//! the frames that the compiler wrote, virtual calls run what the classes below select.

use jcp::analysis::calls::Call;
use jcp::analysis::dispatch::{subtypes, targets};
use jcp::analysis::liveness::Liveness;
use jcp::analysis::monitors::Monitors;
use jcp::analysis::types::{SlotType, TypeState, Types};
use jcp::classfile::jimage::Jdk;
use jcp::classfile::{Frame, Label, opcode};
use jcp::program::{Body, Cfg, Class, EdgeKind, MethodId, Program, access};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

use crate::common;

/// All methods with code of the JDK's module java.base.
fn java_base(program: &Program, jdk: &Jdk) -> Vec<MethodId> {
    let classes = program.classes().filter(|id| jdk.module_of(program.name(*id)) == Some("java.base"));
    let methods = classes.filter_map(|id| program.get(id)).flat_map(Class::methods);
    methods.filter(|(_, info)| info.code.is_some()).map(|(id, _)| id).collect()
}

/// Of how many methods of java.base `make test` checks one.
const STEP: usize = 4;

/// Runs the check on every method of java.base of every JDK at hand, or a share; all problems are told at once.
fn on_all_methods(check: impl Fn(&Program, MethodId) -> Result<(), String> + Sync) {
    for home in common::jdks_in_turn() {
        let open = || Jdk::open(&home.home).expect("the JDK is readable");
        let program = Program::new(Vec::new(), Box::new(open())).expect("a program");
        let methods = java_base(&program, &open());
        assert!(methods.len() > 50_000, "java.base {} has {} methods", home.feature, methods.len());
        let failed =
            |id: &MethodId| check(&program, *id).err().map(|problem| format!("{}: {problem}", program.describe(*id)));
        let step = if common::all() { 1 } else { STEP };
        let problems: Vec<String> = methods.par_iter().step_by(step).filter_map(failed).collect();
        assert!(
            problems.is_empty(),
            "{} of {}:\n{}",
            problems.len(),
            methods.len(),
            problems[..problems.len().min(20)].join("\n")
        );
    }
}

#[test]
fn every_method_has_a_graph_and_liveness() {
    on_all_methods(|program, id| {
        let body = program.body(id).map_err(|error| error.to_string())?;
        let cfg = Cfg::new(&body).map_err(|error| error.to_string())?;
        let live = Liveness::new(&body, &cfg).map_err(|error| error.to_string())?;
        let first = body.insns()[0];
        let parameters = live.live_locals_before(first).map_err(|error| error.to_string())?;
        let info = program.method(id).ok_or("no method")?;
        let descriptor = jcp::classfile::descriptor::parse_method(&info.descriptor).ok_or("no descriptor")?;
        let slots = usize::from(descriptor.slots()) + usize::from(info.access & access::STATIC == 0);
        match parameters.ones().find(|local| *local >= slots) {
            Some(local) => Err(format!("local {local} is live at the entry and is no parameter")),
            None => Ok(()),
        }
    });
}

/// Whether a value of the first type may stand where a frame says the second (JVMS §4.10.1.2).
fn assignable(program: &Program, from: &SlotType, to: &SlotType) -> bool {
    match (from, to) {
        _ if from == to => true,
        (_, SlotType::Top) | (SlotType::Null, SlotType::Object(_)) => true,
        (SlotType::Object(from), SlotType::Object(to)) => class_assignable(program, from, to),
        _ => false,
    }
}

fn class_assignable(program: &Program, from: &str, to: &str) -> bool {
    let name = |text: &str| jcp::classfile::descriptor::class_name(text).to_owned();
    match (from.strip_prefix('['), to.strip_prefix('[')) {
        (Some(from), Some(to)) if from.starts_with(['[', 'L']) && to.starts_with(['[', 'L']) => {
            class_assignable(program, &name(from), &name(to))
        }
        (Some(from), Some(to)) => from == to,
        (None, Some(_)) => false,
        (_, None) => {
            let interface = program.find(to).is_none_or(Class::is_interface);
            let below =
                || program.class(from).zip(program.class(to)).is_some_and(|(from, to)| program.is_subtype(from, to));
            interface || to == "java/lang/Object" || !from.starts_with('[') && below()
        }
    }
}

fn fits(program: &Program, from: &TypeState, to: &TypeState) -> Result<(), String> {
    let pairs = from.locals.iter().zip(&to.locals).chain(from.stack.iter().zip(&to.stack));
    match pairs.into_iter().find(|(from, to)| !assignable(program, from, to)) {
        Some((from, to)) => Err(format!("{from:?} does not fit {to:?}")),
        None if from.stack.len() != to.stack.len() => Err("heights differ".to_owned()),
        None => Ok(()),
    }
}

/// Each frame of the compiler that control reaches, with its place.
fn frames(body: &Body, cfg: &Cfg) -> Vec<(usize, TypeState)> {
    let place = |(label, frame): (&Label, &Frame)| Some((body.insn_at(*label)?, TypeState::of_frame(frame, body)));
    let reached = |item: usize| cfg.block_of(body, item).is_some_and(|block| cfg.is_reachable(block));
    body.code.frames.iter().filter_map(place).filter(|(item, _)| reached(*item)).collect()
}

#[test]
fn simulated_types_fit_the_compilers_frames() {
    on_all_methods(|program, id| {
        let text = |error: jcp::program::Error| error.to_string();
        let (body, class) = (program.body(id).map_err(text)?, program.get(id.class).ok_or("no class")?);
        let cfg = Cfg::new(&body).map_err(text)?;
        let types = Types::new(program, class, program.method(id).ok_or("no method")?, &body, &cfg).map_err(text)?;
        if types.inferred {
            return Err("the frames were not used".to_owned());
        }
        let frames: BTreeMap<usize, TypeState> = frames(&body, &cfg).into_iter().collect();
        for (id, block) in cfg.blocks.iter_enumerated().filter(|(id, _)| cfg.is_reachable(*id)) {
            for edge in &block.successors {
                let last = cfg.last(&body, id);
                let Some(frame) = frames.get(&cfg.items(&body, edge.to)[0]) else { continue };
                let exceptional = matches!(edge.kind, EdgeKind::Exception(_));
                let state = if exceptional { types.before(last) } else { types.after(last) };
                let mut state = state.map_err(text)?.ok_or_else(|| format!("item {last}: no types"))?;
                if exceptional {
                    state.stack.clone_from(&frame.stack);
                }
                fits(program, &state, frame).map_err(|problem| format!("item {last}: {problem}"))?;
            }
        }
        Ok(())
    });
}

#[test]
fn inferred_types_fit_the_compilers_frames() {
    on_all_methods(|program, id| {
        let text = |error: jcp::program::Error| error.to_string();
        let (body, class) = (program.body(id).map_err(text)?, program.get(id.class).ok_or("no class")?);
        let cfg = Cfg::new(&body).map_err(text)?;
        let types = Types::infer(program, class, program.method(id).ok_or("no method")?, &body, &cfg).map_err(text)?;
        for (item, frame) in frames(&body, &cfg) {
            let state = types.before(item).map_err(text)?.ok_or_else(|| format!("item {item}: no types"))?;
            fits(program, &state, &frame).map_err(|problem| format!("item {item}: {problem}"))?;
        }
        Ok(())
    });
}

#[test]
fn locking_is_structured_and_locals_hold_what_is_locked() {
    on_all_methods(|program, id| {
        let text = |error: jcp::program::Error| error.to_string();
        let body = program.body(id).map_err(text)?;
        let op = |item: usize| body.insn(item).map_or(0, |insn| insn.op);
        if !body.insns().iter().any(|item| op(*item) == opcode::MONITORENTER) {
            return Ok(());
        }
        let cfg = Cfg::new(&body).map_err(text)?;
        let monitors = Monitors::new(&body, &cfg).map_err(text)?;
        for &item in body.insns() {
            if !opcode::is_return(op(item)) && !opcode::is_invoke(op(item)) {
                continue;
            }
            let held = monitors.held_before(item).map_err(text)?;
            if opcode::is_return(op(item)) && !held.is_empty() {
                return Err(format!("item {item}: {held:?} held at a return"));
            }
            // Right behind `monitorenter` the object may still be on its way; calls come later.
            if held.iter().any(|held| held.local.is_none()) {
                return Err(format!("item {item}: {held:?} in no local"));
            }
        }
        Ok(())
    });
}

#[test]
fn the_names_of_supertypes_are_those_of_the_whole_class() {
    for home in common::jdks_in_turn() {
        let jdk = Jdk::open(&home.home).expect("the JDK is readable");
        let names: Vec<&str> = jdk.class_names().collect();
        let differs = |name: &&str| {
            let bytes = jdk.class_bytes(name).expect("bytes");
            let quick = jcp::classfile::supertypes(&bytes);
            let class = jcp::classfile::ClassFile::parse(bytes, name).expect("a class");
            let whole: Vec<String> = class.super_name.into_iter().chain(class.interfaces).collect();
            quick.as_ref() != Some(&whole)
        };
        let wrong: Vec<&&str> = names.par_iter().filter(|name| differs(name)).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}

/// What a virtual call of the method runs by the definition: what each concrete class below its class selects.
fn selected_below(program: &Program, method: MethodId) -> Vec<MethodId> {
    let below = subtypes(program, method.class).into_iter();
    let concrete = below.filter(|id| program.get(*id).is_some_and(Class::is_concrete));
    let selected: BTreeSet<MethodId> = concrete.filter_map(|class| program.select(class, method)).collect();
    selected.into_iter().filter(|found| program.flags(*found) & access::ABSTRACT == 0).collect()
}

#[test]
fn virtual_calls_run_what_the_classes_below_select() {
    for home in common::jdks_in_turn() {
        let jdk = || Jdk::open(&home.home).expect("the JDK is readable");
        let (program, modules) = (Program::new(Vec::new(), Box::new(jdk())).expect("a program"), jdk());
        let of_base = program.classes().filter(|id| modules.module_of(program.name(*id)) == Some("java.base"));
        let methods: Vec<MethodId> =
            of_base.filter_map(|id| program.get(id)).flat_map(Class::methods).map(|(id, _)| id).collect();
        let step = if common::all() { 1 } else { STEP };
        let differs =
            |id: &&MethodId| targets(&program, Call::Virtual(id.class, **id)) != selected_below(&program, **id);
        let wrong: Vec<&MethodId> = methods.par_iter().step_by(step).filter(differs).collect();
        assert!(wrong.is_empty(), "{:?}", wrong.iter().map(|id| program.describe(**id)).collect::<Vec<_>>());
    }
}
