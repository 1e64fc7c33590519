//! What the run did that left a checkpoint ([`Run`]), as the checkpoint's section *environment* has it.
//!
//! A run has an id by which the replay tells its checkpoint from those of other runs: the same sum over its facts as in the
//! runtime (`RunFacts`). Checkpoints whose jars did not note what they do have no facts, and neither have those of executable jars
//! with jars inside: there the program's loader is the launcher's, in which no class path of jcp's tells the resources.

use std::collections::BTreeSet;

use crate::checkpoint::{Checkpoint, Origin};
use crate::driver::inputs::class_path::Entry;
use crate::planner::{Files, Near, Run};
use crate::program::source::ClassSource;
use std::path::{Component, Path, PathBuf};

/// The entries with the facts, in the order in which they count.
const ENTRIES: [&str; 8] = [
    "methods entered",
    "classes loaded",
    "classes looked at",
    "classes asked for",
    "resources asked for",
    "methods asking",
    "places asked for",
    "files opened",
];

/// The entry with classes that agents have changed: of each its name, how it was changed, and its file.
const CHANGED: &str = "classes changed by agents";

/// The facts; none if the checkpoint has none.
pub fn of(checkpoint: &Checkpoint) -> Option<Run> {
    let texts = |name: &str| {
        let entry = checkpoint.environment().iter().find(|(found, _)| found == name);
        entry.map(|(_, texts)| texts.iter().flatten().map(String::as_str).collect::<Vec<_>>())
    };
    let set = |name: &str| texts(name).map(|all| all.into_iter().map(str::to_owned).collect::<BTreeSet<_>>());
    let [methods, loaded, looked, asked, resources, asking, located, opened] = ENTRIES;
    let mut asking = texts(asking)?.into_iter().map(|number| number.parse::<u32>().ok()?.checked_sub(1));
    let mut next = || asking.next().flatten();
    let [looks, reads, places, opens, locates] = [next(), next(), next(), next(), next()];
    let counts = texts(methods)?.concat();
    let stored = checkpoint.classes().iter().filter_map(|class| match &class.origin {
        Origin::Named(name) => Some(name.replace('.', "/")),
        _ => None,
    });
    Some(Run {
        entered: counts.bytes().map(|letter| letter.saturating_sub(b' ')).collect(),
        loaded: set(loaded)?,
        looked: set(looked)?,
        asked: set(asked)?,
        resources: set(resources)?,
        looks,
        reads,
        files: Files {
            places,
            locates,
            located: set(located).unwrap_or_default(),
            opens: opens.is_some(),
            opened: set(opened).unwrap_or_default(),
        },
        opened: BTreeSet::new(),
        near: None,
        initialized: checkpoint.initialized().iter().cloned().collect(),
        stored: stored.collect(),
        changed: texts(CHANGED).into_iter().flatten().step_by(3).map(|name| name.replace('.', "/")).collect(),
        id: id(&ENTRIES.map(texts)),
    })
}

/// Says what of the class path, as it is now, the run came to by files that it opened. Who only knows where class files are must open one:
/// a file that is not known, or a folder above them, counts for all, and with the place of a class alone for all that is near it. Near is
/// what lies below the folder that is two levels above the place: what a program finds from there by going up and down.
pub fn reach(run: &mut Run, entries: &[Entry]) {
    let all: Vec<(&Entry, PathBuf)> = entries.iter().map(|entry| (entry, known(entry.path()))).collect();
    let files = std::mem::take(&mut run.files);
    let mut opens = files.opens;
    let mut near = vec![false; all.len()];
    let opened: Vec<Named> = files.opened.iter().map(|text| named(text)).collect();
    for ((entry, place), near) in all.iter().zip(&mut near) {
        let inside = if opened.is_empty() { BTreeSet::new() } else { with_folders(files_of(entry)) };
        for named in &opened {
            match opened_of((entry, place), &inside, named) {
                Opened::Nothing => {}
                Opened::Above => opens = true,
                Opened::All => *near = true,
                Opened::One(name) => _ = run.opened.insert(name),
            }
        }
    }
    let homes = if files.locates.is_some() { homes(&files, &all) } else { Some(Vec::new()) };
    run.reads = run.reads.or(files.places.filter(|_| opens)).or(files.locates.filter(|_| opens && homes.is_none()));
    let homes = homes.filter(|_| opens).unwrap_or_default();
    let is_near =
        |(near, (_, path)): (bool, &(&Entry, PathBuf))| near || homes.iter().any(|home| path.starts_with(home));
    let (near, far): (Vec<_>, Vec<_>) = near.into_iter().zip(&all).partition(|it| is_near(*it));
    let names = |all: Vec<(bool, &(&Entry, PathBuf))>| -> BTreeSet<String> {
        all.into_iter().flat_map(|(_, (entry, _))| files_of(entry)).collect()
    };
    run.near = (!near.is_empty()).then(|| {
        let near = names(near);
        let elsewhere = names(far).into_iter().filter(|name| !near.contains(name)).collect();
        Near { method: files.locates.filter(|_| !homes.is_empty()), elsewhere }
    });
}

fn known(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// What of an entry of the class path was opened.
enum Opened {
    Nothing,
    /// One of its files or folders.
    One(String),
    /// The entry itself, which lists its files, or a program that was given it.
    All,
    /// A folder above it.
    Above,
}

/// What the run opened, as the checkpoint names it.
enum Named {
    /// An argument of a program that it started.
    Argument(String),
    /// A file, as it is now; of a file in a jar the jar.
    File(PathBuf),
}

fn named(text: &str) -> Named {
    if let Some(argument) = text.strip_prefix('?') {
        return Named::Argument(argument.to_owned());
    }
    let file = ["jar:file:", "file:"].iter().find_map(|start| text.strip_prefix(start)).map(decoded);
    let file = file.unwrap_or_else(|| text.to_owned());
    Named::File(known(&plain(Path::new(file.split("!/").next().unwrap_or_default()))))
}

/// What of the entry was opened so; `inside`: its files and folders. The program may have moved since: a file counts whose name ends as one
/// of these, or as the entry's own.
fn opened_of((entry, place): (&Entry, &Path), inside: &BTreeSet<String>, named: &Named) -> Opened {
    let own = place.iter().rev().take(2).collect::<Vec<_>>().into_iter().rev().collect::<PathBuf>();
    let path = match named {
        Named::Argument(argument) => {
            let is_named = [place, entry.path(), &own].iter().any(|path| argument.contains(&*path.to_string_lossy()));
            return if is_named { Opened::All } else { Opened::Nothing };
        }
        Named::File(path) => path,
    };
    match path.strip_prefix(place) {
        Ok(inside) if inside.as_os_str().is_empty() => Opened::All,
        Ok(inside) => Opened::One(inside.to_string_lossy().into_owned()),
        Err(_) if place.starts_with(path) => Opened::Above,
        Err(_) if path.ends_with(&own) => Opened::All,
        Err(_) => {
            let path = path.to_string_lossy();
            let mut ends = path.match_indices('/').map(|(at, _)| &path[at + 1..]);
            ends.find(|end| inside.contains(*end)).map_or(Opened::Nothing, |end| Opened::One(end.to_owned()))
        }
    }
}

/// The files and the folders that they are in.
fn with_folders(files: BTreeSet<String>) -> BTreeSet<String> {
    let folders = files.iter().flat_map(|file| file.match_indices('/').map(|(end, _)| file[..end].to_owned()));
    let folders: Vec<String> = folders.collect();
    files.into_iter().chain(folders).collect()
}

/// The path without `.` and `..`, for a file that is not there.
fn plain(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut all, part| {
        match part {
            Component::CurDir => {}
            Component::ParentDir => _ = all.pop(),
            part => all.push(part),
        }
        all
    })
}

/// The files of an entry.
fn files_of(entry: &Entry) -> BTreeSet<String> {
    let classes = entry.class_names().into_iter().map(|name| format!("{name}.class"));
    classes.chain(entry.resources().into_iter().map(|(name, _)| name)).collect()
}

/// The folders below which all is near the places of which the run asked; none if one of these is not on the class path.
fn homes(files: &Files, all: &[(&Entry, PathBuf)]) -> Option<Vec<PathBuf>> {
    let home = |place: &String| {
        let path = known(Path::new(&decoded(place.strip_prefix("file:")?)));
        all.iter().find(|(_, known)| *known == path)?;
        Some(path.ancestors().nth(2).unwrap_or_else(|| Path::new("/")).to_owned())
    };
    files.located.iter().filter(|place| !place.starts_with("jrt:")).map(home).collect()
}

/// The text of a URL's path, in which `%` and two digits stand for a byte.
fn decoded(file: &str) -> String {
    let bytes = file.as_bytes();
    let mut all = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let coded = file.get(at + 1..at + 3).filter(|_| bytes[at] == b'%');
        let byte = coded.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        all.push(byte.unwrap_or(bytes[at]));
        at += if byte.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&all).into_owned()
}

/// The sum over the letters of all texts, with numbers behind each text and each entry.
fn id(entries: &[Option<Vec<&str>>]) -> u64 {
    let add = |sum: u64, number: u16| sum.wrapping_mul(31).wrapping_add(u64::from(number));
    entries.iter().fold(0, |sum, entry| match entry {
        None => add(sum, 1),
        Some(texts) => add(texts.iter().fold(sum, |sum, text| add(text.encode_utf16().fold(sum, add), 2)), 3),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_opened_is_found_after_the_program_has_moved() {
        let folder = tempfile::tempdir().expect("a folder");
        let classes = folder.path().join("target/classes");
        std::fs::create_dir_all(classes.join("data")).expect("a folder");
        std::fs::write(classes.join("data/a.txt"), "a").expect("a file");
        let entries = crate::driver::inputs::class_path::entries(&[classes], 17).expect("a class path");
        let reached = |opened: &str| {
            let files = Files { opened: BTreeSet::from([opened.to_owned()]), ..Files::default() };
            let mut run = Run { files, ..Run::default() };
            reach(&mut run, &entries);
            (run.opened.into_iter().collect::<Vec<_>>(), run.near.is_some())
        };
        let one = |name: &str| (vec![name.to_owned()], false);
        assert_eq!(reached("/elsewhere/target/classes/data/a.txt"), one("data/a.txt"));
        assert_eq!(reached("file:/else%77here/target/classes/./data"), one("data"));
        assert_eq!(reached("/elsewhere/target/classes"), (Vec::new(), true));
        assert_eq!(reached("?-cp=/elsewhere/target/classes:more"), (Vec::new(), true));
        assert_eq!(reached("/elsewhere/b.txt"), (Vec::new(), false));
        assert_eq!(reached(&folder.path().join("target/classes/new.txt").to_string_lossy()), one("new.txt"));
    }

    #[test]
    fn the_id_tells_texts_entries_and_what_is_missing_apart() {
        let ids = [
            id(&[Some(vec!["ab", "c"])]),
            id(&[Some(vec!["a", "bc"])]),
            id(&[Some(vec!["abc"])]),
            id(&[Some(vec!["ab"]), Some(vec!["c"])]),
            id(&[Some(Vec::new())]),
            id(&[None]),
        ];
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{ids:?}");
        assert_eq!(ids[4], 3); // as `RunFacts` has it
    }
}
