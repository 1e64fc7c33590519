//! What the methods of a program do to places and to each other, looked through once: who stores where, who calls whom,
//! which instructions make an initialiser run, which start a thread.

use super::facts::Place;
use super::value_flow::{self, Flows};
use crate::analysis::ir::{Dynamic, Handle, MethodIr, Statement, Target, Var};
use crate::analysis::points_to::{ObjectSet, PointsTo};
use crate::program::{ClassId, MethodId, Program, access};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// An instruction of a program: the method and the offset, bytes.
pub type Site = (MethodId, u32);

/// A store: where, and the variable of the object or array that is written to; none for statics.
pub type Store = (Site, Option<Var>);

/// The index.
#[derive(Default)]
pub struct Index {
    /// The methods that may run.
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
    starts: FxHashSet<Site>,
    /// Where the JVM begins: `main`, and what it calls by itself.
    pub begins: BTreeSet<MethodId>,
    /// Where function objects are made, by the method that they run.
    pub functions: FxHashMap<MethodId, Vec<Site>>,
}

/// What one method adds.
#[derive(Default)]
struct Part {
    stores: Vec<(Place, Store)>,
    initializes: Vec<(u32, ClassId)>,
    starts: Vec<(u32, Var)>,
    flows: Vec<(u32, Flows)>,
    functions: Vec<(MethodId, u32)>,
}

impl Index {
    /// Looks through all methods that may run.
    pub fn new(answer: &PointsTo<'_>) -> Self {
        let methods = answer.reachable();
        let all: Vec<MethodId> = methods.iter().copied().collect();
        let parts: Vec<(MethodId, Part)> = all.par_iter().map(|method| (*method, part(answer, *method))).collect();
        let mut index = Self { methods, begins: answer.started(), ..Self::default() };
        index.find_starts(answer);
        index.add_forks(answer, &parts);
        for (method, part) in parts {
            for (place, store) in part.stores {
                index.stores.entry(place).or_default().push(store);
            }
            for (offset, class) in part.initializes {
                index.add_initializers(answer, (method, offset), class);
            }
            index.flows.extend(part.flows.into_iter().map(|(offset, flows)| ((method, offset), flows)));
            for (run, offset) in part.functions {
                index.functions.entry(run).or_default().push((method, offset));
            }
        }
        index.add_callers(answer);
        index
    }

    /// Finds what threads run; nothing if the application neither starts threads nor gives tasks to the JDK's. Where the
    /// application starts a thread itself, the JDK's code does not: collections of the JDK, which have one content for all
    /// their users, lead all threads to all places that start some.
    fn add_forks(&mut self, answer: &PointsTo<'_>, parts: &[(MethodId, Part)]) {
        let program = answer.program();
        let starts = parts.iter().flat_map(|(method, part)| {
            part.starts.iter().map(|(offset, thread)| ((*method, *offset), answer.objects(*method, *thread)))
        });
        let (own, others): (Vec<_>, Vec<_>) = starts.partition(|((method, _), _)| program.is_application(method.class));
        let mut started = ObjectSet::default();
        for (_, threads) in &own {
            started.add_all(threads, None);
        }
        let others = others.into_iter().map(|(site, threads)| (site, threads.without(&started)));
        if own.is_empty() && !self.hands_on_tasks(answer) {
            return;
        }
        for (site, threads) in own.into_iter().chain(others) {
            for run in runs(answer, &threads).intersection(&self.methods) {
                self.forks.entry(*run).or_default().push(site);
            }
        }
    }

    /// Whether the application calls what may run its code in another thread.
    fn hands_on_tasks(&self, answer: &PointsTo<'_>) -> bool {
        let program = answer.program();
        let hands_on = |callee: MethodId| {
            let (class, name) =
                (program.name(callee.class), program.method(callee).map_or("", |info| info.name.as_str()));
            let package = program.get(callee.class).map_or("", crate::program::Class::package);
            package == "java/util/concurrent"
                || class == "java/util/Timer"
                || matches!(name, "parallel" | "parallelStream" | "addShutdownHook")
        };
        let own = self.methods.iter().filter(|method| program.is_application(method.class));
        own.flat_map(|method| answer.calls(*method)).any(|(_, callee)| hands_on(callee))
    }

    /// The initialisers that run when the class is initialised, but for those of the classes of the method itself: these
    /// run before the method does.
    fn add_initializers(&mut self, answer: &PointsTo<'_>, (method, offset): Site, class: ClassId) {
        let program = answer.program();
        for class in program.superclasses(class) {
            if program.is_subtype(method.class, class.id) {
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
    pub fn calls<'s>(
        &'s self,
        answer: &'s PointsTo<'_>,
        caller: MethodId,
    ) -> impl Iterator<Item = (u32, MethodId)> + 's {
        answer.calls(caller).filter(move |(offset, callee)| self.stays(answer, (caller, *offset), *callee))
    }

    /// What the call runs in its own thread.
    pub fn callees(&self, answer: &PointsTo<'_>, site: Site) -> Vec<MethodId> {
        answer.callees(site.0, site.1).filter(|callee| self.stays(answer, site, *callee)).collect()
    }

    /// Whether a call runs the callee in its own thread.
    fn stays(&self, answer: &PointsTo<'_>, site: Site, callee: MethodId) -> bool {
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

/// The `run` methods of threads.
fn runs(answer: &PointsTo<'_>, threads: &ObjectSet) -> BTreeSet<MethodId> {
    let program = answer.program();
    let declared = program.find("java/lang/Thread").and_then(|class| class.declared("run", "()V"));
    let Some(declared) = declared else { return BTreeSet::new() };
    let classes: BTreeSet<ClassId> =
        threads.iter().filter_map(|object| answer.allocation(object).1.as_class()).collect();
    classes.into_iter().filter_map(|class| program.select(class, declared)).collect()
}

fn part(answer: &PointsTo<'_>, method: MethodId) -> Part {
    let mut part = Part::default();
    let Some(ir) = answer.ir(method) else { return part };
    let program = answer.program();
    if program.flags(method) & access::NATIVE != 0 {
        of_native(program, method, &ir, &mut part);
        return part;
    }
    for (offset, statement) in &ir.statements {
        let site = (method, *offset);
        match *statement {
            Statement::PutField { base, field, .. } => part.stores.push((Place::Field(field), (site, base))),
            Statement::PutElement { base, .. } => part.stores.push((Place::Element, (site, base))),
            Statement::PutStatic { field, .. } => {
                part.stores.push((Place::Static(field), (site, None)));
                part.initializes.push((*offset, field.class));
            }
            Statement::GetStatic { field, .. } => part.initializes.push((*offset, field.class)),
            Statement::New { ty, .. } => part.initializes.extend(ty.as_class().map(|class| (*offset, class))),
            Statement::Call(number) => {
                let call = ir.call(number);
                of_call(program, site, &call.target, call.receiver, &mut part);
            }
            _ => {}
        }
    }
    part
}

fn of_call(program: &Program, site: Site, target: &Target, receiver: Option<Var>, part: &mut Part) {
    let called = match target {
        Target::Static(method) | Target::Special(method) | Target::Virtual(method) => *method,
        Target::Dynamic(made) => {
            let handles: Vec<&Handle> = match &**made {
                Dynamic::Lambda { runs, .. } => vec![runs],
                Dynamic::Other { handles, .. } => handles.iter().collect(),
                _ => Vec::new(),
            };
            part.functions.extend(handles.into_iter().filter_map(Handle::method).map(|method| (method, site.1)));
            return;
        }
        Target::Missing(_) => return,
    };
    if let Target::Static(method) = target {
        part.initializes.push((site.1, method.class));
    }
    let flows = value_flow::of(program, called);
    if flows == Flows::IntoContent {
        part.stores.push((Place::Content, (site, receiver)));
    }
    part.flows.extend(flows.is_known().then_some((site.1, flows)));
    let is_start = program.method(called).is_some_and(|info| info.name == "start" && info.descriptor == "()V");
    let thread = program.find("java/lang/Thread").map(|class| class.id);
    if is_start && thread.is_some_and(|thread| program.is_subtype(called.class, thread)) {
        part.starts.extend(receiver.map(|receiver| (site.1, receiver)));
    }
}

/// A native method may write into the arrays that it is given, and by `Unsafe` into any object.
fn of_native(program: &Program, method: MethodId, ir: &MethodIr, part: &mut Part) {
    let Some(info) = program.method(method) else { return };
    let parsed = crate::classfile::descriptor::parse_method(&info.descriptor);
    let parameters = parsed.map_or(Vec::new(), |parsed| parsed.parameters);
    let by_unsafe = program.name(method.class).ends_with("/Unsafe")
        && (!info.name.starts_with("get") || info.name.starts_with("getAnd"));
    let copies = info.name == "arraycopy";
    for (number, (var, descriptor)) in ir.params.iter().zip(parameters).enumerate() {
        let writes = descriptor.starts_with('[') || by_unsafe && number == 0 || copies && number == 2;
        if writes && var.is_some() {
            part.stores.push((Place::Unknown, ((method, 0), *var)));
        }
    }
}
