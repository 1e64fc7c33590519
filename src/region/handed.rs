//! Calls of the JDK that are given a function object where it is made: `list.forEach(x -> …)`, `stream.map(A::b).toList()`. By these a `*` finds
//! chains that no call within the program leads along.
//!
//! The value that an `invokedynamic` pushes is followed over the operand stack, by the heights of the instructions behind it, to the call that
//! takes it. If that makes something that works later (a stream, a comparator: [`super::working`]), its result is followed in turn.
//!
//! Left out: function objects that are kept in variables or fields first, or are given to methods of the program; code with branches between
//! both. Calls that hand the function object to another thread are left out, too: no chain of the calling thread leads on there.

use super::calls::{Calls, Way, is_call};
use crate::classfile::opcode::{self, CHECKCAST, INVOKEDYNAMIC};
use crate::classfile::{ClassFile, Constant, Insn, MemberRef, Operand};
use crate::program::{Body, MethodId};

/// What runs function objects on other threads.
const ELSEWHERE: [&str; 5] = [
    "java/util/concurrent/Executor",
    "java/util/concurrent/CompletionStage",
    "java/util/concurrent/CompletionService",
    "java/lang/Thread",
    "java/lang/Thread$Builder",
];

impl Calls<'_> {
    /// The calls of a method of the JDK by which the JDK gets function objects of methods of the program.
    pub(super) fn handed(&self, caller: MethodId) -> Vec<Way> {
        let Some(handles) = self.handles().get(&caller.class) else { return Vec::new() };
        let Some((class, body)) = self.program.get(caller.class).zip(self.body(caller)) else { return Vec::new() };
        let mut found: Vec<Way> = Vec::new();
        for (made, insn) in body.code.insns().filter(|(_, insn)| insn.op == INVOKEDYNAMIC) {
            let Operand::Constant(index) = insn.operand else { continue };
            let Ok(Constant::InvokeDynamic(bootstrap, ..)) = class.file.constant(index) else { continue };
            let named = handles.get(usize::from(bootstrap)).map_or(&[][..], Vec::as_slice);
            let targets = named.iter().flat_map(|handle| self.implementations(*handle).to_vec());
            let own = named.iter().copied().filter(|handle| self.has_code(*handle));
            let Some((item, works)) = self.taken_by(&class.file, &body, made) else { continue };
            for target in own.chain(targets) {
                let way = Way { item, line: body.line(item), via: Vec::new(), target, through: true, works };
                if !found.contains(&way) {
                    found.push(way);
                }
            }
        }
        found.sort();
        found
    }

    fn hands_over(&self, member: &MemberRef) -> bool {
        self.program.class(&member.class).is_some_and(|class| ELSEWHERE.iter().any(|name| self.is_below(class, name)))
    }

    /// The call of the JDK that takes the value which the instruction pushes, and whether it goes on working.
    fn taken_by(&self, file: &ClassFile, body: &Body, made: usize) -> Option<(usize, bool)> {
        let mut above = 0;
        for (item, insn) in body.code.insns().skip_while(|(item, _)| *item <= made) {
            let (popped, pushed) = file.stack_effect(insn)?;
            if popped > above {
                match called(file, insn) {
                    Some(member) if self.hands_over(&member) => return None,
                    Some(member) if self.works(&member) => return Some((item, !self.calls_modelled(&member))),
                    Some(member) if self.makes_lazy(&member) => {}
                    _ if insn.op == CHECKCAST => {}
                    _ => return None,
                }
                above = 0;
            } else {
                above = above - popped + pushed;
            }
            if !opcode::falls_through(insn.op) || opcode::is_conditional(insn.op) {
                return None;
            }
        }
        None
    }
}

/// What a call instruction names.
fn called(file: &ClassFile, insn: &Insn) -> Option<MemberRef> {
    let Operand::Constant(index) = insn.operand else { return None };
    file.member(index).ok().filter(|_| is_call(insn))
}
