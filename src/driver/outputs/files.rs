//! Files that the commands write.
//!
//! Invariant: each is written beside its final name and renamed, so that it is whole or as it was before.

use crate::classfile::error::plain;
use crate::driver::error::DriverError;
use std::io::Write as _;
use std::path::Path;

/// Writes a file beside its final name and renames it; anybody may read it, less what the umask takes, as any new file.
pub fn write(file: &Path, content: &[u8]) -> Result<(), DriverError> {
    write_with(file, content, 0o666)
}

/// The same for what a heap held: nobody else may read it, and never could.
pub fn write_private(file: &Path, content: &[u8]) -> Result<(), DriverError> {
    write_with(file, content, 0o600)
}

fn write_with(file: &Path, content: &[u8], permissions: u32) -> Result<(), DriverError> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let fail = |error: std::io::Error| {
        let missing = error.kind() == std::io::ErrorKind::NotFound && !folder.is_dir();
        let error = if missing { std::io::Error::other("its folder does not exist") } else { plain(&error) };
        DriverError::io("cannot write", file)(error)
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".jcp-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(permissions));
    }
    let mut beside = builder.tempfile_in(folder).map_err(fail)?;
    beside.write_all(content).map_err(fail)?;
    beside.persist(file).map_err(|error| fail(error.error))?;
    Ok(())
}
