//! What the methods of a program do to places and to each other, looked through once: who stores where, who calls whom,
//! which instructions make an initialiser run, which start a thread.

use super::callbacks::Callbacks;
use super::contents::{self, Contents};
use super::forks::{self, Start};
use super::scan::{self, Part};
use super::sites::{Boundary, Place, Site, Store};
use super::value_flow::Flows;
use crate::analysis::ir::Var;
use crate::analysis::points_to::{ObjectSet, PointsTo};
use crate::program::{ClassId, MethodId, access};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// The index.
pub struct Index {
    /// The methods of the application that may run.
    pub methods: BTreeSet<MethodId>,
    /// The stores into each place. Those of native code are under [`Place::Unknown`], with the parameter that they write to.
    pub stores: FxHashMap<Place, Vec<Store>>,
    /// What each method calls in its own thread.
    callees: BTreeMap<MethodId, Vec<MethodId>>,
    /// The instructions that may call each method, by calls, by initialising its class, or by starting its thread.
    pub callers: BTreeMap<MethodId, Vec<Site>>,
    /// The initialisers that each instruction may run.
    pub initializes: BTreeMap<Site, Vec<MethodId>>,
    /// The methods that threads start with, and the instructions that start them.
    pub forks: BTreeMap<MethodId, Vec<Site>>,
    /// The calls whose values flow from arguments to results, without their code.
    pub flows: FxHashMap<Site, Flows>,
    /// The calls by which a thread starts in the JDK: what they run, runs in another thread.
    pub starts: FxHashSet<Site>,
    /// Where the JVM begins: `main`, and what it calls by itself.
    pub begins: BTreeSet<MethodId>,
    /// Where function objects are made, by the method that they run.
    pub functions: FxHashMap<MethodId, Vec<Site>>,
    /// The calls into the JDK.
    pub boundaries: BTreeMap<Site, Boundary>,
    /// The methods of the application that these may run by themselves.
    pub callbacks: BTreeMap<Site, Vec<MethodId>>,
    /// What objects of the JDK consist of.
    pub contents: Contents,
    /// What tasks complete that are handed to threads of the JDK: the instructions that give their results, and the objects that hold these then.
    pub completes: Vec<(Site, ObjectSet)>,
    /// The calls that copy an object or array: the original.
    pub copies: BTreeMap<Site, Var>,
}

impl Index {
    /// Looks through all methods of the application that may run.
    pub fn new(answer: &PointsTo<'_>) -> Self {
        let program = answer.program();
        let mut methods = answer.reachable();
        methods.retain(|method| program.is_application(method.class));
        let all: Vec<MethodId> = methods.iter().copied().collect();
        let parts = all.par_iter().map(|method| (*method, scan::part(answer, *method)));
        let mut parts: Vec<(MethodId, Part)> = parts.collect();
        let mut index = Self::empty(answer, methods);
        index.find_starts(answer);
        for (method, part) in &mut parts {
            for (run, offset) in part.functions.drain(..) {
                index.functions.entry(run).or_default().push((*method, offset));
            }
            index.boundaries.extend(part.boundaries.drain(..).map(|(offset, call)| ((*method, offset), call)));
            index.copies.extend(part.copies.drain(..).map(|(offset, original)| ((*method, offset), original)));
        }
        let starts = parts.iter().flat_map(|(method, part)| part.starts.iter().map(|start| (*method, *start)));
        let starts: Vec<Start> = starts.map(|(method, (offset, thread))| ((method, offset), thread)).collect();
        let mut callbacks = Callbacks::new(answer, &index);
        index.callbacks = callbacks.of_sites(answer, &index.contents, &index.boundaries);
        index.forks = forks::find(answer, &index, &starts, &mut callbacks);
        index.completes = forks::completes(answer, &index);
        for (method, part) in parts {
            for (place, store) in part.stores {
                index.stores.entry(place).or_default().push(store);
            }
            for (offset, class) in part.initializes {
                index.add_initializers(answer, (method, offset), class);
            }
            index.flows.extend(part.flows.into_iter().map(|(offset, flows)| ((method, offset), flows)));
        }
        index.add_callers(answer);
        index
    }

    fn empty(answer: &PointsTo<'_>, methods: BTreeSet<MethodId>) -> Self {
        Self {
            methods,
            stores: FxHashMap::default(),
            callees: BTreeMap::new(),
            callers: BTreeMap::new(),
            initializes: BTreeMap::new(),
            forks: BTreeMap::new(),
            flows: FxHashMap::default(),
            starts: FxHashSet::default(),
            begins: answer.started(),
            functions: FxHashMap::default(),
            boundaries: BTreeMap::new(),
            callbacks: BTreeMap::new(),
            contents: Contents::new(answer),
            completes: Vec::new(),
            copies: BTreeMap::new(),
        }
    }

    /// The initialisers that run when the class is initialised, but for those of the classes of the method itself and of `main`: these
    /// run before the method does.
    fn add_initializers(&mut self, answer: &PointsTo<'_>, (method, offset): Site, class: ClassId) {
        let program = answer.program();
        for class in program.superclasses(class) {
            let is_of_main = |begin: &MethodId| {
                program.is_subtype(begin.class, class.id)
                    && program.method(*begin).is_some_and(|info| info.name == "main")
            };
            if program.is_subtype(method.class, class.id) || self.begins.iter().any(is_of_main) {
                continue;
            }
            if let Some(initializer) = class.declared("<clinit>", "()V").filter(|it| self.methods.contains(it)) {
                let found = self.initializes.entry((method, offset)).or_default();
                if !found.contains(&initializer) {
                    found.push(initializer);
                }
            }
        }
    }

    fn add_callers(&mut self, answer: &PointsTo<'_>) {
        let mut callers: BTreeMap<MethodId, Vec<Site>> = BTreeMap::new();
        let mut callees: BTreeMap<MethodId, Vec<MethodId>> = BTreeMap::new();
        for method in &self.methods {
            for (offset, callee) in self.calls(answer, *method) {
                callers.entry(callee).or_default().push((*method, offset));
                callees.entry(*method).or_default().push(callee);
            }
        }
        let initializes = self.initializes.iter().flat_map(|(site, list)| list.iter().map(|method| (*method, *site)));
        let forks = self.forks.iter().flat_map(|(run, sites)| sites.iter().map(|site| (*run, *site)));
        for (method, site) in initializes.chain(forks) {
            callers.entry(method).or_default().push(site);
        }
        for sites in callers.values_mut() {
            sites.sort_unstable();
            sites.dedup();
        }
        for (site, list) in &self.initializes {
            callees.entry(site.0).or_default().extend(list);
        }
        self.callers = callers;
        self.callees = callees;
    }

    /// The calls of the native method that starts a thread.
    fn find_starts(&mut self, answer: &PointsTo<'_>) {
        let thread = answer.program().find("java/lang/Thread");
        let natives: Vec<MethodId> =
            thread.iter().flat_map(|class| class.methods_named("start0")).map(|(id, _)| id).collect();
        for native in natives {
            self.starts.extend(answer.callers(native));
        }
    }

    /// The calls of a method that run in its own thread: offset and callee.
    fn calls(&self, answer: &PointsTo<'_>, caller: MethodId) -> Vec<(u32, MethodId)> {
        let program = answer.program();
        let called = answer.calls(caller).filter(|(_, callee)| program.is_application(callee.class));
        let back = self.callbacks.range((caller, 0)..=(caller, u32::MAX));
        called.chain(back.flat_map(|(site, list)| list.iter().map(|callee| (site.1, *callee)))).collect()
    }

    /// What the call runs in its own thread, callbacks included.
    pub fn callees(&self, answer: &PointsTo<'_>, site: Site) -> Vec<MethodId> {
        let program = answer.program();
        let called = answer.callees(site.0, site.1).filter(|callee| program.is_application(callee.class));
        let mut found: Vec<MethodId> = called.collect();
        found.extend(self.callbacks.get(&site).into_iter().flatten());
        found
    }

    /// The objects that a store into a variable's objects writes: a call into the JDK writes into their arrays, and through views.
    pub fn written(&self, answer: &PointsTo<'_>, place: Place, site: Site, base: Var) -> ObjectSet {
        let objects = answer.objects(site.0, base);
        let Some(boundary) = self.boundaries.get(&site).filter(|_| place != Place::Unknown) else { return objects };
        let program = answer.program();
        let is_made = |object: &u32| contents::is_made_by_application(answer, *object);
        let mut written = objects.clone();
        if boundary.result == Some(base) {
            written = objects.iter().filter(|object| !is_made(object)).collect();
        } else if boundary.writes.through {
            let views: ObjectSet = objects.iter().filter(|object| !is_made(object)).collect();
            let parts = self.contents.parts(answer, &views);
            let is_no_array = |object: &u32| !answer.allocation(*object).1.is_array();
            written.add_all(&parts.iter().filter(|object| is_no_array(object) || is_made(object)).collect(), None);
            written.add_all(&self.contents.parts(answer, &objects).iter().filter(is_made).collect(), None);
        }
        let wanted = |object: &u32| {
            let ty = answer.allocation(*object).1;
            if place == Place::Element { ty.is_array() } else { contents::has_content(program, ty) }
        };
        written.iter().filter(wanted).collect()
    }

    /// Whether a call runs the callee in its own thread.
    pub fn stays(&self, answer: &PointsTo<'_>, site: Site, callee: MethodId) -> bool {
        !self.starts.contains(&site) || answer.program().flags(callee) & access::NATIVE != 0
    }

    /// The methods that may run one of these, themselves included: callers of callers, by the calls that `through` accepts.
    pub fn callers_of(
        &self,
        methods: impl IntoIterator<Item = MethodId>,
        through: impl Fn(Site) -> bool,
    ) -> FxHashSet<MethodId> {
        let mut work: Vec<MethodId> = methods.into_iter().collect();
        let mut found: FxHashSet<MethodId> = work.iter().copied().collect();
        while let Some(method) = work.pop() {
            for site in self.callers.get(&method).into_iter().flatten().filter(|site| through(**site)) {
                if found.insert(site.0) {
                    work.push(site.0);
                }
            }
        }
        found
    }

    /// The methods that run in a thread that begins with these, their initialisers included.
    pub fn thread(&self, begins: impl IntoIterator<Item = MethodId>) -> FxHashSet<MethodId> {
        let mut work: Vec<MethodId> = begins.into_iter().collect();
        let mut found: FxHashSet<MethodId> = work.iter().copied().collect();
        while let Some(method) = work.pop() {
            let called = self.callees.get(&method).into_iter().flatten().copied();
            work.extend(called.filter(|callee| found.insert(*callee)));
        }
        found
    }
}
