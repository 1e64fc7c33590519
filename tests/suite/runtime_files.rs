//! Files and standard input that are open at the checkpoint, as a user replays them: in the directory in which the
//! capturing run went on to its end, and with files that have changed.

use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, SystemTime};

use crate::runtime_support::{Program, assert_cannot_replay, program};
use jcp::driver::jdk::JdkHome;

use crate::common;

/// What happens to the content of a file.
type Damage = fn(&mut Vec<u8>);

const FILES: [&str; 3] = ["in.txt", "out.txt", "log.txt"];

/// As many lines as the program reads.
fn input() -> String {
    let lines: Vec<String> = (0..41).map(|i| format!("this is line {i} of the input\n")).collect();
    lines.concat()
}

/// A program that has copied a part of `in.txt` to the other two, captured and run to its end.
fn copying(jdk: &JdkHome) -> Program {
    let program = program(jdk, "OpenFiles.java");
    fs::write(program.work().join("in.txt"), input()).expect("input");
    fs::write(program.work().join("log.txt"), "from an earlier run\n").expect("log");
    program.capture()
}

fn contents(folder: &Path) -> Vec<Option<Vec<u8>>> {
    FILES.iter().map(|name| fs::read(folder.join(name)).ok()).collect()
}

fn replay(program: &Program) -> Output {
    program.replay(&program.checkpoint())
}

/// What was written after the checkpoint is cut off and written again; twice, with the same result.
#[test]
fn replays_in_the_directory_of_the_finished_run_end_with_equal_files() {
    for jdk in common::jdks_in_turn() {
        let program = copying(&jdk);
        let finished = contents(&program.work());
        for _ in 0..2 {
            let output = replay(&program);
            assert_eq!(String::from_utf8_lossy(&output.stderr), "");
            assert_eq!(String::from_utf8_lossy(&output.stdout), "copied\n");
            assert_eq!(contents(&program.work()), finished);
        }
        // the program was killed later: outputs may be longer than at the checkpoint by any number of bytes
        fs::write(program.work().join("out.txt"), &finished[1].as_ref().expect("output")[..500]).expect("output");
        assert!(replay(&program).status.success());
        assert_eq!(contents(&program.work()), finished);
        // another time of change alone does not matter
        let input = File::options().write(true).open(program.work().join("in.txt")).expect("input");
        input.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(77)).expect("time");
        assert!(replay(&program).status.success());
    }
}

#[test]
fn a_file_that_is_not_the_same_is_refused_and_no_file_is_touched() {
    for jdk in common::jdks_in_turn() {
        let program = copying(&jdk);
        let good = contents(&program.work());
        let damages: [(&str, Option<Damage>, &str); 6] = [
            (
                "in.txt",
                Some(|bytes| bytes[700] ^= 1),
                "in.txt: the file was open at the checkpoint and its content has changed",
            ),
            ("in.txt", Some(|bytes| bytes.truncate(700)), "has 700 bytes now instead of "),
            ("in.txt", Some(|bytes| bytes.push(b'x')), "bytes now instead of "),
            ("in.txt", None, "in.txt: the file was open at the checkpoint and is missing"),
            ("out.txt", Some(|bytes| bytes.truncate(10)), "has 10 bytes now instead of at least "),
            (
                "log.txt",
                Some(|bytes| bytes[0] = b'F'),
                "log.txt: the file was open at the checkpoint and its content has changed",
            ),
        ];
        for (name, damage, why) in damages {
            for (file, content) in FILES.iter().zip(&good) {
                fs::write(program.work().join(file), content.as_ref().expect("content")).expect("file");
            }
            let file = program.work().join(name);
            match damage {
                None => fs::remove_file(&file).expect("removed"),
                Some(damage) => {
                    let mut bytes = fs::read(&file).expect("file");
                    damage(&mut bytes);
                    fs::write(&file, bytes).expect("file");
                }
            }
            let damaged = contents(&program.work());
            assert_cannot_replay(&replay(&program), why);
            assert_eq!(contents(&program.work()), damaged, "{name}: {why}");
        }
    }
}

/// The replay fails when its files are open already: they are cut only when all else is restored.
#[test]
fn a_replay_that_cannot_be_made_touches_no_file() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "Limited.java").capture();
        let file = program.work().join("out.txt");
        let finished = fs::read(&file).expect("output");
        let mut limited = program.run("replay");
        let output = limited.env("JAVA_TOOL_OPTIONS", "-XX:MaxDirectMemorySize=1m").output().expect("java");
        assert_eq!(output.status.code(), Some(78), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(fs::read(&file).expect("output"), finished);
        assert!(replay(&program).status.success());
        assert_eq!(fs::read(&file).expect("output"), finished);
    }
}

/// Of a file that is too large to be read as a whole, both ends and the time of change must be the same.
#[test]
fn a_large_file_goes_by_its_ends_and_its_time() {
    let jdk = common::any_jdk();
    let program = program(&jdk, "OpenFiles.java");
    let path = program.work().join("in.txt");
    fs::write(&path, input()).expect("input");
    let file = File::options().read(true).write(true).open(&path).expect("input");
    file.set_len(65 << 20).expect("a sparse file");
    let time = file.metadata().and_then(|metadata| metadata.modified()).expect("time");
    let program = program.capture();
    assert!(replay(&program).status.success());
    for (offset, modified, why) in [
        (32 << 20, time + Duration::from_millis(1), "its modification time differs"),
        ((65 << 20) - 1, time, "its beginning or end has changed"),
    ] {
        file.write_all_at(b"x", offset).expect("written");
        file.set_modified(modified).expect("time");
        assert_cannot_replay(&replay(&program), why);
        file.write_all_at(&[0], offset).expect("written");
        file.set_modified(time).expect("time");
    }
    assert!(replay(&program).status.success());
}

fn fed(mut command: Command, file: &Path) -> Output {
    command.stdin(File::open(file).expect("input")).output().expect("java runs")
}

#[test]
fn a_replay_goes_on_in_the_file_on_standard_input() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "Stdin.java").instrument();
        let [input, other] = ["lines", "other"].map(|name| program.work().join(name));
        fs::write(&input, "one\ntwo\nthree\nfour\nfive\n").expect("input");
        fs::write(&other, "one\ntwo\nthree\nfour\nFIVE\n").expect("input");
        let captured = fed(program.run("capture"), &input);
        assert_eq!(String::from_utf8_lossy(&captured.stdout), "before: one;two;\nafter: three;four;\n");
        let replayed = fed(program.run("replay"), &input);
        assert_eq!(String::from_utf8_lossy(&replayed.stderr), "");
        assert_eq!(String::from_utf8_lossy(&replayed.stdout), "after: three;four;\n");
        assert_cannot_replay(&fed(program.run("replay"), &other), "standard input differs: its content has changed");
        assert_cannot_replay(
            &fed(program.run("replay"), Path::new("/dev/null")),
            "standard input differs: it is not a file",
        );
    }
}

/// In gzip, zlib and headerless streams, at random places, read through buffers of random sizes.
#[test]
fn decompressors_in_mid_stream_are_made_again() {
    let count = if common::all() { 300 } else { 60 };
    check("kinds.DecompressorCheck", &[&count.to_string(), "11"], &format!("same {count} of {count}\n"));
}

/// Compressors with random levels, strategies, dictionaries and flushes, and decompressors, by their images in memory.
#[test]
fn states_of_zlib_are_copied() {
    let count = if common::all() { 80 } else { 20 };
    check("kinds.ZlibCheck", &[&count.to_string(), "7"], &format!("same {count} and {count} of {count}\n"));
}

/// As the operating system lists the open files while a thread opens and closes some.
#[test]
fn jars_of_the_boot_loader_are_found_while_files_are_closed() {
    check("jvm.BootJarsCheck", &["200"], "0\n");
}

/// Runs a class of one of the runtime's packages with the runtime that jars get.
fn check(class: &str, arguments: &[&str], expected: &str) {
    let name = class.split('.').next_back().expect("a name");
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "Stdin.java").instrument();
        let classes = program.folder.path().join("check");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/java/runtime/{name}.java"));
        let capture = common::runtime_jar(program.folder.path()).display().to_string();
        let exports = ["--add-exports", "java.base/jdk.internal.misc=ALL-UNNAMED"];
        common::compile_files(&jdk, &[source], &classes, &[exports[0], exports[1], "-cp", &capture]);
        let path = std::env::join_paths([Path::new(&capture), &classes]).expect("class path");
        let mut java = common::java(&jdk);
        java.args(exports).arg("-cp").arg(path);
        java.arg(format!("jcp.runtime.{class}")).args(arguments).current_dir(program.work());
        let output = common::succeed(&mut java);
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    }
}

/// Four lines.
fn piped(mut command: Command) -> Output {
    let mut echo =
        Command::new("printf").arg("one\\ntwo\\nthree\\nfour\\n").stdout(Stdio::piped()).spawn().expect("printf");
    let output = command.stdin(echo.stdout.take().expect("a pipe")).output().expect("java runs");
    echo.wait().expect("printf ends");
    output
}

/// How much of a pipe was read is not known.
#[test]
fn a_pipe_that_was_read_is_refused() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "Stdin.java").instrument();
        for how in ["bytes", "scanner", "reader"] {
            let mut capture = program.run("capture");
            capture.arg(how);
            let output = piped(capture);
            assert_eq!(String::from_utf8_lossy(&output.stdout), "before: one;two;\nafter: three;four;\n", "{how}");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(said.contains("refused: System.in") && said.contains("< FILE"), "{how}: {said}");
            assert!(!program.checkpoint().exists());
        }
    }
}

/// The replay reads it, too.
#[test]
fn a_pipe_may_be_read_above_the_root() {
    for jdk in common::jdks_in_turn() {
        let mut program = program(&jdk, "Stdin.java");
        program.region = program.region.replace("Stdin.main; ", "");
        let program = program.instrument();
        let captured = piped(program.run("capture"));
        assert_eq!(String::from_utf8_lossy(&captured.stderr), "");
        let replayed = piped(program.run("replay"));
        assert_eq!(String::from_utf8_lossy(&replayed.stderr), "");
        assert_eq!(String::from_utf8_lossy(&replayed.stdout), "before: one;two;\nafter: three;four;\n");
        assert!(program.checkpoint().exists());
    }
}

/// The replay runs where the capturing run has written on.
#[test]
fn a_position_behind_the_end_of_a_file_stays_when_it_is_cut() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "Seeks.java").instrument().capture();
        let replayed = program.replay(&program.checkpoint());
        let said = String::from_utf8_lossy(&replayed.stderr);
        assert!(String::from_utf8_lossy(&replayed.stdout).ends_with("1030 1030\n"), "{said}");
    }
}
