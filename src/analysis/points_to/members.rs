//! What reflection finds: fields, methods, constructors and handles, as objects of the heap.
//!
//! A member that a name tells is an object of its own; where the name is not known there is one object for all members
//! of the class, which stands for whichever fits when it is used. The fields of `Field`, `Method` and `Constructor`
//! that name the class and the types are filled; their accessors are not, since calls of them are modelled.

use super::events::{AccessStep, Nodes, Slot, Trigger};
use super::graph::Node;
use super::objects::{Object, Origin};
use super::set::ObjectSet;
use super::solver::Solver;
use crate::analysis::ir::{Handle, Type};
use crate::analysis::models::effect::Reflect;
use crate::classfile::descriptor::parse_method;
use crate::program::{Class, ClassId, FieldId, MethodId, Program, access};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What an object of [`Origin::Member`] stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) enum Member {
    /// A `Field`.
    Field(FieldId),
    /// Any `Field` of the class.
    FieldsOf(ClassId),
    /// A `Method`.
    Method(MethodId),
    /// Any `Method` of the class.
    MethodsOf(ClassId),
    /// A `Constructor` of the class; the class that it makes is another for serialization.
    Constructor(ClassId, MethodId),
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

/// What a string names.
#[derive(Default)]
struct Names {
    known: FxHashSet<Box<str>>,
    /// Some string names no member of the application, but perhaps one of the JDK.
    other: bool,
    /// Some string's text is not known.
    unknown: bool,
}

impl<'a> Solver<'a> {
    /// The object of a member.
    pub(super) fn member(&mut self, member: &Member) -> Object {
        let next = self.members.len() as u32;
        if let Some(known) = self.member_numbers.get(member) {
            return self.object(Origin::Member(*known), 0, self.type_of_member(member));
        }
        self.members.push(member.clone());
        self.member_numbers.insert(member.clone(), next);
        let object = self.object(Origin::Member(next), 0, self.type_of_member(member));
        self.describe_member(object, member);
        object
    }

    /// What a member object stands for; none for other objects.
    pub(super) fn member_of(&self, object: Object) -> Option<Member> {
        match self.objects.get(object).origin {
            Origin::Member(number) => self.members.get(number as usize).cloned(),
            _ => None,
        }
    }

    fn type_of_member(&self, member: &Member) -> Type {
        let name = match member {
            Member::Field(_) | Member::FieldsOf(_) => "java/lang/reflect/Field",
            Member::Method(_) | Member::MethodsOf(_) => "java/lang/reflect/Method",
            Member::Constructor(..) => "java/lang/reflect/Constructor",
            Member::Component(_) => "java/lang/reflect/RecordComponent",
            Member::Handle(_) | Member::Combined(_) => "java/lang/invoke/MethodHandle",
            Member::Variable(_) | Member::Elements => "java/lang/invoke/VarHandle",
            Member::Services(_) => "java/util/ServiceLoader",
            Member::Iterator(_) => "java/util/Iterator",
            Member::Provider(..) => "java/util/ServiceLoader$Provider",
        };
        Type::named(self.program, name)
    }

    /// Fills the fields of the objects that programs read back.
    fn describe_member(&mut self, object: Object, member: &Member) {
        let program = self.program;
        let of_field = |field: FieldId| Some((field.class, program.field(field)?.name.as_str()));
        let of_method = |method: MethodId| Some((method.class, program.method(method)?.name.as_str()));
        let (class, name) = match member {
            Member::Field(field) => of_field(*field).unzip(),
            Member::Method(method) | Member::Constructor(_, method) | Member::Component(method) => {
                of_method(*method).unzip()
            }
            Member::FieldsOf(class) | Member::MethodsOf(class) => (Some(*class), None),
            _ => return,
        };
        let name = match (class, name) {
            (Some(class), Some(name)) => self.text_of(class, name),
            _ => self.merged("java/lang/String"),
        };
        self.put_named(object, "name", name);
        if matches!(member, Member::Component(_)) {
            if let Member::Component(method) = member {
                let accessor = self.member(&Member::Method(*method));
                self.put_named(object, "accessor", accessor);
            }
        } else {
            self.put_named(object, "root", object);
        }
        for (class, descriptor) in self.declarations(member) {
            let class = self.class_object(Type::class(class));
            self.put_named(object, "clazz", class);
            self.describe_types(object, descriptor);
        }
    }

    /// The classes and descriptors of what the object of a member may stand for.
    fn declarations(&self, member: &Member) -> BTreeSet<(ClassId, &'a str)> {
        let program = self.program;
        let (fields, methods) = match member {
            Member::Field(field) => (vec![*field], Vec::new()),
            Member::FieldsOf(class) => (self.fields_of(*class), Vec::new()),
            Member::MethodsOf(class) => (Vec::new(), self.methods_of(*class, true)),
            Member::Method(method) | Member::Constructor(_, method) | Member::Component(method) => {
                (Vec::new(), vec![*method])
            }
            _ => return BTreeSet::new(),
        };
        let fields = fields.into_iter().filter_map(|id| Some((id.class, program.field(id)?.descriptor.as_str())));
        let methods = methods.into_iter().filter_map(|id| Some((id.class, program.method(id)?.descriptor.as_str())));
        fields.chain(methods).collect()
    }

    fn describe_types(&mut self, object: Object, descriptor: &str) {
        let Some(parsed) = parse_method(descriptor) else {
            let ty = self.class_of_descriptor(descriptor);
            ty.into_iter().for_each(|ty| self.put_named(object, "type", ty));
            return;
        };
        for field in ["returnType", "type"] {
            let ty = self.class_of_descriptor(parsed.result);
            ty.into_iter().for_each(|ty| self.put_named(object, field, ty));
        }
        let Origin::Member(number) = self.objects.get(object).origin else { return };
        let classes = Type::named(self.program, "[Ljava/lang/Class;");
        let array = self.object(Origin::Model(u32::MAX, number, PARAMETER_TYPES), 0, classes);
        let elements = self.elements(array);
        for parameter in &parsed.parameters {
            let class = self.class_of_descriptor(parameter);
            class.into_iter().for_each(|class| self.graph.add_object(elements, class));
        }
        self.put_named(object, "parameterTypes", array);
        let none = self.object(Origin::Merged, 0, classes);
        self.put_named(object, "exceptionTypes", none);
    }

    fn class_of_descriptor(&mut self, descriptor: &str) -> Option<Object> {
        let ty = Type::of_descriptor(self.program, descriptor)?;
        Some(self.class_object(ty))
    }

    /// Puts an object into the fields with this name of another.
    pub(super) fn put_named(&mut self, object: Object, field: &str, value: Object) {
        let step = self.access_step(&crate::analysis::models::effect::Step::Field(field.to_owned()));
        for (node, _) in self.nodes_at(object, step) {
            self.graph.add_object(node, value);
        }
    }

    /// A method that looks members up was called: `delta` arrived where the slot says.
    pub(super) fn look_up(&mut self, reflective: u32, slot: Slot, delta: &ObjectSet) {
        let Nodes { class, name, .. } = self.reflective_calls[reflective as usize].nodes();
        let of = |node: Option<Node>, solver: &Self| {
            node.map_or_else(ObjectSet::default, |node| solver.graph.objects(node).as_ref().clone())
        };
        let classes = if slot == Slot::Class { delta.clone() } else { of(class, self) };
        let names = if slot == Slot::Name { delta.clone() } else { of(name, self) };
        let mut names = self.names_of(&names);
        names.other |= name.is_none();
        if name.is_none() {
            names.known.clear();
        }
        // the JDK's collections and futures keep what they hold in fields that they reach by handles
        let of_variables = self.reflective_calls[reflective as usize].reflect == Reflect::FindVarHandle;
        let (mut found, mut looked) = (ObjectSet::default(), false);
        for object in classes.iter() {
            let Origin::Class(ty) = self.objects.get(object).origin else { continue };
            let class = ty.as_class().or_else(|| self.program.class("java/lang/Object"));
            if let Some(class) = class.filter(|class| of_variables || !self.leaves_out(reflective, *class)) {
                looked = true;
                for member in self.look_up_in(reflective, class, &names, name.is_none()) {
                    found.insert(self.member(&member));
                }
            }
        }
        if names.unknown && name.is_some() && looked {
            self.unknown(reflective, "looks up a member by a name that is not known");
        }
        self.give_all(reflective, &found);
    }

    fn names_of(&self, strings: &ObjectSet) -> Names {
        let mut names = Names::default();
        for string in strings.iter() {
            match &self.objects.get(string).origin {
                Origin::Text(text) => {
                    names.known.insert(text.clone());
                }
                Origin::AnyText => names.other = true,
                _ => names.unknown = true,
            }
        }
        names
    }

    /// The members of the class that are asked for; `list`: all are.
    fn look_up_in(&mut self, reflective: u32, class: ClassId, names: &Names, list: bool) -> Vec<Member> {
        let reflect = self.reflective_calls[reflective as usize].reflect;
        let at_application = self.is_at_application(reflective);
        let mut found = self.members_named(reflective, class, &names.known);
        let of_application = self.program.is_application(class);
        let constructor = matches!(reflect, Reflect::Constructor | Reflect::Constructors);
        let wanted = if list || constructor || at_application {
            list || constructor || names.other || names.unknown
        } else {
            names.unknown && of_application
        };
        if wanted {
            found.extend(self.members_of(reflective, class));
        }
        found
    }

    /// The class and, unless only its own members are asked for, all above it.
    fn searched(&self, reflective: u32, class: ClassId) -> Vec<ClassId> {
        let program = self.program;
        if self.reflective_calls[reflective as usize].declared {
            return vec![class];
        }
        let mut all: Vec<ClassId> = program.superclasses(class).map(|class| class.id).collect();
        all.extend(program.superinterfaces(class));
        all.extend(program.class("java/lang/Object"));
        all.dedup();
        all
    }

    /// The members of these names that the call asks for.
    pub(super) fn members_named(&self, reflective: u32, class: ClassId, names: &FxHashSet<Box<str>>) -> Vec<Member> {
        let reflect = self.reflective_calls[reflective as usize].reflect;
        let mut found = Vec::new();
        for class in self.searched(reflective, class).into_iter().filter_map(|class| self.program.get(class)) {
            if matches!(reflect, Reflect::Field | Reflect::FindFieldHandle | Reflect::FindVarHandle) {
                let fields = class.file.fields.iter().zip(0..).filter(|(field, _)| names.contains(field.name.as_str()));
                found
                    .extend(fields.map(|(_, index)| self.field_member(reflective, FieldId { class: class.id, index })));
            } else {
                let methods = class.file.methods.iter().zip(0..).filter(|(info, _)| names.contains(info.name.as_str()));
                let methods = methods.map(|(_, index)| MethodId { class: class.id, index });
                found.extend(methods.filter_map(|method| self.method_member(reflective, method)));
            }
        }
        found
    }

    /// The member object that the call makes of a field.
    pub(super) fn field_member(&self, reflective: u32, field: FieldId) -> Member {
        let reflective = &self.reflective_calls[reflective as usize];
        match reflective.reflect {
            Reflect::FindFieldHandle => Member::Handle(Handle::Field(field, !reflective.name.contains("Setter"))),
            Reflect::FindVarHandle => Member::Variable(field),
            _ => Member::Field(field),
        }
    }

    /// The member object that the call makes of a method; none if it does not ask for such methods.
    pub(super) fn method_member(&self, reflective: u32, method: MethodId) -> Option<Member> {
        let reflective = &self.reflective_calls[reflective as usize];
        let info = self.program.method(method)?;
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
    fn members_of(&mut self, reflective: u32, class: ClassId) -> Vec<Member> {
        let Some(read) = self.program.get(class) else { return Vec::new() };
        match self.reflective_calls[reflective as usize].reflect {
            Reflect::Field | Reflect::Fields => vec![Member::FieldsOf(class)],
            Reflect::Method | Reflect::Methods => vec![Member::MethodsOf(class)],
            Reflect::RecordComponents => components(read),
            Reflect::FindFieldHandle | Reflect::FindVarHandle => {
                let fields = self.fields_of(class).into_iter();
                fields.map(|field| self.field_member(reflective, field)).collect()
            }
            Reflect::FindMethodHandle if !self.reflective_calls[reflective as usize].of_constructors() => {
                let mut methods = self.methods_of(class, true);
                if !self.program.is_application(class) {
                    methods.retain(|method| self.may_be_overridden(*method));
                }
                methods.into_iter().filter_map(|method| self.method_member(reflective, method)).collect()
            }
            _ => read.methods().filter_map(|(id, _)| self.method_member(reflective, id)).collect(),
        }
    }

    /// Whether a class of the application may have a method in the place of this one.
    pub(super) fn may_be_overridden(&self, method: MethodId) -> bool {
        self.program.flags(method) & (access::STATIC | access::PRIVATE | access::FINAL) == 0
    }

    /// All fields of the class and its superclasses.
    pub(super) fn fields_of(&self, class: ClassId) -> Vec<FieldId> {
        let fields = |class: &Class| {
            let id = class.id;
            (0..class.file.fields.len()).map(move |index| FieldId { class: id, index: index as u16 })
        };
        self.program.superclasses(class).flat_map(fields).collect()
    }

    /// All methods of the class and its supertypes, constructors left out; those of the JDK only if asked for.
    pub(super) fn methods_of(&self, class: ClassId, of_jdk: bool) -> Vec<MethodId> {
        let program = self.program;
        let mut classes: Vec<ClassId> = program.superclasses(class).map(|class| class.id).collect();
        classes.extend(program.superinterfaces(class));
        let classes = classes.into_iter().filter(|class| of_jdk || program.is_application(*class));
        let methods = classes.filter_map(|class| program.get(class)).flat_map(Class::methods);
        methods.filter(|(_, info)| !info.name.starts_with('<')).map(|(id, _)| id).collect()
    }

    /// A member is the result of the call, or an element of it.
    pub(super) fn answer(&mut self, reflective: u32, member: &Member) {
        let object = self.member(member);
        self.give(reflective, object);
    }

    /// An object is the result of the call, or an element of it if the call returns an array.
    pub(super) fn give(&mut self, reflective: u32, object: Object) {
        self.give_all(reflective, &ObjectSet::from_iter([object]));
    }

    /// The same of several; no array if there are none.
    fn give_all(&mut self, reflective: u32, objects: &ObjectSet) {
        let Some(result) = self.reflective_calls[reflective as usize].model_call.result.filter(|_| !objects.is_empty())
        else {
            return;
        };
        let Some(ty) = self.reflective_calls[reflective as usize].array else {
            self.graph.add_objects(result, objects);
            return;
        };
        let model_call = self.reflective_calls[reflective as usize].model_call.clone();
        let array = self.made(&model_call, ty, RESULT);
        self.graph.add_object(result, array);
        let node = self.elements(array);
        self.graph.add_objects(node, objects);
    }

    /// What is in the fields of the class that fit goes to the node, or the other way round.
    pub(super) fn through_field(&mut self, base: Option<Node>, field: FieldId, value: Node, reads: bool) {
        let program = self.program;
        let Some(info) = program.field(field) else { return };
        let Some(ty) = Type::of_descriptor(program, &info.descriptor) else {
            if reads {
                self.box_into(&info.descriptor, value);
            }
            return;
        };
        if info.access & access::STATIC != 0 {
            self.initialize(field.class);
            let node = self.static_field(field);
            let filter = self.objects.filter(ty);
            if reads {
                self.edge(node, value, 0);
            } else {
                self.edge(value, node, filter);
            }
        } else if let Some(base) = base {
            // where fields are not known these are many, and the objects too
            let filter = self.objects.filter(Type::class(field.class));
            let base = self.filtered(base, filter);
            let step = AccessStep::Exactly(field);
            self.add_trigger(base, if reads { Trigger::Load(value, step) } else { Trigger::Store(value, step) });
        }
    }

    /// The box of a primitive type goes to the node.
    pub(super) fn box_into(&mut self, descriptor: &str, node: Node) {
        let class = match descriptor {
            "Z" => "java/lang/Boolean",
            "B" => "java/lang/Byte",
            "C" => "java/lang/Character",
            "S" => "java/lang/Short",
            "I" => "java/lang/Integer",
            "J" => "java/lang/Long",
            "F" => "java/lang/Float",
            "D" => "java/lang/Double",
            _ => return,
        };
        let object = self.merged(class);
        self.graph.add_object(node, object);
    }
}

/// Numbers of what the model of a reflective call makes, apart from those that a line of the model counts.
pub(super) const RESULT: u32 = 1 << 20;
const PARAMETER_TYPES: u32 = RESULT + 1;

fn components(record: &Class) -> Vec<Member> {
    let fields = record.file.fields.iter().filter(|field| field.access & access::STATIC == 0);
    let accessors = fields.filter_map(|field| record.declared(&field.name, &format!("(){}", field.descriptor)));
    accessors.map(Member::Component).collect()
}

pub(super) fn member_names(program: &Program) -> FxHashSet<String> {
    let mut names = FxHashSet::default();
    for class in program.application() {
        names.insert(class.name().replace('/', "."));
        names.extend(class.file.methods.iter().map(|method| method.name.clone()));
        names.extend(class.file.fields.iter().map(|field| field.name.clone()));
    }
    names
}
