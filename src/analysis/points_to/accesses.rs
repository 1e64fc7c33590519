//! What reflection and handles access: put together from the reflective calls that the solver saw, when all is known.
//!
//! For each call: the static fields that it may read and write, the objects whose fields it may write, the classes that it may
//! initialise, and whether the analysis follows it at all. It does not if what is called or accessed is an object that stands
//! for no known member, if it may call any method of a class of reflection, nor if it makes a class of bytes. A call at which no
//! object arrives is not among them. Where the user names what calls reach, each access to a field by reflection may read any static of the application: what is
//! named for a call says nothing of these, and nothing would stop a replay at one that is not captured. There a call of the application is among them, too,
//! at which no object arrives: a wrong name leaves it without.

use super::events::ReflectiveCall;
use super::graph::Node;
use super::models;
use super::objects::Origin;
use super::reflection::members::Member;
use super::reflection::{calls, handles, limits, members};
use super::solver::Solver;
use crate::analysis::calls::{Call, call};
use crate::analysis::ir::Handle;
use crate::analysis::models::effect::{Effect, Reflect};
use crate::analysis::reflection::uses_handle;
use crate::classfile::MethodInfo;
use crate::classfile::opcode::INVOKEVIRTUAL;
use crate::program::scan::constant_uses;
use crate::program::{Class, ClassId, FieldId, MethodId, access};
use std::collections::{BTreeMap, BTreeSet};

/// What one call accesses.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// Static fields that it may read.
    pub reads: BTreeSet<FieldId>,
    /// Static fields that it may write.
    pub writes: BTreeSet<FieldId>,
    /// Classes that it may initialise, besides those of the fields.
    pub initialized: BTreeSet<ClassId>,
    /// What it may do is not known.
    pub unknown: bool,
    /// Nodes of the objects whose fields it may write.
    pub(super) bases: Vec<Node>,
}

/// What calls may run, by caller and offset of the call instruction.
pub(super) type Callees = BTreeMap<MethodId, BTreeMap<u32, BTreeSet<MethodId>>>;

/// By caller and offset of the call instruction.
pub(super) type Accesses = BTreeMap<MethodId, BTreeMap<u32, Access>>;

/// The accesses of all reflective calls.
pub(super) fn accesses(solver: &Solver<'_>, callees: &Callees) -> Accesses {
    let mut found = Accesses::new();
    for (number, reflective) in (0u32..).zip(calls::all(solver)) {
        let Some(site) = reflective.model_call.site else { continue };
        let (caller, offset) = solver.instruction(site);
        let access = found.entry(caller).or_default().entry(offset).or_default();
        if accesses_members(reflective.reflect) {
            solver.add_access(number, reflective, access);
        }
    }
    if !solver.named.is_empty() {
        read_any_static(solver, &mut found);
    }
    for (caller, calls) in &mut found {
        for (offset, access) in calls {
            access.initialized.extend(solver.made_or_called_static(callees, *caller, *offset));
        }
    }
    for (site, node) in models::initializing(solver) {
        let (caller, offset) = solver.instruction(*site);
        let access = found.entry(caller).or_default().entry(offset).or_default();
        access.initialized.extend(solver.classes_in(*node));
    }
    found
}

/// Statics that the JDK reads of classes by their names.
const READ_BY_JDK: [&str; 2] = ["serialVersionUID", "serialPersistentFields"];

/// Accesses to fields in the application may read any of its statics, those in the JDK such as it looks for.
fn read_any_static(solver: &Solver<'_>, found: &mut Accesses) {
    let statics = |class: &Class| -> Vec<(FieldId, bool)> {
        let all = class.file.fields.iter().zip(0..).filter(|(field, _)| field.access & access::STATIC != 0);
        let named = |name: &str| READ_BY_JDK.contains(&name);
        all.map(|(field, index)| (FieldId { class: class.id, index }, named(&field.name))).collect()
    };
    let all: Vec<(FieldId, bool)> = solver.program.application().flat_map(statics).collect();
    for (number, reflective) in (0u32..).zip(calls::all(solver)) {
        let Some(site) = reflective.model_call.site.filter(|_| reads_fields(reflective.reflect)) else { continue };
        let in_application = calls::is_at_application(solver, number);
        let (caller, offset) = solver.instruction(site);
        let access = found.entry(caller).or_default().entry(offset).or_default();
        access.reads.extend(all.iter().filter(|(_, by_jdk)| in_application || *by_jdk).map(|(field, _)| *field));
    }
    for (caller, offset, is_followed) in accesses_of_application(solver) {
        let calls = found.entry(caller).or_default();
        let access = calls.entry(offset).or_insert_with(|| Access { unknown: !is_followed, ..Access::default() });
        access.reads.extend(all.iter().map(|(field, _)| *field));
    }
}

/// The calls of the application that access fields, also where no object arrives, for want of one with a name that the user gave: method, offset,
/// and whether the analysis follows the call if none does.
fn accesses_of_application(solver: &Solver<'_>) -> Vec<(MethodId, u32, bool)> {
    let program = solver.program;
    let mut found = Vec::new();
    let reached = solver.methods.list.iter().filter(|method| !method.instances.is_empty()).map(|method| method.id);
    for caller in reached.filter(|method| program.is_application(method.class)) {
        let Some((class, info)) = program.get(caller.class).zip(program.method(caller)) else { continue };
        let uses = constant_uses(&class.file, info).into_iter().filter(|found| found.op == INVOKEVIRTUAL);
        for (offset, op, member) in uses.filter_map(|it| Some((it.offset, it.op, class.file.member(it.index).ok()?))) {
            let Some(Call::Exact(callee) | Call::Virtual(_, callee)) = call(program, class, op, &member) else {
                continue;
            };
            let Some(info) = program.method(callee) else { continue };
            let (class, is_native) = (program.name(callee.class), info.access & access::NATIVE != 0);
            let model = solver.models.natives.find(class, &info.name, &info.descriptor, is_native);
            let mut effects = model.into_iter().flat_map(|model| &model.effects);
            if effects.any(|effect| matches!(effect, Effect::Reflect(reflect) if reads_fields(*reflect))) {
                let uses = uses_handle(&format!("{}.{}", class.replace('/', "."), info.name));
                found.push((caller, offset, !uses));
            }
        }
    }
    found
}

fn reads_fields(reflect: Reflect) -> bool {
    matches!(reflect, Reflect::FieldGet | Reflect::MethodHandle | Reflect::VarHandle)
}

fn accesses_members(reflect: Reflect) -> bool {
    use Reflect::{DefineClass, FieldGet, FieldSet, Invoke, MethodHandle, NewInstance, VarHandle};
    matches!(reflect, DefineClass | FieldGet | FieldSet | Invoke | MethodHandle | NewInstance | VarHandle)
}

impl Solver<'_> {
    /// The method and offset of a call.
    fn instruction(&self, (instance, call): (u32, u32)) -> (MethodId, u32) {
        let offset = self.methods.offset(self.methods.instances[instance as usize].method, call);
        (self.methods.of(instance).id, offset)
    }

    /// The classes whose static methods and constructors a reflective call may run.
    fn made_or_called_static(&self, callees: &Callees, caller: MethodId, offset: u32) -> Vec<ClassId> {
        let called = callees.get(&caller).and_then(|calls| calls.get(&offset)).into_iter().flatten();
        let initializes = |method: &&MethodId| {
            let is_static = |info: &MethodInfo| info.access & access::STATIC != 0;
            self.program.method(**method).is_some_and(|info| is_static(info) || info.name == "<init>")
        };
        called.filter(initializes).map(|method| method.class).collect()
    }

    /// The classes whose objects are at the node.
    fn classes_in(&self, node: Node) -> Vec<ClassId> {
        let class = |object| match self.objects.get(object).origin {
            Origin::Class(ty) => ty.as_class(),
            _ => None,
        };
        self.graph.objects(node).iter().filter_map(class).collect()
    }

    fn add_access(&self, number: u32, reflective: &ReflectiveCall, access: &mut Access) {
        let nodes = reflective.nodes();
        let reads = reflective.reflect != Reflect::FieldSet && !reflective.name.starts_with("set");
        let writes = match reflective.reflect {
            Reflect::VarHandle => {
                !reads || !reflective.name.starts_with("get") || reflective.name.starts_with("getAnd")
            }
            reflect => reflect == Reflect::FieldSet,
        };
        if reflective.reflect == Reflect::FieldSet {
            access.bases.extend(nodes.objects.first());
        }
        let pool = handles::known_pool(self, number);
        let by_handle = matches!(reflective.reflect, Reflect::MethodHandle | Reflect::VarHandle);
        let is_named = !by_handle && limits::at(self, number).is_some();
        for node in nodes.member.into_iter().chain(nodes.class).chain(pool) {
            for object in self.graph.objects(node).iter() {
                let member = members::of(self, object);
                match (reflective.reflect, member) {
                    (Reflect::FieldGet | Reflect::FieldSet, Some(Member::Field(field)))
                    | (Reflect::VarHandle, Some(Member::Variable(field))) => {
                        self.add_field(field, reads, writes, access);
                    }
                    (Reflect::FieldGet | Reflect::FieldSet, Some(Member::FieldsOf(class))) => {
                        let fields = members::fields_of(self, class).into_iter();
                        let fields = fields.filter(|field| limits::may_reach_field(self, number, *field));
                        fields.for_each(|field| self.add_field(field, reads, writes, access));
                    }
                    (Reflect::MethodHandle, Some(Member::Handle(Handle::Field(field, reads)))) => {
                        self.add_field(field, reads, !reads, access);
                    }
                    (Reflect::NewInstance, Some(Member::Constructor(class, _))) => {
                        access.initialized.insert(class);
                    }
                    (Reflect::MethodHandle, Some(Member::Handle(_) | Member::Combined(_)))
                    | (Reflect::VarHandle, Some(Member::Elements))
                    | (Reflect::Invoke, Some(Member::Method(_)))
                    | (Reflect::NewInstance, _) => {}
                    (Reflect::Invoke, Some(Member::MethodsOf(class, _))) => {
                        access.unknown |= !is_named && self.is_reflective(class);
                    }
                    (Reflect::FieldGet | Reflect::FieldSet, _) if is_named => {
                        let fields = limits::fields_at(self, number).into_iter();
                        fields.for_each(|field| self.add_field(field, reads, writes, access));
                    }
                    // in the pool lie the arguments of the call, too
                    _ => access.unknown |= !is_named && Some(node) != pool,
                }
            }
        }
        access.unknown |= reflective.reflect == Reflect::DefineClass;
    }

    /// Whether objects of the class access members themselves: one that is called unknown may access any.
    fn is_reflective(&self, class: ClassId) -> bool {
        let name = self.program.name(class);
        ["java/lang/reflect/", "java/lang/invoke/"].iter().any(|package| name.starts_with(package))
    }

    fn add_field(&self, field: FieldId, reads: bool, writes: bool, access: &mut Access) {
        if self.program.field(field).is_some_and(|info| info.access & access::STATIC != 0) {
            access.reads.extend(reads.then_some(field));
            access.writes.extend(writes.then_some(field));
        }
    }
}
