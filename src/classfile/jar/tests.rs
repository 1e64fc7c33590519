//! Jars are written to temporary folders and read again; source jars are made by the library alone, as other tools
//! would make them.

use super::*;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// A jar as other tools make it: its entries in order.
fn make(path: &Path, entries: &[(&str, &str)]) -> Jar {
    let mut writer = ZipWriter::new(std::fs::File::create(path).expect("a file"));
    for (name, content) in entries {
        if name.ends_with('/') {
            writer.add_directory(*name, SimpleFileOptions::default()).expect("written");
        } else {
            writer.start_file(*name, SimpleFileOptions::default()).expect("written");
            writer.write_all(content.as_bytes()).expect("written");
        }
    }
    writer.finish().expect("written");
    Jar::open(path).expect("a jar")
}

fn bytes(text: &str) -> Vec<u8> {
    text.as_bytes().to_vec()
}

#[test]
fn entries_are_replaced_added_and_kept() {
    let folder = folder();
    let manifest = "Manifest-Version: 1.0\nMain-Class: M\n\nName: M.class\nSHA-256-Digest: x\n\n";
    let entries = [
        ("M.class", "main"),
        ("META-INF/MANIFEST.MF", manifest),
        ("META-INF/KEY.SF", "signature"),
        ("META-INF/key.rsa", "signature"),
        ("META-INF/services/a.EC", "kept"),
        ("ö.txt", "text"),
    ];
    let jar = make(&folder.path().join("in.jar"), &entries);
    let mut manifest = jar.manifest().clone();
    manifest.add_words("Add-Opens", &["java.base/java.lang"]);
    let replaced = BTreeMap::from([("M.class".to_owned(), bytes("changed"))]);
    let added = [("new/N.class".to_owned(), bytes("new"))];
    let target = folder.path().join("out.jar");
    write_jar(Some(&jar), &replaced, &added, &manifest, &target).expect("written");
    let out = Jar::open(&target).expect("a jar");
    let expected = ["META-INF/MANIFEST.MF", "M.class", "META-INF/services/a.EC", "ö.txt", "new/N.class"];
    assert_eq!(out.entries(), expected);
    let read = |name: &str| out.read(name).expect("readable").map(|it| String::from_utf8_lossy(&it).into_owned());
    assert_eq!(read("M.class").as_deref(), Some("changed"));
    assert_eq!(read("ö.txt").as_deref(), Some("text"));
    assert_eq!(read("new/N.class").as_deref(), Some("new"));
    assert_eq!(read("missing"), None);
    let manifest = "Manifest-Version: 1.0\nMain-Class: M\nAdd-Opens: java.base/java.lang\r\n\r\n";
    assert_eq!(read("META-INF/MANIFEST.MF").as_deref(), Some(manifest));

    // equal input, equal bytes, nothing left over
    let again = folder.path().join("again.jar");
    write_jar(Some(&jar), &replaced, &added, &jar_manifest(&out), &again).expect("written");
    assert_eq!(std::fs::read(&target).expect("bytes"), std::fs::read(&again).expect("bytes"));
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 3);
}

fn jar_manifest(jar: &Jar) -> Manifest {
    jar.manifest().clone()
}

#[test]
fn the_folder_of_the_manifest_may_come_first() {
    let folder = folder();
    let entries = [("META-INF/", ""), ("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\r\n\r\n"), ("a", "a")];
    let jar = make(&folder.path().join("in.jar"), &entries);
    let target = folder.path().join("out.jar");
    write_jar(Some(&jar), &BTreeMap::new(), &[], jar.manifest(), &target).expect("written");
    assert_eq!(Jar::open(&target).expect("a jar").entries(), ["META-INF/", "META-INF/MANIFEST.MF", "a"]);
}

#[test]
fn names_must_fit() {
    let folder = folder();
    let jar = make(&folder.path().join("in.jar"), &[("a", "a")]);
    let target = folder.path().join("out.jar");
    let replaced = BTreeMap::from([("b".to_owned(), Vec::new())]);
    let error = write_jar(Some(&jar), &replaced, &[], jar.manifest(), &target).expect_err("no such entry");
    assert!(error.to_string().contains("b is to be replaced, but is not in the jar"), "{error}");
    let added = [("a".to_owned(), Vec::new())];
    let error = write_jar(Some(&jar), &BTreeMap::new(), &added, jar.manifest(), &target).expect_err("there already");
    assert!(error.to_string().contains("a is to be added, but is in the jar already"), "{error}");
    assert!(!target.exists());
}

#[test]
fn multi_release_jars_give_what_the_jdk_sees() {
    let folder = folder();
    let classes = [
        ("a/A.class", ""),
        ("a/B.class", ""),
        ("module-info.class", ""),
        ("META-INF/versions/9/module-info.class", ""),
        ("META-INF/versions/11/a/A.class", ""),
        ("META-INF/versions/21/a/A.class", ""),
        ("META-INF/versions/9/a/C.class", ""),
        ("META-INF/versions/8/a/D.class", ""),
        ("META-INF/E.class", ""),
    ];
    let seen = |jar: &Jar, feature| {
        let classes = jar.effective_classes(feature).into_iter();
        classes
            .map(|class| format!("{}={}", class.name, class.entry.replace("META-INF/versions/", "v")))
            .collect::<Vec<_>>()
    };
    let plain = make(&folder.path().join("plain.jar"), &classes);
    assert_eq!(seen(&plain, 25), ["a/A=a/A.class", "a/B=a/B.class"]);
    let mut entries = vec![("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nMulti-Release: true\n")];
    entries.extend(classes);
    let multi = make(&folder.path().join("multi.jar"), &entries);
    assert_eq!(seen(&multi, 17), ["a/A=v11/a/A.class", "a/B=a/B.class", "a/C=v9/a/C.class"]);
    assert_eq!(seen(&multi, 25), ["a/A=v21/a/A.class", "a/B=a/B.class", "a/C=v9/a/C.class"]);
}

#[test]
fn class_path_is_relative_to_the_jar() {
    let folder = folder();
    let manifest = "Class-Path: lib/a%20b.jar ../c.jar file:/other/d.jar http://x/e.jar classes/ 100%.jar\n";
    let jar = make(&folder.path().join("in.jar"), &[("META-INF/MANIFEST.MF", manifest)]);
    let here = folder.path();
    let expected = [
        here.join("lib/a b.jar"),
        here.join("../c.jar"),
        Path::new("/").join("other/d.jar"),
        here.join("classes/"),
        here.join("100%.jar"),
    ];
    assert_eq!(jar.class_path(), expected);
}

#[test]
fn damaged_jars_are_told() {
    let folder = folder();
    let path = folder.path().join("in.jar");
    make(&path, &[("META-INF/MANIFEST.MF", "Main-Class: M\n"), ("a", "some text, some text, some text")]);
    let whole = std::fs::read(&path).expect("bytes");
    let problem = |bytes: &[u8]| {
        std::fs::write(&path, bytes).expect("written");
        Jar::open(&path).and_then(|jar| jar.read("a")).expect_err("damaged").to_string()
    };
    assert!(problem(b"no jar").contains("in.jar: this is not a jar, or it is damaged"), "{}", problem(b"no jar"));
    assert!(problem(&whole[..whole.len() / 2]).contains("this is not a jar, or it is damaged"));
    let mut flipped = whole.clone();
    let at = flipped.windows(4).position(|bytes| bytes == b"PK\x01\x02").expect("the directory") - 4;
    flipped[at] ^= 0x55;
    assert!(problem(&flipped).contains("a cannot be read"), "{}", problem(&flipped));
    assert!(Jar::open(&folder.path().join("missing.jar")).is_err());
}
