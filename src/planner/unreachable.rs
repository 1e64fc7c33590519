//! Methods that are held unreachable after the checkpoint and would read what is not captured.
//!
//! If one of them runs in a replay after all, the replay stops instead of going on with a wrong value.

use super::fields;
use super::names::method_name;
use super::widening::reads_unnamed;
use crate::analysis::calls::facts;
use crate::plan::MethodName;
use crate::program::{FieldId, MethodId, Program};
use rayon::prelude::*;
use std::collections::BTreeSet;

/// The methods that would read what was not captured, or may by reflection. A class initialiser finds the statics of its own class as it should:
/// where it runs after the checkpoint, nothing wrote them before.
pub(super) fn unreachable_readers(
    program: &Program,
    reachable: &BTreeSet<MethodId>,
    captured: impl Fn(FieldId) -> bool + Sync,
    pruned: &BTreeSet<FieldId>,
) -> Vec<MethodName> {
    let missing = |field: &FieldId| {
        let constant = program.field(*field).is_none_or(|info| info.constant);
        program.is_application(field.class) && !constant && !captured(*field)
    };
    let classes: Vec<_> = program.application().collect();
    let found: Vec<Vec<MethodName>> = classes
        .par_iter()
        .map(|class| {
            let readers = class.methods().filter(|(id, info)| {
                if info.code.is_none() || reachable.contains(id) {
                    return false;
                }
                let facts = facts(program, *id, |_| true);
                let initialises = info.name == "<clinit>";
                let mut others = facts.statics.iter().filter(|field| !(initialises && field.class == class.id));
                let of_statics = others.any(missing);
                of_statics || reads_unnamed(&facts) || fields::may_read(program, &facts, pruned)
            });
            readers.filter_map(|(id, _)| method_name(program, id).ok()).collect()
        })
        .collect();
    let mut names: Vec<MethodName> = found.into_iter().flatten().collect();
    names.sort();
    names
}
