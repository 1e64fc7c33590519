//! Where the summaries of JDKs are kept ([`crate::analysis::summaries`]): a cache folder with a file for each JDK.
//!
//! A file is of one build of jcp and one state of one JDK: its name and its content have a fingerprint of the running
//! executable, of the JDK's `release` file, and of size and time of its `lib/modules`. When a file is written, those that
//! were of the same JDK folder before go. A folder that cannot be written, and a file that is not whole, are no errors:
//! the analysis then does all by itself.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use sha2::{Digest, Sha256};

use super::class_path;
use super::jdk::JdkHome;
use crate::analysis::points_to::{Budget, summarize};
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

/// How many bytes of a hash stand in a name.
const NAMED: usize = 8;

const ENDING: &str = "summaries";

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
        let folder = self.folder()?;
        let fingerprint = fingerprint(jdk)?;
        let of_jdk = format!("jdk-{}-{}-", jdk.feature, digits(&Sha256::digest(path_bytes(&jdk.home))[..NAMED]));
        let path = folder.join(format!("{of_jdk}{}.{ENDING}", digits(&fingerprint[..NAMED])));
        if let Some(found) = Summaries::open(&path, &fingerprint) {
            return Some(Arc::new(found));
        }
        // making them takes longer than doing without once: not for a folder that keeps nothing
        std::fs::create_dir_all(&folder).ok()?;
        tempfile::tempfile_in(&folder).ok()?;
        let program = class_path::program(&[], &jdk.home).ok()?;
        let bytes = summarize(&program, &fingerprint, budget)?;
        if store::write(&path, &bytes).is_ok() {
            remove_others(&folder, &of_jdk, &path);
        }
        Summaries::from_bytes(bytes, &fingerprint).map(Arc::new)
    }
}

/// Removes the files of the same JDK folder but the one that is right, and with them what writers that died left. A writer
/// that is still at it does without its file then.
fn remove_others(folder: &Path, of_jdk: &str, right: &Path) {
    let files = folder.read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
    for file in files.filter(|file| file != right && file.extension().is_some_and(|ending| ending == ENDING)) {
        if file.file_name().is_some_and(|name| name.to_string_lossy().starts_with(of_jdk)) {
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
    let mut file = File::open(std::env::current_exe().ok()?).ok()?;
    let mut buffer = vec![0; 1 << 20];
    let (mut size, mut sum) = (0, 0);
    loop {
        let read = file.read(&mut buffer).ok()?;
        if read == 0 {
            return Some((size, sum));
        }
        size += read as u64;
        sum = crc32c::crc32c_append(sum, &buffer[..read]);
    }
}

fn path_bytes(path: &Path) -> Vec<u8> {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    path.as_os_str().as_encoded_bytes().to_vec()
}
