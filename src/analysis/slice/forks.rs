//! Which methods run in threads of their own, and which instructions start them or hand them to threads of the JDK.
//!
//! Where the application starts a thread itself, the JDK's code does not: collections of the JDK, which have one content for all their
//! users, lead all threads to all places that start some. Tasks that pools run are started where they are handed over.

use super::boundary;
use super::callbacks::Callbacks;
use super::index::Index;
use super::sites::Site;
use crate::analysis::ir::Var;
use crate::analysis::points_to::{ObjectSet, PointsTo};
use crate::classfile::opcode;
use crate::program::{Class, ClassId, MethodId, Program, access};
use std::collections::{BTreeMap, BTreeSet};

/// A call of `start`, and the variable of the thread.
pub type Start = (Site, Var);

/// The instructions that start each method.
pub type Forks = BTreeMap<MethodId, Vec<Site>>;

/// What threads run of the application: their own `run` methods, what those of the JDK call back, and tasks that are handed on.
pub fn find(answer: &PointsTo<'_>, index: &Index, starts: &[Start], callbacks: &mut Callbacks) -> Forks {
    let contents = &index.contents;
    let program = answer.program();
    let mut forks = Forks::new();
    let mut add = |run: MethodId, site: Site| {
        let sites = forks.entry(run).or_default();
        if !sites.contains(&site) {
            sites.push(site);
        }
    };
    for (site, thread) in starts {
        let threads = answer.objects(site.0, *thread);
        let (own, of_jdk): (BTreeSet<_>, BTreeSet<_>) =
            runs(answer, &threads).into_iter().partition(|run| program.is_application(run.class));
        own.into_iter().for_each(|run| add(run, *site));
        callbacks.of_objects(answer, contents, &of_jdk, threads).into_iter().for_each(|run| add(run, *site));
    }
    let of_jdk: BTreeSet<MethodId> = started_by_jdk(answer, index);
    for (site, boundary) in &index.boundaries {
        if is_handed_on(answer, *site) {
            let objects = boundary.objects(answer, site.0);
            callbacks.of_objects(answer, contents, &of_jdk, objects).into_iter().for_each(|run| add(run, *site));
        }
    }
    forks
}

/// Whether an instruction hands what it gets to a thread of the JDK.
pub fn is_handed_on(answer: &PointsTo<'_>, site: Site) -> bool {
    answer.callees(site.0, site.1).any(|callee| hands_on(answer.program(), callee))
}

/// What tasks complete: the instructions that give their results, and the objects of the JDK that the calls gave which handed them on.
pub fn completes(answer: &PointsTo<'_>, index: &Index) -> Vec<(Site, ObjectSet)> {
    let mut found = Vec::new();
    for (run, sites) in &index.forks {
        let mut futures = ObjectSet::default();
        for site in sites {
            if let Some(result) = index.boundaries.get(site).and_then(|boundary| boundary.result) {
                futures.add_all(&answer.objects(site.0, result), None);
            }
        }
        let Ok(Some(body)) = answer.program().code(*run) else { continue };
        let gives = |item: &&usize| {
            body.insn(**item).is_some_and(|insn| opcode::is_return(insn.op) && insn.op != opcode::RETURN)
        };
        let gives = body.insns().iter().filter(gives).filter_map(|item| body.offset(*item));
        found.extend(gives.filter(|_| !futures.is_empty()).map(|offset| ((*run, offset), futures.clone())));
    }
    found
}

/// The methods of the JDK that threads run.
fn started_by_jdk(answer: &PointsTo<'_>, index: &Index) -> BTreeSet<MethodId> {
    let program = answer.program();
    let runs = index.starts.iter().flat_map(|(method, offset)| answer.callees(*method, *offset));
    runs.filter(|run| program.flags(*run) & access::NATIVE == 0 && !program.is_application(run.class)).collect()
}

/// Whether a method of the JDK may run what it gets in another thread.
fn hands_on(program: &Program, callee: MethodId) -> bool {
    let (class, name) = (program.name(callee.class), program.method(callee).map_or("", |info| info.name.as_str()));
    if matches!(name, "equals" | "hasMoreElements" | "hasNext" | "hashCode" | "next" | "nextElement" | "toString") {
        return false;
    }
    let package = program.get(callee.class).map_or("", Class::package);
    package == "java/util/concurrent" && !boundary::is_of_collections(program, callee.class)
        || class == "java/util/Timer"
        || matches!(name, "parallel" | "parallelStream" | "addShutdownHook")
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
