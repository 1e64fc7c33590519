//! Which instance fields need not be captured, if the user wants that: those that no code after the checkpoint reads
//! ([`crate::analysis::mod_use::unread`]).
//!
//! Nothing is left out where the analysis is not sure of the whole program: code that it does not follow, names that it does
//! not know, and finalizers, which tell what is held only by fields that nobody reads. A method that is held unreachable
//! and reads such a field, or may read it by reflection, ends the replay ([`crate::plan::Plan::unreachable`]).

use crate::analysis::calls::{Call, Facts};
use crate::analysis::mod_use::unread::{fields_read, instance_fields, makes_handles};
use crate::analysis::mod_use::{ModUse, Part, Selection};
use crate::analysis::reflection::Reach;
use crate::plan::InstanceField;
use crate::program::{FieldId, Program};
use std::collections::BTreeSet;

/// The choice.
#[derive(Default)]
pub(super) struct Pruned {
    pub(super) fields: BTreeSet<FieldId>,
    /// Why nothing is left out.
    pub(super) diagnostic: Option<String>,
}

/// Chooses. `imprecise`: what the analysis said about the application.
pub(super) fn prune(analysis: &ModUse<'_, '_>, selection: &Selection, parts: &[Part], imprecise: &[String]) -> Pruned {
    let program = analysis.answer.program();
    if let Some(why) = imprecise.first().cloned().or_else(|| finalizer(program)).or_else(|| handles(analysis)) {
        return Pruned { diagnostic: Some(none(&why)), ..Pruned::default() };
    }
    let read = fields_read(analysis, selection, parts);
    Pruned { fields: all(program).difference(&read).copied().collect(), diagnostic: None }
}

/// All instance fields of the application's classes.
pub(super) fn all(program: &Program) -> BTreeSet<FieldId> {
    program.application().flat_map(|class| instance_fields(program, class.id)).collect()
}

/// What is said where all fields are captured.
pub(super) fn none(why: &str) -> String {
    format!("all instance fields are captured, because {why}")
}

/// A finalizer of the application runs when its object is held no more.
fn finalizer(program: &Program) -> Option<String> {
    let found = program.application().find_map(|class| class.declared("finalize", "()V"))?;
    Some(format!("{} would run for objects that only left-out fields hold", program.describe(found)))
}

/// A handle that is made before the checkpoint may be used after it by anyone.
fn handles(analysis: &ModUse<'_, '_>) -> Option<String> {
    let found = makes_handles(analysis)?;
    Some(format!("{} creates a handle that may read any field", analysis.answer.program().describe(found)))
}

/// Whether code with these facts reads one of the fields, or any by reflection.
pub(super) fn may_read(program: &Program, facts: &Facts, fields: &BTreeSet<FieldId>) -> bool {
    let updates = |call: &Call| {
        let (Call::Exact(callee) | Call::Virtual(_, callee)) = *call;
        program.name(callee.class).ends_with("FieldUpdater")
    };
    let reflects = || facts.reflection.iter().any(|call| call.reach == Reach::Fields);
    !fields.is_empty()
        && (facts.fields.iter().any(|field| fields.contains(field)) || reflects() || facts.calls.iter().any(updates))
}

/// The fields as they stand in the plan.
pub(super) fn planned(program: &Program, fields: &BTreeSet<FieldId>) -> Vec<InstanceField> {
    let named = |field: &FieldId| {
        let info = program.field(*field)?;
        Some(InstanceField {
            class: program.name(field.class).to_owned(),
            name: info.name.clone(),
            descriptor: info.descriptor.clone(),
        })
    };
    let mut names: Vec<InstanceField> = fields.iter().filter_map(named).collect();
    names.sort();
    names
}
