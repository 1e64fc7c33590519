//! Finds the object that a user means: by its number, or the nearest one of a class.
//! A class may be named by the last part of its name, if that is clear; of a class that is not there the nearest names are told.

use super::heap::{Heap, readable};
use super::paths::Paths;
use super::read::Checkpoint;

/// An object, and how many there are of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meant {
    /// The object.
    pub object: u32,
    /// How many objects were meant; the one above is the nearest to a root.
    pub among: usize,
}

/// The object meant by `#12`, or by a class's full name or the last part of it; or why there is none.
pub fn find(file: &Checkpoint, heap: &Heap, paths: &Paths, text: &str) -> Result<Meant, String> {
    if let Some(number) = text.strip_prefix('#') {
        let object = number.parse().ok().filter(|object| (1..=heap.len()).contains(&(*object as usize)));
        let object = object
            .ok_or_else(|| format!("the checkpoint has no object {text}; its objects are #1 to #{}", heap.len()))?;
        return Ok(Meant { object, among: 1 });
    }
    let class = class(file, text)?;
    let all = (1..=heap.len() as u32).filter(|object| heap.class_index(*object) == Some(class));
    let all: Vec<u32> = all.collect();
    let nearest = all.iter().copied().min_by_key(|object| (paths.depth(*object).unwrap_or(u32::MAX), *object));
    let object = nearest.ok_or_else(|| format!("the checkpoint has no object of class {text}"))?;
    Ok(Meant { object, among: all.len() })
}

fn class(file: &Checkpoint, text: &str) -> Result<usize, String> {
    let names: Vec<String> = file.classes().iter().map(|class| readable(&class.name())).collect();
    if let Some(exact) = names.iter().position(|name| name == text) {
        return Ok(exact);
    }
    let ends = |name: &String| name.strip_suffix(text).is_some_and(|before| before.ends_with(['.', '$']));
    let ending: Vec<usize> = (0..names.len()).filter(|at| ends(&names[*at])).collect();
    match ending[..] {
        [only] => Ok(only),
        [] => {
            let mut near: Vec<(usize, &String)> = names.iter().map(|name| (distance(name, text), name)).collect();
            near.sort();
            let near: Vec<&str> = near.iter().take(3).map(|(_, name)| name.as_str()).collect();
            Err(format!("the checkpoint has no class {text}; similar names: {}", near.join(", ")))
        }
        _ => {
            let all: Vec<&str> = ending.iter().map(|at| names[*at].as_str()).collect();
            Err(format!("{text} may mean {}; give one of these full names", all.join(", ")))
        }
    }
}

/// How far a class's name is from what was typed: by its last part if only that was.
fn distance(name: &str, text: &str) -> usize {
    let last = name.rsplit(['.', '$']).next().unwrap_or(name);
    strsim::damerau_levenshtein(if text.contains('.') { name } else { last }, text)
}
