//! Branches of every kind made to reach far: at one place after the other, 33,000 `nop`s are put into a method with all
//! kinds of control flow. Each variant must link under `-Xverify:all` and print what the unchanged program prints.

use jcp::classfile::{ClassEditor, ClassFile, Code, Insn, Item, Manifest, opcode, write_jar};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use crate::common;

const NOPS: usize = 33_000;

/// Every so many items a variant is made.
const STEP: usize = 5;

#[test]
fn far_branches_run_as_before() {
    let Some(javac) = common::jdks().into_iter().next() else { return };
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/reassembly");
    let folder = tempfile::tempdir().expect("a folder");
    let classes = folder.path().join("classes");
    common::compile_files(&javac, &[sources.join("Far.java"), sources.join("Run.java")], &classes, &[]);
    let bytes = std::fs::read(classes.join("Far.class")).expect("a class");
    let class = ClassFile::parse(bytes, "Far").expect("a class");
    let method = class.method_index("run", "(ILjava/lang/Object;)J").expect("a method");
    let code = class.code(method).expect("decoded").expect("code");
    let jars = folder.path().join("jars");
    std::fs::create_dir(&jars).expect("a folder");
    // the places between `new` and its label too; the first variant is the unchanged one
    for (number, at) in std::iter::once(None).chain((0..code.items.len()).step_by(STEP).map(Some)).enumerate() {
        let mut editor = ClassEditor::new(&class);
        editor.set_code(method, &with_nops(&code, at)).expect("assembled");
        let changed = vec![("Far.class".to_owned(), editor.finish().expect("spliced"))];
        let jar = jars.join(format!("{number:04}.jar"));
        write_jar(None, &BTreeMap::new(), &changed, &Manifest::default(), &jar).expect("written");
    }
    for jdk in common::jdks() {
        let mut java = Command::new("nice");
        java.arg(jdk.home.join("bin/java")).args(["-Xverify:all", "-cp"]).arg(&classes);
        let output = common::succeed(java.arg("Run").arg(&jars).arg("Far"));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let results: Vec<(&str, &str)> = text.lines().filter_map(|line| line.split_once(": ")).collect();
        assert_eq!(results.len(), 1 + code.items.len().div_ceil(STEP));
        let (_, expected) = results[0];
        assert!(expected.starts_with("-200 "), "{expected}");
        let different: Vec<_> = results.iter().filter(|(_, result)| *result != expected).collect();
        assert!(different.is_empty(), "expected {expected}, but: {different:#?}");
    }
}

fn with_nops(code: &Code, at: Option<usize>) -> Code {
    let mut code = code.clone();
    if let Some(at) = at {
        // a run of nops behind an unconditional branch would be unreachable and lack its frame
        let reached = |item: &Item| !matches!(item, Item::Insn { insn, .. } if !opcode::falls_through(insn.op));
        let after = code.items[..at].iter().all(|item| matches!(item, Item::Label(_))) || reached(&code.items[at - 1]);
        let at = if after { at } else { at + 1 };
        let nop = Item::Insn { insn: Insn::simple(opcode::NOP), offset: u32::MAX };
        code.items.splice(at..at, std::iter::repeat_n(nop, NOPS));
    }
    code
}
