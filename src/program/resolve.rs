//! Resolution of fields and methods (JVMS §5.4.3.2–4), method selection (§5.4.6) and questions about supertypes.
//!
//! Access control is not checked: code that breaks it does not run. Where the specification leaves a choice
//! (several abstract interface methods), the first in the order of declaration is taken. Packages are compared by name.

use super::class::{Class, ClassId, FieldId, MethodId, access};
use super::program::Program;
use crate::classfile::MethodInfo;
use std::collections::BTreeSet;

impl Program {
    /// The class and its superclasses, upwards. Ends where a superclass is missing; in a damaged hierarchy that goes
    /// round it ends too, with repetitions.
    pub fn superclasses(&self, id: ClassId) -> impl Iterator<Item = &Class> {
        let chain = std::iter::successors(self.get(id), |class| class.superclass.and_then(|above| self.get(above)));
        chain.take(self.class_count())
    }

    /// All interfaces that the class has, directly or through supertypes, each once; in the order of declaration,
    /// depth first, those of the class before those of its superclasses.
    pub fn superinterfaces(&self, id: ClassId) -> Vec<ClassId> {
        let mut found = Vec::new();
        let mut seen = BTreeSet::new();
        for class in self.superclasses(id) {
            let mut work: Vec<ClassId> = class.interfaces.iter().rev().copied().collect();
            while let Some(next) = work.pop() {
                if seen.insert(next) {
                    found.push(next);
                    work.extend(self.get(next).iter().flat_map(|class| class.interfaces.iter().rev().copied()));
                }
            }
        }
        found
    }

    /// Whether the first is the second or one of its subtypes.
    pub fn is_subtype(&self, below: ClassId, above: ClassId) -> bool {
        below == above
            || self.superclasses(below).any(|class| class.id == above)
            || self.get(above).is_some_and(Class::is_interface) && self.superinterfaces(below).contains(&above)
    }

    /// The method that a reference names (§5.4.3.3 for classes, §5.4.3.4 for interfaces); none if it is missing.
    pub fn resolve_method(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let start = self.get(class)?;
        let in_classes = if start.is_interface() {
            let object = self.find("java/lang/Object").and_then(|object| object.declared(name, descriptor));
            let usable = |id: &MethodId| self.flags(*id) & (access::PUBLIC | access::STATIC) == access::PUBLIC;
            start.declared(name, descriptor).or_else(|| object.filter(usable))
        } else {
            self.superclasses(class).find_map(|class| declared_or_polymorphic(class, name, descriptor))
        };
        in_classes.or_else(|| {
            let candidates = self.interface_methods(class, name, descriptor);
            self.the_default(&candidates).or_else(|| candidates.first().copied())
        })
    }

    /// The field that a reference names (§5.4.3.2): in the class, its superinterfaces, then its superclass likewise.
    pub fn resolve_field(&self, class: ClassId, name: &str, descriptor: &str) -> Option<FieldId> {
        self.superclasses(class).find_map(|class| {
            let above = class.interfaces.iter().flat_map(|interface| {
                std::iter::once(*interface).chain(self.superinterfaces(*interface)).filter_map(|id| self.get(id))
            });
            std::iter::once(class).chain(above).find_map(|class| class.declared_field(name, descriptor))
        })
    }

    /// The method that runs when the resolved one is called on an object of exactly this class (§5.4.6); none if the
    /// call fails (abstract, conflicting defaults).
    pub fn select(&self, receiver: ClassId, resolved: MethodId) -> Option<MethodId> {
        let info = self.method(resolved)?;
        if info.access & access::PRIVATE != 0 {
            return Some(resolved);
        }
        for class in self.superclasses(receiver) {
            let candidate = class.declared(&info.name, &info.descriptor);
            if let Some(found) = candidate.filter(|candidate| self.overrides(*candidate, resolved)) {
                return Some(found).filter(|found| self.flags(*found) & access::ABSTRACT == 0);
            }
        }
        self.the_default(&self.interface_methods(receiver, &info.name, &info.descriptor))
    }

    /// Whether the first method is the second or can override it (§5.4.5); they have the same name and descriptor, and
    /// the first one's class is a subtype of the second's.
    pub fn overrides(&self, method: MethodId, other: MethodId) -> bool {
        if method == other {
            return true;
        }
        if self.flags(method) & (access::PRIVATE | access::STATIC) != 0 {
            return false;
        }
        if self.flags(other) & (access::PUBLIC | access::PROTECTED) != 0 {
            return true;
        }
        let (Some(class), Some(base), Some(info)) =
            (self.get(method.class), self.get(other.class), self.method(method))
        else {
            return false;
        };
        if self.flags(other) & access::PRIVATE != 0 || class.package() == base.package() {
            return self.flags(other) & access::PRIVATE == 0;
        }
        // Package-private: overridden here only through a class between the two that overrides it there.
        let between = self.superclasses(method.class).skip(1).take_while(|class| class.id != other.class);
        let mut steps = between.filter_map(|class| class.declared(&info.name, &info.descriptor));
        steps.any(|step| self.overrides(method, step) && self.overrides(step, other))
    }

    /// The maximally-specific superinterface methods of the class (§5.4.3.3), neither private nor static.
    fn interface_methods(&self, class: ClassId, name: &str, descriptor: &str) -> Vec<MethodId> {
        let declared = |id: ClassId| self.get(id).and_then(|class| class.declared(name, descriptor));
        let mut found: Vec<MethodId> = self.superinterfaces(class).into_iter().filter_map(declared).collect();
        found.retain(|id| self.flags(*id) & (access::PRIVATE | access::STATIC) == 0);
        let all = found.clone();
        let has_below = |id: &MethodId| all.iter().any(|below| below != id && self.is_subtype(below.class, id.class));
        found.retain(|id| !has_below(id));
        found
    }

    /// The only one of the methods that is not abstract.
    fn the_default(&self, methods: &[MethodId]) -> Option<MethodId> {
        let mut concrete = methods.iter().filter(|id| self.flags(**id) & access::ABSTRACT == 0);
        concrete.next().filter(|_| concrete.next().is_none()).copied()
    }

    /// The method's access flags.
    pub fn flags(&self, method: MethodId) -> u16 {
        self.method(method).map_or(0, |info| info.access)
    }

    /// The closest class above both; `java/lang/Object` if one of them is an interface (as verification has it).
    pub fn common_superclass(&self, first: ClassId, second: ClassId) -> Option<ClassId> {
        let is_interface = |id| self.get(id).is_some_and(Class::is_interface);
        if first == second {
            return Some(first);
        }
        if is_interface(first) || is_interface(second) {
            return self.class("java/lang/Object");
        }
        let above: BTreeSet<ClassId> = self.superclasses(first).map(|class| class.id).collect();
        self.superclasses(second).map(|class| class.id).find(|id| above.contains(id))
    }
}

/// The method that the class declares, for `MethodHandle` and `VarHandle` also a signature-polymorphic one (§2.9.3).
fn declared_or_polymorphic(class: &Class, name: &str, descriptor: &str) -> Option<MethodId> {
    let polymorphic = |info: &MethodInfo| {
        let flags = access::NATIVE | access::VARARGS;
        info.access & flags == flags && info.descriptor.starts_with("([Ljava/lang/Object;)")
    };
    let holder = matches!(class.name(), "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle");
    let only = || class.methods_named(name).find(|(_, info)| holder && polymorphic(info)).map(|(id, _)| id);
    class.declared(name, descriptor).or_else(only)
}
