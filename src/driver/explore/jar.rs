//! The jars that are run under schedules: the program's classes with hooks, and what gives the schedules.
//!
//! All classes of the class path get hooks, in one jar that stands before it. Left out: classes that the program makes while it runs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::live::live;
use crate::classfile::ClassFile;
use crate::classfile::jar;
use crate::classfile::manifest::Manifest;
use crate::driver::error::DriverError;
use crate::driver::inputs::class_path;
use crate::driver::inputs::loaded::Loaded;
use crate::driver::outputs::common::{EXPLORER, RUNTIME_JAR, files};
use crate::driver::outputs::jar::written;
use crate::plan::{Exploration, Initialised, Started};
use crate::planner::{self, Helpers};
use crate::program::Class;
use crate::region::Region;
use crate::rewrite;

/// Where the names of locations stand.
const LOCATIONS: &str = "META-INF/jcp/locations.txt";
/// Where the methods stand with which each execution begins.
const START: &str = "META-INF/jcp/start.txt";

/// Where the names of simple classes stand.
const SIMPLE: &str = "META-INF/jcp/simple.txt";

/// Where the classes stand whose use may run an initialiser that others may see, a line each in the order of their numbers, with the numbers of locations.
const INITIALISED: &str = "META-INF/jcp/initialised.txt";

/// What is run.
pub(super) struct Jars {
    /// What gives the schedules.
    pub explorer: PathBuf,
    /// The program's classes with hooks.
    pub program: PathBuf,
    /// The values that are read later at each call; not there if states are not compared.
    pub values: PathBuf,
    /// The names of locations.
    pub locations: Vec<String>,
}

fn of_planner(error: planner::Error, between: &str) -> DriverError {
    match error {
        planner::Error::Refused { method, why } => DriverError::refused(format!("{method}{between}{why}")),
        planner::Error::Program(error) => DriverError::Input(error.to_string()),
    }
}

/// Writes both into a folder; `with_states`: with what states are compared by; `region`: where executions begin.
pub(super) fn write(
    loaded: &Loaded,
    with_states: bool,
    region: Option<&Region>,
    folder: &Path,
) -> Result<Jars, DriverError> {
    let explorer = explorer()?;
    let plan = planner::exploration(&loaded.program, &helpers(&explorer)?).map_err(|error| of_planner(error, " "))?;
    let mut start = Vec::new();
    if let Some(region) = region {
        let main = loaded.application.main.replace('.', "/");
        start = planner::explored_from(&loaded.program, region, &main).map_err(|error| of_planner(error, ": "))?;
    }
    let jars = Jars {
        explorer: folder.join("explorer.jar"),
        program: folder.join("explored.jar"),
        values: folder.join("values.jar"),
        locations: plan.locations.clone(),
    };
    std::fs::write(&jars.explorer, &explorer).map_err(DriverError::io("cannot write", &jars.explorer))?;
    let mut entries = classes(loaded, &plan, &start)?;
    entries.push((LOCATIONS.to_owned(), plan.locations.join("\n").into_bytes()));
    entries.push((INITIALISED.to_owned(), initialised(&plan).into_bytes()));
    if start.is_empty() {
        entries.push((SIMPLE.to_owned(), planner::simple_classes(&loaded.program).join("\n").into_bytes()));
    } else {
        // statics come from the checkpoint, so no class counts as simple
        entries.push((START.to_owned(), rewrite::explored_start(&start).into_bytes()));
    }
    jar::write_jar(None, &BTreeMap::new(), &entries, &Manifest::new(), &jars.program).map_err(written)?;
    if with_states {
        let values = live_values(loaded, &jars)?;
        jar::write_jar(None, &BTreeMap::new(), &values, &Manifest::new(), &jars.values).map_err(written)?;
    }
    Ok(jars)
}

fn initialised(plan: &Exploration) -> String {
    let mut classes: Vec<_> = plan.initialised.iter().collect();
    classes.sort_by_key(|(_, it)| it.number);
    let line = |(name, it): (&String, &Initialised)| {
        let numbers = it.locations.iter().map(u32::to_string);
        std::iter::once(name.replace('/', ".")).chain(numbers).collect::<Vec<_>>().join(" ")
    };
    classes.into_iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The values that are read later at each call, a file for each class.
fn live_values(loaded: &Loaded, jars: &Jars) -> Result<Vec<(String, Vec<u8>)>, DriverError> {
    let paths = [jars.program.clone(), jars.explorer.clone()];
    let entries = class_path::entries(&paths, loaded.jdk.feature_number())?;
    let program = class_path::program(&entries, &loaded.jdk.home)?;
    let classes: Vec<_> = program.application().collect();
    let text = |class: &&Class| {
        Ok((format!("META-INF/jcp/live/{}", class.name().replace('/', ".")), live(&program, class)?.into_bytes()))
    };
    classes.par_iter().map(text).collect()
}

fn classes(loaded: &Loaded, plan: &Exploration, start: &[Started]) -> Result<Vec<(String, Vec<u8>)>, DriverError> {
    let classes: Vec<_> = loaded.program.application().collect();
    let rewritten = |class: &&Class| {
        let bytes = rewrite::explore_class(&class.file, plan, start)
            .map_err(|error| DriverError::Internal(format!("{}: {error}", class.name())))?;
        Ok((format!("{}.class", class.name()), bytes))
    };
    classes.par_iter().map(rewritten).collect()
}

/// The jar within the runtime's.
fn explorer() -> Result<Vec<u8>, DriverError> {
    let found = files(RUNTIME_JAR)?.into_iter().find(|(name, _)| name == EXPLORER);
    found.map(|(_, content)| content).ok_or_else(|| DriverError::Internal(format!("the runtime has no {EXPLORER}")))
}

/// The public static methods of the jar's classes.
fn helpers(explorer: &[u8]) -> Result<Helpers, DriverError> {
    const PUBLIC_STATIC: u16 = 0x0009;
    let mut helpers = Helpers::new();
    for (name, bytes) in files(explorer)? {
        let class = ClassFile::parse(bytes, &name).map_err(|error| DriverError::Internal(error.to_string()))?;
        for method in class.methods.iter().filter(|method| method.access & PUBLIC_STATIC == PUBLIC_STATIC) {
            let parameters = method.descriptor.trim_start_matches('(').split(')').next().unwrap_or_default();
            let key = (class.name.clone(), method.name.clone(), parameters.to_owned());
            helpers.insert(key, method.descriptor.clone());
        }
    }
    Ok(helpers)
}
