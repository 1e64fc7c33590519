//! Jars, classes, options, JDKs and outputs that cannot be used: jcp says so in a few lines, with the place, ends with the
//! status of its kind (`src/cli/exit.rs`), and leaves no file behind. What the JVM itself puts up with, jcp puts up with.
//!
//! All goes through the command as a user would run it. Checkpoints are in `bad_checkpoint.rs`.

use std::process::Command;

use crate::bad_input_support::{
    BEHIND, Place, REGION, code_start, complaint, content, entries, forbid, limited, listing, with, with_more,
};
use jcp::classfile::opcode;

use crate::common;

#[test]
fn what_is_no_jar() {
    let place = Place::new();
    let good = std::fs::read(place.good()).unwrap();
    std::fs::create_dir(place.path("folder.jar")).unwrap();
    let broken = [
        ("text.jar", b"some text".as_slice(), "this is not a jar"),
        ("empty.jar", b"", "this is not a jar"),
        ("cut.jar", &good[..good.len() * 2 / 3], "this is not a jar, or it is damaged"),
        ("missing.jar", b"", "No such file"),
        ("folder.jar", b"", "this is a folder, not a jar"),
    ];
    for (name, bytes, why) in broken {
        if !["missing.jar", "folder.jar"].contains(&name) {
            place.file(name, bytes);
        }
        place.complains(&mut place.instrument(&place.path(name), &[]), 4, &[name, why]);
    }
    for name in ["text.jar", "cut.jar"] {
        let path = std::env::join_paths([place.path("good.jar"), place.path(name)]).unwrap();
        let arguments = ["--classpath", path.to_str().unwrap(), "--main", "Main", "--region", REGION];
        place.complains(&mut place.instrument_with(&arguments), 4, &[name, "not a jar"]);
    }
}

#[test]
fn an_unreadable_jar() {
    let place = Place::new();
    let jar = place.good();
    if forbid(&jar) {
        place.complains(&mut place.instrument(&jar, &[]), 4, &["good.jar", "ermission denied"]);
    }
}

#[test]
fn a_damaged_deflate_stream() {
    let place = Place::new();
    for entry in ["Other.class", "Spare.class", "META-INF/MANIFEST.MF"] {
        let mut bytes = std::fs::read(place.good()).unwrap();
        let name = bytes.windows(entry.len()).position(|window| window == entry.as_bytes()).unwrap();
        bytes[name + entry.len()] = 7; // a block of the reserved type
        let jar = place.file("broken.jar", &bytes);
        place.complains(&mut place.instrument(&jar, &[]), 4, &["broken.jar", entry, "cannot be read"]);
    }
}

/// What can be wrong with a class file, and what of it is said.
fn damages(class: &[u8], method: &str) -> Vec<(&'static str, Vec<u8>)> {
    let start = code_start(class, method);
    let getstatic = start + class[start..].iter().position(|byte| *byte == opcode::GETSTATIC).unwrap();
    let change = |at: usize, bytes: &[u8]| {
        let mut changed = class.to_vec();
        changed[at..at + bytes.len()].copy_from_slice(bytes);
        changed
    };
    vec![
        ("magic number", change(3, &[0xbf])),
        ("end of input", class[..class.len() / 2].to_vec()),
        ("end of input", Vec::new()),
        ("not an opcode", change(start, &[0xfe])),
        ("no constant 32767", change(getstatic + 1, &[0x7f, 0xff])),
    ]
}

#[test]
fn a_damaged_class_of_the_chain() {
    let place = Place::new();
    for (class, method) in [("Other", "go"), ("Main", "main")] {
        let entry = format!("{class}.class");
        for (why, bytes) in damages(&content(&entry), method) {
            let jar = place.jar("broken.jar", &with(&entry, |content| *content = bytes));
            place.complains(&mut place.instrument(&jar, &[]), 4, &[class, why]);
        }
    }
}

/// The class with a text that is encoded with a byte more than needed, which the JVM lets pass where it verifies nothing.
fn with_a_longer_text(class: &[u8]) -> Vec<u8> {
    let (text, longer) = (b"\x01\x00\x05spare", b"\x01\x00\x06\xc1\xb3pare");
    let at = class.windows(text.len()).position(|window| window == text).unwrap();
    [&class[..at], longer, &class[at + text.len()..]].concat()
}

/// jcp knows nothing of what such a class does, the JVM runs it: neither a checkpoint behind its use nor a replay that uses it.
#[test]
fn a_class_that_the_jvm_alone_can_read() {
    let place = Place::new();
    let longer = with_a_longer_text(&content("Spare.class"));
    let jar = place.jar("broken.jar", &with("Spare.class", |content| content.clone_from(&longer)));
    let said = place.succeeds(&mut place.instrument(&jar, &[]));
    assert!(said.contains("Spare: left out: "), "{said}");
    let unverified = ["--jvm-arg=-XX:+UnlockDiagnosticVMOptions", "--jvm-arg=-XX:-BytecodeVerificationRemote"];
    for (region, why) in [(REGION, "it is loaded after the checkpoint"), (BEHIND, "it is used before the checkpoint")] {
        let output = place.verify_at(&jar, region, &unverified);
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.code() == Some(3) && said.contains("Spare: ") && said.contains(why), "{said}");
    }
}

/// The JVM fails when it gets to such a class, in all three runs alike; the class stays as it is in both jars.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_damaged_class_elsewhere() {
    let place = Place::new();
    for (why, bytes) in damages(&content("Spare.class"), "touch") {
        let jar = place.jar("broken.jar", &with("Spare.class", |content| content.clone_from(&bytes)));
        let said = place.succeeds(&mut place.instrument(&jar, &[]));
        let in_code = why.starts_with("no");
        assert!(in_code || said.contains("Spare: left out: ") && said.contains(why), "{why}: {said}");
        for kind in ["capture", "replay"] {
            let output = jcp::classfile::Jar::open(&place.out().join(format!("broken-{kind}.jar"))).unwrap();
            assert_eq!(output.read("Spare.class").unwrap().as_ref(), Some(&bytes), "{kind}");
        }
        if ["magic number", "not an opcode"].contains(&why) {
            let output = place.verify(&jar);
            assert_eq!(output.status.code(), Some(0), "{why}: {}", String::from_utf8_lossy(&output.stdout));
        }
    }
}

/// Such a program never gets to its checkpoint.
#[test]
fn code_that_the_verifier_refuses() {
    let place = Place::new();
    let null_for_int = |class: &mut Vec<u8>| {
        let start = code_start(class, "go");
        class[start] = opcode::ACONST_NULL;
    };
    let jar = place.jar("broken.jar", &with("Other.class", null_for_int));
    let output = place.verify(&jar);
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("never came"), "{said}");
}

#[test]
fn class_files_newer_than_the_jdk() {
    let place = Place::new();
    let newer = |class: &mut Vec<u8>| class[6..8].copy_from_slice(&[0, 200]);
    for name in ["Other", "Main"] {
        let jar = place.jar("new.jar", &with(&format!("{name}.class"), newer));
        place.complains(&mut place.instrument(&jar, &[]), 4, &[name, "version 200", "--jdk"]);
    }
    let jar = place.jar("new.jar", &with("Spare.class", newer));
    assert_eq!(place.verify(&jar).status.code(), Some(0), "the JVM fails when it gets there, in all runs");
    // preview features of this very version: the JVM wants a flag for them
    let preview = place.jar("new.jar", &with("Other.class", |class| class[4..6].copy_from_slice(&[255, 255])));
    let output = place.verify(&preview);
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn main_classes() {
    let place = Place::new();
    let good = place.good();
    let no_main = "public static void main(String[])";
    for (main, why) in [("Nowhere", "`Nowhere`"), ("Spare", "`Spare`")] {
        place.complains(&mut place.instrument(&good, &["--main", main]), 4, &[why, no_main]);
    }
    let without: Vec<_> = entries().into_iter().filter(|(name, _)| name != "Main.class").collect();
    let jar = place.jar("without.jar", &without);
    place.complains(&mut place.instrument(&jar, &[]), 4, &["`Main`", no_main]);
    let jar = place.jar("plain.jar", &entries()[1..].to_vec());
    place.complains(&mut place.instrument(&jar, &[]), 4, &["plain.jar", "no manifest", "--main CLASS"]);
    for manifest in ["Manifest-Version: 1.0\r\n\r\n", "Main-Class: \r\n\r\n"] {
        let jar = place.jar("silent.jar", &with("META-INF/MANIFEST.MF", |content| *content = manifest.into()));
        place.complains(&mut place.instrument(&jar, &[]), 4, &["silent.jar", "no Main-Class", "--main CLASS"]);
    }
}

#[test]
fn class_path_entries_that_are_missing() {
    let place = Place::new();
    place.good();
    let arguments = ["--classpath", "gone.jar", "--main", "Main", "--region", REGION];
    place.complains(&mut place.instrument_with(&arguments), 4, &["no entry of the class path exists", "gone.jar"]);
    // one among others is passed over, as the JVM does, but told
    let path = std::env::join_paths(["good.jar", "gone.jar"]).unwrap();
    let arguments = ["--classpath", path.to_str().unwrap(), "--main", "Main", "--region", REGION];
    let told = place.succeeds(&mut place.instrument_with(&arguments));
    assert!(told.contains("gone.jar: this class-path entry does not exist"), "{told}");
    // an error that may come of it says so
    let elsewhere = ["--classpath", path.to_str().unwrap(), "--main", "Nowhere", "--region", REGION];
    place.complains(
        &mut place.instrument_with(&elsewhere),
        4,
        &["`Nowhere`", "gone.jar: this class-path entry does not exist"],
    );
    // and one that a manifest names, without a word
    let manifest = "Main-Class: Main\r\nClass-Path: gone.jar\r\n\r\n";
    let jar = place.jar("names.jar", &with("META-INF/MANIFEST.MF", |content| *content = manifest.into()));
    assert_eq!(place.succeeds(&mut place.instrument(&jar, &[])), "");
}

#[test]
fn options_given_twice_or_against_each_other() {
    let place = Place::new();
    let good = place.good();
    let wrong: [&[&str]; 5] = [
        &["--instance", "1", "--instance", "2"],
        &["--main", "A", "--main", "B"],
        &["--jdk", "a"],
        &["--instance", "-1"],
        &["--nonsense"],
    ];
    for more in wrong {
        complaint(&place.instrument(&good, more).output().unwrap(), 2, &["--help"]);
    }
    place.complains(&mut place.instrument(&good, &["--classpath", "good.jar"]), 2, &["--classpath needs --main"]);
    assert!(!place.out().exists());
}

#[test]
fn options_that_would_have_no_effect() {
    let place = Place::new();
    let good = place.good();
    for instance in ["first", "last", "2"] {
        let more = ["--keep", "2", "--instance", instance];
        place.complains(&mut place.instrument(&good, &more), 2, &["--keep", "--instance all"]);
    }
    let mut observe = common::jcp();
    observe.arg("observe").arg(&good).args(["--region", REGION, "-o", "jars"]).current_dir(place.folder.path());
    place.complains(&mut observe, 2, &["-o", "--keep"]);
}

#[test]
fn regions() {
    let place = Place::new();
    let good = place.good();
    let good = good.to_str().unwrap();
    let wrong = [
        // the caret stands under the column
        ("5, Other, Main.main:4 Other.go &", "\n                      ^"),
        ("", "expected a line number"),
        ("5, Other, Main.main:x; Other.go &", "\n                      ^"),
        ("99, Other, Main.main:4; Other.go &", "no code on line 99"),
        ("99, Other, Main.main:4; Other.go &", "6, Other, Main.main:4; Other.go &"),
        ("5, Othr, Main.main:4; Other.go &", "5, Other, Main.main:4; Other.go &"),
        ("5, Other, Main.main:4; Othr.go &", "5, Other, Main.main:4; Other.go &"),
        ("5, Other, Main.main:3; Other.go &", "5, Other, Main.main:4; Other.go &"),
        ("70000, Other, Main.main:4; Other.go &", "65535"),
    ];
    for (region, why) in wrong {
        place.complains(&mut place.instrument_with(&[good, "--region", region]), 4, &[why]);
    }
    place.file("bad.region", b"# a region\n\n 5, Other, Main &\n");
    place.file("binary.region", &[0xff; 20]);
    place.file("empty.region", b"# nothing\n");
    std::fs::create_dir(place.path("folder.region")).unwrap();
    for (file, why) in [
        ("bad.region", "bad.region:3:12: "),
        ("binary.region", "UTF-8"),
        ("empty.region", "no region"),
        ("gone.region", "No such file"),
        ("folder.region", "directory"),
    ] {
        place.complains(&mut place.instrument_with(&[good, "--regions", file]), 4, &[why]);
    }
}

#[test]
fn folders_that_are_no_jdk() {
    let place = Place::new();
    let good = place.good();
    let jdk = common::any_jdk();
    let fake = place.path("fake");
    std::fs::create_dir_all(fake.join("bin")).unwrap();
    let with_jdk = |home: &std::path::Path| {
        let mut jcp = common::jcp();
        jcp.arg("instrument").arg(&good).args(["--region", REGION, "--jdk"]).arg(home).arg("-o").arg(place.out());
        jcp
    };
    place.complains(&mut with_jdk(&place.path("none")), 4, &["none", "not a JDK"]);
    place.complains(&mut with_jdk(&fake), 4, &["fake", "no `release` file"]);
    std::fs::write(fake.join("release"), "JAVA_VERSION=\"1.8.0_402\"\n").unwrap();
    place.complains(&mut with_jdk(&fake), 4, &["1.8.0_402", "17 is the oldest"]);
    std::fs::write(fake.join("release"), "JAVA_VERSION=\"17\"\n").unwrap();
    std::fs::copy(jdk.java(), fake.join("bin/java")).unwrap();
    place.complains(&mut with_jdk(&fake), 4, &["fake", "no lib/modules"]);
    std::fs::create_dir(fake.join("lib")).unwrap();
    std::fs::write(fake.join("lib/modules"), b"no image at all").unwrap();
    place.complains(&mut with_jdk(&fake), 4, &["modules"]);
}

/// A run-time image made by jlink does as well as a JDK, unless it is compressed.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn images_made_by_jlink() {
    let jdk = common::any_jdk();
    let jlink = jdk.home.join("bin/jlink");
    if !jlink.exists() || !jdk.home.join("jmods").is_dir() {
        eprintln!("skipped: no jlink with modules in {}", jdk.home.display());
        return;
    }
    let place = Place::new();
    let good = place.good();
    for (name, compress) in [("plain", None), ("small", Some("--compress=2"))] {
        let mut command = Command::new(&jlink);
        command.args(["--add-modules", "java.base", "--output"]).arg(place.path(name)).args(compress);
        common::succeed(&mut command);
        let mut jcp = common::jcp();
        jcp.arg("instrument").arg(&good).args(["--region", REGION, "--jdk"]).arg(place.path(name));
        let output = jcp.arg("-o").arg(place.out()).output().unwrap();
        match compress {
            None => assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr)),
            Some(_) => complaint(&output, 4, &["modules", "compressed by jlink", "--jdk"]),
        }
    }
}

#[test]
fn inputs_of_runs_that_are_missing() {
    let place = Place::new();
    let good = place.good();
    std::fs::create_dir(place.path("folder")).unwrap();
    for command in ["verify", "observe"] {
        for (option, value) in
            [("--stdin", "nosuch"), ("--workdir", "nosuch"), ("--stdin", "folder"), ("--workdir", "good.jar")]
        {
            let mut jcp = common::jcp();
            jcp.arg(command)
                .arg(&good)
                .args([option, value, "--region", REGION])
                .arg("--jdk")
                .arg(&common::any_jdk().home);
            place.complains(jcp.current_dir(place.folder.path()), 4, &[value]);
        }
    }
    let more = ["--classpath", "nolib/*", "--main", "Main", "--region", REGION];
    place.complains(&mut place.instrument_with(&more), 4, &["cannot read", "nolib"]);
}

#[test]
fn outputs_that_cannot_be_written() {
    let place = Place::new();
    let good = place.good();
    place.file("file", b"kept");
    let to = |folder: &str, more: &[&str]| {
        let mut jcp = common::jcp();
        jcp.arg("instrument").arg(&good).args(["--region", REGION, "--jdk"]).arg(&common::any_jdk().home);
        jcp.arg("-o").arg(place.path(folder)).args(more).current_dir(place.folder.path());
        jcp
    };
    place.complains(&mut to("file", &[]), 5, &["cannot create", "file"]);
    place.complains(&mut to("file/below", &[]), 5, &["cannot create", "below"]);
    place.complains(&mut to("none", &["--plan", "none/plan.json"]), 5, &["cannot write", "plan.json"]);
    std::fs::create_dir(place.path("plan.json")).unwrap();
    place.complains(&mut to("none", &["--plan", "plan.json"]), 5, &["cannot write", "plan.json", "directory"]);
    for kind in ["capture", "replay"] {
        let folder = format!("with-{kind}");
        std::fs::create_dir_all(place.path(&folder).join(format!("good-{kind}.jar"))).unwrap();
        place.complains(&mut to(&folder, &[]), 5, &["cannot write", &format!("good-{kind}.jar"), "directory"]);
    }
    std::fs::create_dir(place.path("closed")).unwrap();
    if forbid(&place.path("closed")) {
        place.complains(&mut to("closed", &[]), 5, &["cannot write", "closed", "ermission denied"]);
    }
}

#[test]
fn outputs_that_would_replace_inputs() {
    let place = Place::new();
    let good = place.good();
    place.complains(&mut place.instrument(&good, &["--plan", "good.jar"]), 2, &["good.jar", "part of the program"]);
    place.complains(&mut place.instrument(&good, &["--plan", "out/good-replay.jar"]), 2, &["a jar and the plan"]);
    let input = place.jar("Main-capture.jar", &entries());
    let mut jcp = common::jcp();
    jcp.arg("instrument").arg("--classpath").arg(&input).args(["--main", "Main", "--region", REGION, "-o"]);
    place.complains(jcp.arg(place.folder.path()), 2, &["Main-capture.jar", "part of the program", "-o"]);
}

#[test]
fn pages_and_lists_that_would_replace_inputs() {
    let place = Place::new();
    let good = place.good();
    place.file("my.regions", REGION.as_bytes());
    let jcp = |command: &str, more: &[&str]| {
        let mut jcp = common::jcp();
        jcp.arg(command).arg(&good).arg("--jdk").arg(&common::any_jdk().home).args(more);
        jcp.current_dir(place.folder.path());
        jcp
    };
    for page in ["good.jar", "my.regions"] {
        let mut report = jcp("report", &["--regions", "my.regions", "-o", page]);
        place.complains(&mut report, 2, &[page, "is an input of this command", "another name"]);
    }
    place.complains(&mut jcp("points-to", &["--dump", "good.jar"]), 2, &["good.jar", "is an input of this command"]);
    // a page of before is replaced
    place.file("page.html", b"old");
    common::succeed(&mut jcp("report", &["--regions", "my.regions", "-o", "page.html"]));
    assert!(std::fs::read_to_string(place.path("page.html")).unwrap().starts_with("<!"));
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_full_disk_keeps_the_jars_of_before() {
    let place = Place::new();
    // what cannot be compressed, so that the jar is larger than the limit
    let noise: Vec<u8> = (0_u32..60_000).map(|number| (number.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let jar = place.jar("good.jar", &with_more(&[("noise", &noise)]));
    place.succeeds(&mut place.instrument(&jar, &[]));
    let before = listing(&place.out());
    assert_eq!(before.len(), 3);
    let longer = place.jar("good.jar", &with_more(&[("noise", &noise), ("more", &noise)]));
    for blocks in [0, 1, 20, 150] {
        let Some(mut command) = limited(blocks, &place.instrument(&longer, &[])) else { return };
        place.complains(&mut command, 5, &["cannot write", "good-capture.jar", "arge"]);
        assert_eq!(listing(&place.out()), before);
    }
}

#[test]
fn entries_of_enormous_size() {
    let place = Place::new();
    let zeros = vec![0; (64 << 20) + 1];
    let jar = place.jar("large.jar", &with_more(&[("Zeros.class", &zeros)]));
    assert!(std::fs::metadata(&jar).unwrap().len() < 1 << 20);
    place.complains(&mut place.instrument(&jar, &[]), 4, &["large.jar", "Zeros.class", "larger than 64 MiB"]);
    // what jcp does not read it copies
    let jar = place.jar("large.jar", &with_more(&[("zeros.bin", &zeros)]));
    assert_eq!(place.succeeds(&mut place.instrument(&jar, &[])), "");
    assert!(std::fs::metadata(place.out().join("large-replay.jar")).unwrap().len() < 2 << 20);
}

/// Entries are names in the jar to jcp, never paths; they stay what they are.
#[test]
fn entries_that_point_outside() {
    let place = Place::new();
    let names = ["../x.txt", "../../y.class", "/z.txt", "a/../../b.txt"];
    let spare = content("Spare.class");
    let more: Vec<(&str, &[u8])> = names.iter().map(|name| (*name, &spare[..])).collect();
    let jar = place.jar("good.jar", &with_more(&more));
    let before = listing(place.folder.path()).len();
    let said = place.succeeds(&mut place.instrument(&jar, &[]));
    assert!(said.contains("../../y: left out: the file contains class Spare"), "{said}");
    assert_eq!(listing(place.folder.path()).len(), before + 3, "more than `out` and two jars");
    let output = jcp::classfile::Jar::open(&place.out().join("good-capture.jar")).unwrap();
    assert!(names.iter().all(|name| output.read(name).unwrap().as_ref() == Some(&spare)));
}

#[test]
fn classes_in_the_wrong_place() {
    let place = Place::new();
    let (other, main) = (content("Other.class"), content("Main.class"));
    let jar = place.jar("good.jar", &with_more(&[("q/Other.class", &other), ("lib/Main.class", &main)]));
    let said = place.succeeds(&mut place.instrument(&jar, &[]));
    assert!(said.contains("q/Other: left out: the file contains class Other"), "{said}");
    // the only one in the wrong place: the error says so
    let moved: Vec<_> = entries().into_iter().map(|(name, it)| (name.replace("Other.", "q/Other."), it)).collect();
    let jar = place.jar("moved.jar", &moved);
    std::fs::remove_dir_all(place.out()).unwrap();
    place.complains(&mut place.instrument(&jar, &[]), 4, &["no class `Other`", "q/Other: left out"]);
}

/// Of entries with one name the JVM takes the last.
#[test]
fn entries_of_one_name() {
    let place = Place::new();
    let mut all = entries();
    all.insert(1, ("Othex.class".to_owned(), b"not a class".to_vec()));
    let mut bytes = std::fs::read(place.jar("twice.jar", &all)).unwrap();
    while let Some(at) = bytes.windows(11).position(|window| window == b"Othex.class") {
        bytes[at + 4] = b'r';
    }
    let jar = place.file("twice.jar", &bytes);
    let output = place.verify(&jar);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn names_that_are_not_utf_8() {
    let place = Place::new();
    let mut bytes = std::fs::read(place.jar("odd.jar", &with_more(&[("odd-x.txt", b"x")]))).unwrap();
    while let Some(at) = bytes.windows(9).position(|window| window == b"odd-x.txt") {
        bytes[at + 4] = 0xff;
    }
    let jar = place.file("odd.jar", &bytes);
    place.complains(&mut place.instrument(&jar, &[]), 4, &["odd.jar", r"odd-\xff.txt", "not UTF-8"]);
}

#[test]
fn paths_with_blanks_and_other_letters() {
    let place = Place::new();
    std::fs::create_dir(place.path("ein Ordner für 日本")).unwrap();
    let jar = place.jar("ein Ordner für 日本/ä b.jar", &entries());
    assert_eq!(place.succeeds(&mut place.instrument(&jar, &[])), "");
    let output = place.verify(&jar);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}
