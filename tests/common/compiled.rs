//! Class files that javac has made before, of the same sources with the same flags: many tests start from the same program,
//! and javac takes longer than most of them.
//!
//! They are kept in cargo's folder for tests, named after all that they depend on. With a class path they depend on more, and
//! are made each time.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use jcp::driver::jdk::JdkHome;

/// Has `classes` filled by `compile`, or from what that has made before.
pub fn once(jdk: &JdkHome, files: &[PathBuf], classes: &Path, flags: &[&str], compile: impl FnOnce(&Path)) {
    let Some(kept) = place(jdk, files, flags) else { return compile(classes) };
    if !kept.is_dir() {
        let beside = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let new = beside.path().join("classes");
        std::fs::create_dir(&new).unwrap();
        compile(&new);
        let _ = std::fs::rename(&new, &kept); // another test may have been faster
    }
    copy(&kept, classes);
}

/// Where they are kept; nothing if they depend on other classes.
fn place(jdk: &JdkHome, files: &[PathBuf], flags: &[&str]) -> Option<PathBuf> {
    if flags.contains(&"-cp") {
        return None;
    }
    let mut hasher = DefaultHasher::new();
    (&jdk.home, std::fs::read(jdk.home.join("release")).ok()?, flags).hash(&mut hasher);
    for file in files {
        (file.file_name(), std::fs::read(file).ok()?).hash(&mut hasher);
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("classes");
    std::fs::create_dir_all(&folder).unwrap();
    Some(folder.join(format!("{:016x}", hasher.finish())))
}

fn copy(from: &Path, to: &Path) {
    for entry in walkdir::WalkDir::new(from).into_iter().map(Result::unwrap) {
        let target = to.join(entry.path().strip_prefix(from).unwrap());
        if entry.file_type().is_dir() {
            std::fs::create_dir_all(target).unwrap();
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}
