//! Where a static is read or modified, as a call path: from an instruction of given parts of methods, call by call, to the
//! instruction that does it.
//!
//! Cheapest first over the call graph with initialisers: each call costs, a call into the JDK costs more than a few calls within
//! the application, and one from the JDK back into the application most, since which method it reaches is known least. So a path
//! leads through the application as far as it can, and of such paths it is a shortest one. Only methods are entered whose
//! summary says that they, or what they call, do it; so the search finds something exactly where the selection counts the static as
//! read or modified. A write of the static itself comes before a mutation of what it holds, and either before those that
//! only class initialisers do. What other threads and the JVM call at any time is looked at last.

use super::selection::{Part, types_of_values};
use super::summaries::{ModUse, Summary};
use crate::analysis::points_to::ObjectSet;
use crate::program::{FieldId, MethodId, access};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// What a call of a method of the JDK costs on a path, in calls within the application.
const INTO_JDK: u32 = 8;
/// The same for a call from the JDK back into the application.
const OUT_OF_JDK: u32 = 64;

/// What is done to a static.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It is read.
    Read,
    /// It is written.
    Write,
    /// An object that it reaches is changed.
    Mutation,
}

/// An instruction of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The method.
    pub method: MethodId,
    /// The instruction, bytes; none if it is native, or the instruction is not known.
    pub offset: Option<u32>,
}

/// How code comes to access a static.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallPath {
    /// What is done at the end.
    pub access: Access,
    /// Calls, and at last the access.
    pub steps: Vec<Step>,
    /// Whether it starts with what other threads or the JVM call at any time.
    pub any_time: bool,
}

/// How one of the parts comes to read the static.
pub fn to_read(analysis: &ModUse<'_, '_>, field: FieldId, parts: &[Part]) -> Option<CallPath> {
    Search::new(analysis, field, Access::Read).run(parts, true)
}

/// How one of the parts comes to write the static, or to change what it holds.
pub fn to_modification(analysis: &ModUse<'_, '_>, field: FieldId, parts: &[Part]) -> Option<CallPath> {
    let kinds = [Access::Write, Access::Mutation].map(|access| Search::new(analysis, field, access));
    let find = |initializers: bool| kinds.iter().find_map(|search| search.run(parts, initializers));
    find(false).or_else(|| find(true))
}

struct Search<'x, 'p, 'a> {
    analysis: &'x ModUse<'p, 'a>,
    field: FieldId,
    access: Access,
    /// The objects that the static reaches, for mutations.
    held: ObjectSet,
}

impl<'x, 'p, 'a> Search<'x, 'p, 'a> {
    fn new(analysis: &'x ModUse<'p, 'a>, field: FieldId, access: Access) -> Self {
        let held = if access == Access::Mutation { held(analysis, field) } else { ObjectSet::default() };
        Self { analysis, field, access, held }
    }

    fn run(&self, parts: &[Part], initializers: bool) -> Option<CallPath> {
        let found = |steps, any_time| CallPath { access: self.access, steps, any_time };
        for part in parts {
            if let Some(offset) = self.offset(part.method, Some(&part.offsets)) {
                return Some(found(vec![Step { method: part.method, offset: Some(offset) }], false));
            }
        }
        let seeds = parts.iter().flat_map(|part| {
            let called = self.callees(part.method, Some(&part.offsets), initializers);
            called.into_iter().map(|(offset, callee)| (Some(Step { method: part.method, offset }), callee))
        });
        let from_parts = self.cheapest_first(seeds.collect(), initializers);
        let any_time = || {
            let methods = self.analysis.answer.any_time().into_iter();
            let wanted = methods.filter(|method| self.analysis.summary(*method).is_some_and(|it| self.may(it)));
            self.cheapest_first(wanted.map(|method| (None, method)).collect(), initializers)
        };
        from_parts.map(|steps| found(steps, false)).or_else(|| any_time().map(|steps| found(steps, true)))
    }

    /// From methods, each with the call of it, to one that does it by itself.
    fn cheapest_first(&self, seeds: Vec<(Option<Step>, MethodId)>, initializers: bool) -> Option<Vec<Step>> {
        // how each method is reached by the cheapest path that is known, and what that costs
        let mut reached: BTreeMap<MethodId, (u32, Option<Step>)> = BTreeMap::new();
        let mut work = BinaryHeap::new();
        // of paths that cost the same the one that was met first
        let mut order = 0u32;
        let mut reach = |method, cost: u32, step, work: &mut BinaryHeap<_>, reached: &mut BTreeMap<_, (u32, _)>| {
            if reached.get(&method).is_none_or(|(known, _)| cost < *known) {
                reached.insert(method, (cost, step));
                order += 1;
                work.push(Reverse((cost, order, method)));
            }
        };
        let mut starts = BTreeSet::new();
        for (step, method) in seeds {
            starts.insert(method);
            let cost = self.cost(step.map(|step| step.method), method);
            reach(method, cost, step, &mut work, &mut reached);
        }
        while let Some(Reverse((cost, _, method))) = work.pop() {
            if reached[&method].0 < cost {
                continue;
            }
            if self.does(method) {
                let mut steps = vec![Step { method, offset: self.offset(method, None) }];
                let mut at = method;
                while let (_, Some(step)) = reached[&at] {
                    steps.push(step);
                    if starts.contains(&at) {
                        break;
                    }
                    at = step.method;
                }
                steps.reverse();
                return Some(steps);
            }
            for (offset, callee) in self.callees(method, None, initializers) {
                let step = Some(Step { method, offset });
                reach(callee, cost + self.cost(Some(method), callee), step, &mut work, &mut reached);
            }
        }
        None
    }

    /// What a call costs on a path.
    fn cost(&self, caller: Option<MethodId>, callee: MethodId) -> u32 {
        let is_application = |method: MethodId| self.analysis.answer.program().is_application(method.class);
        match (caller.is_none_or(is_application), is_application(callee)) {
            (true, true) => 1,
            (_, false) => INTO_JDK,
            (false, true) => OUT_OF_JDK,
        }
    }

    /// What the method's instructions call that may do it, initialisers too if they are wanted; with the instruction.
    fn callees(
        &self,
        method: MethodId,
        offsets: Option<&BTreeSet<u32>>,
        initializers: bool,
    ) -> Vec<(Option<u32>, MethodId)> {
        let analysis = self.analysis;
        let wanted = |callee: MethodId| analysis.summary(callee).is_some_and(|summary| self.may(summary));
        let within = |offset: u32| offsets.is_none_or(|offsets| offsets.contains(&offset));
        let calls = analysis.answer.calls(method).filter(|(offset, callee)| within(*offset) && wanted(*callee));
        let mut found: Vec<(Option<u32>, MethodId)> = calls.map(|(offset, callee)| (Some(offset), callee)).collect();
        let effects = match offsets {
            _ if !initializers => super::Effects::default(),
            Some(offsets) => analysis.part_alone(method, offsets),
            None => analysis.direct(method).cloned().unwrap_or_default(),
        };
        for class in effects.initialized {
            if let Some(initializer) = analysis.initializer(class).filter(|it| *it != method && wanted(*it)) {
                let initializes =
                    |offset: &u32| analysis.part_alone(method, &BTreeSet::from([*offset])).initialized.contains(&class);
                let offset = self.offsets(method).into_iter().filter(|offset| within(*offset)).find(initializes);
                found.push((offset, initializer));
            }
        }
        found.sort_unstable();
        found
    }

    /// Whether a summary says that it may be done.
    fn may(&self, summary: &Summary) -> bool {
        let number = self.analysis.number(self.field);
        match self.access {
            Access::Read => number.is_some_and(|number| summary.reads.contains(number)),
            Access::Write => number.is_some_and(|number| summary.writes.contains(number)),
            Access::Mutation => summary.mutated.intersects(&self.held),
        }
    }

    /// Whether the method does it by itself.
    fn does(&self, method: MethodId) -> bool {
        self.analysis.direct(method).is_some_and(|effects| self.is_done(effects))
    }

    fn is_done(&self, effects: &super::Effects) -> bool {
        match self.access {
            Access::Read => effects.reads.contains(&self.field),
            Access::Write => effects.writes.contains(&self.field),
            Access::Mutation => effects.mutated.intersects(&self.held),
        }
    }

    /// The first instruction of the method that does it.
    fn offset(&self, method: MethodId, offsets: Option<&BTreeSet<u32>>) -> Option<u32> {
        let native = self.analysis.answer.program().flags(method) & access::NATIVE != 0;
        let within = |offset: &u32| !native && offsets.is_none_or(|offsets| offsets.contains(offset));
        if offsets.is_some_and(|offsets| !self.is_done(&self.analysis.part_alone(method, offsets))) {
            return None;
        }
        let does = |offset: &u32| self.is_done(&self.analysis.part_alone(method, &BTreeSet::from([*offset])));
        self.offsets(method).into_iter().filter(within).find(does)
    }

    /// The offsets of the method's instructions that have effects.
    fn offsets(&self, method: MethodId) -> BTreeSet<u32> {
        let answer = self.analysis.answer;
        let ir = answer.ir(method);
        let statements = ir.iter().flat_map(|ir| ir.statements.iter().map(|(offset, _)| *offset));
        statements.chain(answer.accesses(method).map(|(offset, _)| offset)).collect()
    }
}

/// The objects that a static reaches through fields and elements; not values, and nothing through them.
fn held(analysis: &ModUse<'_, '_>, field: FieldId) -> ObjectSet {
    let answer = analysis.answer;
    let values = types_of_values(analysis);
    let counts = |object: &u32| !values.contains(&answer.allocation(*object).1);
    let heap = answer.heap();
    let first = answer.statics().remove(&field).unwrap_or_default();
    let mut found = ObjectSet::default();
    let mut work: Vec<u32> = first.iter().filter(counts).filter(|object| found.insert(*object)).collect();
    while let Some(object) = work.pop() {
        let below = heap.get(&object).into_iter().flat_map(BTreeMap::values).flat_map(ObjectSet::iter);
        work.extend(below.filter(counts).filter(|object| found.insert(*object)));
    }
    found
}
