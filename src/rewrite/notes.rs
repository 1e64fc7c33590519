//! What is noted in every method of the capturing jar: interned strings, memory outside the heap, and ends of the JVM.
//!
//! These are notes for the runtime; they change nothing of what the method does.

use super::error::Result;
use super::{exits, interned, memory};
use crate::classfile::Code;
use crate::classfile::splice::ClassEditor;
use crate::plan::Plans;

/// Takes all these notes. Returns whether there was anything to note.
pub(super) fn note(code: &mut Code, editor: &mut ClassEditor, plans: &Plans) -> Result<bool> {
    let noted = interned::note(code, editor)? | memory::note(code, editor)?;
    Ok(exits::note(code, editor, plans)? || noted)
}
