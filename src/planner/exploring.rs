//! What becomes of a program whose interleavings are explored: which fields threads may share, and which calls are points.
//!
//! A field counts unless it is final: a final field is written before its object is seen, but where `this` escapes its constructor, which is left out.
//! A call of the JDK is replaced, told of, refused or left alone, as the model says ([`super::explore_model`]). What is not in the model and belongs to
//! the JDK's collections, buffers or streams is told of: the receiver decides at run time whether it is an object made for threads, or one whose content may race.
//!
//! What it reads of its arguments, arrays and collections, counts too ([`super::explore_content`]).
//!
//! Left out: accesses by method handles, and what objects keep that they were given as arguments.

use super::error::{Error, Result};
use super::explore_content::{content, is_shared_state, is_view, part, reads};
use super::explore_model::Model;
use super::explore_uses;
use crate::classfile::class::MethodHandle;
use crate::classfile::opcode::{
    self, GETSTATIC, INVOKEDYNAMIC, INVOKEINTERFACE, INVOKESPECIAL, INVOKESTATIC, INVOKEVIRTUAL, NEW, PUTSTATIC,
};
use crate::classfile::{Constant, MemberRef, Operand};
use crate::plan::{ELEMENTS, Exploration, ExploredCall, Part, SharedField};
use crate::program::class::access;
use crate::program::{Class, Program};
use std::collections::BTreeMap;

/// The package of the helpers.
const HELPERS: &str = "jcp/explore/";

/// The helper that makes none of the calls that it replaces.
const THREADS: &str = "Threads";

/// What has a value for each thread.
const THREAD_LOCAL: &str = "java/lang/ThreadLocal";

/// The static methods of the helpers, by class, name and parameters, with their descriptors.
pub type Helpers = BTreeMap<(String, String, String), String>;

/// Plans it; `helpers` are those that there are.
pub fn exploration(program: &Program, helpers: &Helpers) -> Result<Exploration> {
    let locations = ELEMENTS.iter().map(|name| (*name).to_owned()).collect();
    let plan = Exploration { locations, ..Exploration::default() };
    let mut planning = Planning { program, helpers, model: Model::load(), plan, numbers: BTreeMap::new() };
    planning.plan.initialised = explore_uses::initialised(program, |name| planning.location(name));
    for class in program.application() {
        planning.class(class)?;
    }
    Ok(planning.plan)
}

struct Planning<'a> {
    program: &'a Program,
    helpers: &'a Helpers,
    model: Model,
    plan: Exploration,
    numbers: BTreeMap<String, u32>,
}

impl Planning<'_> {
    fn class(&mut self, class: &Class) -> Result<()> {
        for (id, _) in class.methods().filter(|(_, info)| info.code.is_some()) {
            let Some(body) = self.program.code(id)? else { continue };
            for item in body.insns() {
                let Some(insn) = body.insn(*item) else { continue };
                let Operand::Constant(index) = insn.operand else { continue };
                let constant = class.file.constant(index);
                if let Ok(Constant::Member(member)) = &constant {
                    self.uses(insn.op, member);
                }
                match constant {
                    Ok(Constant::Member(member)) if opcode::is_field(insn.op) => self.field(member),
                    Ok(Constant::Member(member)) => self.call(insn.op, member),
                    Ok(Constant::Class(name)) if insn.op == NEW => self.made(&name),
                    Ok(Constant::InvokeDynamic(bootstrap, ..)) if insn.op == INVOKEDYNAMIC => {
                        let line = body.line(*item).map_or_else(String::new, |line| format!(":{line}"));
                        self.handles(class, bootstrap, &format!("{}{line}", self.program.shown(id)))?;
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    fn location(&mut self, name: String) -> u32 {
        let (locations, numbers) = (&mut self.plan.locations, &mut self.numbers);
        *numbers.entry(name).or_insert_with_key(|name| {
            locations.push(name.clone());
            (locations.len() - 1) as u32
        })
    }

    fn field(&mut self, member: MemberRef) {
        if self.plan.fields.contains_key(&member) {
            return;
        }
        let program = self.program;
        let Some(class) = program.class(&member.class) else { return };
        let Some(id) = program.resolve_field(class, &member.name, &member.descriptor) else { return };
        let Some(field) = program.field(id) else { return };
        if field.access & access::FINAL != 0 || !program.is_application(id.class) {
            return;
        }
        let is_volatile = field.access & access::VOLATILE != 0;
        let location = self.location(format!("{}.{}", program.name(id.class).replace('/', "."), member.name));
        self.plan.fields.insert(member, SharedField { location, is_volatile });
    }

    /// A static member whose use may initialise a class.
    fn uses(&mut self, op: u8, member: &MemberRef) {
        let program = self.program;
        let Some(class) = program.class(&member.class) else { return };
        let (name, descriptor) = (&member.name, &member.descriptor);
        let declaring = match op {
            GETSTATIC | PUTSTATIC => program.resolve_field(class, name, descriptor).map(|id| id.class),
            INVOKESTATIC => program.resolve_method(class, name, descriptor).map(|id| id.class),
            _ => None,
        };
        let initialised = declaring.and_then(|id| self.plan.initialised.get(program.name(id)));
        if let Some(number) = initialised.map(|it| it.number) {
            self.plan.uses.insert(member.clone(), number);
        }
    }

    fn made(&mut self, name: &str) {
        if let Some(helper) = self.model.made(name) {
            self.plan.made.insert(name.to_owned(), format!("{HELPERS}{helper}"));
        }
    }

    fn call(&mut self, op: u8, member: MemberRef) {
        let is_below = |class, above| self.program.is_subtype(class, above);
        let classes = self.program.class(&member.class).zip(self.program.class(THREAD_LOCAL));
        if ["get", "set", "remove"].contains(&member.name.as_str())
            && classes.is_some_and(|(it, above)| is_below(it, above))
        {
            self.plan.own_values.insert(member.clone());
        }
        let is_special = op == INVOKESPECIAL;
        let known = if is_special { &self.plan.special } else { &self.plan.calls };
        if known.contains_key(&member) {
            return;
        }
        if let Some(call) = self.explored(op, &member) {
            let calls = if is_special { &mut self.plan.special } else { &mut self.plan.calls };
            calls.insert(member, call);
        }
    }

    /// What becomes of a call; none: it stays as it is.
    fn explored(&mut self, op: u8, member: &MemberRef) -> Option<ExploredCall> {
        let program = self.program;
        let class = program.class(&member.class)?;
        let method = program.resolve_method(class, &member.name, &member.descriptor)?;
        if program.is_application(method.class) {
            return None;
        }
        let is_below = |name: &str| program.class(name).is_some_and(|above| program.is_subtype(class, above));
        if let Some(why) = self.model.refused(member, is_below) {
            // a library may have such calls that the program never makes
            let called = format!("{}.{}", member.class.replace('/', "."), member.name);
            return Some(ExploredCall::Refused { why: format!("a call of {called}: {why}") });
        }
        let replaced = self.model.replaced(&member.name, is_below);
        // other helpers make the call, and would come back to the method that calls its superclass's
        if let Some((above, helper)) = replaced.filter(|(_, helper)| op != INVOKESPECIAL || *helper == THREADS) {
            let receiver = if op == INVOKESTATIC { String::new() } else { format!("L{above};") };
            let found = self.replaced(member, helper, &receiver);
            // a class that the JDK of the helpers does not have yet
            let found = found.or_else(|| {
                (op != INVOKESTATIC).then(|| self.replaced(member, helper, "Ljava/lang/Object;")).flatten()
            });
            if found.is_some() {
                return found;
            }
            // a method of the same name that is another one
        }
        let declared = program.name(method.class);
        let simple = member.class.rsplit(['/', '$']).next().unwrap_or_default();
        let text = format!("{simple}.{}", member.name);
        let content = content(declared, member);
        if let Some(part) = part(declared, member, op) {
            let is_write = part == Part::Invoked || !reads(&member.name);
            return Some(ExploredCall::Access { text, part, is_write, content: Vec::new() });
        }
        let is_told = op != INVOKESTATIC
            && member.name != "<init>"
            && declared != "java/lang/Object"
            && is_shared_state(declared)
            && !self.model.is_value(is_below);
        if !is_told {
            let part = Part::Arguments;
            return (!content.is_empty()).then_some(ExploredCall::Access { text, part, is_write: false, content });
        }
        let location = self.location(simple.to_owned());
        let result = member.descriptor.rsplit(')').next().unwrap_or_default();
        let (is_write, is_view) = (!reads(&member.name), is_view(result));
        Some(ExploredCall::Told { text, location, is_write, is_view, content })
    }

    fn replaced(&self, member: &MemberRef, helper: &str, receiver: &str) -> Option<ExploredCall> {
        let (parameters, result) = member.descriptor.strip_prefix('(')?.split_once(')')?;
        let class = format!("{HELPERS}{helper}");
        let key = (class.clone(), member.name.clone(), format!("{receiver}{parameters}"));
        let descriptor = self.helpers.get(&key)?.clone();
        let own = descriptor.rsplit(')').next()?;
        let cast = (own != result).then(|| result.strip_prefix('L')?.strip_suffix(';').map(str::to_owned)).flatten();
        Some(ExploredCall::Replaced { class, descriptor, cast })
    }

    /// Method references, which go the ways of calls.
    fn handles(&mut self, class: &Class, bootstrap: u16, place: &str) -> Result<()> {
        let bootstrap = class.file.bootstraps().ok().and_then(|all| all.into_iter().nth(usize::from(bootstrap)));
        for argument in bootstrap.into_iter().flat_map(|it| it.arguments) {
            let Constant::MethodHandle(MethodHandle { kind, member }) = argument else { continue };
            // fields, super's methods and other constructors stay
            let op = match kind {
                5 => INVOKEVIRTUAL,
                6 => {
                    self.uses(INVOKESTATIC, &member);
                    INVOKESTATIC
                }
                9 => INVOKEINTERFACE,
                8 => {
                    // the handle has no instruction before which to refuse
                    if let Some(ExploredCall::Refused { why }) = self.explored(INVOKESPECIAL, &member) {
                        return Err(Error::refused(place, format!("has {why}")));
                    }
                    continue;
                }
                _ => continue,
            };
            self.call(op, member);
        }
        Ok(())
    }
}
