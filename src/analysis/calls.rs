//! What the instructions of a method may call, initialise and read: the facts from which call graphs are made.
//!
//! Calls are resolved to methods (JVMS §5.4.3.3); which overriding methods they reach is [`super::dispatch`]'s. A method
//! handle constant, an argument of a bootstrap method for instance, counts as a call of what it refers to: the bodies of
//! lambdas are called where they are made ([`functions`] tells these alone, since a function object may be called later). The machinery behind `invokedynamic` also calls `toString`, `hashCode` and
//! `equals` of anything (string concatenation, records, pattern switches). Calls by reflection are noted, not followed.

use super::reflection::{self, Reach};
use crate::classfile::class::Bootstrap;
use crate::classfile::opcode::{
    GETFIELD, GETSTATIC, INVOKEDYNAMIC, INVOKEINTERFACE, INVOKESPECIAL, INVOKESTATIC, INVOKEVIRTUAL, LDC, LDC2_W, NEW,
    PUTSTATIC,
};
use crate::classfile::{Constant, MemberRef, MethodHandle};
use crate::program::scan::{ConstantUse, constant_uses};
use crate::program::{Class, ClassId, FieldId, MethodId, Program, access};
use std::collections::HashMap;

/// A call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Call {
    /// Runs exactly this method.
    Exact(MethodId),
    /// Runs what the receiver's class selects for the method; the receiver is a subtype of the class.
    Virtual(ClassId, MethodId),
}

/// What a method does, or a part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Calls, each once.
    pub calls: Vec<Call>,
    /// Classes that it may initialise.
    pub initialized: Vec<ClassId>,
    /// Static fields that it reads.
    pub statics: Vec<FieldId>,
    /// Instance fields that it reads, by itself or by what it makes of their handles, such as the methods of records.
    pub fields: Vec<FieldId>,
    /// Where it may reach what the code does not name.
    pub reflection: Vec<Reflection>,
    /// Members that are named and exist nowhere.
    pub missing: Vec<MemberRef>,
}

/// A call that may reach what the code does not name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reflection {
    /// Offset of the instruction, bytes.
    pub offset: u32,
    /// The method that it calls, for people.
    pub callee: String,
    /// What may be reached.
    pub reach: Reach,
}

/// Collects facts from one class.
pub struct Collector<'a> {
    program: &'a Program,
    class: &'a Class,
    bootstraps: Option<Vec<Bootstrap>>,
    facts: Facts,
}

/// The facts of a method, or of those of its instructions whose offsets `wanted` accepts.
pub fn facts(program: &Program, method: MethodId, wanted: impl Fn(u32) -> bool) -> Facts {
    let Some((class, info)) = program.get(method.class).zip(program.method(method)) else { return Facts::default() };
    let mut collector = Collector { program, class, bootstraps: None, facts: Facts::default() };
    let mut seen = HashMap::new();
    for found in constant_uses(&class.file, info).into_iter().filter(|found| wanted(found.offset)) {
        // of equal instructions one is enough, but for calls by reflection, which may each reach something else
        let before = collector.facts.reflection.len();
        let key = (found.op, found.index);
        if seen.get(&key) != Some(&false) {
            collector.add(found);
            seen.insert(key, collector.facts.reflection.len() > before);
        }
    }
    let Facts { calls, initialized, statics, fields, .. } = &mut collector.facts;
    dedup(calls);
    dedup(initialized);
    dedup(statics);
    dedup(fields);
    collector.facts
}

/// The facts of what a method makes function objects of, and of its other method handle constants.
pub fn functions(program: &Program, method: MethodId) -> Facts {
    let Some((class, info)) = program.get(method.class).zip(program.method(method)) else { return Facts::default() };
    let mut collector = Collector { program, class, bootstraps: None, facts: Facts::default() };
    let loads = |found: &ConstantUse| matches!(found.op, LDC..=LDC2_W | INVOKEDYNAMIC);
    constant_uses(&class.file, info).into_iter().filter(loads).for_each(|found| collector.add(found));
    collector.facts
}

fn dedup<T: Ord>(list: &mut Vec<T>) {
    list.sort_unstable();
    list.dedup();
}

/// What a call instruction with this operand may run, by its opcode; none if it exists nowhere.
pub fn call(program: &Program, caller: &Class, op: u8, member: &MemberRef) -> Option<Call> {
    let declared = program.class(&member.class)?;
    let resolved = program.resolve_method(declared, &member.name, &member.descriptor)?;
    let flags = program.flags(resolved);
    let exact = op == INVOKESTATIC || member.class.starts_with('[') || flags & (access::PRIVATE | access::STATIC) != 0;
    if op == INVOKESPECIAL {
        return Some(Call::Exact(special(program, caller, resolved, member)));
    }
    let last = flags & access::FINAL != 0 || program.get(resolved.class)?.file.access & access::FINAL != 0;
    Some(if exact || last { Call::Exact(resolved) } else { Call::Virtual(declared, resolved) })
}

/// The method that `invokespecial` runs: for `super.m()` the lookup starts at the direct superclass (JVMS §6.5).
fn special(program: &Program, caller: &Class, resolved: MethodId, member: &MemberRef) -> MethodId {
    let above = caller.superclass.filter(|_| {
        member.name != "<init>" && resolved.class != caller.id && program.is_subtype(caller.id, resolved.class)
    });
    let is_class = program.get(resolved.class).is_some_and(|class| !class.is_interface());
    let found =
        above.filter(|_| is_class).and_then(|above| program.resolve_method(above, &member.name, &member.descriptor));
    found.unwrap_or(resolved)
}

impl Collector<'_> {
    fn add(&mut self, found: ConstantUse) {
        let file = &self.class.file;
        match found.op {
            INVOKEVIRTUAL..=INVOKEINTERFACE => {
                if let Ok(member) = file.member(found.index) {
                    self.add_call(found.op, member, found.offset);
                }
            }
            GETSTATIC | PUTSTATIC => {
                if let Ok(member) = file.member(found.index) {
                    self.add_static(&member, found.op == GETSTATIC);
                }
            }
            GETFIELD => {
                if let Ok(member) = file.member(found.index) {
                    self.add_field(&member);
                }
            }
            NEW => {
                let class = file.class_name(found.index).ok().and_then(|name| self.program.class(name));
                self.facts.initialized.extend(class);
            }
            LDC..=LDC2_W | INVOKEDYNAMIC => {
                if let Ok(constant) = file.constant(found.index) {
                    self.add_constant(&constant, found.offset, 0);
                }
            }
            _ => {}
        }
    }

    fn add_call(&mut self, op: u8, member: MemberRef, offset: u32) {
        match call(self.program, self.class, op, &member) {
            Some(call) => {
                let (Call::Exact(target) | Call::Virtual(_, target)) = call;
                self.facts.calls.push(call);
                if op == INVOKESTATIC {
                    self.facts.initialized.push(target.class);
                }
                if let Some(reach) = reflection::reach(self.program.name(target.class), &member.name) {
                    let callee = format!("{}.{}", member.class.replace('/', "."), member.name);
                    self.facts.reflection.push(Reflection { offset, callee, reach });
                }
            }
            None => self.facts.missing.push(member),
        }
    }

    fn add_static(&mut self, member: &MemberRef, reads: bool) {
        let class = self.program.class(&member.class);
        match class.and_then(|class| self.program.resolve_field(class, &member.name, &member.descriptor)) {
            Some(field) => {
                self.facts.initialized.push(field.class);
                self.facts.statics.extend(reads.then_some(field));
            }
            None => self.facts.missing.push(member.clone()),
        }
    }

    fn add_field(&mut self, member: &MemberRef) {
        let class = self.program.class(&member.class);
        match class.and_then(|class| self.program.resolve_field(class, &member.name, &member.descriptor)) {
            Some(field) => self.facts.fields.push(field),
            None => self.facts.missing.push(member.clone()),
        }
    }

    /// A constant that is loaded, or an argument of a bootstrap method. `depth` bounds damaged cycles.
    fn add_constant(&mut self, constant: &Constant, offset: u32, depth: usize) {
        match constant {
            Constant::MethodHandle(handle) => self.add_handle(handle, offset),
            Constant::Dynamic(number, ..) | Constant::InvokeDynamic(number, ..) if depth < 8 => {
                let file = &self.class.file;
                let bootstraps = self.bootstraps.get_or_insert_with(|| file.bootstraps().unwrap_or_default());
                let Some(bootstrap) = bootstraps.get(usize::from(*number)).cloned() else { return };
                self.add_handle(&bootstrap.method, offset);
                self.add_bootstrap(&bootstrap.method.member, offset);
                bootstrap.arguments.iter().for_each(|argument| self.add_constant(argument, offset, depth + 1));
                self.add_methods_of_object();
            }
            _ => {}
        }
    }

    /// What a bootstrap method of the application makes may do anything.
    fn add_bootstrap(&mut self, method: &MemberRef, offset: u32) {
        if self.program.class(&method.class).is_some_and(|class| self.program.is_application(class)) {
            let callee = format!("the result of bootstrap method {}.{}", method.class.replace('/', "."), method.name);
            self.facts.reflection.push(Reflection { offset, callee, reach: reflection::Reach::Fields });
        }
    }

    fn add_methods_of_object(&mut self) {
        let Some(object) = self.program.find("java/lang/Object") else { return };
        let names = [("toString", "()Ljava/lang/String;"), ("hashCode", "()I"), ("equals", "(Ljava/lang/Object;)Z")];
        let methods = names.iter().filter_map(|(name, descriptor)| object.declared(name, descriptor));
        self.facts.calls.extend(methods.map(|method| Call::Virtual(object.id, method)));
    }

    /// A method handle counts as used as its kind says (JVMS table 5.4.3.5-A).
    fn add_handle(&mut self, handle: &MethodHandle, offset: u32) {
        match handle.kind {
            1 => self.add_field(&handle.member),
            2 | 4 => self.add_static(&handle.member, handle.kind == 2),
            5 => self.add_call(INVOKEVIRTUAL, handle.member.clone(), offset),
            6 => self.add_call(INVOKESTATIC, handle.member.clone(), offset),
            7 => self.add_call(INVOKESPECIAL, handle.member.clone(), offset),
            8 => {
                self.facts.initialized.extend(self.program.class(&handle.member.class));
                self.add_call(INVOKESPECIAL, handle.member.clone(), offset);
            }
            9 => self.add_call(INVOKEINTERFACE, handle.member.clone(), offset),
            _ => {}
        }
    }
}
