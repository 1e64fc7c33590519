//! Methods of the program that the JDK calls before a task, and would call once more when the replay has a pool run a restored thread's task
//! again: `ThreadPoolExecutor.beforeExecute`. What they did is in the checkpoint, so in the replaying jar they return at once while a thread is on
//! its way to its place:
//!
//! ```text
//!   Replay.skips; ifeq ON; return
//! ON:
//!   the method's code
//! ```
//!
//! Invariant: until a restored thread is at its place it runs no other code of the program than that of its chain. So whichever class declares such a
//! method, it is not called then but by the pool.
//!
//! Left out, and refused: threads that wait in such a method (by the planner), and classes that the program defines at run time (by the runtime).

use super::emit::Emitter;
use super::error::Result;
use super::hook_table::{REPLAY, SKIPS};
use crate::classfile::opcode::{IFEQ, RETURN};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{ClassFile, Frame, VType};
use crate::plan::Plans;

const NAME: &str = "beforeExecute";
const TYPES: [&str; 2] = ["java/lang/Thread", "java/lang/Runnable"];

/// Puts the question at the start of the class's method, if it has one and other threads have chains.
pub(super) fn skip_while_resumed(editor: &mut ClassEditor, class: &ClassFile, plans: &Plans) -> Result<()> {
    let descriptor = format!("(L{};L{};)V", TYPES[0], TYPES[1]);
    let method = class.method_index(NAME, &descriptor).filter(|_| !plans.threads.is_empty());
    let Some(method) = method else { return Ok(()) };
    let Some(mut code) = editor.code(method)? else { return Ok(()) };
    let mut emit = Emitter::new(&mut code, editor);
    let go_on = emit.code.new_label();
    emit.hook(REPLAY, &SKIPS)?; // skips
    emit.branch(IFEQ, go_on); // –
    emit.op(RETURN);
    let of = |name: &str| VType::Object(name.to_owned());
    let locals = vec![of(&class.name), of(TYPES[0]), of(TYPES[1])];
    emit.place_with(go_on, Frame { locals, stack: Vec::new() });
    let items = emit.items;
    code.items.splice(0..0, items);
    Ok(editor.set_code(method, &code)?)
}
