//! Shared by the tests of the runtime: makes the two jars of a program under `tests/java/runtime` and runs them.
//!
//! The program is one class; its region starts in `after`, called from `main`, at the line that ends in `// here`.

#![allow(dead_code, clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use jcp::driver::jdk::JdkHome;

use crate::common;

/// By JDK, region and packed program: the two jars.
type Made = BTreeMap<(PathBuf, String, Vec<u8>), Arc<OnceLock<[Vec<u8>; 2]>>>;

static MADE: Mutex<Made> = Mutex::new(BTreeMap::new());

/// A compiled and packed program, and where its region starts.
pub struct Program {
    /// Holds everything; removed at the end.
    pub folder: tempfile::TempDir,
    /// What it was compiled with.
    pub jdk: JdkHome,
    /// The packed program.
    pub jar: PathBuf,
    /// The region's pattern.
    pub region: String,
}

/// Compiles and packs `tests/java/runtime/SOURCE`.
pub fn program(jdk: &JdkHome, source: &str) -> Program {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/runtime").join(source);
    let class = source.file_stem().unwrap().to_string_lossy().into_owned();
    let text = std::fs::read_to_string(&source).unwrap_or_else(|error| panic!("{}: {error}", source.display()));
    let line = 1 + text.lines().position(|line| line.ends_with("// here")).expect("a line with `// here`");
    let region = format!("{line}, {class}, {class}.main; {class}.after &");
    let folder = tempfile::tempdir().unwrap();
    let classes = common::compile_files(jdk, &[source], &folder.path().join("classes"), &["-Xlint:none"]);
    let jar = folder.path().join("app.jar");
    common::pack(&classes, Some(&class), &jar);
    std::fs::create_dir(folder.path().join("work")).unwrap();
    Program { jdk: jdk.clone(), jar, region, folder }
}

impl Program {
    /// The working directory of all runs.
    pub fn work(&self) -> PathBuf {
        self.folder.path().join("work")
    }

    /// Where the capturing jar leaves its checkpoint.
    pub fn checkpoint(&self) -> PathBuf {
        self.work().join("app.jcp")
    }

    /// `capture` or `replay`.
    pub fn output_jar(&self, kind: &str) -> PathBuf {
        self.folder.path().join(format!("app-{kind}.jar"))
    }

    /// Makes both jars. Many tests have the same program: their bytes do not depend on where it lies.
    pub fn instrument(self) -> Self {
        let packed = std::fs::read(&self.jar).unwrap();
        let key = (self.jdk.home.clone(), self.region.clone(), packed);
        let made = Arc::clone(MADE.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default());
        let jars = ["capture", "replay"].map(|kind| self.output_jar(kind));
        let mut program = Some(self);
        let bytes = made.get_or_init(|| {
            program = program.take().map(|it| it.instrument_with(&[]));
            jars.clone().map(|jar| std::fs::read(jar).unwrap())
        });
        for (jar, bytes) in jars.iter().zip(bytes) {
            std::fs::write(jar, bytes).unwrap();
        }
        program.expect("a program")
    }

    /// Makes both jars, with more options.
    pub fn instrument_with(self, options: &[&str]) -> Self {
        let mut jcp = common::jcp();
        jcp.arg("instrument")
            .args(options)
            .arg(&self.jar)
            .args(["--region", &self.region])
            .arg("--jdk")
            .arg(&self.jdk.home);
        common::succeed(jcp.arg("-o").arg(self.folder.path()));
        self
    }

    /// Makes both jars and runs the capturing one.
    pub fn capture(self) -> Self {
        let program = self.instrument();
        common::succeed(&mut program.run("capture"));
        assert!(program.checkpoint().is_file(), "no checkpoint was written");
        program
    }

    /// The command that runs `app-KIND.jar` in the working directory.
    pub fn run(&self, kind: &str) -> Command {
        let mut java = common::java(&self.jdk);
        java.arg("-Xshare:auto").arg("-jar").arg(self.output_jar(kind)).current_dir(self.work());
        java.env_remove("JCP_CHECKPOINT");
        java
    }

    /// Runs the replaying jar on a checkpoint file, which others may not write, whatever the umask of the tests is.
    pub fn replay(&self, checkpoint: &Path) -> Output {
        if let Ok(found) = checkpoint.metadata().map(|found| found.permissions().mode())
            && checkpoint.is_file()
        {
            std::fs::set_permissions(checkpoint, std::fs::Permissions::from_mode(found & !0o022)).unwrap();
        }
        let mut java = common::java(&self.jdk);
        java.arg(format!("-Djcp.checkpoint={}", checkpoint.display())).arg("-jar").arg(self.output_jar("replay"));
        java.env_remove("JCP_CHECKPOINT").current_dir(self.work()).output().unwrap()
    }
}

/// The replay must have ended before the program's code, with one line that has `why` in it, and perhaps a remedy.
pub fn assert_cannot_replay(output: &Output, why: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(78), "{said}");
    assert!(output.stdout.is_empty(), "the program ran: {}", String::from_utf8_lossy(&output.stdout));
    let (first, rest) = said.split_once('\n').unwrap_or((&said, ""));
    assert!(first.starts_with("jcp: cannot replay: ") && first.contains(why), "expected a line with {why:?}: {said}");
    assert!(
        rest.lines().all(|line| line.starts_with("jcp:     remedy: ")),
        "more than one line and its remedy: {said}"
    );
}
