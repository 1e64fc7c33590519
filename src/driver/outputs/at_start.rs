//! The classes of the runtime that each run begins with, in one file of the jar, from which the runtime defines them
//! (`runtime-java`, `AtStart`): a loader would look each up by itself, which takes longer (docs/bench.md).
//!
//! `runtime-java/at-start.txt` lists them, in three groups: those of both jars, of the capturing one, of the replaying one. The groups are
//! kept with the runtime's files; a jar gets its two in one file. Format: for each class the length of its file (four bytes, the highest first) and
//! the file. Invariant: a class comes after those that it extends. The class files stay in the jar as well, for what is loaded
//! before `AtStart`.

use super::parts::Added;
use crate::classfile::{ClassFile, Error};
use std::collections::{BTreeMap, BTreeSet};

const LIST: &str = include_str!("../../../runtime-java/at-start.txt");
/// The file in the jar. The groups' names go on with a hyphen.
const FILE: &str = "META-INF/jcp/at-start";
const PACKAGE: &str = "jcp/runtime/";

/// Which run a jar is for.
#[derive(Clone, Copy)]
pub enum Run {
    /// It takes checkpoints, or records what the program does.
    Capturing,
    /// It starts at a checkpoint.
    Replaying,
}

/// The groups, made of the runtime's files as the jars have them.
pub fn groups(runtime: &Added) -> Result<Added, Error> {
    let files: BTreeMap<&str, &[u8]> = runtime.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    let mut groups: Vec<(&str, BTreeMap<String, ClassFile>)> = Vec::new();
    for line in LIST.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(group) = line.strip_suffix(':') {
            groups.push((group, BTreeMap::new()));
            continue;
        }
        let path = format!("{PACKAGE}{line}.class");
        if let (Some((_, classes)), Some(bytes)) = (groups.last_mut(), files.get(path.as_str())) {
            let class = ClassFile::parse(bytes.to_vec(), &path)?;
            classes.insert(class.name.clone(), class);
        }
    }
    Ok(groups.into_iter().map(|(group, classes)| (format!("{FILE}-{group}"), packed(&classes))).collect())
}

/// The classes one after the other, each after those of them that it extends.
fn packed(classes: &BTreeMap<String, ClassFile>) -> Vec<u8> {
    let (mut bytes, mut placed) = (Vec::new(), BTreeSet::new());
    for class in classes.values() {
        place(class, classes, &mut placed, &mut bytes);
    }
    bytes
}

fn place<'c>(
    class: &'c ClassFile,
    classes: &'c BTreeMap<String, ClassFile>,
    placed: &mut BTreeSet<&'c str>,
    bytes: &mut Vec<u8>,
) {
    if !placed.insert(&class.name) {
        return;
    }
    for above in class.super_name.iter().chain(&class.interfaces).filter_map(|above| classes.get(above)) {
        place(above, classes, placed, bytes);
    }
    bytes.extend_from_slice(&(class.bytes.len() as u32).to_be_bytes());
    bytes.extend_from_slice(&class.bytes);
}

/// Whether the file of the runtime is a group, of which no jar holds all.
pub fn is_group(name: &str) -> bool {
    name.strip_prefix(FILE).is_some_and(|rest| rest.starts_with('-'))
}

/// What a jar holds of the groups.
pub fn file(runtime: &Added, run: Run) -> (String, Vec<u8>) {
    let own = match run {
        Run::Capturing => "capture",
        Run::Replaying => "replay",
    };
    let group = |name: &str| runtime.iter().find(|(file, _)| *file == format!("{FILE}-{name}"));
    let bytes = ["both", own].into_iter().filter_map(group).flat_map(|(_, bytes)| bytes).copied().collect();
    (FILE.to_owned(), bytes)
}

#[cfg(test)]
mod tests {
    use super::{LIST, Run, file, groups};
    use crate::classfile::ClassFile;
    use crate::driver::outputs::common;
    use crate::rewrite;
    use std::collections::BTreeSet;

    #[test]
    fn each_listed_class_is_there_once_and_after_those_that_it_extends() {
        let files = common::embedded().expect("the runtime's files");
        let mut runtime = rewrite::own_names(files, |_| None).expect("classes of other names");
        let packed = groups(&runtime).expect("classes");
        runtime.extend(packed);
        let listed = LIST.lines().filter(|line| !line.is_empty() && !line.contains(['#', ':'])).count();
        let mut all = BTreeSet::new();
        for run in [Run::Capturing, Run::Replaying] {
            let (_, bytes) = file(&runtime, run);
            let (mut rest, mut seen) = (bytes.as_slice(), BTreeSet::new());
            let mut classes = Vec::new();
            while let Some((length, after)) = rest.split_first_chunk() {
                let (class, others) = after.split_at(u32::from_be_bytes(*length) as usize);
                classes.push(ClassFile::parse(class.to_vec(), "a class").expect("a class"));
                rest = others;
            }
            let names: BTreeSet<String> = classes.iter().map(|class| class.name.clone()).collect();
            for class in &classes {
                let mut above = class.super_name.iter().chain(&class.interfaces);
                assert!(above.all(|above| !names.contains(above) || seen.contains(above)), "{}", class.name);
                assert!(seen.insert(class.name.clone()), "{} twice", class.name);
            }
            all.extend(seen);
        }
        assert_eq!(all.len(), listed, "runtime-java/at-start.txt lists classes that the runtime does not have");
    }
}
