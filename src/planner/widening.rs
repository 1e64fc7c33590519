//! Code that no analysis follows: native methods, reflection that names nothing, and classes that class loaders of the program load.
//!
//! Where such code may run after the checkpoint, all methods, or all statics, of the application count as reached; where it may run before,
//! all methods count as run. A diagnostic says so, with the first places.

use super::names::method_name;
use crate::analysis::calls::{Facts, Reflection, facts};
use crate::analysis::mod_use::{ModUse, Part, Selection};
use crate::analysis::points_to::OwnLoaders;
use crate::analysis::reflection::{Reach, followed, some_of, uses_handle};
use crate::program::{Class, FieldId, MethodId, access};
use std::collections::{BTreeMap, BTreeSet};

/// What no analysis follows: the place, what it may reach, and the method.
pub(super) type Places = BTreeMap<String, (Reach, MethodId)>;

/// Where methods and parts of methods of the application do what no analysis follows.
pub(super) fn unfollowed(analysis: &ModUse<'_, '_>, methods: &BTreeSet<MethodId>, parts: &[Part]) -> Places {
    let program = analysis.answer.program();
    let mut places = Places::new();
    let own_loaders = OwnLoaders::new(analysis.answer);
    let whole = methods.iter().map(|method| (*method, None));
    let partly = parts.iter().map(|part| (part.method, Some(&part.offsets)));
    for (method, offsets) in whole.chain(partly).filter(|(method, _)| program.is_application(method.class)) {
        let name = method_name(program, method).map_or_else(|_| program.describe(method), |name| name.display());
        if program.flags(method) & access::NATIVE != 0 {
            places.insert(format!("{name} is native"), (Reach::Fields, method));
        }
        let wanted = |offset: u32| offsets.is_none_or(|offsets| offsets.contains(&offset));
        let mut add = |offset: u32, does: String, reach: Reach| {
            let line = program.line_at(method, offset).map_or(String::new(), |line| format!(":{line}"));
            let place = places.entry(format!("{name}{line} {does}")).or_insert((reach, method));
            place.0 = place.0.max(reach);
        };
        for Reflection { offset, callee, reach } in facts(program, method, wanted).reflection {
            if own_loaders.loads(method, offset, &callee) {
                add(offset, loads(&callee), Reach::Fields);
            } else if !(followed(&callee) && analysis.answer.follows(method, offset, uses_handle(&callee))) {
                add(offset, format!("calls {callee}"), reach);
            }
        }
        for (offset, callee) in own_loaders.steps(method).into_iter().filter(|(offset, _)| wanted(*offset)) {
            add(offset, loads(&callee), Reach::Fields);
        }
    }
    places
}

/// What the call does that may load a class that is not on the class path.
fn loads(callee: &str) -> String {
    format!("calls {callee} with a class loader of the program")
}

/// Where code that may run after the checkpoint does what no analysis follows, all methods of the application, or all
/// statics too, count as reached.
pub(super) fn widen(analysis: &ModUse<'_, '_>, selection: &mut Selection, parts: &[Part]) -> Vec<String> {
    let program = analysis.answer.program();
    let places = unfollowed(analysis, &selection.after, parts);
    if places.is_empty() {
        return Vec::new();
    }
    let mut any_field = places.values().find(|(reach, _)| *reach == Reach::Fields).map(|(_, method)| *method);
    for (method, info) in program.application().flat_map(Class::methods) {
        let facts = facts(program, method, |_| true);
        let unknown = info.access & access::NATIVE != 0 || reads_unnamed(&facts);
        if selection.after.insert(method) && unknown {
            any_field = any_field.or(Some(method)); // nobody followed its reflection
        }
        for field in facts.statics {
            selection.used.entry(field).or_insert(method);
        }
    }
    for class in program.application() {
        let all = class.file.fields.iter().enumerate().filter(|(_, field)| field.access & access::STATIC != 0);
        for (index, _) in all {
            let field = FieldId { class: class.id, index: index as u16 };
            selection.modified.insert(field);
            if let Some(reader) = any_field {
                selection.used.entry(field).or_insert(reader);
            }
        }
    }
    vec![format!(
        "every method of the application counts as reachable after the checkpoint, because {}",
        some_of(places.keys())
    )]
}

/// Whether a method may read fields that its code does not name.
pub(super) fn reads_unnamed(facts: &Facts) -> bool {
    facts.reflection.iter().any(|call| call.reach == Reach::Fields)
}
