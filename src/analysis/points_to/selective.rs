//! Which methods get contexts in selective mode, from an insensitive answer.
//!
//! Scaler (Li, Tan, Møller, Smaragdakis: Scalability-First Pointer Analysis with Self-Tuning Context-Sensitivity, FSE
//! 2018). What a method costs under a selector is estimated as the number of its contexts times the sizes of its
//! variables' sets. Each method gets the most precise selector that costs no more than a threshold; the threshold is the
//! largest one under which all methods together stay in a total, found by binary search.
//!
//! Contexts are counted on the object allocation graph: an object's predecessors are the receivers of the method that
//! makes it. Methods with a receiver choose between 2-object, 2-type, 1-type and none. A static method adds its call
//! site to the caller's context (Kastrinis, Smaragdakis: Hybrid Context-Sensitivity for Points-To Analysis, PLDI 2013,
//! selective hybrid) and chooses how many elements are kept; for its callers' receivers it counts those of all methods
//! from which static calls lead to it. The numbers are upper bounds: contexts make the sets smaller.

use super::context::{Flavour, PerMethod};
use super::events::Caller;
use super::objects::{Object, Origin};
use super::set::ObjectSet;
use super::solver::Solver;
use crate::program::{MethodId, access};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// The total, as a multiple of what the insensitive answer costs.
const TOTAL: u64 = 4;

/// A selector with its cost for a method.
type Choice = (u64, Option<(u8, Flavour)>);

/// The selector for the second run.
pub(super) fn choose(solver: &Solver<'_>) -> PerMethod {
    let graph = AllocationGraph::new(solver);
    let methods: Vec<(MethodId, Vec<Choice>)> = (0..solver.methods.list.len() as u32)
        .filter(|method| !solver.methods.list[*method as usize].instances.is_empty())
        .map(|method| (solver.methods.list[method as usize].id, graph.choices(method)))
        .collect();
    let total = TOTAL * methods.iter().filter_map(|(_, choices)| Some(choices.last()?.0)).sum::<u64>();
    let cost =
        |threshold: u64| methods.iter().map(|(_, choices)| best(choices, threshold).0).fold(0, u64::saturating_add);
    let (mut fits, mut above) = (0, total + 1);
    while above - fits > 1 {
        let middle = fits + (above - fits) / 2;
        if cost(middle) <= total {
            fits = middle;
        } else {
            above = middle;
        }
    }
    let chosen = methods.iter().filter_map(|(id, choices)| Some((*id, best(choices, fits).1?)));
    PerMethod { choices: chosen.collect() }
}

/// The most precise choice under the threshold, or the last one: insensitive.
fn best(choices: &[Choice], threshold: u64) -> Choice {
    let fits = choices.iter().find(|(cost, _)| *cost <= threshold);
    *fits.or(choices.last()).unwrap_or(&(0, None))
}

/// Who makes objects and runs methods, by the insensitive answer; indexed by the numbers of methods.
struct AllocationGraph<'s, 'a> {
    solver: &'s Solver<'a>,
    /// The receivers; of static methods those of the callers.
    receivers: Vec<ObjectSet>,
    /// Of static methods: the calls, as caller and number.
    sites: Vec<BTreeSet<(u32, u32)>>,
    /// How many contexts each method has under 2-object.
    two_object: Vec<u64>,
    /// For methods with a receiver that make objects: the classes that contain the allocations of their receivers.
    classes: FxHashMap<u32, BTreeSet<u32>>,
}

impl<'s, 'a> AllocationGraph<'s, 'a> {
    fn new(solver: &'s Solver<'a>) -> Self {
        let count = solver.methods.list.len();
        let mut graph = Self {
            solver,
            receivers: vec![ObjectSet::default(); count],
            sites: static_sites(solver),
            two_object: Vec::new(),
            classes: FxHashMap::default(),
        };
        for (number, method) in solver.methods.list.iter().enumerate() {
            let Some(this) = solver.view(number as u32).and_then(|view| view.ir.this) else { continue };
            for instance in &method.instances {
                graph.receivers[number].add_all(solver.graph.objects(solver.var(*instance, this)), None);
            }
        }
        graph.pass_to_static();
        graph.two_object = graph.receivers.iter().map(|receivers| graph.count_two_object(receivers)).collect();
        let makers = (0..solver.objects.count() as Object).filter_map(|object| graph.maker(object));
        let makers: BTreeSet<u32> = makers.filter(|maker| graph.sites[*maker as usize].is_empty()).collect();
        let classes = makers.into_iter().map(|maker| (maker, graph.classes_of(&graph.receivers[maker as usize])));
        graph.classes = classes.collect();
        graph
    }

    /// Static methods have the receivers of their callers.
    fn pass_to_static(&mut self) {
        let mut callees: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for (callee, sites) in self.sites.iter().enumerate() {
            for (caller, _) in sites {
                callees.entry(*caller).or_default().insert(callee as u32);
            }
        }
        let mut work: Vec<u32> = callees.keys().copied().collect();
        while let Some(caller) = work.pop() {
            let passed = self.receivers[caller as usize].clone();
            for callee in callees.get(&caller).into_iter().flatten() {
                if !self.receivers[*callee as usize].add_all(&passed, None).is_empty() {
                    work.push(*callee);
                }
            }
        }
    }

    /// The method that makes the object.
    fn maker(&self, object: Object) -> Option<u32> {
        match self.solver.objects.get(object).origin {
            Origin::Site(method, _) | Origin::Lambda(method, _) => Some(method),
            _ => None,
        }
    }

    /// The element of type contexts that stands for the object.
    fn class(&self, object: Object) -> u32 {
        let ty = self.solver.objects.type_of(object);
        match self.maker(object) {
            Some(method) => self.solver.methods.class(method).0,
            None => ty.base_class().map_or(0, |class| class.0),
        }
    }

    fn classes_of(&self, objects: &ObjectSet) -> BTreeSet<u32> {
        objects.iter().map(|object| self.class(object)).collect()
    }

    /// How many heap contexts of one element the object has.
    fn heap_contexts(&self, object: Object) -> u64 {
        let maker = self.maker(object);
        maker.map_or(1, |maker| match self.sites[maker as usize].len() {
            0 => self.receivers[maker as usize].len().max(1) as u64,
            sites => sites as u64,
        })
    }

    fn count_two_object(&self, receivers: &ObjectSet) -> u64 {
        receivers.iter().map(|object| self.heap_contexts(object)).sum::<u64>().max(1)
    }

    fn two_type(&self, method: u32) -> u64 {
        let mut before: BTreeMap<u32, (BTreeSet<u32>, u64)> = BTreeMap::new();
        let mut seen = BTreeSet::new();
        for object in self.receivers[method as usize].iter() {
            let (classes, sites) = before.entry(self.class(object)).or_default();
            let Some(maker) = self.maker(object).filter(|maker| seen.insert(*maker)) else { continue };
            *sites += self.sites[maker as usize].len() as u64;
            classes.extend(self.classes.get(&maker).into_iter().flatten());
        }
        before.values().map(|(classes, sites)| (classes.len() as u64 + sites).max(1)).sum::<u64>().max(1)
    }

    /// The selectors for the method, the most precise one first.
    fn choices(&self, method: u32) -> Vec<Choice> {
        let of = &self.solver.methods.list[method as usize];
        let size = of.instances.iter().map(|instance| self.size(*instance)).sum::<u64>().max(1);
        let cost = |contexts: u64, choice| (contexts.saturating_mul(size), choice);
        if self.solver.program.flags(of.id) & access::STATIC == 0 {
            let one_type = self.classes_of(&self.receivers[method as usize]).len().max(1) as u64;
            return vec![
                cost(self.two_object[method as usize], Some((2, Flavour::Object))),
                cost(self.two_type(method), Some((2, Flavour::Type))),
                cost(one_type, Some((1, Flavour::Type))),
                cost(1, None),
            ];
        }
        let sites = &self.sites[method as usize];
        let one_object = |caller: u32| self.receivers[caller as usize].len().max(1) as u64;
        vec![
            cost(
                sites.iter().map(|(caller, _)| self.two_object[*caller as usize]).sum::<u64>().max(1),
                Some((3, Flavour::Call)),
            ),
            cost(sites.iter().map(|(caller, _)| one_object(*caller)).sum::<u64>().max(1), Some((2, Flavour::Call))),
            cost(sites.len().max(1) as u64, Some((1, Flavour::Call))),
            cost(1, None),
        ]
    }

    /// How many objects the variables of the instance have together.
    fn size(&self, instance: u32) -> u64 {
        let base = self.solver.methods.instances[instance as usize].base;
        let vars = self.solver.methods.of(instance).vars;
        (base..base + vars).map(|node| self.solver.graph.objects(node).len() as u64).sum()
    }
}

/// The calls of each static method.
fn static_sites(solver: &Solver<'_>) -> Vec<BTreeSet<(u32, u32)>> {
    let mut sites = vec![BTreeSet::new(); solver.methods.list.len()];
    #[allow(clippy::iter_over_hash_type, reason = "the sets are sorted")]
    for (caller, callee) in &solver.calls {
        let site = match caller {
            Caller::Site(instance, number) => Some((*instance, *number)),
            Caller::Synthetic(synthetic) => solver.synthetic_calls.get(*synthetic).site,
        };
        let callee = solver.methods.instances[*callee as usize].method;
        if solver.program.flags(solver.methods.list[callee as usize].id) & access::STATIC == 0 {
            continue;
        }
        if let Some((instance, number)) = site {
            sites[callee as usize].insert((solver.methods.instances[instance as usize].method, number));
        }
    }
    sites
}
