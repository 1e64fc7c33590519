//! Effects of models ([`crate::analysis::models`]) as nodes, edges and watches.
//!
//! A method that a model stands for is looked at for each call anew, whatever the sensitivity: what `arraycopy` copies
//! is a matter of its call. Objects that a model makes count as made at that call.

use super::context::Context;
use super::graph::Node;
use super::objects::{Object, Origin};
use super::set::ObjectSet;
use super::solver::{Caller, Flow, Solver, Watch};
use crate::analysis::ir::Type;
use crate::analysis::models::effect::{Base, Call, Effect, Place, Step, Target, Value};
use crate::classfile::FieldInfo;
use crate::program::{ClassId, FieldId, MethodId, Program, access};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Fields with their types.
pub(super) type TypedFields = Arc<[(FieldId, Type)]>;

/// One step from objects to what they hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) enum Hop {
    /// Elements of arrays.
    Elements,
    /// Any field, elements included; of class objects the static fields of the class.
    Any,
    /// The field whose name has this number.
    Named(u32),
    /// This field.
    Exactly(FieldId),
}

/// Where a model is applied: the variables of one call of a modelled method, or the JVM's own doing.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Scene {
    pub(super) this: Option<Node>,
    pub(super) params: Vec<Option<Node>>,
    pub(super) result: Option<Node>,
    /// Exceptions that leave the calls of the model.
    pub(super) thrown: Option<Node>,
    /// The call of the modelled method.
    pub(super) site: Option<(u32, u32)>,
    /// Makes objects of different models different.
    pub(super) number: u32,
    /// The heap context of what the model makes.
    pub(super) heap: Context,
    /// The method, if it is one.
    pub(super) method: Option<MethodId>,
}

impl Solver<'_> {
    /// Applies the effects of a model.
    pub(super) fn apply(&mut self, scene: &Scene, effects: &[Effect], throws: Option<Node>) {
        for (number, effect) in effects.iter().enumerate() {
            let number = number as u32;
            match effect {
                Effect::Assign(place, value) => self.assign(scene, place, value, number),
                Effect::Call(call) => {
                    self.model_call(scene, call, None, number);
                }
                Effect::Initialize(place) => {
                    if let Some(node) = self.place(scene, place) {
                        self.watch(node, Watch::Initialize);
                        self.initializing.extend(scene.site.map(|site| (site, node)));
                    }
                }
                Effect::Throw(place) => {
                    if let (Some(node), Some(thrown)) = (self.place(scene, place), throws) {
                        self.edge(node, thrown, 0);
                    }
                }
                Effect::Reflect(reflect) => self.reflect(scene, *reflect),
                Effect::Follow | Effect::Mutate(_) => {}
            }
        }
    }

    pub(super) fn assign(&mut self, scene: &Scene, place: &Place, value: &Value, number: u32) {
        let Some(src) = self.value(scene, value, number) else { return };
        let Some((last, before)) = place.steps.split_last() else {
            if let Some(dst) = self.base(scene, &place.base) {
                self.edge(src, dst, 0);
            }
            return;
        };
        let prefix = Place { base: place.base.clone(), steps: before.to_vec() };
        if let Some(base) = self.place(scene, &prefix) {
            let hop = self.hop(last);
            self.watch(base, Watch::Store(src, hop));
        }
    }

    pub(super) fn hop(&mut self, step: &Step) -> Hop {
        match step {
            Step::Elements => Hop::Elements,
            Step::Any => Hop::Any,
            Step::Field(name) => self.hop_to(name),
        }
    }

    /// The step to the field with the name.
    pub(super) fn hop_to(&mut self, name: &str) -> Hop {
        let place = self.model_names.iter().position(|known| known == name);
        let number = place.unwrap_or_else(|| {
            self.model_names.push(name.to_owned());
            self.model_names.len() - 1
        });
        Hop::Named(number as u32)
    }

    fn base(&mut self, scene: &Scene, base: &Base) -> Option<Node> {
        match base {
            Base::This => scene.this,
            Base::Parameter(number) => scene.params.get(usize::from(*number)).copied().flatten(),
            Base::Return => scene.result,
            Base::Thrown => scene.thrown,
            Base::Static(class, name) => {
                let class = self.program.find(class)?;
                let index = class.file.fields.iter().position(|field| field.name == *name)?;
                self.initialize(class.id);
                Some(self.static_field(FieldId { class: class.id, index: index as u16 }))
            }
            Base::Global(name) => Some(self.global(name)),
        }
    }

    /// The node of a variable of the models.
    pub(super) fn global(&mut self, name: &str) -> Node {
        if let Some(known) = self.globals.get(name) {
            return *known;
        }
        let node = self.node();
        self.globals.insert(name.to_owned(), node);
        node
    }

    /// A node that holds what lies at the place.
    pub(super) fn place(&mut self, scene: &Scene, place: &Place) -> Option<Node> {
        let mut node = self.base(scene, &place.base)?;
        for step in &place.steps {
            let hop = self.hop(step);
            let next = self.node();
            self.watch(node, Watch::Load(next, hop));
            node = next;
        }
        Some(node)
    }

    pub(super) fn value(&mut self, scene: &Scene, value: &Value, number: u32) -> Option<Node> {
        match value {
            Value::Place(place) => self.place(scene, place),
            Value::New(name) => {
                let ty = Type::named(self.program, name);
                ty.as_class().into_iter().for_each(|class| self.initialize(class));
                let object = self.made(scene, ty, number);
                let node = self.node();
                self.graph.add_object(node, object);
                Some(node)
            }
            Value::Clone(place) => {
                let from = self.place(scene, place)?;
                let node = self.node();
                self.scenes.push(scene.clone());
                self.watch(from, Watch::Clone(node, self.scenes.len() as u32 - 1));
                Some(node)
            }
            Value::Call(call) => {
                let node = self.node();
                self.model_call(scene, call, Some(node), number);
                Some(node)
            }
            Value::Nothing => None,
        }
    }

    /// An object that a model makes.
    pub(super) fn made(&mut self, scene: &Scene, ty: Type, number: u32) -> Object {
        if self.is_merged(ty) || ty.as_class().is_some_and(|class| self.program.name(class) == "java/lang/String") {
            return self.object(Origin::Merged, 0, ty);
        }
        let origin = match scene.site {
            Some((instance, call)) => Origin::Model(self.methods.instances[instance as usize].method, call, number),
            None => Origin::Model(u32::MAX, scene.number, number),
        };
        self.object(origin, scene.heap, ty)
    }

    fn model_call(&mut self, scene: &Scene, call: &Call, dst: Option<Node>, number: u32) {
        let args = call.arguments.iter().enumerate();
        let args: Vec<Option<Node>> =
            args.map(|(place, value)| self.value(scene, value, number * 64 + place as u32 + 1)).collect();
        let flow = Flow { site: scene.site, args, dst, thrown: scene.thrown };
        match &call.target {
            Target::Static(name) => {
                let Some(class) = self.program.find(&name.class) else { return };
                let descriptor = name.descriptor.as_deref().unwrap_or_default();
                let Some(method) = class.declared(&name.name, descriptor) else { return };
                self.initialize(class.id);
                let flow = self.flow(flow);
                self.run_static(Caller::Flow(flow), method);
            }
            Target::Virtual { receiver, name, descriptor } => {
                let Some(receiver) = self.place(scene, receiver) else { return };
                let flow = self.flow(flow);
                self.called.push((name.clone(), descriptor.clone()));
                self.watch(receiver, Watch::InvokeNamed(flow, self.called.len() as u32 - 1));
            }
        }
    }

    /// What waits for the objects of a model.
    pub(super) fn watched_by_model(&mut self, watch: Watch, objects: &ObjectSet) {
        match watch {
            Watch::Initialize => {
                for object in objects.iter() {
                    if let Origin::Class(ty) = self.objects.get(object).origin {
                        ty.as_class().into_iter().for_each(|class| self.initialize(class));
                    }
                }
            }
            Watch::Load(dst, hop) => {
                for (node, _) in objects.iter().flat_map(|object| self.hop_nodes(object, hop)).collect::<Vec<_>>() {
                    self.edge(node, dst, 0);
                }
            }
            Watch::Store(src, hop) => {
                for (node, ty) in objects.iter().flat_map(|object| self.hop_nodes(object, hop)).collect::<Vec<_>>() {
                    let filter = self.objects.filter(ty);
                    self.edge(src, node, filter);
                }
            }
            Watch::Clone(dst, scene) => {
                for object in objects.iter() {
                    self.clone_object(object, dst, scene);
                }
            }
            Watch::InvokeNamed(flow, called) => {
                for object in objects.iter() {
                    self.invoke_named(flow, called, object);
                }
            }
            Watch::Invoke(..) | Watch::InvokeOfApplication(..) | Watch::Reflect(..) => {}
        }
    }

    /// The nodes that a step leads to from an object, with the types that they are declared with.
    pub(super) fn hop_nodes(&mut self, object: Object, hop: Hop) -> Vec<(Node, Type)> {
        let ty = self.objects.type_of(object);
        if ty.is_array() {
            let element = ty.element().filter(|_| matches!(hop, Hop::Elements | Hop::Any));
            return element.into_iter().map(|element| (self.elements(object), element)).collect();
        }
        let mut nodes = Vec::new();
        if let (Hop::Any, Origin::Class(of)) = (hop, self.objects.get(object).origin.clone()) {
            let fields = of.as_class().map(|class| self.reference_fields(class, true));
            for (field, ty) in fields.iter().flat_map(|fields| fields.iter()) {
                nodes.push((self.static_field(*field), *ty));
            }
        }
        if let Hop::Exactly(field) = hop {
            let declared =
                self.program.field(field).and_then(|info| Type::of_descriptor(self.program, &info.descriptor));
            if let Some(ty) = declared.filter(|_| self.has_field(object, field)) {
                nodes.push((self.field(object, field), ty));
            }
            return nodes;
        }
        let Some(class) = ty.as_class() else { return nodes };
        let fields = self.reference_fields(class, false);
        for &(field, ty) in fields.iter() {
            let fits = match hop {
                Hop::Elements | Hop::Exactly(_) => false,
                Hop::Any => true,
                Hop::Named(name) => {
                    let name = &self.model_names[name as usize];
                    self.program.field(field).is_some_and(|info| info.name == *name)
                }
            };
            if fits {
                nodes.push((self.field(object, field), ty));
            }
        }
        nodes
    }

    /// Fields of reference type: the static ones of the class, or the instance fields of its objects.
    fn reference_fields(&mut self, class: ClassId, of_class: bool) -> TypedFields {
        let program = self.program;
        let known = self.reference_fields.entry((class, of_class));
        known.or_insert_with(|| reference_fields(program, class, of_class)).clone()
    }

    fn clone_object(&mut self, object: Object, dst: Node, scene: u32) {
        let ty = self.objects.type_of(object);
        let scene = self.scenes[scene as usize].clone();
        let copy = if self.is_made_up(object) { object } else { self.made(&scene, ty, 0) };
        self.graph.add_object(dst, copy);
        if copy == object {
            return;
        }
        if ty.element().is_some() {
            let (from, to) = (self.elements(object), self.elements(copy));
            self.edge(from, to, 0);
        }
        let fields = ty.as_class().map(|class| self.reference_fields(class, false));
        for (field, _) in fields.iter().flat_map(|fields| fields.iter()) {
            let (from, to) = (self.field(object, *field), self.field(copy, *field));
            self.edge(from, to, 0);
        }
    }

    fn invoke_named(&mut self, flow: u32, called: u32, object: Object) {
        let (name, descriptor) = self.called[called as usize].clone();
        let program = self.program;
        let ty = self.objects.type_of(object);
        let Some(class) = ty.as_class().or_else(|| program.class("java/lang/Object")) else { return };
        let constructor = name == "<init>";
        let method = if constructor {
            program.get(class).and_then(|class| class.declared(&name, &descriptor))
        } else {
            program.resolve_method(class, &name, &descriptor)
        };
        if let Some(method) = method {
            self.invoke(Caller::Flow(flow), method, !constructor, &ObjectSet::from_iter([object]));
        }
    }

    /// Applies the reflective model of a method whose code is followed too to one call of it.
    pub(super) fn apply_to_call(&mut self, caller: Caller, callee: u32) {
        let Some(effects) = self.methods.of(callee).model.clone().filter(|effects| is_for_each_call(effects)) else {
            return;
        };
        let (site, params, dst, _) = self.values_of(caller);
        let mut scene = self.scene(callee);
        let result = self.node();
        dst.into_iter().for_each(|dst| self.edge(result, dst, 0));
        (scene.site, scene.params, scene.result) = (site, params, Some(result));
        if let Caller::Site(instance, number) = caller {
            // the objects of this call alone, not of all calls
            let receiver = self.ir(instance).call(number).receiver;
            scene.this = receiver.map(|var| self.var(instance, var)).filter(|_| scene.this.is_some());
        }
        self.apply(&scene, &effects, None);
    }

    /// The scene of a modelled method's instance.
    pub(super) fn scene(&mut self, instance: u32) -> Scene {
        let ir = self.ir(instance);
        let node = |var: Option<crate::analysis::ir::Var>| var.map(|var| self.var(instance, var));
        let made = self.methods.instances[instance as usize];
        let mut scene = Scene {
            this: node(ir.this),
            params: ir.params.iter().map(|var| node(*var)).collect(),
            result: node(ir.result),
            thrown: None,
            site: self.sites_of_models.get(&instance).copied(),
            number: made.method,
            heap: 0,
            method: Some(self.methods.of(instance).id),
        };
        scene.thrown = Some(self.node());
        if let Some((caller, _)) = scene.site {
            let calling = self.methods.instances[caller as usize];
            scene.heap = self.selector.of_heap(&mut self.contexts, calling.context, self.methods.of(caller).id);
        }
        scene
    }
}

/// Whether the effects are for each call apart although the code is followed too: what reflection answers.
pub(super) fn is_for_each_call(effects: &[Effect]) -> bool {
    effects.contains(&Effect::Follow) && effects.iter().any(|effect| matches!(effect, Effect::Reflect(_)))
}

/// Whether the effects use the exceptions of their calls themselves, so that these do not leave the method.
pub(super) fn keeps_exceptions(effects: &[Effect]) -> bool {
    fn in_value(value: &Value) -> bool {
        match value {
            Value::Place(place) | Value::Clone(place) => place.base == Base::Thrown,
            Value::Call(call) => in_call(call),
            Value::New(_) | Value::Nothing => false,
        }
    }
    fn in_call(call: &Call) -> bool {
        let receiver = match &call.target {
            Target::Virtual { receiver, .. } => receiver.base == Base::Thrown,
            Target::Static(_) => false,
        };
        receiver || call.arguments.iter().any(in_value)
    }
    effects.iter().any(|effect| match effect {
        Effect::Assign(_, value) => in_value(value),
        Effect::Call(call) => in_call(call),
        _ => false,
    })
}

/// The fields of reference type that the class declares static, or that its objects have.
fn reference_fields(program: &Program, class: ClassId, of_class: bool) -> TypedFields {
    let classes = program.superclasses(class).take(if of_class { 1 } else { usize::MAX });
    let fields =
        classes.flat_map(|above| (0..).zip(&above.file.fields).map(move |(index, field)| (above.id, index, field)));
    let fields = fields.filter(|(_, _, field)| (field.access & access::STATIC != 0) == of_class);
    let typed = |(class, index, field): (ClassId, u16, &FieldInfo)| {
        Some((FieldId { class, index }, Type::of_descriptor(program, &field.descriptor)?))
    };
    fields.filter_map(typed).collect()
}
