//! What one method does by itself, or some of its instructions: statics read and written, objects mutated, classes
//! initialised, instance fields read.
//!
//! Native methods are taken by their models; a native method without a model may write into the arrays that it is
//! given. What reflection accesses is told by the points-to analysis. Final fields are written by what makes the object, so that does not count as a mutation. Accesses by `Unsafe` and `VarHandle` count as mutations of the object unless their name says that they read.

use crate::analysis::ir::{Dynamic, Handle, MethodIr, Statement, Target, Var};
use crate::analysis::models::effect::{Base, Effect, Place};
use crate::analysis::models::natives::Natives;
use crate::analysis::points_to::objects::Object;
use crate::analysis::points_to::{ObjectSet, PointsTo};
use crate::classfile::FieldInfo;
use crate::program::{ClassId, FieldId, MethodId, access};
use std::collections::BTreeSet;

/// The effects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Static fields that are read.
    pub reads: BTreeSet<FieldId>,
    /// Static fields that are written.
    pub writes: BTreeSet<FieldId>,
    /// Instance fields that are read.
    pub fields_read: BTreeSet<FieldId>,
    /// Objects whose fields or elements are written.
    pub mutated: ObjectSet,
    /// Classes that may be initialised, with their supertypes (JVMS §5.5).
    pub initialized: BTreeSet<ClassId>,
}

/// Collects effects.
pub struct Collector<'p, 'a> {
    answer: &'p PointsTo<'a>,
    natives: Natives,
}

impl<'p, 'a> Collector<'p, 'a> {
    /// Effects on top of a points-to answer.
    pub fn new(answer: &'p PointsTo<'a>) -> Self {
        Self { answer, natives: Natives::load().unwrap_or_else(|error| panic!("{error}")) }
    }

    /// The effects of the instructions of a reachable method whose offsets `wanted` accepts.
    pub fn effects(&self, method: MethodId, wanted: impl Fn(u32) -> bool) -> Effects {
        let mut effects = Effects::default();
        let Some(ir) = self.answer.ir(method) else { return effects };
        for (_, statement) in ir.statements.iter().filter(|(offset, _)| wanted(*offset)) {
            self.statement(method, &ir, statement, &mut effects);
        }
        for (_, access) in self.answer.accesses(method).filter(|(offset, _)| wanted(*offset)) {
            access.reads.iter().chain(&access.writes).for_each(|field| self.initialize(field.class, &mut effects));
            access.initialized.iter().for_each(|class| self.initialize(*class, &mut effects));
            effects.reads.extend(&access.reads);
            effects.writes.extend(&access.writes);
            effects.mutated.add_all(&self.answer.written_by(access), None);
        }
        self.native(method, &ir, &mut effects);
        effects
    }

    fn statement(&self, method: MethodId, ir: &MethodIr, statement: &Statement, effects: &mut Effects) {
        match *statement {
            Statement::New { ty, .. } => {
                ty.as_class().into_iter().for_each(|class| self.initialize(class, effects));
            }
            Statement::GetStatic { field, .. } => {
                effects.reads.insert(field);
                self.initialize(field.class, effects);
            }
            Statement::PutStatic { field, .. } => {
                effects.writes.insert(field);
                self.initialize(field.class, effects);
            }
            Statement::GetField { field, .. } => {
                effects.fields_read.insert(field);
            }
            Statement::PutField { base: Some(base), field, .. }
                if !self.is_final(field) && !self.constructs(method, ir, base) =>
            {
                self.mutate(method, base, effects);
            }
            Statement::PutElement { base: Some(base), .. } => self.mutate(method, base, effects),
            Statement::Call(number) => {
                let call = ir.call(number);
                match &call.target {
                    Target::Static(callee) => self.initialize(callee.class, effects),
                    Target::Virtual(callee) => {
                        if let Some(Some(first)) = call.args.first().filter(|_| self.writes_by_handle(*callee)) {
                            self.mutate(method, *first, effects);
                        }
                    }
                    Target::Dynamic(made) => self.dynamic(made, effects),
                    Target::Special(_) | Target::Missing(_) => {}
                }
            }
            _ => {}
        }
    }

    /// What a function object runs later may be initialised, read or written then, wherever that is.
    fn dynamic(&self, made: &Dynamic, effects: &mut Effects) {
        let handles: Vec<&Handle> = match made {
            Dynamic::Lambda { interface, markers, runs, .. } => {
                let interfaces = std::iter::once(interface).chain(markers).filter_map(|ty| ty.as_class());
                interfaces.for_each(|class| self.initialize(class, effects));
                vec![runs]
            }
            Dynamic::Other { bootstrap, handles } => std::iter::once(bootstrap).chain(handles).collect(),
            Dynamic::Record { fields, .. } => {
                effects.fields_read.extend(fields);
                Vec::new()
            }
            Dynamic::Concatenation | Dynamic::Switch => Vec::new(),
        };
        for handle in handles {
            match handle {
                Handle::Static(method) | Handle::New(_, method) => self.initialize(method.class, effects),
                Handle::Field(field, reads) => {
                    if self.answer.program().field(*field).is_some_and(|info| info.access & access::STATIC != 0) {
                        self.initialize(field.class, effects);
                        if *reads {
                            effects.reads.insert(*field)
                        } else {
                            effects.writes.insert(*field)
                        };
                    } else {
                        effects.fields_read.insert(*field);
                    }
                }
                _ => {}
            }
        }
    }

    fn is_final(&self, field: FieldId) -> bool {
        self.answer.program().field(field).is_some_and(|info| info.access & access::FINAL != 0)
    }

    /// A constructor that writes fields of its own object: nobody could see that object before. What makes it reachable
    /// from a static is another write, which counts.
    fn constructs(&self, method: MethodId, ir: &MethodIr, base: Var) -> bool {
        ir.this == Some(base) && self.answer.program().method(method).is_some_and(|info| info.name == "<init>")
    }

    fn mutate(&self, method: MethodId, var: Var, effects: &mut Effects) {
        effects.mutated.add_all(&self.answer.objects(method, var), None);
    }

    /// Whether the object has something to be changed: elements, or a field that is not final. Whatever writes into final
    /// fields makes the object.
    fn is_mutable(&self, object: Object) -> bool {
        let Some(class) = self.answer.allocation(object).1.as_class() else { return true };
        let changes = |field: &FieldInfo| field.access & (access::STATIC | access::FINAL) == 0;
        self.answer.program().superclasses(class).any(|class| class.file.fields.iter().any(changes))
    }

    /// A signature-polymorphic call that may write (`java.lang.invoke.VarHandle`).
    fn writes_by_handle(&self, callee: MethodId) -> bool {
        let program = self.answer.program();
        let name = program.method(callee).map_or("", |info| info.name.as_str());
        program.name(callee.class) == "java/lang/invoke/VarHandle"
            && !matches!(name, "get" | "getVolatile" | "getAcquire" | "getOpaque")
    }

    fn initialize(&self, class: ClassId, effects: &mut Effects) {
        let mut work = vec![class];
        while let Some(class) = work.pop() {
            if effects.initialized.insert(class) {
                work.extend(self.answer.program().supertypes(class).iter());
            }
        }
    }

    /// What a native method, or one that a model stands for, mutates.
    fn native(&self, method: MethodId, ir: &MethodIr, effects: &mut Effects) {
        let program = self.answer.program();
        let Some(info) = program.method(method) else { return };
        let (class, native) = (program.name(method.class), info.access & access::NATIVE != 0);
        let model = self.natives.find(class, &info.name, &info.descriptor, native);
        for effect in model.iter().flat_map(|model| &model.effects) {
            match effect {
                Effect::Assign(place, _) => self.model_place(method, ir, place, false, effects),
                Effect::Mutate(place) => self.model_place(method, ir, place, true, effects),
                _ => {}
            }
        }
        if !native {
            return;
        }
        let parameters = crate::classfile::descriptor::parse_method(&info.descriptor);
        let parameters = parameters.map_or(Vec::new(), |parsed| parsed.parameters);
        let writes = class.ends_with("/Unsafe") && !info.name.starts_with("get") || info.name.starts_with("getAnd");
        for (number, (var, descriptor)) in ir.params.iter().zip(parameters).enumerate() {
            let into_array = model.is_none() && descriptor.starts_with('[');
            let into_object = writes && number == 0;
            match var {
                Some(var) if into_array => self.mutate(method, *var, effects),
                Some(var) if into_object => {
                    let objects = self.answer.objects(method, *var);
                    let mutable = objects.iter().filter(|object| self.is_mutable(*object));
                    effects.mutated.add_all(&mutable.collect(), None);
                }
                _ => {}
            }
        }
    }

    fn model_place(&self, method: MethodId, ir: &MethodIr, place: &Place, mutates: bool, effects: &mut Effects) {
        if let (Base::Static(class, name), []) = (&place.base, place.steps.as_slice()) {
            let found = self.answer.program().find(class);
            let index = found.and_then(|class| class.file.fields.iter().position(|field| field.name == *name));
            if let (Some(class), Some(index)) = (found, index) {
                effects.writes.insert(FieldId { class: class.id, index: index as u16 });
            }
            return;
        }
        let var = match place.base {
            Base::This => ir.this,
            Base::Parameter(number) => ir.params.get(usize::from(number)).copied().flatten(),
            _ => None,
        };
        if let (Some(var), false) = (var, place.steps.is_empty() && !mutates) {
            self.mutate(method, var, effects);
        }
    }
}
