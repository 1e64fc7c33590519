//! Damaged class files and jars give errors, never panics: bytes of real classes are changed at random, and whatever
//! still parses is decoded, assembled and spliced.

use jcp::classfile::{Bootstraps, ClassEditor, ClassFile, Jar, Jdk, Manifest, write_jar};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::common;

/// Small classes that together have frames, switches, handlers, lambdas, annotations and constants of all kinds.
const CLASSES: [&str; 6] = [
    "java/lang/Byte",
    "java/util/Optional",
    "java/util/zip/Adler32",
    "java/util/concurrent/CompletionService",
    "java/lang/Integer$IntegerCache",
    "java/util/function/Function",
];

const METAFACTORY: &str = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;\
     Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;";

/// The bytes of the classes; none without a JDK.
fn classes() -> &'static [Vec<u8>] {
    static BYTES: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    BYTES.get_or_init(|| {
        let Some(home) = common::jdks().into_iter().next() else { return Vec::new() };
        let jdk = Jdk::open(&home.home).expect("the image");
        CLASSES.iter().filter_map(|name| jdk.class_bytes(name)).collect()
    })
}

/// Changes bytes; places count from the start of the file, wrapped around.
fn mutate(bytes: &[u8], changes: &[(usize, u8)], cut: Option<usize>) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for (place, value) in changes {
        let at = place % bytes.len();
        bytes[at] = *value;
    }
    bytes.truncate(cut.map_or(bytes.len(), |cut| cut % bytes.len()));
    bytes
}

/// Reads and writes everything; errors are fine.
fn exercise(bytes: Vec<u8>) {
    let Ok(class) = ClassFile::parse(bytes, "mutated") else { return };
    for index in 0..u16::MAX {
        if class.constant(index).is_err() && index > 4_000 {
            break;
        }
    }
    let _ = (class.bootstraps(), class.string_literals());
    let mut editor = ClassEditor::new(&class);
    for method in 0..class.methods.len() {
        if let Ok(Some(code)) = class.code(method) {
            let all = (0..=code.items.len()).collect();
            let _ = (class.frames_before(method, &code, &all), code.to_string());
            let _ = editor.set_code(method, &code);
        }
    }
    let methods = [("metafactory", METAFACTORY)];
    let _ = editor.redirect_call_sites(&[Bootstraps {
        from: "java/lang/invoke/LambdaMetafactory",
        to: "a/B",
        methods: &methods,
    }]);
    let _ = editor.finish();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn classes_never_panic(
        which in 0_usize..CLASSES.len(),
        changes in prop::collection::vec((any::<usize>(), any::<u8>()), 1..6),
        cut in prop::option::weighted(0.1, any::<usize>()),
    ) {
        if let Some(bytes) = classes().get(which) {
            exercise(mutate(bytes, &changes, cut));
        }
    }

    /// Most damage above hits constants and names; this one aims at the code.
    #[test]
    fn code_never_panics(
        which in 0_usize..CLASSES.len(),
        method in any::<usize>(),
        changes in prop::collection::vec((any::<usize>(), any::<u8>()), 1..6),
    ) {
        if let Some(bytes) = classes().get(which) {
            let class = ClassFile::parse(bytes.clone(), "whole").expect("a whole class");
            let codes: Vec<_> = class.methods.iter().filter_map(|method| method.code.clone()).collect();
            if !codes.is_empty() {
                let range = codes[method % codes.len()].clone();
                let mut changed = bytes.clone();
                changed.splice(range.clone(), mutate(&bytes[range], &changes, None));
                exercise(changed);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn jars_never_panic(
        changes in prop::collection::vec((any::<usize>(), any::<u8>()), 1..4),
        cut in prop::option::weighted(0.3, any::<usize>()),
    ) {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, copy) = (folder.path().join("a.jar"), folder.path().join("b.jar"));
        let entries = [("a/A.class".to_owned(), vec![7; 300]), ("b.txt".to_owned(), b"text".to_vec())];
        write_jar(None, &BTreeMap::new(), &entries, &Manifest::new(), &path).expect("written");
        let bytes = std::fs::read(&path).expect("bytes");
        std::fs::write(&path, mutate(&bytes, &changes, cut)).expect("written");
        if let Ok(jar) = Jar::open(&path) {
            for entry in jar.entries() {
                let _ = jar.read(entry);
            }
            let _ = (jar.effective_classes(17), jar.class_path());
            let _ = write_jar(Some(&jar), &BTreeMap::new(), &[], jar.manifest(), &copy);
        }
    }
}
