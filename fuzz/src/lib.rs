//! What the fuzz targets do with their input; `tests/suite/mutations.rs` does the same with a few thousand mutated inputs.
//!
//! Each function must return, whatever the bytes: errors are fine, panics, endless loops and memory out of proportion to
//! the input are defects. Where reading succeeds, the results are held against each other.

#![allow(clippy::must_use_candidate, missing_docs)]

use std::collections::BTreeMap;
use std::path::Path;

use jcp::analysis::cdmp;
use jcp::analysis::control_dependence::ControlDependence;
use jcp::analysis::liveness::Liveness;
use jcp::analysis::monitors::Monitors;
use jcp::analysis::regions::{post_region, pre_region};
use jcp::analysis::stack_depth::StackDepths;
use jcp::analysis::types::Types;
use jcp::checkpoint::{Checkpoint, SECTIONS, VERSION};
use jcp::classfile::{Bootstraps, ClassEditor, ClassFile, Code, Insn, Item, Jar, Label, Manifest, Operand, write_jar};
use jcp::program::{Body, Cfg, Class, ClassSource, MethodId, Program, scan};
use jcp::region;

/// Decodes a class, analyses each method alone, and assembles it again.
pub fn class_file(data: &[u8]) {
    let Ok(class) = ClassFile::parse(data.to_vec(), "input") else { return };
    let _ = (class.bootstraps(), class.string_literals());
    // a constant takes three bytes or more; long and double count twice
    for index in 0..=u16::try_from(data.len()).unwrap_or(u16::MAX) {
        let _ = class.constant(index);
    }
    let name = class.name.clone();
    analyse(One { name: name.clone(), bytes: data.to_vec() });
    reassemble(&class);
}

/// A class path of one class.
struct One {
    name: String,
    bytes: Vec<u8>,
}

impl ClassSource for One {
    fn class_names(&self) -> Vec<String> {
        vec![self.name.clone()]
    }

    fn class_bytes(&self, name: &str) -> jcp::program::Result<Option<Vec<u8>>> {
        Ok((name == self.name).then(|| self.bytes.clone()))
    }
}

/// A JDK without classes.
struct Nothing;

impl ClassSource for Nothing {
    fn class_names(&self) -> Vec<String> {
        Vec::new()
    }

    fn class_bytes(&self, _: &str) -> jcp::program::Result<Option<Vec<u8>>> {
        Ok(None)
    }
}

fn analyse(one: One) {
    let program = Program::new(vec![Box::new(one)], Box::new(Nothing)).expect("sources that cannot fail");
    for class in program.application() {
        for (id, info) in class.methods() {
            let _ = scan::constant_uses(&class.file, info);
            let _ = jcp::analysis::calls::facts(&program, id, |_| true);
            if let Ok(Some(body)) = program.code(id) {
                method(&program, class, id, &body);
            }
        }
    }
}

/// All analyses of one method, asked at each of a few instructions.
fn method(program: &Program, class: &Class, id: MethodId, body: &Body) {
    let Ok(cfg) = Cfg::new(body) else { return };
    let _ = jcp::program::print::cfg(body, &cfg);
    let dependence = ControlDependence::new(&cfg);
    let depths = StackDepths::new(body, &cfg);
    let (live, monitors) = (Liveness::new(body, &cfg), Monitors::new(body, &cfg));
    let info = program.method(id).expect("a listed method");
    let types = [Types::new(program, class, info, body, &cfg), Types::infer(program, class, info, body, &cfg)];
    for &item in body.insns().iter().step_by(body.insns().len() / 16 + 1) {
        let _ = depths.as_ref().map(|depths| depths.before(body, item));
        if let Ok(live) = &live {
            let _ = (live.live_locals_before(item), live.live_stack_before(item));
            let _ = (live.live_after_call(item), live.live_stack_under_call(item));
        }
        let _ = monitors.as_ref().map(|monitors| monitors.held_before(item));
        for types in types.iter().flatten() {
            let _ = (types.before(item), types.after(item));
        }
        let _ = (pre_region(body, &cfg, item), post_region(body, &cfg, item));
        let _ = cdmp::cdmps(body, &cfg, item, true);
        let _ = body.handlers_at(item);
        if let Some(block) = cfg.block_of(body, item) {
            let _ = dependence.deciding_transitively(&cfg, block);
        }
    }
}

/// What assembling gives must decode to the same code; assembling that once more must give the same bytes.
fn reassemble(class: &ClassFile) {
    let mut editor = ClassEditor::new(class);
    let mut before = Vec::new();
    for method in 0..class.methods.len() {
        let Ok(Some(code)) = class.code(method) else { continue };
        let all = (0..=code.items.len()).collect();
        let _ = (class.frames_before(method, &code, &all), code.to_string());
        if editor.set_code(method, &code).is_ok() {
            before.push((method, code));
        }
    }
    let Ok(bytes) = editor.finish() else { return };
    let again = ClassFile::parse(bytes.clone(), "reassembled").expect("what was assembled parses");
    let mut editor = ClassEditor::new(&again);
    for (method, code) in &before {
        let decoded = again.code(*method).expect("what was assembled decodes").expect("code");
        assert_eq!(plain(code), plain(&decoded), "method {method} of {} changed", class.name);
        editor.set_code(*method, &decoded).expect("what was assembled assembles");
    }
    assert_eq!(editor.finish().expect("what was spliced splices"), bytes, "the second assembly differs");
    let mut editor = ClassEditor::new(class);
    let methods = [("metafactory", METAFACTORY)];
    let _ = editor.redirect_call_sites(&[Bootstraps {
        from: "java/lang/invoke/LambdaMetafactory",
        to: "a/B",
        methods: &methods,
    }]);
    let _ = editor.finish();
}

const METAFACTORY: &str = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;\
     Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;";

/// The instructions, with targets as numbers of instructions, and the exception table.
type Plain = (Vec<(u8, Operand)>, Vec<[usize; 3]>);

fn plain(code: &Code) -> Plain {
    let mut places = BTreeMap::new();
    let mut count = 0;
    for item in &code.items {
        match item {
            Item::Label(label) => drop(places.insert(*label, count)),
            Item::Insn { .. } => count += 1,
        }
    }
    let place = |label: Label| places.get(&label).copied().unwrap_or(usize::MAX);
    let insn = |(_, insn): (usize, &Insn)| {
        let mut insn = insn.clone();
        insn.operand.map_labels(&mut |label| Label(place(label) as u32));
        (insn.op, insn.operand)
    };
    let handlers = code.handlers.iter().map(|it| [it.start, it.end, it.handler].map(place));
    // ranges that cover nothing are left out when code is assembled
    (code.insns().map(insn).collect(), handlers.filter(|[start, end, _]| start != end).collect())
}

/// Opens a jar, reads all of it, and writes a copy, which must hold the same.
pub fn jar(data: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, copy) = (folder.path().join("a.jar"), folder.path().join("b.jar"));
    std::fs::write(&path, data).expect("written");
    let Ok(jar) = Jar::open(&path) else { return };
    let read: Vec<_> = jar.entries().iter().map(|entry| jar.read(entry).ok().flatten()).collect();
    let _ = (jar.effective_classes(17), jar.class_path());
    let manifest = jar.manifest().clone();
    if write_jar(Some(&jar), &BTreeMap::new(), &[("jcp/new".to_owned(), vec![1])], &manifest, &copy).is_err() {
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1, "a part is left behind");
        return;
    }
    let written = Jar::open(&copy).expect("what was written opens");
    for (entry, content) in jar.entries().iter().zip(read) {
        let manifest = entry.eq_ignore_ascii_case("META-INF/MANIFEST.MF");
        if let (Some(content), Ok(Some(other)), false) = (content, written.read(entry), manifest) {
            assert_eq!(content, other, "{entry} changed");
        }
    }
}

/// Parses a region; what is printed of it must parse to the same.
pub fn pattern(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match region::parse(&text) {
        Ok(pattern) => {
            let printed = pattern.to_string();
            assert_eq!(region::parse(&printed).as_ref(), Ok(&pattern), "{printed}");
        }
        Err(error) => {
            assert!(error.span.start <= error.span.end && error.span.end <= text.len());
            assert!(text.is_char_boundary(error.span.start) && text.is_char_boundary(error.span.end));
            assert!(error.render(&text).starts_with("error: "));
        }
    }
    match region::parse_file("input", &text) {
        Ok(regions) => assert!(regions.iter().all(|it| region::parse(&it.pattern.to_string()).is_ok())),
        Err(error) => assert!(error.render().starts_with("error: ")),
    }
}

/// Reads the bytes as a checkpoint file, and once more as the sections of one whose checksums are right.
pub fn checkpoint(data: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.jcp");
    for bytes in [data.to_vec(), with_checksums(data)] {
        std::fs::write(&path, bytes).expect("written");
        read_checkpoint(&path);
    }
}

fn read_checkpoint(path: &Path) {
    let Ok(checkpoint) = Checkpoint::open(path) else { return };
    let _ = (checkpoint.header(), checkpoint.environment(), checkpoint.initialized());
    let _ = (checkpoint.sections().count(), checkpoint.roots(), checkpoint.histogram(), checkpoint.hashes());
    if let Ok(heap) = checkpoint.heap() {
        let _: Vec<String> = (0..=heap.len() as u32).map(|object| heap.describe(object)).collect();
        if let Ok(roots) = checkpoint.named_roots(&heap, None) {
            let paths = jcp::checkpoint::Paths::new(&heap, &roots);
            let _ = jcp::checkpoint::Retained::new(&heap, &roots).owners(&heap, &roots, &paths, 20);
        }
    }
    for class in checkpoint.classes() {
        let _ = (class.name(), class.shallow_bytes(0), class.shallow_bytes(u64::MAX));
    }
}

/// A whole file whose sections are cut from the bytes: before each there is its length in two bytes.
pub fn with_checksums(data: &[u8]) -> Vec<u8> {
    let mut file = b"JCPCKPT1".to_vec();
    file.extend(VERSION.to_le_bytes());
    file.extend((SECTIONS.len() as u32).to_le_bytes());
    let (mut rest, mut entries) = (data, Vec::new());
    for _ in SECTIONS {
        let length = rest.split_off(..2).map_or(0, |length| usize::from(u16::from_le_bytes([length[0], length[1]])));
        let section = rest.split_off(..length.min(rest.len())).unwrap_or_default();
        entries.extend((file.len() as u64).to_le_bytes());
        entries.extend((section.len() as u64).to_le_bytes());
        entries.extend(crc32c::crc32c(section).to_le_bytes());
        file.extend(section);
    }
    let start = file.len() as u64;
    file.extend(&entries);
    file.extend(crc32c::crc32c(&entries).to_le_bytes());
    file.extend(start.to_le_bytes());
    file.extend(b"JCPEND1\0");
    file
}

/// Reads a manifest, changes and writes it; what is written must mean the same when it is read again.
pub fn manifest(data: &[u8]) {
    let read = Manifest::parse(data);
    let again = Manifest::parse(&read.to_bytes());
    for name in ["Main-Class", "Class-Path", "Multi-Release", "Sealed", "Add-Opens"] {
        assert_eq!(read.get(name), again.get(name), "{name}");
    }
    assert_eq!(again.to_bytes(), read.to_bytes(), "the second copy differs");
    let mut changed = read;
    changed.add_words("Add-Opens", &["java.base/java.lang"]);
    changed.set("Class-Path", "a b");
    changed.remove_digests();
    let again = Manifest::parse(&changed.to_bytes());
    assert_eq!(again.class_path(), ["a", "b"]);
    assert_eq!(again.get("Add-Opens"), changed.get("Add-Opens"));
}
