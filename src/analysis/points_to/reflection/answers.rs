//! What reflection does, from what the analysis knows of the objects that it is asked with.
//!
//! Each call of a reflective method is looked at for itself ([`ReflectiveCall`]): which nodes have its class objects, strings,
//! members and so on is read off the types of its parameters. When objects arrive there, the answer grows. What is done
//! with members that were found is in [`super::invoke`], [`super::fields`], [`super::handles`], [`super::proxies`] and [`super::services`];
//! the members themselves are in [`super::members`], their look-up in [`super::lookup`], classes by name in [`super::names`].
//!
//! Where a name is not known the answer depends on who asks. At calls in the application any class of the application
//! counts (its providers of services are among them), and the place is reported; of the methods of a class of the JDK those
//! count there that the application overrides. Calls in the JDK that load a class by a
//! computed name are not followed, for such names are of classes of the JDK; they are counted in one report, and so are
//! calls in the JDK that ask with classes of the JDK: there only classes of the application count. Some classes
//! there find classes of the application by names in data, such as `ObjectInputStream`: its serializable classes count.

use super::super::events::{AccessStep, ModelCall, Nodes, ReflectiveCall, Slot, Trigger};
use super::super::models;
use super::super::objects::{Object, Origin};
use super::super::plugin::Plugin;
use super::super::set::ObjectSet;
use super::super::solver::Solver;
use super::{
    annotations, callers, calls, fields, given, handles, instances, invoke, lazy, lookup, names, proxies, services,
};
use crate::analysis::ir::Type;
use crate::analysis::models::effect::Reflect;
use crate::classfile::Constant;
use crate::classfile::descriptor::{class_name, parse_method};
use crate::program::{ClassId, access};
use std::collections::BTreeSet;

/// The plugin that answers.
pub struct Answers;

impl Plugin for Answers {
    fn on_reflection(&self, solver: &mut Solver<'_>, model_call: &ModelCall, reflect: Reflect) {
        ask(solver, model_call, reflect);
    }

    fn on_objects(&self, solver: &mut Solver<'_>, trigger: Trigger, objects: &ObjectSet) {
        if let Trigger::Reflect(reflective, slot) = trigger {
            reflected(solver, reflective, slot, objects);
        }
    }
}

/// Applies a reflective effect of a model.
fn ask(solver: &mut Solver<'_>, model_call: &ModelCall, reflect: Reflect) {
    let Some(reflective) = sort(solver, model_call, reflect) else { return };
    let nodes = reflective.nodes();
    let number = calls::add(solver, reflective);
    match reflect {
        Reflect::CallerClass => return callers::caller_class(solver, number),
        Reflect::CombineHandles => return handles::combine(solver, number),
        Reflect::Proxy => return proxies::proxy(solver, number),
        Reflect::Annotation => return annotations::annotations(solver, number),
        Reflect::NamedTypes => return names::named_types(solver, number),
        Reflect::DefaultFactory => return names::default_factory(solver, number),
        Reflect::ResourceBundle => return names::resource_bundles(solver, number),
        Reflect::DefineClass => names::define_class(solver, number, nodes.name.is_some()),
        _ => {}
    }
    let slots = [(Slot::Class, nodes.class), (Slot::Name, nodes.name), (Slot::Member, nodes.member)];
    for (slot, node) in slots {
        node.into_iter().for_each(|node| solver.add_trigger(node, Trigger::Reflect(number, slot)));
    }
    let objects = matches!(reflect, Reflect::ClassOf | Reflect::RelatedClass | Reflect::FindMethodHandle);
    for node in nodes.objects.into_iter().filter(|_| objects) {
        solver.add_trigger(node, Trigger::Reflect(number, Slot::Object));
    }
}

/// Sorts the call's nodes by type.
fn sort(solver: &mut Solver<'_>, model_call: &ModelCall, reflect: Reflect) -> Option<ReflectiveCall> {
    let program = solver.program;
    let method = model_call.method?;
    let info = program.method(method)?;
    let parsed = parse_method(&info.descriptor)?;
    let this = (info.access & access::STATIC == 0).then(|| (program.name(method.class).to_owned(), model_call.this));
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
                let elements = solver.node();
                solver.add_trigger(node, Trigger::Load(elements, AccessStep::Elements));
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
    let given = given::given(solver, model_call);
    Some(ReflectiveCall { reflect, model_call: model_call.clone(), name, declared, array, nodes, given })
}

/// Objects arrived at a node of a reflective call.
fn reflected(solver: &mut Solver<'_>, reflective: u32, slot: Slot, objects: &ObjectSet) {
    let reflect = calls::get(solver, reflective).reflect;
    lazy::used(solver, reflective, objects);
    match (reflect, slot) {
        (_, Slot::Pool) | (Reflect::MethodHandle, Slot::Member) => {
            handles::run_handles(solver, reflective, slot, objects);
        }
        (Reflect::VarHandle, Slot::Member) => handles::access_variables(solver, reflective, objects),
        (Reflect::ForName, Slot::Name) => names::for_name(solver, reflective, objects),
        (Reflect::DefineClass, Slot::Name) if calls::is_at_application(solver, reflective) => {
            names::for_name(solver, reflective, objects);
        }
        (Reflect::FindMethodHandle | Reflect::FindFieldHandle | Reflect::FindVarHandle, _) => {
            handles::find_handles(solver, reflective, slot, objects);
        }
        (Reflect::Field | Reflect::Fields | Reflect::Method | Reflect::Methods, Slot::Class | Slot::Name)
        | (Reflect::Constructor | Reflect::Constructors | Reflect::RecordComponents, Slot::Class) => {
            lookup::look_up(solver, reflective, slot, objects);
        }
        (Reflect::Invoke, Slot::Member) => invoke::invoke_members(solver, reflective, objects),
        (Reflect::FieldGet | Reflect::FieldSet, Slot::Member) => fields::access_fields(solver, reflective, objects),
        (Reflect::NewInstance, Slot::Class | Slot::Member) => instances::new_instances(solver, reflective, objects),
        (Reflect::SerializationConstructor, Slot::Class) => {
            instances::serialization_constructors(solver, reflective, objects);
        }
        (Reflect::Proxy, _) => proxies::make_proxies(solver, reflective, objects),
        (Reflect::Annotation, _) => annotations::make_annotations(solver, reflective, objects),
        (Reflect::ServiceLoader, Slot::Class) => services::load_services(solver, reflective, objects),
        (Reflect::ServiceIterator | Reflect::ServiceFirst | Reflect::ServiceStream, Slot::Member) => {
            services::serve(solver, reflective, objects);
        }
        (Reflect::ClassOf, _) => {
            let mut types: BTreeSet<Type> = BTreeSet::new();
            let mut unknown = Vec::new();
            for object in objects.iter() {
                match solver.objects.get(object).origin {
                    Origin::SomeObject(lookup) => unknown.push(lookup),
                    _ => _ = types.insert(solver.objects.type_of(object)),
                }
            }
            for lookup in unknown {
                lazy::give_some_class(solver, reflective, lookup);
            }
            types.into_iter().for_each(|ty| calls::give_asked_class(solver, reflective, ty));
        }
        (_, Slot::Class | Slot::Object) => {
            for object in objects.iter() {
                class_relation(solver, reflective, reflect, slot, object);
            }
        }
        _ => {}
    }
}

/// What one class object tells, or an object of its class.
fn class_relation(solver: &mut Solver<'_>, reflective: u32, reflect: Reflect, slot: Slot, object: Object) {
    let program = solver.program;
    let ty = match (solver.objects.get(object).origin.clone(), reflect) {
        (Origin::Class(ty), _) => ty,
        (Origin::SomeClass(lookup), Reflect::Allocate) => return lazy::give_object(solver, reflective, lookup),
        // what is below the type that is asked of the class above comes with the classes below itself
        (Origin::SomeClass(lookup), Reflect::Superclass | Reflect::Interfaces) => {
            return lazy::give_some_class(solver, reflective, lookup);
        }
        (Origin::SomeClass(lookup), Reflect::EnumConstants) => {
            return lazy::ask(solver, lookup, Type::named(program, "java/lang/Enum"));
        }
        _ => return,
    };
    let class = ty.as_class().and_then(|class| program.get(class));
    match (reflect, class) {
        // relations among classes of the JDK lead everywhere
        (Reflect::Superclass | Reflect::Interfaces | Reflect::RelatedClass | Reflect::Allocate, found)
            if !calls::is_at_application(solver, reflective)
                && found.is_none_or(|class| !program.is_application(class.id)) => {}
        (Reflect::Superclass, None) if ty.is_array() => {
            calls::give_class(solver, reflective, Type::named(program, "java/lang/Object"));
        }
        (Reflect::Superclass, Some(class)) if !class.is_interface() => {
            class.superclass.into_iter().for_each(|above| calls::give_class(solver, reflective, Type::class(above)));
        }
        (Reflect::Interfaces, Some(class)) => {
            class.interfaces.iter().for_each(|above| calls::give_class(solver, reflective, Type::class(*above)));
        }
        (Reflect::RelatedClass, Some(class)) => {
            related(solver, class.id)
                .into_iter()
                .for_each(|class| calls::give_class(solver, reflective, Type::class(class)));
        }
        (Reflect::ComponentType, _) => {
            ty.element().into_iter().for_each(|element| calls::give_class(solver, reflective, element));
        }
        (Reflect::EnumConstants, Some(class)) => instances::enum_constants(solver, reflective, class.id),
        (Reflect::Allocate, Some(class)) if slot == Slot::Class && class.is_concrete() => {
            let model_call = calls::get(solver, reflective).model_call.clone();
            let object = models::made(solver, &model_call, ty, 0);
            calls::give(solver, reflective, object);
        }
        // calls in the JDK that make arrays of any class would make arrays of arrays without end
        (Reflect::NewArray, _) if !calls::is_at_application(solver, reflective) => match class {
            Some(class) if program.is_application(class.id) || class.name() == "java/lang/Object" => {
                instances::new_array(solver, reflective, ty);
            }
            _ => {}
        },
        (Reflect::NewArray, _) => instances::new_array(solver, reflective, ty),
        (Reflect::CopyArray, _) => {
            ty.element().into_iter().for_each(|element| instances::new_array(solver, reflective, element));
        }
        _ => {}
    }
}

/// Classes that the class's file names and that belong to it: of its nest, or permitted to be below it.
fn related(solver: &Solver<'_>, class: ClassId) -> Vec<ClassId> {
    let program = solver.program;
    let Some(read) = program.get(class) else { return Vec::new() };
    let outermost = |name: &str| name.split('$').next().unwrap_or_default().to_owned();
    let nest = outermost(read.name());
    let mut found = Vec::new();
    // JVMS §4.1: the number of constants follows magic number and versions
    let count = read.file.bytes.get(8..10).map_or(0, |bytes| u16::from_be_bytes([bytes[0], bytes[1]]));
    for index in 1..count {
        let Ok(Constant::Class(named)) = read.file.constant(index) else { continue };
        let Some(other) = program.has_class(&named).then(|| program.class(&named)).flatten() else { continue };
        let below = program.get(other).is_some_and(|it| it.superclass == Some(class) || it.interfaces.contains(&class));
        if below || outermost(&named) == nest {
            found.push(other);
        }
    }
    found
}
