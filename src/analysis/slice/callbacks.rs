//! Which methods of the application a call into the JDK may run: those that code of the JDK calls that the call leads to, on objects that the
//! call gets.
//!
//! Reachability over the JDK's part of the call graph, one set of bits for each strongly connected component, narrowed by the
//! receivers: the objects of a callback, or the function object that runs it, must be among what the call's arguments lead to
//! ([`super::contents`]). Collections and most of the JDK call what a program puts into them only by `equals`, `hashCode` and their like; their
//! comparators and the functions of streams are parts of them. What a callback returns is among the objects of its call. Constructors are run by what makes objects by the names of classes.
//! Another callback that no call could run by these rules may be run by all that lead to it. Left out: classes of the application that the JDK
//! makes objects of by itself, since a file or property names them.

use super::contents::Contents;
use super::index::Index;
use super::sites::{Boundary, Runs, Site};
use crate::analysis::points_to::objects::Origin;
use crate::analysis::points_to::{ObjectSet, PointsTo};
use crate::define_index;
use crate::program::{ClassId, MethodId, Program, access};
use crate::util::graph::Graph;
use crate::util::index::Idx;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

define_index!(
    /// A method of the JDK.
    Jdk
);

/// What collections call of what they hold; the first five compare or print.
const OF_ELEMENTS: &[&str] = &["equals", "hashCode", "compareTo", "compare", "toString", "iterator", "size", "get"];

/// The callbacks of a program.
pub struct Callbacks {
    list: Vec<MethodId>,
    /// Those that collections call of what they hold.
    of_elements: FixedBitSet,
    /// Those that compare or print, which no thread begins with.
    comparing: FixedBitSet,
    /// Those that make text of an object.
    printing: FixedBitSet,
    /// Constructors: those that the JDK runs where it is given the name of a class.
    constructors: FixedBitSet,
    /// The objects that each is called on, function objects included; none if nothing is known.
    receivers: Vec<ObjectSet>,
    /// Which callbacks each method of the JDK leads to.
    reach: FxHashMap<MethodId, Rc<FixedBitSet>>,
    /// Which callbacks have their receivers among the parts of what a set of objects leads to, and among all of it.
    relevant: FxHashMap<ObjectSet, Rc<[FixedBitSet; 2]>>,
    /// The same of what callbacks return, by their numbers.
    returned: FxHashMap<usize, Option<Rc<[FixedBitSet; 2]>>>,
}

impl Callbacks {
    /// Finds them.
    pub fn new(answer: &PointsTo<'_>, index: &Index) -> Self {
        let program = answer.program();
        let methods: Vec<MethodId> =
            answer.reachable().into_iter().filter(|method| !program.is_application(method.class)).collect();
        let numbers: FxHashMap<MethodId, Jdk> = methods.iter().copied().zip((0..).map(Jdk::from_usize)).collect();
        let mut graph: Graph<Jdk> = Graph::new(methods.len());
        let mut calls: BTreeMap<MethodId, Vec<Jdk>> = BTreeMap::new();
        for (number, method) in methods.iter().enumerate() {
            for (offset, callee) in answer.calls(*method) {
                if !index.stays(answer, (*method, offset), callee) {
                    continue;
                }
                match numbers.get(&callee) {
                    Some(callee) => graph.add_edge(Jdk::from_usize(number), *callee),
                    None => calls.entry(callee).or_default().push(Jdk::from_usize(number)),
                }
            }
        }
        let list: Vec<MethodId> = calls.keys().copied().collect();
        let reach = reach(&graph, &calls);
        let reach = methods.iter().zip(reach).map(|(method, bits)| (*method, bits)).collect();
        let called = |method: &MethodId| program.method(*method).map_or("", |info| info.name.as_str());
        let of_elements = (0..list.len()).filter(|number| OF_ELEMENTS.contains(&called(&list[*number]))).collect();
        let compares = |number: &usize| OF_ELEMENTS[..5].contains(&called(&list[*number]));
        let comparing = (0..list.len()).filter(compares).collect();
        let printing = (0..list.len()).filter(|number| called(&list[*number]) == "toString").collect();
        let is_constructor = |number: &usize| called(&list[*number]) == "<init>";
        let constructors: FixedBitSet = (0..list.len()).filter(is_constructor).collect();
        let receivers = receivers(answer, index, &list);
        let (relevant, returned) = Default::default();
        Self { list, of_elements, comparing, printing, constructors, receivers, reach, relevant, returned }
    }

    /// The callbacks of all boundary calls.
    pub fn of_sites(
        &mut self,
        answer: &PointsTo<'_>,
        contents: &Contents,
        boundaries: &BTreeMap<Site, Boundary>,
    ) -> BTreeMap<Site, Vec<MethodId>> {
        let mut found: BTreeMap<Site, FixedBitSet> = BTreeMap::new();
        let mut met = FixedBitSet::with_capacity(self.list.len());
        for (site, boundary) in boundaries {
            let reached = self.reached(answer, *site);
            if reached.is_clear() {
                continue;
            }
            let wanted = self.of_site(answer, contents, *site, boundary, &reached);
            met.union_with(&wanted);
            found.insert(*site, wanted);
        }
        for (site, wanted) in found.iter_mut().filter(|(site, _)| boundaries[site].runs != Runs::Parts) {
            let mut rest = self.reached(answer, *site);
            rest.difference_with(&met);
            rest.difference_with(&self.constructors);
            wanted.union_with(&rest);
        }
        let methods = |bits: FixedBitSet| bits.ones().map(|number| self.list[number]).collect::<Vec<_>>();
        found.into_iter().filter(|(_, bits)| !bits.is_clear()).map(|(site, bits)| (site, methods(bits))).collect()
    }

    /// The callbacks that a call leads to, on its objects and on what its callbacks return: the iterator that a collection of the program gives, say.
    fn of_site(
        &mut self,
        answer: &PointsTo<'_>,
        contents: &Contents,
        site: Site,
        boundary: &Boundary,
        reached: &FixedBitSet,
    ) -> FixedBitSet {
        let constructors = boundary.makes_objects.then(|| {
            let mut constructors = self.constructors.clone();
            let of_security = self.others_than_security(answer, site);
            of_security.iter().for_each(|others| constructors.difference_with(others));
            constructors
        });
        let mut on = (*self.relevant(answer, contents, boundary.objects(answer, site.0))).clone();
        let mut called = FixedBitSet::with_capacity(self.list.len());
        loop {
            let mut wanted = self.picked(&on, boundary.runs);
            wanted.difference_with(&self.constructors);
            constructors.iter().for_each(|constructors| wanted.union_with(constructors));
            wanted.intersect_with(reached);
            if !self.add_returned(answer, contents, &wanted, &mut called, &mut on) {
                return wanted;
            }
        }
    }

    /// Of the callbacks on parts and on all, those that a call runs.
    fn picked(&self, [on_parts, on_all]: &[FixedBitSet; 2], runs: Runs) -> FixedBitSet {
        let mut wanted = on_parts.clone();
        let mut all = on_all.clone();
        match runs {
            Runs::Parts => return wanted,
            Runs::Choices => {
                all.intersect_with(&self.of_elements);
                all.difference_with(&self.printing);
            }
            Runs::Comparisons => all.intersect_with(&self.of_elements),
            Runs::Anything => {}
        }
        wanted.union_with(&all);
        wanted
    }

    /// Adds the callbacks on what these callbacks return, but for those that were called before; false if there are no others.
    fn add_returned(
        &mut self,
        answer: &PointsTo<'_>,
        contents: &Contents,
        wanted: &FixedBitSet,
        called: &mut FixedBitSet,
        on: &mut [FixedBitSet; 2],
    ) -> bool {
        let new: Vec<usize> = wanted.difference(called).collect();
        called.union_with(wanted);
        for number in &new {
            let Some(found) = self.on_returned(answer, contents, *number) else { continue };
            let first = usize::from(!is_worked_on(answer.program(), self.list[*number]));
            on.iter_mut().zip(&*found).skip(first).for_each(|(on, found)| on.union_with(found));
        }
        !new.is_empty()
    }

    /// The callbacks on what a callback returns, kept for all calls: what a union of sets leads to is the union of what each leads to.
    fn on_returned(
        &mut self,
        answer: &PointsTo<'_>,
        contents: &Contents,
        number: usize,
    ) -> Option<Rc<[FixedBitSet; 2]>> {
        if let Some(known) = self.returned.get(&number) {
            return known.clone();
        }
        let method = self.list[number];
        let result = answer.ir(method).and_then(|ir| ir.result);
        let found = result.map(|result| self.relevant(answer, contents, answer.objects(method, result)));
        self.returned.insert(number, found.clone());
        found
    }

    /// What finds a provider of security by its name makes objects of classes of `java.security` only: the constructors of all others.
    fn others_than_security(&self, answer: &PointsTo<'_>, (method, offset): Site) -> Option<FixedBitSet> {
        let program = answer.program();
        let of_security = |class: ClassId| program.name(class).starts_with("java/security/");
        let by_provider = answer.callees(method, offset).all(|callee| of_security(callee.class));
        let extends = |number: &usize| program.superclasses(self.list[*number].class).any(|it| of_security(it.id));
        let mut others: FixedBitSet = self.constructors.ones().filter(|number| !extends(number)).collect();
        others.grow(self.list.len());
        by_provider.then_some(others)
    }

    /// What the JDK's part of a call leads to.
    fn reached(&self, answer: &PointsTo<'_>, (method, offset): Site) -> FixedBitSet {
        self.led_to(answer.callees(method, offset))
    }

    fn led_to(&self, methods: impl IntoIterator<Item = MethodId>) -> FixedBitSet {
        let mut bits = FixedBitSet::with_capacity(self.list.len());
        methods.into_iter().filter_map(|method| self.reach.get(&method)).for_each(|reached| bits.union_with(reached));
        bits
    }

    /// The callbacks that these methods of the JDK lead to, on what the objects lead to.
    pub fn of_objects(
        &mut self,
        answer: &PointsTo<'_>,
        contents: &Contents,
        methods: &BTreeSet<MethodId>,
        objects: ObjectSet,
    ) -> Vec<MethodId> {
        let led_to = self.led_to(methods.iter().copied());
        let mut on = (*self.relevant(answer, contents, objects)).clone();
        let mut called = FixedBitSet::with_capacity(self.list.len());
        let bits = loop {
            let mut bits = on[1].clone();
            bits.intersect_with(&led_to);
            bits.difference_with(&self.constructors);
            bits.difference_with(&self.comparing);
            if !self.add_returned(answer, contents, &bits, &mut called, &mut on) {
                break bits;
            }
        };
        bits.ones().map(|number| self.list[number]).collect()
    }

    /// The callbacks whose receivers are among the parts of the objects, and among all that they lead to.
    fn relevant(&mut self, answer: &PointsTo<'_>, contents: &Contents, objects: ObjectSet) -> Rc<[FixedBitSet; 2]> {
        if let Some(known) = self.relevant.get(&objects) {
            return Rc::clone(known);
        }
        let sets = [contents.parts(answer, &objects), contents.all(answer, &objects)];
        let meets = |number: &usize, set: &ObjectSet| {
            let receivers = &self.receivers[*number];
            receivers.is_empty() || receivers.intersects(set)
        };
        let bits = sets.map(|set| (0..self.list.len()).filter(|number| meets(number, &set)).collect::<FixedBitSet>());
        let bits = Rc::new(bits.map(|mut bits| {
            bits.grow(self.list.len());
            bits
        }));
        self.relevant.insert(objects, Rc::clone(&bits));
        bits
    }
}

/// Whether the JDK works on what the callback gives it, rather than passing it on as a thing that was put in: the method's type says so, or that it is
/// one of several things.
fn is_worked_on(program: &Program, method: MethodId) -> bool {
    let descriptor = program.method(method).map_or("", |info| info.descriptor.as_str());
    let name = descriptor.rsplit(')').next().and_then(|result| result.strip_prefix('L')?.strip_suffix(';'));
    let Some(class) = name.and_then(|name| program.class(name)) else { return false };
    let steps = |above: &&str| program.class(above).is_some_and(|above| program.is_subtype(class, above));
    if program.is_application(class) { SEVERAL.iter().any(steps) } else { name != Some(OBJECT) }
}

const OBJECT: &str = "java/lang/Object";

/// What is or gives several things.
const SEVERAL: &[&str] = &[
    "java/lang/Iterable",
    "java/util/Enumeration",
    "java/util/Iterator",
    "java/util/Map",
    "java/util/Spliterator",
    "java/util/stream/BaseStream",
];

/// For each method of the JDK which callbacks it leads to, given which methods call each.
fn reach(graph: &Graph<Jdk>, calls: &BTreeMap<MethodId, Vec<Jdk>>) -> Vec<Rc<FixedBitSet>> {
    let mut own: Vec<Vec<usize>> = vec![Vec::new(); graph.len()];
    for (number, callers) in calls.values().enumerate() {
        callers.iter().for_each(|caller| own[caller.index()].push(number));
    }
    let none = Rc::new(FixedBitSet::with_capacity(calls.len()));
    let mut found = vec![Rc::clone(&none); graph.len()];
    for component in graph.components() {
        let mut bits = FixedBitSet::with_capacity(calls.len());
        for method in &component {
            bits.extend(own[method.index()].iter().copied());
            graph.successors(*method).iter().for_each(|callee| bits.union_with(&found[callee.index()]));
        }
        let bits = if bits.is_clear() { Rc::clone(&none) } else { Rc::new(bits) };
        component.iter().for_each(|method| found[method.index()] = Rc::clone(&bits));
    }
    found
}

/// The objects that run the method if it is called on them: where no reference moves in it, the points-to analysis does not keep its receivers.
fn of_class(answer: &PointsTo<'_>, method: MethodId) -> ObjectSet {
    let program = answer.program();
    let runs = |object: &u32| {
        let class = answer.allocation(*object).1.as_class();
        class.is_some_and(|class| {
            program.is_subtype(class, method.class) && program.select(class, method) == Some(method)
        })
    };
    (0..answer.allocations() as u32).filter(runs).collect()
}

/// The objects that each callback is called on, and the function objects that run it.
fn receivers(answer: &PointsTo<'_>, index: &Index, list: &[MethodId]) -> Vec<ObjectSet> {
    let mut functions: FxHashMap<Site, Vec<u32>> = FxHashMap::default();
    for object in 0..answer.allocations() as u32 {
        if matches!(answer.allocation(object).0, Origin::Lambda(..))
            && let Some(site) = answer.made_at(object)
        {
            functions.entry(site).or_default().push(object);
        }
    }
    let of = |method: &MethodId| {
        let is_static = answer.program().flags(*method) & access::STATIC != 0;
        let this = answer.ir(*method).and_then(|ir| ir.this).filter(|_| !is_static);
        let mut objects = this.map_or_else(ObjectSet::default, |this| answer.objects(*method, this));
        let made = index.functions.get(method).into_iter().flatten().filter_map(|site| functions.get(site));
        made.flatten().for_each(|object| {
            objects.insert(*object);
        });
        if objects.is_empty() && !is_static {
            objects = of_class(answer, *method);
        }
        objects
    };
    list.iter().map(of).collect()
}
