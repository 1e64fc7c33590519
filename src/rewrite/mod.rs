//! Rewriting: class files of the capturing and of the replaying jar, from the plan and the original class files.
//!
//! The chains of all regions are merged to a forest of contexts ([`crate::plan::Forest`]). A method in a context is
//! instrumented in place if it is the root or is called by frames that are not the program's, else as a *clone*: a method
//! of the same name, so that stack traces read the same, with one more parameter whose type marks the clone (an array of
//! `emit::CONTEXT` with as many dimensions as the context's number). Nobody but the clone above calls it.
//!
//! * [`capture`]: the capturing class files; [`hooks`]: what keeps shadow frames, takes the snapshot, and tells of ends.
//! * [`root`]: whether an activation of the root counts, and what is told when `main` is left.
//! * [`replay`]: the replaying class files; [`resume`]: blocks that restore a frame and jump into the original code; [`mod@ways`]: where
//!   they resume; [`restore`], [`unfinished`]: what they restore.
//! * [`notes`]: what is noted in every method of the capturing jar.
//! * [`exits`]: lets the runtime know with which status the program exits.
//! * [`mod@hook_table`]: the methods of the runtime that rewritten code calls.
//! * [`slots`], [`emit`], [`spill`]: what both share: which values a frame has, in which order, and how they are moved.
//! * [`finals`]: lets constructors' clones assign final fields.
//! * [`interned`]: lets the runtime know the strings that the program interns.
//! * [`clock`]: lets the replay's clock go on from the checkpoint.
//! * [`bare`]: classes whose initialisers have no room for a hook.
//! * [`below`]: chains that start below main.
//! * [`passing`]: chain calls that reach the next method through frames that are not the program's.
//! * [`observe`], [`catalogue`]: the capturing jar as one that records what a run does, for tests.
//! * [`mod@own_names`]: names of the runtime's own that no program has.
//! * [`reach`]: removes code that nothing reaches any more.
//!
//! Invariant: everything that the plan does not name stays byte-identical, but for class initialisers, the bootstrap methods of
//! lambdas, calls that intern strings, take memory outside the heap or end the JVM, and what asks for the time, if the replay's clock goes on.

mod bare;
mod below;
mod capture;
mod catalogue;
mod clock;
mod emit;
mod error;
mod exits;
mod finals;
mod hook_table;
mod hooks;
mod interned;
mod memory;
mod notes;
mod observe;
mod own_names;
mod passing;
mod reach;
mod replay;
mod restore;
mod resume;
mod root;
mod slots;
mod spill;
mod unfinished;
mod ways;

pub use bare::without_initialiser;
pub use capture::{capture_class, observe_class};
pub use catalogue::Catalogue;
pub use error::{Error, Result};
pub use hook_table::{BOOTSTRAPS, Hook, hooks as hook_table};
pub use own_names::own_names;
pub use replay::replay_class;
pub use slots::{slot_names, variables};
pub use ways::ways;

use crate::classfile::code::Changes;
use crate::classfile::opcode::{INVOKEINTERFACE, INVOKESPECIAL, INVOKESTATIC, INVOKEVIRTUAL};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{ClassFile, Code, Insn, Operand};
use crate::plan::{ChainMethod, Node, Plans};

const ACC_PUBLIC: u16 = 0x0001;
const ACC_STATIC: u16 = 0x0008;
const ACC_FINAL: u16 = 0x0010;
const ACC_SYNCHRONIZED: u16 = 0x0020;
const ACC_STRICT: u16 = 0x0800;

/// A class that was changed.
#[derive(Debug)]
pub struct Rewritten {
    /// Its new bytes.
    pub bytes: Vec<u8>,
    /// Instructions put into its methods and taken from them.
    pub changes: Changes,
    /// The texts that were added to its constants, in modified UTF-8.
    pub texts: Vec<Vec<u8>>,
    /// Whether its initialiser had no room for the hook that belongs at its start or end ([`without_initialiser`]).
    pub is_bare: bool,
}

/// The class as it is now, if it was changed.
fn finish(editor: ClassEditor) -> Result<Option<Rewritten>> {
    if !editor.is_changed() {
        return Ok(None);
    }
    let changes = editor.changes();
    let texts = editor.added_texts();
    Ok(Some(Rewritten { bytes: editor.finish()?, changes, texts, is_bare: false }))
}

/// The contexts whose methods are in `class`, with their numbers.
fn nodes_of<'p>(plans: &'p Plans, class: &ClassFile) -> Vec<(usize, &'p Node)> {
    plans.forest.nodes.iter().enumerate().filter(|(_, node)| node.method.class == class.name).collect()
}

/// The method's number in its class and its decoded code.
fn decoded(editor: &ClassEditor, element: &ChainMethod) -> Result<(usize, Code)> {
    let missing = || Error::Plan {
        method: element.method.display(),
        problem: "the class file has no such method with code; was it changed since the plan was made?".into(),
    };
    let method = editor.class.method_index(&element.method.name, &element.method.descriptor).ok_or_else(missing)?;
    let code = editor.code(method)?.ok_or_else(missing)?;
    Ok((method, code))
}

/// Lets the runtime link the program's call sites and know by which instruction: a clone's instruction is that of its
/// original, and one that was linked before the checkpoint is to be linked alike in the replay.
fn redirect_call_sites(editor: &mut ClassEditor) -> Result<()> {
    editor.redirect_call_sites(&hook_table::BOOTSTRAPS)?;
    Ok(())
}

/// What the mark of a clone that is not resumed but called from its start is more than that of its context, in the
/// replaying jar.
const FROM_START: u8 = 128;

/// The descriptor of the element's clone: one more parameter, the marker. `more`: 0 or [`FROM_START`]. The marker's type becomes a text of
/// the class too, since the verifier looks it up: a text that the JVM then meets for the first time would take a number
/// of its random sequence ([`emit::RUNTIME`]).
fn clone_descriptor(editor: &mut ClassEditor, element: &ChainMethod, more: u8) -> Result<String> {
    let marker = format!("{}L{};", "[".repeat(usize::from(element.clone) + usize::from(more)), emit::CONTEXT);
    editor.utf8(&marker)?;
    Ok(element.method.descriptor.replacen(')', &format!("{marker})"), 1))
}

/// The access flags of the clone of a method with these flags: callable from the clone above wherever that is, but public only where
/// it must be. The launcher looks at the public methods of the main class, and at the classes of their parameters. Not synthetic:
/// debuggers step over such methods, and coverage tools do not count them.
fn clone_access(access: u16, plans: &Plans, node: &Node) -> u16 {
    let element = node.element(plans);
    let kept = access & (ACC_STATIC | ACC_SYNCHRONIZED | ACC_STRICT);
    // neither interface methods nor constructors may be final (JVMS §4.6)
    let fixed = if element.in_interface || slots::is_constructor(element) { 0 } else { ACC_FINAL };
    let visible = if element.in_interface || is_called_from_elsewhere(plans, node) { ACC_PUBLIC } else { 0 };
    kept | visible | fixed
}

/// Whether the clone's caller lies in another package.
fn is_called_from_elsewhere(plans: &Plans, node: &Node) -> bool {
    let package = |class: &str| class.rsplit_once('/').map(|(package, _)| package.to_owned());
    let caller = node.parent.map(|parent| &plans.forest.nodes[parent]);
    caller.is_some_and(|caller| package(&caller.method.class) != package(&node.method.class))
}

/// Makes the class public if the clone's caller lies in another package: it must name the class. Reflection tells its own flags.
fn open_for_caller(editor: &mut ClassEditor, plans: &Plans, node: &Node) -> Result<()> {
    if editor.class.access & ACC_PUBLIC == 0 && is_called_from_elsewhere(plans, node) {
        editor.set_checked_access(editor.class.access | ACC_PUBLIC)?;
    }
    Ok(())
}

/// How a clone is called.
struct CloneCall {
    op: u8,
    /// The class that the instruction names.
    owner: String,
    interface: bool,
}

/// How the clone of `callee` is called where `original`, an instruction of `class`, called the method itself.
fn clone_call(class: &ClassFile, original: &Insn, callee: &ChainMethod) -> Result<CloneCall> {
    let named = |op| CloneCall { op, owner: callee.method.class.clone(), interface: callee.in_interface };
    match (original.op, &original.operand) {
        // resolution starts at the class that the call names: `super.m()` and `I.super.m()`
        (INVOKESPECIAL, Operand::Constant(index)) => {
            let member = class.member(*index)?;
            Ok(CloneCall { op: INVOKESPECIAL, owner: member.class, interface: member.interface })
        }
        (INVOKESTATIC, _) => Ok(named(INVOKESTATIC)),
        (INVOKEVIRTUAL | INVOKEINTERFACE, _) if callee.in_interface => Ok(named(INVOKEINTERFACE)),
        (INVOKEVIRTUAL | INVOKEINTERFACE, _) => Ok(named(INVOKEVIRTUAL)),
        _ => Err(Error::Plan {
            method: callee.method.display(),
            problem: "the chain call is no invoke instruction; was the class changed since the plan was made?".into(),
        }),
    }
}
