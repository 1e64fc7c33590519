//! What the code that calls a reflective method says of the array that it passes: how many arguments or parameter types there are,
//! and which types.
//!
//! Read off the instructions, so that it is right for each execution of the call: the array is made by an `anewarray` with a constant
//! before it, no branch leads to a place from there on to the call, and along the instructions between, which are walked backwards
//! with their effects on the stack, the argument is that array. So no other value can be, null among them: merges of the
//! three-address view do not tell of null. A null constant counts as no element, as it does for the JVM. Left out: arrays that come from
//! elsewhere, or along several ways.

use super::super::events::{Given, ModelCall};
use super::super::solver::Solver;
use crate::analysis::ir::{CallSite, MethodIr, Statement, Target, Type, Var};
use crate::classfile::descriptor::{Kind, parse_method};
use crate::classfile::opcode::{ANEWARRAY, Access, BIPUSH, CHECKCAST, DUP, ICONST_0, ICONST_5, SIPUSH, local_access};
use crate::classfile::{Item, Label, Operand};
use crate::program::{Body, Class, FieldId, MethodId, Program};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// What the call passes as its array; nothing is known unless an instruction calls the method itself.
pub fn given(solver: &Solver<'_>, model_call: &ModelCall) -> Given {
    let known = || -> Option<Given> {
        let (instance, number) = model_call.site?;
        let ir = solver.ir(instance);
        let call = ir.call(number);
        let called = match call.target {
            Target::Static(method) | Target::Special(method) | Target::Virtual(method) => method,
            Target::Dynamic(_) | Target::Missing(_) => return None,
        };
        let method = model_call.method.filter(|method| *method == called)?;
        let at = array_parameter(solver.program, method)?;
        match *call.args.get(at)? {
            None => Some(Given { counts: Some(BTreeSet::from([0])), types: Some(BTreeSet::new()) }),
            Some(array) => {
                let body = solver.program.code(solver.methods.of(instance).id).ok().flatten()?;
                let class = solver.program.get(solver.methods.of(instance).id.class)?;
                let straight = made_here(solver.program, (class, &body), &ir, call, array);
                straight.or_else(|| Some(Given { counts: Some(counts(&body, &ir, array)?), types: None }))
            }
        }
    };
    known().unwrap_or_default()
}

/// The number of the last parameter if that is an array of objects or classes.
fn array_parameter(program: &Program, method: MethodId) -> Option<usize> {
    let parsed = parse_method(&program.method(method)?.descriptor)?;
    let is_array = matches!(*parsed.parameters.last()?, "[Ljava/lang/Object;" | "[Ljava/lang/Class;");
    is_array.then_some(parsed.parameters.len() - 1)
}

/// The array is made in straight-line code that leads to the call.
fn made_here(
    program: &Program,
    (class, body): (&Class, &Body),
    ir: &MethodIr,
    call: &CallSite,
    array: Var,
) -> Option<Given> {
    let is_made = |(_, statement): &&(u32, Statement)| matches!(statement, Statement::New { dst, .. } if *dst == array);
    let (made, _) = *ir.statements.iter().find(is_made)?;
    let (at, to) = (body.item_at_offset(made)?, body.item_at_offset(call.offset)?);
    let (count, size) = length(body, made)?;
    if at > to || is_entered(body, size, to) || !is_on_top(class, body, at, to)? {
        return None;
    }
    Some(Given { counts: Some(BTreeSet::from([count])), types: types_in(program, ir, array, made..call.offset) })
}

/// The length of the array that the instruction at the offset makes, if the instruction before it tells, and where that stands.
fn length(body: &Body, made: u32) -> Option<(u32, usize)> {
    let at = body.item_at_offset(made)?;
    let size = body.number(at).checked_sub(1).and_then(|number| body.insns().get(number).copied())?;
    if body.insn(at)?.op != ANEWARRAY || is_entered(body, size, at) {
        return None;
    }
    let insn = body.insn(size)?;
    let count = match (insn.op, &insn.operand) {
        (ICONST_0..=ICONST_5, _) => u32::from(insn.op - ICONST_0),
        (BIPUSH | SIPUSH, Operand::Immediate(value)) => u32::try_from(*value).ok()?,
        _ => return None,
    };
    Some((count, size))
}

/// The lengths of all arrays that the variable may hold, if the method makes each with a constant length; with that of null, which may come
/// there as well.
fn counts(body: &Body, ir: &MethodIr, array: Var) -> Option<BTreeSet<u32>> {
    let (mut counts, mut seen, mut left) = (BTreeSet::from([0]), FxHashSet::default(), vec![array]);
    while let Some(var) = left.pop() {
        if !seen.insert(var) {
            continue;
        }
        if ir.this == Some(var) || ir.params.contains(&Some(var)) {
            return None;
        }
        let mut is_made = false;
        for (offset, statement) in &ir.statements {
            match *statement {
                Statement::New { dst, .. } if dst == var => _ = counts.insert(length(body, *offset)?.0),
                Statement::Assign { dst, src } | Statement::Cast { dst, src, .. } if dst == var => left.push(src),
                _ => continue,
            }
            is_made = true;
        }
        if !is_made {
            return None;
        }
    }
    Some(counts)
}

/// Whether a branch or handler leads to a place behind the first item, up to the second.
fn is_entered(body: &Body, from: usize, to: usize) -> bool {
    let code = &body.code;
    let mut targets: FxHashSet<Label> = code.handlers.iter().map(|handler| handler.handler).collect();
    targets.extend(code.insns().flat_map(|(_, insn)| insn.operand.targets()));
    code.items[from..=to].iter().any(|item| matches!(item, Item::Label(label) if targets.contains(label)))
}

/// Whether what lies on top of the stack before `to` is what the instruction `at` put there, in straight-line code.
fn is_on_top(class: &Class, body: &Body, at: usize, to: usize) -> Option<bool> {
    let (first, mut number) = (body.number(at), body.number(to));
    // the place of the value from the top, counted from 1
    let mut place = 1;
    while number > first {
        number -= 1;
        let item = body.insns()[number];
        let insn = body.insn(item)?;
        let reads = local_access(insn).filter(|local| local.access == Access::Load && local.kind == Kind::Ref);
        if let Some(read) = reads.filter(|_| place == 1) {
            let stores = |number: &usize| {
                let stored = body.insn(body.insns()[*number]).and_then(local_access);
                stored.is_some_and(|stored| stored.access == Access::Store && stored.slot == read.slot)
            };
            match (first..number).rev().find(stores) {
                Some(store) => number = store,
                None => return Some(false),
            }
            continue;
        }
        match insn.op {
            _ if item == at => return Some(place == 1),
            DUP => place = (place - 1).max(1),
            CHECKCAST if place == 1 => {}
            _ => {
                let (pops, pushes) = class.file.stack_effect(insn)?;
                if pushes >= place {
                    return Some(false);
                }
                place = place - pushes + pops;
            }
        }
    }
    Some(false)
}

/// The descriptors of the classes that are put into the array there, if all are constants and nobody else has the array.
fn types_in(program: &Program, ir: &MethodIr, array: Var, offsets: std::ops::Range<u32>) -> Option<BTreeSet<String>> {
    let mut types = BTreeSet::new();
    for (_, statement) in ir.statements.iter().filter(|(offset, _)| offsets.contains(offset)) {
        match *statement {
            Statement::PutElement { base: Some(base), src: Some(src) } if base == array => {
                types.insert(class_in(program, ir, src)?);
            }
            Statement::PutElement { src, .. } | Statement::PutField { src, .. } | Statement::PutStatic { src, .. }
                if src == Some(array) =>
            {
                return None;
            }
            Statement::Assign { src, .. } | Statement::Cast { src, .. } if src == array => return None,
            Statement::Call(number) if ir.call(number).args.contains(&Some(array)) => return None,
            _ => {}
        }
    }
    Some(types)
}

/// The descriptor of the class whose object is the variable's only value.
fn class_in(program: &Program, ir: &MethodIr, var: Var) -> Option<String> {
    let found = ir.statements.iter().find_map(|(_, statement)| match *statement {
        Statement::Class { dst, ty } if dst == var => descriptor_of(program, ty),
        Statement::GetStatic { dst: Some(dst), field } if dst == var => primitive(program, field).map(str::to_owned),
        _ => None,
    })?;
    let copies = |statement: &Statement| matches!(*statement, Statement::Assign { dst, .. } if dst == var);
    (!ir.statements.iter().any(|(_, statement)| copies(statement))).then_some(found)
}

fn descriptor_of(program: &Program, ty: Type) -> Option<String> {
    let name = ty.name(program);
    if name.starts_with('[') {
        return Some(name);
    }
    ty.as_class().map(|_| format!("L{name};"))
}

/// The primitive type that a field `TYPE` holds.
fn primitive(program: &Program, field: FieldId) -> Option<&'static str> {
    let name = &program.field(field)?.name;
    let of = match program.name(field.class) {
        "java/lang/Boolean" => "Z",
        "java/lang/Byte" => "B",
        "java/lang/Character" => "C",
        "java/lang/Short" => "S",
        "java/lang/Integer" => "I",
        "java/lang/Long" => "J",
        "java/lang/Float" => "F",
        "java/lang/Double" => "D",
        _ => return None,
    };
    (name == "TYPE").then_some(of)
}

impl Given {
    /// Whether a member with the descriptor can be called with, or can have, what is given.
    pub fn fits(&self, descriptor: &str) -> bool {
        let known = |types: &BTreeSet<String>| {
            parse_method(descriptor).is_none_or(|parsed| parsed.parameters.iter().all(|ty| types.contains(*ty)))
        };
        self.takes_as_many(descriptor) && self.types.as_ref().is_none_or(known)
    }

    /// Whether a member with the descriptor can be called with as many arguments.
    pub fn takes_as_many(&self, descriptor: &str) -> bool {
        let has = |counts: &BTreeSet<u32>| {
            parse_method(descriptor).is_none_or(|parsed| counts.contains(&(parsed.parameters.len() as u32)))
        };
        self.counts.as_ref().is_none_or(has)
    }
}
