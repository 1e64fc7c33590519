//! `jcp fork`: what a build tool starts instead of `java`, so that the JVM which it forks for a test captures or replays.
//!
//! The command line is taken apart ([`JavaCommand`]), [`refresh`] decides what the run is, and the result is another command
//! line: the same options, the jar in front of the same class path. Jars and checkpoint are in one folder, as `NAME-….jar` and
//! `NAME.jcp`, and one line about the run is in `NAME-fork.txt`; it is written again where the run itself was refused.
//!
//! Invariant: the program runs in any case. Whatever refuses or fails, the command line stays as it was and the reason is told.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::error::DriverError;
use super::inputs::options::InstrumentOptions;
use super::outputs::files;
use super::progress::Progress;
use super::refresh::{self, Next, RefreshOptions};
use super::runs::evidence::{CaptureReport, CaptureStatus};
use super::runs::java_command::JavaCommand;

/// What is to be started.
#[derive(Debug, Default)]
pub struct ForkOptions {
    /// The region, and how it is analysed. What the program is, the command says.
    pub instrument: InstrumentOptions,
    /// Options for a JVM that captures or replays.
    pub jvm_args: Vec<String>,
    /// What else the run depends on, as `NAME=VALUE`.
    pub settings: Vec<String>,
    /// The command line of `java`.
    pub command: Vec<OsString>,
}

/// What is started.
#[derive(Debug)]
pub struct Fork {
    /// `java` and its arguments.
    pub command: Vec<OsString>,
    /// One line: what the run does, and why.
    pub said: String,
    next: Option<Next>,
    files: Files,
}

/// Where everything is.
#[derive(Debug)]
struct Files {
    words: PathBuf,
    checkpoint: PathBuf,
    report: PathBuf,
    /// Why a replay did not start at its checkpoint.
    refused: PathBuf,
}

impl Files {
    fn of(folder: &Path, name: &str) -> Self {
        let at = |ending: &str| folder.join(format!("{name}{ending}"));
        Self { words: at("-fork.txt"), checkpoint: at(".jcp"), report: at("-report.json"), refused: at(".jcp.refused") }
    }

    /// A folder that cannot be written is what the words are about, so nothing is said of that.
    fn say(&self, words: &str) {
        let _ = files::write(&self.words, format!("{words}\n").as_bytes());
    }
}

/// Decides what the run is, instruments if it must, and leaves in the folder what it says.
pub fn fork(options: &ForkOptions, progress: &dyn Progress) -> Fork {
    let variable = std::env::var_os("CLASSPATH");
    let parsed = JavaCommand::parse(&options.command, variable.as_ref()).map_err(DriverError::Input);
    let name = parsed.as_ref().map_or("java", |java| java.main.rsplit(['.', '/', '$']).next().unwrap_or(&java.main));
    let folder = options.instrument.out_dir.clone().unwrap_or_else(|| PathBuf::from("."));
    let files = Files::of(&std::path::absolute(&folder).unwrap_or_else(|_| folder.clone()), name);
    let made = std::fs::create_dir_all(&folder).map_err(DriverError::io("cannot create", &folder));
    let done = made.and(parsed).and_then(|java| instrumented(options, &java, &files, progress));
    let (command, next, said) = match done {
        Ok((command, next, said)) => (command, Some(next), said),
        Err(error) => (options.command.clone(), None, format!("runs in full: {}", one_line(&error.to_string()))),
    };
    files.say(&said);
    Fork { command, said, next, files }
}

impl Fork {
    /// What is to be said when the run has ended, if it was refused what it was to do.
    pub fn after(&self) -> Option<String> {
        let said = match self.next? {
            Next::Capture => {
                let report = CaptureReport::read(&self.files.report).ok().flatten();
                let refused = report.filter(|report| report.status == CaptureStatus::Refused)?;
                let why = refused.reasons.first().map_or_else(String::new, |reason| {
                    let class = if reason.class_name.is_empty() { "" } else { ": " };
                    one_line(&format!("{}{class}{}", reason.class_name, reason.why))
                });
                format!("ran in full and left no checkpoint: {why}")
            }
            Next::Replay => {
                let why = std::fs::read_to_string(&self.files.refused).ok()?;
                format!("ran in full: {}", one_line(&why))
            }
        };
        self.files.say(&said);
        Some(said)
    }
}

fn instrumented(
    options: &ForkOptions,
    java: &JavaCommand,
    files: &Files,
    progress: &dyn Progress,
) -> Result<(Vec<OsString>, Next, String), DriverError> {
    let instrument = InstrumentOptions {
        classpath: Some(java.classpath.clone()),
        main: Some(java.main.clone()),
        jdk: Some(home_of(&java.java)?),
        surroundings: surroundings(&options.jvm_args),
        ..options.instrument.clone()
    };
    let own_settings = java.options.iter().filter(|option| is_setting(option));
    let settings = options.settings.iter().chain(own_settings).map(|setting| without_folder(setting)).collect();
    let checkpoint = files.checkpoint.clone();
    let done = refresh::refresh(&RefreshOptions { instrument, checkpoint, settings }, progress)?;
    let what = match done.next {
        Next::Capture => "captures",
        Next::Replay => "replays",
    };
    // what an earlier run has left is not about this one
    let _ = std::fs::remove_file(&files.report);
    let own = [done.option.clone(), format!("-Djcp.report={}", files.report.display())];
    let flags: Vec<String> = java.options.iter().chain(&options.jvm_args).chain(&own).cloned().collect();
    Ok((done.launch.command(&flags, &java.args), done.next, format!("{what}: {}", one_line(&done.why))))
}

/// The classes that run the tests, as the JVM is told.
fn surroundings(options: &[String]) -> Vec<String> {
    let named = options.iter().filter_map(|option| option.strip_prefix("-Djcp.surroundings="));
    named.flat_map(|starts| starts.split(',')).filter(|start| !start.is_empty()).map(str::to_owned).collect()
}

/// Whether a program sees the option: system properties and assertions.
fn is_setting(option: &str) -> bool {
    let asserts = ["-ea", "-da", "-esa", "-dsa", "-enable", "-disable"];
    let name = option.split(':').next().unwrap_or_default();
    option.starts_with("-D") || asserts[..4].contains(&name) || asserts[4..].iter().any(|start| name.starts_with(start))
}

/// A setting without the name of the folder in which the command was started: a build in another folder is the same one.
fn without_folder(setting: &str) -> String {
    let folder = std::env::current_dir().ok().and_then(|folder| folder.to_str().map(str::to_owned));
    folder.filter(|folder| folder.len() > 1).map_or_else(|| setting.to_owned(), |folder| setting.replace(&folder, "."))
}

/// The JDK that a `java` command belongs to.
fn home_of(java: &Path) -> Result<PathBuf, DriverError> {
    let real = java.canonicalize().map_err(DriverError::input("cannot find", java))?;
    let home = real.ancestors().nth(2).map(Path::to_path_buf);
    home.ok_or_else(|| DriverError::Input(format!("{} is in no JDK", java.display())))
}

/// The first of the reasons that a message tells, and how many more there are.
fn one_line(text: &str) -> String {
    let text = text.strip_prefix("error: ").unwrap_or(text);
    let mut reasons = text.lines().flat_map(|line| line.split("; ")).map(str::trim).filter(|line| !line.is_empty());
    let first = reasons.next().unwrap_or_default();
    match reasons.count() {
        0 => first.to_owned(),
        more => format!("{first} (and {more} more)"),
    }
}
