//! What the class path held when the jars were made, as the runtime compares it (`runtime-java`, `ClassPathContents`): only the
//! classes that jcp changes are in its jars, so others that were compiled anew since are no longer those that were analysed.
//!
//! Lines of words between tabs: `jar`, `folder` or `absent`, and the entry; for a jar how many class files it has, and a digest of
//! what its directory says of them; below a folder `file`, the class file's name, length and digest. Digests are hexadecimal
//! numbers. An entry of the user's class path is known by its last name, since it may stand elsewhere when it is run; one that
//! the manifest of such an entry names by its path from there, as in `app.jar!/lib/x.jar`; all others by their absolute path, as in the
//! jars' own manifests.
//!
//! Left out: an executable jar, of which the jars are copies, with the jars in it; resources, and dates of files in jars, so that a jar that was
//! packed anew is the same; class files that come to a folder later, and those in it that are not the program's; entries whose names are no
//! text, or text with tabs or line ends; jars whose directory is not found.

use crate::driver::error::DriverError;
use crate::driver::inputs::application::Application;
use crate::driver::inputs::class_path::Entry;
use crate::program::Program;
use crate::program::source::ClassSource;
use std::fmt::Write as _;
use std::path::Path;

/// The lines.
pub fn contents(application: &Application, entries: &[Entry], program: &Program) -> Result<String, DriverError> {
    let mut text = String::new();
    let is_inside = application.nested.is_some();
    let copied = if is_inside { entries.len() } else { usize::from(application.executable.is_some()) };
    let read = |path: &Path| std::fs::read(path).map_err(DriverError::io("cannot read", path));
    for (number, entry) in entries.iter().enumerate().skip(copied) {
        let Some(key) = key(application, entry.path()) else { continue };
        match entry {
            Entry::Jar(jar) => {
                if let Some((count, digest)) = class_files(&read(jar.jar.path())?) {
                    let _ = writeln!(text, "jar\t{key}\t{count}\t{digest:x}");
                }
            }
            Entry::Folder(folder) => {
                let _ = writeln!(text, "folder\t{key}");
                let is_seen = |name: &String| {
                    let of_entry = program.class(name).and_then(|class| program.entry(class)) == Some(number);
                    of_entry || program.unread().contains(name)
                };
                for name in folder.class_names().iter().filter(|name| is_word(name) && is_seen(name)) {
                    let bytes = read(&folder.path().join(format!("{name}.class")))?;
                    let _ = writeln!(text, "file\t{name}.class\t{}\t{:x}", bytes.len(), digest(DIGEST, &bytes));
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
    let named = if application.executable.is_some() { &[][..] } else { &application.classpath[..] };
    let from = |entry: &Path| {
        let below = path.strip_prefix(entry.parent()?).ok()?.to_str()?;
        Some(format!("{}!/{below}", entry.file_name()?.to_str()?))
    };
    let key = if named.iter().any(|entry| entry == path) {
        path.file_name()?.to_str()?.to_owned()
    } else if let Some(key) = named.iter().filter(|entry| entry.is_file()).find_map(|entry| from(entry)) {
        key
    } else {
        path.to_str()?.to_owned()
    };
    is_word(&key).then_some(key)
}

fn is_word(text: &str) -> bool {
    !text.contains(['\t', '\n'])
}

/// The start of a digest, and its factor (FNV-1a, 64 bits): the JDK's checksums are classes that a program may be the first to use.
const DIGEST: u64 = 0xcbf2_9ce4_8422_2325;
const FACTOR: u64 = 0x100_0000_01b3;

fn digest(start: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(start, |digest, byte| (digest ^ u64::from(*byte)).wrapping_mul(FACTOR))
}

/// How many class files an archive's directory lists, and the sum of digests of their names, checksums and lengths (APPNOTE
/// §4.3.12, §4.3.14, §4.3.16).
fn class_files(archive: &[u8]) -> Option<(u64, u64)> {
    let number = |at: usize, bytes: usize| {
        let bytes = archive.get(at..at.checked_add(bytes)?)?;
        Some(bytes.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte)))
    };
    let has = |at: usize, signature: usize| number(at, 4) == Some(signature);
    let last = archive.len().checked_sub(22)?;
    let is_end = |at: &usize| has(*at, 0x0605_4b50) && number(*at + 20, 2) == Some(last - *at);
    let mut end = (last.saturating_sub(0xffff)..=last).rev().find(is_end)?;
    let mut length = number(end + 12, 4)?;
    if let Some(locator) = end.checked_sub(20).filter(|at| has(*at, 0x0706_4b50)) {
        end = number(locator + 8, 8).filter(|at| has(*at, 0x0606_4b50))?;
        length = number(end + 40, 8)?;
    }
    let (mut at, mut count, mut sum) = (end.checked_sub(length)?, 0_u64, 0_u64);
    while at < end {
        let name = archive.get(at + 46..at + 46 + number(at + 28, 2)?).filter(|_| has(at, 0x0201_4b50))?;
        if name.ends_with(b".class") {
            let [checksum, size] = [16, 24].map(|field| &archive[at + field..at + field + 4]);
            sum = sum.wrapping_add(digest(digest(digest(DIGEST, name), checksum), size));
            count += 1;
        }
        at += 46 + number(at + 28, 2)? + number(at + 30, 2)? + number(at + 32, 2)?;
    }
    Some((count, sum))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    /// A jar with a comment, and something before it, as a start script.
    fn jar(entries: &[(&str, &str)], year: u16) -> Vec<u8> {
        let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        writer.set_comment("a comment").expect("a comment");
        for (name, content) in entries {
            let date = zip::DateTime::from_date_and_time(year, 1, 1, 0, 0, 0).expect("a date");
            writer.start_file(*name, zip::write::SimpleFileOptions::default().last_modified_time(date)).expect("entry");
            writer.write_all(content.as_bytes()).expect("written");
        }
        [b"#!/bin/sh\n".to_vec(), writer.finish().expect("a jar").into_inner()].concat()
    }

    #[test]
    fn jars_are_told_apart_by_their_class_files_alone() {
        let of = |entries: &[(&str, &str)], year| class_files(&jar(entries, year)).expect("a directory");
        let first = of(&[("a/B.class", "1"), ("c", "2")], 2020);
        assert_eq!(first.0, 1);
        assert_eq!(of(&[("c", "other"), ("a/B.class", "1")], 2021), first);
        for other in [&[("a/B.class", "2")][..], &[("a/C.class", "1")], &[], &[("a/B.class", "1"), ("D.class", "")]] {
            assert_ne!(of(other, 2020), first);
        }
        assert_eq!(class_files(b"no archive, though it is long enough for one"), None);
    }
}
