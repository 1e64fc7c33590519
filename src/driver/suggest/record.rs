//! Running a program under the JDK's Flight Recorder.
//!
//! The run is like those of `jcp verify`: in a fresh copy of the working directory, its outputs in files of the scratch folder,
//! where the recording lies too; all of it goes with that folder. G1 is told to collect now and then even if nothing is
//! allocated, so that the recording knows what the heap holds.

use std::path::{Path, PathBuf};

use super::SuggestOptions;
use crate::driver::DriverError;
use crate::driver::launch::Launch;
use crate::driver::verify::run::{Run, Status, execute};
use crate::driver::verify::scratch::Scratch;

/// What is recorded.
const SETTINGS: &str = include_str!("settings.jfc");

/// Frames of a stack that are kept: the JVM's most.
const STACK_DEPTH: u32 = 2048;

/// Milliseconds after which G1 collects though nothing asks for it.
const COLLECT_EVERY: u32 = 300;

/// How much of what a failed program says is shown.
const SHOWN: usize = 5;

/// Runs the program; returns the recording and the run.
pub(super) fn record(
    options: &SuggestOptions,
    launch: &Launch,
    scratch: &Scratch,
) -> Result<(PathBuf, Run), DriverError> {
    scratch.start_copy(options.runs.workdir.as_deref().unwrap_or(Path::new(".")))?;
    let [settings, file] = ["settings.jfc", "recording.jfr"].map(|name| scratch.path(name));
    std::fs::write(&settings, SETTINGS).map_err(DriverError::io("cannot write", &settings))?;
    let repository = scratch.folder("chunks")?;
    let flags = [
        format!("-XX:StartFlightRecording=settings={},filename={},dumponexit=true", settings.display(), file.display()),
        format!("-XX:FlightRecorderOptions=stackdepth={STACK_DEPTH},repository={}", repository.display()),
        format!("-XX:G1PeriodicGCInterval={COLLECT_EVERY}"),
    ];
    let run = execute(scratch, "recorded", launch, &flags, &options.runs)?;
    if run.status == Status::TimedOut {
        return Err(DriverError::Input("the program did not end within the time limit".to_string()));
    }
    if !file.is_file() {
        return Err(DriverError::Input(format!(
            "the run left no recording; its exit status is {}. A program that is killed or halted leaves none, nor does a JVM \
             without Flight Recorder{}",
            run.status,
            last_words(&run.stderr).or_else(|| last_words(&run.stdout)).unwrap_or_default()
        )));
    }
    Ok((file, run))
}

/// The last lines that a run printed, to be added to a message.
pub(super) fn last_words(file: &Path) -> Option<String> {
    let text = std::fs::read(file).ok()?;
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().collect();
    let last = &lines[lines.len().saturating_sub(SHOWN)..];
    (!last.is_empty()).then(|| format!("\n  {}", last.join("\n  ")))
}
