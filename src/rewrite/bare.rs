//! Classes whose initialiser has no room for a hook: its code is about 64 KiB long, or the constant pool is full.
//!
//! In the replaying jar it stays as it is, without the guard that keeps it from running again. The jar holds the class once
//! more, with an initialiser that does nothing; where the checkpoint says that the class was initialised, the runtime
//! (`Unguarded`) gives the class that initialiser before anything of the program runs. Everything else of both is the same. In the
//! capturing jar nothing tells that such an initialiser failed, so the runtime looks at the class's state itself.
//!
//! Invariant: only what the guard alone is for may be left out. Where it is the first hook of a run, or stops a replay that the
//! analysis held impossible, the class is refused.

use super::error::{Error, Result};
use super::rewritten::{self, Rewritten};
use crate::classfile::opcode::RETURN;
use crate::classfile::splice::ClassEditor;
use crate::classfile::{ClassFile, Code, Insn, Item};

/// The class as it is now, if it was changed or has a bare initialiser.
pub(super) fn finish(editor: ClassEditor, is_bare: bool) -> Result<Option<Rewritten>> {
    if !is_bare {
        return rewritten::finish(editor);
    }
    let (changes, texts) = (editor.changes(), editor.added_texts());
    Ok(Some(Rewritten { bytes: editor.finish()?, changes, texts, is_bare }))
}

/// The class with an initialiser that does nothing.
pub fn without_initialiser(name: &str, bytes: Vec<u8>) -> Result<Vec<u8>> {
    let class = ClassFile::parse(bytes, name)?;
    let mut editor = ClassEditor::new(&class);
    if let Some(method) = class.method_index("<clinit>", "()V") {
        let code = Code { items: vec![Item::Insn { insn: Insn::simple(RETURN), offset: 0 }], ..Code::default() };
        editor.set_code(method, &code)?;
    }
    editor.finish().map_err(Error::from)
}
