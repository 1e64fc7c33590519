//! Annotations that are asked for by their type: an object for each type; a call on it returns what a value of the method's
//! type can be (JLS §9.6.1).
//!
//! The values that class files hold are not read: for a string there is the one of its class, for a class any of the
//! application, for a constant of an enum all of them. Whether an element has the annotation is not looked at. What asks
//! for annotations of any type gets all annotation types of the application.

use super::super::events::{Caller, Runs, Slot, SyntheticCall, Trigger};
use super::super::graph::Node;
use super::super::models;
use super::super::objects::{Object, Origin};
use super::super::plugin::Plugin;
use super::super::set::ObjectSet;
use super::super::solver::Solver;
use super::RESULT;
use super::calls;
use crate::analysis::ir::Type;
use crate::analysis::models::effect::Reflect;
use crate::classfile::descriptor::{class_name, parse_method};
use crate::program::{ClassId, FieldId, MethodId, access};
use std::collections::BTreeSet;

/// The variable that has all classes of the application.
const CLASSES: &str = "classes-of-annotations";

/// The plugin of the annotations.
pub struct Annotations;

impl Plugin for Annotations {
    fn on_made_up(&self, solver: &mut Solver<'_>, caller: Caller, resolved: MethodId, objects: &[Object]) -> Runs {
        let Some(Origin::Proxy(reflective)) = objects.first().map(|object| &solver.objects.get(*object).origin) else {
            return Runs::OfOthers;
        };
        let reflective = *reflective;
        if calls::get(solver, reflective).reflect != Reflect::Annotation {
            return Runs::OfOthers;
        }
        objects.iter().for_each(|object| call_annotation(solver, caller, reflective, *object, resolved));
        Runs::Nothing
    }
}

/// Annotations are asked for, of the type that is the only parameter, or of all types.
pub fn annotations(solver: &mut Solver<'_>, reflective: u32) {
    if calls::is_at_application(solver, reflective) {
        parse_annotations(solver);
    }
    if let Some(class) = calls::get(solver, reflective).model_call.params.first().copied().flatten() {
        return solver.add_trigger(class, Trigger::Reflect(reflective, Slot::Class));
    }
    if !calls::is_at_application(solver, reflective) {
        return calls::unknown(solver, reflective, "looks up annotations of any type");
    }
    let program = solver.program;
    let all = program.application().map(|class| class.id).filter(|class| is_annotation(solver, *class));
    for class in all.collect::<Vec<_>>() {
        let object = solver.object(Origin::Proxy(reflective), 0, Type::class(class));
        calls::give(solver, reflective, object);
    }
}

/// The JDK makes all annotations of an element, their values included, when one is asked for; these may be of any
/// annotation type of the application. Constants of enums are looked for in `values()`.
fn parse_annotations(solver: &mut Solver<'_>) {
    let program = solver.program;
    let types = program.application().filter(|class| is_annotation(solver, class.id));
    let results = types.flat_map(|class| class.file.methods.iter()).filter_map(|method| {
        let result = parse_method(&method.descriptor)?.result;
        program.find(class_name(result.trim_start_matches('[')))
    });
    let enums: BTreeSet<ClassId> =
        results.filter(|class| class.superclass == program.class("java/lang/Enum")).map(|class| class.id).collect();
    for class in enums {
        solver.initialize(class);
        let values = program.get(class).and_then(|it| it.declared("values", &format!("()[L{};", it.name())));
        let synthetic =
            solver.synthetic_call_once(SyntheticCall { site: None, args: Vec::new(), dst: None, thrown: None });
        values.into_iter().for_each(|values| solver.run_static(Caller::Synthetic(synthetic), values));
    }
}

fn is_annotation(solver: &Solver<'_>, class: ClassId) -> bool {
    let annotation = solver.program.class("java/lang/annotation/Annotation");
    let read = solver.program.get(class).filter(|class| class.is_interface());
    read.is_some_and(|class| annotation.is_some_and(|above| class.interfaces.contains(&above)))
}

/// Class objects arrived at the call.
pub fn make_annotations(solver: &mut Solver<'_>, reflective: u32, classes: &ObjectSet) {
    for class in classes.iter() {
        let Origin::Class(ty) = solver.objects.get(class).origin else { continue };
        let Some(class) = ty.as_class().filter(|class| is_annotation(solver, *class)) else { continue };
        if calls::leaves_out(solver, reflective, class) {
            continue;
        }
        let object = solver.object(Origin::Proxy(reflective), 0, ty);
        let (result, array) = (calls::get(solver, reflective).model_call.result, calls::get(solver, reflective).array);
        let (Some(result), Some(_), Some(of_this)) = (result, array, ty.array()) else {
            calls::give(solver, reflective, object);
            continue;
        };
        let array = solver.object(Origin::Model(u32::MAX, RESULT + reflective, u32::MAX), 0, of_this);
        let elements = solver.elements(array);
        solver.graph.add_object(elements, object);
        solver.graph.add_object(result, array);
    }
}

/// A method is called on an annotation that the call `reflective` gave.
fn call_annotation(solver: &mut Solver<'_>, caller: Caller, reflective: u32, annotation: Object, resolved: MethodId) {
    let program = solver.program;
    let (_, _, Some(dst), _) = solver.values_of(caller) else { return };
    let Some(info) = program.method(resolved) else { return };
    if info.name == "annotationType" {
        let class = solver.class_object(solver.objects.type_of(annotation));
        return solver.graph.add_object(dst, class);
    }
    let result = parse_method(&info.descriptor).and_then(|parsed| Type::of_descriptor(program, parsed.result));
    let Some(ty) = result else { return };
    let Some(element) = ty.element() else { return annotation_value(solver, reflective, ty, dst) };
    let number = solver.methods.number(resolved);
    let array = solver.object(Origin::Model(u32::MAX, RESULT + reflective, number), 0, ty);
    solver.graph.add_object(dst, array);
    let elements = solver.elements(array);
    annotation_value(solver, reflective, element, elements);
}

/// What a value of the type can be goes to the node.
fn annotation_value(solver: &mut Solver<'_>, reflective: u32, ty: Type, node: Node) {
    let program = solver.program;
    let Some(class) = ty.as_class() else { return };
    match program.name(class) {
        "java/lang/String" => {
            let text = solver.merged("java/lang/String");
            solver.graph.add_object(node, text);
        }
        "java/lang/Class" => {
            let known = models::known_variable(solver, CLASSES).is_some();
            let all = models::variable(solver, CLASSES);
            if !known && solver.with_application {
                give_classes_of_annotations(solver);
            }
            solver.edge(all, node, 0);
        }
        _ if is_annotation(solver, class) => {
            let object = solver.object(Origin::Proxy(reflective), 0, ty);
            solver.graph.add_object(node, object);
        }
        _ => constants_of(solver, class, node),
    }
}

/// If annotations were asked for values that are classes: they are the application's.
pub fn give_classes_of_annotations(solver: &mut Solver<'_>) {
    let Some(node) = models::known_variable(solver, CLASSES) else { return };
    let all: Vec<ClassId> = solver.program.application().map(|class| class.id).collect();
    let all: ObjectSet = all.into_iter().map(|class| solver.class_object(Type::class(class))).collect();
    solver.graph.add_objects(node, &all);
}

/// The constants of an enum go to the node.
fn constants_of(solver: &mut Solver<'_>, class: ClassId, node: Node) {
    let Some(read) = solver.program.get(class) else { return };
    let descriptor = format!("L{};", read.name());
    let fields = read.file.fields.iter().enumerate();
    let constants = fields.filter(|(_, field)| field.access & access::STATIC != 0 && field.descriptor == descriptor);
    let constants: Vec<FieldId> = constants.map(|(index, _)| FieldId { class, index: index as u16 }).collect();
    solver.initialize(class);
    for field in constants {
        let constant = solver.static_field(field);
        solver.edge(constant, node, 0);
    }
}
