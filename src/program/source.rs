//! Where classes come from: folders and the JDK's image here, jars where the class path is put together.
//! A source lists its classes in a fixed order, so that ids are the same on every run.

use super::error::{Error, Result};
use crate::classfile::jimage::Jdk;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Something that has classes.
pub trait ClassSource: Send + Sync {
    /// Internal names of all its classes, in a fixed order.
    fn class_names(&self) -> Vec<String>;

    /// The class's bytes; none if it has no such class.
    fn class_bytes(&self, name: &str) -> Result<Option<Vec<u8>>>;

    /// Internal names of the class's direct supertypes; none if it has no such class, or one that cannot be read.
    fn supertypes(&self, name: &str) -> Option<Vec<String>> {
        crate::classfile::supertypes(&self.class_bytes(name).ok()??)
    }

    /// Providers named under `META-INF/services`, by service; binary names.
    fn services(&self) -> Result<BTreeMap<String, Vec<String>>> {
        Ok(BTreeMap::new())
    }
}

/// What tells a folder into which jcp has unpacked a jar from others.
pub const UNPACKED: &str = "META-INF/jcp/plan.txt";

/// A folder of class files.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
    names: Vec<String>,
}

impl Folder {
    /// Lists the folder's class files; links are followed, as the JVM does, but for those that lead nowhere or back. Passed over are
    /// folders that may not be read, from which the JVM loads nothing either, and what jcp has unpacked: where the class path is
    /// `.`, so is the place of the jars.
    pub fn open(root: &Path) -> Result<Self> {
        let mut names = Vec::new();
        let walk = walkdir::WalkDir::new(root).follow_links(true).sort_by_file_name().into_iter();
        let is_unpacked = |entry: &walkdir::DirEntry| {
            entry.depth() > 0 && entry.file_type().is_dir() && entry.path().join(UNPACKED).is_file()
        };
        for entry in walk.filter_entry(|entry| !is_unpacked(entry)) {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) if is_out_of_reach(&error) => continue,
                Err(error) => return Err(Error::class_path(root, error.to_string())),
            };
            let relative = entry.path().strip_prefix(root).ok().and_then(Path::to_str);
            if let Some(name) = relative.and_then(|path| path.strip_suffix(".class")) {
                names.push(name.replace(std::path::MAIN_SEPARATOR, "/"));
            }
        }
        Ok(Self { root: root.to_owned(), names })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.root
    }
}

/// Whether no class can be loaded from there: the end of a bad link, or a folder that may not be read.
fn is_out_of_reach(error: &walkdir::Error) -> bool {
    use std::io::ErrorKind::{NotFound, PermissionDenied};
    let cannot_read = |error: &std::io::Error| matches!(error.kind(), NotFound | PermissionDenied);
    error.loop_ancestor().is_some() || error.io_error().is_some_and(cannot_read) && error.depth() > 0
}

impl ClassSource for Folder {
    fn class_names(&self) -> Vec<String> {
        self.names.clone()
    }

    fn class_bytes(&self, name: &str) -> Result<Option<Vec<u8>>> {
        let path = self.root.join(format!("{name}.class"));
        match std::fs::read(&path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Error::class_path(&path, error.to_string())),
        }
    }

    fn services(&self) -> Result<BTreeMap<String, Vec<String>>> {
        let folder = self.root.join("META-INF/services");
        let mut services = BTreeMap::new();
        for entry in walkdir::WalkDir::new(&folder).min_depth(1).max_depth(1).into_iter().flatten() {
            let path = entry.path();
            if let (Some(service), Ok(text)) =
                (path.file_name().and_then(|name| name.to_str()), std::fs::read_to_string(path))
            {
                services.insert(service.to_owned(), providers(&text));
            }
        }
        Ok(services)
    }
}

/// The JDK's own classes.
impl ClassSource for Jdk {
    fn class_names(&self) -> Vec<String> {
        self.class_names().map(str::to_owned).collect()
    }

    fn class_bytes(&self, name: &str) -> Result<Option<Vec<u8>>> {
        Ok(self.class_bytes(name))
    }

    fn supertypes(&self, name: &str) -> Option<Vec<String>> {
        self.supertypes(name)
    }
}

/// The providers that a file under `META-INF/services` names (`java.util.ServiceLoader`).
pub fn providers(text: &str) -> Vec<String> {
    let names = text.lines().map(|line| line.split('#').next().unwrap_or("").trim());
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}
