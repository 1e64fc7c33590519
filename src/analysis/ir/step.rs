//! What one instruction does to the symbolic stack, and the statement it becomes (JVMS §6.5). Slots count as on the
//! operand stack: long and double take two. Damaged code, which the JVM would not run, ends the walk.

use super::build::{Builder, State, Value};
use super::method::{CallSite, Statement, Target, Var};
use super::types::Type;
use crate::analysis::calls::{Call, call};
use crate::classfile::descriptor;
use crate::classfile::opcode::{
    self, AALOAD, AASTORE, ACONST_NULL, ANEWARRAY, ARETURN, BALOAD, CHECKCAST, GETFIELD, GETSTATIC, IALOAD, IASTORE,
    INVOKEDYNAMIC, INVOKEINTERFACE, INVOKESPECIAL, INVOKESTATIC, INVOKEVIRTUAL, LDC, LDC2_W, MULTIANEWARRAY, NEW,
    NEWARRAY, PUTFIELD, PUTSTATIC, SALOAD, SASTORE,
};
use crate::classfile::{Constant, Insn, MemberRef, Operand};
use crate::program::FieldId;
use crate::program::effect::{shuffle, stack_effect};

/// The transfer function at one instruction.
pub(super) struct Step<'s, 'a> {
    pub(super) builder: &'s mut Builder<'a>,
    pub(super) state: &'s mut State,
    pub(super) offset: u32,
    pub(super) region: u32,
}

impl Step<'_, '_> {
    /// Takes the state across the instruction; none if the code is damaged.
    pub(super) fn apply(&mut self, insn: &Insn) -> Option<()> {
        if let Some(sources) = shuffle(insn.op) {
            let pops = sources.iter().max()? + 1;
            let popped = self.take(pops)?;
            self.state.stack.extend(sources.iter().map(|source| popped[*source]));
            return Some(());
        }
        match insn.op {
            ACONST_NULL => self.push(Value::Null),
            LDC..=LDC2_W => return self.load_constant(insn),
            AALOAD | IALOAD..=SALOAD => return self.get_element(insn.op),
            AASTORE | IASTORE..=SASTORE => return self.put_element(insn.op),
            GETSTATIC..=PUTFIELD => return self.field(insn),
            INVOKEVIRTUAL..=INVOKEINTERFACE => return self.invoke(insn),
            INVOKEDYNAMIC => return self.invoke_dynamic(insn),
            NEW => {
                let ty = self.class_operand(insn)?;
                self.make(ty);
            }
            NEWARRAY => {
                self.take(1)?;
                let Operand::ArrayType(code) = insn.operand else { return None };
                self.make(Type::primitive_array(code)?);
            }
            ANEWARRAY => {
                self.take(1)?;
                let ty = self.class_operand(insn)?.array()?;
                self.make(ty);
            }
            MULTIANEWARRAY => return self.make_arrays(insn),
            CHECKCAST => {
                let ty = self.class_operand(insn)?;
                if let Value::Ref(src) = self.take(1)?[0] {
                    let dst = self.result();
                    self.add(Statement::Cast { dst, src, ty });
                } else {
                    self.push(Value::Null);
                }
            }
            ARETURN => {
                if let (Value::Ref(src), Some(dst)) = (self.take(1)?[0], self.builder.ir.result) {
                    self.add(Statement::Assign { dst, src });
                }
            }
            _ => return self.other(insn),
        }
        Some(())
    }

    /// An instruction that neither takes nor makes a reference that matters.
    fn other(&mut self, insn: &Insn) -> Option<()> {
        let effect = stack_effect(insn, Some(&self.builder.class.file)).ok()?;
        self.take(effect.pops)?;
        self.state.stack.extend(std::iter::repeat_n(Value::Other, effect.pushes));
        Some(())
    }

    fn take(&mut self, count: usize) -> Option<Vec<Value>> {
        let base = self.state.stack.len().checked_sub(count)?;
        Some(self.state.stack.split_off(base))
    }

    fn push(&mut self, value: Value) {
        self.state.stack.push(value);
    }

    pub(super) fn add(&mut self, statement: Statement) {
        self.builder.ir.statements.push((self.offset, statement));
    }

    /// A new variable on the stack.
    fn result(&mut self) -> Var {
        let var = self.builder.fresh();
        self.push(Value::Ref(var));
        var
    }

    /// Pushes a value of the descriptor's type; the variable if it is a reference.
    fn push_typed(&mut self, descriptor: &str) -> Option<Var> {
        match descriptor.as_bytes().first() {
            Some(b'L' | b'[') => Some(self.result()),
            Some(b'J' | b'D') => {
                self.state.stack.extend([Value::Other; 2]);
                None
            }
            Some(b'V') | None => None,
            _ => {
                self.push(Value::Other);
                None
            }
        }
    }

    fn make(&mut self, ty: Type) {
        let dst = self.result();
        self.add(Statement::New { dst, ty });
    }

    fn make_arrays(&mut self, insn: &Insn) -> Option<()> {
        let Operand::MultiArray { dimensions, .. } = insn.operand else { return None };
        let mut ty = self.class_operand(insn)?;
        self.take(dimensions.into())?;
        let mut base = self.result();
        self.add(Statement::New { dst: base, ty });
        for _ in 1..dimensions {
            ty = ty.element()?;
            let inner = self.builder.fresh();
            self.add(Statement::New { dst: inner, ty });
            self.add(Statement::PutElement { base: Some(base), src: Some(inner) });
            base = inner;
        }
        Some(())
    }

    fn load_constant(&mut self, insn: &Insn) -> Option<()> {
        let Operand::Constant(index) = insn.operand else { return None };
        match self.builder.class.file.constant(index).ok()? {
            Constant::Int(_) | Constant::Float(_) => self.push(Value::Other),
            Constant::Long(_) | Constant::Double(_) => self.state.stack.extend([Value::Other; 2]),
            Constant::String(_) => {
                let dst = self.result();
                self.add(Statement::Text { dst, constant: index });
            }
            Constant::Class(name) => {
                let ty = Type::named(self.builder.program, &name);
                let dst = self.result();
                self.add(Statement::Class { dst, ty });
            }
            Constant::MethodHandle(_) | Constant::MethodType(_) => {
                let dst = self.result();
                self.add(Statement::Handle { dst, constant: index });
            }
            Constant::Dynamic(bootstrap, name, descriptor) => {
                let target = super::dynamic::dynamic(self.builder, bootstrap, &name, &descriptor);
                self.add_call(target, None, Vec::new(), &descriptor);
            }
            _ => return None,
        }
        Some(())
    }

    fn get_element(&mut self, op: u8) -> Option<()> {
        let base = reference(self.take(2)?[0]);
        let dst = match op {
            AALOAD => Some(self.result()),
            _ => self.push_typed(if matches!(op, opcode::LALOAD | opcode::DALOAD) { "J" } else { "I" }),
        };
        debug_assert!(op != BALOAD || dst.is_none());
        self.add(Statement::GetElement { dst, base });
        Some(())
    }

    fn put_element(&mut self, op: u8) -> Option<()> {
        let slots = if matches!(op, opcode::LASTORE | opcode::DASTORE) { 2 } else { 1 };
        let taken = self.take(2 + slots)?;
        let src = if op == AASTORE { reference(taken[2]) } else { None };
        self.add(Statement::PutElement { base: reference(taken[0]), src });
        Some(())
    }

    fn field(&mut self, insn: &Insn) -> Option<()> {
        let member = self.member(insn)?;
        let slots = usize::from(descriptor::Kind::of(&member.descriptor)?.slots());
        let field = self.find_field(&member);
        match insn.op {
            GETSTATIC => {
                let dst = self.push_typed(&member.descriptor);
                self.add_found(field, |field| Statement::GetStatic { dst, field });
            }
            PUTSTATIC => {
                let src = reference(*self.take(slots)?.last()?);
                self.add_found(field, |field| Statement::PutStatic { field, src });
            }
            GETFIELD => {
                let base = reference(self.take(1)?[0]);
                let dst = self.push_typed(&member.descriptor);
                self.add_found(field, |field| Statement::GetField { dst, base, field });
            }
            _ => {
                let taken = self.take(1 + slots)?;
                let src = if slots == 1 { reference(taken[1]) } else { None };
                let base = reference(taken[0]);
                self.add_found(field, |field| Statement::PutField { base, field, src });
            }
        }
        Some(())
    }

    /// Adds the statement if its field exists; if not, the instruction throws.
    fn add_found(&mut self, field: Option<FieldId>, statement: impl FnOnce(FieldId) -> Statement) {
        if let Some(field) = field {
            self.add(statement(field));
        }
    }

    pub(super) fn find_field(&self, member: &MemberRef) -> Option<FieldId> {
        let program = self.builder.program;
        let class = program.class(&member.class)?;
        program.resolve_field(class, &member.name, &member.descriptor)
    }

    fn invoke(&mut self, insn: &Insn) -> Option<()> {
        let member = self.member(insn)?;
        let (receiver, args) = self.take_arguments(&member.descriptor, insn.op != INVOKESTATIC)?;
        let target = match call(self.builder.program, self.builder.class, insn.op, &member) {
            Some(Call::Exact(method)) if insn.op == INVOKESTATIC => Target::Static(method),
            Some(Call::Exact(method)) if insn.op == INVOKESPECIAL => Target::Special(method),
            Some(Call::Exact(method) | Call::Virtual(_, method)) => Target::Virtual(method),
            None => Target::Missing(
                format!("{}.{}{}", member.class.replace('/', "."), member.name, member.descriptor).into(),
            ),
        };
        let result = member.descriptor.rsplit(')').next().unwrap_or("V").to_owned();
        self.add_call(target, receiver, args, &result);
        Some(())
    }

    fn invoke_dynamic(&mut self, insn: &Insn) -> Option<()> {
        let Operand::Constant(index) = insn.operand else { return None };
        let Constant::InvokeDynamic(bootstrap, name, descriptor) = self.builder.class.file.constant(index).ok()? else {
            return None;
        };
        let (_, args) = self.take_arguments(&descriptor, false)?;
        let target = super::dynamic::dynamic(self.builder, bootstrap, &name, &descriptor);
        let result = descriptor.rsplit(')').next().unwrap_or("V").to_owned();
        self.add_call(target, None, args, &result);
        Some(())
    }

    fn take_arguments(&mut self, descriptor: &str, receiver: bool) -> Option<(Option<Var>, Vec<Option<Var>>)> {
        let parsed = descriptor::parse_method(descriptor)?;
        let taken = self.take(usize::from(parsed.slots()) + usize::from(receiver))?;
        let this = if receiver { reference(taken[0]) } else { None };
        let mut at = usize::from(receiver);
        let mut args = Vec::with_capacity(parsed.parameters.len());
        for kind in parsed.kinds() {
            args.push(if kind == descriptor::Kind::Ref { reference(taken[at]) } else { None });
            at += usize::from(kind.slots());
        }
        Some((this, args))
    }

    fn add_call(&mut self, target: Target, receiver: Option<Var>, args: Vec<Option<Var>>, result: &str) {
        let dst = self.push_typed(result);
        let site = CallSite { offset: self.offset, target, receiver, args, dst, region: self.region };
        self.builder.ir.calls.push(site);
        self.add(Statement::Call(self.builder.ir.calls.len() as u32 - 1));
    }

    fn class_operand(&self, insn: &Insn) -> Option<Type> {
        let (Operand::Constant(index) | Operand::MultiArray { class: index, .. }) = insn.operand else { return None };
        let name = self.builder.class.file.class_name(index).ok()?;
        Some(Type::named(self.builder.program, name))
    }

    fn member(&self, insn: &Insn) -> Option<MemberRef> {
        let Operand::Constant(index) = insn.operand else { return None };
        self.builder.class.file.member(index).ok()
    }
}

fn reference(value: Value) -> Option<Var> {
    match value {
        Value::Ref(var) => Some(var),
        Value::Null | Value::Other => None,
    }
}
