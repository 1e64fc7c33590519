//! What `make fuzz` does a million times, here on a few thousand inputs: mutations of a jar, of region patterns, of a
//! checkpoint and of a manifest, the same on every run. Class files have `reassembly_mutation.rs` as well.

#[path = "../../fuzz/src/lib.rs"]
mod targets;

use std::io::Write;
use std::path::Path;

use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

use crate::common;

/// Runs the target on mutations of the seeds: bytes are set, runs of bytes removed, doubled or put in from elsewhere.
fn mutate(seeds: &[Vec<u8>], cases: u32, target: fn(&[u8])) {
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let change = (0_u8..4, any::<usize>(), any::<usize>(), any::<u8>());
    let input = (any::<usize>(), prop::collection::vec(change, 0..6));
    let result = runner.run(&input, |(seed, changes)| {
        let mut bytes = seeds[seed % seeds.len()].clone();
        for (kind, at, other, value) in changes {
            if bytes.is_empty() {
                break;
            }
            let (at, length) = (at % bytes.len(), 1 + other % 9);
            let run = at..(at + length).min(bytes.len());
            match kind {
                0 => bytes[at] = value,
                1 => drop(bytes.drain(run)),
                2 => {
                    let run = bytes[run].to_vec();
                    let to = other % bytes.len();
                    bytes.splice(to..to, run);
                }
                _ => bytes[at] ^= 1 << (value % 8),
            }
        }
        target(&bytes);
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}

fn read(path: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

const MANIFEST: &str = "Manifest-Version: 1.0\r\nMain-Class: a.B\r\nClass-Path: lib/one.jar li\r\n b/two.jar\r\n\
    Add-Opens: x/y\r\n\r\nName: a/B.class\r\nSHA-256-Digest: xyz=\r\n\r\n";

#[test]
fn jars() {
    let mut jars = Vec::new();
    for method in [zip::CompressionMethod::Stored, zip::CompressionMethod::Deflated] {
        let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        let options = zip::write::SimpleFileOptions::default().compression_method(method);
        for (name, content) in [
            ("META-INF/MANIFEST.MF", MANIFEST.as_bytes()),
            ("a/B.class", &[7; 300]),
            ("META-INF/X.SF", b"s"),
            ("t", b""),
        ] {
            writer.start_file(name, options).unwrap();
            writer.write_all(content).unwrap();
        }
        jars.push(writer.finish().unwrap().into_inner());
    }
    mutate(&jars, 3_000, targets::jar);
}

#[test]
fn patterns() {
    let seeds = [
        "28, Main, Main.main(String[]):44; *; p.q.Outer.Inner.run(int, Map<String, List<X>>[]...):@7; `odd name`.<init> &",
        "@12, A, *; A.<clinit> & 3, B, A.f:1; B.g # the end",
    ];
    mutate(&seeds.map(|seed| seed.as_bytes().to_vec()), 5_000, targets::pattern);
}

#[test]
fn manifests() {
    mutate(&[MANIFEST.as_bytes().to_vec(), b"A: b\rC: d\r\re: f\n\n g".to_vec()], 5_000, targets::manifest);
    // an empty line is not continued
    targets::manifest(b"Add-Opens: X\rno colon\rK\n\n  c2 Name: x\r\n\r\n");
}

/// The sections of a golden file, each with its length before it, as the target wants them.
fn cut(golden: &[u8]) -> Vec<u8> {
    let trailer = golden.len() - (jcp::checkpoint::SECTIONS.len() * 20 + 20);
    let mut cut = Vec::new();
    for entry in golden[trailer..].chunks_exact(20).take(jcp::checkpoint::SECTIONS.len()) {
        let number = |at: usize| u64::from_le_bytes(entry[at..at + 8].try_into().unwrap()) as usize;
        cut.extend((number(8) as u16).to_le_bytes());
        cut.extend(&golden[number(0)..number(0) + number(8)]);
    }
    let whole = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(whole.path(), targets::with_checksums(&cut)).unwrap();
    let whole = jcp::checkpoint::Checkpoint::open(whole.path()).expect("the sections were cut right");
    assert!(!whole.classes().is_empty());
    cut
}

/// Without other threads, and with two.
#[test]
fn checkpoints() {
    let [small, threads] = ["small", "threads"].map(|name| read(&format!("tests/golden/{name}.jcp")));
    mutate(&[cut(&small), cut(&threads), small, threads], 3_000, targets::checkpoint);
}

/// A class that has a bit of everything.
#[test]
fn classes() {
    let folder = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/Seeds.java");
    common::compile_files(&common::any_jdk(), &[source], folder.path(), &[]);
    let mut classes: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    classes.sort();
    let classes: Vec<Vec<u8>> = classes.iter().map(|path| std::fs::read(path).unwrap()).collect();
    assert!(classes.len() > 3);
    for class in &classes {
        targets::class_file(class);
    }
    mutate(&classes, 3_000, targets::class_file);
}
