//! Calls of the program by handles of which the points-to analysis knows none, such as those that a call site gives: what they run is in no slice,
//! so a note tells where they are. Calls by reflection are not among them: where a name is not known, all that fits counts there.

use crate::analysis::calls::facts;
use crate::analysis::points_to::PointsTo;
use crate::analysis::reflection::uses_handle;
use crate::program::MethodId;
use std::collections::BTreeSet;

/// How many places are named.
const NAMED: usize = 5;

/// The note on those in the methods, if there are any.
pub fn note(answer: &PointsTo<'_>, methods: &BTreeSet<MethodId>) -> Option<String> {
    let program = answer.program();
    let mut places = BTreeSet::new();
    for method in methods {
        let calls = facts(program, *method, |_| true).reflection.into_iter();
        for call in calls.filter(|call| uses_handle(&call.callee) && !answer.follows(*method, call.offset, true)) {
            let body = program.code(*method).ok().flatten();
            let line = body.and_then(|body| body.line(body.item_at_offset(call.offset)?));
            let line = line.map_or(String::new(), |line| format!(":{line}"));
            places.insert(format!("{}{line} calls {}", program.shown(*method), call.callee));
        }
    }
    let named: Vec<&str> = places.iter().take(NAMED).map(String::as_str).collect();
    let more = places.len().saturating_sub(NAMED);
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    let what = "the slice lacks what is called by handles that the analysis does not know";
    (!named.is_empty()).then(|| format!("{what}: {}{more}", named.join("; ")))
}
