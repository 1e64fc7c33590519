//! The packages of the Java runtime: which may use which, and that what lies in `jcp.runtime` itself is what rewritten code names.
//!
//! Read from the class files of the runtime's jar, so that no way to name a class escapes.

use std::collections::{BTreeMap, BTreeSet};

use jcp::classfile::ClassFile;
use jcp::rewrite::{BOOTSTRAPS, hook_table};
use regex::bytes::Regex;

use crate::own_names::runtime;

const ACC_PUBLIC: u16 = 0x0001;
/// The packages below `jcp.runtime`, from the lowest floor to the highest: a class uses its own package and lower floors. The one
/// place where this is written down for the machine; `ARCHITECTURE.md` says the same to people.
const FLOORS: &[&[&str]] = &[
    &["jvm"],
    &["report"],
    &["program", "format"],
    &["linking", "hashes", "observe"],
    &["graph", "frames"],
    &["kinds", "files", "threads"],
    &["environment"],
    &["below"],
    &["checkpoint"],
    &["runs"],
    &[""],
];
/// What the JVM that attaches the agent calls.
const AGENT: &str = "Agent";
/// Classes that stand for classes of the JDK.
const CLOCK: &str = "ReplayClock";

/// The class files in the runtime's own packages.
fn classes() -> Vec<ClassFile> {
    let files = runtime()
        .into_iter()
        .filter(|(name, _)| name.starts_with("jcp/runtime/") && name.strip_suffix(".class").is_some());
    files.map(|(name, bytes)| ClassFile::parse(bytes, &name).expect("a class of the runtime")).collect()
}

/// Package below `jcp.runtime` and simple name of a class's outermost class.
fn place(name: &str) -> (&str, &str) {
    let inside = name.strip_prefix("jcp/runtime/").unwrap_or_default();
    let (package, class) = inside.rsplit_once('/').unwrap_or(("", inside));
    (package, class.split('$').next().unwrap_or_default())
}

fn floor(package: &str) -> usize {
    let floor = FLOORS.iter().position(|packages| packages.contains(&package));
    floor.unwrap_or_else(|| panic!("package jcp.runtime.{package} is on no floor"))
}

#[test]
fn lower_floors_never_use_higher_ones() {
    let named = Regex::new(r"jcp/runtime/(?:([a-z]+)/)?([A-Z]\w*)").expect("a pattern");
    let mut offences = BTreeSet::new();
    for class in classes() {
        let (package, own) = place(&class.name);
        for found in class.texts().flat_map(|text| named.captures_iter(text)) {
            let part = |number| found.get(number).map_or(b"".as_slice(), |part| part.as_bytes());
            let used = String::from_utf8_lossy(part(1)).into_owned();
            if used != package && floor(&used) >= floor(package) {
                let other = String::from_utf8_lossy(part(2)).into_owned();
                offences.insert(format!("{package}.{own} uses {used}.{other}"));
            }
        }
    }
    assert_eq!(offences, BTreeSet::new());
}

/// In the jars all lie in one package.
#[test]
fn simple_names_are_unique() {
    let mut packages: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for class in classes() {
        let (package, name) = place(&class.name);
        packages.entry(name.to_owned()).or_default().insert(package.to_owned());
    }
    packages.retain(|_, found| found.len() > 1);
    assert_eq!(packages, BTreeMap::new());
}

#[test]
fn the_package_itself_has_the_hooks_alone() {
    let hooks = hook_table().flat_map(|hook| hook.classes.iter().copied()).chain(BOOTSTRAPS.iter().map(|all| all.to));
    let named: BTreeSet<String> = hooks.map(|class| place(class).1.to_owned()).chain([AGENT.to_owned()]).collect();
    let mut found = BTreeSet::new();
    for class in classes() {
        let (package, name) = place(&class.name);
        if package.is_empty() && !class.name.contains('$') {
            assert_ne!(class.access & ACC_PUBLIC, 0, "{name} is no hook: it is not public");
            found.insert(name.to_owned());
        }
    }
    assert!(found.contains(CLOCK), "{found:?}");
    assert_eq!(found, named);
}
