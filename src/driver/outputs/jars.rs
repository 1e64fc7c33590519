//! The jars of a program: the capturing and the replaying one, or the one that records what a run does.
//!
//! Steps: rewrite all classes ([`super::changed`]), gather what both jars have ([`super::common`]), write each ([`super::jar`]).
//! Both are rewritten before either is written.

use super::at_start::{self, Run};
use super::changed::{changed, noting, observed};
use super::common::{self, common};
use super::jar::{prepare, written};
use super::parts::{Added, Parts};
use super::targets::targets;
use crate::classfile::code::Changes;
use crate::classfile::jar;
use crate::driver::error::DriverError;
use crate::region::Point;
use std::path::{Path, PathBuf};

/// Writes `NAME-capture.jar` and `NAME-replay.jar` into the folder: both or, when something goes wrong, neither. Tells what
/// was changed in the methods of each.
pub fn write(parts: &Parts, folder: &Path) -> Result<([PathBuf; 2], [Changes; 2]), DriverError> {
    let [capture, replay] = targets(parts.application, folder);
    if let Some(target) = [&capture, &replay].into_iter().find(|target| target.is_dir()) {
        return Err(DriverError::io("cannot write", target)(std::io::ErrorKind::IsADirectory.into()));
    }
    let ([capturing, replaying], bare, changes) = changed(parts)?;
    let common = common(parts, &bare)?;
    let with = |more: Added| common.iter().cloned().chain(more).collect::<Added>();
    let is_noted = !parts.plans.noted.is_empty();
    let for_capture = with(vec![at_start::file(parts.runtime, Run::Capturing), noted(is_noted)]);
    let own = [at_start::file(parts.runtime, Run::Replaying), noted(false)];
    let for_replay = with(bare.into_iter().chain(own).collect());
    let pending =
        [prepare(parts, &capture, capturing, &for_capture)?, prepare(parts, &replay, replaying, &for_replay)?];
    pending.into_iter().try_for_each(jar::Pending::persist).map_err(written)?;
    Ok(([capture, replay], changes))
}

/// Tells the runtime whether it is to note what the run does (`runtime-java`, `RunFacts`).
fn noted(is_noted: bool) -> (String, Vec<u8>) {
    ("META-INF/jcp/noted".to_owned(), vec![b'1'; usize::from(is_noted)])
}

/// Writes `NAME-replay.jar` alone into the folder.
pub fn write_replaying(parts: &Parts, folder: &Path) -> Result<PathBuf, DriverError> {
    let [_, replay] = targets(parts.application, folder);
    let ([_, replaying], bare, _) = changed(parts)?;
    let mut common = common(parts, &bare)?;
    common.extend(bare);
    common.extend([at_start::file(parts.runtime, Run::Replaying), noted(false)]);
    prepare(parts, &replay, replaying, &common)?.persist().map_err(written)?;
    Ok(replay)
}

/// Writes `NAME-observe.jar` into the folder: the capturing jar that records what a run does.
pub fn write_observing(parts: &Parts, folder: &Path) -> Result<PathBuf, DriverError> {
    let (changed, catalogue) = observed(parts)?;
    let mut common = common(parts, &Added::new())?;
    common.push(("META-INF/jcp/observe.txt".to_owned(), catalogue.table().into_bytes()));
    common.extend([at_start::file(parts.runtime, Run::Capturing), noted(false)]);
    let target = folder.join(format!("{}-observe.jar", parts.application.name));
    prepare(parts, &target, changed, &common)?.persist().map_err(written)?;
    Ok(target)
}

/// Writes `NAME-stacks.jar` into the folder: the program, whose places note by which calls a run comes to them, each with its number here.
pub fn write_noting(parts: &Parts, places: &[Point], folder: &Path) -> Result<PathBuf, DriverError> {
    let target = folder.join(format!("{}-stacks.jar", parts.application.name));
    prepare(parts, &target, noting(parts, places)?, &common::noting()?)?.persist().map_err(written)?;
    Ok(target)
}
