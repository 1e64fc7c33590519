//! The answer of a points-to analysis, with contexts left out.
//!
//! Objects are numbered anew by their allocation ([`Origin`] and type); sets are those of all instances together. What
//! a question needs is put together when it is asked.

use super::accesses::{Access, Accesses, Callees, accesses};
use super::events::Caller;
use super::graph::Node;
use super::jvm;
use super::models;
use super::objects::{Object, Origin};
use super::reflection::lazy;
use super::reflection::unknown::{UnknownCall, unknown_calls};
use super::set::ObjectSet;
use super::sets::SetId;
use super::solver::Solver;
use crate::analysis::ir::{MethodIr, Statement, Target, Type, Var};
use crate::program::{ClassId, FieldId, MethodId, Program};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The answer.
pub struct PointsTo<'a> {
    pub(super) solver: Solver<'a>,
    /// For each object of the solver the number of its allocation.
    pub(super) allocation_of: Vec<u32>,
    allocations: Vec<(Origin, Type)>,
    /// Whether every object has its own number, as without contexts.
    one_to_one: bool,
    /// Callees by call site: caller, offset of the instruction.
    callees: Callees,
    /// Methods that something else than a call instruction calls: initialisers, finalizers, entry points.
    roots: BTreeSet<MethodId>,
    accesses: Accesses,
}

/// The four usual measures of precision; smaller is more precise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Metrics {
    /// Methods that may run.
    pub reachable_methods: usize,
    /// Pairs of call instruction and callee.
    pub call_graph_edges: usize,
    /// Casts that may fail.
    pub may_fail_casts: usize,
    /// Virtual calls that may run several methods.
    pub polymorphic_calls: usize,
}

impl<'a> PointsTo<'a> {
    pub(super) fn new(solver: Solver<'a>) -> Self {
        let mut numbers: FxHashMap<(&Origin, Type), u32> = FxHashMap::default();
        let mut allocations = Vec::new();
        let mut allocation_of = Vec::with_capacity(solver.objects.count());
        for data in solver.objects.all() {
            let number = *numbers.entry((&data.origin, data.ty)).or_insert_with(|| {
                allocations.push((data.origin.clone(), data.ty));
                allocations.len() as u32 - 1
            });
            allocation_of.push(number);
        }
        let one_to_one = allocation_of.iter().zip(0..).all(|(allocation, number)| *allocation == number);
        let (callees, roots, accesses) = (Callees::new(), BTreeSet::new(), Accesses::new());
        let mut result = Self { solver, allocation_of, allocations, one_to_one, callees, roots, accesses };
        result.collect_calls();
        result.accesses = self::accesses(&result.solver, &result.callees);
        result
    }

    fn collect_calls(&mut self) {
        let solver = &self.solver;
        let mut calls: Vec<(Option<(u32, u32)>, u32)> = Vec::with_capacity(solver.calls.len());
        #[allow(clippy::iter_over_hash_type, reason = "sorted right below")]
        for (caller, callee) in &solver.calls {
            let site = match caller {
                Caller::Site(instance, number) => Some((*instance, *number)),
                Caller::Synthetic(synthetic) if jvm::is_start(solver, *synthetic) => continue,
                Caller::Synthetic(synthetic) => solver.synthetic_calls.get(*synthetic).site,
            };
            let site = site.map(|(instance, number)| (solver.methods.instances[instance as usize].method, number));
            calls.push((site, solver.methods.instances[*callee as usize].method));
        }
        calls.sort_unstable();
        calls.dedup();
        for (site, callee) in calls {
            let callee = solver.methods.list[callee as usize].id;
            let Some((caller, number)) = site else {
                self.roots.insert(callee);
                continue;
            };
            let caller = &solver.methods.list[caller as usize];
            let offset = solver.methods.site_offsets[(caller.first_site + number + 1) as usize];
            self.callees.entry(caller.id).or_default().entry(offset).or_default().insert(callee);
        }
    }

    /// The program.
    pub fn program(&self) -> &'a Program {
        self.solver.program
    }

    /// The methods that may run, ascending.
    pub fn reachable(&self) -> BTreeSet<MethodId> {
        let methods = self.solver.methods.list.iter();
        methods.filter(|method| !method.instances.is_empty()).map(|method| method.id).collect()
    }

    /// Whether the method may run.
    pub fn is_reachable(&self, method: MethodId) -> bool {
        let known = self.solver.methods.known(method);
        known.is_some_and(|number| !self.solver.methods.list[number as usize].instances.is_empty())
    }

    /// The methods that the call instruction at this offset may run.
    pub fn callees(&self, caller: MethodId, offset: u32) -> impl Iterator<Item = MethodId> + '_ {
        self.callees.get(&caller).and_then(|calls| calls.get(&offset)).into_iter().flatten().copied()
    }

    /// All calls of the method: the offset of the instruction and what it may run.
    pub fn calls(&self, caller: MethodId) -> impl Iterator<Item = (u32, MethodId)> + '_ {
        let calls = self.callees.get(&caller).into_iter().flatten();
        calls.flat_map(|(offset, callees)| callees.iter().map(move |callee| (*offset, *callee)))
    }

    /// The call instructions that may run the method: caller and offset.
    pub fn callers(&self, callee: MethodId) -> Vec<(MethodId, u32)> {
        let mut found = Vec::new();
        for (caller, calls) in &self.callees {
            for (offset, callees) in calls {
                if callees.contains(&callee) {
                    found.push((*caller, *offset));
                }
            }
        }
        found
    }

    /// Methods that no call instruction calls, or not only: initialisers, finalizers, what the JVM calls.
    pub fn roots(&self) -> &BTreeSet<MethodId> {
        &self.roots
    }

    /// Classes that may be initialised.
    pub fn initialized(&self) -> &BTreeSet<ClassId> {
        &self.solver.initialized
    }

    /// The view of a reachable method.
    pub fn ir(&self, method: MethodId) -> Option<Arc<MethodIr>> {
        Some(self.solver.view(self.solver.methods.known(method)?)?.ir.clone())
    }

    /// The objects that a variable may point to, under all contexts.
    pub fn objects(&self, method: MethodId, var: Var) -> ObjectSet {
        let Some(number) = self.solver.methods.known(method) else { return ObjectSet::default() };
        let instances = &self.solver.methods.list[number as usize].instances;
        self.without_contexts(instances.iter().map(|instance| self.solver.var(*instance, var)))
    }

    pub(super) fn without_contexts(&self, nodes: impl Iterator<Item = Node>) -> ObjectSet {
        let mut found = ObjectSet::default();
        for node in nodes {
            if self.one_to_one {
                found.add_all(self.solver.graph.objects(node), None);
                continue;
            }
            for object in self.solver.graph.objects(node).iter() {
                found.insert(self.allocation_of[object as usize]);
            }
        }
        found
    }

    /// What the reflective calls of a method access, by the offset of the call.
    pub fn accesses(&self, method: MethodId) -> impl Iterator<Item = (u32, &Access)> + '_ {
        self.accesses.get(&method).into_iter().flatten().map(|(offset, access)| (*offset, access))
    }

    /// Where the application looks up a class by a name that is not known, if the answer has the classes alone that are asked for.
    pub fn looks_up_lazily(&self) -> Option<String> {
        lazy::place(&self.solver)
    }

    /// Whether the analysis follows the call, should it be one by reflection; `invokes`: whether it uses a method or variable
    /// handle, of which some must be known: code of the JDK makes handles of others.
    pub fn follows(&self, caller: MethodId, offset: u32, invokes: bool) -> bool {
        let access = self.accesses.get(&caller).and_then(|calls| calls.get(&offset));
        access.map_or(!invokes, |access| !access.unknown)
    }

    /// The objects whose fields such an access may write.
    pub fn written_by(&self, access: &Access) -> ObjectSet {
        self.without_contexts(access.bases.iter().copied())
    }

    /// How many allocations there are; objects are their numbers.
    pub fn allocations(&self) -> usize {
        self.allocations.len()
    }

    /// Where an object is made and its type.
    pub fn allocation(&self, object: Object) -> &(Origin, Type) {
        &self.allocations[object as usize]
    }

    /// An object for people: its class and the method that makes it.
    pub fn describe(&self, object: Object) -> String {
        let (origin, ty) = self.allocation(object);
        let program = self.program();
        let name = ty.name(program).replace('/', ".");
        match origin {
            Origin::Site(method, statement) => {
                let view = self.solver.view(*method);
                let offset = view.and_then(|view| view.ir.statements.get(*statement as usize));
                let offset = offset.map_or(String::new(), |(offset, _)| format!("@{offset}"));
                format!("new {name} in {}{offset}", program.describe(self.solver.methods.list[*method as usize].id))
            }
            Origin::Lambda(method, call) => {
                let methods = &self.solver.methods;
                let (found, offset) = (&methods.list[*method as usize], methods.offset(*method, *call));
                format!("lambda {name} in {}@{offset}", program.describe(found.id))
            }
            Origin::Model(method, call, _) => match self.solver.methods.list.get(*method as usize) {
                Some(found) => {
                    let (method, offset) = (found, self.solver.methods.offset(*method, *call));
                    format!("new {name} by the call in {}@{offset}", program.describe(method.id))
                }
                None => format!("new {name} by the JVM"),
            },
            Origin::Merged => format!("any {name}"),
            Origin::Text(text) => format!("\"{text}\""),
            Origin::AnyText | Origin::OtherText => "any string constant".to_owned(),
            Origin::SomeClass(_) => "a class whose name is not known".to_owned(),
            Origin::SomeObject(_) => "an object of a class whose name is not known".to_owned(),
            Origin::ClassOfJdk => "a class of the JDK".to_owned(),
            Origin::Class(ty) => format!("{}.class", ty.name(program).replace('/', ".")),
            Origin::Member(_) => format!("{name} by reflection"),
            Origin::Proxy(_) => format!("proxy {name}"),
        }
    }

    /// What each object's fields and elements (none) may point to, in the order of objects.
    pub fn heap(&self) -> BTreeMap<Object, BTreeMap<Option<FieldId>, ObjectSet>> {
        let mut heap: BTreeMap<Object, BTreeMap<Option<FieldId>, ObjectSet>> = BTreeMap::new();
        for (object, field, node) in self.solver.nodes.fields() {
            let found = self.without_contexts(std::iter::once(node));
            let fields = heap.entry(self.allocation_of[object as usize]).or_default();
            fields.entry(field).or_default().add_all(&found, None);
        }
        heap
    }

    /// What each static field may point to; those of primitive types are left out.
    pub fn statics(&self) -> BTreeMap<FieldId, ObjectSet> {
        self.solver.nodes.statics().map(|(field, node)| (field, self.without_contexts(std::iter::once(node)))).collect()
    }

    /// The objects that some field, element or static may hold.
    pub fn stored(&self) -> ObjectSet {
        let fields = self.solver.nodes.fields().map(|(_, _, node)| node);
        let statics = self.solver.nodes.statics().map(|(_, node)| node);
        let models = models::variables(&self.solver).into_iter();
        self.without_contexts(fields.chain(statics).chain(models))
    }

    /// The objects from which one of `targets` is reachable through fields and elements, these included; objects of a type
    /// that `opaque` accepts are neither targets nor on the way.
    pub fn reaching(&self, targets: &ObjectSet, opaque: impl Fn(Type) -> bool) -> ObjectSet {
        let graph = &self.solver.graph;
        let mut holders: Vec<(SetId, Object)> = Vec::new();
        for (object, _, node) in self.solver.nodes.fields() {
            let object = self.allocation_of[object as usize];
            if !opaque(self.allocations[object as usize].1) {
                holders.push((graph.set_of(node), object));
            }
        }
        holders.sort_unstable();
        holders.dedup();
        // many fields have equal sets: each is looked at once
        let sets: Vec<(&[(SetId, Object)], &ObjectSet)> =
            holders.chunk_by(|one, other| one.0 == other.0).map(|held| (held, &**graph.set(held[0].0))).collect();
        let mut sets_with: Vec<Vec<u32>> = vec![Vec::new(); self.allocations.len()];
        for ((_, set), number) in sets.iter().zip(0..) {
            set.iter().for_each(|object| sets_with[self.allocation_of[object as usize] as usize].push(number));
        }
        let mut found: ObjectSet =
            targets.iter().filter(|object| !opaque(self.allocations[*object as usize].1)).collect();
        let mut work: Vec<u32> = found.iter().collect();
        while let Some(object) = work.pop() {
            for set in std::mem::take(&mut sets_with[object as usize]) {
                let holders = sets[set as usize].0.iter().map(|(_, holder)| *holder);
                work.extend(holders.filter(|holder| found.insert(*holder)));
            }
        }
        found
    }

    /// Methods that other threads than `main`, the garbage collector and the JVM may call at any time.
    pub fn any_time(&self) -> BTreeSet<MethodId> {
        let program = self.program();
        let initializer = |method: &MethodId| program.method(*method).is_some_and(|info| info.name == "<clinit>");
        self.roots.iter().copied().filter(|method| !initializer(method)).collect()
    }

    /// What the JVM calls to begin with, `main` among it.
    pub fn started(&self) -> BTreeSet<MethodId> {
        let solver = &self.solver;
        let starts =
            |caller: &Caller| matches!(caller, Caller::Synthetic(synthetic) if jvm::is_start(solver, *synthetic));
        let found = solver.calls.iter().filter(|(caller, _)| starts(caller));
        found.map(|(_, callee)| solver.methods.of(*callee).id).collect()
    }

    /// Where precision or soundness was given up.
    pub fn diagnostics(&self) -> &BTreeSet<String> {
        &self.solver.diagnostics
    }

    /// Calls by reflection in the application of which too little is known, those first at which most counts.
    pub fn unknown_calls(&self) -> Vec<UnknownCall> {
        unknown_calls(&self.solver)
    }

    /// Whether the analysis started from summaries of the JDK.
    pub fn started_from_summaries(&self) -> bool {
        self.solver.methods.stored_of_jdk() > 0
    }

    /// How large the constraint graph is: nodes, edges, nodes that cycle elimination saved.
    pub fn size(&self) -> (usize, usize, usize) {
        (self.solver.graph.len(), self.solver.graph.edge_count(), self.solver.graph.merged)
    }

    /// The work done, the same on every machine: how many edges objects travelled along, how many blocks of sets were computed
    /// for that, how many objects were looked at where they arrived, and how many nodes were taken from the worklist.
    pub fn work(&self) -> u64 {
        self.solver.graph.work()
    }

    /// How many instances of methods there are.
    pub fn instances(&self) -> usize {
        self.solver.methods.instances.len()
    }

    /// The four usual measures.
    pub fn metrics(&mut self) -> Metrics {
        Metrics {
            reachable_methods: self.reachable().len(),
            call_graph_edges: self.callees.values().flat_map(BTreeMap::values).map(BTreeSet::len).sum(),
            may_fail_casts: self.may_fail_casts().len(),
            polymorphic_calls: self.polymorphic_calls().len(),
        }
    }

    /// The casts of reachable methods that may fail: method and offset.
    pub fn may_fail_casts(&mut self) -> Vec<(MethodId, u32)> {
        let mut found = Vec::new();
        for method in self.reachable() {
            let Some(ir) = self.ir(method) else { continue };
            for (offset, statement) in &ir.statements {
                match statement {
                    Statement::Cast { src, ty, .. } if self.may_fail(method, *src, *ty) => {
                        found.push((method, *offset));
                    }
                    _ => {}
                }
            }
        }
        found
    }

    /// The virtual calls that may run several methods: method and offset.
    pub fn polymorphic_calls(&self) -> Vec<(MethodId, u32)> {
        let mut found = Vec::new();
        for (method, calls) in &self.callees {
            let Some(ir) = self.ir(*method) else { continue };
            let several = ir.calls.iter().filter(|call| matches!(call.target, Target::Virtual(_)));
            let several = several.filter(|call| calls.get(&call.offset).is_some_and(|callees| callees.len() > 1));
            found.extend(several.map(|call| (*method, call.offset)));
        }
        found
    }

    fn may_fail(&mut self, method: MethodId, var: Var, ty: Type) -> bool {
        let solver = &mut self.solver;
        let Some(number) = solver.methods.known(method) else { return false };
        let filter = solver.objects.filter(ty);
        if filter == 0 {
            return false;
        }
        let mask = solver.objects.mask(filter);
        let instances = solver.methods.list[number as usize].instances.iter();
        let mut nodes = instances.map(|instance| solver.methods.instances[*instance as usize].base + var.0);
        nodes.any(|node| !solver.graph.objects(node).all_pass(mask))
    }
}
