//! Classes that tell the values of some instructions, to compare a reduced program with the original by.
//!
//! Behind each of them that makes a value, a line goes to standard error: [`MARK`], the instruction, and the value. Numbers and strings are told in full, of other
//! references whether they are null: their texts may have identity hashes in them. Left out: objects under construction.

use super::emit::Emitter;
use super::error::Result;
use crate::classfile::descriptor::{self, Kind};
use crate::classfile::opcode::{
    self, ACONST_NULL, Access, CHECKCAST, DUP, DUP2, GETSTATIC, INVOKESTATIC, INVOKEVIRTUAL, LDC, LDC_W, LDC2_W, NEW,
    SWAP,
};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{ClassFile, Code, Constant, Insn, Item, Operand};
use std::collections::{BTreeMap, BTreeSet};

/// How lines with values begin.
pub const MARK: &str = "jcp value ";

/// The class, whose methods (by number) tell the values of the instructions at these offsets.
pub fn watch_class(class: &ClassFile, watched: &BTreeMap<usize, BTreeSet<u32>>) -> Result<Vec<u8>> {
    let mut editor = ClassEditor::new(class);
    for (method, offsets) in watched {
        let Some(mut code) = editor.code(*method)? else { continue };
        watch(&mut code, &mut editor, *method, offsets)?;
        editor.set_code(*method, &code)?;
    }
    Ok(editor.finish()?)
}

/// Lets the instructions tell their values that were at these offsets.
pub(super) fn watch(code: &mut Code, editor: &mut ClassEditor, method: usize, offsets: &BTreeSet<u32>) -> Result<()> {
    let is_constructor = editor.class.methods[method].name == "<init>";
    let mut items = Vec::with_capacity(code.items.len());
    for item in std::mem::take(&mut code.items) {
        let told = match &item {
            Item::Insn { insn, offset } if offsets.contains(offset) => {
                value(editor.class, insn, is_constructor).map(|descriptor| (descriptor, *offset))
            }
            _ => None,
        };
        items.push(item);
        if let Some((descriptor, offset)) = told {
            let mut emit = Emitter::new(code, editor);
            tell(&mut emit, &descriptor, &format!("{MARK}{method}@{offset} "))?;
            items.append(&mut emit.items);
        }
    }
    code.items = items;
    Ok(())
}

/// The descriptor of the value that an instruction makes, as far as it tells; none if it makes none that can be told.
fn value(class: &ClassFile, insn: &Insn, is_constructor: bool) -> Option<String> {
    let object = || Some("Ljava/lang/Object;".to_owned());
    if let Some(local) = opcode::local_access(insn) {
        let is_this = is_constructor && local.slot == 0;
        return (local.access == Access::Load && !is_this).then(|| of_kind(local.kind).to_owned());
    }
    let constant = match insn.operand {
        Operand::Constant(index) => class.constant(index).ok(),
        _ => None,
    };
    match (insn.op, constant) {
        (NEW | CHECKCAST, _) => None,
        (LDC | LDC_W | LDC2_W, Some(constant)) => match constant {
            Constant::Int(_) => Some("I".to_owned()),
            Constant::Float(_) => Some("F".to_owned()),
            Constant::Long(_) => Some("J".to_owned()),
            Constant::Double(_) => Some("D".to_owned()),
            Constant::String(_) => Some("Ljava/lang/String;".to_owned()),
            _ => None,
        },
        (op, Some(Constant::Member(member))) if opcode::is_field(op) => {
            let reads = matches!(op, GETSTATIC | opcode::GETFIELD);
            reads.then_some(member.descriptor)
        }
        (op, Some(Constant::Member(member))) if opcode::is_invoke(op) => result(&member.descriptor),
        (op, Some(Constant::InvokeDynamic(_, _, descriptor))) if opcode::is_invoke(op) => result(&descriptor),
        (ACONST_NULL | opcode::AALOAD, _) => object(),
        (op, _) => arithmetic(op).map(|kind| of_kind(kind).to_owned()),
    }
}

fn result(descriptor: &str) -> Option<String> {
    let parsed = descriptor::parse_method(descriptor)?;
    (parsed.result != "V").then(|| parsed.result.to_owned())
}

/// The kind of the number that an instruction without operand makes of others.
fn arithmetic(op: u8) -> Option<Kind> {
    const ORDER: [Kind; 4] = [Kind::Int, Kind::Long, Kind::Float, Kind::Double];
    match op {
        opcode::IADD..=opcode::DNEG => Some(ORDER[usize::from(op - opcode::IADD) % 4]),
        opcode::ISHL..=opcode::LXOR => Some(ORDER[usize::from(op - opcode::ISHL) % 2]),
        opcode::IALOAD..=opcode::DALOAD => Some(ORDER[usize::from(op - opcode::IALOAD)]),
        opcode::BALOAD..=opcode::SALOAD | opcode::LCMP..=opcode::DCMPG | opcode::ARRAYLENGTH | opcode::INSTANCEOF => {
            Some(Kind::Int)
        }
        _ => None,
    }
}

fn of_kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Int => "I",
        Kind::Long => "J",
        Kind::Float => "F",
        Kind::Double => "D",
        Kind::Ref => "Ljava/lang/Object;",
    }
}

/// Writes the topmost value to standard error; it stays.
fn tell(emit: &mut Emitter, descriptor: &str, before: &str) -> Result<()> {
    let is_wide = matches!(descriptor, "J" | "D");
    emit.op(if is_wide { DUP2 } else { DUP }); // …, value, value
    let shown = match descriptor {
        "Z" | "B" | "S" => "I",
        "C" | "I" | "J" | "F" | "D" => descriptor,
        "Ljava/lang/String;" => "Ljava/lang/Object;",
        _ => {
            emit.invoke(INVOKESTATIC, "java/util/Objects", "isNull", "(Ljava/lang/Object;)Z", false)?; // …, value, null?
            "Z"
        }
    };
    let descriptor = format!("({shown})Ljava/lang/String;");
    emit.invoke(INVOKESTATIC, "java/lang/String", "valueOf", &descriptor, false)?; // …, value, text
    emit.string(before)?; // …, value, text, before
    emit.op(SWAP);
    let concat = "(Ljava/lang/String;)Ljava/lang/String;";
    emit.invoke(INVOKEVIRTUAL, "java/lang/String", "concat", concat, false)?; // …, value, line
    let err = emit.editor.field_ref("java/lang/System", "err", "Ljava/io/PrintStream;")?;
    emit.insn(Insn::constant(GETSTATIC, err));
    emit.op(SWAP); // …, value, stream, line
    emit.invoke(INVOKEVIRTUAL, "java/io/PrintStream", "println", "(Ljava/lang/String;)V", false) // …, value
}
