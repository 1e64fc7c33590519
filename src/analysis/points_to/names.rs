//! Classes that reflection finds by name: those of constant names, and what stands for them where a name is not known.
//!
//! Names of classes, of resource bundles, and of factories of the JDK; classes made from bytes, classes in generic types. What
//! counts where a name is not known is said in [`super::reflection`].

use super::events::{Caller, SyntheticCall};
use super::members::RESULT;
use super::objects::Origin;
use super::set::ObjectSet;
use super::solver::Solver;
use crate::analysis::ir::Type;
use crate::analysis::models::effect::Reflect;
use crate::classfile::descriptor::classes_in_signature;
use crate::program::{Class, ClassId, access};
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

impl Solver<'_> {
    pub(super) fn for_name(&mut self, reflective: u32, strings: &ObjectSet) {
        for string in strings.iter() {
            match self.objects.get(string).origin.clone() {
                Origin::Text(name) => {
                    let found = self.class_named(&name);
                    let class = found.and_then(Type::base_class);
                    if let Some(ty) = found.filter(|_| class.is_none_or(|class| !self.leaves_out(reflective, class))) {
                        self.give_class(reflective, ty);
                    }
                }
                Origin::AnyText => {}
                _ => self.any_class(reflective),
            }
        }
    }

    /// A class is made from bytes. Those that the application hands over may be of a class of the program: the one of that
    /// name, or any if there is none. What natives make of bytes in the JDK is of no class that is known.
    pub(super) fn define_class(&mut self, reflective: u32, has_name: bool) {
        let method = self.reflective_calls[reflective as usize].model_call.method;
        if self.is_at_application(reflective) {
            self.unknown(reflective, "makes a class at run time, whose code is not known");
            if !has_name {
                self.any_class(reflective);
            }
        } else if method.is_some_and(|method| self.program.flags(method) & access::NATIVE != 0) {
            self.unknown(reflective, "makes a class at run time, whose code is not known");
        }
    }

    /// A factory is asked for that the JDK looks up by a computed name. Calls in the JDK are not followed, as for names.
    pub(super) fn default_factory(&mut self, reflective: u32) {
        let model_call = self.reflective_calls[reflective as usize].model_call.clone();
        let Some(class) = model_call.method.and_then(|method| self.program.get(method.class)) else { return };
        if !self.is_at_application(reflective) {
            return self.unknown(reflective, "looks up a factory");
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
            let synthetic = self.synthetic_call_once(synthetic);
            self.run_static(Caller::Synthetic(synthetic), method);
        }
    }

    /// The class that `Class.forName` and the like know under this name.
    fn class_named(&self, name: &str) -> Option<Type> {
        let name = name.replace('.', "/");
        let base = name.trim_start_matches('[').trim_start_matches('L').trim_end_matches(';');
        let array = name.starts_with('[');
        if array && !name.contains('L') || self.program.has_class(if array { base } else { &name }) {
            return Some(Type::named(self.program, &name));
        }
        None
    }

    /// A class by a name that is not known.
    fn any_class(&mut self, reflective: u32) {
        self.unknown(reflective, "looks up a class by a name that is not known");
        let named = self.named_by_data(reflective).is_some() || self.is_at_application(reflective);
        if !named || !self.any_class_given.insert(reflective) {
            return;
        }
        if self.with_application {
            self.give_classes(reflective);
        }
    }

    /// The calls of the JDK that had any class of the application as an answer get them.
    pub(super) fn give_application(&mut self) {
        let reflective: BTreeSet<u32> = self.any_class_given.iter().copied().collect();
        for reflective in reflective {
            match self.reflective_calls[reflective as usize].reflect {
                Reflect::ResourceBundle => self.give_bundles(reflective),
                _ => self.give_classes(reflective),
            }
        }
        self.give_classes_of_annotations();
    }

    fn give_classes(&mut self, reflective: u32) {
        let program = self.program;
        let above: Option<Vec<ClassId>> =
            self.named_by_data(reflective).map(|names| names.iter().filter_map(|name| program.class(name)).collect());
        let fits = |class: &ClassId| {
            above.as_ref().is_none_or(|above| above.iter().any(|above| program.is_subtype(*class, *above)))
        };
        let classes: Vec<ClassId> = program.application().map(|class| class.id).filter(fits).collect();
        for class in classes {
            self.give_class(reflective, Type::class(class));
        }
    }

    /// A part of a generic type is asked for; whose it is is not followed, and what the JDK does with such parts neither.
    pub(super) fn named_types(&mut self, reflective: u32) {
        if !self.is_at_application(reflective) {
            return;
        }
        let program = self.program;
        let classes: Vec<_> = program.application().collect();
        let named = |class: &&Class| -> Vec<ClassId> {
            let names = class.file.signatures().flat_map(classes_in_signature);
            names.filter(|name| program.has_class(name)).filter_map(|name| program.class(&name)).collect()
        };
        let found: BTreeSet<ClassId> = classes.par_iter().flat_map_iter(named).collect();
        for class in found.into_iter().filter(|class| program.is_application(*class)) {
            self.give_class(reflective, Type::class(class));
        }
    }

    /// A resource bundle is asked for. Names say too little of which: locales are added, and bundles have parents.
    pub(super) fn resource_bundles(&mut self, reflective: u32) {
        if self.any_class_given.insert(reflective) && self.with_application {
            self.give_bundles(reflective);
        }
    }

    fn give_bundles(&mut self, reflective: u32) {
        let program = self.program;
        let Some(above) = program.class("java/util/ResourceBundle") else { return };
        let below = program.application().filter(|class| class.is_concrete() && program.is_subtype(class.id, above));
        let model_call = self.reflective_calls[reflective as usize].model_call.clone();
        let mut bundles = Vec::new();
        for class in below {
            let Some(constructor) = class.declared("<init>", "()V") else { continue };
            self.initialize(class.id);
            let bundle = self.made(&model_call, Type::class(class.id), RESULT);
            self.give(reflective, bundle);
            bundles.push(bundle);
            let synthetic = self.synthetic_call_once(SyntheticCall {
                site: model_call.site,
                args: Vec::new(),
                dst: None,
                thrown: model_call.thrown,
            });
            self.invoke(Caller::Synthetic(synthetic), constructor, false, &ObjectSet::from_iter([bundle]));
        }
        for bundle in &bundles {
            bundles.iter().for_each(|parent| self.put_named(*bundle, "parent", *parent));
        }
    }

    /// What is above the classes that the call finds by names in data; none if it stands in no class that does so.
    fn named_by_data(&self, reflective: u32) -> Option<&'static [&'static str]> {
        let (instance, _) = self.reflective_calls[reflective as usize].model_call.site?;
        let name = self.program.name(self.methods.of(instance).id.class);
        let outermost = name.split('$').next();
        BY_DATA.iter().find(|(class, _)| outermost == Some(class)).map(|(_, above)| *above)
    }
}
