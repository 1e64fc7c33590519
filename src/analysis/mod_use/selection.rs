//! The paper's Figure 3: the static fields that are modified before a checkpoint and used after it.
//!
//! The parts of methods that run before and after are given (pre- and post-regions along a call chain). What other
//! threads, finalizers and the JVM call may run at any time, and counts on both sides; what the JVM runs before `main` it
//! runs in every JVM, and counts on neither.

use super::effects::Effects;
use super::summaries::{ModUse, Summary, add};
use crate::analysis::ir::Type;
use crate::analysis::models::values;
use crate::analysis::points_to::ObjectSet;
use crate::program::{ClassId, FieldId, MethodId, access};
use std::collections::{BTreeMap, BTreeSet};

/// A part of a method.
#[derive(Clone, Debug)]
pub struct Part {
    /// The method.
    pub method: MethodId,
    /// Offsets of its instructions, bytes.
    pub offsets: BTreeSet<u32>,
}

/// The selection.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Static fields that are used after the checkpoint (the paper's usf), each with a method that reads it.
    pub used: BTreeMap<FieldId, MethodId>,
    /// Static fields that are modified before it (dsf): written, or holding what is mutated.
    pub modified: BTreeSet<FieldId>,
    /// Static fields that are written before it by other code than their class's initialiser, or hold what such code
    /// mutates.
    pub modified_outside_initializers: BTreeSet<FieldId>,
    /// Instance fields that are read after it.
    pub fields_used: BTreeSet<FieldId>,
    /// Methods that may run as a whole before it.
    pub before: BTreeSet<MethodId>,
    /// Methods that may run after it; those of the parts only if they may be called again.
    pub after: BTreeSet<MethodId>,
}

/// Selects for the parts that run before and after the checkpoint.
pub fn select(analysis: &ModUse<'_, '_>, before: &[Part], after: &[Part]) -> Selection {
    let (mut defs, mut called_before) = joined(analysis, before);
    let (mut uses, mut called_after) = joined(analysis, after);
    for method in with_initializers(analysis) {
        if let Some(summary) = analysis.summary(method) {
            add(&mut defs, summary);
            add(&mut uses, summary);
        }
        called_before.insert(method);
        called_after.insert(method);
    }
    let after_methods = analysis.reachable_from(called_after);
    let before_methods = analysis.reachable_without_initializers(called_before.iter().copied());
    let before_all = analysis.reachable_from(called_before);
    let mut selection = Selection { before: before_all, after: after_methods, ..Selection::default() };
    readers(analysis, &uses, after, &mut selection);
    selection.fields_used = uses.fields_read.iter().map(|number| analysis.field(number)).collect();
    let written: BTreeSet<FieldId> = defs.writes.iter().map(|number| analysis.field(number)).collect();
    let outside = outside_initializers(analysis, before, &before_methods);
    selection.modified_outside_initializers = with_mutated(analysis, outside.0, &outside.1);
    selection.modified = with_mutated(analysis, written, &defs.mutated);
    selection
}

/// What may run at any time, with the initialisers of the classes that it makes objects of or calls static methods of, and
/// those of the application for which no instruction is known.
fn with_initializers(analysis: &ModUse<'_, '_>) -> BTreeSet<MethodId> {
    let program = analysis.answer.program();
    let mut methods = analysis.answer.any_time();
    let initializes = |method: &&MethodId| {
        program.method(**method).is_some_and(|info| info.access & access::STATIC != 0 || info.name == "<init>")
    };
    let classes: BTreeSet<ClassId> = methods.iter().filter(initializes).map(|method| method.class).collect();
    let classes = classes.into_iter().flat_map(|class| program.superclasses(class)).map(|class| class.id);
    methods.extend(classes.filter_map(|class| analysis.initializer(class)));
    methods.extend(analysis.unforeseen_initializers());
    methods
}

/// The effects of all parts, and the methods that they call.
fn joined(analysis: &ModUse<'_, '_>, parts: &[Part]) -> (Summary, BTreeSet<MethodId>) {
    let mut summary = Summary::default();
    let mut called = BTreeSet::new();
    for part in parts {
        let (effects, callees) = analysis.part(part.method, |offset| part.offsets.contains(&offset));
        add(&mut summary, &effects);
        called.extend(callees);
    }
    (summary, called)
}

/// Names a reader for each static that is used.
fn readers(analysis: &ModUse<'_, '_>, uses: &Summary, parts: &[Part], selection: &mut Selection) {
    let wanted: BTreeSet<FieldId> = uses.reads.iter().map(|number| analysis.field(number)).collect();
    let of_parts = parts.iter().map(|part| part.method);
    for method in of_parts.chain(selection.after.iter().copied()).collect::<Vec<_>>() {
        for field in analysis.direct(method).iter().flat_map(|effects| effects.reads.intersection(&wanted)) {
            selection.used.entry(*field).or_insert(method);
        }
    }
}

/// What is written and mutated before by other methods than class initialisers.
fn outside_initializers(
    analysis: &ModUse<'_, '_>,
    parts: &[Part],
    methods: &BTreeSet<MethodId>,
) -> (BTreeSet<FieldId>, ObjectSet) {
    let (mut written, mut mutated) = (BTreeSet::new(), ObjectSet::default());
    let of_parts: Vec<Effects> = parts.iter().map(|part| analysis.part_alone(part.method, &part.offsets)).collect();
    for effects in of_parts.iter().chain(methods.iter().filter_map(|method| analysis.direct(*method))) {
        written.extend(&effects.writes);
        mutated.add_all(&effects.mutated, None);
    }
    (written, mutated)
}

/// The types whose objects are values: writing into them is no change.
pub(super) fn types_of_values(analysis: &ModUse<'_, '_>) -> BTreeSet<Type> {
    let program = analysis.answer.program();
    let known = values::load().unwrap_or_else(|error| panic!("{error}"));
    known.into_iter().filter_map(|name| program.class(name)).map(Type::class).collect()
}

/// The fields, and those from which a mutated object is reachable.
fn with_mutated(analysis: &ModUse<'_, '_>, fields: BTreeSet<FieldId>, mutated: &ObjectSet) -> BTreeSet<FieldId> {
    let values = types_of_values(analysis);
    let reaching = analysis.answer.reaching(mutated, |ty| values.contains(&ty));
    let mut found = fields;
    for (field, objects) in analysis.answer.statics() {
        if objects.intersects(&reaching) {
            found.insert(field);
        }
    }
    found
}
