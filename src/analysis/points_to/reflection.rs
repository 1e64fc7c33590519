//! What reflection does, from what the analysis knows of the objects that it is asked with.
//!
//! Each call of a reflective method is looked at for itself ([`ReflectiveCall`]): which nodes have its class objects, strings,
//! members and so on is read off the types of its parameters. When objects arrive there, the answer grows. What is done
//! with members that were found is in [`super::invoke`], [`super::handles`], [`super::proxies`] and [`super::services`];
//! the members themselves in [`super::members`], classes by name in [`super::names`].
//!
//! Where a name is not known the answer depends on who asks. At calls in the application any class of the application
//! counts (its providers of services are among them), and the place is reported; of the methods of a class of the JDK those
//! count there that the application overrides. Calls in the JDK that load a class by a
//! computed name are not followed, for such names are of classes of the JDK; they are counted in one report, and so are
//! calls in the JDK that ask with classes of the JDK: there only classes of the application count. Some classes
//! there find classes of the application by names in data, such as `ObjectInputStream`: its serializable classes count.

use super::events::{AccessStep, Caller, ModelCall, Nodes, ReflectiveCall, Slot, Trigger};
use super::objects::{Object, Origin};
use super::set::ObjectSet;
use super::solver::Solver;
use crate::analysis::ir::Type;
use crate::analysis::models::effect::Reflect;
use crate::classfile::Constant;
use crate::classfile::descriptor::{class_name, parse_method};
use crate::program::{ClassId, access};
use std::collections::BTreeSet;

impl Solver<'_> {
    /// Applies a reflective effect of a model.
    pub(super) fn reflect(&mut self, model_call: &ModelCall, reflect: Reflect) {
        let Some(reflective) = self.reflective_call(model_call, reflect) else { return };
        let number = self.reflective_calls.len() as u32;
        let nodes = reflective.nodes();
        self.reflective_calls.push(reflective);
        match reflect {
            Reflect::CallerClass => return self.caller_class(number),
            Reflect::CombineHandles => return self.combine(number),
            Reflect::Proxy => return self.proxy(number),
            Reflect::Annotation => return self.annotations(number),
            Reflect::NamedTypes => return self.named_types(number),
            Reflect::DefaultFactory => return self.default_factory(number),
            Reflect::ResourceBundle => return self.resource_bundles(number),
            Reflect::DefineClass => self.define_class(number, nodes.name.is_some()),
            _ => {}
        }
        let slots = [(Slot::Class, nodes.class), (Slot::Name, nodes.name), (Slot::Member, nodes.member)];
        for (slot, node) in slots {
            node.into_iter().for_each(|node| self.add_trigger(node, Trigger::Reflect(number, slot)));
        }
        let objects = matches!(reflect, Reflect::ClassOf | Reflect::RelatedClass | Reflect::FindMethodHandle);
        for node in nodes.objects.into_iter().filter(|_| objects) {
            self.add_trigger(node, Trigger::Reflect(number, Slot::Object));
        }
    }

    /// Sorts the call's nodes by type.
    fn reflective_call(&mut self, model_call: &ModelCall, reflect: Reflect) -> Option<ReflectiveCall> {
        let program = self.program;
        let method = model_call.method?;
        let info = program.method(method)?;
        let parsed = parse_method(&info.descriptor)?;
        let this =
            (info.access & access::STATIC == 0).then(|| (program.name(method.class).to_owned(), model_call.this));
        let params = parsed.parameters.iter().zip(&model_call.params);
        let params = params.map(|(ty, node)| (class_name(ty).to_owned(), *node));
        let mut nodes = Nodes::default();
        for (ty, node) in this.into_iter().chain(params) {
            let Some(node) = node else { continue };
            let place = match ty.as_str() {
                "java/lang/Class" => &mut nodes.class,
                "java/lang/String" => &mut nodes.name,
                "java/lang/reflect/Field"
                | "java/lang/reflect/Method"
                | "java/lang/reflect/Constructor"
                | "java/lang/invoke/MethodHandle"
                | "java/lang/invoke/VarHandle"
                | "java/util/ServiceLoader" => &mut nodes.member,
                "[Ljava/lang/Object;" | "[Ljava/lang/Class;" => {
                    let elements = self.node();
                    self.add_trigger(node, Trigger::Load(elements, AccessStep::Elements));
                    nodes.elements = nodes.elements.or(Some(elements));
                    continue;
                }
                _ => {
                    nodes.objects.push(node);
                    continue;
                }
            };
            *place = place.or(Some(node));
        }
        let array = parsed.result.starts_with('[').then(|| Type::of_descriptor(program, parsed.result)).flatten();
        let name = info.name.clone();
        let declared = name.contains("Declared") || name.contains("Constructor");
        Some(ReflectiveCall { reflect, model_call: model_call.clone(), name, declared, array, nodes })
    }

    /// Objects arrived at a node of a reflective call.
    pub(super) fn reflected(&mut self, reflective: u32, slot: Slot, objects: &ObjectSet) {
        let reflect = self.reflective_calls[reflective as usize].reflect;
        match (reflect, slot) {
            (_, Slot::Pool) | (Reflect::MethodHandle, Slot::Member) => self.run_handles(reflective, slot, objects),
            (Reflect::VarHandle, Slot::Member) => self.access_variables(reflective, objects),
            (Reflect::ForName, Slot::Name) => self.for_name(reflective, objects),
            (Reflect::DefineClass, Slot::Name) if self.is_at_application(reflective) => {
                self.for_name(reflective, objects)
            }
            (Reflect::FindMethodHandle | Reflect::FindFieldHandle | Reflect::FindVarHandle, _) => {
                self.find_handles(reflective, slot, objects);
            }
            (Reflect::Field | Reflect::Fields | Reflect::Method | Reflect::Methods, Slot::Class | Slot::Name)
            | (Reflect::Constructor | Reflect::Constructors | Reflect::RecordComponents, Slot::Class) => {
                self.look_up(reflective, slot, objects);
            }
            (Reflect::Invoke, Slot::Member) => self.invoke_members(reflective, objects),
            (Reflect::FieldGet | Reflect::FieldSet, Slot::Member) => self.access_fields(reflective, objects),
            (Reflect::NewInstance, Slot::Class | Slot::Member) => self.new_instances(reflective, objects),
            (Reflect::SerializationConstructor, Slot::Class) => self.serialization_constructors(reflective, objects),
            (Reflect::Proxy, _) => self.make_proxies(reflective, objects),
            (Reflect::Annotation, _) => self.make_annotations(reflective, objects),
            (Reflect::ServiceLoader, Slot::Class) => self.load_services(reflective, objects),
            (Reflect::ServiceIterator | Reflect::ServiceFirst | Reflect::ServiceStream, Slot::Member) => {
                self.serve(reflective, objects);
            }
            (Reflect::ClassOf, _) => {
                let types: BTreeSet<Type> = objects.iter().map(|object| self.objects.type_of(object)).collect();
                types.into_iter().for_each(|ty| self.give_class(reflective, ty));
            }
            (_, Slot::Class | Slot::Object) => {
                for object in objects.iter() {
                    self.class_relation(reflective, reflect, slot, object);
                }
            }
            _ => {}
        }
    }

    /// What one class object tells, or an object of its class.
    fn class_relation(&mut self, reflective: u32, reflect: Reflect, slot: Slot, object: Object) {
        let program = self.program;
        let Origin::Class(ty) = self.objects.get(object).origin else { return };
        let class = ty.as_class().and_then(|class| program.get(class));
        match (reflect, class) {
            // relations among classes of the JDK lead everywhere
            (Reflect::Superclass | Reflect::Interfaces | Reflect::RelatedClass | Reflect::Allocate, found)
                if !self.is_at_application(reflective)
                    && found.is_none_or(|class| !program.is_application(class.id)) => {}
            (Reflect::Superclass, None) if ty.is_array() => {
                self.give_class(reflective, Type::named(program, "java/lang/Object"));
            }
            (Reflect::Superclass, Some(class)) if !class.is_interface() => {
                class.superclass.into_iter().for_each(|above| self.give_class(reflective, Type::class(above)));
            }
            (Reflect::Interfaces, Some(class)) => {
                class.interfaces.iter().for_each(|above| self.give_class(reflective, Type::class(*above)));
            }
            (Reflect::RelatedClass, Some(class)) => {
                self.related(class.id).into_iter().for_each(|class| self.give_class(reflective, Type::class(class)));
            }
            (Reflect::ComponentType, _) => {
                ty.element().into_iter().for_each(|element| self.give_class(reflective, element));
            }
            (Reflect::EnumConstants, Some(class)) => self.enum_constants(reflective, class.id),
            (Reflect::Allocate, Some(class)) if slot == Slot::Class && class.is_concrete() => {
                let model_call = self.reflective_calls[reflective as usize].model_call.clone();
                let object = self.made(&model_call, ty, 0);
                self.give(reflective, object);
            }
            // calls in the JDK that make arrays of any class would make arrays of arrays without end
            (Reflect::NewArray, _) if !self.is_at_application(reflective) => match class {
                Some(class) if program.is_application(class.id) || class.name() == "java/lang/Object" => {
                    self.new_array(reflective, ty);
                }
                _ => {}
            },
            (Reflect::NewArray, _) => self.new_array(reflective, ty),
            (Reflect::CopyArray, _) => ty.element().into_iter().for_each(|element| self.new_array(reflective, element)),
            _ => {}
        }
    }

    pub(super) fn give_class(&mut self, reflective: u32, ty: Type) {
        let class = self.class_object(ty);
        self.give(reflective, class);
    }

    /// Classes that the class's file names and that belong to it: of its nest, or permitted to be below it.
    fn related(&self, class: ClassId) -> Vec<ClassId> {
        let program = self.program;
        let Some(read) = program.get(class) else { return Vec::new() };
        let outermost = |name: &str| name.split('$').next().unwrap_or_default().to_owned();
        let nest = outermost(read.name());
        let mut found = Vec::new();
        // JVMS §4.1: the number of constants follows magic number and versions
        let count = read.file.bytes.get(8..10).map_or(0, |bytes| u16::from_be_bytes([bytes[0], bytes[1]]));
        for index in 1..count {
            let Ok(Constant::Class(named)) = read.file.constant(index) else { continue };
            let Some(other) = program.has_class(&named).then(|| program.class(&named)).flatten() else { continue };
            let below =
                program.get(other).is_some_and(|it| it.superclass == Some(class) || it.interfaces.contains(&class));
            if below || outermost(&named) == nest {
                found.push(other);
            }
        }
        found
    }

    /// Whether a call leaves a class out: calls in the JDK leave out the classes of the JDK. The names and objects that
    /// they ask with come from everywhere, so that they would mean any class.
    pub(super) fn leaves_out(&mut self, reflective: u32, class: ClassId) -> bool {
        let left_out = !self.program.is_application(class) && !self.is_at_application(reflective);
        if left_out {
            self.unknown(reflective, "is asked with classes of the JDK");
        }
        left_out
    }

    /// Whether the call stands in the application.
    pub(super) fn is_at_application(&self, reflective: u32) -> bool {
        let site = self.reflective_calls[reflective as usize].model_call.site;
        site.is_some_and(|(instance, _)| self.program.is_application(self.methods.of(instance).id.class))
    }

    /// Reports that a call is not followed, or by an answer that is too large.
    pub(super) fn unknown(&mut self, reflective: u32, what: &'static str) {
        let Some(place) = self.place_of(reflective) else { return };
        if self.is_at_application(reflective) {
            self.diagnostics.insert(format!("{place}: {what}; whatever fits in the application counts"));
        } else {
            self.unknown_in_jdk.entry(what.to_owned()).or_default().insert(place);
        }
    }

    /// Where a call stands, with its line, for people.
    pub(super) fn place_of(&self, reflective: u32) -> Option<String> {
        let (instance, call) = self.reflective_calls[reflective as usize].model_call.site?;
        let offset = self.methods.offset(self.methods.instances[instance as usize].method, call);
        let id = self.methods.of(instance).id;
        let line = self.program.code(id).ok().flatten().and_then(|body| body.line(body.item_at_offset(offset)?));
        Some(match line {
            Some(line) => format!("{}:{line}", self.program.shown(id)),
            None => format!("{}@{offset}", self.program.shown(id)),
        })
    }

    /// Reports what calls in the JDK were not followed.
    pub(super) fn report_unknown(&mut self) {
        for (what, places) in std::mem::take(&mut self.unknown_in_jdk) {
            let first: Vec<&str> = places.iter().take(3).map(String::as_str).collect();
            let count = places.len();
            let text = format!("{count} calls in the JDK are not followed, for each {what}: {} …", first.join(", "));
            self.diagnostics.insert(text);
        }
    }

    /// The classes of the methods that call the one that asks, now and later.
    fn caller_class(&mut self, reflective: u32) {
        let Some((instance, _)) = self.reflective_calls[reflective as usize].model_call.site else { return };
        let callee = self.methods.instances[instance as usize].method;
        self.asks_for_caller.entry(callee).or_default().push(reflective);
        if !self.calling_classes.contains_key(&callee) {
            let found = self.find_calling_classes(callee);
            self.calling_classes.insert(callee, found);
        }
        let known: Vec<ClassId> = self.calling_classes[&callee].iter().copied().collect();
        known.into_iter().for_each(|class| self.give_class(reflective, Type::class(class)));
    }

    fn find_calling_classes(&self, callee: u32) -> BTreeSet<ClassId> {
        let called = |called: u32| self.methods.instances[called as usize].method == callee;
        let callers = self.calls.iter().filter(|(_, instance)| called(*instance));
        callers.filter_map(|(caller, _)| self.class_of_caller(*caller)).collect()
    }

    fn class_of_caller(&self, caller: Caller) -> Option<ClassId> {
        let (instance, _) = self.site_of(caller)?;
        Some(self.methods.of(instance).id.class)
    }

    /// A method was found to call another that may ask for its caller.
    pub(super) fn tell_caller(&mut self, caller: Caller, callee: u32) {
        let method = self.methods.instances[callee as usize].method;
        if !self.asks_for_caller.contains_key(&method) {
            return;
        }
        let Some(class) = self.class_of_caller(caller) else { return };
        if self.calling_classes.get_mut(&method).is_some_and(|known| !known.insert(class)) {
            return;
        }
        for reflective in self.asks_for_caller[&method].clone() {
            self.give_class(reflective, Type::class(class));
        }
    }
}
