//! Classes that note by which calls a run comes to some of their instructions, so that a `*` of a region can be filled in.
//!
//! Before each of them the runtime's class [`NOTING`] is told the place's number; all other code keeps its offsets. That class stands in such a
//! jar under the name that it has in the source ([`super::own_names()`] is for runs that capture).

use super::emit::Emitter;
use super::error::Result;
use crate::classfile::opcode::INVOKESTATIC;
use crate::classfile::splice::ClassEditor;
use crate::classfile::{ClassFile, Item};

/// The class that notes the stack.
pub const NOTING: &str = "jcp/runtime/observe/Stacks";

/// The class; each place: the method's number in the class file, the instruction's offset, and the number that is told.
pub fn noting_class(class: &ClassFile, places: &[(usize, u32, usize)]) -> Result<Vec<u8>> {
    let mut editor = ClassEditor::new(class);
    let mut methods: Vec<usize> = places.iter().map(|place| place.0).collect();
    methods.sort_unstable();
    methods.dedup();
    for method in methods {
        let Some(mut code) = editor.code(method)? else { continue };
        let mut items = Vec::with_capacity(code.items.len());
        for item in std::mem::take(&mut code.items) {
            let at = |place: &&(usize, u32, usize)| {
                place.0 == method && matches!(&item, Item::Insn { offset, .. } if *offset == place.1)
            };
            for place in places.iter().filter(at) {
                let mut emit = Emitter::new(&mut code, &mut editor);
                emit.index(place.2)?; // …, number
                emit.invoke(INVOKESTATIC, NOTING, "note", "(I)V", false)?; // …
                items.append(&mut emit.items);
            }
            items.push(item);
        }
        code.items = items;
        editor.set_code(method, &code)?;
    }
    Ok(editor.finish()?)
}
