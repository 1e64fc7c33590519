//! The jars of the cases' programs: each is made once, since the regions of a program share it.
//!
//! They lie in folders of their own, which are removed at the end by [`Built::remove`].

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use super::case::Case;
use super::common;

/// A jar; none if it could not be made.
type Jar = Arc<OnceLock<Option<(tempfile::TempDir, PathBuf)>>>;

/// The jars that were made, by what they were made of.
#[derive(Default)]
pub struct Built(Mutex<BTreeMap<String, Jar>>);

impl Built {
    /// The jar of the case's program; `by` tells compilers, flags and JDKs apart, `compile` puts its classes into a folder.
    pub fn jar(&self, case: &Case, by: &str, compile: impl FnOnce(&Path)) -> Option<PathBuf> {
        let key = format!("{:?} {} {by}", case.sources, case.main);
        let cell = Arc::clone(self.0.lock().ok()?.entry(key).or_default());
        let made = cell.get_or_init(|| {
            let folder = tempfile::tempdir().ok()?;
            let classes = folder.path().join("classes");
            std::fs::create_dir(&classes).ok()?;
            compile(&classes);
            let jar = folder.path().join("app.jar");
            common::pack(&classes, Some(&case.main), &jar);
            Some((folder, jar))
        });
        made.as_ref().map(|(_, jar)| jar.clone())
    }

    /// Removes them all.
    pub fn remove(&self) {
        if let Ok(mut jars) = self.0.lock() {
            jars.clear();
        }
    }
}
