//! Rewriting: class files of the capturing and of the replaying jar, from the plan and the original class files.
//!
//! A method of the chain is instrumented in place if it is the root or is called by frames that are not the program's,
//! else as a *clone*: a method of the same name, so
//! that stack traces read the same, with one more parameter whose type marks the clone
//! (an array of `emit::CONTEXT` with as many dimensions as its depth). Nobody but the clone above calls it.
//!
//! * [`capture`]: hooks that keep shadow frames and take the snapshot.
//! * [`replay`]: a resume block that restores one frame and jumps into the original code, and `<clinit>` guards.
//! * [`slots`], [`emit`]: what both share: which values a frame has, in which order, and how they are moved.
//! * [`finals`]: lets constructors' clones assign final fields.
//! * [`interned`]: lets the runtime know the strings that the program interns.
//! * [`clock`]: lets the replay's clock go on from the checkpoint.
//! * [`below`]: chains that start below main.
//! * [`passing`]: chain calls that reach the next method through frames that are not the program's.
//! * [`observe`], [`catalogue`]: the capturing jar as one that records what a run does, for tests.
//! * [`reach`]: removes code that nothing reaches any more.
//!
//! Invariant: everything that the plan does not name stays byte-identical, but for the bootstrap methods of lambdas.

mod below;
mod capture;
mod catalogue;
mod clock;
mod emit;
mod error;
mod finals;
mod interned;
mod observe;
mod passing;
mod reach;
mod replay;
mod slots;

pub use capture::{capture_class, observe_class};
pub use catalogue::Catalogue;
pub use error::{Error, Result};
pub use replay::replay_class;
pub use slots::{slot_names, variables};

use crate::classfile::code::Changes;
use crate::classfile::opcode::{INVOKEINTERFACE, INVOKESPECIAL, INVOKESTATIC, INVOKEVIRTUAL};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{ClassFile, Code, Insn, Operand};
use crate::plan::{ChainMethod, Plan};

const ACC_PUBLIC: u16 = 0x0001;
const ACC_STATIC: u16 = 0x0008;
const ACC_FINAL: u16 = 0x0010;
const ACC_SYNCHRONIZED: u16 = 0x0020;
const ACC_STRICT: u16 = 0x0800;
const ACC_SYNTHETIC: u16 = 0x1000;

/// A class that was changed.
#[derive(Debug)]
pub struct Rewritten {
    /// Its new bytes.
    pub bytes: Vec<u8>,
    /// Instructions put into its methods and taken from them.
    pub changes: Changes,
}

/// The class as it is now, if it was changed.
fn finish(editor: ClassEditor) -> Result<Option<Rewritten>> {
    if !editor.is_changed() {
        return Ok(None);
    }
    let changes = editor.changes();
    Ok(Some(Rewritten { bytes: editor.finish()?, changes }))
}

/// The chain's methods that are in `class`, with their depths.
fn chain_methods<'p>(plan: &'p Plan, class: &ClassFile) -> Vec<(usize, &'p ChainMethod)> {
    plan.chain.iter().enumerate().filter(|(_, element)| element.method.class == class.name).collect()
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

/// Lets the runtime make the lambda objects and know by which instruction: a clone's instruction is that of its original,
/// and one that was linked before the checkpoint is to be linked alike in the replay.
fn number_lambdas(editor: &mut ClassEditor) -> Result<()> {
    let from = ("java/lang/invoke/LambdaMetafactory", ["metafactory", "altMetafactory"].as_slice());
    editor.number_call_sites(from, (emit::LAMBDAS, emit::BOOTSTRAP))?;
    Ok(())
}

/// The descriptor of the element's clone: one more parameter, the marker.
fn clone_descriptor(element: &ChainMethod) -> String {
    let marker = format!("{}L{};", "[".repeat(usize::from(element.clone)), emit::CONTEXT);
    element.method.descriptor.replacen(')', &format!("{marker})"), 1)
}

/// The access flags of the clone of a method with these flags: callable from the clone above wherever that is.
fn clone_access(access: u16, element: &ChainMethod) -> u16 {
    let kept = access & (ACC_STATIC | ACC_SYNCHRONIZED | ACC_STRICT);
    // neither interface methods nor constructors may be final (JVMS §4.6)
    let fixed = if element.in_interface || slots::is_constructor(element) { 0 } else { ACC_FINAL };
    kept | ACC_PUBLIC | ACC_SYNTHETIC | fixed
}

/// Makes the class public if the clone's caller lies in another package: it must name the class.
fn open_for_caller(editor: &mut ClassEditor, plan: &Plan, depth: usize) {
    let package = |class: &str| class.rsplit_once('/').map(|(package, _)| package.to_owned());
    let caller = depth.checked_sub(1).and_then(|above| plan.chain.get(above));
    if caller.is_some_and(|caller| package(&caller.method.class) != package(&editor.class.name)) {
        editor.set_class_access(editor.class.access | ACC_PUBLIC);
    }
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
