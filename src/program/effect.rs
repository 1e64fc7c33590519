//! What instructions do to the operand stack, in slots (two for long and double).
//!
//! The fixed effects come from the opcode table; those of field accesses, calls and `multianewarray` from the
//! descriptors that the operand names. `dup…` and `swap` are permutations of slots, whatever the types are (JVMS §6.5
//! defines their forms so that a long or double is never split).

use crate::classfile::descriptor::{self, Kind};
use crate::classfile::opcode::{self, Effect};
use crate::classfile::opcode::{
    DUP, DUP_X1, DUP_X2, DUP2, DUP2_X1, DUP2_X2, GETFIELD, GETSTATIC, INVOKEDYNAMIC, INVOKESTATIC, PUTFIELD, PUTSTATIC,
    SWAP,
};
use crate::classfile::{ClassFile, Constant, Insn, Operand};

/// Slots that an instruction takes from the stack, then slots that it puts there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackEffect {
    /// Slots taken.
    pub pops: usize,
    /// Slots put.
    pub pushes: usize,
}

/// The effect of the instruction; `class` gives the constants. The error says what is wrong with the operand.
pub fn stack_effect(insn: &Insn, class: Option<&ClassFile>) -> Result<StackEffect, String> {
    let row = opcode::opcode(insn.op).ok_or_else(|| format!("{} is not an opcode", insn.op))?;
    if let Effect::Fixed(pops, pushes) = row.effect {
        return Ok(StackEffect { pops: pops.into(), pushes: pushes.into() });
    }
    match (&insn.operand, class) {
        (Operand::MultiArray { dimensions, .. }, _) => Ok(StackEffect { pops: (*dimensions).into(), pushes: 1 }),
        (Operand::Constant(index), Some(class)) => {
            let descriptor = match class.constant(*index).map_err(|error| error.to_string())? {
                Constant::Member(member) => member.descriptor,
                Constant::InvokeDynamic(_, _, descriptor) => descriptor,
                _ => return Err(format!("constant {index} is not a field or method")),
            };
            member_effect(insn.op, &descriptor).ok_or_else(|| format!("`{descriptor}` is not a descriptor"))
        }
        _ => Err(format!("the effect of {} is unknown without its class", row.name)),
    }
}

/// The effect of a field access or call with this descriptor.
fn member_effect(op: u8, descriptor: &str) -> Option<StackEffect> {
    if opcode::is_invoke(op) {
        let method = descriptor::parse_method(descriptor)?;
        let receiver = usize::from(!matches!(op, INVOKESTATIC | INVOKEDYNAMIC));
        return Some(StackEffect {
            pops: receiver + usize::from(method.slots()),
            pushes: method.result_slots().into(),
        });
    }
    let slots = Kind::of(descriptor)?.slots().into();
    let (pops, pushes) = match op {
        GETSTATIC => (0, slots),
        PUTSTATIC => (slots, 0),
        GETFIELD => (1, slots),
        PUTFIELD => (1 + slots, 0),
        _ => return None,
    };
    Some(StackEffect { pops, pushes })
}

/// For `dup…` and `swap`: which of the slots taken (0 is the lowest) each slot put is a copy of, lowest first.
pub fn shuffle(op: u8) -> Option<&'static [usize]> {
    Some(match op {
        DUP => &[0, 0],
        DUP_X1 => &[1, 0, 1],
        DUP_X2 => &[2, 0, 1, 2],
        DUP2 => &[0, 1, 0, 1],
        DUP2_X1 => &[1, 2, 0, 1, 2],
        DUP2_X2 => &[2, 3, 0, 1, 2, 3],
        SWAP => &[1, 0],
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shuffles_fit_the_opcode_table() {
        for op in 0..=255 {
            let Some(sources) = shuffle(op) else { continue };
            let effect = stack_effect(&Insn::simple(op), None).expect("fixed");
            assert_eq!(sources.len(), effect.pushes, "{}", opcode::name(op));
            assert!(sources.iter().all(|source| *source < effect.pops));
        }
    }

    #[test]
    fn members() {
        let effect = |op, descriptor| member_effect(op, descriptor).map(|it| (it.pops, it.pushes));
        assert_eq!(effect(opcode::INVOKEVIRTUAL, "(IJ)D"), Some((4, 2)));
        assert_eq!(effect(INVOKESTATIC, "()V"), Some((0, 0)));
        assert_eq!(effect(PUTFIELD, "J"), Some((3, 0)));
        assert_eq!(effect(GETFIELD, "["), Some((1, 1)));
        assert_eq!(effect(opcode::INVOKEVIRTUAL, "I"), None);
    }
}
