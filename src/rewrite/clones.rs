//! Clones of the chain's methods: their descriptors, their access flags, and how they are called.
//!
//! A clone has the name of its original, so that stack traces read the same, and one more parameter whose type marks it: an array of
//! [`CONTEXT`] with as many dimensions as the context's number. Nobody but the clone above calls it.

use super::emit::CONTEXT;
use super::error::{Error, Result};
use super::slots::is_constructor;
use crate::classfile::opcode::{INVOKEINTERFACE, INVOKESPECIAL, INVOKESTATIC, INVOKEVIRTUAL};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{ClassFile, Insn, Operand};
use crate::plan::{ChainMethod, Node, Plans};

const ACC_PUBLIC: u16 = 0x0001;
const ACC_STATIC: u16 = 0x0008;
const ACC_FINAL: u16 = 0x0010;
const ACC_SYNCHRONIZED: u16 = 0x0020;
const ACC_STRICT: u16 = 0x0800;

/// What the mark of a clone that is not resumed but called from its start is more than that of its context, in the
/// replaying jar.
pub(super) const FROM_START: u8 = 128;

/// The descriptor of the element's clone: one more parameter, the marker. `more`: 0 or [`FROM_START`]. The marker's type becomes a text of
/// the class too, since the verifier looks it up: a text that the JVM then meets for the first time would take a number
/// of its random sequence ([`super::emit::RUNTIME`]).
pub(super) fn clone_descriptor(editor: &mut ClassEditor, element: &ChainMethod, more: u8) -> Result<String> {
    let marker = format!("{}L{};", "[".repeat(usize::from(element.clone) + usize::from(more)), CONTEXT);
    editor.utf8(&marker)?;
    Ok(element.method.descriptor.replacen(')', &format!("{marker})"), 1))
}

/// The access flags of the clone of a method with these flags: callable from the clone above wherever that is, but public only where
/// it must be. The launcher looks at the public methods of the main class, and at the classes of their parameters. Not synthetic:
/// debuggers step over such methods, and coverage tools do not count them.
pub(super) fn clone_access(access: u16, plans: &Plans, node: &Node) -> u16 {
    let element = node.element(plans);
    let kept = access & (ACC_STATIC | ACC_SYNCHRONIZED | ACC_STRICT);
    // neither interface methods nor constructors may be final (JVMS §4.6)
    let fixed = if element.in_interface || is_constructor(element) { 0 } else { ACC_FINAL };
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
pub(super) fn open_for_caller(editor: &mut ClassEditor, plans: &Plans, node: &Node) -> Result<()> {
    if editor.class.access & ACC_PUBLIC == 0 && is_called_from_elsewhere(plans, node) {
        editor.set_checked_access(editor.class.access | ACC_PUBLIC)?;
    }
    Ok(())
}

/// How a clone is called.
pub(super) struct CloneCall {
    /// The instruction.
    pub(super) op: u8,
    /// The class that the instruction names.
    pub(super) owner: String,
    /// Whether that is an interface.
    pub(super) interface: bool,
}

/// How the clone of `callee` is called where `original`, an instruction of `class`, called the method itself.
pub(super) fn clone_call(class: &ClassFile, original: &Insn, callee: &ChainMethod) -> Result<CloneCall> {
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
            problem: "the chain call is not an invoke instruction; instrument again if the class was changed meanwhile"
                .into(),
        }),
    }
}
