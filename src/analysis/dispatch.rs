//! Class-hierarchy analysis (Dean, Grove, Chambers: Optimization of Object-Oriented Programs Using Static Class
//! Hierarchy Analysis, ECOOP 1995): which methods a virtual call may run.
//!
//! The receiver may be an object of any class of the application or of *any* module of the JDK below the class that the
//! call names; which modules a run really loads is not guessed. Classes that the run itself makes (proxies, lambda
//! objects, hidden classes) run methods that are reached where their method handles are made.

use super::calls::Call;
use crate::program::{ClassId, MethodId, Program, access};
use crate::util::index::Idx;
use fixedbitset::FixedBitSet;

/// The methods that the call may run, ascending; abstract ones never.
pub fn targets(program: &Program, call: Call) -> Vec<MethodId> {
    let mut found = match call {
        Call::Exact(method) => vec![method],
        Call::Virtual(class, method) => virtual_targets(program, class, method),
    };
    found.retain(|method| program.flags(*method) & access::ABSTRACT == 0);
    found.sort_unstable();
    found.dedup();
    found
}

/// The class and everything below it.
pub fn subtypes(program: &Program, class: ClassId) -> Vec<ClassId> {
    let mut seen = FixedBitSet::with_capacity(program.class_count());
    let mut found = vec![class];
    seen.insert(class.index());
    let mut at = 0;
    while let Some(next) = found.get(at).copied() {
        found.extend(program.subtypes(next).iter().filter(|below| !seen.put(below.index())));
        at += 1;
    }
    found
}

/// What the concrete classes below the class select. A class that declares no such method and no interface selects what its superclass does, so it is not
/// asked where that one was.
fn virtual_targets(program: &Program, class: ClassId, method: MethodId) -> Vec<MethodId> {
    let Some(info) = program.method(method) else { return Vec::new() };
    let in_class = program.get(method.class).is_some_and(|class| !class.is_interface());
    let mut asked = FixedBitSet::with_capacity(program.class_count());
    let mut found = Vec::new();
    for receiver in subtypes(program, class).into_iter().filter_map(|id| program.get(id)) {
        // a method of a class is there before any interface is looked at
        let inherits = (in_class || receiver.interfaces.is_empty())
            && receiver.superclass.is_some_and(|above| asked.contains(above.index()))
            && receiver.declared(&info.name, &info.descriptor).is_none();
        if inherits {
            asked.insert(receiver.id.index());
        } else if receiver.is_concrete() {
            asked.insert(receiver.id.index());
            found.extend(program.select(receiver.id, method));
        }
    }
    found
}
