//! Answers of points-to analyses that were kept: read again they say the same, and another question does not find them. They are kept in
//! memory here; the files are tested where they are written (`driver/inputs/answers.rs`).

use jcp::analysis::points_to::context::Sensitivity;
use jcp::analysis::points_to::{Answers, Budget, Exceeded, Key, Known, Named, PointsTo, points_to_named};
use jcp::analysis::summaries::{Summaries, store};
use jcp::classfile::jimage::Jdk;
use jcp::driver::jdk::JdkHome;
use jcp::program::{ClassSource, Folder, Program};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use crate::common;

/// Keeps answers in memory, and counts those that it gave.
#[derive(Default)]
struct Memory {
    kept: Mutex<BTreeMap<Key, Vec<u8>>>,
    given: Mutex<usize>,
}

impl Memory {
    /// How many answers were kept, and how many given.
    fn counts(&self) -> (usize, usize) {
        (self.kept.lock().expect("a lock").len(), *self.given.lock().expect("a lock"))
    }
}

impl Answers for Memory {
    fn find(&self, key: &Key) -> Option<Summaries> {
        let found = Summaries::from_bytes(self.kept.lock().expect("a lock").get(key)?.clone(), key)?;
        *self.given.lock().expect("a lock") += 1;
        Some(found)
    }

    fn keep(&self, key: &Key, state: &[u8], records: &[Vec<u8>]) {
        let bytes = store::file(key, state, records).expect("small");
        self.kept.lock().expect("a lock").insert(*key, bytes);
    }

    fn least_work(&self) -> u64 {
        0
    }
}

fn known(home: &JdkHome, answers: &Arc<Memory>) -> Known {
    Known { jdk: Some(common::summaries::of(home)), answers: Some(answers.clone()) }
}

fn compiled(home: &JdkHome, source: &str, folder: &Path) -> PathBuf {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/analysis/reflect").join(source);
    common::compile_files(home, &[file], folder, &["-Xlint:none"])
}

fn program(home: &JdkHome, classes: &Path) -> Program {
    let application: Box<dyn ClassSource> = Box::new(Folder::open(classes).expect("classes"));
    Program::new(vec![application], Box::new(Jdk::open(&home.home).expect("the JDK is readable"))).expect("a program")
}

fn analysed<'a>(
    program: &'a Program,
    main: &str,
    budget: &Budget,
    known: &Known,
    named: &Named,
) -> Result<PointsTo<'a>, Exceeded> {
    let main = common::method(program, main, "main");
    points_to_named(program, main, Sensitivity::Insensitive, budget, known, &Arc::new(named.clone()))
}

/// All that the answer says.
fn told(mut answer: PointsTo<'_>) -> String {
    let mut text = String::new();
    for method in answer.reachable() {
        let calls: Vec<_> = answer.calls(method).collect();
        let accesses: Vec<_> = answer.accesses(method).collect();
        writeln!(text, "{method:?} {calls:?} {accesses:?}").expect("text");
        // the statements of all would be a hundred times as much
        if answer.program().is_application(method.class) || text.len().is_multiple_of(64) {
            writeln!(text, "{:?}", answer.ir(method)).expect("text");
        }
    }
    let objects: Vec<String> = (0..answer.allocations() as u32).map(|object| answer.describe(object)).collect();
    writeln!(text, "{objects:#?}\n{:?}\n{:?}\n{:?}", answer.heap(), answer.statics(), answer.stored()).expect("text");
    writeln!(text, "{:?}\n{:?}\n{:?}", answer.roots(), answer.started(), answer.initialized()).expect("text");
    writeln!(text, "{:#?}\n{:#?}", answer.diagnostics(), answer.unknown_calls()).expect("text");
    writeln!(text, "{:?} {:?} {}", answer.looks_up_lazily(), answer.size(), answer.work()).expect("text");
    writeln!(text, "{} {:?}", answer.started_from_summaries(), answer.metrics()).expect("text");
    text
}

/// A method that fits at a call of an unknown one, and that another class overrides.
const OVERRIDDEN: &str = "class Base { public void run() {} }
    class Sub extends Base { public void run() {} }
    class Overridden {
        public static void main(String[] args) throws Exception {
            for (java.lang.reflect.Method found : Base.class.getMethods())
                if (found.getName().equals(args[0])) found.invoke(new Sub());
        }
    }";

#[test]
fn an_answer_that_was_kept_says_the_same() {
    for home in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("a folder");
        let [lazy, reflect] =
            ["Lazy.java", "Reflect.java"].map(|source| compiled(&home, source, &folder.path().join(source)));
        let overridden = common::compile(&home, &[("Overridden.java", OVERRIDDEN)], &folder.path().join("overridden"));
        for (classes, mains) in
            [(lazy, &["Cast", "Lists"][..]), (reflect, &["Handles"][..]), (overridden, &["Overridden"][..])]
        {
            let program = program(&home, &classes);
            for main in mains {
                let answers = Arc::new(Memory::default());
                let (with, without) = (known(&home, &answers), Known { answers: None, ..known(&home, &answers) });
                let [alone, first, second] = [&without, &with, &with].map(|known| {
                    let answer = analysed(&program, main, &Budget::default(), known, &Named::default());
                    told(answer.expect("an answer"))
                });
                assert_eq!(answers.counts(), (1, 1), "{main}: kept once, given once");
                for (what, other) in [("the first", first), ("the second", second)] {
                    let different = alone.lines().zip(other.lines()).find(|(one, other)| one != other);
                    assert!(alone == other, "{main}, {what}: {different:?}");
                }
            }
        }
    }
}

#[test]
fn another_question_has_another_answer() {
    let (home, folder) = (common::any_jdk(), tempfile::tempdir().expect("a folder"));
    let classes = compiled(&home, "Lazy.java", folder.path());
    let same = program(&home, &classes);
    let answers = Arc::new(Memory::default());
    let known = known(&home, &answers);
    let line = "Cast.main:45 -> First";
    let mut named = Named::default();
    named.add(&same, line).unwrap_or_else(|error| panic!("{error}"));
    let (plenty, none) = (Budget::default(), Named::default());
    let little = Budget { work: 1000, ..plenty };
    let late = Budget { until: Some(std::time::Instant::now()), work: 1001, ..plenty };
    // how many answers are kept after each question
    for (main, budget, named, kept) in [
        ("Cast", &plenty, &none, 1),
        ("Receiver", &plenty, &none, 2),
        ("Cast", &plenty, &named, 3),
        ("Cast", &little, &none, 4),
        ("Cast", &late, &none, 4),
    ] {
        let ended = analysed(&same, main, budget, &known, named).map(drop);
        assert_eq!(ended.is_ok(), budget.work == plenty.work, "{main}: {ended:?}");
        assert_eq!(answers.counts(), (kept, 0), "{main}, {budget:?}");
    }
    let exceeded = analysed(&same, "Cast", &little, &known, &none).map(drop);
    assert_eq!((exceeded, answers.counts()), (Err(Exceeded::Work), (4, 1)), "that it is too little is kept, too");

    // a class that has changed, and one more provider of a service
    let changed = common::compile(&home, &[("Nobody.java", "class Nobody {}")], &folder.path().join("changed"));
    std::fs::copy(changed.join("Nobody.class"), classes.join("Nobody.class")).expect("a copy");
    analysed(&program(&home, &classes), "Cast", &plenty, &known, &none).expect("an answer");
    assert_eq!(answers.counts(), (5, 1), "another class");
    std::fs::create_dir_all(classes.join("META-INF/services")).expect("a folder");
    std::fs::write(classes.join("META-INF/services/Plugin"), "First\n").expect("a file");
    analysed(&program(&home, &classes), "Cast", &plenty, &known, &none).expect("an answer");
    assert_eq!(answers.counts(), (6, 1), "another provider");
    analysed(&program(&home, &classes), "Cast", &plenty, &known, &none).expect("an answer");
    assert_eq!(answers.counts(), (6, 2), "the same again");
}
