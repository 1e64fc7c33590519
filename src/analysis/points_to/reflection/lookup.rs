//! Which members a call means that looks up by names: those of known names, and where a name is not known all that the call may
//! mean.

use super::super::events::{Nodes, Slot};
use super::super::graph::Node;
use super::super::objects::Origin;
use super::super::set::ObjectSet;
use super::super::solver::Solver;
use super::members::{Meant, Member};
use super::{calls, lazy, limits, members};
use crate::analysis::ir::{Handle, Type};
use crate::analysis::models::effect::Reflect;
use crate::program::{Class, ClassId, FieldId, MethodId, access};
use rustc_hash::FxHashSet;

/// What a string names.
#[derive(Default)]
struct Names {
    known: FxHashSet<Box<str>>,
    /// Some string names no member of the application, but perhaps one of the JDK.
    of_jdk: bool,
    /// Some string is a constant of the JDK, whose text is not known.
    other: bool,
    /// Some string's text is not known.
    unknown: bool,
}

/// A method that looks members up was called: `delta` arrived where the slot says.
pub fn look_up(solver: &mut Solver<'_>, reflective: u32, slot: Slot, delta: &ObjectSet) {
    let Nodes { class, name, .. } = calls::get(solver, reflective).nodes();
    let of = |node: Option<Node>, solver: &Solver<'_>| {
        node.map_or_else(ObjectSet::default, |node| solver.graph.objects(node).as_ref().clone())
    };
    let classes = if slot == Slot::Class { delta.clone() } else { of(class, solver) };
    let names = if slot == Slot::Name { delta.clone() } else { of(name, solver) };
    let mut names = names_of(solver, &names);
    names.other |= name.is_none();
    if name.is_none() {
        names.known.clear();
    }
    // the JDK's collections and futures keep what they hold in fields that they reach by handles
    let of_variables = calls::get(solver, reflective).reflect == Reflect::FindVarHandle;
    let (mut found, mut looked) = (ObjectSet::default(), false);
    for object in classes.iter() {
        let ty = match solver.objects.get(object).origin {
            Origin::Class(ty) => ty,
            Origin::SomeClass(lookup) => {
                look_up_in_some(solver, reflective, lookup, &names);
                continue;
            }
            Origin::ClassOfJdk => {
                calls::unknown_of_jdk(solver, reflective);
                continue;
            }
            _ => continue,
        };
        let class = ty.as_class().or_else(|| solver.program.class("java/lang/Object"));
        if let Some(class) = class.filter(|class| of_variables || !calls::leaves_out(solver, reflective, *class)) {
            looked = true;
            for member in look_up_in(solver, reflective, class, &names, name.is_none()) {
                found.insert(members::object_of(solver, &member));
            }
        }
    }
    if names.unknown && name.is_some() && looked {
        calls::unknown(solver, reflective, "looks up a member by an unknown name");
    }
    calls::give_all(solver, reflective, &found);
}

/// The members of a class that is not known: constructors as one; methods and fields of known names where the application asks for them,
/// by the classes that have such, which become answers of the look-up.
fn look_up_in_some(solver: &mut Solver<'_>, reflective: u32, lookup: u32, names: &Names) {
    let call = calls::get(solver, reflective);
    match call.reflect {
        Reflect::Constructor | Reflect::Constructors => {
            calls::answer(solver, reflective, &Member::ConstructorOf(lookup));
        }
        Reflect::Method | Reflect::Field if calls::is_at_application(solver, reflective) => {
            if names.unknown || names.other || names.of_jdk {
                return lazy::widen(solver, lookup);
            }
            let of_fields = call.reflect == Reflect::Field;
            let has = |class: &&Class| {
                let methods = class.file.methods.iter().filter(|_| !of_fields);
                let methods = methods.filter(|info| call.given.fits(&info.descriptor)).map(|info| &info.name);
                let fields = class.file.fields.iter().filter(|_| of_fields).map(|info| &info.name);
                methods.chain(fields).any(|name| names.known.contains(&**name))
            };
            let classes: Vec<ClassId> = solver.program.application().filter(has).map(|class| class.id).collect();
            classes.into_iter().for_each(|class| lazy::give(solver, lookup, class));
        }
        _ => {}
    }
}

fn names_of(solver: &Solver<'_>, strings: &ObjectSet) -> Names {
    let mut names = Names::default();
    for string in strings.iter() {
        match &solver.objects.get(string).origin {
            Origin::Text(text) => {
                names.known.insert(text.clone());
            }
            Origin::AnyText => names.other = true,
            Origin::OtherText => names.of_jdk = true,
            _ => names.unknown = true,
        }
    }
    names
}

/// The members of the class that are asked for; `list`: all are.
fn look_up_in(solver: &mut Solver<'_>, reflective: u32, class: ClassId, names: &Names, list: bool) -> Vec<Member> {
    let reflect = calls::get(solver, reflective).reflect;
    let at_application = calls::is_at_application(solver, reflective);
    let mut found = members_named(solver, reflective, class, &names.known);
    let of_application = solver.program.is_application(class);
    let constructor = matches!(reflect, Reflect::Constructor | Reflect::Constructors);
    let any = names.other || names.unknown;
    // a name that no method of the application has is one of the JDK's methods
    let of_jdk = matches!(reflect, Reflect::Method) && !any && !list;
    let wanted = if list || constructor || at_application {
        list || constructor || any || names.of_jdk
    } else {
        names.unknown && of_application
    };
    if wanted && (list || !limits::reaches_nothing(solver, reflective)) {
        found.extend(members_of(solver, reflective, class, of_jdk));
    }
    found = reached(solver, reflective, found);
    found.retain(|member| is_asked_for(solver, reflective, member));
    found
}

/// Of the members those that the user says that the call reaches, each for itself, if the user says so.
fn reached(solver: &Solver<'_>, reflective: u32, members: Vec<Member>) -> Vec<Member> {
    if limits::at(solver, reflective).is_none() {
        return members;
    }
    let each = |member: Member| match member {
        Member::MethodsOf(class, meant) => {
            members::methods_meant(solver, class, meant).into_iter().map(Member::Method).collect()
        }
        Member::FieldsOf(class) => members::fields_of(solver, class).into_iter().map(Member::Field).collect(),
        other => vec![other],
    };
    let is_named = |member: &Member| match member {
        Member::Method(method) | Member::Constructor(_, method) | Member::Component(method) => {
            limits::may_reach(solver, reflective, *method)
        }
        Member::Field(field) | Member::Variable(field) | Member::Handle(Handle::Field(field, _)) => {
            limits::may_reach_field(solver, reflective, *field)
        }
        Member::Handle(handle) => handle.method().is_none_or(|method| limits::may_reach(solver, reflective, method)),
        _ => true,
    };
    members.into_iter().flat_map(each).filter(is_named).collect()
}

/// Whether a call that asks for public members, or for those with these parameters, may mean this one.
fn is_asked_for(solver: &Solver<'_>, reflective: u32, member: &Member) -> bool {
    let (Member::Method(method) | Member::Constructor(_, method)) = *member else { return true };
    let Some(info) = solver.program.method(method) else { return false };
    let is_public = info.access & access::PUBLIC != 0 || !asks_for_public(solver, reflective);
    is_public && calls::get(solver, reflective).given.fits(&info.descriptor)
}

fn asks_for_public(solver: &Solver<'_>, reflective: u32) -> bool {
    matches!(&*calls::get(solver, reflective).name, "getMethod" | "getMethods" | "getConstructor" | "getConstructors")
}

/// The class and, unless only its own members are asked for, all above it.
fn searched(solver: &Solver<'_>, reflective: u32, class: ClassId) -> Vec<ClassId> {
    let program = solver.program;
    if calls::get(solver, reflective).declared {
        return vec![class];
    }
    let mut all: Vec<ClassId> = program.superclasses(class).map(|class| class.id).collect();
    all.extend(program.superinterfaces(class));
    all.extend(program.class("java/lang/Object"));
    all.dedup();
    all
}

/// The members of these names that the call asks for.
pub fn members_named(solver: &Solver<'_>, reflective: u32, class: ClassId, names: &FxHashSet<Box<str>>) -> Vec<Member> {
    let reflect = calls::get(solver, reflective).reflect;
    let mut found = Vec::new();
    for class in searched(solver, reflective, class).into_iter().filter_map(|class| solver.program.get(class)) {
        if matches!(reflect, Reflect::Field | Reflect::FindFieldHandle | Reflect::FindVarHandle) {
            let fields = class.file.fields.iter().zip(0..).filter(|(field, _)| names.contains(field.name.as_str()));
            found.extend(fields.map(|(_, index)| field_member(solver, reflective, FieldId { class: class.id, index })));
        } else {
            let methods = class.file.methods.iter().zip(0..).filter(|(info, _)| names.contains(info.name.as_str()));
            let methods = methods.map(|(_, index)| MethodId { class: class.id, index });
            found.extend(methods.filter_map(|method| method_member(solver, reflective, method)));
        }
    }
    found
}

/// The member object that the call makes of a field.
pub fn field_member(solver: &Solver<'_>, reflective: u32, field: FieldId) -> Member {
    let reflective = calls::get(solver, reflective);
    match reflective.reflect {
        Reflect::FindFieldHandle => Member::Handle(Handle::Field(field, !reflective.name.contains("Setter"))),
        Reflect::FindVarHandle => Member::Variable(field),
        _ => Member::Field(field),
    }
}

/// The member object that the call makes of a method; none if it does not ask for such methods.
pub fn method_member(solver: &Solver<'_>, reflective: u32, method: MethodId) -> Option<Member> {
    let reflective = calls::get(solver, reflective);
    let info = solver.program.method(method)?;
    let is_static = info.access & access::STATIC != 0;
    if info.name == "<clinit>" || (info.name == "<init>") != reflective.of_constructors() {
        return None;
    }
    Some(match (reflective.reflect, reflective.name.as_str()) {
        (Reflect::FindMethodHandle, _) if info.name == "<init>" => {
            Member::Handle(Handle::New(Type::class(method.class), method))
        }
        (Reflect::FindMethodHandle, _) if is_static => Member::Handle(Handle::Static(method)),
        (Reflect::FindMethodHandle, "findSpecial" | "unreflectSpecial") => Member::Handle(Handle::Special(method)),
        (Reflect::FindMethodHandle, _) => Member::Handle(Handle::Virtual(method)),
        _ if info.name == "<init>" => Member::Constructor(method.class, method),
        _ => Member::Method(method),
    })
}

/// All members of the class that the call may mean when the name is not known: constructors each, the others as one
/// where they may. Of the methods of a class of the JDK those count that the application may override.
fn members_of(solver: &mut Solver<'_>, reflective: u32, class: ClassId, of_jdk: bool) -> Vec<Member> {
    let Some(read) = solver.program.get(class) else { return Vec::new() };
    match calls::get(solver, reflective).reflect {
        Reflect::Field | Reflect::Fields => vec![Member::FieldsOf(class)],
        Reflect::Method | Reflect::Methods => {
            vec![Member::MethodsOf(class, Meant { public: asks_for_public(solver, reflective), of_jdk })]
        }
        Reflect::RecordComponents => components(read),
        Reflect::FindFieldHandle | Reflect::FindVarHandle => {
            let fields = members::fields_of(solver, class).into_iter();
            fields.map(|field| field_member(solver, reflective, field)).collect()
        }
        Reflect::FindMethodHandle if !calls::get(solver, reflective).of_constructors() => {
            let mut methods = members::methods_of(solver, class, true);
            if !solver.program.is_application(class) {
                methods.retain(|method| may_be_overridden(solver, *method));
            }
            methods.into_iter().filter_map(|method| method_member(solver, reflective, method)).collect()
        }
        _ => read.methods().filter_map(|(id, _)| method_member(solver, reflective, id)).collect(),
    }
}

/// Whether a class of the application may have a method in the place of this one.
pub fn may_be_overridden(solver: &Solver<'_>, method: MethodId) -> bool {
    solver.program.flags(method) & (access::STATIC | access::PRIVATE | access::FINAL) == 0
}

fn components(record: &Class) -> Vec<Member> {
    let fields = record.file.fields.iter().filter(|field| field.access & access::STATIC == 0);
    let accessors = fields.filter_map(|field| record.declared(&field.name, &format!("(){}", field.descriptor)));
    accessors.map(Member::Component).collect()
}
