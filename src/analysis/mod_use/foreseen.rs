//! What points-to and Mod/Use analysis say of all runs with one checkpoint, as a [`StaticAnswer`]: what a run really does
//! is checked by it.

use super::selection::Selection;
use crate::analysis::observed::StaticAnswer;
use crate::analysis::points_to::PointsTo;
use crate::program::{FieldId, MethodId};
use std::collections::BTreeSet;

/// The answer.
pub struct Foreseen<'a> {
    /// The points-to answer.
    pub points_to: PointsTo<'a>,
    /// What is modified before the checkpoint and used after it.
    pub selection: Selection,
    /// Instance fields of the application that are read after it.
    pub fields_read: BTreeSet<FieldId>,
    /// Where code does what the analysis does not follow, so that every method of the application may run; else empty.
    pub widened: Vec<String>,
}

impl StaticAnswer for Foreseen<'_> {
    fn reachable(&self, method: MethodId) -> bool {
        !self.widened.is_empty() || self.points_to.is_reachable(method)
    }

    fn follows(&self, method: MethodId) -> bool {
        self.points_to.is_reachable(method)
    }

    fn reachable_after(&self, method: MethodId) -> bool {
        self.selection.after.contains(&method)
    }

    fn may_call(&self, caller: MethodId, offset: u32, callee: MethodId) -> bool {
        !self.widened.is_empty() && !self.points_to.is_reachable(caller)
            || self.points_to.callees(caller, offset).any(|found| found == callee)
    }

    fn used_after(&self, field: FieldId) -> bool {
        self.selection.used.contains_key(&field)
    }

    fn got_after(&self, field: FieldId) -> bool {
        !self.widened.is_empty() || self.fields_read.contains(&field)
    }

    fn modified_before(&self, field: FieldId) -> bool {
        self.selection.modified.contains(&field)
    }
}
