//! Synchronized methods of the chains that other threads wait to enter, in the capturing jar.
//!
//! The JVM enters the monitor of a `synchronized` method before any of its code runs. So the clone of such a method is not synchronized, but
//! enters and leaves the monitor by instructions, with hooks like those around a call in which a thread waits ([`super::waits`]):
//!
//! ```text
//!   the frame; Capture.waits     // –
//!   monitor; monitorenter        // –
//!   Capture.woken                // –
//!   the body, with                           before each return, and behind whatever is thrown:
//!   monitor; monitorexit         // …
//! ```
//!
//! The monitor is `this`, or the class. The thread's stack reads as before: what stands before the body has the line of the first instruction. The
//! replaying clone stays synchronized: there a thread is held before its call.
//!
//! Left out: a thread's first method, which the replay begins anew. Left out, and refused by the planner: methods that assign `this`, and static ones of class files before version 49.

use super::emit::Emitter;
use super::error::Result;
use super::hook_table::{CAPTURE, CAPTURE_WAITS, WOKEN};
use super::hooks::{Hooks, site};
use crate::classfile::opcode::{self, ATHROW, MONITORENTER, MONITOREXIT};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{Code, Frame, Handler, Item, LineEntry, VType};
use crate::plan::Place;

impl Hooks<'_> {
    /// Lets the method's code, whose other hooks are there, enter its monitor with the hooks of the thread with this number.
    pub(super) fn entry(&self, thread: usize, code: &mut Code, editor: &mut ClassEditor) -> Result<()> {
        let site = site(self.plans, self.node, Place::Wait(thread));
        let is_static = self.node.element(self.plans).is_static;
        let class = self.node.method.class.as_str();
        let thrown = Frame {
            locals: if is_static { Vec::new() } else { vec![VType::Object(class.to_owned())] },
            stack: vec![VType::Object("java/lang/Throwable".to_owned())],
        };
        let body = std::mem::take(&mut code.items);
        let mut emit = Emitter::new(code, editor);
        let begin = emit.here();
        if site.line > 0 {
            emit.code.lines.insert(0, LineEntry { start: begin, line: site.line });
        }
        self.put_frame(&mut emit, CAPTURE, (site, None, &[]))?; // –
        emit.index(2 * thread)?; // call
        emit.int(-1)?; // call, condition
        emit.hook(CAPTURE, &CAPTURE_WAITS)?; // –
        emit.monitor(is_static, class)?; // monitor
        emit.op(MONITORENTER); // –
        let mut ranges = Vec::new();
        let mut start = emit.here();
        emit.hook(CAPTURE, &WOKEN)?; // –
        self.leave(&mut emit, &[CAPTURE])?; // –
        let mut is_covered = true;
        for item in body {
            let is_insn = matches!(&item, Item::Insn { .. });
            let is_return = matches!(&item, Item::Insn { insn, .. } if opcode::is_return(insn.op));
            if is_return {
                leave(&mut emit, is_static, class)?; // …, result
                ranges.push((start, emit.here()));
            }
            emit.items.push(item);
            if is_return {
                start = emit.here();
            }
            is_covered = !is_return && (is_covered || is_insn);
        }
        let end = emit.here();
        ranges.extend(is_covered.then_some((start, end))); // not if nothing stands behind the last return
        let handler = emit.code.new_label();
        emit.place_with(handler, thrown); // thrown
        leave(&mut emit, is_static, class)?; // thrown
        emit.op(ATHROW);
        code.items = emit.items;
        code.handlers.extend(ranges.into_iter().map(|(start, end)| Handler { start, end, handler, catch_type: 0 }));
        Ok(())
    }
}

fn leave(emit: &mut Emitter, is_static: bool, class: &str) -> Result<()> {
    emit.monitor(is_static, class)?; // …, monitor
    emit.op(MONITOREXIT); // …
    Ok(())
}
