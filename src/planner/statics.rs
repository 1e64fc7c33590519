//! Which static fields are captured: behind this one function, so that another analysis can take its place.
//!
//! By default the paper's Figure 3 on top of points-to and Mod/Use analysis: statics of the application that code
//! reachable after the checkpoint reads and that code before it modifies. What is read and was not modified is written
//! too: it holds the value that every class starts with, so it costs a few bytes, and should the analysis have missed a
//! write, the value is right all the same. Whether a class is initialised is seen when the snapshot is taken. Final fields
//! that the class file itself initialises need no capture.
//!
//! What the choice leaves open is in modules of its own: [`super::widening`] where code does what the analysis cannot follow,
//! [`super::unreachable`] where a method that is held unreachable would read what is not captured, [`super::jdk_statics`] for statics of
//! the JDK, which are not copied. If the analysis exceeds its budget, statics are selected by the class-hierarchy call graph
//! ([`crate::analysis::statics_read`]), and a diagnostic says that.

use super::error::Result;
use super::fields::{self, Pruned};
use super::jdk_statics::{of_jdk, unclassified};
use super::names::method_name;
use super::parts::{ChainSite, parts, starts, starts_before};
use super::premises::Before;
use super::task::{Selector, Task};
use super::threads;
use super::unreachable::unreachable_readers;
use super::widening::{unfollowed, widen};
use crate::analysis::mod_use::unread::fields_read;
use crate::analysis::mod_use::{Foreseen, ModUse, Part, Selection, select};
use crate::analysis::points_to::context::Sensitivity;
use crate::analysis::points_to::{Budget, Exceeded, Known, Named, PointsTo, Precision, points_to_named};
use crate::analysis::reflection::some_of;
use crate::analysis::statics_read::StaticsAnalysis;
use crate::plan::{InstanceField, JdkStatic, MethodName, StaticCounts, StaticField};
use crate::program::{FieldId, MethodId, Program, access};
use crate::region::Waiting;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Nothing looks whether what the user says of calls by reflection holds before the checkpoint.
const UNCHECKED: &str = "every method counts as run before the checkpoint, because --reflection says what is called";

/// The fields to capture and what follows from the choice.
#[derive(Default)]
pub(super) struct Selected {
    pub(super) statics: Vec<StaticField>,
    pub(super) jdk: Vec<JdkStatic>,
    /// Statics that anything reachable from `main` reads or writes.
    pub(super) reachable_statics: StaticCounts,
    /// Instance fields that are not captured.
    pub(super) pruned_fields: Vec<InstanceField>,
    pub(super) unreachable: Vec<MethodName>,
    /// What may run before the checkpoint.
    pub(super) before: Before,
    /// Where the analysis is imprecise about the program.
    pub(super) precision: Vec<String>,
    pub(super) diagnostics: Vec<String>,
    /// Where the analysis is imprecise about the JDK, whatever the program.
    pub(super) jdk_notes: Vec<String>,
}

/// What the class hierarchy says of any run, once it is asked: the same for all regions.
pub(super) type Hierarchy<'p> = OnceCell<StaticsAnalysis<'p>>;

/// All statics, for a chain that starts below main: frames above its root may read any of them. The runtime finds them.
pub(super) fn all<'p>(
    program: &'p Program,
    sites: &[ChainSite],
    task: &Task,
    hierarchy: &Hierarchy<'p>,
) -> Result<Selected> {
    let hierarchy = hierarchy.get_or_init(|| StaticsAnalysis::new(program));
    let before = before_by_hierarchy(program, hierarchy, (sites, &task.threads))?;
    let mut selected = Selected { before, ..Selected::default() };
    unpruned(&mut selected, task, "frames above the chain may read them");
    Ok(selected)
}

/// What may run before the checkpoint, by the class-hierarchy call graph.
fn before_by_hierarchy(
    program: &Program,
    analysis: &StaticsAnalysis<'_>,
    (sites, threads): (&[ChainSite], &[Waiting]),
) -> Result<Before> {
    let found = analysis.read_from(&[starts_before(program, sites)?, threads::starts(program, threads)?].concat())?;
    Ok(Before { widened: found.diagnostics, ..Before::of(program, sites[0].method, found.methods) })
}

/// Adds the other statics of the application, which an edited version may need.
pub(super) fn add_all(program: &Program, selected: &mut Selected, task: &Task) {
    let own = own_entry(program, task);
    for class in program.application() {
        for (index, info) in class.file.fields.iter().enumerate().filter(|(_, info)| !info.constant) {
            let id = FieldId { class: class.id, index: index as u16 };
            let known = |field: &StaticField| {
                (&*field.class, &field.name, &field.descriptor) == (class.name(), &info.name, &info.descriptor)
            };
            if info.access & access::STATIC == 0 || selected.statics.iter().any(known) {
                continue;
            }
            selected.statics.push(StaticField {
                class: class.name().to_owned(),
                name: info.name.clone(),
                descriptor: info.descriptor.clone(),
                modified: true,
                of_library: of_library(program, own, id),
                reason: "kept for edited versions of the program".to_owned(),
            });
        }
    }
    selected.statics.sort();
}

/// Says why all instance fields are captured, if others were wanted.
fn unpruned(selected: &mut Selected, task: &Task, why: &str) {
    selected.diagnostics.extend(task.extent.prune_fields.then(|| fields::none(why)));
}

/// Selects the statics for a chain, given as its methods and the instructions of their sites.
pub(super) fn select_statics<'p>(
    program: &'p Program,
    sites: &[ChainSite],
    main: MethodId,
    (task, hierarchy): (&Task, &Hierarchy<'p>),
) -> Result<Selected> {
    match analyse(program, main, task) {
        Some(Ok(answer)) => select_on(program, sites, Ok(&ModUse::new(&answer)), (task, hierarchy)),
        Some(Err(exceeded)) => select_on(program, sites, Err(&exceeded), (task, hierarchy)),
        None => unanalysed(program, sites, (task, hierarchy)),
    }
}

/// The points-to analysis of the program, if the task wants statics to be selected by it.
pub(super) fn analyse<'a>(
    program: &'a Program,
    main: MethodId,
    task: &Task,
) -> Option<std::result::Result<PointsTo<'a>, Exceeded>> {
    let Selector::ModUse { sensitivity } = task.extent.selector else { return None };
    Some(points_to_named(
        program,
        main,
        Precision::of_selection(sensitivity),
        &Budget::of_selection(),
        &task.known,
        &task.named,
    ))
}

/// As [`select_statics`], by an analysis that is there already, or by the class hierarchy if that exceeded its budget.
pub(super) fn select_on<'p>(
    program: &'p Program,
    sites: &[ChainSite],
    analysis: std::result::Result<&ModUse<'_, '_>, &Exceeded>,
    (task, hierarchy): (&Task, &Hierarchy<'p>),
) -> Result<Selected> {
    let exceeded = match analysis {
        Ok(analysis) => return modified_and_used(program, sites, analysis, task),
        Err(exceeded) => exceeded,
    };
    let mut selected = read(program, sites, (task, hierarchy))?;
    unpruned(&mut selected, task, "only the class hierarchy tells what code is reachable");
    let finer = matches!(task.extent.selector, Selector::ModUse { sensitivity: Sensitivity::K { .. } });
    let coarser = if finer { "; --context insensitive may help" } else { "" };
    let names = "; `jcp explain` lists calls by reflection that --reflection can limit";
    let why = format!("static fields are selected by the class hierarchy, because {exceeded}{coarser}{names}");
    selected.diagnostics.push(why);
    Ok(selected)
}

/// As [`select_statics`], where no analysis is wanted.
fn unanalysed<'p>(
    program: &'p Program,
    sites: &[ChainSite],
    (task, hierarchy): (&Task, &Hierarchy<'p>),
) -> Result<Selected> {
    let mut selected = read(program, sites, (task, hierarchy))?;
    unpruned(&mut selected, task, "--statics read does not tell which fields are read");
    Ok(selected)
}

/// All that may be read after, by the class-hierarchy call graph.
fn read<'p>(program: &'p Program, sites: &[ChainSite], (task, hierarchy): (&Task, &Hierarchy<'p>)) -> Result<Selected> {
    let own = own_entry(program, task);
    let analysis = hierarchy.get_or_init(|| StaticsAnalysis::new(program));
    let threads = threads::starts(program, &task.threads)?;
    let [run, read] = [starts_before(program, sites)?, starts(program, sites)?]
        .map(|of_main| analysis.read_from(&[of_main, threads.clone()].concat()));
    let (run, read) = (run?, read?);
    let mut reachable_statics = StaticCounts { by_hierarchy: true, ..StaticCounts::default() };
    let fields: BTreeSet<FieldId> =
        [&run, &read].into_iter().flat_map(|part| part.fields.keys().chain(&part.jdk_fields)).copied().collect();
    fields.into_iter().for_each(|field| count(&mut reachable_statics, program, own, field));
    let before = Before { widened: run.diagnostics, ..Before::of(program, sites[0].method, run.methods) };
    let mut statics: Vec<StaticField> =
        read.fields.iter().filter_map(|(field, reader)| captured(program, own, *field, *reader, true)).collect();
    statics.sort();
    let unreachable =
        unreachable_readers(program, &read.methods, |field| read.fields.contains_key(&field), &BTreeSet::new());
    Ok(Selected { statics, unreachable, before, reachable_statics, precision: read.diagnostics, ..Selected::default() })
}

/// The paper's selection, widened where code does what the analysis does not follow; with the diagnostics on that, and the
/// parts that run before and after the checkpoint.
fn selection(
    program: &Program,
    (sites, threads): (&[ChainSite], &[Waiting]),
    analysis: &ModUse<'_, '_>,
) -> Result<(Selection, Vec<String>, [Vec<Part>; 2])> {
    let (mut before, mut after) = parts(program, sites)?;
    for part in threads::parts(program, threads)? {
        before.push(part.clone());
        after.push(part);
    }
    let mut selection = select(analysis, &before, &after);
    let diagnostics = widen(analysis, &mut selection, &after);
    Ok((selection, diagnostics, [before, after]))
}

/// What may run before the checkpoint, given what was selected.
fn before(
    program: &Program,
    sites: &[ChainSite],
    analysis: &ModUse<'_, '_>,
    selection: &Selection,
    parts: &[Part],
) -> Before {
    let places = unfollowed(analysis, &selection.before, parts);
    let why = match analysis.answer.looks_up_lazily() {
        _ if !places.is_empty() => some_of(places.keys()),
        Some(place) => format!("{place} looks up a class by a name that is not known"),
        None => return Before::of(program, sites[0].method, selection.before.iter().copied()),
    };
    let widened = format!("every method of the application counts as run before the checkpoint, because {why}");
    Before::everything(program, vec![widened])
}

/// All that the analyses say of runs with this checkpoint, or why they say nothing.
pub(super) fn foreseen<'a>(
    program: &'a Program,
    sites: &[ChainSite],
    main: MethodId,
    sensitivity: Sensitivity,
    (known, named): (&Known, &Arc<Named>),
) -> Result<std::result::Result<Foreseen<'a>, String>> {
    let budget = Budget::of_selection();
    let points_to = match points_to_named(program, main, Precision::of_selection(sensitivity), &budget, known, named) {
        Ok(points_to) => points_to,
        Err(exceeded) => return Ok(Err(exceeded.to_string())),
    };
    let analysis = ModUse::new(&points_to);
    let (selection, widened, [_, after]) = selection(program, (sites, &[]), &analysis)?;
    let fields_read = fields_read(&analysis, &selection, &after);
    Ok(Ok(Foreseen { points_to, selection, fields_read, widened }))
}

/// What the selection captures.
fn modified_and_used(
    program: &Program,
    sites: &[ChainSite],
    analysis: &ModUse<'_, '_>,
    task: &Task,
) -> Result<Selected> {
    let (selection, widened, [run, after]) = selection(program, (sites, &task.threads), analysis)?;
    let before = if task.named.is_empty() {
        before(program, sites, analysis, &selection, &run)
    } else {
        Before::everything(program, vec![UNCHECKED.to_owned()])
    };
    let (mut precision, mut jdk_notes) = notes(program, analysis);
    precision.extend(widened);
    let pruned = if task.extent.prune_fields && task.named.is_empty() {
        fields::prune(analysis, &selection, &after, &precision)
    } else {
        Pruned::default()
    };
    let is_unprunable = task.extent.prune_fields && !task.named.is_empty();
    let unprunable = is_unprunable.then(|| fields::none("--reflection says what is called, not which fields are read"));
    let own = own_entry(program, task);
    let fields = selection.used.iter().filter(|(field, _)| program.is_application(field.class));
    let mut statics: Vec<StaticField> = fields
        .filter_map(|(field, reader)| captured(program, own, *field, *reader, selection.modified.contains(field)))
        .collect();
    statics.sort();
    let jdk = of_jdk(program, &selection);
    jdk_notes.extend(unclassified(&jdk));
    let used = |field| selection.used.contains_key(&field);
    Ok(Selected {
        unreachable: unreachable_readers(program, &selection.after, used, &pruned.fields),
        statics,
        jdk,
        reachable_statics: reachable_statics(program, own, analysis),
        pruned_fields: fields::planned(program, &pruned.fields),
        before,
        precision,
        diagnostics: pruned.diagnostic.into_iter().chain(unprunable).collect(),
        jdk_notes,
    })
}

/// Where the points-to analysis is imprecise: about the application, about the JDK.
fn notes(program: &Program, analysis: &ModUse<'_, '_>) -> (Vec<String>, Vec<String>) {
    let of_program = |text: &String| {
        let class = text.split(['(', ':']).next().and_then(|method| method.rsplit_once('.')).map(|(class, _)| class);
        let found = class.map(|class| class.replace('.', "/")).filter(|name| program.has_class(name));
        found.and_then(|name| program.class(&name)).is_some_and(|class| program.is_application(class))
    };
    analysis.answer.diagnostics().iter().cloned().partition(of_program)
}

/// The statics that anything reachable from `main` reads or writes.
fn reachable_statics(program: &Program, own: Option<usize>, analysis: &ModUse<'_, '_>) -> StaticCounts {
    let mut counts = StaticCounts::default();
    analysis.reachable_statics().for_each(|field| count(&mut counts, program, own, field));
    counts
}

/// Counts one static.
fn count(counts: &mut StaticCounts, program: &Program, own: Option<usize>, field: FieldId) {
    if !program.is_application(field.class) {
        counts.jdk += 1;
    } else if of_library(program, own, field) {
        counts.libraries += 1;
    } else {
        counts.program += 1;
    }
}

/// The entry of the class path that has the main class: the others are libraries.
fn own_entry(program: &Program, task: &Task) -> Option<usize> {
    program.class(&task.main).and_then(|main| program.entry(main))
}

/// Whether a field of the application is of a library.
fn of_library(program: &Program, own: Option<usize>, field: FieldId) -> bool {
    program.entry(field.class) != own
}

/// The field as it stands in the plan; none for constants.
fn captured(
    program: &Program,
    own: Option<usize>,
    field: FieldId,
    reader: MethodId,
    modified: bool,
) -> Option<StaticField> {
    let info = program.field(field).filter(|info| !info.constant)?;
    let reader = method_name(program, reader).map_or_else(|_| program.describe(reader), |name| name.with_types());
    Some(StaticField {
        class: program.name(field.class).to_owned(),
        name: info.name.clone(),
        descriptor: info.descriptor.clone(),
        modified,
        of_library: of_library(program, own, field),
        reason: format!("read by {reader}"),
    })
}
