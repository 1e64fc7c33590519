//! Objects that reflection makes: of classes and by constructors, arrays, and the constants of enums.
//!
//! What a constructor throws is the target of an `InvocationTargetException`. Of a class that is not known the objects are those of
//! [`super::lazy`]. Left out: objects of classes of the JDK that calls in the JDK make.

use super::super::events::{Caller, SyntheticCall};
use super::super::models;
use super::super::objects::{Object, Origin};
use super::super::set::ObjectSet;
use super::super::solver::Solver;
use super::RESULT;
use super::invoke::{arguments, wraps_exceptions};
use super::members::Member;
use super::{calls, lazy, limits, members};
use crate::analysis::ir::Type;
use crate::program::{Class, ClassId, MethodId};

/// Dimensions of arrays that calls of unknown shape make.
const DIMENSIONS: u8 = 4;

/// `newInstance` is called on these classes or constructors.
pub fn new_instances(solver: &mut Solver<'_>, reflective: u32, objects: &ObjectSet) {
    let program = solver.program;
    for object in objects.iter() {
        let found = match (solver.objects.get(object).origin.clone(), members::of(solver, object)) {
            (_, Some(Member::Constructor(class, constructor))) => Some((class, constructor)),
            (Origin::SomeClass(lookup), _) | (_, Some(Member::ConstructorOf(lookup))) => {
                lazy::give_object(solver, reflective, lookup);
                None
            }
            (Origin::ClassOfJdk, _) => {
                calls::unknown_of_jdk(solver, reflective);
                None
            }
            (Origin::Class(ty), _) => {
                let class = ty.as_class().and_then(|class| program.get(class));
                class.and_then(|class| Some((class.id, class.declared("<init>", "()V")?)))
            }
            _ => {
                unknown_instances(solver, reflective);
                None
            }
        };
        if let Some((class, constructor)) = found {
            new_instance(solver, reflective, class, constructor);
        }
    }
}

/// An instance of a class that is not known.
fn unknown_instances(solver: &mut Solver<'_>, reflective: u32) {
    if calls::is_at_application(solver, reflective) {
        lazy::look_up(solver, reflective);
    } else {
        calls::unknown(solver, reflective, "creates an object of an unknown class");
    }
}

fn new_instance(solver: &mut Solver<'_>, reflective: u32, class: ClassId, constructor: MethodId) {
    let program = solver.program;
    let Some(info) = program.method(constructor) else { return };
    let is_left_out =
        !limits::may_reach_class(solver, reflective, class) || calls::leaves_out(solver, reflective, class);
    if is_left_out || !program.get(class).is_some_and(Class::is_concrete) {
        return;
    }
    let model_call = calls::get(solver, reflective).model_call.clone();
    solver.initialize(class);
    if !calls::get(solver, reflective).given.takes_as_many(&info.descriptor) {
        return;
    }
    let object = instance_by_reflection(solver, reflective, class);
    calls::give(solver, reflective, object);
    let nodes = calls::get(solver, reflective).nodes();
    let args = arguments(solver, nodes.elements, &info.descriptor);
    // `Class.newInstance` throws what the constructor throws
    let thrown = match nodes.member {
        Some(_) => Some(wraps_exceptions(solver, model_call.thrown)),
        None => model_call.thrown,
    };
    let synthetic = solver.synthetic_call_once(SyntheticCall { site: model_call.site, args, dst: None, thrown });
    solver.invoke(Caller::Synthetic(synthetic), constructor, false, &ObjectSet::from_iter([object]));
}

/// Of an application class there is one such object, and of a class that the application asks for: where it is not known
/// which class is meant, each of many calls would make an object of each class.
fn instance_by_reflection(solver: &mut Solver<'_>, reflective: u32, class: ClassId) -> Object {
    if solver.program.is_application(class) || calls::is_at_application(solver, reflective) {
        return solver.object(Origin::Merged, 0, Type::class(class));
    }
    let model_call = calls::get(solver, reflective).model_call.clone();
    models::made(solver, &model_call, Type::class(class), RESULT)
}

/// A constructor for serialization: it makes an object of the class and runs that of the first superclass that is
/// not serializable.
pub fn serialization_constructors(solver: &mut Solver<'_>, reflective: u32, classes: &ObjectSet) {
    let program = solver.program;
    let Some(serializable) = program.class("java/io/Serializable") else { return };
    for object in classes.iter() {
        let Origin::Class(ty) = solver.objects.get(object).origin else { continue };
        let Some(class) = ty.as_class() else { continue };
        if !solver.objects.is_subclass(class, serializable) || calls::leaves_out(solver, reflective, class) {
            continue;
        }
        let above = program.superclasses(class).find(|above| !program.is_subtype(above.id, serializable));
        if let Some(constructor) = above.and_then(|above| above.declared("<init>", "()V")) {
            calls::answer(solver, reflective, &Member::Constructor(class, constructor));
        }
    }
}

/// `Array.newInstance`: up to four dimensions where their number is in an array, or where it makes arrays of what it made.
pub fn new_array(solver: &mut Solver<'_>, reflective: u32, element: Type) {
    let several = calls::get(solver, reflective).name.contains("multi");
    if !several && element.dims >= DIMENSIONS {
        let place = calls::place_of(solver, reflective).into_iter();
        solver.diagnostics.extend(place.map(|place| {
            format!("{place}: creates arrays of arrays; arrays of more than {DIMENSIONS} dimensions are left out")
        }));
        return;
    }
    let model_call = calls::get(solver, reflective).model_call.clone();
    let mut inner: Option<Object> = None;
    let mut ty = element;
    for dimension in 0..if several { DIMENSIONS } else { 1 } {
        let Some(array) = ty.array() else { return };
        let (array, object) = if calls::tells_apart(solver, reflective, array) {
            (array, models::made(solver, &model_call, array, RESULT + u32::from(dimension)))
        } else {
            let array =
                if solver.with_application { solver.array_types.told_apart(solver.program, array) } else { array };
            (array, models::shared_array(solver, array))
        };
        if let Some(inner) = inner {
            let node = solver.elements(object);
            solver.graph.add_object(node, inner);
        }
        calls::give_one(solver, reflective, object);
        (ty, inner) = (array, Some(object));
    }
}

/// `values()` of an enum is called, its result is the answer.
pub fn enum_constants(solver: &mut Solver<'_>, reflective: u32, class: ClassId) {
    let program = solver.program;
    let Some(read) = program.get(class) else { return };
    let descriptor = format!("()[L{};", read.name());
    let Some(values) = read.declared("values", &descriptor) else { return };
    if read.superclass != program.class("java/lang/Enum") {
        return;
    }
    let model_call = calls::get(solver, reflective).model_call.clone();
    solver.initialize(class);
    let synthetic = solver.synthetic_call_once(SyntheticCall {
        site: model_call.site,
        args: Vec::new(),
        dst: model_call.result,
        thrown: model_call.thrown,
    });
    solver.run_static(Caller::Synthetic(synthetic), values);
}
