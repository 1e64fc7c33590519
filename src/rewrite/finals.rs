//! Final fields that a constructor's clone assigns in the replaying jar.
//!
//! The clone is an ordinary method, and from class files of Java 9 on only constructors may assign final fields (JVMS
//! §6.5, putfield). The runtime does it instead. So the fields stay final, as reflection and the default
//! `serialVersionUID` show.

use super::emit::Emitter;
use super::error::Result;
use super::hook_table::{ASSIGN, REPLAY, of_kind};
use super::slots::kind_of_descriptor;
use crate::classfile::opcode::PUTFIELD;
use crate::classfile::splice::ClassEditor;
use crate::classfile::{ClassFile, Code, FieldInfo, Insn, Item, Operand};

const ACC_FINAL: u16 = 0x0010;

/// Major version of the class files of Java 9.
const JAVA_9: u16 = 53;

/// Lets the runtime assign the class's final fields.
pub(super) fn assign(code: &mut Code, editor: &mut ClassEditor) -> Result<()> {
    let class = editor.class;
    if class.major < JAVA_9 {
        return Ok(());
    }
    for at in (0..code.items.len()).rev() {
        let Some(field) = assigned(class, &code.items[at]) else { continue };
        let mut emit = Emitter::new(code, editor);
        let kind = kind_of_descriptor(&field.descriptor);
        emit.string(&class.name)?; // …, object, value, class
        emit.string(&format!("{};{}", field.name, field.descriptor))?; // …, object, value, class, member
        emit.hook(REPLAY, of_kind(&ASSIGN, &kind))?; // …
        let items = emit.items;
        code.items.splice(at..=at, items);
    }
    Ok(())
}

/// The final field of the class that the instruction assigns.
fn assigned<'c>(class: &'c ClassFile, item: &Item) -> Option<&'c FieldInfo> {
    let Item::Insn { insn: Insn { op: PUTFIELD, operand: Operand::Constant(index) }, .. } = item else { return None };
    let member = class.member(*index).ok().filter(|member| member.class == class.name)?;
    let same = |field: &&FieldInfo| field.name == member.name && field.descriptor == member.descriptor;
    class.fields.iter().find(same).filter(|field| field.access & ACC_FINAL != 0)
}
