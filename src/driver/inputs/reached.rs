//! Which files of the class path a run came to by opening them, from what its checkpoint notes of files ([`super::facts`]).
//!
//! Invariant: a file of the class path, as it was or as it is, that the run may have opened counts. Left out: files elsewhere.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::class_path::Entry;
use crate::planner::{Files, Near, Run};
use crate::program::source::ClassSource;
use crate::util::paths::{decoded, real};

/// Says what of the class path, as it is now, the run came to by files that it opened. Who only knows where class files are must open one:
/// a file that is not known, or a folder above them, counts for all, and with the place of a class alone for all that is near it. Near is
/// what lies below the folder that is two levels above the place: what a program finds from there by going up and down.
pub fn reach(run: &mut Run, entries: &[Entry]) {
    let all: Vec<(&Entry, PathBuf)> = entries.iter().map(|entry| (entry, real(entry.path()))).collect();
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

/// What the run opened.
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
    Named::File(real(Path::new(file.split("!/").next().unwrap_or_default())))
}

/// What of the entry was opened so; `inside`: its files and folders. The program may have moved since: a file counts that lies in a folder
/// of the entry's name, or whose name ends as one of these.
fn opened_of((entry, place): (&Entry, &Path), inside: &BTreeSet<String>, named: &Named) -> Opened {
    let own = place.iter().rev().take(2).collect::<Vec<_>>().into_iter().rev().collect::<PathBuf>();
    let path = match named {
        Named::Argument(argument) => {
            let is_named = [place, entry.path(), &own].iter().any(|path| argument.contains(&*path.to_string_lossy()));
            return if is_named { Opened::All } else { Opened::Nothing };
        }
        Named::File(path) => path,
    };
    if place.starts_with(path) && path != place {
        return Opened::Above;
    }
    let above =
        if path.starts_with(place) { Some(place) } else { path.ancestors().find(|above| above.ends_with(&own)) };
    if let Some(below) = above.and_then(|above| path.strip_prefix(above).ok()) {
        let name = below.to_string_lossy();
        return if name.is_empty() { Opened::All } else { Opened::One(name.into_owned()) };
    }
    let path = path.to_string_lossy();
    let mut ends = path.match_indices('/').map(|(at, _)| &path[at + 1..]);
    ends.find(|end| inside.contains(*end)).map_or(Opened::Nothing, |end| Opened::One(end.to_owned()))
}

/// The files and the folders that they are in.
fn with_folders(files: BTreeSet<String>) -> BTreeSet<String> {
    let folders = files.iter().flat_map(|file| file.match_indices('/').map(|(end, _)| file[..end].to_owned()));
    let folders: Vec<String> = folders.collect();
    files.into_iter().chain(folders).collect()
}

/// The files of an entry.
fn files_of(entry: &Entry) -> BTreeSet<String> {
    let classes = entry.class_names().into_iter().map(|name| format!("{name}.class"));
    classes.chain(entry.resources().into_iter().map(|(name, _)| name)).collect()
}

/// The folders below which all is near the places of which the run asked; none if one of these is not on the class path.
fn homes(files: &Files, all: &[(&Entry, PathBuf)]) -> Option<Vec<PathBuf>> {
    let home = |place: &String| {
        let path = real(Path::new(&decoded(place.strip_prefix("file:")?)));
        all.iter().find(|(_, place)| *place == path)?;
        Some(path.ancestors().nth(2).unwrap_or_else(|| Path::new("/")).to_owned())
    };
    files.located.iter().filter(|place| !place.starts_with("jrt:")).map(home).collect()
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
        assert_eq!(reached("/elsewhere/target/classes/data/gone.txt"), one("data/gone.txt"));
        assert_eq!(reached("/elsewhere/target/classes"), (Vec::new(), true));
        assert_eq!(reached("?-cp=/elsewhere/target/classes:more"), (Vec::new(), true));
        assert_eq!(reached("/elsewhere/b.txt"), (Vec::new(), false));
        assert_eq!(reached(&folder.path().join("target/classes/new.txt").to_string_lossy()), one("new.txt"));
    }
}
