//! What class files say besides code: instrumenting leaves it as it was, and clones have the original's lines and variables.
//!
//! Constant-pool indices keep their meaning, so parts that did not change are the same bytes.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use jcp::classfile::{ClassFile, Code, Item};
use jcp::driver::jdk::JdkHome;

use crate::common;

const SOURCE: &str = include_str!("../java/Described.java");
/// Attributes that the test class must have, so that it shows what it is meant to show.
const ATTRIBUTES: [&str; 12] = [
    "Signature",
    "RuntimeVisibleAnnotations",
    "RuntimeVisibleTypeAnnotations",
    "RuntimeVisibleParameterAnnotations",
    "MethodParameters",
    "Exceptions",
    "Deprecated",
    "NestMembers",
    "PermittedSubclasses",
    "BootstrapMethods",
    "InnerClasses",
    "Code",
];

/// A member or class: its attributes' contents by name.
type Attributes = BTreeMap<String, Vec<u8>>;

/// A class file in parts: fields and methods by name and descriptor, each with its flags under the name `access`.
struct Parts {
    fields: BTreeMap<String, Attributes>,
    methods: BTreeMap<String, Attributes>,
    class: Attributes,
}

/// Reads big-endian numbers and bytes.
struct Cursor<'a>(&'a [u8]);

impl<'a> Cursor<'a> {
    fn take(&mut self, count: usize) -> &'a [u8] {
        let (head, tail) = self.0.split_at(count);
        self.0 = tail;
        head
    }

    fn number(&mut self, count: usize) -> usize {
        self.take(count).iter().fold(0, |value, byte| value << 8 | usize::from(*byte))
    }

    fn attributes(&mut self, class: &ClassFile) -> Attributes {
        let mut found = Attributes::new();
        for _ in 0..self.number(2) {
            let name = class.utf8(self.number(2) as u16).expect("a name").to_owned();
            let length = self.number(4);
            found.insert(name, self.take(length).to_vec());
        }
        found
    }

    fn members(&mut self, class: &ClassFile) -> BTreeMap<String, Attributes> {
        let mut found = BTreeMap::new();
        for _ in 0..self.number(2) {
            let access = self.take(2).to_vec();
            let name = [self.number(2), self.number(2)].map(|index| class.utf8(index as u16).expect("a name"));
            let mut attributes = self.attributes(class);
            attributes.insert("access".to_owned(), access);
            found.insert(name.concat(), attributes);
        }
        found
    }
}

fn parts(class: &ClassFile) -> Parts {
    let mut cursor = Cursor(&class.bytes);
    cursor.take(8);
    let count = cursor.number(2);
    let mut index = 1;
    while index < count {
        let tag = cursor.number(1);
        let length = match tag {
            1 => cursor.number(2),
            3 | 4 | 9..=12 | 17 | 18 => 4,
            5 | 6 => 8,
            15 => 3,
            _ => 2,
        };
        cursor.take(length);
        index += if matches!(tag, 5 | 6) { 2 } else { 1 };
    }
    cursor.take(6);
    let interfaces = cursor.number(2);
    cursor.take(2 * interfaces);
    let (fields, methods) = (cursor.members(class), cursor.members(class));
    Parts { fields, methods, class: cursor.attributes(class) }
}

/// The class as it stands in a jar.
fn read(jar: &Path, name: &str) -> ClassFile {
    let mut archive = zip::ZipArchive::new(std::fs::File::open(jar).expect("jar")).expect("jar");
    let mut bytes = Vec::new();
    archive.by_name(&format!("{name}.class")).expect("class").read_to_end(&mut bytes).expect("class");
    ClassFile::parse(bytes, name).expect("class")
}

/// Writes both jars into the folder; returns what jcp says.
fn instrument(jdk: &JdkHome, folder: &Path) -> serde_json::Value {
    let file = folder.join("Described.java");
    std::fs::write(&file, SOURCE).expect("source");
    let classes = common::compile_files(jdk, &[file], &folder.join("classes"), &["-parameters"]);
    let jar = folder.join("app.jar");
    common::pack(&classes, Some("Described"), &jar);
    let mut jcp = common::jcp();
    let region = format!("{}, Described, Described.main; Described.chain &", checkpoint());
    jcp.arg("instrument").arg(jar).args(["--region", &region, "--jdk"]).arg(&jdk.home).arg("--output").arg(folder);
    let output = common::succeed(jcp.arg("--json"));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn checkpoint() -> usize {
    common::line(SOURCE, "checkpoint")
}

#[test]
fn all_but_the_chain_stays_byte_identical() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("folder");
        instrument(&jdk, folder.path());
        let original = parts(&read(&folder.path().join("app.jar"), "Described"));
        let all = original.methods.values().chain(original.fields.values()).chain([&original.class]);
        let names: Vec<&String> = all.flat_map(BTreeMap::keys).collect();
        assert!(ATTRIBUTES.iter().all(|name| names.iter().any(|found| found == name)), "{names:?}");
        for jar in ["app-capture.jar", "app-replay.jar"] {
            let mut now = parts(&read(&folder.path().join(jar), "Described"));
            assert_eq!(now.fields, original.fields, "{jar}");
            let added: Vec<String> =
                now.methods.keys().filter(|it| !original.methods.contains_key(*it)).cloned().collect();
            assert_eq!(
                added,
                ["chain(ILjava/util/List;[Ljava/lang/reflect/MalformedParametersException;)Ljava/util/List;"],
                "{jar}"
            );
            for (name, attributes) in &original.methods {
                let mut changed = now.methods.remove(name).expect("the method");
                if name.starts_with("main(") {
                    assert_ne!(changed.insert("Code".to_owned(), attributes["Code"].clone()), None);
                }
                assert_eq!(changed, *attributes, "{jar}: {name}");
            }
            // those of lambdas lead to the runtime
            now.class.insert("BootstrapMethods".to_owned(), original.class["BootstrapMethods"].clone());
            assert_eq!(now.class, original.class, "{jar}");
        }
    }
}

/// For each instruction its opcode, its line and the variables in scope.
fn described(class: &ClassFile, code: &Code) -> Vec<(u8, u16, Vec<String>)> {
    let at = |label| code.position(label).expect("a place");
    let mut lines: Vec<(usize, u16)> = code.lines.iter().map(|line| (at(line.start), line.line)).collect();
    lines.sort_unstable();
    let insns = code.items.iter().enumerate().filter_map(|(place, item)| match item {
        Item::Insn { insn, .. } => Some((place, insn.op)),
        Item::Label(_) => None,
    });
    insns
        .map(|(place, op)| {
            let line = lines.iter().rev().find(|(start, _)| *start <= place).map_or(0, |(_, line)| *line);
            let covers = |start, end| at(start) <= place && place < at(end);
            let tables = [&code.locals, &code.local_types].into_iter().flatten();
            let visible = tables.filter(|entry| covers(entry.start, entry.end));
            let mut variables: Vec<String> = visible
                .map(|entry| {
                    let [name, kind] = [entry.name, entry.descriptor].map(|index| class.utf8(index).expect("a name"));
                    format!("{} {name} {kind}", entry.local)
                })
                .collect();
            variables.sort();
            (op, line, variables)
        })
        .collect()
}

#[test]
fn clones_have_the_lines_and_variables_of_the_original() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("folder");
        instrument(&jdk, folder.path());
        let described_in = |jar: &str, descriptor: &str| {
            let class = read(&folder.path().join(jar), "Described");
            let method = class.method_index("chain", descriptor).expect("the method");
            described(&class, &class.code(method).expect("decoded").expect("code"))
        };
        let original = described_in("app.jar", "(ILjava/util/List;)Ljava/util/List;");
        let wanted = checkpoint() as u16;
        let start = original.iter().position(|(_, line, _)| *line == wanted).expect("the checkpoint");
        let after = &original[start..];
        assert!(after.iter().any(|(_, _, variables)| variables.iter().any(|it| it.contains(" text "))));
        for jar in ["app-capture.jar", "app-replay.jar"] {
            let clone = described_in(
                jar,
                "(ILjava/util/List;[Ljava/lang/reflect/MalformedParametersException;)Ljava/util/List;",
            );
            assert_eq!(clone[clone.len() - after.len()..], *after, "{jar}");
            let lines = |all: &[(u8, u16, Vec<String>)]| all.iter().map(|(_, line, _)| *line).min();
            assert!(lines(&clone) >= lines(&original), "{jar}: {:?}", lines(&clone));
        }
    }
}

/// The instructions that were put in and taken away, by what stands in the jars: clones against their originals.
#[test]
fn the_numbers_of_changed_instructions_are_those_of_the_jars() {
    let jdk = common::any_jdk();
    let folder = tempfile::tempdir().expect("folder");
    let said = instrument(&jdk, folder.path());
    let count = |class: &ClassFile, method: usize| {
        class.code(method).expect("code").map_or(0, |code| i64::try_from(code.insns().count()).expect("a number"))
    };
    let original = read(&folder.path().join("app.jar"), "Described");
    for (jar, key) in [("app-capture.jar", "capture_instructions"), ("app-replay.jar", "replay_instructions")] {
        let class = read(&folder.path().join(jar), "Described");
        let more: i64 = (0..class.methods.len())
            .map(|number| {
                let info = &class.methods[number];
                let plain = info.descriptor.replace("[Ljava/lang/reflect/MalformedParametersException;)", ")");
                let source = original.method_index(&info.name, &plain).expect("a clone has its original's name");
                count(&class, number) - count(&original, source)
            })
            .sum();
        let told = |what: &str| said[key][what].as_i64().expect("a number");
        assert_eq!(told("inserted") - told("removed"), more, "{jar}: {said}");
        assert!(told("inserted") > 10, "{jar}: {said}");
    }
    assert_eq!(said["capture_instructions"]["removed"], 1, "the chain call, which is replaced");
}
