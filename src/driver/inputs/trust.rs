//! Whether a replay will believe a checkpoint, which makes any object: the same rules as in the runtime (`CheckpointFile`, `Key`),
//! for `jcp refresh`, which chooses what the next run does, and `jcp inspect`.
//!
//! With a key the HMAC must be right, whoever has the file. Else the file must be the user's own, and nobody else may write it.

use std::fs::{File, Metadata};
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::checkpoint::Checkpoint;
use crate::driver::error::DriverError;

/// Names the file that holds the key.
pub const VARIABLE: &str = "JCP_KEY_FILE";
const LEAST: usize = 32;
const MOST: usize = 1 << 16;

/// The key that the environment names, if it names one; an error if it cannot be used.
pub fn key() -> Result<Option<Vec<u8>>, DriverError> {
    let Some(file) = std::env::var_os(VARIABLE) else { return Ok(None) };
    read(&PathBuf::from(file)).map(Some)
}

fn read(path: &Path) -> Result<Vec<u8>, DriverError> {
    let file = File::open(path).map_err(DriverError::input("cannot read the key", path))?;
    let status = file.metadata().map_err(DriverError::input("cannot read the key", path))?;
    let wrong = |why: String| Err(DriverError::Input(format!("{}: {why}", path.display())));
    if status.uid() != user() {
        return wrong(format!(
            "the key belongs to user {}, but jcp runs as user {}; use a key of your own",
            status.uid(),
            user()
        ));
    }
    if status.mode() & 0o077 != 0 {
        let mode = status.mode() & 0o7777;
        return wrong(format!(
            "other users may access the key (its permissions are {mode:o}); run chmod 600 {}",
            path.display()
        ));
    }
    let mut key = Vec::new();
    file.take(MOST as u64 + 1).read_to_end(&mut key).map_err(DriverError::input("cannot read the key", path))?;
    if key.len() < LEAST || key.len() > MOST {
        return wrong(format!("the key has {} bytes, but needs {LEAST} to {MOST}", key.len()));
    }
    Ok(key)
}

fn user() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// Whether the file is the user's own and nobody else may write it.
pub fn is_own(status: &Metadata) -> bool {
    status.uid() == user() && status.mode() & 0o022 == 0
}

/// Why a replay will not believe the checkpoint; none if it will.
pub fn doubt(checkpoint: &Checkpoint, key: Option<&[u8]>) -> Option<String> {
    let file = checkpoint.path().display();
    match key {
        Some(key) if checkpoint.is_made_with(key) => None,
        Some(_) if checkpoint.has_hmac() => {
            Some(format!("{file} was not made with the key of {VARIABLE}, or was changed"))
        }
        Some(_) => Some(format!("{file} has no HMAC, but {VARIABLE} names a key")),
        None if checkpoint.owner() != user() => {
            Some(format!("{file} belongs to user {}, but jcp runs as user {}", checkpoint.owner(), user()))
        }
        None if checkpoint.mode() & 0o022 != 0 => {
            Some(format!("other users may write {file} (its permissions are {:o})", checkpoint.mode()))
        }
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::is_own;
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn what_others_may_write_is_not_ones_own() {
        let file = tempfile::tempfile().expect("a file");
        for (mode, own) in [(0o600, true), (0o644, true), (0o620, false), (0o602, false), (0o666, false)] {
            file.set_permissions(Permissions::from_mode(mode)).expect("permissions");
            assert_eq!(is_own(&file.metadata().expect("a status")), own, "{mode:o}");
        }
    }
}
