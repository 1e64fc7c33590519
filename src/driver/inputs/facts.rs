//! What the run did that left a checkpoint ([`Run`]), as the checkpoint's section *environment* has it.
//!
//! A run has an id by which the replay tells its checkpoint from those of other runs: the same sum over its facts as in the
//! runtime (`RunFacts`). Checkpoints whose jars did not note what they do have no facts, and neither have those of executable jars
//! with jars inside: there the program's loader is the launcher's, in which no class path of jcp's tells the resources.

use std::collections::BTreeSet;

use crate::checkpoint::{Checkpoint, Origin};
use crate::planner::{Files, Run};

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
