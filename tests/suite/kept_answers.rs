//! Answers of points-to analyses that were kept: read again they say the same, and another question does not find them. They are kept in
//! memory here; the files are tested where they are written (`driver/inputs/answers.rs`).

use jcp::analysis::points_to::context::Sensitivity;
use jcp::analysis::points_to::{Answers, Budget, Exceeded, Key, Known, Named, PointsTo, Precision, points_to_named};
use jcp::analysis::summaries::{Summaries, store};
use jcp::driver::jdk::JdkHome;
use jcp::program::Program;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::os::unix::fs::MetadataExt as _;
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

fn analysed<'a>(
    program: &'a Program,
    main: &str,
    budget: &Budget,
    known: &Known,
    named: &Named,
) -> Result<PointsTo<'a>, Exceeded> {
    let main = common::method(program, main, "main");
    points_to_named(program, main, Sensitivity::Insensitive.into(), budget, known, &Arc::new(named.clone()))
}

/// All that the answer says.
fn told(mut answer: PointsTo<'_>) -> String {
    let mut text = String::new();
    for (number, method) in answer.reachable().into_iter().enumerate() {
        let calls: Vec<_> = answer.calls(method).collect();
        let accesses: Vec<_> = answer.accesses(method).collect();
        writeln!(text, "{method:?} {calls:?} {accesses:?}").expect("text");
        // the statements of all would be a hundred times as much
        if answer.program().is_application(method.class) || number.is_multiple_of(64) {
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
            let program = common::program(&home.home, &classes);
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
    let same = common::program(&home.home, &classes);
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

    let selection = Precision::of_selection(Sensitivity::Insensitive);
    let main = common::method(&same, "Cast", "main");
    points_to_named(&same, main, selection, &plenty, &known, &Arc::default()).expect("an answer");
    assert_eq!(answers.counts(), (5, 1), "other objects are told apart");

    // a class that has changed, and one more provider of a service
    let changed = common::compile(&home, &[("Nobody.java", "class Nobody {}")], &folder.path().join("changed"));
    std::fs::copy(changed.join("Nobody.class"), classes.join("Nobody.class")).expect("a copy");
    analysed(&common::program(&home.home, &classes), "Cast", &plenty, &known, &none).expect("an answer");
    assert_eq!(answers.counts(), (6, 1), "another class");
    std::fs::create_dir_all(classes.join("META-INF/services")).expect("a folder");
    std::fs::write(classes.join("META-INF/services/Plugin"), "First\n").expect("a file");
    analysed(&common::program(&home.home, &classes), "Cast", &plenty, &known, &none).expect("an answer");
    assert_eq!(answers.counts(), (7, 1), "another provider");
    analysed(&common::program(&home.home, &classes), "Cast", &plenty, &known, &none).expect("an answer");
    assert_eq!(answers.counts(), (7, 2), "the same again");
}

/// Much of the JDK may run, though nothing does.
const LARGE: &str = "public class Main {
        static int count = 1;
        public static void main(String[] args) {
            count += args.length;
            if (count > 100) new javax.swing.JFrame().setVisible(true);
            work();
        }
        static void work() { System.out.println(count); }
    }";

#[test]
#[ignore = "large: make test-all"]
fn the_next_instrument_reads_the_answer() {
    let (home, folder) = (common::any_jdk(), tempfile::tempdir().expect("a folder"));
    let classes = common::compile(&home, &[("Main.java", LARGE)], &folder.path().join("classes"));
    let cache = folder.path().join("cache");
    let plan = |name: &str, options: &[&str]| {
        let file = folder.path().join(name);
        let mut jcp = common::jcp();
        jcp.args(["instrument", "--main", "Main", "--region", "Main.work", "--classpath"]).arg(&classes);
        jcp.arg("--jdk").arg(&home.home).arg("-o").arg(folder.path().join("jars")).arg("--plan").arg(&file);
        common::succeed(jcp.args(options).env("JCP_CACHE", &cache));
        std::fs::read_to_string(file).expect("the plan")
    };
    let first = plan("first", &[]);
    let entries = || cache.read_dir().expect("the cache").map(|entry| entry.expect("an entry").path());
    let answers: Vec<PathBuf> = entries().filter(|path| path.extension().is_some_and(|end| end == "answer")).collect();
    assert_eq!(answers.len(), 1, "{answers:?}");
    // reading it makes it new again; another that was written in its place would be another file
    let number = || answers[0].metadata().expect("the answer").ino();
    let before = number();
    let file = std::fs::File::options().append(true).open(&answers[0]).expect("the answer");
    file.set_modified(std::time::UNIX_EPOCH).expect("a time");
    let again = plan("again", &[]);
    assert_eq!(number(), before);
    assert_ne!(answers[0].metadata().and_then(|data| data.modified()).expect("a time"), std::time::UNIX_EPOCH);
    assert_eq!((&first, first.clone()), (&again, plan("without", &["--no-cache"])));
}
