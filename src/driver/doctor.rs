//! What jcp finds on this machine: JDKs, the one that it would use, the folders that it writes to.
//!
//! Each JDK's `java` is run once, with a program that does nothing (`-version`). Nothing is written but files that are gone
//! at once.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde::Serialize;
use wait_timeout::ChildExt;

use super::inputs::jdk::{self, JdkHome};
use super::inputs::summaries::Cache;

/// The versions of the JDK that jcp is tested on.
pub const TESTED: [u32; 2] = [17, 25];

/// How long `java -version` may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// A folder in which there may be a JDK.
#[derive(Debug, Clone, Serialize)]
pub struct FoundJdk {
    /// The folder.
    pub home: PathBuf,
    /// Its full version; none if it is no JDK that jcp takes.
    pub version: Option<String>,
    /// Whether jcp is tested on this version.
    pub tested: bool,
    /// Whether jcp takes it when none is named.
    pub chosen: bool,
    /// Why it cannot be used.
    pub problem: Option<String>,
}

/// A folder that jcp writes to.
#[derive(Debug, Clone, Serialize)]
pub struct WrittenFolder {
    /// What for.
    pub what: &'static str,
    /// Where; none if no variable tells.
    pub path: Option<PathBuf>,
    /// Why it cannot be written.
    pub problem: Option<String>,
}

/// All that was found.
#[derive(Debug, Clone, Serialize)]
pub struct Findings {
    /// jcp's version.
    pub version: &'static str,
    /// Possible JDKs, in the order in which jcp looks.
    pub jdks: Vec<FoundJdk>,
    /// Folders for what is kept and for what is temporary.
    pub folders: Vec<WrittenFolder>,
}

impl Findings {
    /// Whether programs can be instrumented and run here.
    pub fn works(&self) -> bool {
        let writes = |folder: &WrittenFolder| folder.what == CACHE || folder.problem.is_none();
        self.jdks.iter().any(|jdk| jdk.chosen && jdk.problem.is_none()) && self.folders.iter().all(writes)
    }
}

const CACHE: &str = "cache of JDK analyses";

/// Looks.
pub fn examine(cache: &Cache) -> Findings {
    let mut jdks: Vec<FoundJdk> = jdk::candidates().into_iter().map(examine_jdk).collect();
    // as `jdk::find` does, which runs none
    if let Some(first) = jdks.iter_mut().find(|jdk| jdk.version.is_some()) {
        first.chosen = true;
    }
    let folders = vec![
        written(CACHE, cache.folder()),
        written("temporary files", Some(std::env::temp_dir())),
        written("the working directory", std::env::current_dir().ok()),
    ];
    Findings { version: env!("CARGO_PKG_VERSION"), jdks, folders }
}

fn examine_jdk(home: PathBuf) -> FoundJdk {
    match JdkHome::open(&home) {
        Ok(jdk) => FoundJdk {
            tested: TESTED.contains(&jdk.feature),
            chosen: false,
            problem: run(&jdk).err(),
            version: Some(jdk.version),
            home,
        },
        Err(why) => {
            // the folder is told beside it
            let why = why.strip_prefix(&format!("{}: ", home.display())).unwrap_or(&why).to_owned();
            FoundJdk { home, version: None, tested: false, chosen: false, problem: Some(why) }
        }
    }
}

/// Runs `java -version`.
fn run(jdk: &JdkHome) -> Result<(), String> {
    let mut java = Command::new(jdk.java());
    java.arg("-version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = java.spawn().map_err(|error| format!("`java -version` cannot be run: {error}"))?;
    match child.wait_timeout(PATIENCE) {
        Ok(Some(status)) if status.success() => Ok(()),
        Ok(Some(status)) => Err(format!("`java -version` ends with {status}")),
        Ok(None) => {
            let _ = child.kill();
            let _ = child.wait();
            Err("`java -version` does not end".to_owned())
        }
        Err(error) => Err(error.to_string()),
    }
}

/// Tries to write there. The cache is made when it is needed.
fn written(what: &'static str, path: Option<PathBuf>) -> WrittenFolder {
    let problem = path.as_ref().map_or(Some("no environment variable names it".to_owned()), |path| {
        let there = if what == CACHE { path.ancestors().find(|folder| folder.is_dir()) } else { Some(path.as_path()) };
        there.and_then(|folder| tempfile::tempfile_in(folder).err()).map(|error| error.to_string())
    });
    WrittenFolder { what, path, problem }
}
