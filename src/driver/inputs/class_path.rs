//! The class path as the JVM sees it: the entries, what their manifests' `Class-Path` adds, and the classes of each.
//!
//! Entries are followed in order, each file once (JAR File Specification, "Class-Path"). Of a multi-release jar the classes
//! are those that the JDK in view picks. An executable jar with nested jars ([`super::nested`]) has no entries but the folder of
//! its classes and the jars in it, in their order; what lies outside them is its launcher's.

use super::nested::{Layout, Place};
use crate::classfile::jar::{ClassEntry, Jar};
use crate::classfile::jimage::Jdk;
use crate::driver::error::DriverError;
use crate::program::source::{ClassSource, Folder, SERVICES, is_resource, providers};
use crate::program::{Program, Result};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A jar or a folder of the class path.
#[derive(Clone)]
pub enum Entry {
    /// A jar.
    Jar(Arc<JarClasses>),
    /// A folder.
    Folder(Folder),
}

/// A jar and the classes that the JDK sees in it.
#[derive(Debug)]
pub struct JarClasses {
    /// The jar.
    pub jar: Jar,
    classes: Vec<ClassEntry>,
    by_name: HashMap<String, usize>,
    /// The folder of the jar that is the entry; empty where the whole jar is.
    pub folder: String,
    /// The entry of an outer jar that this jar is; none if it is a file.
    pub nested: Option<String>,
}

impl JarClasses {
    fn new(jar: Jar, feature: u16) -> Self {
        let classes = jar.effective_classes(feature);
        Self::with(jar, classes)
    }

    /// A folder of a jar.
    fn in_folder(jar: Jar, folder: &str) -> Self {
        let classes = jar.classes_in(folder);
        Self { folder: folder.to_owned(), ..Self::with(jar, classes) }
    }

    /// A jar that is an entry of another.
    fn nested(outer: &Jar, entry: &str, feature: u16) -> std::result::Result<Self, DriverError> {
        let jar = outer.nested(entry).map_err(input)?;
        Ok(Self { nested: Some(entry.to_owned()), ..Self::new(jar, feature) })
    }

    fn with(jar: Jar, classes: Vec<ClassEntry>) -> Self {
        let by_name = classes.iter().enumerate().map(|(number, class)| (class.name.clone(), number)).collect();
        Self { jar, classes, by_name, folder: String::new(), nested: None }
    }

    /// The jar's entry that holds a class.
    pub fn entry_of(&self, class: &str) -> Option<&str> {
        self.by_name.get(class).map(|number| self.classes[*number].entry.as_str())
    }

    /// Whether the JVM demands that all classes of a package come from this jar: it is signed or sealed.
    pub fn is_closed(&self) -> bool {
        if self.nested.is_some() || !self.folder.is_empty() {
            return false; // its classes stay in it
        }
        let sealed = self.jar.manifest().get("Sealed").is_some_and(|value| value.eq_ignore_ascii_case("true"));
        sealed || self.jar.entries().iter().any(|name| is_signature(name))
    }
}

/// Whether an entry's name is that of a signature file (JAR File Specification, "Signature File"; case does not count).
fn is_signature(entry: &str) -> bool {
    let name = entry.to_ascii_uppercase();
    name.starts_with("META-INF/") && Path::new(&name).extension().is_some_and(|ending| ending == "SF")
}

/// The entries of a program's class path, in order; `nested`: where the first jar holds them, if it does.
pub fn of(paths: &[PathBuf], nested: Option<Layout>, feature: u16) -> std::result::Result<Vec<Entry>, DriverError> {
    let (Some(layout), Some(outer)) = (nested, paths.first()) else { return entries(paths, feature) };
    let outer = Jar::open(outer).map_err(input)?;
    let inside = |place: Place| match place {
        Place::Folder(folder) => Ok(JarClasses::in_folder(outer.clone(), folder)),
        Place::Jar(entry) => JarClasses::nested(&outer, entry, feature),
    };
    layout.places(&outer).into_iter().map(|place| Ok(Entry::Jar(Arc::new(inside(place)?)))).collect()
}

/// The entries of a class path, in order.
pub fn entries(paths: &[PathBuf], feature: u16) -> std::result::Result<Vec<Entry>, DriverError> {
    let mut found = Vec::new();
    let mut seen: Vec<PathBuf> = Vec::new();
    let mut work: Vec<PathBuf> = paths.iter().rev().cloned().collect();
    while let Some(path) = work.pop() {
        let known = path.canonicalize().unwrap_or_else(|_| path.clone());
        if seen.contains(&known) || !path.exists() {
            continue; // the JVM passes over what does not exist
        }
        seen.push(known);
        if path.is_dir() {
            found.push(Entry::Folder(Folder::open(&path).map_err(input)?));
        } else {
            let jar = Jar::open(&path).map_err(input)?;
            work.extend(jar.class_path().into_iter().rev());
            found.push(Entry::Jar(Arc::new(JarClasses::new(jar, feature))));
        }
    }
    Ok(found)
}

/// The classes of the entries, and those of the JDK in the folder.
pub fn program(entries: &[Entry], home: &Path) -> std::result::Result<Program, DriverError> {
    let library = Jdk::open(home).map_err(input)?;
    let sources = entries.iter().map(|entry| Box::new(entry.clone()) as Box<dyn ClassSource>).collect();
    Program::new(sources, Box::new(library)).map_err(input)
}

fn input(error: impl std::fmt::Display) -> DriverError {
    DriverError::Input(error.to_string())
}

impl Entry {
    /// Where it is.
    pub fn path(&self) -> &Path {
        match self {
            Self::Jar(jar) => jar.jar.path(),
            Self::Folder(folder) => folder.path(),
        }
    }

    /// The entry's jar, if it is one.
    pub fn jar(&self) -> Option<&JarClasses> {
        match self {
            Self::Jar(jar) => Some(jar),
            Self::Folder(_) => None,
        }
    }
}

impl ClassSource for Entry {
    fn class_names(&self) -> Vec<String> {
        match self {
            Self::Jar(jar) => jar.classes.iter().map(|class| class.name.clone()).collect(),
            Self::Folder(folder) => folder.class_names(),
        }
    }

    fn class_bytes(&self, name: &str) -> Result<Option<Vec<u8>>> {
        match self {
            Self::Folder(folder) => folder.class_bytes(name),
            Self::Jar(jar) => match jar.entry_of(name) {
                Some(entry) => Ok(jar.jar.read(entry)?),
                None => Ok(None),
            },
        }
    }

    fn services(&self) -> Result<BTreeMap<String, Vec<String>>> {
        let jar = match self {
            Self::Folder(folder) => return folder.services(),
            Self::Jar(jar) => jar,
        };
        let mut services = BTreeMap::new();
        for name in jar.jar.entries() {
            let name_inside = name.strip_prefix(jar.folder.as_str()).unwrap_or_default();
            let Some(service) = name_inside.strip_prefix(SERVICES).filter(|service| !service.is_empty()) else {
                continue;
            };
            let text = jar.jar.read(name)?.unwrap_or_default();
            services.insert(service.to_owned(), providers(&String::from_utf8_lossy(&text)));
        }
        Ok(services)
    }

    fn resources(&self) -> Vec<(String, u128)> {
        let jar = match self {
            Self::Folder(folder) => return folder.resources(),
            Self::Jar(jar) => jar,
        };
        let resource = |(name, length, checksum): (&str, u64, u32)| {
            let name = name.strip_prefix(jar.folder.as_str())?;
            let content = u128::from(length) << 32 | u128::from(checksum);
            is_resource(name).then(|| (unversioned(name).to_owned(), content))
        };
        jar.jar.checksums().into_iter().filter_map(resource).collect()
    }
}

/// The name by which a program asks for an entry of a multi-release jar.
fn unversioned(name: &str) -> &str {
    let version = name.strip_prefix("META-INF/versions/").and_then(|rest| rest.split_once('/'));
    version.filter(|(number, _)| number.bytes().all(|it| it.is_ascii_digit())).map_or(name, |(_, rest)| rest)
}
