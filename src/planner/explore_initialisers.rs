//! Which class initialisers do the same whenever and by whomever they are run, and are seen by nobody: they compute with constants, make arrays, objects of a few classes of the JDK
//! whose constructors neither throw nor look at anything else, and objects of the program's whose constructors are of this kind, too, and store them in statics of their own class.
//! Enumerations are among them, and others may use their constants, as the tables of a `switch` do.
//!
//! Found by a walk over the initialiser's instructions and those of all methods that it calls, whatever the order in which they run.
//!
//! Invariant: what is read was made by the initialiser itself, or is a static of its class, which nobody else may use meanwhile, or is a constant of an enumeration whose initialiser
//! is of this kind, or of such a constant what never changes. An exception makes no difference: a class whose initialiser fails is not used again.
//!
//! Left out: calls that choose a method by the receiver, locks, objects of other classes that have an initialiser of their own, enumerations that use each other's constants.

use std::collections::HashSet;

use crate::classfile::opcode::{
    ANEWARRAY, ARRAYLENGTH, GETFIELD, GETSTATIC, GOTO, IFNONNULL, IFNULL, INVOKESPECIAL, INVOKESTATIC, INVOKEVIRTUAL,
    MULTIANEWARRAY, NEW, NEWARRAY, NOP, PUTFIELD, PUTSTATIC, RETURN, TABLESWITCH,
};
use crate::classfile::{Constant, MemberRef, Operand};
use crate::program::class::access;
use crate::program::{Class, MethodId, Program};

const ENUM: &str = "java/lang/Enum";

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
    is_harmless_within(program, class, &[])
}

/// `users`: the classes whose initialisers use this one.
fn is_harmless_within(program: &Program, class: &Class, users: &[&str]) -> bool {
    let Some(initialiser) = class.declared("<clinit>", "()V") else { return true };
    let users = [users, &[class.name()]].concat();
    let seen = HashSet::from([initialiser]);
    let mut walk =
        Walk { program, initialised: class, users, constants: HashSet::new(), seen, work: vec![initialiser] };
    while let Some(method) = walk.work.pop() {
        if walk.method(method).is_none() {
            return false;
        }
    }
    true
}

/// Whether the class is an enumeration.
pub fn is_enumeration(class: &Class) -> bool {
    class.file.super_name.as_deref() == Some(ENUM) && class.file.access & access::ENUM != 0
}

/// The walk; none stands for what is not known to be harmless.
struct Walk<'a> {
    program: &'a Program,
    initialised: &'a Class,
    /// It and those whose initialisers use it.
    users: Vec<&'a str>,
    /// Enumerations that are known to be harmless.
    constants: HashSet<String>,
    seen: HashSet<MethodId>,
    work: Vec<MethodId>,
}

impl<'a> Walk<'a> {
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
            (GETSTATIC | PUTSTATIC, Some(Constant::Member(field))) => {
                known(is_of(self.initialised, &field) || op == GETSTATIC && self.is_constant(&field))
            }
            (GETFIELD | PUTFIELD, Some(Constant::Member(field))) => known(self.is_own_field(op, &field)),
            (NEW, Some(Constant::Class(name))) => {
                known(MADE.iter().any(|(made, _)| *made == name) || self.is_bare(&name))
            }
            (INVOKESPECIAL | INVOKESTATIC, Some(Constant::Member(member))) => self.call(op, &member),
            (INVOKEVIRTUAL, Some(Constant::Member(member))) => {
                let asks = member.class == "java/lang/Class" && member.name == "desiredAssertionStatus";
                let of_constant = [("ordinal", "()I"), ("name", "()Ljava/lang/String;")]
                    .contains(&(&member.name, &member.descriptor));
                known(asks || of_constant && self.is_enumerated(&member.class))
            }
            _ => None,
        }
    }

    fn call(&mut self, op: u8, member: &MemberRef) -> Option<()> {
        if op == INVOKESPECIAL && is_made(member) {
            return Some(());
        }
        if op == INVOKESPECIAL && member.class == ENUM && member.name == "<init>" || self.is_values(op, member) {
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

    fn application(&self, name: &str) -> Option<&'a Class> {
        self.program.class(name).filter(|id| self.program.is_application(*id)).and_then(|id| self.program.get(id))
    }

    /// Whether the program's class declares the field with the access flag.
    fn has(&self, field: &MemberRef, flag: u16) -> bool {
        let declared = self.application(&field.class).and_then(|it| it.declared_field(&field.name, &field.descriptor));
        declared.and_then(|id| self.program.field(id)).is_some_and(|it| it.access & flag != 0)
    }

    /// Whether the program's enumeration has an initialiser of this kind, which uses none of those that use it.
    fn is_harmless_enumeration(&mut self, name: &str) -> bool {
        if self.constants.contains(name) {
            return true;
        }
        let is_harmless = !self.users.contains(&name)
            && self
                .application(name)
                .is_some_and(|class| is_enumeration(class) && is_harmless_within(self.program, class, &self.users));
        if is_harmless {
            self.constants.insert(name.to_owned());
        }
        is_harmless
    }

    /// Whether the static is a constant of another enumeration.
    fn is_constant(&mut self, field: &MemberRef) -> bool {
        self.has(field, access::ENUM) && self.is_harmless_enumeration(&field.class)
    }

    /// Whether the call gives an enumeration's constants, in a new array: the compiler makes this method.
    fn is_values(&mut self, op: u8, member: &MemberRef) -> bool {
        op == INVOKESTATIC
            && member.name == "values"
            && member.descriptor == format!("()[L{};", member.class)
            && if member.class == self.initialised.name() {
                is_enumeration(self.initialised)
            } else {
                self.is_harmless_enumeration(&member.class)
            }
    }

    /// Whether the class is one of the program's enumerations, or above or below one.
    fn is_enumerated(&self, name: &str) -> bool {
        name == ENUM
            || self.application(name).is_some_and(|class| self.program.superclasses(class.id).any(is_enumeration))
    }

    /// Whether the field is of an object that the initialiser made, or of an enumeration's constant and never changes.
    fn is_own_field(&self, op: u8, field: &MemberRef) -> bool {
        let Some(class) = self.application(&field.class) else { return false };
        let enumeration = self.program.superclasses(class.id).find(|above| is_enumeration(above));
        if enumeration.is_none_or(|it| it.name() == self.initialised.name()) {
            return true;
        }
        let is_plain = !field.descriptor.starts_with(['L', '[']) || field.descriptor == "Ljava/lang/String;";
        op == GETFIELD && is_plain && self.has(field, access::FINAL)
    }

    /// Whether a class of the program has no initialiser, nor has a supertype of it one, and no class of the JDK is above it: to make one of it then initialises nothing.
    fn is_bare(&self, name: &str) -> bool {
        let Some(id) = self.application(name).map(|class| class.id) else { return false };
        if self.program.superclasses(id).last().is_none_or(|last| last.name() != "java/lang/Object") {
            return false; // one is missing
        }
        let interfaces = self.program.superinterfaces(id);
        let supertypes = self.program.superclasses(id).chain(interfaces.iter().filter_map(|it| self.program.get(*it)));
        supertypes.filter(|class| !["java/lang/Object", ENUM].contains(&class.name())).all(|class| {
            let own = self.program.is_application(class.id);
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
