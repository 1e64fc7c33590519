//! Calls of the program by handles of which the points-to analysis knows none, such as those that a call site gives: what they run is in no slice,
//! so a note tells where they are. Calls by reflection are not among them: where a name is not known, all that fits counts there.

use crate::analysis::calls::facts;
use crate::analysis::points_to::PointsTo;
use crate::analysis::reflection::{some_of, uses_handle};
use crate::program::MethodId;
use std::collections::BTreeSet;

/// The note on those in the methods, if there are any.
pub fn note(answer: &PointsTo<'_>, methods: &BTreeSet<MethodId>) -> Option<String> {
    let program = answer.program();
    let mut places = BTreeSet::new();
    for method in methods {
        let calls = facts(program, *method, |_| true).reflection.into_iter();
        for call in calls.filter(|call| uses_handle(&call.callee) && !answer.follows(*method, call.offset, true)) {
            let line = program.line_at(*method, call.offset).map_or(String::new(), |line| format!(":{line}"));
            places.insert(format!("{}{line} calls {}", program.shown(*method), call.callee));
        }
    }
    let what = "the slice lacks what is called by handles that the analysis does not know";
    (!places.is_empty()).then(|| format!("{what}: {}", some_of(places.iter())))
}
