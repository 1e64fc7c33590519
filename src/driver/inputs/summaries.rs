//! Where what is known of JDKs is kept: a cache folder with two files for each JDK, the summaries of its classes
//! ([`crate::analysis::summaries`]) and the runtime as the jars for that JDK have it; beside them lie answers about programs
//! ([`super::answers`]).
//!
//! A file is of one build of jcp and one state of one JDK: its name and its content have a fingerprint of the running
//! executable, of the JDK's `release` file, and of size and time of its `lib/modules`. When a file is written, those that
//! were of the same JDK folder before go. A folder that cannot be written, and a file that is not whole, are no errors:
//! all is then made anew.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use memmap2::Mmap;
use sha2::{Digest, Sha256};

use super::answers::KeptAnswers;
use super::class_path;
use super::jdk::JdkHome;
use super::trust::is_own;
use crate::analysis::points_to::{Answers, Budget, Known, summarize};
use crate::analysis::summaries::{Fingerprint, Summaries, store};
use crate::util::hex::digits;

/// Which folder is the cache.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Cache {
    /// None.
    #[default]
    Off,
    /// `JCP_CACHE`, else `jcp` in `XDG_CACHE_HOME`, else `.cache/jcp` in the home folder.
    Usual,
    /// This one.
    At(PathBuf),
}

/// Names of files, and what they hold.
type Files = Vec<(String, Vec<u8>)>;

/// How many bytes of a hash stand in a name.
const NAMED: usize = 8;

impl Cache {
    /// The folder; none if there is none, or no variable tells.
    pub fn folder(&self) -> Option<PathBuf> {
        let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        match self {
            Self::Off => None,
            Self::At(folder) => Some(folder.clone()),
            Self::Usual => variable("JCP_CACHE").or_else(|| {
                let caches = variable("XDG_CACHE_HOME").filter(|folder| folder.is_absolute());
                Some(caches.or_else(|| Some(variable("HOME")?.join(".cache")))?.join("jcp"))
            }),
        }
    }

    /// The summaries of the JDK, from the cache or made now; none without a cache.
    pub fn summaries(&self, jdk: &JdkHome, budget: &Budget) -> Option<Arc<Summaries>> {
        let place = self.place(jdk, "summaries")?;
        if let Some(found) = place.read() {
            return Some(Arc::new(found));
        }
        // making them takes longer than doing without once: not for a folder that keeps nothing
        place.try_folder()?;
        let program = class_path::program(&[], &jdk.home).ok()?;
        let bytes = summarize(&program, &place.fingerprint, budget)?;
        place.write(&bytes);
        Summaries::from_bytes(bytes, &place.fingerprint).map(Arc::new)
    }

    /// What is known before a points-to analysis on the JDK begins.
    pub fn known(&self, jdk: &JdkHome, budget: &Budget) -> Known {
        Known { jdk: self.summaries(jdk, budget), answers: self.answers(jdk) }
    }

    fn answers(&self, jdk: &JdkHome) -> Option<Arc<dyn Answers>> {
        Some(Arc::new(KeptAnswers { folder: self.folder()?, fingerprint: fingerprint(jdk)? }))
    }

    /// The runtime's files for this JDK, names and contents, from the cache or made now. They are code that goes into jars: a file of the
    /// cache that is another user's, or that others may write, is not believed.
    pub fn runtime<E>(&self, jdk: &JdkHome, make: impl FnOnce() -> Result<Files, E>) -> Result<Files, E> {
        let place = self.place(jdk, "runtime");
        let kept = place.as_ref().and_then(Place::read_own);
        if let Some(files) = kept.and_then(|kept| store::decode(kept.state())) {
            return Ok(files);
        }
        let files = make()?;
        if let Some(place) = place.filter(|place| place.try_folder().is_some())
            && let Some(bytes) = store::encode(&files).and_then(|state| store::file(&place.fingerprint, &state, &[]))
        {
            place.write(&bytes);
        }
        Ok(files)
    }

    fn place(&self, jdk: &JdkHome, ending: &'static str) -> Option<Place> {
        let folder = self.folder()?;
        let fingerprint = fingerprint(jdk)?;
        let of_jdk = format!("jdk-{}-{}-", jdk.feature, digits(&Sha256::digest(path_bytes(&jdk.home))[..NAMED]));
        let path = folder.join(format!("{of_jdk}{}.{ending}", digits(&fingerprint[..NAMED])));
        Some(Place { folder, of_jdk, path, fingerprint, ending })
    }
}

/// A file of the cache, there or not.
struct Place {
    folder: PathBuf,
    /// How the names of all files of the JDK folder begin.
    of_jdk: String,
    path: PathBuf,
    fingerprint: Fingerprint,
    ending: &'static str,
}

impl Place {
    fn read(&self) -> Option<Summaries> {
        Summaries::open(&self.path, &self.fingerprint)
    }

    fn read_own(&self) -> Option<Summaries> {
        let file = File::open(&self.path).ok()?;
        if is_own(&file.metadata().ok()?) { Summaries::of(&file, &self.fingerprint) } else { None }
    }

    /// Makes the folder; none if it keeps nothing.
    fn try_folder(&self) -> Option<()> {
        std::fs::create_dir_all(&self.folder).ok()?;
        tempfile::tempfile_in(&self.folder).ok().map(drop)
    }

    fn write(&self, bytes: &[u8]) {
        if store::write(&self.path, bytes).is_ok() {
            remove_others(self);
        }
    }
}

/// Removes the files of the same JDK folder but the one that is right, and with them what writers that died left. A writer
/// that is still at it does without its file then.
fn remove_others(right: &Place) {
    let files = right.folder.read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
    let is_other =
        |file: &PathBuf| *file != right.path && file.extension().is_some_and(|ending| ending == right.ending);
    for file in files.filter(is_other) {
        if file.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&right.of_jdk)) {
            let _ = std::fs::remove_file(file); // another process may have done it
        }
    }
}

fn fingerprint(jdk: &JdkHome) -> Option<Fingerprint> {
    let modules = std::fs::metadata(jdk.home.join("lib/modules")).ok()?;
    let time = modules.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    let (size, sum) = executable()?;
    let mut hash = Sha256::new();
    hash.update(env!("CARGO_PKG_VERSION"));
    hash.update(size.to_le_bytes());
    hash.update(sum.to_le_bytes());
    hash.update(modules.len().to_le_bytes());
    hash.update(time.as_nanos().to_le_bytes());
    hash.update(std::fs::read(jdk.home.join("release")).ok()?);
    Some(hash.finalize().into())
}

/// Size and checksum of the running executable: another build analyses in another way.
fn executable() -> Option<(u64, u32)> {
    let file = File::open(std::env::current_exe().ok()?).ok()?;
    // SAFETY: the mapping is only read. Who installs another build renames it over this one; whoever else truncates the file
    // while it is read ends this process with SIGBUS, as the mapping does from which it runs.
    #[allow(unsafe_code, reason = "memory mapping; see above")]
    let content = unsafe { Mmap::map(&file) }.ok()?;
    Some((content.len() as u64, crc32c::crc32c(&content)))
}

fn path_bytes(path: &Path) -> Vec<u8> {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    path.as_os_str().as_encoded_bytes().to_vec()
}
