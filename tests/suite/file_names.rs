//! Names of files that are not UTF-8, or that the locale cannot write: what lies in a working directory is compared by its
//! bytes, paths that a program has are captured by their bytes, and what no JVM can open is refused in clear words.
#![cfg(target_os = "linux")]

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common;

/// A program, and a directory with files of odd names to run it in.
struct Named {
    folder: tempfile::TempDir,
    region: String,
}

const ODD: &[u8] = b"odd\xff";

impl Named {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/file_names/Names.java");
        let text = std::fs::read_to_string(&source).expect("the source");
        // both JDKs can run what the older one compiles
        common::compile_files(&common::any_jdk(), &[source], &folder.path().join("classes"), &[]);
        let directory = folder.path().join("run/d");
        std::fs::create_dir_all(&directory).expect("a folder");
        for (name, content) in [
            ("é".as_bytes(), "first\nsecond\nthird\n"),
            ("ü".as_bytes(), ""),
            (ODD, "x"),
            (b"odd\xfe", "y"),
            (b"plain", "z"),
        ] {
            std::fs::write(directory.join(OsStr::from_bytes(name)), content).expect("a file");
        }
        Self { folder, region: format!("{}, Names, Names.main &", common::line(&text, "here")) }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A command of jcp about the program, to be run in its directory.
    fn jcp(&self, command: &str, jdk: &Path, locale: &str) -> Command {
        let mut jcp = common::jcp();
        jcp.arg(command).arg("--jdk").arg(jdk).args(["--main", "Names", "--region", &self.region]);
        jcp.current_dir(self.path("run")).env("LC_ALL", locale);
        jcp
    }
}

fn said(output: &Output) -> String {
    [&output.stdout[..], &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned()).concat()
}

/// Whether a command that is refused ends as one with a bad input does, and says these words.
fn refuses(command: &mut Command, words: &[&str]) {
    let output = command.output().expect("started");
    let text = said(&output);
    assert!(output.status.code() == Some(4), "{:?}: {text}", output.status);
    assert!(words.iter().all(|word| text.contains(word)), "{text}");
}

#[test]
fn paths_and_open_files_are_captured_whatever_the_locale_can_write() {
    let program = Named::new();
    for jdk in common::jdks_in_turn() {
        for locale in ["C", "C.UTF-8"] {
            let mut verify = program.jcp("verify", &jdk.home, locale);
            let output =
                verify.arg("--state").arg("--classpath").arg(program.path("classes")).output().expect("started");
            assert_eq!(output.status.code(), Some(0), "JDK {}, {locale}: {}", jdk.feature, said(&output));
        }
    }
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_path_that_reads_otherwise_in_the_replay_is_refused() {
    let program = Named::new();
    let jdk = common::any_jdk();
    let mut instrument = program.jcp("instrument", &jdk.home, "C");
    common::succeed(instrument.arg("--classpath").arg(program.path("classes")).arg("-o").arg(program.path("jars")));
    let run = |kind: &str, checkpoint: &str, locale: &str| {
        let classpath =
            format!("{}:{}", program.path(&format!("jars/Names-{kind}")).display(), program.path("classes").display());
        let mut java = common::java(&jdk);
        java.arg(format!("-Djcp.checkpoint={}", program.path(checkpoint).display()));
        java.args(["-cp", &classpath, "Names"]).current_dir(program.path("run")).env("LC_ALL", locale);
        java.output().expect("started")
    };
    let saved = Command::new("cp").arg("-a").arg(program.path("run")).arg(program.path("saved")).status().expect("cp");
    assert!(saved.success() && run("capture", "x.jcp", "C").status.success());
    std::fs::remove_dir_all(program.path("run")).expect("removed");
    std::fs::rename(program.path("saved"), program.path("run")).expect("moved");
    std::fs::write(program.path("run/d/é"), "first\nsecond\nthird\nmore\n").expect("a file");
    let text = said(&run("replay", "x.jcp", "C.UTF-8"));
    assert!(text.contains("replay with the locale of the capturing run"), "{text}");

    std::fs::create_dir(program.path("é")).expect("a folder");
    for kind in ["capture", "replay"] {
        let text = said(&run(kind, "é/x.jcp", "C"));
        assert!(text.contains("run the JVM with LC_ALL=C.UTF-8"), "{kind}: {text}");
    }
}

#[test]
fn what_no_jvm_can_open_is_refused() {
    let program = Named::new();
    let jdk = common::any_jdk().home;
    let odd = program.folder.path().join(OsStr::from_bytes(ODD));
    std::fs::create_dir(&odd).expect("a folder");
    common::pack(&program.path("classes"), Some("Names"), &odd.join("a.jar"));
    let classes = program.path("classes");
    let new = |command: &str| program.jcp(command, &jdk, "C.UTF-8");
    let words = ["not UTF-8", "symbolic link"];
    refuses(new("verify").arg(odd.join("a.jar")), &words);
    refuses(new("instrument").arg("--classpath").arg(&classes).arg("-o").arg(&odd), &words);
    refuses(new("refresh").arg("--classpath").arg(&classes).arg("--checkpoint").arg(odd.join("x.jcp")), &words);
    refuses(new("verify").arg("--classpath").arg(&classes).env("TMPDIR", &odd), &words);
    std::fs::rename(odd.join("a.jar"), program.folder.path().join(OsStr::from_bytes(b"\xff.jar"))).expect("moved");
    refuses(new("instrument").arg("--classpath").arg(format!("{}/*", program.folder.path().display())), &words);

    std::fs::create_dir(program.path("é")).expect("a folder");
    let mut verify = program.jcp("verify", &jdk, "C");
    refuses(verify.arg("--classpath").arg(&classes).env("TMPDIR", program.path("é")), &["LC_ALL=C.UTF-8"]);
}
