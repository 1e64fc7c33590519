//! Which static fields are captured: behind this one function, so that a finer analysis can take its place.
//!
//! Selected is every static of an application class that code reachable after the checkpoint may read. Whether its class
//! is initialised by then is seen when the snapshot is taken. Constants that the class file itself initialises need no
//! capture. Methods that are not reachable and read a static that is not selected are listed too: if one of them runs
//! in a replay after all, the replay stops instead of going on with a wrong value.

use super::Result;
use crate::analysis::calls::facts;
use crate::analysis::regions::post_region;
use crate::analysis::statics_read::{Start, StaticsRead, statics_read};
use crate::plan::{MethodName, StaticField};
use crate::program::{Cfg, FieldId, MethodId, Program};
use rayon::prelude::*;

/// The fields to capture and what follows from the choice.
pub(super) struct Selected {
    pub(super) statics: Vec<StaticField>,
    pub(super) unreachable: Vec<MethodName>,
    pub(super) diagnostics: Vec<String>,
}

/// All statics, for a chain that starts below main: frames above its root may read any of them. The runtime finds them.
pub(super) fn all() -> Selected {
    Selected { statics: Vec::new(), unreachable: Vec::new(), diagnostics: Vec::new() }
}

/// From where the program goes on after the checkpoint of a chain, given as its methods and the instructions of their
/// sites.
pub(super) fn starts(program: &Program, sites: &[(MethodId, usize)]) -> Result<Vec<Start>> {
    let mut starts = Vec::new();
    for (depth, (method, item)) in sites.iter().enumerate() {
        let body = program.body(*method)?;
        let mut items = post_region(&body, &Cfg::new(&body)?, *item);
        if depth + 1 == sites.len() {
            items.insert(*item); // the checkpoint's instruction has not run yet
        }
        starts.push(Start { method: *method, items });
    }
    Ok(starts)
}

/// Selects the statics for such a chain.
pub(super) fn select_statics(program: &Program, sites: &[(MethodId, usize)]) -> Result<Selected> {
    let read = statics_read(program, &starts(program, sites)?)?;
    let mut statics: Vec<StaticField> =
        read.fields.iter().filter_map(|(field, reader)| captured(program, *field, *reader)).collect();
    statics.sort();
    let unreachable = unreachable_readers(program, &read);
    Ok(Selected { statics, unreachable, diagnostics: read.diagnostics })
}

/// The field as it stands in the plan; none for constants.
fn captured(program: &Program, field: FieldId, reader: MethodId) -> Option<StaticField> {
    let info = program.field(field).filter(|info| !info.constant)?;
    Some(StaticField {
        class: program.name(field.class).to_owned(),
        name: info.name.clone(),
        descriptor: info.descriptor.clone(),
        reason: format!("read by {}", program.describe(reader)),
    })
}

/// The methods that would read what was not captured.
fn unreachable_readers(program: &Program, read: &StaticsRead) -> Vec<MethodName> {
    let missing = |field: &FieldId| {
        let constant = program.field(*field).is_none_or(|info| info.constant);
        program.is_application(field.class) && !constant && !read.fields.contains_key(field)
    };
    let classes: Vec<_> = program.application().collect();
    let found: Vec<Vec<MethodName>> = classes
        .par_iter()
        .map(|class| {
            let readers = class.methods().filter(|(id, info)| {
                info.code.is_some()
                    && info.name != "<clinit>"
                    && !read.methods.contains(id)
                    && facts(program, *id, |_| true).statics.iter().any(missing)
            });
            readers.filter_map(|(id, _)| super::method_name(program, id).ok()).collect()
        })
        .collect();
    let mut names: Vec<MethodName> = found.into_iter().flatten().collect();
    names.sort();
    names
}
