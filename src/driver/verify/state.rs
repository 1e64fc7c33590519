//! Compares the states in which capturing run and replay end: captured statics, at a region's end what is live in the frames of
//! the chain to it, of the threads besides main where they stand, their objects and what is live in their chains' frames, and all that these reach, written by both runs like checkpoints (`runtime-java`, `States`), compared by access path ([`crate::checkpoint::diff()`]).
//!
//! It shows a wrong field that no output tells of. Left out: statics that only one of the two has, since the replay does
//! not initialise classes that it does not need; identity hashes and what the JVM holds outside of objects; what the
//! collector does to references, and when a soft one was last looked at; and where two capturing runs differ by
//! themselves: times that a class notes when it is initialised. A state that could not be written is no difference: a note
//! tells why. A state that only one run left, with no word of why, is one: the other did not come there.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::compare::Difference;
use crate::checkpoint::{self, Checkpoint, Kind, Names, Side, diff, joined, seen};
use crate::driver::error::DriverError;

/// Fields that change by the collector's doing, tell a time, or choose places in tables that no program sees.
const TRANSIENT: &[&str] = &[
    "java.lang.ref.SoftReference.timestamp",
    "java.lang.ref.Reference.referent",
    "java.lang.ref.Reference.queue",
    "java.lang.ref.Reference.next",
    "java.lang.ref.Reference.discovered",
    "java.lang.ThreadLocal.threadLocalHashCode",
    "java.lang.ClassValue.hashCodeForCache",
];

/// What was found in the states of one region.
#[derive(Debug, Default)]
pub struct Compared {
    /// How many were compared.
    pub count: usize,
    /// The first difference that counts.
    pub difference: Option<Difference>,
    /// Why some were not compared.
    pub notes: Vec<String>,
}

/// Compares what the two runs wrote for a region, by its number from 1. `again`: what a second capturing run wrote, if there
/// was one. `run`: the replay's name. `names`: those of the frames at the region's end, and of other threads.
pub fn compare(
    capture: &Path,
    replay: &Path,
    again: Option<&Path>,
    (region, run, names): (usize, &str, &Names),
) -> Result<Compared, DriverError> {
    let mut compared = Compared::default();
    for point in ["end", "exit"] {
        let name = format!("{point}-{region}");
        let file = |folder: &Path| folder.join(format!("{name}.jcp"));
        let unsteady = match again.map(file).filter(|second| second.exists() && file(capture).exists()) {
            Some(second) => unsteady(&[file(capture), second], names)?,
            None => BTreeSet::new(),
        };
        let files = [capture, replay].map(file);
        let there = files.each_ref().map(|file| file.exists());
        let why = [capture, replay].map(|folder| read(&folder.join(format!("{name}.txt"))));
        match (there, why) {
            ([true, true], _) => {
                compared.count += 1;
                compared.difference = first(&files, names, (point, run), &unsteady)?;
                compared.notes.extend(note(&unsteady, point));
            }
            ([false, false], [None, None]) => {}
            (_, [Some(why), _] | [_, Some(why)]) => {
                compared.notes.push(format!("state at the {point}: {}", why.trim()));
            }
            // capturing twice has other ends, too: the program decides by itself whether it comes there
            _ if again.map(file).is_some_and(|second| second.exists() != there[0]) => {
                compared.notes.push(format!(
                    "only one of two capturing runs reached the {point}; the state there was not compared"
                ));
            }
            _ => compared.difference = Some(missing(there, (point, run))),
        }
        if compared.difference.is_some() {
            break;
        }
    }
    if compared.count == 0 && compared.notes.is_empty() {
        let why = "no state was compared: the program ended neither by leaving main nor by System.exit";
        compared.notes.push(why.to_owned());
    }
    Ok(compared)
}

/// Only one of the two runs came to the point.
fn missing(there: [bool; 2], (point, run): (&str, &str)) -> Difference {
    let [original, other] = there.map(|there| if there { "there" } else { "not there" }.to_owned());
    Difference { run: run.to_owned(), place: format!("the state at its {point}"), line: None, original, other }
}

/// Where the threads besides main stand that differ: of each its name, and the place in both states.
type Places = BTreeMap<String, [String; 2]>;

/// The threads that stand at different places in two states, or live in one alone.
fn moved(files: &[PathBuf; 2]) -> Result<Places, DriverError> {
    let [a, b] = files;
    let [a, b] = [open(a)?, open(b)?].map(|file| seen(file.environment()));
    let names: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
    let place = |threads: &BTreeMap<String, String>, name: &String| {
        threads.get(name).cloned().unwrap_or_else(|| "nothing".to_owned())
    };
    let both = names.into_iter().map(|name| (name.clone(), [place(&a, name), place(&b, name)]));
    Ok(both.filter(|(_, [a, b])| a != b).collect())
}

fn open(file: &Path) -> Result<Checkpoint, DriverError> {
    Checkpoint::open(file).map_err(|error| DriverError::Internal(format!("a state cannot be read: {error}")))
}

/// What is not compared.
fn note(unsteady: &BTreeSet<String>, point: &str) -> Option<String> {
    let path = unsteady.first()?;
    let more = match unsteady.len() - 1 {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Some(format!("two capturing runs differ at the {point}: {path}{more}; this was not compared"))
}

fn read(file: &Path) -> Option<String> {
    std::fs::read_to_string(file).ok()
}

/// All differences of two states.
fn differences(files: &[PathBuf; 2], names: &Names) -> Result<Vec<checkpoint::Difference>, DriverError> {
    let unreadable =
        |error: checkpoint::CheckpointError| DriverError::Internal(format!("a state cannot be read: {error}"));
    let (a, b) = (open(&files[0])?, open(&files[1])?);
    let [of_a, of_b] = [&a, &b].map(|file| Names { plan: file.header().plan.clone(), ..names.clone() });
    Ok(diff(Side { file: &a, names: Some(&of_a) }, Side { file: &b, names: Some(&of_b) }, usize::MAX)
        .map_err(unreadable)?
        .differences)
}

fn counts(difference: &checkpoint::Difference) -> bool {
    let is_root = difference.path.len() <= 1;
    let is_transient = difference.field.as_deref().is_some_and(|field| TRANSIENT.contains(&field));
    match difference.kind {
        _ if is_transient => false,
        Kind::Value | Kind::Order | Kind::Sharing => true,
        Kind::Presence => !is_root,
        Kind::Hash | Kind::Jvm => false,
    }
}

/// Where two capturing runs differ.
fn unsteady(files: &[PathBuf; 2], names: &Names) -> Result<BTreeSet<String>, DriverError> {
    let found = differences(files, names)?;
    let paths = found.iter().filter(|found| counts(found)).map(|found| joined(&found.path));
    Ok(moved(files)?.into_keys().chain(paths).collect())
}

/// The first difference that counts, but for those at the paths given.
fn first(
    files: &[PathBuf; 2],
    names: &Names,
    (point, run): (&str, &str),
    but: &BTreeSet<String>,
) -> Result<Option<Difference>, DriverError> {
    let shown = |value: &Option<String>| value.clone().unwrap_or_else(|| "nothing".to_owned());
    if let Some((thread, [original, other])) = moved(files)?.into_iter().find(|(thread, _)| !but.contains(thread)) {
        let place = format!("the state at its {point}: {thread}");
        return Ok(Some(Difference { run: run.to_owned(), place, line: None, original, other }));
    }
    let found = differences(files, names)?;
    let wanted = |found: &&checkpoint::Difference| counts(found) && !but.contains(&joined(&found.path));
    Ok(found.iter().find(wanted).map(|difference| Difference {
        run: run.to_owned(),
        place: format!("the state at its {point}: {}", joined(&difference.path)),
        line: None,
        original: shown(&difference.a),
        other: shown(&difference.b),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkpoint::Step;

    fn found(field: &str, times: u32) -> checkpoint::Difference {
        let name = checkpoint::without_package(field).to_owned();
        let path = vec![Step { name: "static A.b".to_owned(), times: 1 }, Step { name, times }];
        checkpoint::Difference { kind: Kind::Value, path, field: Some(field.to_owned()), a: None, b: None }
    }

    #[test]
    fn only_the_jdks_own_fields_are_left_out() {
        for field in ["p.NodeReference.next", "Reference.next", "p.Reference.next", "q.SoftReference.timestamp"] {
            assert!(counts(&found(field, 1)) && counts(&found(field, 3)), "{field}");
        }
        for field in TRANSIENT {
            assert!(!counts(&found(field, 1)) && !counts(&found(field, 3)), "{field}");
        }
    }

    #[test]
    fn a_state_that_only_one_run_left_is_a_difference() {
        let folder = tempfile::tempdir().expect("folder");
        let [capture, replay, again] = ["capture", "replay", "again"].map(|name| folder.path().join(name));
        for made in [&capture, &replay, &again] {
            std::fs::create_dir(made).expect("folder");
        }
        std::fs::write(capture.join("exit-1.jcp"), "").expect("file");
        let compare = |again| compare(&capture, &replay, again, (1, "replay", &Names::default())).expect("compared");
        let difference = compare(None).difference.expect("a difference");
        assert_eq!((difference.run.as_str(), difference.place.as_str()), ("replay", "the state at its exit"));
        assert_eq!((difference.original.as_str(), difference.other.as_str()), ("there", "not there"));
        // where a second capturing run does not come there either, the program is not deterministic
        let compared = compare(Some(&again));
        assert!(compared.difference.is_none(), "{compared:?}");
        assert_eq!(
            compared.notes,
            ["only one of two capturing runs reached the exit; the state there was not compared"]
        );
        std::fs::write(replay.join("exit-1.txt"), "a socket\n").expect("file");
        let compared = compare(None);
        assert!(compared.difference.is_none(), "{compared:?}");
        assert_eq!(compared.notes, ["state at the exit: a socket"]);
    }
}
