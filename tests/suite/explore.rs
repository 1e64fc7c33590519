//! `jcp explore`: known numbers of orders and of end states, failures with their threads and schedules, and what is refused.
//!
//! The numbers are those of models in `explore_counts`, counted anew for the programs here. Orders are the complete runs with source sets; where equal states
//! are told, as many complete runs are left as there are end states.

use std::path::Path;
use std::process::Output;

use jcp::driver::jdk::JdkHome;
use serde_json::Value;

use crate::common;

pub(crate) fn jar(folder: &Path, jdk: &JdkHome, name: &str, main: &str) {
    let source =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/explore").join(name).join(format!("{main}.java"));
    let classes = common::compile_files(jdk, &[source], &folder.join("classes"), &[]);
    common::pack(&classes, Some(main), &folder.join("app.jar"));
}

pub(crate) fn explored(folder: &Path, jdk: &JdkHome, options: &[&str], args: &[&str]) -> Output {
    let mut jcp = common::jcp();
    jcp.current_dir(folder).args(["explore", "app.jar", "--json", "--jdk"]).arg(&jdk.home);
    jcp.args(options).arg("--").args(args).output().expect("jcp runs")
}

pub(crate) fn report(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

/// Programs of `tests/java/explore/counts`, with their orders and end states.
const COUNTS: [(&[&str], u64, u64); 33] = [
    (&["sameWrites"], 6, 2),
    (&["increments", "3"], 6, 1),
    (&["increments", "4"], 24, 1),
    (&["readWrite", "2"], 4, 3),
    (&["readWrite", "3"], 36, 16),
    (&["readers", "3"], 8, 8),
    (&["readers", "8"], 256, 256),
    (&["writers", "2"], 6, 6),
    (&["writers", "3"], 24, 12),
    (&["storeBuffering"], 3, 3),
    (&["messagePassing"], 3, 3),
    (&["locks"], 3, 2),
    (&["philosophers", "2"], 3, 2),
    (&["philosophers", "3"], 7, 2),
    (&["philosophers", "5"], 31, 2),
    (&["lastZero", "2"], 5, 5),
    (&["lastZero", "4"], 28, 28),
    (&["lastZero", "5"], 64, 64),
    (&["fibonacci", "1"], 3, 3),
    (&["fibonacci", "2"], 19, 16),
    (&["fibonacci", "3"], 141, 92),
    (&["indexer", "12"], 8, 8),
    (&["rotation", "2"], 2, 2),
    (&["rotation", "3"], 6, 5),
    (&["rotation", "4"], 24, 14),
    (&["rotation", "5"], 120, 43),
    (&["lost"], 6, 2),
    (&["lostPlain"], 12, 4),
    (&["lostLocked"], 3, 2),
    (&["producerConsumer", "1"], 2, 2),
    (&["producerConsumer", "2"], 6, 4),
    (&["producerConsumer", "3"], 20, 8),
    (&["producerConsumer", "5"], 252, 32),
];

/// Larger ones, with source sets alone.
const LARGER: [(&[&str], u64, u64); 5] = [
    (&["lastZero", "10"], 3328, 3328),
    (&["readers", "13"], 8192, 8192),
    (&["indexer", "15"], 4096, 4096),
    (&["rotation", "7"], 5040, 523),
    (&["producerConsumer", "8"], 12_870, 256),
];

#[test]
fn orders_and_end_states_are_counted_exactly() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("a folder");
        jar(folder.path(), &jdk, "counts", "Counts");
        for (number, (args, orders, ends)) in COUNTS.into_iter().enumerate() {
            // shares: the models of the same programs are counted with both
            if common::all() || number % 2 == 0 {
                count(folder.path(), &jdk, args, "source", [orders, ends]);
            }
            if common::all() || number % 3 == 1 {
                count(folder.path(), &jdk, args, "context", [ends, ends]);
            }
        }
    }
}

#[test]
#[ignore = "takes a minute"]
fn those_of_larger_programs_are_counted_exactly() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("a folder");
        jar(folder.path(), &jdk, "counts", "Counts");
        for (args, orders, ends) in LARGER {
            count(folder.path(), &jdk, args, "source", [orders, ends]);
        }
    }
}

fn count(folder: &Path, jdk: &JdkHome, args: &[&str], reduction: &str, expected: [u64; 2]) {
    let found = report(&explored(folder, jdk, &["--all", "--reduction", reduction], args));
    let counts = [&found["executions"], &found["end_states"]].map(Value::as_u64);
    assert_eq!(counts, expected.map(Some), "{args:?} {reduction} on {}: {found}", jdk.version);
}

/// Programs of `tests/java/explore/uses`, and what is found.
const USES: [(&str, &str); 41] = [
    ("buffer", "exhausted"),
    ("bufferNotify", "deadlock"),
    ("condition", "exhausted"),
    ("conditionIf", "exception"),
    ("lostUpdate", "exception"),
    ("locked", "exhausted"),
    ("synchronizedMethods", "exhausted"),
    ("queue", "exhausted"),
    ("pool", "exhausted"),
    ("idlePool", "exhausted"),
    ("latch", "exhausted"),
    ("barrier", "exhausted"),
    ("semaphore", "exhausted"),
    ("readWrite", "exhausted"),
    ("park", "exhausted"),
    ("interrupt", "exhausted"),
    ("timed", "exhausted"),
    ("list", "race"),
    ("map", "race"),
    ("concurrentMap", "exception"),
    ("flag", "exhausted"),
    ("handles", "exception"),
    ("initialiser", "exhausted"),
    ("stages", "exhausted"),
    ("atomicArray", "exhausted"),
    ("sorted", "exception"),
    ("iterated", "race"),
    ("ownList", "race"),
    ("nested", "exception"),
    ("exit", "exit"),
    ("spin", "exhausted"),
    ("endless", "refused"),
    ("time", "exhausted"),
    ("deadline", "exhausted"),
    ("poll", "exhausted"),
    ("initialisers", "exhausted"),
    ("threadLocals", "exception"),
    ("finalizers", "exhausted"),
    ("random", "refused"),
    ("unreached", "exhausted"),
    ("refused", "refused"),
];

#[test]
fn each_way_to_communicate_is_ordered() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("a folder");
        jar(folder.path(), &jdk, "uses", "Uses");
        // half of them, all with `make test-all`
        let (first, step) = if common::all() { (0, 1) } else { (usize::from(jdk.feature > 17), 2) };
        for (kind, expected) in USES.into_iter().skip(first).step_by(step) {
            let output = explored(folder.path(), &jdk, &["--step-limit", "2", "--steps", "500"], &[kind]);
            let found = match output.status.code() {
                Some(3) => "refused".to_owned(),
                Some(1) => report(&output)["failure"]["kind"].as_str().unwrap_or_default().to_owned(),
                _ => report(&output)["result"].as_str().unwrap_or_default().to_owned(),
            };
            let told = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
            assert_eq!(found, expected, "{kind} on {}: {told}", jdk.version);
        }
    }
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn parts_of_a_search_find_together_what_one_search_finds() {
    let jdk = common::any_jdk();
    let folder = tempfile::tempdir().expect("a folder");
    jar(folder.path(), &jdk, "counts", "Counts");
    for (args, reduction) in [(&["lastZero", "4"], "source"), (&["readWrite", "3"], "context")] {
        let common = ["--all", "--reduction", reduction];
        let run = |options: &[&str]| explored(folder.path(), &jdk, &[&common[..], options].concat(), args);
        let whole = report(&run(&[]));
        let parts = format!("parts-{reduction}");
        assert_eq!(report(&run(&["--split", "4", "--parts", &parts]))["result"], "divided");
        let files: Vec<String> = (1..=4).map(|part| format!("{parts}/part-{part}.json")).collect();
        let run = &run;
        std::thread::scope(|scope| {
            let works: Vec<_> = files.iter().map(|file| scope.spawn(move || run(&["--work", file]).status)).collect();
            works.into_iter().for_each(|work| assert!(work.join().expect("it ends").success()));
        });
        let merged = report(&run(&["--merge", "--parts", &parts]));
        for key in ["result", "end_states"] {
            assert_eq!(merged[key], whole[key], "{args:?} {reduction}: {merged}");
        }
        if reduction == "source" {
            assert_eq!(merged["executions"], whole["executions"], "{args:?}: {merged}");
        }
    }
}

/// Nothing failed, but nothing was seen to end either.
#[test]
fn a_program_that_never_ends_is_not_said_to_be_right() {
    let jdk = common::any_jdk();
    let folder = tempfile::tempdir().expect("a folder");
    jar(folder.path(), &jdk, "uses", "Uses");
    let output = explored(folder.path(), &jdk, &[], &["neverReady"]);
    let found = report(&output);
    assert_eq!((&found["result"], output.status.code()), (&"endless".into(), Some(6)), "{found}");
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_failing_schedule_is_saved_and_fails_again() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("a folder");
        jar(folder.path(), &jdk, "uses", "Uses");
        for kind in ["lostUpdate", "nested"] {
            let found = report(&explored(folder.path(), &jdk, &["--save", "found.json"], &[kind]));
            assert_eq!(found["result"], "failure", "{kind}: {found}");
            for _ in 0..2 {
                let again = report(&explored(folder.path(), &jdk, &["--schedule", "found.json"], &[kind]));
                assert_eq!(again["failure"], found["failure"], "{kind}");
            }
        }
        let output = explored(folder.path(), &jdk, &["--schedule", "app.jar"], &["lostUpdate"]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(4) && told.contains("no schedule of jcp explore"), "{told}");
    }
}

#[test]
fn each_row_of_the_model_has_its_helper() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let model = std::fs::read_to_string(root.join("patterns/explore.txt")).expect("the model");
    let mut rows = 0;
    for line in model.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let (name, helper) = match words[..] {
            ["replace", _, method, "by", helper] => (method, helper),
            ["make", _, "by", helper] => (helper, helper),
            _ => continue,
        };
        let source = root.join(format!("runtime-java/explore/jcp/explore/{helper}.java"));
        let source = std::fs::read_to_string(source).unwrap_or_else(|error| panic!("{line}: {error}"));
        let has = source.lines().any(|it| it.contains("public ") && it.contains(&format!(" {name}(")));
        assert!(has, "{line}: no such method");
        rows += 1;
    }
    assert!(rows > 50, "{rows} rows");
}
