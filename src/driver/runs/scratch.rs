//! The scratch folder of a verification and the working directories of its runs.
//!
//! ```text
//! W/run             working directory of the run that is under way, the same path for all
//! W/original, …     the same directories after their runs
//! W/original.out, W/original.err, …   outputs
//! W/checkpoint.jcp, W/mark, W/capture.json, W/replay.json, …   what the runtime leaves (see `evidence`)
//! ```
//!
//! Copies keep symbolic links as links, permissions and times of change: programs such as build tools look at these. Sockets,
//! pipes and devices are not copied. Relative links that lead out of the user's directory become absolute; links that lead into it
//! by its own name become relative, since a run that wrote through them would change the user's files, uncompared.

use std::fs::{self, File, FileTimes};
use std::path::{Component, Path, PathBuf};

use tempfile::TempDir;
use walkdir::WalkDir;

use crate::driver::error::DriverError;
use crate::driver::inputs::java_paths;
use crate::util::paths::normal;

/// The most that a working directory may hold, in bytes.
pub const MOST_BYTES: u64 = 2 << 30;

/// A scratch folder; removed in the end unless it is to be kept.
#[derive(Debug)]
pub struct Scratch {
    root: PathBuf,
    temporary: Option<TempDir>,
}

impl Scratch {
    /// A new folder among the system's temporary files.
    pub fn new(keep: bool) -> Result<Self, DriverError> {
        let place = std::env::temp_dir();
        java_paths::check_for_run(&place)?;
        let folder = tempfile::Builder::new()
            .prefix("jcp-verify-")
            .tempdir()
            .map_err(DriverError::io("cannot create a folder in", &place))?;
        let (path, temporary) = if keep { (folder.keep(), None) } else { (folder.path().to_path_buf(), Some(folder)) };
        let root = path.canonicalize().map_err(DriverError::io("cannot use", &path))?;
        java_paths::check_for_run(&root)?; // where a link leads
        Ok(Self { root, temporary })
    }

    /// The folder, if it stays.
    pub fn kept(&self) -> Option<PathBuf> {
        self.temporary.is_none().then(|| self.root.clone())
    }

    /// The path of something in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// A new folder in it.
    pub fn folder(&self, name: &str) -> Result<PathBuf, DriverError> {
        let folder = self.path(name);
        fs::create_dir_all(&folder).map_err(DriverError::io("cannot create", &folder))?;
        Ok(folder)
    }

    /// Removes all that is in the folder but for what has one of these names.
    pub fn keep_only(&self, names: &[&str]) -> Result<(), DriverError> {
        let error = |source| DriverError::io("cannot remove what is in", &self.root)(source);
        for entry in fs::read_dir(&self.root).map_err(error)? {
            let entry = entry.map_err(error)?;
            if names.iter().any(|name| entry.file_name() == *name) {
                continue;
            }
            let is_folder = entry.file_type().map_err(error)?.is_dir();
            if is_folder { fs::remove_dir_all(entry.path()) } else { fs::remove_file(entry.path()) }.map_err(error)?;
        }
        Ok(())
    }

    /// The working directory of the run under way.
    pub fn run_dir(&self) -> PathBuf {
        self.path("run")
    }

    /// Makes the working directory a copy of `from`.
    pub fn start_copy(&self, from: &Path) -> Result<(), DriverError> {
        copy_tree(&working_directory(from)?, &self.run_dir(), (&self.root, MOST_BYTES), own_link)
    }

    /// Makes the working directory of a folder by moving that folder there.
    pub fn start_from(&self, folder: &Path) -> Result<(), DriverError> {
        fs::rename(folder, self.run_dir()).map_err(DriverError::io("cannot move", folder))
    }

    /// Does what the run under way asks for: a copy of the working directory as it is, or that directory as in a copy. See
    /// `Mark` in `runtime-java`.
    pub fn answer(&self) -> Result<(), DriverError> {
        let asked = self.path("mark.ask");
        let Ok(text) = fs::read_to_string(&asked) else { return Ok(()) };
        match text.lines().collect::<Vec<_>>()[..] {
            ["copy", to] => {
                let to = Path::new(to);
                if to.exists() {
                    fs::remove_dir_all(to).map_err(DriverError::io("cannot remove", to))?;
                }
                let above = to.parent().unwrap_or(&self.root);
                fs::create_dir_all(above).map_err(DriverError::io("cannot create", above))?;
                copy_tree(&self.run_dir(), to, (&self.root, u64::MAX), link_out)?;
            }
            ["resume", from] => synchronise(Path::new(from), &self.run_dir())?,
            _ => return Err(DriverError::Internal(format!("{} holds an unknown request", asked.display()))),
        }
        fs::remove_file(&asked).map_err(DriverError::io("cannot remove", &asked))
    }

    /// Gives the working directory its final name.
    pub fn finish(&self, name: &str) -> Result<PathBuf, DriverError> {
        let target = self.path(name);
        fs::rename(self.run_dir(), &target).map_err(DriverError::io("cannot move to", &target))?;
        Ok(target)
    }
}

/// The directory in full; it has to be there.
pub fn working_directory(named: &Path) -> Result<PathBuf, DriverError> {
    let folder = named.canonicalize().map_err(DriverError::input("cannot use the working directory", named))?;
    if folder.is_dir() {
        Ok(folder)
    } else {
        Err(DriverError::Input(format!("{} is not a directory", folder.display())))
    }
}

/// Makes a folder equal to another one; files that are in both are overwritten, since they may be open.
fn synchronise(from: &Path, to: &Path) -> Result<(), DriverError> {
    let kind = |path: &Path| fs::symlink_metadata(path).ok().map(|found| found.file_type());
    for entry in WalkDir::new(to).min_depth(1).contents_first(true).into_iter().flatten() {
        let inside = entry.path().strip_prefix(to).unwrap_or(Path::new(""));
        if kind(&from.join(inside)) == Some(entry.file_type()) {
            continue;
        }
        let removed =
            if entry.file_type().is_dir() { fs::remove_dir(entry.path()) } else { fs::remove_file(entry.path()) };
        removed.map_err(DriverError::io("cannot remove", entry.path()))?;
    }
    for entry in WalkDir::new(from).min_depth(1).into_iter().flatten() {
        let target = to.join(entry.path().strip_prefix(from).unwrap_or(Path::new("")));
        if entry.file_type().is_dir() {
            fs::create_dir_all(&target).map_err(DriverError::io("cannot create", &target))?;
        } else if entry.file_type().is_symlink() {
            if target.symlink_metadata().is_ok() {
                fs::remove_file(&target).map_err(DriverError::io("cannot remove", &target))?;
            }
            copy_link((from, entry.path()), &target, link_out)?;
        } else {
            fs::copy(entry.path(), &target).map_err(DriverError::io("cannot copy", entry.path()))?;
            copy_times(entry.path(), &target)?;
        }
    }
    Ok(())
}

/// What a link of a copy leads to: by the folder that is copied, the link's folder in it, and what the link there leads to.
type Leads = fn(&Path, &Path, PathBuf) -> PathBuf;

/// Copies a folder; `except` (the scratch folder, if it lies inside) is left out.
fn copy_tree(from: &Path, to: &Path, (except, most_bytes): (&Path, u64), leads: Leads) -> Result<(), DriverError> {
    let mut bytes = 0;
    let mut folders = Vec::new();
    let entries = WalkDir::new(from).follow_links(false).into_iter().filter_entry(|entry| entry.path() != except);
    for entry in entries {
        let entry = entry.map_err(|error| {
            DriverError::Input(format!("cannot copy the working directory {}: {error}", from.display()))
        })?;
        let inside = entry.path().strip_prefix(from).unwrap_or(Path::new(""));
        let target = if inside.as_os_str().is_empty() { to.to_path_buf() } else { to.join(inside) };
        let copying = || DriverError::io("cannot copy", entry.path());
        if entry.file_type().is_dir() {
            fs::create_dir(&target).map_err(DriverError::io("cannot create", &target))?;
            folders.push((entry.path().to_path_buf(), target));
        } else if entry.file_type().is_symlink() {
            copy_link((from, entry.path()), &target, leads)?;
        } else if entry.file_type().is_file() {
            bytes += entry.metadata().map_or(0, |metadata| metadata.len());
            if bytes > most_bytes {
                return Err(too_large(from, most_bytes));
            }
            fs::copy(entry.path(), &target).map_err(copying())?;
            copy_times(entry.path(), &target)?;
        }
    }
    // Innermost first, as writing into a folder changes its time; permissions last, as they may forbid writing.
    for (source, target) in folders.iter().rev() {
        copy_times(source, target)?;
        let permissions = fs::metadata(source).map_err(DriverError::io("cannot read", source))?.permissions();
        fs::set_permissions(target, permissions).map_err(DriverError::io("cannot set the permissions of", target))?;
    }
    Ok(())
}

fn too_large(folder: &Path, most_bytes: u64) -> DriverError {
    DriverError::Input(format!(
        "the working directory {} holds more than {} MiB, and jcp copies it for every run; \
         name a smaller one with --workdir DIR (large inputs may be symbolic links in it)",
        folder.display(),
        most_bytes >> 20
    ))
}

fn copy_times(source: &Path, target: &Path) -> Result<(), DriverError> {
    let copy = || {
        let modified = fs::metadata(source)?.modified()?;
        File::open(target)?.set_times(FileTimes::new().set_modified(modified))
    };
    copy().map_err(DriverError::io("cannot set the time of", target))
}

fn copy_link((root, link): (&Path, &Path), target: &Path, leads: Leads) -> Result<(), DriverError> {
    let points_at = fs::read_link(link).map_err(DriverError::io("cannot read", link))?;
    let points_at = leads(root, link.parent().unwrap_or(root), points_at);
    std::os::unix::fs::symlink(&points_at, target).map_err(DriverError::io("cannot create", target))
}

/// A link of a run's directory, which will have the same path again: only where it leads out by a relative path it changes.
fn link_out(root: &Path, folder: &Path, points_at: PathBuf) -> PathBuf {
    let meant = normal(&folder.join(&points_at));
    if points_at.is_absolute() || meant.starts_with(root) { points_at } else { meant }
}

/// A link of the user's directory, whose path the copy does not have.
fn own_link(root: &Path, folder: &Path, points_at: PathBuf) -> PathBuf {
    let place = folder.strip_prefix(root).unwrap_or(Path::new(""));
    let Some(inside) = within(root, &normal(&folder.join(&points_at))) else {
        return link_out(root, folder, points_at);
    };
    if points_at.is_relative() && stays(place, &points_at) {
        return points_at;
    }
    let up: PathBuf = place.components().map(|_| Component::ParentDir).collect();
    Some(up.join(inside)).filter(|path| !path.as_os_str().is_empty()).unwrap_or_else(|| PathBuf::from("."))
}

/// The part of a path behind the folder that it lies in, whatever links the path goes through; none if it lies elsewhere.
fn within(root: &Path, path: &Path) -> Option<PathBuf> {
    let resolved = || Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?));
    let inside = |path: &Path| path.strip_prefix(root).map(Path::to_path_buf).ok();
    inside(path).or_else(|| inside(&resolved()?))
}

/// Whether a relative path never leaves the folder in which it starts at a place.
fn stays(place: &Path, path: &Path) -> bool {
    let mut depth = place.components().count();
    path.components().all(|part| {
        let next = match part {
            Component::ParentDir => depth.checked_sub(1),
            Component::CurDir => Some(depth),
            _ => Some(depth + 1),
        };
        depth = next.unwrap_or_default();
        next.is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, SystemTime};

    fn folder_with_a_file(size: usize) -> TempDir {
        let folder = tempfile::tempdir().expect("folder");
        fs::create_dir(folder.path().join("sub")).expect("folder");
        fs::write(folder.path().join("sub/file"), vec![b'x'; size]).expect("file");
        folder
    }

    #[test]
    fn copies_keep_links_times_and_leave_out_the_scratch_folder() {
        let from = folder_with_a_file(3);
        let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
        let file = from.path().join("sub/file");
        File::options().write(true).open(&file).and_then(|f| f.set_modified(old)).expect("time");
        std::os::unix::fs::symlink("../../outside", from.path().join("sub/out")).expect("link");
        std::os::unix::fs::symlink("file", from.path().join("sub/in")).expect("link");
        let except = from.path().join("scratch");
        fs::create_dir(&except).expect("folder");

        let to = tempfile::tempdir().expect("folder");
        let to = to.path().join("copy");
        copy_tree(from.path(), &to, (&except, 3), link_out).expect("copied");

        assert_eq!(fs::metadata(to.join("sub/file")).and_then(|m| m.modified()).expect("time"), old);
        assert_eq!(fs::read_link(to.join("sub/in")).expect("link"), Path::new("file"));
        let outside = from.path().parent().expect("parent").join("outside");
        assert_eq!(fs::read_link(to.join("sub/out")).expect("link"), outside);
        assert!(!to.join("scratch").exists());
    }

    #[test]
    fn a_directory_that_is_too_large_is_refused_with_a_way_out() {
        let from = folder_with_a_file(4);
        let to = tempfile::tempdir().expect("folder");
        let to = to.path().join("copy");
        let error = copy_tree(from.path(), &to, (Path::new("/nowhere"), 3), own_link).expect_err("too large");
        assert!(error.to_string().contains("--workdir DIR"), "{error}");
    }

    #[test]
    fn links_into_the_users_directory_lead_into_the_copy() {
        let from = folder_with_a_file(3);
        let root = from.path().canonicalize().expect("a folder");
        let name = root.file_name().expect("a name").to_string_lossy().into_owned();
        let elsewhere = tempfile::tempdir().expect("folder");
        std::os::unix::fs::symlink(&root, elsewhere.path().join("alias")).expect("link");
        let links = [
            ("sub/absolute", root.join("sub/file"), "../sub/file"),
            ("top", root.join("sub"), "sub"),
            ("itself", root.clone(), "."),
            ("aliased", elsewhere.path().join("alias/sub"), "sub"),
            ("around", format!("../{name}/sub").into(), "sub"),
            ("plain", "sub/../sub/file".into(), "sub/../sub/file"),
            ("outside", "/etc/hostname".into(), "/etc/hostname"),
        ];
        for (place, points_at, _) in &links {
            std::os::unix::fs::symlink(points_at, root.join(place)).expect("link");
        }
        let scratch = Scratch::new(false).expect("scratch");
        scratch.start_copy(from.path()).expect("copied");
        for (place, _, expected) in &links {
            assert_eq!(fs::read_link(scratch.run_dir().join(place)).expect("link"), Path::new(expected), "{place}");
        }
        fs::write(scratch.run_dir().join("sub/absolute"), "written").expect("a file");
        assert_eq!(fs::read(root.join("sub/file")).expect("a file"), b"xxx");
    }

    #[test]
    fn a_run_that_links_to_its_own_directory_finds_the_link_as_it_made_it() {
        let from = folder_with_a_file(3);
        let scratch = Scratch::new(false).expect("scratch");
        scratch.start_copy(from.path()).expect("copied");
        let file = scratch.run_dir().join("sub/file");
        std::os::unix::fs::symlink(&file, scratch.run_dir().join("made")).expect("link");
        fs::write(scratch.path("mark.ask"), format!("copy\n{}\n", scratch.path("mark/cwd").display())).expect("a file");
        scratch.answer().expect("copied");
        assert_eq!(fs::read_link(scratch.path("mark/cwd/made")).expect("link"), file);
    }
}
