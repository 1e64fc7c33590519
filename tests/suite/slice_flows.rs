//! Values that go through the JDK, whose code slices do not follow: in each program of tests/java/slice/flows a constant of line 3
//! reaches the call of `crit` by way of a collection, a stream, a function, a thread or the like, and so must be in its slice.
//! Programs without threads are one application, those with threads another: so two points-to analyses do for all, and the order of
//! threads' steps is searched only where there are some.

use crate::common;
use jcp::analysis::points_to::context::Sensitivity;
use jcp::analysis::points_to::{Budget, points_to};
use jcp::analysis::slice::{Options, Place, Slice, Slicer};
use jcp::program::Program;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The programs that run in one thread.
const PROGRAMS: &[&str] = &[
    "Alone",
    "AppendArray",
    "ArrayCopy",
    "AsList",
    "AsListWritten",
    "Atomic",
    "Big",
    "Boxes",
    "Builder",
    "ByteArray",
    "Bytes",
    "CharArray",
    "CloneArray",
    "CloneFields",
    "Computed",
    "Concat",
    "Copies",
    "CopyOf",
    "Data",
    "DequePush",
    "EntrySet",
    "Extended",
    "Fill",
    "ForEach",
    "Formatted",
    "Hashed",
    "Iterate",
    "Joined",
    "KeySet",
    "ListGet",
    "MapPut",
    "Matches",
    "Message",
    "Objects",
    "Optionals",
    "Printed",
    "Priority",
    "Property",
    "Reader",
    "Redirected",
    "Reflected",
    "Remove",
    "Scanned",
    "SecondStep",
    "SortCmp",
    "SortComparing",
    "SubList",
    "Supplied",
    "Switch",
    "Texts",
    "TreeCmp",
];

/// Those with threads of their own or of the JDK; streams may run in parallel.
const WITH_THREADS: &[&str] = &[
    "Collect",
    "Completable",
    "ExecField",
    "Executor",
    "Handed",
    "Locals",
    "Parallel",
    "RunThread",
    "StreamFilter",
    "StreamMap",
    "ThreadName",
    "TimerTasks",
];

/// Programs in which the constant only decides what happens: it is no value that goes to the criterion.
const ONLY_DECIDES: [&str; 3] = ["Remove", "StreamFilter", "Switch"];

/// A program: its name and the instructions of its criterion.
type Asked = (String, Vec<Place>);

/// The calls of `crit` in the `main` methods of the programs.
fn asked(program: &Program, sources: &[PathBuf]) -> Vec<Asked> {
    let of = |source: &PathBuf| {
        let text = std::fs::read_to_string(source).expect("a source");
        let name = source.file_stem().expect("a name").to_string_lossy().into_owned();
        let line = text.lines().position(|line| line.starts_with("        crit(")).expect("a criterion") + 1;
        let main = common::method(program, &name, "main");
        let body = program.body(main).expect("code");
        let places = body.insns_on_line(line as u16).map(|item| (main, body.number(item) as u32)).collect();
        (name, places)
    };
    sources.iter().map(of).collect()
}

/// Whether the constant's line is in a slice.
fn has_constant(program: &Program, name: &str, slice: &Slice) -> bool {
    let class = program.class(name).expect("a class");
    slice.members.keys().filter(|(method, _)| method.class == class).any(|(method, number)| {
        let body = program.body(*method).expect("code");
        body.line(body.insns()[*number as usize]) == Some(3)
    })
}

#[test]
fn values_flow_through_the_jdk() {
    check(PROGRAMS);
}

#[test]
fn values_flow_through_threads_and_streams() {
    check(WITH_THREADS);
}

/// The constant of each program is in the slice of its criterion.
fn check(names: &[&str]) {
    let jdk = common::any_jdk();
    let folder = tempfile::tempdir().expect("a folder");
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/slice/flows");
    let sources: Vec<PathBuf> = names.iter().map(|name| programs.join(format!("{name}.java"))).collect();
    let mut all = "class All {\n    public static void main(String[] args) throws Exception {\n".to_owned();
    for source in &sources {
        let _ = writeln!(all, "        {}.main(args);", source.file_stem().expect("a name").to_string_lossy());
    }
    let main = folder.path().join("All.java");
    std::fs::write(&main, all + "    }\n}\n").expect("a file");
    let files: Vec<PathBuf> = sources.iter().cloned().chain([main]).collect();
    let classes = common::compile_files(&jdk, &files, &folder.path().join("classes"), &[]);
    let program = common::program(&jdk.home, &classes);
    let main = common::method(&program, "All", "main");
    let summaries = common::summaries::of(&jdk);
    let answer =
        points_to(&program, main, Sensitivity::Insensitive, &Budget::default(), Some(&summaries)).expect("an answer");
    let asked = asked(&program, &sources);
    let criteria: Vec<Vec<Place>> = asked.iter().map(|(_, places)| places.clone()).collect();
    let slicer = Slicer::new(&answer);
    let (mut lost, usual) = (Vec::new(), Options::default().most_nodes);
    // a budget of nothing is used up at once, so all is asked of all stores
    let options = [(false, usual), (true, 0), (true, usual), (false, 0)];
    for &(thin, most_nodes) in &options[..if common::all() { 4 } else { 2 }] {
        let slices = slicer.backward(&criteria, Options { thin, most_nodes, ..Options::default() });
        for ((name, _), slice) in asked.iter().zip(&slices) {
            let wanted = !thin || !ONLY_DECIDES.contains(&name.as_str());
            if wanted && !has_constant(&program, name, slice) {
                lost.push(format!("{name}, thin: {thin}, budget: {most_nodes}"));
            }
        }
    }
    assert!(lost.is_empty(), "the constant is not in the slices of {lost:?}");
}
