//! Running a program under the JDK's Flight Recorder.
//!
//! The run is like those of `jcp verify`: in a fresh copy of the working directory, its outputs in files of the scratch folder,
//! where the recording lies too; all of it goes with that folder.

use std::path::{Path, PathBuf};

use super::SuggestOptions;
use crate::driver::error::DriverError;
use crate::driver::runs::launch::Launch;
use crate::driver::runs::run::{Run, Status, execute};
use crate::driver::runs::scratch::Scratch;

/// What is recorded.
const SETTINGS: &str = include_str!("settings.jfc");

/// What is recorded besides for [`YOUNG`].
const COUNTING: &str = include_str!("counting.jfc");

/// How long objects are counted more often: counting a large heap takes seconds each time.
const YOUNG: &str = "60s";

/// Frames of a stack that are kept: the JVM's most.
const STACK_DEPTH: u32 = 2048;

/// How much of what a failed program says is shown.
const SHOWN: usize = 5;

/// Runs the program; returns the recording and the run.
pub(super) fn record(
    options: &SuggestOptions,
    launch: &Launch,
    scratch: &Scratch,
) -> Result<(PathBuf, Run), DriverError> {
    scratch.start_copy(options.runs.workdir.as_deref().unwrap_or(Path::new(".")))?;
    let file = scratch.path("recording.jfr");
    let flags = flags(&scratch.folder("recorder")?, &file)?;
    let run = execute(scratch, "recorded", launch, &flags, &options.runs)?;
    if run.status == Status::TimedOut {
        return Err(DriverError::Input(
            "the program did not end within the time limit; give a longer --timeout".to_string(),
        ));
    }
    if !file.is_file() {
        return Err(DriverError::Input(format!(
            "the run left no recording; its exit status is {}. A program that is killed or halted leaves none, and a JVM \
             without Flight Recorder leaves none either{}",
            run.status,
            last_words(&run.stderr).or_else(|| last_words(&run.stdout)).unwrap_or_default()
        )));
    }
    Ok((file, run))
}

/// The JVM's options with which a run leaves a recording in `file`; what the recorder needs is put into the folder.
pub fn flags(folder: &Path, file: &Path) -> Result<Vec<String>, DriverError> {
    let [settings, counting, counted, chunks] =
        ["settings.jfc", "counting.jfc", "counting.jfr", "chunks"].map(|name| folder.join(name));
    for (file, content) in [(&settings, SETTINGS), (&counting, COUNTING)] {
        std::fs::write(file, content).map_err(DriverError::io("cannot write", file))?;
    }
    std::fs::create_dir_all(&chunks).map_err(DriverError::io("cannot create", &chunks))?;
    Ok(vec![
        format!("-XX:StartFlightRecording=settings={},filename={},dumponexit=true", settings.display(), file.display()),
        // events of both are in the first one's file
        format!(
            "-XX:StartFlightRecording=settings={},filename={},duration={YOUNG}",
            counting.display(),
            counted.display()
        ),
        format!("-XX:FlightRecorderOptions=stackdepth={STACK_DEPTH},repository={}", chunks.display()),
        "-Xlog:jfr+startup=off".to_owned(), // the program's output stays its own
    ])
}

/// The last lines that a run printed, to be added to a message.
pub(super) fn last_words(file: &Path) -> Option<String> {
    let text = std::fs::read(file).ok()?;
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().collect();
    let last = &lines[lines.len().saturating_sub(SHOWN)..];
    (!last.is_empty()).then(|| format!("\n  {}", last.join("\n  ")))
}
