//! What a checkpoint rests on ([`Premises`]): the parts of the chain's methods that run before it, and every method of the
//! application that may, those of other threads' chains among them.
//!
//! Which methods may run before is what selection of statics found, by points-to analysis or the class hierarchy. Classes
//! count as loaded before if one of their methods may run or if code before names them, and with them the classes above. What
//! the JDK does is the same in every JVM that a checkpoint fits.
//!
//! Where that code asks for members or annotations of classes, these classes count as a whole. Left out: files
//! that the program reads by their own names, which are its inputs.

use super::error::Result;
use super::parts::{ChainSite, sites};
use crate::analysis::regions::pre_region;
use crate::classfile::{FieldInfo, MethodInfo, members, nesting};
use crate::plan::{ChainMethod, ClassPremise, FieldPremise, MethodPremise, Plans, Premises};
use crate::program::fingerprint::{self, Fingerprints};
use crate::program::scan::constant_uses;
use crate::program::{Cfg, Class, ClassId, MethodId, Program};
use crate::region::Region;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// What may run before a checkpoint.
#[derive(Clone, Debug, Default)]
pub struct Before {
    /// Methods of the application that may run as a whole.
    pub methods: BTreeSet<MethodId>,
    /// Why these are all that there are, if they are.
    pub widened: Vec<String>,
}

impl Before {
    /// Adds what may run before another checkpoint.
    pub(super) fn add(&mut self, other: Self) {
        self.methods.extend(other.methods);
        let new: Vec<String> = other.widened.into_iter().filter(|why| !self.widened.contains(why)).collect();
        self.widened.extend(new);
    }

    /// All methods of the application.
    pub(super) fn everything(program: &Program, widened: Vec<String>) -> Self {
        let methods = program.application().flat_map(|class| class.methods().map(|(method, _)| method)).collect();
        Self { methods, widened }
    }

    /// Of those that may be called, the application's, with the initialisers that the JVM runs before `root`.
    pub(super) fn of(program: &Program, root: MethodId, called: impl IntoIterator<Item = MethodId>) -> Self {
        let above = program.superclasses(root.class).filter_map(|class| class.declared("<clinit>", "()V"));
        let all = above.chain(called).filter(|method| program.is_application(method.class));
        Self { methods: all.collect(), widened: Vec::new() }
    }
}

/// Numbers for the methods whose entries a capturing run notes, by class: all of the application but for classes that have no room for
/// the notes, or code that cannot be read.
pub fn noted(program: &Program) -> BTreeMap<String, u32> {
    let classes: Vec<&Class> = program.application().collect();
    let has_room = |class: &&&Class| {
        let readable = |method: usize| class.file.code(method).is_ok();
        let short = |info: &MethodInfo| info.code.as_ref().is_none_or(|code| code.len() < LONGEST);
        class.file.constants() < MOST_CONSTANTS
            && class.file.methods.iter().all(short)
            && (0..class.file.methods.len()).all(readable)
    };
    let mut known: Vec<&Class> = classes.par_iter().filter(has_room).map(|class| *class).collect();
    known.sort_by_key(|class| class.name());
    let mut next = 0;
    let mut number = |class: &Class| {
        let first = next;
        next += class.file.methods.len() as u32;
        (next <= MOST_METHODS).then(|| (class.name().to_owned(), first))
    };
    known.into_iter().filter_map(&mut number).collect()
}

/// Longer code, and larger pools, are left without notes: a note takes six bytes, and a constant or two.
const LONGEST: usize = 60_000;
const MOST_CONSTANTS: usize = 60_000;
/// As many methods have numbers (`runtime-java`, `MethodCounts`).
const MOST_METHODS: u32 = 500_000;

/// What the checkpoints of these regions rest on. Their ids are left to who writes them.
pub fn premises(program: &Program, regions: &[Region], plans: &Plans, before: &Before) -> Result<Premises> {
    let threads = of_threads(program, plans);
    // where in its methods a thread was before it came to its place is not known
    let mut before = before.clone();
    before.methods.extend(threads.iter().flatten().map(|(method, _)| *method));
    let before = &before;
    let chains: BTreeSet<MethodId> = regions.iter().flat_map(Region::methods).collect();
    let running: BTreeSet<MethodId> = before.methods.union(&chains).copied().collect();
    let finds = first_asking(program, &running, FINDING, &[]);
    if let Some(method) = finds.as_ref().filter(|_| before.widened.is_empty()) {
        // which class that is, and what its initialiser runs, is left to the widest answer
        let why =
            format!("every method counts as run before the checkpoint, because {method} looks up classes by name");
        return premises(program, regions, plans, &Before::everything(program, vec![why]));
    }
    let loaded = loaded(program, &running);
    let parts: Vec<_> = regions.iter().map(|region| parts(program, region)).collect::<Result<_>>()?;
    let lines = lines(program, before, parts.iter().flatten().map(|(method, _, lines)| (*method, *lines)));
    let premises_of = |classes: Vec<ClassId>, runs: &(dyn Fn(MethodId) -> bool + Sync)| -> BTreeMap<_, _> {
        let read = classes.par_iter().filter_map(|id| program.get(*id));
        let read: Vec<_> = read.map(|class| (class.name().to_owned(), class_premise(program, class, runs))).collect();
        read.into_iter().collect()
    };
    let is_noted = !plans.noted.is_empty();
    let all = program.application().filter(|_| is_noted).map(|class| class.id).collect();
    Ok(Premises {
        jcp: env!("CARGO_PKG_VERSION").to_owned(),
        ids: Vec::new(),
        plans: what_counts(plans),
        threads: threads.iter().map(|chain| chain_code(program, chain)).collect::<Result<_>>()?,
        part_lines: parts.iter().map(|parts| parts.iter().map(|(_, _, lines)| *lines).collect()).collect(),
        parts: parts.into_iter().map(|parts| parts.into_iter().map(|(_, code, _)| code).collect()).collect(),
        all: premises_of(all, &|_| true),
        looks: first_asking(program, &running, LOOKING, LOOKING_CLASSES),
        finds,
        lines,
        classes: premises_of(loaded.into_iter().collect(), &|method| before.methods.contains(&method)),
        services: program.services().clone(),
        resources: program.resources(),
        opens: first_asking(program, &running, OPENING, OPENING_CLASSES),
        widened: before.widened.clone(),
    })
}

/// The methods of the threads' chains, each with the offset of its call.
fn of_threads(program: &Program, plans: &Plans) -> Vec<Vec<(MethodId, u32)>> {
    let place = |element: &ChainMethod| {
        let class = program.find(&element.method.class)?;
        Some((class.declared(&element.method.name, &element.method.descriptor)?, element.site.offset))
    };
    plans.threads.iter().map(|thread| thread.chain.iter().filter_map(place).collect()).collect()
}

/// The fingerprints of the code down to the places, in the order of the code: they tell the places.
fn chain_code(program: &Program, chain: &[(MethodId, u32)]) -> Result<Vec<u128>> {
    let code = |(method, offset): &(MethodId, u32)| {
        let body = program.body(*method)?;
        let down_to = |item: &usize| body.offset(*item).is_some_and(|at| at <= *offset);
        let items = body.insns().iter().copied().filter(down_to).collect();
        let class = program.get(method.class).expect("the chain's classes are there");
        Ok(Fingerprints::new(program, class)?.of_part(*method, &items)?.0)
    };
    chain.iter().map(code).collect()
}

/// The plans without what only people read.
fn what_counts(plans: &Plans) -> Plans {
    let mut plans = plans.clone();
    for plan in &mut plans.regions {
        (plan.jdk_statics, plan.jdk_notes, plan.diagnostics) = (Vec::new(), Vec::new(), Vec::new());
        (plan.unreachable, plan.cdmps, plan.precision) = (Vec::new(), Vec::new(), Vec::new());
        plan.statics.iter_mut().for_each(|field| field.reason.clear());
    }
    plans
}

/// The classes of the application that may be loaded when these methods run.
fn loaded(program: &Program, running: &BTreeSet<MethodId>) -> BTreeSet<ClassId> {
    let mut by_class: BTreeMap<ClassId, Vec<MethodId>> = BTreeMap::new();
    for method in running {
        by_class.entry(method.class).or_default().push(*method);
    }
    let by_class: Vec<(ClassId, Vec<MethodId>)> = by_class.into_iter().collect();
    let named: Vec<BTreeSet<String>> = by_class
        .par_iter()
        .filter_map(|(id, methods)| Some((program.get(*id)?, methods)))
        .map(|(class, methods)| {
            let fingerprints = Fingerprints::new(program, class);
            fingerprints.iter().flat_map(|them| methods.iter().flat_map(|it| them.named_classes(*it))).collect()
        })
        .collect();
    let names: BTreeSet<&String> = named.iter().flatten().collect();
    let named = names.into_iter().filter_map(|name| program.class(name));
    let mut loaded = BTreeSet::new();
    for class in by_class.iter().map(|(class, _)| *class).chain(named) {
        let above = program.superclasses(class).map(|class| class.id).chain(program.superinterfaces(class));
        loaded.extend(above.chain([class]).filter(|class| program.is_application(*class)));
    }
    loaded
}

/// What is known of a class; `runs`: whether a method may run as a whole.
pub(super) fn class_premise(
    program: &Program,
    class: &Class,
    runs: &(dyn Fn(MethodId) -> bool + Sync),
) -> ClassPremise {
    let wanted: Vec<MethodId> = class.methods().map(|(id, _)| id).filter(|method| runs(*method)).collect();
    let code: BTreeMap<MethodId, u128> = wanted.iter().copied().zip(fingerprints(program, class, &wanted)).collect();
    let lines = |id: &MethodId| program.code(*id).ok().flatten().map_or(0, |body| fingerprint::lines(&body, None).0);
    let method = |(number, (id, info)): (usize, (MethodId, &MethodInfo))| {
        let found = code.get(&id).copied();
        let lines = found.map_or(0, |_| lines(&id));
        let premise = MethodPremise { access: info.access, number: number as u32, code: found, lines };
        ((info.name.clone(), info.descriptor.clone()), premise)
    };
    let constants = Fingerprints::new(program, class).ok();
    let field = |info: &FieldInfo| FieldPremise {
        name: info.name.clone(),
        descriptor: info.descriptor.clone(),
        access: info.access,
        value: constants
            .as_ref()
            .filter(|_| info.value != 0)
            .and_then(|them| them.of_constant(info.value))
            .map(|it| it.0),
    };
    // what cannot be read is told by all bytes
    let told =
        |text: crate::classfile::Result<Vec<u8>>| fingerprint::of_bytes(text.as_deref().unwrap_or(&class.file.bytes)).0;
    ClassPremise {
        access: class.file.access,
        super_name: class.file.super_name.clone(),
        interfaces: class.file.interfaces.clone(),
        fields: class.file.fields.iter().map(field).collect(),
        methods: class.methods().enumerate().map(method).collect(),
        bytes: fingerprint::of_bytes(&class.file.bytes).0,
        members: told(members(&class.file)),
        nesting: told(nesting(&class.file)),
    }
}

/// The fingerprints of methods of one class; where code cannot be read, which is left to the JVM, that of all its bytes.
pub(super) fn fingerprints(program: &Program, class: &Class, methods: &[MethodId]) -> Vec<u128> {
    let readable = Fingerprints::new(program, class).ok();
    let whole = || fingerprint::of_bytes(&class.file.bytes);
    let of = |method: &MethodId| readable.as_ref().and_then(|them| them.of_method(*method).ok()).unwrap_or_else(whole);
    methods.iter().map(|method| of(method).0).collect()
}

/// The lines of all code that may run before; those of the parts are given.
fn lines(program: &Program, before: &Before, parts: impl Iterator<Item = (MethodId, u128)>) -> u128 {
    let methods: Vec<MethodId> = before.methods.iter().copied().collect();
    let of = |method: &MethodId| Some((*method, fingerprint::lines(&*program.code(*method).ok()??, None).0));
    let whole: Vec<(MethodId, u128)> = methods.par_iter().filter_map(of).collect();
    // by names, since numbers of methods differ from version to version
    let named = |(method, lines): (MethodId, u128)| format!("{} {lines:x}\n", program.describe(method));
    let mut text: Vec<String> = whole.into_iter().chain(parts).map(named).collect();
    text.sort();
    fingerprint::of_bytes(text.concat().as_bytes()).0
}

/// Parts of names by which code asks for members or annotations of classes.
const LOOKING: &[&str] = &[
    "Annotation",
    "Method",
    "Field",
    "Constructor",
    "Classes",
    "RecordComponents",
    "Subclasses",
    "EnumConstants",
    "getInterfaces",
];

/// Classes of the JDK whose methods look at members for the program: for serialization, for beans, for method handles.
const LOOKING_CLASSES: &[&str] = &[
    "java/io/ObjectOutputStream",
    "java/io/ObjectInputStream",
    "java/io/ObjectStreamClass",
    "java/beans/Introspector",
    "java/lang/invoke/MethodHandles$Lookup",
];

/// Names by which it finds classes.
const FINDING: &[&str] = &["forName", "loadClass", "findClass"];

/// Names by which it asks for resources, and classes of the JDK that ask for it.
const OPENING: &[&str] = &["Resource"];
const OPENING_CLASSES: &[&str] = &["java/util/ResourceBundle", "java/net/URLClassLoader"];

/// The first method that asks the JDK's reflection for what has one of the words in its name.
fn first_asking(program: &Program, methods: &BTreeSet<MethodId>, words: &[&str], classes: &[&str]) -> Option<String> {
    const OF: [&str; 5] = [
        "java/lang/Class",
        "java/lang/ClassLoader",
        "java/lang/Package",
        "java/lang/Module",
        "java/lang/invoke/MethodHandles$Lookup",
    ];
    let asks = |class: &str, name: &str| {
        classes.contains(&class)
            || (OF.contains(&class) || class.starts_with("java/lang/reflect/"))
                && words.iter().any(|word| name.contains(word))
    };
    let asking = |method: &MethodId| {
        let Some((class, info)) = program.get(method.class).zip(program.method(*method)) else { return false };
        let uses = constant_uses(&class.file, info).into_iter();
        uses.filter_map(|found| class.file.member(found.index).ok()).any(|member| asks(&member.class, &member.name))
    };
    methods.iter().find(|method| asking(method)).map(|method| program.describe(*method))
}

/// The parts of a chain's methods that run before the checkpoint, with the calls that lead there: method, code, and lines.
fn parts(program: &Program, region: &Region) -> Result<Vec<(MethodId, u128, u128)>> {
    let sites = sites(region);
    let part = |(depth, ChainSite { method, item, .. }): (usize, &ChainSite)| {
        let body = program.body(*method)?;
        let mut items = pre_region(&body, &Cfg::new(&body)?, *item);
        if depth + 1 < sites.len() {
            items.insert(*item);
        }
        let class = program.get(method.class).expect("the chain's classes are there");
        let code = Fingerprints::new(program, class)?.of_part(*method, &items)?;
        Ok((*method, code.0, fingerprint::lines(&body, Some(&items)).0))
    };
    sites.iter().enumerate().map(part).collect()
}
