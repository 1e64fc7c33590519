//! Annotations that are asked for by their type: an object for each type; a call on it returns what a value of the method's
//! type can be (JLS §9.6.1).
//!
//! The values that class files hold are not read: for a string there is the one of its class, for a class any of the
//! application, for a constant of an enum all of them. Whether an element has the annotation is not looked at. What asks
//! for annotations of any type gets all annotation types of the application.

use super::events::{Caller, Slot, SyntheticCall, Trigger};
use super::graph::Node;
use super::members::RESULT;
use super::objects::{Object, Origin};
use super::set::ObjectSet;
use super::solver::Solver;
use crate::analysis::ir::Type;
use crate::classfile::descriptor::{class_name, parse_method};
use crate::program::{ClassId, FieldId, MethodId, access};
use std::collections::BTreeSet;

/// The variable that has all classes of the application.
const CLASSES: &str = "classes-of-annotations";

impl Solver<'_> {
    /// Annotations are asked for, of the type that is the only parameter, or of all types.
    pub(super) fn annotations(&mut self, reflective: u32) {
        if self.is_at_application(reflective) {
            self.parse_annotations();
        }
        if let Some(class) = self.reflective_calls[reflective as usize].model_call.params.first().copied().flatten() {
            return self.add_trigger(class, Trigger::Reflect(reflective, Slot::Class));
        }
        if !self.is_at_application(reflective) {
            return self.unknown(reflective, "looks up annotations of any type");
        }
        let program = self.program;
        let all = program.application().map(|class| class.id).filter(|class| self.is_annotation(*class));
        for class in all.collect::<Vec<_>>() {
            let object = self.object(Origin::Proxy(reflective), 0, Type::class(class));
            self.give(reflective, object);
        }
    }

    /// The JDK makes all annotations of an element, their values included, when one is asked for; these may be of any
    /// annotation type of the application. Constants of enums are looked for in `values()`.
    fn parse_annotations(&mut self) {
        let program = self.program;
        let types = program.application().filter(|class| self.is_annotation(class.id));
        let results = types.flat_map(|class| class.file.methods.iter()).filter_map(|method| {
            let result = parse_method(&method.descriptor)?.result;
            program.find(class_name(result.trim_start_matches('[')))
        });
        let enums: BTreeSet<ClassId> =
            results.filter(|class| class.superclass == program.class("java/lang/Enum")).map(|class| class.id).collect();
        for class in enums {
            self.initialize(class);
            let values = program.get(class).and_then(|it| it.declared("values", &format!("()[L{};", it.name())));
            let synthetic =
                self.synthetic_call_once(SyntheticCall { site: None, args: Vec::new(), dst: None, thrown: None });
            values.into_iter().for_each(|values| self.run_static(Caller::Synthetic(synthetic), values));
        }
    }

    fn is_annotation(&self, class: ClassId) -> bool {
        let annotation = self.program.class("java/lang/annotation/Annotation");
        let read = self.program.get(class).filter(|class| class.is_interface());
        read.is_some_and(|class| annotation.is_some_and(|above| class.interfaces.contains(&above)))
    }

    /// Class objects arrived at the call.
    pub(super) fn make_annotations(&mut self, reflective: u32, classes: &ObjectSet) {
        for class in classes.iter() {
            let Origin::Class(ty) = self.objects.get(class).origin else { continue };
            let Some(class) = ty.as_class().filter(|class| self.is_annotation(*class)) else { continue };
            if self.leaves_out(reflective, class) {
                continue;
            }
            let object = self.object(Origin::Proxy(reflective), 0, ty);
            let (result, array) = (
                self.reflective_calls[reflective as usize].model_call.result,
                self.reflective_calls[reflective as usize].array,
            );
            let (Some(result), Some(_), Some(of_this)) = (result, array, ty.array()) else {
                self.give(reflective, object);
                continue;
            };
            let array = self.object(Origin::Model(u32::MAX, RESULT + reflective, u32::MAX), 0, of_this);
            let elements = self.elements(array);
            self.graph.add_object(elements, object);
            self.graph.add_object(result, array);
        }
    }

    /// A method is called on an annotation that the call `reflective` gave.
    pub(super) fn call_annotation(&mut self, caller: Caller, reflective: u32, annotation: Object, resolved: MethodId) {
        let program = self.program;
        let (_, _, Some(dst), _) = self.values_of(caller) else { return };
        let Some(info) = program.method(resolved) else { return };
        if info.name == "annotationType" {
            let class = self.class_object(self.objects.type_of(annotation));
            return self.graph.add_object(dst, class);
        }
        let result = parse_method(&info.descriptor).and_then(|parsed| Type::of_descriptor(program, parsed.result));
        let Some(ty) = result else { return };
        let Some(element) = ty.element() else { return self.annotation_value(reflective, ty, dst) };
        let number = self.methods.number(resolved);
        let array = self.object(Origin::Model(u32::MAX, RESULT + reflective, number), 0, ty);
        self.graph.add_object(dst, array);
        let elements = self.elements(array);
        self.annotation_value(reflective, element, elements);
    }

    /// What a value of the type can be goes to the node.
    fn annotation_value(&mut self, reflective: u32, ty: Type, node: Node) {
        let program = self.program;
        let Some(class) = ty.as_class() else { return };
        match program.name(class) {
            "java/lang/String" => {
                let text = self.merged("java/lang/String");
                self.graph.add_object(node, text);
            }
            "java/lang/Class" => {
                let known = self.globals.contains_key(CLASSES);
                let all = self.global(CLASSES);
                if !known && self.with_application {
                    self.give_classes_of_annotations();
                }
                self.edge(all, node, 0);
            }
            _ if self.is_annotation(class) => {
                let object = self.object(Origin::Proxy(reflective), 0, ty);
                self.graph.add_object(node, object);
            }
            _ => self.constants_of(class, node),
        }
    }

    /// If annotations were asked for values that are classes: they are the application's.
    pub(super) fn give_classes_of_annotations(&mut self) {
        let Some(node) = self.globals.get(CLASSES).copied() else { return };
        let all: Vec<ClassId> = self.program.application().map(|class| class.id).collect();
        let all: ObjectSet = all.into_iter().map(|class| self.class_object(Type::class(class))).collect();
        self.graph.add_objects(node, &all);
    }

    /// The constants of an enum go to the node.
    fn constants_of(&mut self, class: ClassId, node: Node) {
        let Some(read) = self.program.get(class) else { return };
        let descriptor = format!("L{};", read.name());
        let fields = read.file.fields.iter().enumerate();
        let constants =
            fields.filter(|(_, field)| field.access & access::STATIC != 0 && field.descriptor == descriptor);
        let constants: Vec<FieldId> = constants.map(|(index, _)| FieldId { class, index: index as u16 }).collect();
        self.initialize(class);
        for field in constants {
            let constant = self.static_field(field);
            self.edge(constant, node, 0);
        }
    }
}
