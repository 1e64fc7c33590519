//! What becomes of a program whose interleavings are explored: which fields threads may share, and which calls are points.
//!
//! A field counts unless it is final: a final field is written before its object is seen, but where `this` escapes its constructor, which is left out.
//! A call of the JDK is replaced, told of, refused or left alone, as the model says ([`super::explore_model`]). What is not in the model and belongs to
//! the JDK's collections, buffers or streams is told of: the receiver decides at run time whether it is an object made for threads, or one whose content may race.
//!
//! Left out: accesses by reflection and method handles, what static methods of the JDK other than those of `Arrays` and `Collections` do with their arguments, and
//! collections behind `Collections.unmodifiable…`.

use super::error::{Error, Result};
use super::explore_model::Model;
use crate::classfile::class::MethodHandle;
use crate::classfile::opcode::{self, INVOKEDYNAMIC, INVOKEINTERFACE, INVOKESPECIAL, INVOKESTATIC, INVOKEVIRTUAL, NEW};
use crate::classfile::{Constant, MemberRef, Operand};
use crate::plan::{ELEMENTS, Exploration, ExploredCall, Part, SharedField};
use crate::program::class::access;
use crate::program::{Class, Program};
use std::collections::BTreeMap;

/// The package of the helpers.
const HELPERS: &str = "jcp/explore/";

/// The static methods of the helpers, by class, name and parameters, with their descriptors.
pub type Helpers = BTreeMap<(String, String, String), String>;

/// Plans it; `helpers` are those that there are.
pub fn exploration(program: &Program, helpers: &Helpers) -> Result<Exploration> {
    let locations = ELEMENTS.iter().map(|name| (*name).to_owned()).collect();
    let plan = Exploration { locations, ..Exploration::default() };
    let mut planning = Planning { program, helpers, model: Model::load(), plan, numbers: BTreeMap::new() };
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
                match class.file.constant(index) {
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

    fn made(&mut self, name: &str) {
        if let Some(helper) = self.model.made(name) {
            self.plan.made.insert(name.to_owned(), format!("{HELPERS}{helper}"));
        }
    }

    fn call(&mut self, op: u8, member: MemberRef) {
        if self.plan.calls.contains_key(&member) {
            return;
        }
        if let Some(call) = self.explored(op, &member) {
            self.plan.calls.insert(member, call);
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
        if op == INVOKESPECIAL {
            return None;
        }
        if let Some((above, helper)) = self.model.replaced(&member.name, is_below) {
            let receiver = if op == INVOKESTATIC { String::new() } else { format!("L{above};") };
            if let Some(call) = self.replaced(member, helper, &receiver) {
                return Some(call);
            }
            // a method of the same name that is another one
        }
        let declared = program.name(method.class);
        let simple = member.class.rsplit(['/', '$']).next().unwrap_or_default();
        let text = format!("{simple}.{}", member.name);
        if let Some(part) = part(declared, member, op) {
            let is_write = if part == Part::Arguments { changes(&member.name) } else { !reads(&member.name) };
            return Some(ExploredCall::Access { text, part, is_write });
        }
        let is_told = op != INVOKESTATIC && declared != "java/lang/Object" && is_shared_state(declared);
        if !is_told || self.model.is_value(is_below) {
            return None;
        }
        let location = self.location(simple.to_owned());
        let result = member.descriptor.rsplit(')').next().unwrap_or_default();
        Some(ExploredCall::Told { text, location, is_write: !reads(&member.name), is_view: is_view(result) })
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
                6 => INVOKESTATIC,
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

/// Whether objects of the class may be changed by calls: collections, buffers, streams, objects made for threads.
fn is_shared_state(class: &str) -> bool {
    let is_function = ["java/util/function/", "java/util/stream/"].iter().any(|package| class.starts_with(package));
    let is_state =
        ["java/util/", "java/io/", "java/text/", "java/nio/"].iter().any(|package| class.starts_with(package));
    is_state && !is_function
        || matches!(
            class,
            "java/lang/AbstractStringBuilder"
                | "java/lang/StringBuilder"
                | "java/lang/StringBuffer"
                | "java/lang/Iterable"
        )
}

/// The part of an object that a method of the class accesses, if it accesses one alone.
fn part(class: &str, member: &MemberRef, op: u8) -> Option<Part> {
    let first = member.descriptor.get(1..2);
    let is_array = class.starts_with("java/util/concurrent/atomic/Atomic") && class.ends_with("Array");
    let is_handle = class == "java/lang/invoke/VarHandle" && !KINDS_OF_HANDLES.contains(&member.name.as_str());
    match class {
        _ if is_array && first == Some("I") => Some(Part::Element),
        _ if class.starts_with("java/util/concurrent/atomic/")
            && class.ends_with("FieldUpdater")
            && op != INVOKESTATIC =>
        {
            Some(Part::Field)
        }
        _ if is_handle && op != INVOKESTATIC => Some(Part::Field),
        "java/util/Arrays" | "java/util/Collections" if op == INVOKESTATIC && !member.descriptor.starts_with("()") => {
            Some(Part::Arguments)
        }
        _ => None,
    }
}

/// Methods of `VarHandle` that access nothing.
const KINDS_OF_HANDLES: [&str; 9] = [
    "accessModeType",
    "varType",
    "coordinateTypes",
    "isAccessModeSupported",
    "toMethodHandle",
    "withInvokeExactBehavior",
    "withInvokeBehavior",
    "hasInvokeExactBehavior",
    "describeConstable",
];

/// Whether a method of `Arrays` or `Collections` changes its arguments.
fn changes(name: &str) -> bool {
    const NAMES: [&str; 7] = ["reverse", "shuffle", "swap", "rotate", "copy", "addAll", "replaceAll"];
    NAMES.contains(&name) || ["fill", "sort", "set", "parallel"].iter().any(|prefix| name.starts_with(prefix))
}

/// Whether a method of the name only reads its receiver.
fn reads(name: &str) -> bool {
    const NAMES: [&str; 24] = [
        "size",
        "isEmpty",
        "length",
        "peek",
        "element",
        "first",
        "last",
        "keySet",
        "values",
        "entrySet",
        "iterator",
        "listIterator",
        "subList",
        "stream",
        "forEach",
        "toArray",
        "charAt",
        "hasNext",
        "toString",
        "hashCode",
        "equals",
        "intValue",
        "longValue",
        "spliterator",
    ];
    let is_accessor = ["get", "contains", "is", "indexOf", "lastIndexOf"].iter().any(|prefix| name.starts_with(prefix));
    // getAndSet and its like write
    NAMES.contains(&name) || is_accessor && !name.starts_with("getAnd")
}

/// Whether an object of this type may be a view of another collection.
fn is_view(descriptor: &str) -> bool {
    let class = descriptor.strip_prefix("Ljava/util/").and_then(|rest| rest.strip_suffix(';')).unwrap_or_default();
    ["Iterator", "ListIterator", "Set", "Collection", "List", "Map", "Enumeration", "Map$Entry"].contains(&class)
}
