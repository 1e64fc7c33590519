//! Finds the source of a class: in a folder or in a jar of sources, by package and `SourceFile`.
//!
//! The file's path must end in `a/b/File.java`; of several the shortest path counts, then the first in order. So a project's
//! folder will do as well as its source root.

use std::io::Read;
use std::path::{Path, PathBuf};

use crate::driver::error::DriverError;

/// Sources longer than this are not shown.
const MOST_BYTES: u64 = 1 << 24;

/// A folder or a jar.
pub struct Sources {
    place: PathBuf,
    /// Paths in it; a folder's need not be text.
    files: Vec<PathBuf>,
}

impl Sources {
    /// Lists the files of a folder or jar.
    pub fn open(place: &Path) -> Result<Self, DriverError> {
        let unusable = |error: &dyn std::fmt::Display| DriverError::Input(format!("{}: {error}", place.display()));
        let mut files = Vec::new();
        if place.is_dir() {
            for entry in walkdir::WalkDir::new(place).sort_by_file_name() {
                let entry = entry.map_err(|error| unusable(&error))?;
                let inside = entry.path().strip_prefix(place).unwrap_or(entry.path());
                files.push(inside.to_owned());
            }
        } else {
            let file = std::fs::File::open(place).map_err(|error| unusable(&error))?;
            let archive = zip::ZipArchive::new(file).map_err(|error| unusable(&error))?;
            files.extend(archive.file_names().filter_map(Result::ok).map(|name| PathBuf::from(name.to_string())));
            files.sort();
        }
        Ok(Self { place: place.to_owned(), files })
    }

    /// The lines of the file that a class was compiled from; none if it is not here.
    pub fn lines(&self, class: &str, source_file: Option<&str>) -> Option<Vec<String>> {
        let wanted = match (class.rsplit_once('/'), source_file?) {
            (Some((package, _)), file) => format!("{package}/{file}"),
            (None, file) => file.to_owned(),
        };
        let of_class = self.files.iter().filter(|path| path.ends_with(&wanted));
        let path = of_class.min_by_key(|path| path.as_os_str().len())?;
        let mut bytes = Vec::new();
        if self.place.is_dir() {
            let file = std::fs::File::open(self.place.join(path)).ok()?;
            file.take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
        } else {
            let mut archive = zip::ZipArchive::new(std::fs::File::open(&self.place).ok()?).ok()?;
            archive.by_name(path.to_str()?).ok()?.take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
        }
        Some(String::from_utf8_lossy(&bytes).lines().map(|line| line.replace('\t', "    ")).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_found_under_any_root() {
        let folder = tempfile::tempdir().expect("a folder");
        for (path, text) in
            [("src/main/java/a/b/C.java", "one\n\ttwo"), ("src/test/java/x/a/b/C.java", "no"), ("D.java", "d")]
        {
            let file = folder.path().join(path);
            std::fs::create_dir_all(file.parent().expect("a parent")).expect("made");
            std::fs::write(file, text).expect("written");
        }
        let sources = Sources::open(folder.path()).expect("sources");
        assert_eq!(sources.lines("a/b/C$1", Some("C.java")), Some(vec!["one".into(), "    two".into()]));
        assert_eq!(sources.lines("D", Some("D.java")), Some(vec!["d".into()]));
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStrExt;
            let odd = folder.path().join(std::ffi::OsStr::from_bytes(b"\xff"));
            std::fs::create_dir(&odd).expect("made");
            std::fs::write(odd.join("E.java"), "e").expect("written");
            let sources = Sources::open(folder.path()).expect("sources");
            assert_eq!(sources.lines("E", Some("E.java")), Some(vec!["e".into()]));
        }
        assert_eq!((sources.lines("q/D", Some("D.java")), sources.lines("D", None)), (None, None));
    }
}
