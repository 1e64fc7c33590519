//! Objects and calls that no instruction tells: class initialisers, constants, what is merged by type.
//!
//! Strings that code makes, string builders and exceptions are one object for each class, and so are the many objects
//! of one type that a method of the JDK makes for a table of constants: they are many, and contexts do not pay for them.
//! Where callers are not told apart, what `new` makes may be one object for each class, too ([`super::allocations`]).
//! Values of the JDK (boxes, `BigInteger`, arrays of numbers) are one object for each place that makes them, without heap context. A
//! string constant is an object of its own if it names a class of the program or a member of the application, or stands
//! in a method that calls something that looks up by names, since reflection may ask for it; all others are one object.

use super::allocations::Allocations;
use super::context::Context;
use super::events::{Caller, SyntheticCall};
use super::objects::{Object, Origin};
use super::set::ObjectSet;
use super::solver::Solver;
use crate::analysis::ir::Type;
use crate::classfile::Constant;
use crate::program::{ClassId, MethodId};

/// Classes of which there is one object each.
const MERGED: [&str; 3] = ["java/lang/String", "java/lang/StringBuilder", "java/lang/StringBuffer"];

impl Solver<'_> {
    /// The class may be initialised, and with it its supertypes (JVMS §5.5).
    pub fn initialize(&mut self, class: ClassId) {
        let mut work = vec![class];
        while let Some(class) = work.pop() {
            if !self.initialized.insert(class) {
                continue;
            }
            let Some(read) = self.program.get(class) else { continue };
            work.extend(read.superclass.iter().chain(&read.interfaces));
            if let Some(method) = read.declared("<clinit>", "()V") {
                let synthetic =
                    self.synthetic_call(SyntheticCall { site: None, args: Vec::new(), dst: None, thrown: None });
                self.run_static(Caller::Synthetic(synthetic), method);
            }
        }
    }

    /// The classes that class objects stand for are initialised.
    pub fn initialize_all(&mut self, classes: &ObjectSet) {
        for object in classes.iter() {
            if let Origin::Class(ty) = self.objects.get(object).origin {
                ty.as_class().into_iter().for_each(|class| self.initialize(class));
            }
        }
    }

    /// The object of a `new` in an instance.
    pub fn allocate(&mut self, instance: u32, number: u32, ty: Type) -> Object {
        if self.is_merged(ty) {
            return self.object(Origin::Merged, 0, ty);
        }
        let made = self.methods.instances[instance as usize];
        if self.is_one_of_class(made.method, ty) {
            return self.object(Origin::Merged, 0, ty);
        }
        let of_jdk = !self.program.is_application(self.methods.class(made.method));
        let number = match self.view(made.method) {
            Some(view) if of_jdk => {
                let found = view.alike.binary_search_by_key(&number, |(made, _)| *made);
                found.map_or(number, |at| view.alike[at].1)
            }
            _ => number,
        };
        let context = self.heap_context(made.context, self.methods.of(instance).id, ty);
        self.object(Origin::Site(made.method, number), context, ty)
    }

    /// Whether what the method makes of the type is the one object of its class.
    fn is_one_of_class(&self, method: u32, ty: Type) -> bool {
        let is_one = match self.selector.allocations() {
            Allocations::Sites => false,
            Allocations::SitesOfApplication => !self.program.is_application(self.methods.class(method)),
            Allocations::Classes => true,
        };
        is_one && !ty.is_array()
    }

    /// The heap context of an object that a method makes under a context: the empty one for a value, which holds nothing
    /// that a context could tell apart.
    fn heap_context(&mut self, context: Context, method: MethodId, ty: Type) -> Context {
        if self.values.is_value(self.program, ty) {
            0
        } else {
            self.selector.of_heap(&mut self.contexts, context, method)
        }
    }

    /// Whether there is one object of the type.
    pub fn is_merged(&mut self, ty: Type) -> bool {
        let Some(class) = ty.as_class() else { return false };
        let program = self.program;
        MERGED.contains(&program.name(class))
            || program.class("java/lang/Throwable").is_some_and(|above| self.objects.is_subclass(class, above))
    }

    /// The one object of a class that the JVM makes.
    pub fn merged(&mut self, class: &str) -> Object {
        let ty = Type::named(self.program, class);
        self.object(Origin::Merged, 0, ty)
    }

    /// The string that a constant stands for.
    pub fn text(&mut self, instance: u32, constant: u16) -> Object {
        let method = self.methods.of(instance);
        let (class, looks_up) = (method.id.class, method.looks_up);
        let text = match self.program.get(class).map(|class| class.file.constant(constant)) {
            Some(Ok(Constant::String(text))) => text,
            _ => String::new(),
        };
        let ty = Type::named(self.program, "java/lang/String");
        let origin = if looks_up || self.texts.matters(self.program, class, &text) {
            Origin::Text(text.into())
        } else if self.program.is_application(class) {
            Origin::OtherText
        } else {
            Origin::AnyText
        };
        self.object(origin, 0, ty)
    }

    /// The string of a name that reflection tells of a member of the class.
    pub fn text_of(&mut self, class: ClassId, text: &str) -> Object {
        let ty = Type::named(self.program, "java/lang/String");
        let origin =
            if self.texts.matters(self.program, class, text) { Origin::Text(text.into()) } else { Origin::AnyText };
        self.object(origin, 0, ty)
    }

    /// The object of the class, which is one for all classes of the JDK but enums: where code of the JDK asks, or its members tell.
    /// Arrays are told apart, since copies are made of them by their classes.
    pub fn class_of_jdk(&mut self, ty: Type) -> Object {
        let is_enum =
            |class| self.program.class("java/lang/Enum").is_some_and(|above| self.program.is_subtype(class, above));
        match ty.as_class() {
            Some(class) if !self.program.is_application(class) && !is_enum(class) => {
                let ty = Type::named(self.program, "java/lang/Class");
                self.object(Origin::ClassOfJdk, 0, ty)
            }
            _ => self.class_object(ty),
        }
    }

    /// The object of a class.
    pub fn class_object(&mut self, ty: Type) -> Object {
        let class = Type::named(self.program, "java/lang/Class");
        self.object(Origin::Class(ty), 0, class)
    }
}
