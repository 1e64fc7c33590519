//! One method as slices look at it: code, values, control flow, and what each instruction does to the heap.
//! It is made when a slice first comes to the method, and kept. Instructions are told by their numbers, from 0.

use super::flow::Flow;
use super::index::Index;
use super::throwing::Throwing;
use crate::analysis::ir::{MethodIr, Statement};
use crate::analysis::points_to::PointsTo;
use crate::analysis::ssa::{Definition, Ssa, Value};
use crate::classfile::Insn;
use crate::classfile::descriptor::{self, Kind};
use crate::classfile::opcode::{self, Access, CHECKCAST};
use crate::program::{Body, Cfg, MethodId, Program, access};
use std::sync::Arc;

/// A method.
pub struct Method {
    /// Which one.
    pub id: MethodId,
    /// Its code.
    pub body: Arc<Body>,
    /// Its values.
    pub ssa: Ssa,
    /// Its control flow.
    pub flow: Flow,
    /// What it does to references and fields.
    pub ir: Arc<MethodIr>,
    /// Its statements by offset: ranges of `order`.
    order: Vec<u32>,
}

impl Method {
    /// The method; none if it has no code, or code with `jsr`.
    pub fn new(answer: &PointsTo<'_>, index: &Index, throwing: &Throwing, id: MethodId) -> Option<Self> {
        let program = answer.program();
        let body = program.code(id).ok()??;
        let ir = answer.ir(id)?;
        let cfg = Cfg::new(&body).ok()?;
        let ssa = Ssa::new(&body, &cfg, &parameter_slots(program, id));
        let throws: Vec<_> =
            body.insns().iter().map(|item| throwing.of(answer, index, id, &body, &ssa, *item)).collect();
        let flow = Flow::new(&body, &cfg, |item| throws[body.number(item)]);
        let mut order: Vec<u32> = (0..ir.statements.len() as u32).collect();
        order.sort_by_key(|number| ir.statements[*number as usize].0);
        Some(Self { id, body, ssa, flow, ir, order })
    }

    /// The item of an instruction by its number.
    pub fn item(&self, number: usize) -> usize {
        self.body.insns()[number]
    }

    /// The instruction with this number.
    pub fn insn(&self, number: usize) -> Option<&Insn> {
        self.body.insn(self.item(number))
    }

    /// Its offset, bytes.
    pub fn offset(&self, number: usize) -> u32 {
        self.body.offset(self.item(number)).unwrap_or_default()
    }

    /// The number of the instruction at an offset.
    pub fn number_at(&self, offset: u32) -> Option<usize> {
        let offset_of = |item: &usize| self.body.offset(*item).unwrap_or_default();
        self.body.insns().binary_search_by_key(&offset, offset_of).ok()
    }

    /// What the instruction with this number does.
    pub fn statements(&self, number: usize) -> impl Iterator<Item = &Statement> {
        let offset = self.offset(number);
        let of = |number: &u32| self.ir.statements[*number as usize].0;
        let start = self.order.partition_point(|number| of(number) < offset);
        self.order[start..]
            .iter()
            .take_while(move |number| of(number) == offset)
            .map(|number| &self.ir.statements[*number as usize].1)
    }

    /// The value that this one is a copy of: loads, stores and casts looked through.
    pub fn original(&self, value: Value) -> Value {
        original(&self.body, &self.ssa, value)
    }

    /// The arguments of the call with this number, the receiver first.
    pub fn arguments(&self, program: &Program, number: usize) -> Vec<Value> {
        let operands = self.ssa.operands(number);
        let Some(slots) = self.insn(number).and_then(|insn| argument_slots(program, self.id, insn)) else {
            return operands.to_vec();
        };
        let mut at = 0;
        let first = slots.iter().map(|slots| {
            at += usize::from(*slots);
            operands.get(at - usize::from(*slots)).copied()
        });
        first.collect::<Option<Vec<_>>>().unwrap_or_else(|| operands.to_vec())
    }
}

/// Whether the instruction only copies a value: loads and stores of locals, casts.
pub fn is_copy(insn: &Insn) -> bool {
    let moves = |access| matches!(access, Access::Load | Access::Store);
    insn.op == CHECKCAST || opcode::local_access(insn).is_some_and(|local| moves(local.access))
}

/// The value that this one is a copy of: loads, stores and casts looked through.
pub fn original(body: &Body, ssa: &Ssa, value: Value) -> Value {
    let mut value = value;
    while let Definition::Instruction(item) = ssa.definitions[value]
        && body.insn(item).is_some_and(is_copy)
        && let [from] = ssa.operands(body.number(item))[..]
    {
        value = from;
    }
    value
}

/// How many slots each parameter takes, the receiver included.
pub fn parameter_slots(program: &Program, method: MethodId) -> Vec<u16> {
    let Some(info) = program.method(method) else { return Vec::new() };
    let receiver = (info.access & access::STATIC == 0).then_some(1);
    receiver.into_iter().chain(slots(&info.descriptor)).collect()
}

fn slots(descriptor: &str) -> Vec<u16> {
    let parsed = descriptor::parse_method(descriptor);
    let parameters = parsed.map_or(Vec::new(), |parsed| parsed.parameters);
    parameters.iter().map(|parameter| Kind::of(parameter).map_or(1, Kind::slots)).collect()
}

/// How many slots each argument of a call instruction takes, the receiver included.
fn argument_slots(program: &Program, caller: MethodId, insn: &Insn) -> Option<Vec<u16>> {
    use crate::classfile::opcode::{INVOKEDYNAMIC, INVOKESTATIC};
    use crate::classfile::{Constant, Operand};
    let Operand::Constant(index) = insn.operand else { return None };
    let descriptor = match program.get(caller.class)?.file.constant(index).ok()? {
        Constant::Member(member) => member.descriptor,
        Constant::InvokeDynamic(_, _, descriptor) => descriptor,
        _ => return None,
    };
    let receiver = (!matches!(insn.op, INVOKESTATIC | INVOKEDYNAMIC)).then_some(1);
    Some(receiver.into_iter().chain(slots(&descriptor)).collect())
}
