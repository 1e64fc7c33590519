//! Which values of a method are still read behind each of its calls: by these a state is compared with others.
//!
//! For each call, of the classes as they are rewritten and of the helpers: the locals that are live when it returns or throws ([`crate::analysis::liveness`]), and the
//! stack under its arguments, with their kinds. Written as a text for each class, a line a call: `METHOD OFFSET VALUES`, where a value is `L` or `S` for a local or
//! the stack, its slot, and `I`, `J` or `A` for one slot, two, or a reference.

use crate::analysis::liveness::Liveness;
use crate::analysis::types::{SlotType, Types};
use crate::classfile::opcode;
use crate::driver::error::DriverError;
use crate::program::{Cfg, Class, Program};
use std::fmt::Write;

/// The text for a class.
pub(super) fn live(program: &Program, class: &Class) -> Result<String, DriverError> {
    let mut text = String::new();
    for (id, info) in class.methods().filter(|(_, info)| info.code.is_some()) {
        let described = || program.describe(id);
        let failed = |error: &dyn std::fmt::Display| DriverError::Internal(format!("{}: {error}", described()));
        let Some(body) = program.code(id).map_err(|error| failed(&error))? else { continue };
        let cfg = Cfg::new(&body).map_err(|error| failed(&error))?;
        let types = Types::new(program, class, info, &body, &cfg).map_err(|error| failed(&error))?;
        let liveness = Liveness::new(&body, &cfg).map_err(|error| failed(&error))?;
        for item in body.insns() {
            let is_call = body.insn(*item).is_some_and(|insn| opcode::is_invoke(insn.op));
            let (true, Some(offset)) = (is_call, body.offset(*item)) else { continue };
            let Some(state) = types.before(*item).map_err(|error| failed(&error))? else { continue };
            let locals = liveness.live_after_call(*item).map_err(|error| failed(&error))?;
            let under = liveness.live_stack_under_call(*item).map_err(|error| failed(&error))?.len();
            let locals = locals.ones().filter_map(|slot| value('L', slot, state.locals.get(slot)?));
            let stack = (0..under).filter_map(|slot| value('S', slot, state.stack.get(slot)?));
            let values: Vec<String> = locals.chain(stack).collect();
            let _ = writeln!(text, "{}{} {offset} {}", info.name, info.descriptor, values.join(","));
        }
    }
    Ok(text)
}

fn value(place: char, slot: usize, kind: &SlotType) -> Option<String> {
    let kind = match kind {
        SlotType::Int | SlotType::Float => 'I',
        SlotType::Long | SlotType::Double => 'J',
        SlotType::Object(_) => 'A',
        // nothing, null, or an object that only its constructor knows
        _ => return None,
    };
    Some(format!("{place}{slot}{kind}"))
}
