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

fn virtual_targets(program: &Program, class: ClassId, method: MethodId) -> Vec<MethodId> {
    let concrete = |id: &ClassId| program.get(*id).is_some_and(crate::program::Class::is_concrete);
    let below = subtypes(program, class).into_iter().filter(concrete);
    below.filter_map(|receiver| program.select(receiver, method)).collect()
}
