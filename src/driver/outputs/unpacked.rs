//! Jars unpacked into folders, for programs whose main class the JVM loads from a folder.
//!
//! Opening a jar takes identity hashes, before `main` and with its classes; looking into a folder takes others. So that the
//! capturing run's hashes are the original's, such a program gets what a jar of jcp holds as a folder of the same name (`app-capture.jar`
//! and `app-capture`), and the folder is what goes in front of the class path. The jar stays for all else that reads it.

use std::fs::File;
use std::path::{Path, PathBuf};

use crate::driver::error::DriverError;
use crate::driver::inputs::application::Application;
use crate::driver::inputs::class_path::Entry;
use crate::program::source::{ClassSource, UNPACKED};

/// Whether the main class comes from a folder.
pub fn is_wanted(application: &Application, entries: &[Entry]) -> bool {
    let main = application.main.replace('.', "/");
    let has = |entry: &&Entry| match entry {
        Entry::Jar(jar) => jar.entry_of(&main).is_some(),
        Entry::Folder(folder) => folder.class_names().contains(&main),
    };
    application.executable.is_none() && entries.iter().find(has).is_some_and(|entry| entry.jar().is_none())
}

/// Whether the folder into which the jar would be unpacked may be written over.
pub fn check(jar: &Path) -> Result<(), DriverError> {
    let target = jar.with_extension("");
    if target.exists() && !target.join(UNPACKED).is_file() {
        let why = "would be overwritten, but jcp did not make this folder; remove it, or choose another folder with -o";
        return Err(DriverError::Usage(format!("{} {why}", target.display())));
    }
    Ok(())
}

/// Unpacks the jar into the folder of the same name, in the place of one that was unpacked before.
pub fn unpack(jar: &Path) -> Result<PathBuf, DriverError> {
    let target = jar.with_extension("");
    let fail = DriverError::io("cannot write", &target);
    check(jar)?;
    let beside = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let fresh = || -> std::io::Result<()> {
        let fresh = tempfile::Builder::new().prefix(".jcp-").tempdir_in(beside)?;
        let content = fresh.path().join("content"); // the temporary folder itself is private
        zip::ZipArchive::new(File::open(jar)?)?.extract(&content)?;
        let old = fresh.path().join("old");
        let is_old = target.exists();
        if is_old {
            std::fs::rename(&target, &old)?;
        }
        std::fs::rename(&content, &target).inspect_err(|_| {
            if is_old {
                let _ = std::fs::rename(&old, &target); // what was there stays
            }
        })
    };
    fresh().map_err(fail)?;
    Ok(target)
}
