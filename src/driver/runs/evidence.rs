//! What the runtime leaves behind for a verification: the mark of the captured arrival, and its reports.
//!
//! `mark/mark.txt` has a line each of `stdout OFFSET`, `stderr OFFSET`, `nanos TIME`: how far both outputs had got, in bytes,
//! and how long the copying of the working directory to `mark/cwd` took, which is no cost of capturing; for a chain that
//! starts below main also `entry_stdout OFFSET` and `entry_stderr OFFSET` of the entry of its root. Where the region ended,
//! `mark/end.txt` and `mark/cwd-end` are the same of its end. The reports are JSON objects. Of the second region and further ones
//! all names have its number at their end. A file that is not there is a finding of its own; one that cannot be understood is an error.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::driver::error::{DriverError, Reason};

/// The captured arrival, seen from outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// Bytes printed to standard output before it.
    pub stdout: u64,
    /// Bytes printed to standard error before it.
    pub stderr: u64,
    /// Nanoseconds spent on copying the directory.
    pub nanos: u64,
    /// Where the chain starts below main: bytes printed to both when its root was entered, which the replay prints too.
    pub entry: Option<(u64, u64)>,
    /// The copy.
    pub directory: PathBuf,
    /// The region's end, if it has one and it was reached.
    pub end: Option<End>,
}

/// The end of the region of the captured arrival, seen from outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct End {
    /// Bytes printed to standard output before it.
    pub stdout: u64,
    /// Bytes printed to standard error before it.
    pub stderr: u64,
    /// A copy of the directory.
    pub directory: PathBuf,
}

/// What the capturing run left of one region.
#[derive(Debug)]
pub struct Evidence {
    /// Its report.
    pub told: Option<CaptureReport>,
    /// Its mark.
    pub mark: Option<Mark>,
    /// Size of the checkpoint; none if there is no file.
    pub bytes: Option<u64>,
}

/// The path with something more at its end.
fn with_end(path: &Path, end: &str) -> PathBuf {
    let mut whole = path.as_os_str().to_owned();
    whole.push(end);
    PathBuf::from(whole)
}

impl Evidence {
    /// That of a region, from 1, of so many; `paths`: those that the run was told for checkpoint, mark and report.
    pub fn read(paths: [&Path; 3], region: usize, regions: usize) -> Result<Self, DriverError> {
        let [checkpoint, mark, report] = paths;
        let numbered = |path: &Path| match region {
            1 => path.to_path_buf(),
            _ => with_end(path, &format!("-{region}")),
        };
        let stem = checkpoint.with_extension("");
        let checkpoint = match regions {
            1 => checkpoint.to_path_buf(),
            _ => with_end(&stem, &format!("-{region}.jcp")),
        };
        Ok(Self {
            told: CaptureReport::read(&numbered(report))?,
            mark: Mark::read(&numbered(mark))?,
            bytes: std::fs::metadata(checkpoint).ok().map(|file| file.len()),
        })
    }

    /// Whether there is a checkpoint, as the run says.
    pub fn is_captured(&self) -> bool {
        self.told.as_ref().is_some_and(|told| told.status == CaptureStatus::Captured)
    }
}

impl Mark {
    /// The mark in the folder that the capturing run was told; nothing if it made none.
    pub fn read(folder: &Path) -> Result<Option<Self>, DriverError> {
        let file = folder.join("mark.txt");
        let Some(text) = read_if_there(&file)? else { return Ok(None) };
        let number = |name: &str| number(&file, &text, name);
        let (stdout, stderr, nanos) = (number("stdout ")?, number("stderr ")?, number("nanos ")?);
        let entry =
            if text.contains("\nentry_") { Some((number("entry_stdout ")?, number("entry_stderr ")?)) } else { None };
        let file = folder.join("end.txt");
        let end = match read_if_there(&file)? {
            Some(text) => Some(End {
                stdout: self::number(&file, &text, "stdout ")?,
                stderr: self::number(&file, &text, "stderr ")?,
                directory: folder.join("cwd-end"),
            }),
            None => None,
        };
        Ok(Some(Self { stdout, stderr, nanos, entry, directory: folder.join("cwd"), end }))
    }

    /// Time spent on copying, in seconds.
    pub fn seconds(&self) -> f64 {
        std::time::Duration::from_nanos(self.nanos).as_secs_f64()
    }
}

/// The number behind a word.
fn number(file: &Path, text: &str, name: &str) -> Result<u64, DriverError> {
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
    value.ok_or_else(|| DriverError::Internal(format!("{} has no `{name}`", file.display())))
}

/// What became of the capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaptureStatus {
    /// There is a checkpoint.
    Captured,
    /// There is none, for the reasons given.
    Refused,
    /// The wanted arrival never came.
    NotReached,
    /// There is none, since the run was to count arrivals alone.
    Counted,
}

/// Report of the capturing run.
#[derive(Debug, Deserialize)]
pub struct CaptureReport {
    /// What became of it.
    pub status: CaptureStatus,
    /// How often the region start was reached.
    #[serde(default)]
    pub arrivals: u64,
    /// Of a run that counted: the wanted arrival, as the runtime is told it.
    #[serde(default)]
    pub arrival: String,
    /// Of an arrival that never came: through what else a method of the chain was reached, or on which thread.
    #[serde(default)]
    pub besides: String,
    /// Why it was refused.
    #[serde(default)]
    pub reasons: Vec<Reason>,
    /// Objects in the checkpoint.
    #[serde(default)]
    pub objects: u64,
    /// Time for the snapshot.
    #[serde(default)]
    pub snapshot_ns: u64,
}

/// What became of the replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReplayStatus {
    /// The program went on from the checkpoint.
    Replayed,
    /// It did not start, for the reasons given.
    Refused,
}

/// Report of the replaying run.
#[derive(Debug, Deserialize)]
pub struct ReplayReport {
    /// What became of it.
    pub status: ReplayStatus,
    /// Why it was refused.
    #[serde(default)]
    pub reasons: Vec<Reason>,
    /// Time from start to the live program.
    #[serde(default)]
    pub restore_ns: u64,
}

impl CaptureReport {
    /// The report in this file, if there is one.
    pub fn read(file: &Path) -> Result<Option<Self>, DriverError> {
        parse(file)
    }
}

impl ReplayReport {
    /// The report in this file, if there is one.
    pub fn read(file: &Path) -> Result<Option<Self>, DriverError> {
        parse(file)
    }
}

fn parse<T: DeserializeOwned>(file: &Path) -> Result<Option<T>, DriverError> {
    let Some(text) = read_if_there(file)? else { return Ok(None) };
    let parsed = serde_json::from_str(&text);
    parsed.map(Some).map_err(|error| DriverError::Internal(format!("{}: {error}", file.display())))
}

fn read_if_there(file: &Path) -> Result<Option<String>, DriverError> {
    match std::fs::read_to_string(file) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(DriverError::Io { action: "cannot read", path: file.to_path_buf(), source }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_mark_and_misses_a_line() {
        let folder = tempfile::tempdir().expect("folder");
        assert_eq!(Mark::read(folder.path()).expect("no mark"), None);
        let file = folder.path().join("mark.txt");
        std::fs::write(&file, "stdout 12\nstderr 0\nnanos 1500000000\n").expect("file");
        let mark = Mark::read(folder.path()).expect("mark").expect("mark");
        assert_eq!((mark.stdout, mark.stderr, mark.nanos), (12, 0, 1_500_000_000));
        std::fs::write(&file, "stdout 12\nnanos 1\n").expect("file");
        assert!(Mark::read(folder.path()).expect_err("bad").to_string().contains("no `stderr `"));
    }
}
