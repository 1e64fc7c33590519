//! Where classes come from: folders and the JDK's image here, jars where the class path is put together.
//! A source lists its classes in a fixed order, so that ids are the same on every run. Of its other files it tells the contents apart, by
//! digests or, in jars, by checksums.

use super::error::{Error, Result};
use crate::classfile::jimage::Jdk;
use rayon::prelude::*;
use sha2::{Digest, Sha256};
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

    /// What tells the contents of all its files but class files and lists of services, by their names as a program asks for them.
    fn resources(&self) -> Vec<(String, u128)> {
        Vec::new()
    }
}

/// What tells a folder into which jcp has unpacked a jar from others.
pub const UNPACKED: &str = "META-INF/jcp/plan.txt";

/// Where the lists of service providers are.
pub const SERVICES: &str = "META-INF/services/";

/// Longer files of folders are not read, bytes.
const LONG: u64 = 1 << 20;

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
        for entry in files(root) {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) if is_out_of_reach(&error) => continue,
                Err(error) => return Err(Error::class_path(root, error.to_string())),
            };
            if let Some(name) = name_in(root, &entry).and_then(|name| name.strip_suffix(".class").map(str::to_owned)) {
                names.push(name);
            }
        }
        Ok(Self { root: root.to_owned(), names })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.root
    }
}

/// All files and folders below a folder of the class path.
fn files(root: &Path) -> impl Iterator<Item = walkdir::Result<walkdir::DirEntry>> {
    let walk = walkdir::WalkDir::new(root).follow_links(true).sort_by_file_name().into_iter();
    let is_unpacked = |entry: &walkdir::DirEntry| {
        entry.depth() > 0 && entry.file_type().is_dir() && entry.path().join(UNPACKED).is_file()
    };
    walk.filter_entry(move |entry| !is_unpacked(entry))
}

fn name_in(root: &Path, entry: &walkdir::DirEntry) -> Option<String> {
    let relative = entry.path().strip_prefix(root).ok()?.to_str()?;
    Some(relative.replace(std::path::MAIN_SEPARATOR, "/"))
}

fn digest(bytes: &[u8]) -> u128 {
    Sha256::digest(bytes).iter().take(16).fold(0, |sum, byte| sum << 8 | u128::from(*byte))
}

/// What tells the content of a file: of a long one its length and date, since a folder of the class path may hold anything.
fn content_of(entry: &walkdir::DirEntry) -> Option<u128> {
    let known = entry.metadata().ok().filter(std::fs::Metadata::is_file)?;
    if known.len() > LONG {
        let date = known.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
        return Some(digest(format!("{} {}", known.len(), date.as_nanos()).as_bytes()));
    }
    std::fs::read(entry.path()).ok().map(|bytes| digest(&bytes))
}

/// What tells the contents of all resources of a class path, by their names; of those with one name all count, in their order.
pub fn resources<'a>(class_path: impl Iterator<Item = &'a dyn ClassSource>) -> BTreeMap<String, u128> {
    let mut all: BTreeMap<String, u128> = BTreeMap::new();
    for (name, content) in class_path.flat_map(ClassSource::resources) {
        let before = all.get(&name).copied();
        let both = |before: u128| digest(&[before.to_be_bytes(), content.to_be_bytes()].concat());
        all.insert(name, before.map_or(content, both));
    }
    all
}

/// Whether a file of the class path is neither a class file nor a list of services.
pub fn is_resource(name: &str) -> bool {
    let is_service = name.strip_prefix(SERVICES).is_some_and(|name| !name.contains('/'));
    name.strip_suffix(".class").is_none() && !name.ends_with('/') && !is_service
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
        let folder = self.root.join(SERVICES);
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

    fn resources(&self) -> Vec<(String, u128)> {
        let all: Vec<walkdir::DirEntry> = files(&self.root).filter_map(std::result::Result::ok).collect();
        let resource = |entry: &walkdir::DirEntry| {
            let name = name_in(&self.root, entry).filter(|name| is_resource(name))?;
            Some((name, content_of(entry)?))
        };
        all.par_iter().filter_map(resource).collect()
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
