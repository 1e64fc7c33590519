//! Every method of every class of java.base and of real jars goes through decoder and assembler, and the JVM links what
//! comes out under `-Xverify:all`: once unchanged, once with a `nop` at every branch target and handler, and (java.base)
//! once with a frame before every instruction, which makes the JVM check the types that were worked out for it.
//!
//! Of a class that has the same bytes as before `make test` asks nothing, and it takes the smaller ones of the real programs; `make test-all` links all.
//! A class of a real jar may fail to link only because a class is missing (an optional library's). The JVM itself never verifies `Object`, `Class`, `String` and `Throwable`; those are run instead: the JVM starts with them.
//! Real jars are those below `CORPUS_DIR/jars` (default `~/.cache/jcp-corpus`); without them that part is skipped.

use jcp::classfile::{
    ClassEditor, ClassFile, Code, Error, Insn, Item, Jar, Jdk, Label, Manifest, Operand, opcode, write_jar,
};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common;

/// A class: its entry's name and its bytes.
type Class = (String, Vec<u8>);

/// What is done to the code of each method.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Edit {
    None,
    Nops,
    Frames,
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn java_base_links() {
    let homes = common::jdks();
    for (number, home) in homes.iter().enumerate() {
        let jdk = Jdk::open(&home.home).expect("the image");
        let names: Vec<&str> = jdk.class_names().filter(|name| jdk.module_of(name) == Some("java.base")).collect();
        let class = |name: &&str| (format!("{name}.class"), jdk.class_bytes(name).expect("bytes of a listed class"));
        let classes: Vec<Class> = names.iter().map(class).collect();
        let folder = tempfile::tempdir().expect("a folder");
        // the rules for types are the same in both: the newest JDK will do
        let edits = if number + 1 == homes.len() {
            &[Edit::None, Edit::Nops, Edit::Frames][..]
        } else {
            &[Edit::None, Edit::Nops]
        };
        for &edit in edits {
            let what = format!("java.base of JDK {}, {edit:?}", jdk.feature());
            let jar = folder.path().join("base.jar");
            let reassembled = reassemble(&classes, edit, &what);
            write_jar(None, &BTreeMap::new(), &reassembled, &Manifest::default(), &jar).expect("written");
            let report = link(&home.home, folder.path(), Some(&jar), &[(Vec::new(), &names)]);
            assert_eq!(report, [format!("linked {}", names.len())], "{what}");
        }
    }
}

/// The proofs above would be worth nothing if a class that is wrong linked.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_broken_class_is_reported() {
    for home in common::jdks_in_turn() {
        let jdk = Jdk::open(&home.home).expect("the image");
        let name = "java/util/zip/Adler32";
        let class = ClassFile::parse(jdk.class_bytes(name).expect("a class"), name).expect("parsed");
        let method = class.method_index("getValue", "()J").expect("a method");
        let mut code = class.code(method).expect("decoded").expect("code");
        // returns two ints where a long is due
        code.items = [opcode::ICONST_0, opcode::ICONST_0, opcode::LRETURN].map(insn).to_vec();
        (code.lines, code.locals, code.label_count) = (Vec::new(), Vec::new(), 0);
        let mut editor = ClassEditor::new(&class);
        editor.set_code(method, &code).expect("assembled");
        let broken = vec![(format!("{name}.class"), editor.finish().expect("spliced"))];
        let folder = tempfile::tempdir().expect("a folder");
        let jar = folder.path().join("broken.jar");
        write_jar(None, &BTreeMap::new(), &broken, &Manifest::default(), &jar).expect("written");
        for (patch, path) in [(Some(&*jar), Vec::new()), (None, vec![jar.clone()])] {
            let report = link(&home.home, folder.path(), patch, &[(path, &[name])]);
            // a class loader of the program's may not define classes of java.util
            let boot = patch.is_some();
            assert_eq!(boot, report.first().is_some_and(|line| line.contains("java.lang.VerifyError")), "{report:?}");
        }
    }
}

/// How many of the programs `make test` links, the smallest.
const SHARE: usize = 7;

/// A program: its jars.
struct Program {
    name: String,
    jars: Vec<Jar>,
}

#[test]
fn real_jars_link() {
    let mut programs = corpus();
    if !common::all() {
        programs.sort_by_key(|program| program.jars.iter().map(|jar| jar.entries().len()).sum::<usize>());
        programs.truncate(SHARE);
    }
    if programs.len() < 4 {
        eprintln!("skipped: fewer than four programs below CORPUS_DIR/jars");
        return;
    }
    let folders = [Edit::None, Edit::Nops].map(|edit| {
        let folder = tempfile::tempdir().expect("a folder");
        let changed = programs.iter().map(|program| write_program(program, edit, folder.path())).collect::<Vec<_>>();
        (edit, folder, changed)
    });
    for home in common::jdks_in_turn() {
        let feature = Jdk::open(&home.home).expect("the image").feature();
        let all: Vec<Vec<String>> = programs.iter().map(|program| names(program, feature)).collect();
        for (edit, folder, changed) in &folders {
            // what has the bytes that a compiler made links as before
            let is_asked = |number: usize, name: &str| common::all() || changed[number].contains(name);
            let asked = all.iter().enumerate().map(|(number, names)| {
                names.iter().map(String::as_str).filter(|name| is_asked(number, name)).collect()
            });
            let names: Vec<Vec<&str>> = asked.collect();
            let paths = programs.iter().map(|program| written(program, folder.path()));
            let programs: Vec<_> = paths.zip(names.iter().map(Vec::as_slice)).collect();
            let scratch = tempfile::tempdir().expect("a folder");
            let report = link(&home.home, scratch.path(), None, &programs);
            check_links(&report, &names, &format!("JDK {feature}, {edit:?}"));
        }
    }
}

/// Nothing but missing classes may keep one from linking, and of at least four programs all classes must link: of three, where there are only four.
fn check_links(report: &[String], names: &[Vec<&str>], what: &str) {
    let failures: Vec<(&str, &str)> = report.iter().filter_map(|line| line.split_once(": ")).collect();
    let wrong: Vec<_> = failures.iter().filter(|(_, error)| !error.contains("NoClassDefFoundError")).collect();
    assert!(wrong.is_empty(), "{what}: {wrong:#?}");
    let failed: BTreeSet<String> = failures.iter().map(|(name, _)| name.replace('.', "/")).collect();
    let complete = names.iter().filter(|names| !names.iter().any(|name| failed.contains(*name))).count();
    let all: usize = names.iter().map(Vec::len).sum();
    eprintln!("{what}: {} of {all} classes link, of {complete} programs all", all - failed.len());
    assert!(complete >= 4.min(names.len() - 1), "{what}: only {complete} programs link completely");
}

/// The programs by the folders that hold their jars.
fn corpus() -> Vec<Program> {
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache/jcp-corpus"));
    let corpus = std::env::var_os("CORPUS_DIR").map(PathBuf::from).or(home).unwrap_or_default();
    let mut programs: BTreeMap<String, Vec<Jar>> = BTreeMap::new();
    for file in walkdir::WalkDir::new(corpus.join("jars")).sort_by_file_name().into_iter().filter_map(Result::ok) {
        let path = file.path();
        if let (true, Some(folder)) = (path.extension().is_some_and(|it| it == "jar"), path.parent()) {
            let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            programs.entry(name).or_default().push(Jar::open(path).expect("a jar"));
        }
    }
    programs.into_iter().map(|(name, jars)| Program { name, jars }).collect()
}

fn names(program: &Program, feature: u16) -> Vec<String> {
    program.jars.iter().flat_map(|jar| jar.effective_classes(feature)).map(|class| class.name).collect()
}

/// Where the program's jars are written.
fn written(program: &Program, folder: &Path) -> Vec<PathBuf> {
    (0..program.jars.len()).map(|number| folder.join(format!("{}-{number}.jar", program.name))).collect()
}

/// Writes the program's jars reassembled; gives the names of the classes whose bytes are others now.
fn write_program(program: &Program, edit: Edit, folder: &Path) -> BTreeSet<String> {
    let mut changed = BTreeSet::new();
    for (jar, target) in program.jars.iter().zip(written(program, folder)) {
        let read = |entry: &String| (entry.clone(), jar.read(entry).expect("readable").expect("an entry"));
        let classes: Vec<Class> = jar.entries().iter().filter(|name| is_class(name)).map(read).collect();
        let reassembled = reassemble(&classes, edit, &format!("{}, {edit:?}", program.name));
        let differ = classes.iter().zip(&reassembled).filter(|(before, after)| before.1 != after.1);
        changed.extend(differ.map(|(before, _)| class_name(&before.0)));
        let replaced = reassembled.into_iter().collect();
        write_jar(Some(jar), &replaced, &[], jar.manifest(), &target).expect("written");
    }
    changed
}

/// The class of a jar's entry, which may be one for newer JDKs.
fn class_name(entry: &str) -> String {
    let of_version = entry.strip_prefix("META-INF/versions/").and_then(|rest| rest.split_once('/'));
    of_version.map_or(entry, |(_, name)| name).trim_end_matches(".class").to_owned()
}

fn is_class(entry: &str) -> bool {
    entry.rsplit_once('.').is_some_and(|(_, ending)| ending == "class")
}

/// Decodes and assembles the code of every method; tells how many methods are as before.
fn reassemble(classes: &[Class], edit: Edit, what: &str) -> Vec<Class> {
    let one = |(entry, bytes): &Class| {
        let class = ClassFile::parse(bytes.clone(), entry)?;
        let mut editor = ClassEditor::new(&class);
        let (mut methods, mut too_long) = (0, 0);
        for method in 0..class.methods.len() {
            let Some(mut code) = class.code(method)? else { continue };
            methods += 1;
            match edit {
                Edit::None => {}
                Edit::Nops => insert_nops(&mut code),
                Edit::Frames => insert_frames(&class, method, &mut code)?,
            }
            match editor.set_code(method, &code) {
                Ok(()) => {}
                Err(Error::Limit { .. }) if edit == Edit::Nops => too_long += 1,
                Err(error) => return Err(error),
            }
        }
        let changed = editor.finish()?;
        let same = usize::from(changed == *bytes);
        Ok(((entry.clone(), changed), [methods, too_long, same]))
    };
    let reassembled: Result<Vec<_>, Error> = classes.par_iter().map(one).collect();
    let reassembled = reassembled.unwrap_or_else(|error| panic!("{what}: {error}"));
    let (reassembled, counts): (Vec<Class>, Vec<[usize; 3]>) = reassembled.into_iter().unzip();
    let sum = |at: usize| counts.iter().map(|counts| counts[at]).sum::<usize>();
    let (methods, too_long, same) = (sum(0), sum(1), sum(2));
    let number = classes.len();
    eprintln!("{what}: {methods} methods, {too_long} too long; {same} of {number} classes have the same bytes");
    assert!(too_long * 1000 <= methods, "{what}: {too_long} of {methods} methods are too long");
    // what is left are forms that compilers write in more than one way, such as empty tables
    assert!(edit != Edit::None || same * 10 >= number * 9, "{what}: only {same} of {number} classes are as before");
    reassembled
}

/// Puts a `nop` behind the label of every branch target and handler.
fn insert_nops(code: &mut Code) {
    let mut targets: BTreeSet<Label> = code.insns().flat_map(|(_, insn)| insn.operand.targets()).collect();
    targets.extend(code.handlers.iter().map(|handler| handler.handler));
    let mut items = Vec::with_capacity(code.items.len() + targets.len());
    for item in std::mem::take(&mut code.items) {
        let is_target = matches!(&item, Item::Label(label) if targets.contains(label));
        items.push(item);
        items.extend(is_target.then(|| insn(opcode::NOP)));
    }
    code.items = items;
}

/// Puts a label with its frame before every instruction that has none.
fn insert_frames(class: &ClassFile, method: usize, code: &mut Code) -> Result<(), Error> {
    let insns: BTreeSet<usize> = code.insns().map(|(at, _)| at).collect();
    let mut frames = class.frames_before(method, code, &insns)?;
    let mut framed = false;
    for (at, item) in std::mem::take(&mut code.items).into_iter().enumerate() {
        match &item {
            Item::Label(label) => framed |= code.frames.contains_key(label),
            Item::Insn { .. } => {
                if let (false, Some(frame)) = (framed, frames.remove(&at)) {
                    let label = code.new_label();
                    code.frames.insert(label, frame);
                    code.items.push(Item::Label(label));
                }
                framed = false;
            }
        }
        code.items.push(item);
    }
    Ok(())
}

fn insn(op: u8) -> Item {
    Item::Insn { insn: Insn { op, operand: Operand::None }, offset: u32::MAX }
}

/// Links classes in a JVM, java.base patched with a jar if one is given, and returns the report's lines. A program without
/// a class path is java.base.
fn link(java: &Path, folder: &Path, patch: Option<&Path>, programs: &[(Vec<PathBuf>, &[&str])]) -> Vec<String> {
    let mut list = String::new();
    for (path, names) in programs {
        let path = std::env::join_paths(path).expect("a class path");
        list.extend(["= ", path.to_str().expect("UTF-8"), "\n"]);
        list.extend(names.iter().map(|name| name.replace('/', ".") + "\n"));
    }
    let file = folder.join("names.txt");
    std::fs::write(&file, list).expect("written");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/reassembly/Link.java");
    let classes = folder.join("link");
    if !classes.exists() {
        common::succeed(Command::new(java.join("bin/javac")).arg("-d").arg(&classes).arg(source));
    }
    let mut command = Command::new("nice");
    command.arg(java.join("bin/java")).args(["-Xverify:all", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]);
    if let Some(jar) = patch {
        let mut option = std::ffi::OsString::from("--patch-module=java.base=");
        option.push(jar);
        command.arg(option);
    }
    let output = common::succeed(command.arg("-cp").arg(classes).arg("Link").arg(file));
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}
