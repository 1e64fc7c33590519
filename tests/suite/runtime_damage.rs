//! Damaged, foreign and missing checkpoint files: the replay must refuse each with one clear line, before any code of the
//! program has run.
//!
//! Most of the damage is done inside one JVM by `DamageCheck`, which opens thousands of damaged copies; the rest goes
//! through the replaying jar as a user would run it.

use std::path::{Path, PathBuf};

use jcp::driver::jdk::JdkHome;

use crate::runtime_support::{Program, assert_cannot_replay, program};

use crate::common;

/// Copies of a checkpoint, each with one bit flipped or with another length: none may be accepted.
#[test]
fn no_damaged_copy_is_opened() {
    open_damaged(2000, &["Small.java"]);
}

#[test]
#[ignore = "takes minutes: make test-all"]
fn no_copy_of_a_hundred_thousand_is_opened() {
    open_damaged(100_000, &["Small.java", SHOWN]);
}

/// A checkpoint with the stack of another thread.
const SHOWN: &str = "Shown.java";

fn captured(jdk: &JdkHome, source: &str) -> Program {
    let program = program(jdk, source);
    if source != SHOWN {
        return program.capture();
    }
    let program = program.instrument_with(&["--threads", &crate::threads_shown::chains()[0]]);
    common::succeed(&mut program.run("capture"));
    program
}

fn open_damaged(copies: u32, sources: &[&str]) {
    let pairs =
        common::jdks_in_turn().into_iter().flat_map(|jdk| sources.iter().map(move |source| (jdk.clone(), source)));
    for (jdk, source) in pairs {
        let program = captured(&jdk, source);
        let classes = program.folder.path().join("damage");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/runtime/DamageCheck.java");
        let capture = common::runtime_jar(program.folder.path()).display().to_string();
        common::compile_files(&jdk, &[source], &classes, &["-cp", &capture]);
        let path = std::env::join_paths([&PathBuf::from(&capture), &classes]).expect("class path");
        let mut java = common::java(&jdk);
        java.args(["--add-exports", "java.base/jdk.internal.misc=ALL-UNNAMED", "-cp"]).arg(path);
        java.arg("jcp.runtime.format.DamageCheck")
            .arg(program.checkpoint())
            .args([&copies.to_string(), "17"])
            .current_dir(program.work());
        let output = common::succeed(&mut java);
        assert_eq!(String::from_utf8_lossy(&output.stdout), format!("refused {copies} of {copies}\n"));
    }
}

#[test]
fn the_replay_says_what_is_wrong_with_its_checkpoint() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "Small.java").capture();
        let other = self::program(&jdk, "Other.java").capture();
        let good = std::fs::read(program.checkpoint()).expect("checkpoint");
        let mut flipped = good.clone();
        flipped[good.len() / 2] ^= 4;
        let file = |name: &str, bytes: &[u8]| {
            let path = program.work().join(name);
            std::fs::write(&path, bytes).expect("file");
            path
        };
        let cases = [
            (program.work().join("none.jcp"), "there is no checkpoint file"),
            (program.work(), "there is no checkpoint file"),
            (file("empty.jcp", b""), "damaged: it is too short"),
            (file("cut.jcp", &good[..good.len() - 1]), "damaged: it is not complete"),
            (file("half.jcp", &good[..good.len() / 2]), "damaged: "),
            (file("flipped.jcp", &flipped), "wrong checksum"),
            (file("text.jcp", "some text\n".repeat(100).as_bytes()), "it is not a checkpoint file"),
            (other.checkpoint(), "another program"),
        ];
        for (path, why) in cases {
            assert_cannot_replay(&program.replay(&path), why);
        }
        let replayed = program.replay(&program.checkpoint());
        assert_eq!(replayed.status.code(), Some(0), "{}", String::from_utf8_lossy(&replayed.stderr));
        assert!(!replayed.stdout.is_empty(), "the good checkpoint is replayed");
    }
}

/// A capture that was killed leaves a part; it is no checkpoint, and the next capture removes it.
#[test]
fn parts_of_killed_captures_are_removed() {
    let jdk = common::any_jdk();
    let program = program(&jdk, "Small.java").capture();
    let mut ended = common::java(&jdk).arg("--help").stdout(std::process::Stdio::null()).spawn().expect("java");
    ended.wait().expect("it ends");
    let part = |name: &str, process: u32| program.work().join(format!("{name}.jcp.part{process}"));
    let stale = part("app", ended.id());
    let kept = [part("app", std::process::id()), part("other", ended.id()), program.work().join("app.jcp.part1x")];
    std::fs::rename(program.checkpoint(), &stale).expect("renamed");
    for path in &kept {
        std::fs::write(path, b"part").expect("file");
    }
    let mut other = common::java(&jdk).arg("--help").stdout(std::process::Stdio::null()).spawn().expect("java");
    other.wait().expect("it ends");
    let folder = part("app", other.id()); // as they are left
    std::fs::create_dir(&folder).expect("folder");
    std::fs::write(folder.join(folder.file_name().expect("a name")), b"part").expect("file");
    assert_cannot_replay(&program.replay(&program.checkpoint()), "there is no checkpoint file");

    common::succeed(&mut program.run("capture"));
    assert!(program.checkpoint().is_file() && !stale.exists() && !folder.exists());
    assert!(kept.iter().all(|path| path.exists()), "something else was removed");
    let parts = std::fs::read_dir(program.work()).expect("folder").filter_map(Result::ok);
    let parts = parts.filter(|entry| entry.file_name().to_string_lossy().contains(".part")).count();
    assert_eq!(parts, kept.len(), "the capture left a part behind");
}
