//! Statics of the JDK: not copied, but looked up in `patterns/jdk-statics.txt` and listed in the plan.
//!
//! Listed are those that may be modified before the checkpoint, by others than their class's initialiser, and used after it.

use crate::analysis::mod_use::Selection;
use crate::analysis::models::statics::{Kind, Statics};
use crate::plan::JdkStatic;
use crate::program::{Program, access};

/// How many statics of the JDK are named in a diagnostic.
const NAMED: usize = 5;

/// `ACC_ENUM` of a field (JVMS table 4.5-A).
const ENUM: u16 = 0x4000;

/// The statics of the JDK that are modified before and used after, with what the models say of them.
pub(super) fn of_jdk(program: &Program, selection: &Selection) -> Vec<JdkStatic> {
    let models = Statics::load().unwrap_or_else(|error| panic!("{error}"));
    let has_subtype = |name: &str| {
        let found = program.class(name).map(|class| crate::analysis::dispatch::subtypes(program, class));
        found.is_some_and(|below| below.into_iter().any(|class| program.is_application(class)))
    };
    let mut found = Vec::new();
    for field in selection.used.keys().filter(|field| selection.modified_outside_initializers.contains(field)) {
        let Some(info) = program.field(*field).filter(|_| !program.is_application(field.class)) else { continue };
        let (class, last) = (program.name(field.class), info.access & access::FINAL != 0);
        let known = models.classify(class, &info.name, &info.descriptor, last).in_program(has_subtype);
        let constant = info.access & ENUM != 0;
        let (known_kind, why) = if constant && known.kind == Kind::Unclassified {
            (Kind::Cache, "an enum constant: every JVM has its own, and the checkpoint names it")
        } else {
            (known.kind, known.why)
        };
        let kind = match known_kind {
            Kind::Cache => "cache",
            Kind::Provider => "provider",
            Kind::Refuse => "refuse",
            Kind::Unclassified => "unclassified",
        };
        found.push(JdkStatic {
            class: class.to_owned(),
            name: info.name.clone(),
            kind: kind.to_owned(),
            why: why.to_owned(),
        });
    }
    found.sort();
    found
}

/// Says how many statics of the JDK nobody classified.
pub(super) fn unclassified(jdk: &[JdkStatic]) -> Option<String> {
    let names: Vec<String> = jdk
        .iter()
        .filter(|field| field.kind == "unclassified")
        .map(|field| format!("{}.{}", field.class.replace('/', "."), field.name))
        .collect();
    let shown = names.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    let more = names.len().saturating_sub(NAMED);
    let more = if more == 0 { String::new() } else { format!(" and {more} more (--plan has all)") };
    (!names.is_empty()).then(|| {
        format!(
            "{} static fields of the JDK may change before the checkpoint and matter after it, and jcp has no model for \
             them: {shown}{more}",
            names.len()
        )
    })
}
