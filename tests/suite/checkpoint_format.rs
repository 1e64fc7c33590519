//! The Rust reader against checkpoints that the Java runtime wrote, fresh ones and a committed one, and against damage.
//!
//! `tests/golden/small.jcp` holds the format: `JCP_BLESS=1 cargo test --test suite checkpoint_format` writes it anew, which is
//! right only together with a new version number. `tests/golden/threads.jcp`, with two threads that wait, is written with it.

use std::path::{Path, PathBuf};

use crate::runtime_support::{assert_cannot_replay, program};
use jcp::checkpoint::{Checkpoint, CheckpointError, SECTIONS, Slot, StaticField, Treatment, Value};
use proptest::prelude::*;

use crate::{common, threads_shown};

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/small.jcp")
}

/// A checkpoint with two threads that wait, of the program `Shown`: a seed for damage.
fn with_threads() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/threads.jcp")
}

/// Objects and bytes of a class.
fn count(checkpoint: &Checkpoint, name: &str) -> (u64, u64) {
    let histogram = checkpoint.histogram().expect("histogram");
    let found = histogram.classes.iter().find(|row| checkpoint.classes()[row.class].name() == name);
    found.map_or((0, 0), |row| (row.objects, row.shallow_bytes))
}

fn field(class: &str, name: &str, descriptor: &str, value: Value) -> StaticField {
    StaticField { class: class.into(), name: name.into(), descriptor: descriptor.into(), value }
}

/// What must be read of the program `Small`, whichever JVM wrote it.
fn assert_small(checkpoint: &Checkpoint) {
    let header = checkpoint.header();
    assert_eq!((header.plan.len(), header.arrival), (64, 1));
    assert_eq!(header.classes as usize, checkpoint.classes().len());
    assert_eq!(header.enums.iter().collect::<Vec<_>>(), ["java.util.concurrent.TimeUnit"]);
    assert!(checkpoint.environment().iter().any(|(name, _)| name == "locale"), "{:?}", checkpoint.environment());
    assert_eq!(checkpoint.initialized(), ["Small", "Small$Color", "Small$Node"]);

    // header 12, three references 8 (held, next), double 8, byte 1: 29, rounded up
    assert_eq!(count(checkpoint, "Small$Node"), (8, 8 * 32));
    assert_eq!(count(checkpoint, "Small$Color"), (2, 2 * 24));
    assert_eq!(count(checkpoint, "[J"), (1, 16 + 24));
    assert_eq!(count(checkpoint, "[C"), (1, 24));
    assert_eq!(count(checkpoint, "[[LSmall$Node;"), (1, 24));
    assert_eq!(count(checkpoint, "java.util.concurrent.TimeUnit"), (1, 0));
    assert_eq!(count(checkpoint, "java.lang.Class"), (2, 0));
    assert_eq!(count(checkpoint, "java.lang.Integer"), (2, 32));
    assert_eq!(count(checkpoint, "java.lang.Long"), (1, 24));
    assert_eq!(count(checkpoint, "lambda of Small"), (1, 16));
    let histogram = checkpoint.histogram().expect("histogram");
    let objects: u64 = histogram.classes.iter().map(|row| row.objects).sum();
    assert_eq!(objects + histogram.anchors + histogram.leaves, u64::from(header.objects));

    let node = checkpoint.classes().iter().find(|class| class.name() == "Small$Node").expect("Node");
    let fields: Vec<String> = node.fields.iter().map(|field| format!("{} {}", field.name, field.descriptor)).collect();
    assert_eq!(node.treatment, Treatment::Plain);
    assert_eq!(
        fields,
        [
            "Small$Node.small B",
            "Small$Node.wide D",
            "Small$Node.next LSmall$Node;",
            "Small$Node.held Ljava/lang/Object;"
        ]
    );
    assert_roots(checkpoint);
}

fn assert_roots(checkpoint: &Checkpoint) {
    let roots = checkpoint.roots().expect("roots");
    let [main, after] = roots.frames() else { panic!("two frames are expected: {roots:?}") };
    assert!(main.slots.is_empty(), "nothing of main is used later: {main:?}");
    let kinds: String = after.slots.iter().map(|slot| slot.kind).collect();
    assert_eq!(kinds, "AAAJF");
    assert_eq!(after.slots[3], Slot { kind: 'J', value: Value::Bits(1 << 40) });
    assert_eq!(after.slots[4], Slot { kind: 'F', value: Value::Bits(u64::from(1.5_f32.to_bits())) });
    assert_eq!(after.slots[0].value, Value::Object(1), "the first object met");
    let statics: Vec<&StaticField> = roots.statics.iter().filter(|field| field.class == "Small").collect();
    let names: Vec<&str> = statics.iter().map(|field| field.name.as_str()).collect();
    assert_eq!(names, ["count", "kept", "text"]);
    assert_eq!(*statics[0], field("Small", "count", "I", Value::Bits(7)));
    assert!(matches!(statics[1].value, Value::Object(number) if number > 0), "{statics:?}");
    assert!(roots.streams.iter().all(|stream| *stream > 0));
}

#[test]
fn what_java_writes_is_read() {
    for jdk in common::jdks() {
        let program = program(&jdk, "Small.java").capture();
        let checkpoint = Checkpoint::open(&program.checkpoint()).expect("a whole checkpoint");
        assert_small(&checkpoint);
        assert!(checkpoint.header().jdk.contains(&format!(" {}.", jdk.feature)), "{}", checkpoint.header().jdk);
        if std::env::var_os("JCP_BLESS").is_some() && jdk.feature == common::VERSIONS[0] {
            std::fs::copy(program.checkpoint(), golden()).expect("golden file written");
        }
    }
}

#[test]
fn the_golden_file_is_read() {
    let checkpoint = Checkpoint::open(&golden()).expect("the golden file");
    assert_small(&checkpoint);
    let names: Vec<&str> = checkpoint.sections().map(|(name, _)| name).collect();
    assert_eq!(names, SECTIONS);
}

/// Its plan is that of no program made here, which the Java reader finds in its header.
#[test]
fn the_golden_file_is_recognised_by_the_replay() {
    for jdk in common::jdks() {
        let other = program(&jdk, "Other.java").instrument();
        let copy = other.work().join("small.jcp"); // a refusal leaves its reasons beside the file
        std::fs::copy(golden(), &copy).expect("copied");
        assert_cannot_replay(&other.replay(&copy), "belongs to another program");
    }
}

#[test]
fn errors_say_where_and_what_to_do() {
    let folder = tempfile::tempdir().expect("folder");
    let good = std::fs::read(golden()).expect("golden");
    let error = |name: &str, bytes: Option<&[u8]>| {
        let path = folder.path().join(name);
        if let Some(bytes) = bytes {
            std::fs::write(&path, bytes).expect("file");
        }
        Checkpoint::open(&path).expect_err("refused")
    };
    assert!(matches!(error("none", None), CheckpointError::Io { .. }));
    assert!(matches!(error("empty", Some(b"")), CheckpointError::Foreign { .. } | CheckpointError::Io { .. }));
    assert!(matches!(error("text", Some(b"some text, no checkpoint")), CheckpointError::Foreign { .. }));
    let mut newer = good.clone();
    newer[8] = 6;
    assert!(matches!(error("newer", Some(&newer)), CheckpointError::Version { found: 6, expected: 4, .. }));
    let mut flipped = good.clone();
    let (header, _) = entries(&good)[0];
    flipped[header + 4] ^= 1;
    let said = error("flipped", Some(&flipped)).to_string();
    assert!(said.ends_with("flipped is damaged in section header: its checksum is wrong; capture again"), "{said}");
    let mut unmarked = good.clone();
    unmarked[8] = 5; // an HMAC would follow
    assert!(error("unmarked", Some(&unmarked)).to_string().contains("damaged in the trailer: the file is incomplete"));
    let said = error("cut", Some(&good[..good.len() - 1])).to_string();
    assert!(said.contains("damaged in the trailer: the file is incomplete"), "{said}");
}

/// Bytes of the trailer.
fn trailer() -> usize {
    SECTIONS.len() * 20 + 20
}

/// The trailer's entries as (offset, length), read as `FORMAT.md` says.
fn entries(file: &[u8]) -> Vec<(usize, usize)> {
    let start = file.len() - trailer();
    let long = |at: usize| {
        let bytes: [u8; 8] = file[at..at + 8].try_into().expect("eight bytes");
        usize::try_from(u64::from_le_bytes(bytes)).expect("small")
    };
    (0..SECTIONS.len()).map(|i| (long(start + i * 20), long(start + i * 20 + 8))).collect()
}

/// Makes all checksums right again.
fn reseal(file: &mut [u8]) {
    let start = file.len() - trailer();
    for (i, (offset, length)) in entries(file).into_iter().enumerate() {
        let crc = crc32c::crc32c(&file[offset..offset + length]);
        file[start + i * 20 + 16..start + i * 20 + 20].copy_from_slice(&crc.to_le_bytes());
    }
    let crc = crc32c::crc32c(&file[start..start + SECTIONS.len() * 20]);
    file[start + SECTIONS.len() * 20..start + SECTIONS.len() * 20 + 4].copy_from_slice(&crc.to_le_bytes());
}

/// Reads everything that the reader can.
fn read_all(bytes: &[u8]) -> Result<(), CheckpointError> {
    let file = tempfile::NamedTempFile::new().expect("file");
    std::fs::write(file.path(), bytes).expect("written");
    let checkpoint = Checkpoint::open(file.path())?;
    let stacks = checkpoint.roots()?.stacks;
    assert_eq!(stacks.len(), checkpoint.threads().len());
    let heap = checkpoint.heap()?;
    let roots = checkpoint.named_roots(&heap, None)?;
    let paths = jcp::checkpoint::Paths::new(&heap, &roots);
    let owners = jcp::checkpoint::Retained::new(&heap, &roots).owners(&heap, &roots, &paths, 20);
    assert!(owners.iter().all(|owner| owner.bytes > 0));
    let _: Vec<String> = (0..=heap.len() as u32).map(|object| heap.describe(object)).collect();
    checkpoint.hashes()?;
    checkpoint.histogram().map(|_| ())
}

#[derive(Debug, Clone)]
enum Damage {
    Bits(Vec<(prop::sample::Index, u8)>),
    Cut(prop::sample::Index),
    More(Vec<u8>),
    Move(prop::sample::Index, prop::sample::Index, u8),
}

fn damage() -> impl Strategy<Value = Damage> {
    let place = any::<prop::sample::Index>;
    prop_oneof![
        prop::collection::vec((place(), 0..8_u8), 1..4).prop_map(Damage::Bits),
        place().prop_map(Damage::Cut),
        prop::collection::vec(any::<u8>(), 1..300).prop_map(Damage::More),
        (place(), place(), any::<u8>()).prop_map(|(from, to, length)| Damage::Move(from, to, length)),
    ]
}

fn damaged(good: &[u8], damage: &Damage) -> Vec<u8> {
    let mut bytes = good.to_vec();
    match damage {
        Damage::Bits(flips) => {
            for (place, bit) in flips {
                bytes[place.index(good.len())] ^= 1 << bit;
            }
        }
        Damage::Cut(place) => bytes.truncate(place.index(good.len())),
        Damage::More(more) => bytes.extend(more),
        Damage::Move(from, to, length) => {
            let length = usize::from(*length).min(good.len());
            let (from, to) = (from.index(good.len() - length + 1), to.index(good.len() - length + 1));
            bytes.copy_within(from..from + length, to);
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn every_damage_is_refused(damage in damage(), threads in any::<bool>()) {
        let good = std::fs::read(if threads { with_threads() } else { golden() }).expect("golden");
        let bytes = damaged(&good, &damage);
        prop_assert_eq!(read_all(&bytes).is_ok(), bytes == good);
    }

    /// Sections changed under right checksums, as only a forger makes them: an error or a reading, never a panic.
    #[test]
    fn no_content_makes_the_reader_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        threads in any::<bool>(),
    ) {
        let mut bytes = std::fs::read(if threads { with_threads() } else { golden() }).expect("golden");
        let room = bytes.len() - 16 - trailer();
        for (place, byte) in changes {
            bytes[16 + place.index(room)] = byte;
        }
        reseal(&mut bytes);
        let _ = read_all(&bytes);
    }
}

#[test]
fn a_checkpoint_with_threads_is_read() {
    if std::env::var_os("JCP_BLESS").is_some() {
        let program = threads_shown::instrumented(&common::any_jdk());
        let file = threads_shown::captured(&program, "blessed", &["aa", "other"]);
        std::fs::copy(file, with_threads()).expect("it can be written");
    }
    let checkpoint = Checkpoint::open(&with_threads()).expect("it is whole");
    let names: Vec<&str> = checkpoint.threads().iter().map(|thread| thread.name.as_str()).collect();
    assert_eq!(names, ["main", "consumer", "other"]);
    let waits: Vec<_> = checkpoint.threads().iter().map(|thread| thread.waits.map(|waits| waits.chain)).collect();
    assert_eq!(waits, [None, Some(0), Some(1)]);
    let depths: Vec<usize> = checkpoint.roots().expect("roots").stacks.iter().map(Vec::len).collect();
    assert_eq!(depths, [2, 2, 1]);
}

#[test]
fn resealing_keeps_a_good_file() {
    let good = std::fs::read(golden()).expect("golden");
    let mut bytes = good.clone();
    reseal(&mut bytes);
    assert!(bytes == good && read_all(&bytes).is_ok());
}
