//! Whether an edited program may go on from an older version's checkpoint, and the plan by which it does.
//!
//! By [`Premises`] of both. The older version's run up to the checkpoint is the edited one's too if
//!
//! * every method that may run before the checkpoint is the same in both, and so are the parts of the chain's methods that do;
//! * no call in them can find another target: of classes that may be loaded before, super types, flags and instance fields are
//!   the same, and no method was added that overrides another and may be called before.
//!
//! Then the heap at the checkpoint is what the edited program would have there. It must also be in the checkpoint: what
//! the edited program needs of locals, statics and fields must have been captured. Each thing that is not so is a
//! [`Misfit`]. The plan that is adopted captures what the old one did, at the edited program's offsets: numbers of slots are those
//! of the checkpoint.
//!
//! Where it is known what the run did that left the checkpoint, that decides instead ([`since_run`]).
//!
//! Other threads may have run all of their chains' methods before, so these must be the same as a whole, and what they call.
//!
//! Call sites of lambdas, and methods behind them, are told by the numbers that the compiler gave them, so a lambda that is put
//! before others of its class shows as a change of them. Files that
//! the program opens by their own names may change at the user's risk.

use super::misfit::Misfit;
use super::premises::fingerprints;
use super::resources::changed_resources;
use super::since_run::{self, Run};
use crate::analysis::dispatch::subtypes;
use crate::plan::{ChainMethod, ClassPremise, Plan, Plans, Premises, Site, Slot, StaticField};
use crate::program::{Class, ClassId, MethodId, Program, access};
use std::collections::BTreeSet;

/// Flags of methods that do not override others.
const APART: u16 = access::STATIC | access::PRIVATE;

/// The plans by which the edited program, of which `new` says what its own checkpoints would rest on, goes on from the old
/// one's checkpoints; or all that is in the way. `run`: what the run did that left the checkpoint, if that is known.
pub fn adopt(program: &Program, old: &Premises, new: &Premises, run: Option<&Run>) -> Result<Plans, Vec<Misfit>> {
    let run = run.filter(|run| is_known(old, run));
    let mut misfits = regions(old, new);
    let mut moved = old.lines != new.lines;
    if misfits.is_empty() {
        parts(old, new, &mut misfits);
        if let Some(run) = run {
            let (found, lines) = since_run::code(program, old, run);
            misfits.extend(found);
            moved = lines;
        } else {
            code(program, old, new, &mut misfits);
        }
        misfits.extend(changed_resources(old, &new.resources, run));
        if misfits.is_empty() {
            misfits.extend(threads(old, new));
        }
        for (old_plan, plan) in old.plans.regions.iter().zip(&new.plans.regions) {
            needed(program, (old, run), old_plan, plan, &mut misfits);
        }
    }
    if !misfits.is_empty() {
        return Err(misfits);
    }
    let mut plans = new.plans.clone();
    plans.run = run.map(|run| run.id);
    for (old, plan) in old.plans.regions.iter().zip(&mut plans.regions) {
        plan.name.clone_from(&old.name);
        plan.request.clone_from(&old.request);
        plan.lines_moved = moved;
        plan.edited = run.is_none();
        plan.statics.clone_from(&old.statics);
        plan.pruned_fields.clone_from(&old.pruned_fields);
        for (old, element) in old.chain.iter().zip(&mut plan.chain) {
            capture_alike(&old.site.locals, &mut element.site.locals);
            capture_alike(&old.site.stack, &mut element.site.stack);
        }
    }
    for (old, thread) in old.plans.threads.iter().zip(&mut plans.threads) {
        for (old, element) in old.chain.iter().zip(&mut thread.chain) {
            capture_alike(&old.site.locals, &mut element.site.locals);
            capture_alike(&old.site.stack, &mut element.site.stack);
        }
    }
    Ok(plans)
}

/// Whether what a run did decides: a class that is too large for notes may have asked anything.
pub fn is_known(old: &Premises, run: &Run) -> bool {
    run.loaded.iter().all(|name| old.plans.noted.contains_key(name) || !old.all.contains_key(name))
}

/// Captures the slots that the old plan does. The slots at a site are those of the old one, since the code before it is.
fn capture_alike(old: &[Slot], new: &mut [Slot]) {
    for slot in new {
        slot.live = old.iter().any(|old| old.index == slot.index && old.live);
    }
}

/// Whether the regions are the same ones.
fn regions(old: &Premises, new: &Premises) -> Vec<Misfit> {
    let (old_plans, new_plans) = (&old.plans.regions, &new.plans.regions);
    if old.jcp != new.jcp {
        let how = format!("the jar was made by jcp {}, but this is jcp {}", old.jcp, new.jcp);
        return vec![Misfit::Region(how, format!("use jcp {}", old.jcp))];
    }
    let (before, now) = (old_plans.len(), new_plans.len());
    if before != now {
        let how = format!("the jar was made for {before} regions, but now there are {now}");
        return vec![Misfit::Region(how, format!("give {before} regions"))];
    }
    let mut found = Vec::new();
    for (old, new) in old_plans.iter().zip(new_plans) {
        let names = |chain: &[ChainMethod]| chain.iter().map(|it| it.method.display()).collect::<Vec<_>>().join(" > ");
        let same = |old: &[ChainMethod], new: &[ChainMethod]| {
            old.len() == new.len() && old.iter().zip(new).all(|(old, new)| is_same_element(old, new))
        };
        if !same(&old.chain, &new.chain) {
            let (before, now) = (names(&old.chain), names(&new.chain));
            let how = format!("the chain was {before} and is now {now}, or the frames differ");
            let remedy = format!("give the region that leads to the same instruction (it was {})", old.region);
            found.push(Misfit::Region(how, remedy));
        }
        if old.end.is_empty() != new.end.is_empty() || old.main != new.main || old.below != new.below {
            let how = "the main class or the end of the region is different".to_owned();
            let remedy =
                format!("name the main class {} and give the region with its end (it was {})", old.main, old.region);
            found.push(Misfit::Region(how, remedy));
        }
        if old.jdk != new.jdk {
            let how = format!("the jar was made for JDK {}, but this is JDK {}", old.jdk, new.jdk);
            found.push(Misfit::Region(how, format!("name JDK {} with --jdk", old.jdk)));
        }
    }
    found
}

/// Which chains of other threads are not the same: code that is the same may have moved in its class file.
fn threads(old: &Premises, new: &Premises) -> Vec<Misfit> {
    let (before, now) = (&old.plans.threads, &new.plans.threads);
    let same = |number: usize| {
        let (Some(old_chain), Some(new_chain)) = (before.get(number), now.get(number)) else { return false };
        old.threads.get(number) == new.threads.get(number)
            && (&old_chain.waits_in, old_chain.again) == (&new_chain.waits_in, new_chain.again)
            && old_chain.chain.len() == new_chain.chain.len()
            && old_chain.chain.iter().zip(&new_chain.chain).all(|(old, new)| is_same_element(old, new))
    };
    let different = (0..before.len()).filter(|number| !same(*number));
    let misfit = |number: usize| {
        Misfit::Program(format!(
            "the code of a thread's chain is not at its place any more: {}",
            before[number].pattern
        ))
    };
    different.map(misfit).collect()
}

/// Whether two elements of chains are the same method with the same kind of frame.
fn is_same_element(old: &ChainMethod, new: &ChainMethod) -> bool {
    let kinds = |slots: &[Slot], live: &dyn Fn(&Slot) -> bool| -> Vec<_> {
        slots.iter().filter(|slot| live(slot)).map(|slot| (slot.index, slot.kind.clone())).collect()
    };
    // what was captured must be there now; `new` instructions keep their places among the code that runs before
    let captured = |old: &[Slot], new: &[Slot]| {
        let kept: BTreeSet<u16> = old.iter().filter(|slot| slot.live).map(|slot| slot.index).collect();
        kinds(old, &|slot| slot.live) == kinds(new, &|slot| kept.contains(&slot.index))
    };
    let (before, now): (&Site, &Site) = (&old.site, &new.site);
    old.method == new.method
        && (old.in_interface, old.is_static, old.dispatch) == (new.in_interface, new.is_static, new.dispatch)
        && (&before.receiver, &before.through, &before.monitors) == (&now.receiver, &now.through, &now.monitors)
        && before.unfinished.len() == now.unfinished.len()
        && before.stack.len() == now.stack.len()
        && captured(&before.locals, &now.locals)
        && captured(&before.stack, &now.stack)
}

/// Whether the parts of the chain's methods are the same that run before the checkpoints.
fn parts(old: &Premises, new: &Premises, misfits: &mut Vec<Misfit>) {
    for (region, (old_parts, new_parts)) in old.parts.iter().zip(&new.parts).enumerate() {
        for (element, (before, now)) in old.plans.regions[region].chain.iter().zip(old_parts.iter().zip(new_parts)) {
            let changed = Misfit::Changed(element.method.display());
            if before != now && !misfits.contains(&changed) {
                misfits.push(changed);
            }
        }
    }
}

/// Whether the other code that may run before is the same.
fn code(program: &Program, old: &Premises, new: &Premises, misfits: &mut Vec<Misfit>) {
    if old.services != new.services {
        misfits.push(Misfit::Program("the service providers of the class path changed".to_owned()));
    }
    for (name, before) in &old.classes {
        if let Some(class) = program.find(name).filter(|class| program.is_application(class.id)) {
            class_code(program, class.id, (name, before), (new, old.looks.as_ref()), misfits);
        } else {
            let class = name.replace('/', ".");
            misfits.push(Misfit::Program(format!("{class} may be loaded before the checkpoint and was removed")));
        }
    }
    if let Some(method) = &old.finds {
        let runs = |class: &ClassPremise| class.methods.values().any(|method| method.code.is_some());
        for (name, _) in new.classes.iter().filter(|(name, class)| !old.classes.contains_key(*name) && runs(class)) {
            let class = name.replace('/', ".");
            let why =
                format!("{class} may be loaded before the checkpoint now, because {method} looks up classes by name");
            misfits.push(Misfit::Program(why));
        }
    }
    if let Some(method) = old.looks.as_ref().filter(|_| misfits.iter().any(|it| matches!(it, Misfit::Class(..)))) {
        misfits
            .push(Misfit::Program(format!("{method} may run before the checkpoint and looks up members of classes")));
    }
    if let Some(why) = old.widened.first().filter(|_| !misfits.is_empty()) {
        misfits.push(Misfit::Program(why.clone()));
    }
}

/// The same for one class.
fn class_code(
    program: &Program,
    class: ClassId,
    (name, old): (&str, &ClassPremise),
    (new, looks): (&Premises, Option<&String>),
    misfits: &mut Vec<Misfit>,
) {
    let Some(read) = program.get(class) else { return };
    let shown = name.replace('/', ".");
    // of a class that is not loaded before in the edited program nothing is known, and nothing needs to be
    let known = new.classes.get(name);
    let mut different = shape(read, old);
    if known.is_some_and(|now| old.constants().any(|(field, value)| now.constant(field).is_some_and(|it| it != value)))
    {
        different.push("constants");
    }
    if looks.is_some() && known.is_some_and(|now| old.bytes != now.bytes) {
        different.push("members or annotations, which code before the checkpoint may look up");
    }
    misfits.extend(different.into_iter().map(|what| Misfit::Class(shown.clone(), what)));
    for ((method, descriptor), premise) in &old.methods {
        let Some(code) = premise.code else { continue };
        let shown = format!("{shown}.{method}");
        match known.and_then(|class| class.methods.get(&(method.clone(), descriptor.clone()))) {
            Some(now) if now.code == Some(code) => {}
            // what may run before in the old version, and runs alike, does so in the edited one
            now if now.is_none_or(|now| now.code.is_none())
                && unchanged(program, class, (method, descriptor), code) => {}
            Some(_) => misfits.push(Misfit::Changed(shown)),
            None if read.declared(method, descriptor).is_some() => misfits.push(Misfit::Changed(shown)),
            None => misfits.push(Misfit::Removed(shown)),
        }
    }
    let runs = |name: &str, descriptor: &str| {
        let code = known.and_then(|class| class.methods.get(&(name.to_owned(), descriptor.to_owned())));
        code.is_some_and(|method| method.code.is_some())
    };
    for (method, info) in read.methods() {
        let before = old.methods.get(&(info.name.clone(), info.descriptor.clone()));
        let added = before.is_none_or(|before| before.access != info.access);
        if added && runs(&info.name, &info.descriptor) && stands_for_another(program, method) {
            misfits.push(Misfit::Added(format!("{shown}.{}", info.name)));
        }
    }
}

/// In what the shape of a class differs that objects and calls depend on.
fn shape(class: &Class, old: &ClassPremise) -> Vec<&'static str> {
    let file = &class.file;
    let of_instances = file.fields.iter().filter(|field| field.access & access::STATIC == 0);
    let now = of_instances.map(|field| (&field.name, &field.descriptor, field.access));
    let before = old.fields.iter().filter(|field| field.access & access::STATIC == 0);
    let same_fields = before.map(|field| (&field.name, &field.descriptor, field.access)).eq(now);
    let same_types = (&old.super_name, &old.interfaces) == (&file.super_name, &file.interfaces);
    let all =
        [(same_types, "super types"), (old.access == file.access, "access flags"), (same_fields, "instance fields")];
    all.into_iter().filter(|(same, _)| !same).map(|(_, what)| what).collect()
}

/// Whether the method has this fingerprint, though the edited program's analysis finds that it does not run before.
fn unchanged(program: &Program, class: ClassId, (name, descriptor): (&str, &str), code: u128) -> bool {
    let found = program.get(class).and_then(|class| Some((class, class.declared(name, descriptor)?)));
    found.is_some_and(|(class, method)| fingerprints(program, class, &[method]) == [code])
}

/// Whether a call that could name another method may reach this one: it is a class initialiser, or a class above or below, or above one
/// below, declares one of the same name.
fn stands_for_another(program: &Program, method: MethodId) -> bool {
    let Some(info) = program.method(method) else { return false };
    if info.name == "<clinit>" {
        return true;
    }
    if info.name == "<init>" {
        return false;
    }
    // a static or private one is found where a call names its class, before those above
    let below = if info.access & APART == 0 { subtypes(program, method.class) } else { vec![method.class] };
    let above = |class: &ClassId| {
        let classes = program.superclasses(*class).map(|class| class.id);
        classes.chain(program.superinterfaces(*class)).collect::<Vec<_>>()
    };
    let mut related = below.iter().flat_map(above).chain(below.iter().copied()).filter(|class| *class != method.class);
    let declares = |class: ClassId| program.get(class)?.declared(&info.name, &info.descriptor);
    related.any(|class| declares(class).is_some())
}

/// Whether all that the edited program needs was captured.
fn needed(program: &Program, premises: (&Premises, Option<&Run>), old: &Plan, new: &Plan, misfits: &mut Vec<Misfit>) {
    for (old, element) in old.chain.iter().zip(&new.chain) {
        let missing = |old: &[Slot], slot: &&Slot| {
            slot.live && !old.iter().any(|captured| captured.index == slot.index && captured.live)
        };
        let method = element.method.display();
        for slot in element.site.locals.iter().filter(|slot| missing(&old.site.locals, slot)) {
            let name = slot.name.clone().map_or_else(|| slot.index.to_string(), |name| format!("\"{name}\""));
            misfits.push(Misfit::Needed(format!("local {name} of {method}")));
        }
        for slot in element.site.stack.iter().filter(|slot| missing(&old.site.stack, slot)) {
            misfits.push(Misfit::Needed(format!("stack slot {} of {method}", slot.index)));
        }
    }
    if old.below.is_none() {
        statics(program, premises, old, new, misfits);
    }
    // where nothing is left out now, that is since somebody may read it
    for field in old.pruned_fields.iter().filter(|field| !new.pruned_fields.contains(field)) {
        misfits.push(Misfit::Pruned(format!("{}.{}", field.class.replace('/', "."), field.name)));
    }
}

/// The statics of it.
fn statics(
    program: &Program,
    (premises, run): (&Premises, Option<&Run>),
    old: &Plan,
    new: &Plan,
    misfits: &mut Vec<Misfit>,
) {
    let is_initialized = |class: &str| run.is_none_or(|run| run.initialized.contains(class));
    let known_class = |class: &str| match run {
        Some(_) => premises.all.get(class),
        None => premises.classes.get(class),
    };
    let shown = |field: &StaticField| format!("{}.{}", field.class.replace('/', "."), field.name);
    let captured = |field: &&StaticField| {
        old.statics
            .iter()
            .any(|old| (&old.class, &old.name, &old.descriptor) == (&field.class, &field.name, &field.descriptor))
    };
    for field in new.statics.iter().filter(|field| !captured(field)) {
        // a class that is not loaded before is initialised after; a new field without an initialiser holds what it starts with
        let known = known_class(&field.class).filter(|_| is_initialized(&field.class));
        if known.is_some_and(|class| class.has_field(&field.name, &field.descriptor)) {
            misfits.push(Misfit::Needed(format!("static field {}", shown(field))));
        }
    }
    for field in old.statics.iter().filter(|field| is_initialized(&field.class)) {
        let class = program.find(&field.class);
        if class.and_then(|class| class.declared_field(&field.name, &field.descriptor)).is_none() {
            misfits.push(Misfit::RemovedField(shown(field)));
        }
    }
}
