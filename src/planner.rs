//! The planner: what must be captured where, for each region; the chains of all of them merged ([`merging`]).
//!
//! For each method of the chain it collects the site's environment (live locals, live operand-stack slots, held
//! monitors) from liveness, verification types and monitor analysis; for the whole chain the CDMPs and the static
//! fields. Which statics are captured is decided by one function, [`statics::select_statics`]: those of application
//! classes that are modified before the checkpoint and used after it.
//!
//! What the rewriting can't do is refused here, with the place: constructors before `super(…)`, class initialisers in
//! the chain, `jsr`.

mod asking;
mod environment;
mod error;
mod explore_content;
mod explore_initialisers;
mod explore_model;
mod explore_simple;
mod explore_start;
mod explore_uses;
mod exploring;
mod fields;
mod jdk_statics;
mod merging;
mod misfit;
mod names;
mod parts;
mod premises;
mod reducing;
mod resources;
mod since;
mod since_run;
mod statics;
mod task;
mod threads;
mod unreachable;
mod widening;

pub use error::{Error, Result};
pub use explore_simple::simple_classes;
pub use explore_start::explored_from;
pub use exploring::{Helpers, exploration};
pub use misfit::Misfit;
pub use premises::{Before, noted, premises};
pub use reducing::reduction;
pub use resources::changed_resources;
pub use since::{adopt, is_known};
pub use since_run::{Files, Near, Run};
pub use task::{Extent, Selector, Task};

use crate::analysis::cdmp::cdmps;
use crate::analysis::mod_use::{Foreseen, ModUse, Part};
use crate::analysis::points_to::{Exceeded, Known, Named, PointsTo};
use crate::analysis::statics_read::Start;
use crate::classfile::descriptor::parse_method;
use crate::classfile::opcode::{INVOKESPECIAL, INVOKESTATIC};
use crate::plan::{Cdmp, ChainMethod, Dispatch, Frames, InstanceField, MethodName, Plan, Plans};
use crate::program::class::access;
use crate::program::{Cfg, MethodId, Program};
use crate::region::{ChainCall, GoesOn, LinkKind, Region, find_main, pass_through_frames};
use environment::Next;
use names::method_name;
use parts::{ChainSite, sites};
use statics::Hierarchy;
use std::sync::Arc;

/// Plans the capture of all regions of a run, by one analysis of the program. Tells besides what may run before the
/// checkpoints.
pub fn plans(program: &Program, regions: &[Region], task: &Task) -> Result<(Plans, Before)> {
    let main = find_main(program, &task.main);
    let from_main = regions.iter().all(|region| Some(region.root()) == main);
    let answer = match main.filter(|_| regions.len() > 1 && from_main) {
        Some(main) => analyse(program, main, task),
        None => None,
    };
    let analysis = answer.as_ref().map(|answer| answer.as_ref().map(ModUse::new));
    let hierarchy = Hierarchy::new();
    let (mut plans, mut before) = (Vec::new(), Before::default());
    for (number, region) in regions.iter().enumerate() {
        let number = if regions.len() > 1 { format!("-{}", number + 1) } else { String::new() };
        let task = Task { name: task.name.clone() + &number, ..task.clone() };
        let (plan, run) = plan_with(program, region, (&task, Some(&hierarchy)), |sites| match &analysis {
            Some(analysis) => {
                statics::select_on(program, sites, analysis.as_ref().map_err(|exceeded| *exceeded), (&task, &hierarchy))
            }
            None => statics::select_statics(program, sites, sites[0].method, (&task, &hierarchy)),
        })?;
        plans.push(plan);
        before.add(run);
    }
    // what is left out of one checkpoint is left out of all
    if let Some((first, others)) = plans.split_first_mut() {
        let unread = |field: &InstanceField| others.iter().all(|plan| plan.pruned_fields.contains(field));
        first.pruned_fields.retain(unread);
        others.iter_mut().for_each(|plan| plan.pruned_fields.clone_from(&first.pruned_fields));
    }
    let threads = task.threads.iter().map(|thread| threads::chain(program, thread)).collect::<Result<_>>()?;
    Ok((merging::merge(plans, threads)?, before))
}

/// Plans the capture of one region.
pub fn plan(program: &Program, region: &Region, task: &Task) -> Result<Plan> {
    let hierarchy = Hierarchy::new();
    let select = |sites: &[ChainSite]| statics::select_statics(program, sites, sites[0].method, (task, &hierarchy));
    merging::merge_one(plan_with(program, region, (task, Some(&hierarchy)), select)?.0)
}

/// What [`plan`] refuses, without the analyses of the whole program: which statics are captured refuses nothing.
pub fn check(program: &Program, region: &Region, task: &Task) -> Result<()> {
    let select = |_: &[_]| Ok(statics::Selected::default());
    let (plan, _) = plan_with(program, region, (task, None), select)?;
    merging::merge_one(plan).map(|_| ())
}

/// The analysis that [`plan_on`] takes: of the whole program, from `main` on. None if the task does not want one.
pub fn analyse<'a>(
    program: &'a Program,
    main: MethodId,
    task: &Task,
) -> Option<std::result::Result<PointsTo<'a>, Exceeded>> {
    statics::analyse(program, main, task)
}

/// As [`plan`], for one of several regions whose chains start with `main`: by an analysis that was made once.
pub fn plan_on(
    program: &Program,
    region: &Region,
    task: &Task,
    analysis: std::result::Result<&ModUse<'_, '_>, &Exceeded>,
) -> Result<Plan> {
    let hierarchy = Hierarchy::new();
    let select = |sites: &[ChainSite]| statics::select_on(program, sites, analysis, (task, &hierarchy));
    merging::merge_one(plan_with(program, region, (task, Some(&hierarchy)), select)?.0)
}

/// The parts of the chain's methods that run before the checkpoint, and those that run after it.
pub fn parts(program: &Program, region: &Region) -> Result<(Vec<Part>, Vec<Part>)> {
    parts::parts(program, &sites(region))
}

/// Plans, with the statics that `select` says; tells what may run before the checkpoint. The clones get their marks when the
/// chains are merged. The second part of `task`: what the class hierarchy says of any run, once it is asked; none if nobody asks what runs
/// before the checkpoint.
fn plan_with<'p>(
    program: &'p Program,
    region: &Region,
    (task, hierarchy): (&Task, Option<&Hierarchy<'p>>),
    select: impl FnOnce(&[ChainSite]) -> Result<statics::Selected>,
) -> Result<(Plan, Before)> {
    let sites = sites(region);
    refuse_heir(program, sites[0].method, task)?;
    refuse_end(program, region)?;
    let mut chain = chain(program, region)?;
    let end = region.end.as_ref().map_or(Ok(Vec::new()), |end| self::chain(program, end))?;
    let mut points = Vec::new();
    for depth in 0..sites.len() {
        points.extend(decisions(program, &sites, depth)?);
    }
    let below = below_main(program, region, task)?;
    let mut selected = match hierarchy.filter(|_| below.is_some()) {
        Some(known) => statics::all(program, &sites, task, known)?,
        None => select(&sites)?,
    };
    if task.extent.editable {
        chain.iter_mut().for_each(|element| environment::keep_all(program, element));
        if below.is_none() {
            statics::add_all(program, &mut selected, task);
        }
    }
    let mut diagnostics = program.diagnostics().to_vec();
    diagnostics.extend(selected.diagnostics);
    let plan = Plan {
        name: task.name.clone(),
        main: task.main.clone(),
        above_main: above(program, &task.main),
        once: below.is_some() && !region.calls().any(passes_through) && parts::reaches_once(program, &sites)?,
        below,
        region: region.describe(program),
        request: task.request.clone(),
        jdk: task.jdk,
        chain,
        end,
        statics: selected.statics,
        jdk_statics: selected.jdk,
        jdk_notes: selected.jdk_notes,
        pruned_fields: selected.pruned_fields,
        instance_fields: if task.extent.prune_fields { fields::all(program).len() } else { 0 },
        reachable_statics: selected.reachable_statics,
        unreachable: selected.unreachable,
        pass_through: frames(region, task),
        cdmps: points,
        lines_moved: false,
        edited: false,
        precision: selected.precision,
        diagnostics,
    };
    Ok((plan, selected.before))
}

/// The application's classes and interfaces above the main class, whose initialisers the JVM may run before `main`.
fn above(program: &Program, main: &str) -> Vec<String> {
    let Some(main) = program.class(main) else { return Vec::new() };
    let superclasses = program.superclasses(main).skip(1).map(|class| class.id);
    let above = superclasses.chain(program.superinterfaces(main)).filter(|class| program.is_application(*class));
    above.filter_map(|class| Some(program.get(class)?.name().to_owned())).collect()
}

/// From where the program goes on after the checkpoint, if the chain starts with the program's `main`.
pub fn starts(program: &Program, region: &Region) -> Result<Vec<Start>> {
    parts::starts(program, &sites(region))
}

/// What points-to and Mod/Use analysis say of runs with this checkpoint, for a chain that starts with the program's `main`; or
/// why they say nothing: statics are not selected by them, or their budget does not suffice.
pub fn foreseen<'a>(
    program: &'a Program,
    region: &Region,
    selector: Selector,
    given: (&Known, &Arc<Named>),
) -> Result<std::result::Result<Foreseen<'a>, String>> {
    let Selector::ModUse { sensitivity } = selector else {
        return Ok(Err("static fields are selected by the class hierarchy".to_owned()));
    };
    statics::foreseen(program, &sites(region), region.root(), sensitivity, given)
}

/// The program's `main`, if the chain starts below it.
fn below_main(program: &Program, region: &Region, task: &Task) -> Result<Option<MethodName>> {
    let Some(main) = find_main(program, &task.main).filter(|main| *main != region.root()) else { return Ok(None) };
    let root = method_name(program, region.root())?;
    if root.name.starts_with('<') {
        let why = "a chain cannot start with a constructor or class initialiser; start the chain with its caller";
        return Err(Error::refused(root.display(), why));
    }
    method_name(program, main).map(Some)
}

fn passes_through(call: &ChainCall) -> bool {
    matches!(call.kind, LinkKind::Through | LinkKind::Working)
}

/// What may lie between a method of a chain and the next one; nothing if no chain has such a call.
fn frames(region: &Region, task: &Task) -> Vec<Frames> {
    let mut calls = region.calls().chain(task.threads.iter().flat_map(|thread| thread.chain.calls()));
    let passes = calls.any(passes_through);
    let frames = pass_through_frames().into_iter().map(|(class, method)| Frames { class, method });
    frames.filter(|_| passes).collect()
}

/// The methods of the chain.
fn chain(program: &Program, region: &Region) -> Result<Vec<ChainMethod>> {
    let sites = sites(region);
    (0..sites.len()).map(|depth| chain_method(program, region, &sites, (depth, None))).collect()
}

/// The element of the chain at `depth`. `of_thread`: the chain is another thread's, whose last site is the call in which it waits.
fn chain_method(
    program: &Program,
    region: &Region,
    sites: &[ChainSite],
    (depth, of_thread): (usize, Option<GoesOn>),
) -> Result<ChainMethod> {
    let ChainSite { method: id, item, .. } = sites[depth];
    let method = method_name(program, id)?;
    let flags = program.method(id).map_or(0, |info| info.access);
    if method.name == "<clinit>" {
        return Err(Error::refused(
            method.display(),
            "a class initialiser cannot be in the chain; choose a checkpoint after it",
        ));
    }
    if depth > usize::from(u8::MAX) {
        return Err(Error::refused(
            method.display(),
            "the chain is longer than 255 calls; start the chain at a method nearer to the checkpoint",
        ));
    }
    let entered = depth.checked_sub(1).and_then(|above| region.chain.get(above)).is_some_and(passes_through);
    if depth > 0 && !entered {
        refuse_wide(&method, flags & access::STATIC != 0)?;
    }
    if entered && method.name == "<init>" {
        let why = "a constructor that is called by reflection or a function object cannot be in the chain; choose a \
                   checkpoint outside of this constructor";
        return Err(Error::refused(method.display(), why));
    }
    let next = match (region.chain.get(depth), sites.get(depth + 1)) {
        (Some(call), _) if passes_through(call) => Next::Through { works: call.kind == LinkKind::Working },
        (_, Some(callee)) => Next::Call(callee.method),
        _ if of_thread.is_some_and(|goes_on| matches!(goes_on, GoesOn::Call | GoesOn::Behind)) => {
            Next::Through { works: false }
        }
        _ => Next::Nothing,
    };
    Ok(ChainMethod {
        in_interface: program.get(id.class).is_some_and(crate::program::Class::is_interface),
        is_static: flags & access::STATIC != 0,
        is_synchronized: flags & access::SYNCHRONIZED != 0,
        dispatch: match depth {
            0 if of_thread.is_some() => Dispatch::Thread,
            _ if entered => Dispatch::Through,
            _ => dispatch(program, sites, depth)?,
        },
        clone: 0,
        site: environment::site(program, id, item, next)?,
        method,
    })
}

/// Refuses a clone without room for the parameter that marks it (JVMS §4.3.3).
fn refuse_wide(method: &MethodName, is_static: bool) -> Result<()> {
    let slots = parse_method(&method.descriptor).map_or(0, |descriptor| descriptor.slots()) + u16::from(!is_static);
    if slots >= 255 {
        let why = "the parameters of this method take all 255 slots, and its clone needs one more; choose a chain \
                   without this method";
        return Err(Error::refused(method.display(), why));
    }
    Ok(())
}

/// The replay goes on in the captured frames of JDK code that goes on working; what they call next has no hooks of the end's chain.
fn refuse_end(program: &Program, region: &Region) -> Result<()> {
    let Some(end) = &region.end else { return Ok(()) };
    let shared = region
        .chain
        .iter()
        .zip(&end.chain)
        .take_while(|(one, other)| (one.method, one.item) == (other.method, other.item));
    match shared.map(|(call, _)| call).find(|call| call.kind == LinkKind::Working) {
        Some(call) => Err(Error::refused(
            program.describe(call.method),
            "start and end are reached by the same call of JDK code that goes on working (forEach, streams); leave out the end, or choose one behind that call",
        )),
        None => Ok(()),
    }
}

/// Refuses a `main` of an instance whose class extends another than `Object`: the JVM constructs that instance first, which
/// the replay leaves out, and can only where no other constructor runs too.
fn refuse_heir(program: &Program, root: MethodId, task: &Task) -> Result<()> {
    if program.flags(root) & access::STATIC != 0 || find_main(program, &task.main) != Some(root) {
        return Ok(());
    }
    let class = program.get(root.class);
    let plain = class.is_some_and(|class| class.file.super_name.as_deref() == Some("java/lang/Object"));
    if plain && program.name(root.class) == task.main {
        return Ok(());
    }
    let why = "an instance `main` is not supported if the main class has a superclass; make `main` static";
    Err(Error::refused(program.describe(root), why))
}

/// How the method at `depth` is called by the one above.
fn dispatch(program: &Program, sites: &[ChainSite], depth: usize) -> Result<Dispatch> {
    let Some(above) = depth.checked_sub(1) else { return Ok(Dispatch::Root) };
    let ChainSite { method: caller, item, .. } = sites[above];
    let body = program.body(caller)?;
    let callee = program.method(sites[depth].method).map_or(0, |info| info.access);
    Ok(match body.insn(item).map(|insn| insn.op) {
        Some(INVOKESTATIC) => Dispatch::Static,
        Some(INVOKESPECIAL) => Dispatch::Special,
        _ if callee & access::PRIVATE != 0 => Dispatch::Special,
        _ => Dispatch::Virtual,
    })
}

/// The control-decision-making points of one method of the chain.
fn decisions(program: &Program, sites: &[ChainSite], depth: usize) -> Result<Vec<Cdmp>> {
    let ChainSite { method, item, .. } = sites[depth];
    let body = program.body(method)?;
    let cfg = Cfg::new(&body)?;
    let found = cdmps(&body, &cfg, item, depth + 1 < sites.len());
    let point = |cdmp: crate::analysis::cdmp::Cdmp| Cdmp {
        depth: depth as u16,
        line: cdmp.line.unwrap_or(0),
        offset: body.offset(cdmp.item).unwrap_or(0),
        kind: cdmp.kind.name().to_owned(),
    };
    Ok(found.into_iter().map(point).collect())
}
