//! What one instruction does to the verification types of locals and stack (JVMS §4.10.1.9).
//!
//! It is assumed that the JVM accepts the code: operands are taken from the stack without a check of their types, only
//! their number is checked.

use super::types::{SlotType, TypeState};
use crate::classfile::descriptor::{self, Kind};
use crate::classfile::opcode::{self, Access, LocalAccess};
use crate::classfile::opcode::{
    AALOAD, ACONST_NULL, ANEWARRAY, CHECKCAST, D2F, D2L, F2D, F2L, GETFIELD, GETSTATIC, I2D, I2F, I2L, IADD,
    INVOKEDYNAMIC, INVOKESPECIAL, INVOKEVIRTUAL, ISHL, L2D, L2F, LALOAD, LCONST_0, LDC, LDC2_W, LXOR, MULTIANEWARRAY,
    NEW, NEWARRAY,
};
use crate::classfile::opcode::{DALOAD, DCONST_0, DCONST_1, DNEG, FALOAD, FCONST_0, FCONST_2, LCONST_1};
use crate::classfile::{Constant, Insn, MemberRef, Operand};
use crate::program::effect::shuffle;
use crate::program::{Body, Class, Edge, EdgeKind, Error, Result};

/// The transfer function of one method.
#[derive(Clone, Copy)]
pub struct TypeStep<'a> {
    /// The method's code.
    pub body: &'a Body,
    /// Its class.
    pub class: &'a Class,
}

impl TypeStep<'_> {
    /// Takes the state across the instruction.
    pub fn apply(&self, state: &mut TypeState, item: usize, insn: &Insn) -> Result<()> {
        if let Some(access) = opcode::local_access(insn) {
            return self.access_local(state, item, access);
        }
        let effect = self.body.effect(item);
        let base =
            state.stack.len().checked_sub(effect.pops).ok_or_else(|| self.error(item, "the stack is too low"))?;
        let popped = state.stack.split_off(base);
        if let Some(sources) = shuffle(insn.op) {
            state.stack.extend(sources.iter().map(|source| popped[*source].clone()));
            return Ok(());
        }
        if insn.op == INVOKESPECIAL {
            self.initialize(state, item, insn, popped.first())?;
        }
        if insn.op == NEW {
            forget(state, &SlotType::Uninitialized(item));
        }
        let pushed = self.result(item, insn, &popped)?;
        if pushed.len() != effect.pushes {
            return Err(self.error(item, "the operand does not fit the instruction"));
        }
        state.stack.extend(pushed);
        Ok(())
    }

    /// The type of the exception that an exceptional edge brings.
    pub fn caught(&self, edge: &Edge) -> Result<SlotType> {
        let EdgeKind::Exception(number) = edge.kind else { return Ok(SlotType::Top) };
        match self.body.code.handlers.get(number).map_or(0, |handler| handler.catch_type) {
            0 => Ok(SlotType::object("java/lang/Throwable")),
            index => Ok(SlotType::object(self.class.file.class_name(index)?)),
        }
    }

    fn access_local(&self, state: &mut TypeState, item: usize, local: LocalAccess) -> Result<()> {
        let (slot, slots) = (usize::from(local.slot), usize::from(local.kind.slots()));
        if slot + slots > state.locals.len() {
            return Err(self.error(item, &format!("there is no local {slot}")));
        }
        match local.access {
            Access::Load => {
                let value = state.locals[slot..slot + slots].to_vec();
                state.stack.extend(value);
            }
            Access::Store => {
                let base = state.stack.len().checked_sub(slots);
                let value = state.stack.split_off(base.ok_or_else(|| self.error(item, "the stack is too low"))?);
                // A long or double that loses its second half is gone.
                if slot > 0 && state.locals[slot - 1].slots() == 2 {
                    state.locals[slot - 1] = SlotType::Top;
                }
                state.locals[slot..slot + slots].clone_from_slice(&value);
            }
            Access::Increment | Access::Ret => {}
        }
        Ok(())
    }

    /// A constructor call turns all copies of its receiver into an object.
    fn initialize(&self, state: &mut TypeState, item: usize, insn: &Insn, receiver: Option<&SlotType>) -> Result<()> {
        let Some(receiver @ (SlotType::Uninitialized(_) | SlotType::UninitializedThis)) = receiver else {
            return Ok(());
        };
        let class = match receiver {
            SlotType::UninitializedThis => self.class.name().to_owned(),
            _ => self.member(item, insn)?.class,
        };
        let object = SlotType::object(&class);
        let slots = state.locals.iter_mut().chain(&mut state.stack);
        slots.filter(|slot| *slot == receiver).for_each(|slot| *slot = object.clone());
        Ok(())
    }

    /// The types of what the instruction pushes.
    fn result(&self, item: usize, insn: &Insn, popped: &[SlotType]) -> Result<Vec<SlotType>> {
        Ok(match insn.op {
            ACONST_NULL => vec![SlotType::Null],
            LDC..=LDC2_W => self.loaded_constant(item, insn)?,
            AALOAD => vec![component(&popped[0])],
            GETSTATIC | GETFIELD => SlotType::of_descriptor(&self.member(item, insn)?.descriptor),
            INVOKEVIRTUAL..=INVOKEDYNAMIC => self.call_result(item, insn)?,
            NEW => vec![SlotType::Uninitialized(item)],
            NEWARRAY => vec![SlotType::object(self.primitive_array(item, insn)?)],
            ANEWARRAY => {
                let element = self.class_operand(item, insn)?;
                let array = if element.starts_with('[') { format!("[{element}") } else { format!("[L{element};") };
                vec![SlotType::object(&array)]
            }
            CHECKCAST | MULTIANEWARRAY => vec![SlotType::object(self.class_operand(item, insn)?)],
            _ if self.body.effect(item).pushes == 0 => Vec::new(),
            op => of_kind(computed_kind(op)),
        })
    }

    fn call_result(&self, item: usize, insn: &Insn) -> Result<Vec<SlotType>> {
        let descriptor = match self.constant(item, insn)? {
            Constant::Member(member) => member.descriptor,
            Constant::InvokeDynamic(_, _, descriptor) => descriptor,
            _ => return Err(self.error(item, "the operand is not a method")),
        };
        let parsed = descriptor::parse_method(&descriptor).ok_or_else(|| self.error(item, "damaged descriptor"))?;
        Ok(SlotType::of_descriptor(parsed.result))
    }

    fn loaded_constant(&self, item: usize, insn: &Insn) -> Result<Vec<SlotType>> {
        Ok(match self.constant(item, insn)? {
            Constant::Int(_) => vec![SlotType::Int],
            Constant::Float(_) => vec![SlotType::Float],
            Constant::Long(_) => of_kind(Kind::Long),
            Constant::Double(_) => of_kind(Kind::Double),
            Constant::String(_) => vec![SlotType::object("java/lang/String")],
            Constant::Class(_) => vec![SlotType::object("java/lang/Class")],
            Constant::MethodHandle(_) => vec![SlotType::object("java/lang/invoke/MethodHandle")],
            Constant::MethodType(_) => vec![SlotType::object("java/lang/invoke/MethodType")],
            Constant::Dynamic(_, _, descriptor) => SlotType::of_descriptor(&descriptor),
            _ => return Err(self.error(item, "the operand is not a loadable constant")),
        })
    }

    fn primitive_array(&self, item: usize, insn: &Insn) -> Result<&'static str> {
        const ARRAYS: [&str; 8] = ["[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"];
        let Operand::ArrayType(code @ 4..=11) = insn.operand else { return Err(self.error(item, "no array type")) };
        Ok(ARRAYS[usize::from(code) - 4])
    }

    fn class_operand(&self, item: usize, insn: &Insn) -> Result<&str> {
        match insn.operand {
            Operand::Constant(index) | Operand::MultiArray { class: index, .. } => {
                Ok(self.class.file.class_name(index)?)
            }
            _ => Err(self.error(item, "the operand is not a class")),
        }
    }

    fn member(&self, item: usize, insn: &Insn) -> Result<MemberRef> {
        match insn.operand {
            Operand::Constant(index) => Ok(self.class.file.member(index)?),
            _ => Err(self.error(item, "the operand is not a field or method")),
        }
    }

    fn constant(&self, item: usize, insn: &Insn) -> Result<Constant> {
        match insn.operand {
            Operand::Constant(index) => Ok(self.class.file.constant(index)?),
            _ => Err(self.error(item, "the operand is not a constant")),
        }
    }

    #[cold]
    fn error(&self, item: usize, problem: &str) -> Error {
        Error::code(&self.body.method, item, problem)
    }
}

/// The type of an array's elements; of `null` it is `null`.
fn component(array: &SlotType) -> SlotType {
    let SlotType::Object(name) = array else { return SlotType::Null };
    name.strip_prefix('[').map_or(SlotType::Null, |element| SlotType::object(descriptor::class_name(element)))
}

/// Makes all copies of an unfinished object unusable.
fn forget(state: &mut TypeState, object: &SlotType) {
    let slots = state.locals.iter_mut().chain(&mut state.stack);
    slots.filter(|slot| *slot == object).for_each(|slot| *slot = SlotType::Top);
}

fn of_kind(kind: Kind) -> Vec<SlotType> {
    match kind {
        Kind::Int => vec![SlotType::Int],
        Kind::Float => vec![SlotType::Float],
        Kind::Long => vec![SlotType::Long, SlotType::Top],
        Kind::Double => vec![SlotType::Double, SlotType::Top],
        Kind::Ref => vec![SlotType::Null],
    }
}

/// What instructions that compute a number (or load one) push.
fn computed_kind(op: u8) -> Kind {
    const FAMILY: [Kind; 4] = [Kind::Int, Kind::Long, Kind::Float, Kind::Double];
    match op {
        LCONST_0..=LCONST_1 | LALOAD | I2L | F2L | D2L => Kind::Long,
        FCONST_0..=FCONST_2 | FALOAD | I2F | L2F | D2F => Kind::Float,
        DCONST_0..=DCONST_1 | DALOAD | I2D | L2D | F2D => Kind::Double,
        IADD..=DNEG => FAMILY[usize::from(op - IADD) % 4],
        ISHL..=LXOR => FAMILY[usize::from(op - ISHL) % 2],
        _ => Kind::Int,
    }
}
