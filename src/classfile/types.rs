//! The verification types of locals and operand stack before any instruction, from the stack-map frames.
//!
//! A class file with frames has one wherever control joins (JVMS §4.10.1), so the types elsewhere follow from the last
//! frame by walking straight on: the type checker's transfer rules (JVMS §4.10.1.9) without their checks, and without any
//! class hierarchy. Class files without frames would need joins, which are not made here: for them nothing is known.
//!
//! Locals and stack are kept by slots: a long or double is its type followed by `None`.

use super::class::ClassFile;
use super::code::{Code, Frame, Insn, Item, Label, Operand, VType};
use super::descriptor::{self, Kind};
use super::error::{Fault, Problem, Result, Step};
use super::opcode::{self, Access, Effect};
use super::opcode::{
    AALOAD, ACONST_NULL, ANEWARRAY, BALOAD, CHECKCAST, D2F, D2I, D2L, DALOAD, DCMPG, DCONST_0, DCONST_1, DREM, DUP,
    DUP_X1, DUP_X2, DUP2, DUP2_X1, DUP2_X2, F2D, F2I, F2L, FALOAD, FCONST_0, FCONST_2, GETFIELD, GETSTATIC, I2D, I2F,
    I2L, IADD, IALOAD, ICONST_M1, INSTANCEOF, INVOKEDYNAMIC, INVOKEINTERFACE, INVOKESPECIAL, INVOKEVIRTUAL, ISHL, JSR,
    L2D, L2F, L2I, LALOAD, LCMP, LCONST_0, LCONST_1, LDC, LDC2_W, LXOR, MULTIANEWARRAY, NEW, NEWARRAY, PUTFIELD,
    PUTSTATIC, SALOAD, SIPUSH, SWAP,
};
use super::pool::Constants;
use super::stack_map;
use std::collections::{BTreeMap, BTreeSet};

/// Types by slots.
#[derive(Clone, Debug, Default)]
struct State {
    locals: Vec<Option<VType>>,
    stack: Vec<Option<VType>>,
}

impl ClassFile {
    /// The frames in force before the items of `code`, which is the code of the method with this number, edited or not
    /// (but with constants of this class only). Items that cannot be reached have none; nor has any if the class file
    /// has no frames (version below 50).
    ///
    /// Labels may be asked for too. A `new` whose result is still uninitialised is named by the label right before
    /// it; decoded code has one before each.
    pub fn frames_before(&self, method: usize, code: &Code, items: &BTreeSet<usize>) -> Result<BTreeMap<usize, Frame>> {
        let Some(info) = self.methods.get(method) else { return Ok(BTreeMap::new()) };
        let walked = if has_frames(self.major, code) {
            let initial = stack_map::initial_frame(&self.name, info).map_err(Fault::from);
            initial.and_then(|initial| frames_before(self, &self.name, &initial, code, items))
        } else {
            Ok(BTreeMap::new())
        };
        walked.map_err(|fault| fault.place(&self.name, &info.name, &info.descriptor))
    }
}

/// Whether the JVM checks the code by its frames: from version 50 on, but 50 may leave them out.
pub(super) fn has_frames(major: u16, code: &Code) -> bool {
    major > 50 || major == 50 && !code.frames.is_empty()
}

/// The frames in force before the items.
pub(super) fn frames_before(
    constants: &impl Constants,
    class: &str,
    initial: &Frame,
    code: &Code,
    items: &BTreeSet<usize>,
) -> std::result::Result<BTreeMap<usize, Frame>, Fault> {
    let walk = Walk { constants, class };
    let last = items.last().copied().unwrap_or(0);
    let mut found = BTreeMap::new();
    let mut state = Some(State::of(initial));
    let mut label = None;
    for (at, item) in code.items.iter().enumerate().take(last + 1) {
        if let Item::Label(place) = item {
            label = Some(*place);
            state = code.frames.get(place).map(State::of).or(state);
        }
        if let (true, Some(state)) = (items.contains(&at), &state) {
            found.insert(at, state.frame());
        }
        if let Item::Insn { insn, offset } = item {
            if let Some(state) = &mut state {
                let unnamed = Label(u32::MAX - at as u32);
                walk.step(insn, label.unwrap_or(unnamed), state).map_err(|problem| problem.at(*offset))?;
            }
            if !opcode::falls_through(insn.op) {
                state = None;
            }
            label = None;
        }
    }
    Ok(found)
}

impl State {
    fn of(frame: &Frame) -> Self {
        Self { locals: slots(&frame.locals), stack: slots(&frame.stack) }
    }

    fn frame(&self) -> Frame {
        let mut locals = entries(&self.locals);
        while locals.last() == Some(&VType::Top) {
            locals.pop();
        }
        Frame { locals, stack: entries(&self.stack) }
    }

    fn push(&mut self, pushed: VType) {
        let wide = is_wide(&pushed);
        self.stack.push(Some(pushed));
        if wide {
            self.stack.push(None);
        }
    }

    fn pop(&mut self, slots: usize) -> Step<()> {
        let height = self.stack.len().checked_sub(slots).ok_or("it pops from an empty operand stack")?;
        self.stack.truncate(height);
        Ok(())
    }

    /// Copies the top `count` slots to `below` slots under the top.
    fn duplicate(&mut self, count: usize, below: usize) -> Step<()> {
        let height = self.stack.len();
        let (Some(from), Some(to)) = (height.checked_sub(count), height.checked_sub(below)) else {
            return Err("it needs a higher operand stack".into());
        };
        let copy = self.stack[from..].to_vec();
        self.stack.splice(to..to, copy);
        Ok(())
    }

    fn store(&mut self, slot: usize, stored: VType) {
        let wide = is_wide(&stored);
        let end = slot + 1 + usize::from(wide);
        if self.locals.len() < end {
            self.locals.resize(end, Some(VType::Top));
        }
        // a long or double that loses one half is gone
        if self.locals[slot].is_none() && slot > 0 {
            self.locals[slot - 1] = Some(VType::Top);
        }
        if let Some(next) = self.locals.get_mut(end).filter(|next| next.is_none()) {
            *next = Some(VType::Top);
        }
        self.locals[slot] = Some(stored);
        if wide {
            self.locals[slot + 1] = None;
        }
    }

    /// After a constructor's call, all copies of the object are initialised.
    fn initialize(&mut self, from: &VType, to: &VType) {
        for entry in self.locals.iter_mut().chain(&mut self.stack) {
            if entry.as_ref() == Some(from) {
                *entry = Some(to.clone());
            }
        }
    }
}

fn is_wide(entry: &VType) -> bool {
    matches!(entry, VType::Long | VType::Double)
}

fn slots(entries: &[VType]) -> Vec<Option<VType>> {
    let mut slots = Vec::with_capacity(entries.len() + 2);
    for entry in entries {
        slots.push(Some(entry.clone()));
        slots.extend(is_wide(entry).then_some(None));
    }
    slots
}

fn entries(slots: &[Option<VType>]) -> Vec<VType> {
    slots.iter().flatten().cloned().collect()
}

fn of_kind(kind: Kind) -> VType {
    match kind {
        Kind::Int => VType::Int,
        Kind::Long => VType::Long,
        Kind::Float => VType::Float,
        Kind::Double => VType::Double,
        Kind::Ref => VType::Null,
    }
}

struct Walk<'a, C> {
    constants: &'a C,
    class: &'a str,
}

impl<C: Constants> Walk<'_, C> {
    /// What the instruction does; `label` stands before it.
    fn step(&self, insn: &Insn, label: Label, state: &mut State) -> Step<()> {
        if let Some(local) = opcode::local_access(insn) {
            let slot = usize::from(local.slot);
            match local.access {
                Access::Load if local.kind == Kind::Ref => {
                    let loaded = state.locals.get(slot).cloned().flatten();
                    state.push(loaded.unwrap_or(VType::Top));
                }
                Access::Load => state.push(of_kind(local.kind)),
                Access::Store => {
                    let from = state.stack.len().checked_sub(usize::from(local.kind.slots()));
                    let stored =
                        from.and_then(|from| state.stack[from].clone()).ok_or("it stores from an empty stack")?;
                    state.pop(usize::from(local.kind.slots()))?;
                    state.store(slot, stored);
                }
                Access::Increment | Access::Ret => {}
            }
            return Ok(());
        }
        match insn.op {
            DUP => state.duplicate(1, 1),
            DUP_X1 => state.duplicate(1, 2),
            DUP_X2 => state.duplicate(1, 3),
            DUP2 => state.duplicate(2, 2),
            DUP2_X1 => state.duplicate(2, 3),
            DUP2_X2 => state.duplicate(2, 4),
            SWAP => {
                let top = state.stack.len().checked_sub(2).ok_or("it swaps on a stack of fewer than two values")?;
                state.stack.swap(top, top + 1);
                Ok(())
            }
            INVOKEVIRTUAL..=INVOKEDYNAMIC => self.invoke(insn, state),
            GETSTATIC..=PUTFIELD => self.field(insn, state),
            _ => self.fixed(insn, label, state),
        }
    }

    fn field(&self, insn: &Insn, state: &mut State) -> Step<()> {
        let Operand::Constant(index) = insn.operand else { return Err("it lacks its constant".into()) };
        let (_, descriptor) = self.constants.name_and_descriptor(index)?;
        let value = descriptor::vtype(&descriptor).ok_or_else(|| format!("{descriptor} is not a field descriptor"))?;
        let receiver = usize::from(matches!(insn.op, GETFIELD | PUTFIELD));
        if matches!(insn.op, PUTSTATIC | PUTFIELD) {
            return state.pop(receiver + 1 + usize::from(is_wide(&value)));
        }
        state.pop(receiver)?;
        state.push(value);
        Ok(())
    }

    fn invoke(&self, insn: &Insn, state: &mut State) -> Step<()> {
        let Operand::Constant(index) = insn.operand else { return Err("it lacks its constant".into()) };
        let (name, text) = self.constants.name_and_descriptor(index)?;
        let parsed = descriptor::parse_method(&text).ok_or_else(|| format!("{text} is not a method descriptor"))?;
        state.pop(usize::from(parsed.slots()))?;
        if matches!(insn.op, INVOKEVIRTUAL | INVOKESPECIAL | INVOKEINTERFACE) {
            let receiver = state.stack.last().cloned().flatten();
            state.pop(1)?;
            if insn.op == INVOKESPECIAL && name == "<init>" {
                self.construct(index, receiver, state)?;
            }
        }
        if let Some(result) = descriptor::vtype(parsed.result) {
            state.push(result);
        }
        Ok(())
    }

    fn construct(&self, index: u16, receiver: Option<VType>, state: &mut State) -> Step<()> {
        let class = match receiver {
            Some(VType::UninitializedThis) => self.class.to_owned(),
            Some(VType::Uninitialized(_)) => self.member_class(index)?,
            _ => return Err("the receiver of <init> is initialised already".into()),
        };
        if let Some(receiver) = receiver {
            state.initialize(&receiver, &VType::Object(class));
        }
        Ok(())
    }

    fn member_class(&self, index: u16) -> Step<String> {
        use ristretto_classfile::Constant::{InterfaceMethodRef, MethodRef};
        match self.constants.raw(index)? {
            MethodRef { class_index, .. } | InterfaceMethodRef { class_index, .. } => {
                Ok(self.constants.class_name(class_index)?.into_owned())
            }
            _ => Err(format!("constant {index} should be a method").into()),
        }
    }

    /// Instructions whose effect the table gives, and `multianewarray`.
    fn fixed(&self, insn: &Insn, label: Label, state: &mut State) -> Step<()> {
        // an array load needs what it pops
        let array = state.stack.len().checked_sub(2).and_then(|at| state.stack[at].clone());
        let popped = match (opcode::opcode(insn.op).map(|row| row.effect), &insn.operand) {
            (Some(Effect::Fixed(popped, _)), _) => popped,
            (_, Operand::MultiArray { dimensions, .. }) => *dimensions,
            _ => return Err(Problem(format!("opcode {}", insn.op))),
        };
        state.pop(usize::from(popped))?;
        if let Some(pushed) = self.pushed(insn, label, array)? {
            state.push(pushed);
        }
        Ok(())
    }

    /// What the instruction pushes.
    fn pushed(&self, insn: &Insn, label: Label, array: Option<VType>) -> Step<Option<VType>> {
        let numeric =
            |number: u8| [VType::Int, VType::Long, VType::Float, VType::Double][usize::from(number % 4)].clone();
        Ok(Some(match (insn.op, &insn.operand) {
            (ACONST_NULL, _) => VType::Null,
            (LCONST_0 | LCONST_1 | LALOAD | I2L | F2L | D2L, _) => VType::Long,
            (FCONST_0..=FCONST_2 | FALOAD | I2F | L2F | D2F, _) => VType::Float,
            (DCONST_0 | DCONST_1 | DALOAD | I2D | L2D | F2D, _) => VType::Double,
            (LDC..=LDC2_W, Operand::Constant(index)) => self.constants.loaded_type(*index)?,
            (AALOAD, _) => element(array),
            (IADD..=DREM, _) => numeric(insn.op - IADD),
            (opcode::INEG..=opcode::DNEG, _) => numeric(insn.op - opcode::INEG),
            (ISHL..=LXOR, _) => numeric((insn.op - ISHL) % 2),
            (
                ICONST_M1..=SIPUSH
                | IALOAD
                | BALOAD..=SALOAD
                | L2I
                | F2I
                | D2I
                | opcode::I2B..=opcode::I2S
                | LCMP..=DCMPG
                | opcode::ARRAYLENGTH
                | INSTANCEOF,
                _,
            ) => VType::Int,
            (JSR, _) => VType::Top,
            (NEW, _) => VType::Uninitialized(label),
            (NEWARRAY, Operand::ArrayType(code)) => VType::Object(primitive_array(*code)?),
            (ANEWARRAY, Operand::Constant(index)) => VType::Object(array_of(&self.constants.class_name(*index)?)),
            (CHECKCAST, Operand::Constant(index)) | (MULTIANEWARRAY, Operand::MultiArray { class: index, .. }) => {
                VType::Object(self.constants.class_name(*index)?.into_owned())
            }
            _ => return Ok(None),
        }))
    }
}

/// The type of an array's elements.
fn element(array: Option<VType>) -> VType {
    match array {
        Some(VType::Object(name)) => name.strip_prefix('[').and_then(descriptor::vtype).unwrap_or(VType::Top),
        _ => VType::Null,
    }
}

/// The name of the class of arrays of the class.
fn array_of(name: &str) -> String {
    if name.starts_with('[') { format!("[{name}") } else { format!("[L{name};") }
}

/// The name of the array class that `newarray` makes (JVMS table 6.5.newarray-A).
fn primitive_array(code: u8) -> Step<String> {
    let letter = "ZCFDBSIJ".chars().nth(usize::from(code).wrapping_sub(4));
    Ok(format!("[{}", letter.ok_or_else(|| format!("newarray of type {code}"))?))
}
