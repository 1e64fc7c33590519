//! Which classes of an explored program are *simple*: an execution can use them again once their statics are set back, since their initialiser does the same
//! whenever and by whomever it is run, and nobody sees that it ran.
//!
//! Such an initialiser has constants, makes objects of a few classes of the JDK, whose constructors then neither throw nor look at anything else, and stores
//! them in statics of its own class. It calls nothing of the program, so initialisers of several classes do not depend on each other.
//! A class is not simple either if the JVM or the JDK keep state of it outside of statics: constants of enumerations, natives, call sites and constants that
//! a bootstrap method of the program makes. All that its code names of the JDK is on a list, too: caches by class or by loader (resource bundles, beans,
//! reflection, loaders, classes that the program defines) would last from one execution to the next.
//!
//! Invariant: whatever is not known to be harmless makes a class not simple. Left out: arrays, and initialisers that call each other in no circle.

use std::collections::HashSet;

use crate::classfile::opcode::{
    self, DUP, GETSTATIC, IFEQ, IFNE, INVOKESPECIAL, INVOKEVIRTUAL, NEW, NOP, PUTSTATIC, RETURN,
};
use crate::classfile::{Constant, MemberRef, Operand};
use crate::program::class::access;
use crate::program::{Class, Program};

/// What an initialiser may make, with the parameters of the constructor.
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

/// Superclasses of which the JDK keeps more than fields.
const KEPT: [&str; 3] = ["java/lang/Enum", "java/lang/ClassLoader", "java/lang/ClassValue"];

/// Bootstrap methods whose call sites have no state.
const STATELESS: [&str; 3] =
    ["java/lang/invoke/LambdaMetafactory", "java/lang/invoke/StringConcatFactory", "java/lang/runtime/ObjectMethods"];

/// Packages of the JDK of which all classes may be used, but not those of packages within.
const PACKAGES: [&str; 7] = [
    "java/lang",
    "java/util",
    "java/util/concurrent",
    "java/util/concurrent/atomic",
    "java/util/concurrent/locks",
    "java/util/function",
    "java/util/stream",
];

/// Classes of these packages that lead to what is kept by class or loader.
const KEEPERS: [&str; 15] = [
    "java/lang/Class",
    "java/lang/ClassLoader",
    "java/lang/ClassValue",
    "java/lang/Enum",
    "java/lang/Module",
    "java/lang/ModuleLayer",
    "java/lang/Package",
    "java/lang/StackWalker",
    "java/lang/System$Logger",
    "java/lang/System$LoggerFinder",
    "java/util/ListResourceBundle",
    "java/util/PropertyResourceBundle",
    "java/util/ResourceBundle",
    "java/util/ServiceLoader",
    "java/util/Timer",
];

/// The names of the simple classes, with dots.
pub fn simple_classes(program: &Program) -> Vec<String> {
    let own: HashSet<&str> = program.application().map(Class::name).collect();
    let simple = program.application().filter(|class| is_simple(program, class, &own));
    simple.map(|class| class.name().replace('/', ".")).collect()
}

fn is_simple(program: &Program, class: &Class, own: &HashSet<&str>) -> bool {
    let file = &class.file;
    if file.super_name.as_deref().is_some_and(|name| KEPT.contains(&name)) {
        return false;
    }
    let mut supertypes = file.super_name.iter().chain(&file.interfaces);
    if !supertypes.all(|name| name == "java/io/Serializable" || is_known(name, own)) {
        return false;
    }
    let Ok(bootstraps) = file.bootstraps() else { return false };
    if bootstraps.iter().any(|it| !STATELESS.contains(&it.method.member.class.as_str())) {
        return false;
    }
    let members = (1..=u16::MAX).take(file.constants()).filter_map(|index| file.member(index).ok());
    if !members.into_iter().all(|member| is_stateless(&member, own)) {
        return false;
    }
    class.methods().all(|(id, info)| {
        info.access & access::NATIVE == 0
            && (info.name != "<clinit>"
                || program.code(id).is_ok_and(|body| {
                    body.is_some_and(|body| {
                        let mut insns = body.insns().iter().filter_map(|item| body.insn(*item));
                        insns.all(|insn| is_harmless(class, insn.op, &insn.operand))
                    })
                }))
    })
}

fn is_harmless(class: &Class, op: u8, operand: &Operand) -> bool {
    const LAST_OF_CONSTANTS: u8 = 0x14; // ldc2_w
    let constant = match operand {
        Operand::Constant(index) => class.file.constant(*index).ok(),
        _ => None,
    };
    match op {
        NOP..=LAST_OF_CONSTANTS => match constant {
            Some(Constant::Class(name)) => name == class.name(),
            Some(Constant::MethodHandle(_) | Constant::MethodType(_) | Constant::Dynamic(..)) => false,
            _ => true,
        },
        // assertions are on or off, so there are branches
        DUP | RETURN | IFEQ | IFNE | opcode::GOTO => true,
        GETSTATIC | PUTSTATIC => matches!(constant, Some(Constant::Member(field)) if is_own(class, &field)),
        NEW => matches!(constant, Some(Constant::Class(name)) if MADE.iter().any(|(made, _)| *made == name)),
        INVOKESPECIAL => matches!(constant, Some(Constant::Member(member)) if is_made(&member)),
        INVOKEVIRTUAL => {
            matches!(constant, Some(Constant::Member(member)) if member.class == "java/lang/Class" && member.name == "desiredAssertionStatus")
        }
        _ => false,
    }
}

/// Whether the member is the program's, or of a class that keeps nothing of other classes.
fn is_stateless(member: &MemberRef, own: &HashSet<&str>) -> bool {
    match member.class.as_str() {
        "java/lang/Class" => ["desiredAssertionStatus", "getName", "getSimpleName"].contains(&member.name.as_str()),
        "java/io/PrintStream" => true,
        owner => owner.starts_with('[') || STATELESS.contains(&owner) || is_known(owner, own),
    }
}

/// Whether a class is the program's, or on the list of the JDK's.
fn is_known(name: &str, own: &HashSet<&str>) -> bool {
    let package = name.rsplit_once('/').map_or("", |(package, _)| package);
    PACKAGES.contains(&package) && !KEEPERS.contains(&name) || own.contains(name)
}

fn is_own(class: &Class, field: &MemberRef) -> bool {
    field.class == class.name() && class.declared_field(&field.name, &field.descriptor).is_some()
}

fn is_made(constructor: &MemberRef) -> bool {
    constructor.name == "<init>" && MADE.contains(&(constructor.class.as_str(), constructor.descriptor.as_str()))
}
