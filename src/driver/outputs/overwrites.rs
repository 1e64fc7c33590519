//! Refuses an output that would replace something that the command reads: of commands that write pages and lists.
//! [`super::targets`] does so for the jars and the plan.
//!
//! Inputs are known by the files that they are, so that links and other spellings of a path do not hide them. Of a folder that is an
//! input its classes and sources count; anything else may lie there, such as the page of before.

use std::path::{Path, PathBuf};

use crate::driver::error::DriverError;
use crate::driver::inputs::class_path::Entry;
use crate::driver::inputs::options::InstrumentOptions;

/// Endings of the files that make a folder an input.
const READ: &[&str] = &["class", "java", "kt", "scala", "groovy", "jar"];

/// Refuses the output if it is a file of the class path, one of regions, or another one of those named.
pub fn check(
    output: &Path,
    options: &InstrumentOptions,
    entries: &[Entry],
    others: &[PathBuf],
) -> Result<(), DriverError> {
    let Ok(output_file) = output.canonicalize() else { return Ok(()) }; // there is nothing to replace
    let jars = entries.iter().filter_map(|entry| Some(entry.jar()?.jar.path()));
    let folders = options.classpath.iter().flat_map(std::env::split_paths).collect::<Vec<_>>();
    let named = options.app.iter().chain(&options.region_files).chain(&folders).chain(others);
    let inputs = jars.chain(named.map(PathBuf::as_path)).filter_map(|input| input.canonicalize().ok());
    let is_code = output_file.extension().is_some_and(|ending| READ.iter().any(|read| ending == *read));
    for input in inputs {
        if output_file == input || is_code && input.is_dir() && output_file.starts_with(&input) {
            let why = "would be overwritten, but is an input of this command; choose another name";
            return Err(DriverError::Usage(format!("{} {why}", output.display())));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_known_whatever_they_are_called_by() {
        let folder = tempfile::tempdir().expect("folder");
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("classes")).expect("folder");
        for name in ["my.regions", "a.jcp", "classes/Main.class", "classes/page.html"] {
            std::fs::write(at(name), "").expect("file");
        }
        std::os::unix::fs::symlink(at("a.jcp"), at("link")).expect("link");
        let options = InstrumentOptions {
            classpath: Some(at("classes").display().to_string()),
            region_files: vec![at("my.regions")],
            ..InstrumentOptions::default()
        };
        let refused = |name: &str| match check(&at(name), &options, &[], &[at("a.jcp")]) {
            Ok(()) => false,
            Err(DriverError::Usage(why)) => why.contains(name),
            Err(other) => panic!("{other}"),
        };
        for name in ["my.regions", "a.jcp", "link", "classes/../a.jcp", "classes/Main.class"] {
            assert!(refused(name), "{name}");
        }
        for name in ["new.html", "classes/page.html", "classes/New.class"] {
            assert!(!refused(name), "{name}");
        }
    }
}
