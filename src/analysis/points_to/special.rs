//! Objects and calls that no instruction tells: class initialisers, constants, finalizers, what is merged by type.
//!
//! Strings that code makes, string builders and exceptions are one object for each class, and so are the many objects
//! of one type that a method of the JDK makes for a table of constants: they are many, and contexts do not pay for them.
//! Values of the JDK (boxes, `BigInteger`, arrays of numbers) are one object for each place that makes them, without heap context. A
//! string constant is an object of its own if it names a class of the program or a member of the application, or stands
//! in a method that calls something that looks up by names, since reflection may ask for it; all others are one object.

use super::context::Context;
use super::events::{Caller, SyntheticCall, Trigger};
use super::graph::Node;
use super::objects::{Object, Origin};
use super::set::ObjectSet;
use super::solver::Solver;
use crate::analysis::ir::{MethodIr, Target, Type};
use crate::classfile::Constant;
use crate::program::{ClassId, FieldId, MethodId, access};

/// Names of methods that look up by names, in the JDK's own helpers too.
const LOOKUPS: [&str; 28] = [
    "forName",
    "loadClass",
    "findClass",
    "findLoadedClass",
    "findSystemClass",
    "getField",
    "getDeclaredField",
    "getMethod",
    "getDeclaredMethod",
    "getInheritableMethod",
    "getPrivateMethod",
    "findVirtual",
    "findStatic",
    "findSpecial",
    "findConstructor",
    "bind",
    "findGetter",
    "findSetter",
    "findStaticGetter",
    "findStaticSetter",
    "findVarHandle",
    "findStaticVarHandle",
    "newUpdater",
    "objectFieldOffset",
    "lookupVarHandle",
    "classForName",
    "resolveClass",
    "loadClassOrNull",
];

/// Classes of which there is one object each.
const MERGED: [&str; 3] = ["java/lang/String", "java/lang/StringBuilder", "java/lang/StringBuffer"];

impl Solver<'_> {
    /// The class may be initialised, and with it its supertypes (JVMS §5.5).
    pub(super) fn initialize(&mut self, class: ClassId) {
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

    /// The object of a `new` in an instance.
    pub(super) fn allocate(&mut self, instance: u32, number: u32, ty: Type) -> Object {
        if self.is_merged(ty) {
            return self.object(Origin::Merged, 0, ty);
        }
        let made = self.methods.instances[instance as usize];
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

    /// The heap context of an object that a method makes under a context: the empty one for a value, which holds nothing
    /// that a context could tell apart.
    fn heap_context(&mut self, context: Context, method: MethodId, ty: Type) -> Context {
        if self.is_value(ty) { 0 } else { self.selector.of_heap(&mut self.contexts, context, method) }
    }

    /// Whether objects of the type are values: arrays of numbers, and objects of the JDK that have fields of which each has a
    /// number, a string or a value, such as boxes and `BigInteger`.
    fn is_value(&mut self, ty: Type) -> bool {
        let Some(class) = ty.as_class() else { return ty.is_array() && ty.element().is_none() };
        if let Some(known) = self.values.get(&class) {
            return *known;
        }
        // a class that has fields of its own type, directly or not, is none unless that is found without it
        self.values.insert(class, false);
        let found = self.has_values_only(class);
        self.values.insert(class, found);
        found
    }

    fn has_values_only(&mut self, class: ClassId) -> bool {
        let program = self.program;
        if program.is_application(class) || program.get(class).is_none_or(crate::program::Class::is_interface) {
            return false;
        }
        let mut fields = 0;
        for above in program.superclasses(class) {
            for field in above.file.fields.iter().filter(|field| field.access & access::STATIC == 0) {
                fields += 1;
                let Some(ty) = Type::of_descriptor(program, &field.descriptor) else { continue };
                if ty.as_class().is_none_or(|class| program.name(class) != "java/lang/String") && !self.is_value(ty) {
                    return false;
                }
            }
        }
        fields > 0
    }

    pub(super) fn is_merged(&mut self, ty: Type) -> bool {
        let Some(class) = ty.as_class() else { return false };
        let program = self.program;
        MERGED.contains(&program.name(class))
            || program.class("java/lang/Throwable").is_some_and(|above| self.objects.is_subclass(class, above))
    }

    /// The one object of a class that the JVM makes.
    pub(super) fn merged(&mut self, class: &str) -> Object {
        let ty = Type::named(self.program, class);
        self.object(Origin::Merged, 0, ty)
    }

    /// The string that a constant stands for.
    pub(super) fn text(&mut self, instance: u32, constant: u16) -> Object {
        let method = self.methods.of(instance);
        let (class, looks_up) = (method.id.class, method.looks_up);
        let text = match self.program.get(class).map(|class| class.file.constant(constant)) {
            Some(Ok(Constant::String(text))) => text,
            _ => String::new(),
        };
        let ty = Type::named(self.program, "java/lang/String");
        let origin = if looks_up || self.matters(class, &text) { Origin::Text(text.into()) } else { Origin::AnyText };
        self.object(origin, 0, ty)
    }

    /// The string of a name that reflection tells of a member of the class.
    pub(super) fn text_of(&mut self, class: ClassId, text: &str) -> Object {
        let ty = Type::named(self.program, "java/lang/String");
        let origin = if self.matters(class, text) { Origin::Text(text.into()) } else { Origin::AnyText };
        self.object(origin, 0, ty)
    }

    /// Whether the method calls something that looks up by names.
    pub(super) fn looks_up(&self, ir: &MethodIr) -> bool {
        ir.calls.iter().any(|call| match call.target {
            Target::Static(method) | Target::Special(method) | Target::Virtual(method) => {
                self.program.method(method).is_some_and(|info| LOOKUPS.contains(&info.name.as_str()))
            }
            _ => false,
        })
    }

    /// Whether reflection may ask for something of this name: a class, or where the application has the string, a member
    /// of the application.
    fn matters(&mut self, class: ClassId, text: &str) -> bool {
        if self.program.is_application(class) && self.names.contains(text) {
            return true;
        }
        if !text.contains('.') {
            return false;
        }
        let name = text.replace('.', "/");
        let found = self.program.has_class(&name);
        if !found && !self.program.is_application(class) {
            self.jdk_texts.insert(name);
        }
        found
    }

    /// The object of a class.
    pub(super) fn class_object(&mut self, ty: Type) -> Object {
        let class = Type::named(self.program, "java/lang/Class");
        self.object(Origin::Class(ty), 0, class)
    }

    /// A new object whose class has a finalizer will be finalized.
    pub(super) fn finalize(&mut self, object: Object, ty: Type) {
        let program = self.program;
        let found = *self.finalizers.entry(ty).or_insert_with(|| {
            let base = program.find("java/lang/Object")?.declared("finalize", "()V")?;
            let selected = program.select(ty.as_class()?, base)?;
            (selected != base && program.flags(selected) & access::ABSTRACT == 0).then_some(selected)
        });
        if let Some(method) = found {
            let synthetic =
                self.synthetic_call(SyntheticCall { site: None, args: Vec::new(), dst: None, thrown: None });
            self.invoke(Caller::Synthetic(synthetic), method, false, &ObjectSet::from_iter([object]));
        }
    }

    /// Nodes of the fields of all records that arrive at the node.
    pub(super) fn fields_of_record(&mut self, node: Node, fields: &[FieldId]) -> Vec<Node> {
        let mut nodes = Vec::new();
        for field in fields {
            let Some(info) = self.program.field(*field) else { continue };
            let step = self.step_to_field(&info.name);
            let next = self.node();
            self.add_trigger(node, Trigger::Load(next, step));
            nodes.push(next);
        }
        nodes
    }
}
