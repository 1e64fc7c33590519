//! The texts in the class files of the runtime, as both jars have them, are those of no program: each new text takes a number of the JVM's
//! random sequence, from which started threads have the seeds of their identity hashes.

use jcp::classfile::{ClassFile, Jdk};
use std::collections::BTreeSet;
use std::io::{Cursor, Read};

use crate::common;

/// The texts that the runtime's classes share with the JDK's. One more is one more that a program may be the first to have: it is worth
/// a look whether the runtime could do without.
const OF_THE_JDK: usize = 1517;

/// Texts that are not the JDK's either: descriptors of what overrides a method of the JDK with a narrower result, of lambdas, of hooks
/// and of the agent's entry, of what is asked of agents where there are some, and arrays of arrays where an observed run alone has them.
const LEFT: [&str; 10] = [
    "(CJ)V",
    "(Ljava/lang/Object;Ljava/lang/Object;)[B",
    "(Ljava/lang/Runtime;I)V",
    "(Ljava/lang/String;Ljava/lang/instrument/Instrumentation;)V",
    "(Ljava/lang/module/ResolvedModule;)Ljava/util/Optional;",
    "(Ljava/lang/reflect/Field;)I",
    "(Ljava/net/URI;)Ljava/lang/Boolean;",
    "(Ljava/util/stream/Stream;)Ljava/lang/Integer;",
    "Ljava/lang/instrument/Instrumentation;",
    "[[Ljava/lang/Class;",
];

pub fn runtime() -> Vec<(String, Vec<u8>)> {
    let mut jar = zip::ZipArchive::new(Cursor::new(jcp::driver::RUNTIME_JAR)).expect("the runtime's jar");
    let mut files = Vec::new();
    for number in 0..jar.len() {
        let mut file = jar.by_index(number).expect("an entry");
        let mut content = Vec::new();
        file.read_to_end(&mut content).expect("its content");
        files.push((file.name().expect("its name").into_owned(), content));
    }
    files
}

#[test]
fn the_runtime_has_no_texts_that_programs_have() {
    let jdk = Jdk::open(&common::any_jdk().home).expect("a JDK");
    let parse = |name: &str| jdk.class_bytes(name).and_then(|bytes| ClassFile::parse(bytes, name).ok());
    let known = |name: &str| parse(name).map(|class| &*Box::leak(Box::new(class)));
    let files = jcp::rewrite::own_names(runtime(), known).expect("classes of other names");
    let deeper = |name: &str| name.strip_prefix("jcp/runtime/").is_none_or(|inside| inside.contains('/'));
    let placed = files.iter().map(|(name, _)| name).filter(|name| !name.starts_with("META-INF/"));
    let misplaced: Vec<&String> = placed.filter(|name| deeper(name)).collect();
    assert_eq!(misplaced, Vec::<&String>::new(), "classes that are not in the one package of jars");
    let mut texts: BTreeSet<String> = BTreeSet::new();
    for (name, bytes) in files.into_iter().filter(|(_, bytes)| bytes.starts_with(&[0xca, 0xfe, 0xba, 0xbe])) {
        let class = ClassFile::parse(bytes, &name).expect("a class file");
        texts.extend(class.texts().map(|text| String::from_utf8_lossy(text).into_owned()));
    }
    let is_sentence = |text: &str| text.len() > 24 && text.contains(' ');
    texts.retain(|text| !text.to_lowercase().contains("jcp") && !is_sentence(text));
    let count = texts.len();
    for name in jdk.class_names() {
        for text in parse(name).iter().flat_map(ClassFile::texts) {
            texts.remove(&*String::from_utf8_lossy(text));
        }
    }
    texts.retain(|text| !LEFT.contains(&text.as_str()));
    assert_eq!(texts, BTreeSet::new(), "texts that only a program would have");
    assert!(count <= OF_THE_JDK, "{count} texts, where there were {OF_THE_JDK}");
}
