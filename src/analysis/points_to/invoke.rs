//! What is done with members that reflection found: calls of methods and constructors, access to fields, new objects
//! and arrays.
//!
//! Arguments are the elements of the array that is passed, each parameter taking what fits its type; results of
//! primitive types are boxed. What the called method throws is the target of an `InvocationTargetException`.

use super::events::{Caller, SyntheticCall, Trigger};
use super::graph::Node;
use super::members::{Member, RESULT};
use super::objects::{Object, Origin};
use super::set::ObjectSet;
use super::solver::Solver;
use crate::analysis::ir::Type;
use crate::classfile::descriptor::parse_method;
use crate::program::{ClassId, FieldId, MethodId, access};

/// Dimensions of arrays that calls of unknown shape make.
const DIMENSIONS: u8 = 4;

/// The variable of the models that has what reflective calls throw.
const TARGETS: &str = "invocation-targets";

impl Solver<'_> {
    /// `Method.invoke` is called on these members.
    pub(super) fn invoke_members(&mut self, reflective: u32, members: &ObjectSet) {
        for object in members.iter() {
            match self.member_of(object) {
                Some(Member::Method(method)) => self.invoke_method(reflective, method),
                Some(Member::MethodsOf(class)) => {
                    self.unknown(reflective, "calls a method that is not known");
                    self.count_unknown(reflective, class);
                    for method in self.methods_of(class, true) {
                        self.invoke_unknown(reflective, method);
                    }
                }
                _ => self.unknown(reflective, "calls a method that is not known"),
            }
        }
    }

    fn count_unknown(&mut self, reflective: u32, class: ClassId) {
        if self.program.is_application(class) && self.is_at_application(reflective) {
            let classes = self.called_unknown.entry(reflective).or_default();
            classes.insert(class);
            let count = classes.len() as u32;
            if count > self.most_called_unknown.1 {
                self.most_called_unknown = (reflective, count);
            }
        }
    }

    fn invoke_method(&mut self, reflective: u32, method: MethodId) {
        let program = self.program;
        let Some(info) = program.method(method) else { return };
        if self.leaves_out(reflective, method.class) {
            return;
        }
        let synthetic = self.invoking(reflective, &info.descriptor);
        if info.access & access::STATIC != 0 {
            self.initialize(method.class);
            self.run_static(Caller::Synthetic(synthetic), method);
        } else {
            let selects = self.reflective_calls[reflective as usize].name != "invokeDefault";
            self.invoke_on_receivers(reflective, method, Trigger::Invoke(synthetic, method, selects));
        }
    }

    /// One of the methods that a call in which the method is not known may mean: those of the JDK count where the
    /// application overrides them.
    fn invoke_unknown(&mut self, reflective: u32, method: MethodId) {
        let program = self.program;
        if program.is_application(method.class) {
            return self.invoke_method(reflective, method);
        }
        let Some(info) = program.method(method).filter(|_| self.may_be_overridden(method)) else { return };
        if self.is_at_application(reflective) {
            let synthetic = self.invoking(reflective, &info.descriptor);
            self.invoke_on_receivers(reflective, method, Trigger::InvokeOfApplication(synthetic, method));
        }
    }

    /// The synthetic call of a reflective call to a method with this descriptor.
    fn invoking(&mut self, reflective: u32, descriptor: &str) -> u32 {
        let (model_call, nodes) = (
            self.reflective_calls[reflective as usize].model_call.clone(),
            self.reflective_calls[reflective as usize].nodes(),
        );
        let args = self.arguments(nodes.elements, descriptor);
        if let (Some(result), Some(parsed)) = (model_call.result, parse_method(descriptor)) {
            self.box_into(parsed.result, result);
        }
        let thrown = Some(self.wraps_exceptions(model_call.thrown));
        self.synthetic_call_once(SyntheticCall { site: model_call.site, args, dst: model_call.result, thrown })
    }

    /// Of all objects those of the method's class: where methods are not known, these are many on both sides.
    fn invoke_on_receivers(&mut self, reflective: u32, method: MethodId, trigger: Trigger) {
        let Some(receiver) = self.reflective_calls[reflective as usize].nodes().objects.first().copied() else {
            return;
        };
        let filter = self.objects.filter(Type::class(method.class));
        let receiver = self.filtered(receiver, filter);
        self.add_trigger(receiver, trigger);
    }

    /// The objects of application classes, and of those that are made at run time, among which lambdas are.
    pub(super) fn of_application(&self, objects: &ObjectSet) -> ObjectSet {
        let class = |object: Object| self.objects.type_of(object).as_class();
        let is_own = |object: &Object| class(*object).is_some_and(|class| self.program.is_application(class));
        objects.iter().filter(|object| is_own(object) || self.is_made_up(*object)).collect()
    }

    fn arguments(&mut self, elements: Option<Node>, descriptor: &str) -> Vec<Option<Node>> {
        elements.map_or_else(Vec::new, |elements| self.fitting(elements, descriptor))
    }

    /// Where exceptions of a reflective call go: they are in the exception that leaves it.
    fn wraps_exceptions(&mut self, thrown: Option<Node>) -> Node {
        let known = self.globals.contains_key(TARGETS);
        let targets = self.global(TARGETS);
        let exception = self.merged("java/lang/reflect/InvocationTargetException");
        if let (false, Some(class)) = (known, self.objects.type_of(exception).as_class()) {
            self.initialize(class);
            let constructor = self.program.get(class).and_then(|it| it.declared("<init>", "(Ljava/lang/Throwable;)V"));
            let synthetic =
                self.synthetic_call(SyntheticCall { site: None, args: vec![Some(targets)], dst: None, thrown: None });
            if let Some(constructor) = constructor {
                self.invoke(Caller::Synthetic(synthetic), constructor, false, &ObjectSet::from_iter([exception]));
            }
        }
        thrown.into_iter().for_each(|thrown| self.graph.add_object(thrown, exception));
        targets
    }

    /// `newInstance` is called on these classes or constructors.
    pub(super) fn new_instances(&mut self, reflective: u32, objects: &ObjectSet) {
        let program = self.program;
        for object in objects.iter() {
            let found = match (self.objects.get(object).origin.clone(), self.member_of(object)) {
                (_, Some(Member::Constructor(class, constructor))) => Some((class, constructor)),
                (Origin::Class(ty), _) => {
                    let class = ty.as_class().and_then(|class| program.get(class));
                    class.and_then(|class| Some((class.id, class.declared("<init>", "()V")?)))
                }
                _ => {
                    self.unknown_instances(reflective);
                    None
                }
            };
            if let Some((class, constructor)) = found {
                self.new_instance(reflective, class, constructor);
            }
        }
    }

    /// An instance of a class that is not known.
    fn unknown_instances(&mut self, reflective: u32) {
        self.unknown(reflective, "makes an object of a class that is not known");
        if !self.is_at_application(reflective) || !self.any_class_given.insert(reflective) {
            return;
        }
        let of_class = self.reflective_calls[reflective as usize].nodes().member.is_none();
        let mut found = Vec::new();
        for class in self.program.application() {
            let constructors = class.methods_named("<init>");
            let fitting = constructors.filter(|(_, info)| !of_class || info.descriptor == "()V");
            found.extend(fitting.map(|(id, _)| (class.id, id)));
        }
        for (class, constructor) in found {
            self.new_instance(reflective, class, constructor);
        }
    }

    fn new_instance(&mut self, reflective: u32, class: ClassId, constructor: MethodId) {
        let program = self.program;
        let Some(info) = program.method(constructor) else { return };
        if self.leaves_out(reflective, class) || !program.get(class).is_some_and(crate::program::Class::is_concrete) {
            return;
        }
        let model_call = self.reflective_calls[reflective as usize].model_call.clone();
        self.initialize(class);
        let object = self.instance_by_reflection(reflective, class);
        self.give(reflective, object);
        let nodes = self.reflective_calls[reflective as usize].nodes();
        let args = self.arguments(nodes.elements, &info.descriptor);
        // `Class.newInstance` throws what the constructor throws
        let thrown = match nodes.member {
            Some(_) => Some(self.wraps_exceptions(model_call.thrown)),
            None => model_call.thrown,
        };
        let synthetic = self.synthetic_call_once(SyntheticCall { site: model_call.site, args, dst: None, thrown });
        self.invoke(Caller::Synthetic(synthetic), constructor, false, &ObjectSet::from_iter([object]));
    }

    /// Of an application class there is one such object, and of a class that the application asks for: where it is not known
    /// which class is meant, each of many calls would make an object of each class.
    fn instance_by_reflection(&mut self, reflective: u32, class: ClassId) -> Object {
        if self.program.is_application(class) || self.is_at_application(reflective) {
            return self.object(Origin::Merged, 0, Type::class(class));
        }
        let model_call = self.reflective_calls[reflective as usize].model_call.clone();
        self.made(&model_call, Type::class(class), RESULT)
    }

    /// `Field.get` or `Field.set` is called on these members.
    pub(super) fn access_fields(&mut self, reflective: u32, members: &ObjectSet) {
        for object in members.iter() {
            match self.member_of(object) {
                Some(Member::Field(field)) => self.access_field(reflective, field),
                Some(Member::FieldsOf(class)) => {
                    self.unknown(reflective, "accesses a field that is not known");
                    for field in self.fields_of(class) {
                        self.access_field(reflective, field);
                    }
                }
                _ => self.unknown(reflective, "accesses a field that is not known"),
            }
        }
    }

    fn access_field(&mut self, reflective: u32, field: FieldId) {
        let (model_call, nodes) = (
            self.reflective_calls[reflective as usize].model_call.clone(),
            self.reflective_calls[reflective as usize].nodes(),
        );
        self.initialize_if_static(field);
        let reads =
            self.reflective_calls[reflective as usize].reflect == crate::analysis::models::effect::Reflect::FieldGet;
        let value = if reads { model_call.result } else { nodes.objects.get(1).copied() };
        if let Some(value) = value {
            self.through_field(nodes.objects.first().copied(), field, value, reads);
        }
    }

    pub(super) fn initialize_if_static(&mut self, field: FieldId) {
        if self.program.field(field).is_some_and(|info| info.access & access::STATIC != 0) {
            self.initialize(field.class);
        }
    }

    /// A constructor for serialization: it makes an object of the class and runs that of the first superclass that is
    /// not serializable.
    pub(super) fn serialization_constructors(&mut self, reflective: u32, classes: &ObjectSet) {
        let program = self.program;
        let Some(serializable) = program.class("java/io/Serializable") else { return };
        for object in classes.iter() {
            let Origin::Class(ty) = self.objects.get(object).origin else { continue };
            let Some(class) = ty.as_class() else { continue };
            if !self.objects.is_subclass(class, serializable) {
                continue;
            }
            let above = program.superclasses(class).find(|above| !program.is_subtype(above.id, serializable));
            if let Some(constructor) = above.and_then(|above| above.declared("<init>", "()V")) {
                self.answer(reflective, &Member::Constructor(class, constructor));
            }
        }
    }

    /// `Array.newInstance`: up to four dimensions where their number is in an array, or where it makes arrays of what it made.
    pub(super) fn new_array(&mut self, reflective: u32, element: Type) {
        let several = self.reflective_calls[reflective as usize].name.contains("multi");
        if !several && element.dims >= DIMENSIONS {
            let place = self.place_of(reflective).into_iter();
            self.diagnostics.extend(place.map(|place| {
                format!("{place}: makes arrays of arrays; those of more than {DIMENSIONS} dimensions are left out")
            }));
            return;
        }
        let model_call = self.reflective_calls[reflective as usize].model_call.clone();
        let mut inner: Option<Object> = None;
        let mut ty = element;
        for dimension in 0..if several { DIMENSIONS } else { 1 } {
            let Some(array) = ty.array() else { return };
            let object = self.made(&model_call, array, RESULT + u32::from(dimension));
            if let Some(inner) = inner {
                let node = self.elements(object);
                self.graph.add_object(node, inner);
            }
            self.give_one(reflective, object);
            (ty, inner) = (array, Some(object));
        }
    }

    /// An object is the result, even if that is declared as an array.
    fn give_one(&mut self, reflective: u32, object: Object) {
        let result = self.reflective_calls[reflective as usize].model_call.result;
        result.into_iter().for_each(|result| self.graph.add_object(result, object));
    }

    /// `values()` of an enum is called, its result is the answer.
    pub(super) fn enum_constants(&mut self, reflective: u32, class: ClassId) {
        let program = self.program;
        let Some(read) = program.get(class) else { return };
        let descriptor = format!("()[L{};", read.name());
        let Some(values) = read.declared("values", &descriptor) else { return };
        if read.superclass != program.class("java/lang/Enum") {
            return;
        }
        let model_call = self.reflective_calls[reflective as usize].model_call.clone();
        self.initialize(class);
        let synthetic = self.synthetic_call_once(SyntheticCall {
            site: model_call.site,
            args: Vec::new(),
            dst: model_call.result,
            thrown: model_call.thrown,
        });
        self.run_static(Caller::Synthetic(synthetic), values);
    }
}
