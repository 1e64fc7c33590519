//! Which static fields are captured: behind this one function, so that another analysis can take its place.
//!
//! By default the paper's Figure 3 on top of points-to and Mod/Use analysis: statics of the application that code
//! reachable after the checkpoint reads and that code before it modifies. What is read and was not modified is written
//! too: it holds the value that every class starts with, so it costs a few bytes, and should the analysis have missed a
//! write, the value is right all the same. Whether a class is initialised is seen when the snapshot is taken. Final fields
//! that the class file itself initialises need no capture.
//!
//! Methods that are not reachable and read a static that is not captured, or may by reflection, are listed too: if one of them runs in a replay
//! after all, the replay stops instead of going on with a wrong value. Where code does what the analysis cannot follow, all
//! methods, or all statics, count as reached, and a diagnostic says so. If the analysis exceeds its budget, statics are
//! selected by the class-hierarchy call graph ([`crate::analysis::statics_read`]), and a diagnostic says that.
//!
//! Statics of the JDK are not copied. Those that are modified before (by others than their class's initialiser) and
//! used after are looked up in `patterns/jdk-statics.txt` and listed in the plan.

use super::fields::{self, Pruned};
use super::premises::Before;
use super::{Result, Selector, Task};
use crate::analysis::calls::{Facts, Reflection, facts};
use crate::analysis::mod_use::unread::fields_read;
use crate::analysis::mod_use::{Foreseen, ModUse, Part, Selection, select};
use crate::analysis::models::statics::{Kind, Statics};
use crate::analysis::points_to::context::Sensitivity;
use crate::analysis::points_to::{Budget, Exceeded, PointsTo, points_to};
use crate::analysis::reflection::{Reach, followed, uses_handle};
use crate::analysis::regions::{post_region, pre_region};
use crate::analysis::statics_read::{Start, StaticsAnalysis};
use crate::analysis::summaries::Summaries;
use crate::plan::{InstanceField, JdkStatic, MethodName, StaticCounts, StaticField};
use crate::program::{Cfg, Class, FieldId, MethodId, Program, access};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How many statics of the JDK are named in a diagnostic.
const NAMED: usize = 5;

/// `ACC_ENUM` of a field (JVMS table 4.5-A).
const ENUM: u16 = 0x4000;

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
    pub(super) diagnostics: Vec<String>,
    /// Where the analysis is imprecise about the JDK, whatever the program.
    pub(super) jdk_notes: Vec<String>,
}

/// All statics, for a chain that starts below main: frames above its root may read any of them. The runtime finds them.
pub(super) fn all(
    program: &Program,
    sites: &[(MethodId, usize)],
    task: &Task,
    hierarchy: &StaticsAnalysis<'_>,
) -> Result<Selected> {
    let before = before_by_hierarchy(program, hierarchy, sites)?;
    let mut selected = Selected { before, ..Selected::default() };
    unpruned(&mut selected, task, "frames above the chain's root may read them");
    Ok(selected)
}

/// What may run before the checkpoint, by the class-hierarchy call graph.
fn before_by_hierarchy(
    program: &Program,
    analysis: &StaticsAnalysis<'_>,
    sites: &[(MethodId, usize)],
) -> Result<Before> {
    let found = analysis.read_from(&starts_before(program, sites)?)?;
    Ok(Before { widened: found.diagnostics, ..Before::of(program, sites[0].0, found.methods) })
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
pub(super) fn select_statics(
    program: &Program,
    sites: &[(MethodId, usize)],
    main: MethodId,
    task: &Task,
) -> Result<Selected> {
    match analyse(program, main, task) {
        Some(Ok(answer)) => select_on(program, sites, Ok(&ModUse::new(&answer)), task),
        Some(Err(exceeded)) => select_on(program, sites, Err(&exceeded), task),
        None => unanalysed(program, sites, task),
    }
}

/// The points-to analysis of the program, if the task wants statics to be selected by it.
pub(super) fn analyse<'a>(
    program: &'a Program,
    main: MethodId,
    task: &Task,
) -> Option<std::result::Result<PointsTo<'a>, Exceeded>> {
    let Selector::ModUse { sensitivity } = task.extent.selector else { return None };
    Some(points_to(program, main, sensitivity, &Budget::of_selection(), task.summaries.as_ref()))
}

/// As [`select_statics`], by an analysis that is there already, or by the class hierarchy if that exceeded its budget.
pub(super) fn select_on(
    program: &Program,
    sites: &[(MethodId, usize)],
    analysis: std::result::Result<&ModUse<'_, '_>, &Exceeded>,
    task: &Task,
) -> Result<Selected> {
    let exceeded = match analysis {
        Ok(analysis) => return modified_and_used(program, sites, analysis, task),
        Err(exceeded) => exceeded,
    };
    let insensitive = Selector::ModUse { sensitivity: Sensitivity::Insensitive };
    let mut selected = read(program, sites, task)?;
    unpruned(&mut selected, task, "only the class hierarchy tells what code is reachable");
    let coarser = if task.extent.selector == insensitive { "" } else { "; a coarser --context may suffice" };
    let why = format!("statics are selected by the class hierarchy, since {exceeded}{coarser}");
    selected.diagnostics.push(why);
    Ok(selected)
}

/// As [`select_statics`], where no analysis is wanted.
fn unanalysed(program: &Program, sites: &[(MethodId, usize)], task: &Task) -> Result<Selected> {
    let mut selected = read(program, sites, task)?;
    unpruned(&mut selected, task, "--statics read does not tell which are read");
    Ok(selected)
}

/// The parts of the chain's methods that run before the checkpoint.
fn starts_before(program: &Program, sites: &[(MethodId, usize)]) -> Result<Vec<Start>> {
    let mut starts = Vec::new();
    for (method, item) in sites {
        let body = program.body(*method)?;
        starts.push(Start { method: *method, items: pre_region(&body, &Cfg::new(&body)?, *item) });
    }
    Ok(starts)
}

/// From where the program goes on after the checkpoint of a chain, given as its methods and the instructions of their
/// sites.
pub(super) fn starts(program: &Program, sites: &[(MethodId, usize)]) -> Result<Vec<Start>> {
    let mut starts = Vec::new();
    for (depth, (method, item)) in sites.iter().enumerate() {
        let body = program.body(*method)?;
        let mut items = post_region(&body, &Cfg::new(&body)?, *item);
        if depth + 1 == sites.len() {
            items.insert(*item); // the checkpoint's instruction has not run yet
        }
        starts.push(Start { method: *method, items });
    }
    Ok(starts)
}

/// All that may be read after, by the class-hierarchy call graph.
fn read(program: &Program, sites: &[(MethodId, usize)], task: &Task) -> Result<Selected> {
    let own = own_entry(program, task);
    let analysis = StaticsAnalysis::new(program);
    let run = analysis.read_from(&starts_before(program, sites)?)?;
    let read = analysis.read_from(&starts(program, sites)?)?;
    let mut reachable_statics = StaticCounts { by_hierarchy: true, ..StaticCounts::default() };
    let fields: BTreeSet<FieldId> =
        [&run, &read].into_iter().flat_map(|part| part.fields.keys().chain(&part.jdk_fields)).copied().collect();
    fields.into_iter().for_each(|field| count(&mut reachable_statics, program, own, field));
    let before = Before { widened: run.diagnostics, ..Before::of(program, sites[0].0, run.methods) };
    let mut statics: Vec<StaticField> =
        read.fields.iter().filter_map(|(field, reader)| captured(program, own, *field, *reader, true)).collect();
    statics.sort();
    let unreachable =
        unreachable_readers(program, &read.methods, |field| read.fields.contains_key(&field), &BTreeSet::new());
    Ok(Selected {
        statics,
        unreachable,
        before,
        reachable_statics,
        diagnostics: read.diagnostics,
        ..Selected::default()
    })
}

/// The parts of the chain's methods that run before and after the checkpoint.
pub(super) fn parts(program: &Program, sites: &[(MethodId, usize)]) -> Result<(Vec<Part>, Vec<Part>)> {
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for (depth, (method, item)) in sites.iter().enumerate() {
        let body = program.body(*method)?;
        let cfg = Cfg::new(&body)?;
        let offsets = |items: BTreeSet<usize>| items.iter().filter_map(|item| body.offset(*item)).collect();
        let mut behind = post_region(&body, &cfg, *item);
        if depth + 1 == sites.len() {
            behind.insert(*item); // the checkpoint's instruction has not run yet
        }
        before.push(Part { method: *method, offsets: offsets(pre_region(&body, &cfg, *item)) });
        after.push(Part { method: *method, offsets: offsets(behind) });
    }
    Ok((before, after))
}

/// The paper's selection, widened where code does what the analysis does not follow; with the diagnostics on that, and the
/// parts that run before and after the checkpoint.
fn selection(
    program: &Program,
    sites: &[(MethodId, usize)],
    analysis: &ModUse<'_, '_>,
) -> Result<(Selection, Vec<String>, [Vec<Part>; 2])> {
    let (before, after) = parts(program, sites)?;
    let mut selection = select(analysis, &before, &after);
    let diagnostics = widen(analysis, &mut selection, &after);
    Ok((selection, diagnostics, [before, after]))
}

/// What may run before the checkpoint, given what was selected.
fn before(
    program: &Program,
    sites: &[(MethodId, usize)],
    analysis: &ModUse<'_, '_>,
    selection: &Selection,
    parts: &[Part],
) -> Before {
    let places = unfollowed(analysis, &selection.before, parts);
    if places.is_empty() {
        return Before::of(program, sites[0].0, selection.before.iter().copied());
    }
    let widened = format!("every method of the application counts as run before the start, since {}", named(&places));
    Before::everything(program, vec![widened])
}

/// All that the analyses say of runs with this checkpoint, or why they say nothing.
pub(super) fn foreseen<'a>(
    program: &'a Program,
    sites: &[(MethodId, usize)],
    main: MethodId,
    sensitivity: Sensitivity,
    summaries: Option<&Arc<Summaries>>,
) -> Result<std::result::Result<Foreseen<'a>, String>> {
    let points_to = match points_to(program, main, sensitivity, &Budget::of_selection(), summaries) {
        Ok(points_to) => points_to,
        Err(exceeded) => return Ok(Err(exceeded.to_string())),
    };
    let analysis = ModUse::new(&points_to);
    let (selection, widened, [_, after]) = selection(program, sites, &analysis)?;
    let fields_read = fields_read(&analysis, &selection, &after);
    Ok(Ok(Foreseen { points_to, selection, fields_read, widened }))
}

/// What the selection captures.
fn modified_and_used(
    program: &Program,
    sites: &[(MethodId, usize)],
    analysis: &ModUse<'_, '_>,
    task: &Task,
) -> Result<Selected> {
    let (selection, widened, [run, after]) = selection(program, sites, analysis)?;
    let before = before(program, sites, analysis, &selection, &run);
    let (mut diagnostics, mut jdk_notes) = notes(program, analysis);
    diagnostics.extend(widened);
    let pruned = if task.extent.prune_fields {
        fields::prune(analysis, &selection, &after, &diagnostics)
    } else {
        Pruned::default()
    };
    diagnostics.extend(pruned.diagnostic);
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
        diagnostics,
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

/// What no analysis follows: the place, what it may reach, and the method.
type Places = BTreeMap<String, (Reach, MethodId)>;

/// Where methods and parts of methods of the application do what no analysis follows.
fn unfollowed(analysis: &ModUse<'_, '_>, methods: &BTreeSet<MethodId>, parts: &[Part]) -> Places {
    let program = analysis.answer.program();
    let mut places = Places::new();
    let whole = methods.iter().map(|method| (*method, None));
    let partly = parts.iter().map(|part| (part.method, Some(&part.offsets)));
    for (method, offsets) in whole.chain(partly).filter(|(method, _)| program.is_application(method.class)) {
        let name = super::method_name(program, method).map_or_else(|_| program.describe(method), |name| name.display());
        if program.flags(method) & access::NATIVE != 0 {
            places.insert(format!("{name} is native"), (Reach::Fields, method));
        }
        let found = facts(program, method, |offset| offsets.is_none_or(|offsets| offsets.contains(&offset)));
        let follows = |call: &Reflection| {
            followed(&call.callee) && analysis.answer.follows(method, call.offset, uses_handle(&call.callee))
        };
        for reflection in found.reflection.iter().filter(|call| !follows(call)) {
            let body = program.code(method).ok().flatten();
            let line = body.and_then(|body| body.line(body.item_at_offset(reflection.offset)?));
            let line = line.map_or(String::new(), |line| format!(":{line}"));
            let place = format!("{name}{line} calls {}", reflection.callee);
            places.insert(place, (reflection.reach, method));
        }
    }
    places
}

/// The first of the places, and how many more there are.
fn named(places: &Places) -> String {
    let named: Vec<&str> = places.keys().take(NAMED).map(String::as_str).collect();
    let more = places.len().saturating_sub(NAMED);
    named.join("; ") + &if more == 0 { String::new() } else { format!(" and {more} more") }
}

/// Where code that may run after the checkpoint does what no analysis follows, all methods of the application, or all
/// statics too, count as reached.
fn widen(analysis: &ModUse<'_, '_>, selection: &mut Selection, parts: &[Part]) -> Vec<String> {
    let program = analysis.answer.program();
    let places = unfollowed(analysis, &selection.after, parts);
    if places.is_empty() {
        return Vec::new();
    }
    let mut any_field = places.values().find(|(reach, _)| *reach == Reach::Fields).map(|(_, method)| *method);
    for (method, info) in program.application().flat_map(Class::methods) {
        let facts = facts(program, method, |_| true);
        let unknown = info.access & access::NATIVE != 0 || reads_unnamed(&facts);
        if selection.after.insert(method) && unknown {
            any_field = any_field.or(Some(method)); // nobody followed its reflection
        }
        for field in facts.statics {
            selection.used.entry(field).or_insert(method);
        }
    }
    for class in program.application() {
        let all = class.file.fields.iter().enumerate().filter(|(_, field)| field.access & access::STATIC != 0);
        for (index, _) in all {
            let field = FieldId { class: class.id, index: index as u16 };
            selection.modified.insert(field);
            if let Some(reader) = any_field {
                selection.used.entry(field).or_insert(reader);
            }
        }
    }
    vec![format!("every method of the application counts as reachable after the start, since {}", named(&places))]
}

/// Whether a method may read fields that its code does not name.
fn reads_unnamed(facts: &Facts) -> bool {
    facts.reflection.iter().any(|call| call.reach == Reach::Fields)
}

/// The statics of the JDK that are modified before and used after, with what the models say of them.
fn of_jdk(program: &Program, selection: &Selection) -> Vec<JdkStatic> {
    let models = Statics::load().unwrap_or_else(|error| panic!("{error}"));
    let has_subtype = |name: &str| {
        let found = program.class(name).map(|class| crate::analysis::dispatch::subtypes(program, class));
        found.is_some_and(|below| below.into_iter().any(|class| program.is_application(class)))
    };
    let mut found = Vec::new();
    for field in selection.used.keys().filter(|field| selection.modified_outside_initializers.contains(field)) {
        let Some(info) = program.field(*field).filter(|_| !program.is_application(field.class)) else { continue };
        let (class, last) = (program.name(field.class), info.access & access::FINAL != 0);
        let known = models.classify(class, &info.name, &info.descriptor, last).in_program(has_subtype);
        let constant = info.access & ENUM != 0;
        let (known_kind, why) = if constant && known.kind == Kind::Unclassified {
            (Kind::Cache, "an enum constant: every JVM has its own, and the checkpoint names it")
        } else {
            (known.kind, known.why)
        };
        let kind = match known_kind {
            Kind::Cache => "cache",
            Kind::Provider => "provider",
            Kind::Refuse => "refuse",
            Kind::Unclassified => "unclassified",
        };
        found.push(JdkStatic {
            class: class.to_owned(),
            name: info.name.clone(),
            kind: kind.to_owned(),
            why: why.to_owned(),
        });
    }
    found.sort();
    found
}

/// Says how many statics of the JDK nobody classified.
fn unclassified(jdk: &[JdkStatic]) -> Option<String> {
    let names: Vec<String> = jdk
        .iter()
        .filter(|field| field.kind == "unclassified")
        .map(|field| format!("{}.{}", field.class.replace('/', "."), field.name))
        .collect();
    let shown = names.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    let more = names.len().saturating_sub(NAMED);
    let more = if more == 0 { String::new() } else { format!(" and {more} more (--plan has all)") };
    (!names.is_empty()).then(|| {
        format!("{} statics of the JDK may change before the start and matter after it, and no model says how they are kept: {shown}{more}", names.len())
    })
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
    let reader =
        super::method_name(program, reader).map_or_else(|_| program.describe(reader), |name| name.with_types());
    Some(StaticField {
        class: program.name(field.class).to_owned(),
        name: info.name.clone(),
        descriptor: info.descriptor.clone(),
        modified,
        of_library: of_library(program, own, field),
        reason: format!("read by {reader}"),
    })
}

/// The methods that would read what was not captured, or may by reflection. A class initialiser finds the statics of its own class as it should:
/// where it runs after the checkpoint, nothing wrote them before.
fn unreachable_readers(
    program: &Program,
    reachable: &BTreeSet<MethodId>,
    captured: impl Fn(FieldId) -> bool + Sync,
    pruned: &BTreeSet<FieldId>,
) -> Vec<MethodName> {
    let missing = |field: &FieldId| {
        let constant = program.field(*field).is_none_or(|info| info.constant);
        program.is_application(field.class) && !constant && !captured(*field)
    };
    let classes: Vec<_> = program.application().collect();
    let found: Vec<Vec<MethodName>> = classes
        .par_iter()
        .map(|class| {
            let readers = class.methods().filter(|(id, info)| {
                if info.code.is_none() || reachable.contains(id) {
                    return false;
                }
                let facts = facts(program, *id, |_| true);
                let initialises = info.name == "<clinit>";
                let mut others = facts.statics.iter().filter(|field| !(initialises && field.class == class.id));
                let of_statics = others.any(missing);
                of_statics || reads_unnamed(&facts) || fields::may_read(program, &facts, pruned)
            });
            readers.filter_map(|(id, _)| super::method_name(program, id).ok()).collect()
        })
        .collect();
    let mut names: Vec<MethodName> = found.into_iter().flatten().collect();
    names.sort();
    names
}
