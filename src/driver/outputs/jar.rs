//! One jar: the changed classes in their places, what is added, and the manifest.
//!
//! An executable jar is copied with its changed classes in place; the changed classes of its `Class-Path` are added to it,
//! where they are found first. For a class-path program the jar holds the changed classes alone. What the manifests say of
//! packages goes along.
//!
//! A jar with nested jars keeps its layout and its launcher: changed classes stay in their jars and folders, and the runtime's are put into the
//! folder of the program's classes, where the program's loader makes them.

use super::parts::{Added, Changed, Parts, Placed};
use crate::classfile::jar::{self, Jar};
use crate::classfile::manifest::Manifest;
use crate::classfile::{self, Error};
use crate::driver::error::DriverError;
use crate::driver::inputs::class_path::{Entry, JarClasses};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

/// A class of the runtime without members, whose constants are the texts that jcp has added to the program's classes: loaded first, it
/// has the JVM know them before these are (`runtime-java`, `RandomSequence`).
const TEXTS: &str = "jcp/runtime/Texts";
/// Tells the runtime which class files are from other entries than the jar; -1: all.
const MOVED: &str = "META-INF/jcp/moved";
/// Where the runtime reads its files, at the root of every jar.
const OWN: &str = "META-INF/jcp/";

/// Prepares the jar; it is there once it is persisted.
pub fn prepare(parts: &Parts, target: &Path, changed: Changed, common: &Added) -> Result<jar::Pending, DriverError> {
    if let Some(layout) = &parts.application.nested {
        return prepare_nested(parts, layout.classes, target, changed, common);
    }
    let source = parts.application.executable.as_ref().and_then(|_| parts.entries.first()).and_then(Entry::jar);
    let (mut replaced, mut added) = (BTreeMap::new(), Vec::new());
    let mut packages = BTreeMap::new();
    let moved = source.map_or_else(|| (-1_i32).to_be_bytes().to_vec(), |_| moved(&changed));
    added.push((format!("{TEXTS}.class"), texts(parts, &changed)));
    for Placed { entry, name, bytes, .. } in changed {
        let package = name.rsplit_once('/').map(|(package, _)| package.to_owned());
        packages.entry(package).or_insert(entry);
        match source.filter(|_| entry == 0).and_then(|jar| jar.entry_of(&name)) {
            Some(path) => drop(replaced.insert(path.to_owned(), bytes)),
            None => added.push((format!("{name}.class"), bytes)),
        }
    }
    added.push((MOVED.to_owned(), moved));
    added.extend(common.iter().cloned());
    let mut manifest = source.map_or_else(Manifest::new, |source| source.jar.manifest().clone());
    if let Some(source) = source {
        set_class_path(&mut manifest, &source.jar);
    }
    // classes that move leave their manifest behind, which tells the versions of their packages
    for (package, entry) in packages {
        let of = parts.entries.get(entry).and_then(Entry::jar).filter(|_| entry > 0 || source.is_none());
        if let (Some(package), Some(of)) = (package, of) {
            manifest.describe_package(&package, of.jar.manifest());
        }
    }
    jar::prepare_jar(source.map(|source| &source.jar), &replaced, &added, &manifest, target).map_err(written)
}

/// The same for a jar with nested jars; `classes`: the folder of the program's own classes.
fn prepare_nested(
    parts: &Parts,
    classes: &str,
    target: &Path,
    changed: Changed,
    common: &Added,
) -> Result<jar::Pending, DriverError> {
    let jars: Vec<_> = parts.entries.iter().map(Entry::jar).collect();
    let outer = jars.iter().flatten().find(|jar| jar.folder == classes);
    let outer = outer.ok_or_else(|| DriverError::Internal(format!("the jar has no folder {classes}")))?;
    let texts = (format!("{TEXTS}.class"), texts(parts, &changed));
    let mut replaced = vec![BTreeMap::new(); jars.len()];
    for Placed { entry, name, bytes, .. } in changed {
        if let Some(path) = jars[entry].and_then(|jar| jar.entry_of(&name)) {
            replaced[entry].insert(path.to_owned(), bytes);
        }
    }
    let rewritten = jars.par_iter().zip(replaced).map(|(jar, replaced)| match jar {
        Some(JarClasses { nested: Some(entry), jar, .. }) if !replaced.is_empty() => {
            let bytes = jar::replaced_bytes(jar, &replaced).map_err(written)?;
            Ok(BTreeMap::from([(entry.clone(), bytes)]))
        }
        Some(JarClasses { nested: None, .. }) => Ok(replaced),
        _ => Ok(BTreeMap::new()),
    });
    let replaced = rewritten.collect::<Result<Vec<_>, DriverError>>()?.into_iter().flatten().collect();
    let moved = (MOVED.to_owned(), 0_u32.to_be_bytes().to_vec());
    let added = [texts, moved].into_iter().chain(common.iter().cloned()).map(|(name, content)| match name.as_str() {
        own if own.starts_with(OWN) => (name, content),
        _ => (format!("{classes}{name}"), content),
    });
    let manifest = outer.jar.manifest();
    jar::prepare_jar(Some(&outer.jar), &replaced, &added.collect::<Vec<_>>(), manifest, target).map_err(written)
}

/// The class with the added texts, but for those that the program has too: the JVM meets these in the program's own classes.
fn texts(parts: &Parts, changed: &Changed) -> Vec<u8> {
    let added: BTreeSet<&[u8]> = changed.iter().flat_map(|class| &class.texts).map(Vec::as_slice).collect();
    let classes: Vec<_> = parts.program.application().collect();
    let known: BTreeSet<&[u8]> =
        classes.par_iter().flat_map_iter(|class| class.file.texts().filter(|text| added.contains(text))).collect();
    classfile::class_of_texts(TEXTS, added.difference(&known).copied())
}

/// The class files of other entries that come to stand in an executable jar: count, then length and UTF-8 of each.
fn moved(changed: &Changed) -> Vec<u8> {
    let names: Vec<_> = changed.iter().filter(|class| class.entry > 0).map(|class| &class.name).collect();
    let mut bytes = (names.len() as u32).to_be_bytes().to_vec();
    for name in names {
        let file = format!("{name}.class");
        bytes.extend_from_slice(&(file.len() as u32).to_be_bytes());
        bytes.extend_from_slice(file.as_bytes());
    }
    bytes
}

/// The copy may lie in another folder than the original: its `Class-Path` names the same files by absolute URLs.
fn set_class_path(manifest: &mut Manifest, jar: &Jar) {
    let urls: Vec<String> = jar
        .class_path()
        .iter()
        .map(|path| {
            let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
            let folder = if path.is_dir() { "/" } else { "" };
            format!("file:{}{folder}", encode_url(path.to_string_lossy().trim_end_matches('/')))
        })
        .collect();
    if !urls.is_empty() {
        manifest.set("Class-Path", &urls.join(" "));
    }
}

/// Percent-encodes what may not stand in the path of a URL.
fn encode_url(path: &str) -> String {
    path.bytes().fold(String::new(), |mut url, byte| {
        if byte.is_ascii_alphanumeric() || b"/-_.~!$&'()*+,;=:@".contains(&byte) {
            url.push(char::from(byte));
        } else {
            let _ = write!(url, "%{byte:02X}");
        }
        url
    })
}

/// What `write_jar` says, by whose fault it is.
pub fn written(error: Error) -> DriverError {
    match error {
        Error::Write { path, source } => DriverError::Io { action: "cannot write", path, source },
        error => DriverError::Input(error.to_string()),
    }
}
