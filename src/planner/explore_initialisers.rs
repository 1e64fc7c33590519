//! Which class initialisers do the same whenever and by whomever they are run, and are seen by nobody: they compute with constants, make arrays, objects of a few classes of the JDK
//! whose constructors neither throw nor look at anything else, and objects of the program's whose constructors are of this kind, too, and store them in statics of their own class.
//!
//! Found by a walk over the initialiser's instructions and those of all methods that it calls, whatever the order in which they run.
//!
//! Invariant: what is read was made by the initialiser itself, or is a static of its class, which nobody else may use meanwhile. An exception makes no difference: a class whose
//! initialiser fails is not used again.
//!
//! Left out: calls that choose a method by the receiver, locks, objects of classes that have an initialiser of their own, so that initialisers do not depend on each other.

use std::collections::HashSet;

use crate::classfile::opcode::{
    ANEWARRAY, ARRAYLENGTH, GETFIELD, GETSTATIC, GOTO, IFNONNULL, IFNULL, INVOKESPECIAL, INVOKESTATIC, INVOKEVIRTUAL,
    MULTIANEWARRAY, NEW, NEWARRAY, NOP, PUTFIELD, PUTSTATIC, RETURN, TABLESWITCH,
};
use crate::classfile::{Constant, MemberRef, Operand};
use crate::program::class::access;
use crate::program::{Class, MethodId, Program};

/// What an initialiser may make of the JDK's, with the parameters of the constructor.
const MADE: [(&str, &str); 17] = [
    ("java/lang/Object", "()V"),
    ("java/util/ArrayDeque", "()V"),
    ("java/util/ArrayList", "()V"),
    ("java/util/HashMap", "()V"),
    ("java/util/LinkedList", "()V"),
    ("java/util/concurrent/ConcurrentHashMap", "()V"),
    ("java/util/concurrent/ConcurrentLinkedQueue", "()V"),
    ("java/util/concurrent/CopyOnWriteArrayList", "()V"),
    ("java/util/concurrent/LinkedBlockingQueue", "()V"),
    ("java/util/concurrent/atomic/AtomicBoolean", "()V"),
    ("java/util/concurrent/atomic/AtomicBoolean", "(Z)V"),
    ("java/util/concurrent/atomic/AtomicInteger", "()V"),
    ("java/util/concurrent/atomic/AtomicInteger", "(I)V"),
    ("java/util/concurrent/atomic/AtomicLong", "()V"),
    ("java/util/concurrent/atomic/AtomicLong", "(J)V"),
    ("java/util/concurrent/atomic/AtomicReference", "()V"),
    ("java/util/concurrent/locks/ReentrantLock", "()V"),
];

/// Whether the class has no initialiser, or one of this kind.
pub fn is_harmless(program: &Program, class: &Class) -> bool {
    let Some(initialiser) = class.declared("<clinit>", "()V") else { return true };
    let mut walk = Walk { program, initialised: class, seen: HashSet::from([initialiser]), work: vec![initialiser] };
    while let Some(method) = walk.work.pop() {
        if walk.method(method).is_none() {
            return false;
        }
    }
    true
}

/// The walk; none stands for what is not known to be harmless.
struct Walk<'a> {
    program: &'a Program,
    initialised: &'a Class,
    seen: HashSet<MethodId>,
    work: Vec<MethodId>,
}

impl Walk<'_> {
    fn method(&mut self, method: MethodId) -> Option<()> {
        const OTHERS: u16 = access::NATIVE | access::ABSTRACT | access::SYNCHRONIZED;
        if self.program.method(method)?.access & OTHERS != 0 {
            return None;
        }
        let class = self.program.get(method.class)?;
        let body = self.program.code(method).ok()??;
        let mut insns = body.insns().iter().filter_map(|item| body.insn(*item));
        insns.try_for_each(|insn| self.insn(class, insn.op, &insn.operand))
    }

    fn insn(&mut self, class: &Class, op: u8, operand: &Operand) -> Option<()> {
        const LAST_OF_CONSTANTS: u8 = 0x14; // ldc2_w
        let constant = match operand {
            Operand::Constant(index) => class.file.constant(*index).ok(),
            _ => None,
        };
        match (op, constant) {
            (NOP..=LAST_OF_CONSTANTS, Some(Constant::Class(name))) => known(name == self.initialised.name()),
            (
                NOP..=LAST_OF_CONSTANTS,
                Some(Constant::MethodHandle(_) | Constant::MethodType(_) | Constant::Dynamic(..)),
            ) => None,
            // locals, elements, the stack, arithmetic, branches, arrays
            (
                NOP..=GOTO
                | TABLESWITCH..=RETURN
                | NEWARRAY
                | ANEWARRAY
                | MULTIANEWARRAY
                | ARRAYLENGTH
                | IFNULL
                | IFNONNULL,
                _,
            ) => Some(()),
            (GETSTATIC | PUTSTATIC, Some(Constant::Member(field))) => known(is_of(self.initialised, &field)),
            (GETFIELD | PUTFIELD, Some(Constant::Member(field))) => {
                known(self.program.class(&field.class).is_some_and(|id| self.program.is_application(id)))
            }
            (NEW, Some(Constant::Class(name))) => {
                known(MADE.iter().any(|(made, _)| *made == name) || self.is_bare(&name))
            }
            (INVOKESPECIAL | INVOKESTATIC, Some(Constant::Member(member))) => self.call(op, &member),
            (INVOKEVIRTUAL, Some(Constant::Member(member))) => {
                known(member.class == "java/lang/Class" && member.name == "desiredAssertionStatus")
            }
            _ => None,
        }
    }

    fn call(&mut self, op: u8, member: &MemberRef) -> Option<()> {
        if op == INVOKESPECIAL && is_made(member) {
            return Some(());
        }
        let is_own = member.class == self.initialised.name();
        if !is_own && (op == INVOKESTATIC || !self.is_bare(&member.class)) {
            return None;
        }
        let method = self.program.find(&member.class)?.declared(&member.name, &member.descriptor)?;
        if self.seen.insert(method) {
            self.work.push(method);
        }
        Some(())
    }

    /// Whether a class of the program has no initialiser, nor has a supertype of it one, and no class of the JDK is above it: to make one of it then initialises nothing.
    fn is_bare(&self, name: &str) -> bool {
        let Some(id) = self.program.class(name).filter(|id| self.program.is_application(*id)) else { return false };
        if self.program.superclasses(id).last().is_none_or(|last| last.name() != "java/lang/Object") {
            return false; // one is missing
        }
        let interfaces = self.program.superinterfaces(id);
        let supertypes = self.program.superclasses(id).chain(interfaces.iter().filter_map(|it| self.program.get(*it)));
        supertypes.filter(|class| class.name() != "java/lang/Object").all(|class| {
            let own = self.program.class(class.name()).is_some_and(|id| self.program.is_application(id));
            let is_initialised = class.name() == self.initialised.name();
            (own || class.is_interface()) && (is_initialised || class.declared("<clinit>", "()V").is_none())
        })
    }
}

fn known(harmless: bool) -> Option<()> {
    harmless.then_some(())
}

fn is_of(class: &Class, field: &MemberRef) -> bool {
    field.class == class.name() && class.declared_field(&field.name, &field.descriptor).is_some()
}

fn is_made(constructor: &MemberRef) -> bool {
    constructor.name == "<init>" && MADE.contains(&(constructor.class.as_str(), constructor.descriptor.as_str()))
}
