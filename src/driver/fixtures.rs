//! `jcp fixtures`: the test classes of a build that have a place for a checkpoint, as their sources mark it.
//!
//! A method that a test class declares or inherits is marked by an annotation of the simple name `FastForward`, whatever its package (as
//! coverage tools take any `Generated`), or by its name among the options. The region begins at the end of that method and its
//! chain has no other: what calls it runs in the replay, too. Superclasses are followed through the class path, so that a
//! fixture may be in a class that tests share. A nested class counts with the outermost class around it, which is what test runners are
//! given.
//!
//! Left out: default methods of interfaces. A test class with several marked methods has none: a test has one checkpoint.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::error::DriverError;
use super::inputs::application::SEPARATOR;
use super::inputs::class_path::{self, Entry};
use super::inputs::jdk::OLDEST;
use crate::classfile::{ClassFile, descriptor};
use crate::program::access;
use crate::program::source::ClassSource;
use crate::region::pattern::{Element, MethodPattern, Name, Place};

/// The simple name of the annotation.
const MARK: &str = "FastForward";
/// Flags of a class that no test runner makes objects of.
const NOT_CONCRETE: u16 = access::ABSTRACT | access::INTERFACE;
const PRIVATE_OR_STATIC: u16 = access::PRIVATE | access::STATIC;

/// Where to look.
#[derive(Debug, Default)]
pub struct FixtureOptions {
    /// The folder of the test classes.
    pub tests: PathBuf,
    /// Where else superclasses are.
    pub classpath: Option<String>,
    /// Methods that count as marked, as `Class.method`.
    pub named: Vec<String>,
}

/// A test class with a marked method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FixtureOfTest {
    /// The outermost class, with dots.
    pub class: String,
    /// The region of its checkpoint, or why it has none.
    pub region: Result<String, String>,
}

/// All of them, by name.
pub fn fixtures(options: &FixtureOptions) -> Result<Vec<FixtureOfTest>, DriverError> {
    let more = options.classpath.iter().flat_map(|path| path.split(SEPARATOR)).filter(|entry| !entry.is_empty());
    let paths: Vec<PathBuf> = std::iter::once(options.tests.clone()).chain(more.map(PathBuf::from)).collect();
    let entries = class_path::entries(&paths, u16::try_from(OLDEST).unwrap_or(u16::MAX))?;
    let mut classes =
        Classes { entries: &entries, known: BTreeMap::new(), options, unused: options.named.iter().collect() };
    let mut regions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let tests = entries.first().filter(|entry| entry.jar().is_none()).map(ClassSource::class_names);
    for name in tests.unwrap_or_default() {
        let found = classes.marked(&name)?;
        if !found.is_empty() {
            regions.entry(outermost(&name).replace('/', ".")).or_default().extend(found);
        }
    }
    if let Some(named) = classes.unused.first() {
        return Err(DriverError::Input(format!("no test class in {} has a method {named}", options.tests.display())));
    }
    let one = |regions: BTreeSet<String>| {
        let mut all: Vec<String> = regions.into_iter().collect();
        match all.pop() {
            Some(region) if all.is_empty() => Ok(region),
            last => {
                let all = all.into_iter().chain(last).collect::<Vec<_>>().join(" and ");
                Err(format!("it has several places for its one checkpoint, {all}; mark the last of these methods only"))
            }
        }
    };
    Ok(regions.into_iter().map(|(class, regions)| FixtureOfTest { class, region: one(regions) }).collect())
}

/// The classes that were looked at.
struct Classes<'a> {
    entries: &'a [Entry],
    known: BTreeMap<String, Option<ClassFile>>,
    options: &'a FixtureOptions,
    unused: BTreeSet<&'a String>,
}

impl Classes<'_> {
    /// The regions of the marked methods of a class that a runner can make objects of.
    fn marked(&mut self, name: &str) -> Result<Vec<String>, DriverError> {
        if self.class(name)?.is_none_or(|class| class.access & NOT_CONCRETE != 0) {
            return Ok(Vec::new());
        }
        let (mut found, mut used) = (Vec::new(), Vec::new());
        let mut overridden: BTreeSet<(String, String)> = BTreeSet::new();
        let mut next = Some(name.to_owned());
        while let Some(name) = next.take() {
            let options = self.options;
            let Some(class) = self.class(&name)? else { break };
            for (number, method) in class.methods.iter().enumerate() {
                let dotted = format!("{}.{}", class.name.replace(['/', '$'], "."), method.name);
                let named = options.named.iter().find(|named| named.replace('$', ".") == dotted);
                let is_marked = || class.annotations_of_method(number).iter().any(|mark| is_mark(mark));
                let key = (method.name.clone(), method.descriptor.clone());
                if method.code.is_some() && !overridden.contains(&key) && (named.is_some() || is_marked()) {
                    found.push(region(&class.name, &method.name, &method.descriptor));
                }
                used.extend(named);
                if method.access & PRIVATE_OR_STATIC == 0 {
                    overridden.insert(key);
                }
            }
            next.clone_from(&class.super_name);
        }
        self.unused.retain(|named| !used.contains(named));
        Ok(found)
    }

    fn class(&mut self, name: &str) -> Result<Option<&ClassFile>, DriverError> {
        if !self.known.contains_key(name) {
            let mut found = None;
            for entry in self.entries {
                let bytes = entry.class_bytes(name).map_err(|error| DriverError::Input(error.to_string()))?;
                if let Some(bytes) = bytes {
                    found = ClassFile::parse(bytes, name).ok();
                    break;
                }
            }
            self.known.insert(name.to_owned(), found);
        }
        Ok(self.known.get(name).and_then(Option::as_ref))
    }
}

fn is_mark(annotation: &str) -> bool {
    let name = annotation.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
    name.is_some_and(|name| name.rsplit(['/', '$']).next() == Some(MARK))
}

fn outermost(name: &str) -> &str {
    let start = name.rfind('/').map_or(0, |slash| slash + 1);
    name[start..].find('$').filter(|at| *at > 0).map_or(name, |at| &name[..start + at])
}

/// The end of the method, as a chain of its own.
fn region(class: &str, method: &str, method_type: &str) -> String {
    let class = Name { parts: class.split('/').map(str::to_owned).collect() };
    let element =
        MethodPattern { class: class.clone().into(), name: method.to_owned().into(), parameters: None, call: None };
    let element = Element::Method(element);
    format!("{}, {class}, {element}{} &", Place::End, descriptor::parameters(method_type))
}
