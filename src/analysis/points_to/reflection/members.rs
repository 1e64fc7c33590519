//! What reflection finds: fields, methods, constructors and handles, as objects of the heap.
//!
//! A member that a name tells is an object of its own; where the name is not known there is one object for all members
//! of the class, which stands for whichever fits when it is used. The fields of `Field`, `Method` and `Constructor`
//! that name the class and the types are filled; their accessors are not, since calls of them are modelled.

use super::super::objects::{Object, Origin};
use super::super::plugin::{Plugin, PluginState};
use super::super::solver::Solver;
use super::super::tables::Kept;
use super::RESULT;
use crate::analysis::ir::{Handle, Statement, Type};
use crate::analysis::models::effect::Step;
use crate::analysis::summaries::renumber::Renumber;
use crate::classfile::Constant;
use crate::classfile::descriptor::parse_method;
use crate::program::{Class, ClassId, FieldId, MethodId, access};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What an object of [`Origin::Member`] stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Member {
    /// A `Field`.
    Field(FieldId),
    /// Any `Field` of the class.
    FieldsOf(ClassId),
    /// A `Method`.
    Method(MethodId),
    /// Any `Method` of the class that may be meant.
    MethodsOf(ClassId, Meant),
    /// A `Constructor` of the class; the class that it makes is another for serialization.
    Constructor(ClassId, MethodId),
    /// Any `Constructor` of what a look-up finds: number of the reflective call.
    ConstructorOf(u32),
    /// A `RecordComponent` by its accessor.
    Component(MethodId),
    /// A `MethodHandle`.
    Handle(Handle),
    /// A `MethodHandle` made of others, with the number of the call that made it.
    Combined(u32),
    /// A `VarHandle` of a field.
    Variable(FieldId),
    /// A `VarHandle` of the elements of arrays.
    Elements,
    /// A `ServiceLoader` of the service.
    Services(Type),
    /// Its iterator.
    Iterator(Type),
    /// A `ServiceLoader.Provider` of a provider of the service.
    Provider(Type, ClassId),
}

/// Which methods of a class a look-up may mean that does not say its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Meant {
    /// Public ones alone.
    pub public: bool,
    /// Those alone that the JDK declares, and that no method of the application is called like: the name is a constant of the
    /// application that names none of its methods.
    pub of_jdk: bool,
}

const PARAMETER_TYPES: u32 = RESULT + 1;

/// The plugin of the members.
pub struct Members;

/// Its state: what reflection found.
#[derive(Default)]
struct MemberTable {
    list: Vec<Member>,
    numbers: FxHashMap<Member, u32>,
}

impl Kept for MemberTable {
    type Saved = Vec<Member>;

    fn save(&self) -> Vec<Member> {
        self.list.clone()
    }

    fn load(&mut self, saved: Vec<Member>) -> Option<()> {
        self.numbers = saved.iter().cloned().zip(0..).collect();
        self.list = saved;
        Some(())
    }
}

impl Plugin for Members {
    fn state(&self) -> Option<Box<dyn PluginState>> {
        Some(Box::<MemberTable>::default())
    }

    fn on_statement(&self, solver: &mut Solver<'_>, instance: u32, statement: &Statement) {
        if let Statement::Handle { dst, constant } = *statement {
            let object = handle_constant(solver, solver.methods.of(instance).id.class, constant);
            solver.graph.add_object(solver.var(instance, dst), object);
        }
    }

    fn makes_up(&self, solver: &Solver<'_>, object: Object) -> bool {
        matches!(of(solver, object), Some(Member::Iterator(_) | Member::Provider(..)))
    }
}

/// The object of a member.
pub fn object_of(solver: &mut Solver<'_>, member: &Member) -> Object {
    let ty = type_of_member(solver, member);
    let members = solver.state_mut::<MemberTable>();
    let next = members.list.len() as u32;
    if let Some(known) = members.numbers.get(member) {
        let known = *known;
        return solver.object(Origin::Member(known), 0, ty);
    }
    members.list.push(member.clone());
    members.numbers.insert(member.clone(), next);
    let object = solver.object(Origin::Member(next), 0, ty);
    describe_member(solver, object, member);
    object
}

/// What a member object stands for; none for other objects.
pub fn of(solver: &Solver<'_>, object: Object) -> Option<Member> {
    match solver.objects.get(object).origin {
        Origin::Member(number) => solver.state::<MemberTable>().list.get(number as usize).cloned(),
        _ => None,
    }
}

fn type_of_member(solver: &Solver<'_>, member: &Member) -> Type {
    let name = match member {
        Member::Field(_) | Member::FieldsOf(_) => "java/lang/reflect/Field",
        Member::Method(_) | Member::MethodsOf(..) => "java/lang/reflect/Method",
        Member::Constructor(..) | Member::ConstructorOf(_) => "java/lang/reflect/Constructor",
        Member::Component(_) => "java/lang/reflect/RecordComponent",
        Member::Handle(_) | Member::Combined(_) => "java/lang/invoke/MethodHandle",
        Member::Variable(_) | Member::Elements => "java/lang/invoke/VarHandle",
        Member::Services(_) => "java/util/ServiceLoader",
        Member::Iterator(_) => "java/util/Iterator",
        Member::Provider(..) => "java/util/ServiceLoader$Provider",
    };
    Type::named(solver.program, name)
}

/// Fills the fields of the objects that programs read back.
fn describe_member(solver: &mut Solver<'_>, object: Object, member: &Member) {
    let program = solver.program;
    let of_field = |field: FieldId| Some((field.class, program.field(field)?.name.as_str()));
    let of_method = |method: MethodId| Some((method.class, program.method(method)?.name.as_str()));
    let (class, name) = match member {
        Member::Field(field) => of_field(*field).unzip(),
        Member::Method(method) | Member::Constructor(_, method) | Member::Component(method) => {
            of_method(*method).unzip()
        }
        Member::FieldsOf(class) | Member::MethodsOf(class, _) => (Some(*class), None),
        _ => return,
    };
    let name = match (class, name) {
        (Some(class), Some(name)) => solver.text_of(class, name),
        _ => solver.merged("java/lang/String"),
    };
    put_named(solver, object, "name", name);
    if matches!(member, Member::Component(_)) {
        if let Member::Component(method) = member {
            let accessor = object_of(solver, &Member::Method(*method));
            put_named(solver, object, "accessor", accessor);
        }
    } else {
        put_named(solver, object, "root", object);
    }
    for (class, descriptor) in declarations(solver, member) {
        let declaring = match member {
            Member::FieldsOf(_) | Member::MethodsOf(..) => solver.class_of_jdk(Type::class(class)),
            _ => solver.class_object(Type::class(class)),
        };
        put_named(solver, object, "clazz", declaring);
        let is_told_apart = solver.program.is_application(class);
        describe_types(solver, object, (descriptor, is_told_apart));
    }
}

/// The classes and descriptors of what the object of a member may stand for.
fn declarations<'a>(solver: &Solver<'a>, member: &Member) -> BTreeSet<(ClassId, &'a str)> {
    let program = solver.program;
    let (fields, methods) = match member {
        Member::Field(field) => (vec![*field], Vec::new()),
        Member::FieldsOf(class) => (fields_of(solver, *class), Vec::new()),
        Member::MethodsOf(class, meant) => (Vec::new(), methods_meant(solver, *class, *meant)),
        Member::Method(method) | Member::Constructor(_, method) | Member::Component(method) => {
            (Vec::new(), vec![*method])
        }
        _ => return BTreeSet::new(),
    };
    let fields = fields.into_iter().filter_map(|id| Some((id.class, program.field(id)?.descriptor.as_str())));
    let methods = methods.into_iter().filter_map(|id| Some((id.class, program.method(id)?.descriptor.as_str())));
    fields.chain(methods).collect()
}

fn describe_types(solver: &mut Solver<'_>, object: Object, (descriptor, is_told_apart): (&str, bool)) {
    let Some(parsed) = parse_method(descriptor) else {
        let ty = class_of_descriptor(solver, (descriptor, is_told_apart));
        ty.into_iter().for_each(|ty| put_named(solver, object, "type", ty));
        return;
    };
    for field in ["returnType", "type"] {
        let ty = class_of_descriptor(solver, (parsed.result, is_told_apart));
        ty.into_iter().for_each(|ty| put_named(solver, object, field, ty));
    }
    let Origin::Member(number) = solver.objects.get(object).origin else { return };
    let is_one = !is_told_apart || matches!(of(solver, object), Some(Member::MethodsOf(..)));
    let number = if is_one { u32::MAX } else { number };
    let classes = Type::named(solver.program, "[Ljava/lang/Class;");
    let array = solver.object(Origin::Model(u32::MAX, number, PARAMETER_TYPES), 0, classes);
    let elements = solver.elements(array);
    for parameter in &parsed.parameters {
        let class = class_of_descriptor(solver, (parameter, is_told_apart));
        class.into_iter().for_each(|class| solver.graph.add_object(elements, class));
    }
    put_named(solver, object, "parameterTypes", array);
    let none = solver.object(Origin::Merged, 0, classes);
    put_named(solver, object, "exceptionTypes", none);
}

fn class_of_descriptor(solver: &mut Solver<'_>, (descriptor, is_told_apart): (&str, bool)) -> Option<Object> {
    let ty = Type::of_descriptor(solver.program, descriptor)?;
    Some(if is_told_apart { solver.class_object(ty) } else { solver.class_of_jdk(ty) })
}

/// Puts an object into the fields with this name of another.
pub fn put_named(solver: &mut Solver<'_>, object: Object, field: &str, value: Object) {
    let step = solver.access_step(&Step::Field(field.to_owned()));
    for (node, _) in solver.nodes_at(object, step) {
        solver.graph.add_object(node, value);
    }
}

/// All fields of the class and its superclasses.
pub fn fields_of(solver: &Solver<'_>, class: ClassId) -> Vec<FieldId> {
    let fields = |class: &Class| {
        let id = class.id;
        (0..class.file.fields.len()).map(move |index| FieldId { class: id, index: index as u16 })
    };
    solver.program.superclasses(class).flat_map(fields).collect()
}

/// All methods of the class and its supertypes, constructors left out; those of the JDK only if asked for.
pub fn methods_of(solver: &Solver<'_>, class: ClassId, of_jdk: bool) -> Vec<MethodId> {
    let program = solver.program;
    let mut classes: Vec<ClassId> = program.superclasses(class).map(|class| class.id).collect();
    classes.extend(program.superinterfaces(class));
    let classes = classes.into_iter().filter(|class| of_jdk || program.is_application(*class));
    let methods = classes.filter_map(|class| program.get(class)).flat_map(Class::methods);
    methods.filter(|(_, info)| !info.name.starts_with('<')).map(|(id, _)| id).collect()
}

/// Those of them that a look-up may mean.
pub fn methods_meant(solver: &Solver<'_>, class: ClassId, meant: Meant) -> Vec<MethodId> {
    let program = solver.program;
    let mut methods = methods_of(solver, class, true);
    methods.retain(|method| {
        let named = |name: &str| !program.is_application(method.class) && !solver.texts.is_member(name);
        let is_public = !meant.public || program.flags(*method) & access::PUBLIC != 0;
        is_public && (!meant.of_jdk || program.method(*method).is_some_and(|info| named(&info.name)))
    });
    methods
}

/// The object of a constant handle or method type.
pub fn handle_constant(solver: &mut Solver<'_>, class: ClassId, constant: u16) -> Object {
    let program = solver.program;
    let Some(read) = program.get(class) else { return solver.merged("java/lang/invoke/MethodType") };
    match read.file.constant(constant) {
        Ok(Constant::MethodHandle(handle)) => {
            let handle = crate::analysis::ir::handle_of(program, read, &handle);
            object_of(solver, &Member::Handle(handle))
        }
        _ => solver.merged("java/lang/invoke/MethodType"),
    }
}

impl Renumber for Member {
    fn renumber(&mut self, by: u32) {
        match self {
            Self::Field(field) | Self::Variable(field) => field.renumber(by),
            Self::FieldsOf(class) | Self::MethodsOf(class, _) => class.renumber(by),
            Self::Method(method) | Self::Component(method) => method.renumber(by),
            Self::Constructor(class, method) => {
                class.renumber(by);
                method.renumber(by);
            }
            Self::Handle(handle) => handle.renumber(by),
            Self::Services(ty) | Self::Iterator(ty) => ty.renumber(by),
            Self::Provider(ty, class) => {
                ty.renumber(by);
                class.renumber(by);
            }
            Self::Combined(_) | Self::Elements | Self::ConstructorOf(_) => {}
        }
    }
}
