//! Which classes must stand in the jars, and their rewritten bytes.
//!
//! These are the classes that rewriting changes, all classes of a jar of the class path that is signed or sealed, and for a
//! program of a class path what the JVM loads with the main class.

use super::parts::{Added, BARE, BothChanged, Changed, Parts, Placed};
use crate::classfile::code::Changes;
use crate::classfile::{self, ClassFile};
use crate::driver::error::DriverError;
use crate::driver::inputs::class_path::{Entry, JarClasses};
use crate::plan::Plans;
use crate::program::ClassId;
use crate::region::Point;
use crate::rewrite::{self, Catalogue, Rewritten};
use rayon::prelude::*;
use std::collections::BTreeSet;

type Rewrite = fn(&Plans, &ClassFile) -> rewrite::Result<Option<Rewritten>>;

/// The classes that must stand in the capturing and in the replaying jar, in the program's order. Both hold the same
/// ones: from which jar a class is loaded shows in identity hashes, and these must go alike in both runs.
pub fn changed(parts: &Parts) -> Result<BothChanged, DriverError> {
    let executable = parts.application.executable.is_some();
    let closed: Vec<bool> = parts.entries.iter().map(|entry| entry.jar().is_some_and(JarClasses::is_closed)).collect();
    let classes: Vec<_> = parts.program.application().collect();
    let early = if executable { BTreeSet::new() } else { early(parts) };
    let rewritten: Vec<_> = classes
        .par_iter()
        .map(|class| {
            let entry = parts.program.entry(class.id).unwrap_or(0);
            let closed = closed.get(entry) == Some(&true) && !(executable && entry == 0);
            let moves = closed || early.contains(&class.id);
            let in_chain = parts.plans.forest.nodes.iter().any(|node| node.method.class == class.name());
            let failed = |error| if in_chain { rewrite_error(&error) } else { error_beside(&error) };
            let one = |rewrite: Rewrite| rewrite(parts.plans, &class.file).map_err(failed);
            let both = [one(rewrite::capture_class)?, one(rewrite::replay_class)?];
            if !moves && both.iter().all(Option::is_none) {
                return Ok(None);
            }
            let is_bare = both.iter().flatten().any(|new| new.is_bare);
            let changed = |new: Option<Rewritten>| {
                let (bytes, changes, texts) = new.map_or_else(
                    || (class.file.bytes.clone(), Changes::default(), Vec::new()),
                    |new| (new.bytes, new.changes, new.texts),
                );
                (Placed { entry, name: class.name().to_owned(), bytes, texts }, changes)
            };
            let both = both.map(changed);
            let bare = if is_bare { Some(bare(&both[1].0)?) } else { None };
            Ok(Some((both, bare)))
        })
        .collect::<Result<_, DriverError>>()?;
    let mut changed = [Vec::new(), Vec::new()];
    let (mut bare, mut changes) = (Added::new(), [Changes::default(); 2]);
    for (both, once_more) in rewritten.into_iter().flatten() {
        for (number, (class, in_class)) in both.into_iter().enumerate() {
            changed[number].push(class);
            changes[number] = [changes[number], in_class].into_iter().sum();
        }
        bare.extend(once_more);
    }
    Ok((changed, bare, changes))
}

/// All classes of the application with the hooks that record what a run does, and the catalogue of what they record.
pub fn observed(parts: &Parts) -> Result<(Changed, Catalogue), DriverError> {
    let mut catalogue = Catalogue::new(parts.program.application().map(|class| &class.file));
    let classes: Vec<_> = parts.program.application().collect();
    let rewritten: Vec<_> = classes
        .par_iter()
        .map(|class| match rewrite::observe_class(parts.plans, &class.file, &catalogue) {
            Ok(bytes) => Ok((bytes, None)),
            // too large with the hooks: it goes without them
            Err(rewrite::Error::ClassFile(error)) => {
                rewrite::capture_class(parts.plans, &class.file).map(|bytes| (bytes, Some(error.to_string())))
            }
            Err(error) => Err(error),
        })
        .collect::<rewrite::Result<_>>()
        .map_err(|error| rewrite_error(&error))?;
    let mut changed = Changed::new();
    for (class, (bytes, left_out)) in classes.iter().zip(rewritten) {
        if let Some(why) = left_out {
            catalogue.leave_out(class.name(), "", "", &why);
        }
        let (bytes, texts) = bytes.map_or_else(|| (class.file.bytes.clone(), Vec::new()), |new| (new.bytes, new.texts));
        let entry = parts.program.entry(class.id).unwrap_or(0);
        changed.push(Placed { entry, name: class.name().to_owned(), bytes, texts });
    }
    Ok((changed, catalogue))
}

/// The classes that note by which calls a run comes to these places, and the others of their jars where those are signed or sealed.
pub fn noting(parts: &Parts, places: &[Point]) -> Result<Changed, DriverError> {
    let executable = parts.application.executable.is_some();
    let entry_of = |class: ClassId| parts.program.entry(class).unwrap_or(0);
    let closed = |entry: usize| {
        let jar = parts.entries.get(entry).and_then(Entry::jar);
        jar.is_some_and(JarClasses::is_closed) && !(executable && entry == 0)
    };
    let noted = |class: ClassId| places.iter().any(|place| place.method.class == class);
    let mut changed = Changed::new();
    for class in parts.program.application() {
        let entry = entry_of(class.id);
        let mut bytes = class.file.bytes.clone();
        if noted(class.id) {
            let mut here = Vec::new();
            for (number, place) in places.iter().enumerate().filter(|(_, place)| place.method.class == class.id) {
                let body = parts.program.code(place.method).ok().flatten();
                let offset = body.and_then(|body| body.offset(place.item));
                here.extend(offset.map(|offset| (usize::from(place.method.index), offset, number)));
            }
            bytes = rewrite::noting_class(&class.file, &here).map_err(|error| rewrite_error(&error))?;
        } else if !(closed(entry) && places.iter().any(|place| entry_of(place.method.class) == entry)) {
            continue;
        }
        changed.push(Placed { entry, name: class.name().to_owned(), bytes, texts: Vec::new() });
    }
    Ok(changed)
}

/// The classes of the main class's entry that the JVM may load before the first hook, to verify that class and its superclasses:
/// those that they name, and what is above these. They go into the jar too, since to open the entry as well would take
/// identity hashes.
fn early(parts: &Parts) -> BTreeSet<ClassId> {
    let program = parts.program;
    let Some(main) = parts.plans.regions.first().and_then(|plan| program.class(&plan.main)) else {
        return BTreeSet::new();
    };
    let verified = program.superclasses(main).filter(|class| program.is_application(class.id));
    let named = verified.flat_map(|class| class.file.class_names());
    let mut work: Vec<ClassId> = named.filter_map(|name| program.class(&name)).chain([main]).collect();
    let mut early = BTreeSet::new();
    while let Some(class) = work.pop() {
        if program.is_application(class) && program.entry(class) == program.entry(main) && early.insert(class) {
            let read = program.get(class);
            work.extend(read.iter().flat_map(|class| class.superclass.iter().chain(&class.interfaces)));
        }
    }
    early
}

/// The class once more, with an initialiser that does nothing.
fn bare(class: &Placed) -> Result<(String, Vec<u8>), DriverError> {
    let idle = rewrite::without_initialiser(&class.name, class.bytes.clone()).map_err(|error| rewrite_error(&error))?;
    Ok((format!("{BARE}{}", class.name), idle))
}

/// The same for a class that no other chain would spare.
fn error_beside(error: &rewrite::Error) -> DriverError {
    match error {
        rewrite::Error::ClassFile(classfile::Error::Limit { .. }) => DriverError::refused(format!(
            "{error} (with the code that jcp adds); move a part of the code to another method or class"
        )),
        _ => rewrite_error(error),
    }
}

/// A class that would pass a limit of the format is refused, and so is what rewriting does not know.
fn rewrite_error(error: &rewrite::Error) -> DriverError {
    match error {
        rewrite::Error::ClassFile(classfile::Error::Limit { .. }) => {
            DriverError::refused(format!("{error} (with the code that jcp adds); choose another chain or line"))
        }
        rewrite::Error::Plan { .. } => DriverError::refused(error.to_string()),
        rewrite::Error::ClassFile(_) => DriverError::Input(error.to_string()),
    }
}
