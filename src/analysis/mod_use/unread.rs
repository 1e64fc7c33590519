//! Which instance fields of the application code that runs after a checkpoint may read.
//!
//! A field is read by `getfield`, by a method handle that code names (the methods of records are made of such), or by
//! its offset: what reflection, serialization and updaters of fields do in the end, in natives of `Unsafe`, and the
//! getters of `Field`, which a model stands for. Of the objects that may come there all fields count as read. A method handle
//! that is made before may be used after by code of the JDK: the fields of those that code names count all; whether
//! handles are made by name is told by [`makes_handles`].
//!
//! `getfield` is looked for in the bytecode of all methods that may run, not only in their three-address views, which some
//! old code has none of. Left out is what the callers look for anyway, since it may reach more than fields: native code and
//! reflection by the application itself.

use super::selection::{Part, Selection};
use super::summaries::ModUse;
use crate::analysis::calls::{facts, functions};
use crate::classfile::descriptor::parse_method;
use crate::program::{ClassId, FieldId, MethodId, Program, access};
use std::collections::BTreeSet;

/// The instance fields of the application that code after the checkpoint may read. `parts` are those that run after it.
pub fn fields_read(analysis: &ModUse<'_, '_>, selection: &Selection, parts: &[Part]) -> BTreeSet<FieldId> {
    let program = analysis.answer.program();
    let of_application = |class: ClassId| program.is_application(class);
    let mut found: BTreeSet<FieldId> =
        selection.fields_used.iter().copied().filter(|field| of_application(field.class)).collect();
    for method in selection.after.iter().filter(|method| of_application(method.class)) {
        found.extend(facts(program, *method, |_| true).fields);
    }
    for part in parts {
        found.extend(facts(program, part.method, |offset| part.offsets.contains(&offset)).fields);
    }
    let before = analysis.answer.reachable().into_iter().filter(|method| !selection.after.contains(method));
    for method in before.filter(|method| of_application(method.class) && !is_of_record(analysis, *method)) {
        found.extend(functions(program, method).fields);
    }
    for class in read_by_offset(analysis, &selection.after) {
        found.extend(instance_fields(program, class));
    }
    found
}

/// All instance fields that a class of the application declares.
pub fn instance_fields(program: &Program, class: ClassId) -> Vec<FieldId> {
    let Some(read) = program.get(class) else { return Vec::new() };
    let fields = read.file.fields.iter().enumerate().filter(|(_, field)| field.access & access::STATIC == 0);
    fields.map(|(index, _)| FieldId { class, index: index as u16 }).collect()
}

/// A method of the application, if there is one, that makes a method or variable handle of a field whose name code does not
/// tell.
pub fn makes_handles(analysis: &ModUse<'_, '_>) -> Option<MethodId> {
    const MAKERS: [&str; 5] = ["findGetter", "findStaticGetter", "findVarHandle", "findStaticVarHandle", "unreflect"];
    let program = analysis.answer.program();
    let makes = |callee: &str| {
        let name = callee.strip_prefix("java.lang.invoke.MethodHandles$Lookup.");
        name.is_some_and(|name| MAKERS.iter().any(|maker| name.starts_with(maker)))
    };
    let mut methods = analysis.answer.reachable().into_iter().filter(|method| program.is_application(method.class));
    methods.find(|method| facts(program, *method, |_| true).reflection.iter().any(|call| makes(&call.callee)))
}

/// Whether the method belongs to a record, which makes its methods of handles that nobody else has.
fn is_of_record(analysis: &ModUse<'_, '_>, method: MethodId) -> bool {
    let class = analysis.answer.program().get(method.class);
    class.is_some_and(|class| class.file.super_name.as_deref() == Some("java/lang/Record"))
}

/// The classes of the application of whose objects fields may be read by their offset, with their superclasses.
fn read_by_offset(analysis: &ModUse<'_, '_>, methods: &BTreeSet<MethodId>) -> BTreeSet<ClassId> {
    let program = analysis.answer.program();
    let mut found = BTreeSet::new();
    for method in methods.iter().filter(|method| reads_by_offset(analysis, **method)) {
        let Some(base) = analysis.answer.ir(*method).and_then(|ir| ir.params.first().copied().flatten()) else {
            continue;
        };
        for object in analysis.answer.objects(*method, base).iter() {
            let Some(class) = analysis.answer.allocation(object).1.as_class() else { continue };
            found.extend(
                program.superclasses(class).map(|class| class.id).filter(|class| program.is_application(*class)),
            );
        }
    }
    found
}

/// Whether the method reads a field of its first argument that its other arguments tell.
fn reads_by_offset(analysis: &ModUse<'_, '_>, method: MethodId) -> bool {
    let program = analysis.answer.program();
    let Some(info) = program.method(method).filter(|_| !program.is_application(method.class)) else { return false };
    let class = program.name(method.class);
    let first = parse_method(&info.descriptor).and_then(|parsed| parsed.parameters.into_iter().next());
    if first != Some("Ljava/lang/Object;") {
        return false;
    }
    let by_unsafe = class.ends_with("/Unsafe") && !info.name.starts_with("put");
    by_unsafe || class == "java/lang/reflect/Field" && info.name.starts_with("get")
}
