//! Classes that reflection finds by name: those of constant names, and what stands for them where a name is not known.
//!
//! Names of classes, of resource bundles, and of factories of the JDK; classes made from bytes, classes in generic types. What
//! counts where a name is not known is said in [`super::answers`].

use super::super::events::{Caller, SyntheticCall};
use super::super::models;
use super::super::objects::Origin;
use super::super::plugin::Plugin;
use super::super::set::ObjectSet;
use super::super::solver::Solver;
use super::RESULT;
use super::{annotations, calls, lazy, limits, members};
use crate::analysis::ir::Type;
use crate::analysis::models::effect::Reflect;
use crate::classfile::descriptor::classes_in_signature;
use crate::program::{Class, ClassId, MethodId, access};
use rayon::prelude::*;
use std::collections::BTreeSet;

/// Classes of the JDK that find classes of the application by names in data: streams, properties. And what is above those.
const BY_DATA: [(&str, &[&str]); 3] = [
    ("java/io/ObjectInputStream", &["java/io/Serializable"]),
    (
        "java/util/logging/LogManager",
        &["java/util/logging/Handler", "java/util/logging/Formatter", "java/util/logging/Filter"],
    ),
    ("java/net/URL", &["java/net/URLStreamHandler"]),
];

/// The plugin of the names.
pub struct Names;

impl Plugin for Names {
    fn on_application(&self, solver: &mut Solver<'_>, _: MethodId) {
        give_application(solver);
    }
}

/// Strings arrived that a class is looked up by.
pub fn for_name(solver: &mut Solver<'_>, reflective: u32, strings: &ObjectSet) {
    for string in strings.iter() {
        match solver.objects.get(string).origin.clone() {
            Origin::Text(name) => {
                let found = class_named(solver, &name);
                let class = found.and_then(Type::base_class);
                let is_left_out = class.is_some_and(|class| {
                    !limits::may_reach_class(solver, reflective, class) || calls::leaves_out(solver, reflective, class)
                });
                if let Some(ty) = found.filter(|_| !is_left_out) {
                    calls::give_class(solver, reflective, ty);
                }
            }
            Origin::AnyText | Origin::OtherText => {}
            _ => any_class(solver, reflective),
        }
    }
}

/// A class is made from bytes. Those that the application hands over may be of a class of the program: the one of that
/// name, or any if there is none. What natives make of bytes in the JDK is of no class that is known.
pub fn define_class(solver: &mut Solver<'_>, reflective: u32, has_name: bool) {
    let method = calls::get(solver, reflective).model_call.method;
    if calls::is_at_application(solver, reflective) {
        calls::unknown(solver, reflective, "defines a class at run time whose code is unknown");
        if !has_name {
            any_class(solver, reflective);
        }
    } else if method.is_some_and(|method| solver.program.flags(method) & access::NATIVE != 0) {
        calls::unknown(solver, reflective, "defines a class at run time whose code is unknown");
    }
}

/// A factory is asked for that the JDK looks up by a computed name. Calls in the JDK are not followed, as for names.
pub fn default_factory(solver: &mut Solver<'_>, reflective: u32) {
    let model_call = calls::get(solver, reflective).model_call.clone();
    let Some(class) = model_call.method.and_then(|method| solver.program.get(method.class)) else { return };
    if !calls::is_at_application(solver, reflective) {
        return calls::unknown(solver, reflective, "looks up a factory");
    }
    let result = format!("()L{};", class.name());
    let named = ["newDefaultInstance", "newDefaultFactory"].into_iter();
    for method in named.filter_map(|name| class.declared(name, &result)) {
        let synthetic = SyntheticCall {
            site: model_call.site,
            args: Vec::new(),
            dst: model_call.result,
            thrown: model_call.thrown,
        };
        let synthetic = solver.synthetic_call_once(synthetic);
        solver.run_static(Caller::Synthetic(synthetic), method);
    }
}

/// The class that `Class.forName` and the like know under this name.
fn class_named(solver: &Solver<'_>, name: &str) -> Option<Type> {
    let name = name.replace('.', "/");
    let base = name.trim_start_matches('[').trim_start_matches('L').trim_end_matches(';');
    let array = name.starts_with('[');
    if array && !name.contains('L') || solver.program.has_class(if array { base } else { &name }) {
        return Some(Type::named(solver.program, &name));
    }
    None
}

/// A class by a name that is not known.
fn any_class(solver: &mut Solver<'_>, reflective: u32) {
    if calls::is_at_application(solver, reflective) {
        return lazy::look_up(solver, reflective);
    }
    calls::unknown(solver, reflective, "looks up a class by an unknown name");
    if named_by_data(solver, reflective).is_some()
        && calls::give_any_class(solver, reflective)
        && solver.with_application
    {
        give_classes(solver, reflective);
    }
}

/// The calls of the JDK that had any class of the application as an answer get them.
fn give_application(solver: &mut Solver<'_>) {
    for reflective in calls::with_any_class(solver) {
        match calls::get(solver, reflective).reflect {
            Reflect::ResourceBundle => give_bundles(solver, reflective),
            _ => give_classes(solver, reflective),
        }
    }
    annotations::give_classes_of_annotations(solver);
}

fn give_classes(solver: &mut Solver<'_>, reflective: u32) {
    let program = solver.program;
    let above: Option<Vec<ClassId>> =
        named_by_data(solver, reflective).map(|names| names.iter().filter_map(|name| program.class(name)).collect());
    let fits = |class: &ClassId| {
        limits::may_reach_class(solver, reflective, *class)
            && above.as_ref().is_none_or(|above| above.iter().any(|above| program.is_subtype(*class, *above)))
    };
    let classes: Vec<ClassId> = program.application().map(|class| class.id).filter(fits).collect();
    for class in classes {
        calls::give_class(solver, reflective, Type::class(class));
    }
}

/// A part of a generic type is asked for; whose it is is not followed, and what the JDK does with such parts neither.
pub fn named_types(solver: &mut Solver<'_>, reflective: u32) {
    if !calls::is_at_application(solver, reflective) {
        return;
    }
    let program = solver.program;
    let classes: Vec<_> = program.application().collect();
    let named = |class: &&Class| -> Vec<ClassId> {
        let names = class.file.signatures().flat_map(classes_in_signature);
        names.filter(|name| program.has_class(name)).filter_map(|name| program.class(&name)).collect()
    };
    let found: BTreeSet<ClassId> = classes.par_iter().flat_map_iter(named).collect();
    for class in found.into_iter().filter(|class| program.is_application(*class)) {
        calls::give_class(solver, reflective, Type::class(class));
    }
}

/// A resource bundle is asked for. Names say too little of which: locales are added, and bundles have parents.
pub fn resource_bundles(solver: &mut Solver<'_>, reflective: u32) {
    if calls::give_any_class(solver, reflective) && solver.with_application {
        give_bundles(solver, reflective);
    }
}

fn give_bundles(solver: &mut Solver<'_>, reflective: u32) {
    let program = solver.program;
    let Some(above) = program.class("java/util/ResourceBundle") else { return };
    let below = |class: &&Class| {
        let is_named = limits::may_reach_class(solver, reflective, class.id);
        is_named && class.is_concrete() && program.is_subtype(class.id, above)
    };
    let below: Vec<&Class> = program.application().filter(below).collect();
    let model_call = calls::get(solver, reflective).model_call.clone();
    let mut bundles = Vec::new();
    for class in below {
        let Some(constructor) = class.declared("<init>", "()V") else { continue };
        solver.initialize(class.id);
        let bundle = models::made(solver, &model_call, Type::class(class.id), RESULT);
        calls::give(solver, reflective, bundle);
        bundles.push(bundle);
        let synthetic = solver.synthetic_call_once(SyntheticCall {
            site: model_call.site,
            args: Vec::new(),
            dst: None,
            thrown: model_call.thrown,
        });
        solver.invoke(Caller::Synthetic(synthetic), constructor, false, &ObjectSet::from_iter([bundle]));
    }
    for bundle in &bundles {
        bundles.iter().for_each(|parent| members::put_named(solver, *bundle, "parent", *parent));
    }
}

/// What is above the classes that the call finds by names in data; none if it stands in no class that does so.
fn named_by_data(solver: &Solver<'_>, reflective: u32) -> Option<&'static [&'static str]> {
    let outermost = calls::outermost_class(solver, reflective);
    BY_DATA.iter().find(|(class, _)| outermost == Some(class)).map(|(_, above)| *above)
}
