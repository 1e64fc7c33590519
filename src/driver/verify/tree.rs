//! Compares two directories: the same names, of the same kind, with the same content.
//!
//! Times, owners and permissions are not compared. Symbolic links are compared as links, what they lead to is not looked at.
//! Archives named by a rule are compared entry by entry, without the dates that archives, manifests and property files carry.

use std::collections::BTreeMap;
use std::fs::{self, FileType};
use std::io::Read;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::compare::{Comparer, Difference, Place};
use super::rules::Rules;
use crate::driver::error::DriverError;

/// The first difference, in the order of the names.
pub fn first_difference(
    original: &Path,
    other: &Path,
    rules: &Rules,
    comparer: &mut Comparer<'_>,
) -> Result<Option<Difference>, DriverError> {
    let (ours, theirs) = (list(original, rules)?, list(other, rules)?);
    let names: std::collections::BTreeSet<&PathBuf> = ours.keys().chain(theirs.keys()).collect();
    for path in names {
        let name = &shown(path);
        if comparer.unstable.is_some_and(|unstable| unstable.has_file(path)) {
            comparer.passed.unstable.insert(name.clone());
            continue;
        }
        let kinds = [ours.get(path), theirs.get(path)].map(|kind| kind.copied().map_or("missing", kind_name));
        if kinds[0] != kinds[1] {
            let [original, other] = kinds.map(str::to_string);
            return Ok(Some(Difference { place: name.clone(), original, other, ..Difference::default() }));
        }
        let (left, right) = (original.join(path), other.join(path));
        let found = match kinds[0] {
            "file" if rules.is_archive(path) => archives(name, &left, &right, rules, comparer)?,
            "file" => comparer.files(Place::whole(name), (&left, 0), &right, rules)?,
            "link" => links(name, &left, &right)?,
            _ => None,
        };
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// All names under a folder that count, with their kinds.
pub(super) fn list(root: &Path, rules: &Rules) -> Result<BTreeMap<PathBuf, FileType>, DriverError> {
    let mut found = BTreeMap::new();
    for entry in WalkDir::new(root).min_depth(1).follow_links(false) {
        let entry = entry.map_err(|error| {
            let path = error.path().unwrap_or(root).to_path_buf();
            DriverError::Io { action: "cannot read", path, source: error.into() }
        })?;
        let name = entry.path().strip_prefix(root).unwrap_or(entry.path()).to_owned();
        if !rules.ignores_file(&name) {
            found.insert(name, entry.file_type());
        }
    }
    Ok(found)
}

/// A name as text; bytes that are none as `\xNN`, so that two names never look the same.
pub(super) fn shown(name: &Path) -> String {
    shown_bytes(name.as_os_str().as_encoded_bytes())
}

fn shown_bytes(name: &[u8]) -> String {
    std::str::from_utf8(name).map_or_else(|_| name.escape_ascii().to_string(), str::to_owned)
}

fn kind_name(kind: FileType) -> &'static str {
    if kind.is_dir() {
        "folder"
    } else if kind.is_symlink() {
        "link"
    } else if kind.is_file() {
        "file"
    } else {
        "special file"
    }
}

fn links(name: &str, left: &Path, right: &Path) -> Result<Option<Difference>, DriverError> {
    let target = |path: &Path| fs::read_link(path).map_err(DriverError::io("cannot read", path));
    let targets = [target(left)?, target(right)?];
    let differ = targets[0] != targets[1];
    let [original, other] = targets.map(|path| format!("link to {}", shown(&path)));
    Ok(differ.then(|| Difference { place: name.to_string(), original, other, ..Difference::default() }))
}

/// Compares the entries of two archives, in their order; archives that cannot be read are compared as files.
fn archives(
    name: &str,
    left: &Path,
    right: &Path,
    rules: &Rules,
    comparer: &mut Comparer<'_>,
) -> Result<Option<Difference>, DriverError> {
    let (Ok(ours), Ok(theirs)) = (entries(left), entries(right)) else {
        return comparer.files(Place::whole(name), (left, 0), right, rules);
    };
    let listing = |entries: &[(Vec<u8>, Vec<u8>)]| -> Vec<u8> {
        entries.iter().flat_map(|(name, _)| [&name[..], b"\n"].concat()).collect()
    };
    let (our_names, their_names) = (listing(&ours), listing(&theirs));
    if our_names != their_names {
        let place = format!("{name} (list of entries)");
        return Ok(comparer.contents(Place::whole(&place), &our_names, &their_names, &Rules::default()));
    }
    for ((entry, ours), (_, theirs)) in ours.iter().zip(&theirs) {
        let (ours, theirs) = (without_dates(entry, ours), without_dates(entry, theirs));
        let place = format!("{name}!{}", shown_bytes(entry));
        if let Some(found) = comparer.contents(Place::whole(&place), &ours, &theirs, rules) {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

fn entries(archive: &Path) -> zip::result::ZipResult<Vec<(Vec<u8>, Vec<u8>)>> {
    let mut archive = zip::ZipArchive::new(fs::File::open(archive)?)?;
    let mut found = Vec::new();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index)?;
        let mut content = Vec::new();
        entry.read_to_end(&mut content)?;
        found.push((entry.name_raw().to_vec(), content));
    }
    Ok(found)
}

/// Property files start with a comment that is the date of their writing.
fn without_dates(entry: &[u8], content: &[u8]) -> Vec<u8> {
    if !entry.ends_with(b".properties") {
        return content.to_vec();
    }
    content.split_inclusive(|byte| *byte == b'\n').filter(|line| !line.starts_with(b"#")).flatten().copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn tree(names: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("folder");
        for (name, content) in names {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().expect("parent")).expect("folder");
            fs::write(file, content).expect("file");
        }
        folder
    }

    fn place(left: &[(&str, &str)], right: &[(&str, &str)], rules: &Rules) -> Option<String> {
        let (left, right) = (tree(left), tree(right));
        first_difference(left.path(), right.path(), rules, &mut Comparer::default())
            .expect("compared")
            .map(|found| found.place)
    }

    #[test]
    fn names_kinds_and_contents_count() {
        let none = Rules::default();
        assert_eq!(place(&[("a/b", "x")], &[("a/b", "x")], &none), None);
        assert_eq!(place(&[("a/b", "x")], &[("a/b", "y")], &none).as_deref(), Some("a/b"));
        assert_eq!(place(&[("a", "x")], &[("a/b", "x")], &none).as_deref(), Some("a"));
        assert_eq!(place(&[], &[("new", "")], &none).as_deref(), Some("new"));
        let rules = Rules::parse(&[], &[], &["new".into()], &[]).expect("rules");
        assert_eq!(place(&[], &[("new", "")], &rules), None);
    }

    #[cfg(unix)]
    #[test]
    fn names_that_are_no_text_are_compared_by_their_bytes() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        let name = |bytes: &'static [u8]| Path::new(OsStr::from_bytes(bytes));
        let (left, right) = (tempfile::tempdir().expect("folder"), tempfile::tempdir().expect("folder"));
        let write = |folder: &tempfile::TempDir, bytes, content| {
            fs::write(folder.path().join(name(bytes)), content).expect("file");
        };
        let found = |rules: &Rules| {
            first_difference(left.path(), right.path(), rules, &mut Comparer::default()).expect("compared")
        };
        for folder in [&left, &right] {
            write(folder, b"a\xfe", "1");
            write(folder, b"a\xff", "2");
        }
        assert_eq!(found(&Rules::default()), None);
        write(&right, b"a\xff", "3");
        assert_eq!(found(&Rules::default()).expect("differ").place, "a\\xff");
        let ignored = |glob: &str| Rules::parse(&[], &[], &[glob.into()], &[]).expect("rules");
        assert_eq!(found(&ignored("a*")), None);
        fs::rename(right.path().join(name(b"a\xff")), right.path().join(name(b"a\xfd"))).expect("renamed");
        let differ = found(&Rules::default()).expect("differ");
        assert_eq!((differ.place.as_str(), differ.original.as_str()), ("a\\xfd", "missing"));
        let link = |folder: &tempfile::TempDir, to| {
            std::os::unix::fs::symlink(name(to), folder.path().join("0")).expect("link");
        };
        link(&left, b"\xfe");
        link(&right, b"\xff");
        assert_eq!(found(&Rules::default()).expect("differ").other, "link to \\xff");
    }

    fn archive(folder: &Path, name: &str, date: &str, entry: &str) -> PathBuf {
        let file = folder.join(name);
        let mut archive = zip::ZipWriter::new(fs::File::create(&file).expect("file"));
        for (name, content) in [("a.properties", format!("#{date}\nk=v\n")), ("b", entry.to_string())] {
            archive.start_file(name, zip::write::SimpleFileOptions::default()).expect("entry");
            archive.write_all(content.as_bytes()).expect("entry");
        }
        archive.finish().expect("archive");
        file
    }

    #[test]
    fn archives_are_compared_by_entry_without_dates() {
        let folder = tempfile::tempdir().expect("folder");
        let [one, two, three] = [("1", "Mon", "x"), ("2", "Tue", "x"), ("3", "Mon", "y")]
            .map(|(name, date, entry)| archive(folder.path(), name, date, entry));
        let compare =
            |left, right| archives("z", left, right, &Rules::default(), &mut Comparer::default()).expect("compared");
        assert_eq!(compare(&one, &two), None);
        assert_eq!(compare(&one, &three).expect("differ").place, "z!b");
    }
}
