//! Effects of models ([`crate::analysis::models`]) as nodes, edges and triggers.
//!
//! A method that a model stands for is looked at for each call anew, whatever the sensitivity: what `arraycopy` copies
//! is a matter of its call. Objects that a model makes count as made at that call.

use super::events::{AccessStep, Caller, ModelCall, SyntheticCall, Trigger};
use super::graph::Node;
use super::objects::{Object, Origin};
use super::set::ObjectSet;
use super::solver::Solver;
use crate::analysis::ir::Type;
use crate::analysis::models::effect::{Base, Call, Effect, Place, Step, Target, Value};
use crate::classfile::FieldInfo;
use crate::program::{ClassId, FieldId, Program, access};
use std::sync::Arc;

/// Fields with their types.
pub(super) type TypedFields = Arc<[(FieldId, Type)]>;

impl Solver<'_> {
    /// Applies the effects of a model.
    pub(super) fn apply(&mut self, model_call: &ModelCall, effects: &[Effect], throws: Option<Node>) {
        for (number, effect) in effects.iter().enumerate() {
            let number = number as u32;
            match effect {
                Effect::Assign(place, value) => self.assign(model_call, place, value, number),
                Effect::Call(call) => {
                    self.call_by_model(model_call, call, None, number);
                }
                Effect::Initialize(place) => {
                    if let Some(node) = self.place(model_call, place) {
                        self.add_trigger(node, Trigger::Initialize);
                        self.initializing.extend(model_call.site.map(|site| (site, node)));
                    }
                }
                Effect::Throw(place) => {
                    if let (Some(node), Some(thrown)) = (self.place(model_call, place), throws) {
                        self.edge(node, thrown, 0);
                    }
                }
                Effect::Reflect(reflect) => self.reflect(model_call, *reflect),
                Effect::Follow | Effect::Mutate(_) => {}
            }
        }
    }

    pub(super) fn assign(&mut self, model_call: &ModelCall, place: &Place, value: &Value, number: u32) {
        let Some(src) = self.value(model_call, value, number) else { return };
        let Some((last, before)) = place.steps.split_last() else {
            if let Some(dst) = self.base(model_call, &place.base) {
                self.edge(src, dst, 0);
            }
            return;
        };
        let prefix = Place { base: place.base.clone(), steps: before.to_vec() };
        if let Some(base) = self.place(model_call, &prefix) {
            let step = self.access_step(last);
            self.add_trigger(base, Trigger::Store(src, step));
        }
    }

    pub(super) fn access_step(&mut self, step: &Step) -> AccessStep {
        match step {
            Step::Elements => AccessStep::Elements,
            Step::Any => AccessStep::Any,
            Step::Field(name) => self.step_to_field(name),
        }
    }

    /// The step to the field with the name.
    pub(super) fn step_to_field(&mut self, name: &str) -> AccessStep {
        let place = self.model_names.iter().position(|known| known == name);
        let number = place.unwrap_or_else(|| {
            self.model_names.push(name.to_owned());
            self.model_names.len() - 1
        });
        AccessStep::Named(number as u32)
    }

    fn base(&mut self, model_call: &ModelCall, base: &Base) -> Option<Node> {
        match base {
            Base::This => model_call.this,
            Base::Parameter(number) => model_call.params.get(usize::from(*number)).copied().flatten(),
            Base::Return => model_call.result,
            Base::Thrown => model_call.thrown,
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
    pub(super) fn place(&mut self, model_call: &ModelCall, place: &Place) -> Option<Node> {
        let mut node = self.base(model_call, &place.base)?;
        for step in &place.steps {
            let step = self.access_step(step);
            let next = self.node();
            self.add_trigger(node, Trigger::Load(next, step));
            node = next;
        }
        Some(node)
    }

    pub(super) fn value(&mut self, model_call: &ModelCall, value: &Value, number: u32) -> Option<Node> {
        match value {
            Value::Place(place) => self.place(model_call, place),
            Value::New(name) => {
                let ty = Type::named(self.program, name);
                ty.as_class().into_iter().for_each(|class| self.initialize(class));
                let object = self.made(model_call, ty, number);
                let node = self.node();
                self.graph.add_object(node, object);
                Some(node)
            }
            Value::Clone(place) => {
                let from = self.place(model_call, place)?;
                let node = self.node();
                self.model_calls.push(model_call.clone());
                self.add_trigger(from, Trigger::Clone(node, self.model_calls.len() as u32 - 1));
                Some(node)
            }
            Value::Call(call) => {
                let node = self.node();
                self.call_by_model(model_call, call, Some(node), number);
                Some(node)
            }
            Value::Nothing => None,
        }
    }

    /// An object that a model makes.
    pub(super) fn made(&mut self, model_call: &ModelCall, ty: Type, number: u32) -> Object {
        if self.is_merged(ty) || ty.as_class().is_some_and(|class| self.program.name(class) == "java/lang/String") {
            return self.object(Origin::Merged, 0, ty);
        }
        let origin = match model_call.site {
            Some((instance, call)) => Origin::Model(self.methods.instances[instance as usize].method, call, number),
            None => Origin::Model(u32::MAX, model_call.number, number),
        };
        self.object(origin, model_call.heap, ty)
    }

    fn call_by_model(&mut self, model_call: &ModelCall, call: &Call, dst: Option<Node>, number: u32) {
        let args = call.arguments.iter().enumerate();
        let args: Vec<Option<Node>> =
            args.map(|(place, value)| self.value(model_call, value, number * 64 + place as u32 + 1)).collect();
        let synthetic = SyntheticCall { site: model_call.site, args, dst, thrown: model_call.thrown };
        match &call.target {
            Target::Static(name) => {
                let Some(class) = self.program.find(&name.class) else { return };
                let descriptor = name.descriptor.as_deref().unwrap_or_default();
                let Some(method) = class.declared(&name.name, descriptor) else { return };
                self.initialize(class.id);
                let synthetic = self.synthetic_call(synthetic);
                self.run_static(Caller::Synthetic(synthetic), method);
            }
            Target::Virtual { receiver, name, descriptor } => {
                let Some(receiver) = self.place(model_call, receiver) else { return };
                let synthetic = self.synthetic_call(synthetic);
                self.called.push((name.clone(), descriptor.clone()));
                self.add_trigger(receiver, Trigger::InvokeNamed(synthetic, self.called.len() as u32 - 1));
            }
        }
    }

    /// What waits for the objects of a model.
    pub(super) fn triggered_in_model(&mut self, trigger: Trigger, objects: &ObjectSet) {
        match trigger {
            Trigger::Initialize => {
                for object in objects.iter() {
                    if let Origin::Class(ty) = self.objects.get(object).origin {
                        ty.as_class().into_iter().for_each(|class| self.initialize(class));
                    }
                }
            }
            Trigger::Load(dst, step) => {
                for (node, _) in objects.iter().flat_map(|object| self.nodes_at(object, step)).collect::<Vec<_>>() {
                    self.edge(node, dst, 0);
                }
            }
            Trigger::Store(src, step) => {
                for (node, ty) in objects.iter().flat_map(|object| self.nodes_at(object, step)).collect::<Vec<_>>() {
                    let filter = self.objects.filter(ty);
                    self.edge(src, node, filter);
                }
            }
            Trigger::Clone(dst, model_call) => {
                for object in objects.iter() {
                    self.clone_object(object, dst, model_call);
                }
            }
            Trigger::InvokeNamed(synthetic, called) => {
                for object in objects.iter() {
                    self.invoke_named(synthetic, called, object);
                }
            }
            Trigger::Invoke(..) | Trigger::InvokeOfApplication(..) | Trigger::Reflect(..) => {}
        }
    }

    /// The nodes that a step leads to from an object, with the types that they are declared with.
    pub(super) fn nodes_at(&mut self, object: Object, step: AccessStep) -> Vec<(Node, Type)> {
        let ty = self.objects.type_of(object);
        if ty.is_array() {
            let element = ty.element().filter(|_| matches!(step, AccessStep::Elements | AccessStep::Any));
            return element.into_iter().map(|element| (self.elements(object), element)).collect();
        }
        let mut nodes = Vec::new();
        if let (AccessStep::Any, Origin::Class(of)) = (step, self.objects.get(object).origin.clone()) {
            let fields = of.as_class().map(|class| self.reference_fields(class, true));
            for (field, ty) in fields.iter().flat_map(|fields| fields.iter()) {
                nodes.push((self.static_field(*field), *ty));
            }
        }
        if let AccessStep::Exactly(field) = step {
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
            let fits = match step {
                AccessStep::Elements | AccessStep::Exactly(_) => false,
                AccessStep::Any => true,
                AccessStep::Named(name) => {
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

    fn clone_object(&mut self, object: Object, dst: Node, model_call: u32) {
        let ty = self.objects.type_of(object);
        let model_call = self.model_calls[model_call as usize].clone();
        let copy = if self.is_made_up(object) { object } else { self.made(&model_call, ty, 0) };
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

    fn invoke_named(&mut self, synthetic: u32, called: u32, object: Object) {
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
            self.invoke(Caller::Synthetic(synthetic), method, !constructor, &ObjectSet::from_iter([object]));
        }
    }

    /// Applies the reflective model of a method whose code is followed too to one call of it.
    pub(super) fn apply_to_call(&mut self, caller: Caller, callee: u32) {
        let Some(effects) = self.methods.of(callee).model.clone().filter(|effects| is_for_each_call(effects)) else {
            return;
        };
        let (site, params, dst, _) = self.values_of(caller);
        let mut model_call = self.model_call(callee);
        let result = self.node();
        dst.into_iter().for_each(|dst| self.edge(result, dst, 0));
        (model_call.site, model_call.params, model_call.result) = (site, params, Some(result));
        if let Caller::Site(instance, number) = caller {
            // the objects of this call alone, not of all calls
            let receiver = self.ir(instance).call(number).receiver;
            model_call.this = receiver.map(|var| self.var(instance, var)).filter(|_| model_call.this.is_some());
        }
        self.apply(&model_call, &effects, None);
    }

    /// The model call of a modelled method's instance.
    pub(super) fn model_call(&mut self, instance: u32) -> ModelCall {
        let ir = self.ir(instance);
        let node = |var: Option<crate::analysis::ir::Var>| var.map(|var| self.var(instance, var));
        let made = self.methods.instances[instance as usize];
        let mut model_call = ModelCall {
            this: node(ir.this),
            params: ir.params.iter().map(|var| node(*var)).collect(),
            result: node(ir.result),
            thrown: None,
            site: self.sites_of_models.get(&instance).copied(),
            number: made.method,
            heap: 0,
            method: Some(self.methods.of(instance).id),
        };
        model_call.thrown = Some(self.node());
        if let Some((caller, _)) = model_call.site {
            let calling = self.methods.instances[caller as usize];
            model_call.heap = self.selector.of_heap(&mut self.contexts, calling.context, self.methods.of(caller).id);
        }
        model_call
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
