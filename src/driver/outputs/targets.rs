//! Where the jars go, and what must not be written over there.
//!
//! Refused are jars or a plan that would replace a part of the program, or each other.

use super::unpacked;
use crate::driver::error::DriverError;
use crate::driver::inputs::application::Application;
use crate::driver::inputs::class_path::Entry;
use std::path::{Path, PathBuf};

/// The two jars of an application in a folder.
pub fn targets(application: &Application, folder: &Path) -> [PathBuf; 2] {
    ["capture", "replay"].map(|kind| folder.join(format!("{}-{kind}.jar", application.name)))
}

/// Refuses outputs that would replace something that the program consists of, or each other.
pub fn check(
    application: &Application,
    entries: &[Entry],
    folder: &Path,
    plan: Option<&Path>,
) -> Result<(), DriverError> {
    let same = |path: &Path| path.canonicalize().ok();
    let files = entries.iter().filter_map(|entry| Some(entry.jar()?.jar.path()));
    let inputs: Vec<PathBuf> = files.chain(application.executable.as_deref()).filter_map(same).collect();
    let jars = targets(application, folder);
    for target in jars.iter().map(PathBuf::as_path).chain(plan) {
        if same(target).is_some_and(|target| inputs.contains(&target)) {
            let why =
                "would be overwritten, but is part of the program; choose another name, or another folder with -o";
            return Err(DriverError::Usage(format!("{} {why}", target.display())));
        }
    }
    if unpacked::is_wanted(application, entries) {
        jars.iter().try_for_each(|jar| unpacked::check(jar))?;
    }
    match plan.filter(|plan| std::path::absolute(plan).is_ok_and(|plan| jars.contains(&plan))) {
        Some(plan) => Err(DriverError::Usage(format!(
            "{} would be both a jar and the plan; choose another name for --plan",
            plan.display()
        ))),
        None => Ok(()),
    }
}
