//! Spliced classes run: bootstrap methods are redirected where they match and nowhere else, and an appended method can be
//! called.

use jcp::classfile::{Bootstraps, ClassEditor, ClassFile, Insn, Item, opcode};
use std::path::Path;
use std::process::Command;

use crate::common;

const METHODS: [(&str, &str); 2] = [
    (
        "metafactory",
        "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;\
         Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)\
         Ljava/lang/invoke/CallSite;",
    ),
    (
        "altMetafactory",
        "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;\
         [Ljava/lang/Object;)Ljava/lang/invoke/CallSite;",
    ),
];
const FACTORY: &str = "java/lang/invoke/LambdaMetafactory";

fn output(java: &Path, classes: &Path) -> String {
    let mut command = Command::new(java.join("bin/java"));
    let output = common::succeed(command.args(["-Xverify:all", "-cp"]).arg(classes).arg("Redirected"));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn bootstraps_are_redirected() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/reassembly/Redirected.java");
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("a folder");
        let classes = common::compile_files(&jdk, std::slice::from_ref(&source), &folder.path().join("classes"), &[]);
        let printed = "number 4, marked 0, Pair[left=1, right=x]\nfalse\n";
        assert_eq!(output(&jdk.home, &classes), format!("{printed}\n"));
        let file = classes.join("Redirected.class");
        let class = ClassFile::parse(std::fs::read(&file).expect("bytes"), "Redirected").expect("a class");
        let mut editor = ClassEditor::new(&class);
        let to = "Redirected$Made";
        let other = Bootstraps { from: "x/Y", to, methods: &METHODS };
        assert_eq!(editor.redirect_call_sites(&[other]).expect("no error"), 0);
        assert!(!editor.is_changed());
        let factories = Bootstraps { from: FACTORY, to, methods: &METHODS };
        assert_eq!(editor.redirect_call_sites(&[factories]).expect("numbered"), 3);
        std::fs::write(&file, editor.finish().expect("spliced")).expect("written");
        let made = output(&jdk.home, &classes);
        let numbers = made.strip_prefix(printed).expect("the same text").trim();
        // four instructions; two of them name one constant
        let mut numbers: Vec<&str> = numbers.split(' ').collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 4 + 2, "{made}");
    }
}

/// `main` becomes `main2`, and a new `main` prints and calls it.
#[test]
fn appended_methods_run() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/reassembly/Redirected.java");
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("a folder");
        let classes = common::compile_files(&jdk, std::slice::from_ref(&source), &folder.path().join("classes"), &[]);
        let file = classes.join("Redirected.class");
        let class = ClassFile::parse(std::fs::read(&file).expect("bytes"), "Redirected").expect("a class");
        let descriptor = "([Ljava/lang/String;)V";
        let main = class.method_index("main", descriptor).expect("main");
        let copy = class.code(main).expect("decoded").expect("code");
        let mut editor = ClassEditor::new(&class);
        editor.add_method(0x1009, "main2", descriptor, &copy).expect("added");
        let main2 = editor.method_ref("Redirected", "main2", descriptor, false).expect("room");
        let out = editor.field_ref("java/lang/System", "out", "Ljava/io/PrintStream;").expect("room");
        let print = editor.method_ref("java/io/PrintStream", "print", "(D)V", false).expect("room");
        let value = editor.double(2.5).expect("room");
        let mut code = copy.clone();
        // S: PrintStream, double → empty; S: String[] → empty
        code.items = [
            Insn::constant(opcode::GETSTATIC, out),
            Insn::constant(opcode::LDC2_W, value),
            Insn::constant(opcode::INVOKEVIRTUAL, print),
            Insn::simple(opcode::ALOAD_0),
            Insn::constant(opcode::INVOKESTATIC, main2),
            Insn::simple(opcode::RETURN),
        ]
        .map(|insn| Item::Insn { insn, offset: u32::MAX })
        .to_vec();
        (code.handlers, code.lines, code.label_count) = (Vec::new(), Vec::new(), 0);
        (code.locals, code.local_types, code.frames) = (Vec::new(), Vec::new(), std::collections::BTreeMap::new());
        editor.set_code(main, &code).expect("assembled");
        std::fs::write(&file, editor.finish().expect("spliced")).expect("written");
        assert!(output(&jdk.home, &classes).starts_with("2.5number 4, marked 0"));
    }
}
