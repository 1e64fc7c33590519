//! Digests of what `jcp refresh` compares: the options, the regions, the classes and the resources of a program.
//!
//! Invariant: paths are in none of them, since the files may come from another machine; what the class path holds counts, in its order. Left
//! out: inputs of a run.

use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};

use crate::driver::error::DriverError;
use crate::driver::inputs::application::Application;
use crate::driver::inputs::class_path::{self, Entry};
use crate::driver::inputs::jdk;
use crate::driver::inputs::options::InstrumentOptions;
use crate::program::source::{self, ClassSource};
use crate::util::hex;

/// What a program is made of.
pub struct Contents {
    /// Of the classes and the services.
    pub classes: String,
    /// What tells the contents of the resources, by their names.
    pub resources: BTreeMap<String, u128>,
}

impl Contents {
    /// Of a class path.
    pub fn of(entries: &[Entry]) -> Result<Self, DriverError> {
        let resources = source::resources(entries.iter().map(|entry| entry as &dyn ClassSource));
        Ok(Self { classes: digest_of_entries(entries)?, resources })
    }
}

/// Of the options, and what they were taken to mean; without the regions and threads. No paths are in it: the files may come
/// from another machine, and what the class path holds is compared with the program.
pub fn digest_of_options(options: &InstrumentOptions, application: &Application, jdk: &jdk::JdkHome) -> String {
    let InstrumentOptions { request, extent, surroundings, .. } = options;
    let Application { name, executable, main, nested, classpath } = application;
    let layout = (name, executable.is_some(), main, nested, classpath.len());
    digest([format!("{request:?} {extent:?} {layout:?} {surroundings:?} {}", jdk.version).as_bytes()])
}

/// Of the regions, threads and calls by reflection, whose lines move with the source, and of all that the jars copy.
pub fn digest_of_program(
    options: &InstrumentOptions,
    (application, contents): (&Application, &Contents),
) -> Result<String, DriverError> {
    let mut all = Sha256::new();
    all.update(format!("{:?}{:?}{:?}", options.regions, options.threads, options.reflection));
    for file in &options.region_files {
        let cannot = |error: std::io::Error| DriverError::Input(format!("{}: {error}", file.display()));
        all.update(std::fs::read(file).map_err(cannot)?);
    }
    all.update(&contents.classes);
    if application.executable.is_some() {
        all.update(format!("{:?}", contents.resources));
    }
    Ok(hex::digits(&all.finalize()))
}

/// Of a program's classes, as `jcp refresh` compares them.
pub fn digest_of_classes(application: &Application, jdk: &jdk::JdkHome) -> Result<String, DriverError> {
    digest_of_entries(&class_path::of(&application.classpath, application.nested, jdk.feature_number())?)
}

/// Of the names and contents of all classes, and the services, in the order of the class path.
fn digest_of_entries(entries: &[Entry]) -> Result<String, DriverError> {
    let unreadable = |error: crate::program::Error| DriverError::Input(error.to_string());
    let mut all = Sha256::new();
    for entry in entries {
        let names = entry.class_names();
        let contents: Vec<_> = names
            .par_iter()
            .map(|name| Ok(Sha256::digest(entry.class_bytes(name)?.unwrap_or_default())))
            .collect::<crate::program::Result<_>>()
            .map_err(unreadable)?;
        all.update(names.len().to_le_bytes());
        for (name, content) in names.iter().zip(contents) {
            all.update(name.as_bytes());
            all.update(content);
        }
        all.update(format!("{:?}", entry.services().map_err(unreadable)?));
    }
    Ok(hex::digits(&all.finalize()))
}

/// Of the values of settings, by their names: they may be secrets.
pub fn digests_of_settings(settings: &[String]) -> BTreeMap<String, String> {
    let named = settings.iter().map(|setting| setting.split_once('=').unwrap_or((setting, "")));
    named.map(|(name, value)| (name.to_owned(), digest([value.as_bytes()]))).collect()
}

/// Which settings differ, if any do.
pub fn same_settings(before: &BTreeMap<String, String>, now: &BTreeMap<String, String>) -> Result<(), String> {
    let names: BTreeSet<&String> = before.keys().chain(now.keys()).collect();
    let differ: Vec<&str> =
        names.into_iter().filter(|name| before.get(*name) != now.get(*name)).map(String::as_str).collect();
    if differ.is_empty() {
        return Ok(());
    }
    Err(format!("the run depends on other values now: {}", differ.join(", ")))
}

/// Of several parts.
pub fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.len().to_le_bytes());
        hash.update(part);
    }
    hex::digits(&hash.finalize())
}
