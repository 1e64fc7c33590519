//! The points-to analysis on small Java programs: the classic examples of context sensitivity, a program for each rule,
//! and a run of the JVM whose calls must all be in the answer.
//!
//! `Contexts.java` is analysed with a part of the JDK in view, what lies outside counting as missing: its answers do not
//! depend on that, and take milliseconds. `Observed.java` has the whole JDK in view.

use crate::common::method;
use jcp::analysis::ir::variables_of_local;
use jcp::analysis::points_to::context::Sensitivity;
use jcp::analysis::points_to::{Allocations, Budget, Exceeded, Known, ObjectSet, PointsTo, Precision};
use jcp::analysis::points_to::{points_to, points_to_named};
use jcp::classfile::jimage::Jdk;
use jcp::program::{ClassSource, Folder, MethodId, Program};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use crate::common;

const ALL: [&str; 7] = ["1-call", "2-call", "1-object", "2-object", "1-type", "2-type", "selective"];

/// The classes of `java.lang` and `java.util.function`.
struct Part(Jdk);

fn is_inside(name: &str) -> bool {
    let package = name.rsplit_once('/').map_or("", |(package, _)| package);
    matches!(package, "java/lang" | "java/util/function")
}

impl ClassSource for Part {
    fn class_names(&self) -> Vec<String> {
        self.0.class_names().filter(|name| is_inside(name)).map(str::to_owned).collect()
    }

    fn class_bytes(&self, name: &str) -> jcp::program::Result<Option<Vec<u8>>> {
        Ok(if is_inside(name) { self.0.class_bytes(name) } else { None })
    }
}

static EXAMPLES: LazyLock<Program> = LazyLock::new(|| {
    let jdk = common::any_jdk();
    let folder = tempfile::tempdir().expect("a folder");
    let classes = common::compile_files(&jdk, &[source("Contexts.java")], folder.path(), &[]);
    program(&classes, Box::new(Part(Jdk::open(&jdk.home).expect("the JDK is readable"))))
});

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/analysis").join(name)
}

/// The program, with all its own classes read: the folder may go.
fn program(classes: &Path, jdk: Box<dyn ClassSource>) -> Program {
    let program = Program::new(vec![Box::new(Folder::open(classes).expect("classes"))], jdk).expect("a program");
    assert!(program.application().count() > 0);
    program
}

/// The answer for an example from its `main` on.
struct Example {
    name: &'static str,
    answer: PointsTo<'static>,
}

fn example(name: &'static str, sensitivity: &str) -> Example {
    let main = method(&EXAMPLES, &format!("Contexts${name}"), "main");
    let sensitivity: Sensitivity = sensitivity.parse().expect("a sensitivity");
    let answer = points_to(&EXAMPLES, main, sensitivity, &Budget::default(), None).expect("enough");
    Example { name, answer }
}

impl Example {
    /// Objects that a local of a method of the example's class may point to.
    fn objects(&self, name: &str, local: &str) -> ObjectSet {
        let method = method(&EXAMPLES, &format!("Contexts${}", self.name), name);
        let mut all = ObjectSet::default();
        let vars = variables_of_local(&EXAMPLES, method, local);
        assert!(!vars.is_empty(), "{name}:{local}");
        for var in vars {
            all.add_all(&self.answer.objects(method, var), None);
        }
        all
    }

    /// Their classes; a local of `main`.
    fn classes(&self, local: &str) -> BTreeSet<String> {
        let objects = self.objects("main", local);
        objects.iter().map(|object| short(&self.answer.allocation(object).1.name(&EXAMPLES))).collect()
    }

    /// What calls of methods of this name in a method of the class run.
    fn callees(&self, caller: &str, name: &str) -> BTreeSet<String> {
        let caller = method(&EXAMPLES, &format!("Contexts${}", self.name), caller);
        let calls = self.answer.calls(caller).map(|(_, callee)| describe(&EXAMPLES, callee));
        calls.filter(|callee| callee.ends_with(&format!(".{name}"))).collect()
    }

    fn reaches(&self, class: &str, name: &str) -> bool {
        self.answer.is_reachable(method(&EXAMPLES, &format!("Contexts${class}"), name))
    }
}

/// The last part of a class's name.
fn short(name: &str) -> String {
    name.rsplit(['$', '/']).next().unwrap_or(name).to_owned()
}

fn describe(program: &Program, id: MethodId) -> String {
    format!("{}.{}", short(program.name(id.class)), program.method(id).map_or("?", |info| &info.name))
}

fn set<const N: usize>(names: [&str; N]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// Whether `x` is told apart from what other callers pass, in the example's method.
fn precise(name: &'static str, caller: &str, sensitivity: &str) -> bool {
    let example = example(name, sensitivity);
    let callees = example.callees(caller, "get");
    assert!(callees.contains("One.get"), "{name} {sensitivity}: {callees:?}");
    assert!(callees.is_subset(&set(["One.get", "Two.get"])), "{name} {sensitivity}: {callees:?}");
    callees.len() == 1
}

fn precise_under(name: &'static str, caller: &str) -> Vec<&'static str> {
    assert!(!precise(name, caller, "insensitive"), "{name}");
    ALL.par_iter().copied().filter(|sensitivity| precise(name, caller, sensitivity)).collect()
}

#[test]
fn identity_of_two_callers() {
    assert_eq!(precise_under("Ids", "main"), ["1-call", "2-call", "selective"]);
}

/// Contexts alone do not do: the objects have to be told apart too.
#[test]
fn container_needs_heap_contexts() {
    assert_eq!(precise_under("Container", "main"), ["2-call", "selective"]);
}

/// What a factory makes is told apart by the receiver for which it is called. Who asks for the only object of its kind does not matter: one
/// instance does.
#[test]
fn factories_have_contexts_and_singletons_none() {
    assert_eq!(precise_under("Factories", "main"), ["2-object", "selective"]);
    let example = example("Factories", "2-object");
    assert_eq!(example.classes("y"), set(["One", "Two"]));
    let instances = |name| example.answer.instances_of(method(&EXAMPLES, "Contexts$Factories", name));
    assert_eq!(["fill", "make", "only"].map(instances), [2, 3, 1]);
}

/// The inner call has one call site only.
#[test]
fn set_through_another_method() {
    assert_eq!(precise_under("A", "main"), ["2-call", "1-object", "2-object", "selective"]);
}

/// Both calls have the same receiver.
#[test]
fn two_calls_on_one_receiver() {
    assert_eq!(precise_under("C", "m"), ["1-call", "2-call"]);
}

/// The objects are of one class and made in two others.
#[test]
fn types_are_those_that_contain_the_allocation() {
    let found = precise_under("Makers", "main");
    assert_eq!(found, ["2-call", "1-object", "2-object", "1-type", "2-type", "selective"]);
}

#[test]
fn fields_elements_and_casts() {
    let example = example("Fields", "insensitive");
    let expected = [
        ("pa", set(["One"])),
        ("pb", set(["Two"])),
        ("qa", set(["Three"])),
        ("qb", set([])),
        ("fromStatic", set(["One"])),
        ("nothing", set([])),
        ("element", set(["One", "Two"])),
        ("otherElement", set(["Three"])),
        ("any", set(["Fields", "One", "Two"])),
        ("cast", set(["Two"])),
        ("stored", set(["One"])),
    ];
    for (local, classes) in expected {
        assert_eq!(example.classes(local), classes, "{local}");
    }
}

#[test]
fn exceptions_come_to_their_handlers() {
    let example = example("Exceptions", "insensitive");
    assert_eq!(example.classes("inner"), set(["Failure"]));
    assert_eq!(example.classes("outer"), set(["Special"]));
    assert_eq!(example.classes("never"), set([]));
    let others = example.classes("rest");
    assert!(others.contains("Other"), "{others:?}");
    assert!(!others.contains("Failure") && !others.contains("Special"), "{others:?}");
}

#[test]
fn initialisers_run_when_their_class_is_used() {
    let example = example("Initialisers", "insensitive");
    assert_eq!(example.classes("x"), set(["Two"]));
    assert!(example.reaches("Lazy", "<clinit>"));
    assert!(!example.reaches("Untouched", "<clinit>"));
}

#[test]
fn calls_are_dispatched() {
    let example = example("Dispatch", "insensitive");
    assert_eq!(example.callees("onInterface", "twice"), set(["Num.twice"]));
    assert_eq!(example.callees("inherited", "get"), set(["Two.get"]));
    assert_eq!(example.callees("main", "twice"), set(["Num.twice", "Two.twice"]));
}

#[test]
fn threads_run() {
    for sensitivity in ["insensitive", "1-call", "2-object"] {
        let example = example("Threads", sensitivity);
        assert!(example.reaches("Threads$Task", "run") && example.reaches("Threads$Task", "ran"), "{sensitivity}");
        assert!(example.reaches("Threads$Worker", "run"), "{sensitivity}");
        assert!(!example.reaches("Threads$Never", "run"), "{sensitivity}");
    }
}

#[test]
fn finalizers_run() {
    let example = example("Finalizers", "insensitive");
    assert!(example.reaches("Finalizers", "finalize"));
    let this = example.objects("finalize", "this");
    assert_eq!(this.len(), 1);
}

/// They have the interfaces that the source casts them to.
#[test]
fn function_objects_with_more_interfaces() {
    let example = example("Markers", "insensitive");
    assert_eq!(example.callees("main", "get"), set(["One.get"]));
    assert_eq!(example.callees("main", "described"), set(["Marker.described"]));
    assert_eq!(example.classes("cast"), set(["Supplier"]));
    assert_eq!(example.classes("wrong"), set([]));
}

#[test]
fn function_objects() {
    let example = example("Lambdas", "insensitive");
    assert_eq!(example.classes("captured"), set(["One"]));
    assert_eq!(example.classes("passed"), set(["Two"]));
    assert_eq!(example.classes("made"), set(["Three"]));
    assert_eq!(example.callees("main", "get"), set(["Two.get"]));
    assert_eq!(example.classes("x"), set(["One", "Two"]));
    // they are objects like others: what is captured is told apart by heap contexts
    assert_eq!(self::example("Lambdas", "1-call").classes("x"), set(["One", "Two"]));
    assert_eq!(self::example("Lambdas", "2-call").classes("x"), set(["One"]));
}

/// Function objects that are made of function objects: there are as many as heap contexts, so that the analysis ends.
#[test]
fn chains_of_function_objects_end() {
    let main = method(&EXAMPLES, "Contexts$Chains", "main");
    let work = 100 * example("Chains", "insensitive").answer.work();
    ALL.par_iter().for_each(|sensitivity| {
        let contexts = sensitivity.parse().expect("a sensitivity");
        let budget = Budget { work, memory: 2_000_000_000, ..Budget::default() };
        let answer = points_to(&EXAMPLES, main, contexts, &budget, None);
        let answer = answer.unwrap_or_else(|exceeded| panic!("{sensitivity}: {exceeded}"));
        let example = Example { name: "Chains", answer };
        assert_eq!(example.classes("x"), set(["One"]), "{sensitivity}");
    });
}

/// The call in `run` has the same four receivers for both callers of `run`, and is followed as one for both: each has its
/// argument, its results and the exception, and under 2-call no more.
#[test]
fn calls_that_are_followed_as_one() {
    let all = ["Failure", "One", "Three", "Two"];
    for sensitivity in ["insensitive", "1-call", "1-object", "2-object", "1-type", "2-type"] {
        let example = example("Shared", sensitivity);
        assert_eq!(example.classes("x"), set(all), "{sensitivity}");
        assert_eq!(example.classes("y"), set(all), "{sensitivity}");
        let run = ["Again.run", "Failing.run", "Plain.run", "Third.run"];
        assert_eq!(example.callees("run", "run"), set(run), "{sensitivity}");
    }
    let example = example("Shared", "2-call");
    assert_eq!(example.classes("x"), set(["Failure", "One", "Three"]));
    assert_eq!(example.classes("y"), set(["Failure", "Three", "Two"]));
}

/// What an analysis costs is the same however many threads there are, and selecting statics has no limit of time.
#[test]
fn budgets_are_of_work() {
    assert_eq!(Budget::of_selection().until, None);
    let cost = |threads| {
        let threads = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        threads.install(|| {
            let answer = example("Container", "2-object").answer;
            (answer.work(), answer.size(), answer.instances())
        })
    };
    assert_eq!(cost(1), cost(4));
}

/// The insensitive answer with an object for each instruction.
fn insensitive(name: &str) -> PointsTo<'static> {
    let main = method(&EXAMPLES, &format!("Contexts${name}"), "main");
    let precision = Precision { sensitivity: Sensitivity::Insensitive, allocations: Allocations::Sites };
    points_to_named(&EXAMPLES, main, precision, &Budget::default(), &Known::default(), &Arc::default()).expect("enough")
}

/// All that a sensitive answer says, the insensitive one says too: calls, and objects by their description.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn contexts_only_take_away() {
    let names = [
        "Ids",
        "Container",
        "Factories",
        "A",
        "C",
        "Makers",
        "Fields",
        "Exceptions",
        "Initialisers",
        "Dispatch",
        "Threads",
        "Finalizers",
        "Lambdas",
        "Markers",
        "Chains",
        "Shared",
    ];
    for name in names {
        let all = insensitive(name);
        ALL.par_iter().for_each(|sensitivity| {
            let less = example(name, sensitivity).answer;
            for method in less.reachable() {
                let at = || format!("{name} {sensitivity} {}", EXAMPLES.describe(method));
                assert!(all.is_reachable(method), "{}", at());
                let (few, many): (BTreeSet<_>, BTreeSet<_>) =
                    (less.calls(method).collect(), all.calls(method).collect());
                assert!(few.is_subset(&many), "{}", at());
                for var in 0..less.ir(method).expect("reachable").vars {
                    let objects = |answer: &PointsTo<'_>| {
                        let objects = answer.objects(method, jcp::analysis::ir::Var(var));
                        objects.iter().map(|object| answer.describe(object)).collect::<BTreeSet<_>>()
                    };
                    assert!(objects(&less).is_subset(&objects(&all)), "{} v{var}", at());
                }
            }
            assert!(less.initialized().is_subset(all.initialized()), "{name} {sensitivity}");
        });
    }
}

/// What the first run needs is not enough for the second one: the answer is the first one's, and says so.
#[test]
fn selective_falls_back() {
    let main = method(&EXAMPLES, "Contexts$Container", "main");
    let insensitive = insensitive("Container");
    let run = |work| points_to(&EXAMPLES, main, Sensitivity::Selective, &Budget { work, ..Budget::default() }, None);
    let noted = |answer: &PointsTo<'_>| answer.diagnostics().iter().any(|line| line.contains("selective contexts"));
    assert!(!noted(&run(u64::MAX).expect("enough")));
    let little = run(insensitive.work()).expect("enough for the first run");
    assert!(noted(&little));
    assert_eq!(little.size(), insensitive.size());
    assert_eq!(run(10).err(), Some(Exceeded::Work));
}

/// A run of the JVM: each method on the stack is reachable, and each calls the next one.
#[test]
fn calls_of_a_run_are_in_the_answer() {
    let home = common::any_jdk();
    let folder = tempfile::tempdir().expect("a folder");
    let classes = common::compile_files(&home, &[source("Observed.java")], folder.path(), &[]);
    let jdk = Jdk::open(&home.home).expect("the JDK is readable");
    let program = program(&classes, Box::new(jdk));
    let main = method(&program, "Observed", "main");
    let summaries = common::summaries::of(&home);
    let answer =
        points_to(&program, main, Sensitivity::Insensitive, &Budget::default(), Some(&summaries)).expect("enough");
    let name = |id: MethodId| {
        let method = program.method(id).map_or("?", |info| &info.name);
        format!("{}.{method}", program.name(id.class).replace('/', "."))
    };
    let mut edges: BTreeSet<(String, String)> = BTreeSet::new();
    for caller in answer.reachable() {
        edges.extend(answer.calls(caller).map(|(_, callee)| (name(caller), name(callee))));
    }
    let reachable: BTreeSet<String> = answer.reachable().into_iter().map(name).collect();
    let output = common::succeed(common::java(&home).arg("-cp").arg(&classes).arg("Observed"));
    let printed = String::from_utf8(output.stdout).expect("text");
    let mut missed = BTreeSet::new();
    for line in printed.lines().filter(|line| line.contains("Observed")) {
        let stack: Vec<&str> = line.split_whitespace().collect();
        missed.extend(stack.iter().filter(|method| !reachable.contains(**method)).map(|method| (*method).to_owned()));
        for pair in stack.windows(2).filter(|pair| !pair[0].ends_with(".<clinit>")) {
            if !edges.contains(&(pair[1].to_owned(), pair[0].to_owned())) {
                missed.insert(format!("{} -> {}", pair[1], pair[0]));
            }
        }
    }
    assert!(printed.lines().count() > 30, "{printed}");
    assert!(missed.is_empty(), "{missed:#?}");
}
