//! Jars unpacked into folders, for programs whose main class the JVM loads from a folder.
//!
//! Opening a jar takes identity hashes, before `main` and with its classes; looking into a folder takes others. So that the
//! capturing run's hashes are the original's, such a program gets what a jar of jcp holds as a folder of the same name (`app-capture.jar`
//! and `app-capture`), and the folder is what goes in front of the class path. The jar stays for all else that reads it.
//!
//! The runtime's classes, several hundred small files, are the same in the folders beside each other and in the one that was
//! there before. They become hard links to those where the file system has them: a file costs far more to make than a link.

use std::fs::File;
use std::io::Read;
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
        extract(jar, &content, &like(&target))?;
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

/// Writes all files of the jar below the folder. Those of the runtime are links where a folder of `like` has the same file.
fn extract(jar: &Path, content: &Path, like: &[PathBuf]) -> std::io::Result<()> {
    let mut archive = zip::ZipArchive::new(File::open(jar)?)?;
    std::fs::create_dir(content)?;
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index)?;
        let name = entry.enclosed_name().ok_or(std::io::ErrorKind::InvalidData)?;
        let file = content.join(&name);
        if entry.is_dir() {
            std::fs::create_dir_all(&file)?;
            continue;
        }
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes)?;
        std::fs::create_dir_all(file.parent().unwrap_or(content))?;
        if !(name.starts_with("jcp/runtime") && is_linked(&name, &bytes, like, &file)) {
            std::fs::write(&file, &bytes)?;
        }
    }
    Ok(())
}

/// Makes the file a link to the first of the folders' files of this name, if it has these bytes. False: there is no such file, or no link can be made.
fn is_linked(name: &Path, bytes: &[u8], like: &[PathBuf], file: &Path) -> bool {
    let mut old = like.iter().map(|folder| folder.join(name));
    let same = old.find(|old| std::fs::read(old).is_ok_and(|content| content == bytes));
    same.is_some_and(|same| std::fs::hard_link(same, file).is_ok())
}

/// The folders that may hold the same classes of the runtime: the one that is to be replaced, and the one of the other run.
fn like(target: &Path) -> Vec<PathBuf> {
    let name = target.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let swapped = [("-capture", "-replay"), ("-replay", "-capture")]
        .iter()
        .find_map(|(own, other)| name.strip_suffix(own).map(|stem| target.with_file_name(format!("{stem}{other}"))));
    [target.to_path_buf()].into_iter().chain(swapped).filter(|folder| folder.join(UNPACKED).is_file()).collect()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::io::Write;
    use std::os::unix::fs::MetadataExt;

    const SAME: &str = "jcp/runtime/Same.class";
    const OTHER: &str = "jcp/runtime/Other.class";
    const OWN: &str = "Main.class";

    fn jar(path: &Path, other: &str) {
        let mut archive = zip::ZipWriter::new(File::create(path).expect("a jar"));
        for (name, content) in [(UNPACKED, ""), (SAME, "same"), (OTHER, other), (OWN, "own")] {
            archive.start_file(name, zip::write::SimpleFileOptions::default()).expect("an entry");
            archive.write_all(content.as_bytes()).expect("its content");
        }
        archive.finish().expect("a jar");
    }

    #[test]
    fn the_runtime_is_linked_where_it_is_the_same() {
        let folder = tempfile::tempdir().expect("a folder");
        let jars = ["app-capture.jar", "app-replay.jar"].map(|name| folder.path().join(name));
        jar(&jars[0], "of the capturing run");
        jar(&jars[1], "of the replay");
        let [first, replay, again] = [&jars[0], &jars[1], &jars[0]].map(|jar| unpack(jar).expect("unpacked"));
        assert_eq!(first, again);
        let inode = |folder: &Path, name: &str| std::fs::metadata(folder.join(name)).expect("a file").ino();
        assert_eq!(inode(&again, SAME), inode(&replay, SAME));
        assert_ne!(inode(&again, OTHER), inode(&replay, OTHER));
        assert_ne!(inode(&again, OWN), inode(&replay, OWN), "a file of the program may be changed in one of them");
        for (target, other) in [(&again, "of the capturing run"), (&replay, "of the replay")] {
            let content = [SAME, OTHER, OWN].map(|name| std::fs::read_to_string(target.join(name)).expect("a file"));
            assert_eq!(content, ["same", other, "own"]);
        }
    }
}
