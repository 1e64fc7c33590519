//! What reflection and handles access: put together from the reflective calls that the solver saw, when all is known.
//!
//! For each call: the static fields that it may read and write, the objects whose fields it may write, and whether the
//! analysis follows it at all. It does not if what is called or accessed is an object that stands for no known member, nor
//! if it makes a class of bytes.

use super::graph::Node;
use super::handles::POOL;
use super::members::Member;
use super::reflection::Asked;
use super::solver::Solver;
use crate::analysis::ir::Handle;
use crate::analysis::models::effect::Reflect;
use crate::program::{FieldId, MethodId, access};
use std::collections::{BTreeMap, BTreeSet};

/// What one call accesses.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// Static fields that it may read.
    pub reads: BTreeSet<FieldId>,
    /// Static fields that it may write.
    pub writes: BTreeSet<FieldId>,
    /// What it may do is not known.
    pub unknown: bool,
    /// Nodes of the objects whose fields it may write.
    pub(super) bases: Vec<Node>,
}

/// By caller and offset of the call instruction.
pub(super) type Accesses = BTreeMap<MethodId, BTreeMap<u32, Access>>;

/// The accesses of all reflective calls.
pub(super) fn accesses(solver: &Solver<'_>) -> Accesses {
    let mut found = Accesses::new();
    for (number, asked) in (0u32..).zip(&solver.asked) {
        let Some((instance, call)) = asked.scene.site.filter(|_| accesses_members(asked.reflect)) else { continue };
        let offset = solver.methods.offset(solver.methods.instances[instance as usize].method, call);
        let caller = solver.methods.of(instance).id;
        let access = found.entry(caller).or_default().entry(offset).or_default();
        solver.add_access(number, asked, access);
    }
    found
}

fn accesses_members(reflect: Reflect) -> bool {
    use Reflect::{DefineClass, FieldGet, FieldSet, Invoke, MethodHandle, NewInstance, VarHandle};
    matches!(reflect, DefineClass | FieldGet | FieldSet | Invoke | MethodHandle | NewInstance | VarHandle)
}

impl Solver<'_> {
    fn add_access(&self, number: u32, asked: &Asked, access: &mut Access) {
        let nodes = asked.nodes();
        let reads = asked.reflect != Reflect::FieldSet && !asked.name.starts_with("set");
        let writes = match asked.reflect {
            Reflect::VarHandle => !reads || !asked.name.starts_with("get") || asked.name.starts_with("getAnd"),
            reflect => reflect == Reflect::FieldSet,
        };
        if asked.reflect == Reflect::FieldSet {
            access.bases.extend(nodes.objects.first());
        }
        let pool = self.nodes_of_calls.get(&(number, POOL)).copied();
        for node in nodes.member.into_iter().chain(nodes.class).chain(pool) {
            for object in self.graph.objects(node).iter() {
                let member = self.member_of(object);
                match (asked.reflect, member) {
                    (Reflect::FieldGet | Reflect::FieldSet, Some(Member::Field(field)))
                    | (Reflect::VarHandle, Some(Member::Variable(field))) => {
                        self.add_field(field, reads, writes, access);
                    }
                    (Reflect::FieldGet | Reflect::FieldSet, Some(Member::FieldsOf(class))) => {
                        let fields = self.fields_of(class).into_iter();
                        fields.for_each(|field| self.add_field(field, reads, writes, access));
                    }
                    (Reflect::MethodHandle, Some(Member::Handle(Handle::Field(field, reads)))) => {
                        self.add_field(field, reads, !reads, access);
                    }
                    (Reflect::MethodHandle, Some(Member::Handle(_) | Member::Combined(_)))
                    | (Reflect::VarHandle, Some(Member::Elements))
                    | (Reflect::Invoke, Some(Member::Method(_) | Member::MethodsOf(_)))
                    | (Reflect::NewInstance, _) => {}
                    // in the pool lie the arguments of the call, too
                    _ => access.unknown |= Some(node) != pool,
                }
            }
        }
        access.unknown |= asked.reflect == Reflect::DefineClass;
    }

    fn add_field(&self, field: FieldId, reads: bool, writes: bool, access: &mut Access) {
        if self.program.field(field).is_some_and(|info| info.access & access::STATIC != 0) {
            access.reads.extend(reads.then_some(field));
            access.writes.extend(writes.then_some(field));
        }
    }
}
