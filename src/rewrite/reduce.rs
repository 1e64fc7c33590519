//! Classes without what a slice does not need ([`crate::plan::Reduction`]).
//!
//! Replaced instructions keep the shape of the stack, so the original's frames hold, but for locals that nothing reads any more, which have no type
//! there, and for objects under construction that are not made, in whose place is null. What is then done for nothing goes
//! ([`super::peephole`]). Constants, fields and methods stay, those without code of the slice as stubs.

use super::error::Result;
use super::{peephole, watch};
use crate::classfile::descriptor::{self, Kind};
use crate::classfile::opcode::{
    ACONST_NULL, ARETURN, ATHROW, DCONST_0, FCONST_0, GOTO, ICONST_0, IRETURN, LCONST_0, NEW, POP, POP2, RETURN,
};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{ClassFile, Code, Constant, Frame, Insn, Item, Label, MethodInfo, Operand, VType};
use crate::plan::{Change, MethodReduction, Reduced, Then};
use std::collections::{BTreeMap, BTreeSet};

/// A class that was reduced.
pub struct Part {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The classes that it names, internal names, and the texts among its constants that may be names of classes.
    pub names: BTreeSet<String>,
    /// How many instructions it had, and has.
    pub sizes: [usize; 2],
    /// Whether something of a method's code stays.
    pub has_slice: bool,
}

/// Reduces a class; `watched` instructions, by method and offset, tell their values.
pub fn reduce_class(
    class: &ClassFile,
    methods: &BTreeMap<usize, MethodReduction>,
    watched: &BTreeMap<usize, BTreeSet<u32>>,
) -> Result<Part> {
    let mut editor = ClassEditor::new(class);
    let mut names: BTreeSet<String> = class.super_name.iter().chain(&class.interfaces).cloned().collect();
    let (mut sizes, mut has_slice) = ([0, 0], false);
    for (method, change) in methods {
        let Some(mut code) = editor.code(*method)? else { continue };
        sizes[0] += code.insns().count();
        match change {
            MethodReduction::Reduced(reduced) => {
                has_slice = true;
                reduce(&mut code, reduced, &class.methods[*method].descriptor);
                peephole::tidy(&mut code);
                sizes[1] += code.insns().count();
                names_in(class, &code, &mut names)?;
                if let Some(offsets) = watched.get(method) {
                    watch::watch(&mut code, &mut editor, *method, offsets)?;
                }
            }
            MethodReduction::Empty | MethodReduction::Unreachable => {
                let is_reached = matches!(change, MethodReduction::Empty);
                code = stub(&code, &class.methods[*method], is_reached);
                sizes[1] += code.insns().count();
            }
        }
        editor.set_code(*method, &code)?;
    }
    let descriptors = class.fields.iter().map(|field| &field.descriptor);
    for descriptor in descriptors.chain(class.methods.iter().map(|method| &method.descriptor)) {
        names.extend(descriptor::classes_in_signature(descriptor));
    }
    Ok(Part { bytes: editor.finish()?, names, sizes, has_slice })
}

/// Code that returns a default value, or ends with a `NullPointerException` where it is held unreachable.
fn stub(code: &Code, info: &MethodInfo, is_reached: bool) -> Code {
    let ends = [Insn::simple(ACONST_NULL), Insn::simple(ATHROW)];
    let insns: Vec<Insn> = if is_reached { returning(result_of(&info.descriptor)).collect() } else { ends.to_vec() };
    Code { max_locals: code.max_locals, items: insns.into_iter().map(inserted).collect(), ..Code::default() }
}

fn inserted(insn: Insn) -> Item {
    Item::Insn { insn, offset: u32::MAX }
}

fn result_of(descriptor: &str) -> Option<Kind> {
    descriptor::parse_method(descriptor).and_then(|parsed| parsed.result_kind())
}

fn default(kind: Kind) -> Insn {
    Insn::simple(match kind {
        Kind::Int => ICONST_0,
        Kind::Long => LCONST_0,
        Kind::Float => FCONST_0,
        Kind::Double => DCONST_0,
        Kind::Ref => ACONST_NULL,
    })
}

fn returning(result: Option<Kind>) -> impl Iterator<Item = Insn> {
    debug_assert!(ARETURN == IRETURN + Kind::Ref as u8);
    let op = result.map_or(RETURN, |kind| IRETURN + kind as u8);
    result.map(default).into_iter().chain([Insn::simple(op)])
}

/// Puts the replacements in their places.
fn reduce(code: &mut Code, reduced: &Reduced, descriptor: &str) {
    let (mut number, mut items, mut unmade) = (0, Vec::with_capacity(code.items.len()), BTreeSet::new());
    let mut next = BTreeMap::new();
    for item in std::mem::take(&mut code.items) {
        let Item::Insn { insn, offset } = item else {
            if let Item::Label(label) = item {
                next.insert(label, number);
            }
            items.push(item);
            continue;
        };
        match reduced.changes.get(&number) {
            None => items.push(Item::Insn { insn, offset }),
            Some(change) => {
                if let (NEW, Some(Item::Label(label))) = (insn.op, items.last()) {
                    unmade.insert(*label);
                }
                let all = replacement(change, insn, code, descriptor);
                items.extend(all.into_iter().map(inserted));
            }
        }
        number += 1;
    }
    code.items = items;
    for (label, frame) in &mut code.frames {
        let live = next.get(label).and_then(|number| reduced.live.get(number));
        change_frame(frame, live, &unmade);
    }
}

fn replacement(change: &Change, insn: Insn, code: &Code, descriptor: &str) -> Vec<Insn> {
    let pop = |slots: &u8| Insn::simple(if *slots == 2 { POP2 } else { POP });
    let mut all: Vec<Insn> = change.pops.iter().rev().map(pop).collect();
    all.extend(change.push.map(default));
    match change.then {
        Then::GoesOn => {}
        Then::Runs => all.push(insn),
        Then::Jumps(place) => all.extend(insn.operand.targets().get(place).map(|label| Insn::branch(GOTO, *label))),
        Then::Handles(number) => {
            all.extend(code.handlers.get(number).map(|handler| Insn::branch(GOTO, handler.handler)));
        }
        Then::Returns => all.extend(returning(result_of(descriptor))),
    }
    all
}

/// Takes the types of locals out that nothing reads; where they are not known (none), they stay.
fn change_frame(frame: &mut Frame, live: Option<&BTreeSet<u16>>, unmade: &BTreeSet<Label>) {
    let (mut slot, mut locals) = (0, Vec::new());
    for entry in std::mem::take(&mut frame.locals) {
        let slots = if matches!(entry, VType::Long | VType::Double) { 2 } else { 1 };
        let is_read = live.is_none_or(|live| live.contains(&slot)) || entry == VType::UninitializedThis;
        if is_read {
            locals.push(entry);
        } else {
            locals.extend((0..slots).map(|_| VType::Top));
        }
        slot += slots;
    }
    while locals.last() == Some(&VType::Top) {
        locals.pop();
    }
    frame.locals = locals;
    for entry in frame.locals.iter_mut().chain(&mut frame.stack) {
        if matches!(entry, VType::Uninitialized(label) if unmade.contains(label)) {
            *entry = VType::Null;
        }
    }
}

/// The classes that code names.
fn names_in(class: &ClassFile, code: &Code, names: &mut BTreeSet<String>) -> Result<()> {
    let bootstraps = class.bootstraps()?;
    for (_, insn) in code.insns() {
        match insn.operand {
            Operand::Constant(index) | Operand::MultiArray { class: index, .. } => {
                add_names(&class.constant(index)?, names);
                if let Constant::InvokeDynamic(number, ..) | Constant::Dynamic(number, ..) = class.constant(index)?
                    && let Some(bootstrap) = bootstraps.get(usize::from(number))
                {
                    add_names(&Constant::MethodHandle(bootstrap.method.clone()), names);
                    bootstrap.arguments.iter().for_each(|argument| add_names(argument, names));
                }
            }
            _ => {}
        }
    }
    for handler in code.handlers.iter().filter(|handler| handler.catch_type > 0) {
        names.insert(class.class_name(handler.catch_type)?.to_owned());
    }
    for entry in code.frames.values().flat_map(|frame| frame.locals.iter().chain(&frame.stack)) {
        if let VType::Object(name) = entry {
            add_names(&Constant::Class(name.clone()), names);
        }
    }
    Ok(())
}

fn add_names(constant: &Constant, names: &mut BTreeSet<String>) {
    let mut of_class = |name: &str| {
        if name.starts_with('[') {
            names.extend(descriptor::classes_in_signature(name));
        } else {
            names.insert(name.to_owned());
        }
    };
    match constant {
        Constant::Class(name) => of_class(name),
        Constant::String(text) => of_class(&text.replace('.', "/")),
        Constant::Member(member) | Constant::MethodHandle(crate::classfile::MethodHandle { member, .. }) => {
            of_class(&member.class);
            names.extend(descriptor::classes_in_signature(&member.descriptor));
        }
        Constant::MethodType(descriptor)
        | Constant::InvokeDynamic(_, _, descriptor)
        | Constant::Dynamic(_, _, descriptor) => names.extend(descriptor::classes_in_signature(descriptor)),
        _ => {}
    }
}
