//! The packages of the Java runtime: which may use which, and that what lies in `jcp.runtime` itself is what rewritten code names.
//!
//! Read from the class files of the runtime's jar, so that no way to name a class escapes.

use std::collections::{BTreeMap, BTreeSet};

use jcp::classfile::{ClassFile, Jdk};
use jcp::rewrite::{BOOTSTRAPS, hook_table};
use regex::bytes::Regex;

use crate::common::{self, VERSIONS};
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

/// The list of kinds, which names them and the classes that they handle as texts.
const KINDS: &str = "jcp/runtime/runs/KindList";
const KIND: &str = "jcp/runtime/graph/Kind";
/// How the classes begin that jcp adds to packages of the JDK.
const ADDED: &str = "Jcp";

/// The names of classes among the texts of the list: internal names, with the sign of the list behind them.
fn listed() -> BTreeSet<String> {
    let all = classes();
    let list = all.iter().find(|class| class.name == KINDS).expect("the list of kinds");
    let texts = list.texts().map(|text| String::from_utf8_lossy(text).into_owned());
    let names =
        texts.filter(|text| text.contains('.') && !text.contains([' ', '/']) && text.strip_suffix(".java").is_none());
    names.map(|text| text.replace('.', "/")).collect()
}

/// A kind that the list forgets is never asked; of a name that no class has, it would be told in a run that needs it.
#[test]
fn the_list_of_kinds_names_all_kinds() {
    let all = classes();
    let supers: BTreeMap<&str, &str> =
        all.iter().map(|class| (class.name.as_str(), class.super_name.as_deref().unwrap_or_default())).collect();
    let is_kind =
        |name: &str| std::iter::successors(supers.get(name), |above| supers.get(**above)).any(|above| *above == KIND);
    let kinds: BTreeSet<String> = supers.keys().filter(|name| is_kind(name)).map(|name| (*name).to_owned()).collect();
    assert!(kinds.len() > 30, "{kinds:?}");
    let named: BTreeSet<String> = listed().into_iter().filter(|name| name.starts_with("jcp/")).collect();
    assert_eq!(named, kinds);
}

/// A mistyped name would match nothing, and its objects would be copied as others are.
#[test]
fn the_classes_that_kinds_handle_are_the_jdks() {
    let jdks: Vec<_> = VERSIONS.iter().filter_map(|feature| common::jdk(*feature)).collect();
    if jdks.len() < VERSIONS.len() {
        return; // told as skipped: each JDK has some of the classes
    }
    let images: Vec<_> = jdks.iter().map(|jdk| Jdk::open(&jdk.home).expect("a JDK")).collect();
    let jdk: BTreeSet<&str> = images.iter().flat_map(Jdk::class_names).collect();
    let is_known = |text: &str| match text.strip_suffix('*') {
        Some(beginning) => jdk.range(beginning..).next().is_some_and(|name| name.starts_with(beginning)),
        None => jdk.contains(text.trim_end_matches('+')),
    };
    let is_jdks =
        |name: &str| !name.starts_with("jcp/") && !name.rsplit('/').next().unwrap_or_default().starts_with(ADDED);
    let names: Vec<String> = listed().into_iter().filter(|name| is_jdks(name)).collect();
    assert!(names.len() > 50, "{names:?}");
    assert_eq!(names.iter().filter(|name| !is_known(name)).collect::<Vec<_>>(), Vec::<&String>::new());
}
