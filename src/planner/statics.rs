//! Which static fields are captured.

use super::Result;
use crate::plan::{MethodName, StaticField};
use crate::program::class::access;
use crate::program::{MethodId, Program};

/// The fields to capture and what follows from the choice.
pub(super) struct Selected {
    pub(super) statics: Vec<StaticField>,
    pub(super) unreachable: Vec<MethodName>,
    pub(super) diagnostics: Vec<String>,
}

/// temporary: all statics
pub(super) fn select_statics(program: &Program, _sites: &[(MethodId, usize)]) -> Result<Selected> {
    let mut statics = Vec::new();
    for class in program.application() {
        for field in class.file.fields.iter().filter(|field| field.access & access::STATIC != 0 && !field.constant) {
            statics.push(StaticField { class: class.name().to_owned(), name: field.name.clone(), descriptor: field.descriptor.clone(), reason: String::new() });
        }
    }
    statics.sort();
    Ok(Selected { statics, unreachable: Vec::new(), diagnostics: Vec::new() })
}
