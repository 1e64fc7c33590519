//! One run of a program: starting it, waiting for it, and what is left of it.
//!
//! Options for the JVM that come from the environment are taken away, so that only those of the command line count, and
//! [`NO_SHARED_COUNTERS`].

use std::fmt;
use std::fs::File;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use wait_timeout::ChildExt;

use super::launch::{Launch, NO_SHARED_COUNTERS};
use super::scratch::{Scratch, working_directory};
use crate::driver::error::DriverError;
use crate::driver::inputs::java_paths;

/// Variables that change what a JVM or the runtime does.
const UNWANTED: &[&str] = &[
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "_JAVA_OPTIONS",
    "CLASSPATH",
    "JCP_ARRIVAL",
    "JCP_CHECKPOINT",
    "JCP_COUNT",
    "JCP_INSTANCE",
    "JCP_KEY_FILE",
    "JCP_MANDATORY",
    "JCP_PROGRESS",
    "JCP_REFUSED",
    "JCP_REGION",
    "JCP_SURROUNDINGS",
];

/// How long a run may wait for an answer.
const POLL: Duration = Duration::from_millis(2);

/// How a program is run.
#[derive(Debug, Default)]
pub struct RunOptions {
    /// Options for the JVM.
    pub jvm_args: Vec<String>,
    /// The program's arguments.
    pub args: Vec<String>,
    /// The directory that each run gets a copy of; the current one if absent.
    pub workdir: Option<PathBuf>,
    /// Standard input; empty if absent.
    pub stdin: Option<PathBuf>,
    /// A run is killed after this time.
    pub timeout: Option<Duration>,
    /// Leave directories, outputs and checkpoint for a look.
    pub keep: bool,
}

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// By itself, with this code.
    Exited(i32),
    /// By this signal.
    Signal(i32),
    /// It was killed at the time limit.
    TimedOut,
}

impl From<ExitStatus> for Status {
    fn from(status: ExitStatus) -> Self {
        match (status.code(), status.signal()) {
            (Some(code), _) => Self::Exited(code),
            (None, signal) => Self::Signal(signal.unwrap_or_default()),
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exited(code) => write!(f, "{code}"),
            Self::Signal(signal) => write!(f, "signal {signal}"),
            Self::TimedOut => f.write_str("killed at the time limit"),
        }
    }
}

/// A run that has ended.
#[derive(Debug, Clone)]
pub struct Run {
    /// How it ended.
    pub status: Status,
    /// How long it took, from start to exit.
    pub seconds: f64,
    /// What it printed.
    pub stdout: PathBuf,
    /// What it complained of.
    pub stderr: PathBuf,
    /// Its working directory at the end.
    pub directory: PathBuf,
}

/// Runs a program in the prepared working directory and gives that directory the run's name.
pub fn execute(
    scratch: &Scratch,
    name: &str,
    launch: &Launch,
    properties: &[String],
    options: &RunOptions,
) -> Result<Run, DriverError> {
    launch.paths().iter().try_for_each(|path| java_paths::check_for_run(path))?;
    let mut jvm_args = vec![NO_SHARED_COUNTERS.to_owned()];
    jvm_args.extend_from_slice(&options.jvm_args);
    jvm_args.extend_from_slice(properties);
    let words = launch.command(&jvm_args, &options.args);
    let [out, err] = ["out", "err"].map(|ending| scratch.path(&format!("{name}.{ending}")));
    let mut command = Command::new(&launch.java);
    command.args(words.iter().skip(1));
    command.current_dir(scratch.run_dir()).env("PWD", scratch.run_dir());
    for variable in UNWANTED {
        command.env_remove(variable);
    }
    command.stdin(input(options.stdin.as_deref())?).stdout(output(&out)?).stderr(output(&err)?);

    let start = Instant::now();
    let child = command.spawn().map_err(DriverError::io("cannot run", &launch.java))?;
    let status = wait(child, options, scratch).map_err(DriverError::io("cannot wait for", &launch.java))??;
    let seconds = start.elapsed().as_secs_f64();
    Ok(Run { status, seconds, stdout: out, stderr: err, directory: scratch.finish(name)? })
}

/// Waits for the end, and copies the working directory when the run asks for it.
fn wait(mut child: Child, options: &RunOptions, scratch: &Scratch) -> std::io::Result<Result<Status, DriverError>> {
    let start = Instant::now();
    loop {
        let left = options.timeout.map(|limit| limit.saturating_sub(start.elapsed()));
        if let Some(status) = child.wait_timeout(left.unwrap_or(POLL).min(POLL))? {
            return Ok(Ok(status.into()));
        }
        let answered = scratch.answer();
        if answered.is_ok() && left.is_none_or(|left| !left.is_zero()) {
            continue;
        }
        child.kill()?;
        child.wait()?;
        return Ok(answered.map(|()| Status::TimedOut));
    }
}

/// Says before anything long is done that a run could not start: its standard input or its directory is not there.
pub fn check(options: &RunOptions) -> Result<(), DriverError> {
    if let Some(file) = &options.stdin {
        let found = file.metadata().map_err(DriverError::input("cannot read", file))?;
        if found.is_dir() {
            return Err(DriverError::Input(format!("{} is a folder; name a file as standard input", file.display())));
        }
        if found.is_file() {
            drop(input(Some(file))?); // a pipe would wait for who writes into it
        }
    }
    options.workdir.as_deref().map_or(Ok(()), |folder| working_directory(folder).map(drop))
}

fn input(file: Option<&Path>) -> Result<Stdio, DriverError> {
    match file {
        None => Ok(Stdio::null()),
        Some(file) => Ok(File::open(file).map_err(DriverError::input("cannot read", file))?.into()),
    }
}

/// In the scratch folder, which others may not enter.
fn output(file: &Path) -> Result<Stdio, DriverError> {
    Ok(File::create(file).map_err(DriverError::io("cannot write", file))?.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_variable_of_the_runtime_reaches_a_run() {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("runtime-java/src");
        let name = regex::Regex::new("\"(JCP_[A-Z_]+)\"").expect("a regex");
        let mut read = BTreeSet::new();
        for entry in walkdir::WalkDir::new(sources).into_iter().flatten().filter(|entry| entry.file_type().is_file()) {
            let text = std::fs::read_to_string(entry.path()).expect("a source");
            read.extend(name.captures_iter(&text).map(|found| found[1].to_owned()));
        }
        assert!(read.contains("JCP_CHECKPOINT"), "{read:?}");
        let passed: Vec<&String> = read.iter().filter(|name| !UNWANTED.contains(&name.as_str())).collect();
        assert!(passed.is_empty(), "{passed:?}");
    }
}
