//! What the class path held when the jars were made, as the runtime compares it (`runtime-java`, `ClassPathContents`): only the
//! classes that jcp changes are in its jars, so others that were compiled anew since are no longer those that were analysed.
//!
//! Lines of words between tabs: `jar`, `folder` or `absent`, and the entry; for a jar its length and checksum; below a folder
//! `file`, the class file's name, length and checksum. Checksums are CRC-32C, in hexadecimal digits, of whole files or of both
//! ends of larger ones. An entry of the user's class path is known by its last name, since it may stand elsewhere when it is
//! run; one that a manifest names by its absolute path, as in the jars' own manifests.
//!
//! Left out: an executable jar, of which the jars are copies; resources; class files that come to a folder later; entries
//! whose names are no text, or text with tabs or line ends.

use super::DriverError;
use super::application::Application;
use super::class_path::Entry;
use crate::program::source::ClassSource;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

/// Bytes of a file that is judged by all of its content (`FileTable.WHOLE`).
const WHOLE: u64 = 64 << 20;
/// Bytes at each end of a larger one (`FileTable.END`).
const END: u64 = 1 << 16;

/// The lines.
pub(super) fn contents(application: &Application, entries: &[Entry]) -> Result<String, DriverError> {
    let mut text = String::new();
    let copied = usize::from(application.executable.is_some());
    for entry in entries.iter().skip(copied) {
        let Some(key) = key(application, entry.path()) else { continue };
        match entry {
            Entry::Jar(jar) => {
                let (length, sum) = sum(jar.jar.path())?;
                let _ = writeln!(text, "jar\t{key}\t{length}\t{sum:x}");
            }
            Entry::Folder(folder) => {
                let _ = writeln!(text, "folder\t{key}");
                for name in folder.class_names().iter().filter(|name| is_word(name)) {
                    let (length, sum) = sum(&folder.path().join(format!("{name}.class")))?;
                    let _ = writeln!(text, "file\t{name}.class\t{length}\t{sum:x}");
                }
            }
        }
    }
    for path in application.classpath.iter().filter(|path| copied == 0 && !path.exists()) {
        if let Some(key) = key(application, path) {
            let _ = writeln!(text, "absent\t{key}");
        }
    }
    Ok(text)
}

fn key(application: &Application, path: &Path) -> Option<String> {
    let is_named = application.executable.is_none() && application.classpath.iter().any(|entry| entry == path);
    let key = if is_named { path.file_name()?.to_str()?.to_owned() } else { path.to_str()?.to_owned() };
    is_word(&key).then_some(key)
}

fn is_word(text: &str) -> bool {
    !text.contains(['\t', '\n'])
}

/// A file's length and checksum.
fn sum(path: &Path) -> Result<(u64, u32), DriverError> {
    let read = || -> std::io::Result<(u64, u32)> {
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut bytes = Vec::new();
        if length <= WHOLE {
            file.read_to_end(&mut bytes)?;
        } else {
            file.by_ref().take(END).read_to_end(&mut bytes)?;
            file.seek(SeekFrom::Start(length - END))?;
            file.take(END).read_to_end(&mut bytes)?;
        }
        Ok((length, crc32c::crc32c(&bytes)))
    };
    read().map_err(DriverError::io("cannot read", path))
}
