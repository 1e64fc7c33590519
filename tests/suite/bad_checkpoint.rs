//! Checkpoints that cannot be replayed or written: the replay ends with status 78 before any code of the program, the
//! capture goes on as the program would; both say why, and no part of a file is left.
//!
//! Damage at random, and files that are no checkpoint at all, are in `runtime_damage.rs`.

use std::path::Path;
use std::process::Output;

use crate::bad_input_support::{forbid, limited};
use crate::runtime_support::{Program, assert_cannot_replay, program};
use jcp::checkpoint::{Checkpoint, SECTIONS};
use jcp::driver::jdk::JdkHome;

use crate::common;

/// One bit in the middle of each section, in the trailer, and at the start.
#[test]
fn a_flipped_bit_in_any_section() {
    let program = program(&common::any_jdk(), "Small.java").capture();
    let good = std::fs::read(program.checkpoint()).unwrap();
    let trailer = good.len() - (SECTIONS.len() * 20 + 20);
    let entry = |number: usize| {
        let number_at = |at: usize| u64::from_le_bytes(good[at..at + 8].try_into().unwrap()) as usize;
        (number_at(trailer + 20 * number), number_at(trailer + 20 * number + 8))
    };
    let lengths: Vec<usize> =
        Checkpoint::open(&program.checkpoint()).expect("whole").sections().map(|(_, length)| length).collect();
    let mut places = vec![("not a checkpoint file", 3), ("format is version", 8), ("not complete", trailer + 5)];
    for (number, name) in SECTIONS.iter().enumerate() {
        let (start, length) = entry(number);
        assert_eq!(length, lengths[number], "{name}");
        if length > 0 {
            places.push((*name, start + length / 2));
        }
    }
    assert!(places.len() > 8, "{places:?}");
    let damaged = program.work().join("damaged.jcp");
    for (why, at) in places {
        let mut bytes = good.clone();
        bytes[at] ^= 0x10;
        std::fs::write(&damaged, bytes).unwrap();
        assert_cannot_replay(&program.replay(&damaged), why);
    }
    if forbid(&damaged) {
        assert_cannot_replay(&program.replay(&damaged), "cannot be read");
    }
}

/// The same program, another plan: the arrival that is captured differs.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn another_plan_of_the_same_program() {
    let jdk = common::any_jdk();
    let first = program(&jdk, "Small.java").capture();
    let mut jcp = common::jcp();
    jcp.arg("instrument").arg(&first.jar).args(["--region", &first.region, "--instance", "last", "--jdk"]);
    common::succeed(jcp.arg(&jdk.home).arg("-o").arg(first.folder.path()));
    assert_cannot_replay(&first.replay(&first.checkpoint()), "another program");
}

#[test]
fn a_checkpoint_of_another_jdk() {
    for jdk in common::jdks() {
        let program = program(&jdk, "Small.java").capture();
        let replay = |jdk: &JdkHome, options: &[&str]| {
            let mut java = common::java(jdk);
            java.arg(format!("-Djcp.checkpoint={}", program.checkpoint().display())).args(options).arg("-jar");
            java.arg(program.output_jar("replay")).current_dir(program.work()).output().unwrap()
        };
        // a part of what tells a JVM from others
        assert_cannot_replay(&replay(&jdk, &["-Dos.arch=another"]), "taken on another JVM");
        // by the size of the heap the JVM decides so itself
        let elsewhere = "placed fields and array elements at other offsets";
        assert_cannot_replay(&replay(&jdk, &["-XX:-UseCompressedOops"]), elsewhere);
        assert_cannot_replay(&replay(&jdk, &["-XX:AutoBoxCacheMax=1000"]), "cached boxed numbers up to 127");
        for other in common::jdks().iter().filter(|other| other.feature > jdk.feature) {
            assert_cannot_replay(&replay(other, &[]), &format!("made for JDK {}", jdk.feature));
        }
    }
}

/// The original's output.
fn original(program: &Program) -> Output {
    common::succeed(common::java(&program.jdk).arg("-jar").arg(&program.jar).current_dir(program.work()))
}

/// The program must have gone on, with why there is no checkpoint and a remedy; nothing may lie beside the files of before.
fn goes_on(program: &Program, output: &Output, why: &[&str]) {
    let said = String::from_utf8_lossy(&output.stderr);
    let original = original(program);
    assert_eq!(output.status.code(), original.status.code(), "{said}");
    assert_eq!(output.stdout, original.stdout, "{said}");
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines.len() == 2 && lines[0].starts_with("jcp: refused: ") && lines[1].contains("remedy: "), "{said}");
    assert!(why.iter().all(|why| lines[0].contains(why)), "{why:?}: {said}");
    assert!(!said.contains("Exception"), "{said}");
}

fn files(folder: &Path) -> usize {
    std::fs::read_dir(folder).unwrap().count()
}

#[test]
fn a_checkpoint_that_cannot_be_written() {
    let program = program(&common::any_jdk(), "Small.java").instrument();
    let work = program.work();
    std::fs::write(work.join("file"), "kept").unwrap();
    std::fs::create_dir(work.join("closed")).unwrap();
    let mut cases = vec![
        ("file/below.jcp", vec!["below.jcp", "Not a directory"]),
        ("none/below.jcp", vec!["below.jcp", "its folder does not exist"]),
        ("closed", vec!["closed", "not a regular file"]),
    ];
    if forbid(&work.join("closed")) {
        cases.push(("closed/below.jcp", vec!["below.jcp", "permission denied"]));
    }
    for (name, why) in cases {
        let checkpoint = format!("-Djcp.checkpoint={name}");
        let mut java = common::java(&program.jdk);
        java.arg(checkpoint).arg("-jar").arg(program.output_jar("capture"));
        goes_on(&program, &java.current_dir(&work).output().unwrap(), &why);
        assert_eq!((files(&work), files(&work.join("closed"))), (2, 0), "{name}");
    }
    assert_eq!(std::fs::read(work.join("file")).unwrap(), b"kept");
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_disk_that_fills_while_the_snapshot_is_written() {
    let program = program(&common::any_jdk(), "Small.java").capture();
    let blocks = (std::fs::metadata(program.checkpoint()).unwrap().len() / 512) as u32;
    for limit in [0, 1, blocks / 2, blocks] {
        let mut java = common::java(&program.jdk);
        java.args(["-Xshare:auto", "-jar"]).arg(program.output_jar("capture"));
        let Some(mut java) = limited(limit, java.current_dir(program.work())) else { return };
        let output = java.output().unwrap();
        goes_on(&program, &output, &["app.jcp", "File too large"]);
        assert_eq!(files(&program.work()), 0, "the checkpoint of before is gone, as at every start; no part is left");
    }
}
