//! Which classes of an explored program are *simple*: an execution can use them again once their statics are set back, since their initialiser does the same
//! whenever and by whomever it is run, and nobody sees that it ran.
//!
//! `explore_initialisers` says of which kind such an initialiser is.
//! A class is not simple either if the JVM or the JDK keep state of it outside of statics: natives, call sites and constants that
//! a bootstrap method of the program makes. What they keep of an enumeration are its constants, which stay the same. All that its code names of the JDK is on a list, too: caches by class or by loader (resource bundles, beans,
//! reflection, loaders, classes that the program defines) would last from one execution to the next.
//!
//! Invariant: whatever is not known to be harmless makes a class not simple. Left out: other caches that would do no harm.

use std::collections::HashSet;

use super::explore_initialisers;
use crate::classfile::MemberRef;
use crate::program::class::access;
use crate::program::{Class, Program};

/// Superclasses of which the JDK keeps more than fields.
const KEPT: [&str; 2] = ["java/lang/ClassLoader", "java/lang/ClassValue"];

/// Bootstrap methods whose call sites have no state.
const STATELESS: [&str; 4] = [
    "java/lang/invoke/LambdaMetafactory",
    "java/lang/invoke/StringConcatFactory",
    "java/lang/runtime/ObjectMethods",
    "java/lang/runtime/SwitchBootstraps",
];

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
const KEEPERS: [&str; 14] = [
    "java/lang/Class",
    "java/lang/ClassLoader",
    "java/lang/ClassValue",
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
    class.methods().all(|(_, info)| info.access & access::NATIVE == 0)
        && explore_initialisers::is_harmless(program, class)
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
