//! Shared by the tests of bad input: a small program, its classes as bytes to damage, jars made of them, and what every
//! complaint of jcp must be like.
//!
//! `tests/java/bad_input/`: `Main.main` calls `Other.go`, where the region starts, and that `Spare.touch`.

#![allow(dead_code, clippy::unwrap_used)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use jcp::classfile::ClassFile;

use crate::common;

/// The region of the program.
pub const REGION: &str = "5, Other, Main.main:4; Other.go &";
/// Behind all that it calls.
pub const BEHIND: &str = "5, Main, Main.main &";

/// Name and content of each entry of a jar.
pub type Entries = Vec<(String, Vec<u8>)>;

/// The compiled classes, by file name.
fn classes() -> &'static Entries {
    static CLASSES: OnceLock<Entries> = OnceLock::new();
    CLASSES.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/bad_input");
        let sources = ["Main", "Other", "Spare"].map(|name| sources.join(format!("{name}.java")));
        let classes = common::compile_files(&common::any_jdk(), &sources, folder.path(), &["--release", "17"]);
        let read = |name: &str| (name.to_owned(), std::fs::read(classes.join(name)).unwrap());
        ["Main.class", "Other.class", "Spare.class"].map(read).to_vec()
    })
}

/// The manifest and the classes.
pub fn entries() -> Entries {
    let manifest = b"Manifest-Version: 1.0\r\nMain-Class: Main\r\n\r\n".to_vec();
    std::iter::once(("META-INF/MANIFEST.MF".to_owned(), manifest)).chain(classes().iter().cloned()).collect()
}

/// The entries with one of them changed.
pub fn with(name: &str, change: impl FnOnce(&mut Vec<u8>)) -> Entries {
    let mut entries = entries();
    change(&mut entries.iter_mut().find(|(entry, _)| entry == name).unwrap().1);
    entries
}

/// The entries and more.
pub fn with_more(more: &[(&str, &[u8])]) -> Entries {
    let more = more.iter().map(|(name, content)| ((*name).to_owned(), content.to_vec()));
    entries().into_iter().chain(more).collect()
}

/// The content of an entry.
pub fn content(name: &str) -> Vec<u8> {
    entries().into_iter().find(|(entry, _)| entry == name).unwrap().1
}

/// Where the code of the method starts in the class's bytes.
pub fn code_start(class: &[u8], method: &str) -> usize {
    let class = ClassFile::parse(class.to_vec(), "sample").unwrap();
    let method = class.methods.iter().find(|info| info.name == method).unwrap();
    method.code.clone().unwrap().start + 8
}

/// A folder for jars and outputs.
pub struct Place {
    pub folder: tempfile::TempDir,
}

impl Place {
    pub fn new() -> Self {
        // a name that is unlike those of jcp's own temporary files
        Self { folder: tempfile::Builder::new().prefix("bad-input-").tempdir().unwrap() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The folder that jcp writes to in these tests.
    pub fn out(&self) -> PathBuf {
        self.path("out")
    }

    /// A file.
    pub fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        std::fs::write(self.path(name), bytes).unwrap();
        self.path(name)
    }

    /// A jar of the entries, deflated.
    pub fn jar(&self, name: &str, entries: &Entries) -> PathBuf {
        let mut writer = zip::ZipWriter::new(std::fs::File::create(self.path(name)).unwrap());
        for (name, content) in entries {
            writer.start_file(name.as_str(), zip::write::SimpleFileOptions::default()).unwrap();
            writer.write_all(content).unwrap();
        }
        writer.finish().unwrap();
        self.path(name)
    }

    /// The whole program.
    pub fn good(&self) -> PathBuf {
        self.jar("good.jar", &entries())
    }

    /// `jcp instrument` of a jar into the folder `out`.
    pub fn instrument(&self, jar: &Path, more: &[&str]) -> Command {
        let mut jcp = common::jcp();
        jcp.arg("instrument").arg(jar).args(["--region", REGION, "--jdk"]).arg(&common::any_jdk().home);
        jcp.arg("-o").arg(self.out()).args(more).current_dir(self.folder.path());
        jcp
    }

    /// `jcp instrument` of what is named by other arguments.
    pub fn instrument_with(&self, arguments: &[&str]) -> Command {
        let mut jcp = common::jcp();
        jcp.arg("instrument").args(["--jdk"]).arg(&common::any_jdk().home);
        jcp.arg("-o").arg(self.out()).args(arguments).current_dir(self.folder.path());
        jcp
    }

    /// `jcp verify` of a jar.
    pub fn verify(&self, jar: &Path) -> Output {
        self.verify_at(jar, REGION, &[])
    }

    /// The same with a region and options of its own.
    pub fn verify_at(&self, jar: &Path, region: &str, options: &[&str]) -> Output {
        let mut jcp = common::jcp();
        jcp.args(["verify", "--strict"])
            .arg(jar)
            .args(options)
            .args(["--region", region, "--jdk"])
            .arg(&common::any_jdk().home);
        std::fs::create_dir_all(self.path("work")).unwrap();
        jcp.arg("--workdir").arg(self.path("work")).output().unwrap()
    }

    /// jcp must complain with this status and these words, and leave nothing behind.
    pub fn complains(&self, command: &mut Command, status: i32, words: &[&str]) {
        let before = listing(self.folder.path());
        let output = command.output().unwrap();
        complaint(&output, status, words);
        assert_eq!(listing(self.folder.path()), before, "something is left behind, or gone");
    }

    /// jcp must do it; returns what it says besides.
    pub fn succeeds(&self, command: &mut Command) -> String {
        let output = common::succeed(command);
        assert!(self.out().is_dir(), "no output");
        String::from_utf8(output.stderr).unwrap()
    }
}

/// The output must be a complaint: the status, a few lines that start with `jcp: `, and in them all of the words.
pub fn complaint(output: &Output, status: i32, words: &[&str]) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{words:?}: {said}");
    assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(said.starts_with(if status == 2 { "" } else { "jcp: " }), "{said}");
    assert!((1..=8).contains(&said.lines().count()), "{said}");
    for word in words {
        assert!(said.contains(word), "{word:?} is not said: {said}");
    }
    for word in ["panicked", "internal error", "RUST_BACKTRACE", ".tmp", ".jcp-"] {
        assert!(!said.contains(word), "{said}");
    }
}

/// All files below a folder with their contents.
pub fn listing(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let files = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().map(|entry| entry.unwrap().into_path());
    files.map(|path| (path.clone(), std::fs::read(&path).unwrap_or_default())).collect()
}

/// A command that may write files of this many blocks of 512 bytes at most, like on a full disk. Without a POSIX shell
/// there is no such test.
pub fn limited(blocks: u32, command: &Command) -> Option<Command> {
    if !cfg!(unix) {
        eprintln!("skipped: no way to limit the size of files here");
        return None;
    }
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\""), "sh"]);
    shell.arg(command.get_program()).args(command.get_args());
    shell.current_dir(command.get_current_dir().unwrap());
    Some(shell)
}

/// Takes all permissions away; false, with a notice, where that keeps nobody out (root).
pub fn forbid(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o500 & if path.is_dir() { 0o777 } else { 0 }))
            .unwrap();
        let kept_out = if path.is_dir() {
            tempfile::NamedTempFile::new_in(path).is_err()
        } else {
            std::fs::File::open(path).is_err()
        };
        if kept_out {
            return true;
        }
    }
    eprintln!("skipped: permissions keep nobody out here (root?): {}", path.display());
    false
}
