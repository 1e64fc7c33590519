//! Slices against what runs do: tests/java/slice/Recorder.java notes for each read of a field or element which instruction wrote last what was read.
//!
//! If a read is in a slice that does not tell contexts apart, each writer that it ever had must be in it. So the backward chain of
//! recorded dependences from any read in the slice lies inside. Of an exact slice the same holds for reads in the criterion's own
//! method, if that runs once. Elements are looked at in random programs alone: elsewhere the JDK may write some, which nobody records.

use crate::common;
use crate::slice_random::{compiled, criterion};
use jcp::analysis::points_to::context::Sensitivity;
use jcp::analysis::points_to::{Budget, points_to};
use jcp::analysis::slice::{Level, Options, Place, Slicer};
use jcp::classfile::opcode::{self, GETFIELD, GETSTATIC, IALOAD, IASTORE, PUTFIELD, PUTSTATIC, SALOAD, SASTORE};
use jcp::classfile::{ClassEditor, Constant, Insn, Item, Operand};
use jcp::driver::inputs::class_path;
use jcp::program::{Class, MethodId, Program};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

const RECORDER: &str = include_str!("../java/slice/Recorder.java");

/// How many random programs.
const USUAL: u64 = 25;
const ALL: u64 = 600;

/// Instructions that were rewritten, by their numbers.
type Sites = Vec<Place>;

/// The class with a call of the recorder before each access.
fn recording(program: &Program, class: &Class, elements: bool, sites: &mut Sites) -> Vec<u8> {
    let mut editor = ClassEditor::new(&class.file);
    for (id, info) in class.methods().filter(|(_, info)| info.code.is_some()) {
        let mut code = editor.code(id.index.into()).expect("code").expect("code");
        // in a constructor `this` is no object before the first call of one
        let mut is_object = info.name != "<init>";
        let (mut items, mut number) = (Vec::new(), 0);
        for item in std::mem::take(&mut code.items) {
            if let Item::Insn { insn, .. } = &item {
                if is_object {
                    let before = recorded(&mut editor, insn, elements, i32::try_from(sites.len()).expect("room"));
                    sites.extend((!before.is_empty()).then_some((id, number)));
                    items.extend(before.into_iter().map(|insn| Item::Insn { insn, offset: u32::MAX }));
                }
                is_object |= insn.op == opcode::INVOKESPECIAL;
                number += 1;
            }
            items.push(item);
        }
        code.items = items;
        editor.set_code(id.index.into(), &code).unwrap_or_else(|error| panic!("{}: {error}", program.describe(id)));
    }
    editor.finish().expect("a class")
}

/// What comes before an access, so that it is noted; nothing for others.
fn recorded(editor: &mut ClassEditor, insn: &Insn, elements: bool, site: i32) -> Vec<Insn> {
    let ops = |list: &[u8]| list.iter().map(|op| Insn::simple(*op)).collect::<Vec<_>>();
    let constant = |editor: &mut ClassEditor| Insn::constant(opcode::LDC, editor.integer(site).expect("room"));
    let call = |editor: &mut ClassEditor, name: &str, descriptor: &str| {
        Insn::constant(opcode::INVOKESTATIC, editor.method_ref("Recorder", name, descriptor, false).expect("room"))
    };
    match (insn.op, &insn.operand) {
        (op @ GETSTATIC..=PUTFIELD, Operand::Constant(index)) => {
            let Ok(Constant::Member(member)) = editor.class.constant(*index) else { return Vec::new() };
            let is_wide = matches!(member.descriptor.as_str(), "J" | "D");
            // the object is copied to the top
            let mut all = match op {
                GETSTATIC | PUTSTATIC => ops(&[opcode::ACONST_NULL]),
                GETFIELD => ops(&[opcode::DUP]),
                _ if is_wide => ops(&[opcode::DUP2_X1, opcode::POP2, opcode::DUP]),
                _ => ops(&[opcode::DUP2, opcode::POP]),
            };
            let owner = if matches!(op, GETSTATIC | PUTSTATIC) { member.class.as_str() } else { "" };
            let text = editor.string(&format!("{owner}.{}", member.name)).expect("room");
            all.extend([Insn::constant(opcode::LDC, text), constant(editor)]);
            let name = if matches!(op, GETSTATIC | GETFIELD) { "read" } else { "write" };
            all.push(call(editor, name, "(Ljava/lang/Object;Ljava/lang/String;I)V"));
            if op == PUTFIELD && is_wide {
                all.extend(ops(&[opcode::DUP_X2, opcode::POP]));
            }
            all
        }
        (IALOAD..=SALOAD, _) if elements => {
            let last = [constant(editor), call(editor, "readElement", "(Ljava/lang/Object;II)V")];
            ops(&[opcode::DUP2]).into_iter().chain(last).collect()
        }
        (op @ IASTORE..=SASTORE, _) if elements => {
            let is_wide = matches!(op, opcode::LASTORE | opcode::DASTORE);
            // the value goes below array and index, and back
            let (down, up) = if is_wide {
                ([opcode::DUP2_X2, opcode::POP2], [opcode::DUP2_X2, opcode::POP2])
            } else {
                ([opcode::DUP_X2, opcode::POP], [opcode::DUP2_X1, opcode::POP2])
            };
            let mut all = ops(&down);
            all.push(Insn::simple(opcode::DUP2));
            all.extend([constant(editor), call(editor, "writeElement", "(Ljava/lang/Object;II)V")]);
            all.extend(ops(&up));
            all
        }
        _ => Vec::new(),
    }
}

/// The reads of a run of `main` with the writes that they had.
fn observed(
    program: &Program,
    (main, arguments): (&str, &[&str]),
    (classpath, folder, elements): (&[PathBuf], &Path, bool),
) -> Vec<(Place, Place)> {
    let jdk = common::any_jdk();
    let classes = folder.join("recording");
    let mut sites = Sites::new();
    for class in program.application().filter(|class| class.name() != "Recorder") {
        let file = classes.join(format!("{}.class", class.name()));
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(file, recording(program, class, elements, &mut sites)).expect("written");
    }
    let recorder = common::compile(&jdk, &[("Recorder.java", RECORDER)], &folder.join("recorder"));
    let file = folder.join("recorded");
    let path = std::env::join_paths([&classes, &recorder].into_iter().chain(classpath)).expect("a path");
    let mut java: Command = common::java(&jdk);
    java.current_dir(folder).arg(format!("-Drecorded={}", file.display())).arg("-cp").arg(path);
    let _ = java.arg(main).args(arguments).output().expect("java runs");
    let text = std::fs::read_to_string(file).expect("what was recorded");
    let place = |word: &str| sites[word.parse::<usize>().expect("a number")];
    text.lines().map(|line| line.split_once(' ').expect("two numbers")).map(|(a, b)| (place(a), place(b))).collect()
}

/// Each criterion's slices have, with a read, what it read. Tells how many reads were in slices.
fn check(
    program: &Program,
    main: MethodId,
    criteria: &[Vec<Place>],
    pairs: &[(Place, Place)],
    runs_once: impl Fn(MethodId) -> bool,
) -> usize {
    let summaries = common::summaries::of(&common::any_jdk());
    let answer =
        points_to(program, main, Sensitivity::Insensitive, &Budget::default(), Some(&summaries)).expect("an answer");
    let slicer = Slicer::new(&answer);
    let mut count = 0;
    for level in [Level::Insensitive, Level::TwoPhase] {
        let slices = slicer.backward(criteria, Options { level, ..Options::default() });
        for (criterion, slice) in criteria.iter().zip(&slices) {
            let is_exact = slice.level != Level::Insensitive;
            for (reader, writer) in pairs.iter().filter(|(reader, _)| slice.members.contains_key(reader)) {
                if is_exact && !(reader.0 == criterion[0].0 && runs_once(reader.0)) {
                    continue;
                }
                count += 1;
                let shown = |(method, number): &Place| {
                    let body = program.body(*method).expect("code");
                    format!("{} line {:?}", program.describe(*method), body.line(body.insns()[*number as usize]))
                };
                let (one, other, at) = (shown(reader), shown(writer), shown(&criterion[0]));
                assert!(slice.members.contains_key(writer), "{level:?}, from {at}: {one} read what {other} wrote");
            }
        }
    }
    count
}

#[test]
fn what_random_programs_read_is_in_the_slice() {
    let count = if common::all() { ALL } else { USUAL };
    let jdk = common::any_jdk();
    let folder = tempfile::tempdir().expect("a folder");
    let (sources, classes) = compiled(&jdk, 0..count, &folder.path().join("original"));
    let analysed = common::program(&jdk.home, &classes);
    let pairs = observed(&analysed, ("All", &[]), (&[], folder.path(), true));
    let criteria: Vec<Vec<Place>> = (0..count)
        .zip(&sources)
        .map(|(number, (_, text))| criterion(&analysed, &format!("R{number}"), "main", common::line(text, "criterion")))
        .collect();
    let main = common::method(&analysed, "All", "main");
    let found = check(&analysed, main, &criteria, &pairs, |_| true);
    println!("{count} programs, {} pairs, {found} of them in slices", pairs.len());
    assert!(found as u64 > count * 5, "{found} reads are in slices");
}

/// `JLex` on its own sample, from lines at even distances. Skipped where the corpus is not there.
#[test]
#[ignore = "of the corpus; make test-all runs it"]
fn what_jlex_reads_is_in_the_slice() {
    let home = || PathBuf::from(std::env::var_os("HOME").unwrap_or_default()).join(".cache/jcp-corpus");
    let corpus = std::env::var_os("CORPUS_DIR").map_or_else(home, PathBuf::from);
    let (jar, input) = (corpus.join("jars/jlex/JLex.jar"), "root/usr/share/doc/jlex/examples/sample.lex");
    if !jar.exists() || !corpus.join(input).exists() {
        return eprintln!("skipped: no corpus in {}", corpus.display());
    }
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::copy(corpus.join(input), folder.path().join("sample.lex")).expect("a copy");
    let jdk = common::any_jdk();
    let paths = [jar];
    let entries = class_path::entries(&paths, jdk.feature_number()).expect("a class path");
    let program = class_path::program(&entries, &jdk.home).expect("a program");
    let pairs = observed(&program, ("JLex.Main", &["sample.lex"]), (&paths, folder.path(), false));
    let mut lines: BTreeMap<(MethodId, u16), Vec<Place>> = BTreeMap::new();
    for (reader, _) in &pairs {
        let body = program.body(reader.0).expect("code");
        let line = body.line(body.insns()[reader.1 as usize]).expect("a line");
        let places = body.insns_on_line(line).map(|item| (reader.0, body.number(item) as u32)).collect();
        lines.insert((reader.0, line), places);
    }
    let step = lines.len().div_ceil(10);
    let criteria: Vec<Vec<Place>> = lines.into_values().step_by(step).collect();
    let main = common::method(&program, "JLex/Main", "main");
    let found = check(&program, main, &criteria, &pairs, |method| method == main);
    println!("{} criteria, {} pairs, {found} of them in slices", criteria.len(), pairs.len());
    assert!(found > 100, "{found} reads are in slices");
}
