//! Effects of methods with all that they call: the paper's `def_map` and `use_map`.
//!
//! The call graph's components are taken callees first; the members of a component have one summary. Of the objects that
//! a component mutates only those count further up that may outlive its calls: an object that is stored in no field,
//! array or static, and is no receiver, parameter, result or exception of the component, is gone when the call is over
//! (the paper's `C_m`).

use super::effects::{Collector, Effects};
use crate::analysis::points_to::{ObjectSet, PointsTo};
use crate::program::{ClassId, FieldId, MethodId, access};
use crate::util::graph::Graph;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// What a method and all that it calls may do.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Static fields that are read, as numbers of [`ModUse::field`].
    pub reads: ObjectSet,
    /// Static fields that are written.
    pub writes: ObjectSet,
    /// Instance fields that are read.
    pub fields_read: ObjectSet,
    /// Objects that are mutated and may outlive the call.
    pub mutated: ObjectSet,
}

/// The analysis of a program.
pub struct ModUse<'p, 'a> {
    /// The points-to answer below.
    pub answer: &'p PointsTo<'a>,
    collector: Collector<'p, 'a>,
    methods: Vec<MethodId>,
    /// What each of the methods does by itself.
    direct: Vec<Effects>,
    component_of: BTreeMap<MethodId, u32>,
    summaries: Vec<Summary>,
    fields: Vec<FieldId>,
    field_numbers: BTreeMap<FieldId, u32>,
    /// Callees of each method, initialisers included, as numbers in `methods`.
    graph: Graph<usize>,
    /// Initialisers of the application that may run, for which no instruction is known that makes them run.
    unforeseen_initializers: Vec<MethodId>,
}

impl<'p, 'a> ModUse<'p, 'a> {
    /// Computes all summaries.
    pub fn new(answer: &'p PointsTo<'a>) -> Self {
        let collector = Collector::new(answer);
        let methods: Vec<MethodId> = answer.reachable().into_iter().collect();
        let direct: Vec<Effects> = methods.par_iter().map(|method| collector.effects(*method, |_| true)).collect();
        let numbers: BTreeMap<MethodId, usize> =
            methods.iter().enumerate().map(|(number, method)| (*method, number)).collect();
        let initializers = initializers(answer, &numbers);
        let mut edges = Vec::new();
        for (number, method) in methods.iter().enumerate() {
            let called = answer.calls(*method).filter_map(|(_, callee)| numbers.get(&callee).copied());
            let initialized = direct[number].initialized.iter().filter_map(|class| initializers.get(class).copied());
            let mut callees: Vec<usize> = called.chain(initialized).collect();
            callees.sort_unstable();
            callees.dedup();
            edges.extend(callees.into_iter().map(|callee| (number, callee)));
        }
        let graph = Graph::from_edges(methods.len(), edges);
        let mut analysis = Self {
            answer,
            collector,
            component_of: BTreeMap::new(),
            summaries: Vec::new(),
            fields: Vec::new(),
            field_numbers: BTreeMap::new(),
            unforeseen_initializers: unforeseen(answer, &initializers, &direct, &methods),
            methods,
            direct,
            graph,
        };
        analysis.number_fields();
        analysis.summarize();
        analysis
    }

    fn number_fields(&mut self) {
        let direct = self.direct.iter();
        let all: BTreeSet<FieldId> =
            direct.flat_map(|it| it.reads.iter().chain(&it.writes).chain(&it.fields_read)).copied().collect();
        self.fields = all.iter().copied().collect();
        self.field_numbers = all.into_iter().zip(0..).collect();
    }

    fn summarize(&mut self) {
        let stored = self.answer.stored();
        let components = self.graph.components();
        let mut of_number = vec![0u32; self.methods.len()];
        for (component, members) in components.iter().enumerate() {
            members.iter().for_each(|member| of_number[*member] = component as u32);
        }
        for members in &components {
            let mut summary = Summary::default();
            let mut callees = BTreeSet::new();
            for member in members {
                self.add_direct(&mut summary, &self.direct[*member]);
                callees.extend(self.graph.successors(*member).iter().map(|callee| of_number[*callee]));
            }
            callees.remove(&of_number[members[0]]);
            for callee in callees {
                add(&mut summary, &self.summaries[callee as usize]);
            }
            self.drop_local(&mut summary, members, &stored);
            self.summaries.push(summary);
        }
        self.component_of = self.methods.iter().copied().zip(of_number).collect();
    }

    fn add_direct(&self, summary: &mut Summary, direct: &Effects) {
        let number = |field: &FieldId| self.field_numbers[field];
        direct.reads.iter().for_each(|field| {
            summary.reads.insert(number(field));
        });
        direct.writes.iter().for_each(|field| {
            summary.writes.insert(number(field));
        });
        direct.fields_read.iter().for_each(|field| {
            summary.fields_read.insert(number(field));
        });
        summary.mutated.add_all(&direct.mutated, None);
    }

    /// Drops mutated objects that nobody has when the call is over.
    fn drop_local(&self, summary: &mut Summary, members: &[usize], stored: &ObjectSet) {
        let mut local = summary.mutated.without(stored);
        for member in members {
            if local.is_empty() {
                return;
            }
            let method = self.methods[*member];
            let Some(ir) = self.answer.ir(method) else { continue };
            let outside = ir.this.iter().chain(ir.params.iter().flatten()).chain(&ir.result).chain(&ir.thrown);
            for var in outside {
                local.remove_all(&self.answer.objects(method, *var));
            }
        }
        if !local.is_empty() {
            summary.mutated.remove_all(&local);
        }
    }

    /// The statics that reachable methods read or write, constants left out.
    pub fn reachable_statics(&self) -> impl Iterator<Item = FieldId> + '_ {
        let program = self.answer.program();
        let is_static = |field: &FieldId| {
            program.field(*field).is_some_and(|info| info.access & access::STATIC != 0 && !info.constant)
        };
        self.fields.iter().copied().filter(is_static)
    }

    /// The static or instance field with this number.
    pub fn field(&self, number: u32) -> FieldId {
        self.fields[number as usize]
    }

    /// The number of a field that some method accesses.
    pub fn number(&self, field: FieldId) -> Option<u32> {
        self.field_numbers.get(&field).copied()
    }

    /// What the method and all that it calls may do; none if it cannot run.
    pub fn summary(&self, method: MethodId) -> Option<&Summary> {
        self.component_of.get(&method).map(|component| &self.summaries[*component as usize])
    }

    /// What some instructions of a method and all that they call may do, and the methods that they call.
    pub fn part(&self, method: MethodId, wanted: impl Fn(u32) -> bool) -> (Summary, BTreeSet<MethodId>) {
        let effects = self.collector.effects(method, &wanted);
        let mut callees: BTreeSet<MethodId> =
            self.answer.calls(method).filter(|(offset, _)| wanted(*offset)).map(|(_, callee)| callee).collect();
        callees.extend(effects.initialized.iter().filter_map(|class| self.initializer(*class)));
        let mut summary = Summary::default();
        self.add_direct(&mut summary, &effects);
        for callee in &callees {
            if let Some(below) = self.summary(*callee) {
                add(&mut summary, below);
            }
        }
        (summary, callees)
    }

    /// The class's initialiser, if it may run.
    pub fn initializer(&self, class: ClassId) -> Option<MethodId> {
        let method = self.answer.program().get(class)?.declared("<clinit>", "()V")?;
        self.component_of.contains_key(&method).then_some(method)
    }

    /// Initialisers of the application that run without an instruction that is known to make them run, as those of proxies'
    /// interfaces do. The main class's runs before all else.
    pub fn unforeseen_initializers(&self) -> impl Iterator<Item = MethodId> + '_ {
        self.unforeseen_initializers.iter().copied()
    }

    /// The methods that may run when these are called, themselves included.
    pub fn reachable_from(&self, roots: impl IntoIterator<Item = MethodId>) -> BTreeSet<MethodId> {
        let numbers = roots.into_iter().filter_map(|method| self.methods.binary_search(&method).ok());
        self.graph.reachable(numbers).ones().map(|number| self.methods[number]).collect()
    }

    /// The methods that may run when these are called, without what only class initialisers call.
    pub fn reachable_without_initializers(&self, roots: impl IntoIterator<Item = MethodId>) -> BTreeSet<MethodId> {
        let program = self.answer.program();
        let initializes =
            |number: usize| program.method(self.methods[number]).is_some_and(|info| info.name == "<clinit>");
        let mut found = BTreeSet::new();
        let mut work: Vec<usize> =
            roots.into_iter().filter_map(|method| self.methods.binary_search(&method).ok()).collect();
        while let Some(number) = work.pop() {
            if !initializes(number) && found.insert(number) {
                work.extend(self.graph.successors(number));
            }
        }
        found.into_iter().map(|number| self.methods[number]).collect()
    }

    /// Effects of some instructions of a method alone.
    pub fn part_alone(&self, method: MethodId, offsets: &BTreeSet<u32>) -> Effects {
        self.collector.effects(method, |offset| offsets.contains(&offset))
    }

    /// Effects of a method alone; none if it cannot run.
    pub fn direct(&self, method: MethodId) -> Option<&Effects> {
        Some(&self.direct[self.methods.binary_search(&method).ok()?])
    }
}

/// Joins one summary into another.
pub fn add(into: &mut Summary, from: &Summary) {
    into.reads.add_all(&from.reads, None);
    into.writes.add_all(&from.writes, None);
    into.fields_read.add_all(&from.fields_read, None);
    into.mutated.add_all(&from.mutated, None);
}

/// See [`ModUse::unforeseen_initializers`].
fn unforeseen(
    answer: &PointsTo<'_>,
    initializers: &BTreeMap<ClassId, usize>,
    direct: &[Effects],
    methods: &[MethodId],
) -> Vec<MethodId> {
    let program = answer.program();
    let started = answer.started();
    let of_start = started.iter().flat_map(|method| program.superclasses(method.class)).map(|class| class.id);
    let known: BTreeSet<ClassId> =
        direct.iter().flat_map(|it| it.initialized.iter().copied()).chain(of_start).collect();
    let others = initializers.iter().filter(|(class, _)| program.is_application(**class) && !known.contains(class));
    others.map(|(_, number)| methods[*number]).collect()
}

/// The initialisers that may run, by class.
fn initializers(answer: &PointsTo<'_>, numbers: &BTreeMap<MethodId, usize>) -> BTreeMap<ClassId, usize> {
    let found = answer.initialized().iter().filter_map(|class| {
        let method = answer.program().get(*class)?.declared("<clinit>", "()V")?;
        Some((*class, *numbers.get(&method)?))
    });
    found.collect()
}
