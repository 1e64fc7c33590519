//! A class that is rewritten: the methods of the chains in it, and what it is at the end.
//!
//! Both jars' classes start and end alike; between lie [`super::capture`] and [`super::replay`].

use super::error::{Error, Result};
use super::hook_table::BOOTSTRAPS;
use crate::classfile::code::Changes;
use crate::classfile::splice::ClassEditor;
use crate::classfile::{ClassFile, Code};
use crate::plan::{ChainMethod, Node, Plans};

/// A class that was changed.
#[derive(Debug)]
pub struct Rewritten {
    /// Its new bytes.
    pub bytes: Vec<u8>,
    /// Instructions put into its methods and taken from them.
    pub changes: Changes,
    /// The texts that were added to its constants, in modified UTF-8.
    pub texts: Vec<Vec<u8>>,
    /// Whether its initialiser had no room for the hook that belongs at its start or end ([`super::without_initialiser`]).
    pub is_bare: bool,
}

/// The class as it is now, if it was changed.
pub(super) fn finish(editor: ClassEditor) -> Result<Option<Rewritten>> {
    if !editor.is_changed() {
        return Ok(None);
    }
    let changes = editor.changes();
    let texts = editor.added_texts();
    Ok(Some(Rewritten { bytes: editor.finish()?, changes, texts, is_bare: false }))
}

/// The contexts whose methods are in `class`, with their numbers.
pub(super) fn nodes_of<'p>(plans: &'p Plans, class: &ClassFile) -> Vec<(usize, &'p Node)> {
    plans.forest.nodes.iter().enumerate().filter(|(_, node)| node.method.class == class.name).collect()
}

/// The method's number in its class and its decoded code.
pub(super) fn decoded(editor: &ClassEditor, element: &ChainMethod) -> Result<(usize, Code)> {
    let missing = || Error::Plan {
        method: element.method.display(),
        problem: "the class file has no such method with code; instrument again if the class was changed meanwhile"
            .into(),
    };
    let method = editor.class.method_index(&element.method.name, &element.method.descriptor).ok_or_else(missing)?;
    let code = editor.code(method)?.ok_or_else(missing)?;
    Ok((method, code))
}

/// Lets the runtime link the program's call sites and know by which instruction: a clone's instruction is that of its
/// original, and one that was linked before the checkpoint is to be linked alike in the replay.
pub(super) fn redirect_call_sites(editor: &mut ClassEditor) -> Result<()> {
    editor.redirect_call_sites(&BOOTSTRAPS)?;
    Ok(())
}
