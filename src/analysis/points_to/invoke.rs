//! What is done with members that reflection found: calls of methods and constructors, access to fields, new objects
//! and arrays.
//!
//! Arguments are the elements of the array that is passed, each parameter taking what fits its type; results of
//! primitive types are boxed. What the called method throws is the target of an `InvocationTargetException`.

use super::graph::Node;
use super::members::{Member, RESULT};
use super::objects::{Object, Origin};
use super::set::ObjectSet;
use super::solver::{Caller, Flow, Solver, Watch};
use crate::analysis::ir::Type;
use crate::classfile::descriptor::parse_method;
use crate::program::{ClassId, FieldId, MethodId, access};

/// Dimensions of arrays that calls of unknown shape make.
const DIMENSIONS: u8 = 4;

/// The variable of the models that has what reflective calls throw.
const TARGETS: &str = "invocation-targets";

impl Solver<'_> {
    /// `Method.invoke` is called on these members.
    pub(super) fn invoke_members(&mut self, asked: u32, members: &ObjectSet) {
        for object in members.iter() {
            match self.member_of(object) {
                Some(Member::Method(method)) => self.invoke_method(asked, method),
                Some(Member::MethodsOf(class)) => {
                    self.unknown(asked, "calls a method that is not known");
                    self.count_unknown(asked, class);
                    for method in self.methods_of(class, true) {
                        self.invoke_unknown(asked, method);
                    }
                }
                _ => self.unknown(asked, "calls a method that is not known"),
            }
        }
    }

    fn count_unknown(&mut self, asked: u32, class: ClassId) {
        if self.program.is_application(class) && self.is_at_application(asked) {
            let classes = self.called_unknown.entry(asked).or_default();
            classes.insert(class);
            let count = classes.len() as u32;
            if count > self.most_called_unknown.1 {
                self.most_called_unknown = (asked, count);
            }
        }
    }

    fn invoke_method(&mut self, asked: u32, method: MethodId) {
        let program = self.program;
        let Some(info) = program.method(method) else { return };
        if self.leaves_out(asked, method.class) {
            return;
        }
        let flow = self.invoking(asked, &info.descriptor);
        if info.access & access::STATIC != 0 {
            self.initialize(method.class);
            self.run_static(Caller::Flow(flow), method);
        } else {
            let selects = self.asked[asked as usize].name != "invokeDefault";
            self.invoke_on_receivers(asked, method, Watch::Invoke(flow, method, selects));
        }
    }

    /// One of the methods that a call in which the method is not known may mean: those of the JDK count where the
    /// application overrides them.
    fn invoke_unknown(&mut self, asked: u32, method: MethodId) {
        let program = self.program;
        if program.is_application(method.class) {
            return self.invoke_method(asked, method);
        }
        let Some(info) = program.method(method).filter(|_| self.may_be_overridden(method)) else { return };
        if self.is_at_application(asked) {
            let flow = self.invoking(asked, &info.descriptor);
            self.invoke_on_receivers(asked, method, Watch::InvokeOfApplication(flow, method));
        }
    }

    /// The flow of a reflective call to a method with this descriptor.
    fn invoking(&mut self, asked: u32, descriptor: &str) -> u32 {
        let (scene, nodes) = (self.asked[asked as usize].scene.clone(), self.asked[asked as usize].nodes());
        let args = self.arguments(nodes.elements, descriptor);
        if let (Some(result), Some(parsed)) = (scene.result, parse_method(descriptor)) {
            self.box_into(parsed.result, result);
        }
        let thrown = Some(self.wraps_exceptions(scene.thrown));
        self.flow_once(Flow { site: scene.site, args, dst: scene.result, thrown })
    }

    /// Of all objects those of the method's class: where methods are not known, these are many on both sides.
    fn invoke_on_receivers(&mut self, asked: u32, method: MethodId, watch: Watch) {
        let Some(receiver) = self.asked[asked as usize].nodes().objects.first().copied() else { return };
        let filter = self.objects.filter(Type::class(method.class));
        let receiver = self.filtered(receiver, filter);
        self.watch(receiver, watch);
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
            let flow = self.flow(Flow { site: None, args: vec![Some(targets)], dst: None, thrown: None });
            if let Some(constructor) = constructor {
                self.invoke(Caller::Flow(flow), constructor, false, &ObjectSet::from_iter([exception]));
            }
        }
        thrown.into_iter().for_each(|thrown| self.graph.add_object(thrown, exception));
        targets
    }

    /// `newInstance` is called on these classes or constructors.
    pub(super) fn new_instances(&mut self, asked: u32, objects: &ObjectSet) {
        let program = self.program;
        for object in objects.iter() {
            let found = match (self.objects.get(object).origin.clone(), self.member_of(object)) {
                (_, Some(Member::Constructor(class, constructor))) => Some((class, constructor)),
                (Origin::Class(ty), _) => {
                    let class = ty.as_class().and_then(|class| program.get(class));
                    class.and_then(|class| Some((class.id, class.declared("<init>", "()V")?)))
                }
                _ => {
                    self.unknown_instances(asked);
                    None
                }
            };
            if let Some((class, constructor)) = found {
                self.new_instance(asked, class, constructor);
            }
        }
    }

    /// An instance of a class that is not known.
    fn unknown_instances(&mut self, asked: u32) {
        self.unknown(asked, "makes an object of a class that is not known");
        if !self.is_at_application(asked) || !self.any_class_given.insert(asked) {
            return;
        }
        let of_class = self.asked[asked as usize].nodes().member.is_none();
        let mut found = Vec::new();
        for class in self.program.application() {
            let constructors = class.methods_named("<init>");
            let fitting = constructors.filter(|(_, info)| !of_class || info.descriptor == "()V");
            found.extend(fitting.map(|(id, _)| (class.id, id)));
        }
        for (class, constructor) in found {
            self.new_instance(asked, class, constructor);
        }
    }

    fn new_instance(&mut self, asked: u32, class: ClassId, constructor: MethodId) {
        let program = self.program;
        let Some(info) = program.method(constructor) else { return };
        if self.leaves_out(asked, class) || !program.get(class).is_some_and(crate::program::Class::is_concrete) {
            return;
        }
        let scene = self.asked[asked as usize].scene.clone();
        self.initialize(class);
        let object = self.instance_by_reflection(asked, class);
        self.give(asked, object);
        let nodes = self.asked[asked as usize].nodes();
        let args = self.arguments(nodes.elements, &info.descriptor);
        // `Class.newInstance` throws what the constructor throws
        let thrown = match nodes.member {
            Some(_) => Some(self.wraps_exceptions(scene.thrown)),
            None => scene.thrown,
        };
        let flow = self.flow_once(Flow { site: scene.site, args, dst: None, thrown });
        self.invoke(Caller::Flow(flow), constructor, false, &ObjectSet::from_iter([object]));
    }

    /// Of an application class there is one such object, and of a class that the application asks for: where it is not known
    /// which class is meant, each of many calls would make an object of each class.
    fn instance_by_reflection(&mut self, asked: u32, class: ClassId) -> Object {
        if self.program.is_application(class) || self.is_at_application(asked) {
            return self.object(Origin::Merged, 0, Type::class(class));
        }
        let scene = self.asked[asked as usize].scene.clone();
        self.made(&scene, Type::class(class), RESULT)
    }

    /// `Field.get` or `Field.set` is called on these members.
    pub(super) fn access_fields(&mut self, asked: u32, members: &ObjectSet) {
        for object in members.iter() {
            match self.member_of(object) {
                Some(Member::Field(field)) => self.access_field(asked, field),
                Some(Member::FieldsOf(class)) => {
                    self.unknown(asked, "accesses a field that is not known");
                    for field in self.fields_of(class) {
                        self.access_field(asked, field);
                    }
                }
                _ => self.unknown(asked, "accesses a field that is not known"),
            }
        }
    }

    fn access_field(&mut self, asked: u32, field: FieldId) {
        let (scene, nodes) = (self.asked[asked as usize].scene.clone(), self.asked[asked as usize].nodes());
        self.initialize_if_static(field);
        let reads = self.asked[asked as usize].reflect == crate::analysis::models::effect::Reflect::FieldGet;
        let value = if reads { scene.result } else { nodes.objects.get(1).copied() };
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
    pub(super) fn serialization_constructors(&mut self, asked: u32, classes: &ObjectSet) {
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
                self.answer(asked, &Member::Constructor(class, constructor));
            }
        }
    }

    /// `Array.newInstance`: up to four dimensions where their number is in an array, or where it makes arrays of what it made.
    pub(super) fn new_array(&mut self, asked: u32, element: Type) {
        let several = self.asked[asked as usize].name.contains("multi");
        if !several && element.dims >= DIMENSIONS {
            let place = self.place_of(asked).into_iter();
            self.diagnostics.extend(place.map(|place| {
                format!("{place}: makes arrays of arrays; those of more than {DIMENSIONS} dimensions are left out")
            }));
            return;
        }
        let scene = self.asked[asked as usize].scene.clone();
        let mut inner: Option<Object> = None;
        let mut ty = element;
        for dimension in 0..if several { DIMENSIONS } else { 1 } {
            let Some(array) = ty.array() else { return };
            let object = self.made(&scene, array, RESULT + u32::from(dimension));
            if let Some(inner) = inner {
                let node = self.elements(object);
                self.graph.add_object(node, inner);
            }
            self.give_one(asked, object);
            (ty, inner) = (array, Some(object));
        }
    }

    /// An object is the result, even if that is declared as an array.
    fn give_one(&mut self, asked: u32, object: Object) {
        let result = self.asked[asked as usize].scene.result;
        result.into_iter().for_each(|result| self.graph.add_object(result, object));
    }

    /// `values()` of an enum is called, its result is the answer.
    pub(super) fn enum_constants(&mut self, asked: u32, class: ClassId) {
        let program = self.program;
        let Some(read) = program.get(class) else { return };
        let descriptor = format!("()[L{};", read.name());
        let Some(values) = read.declared("values", &descriptor) else { return };
        if read.superclass != program.class("java/lang/Enum") {
            return;
        }
        let scene = self.asked[asked as usize].scene.clone();
        self.initialize(class);
        let flow = self.flow_once(Flow { site: scene.site, args: Vec::new(), dst: scene.result, thrown: scene.thrown });
        self.run_static(Caller::Flow(flow), values);
    }
}
