//! What cannot be captured is refused: all of it at once, before a checkpoint is written, each with its class, the path to
//! it, the reason and a remedy; and the program runs on as if nothing had happened.

use std::process::Output;

use crate::runtime_support::{Program, program};

use crate::common;

/// A problem as the capturing run prints it.
#[derive(Debug)]
struct Problem {
    what: String,
    path: Option<String>,
    remedy: Option<String>,
}

/// The problems in the output, in order.
fn problems(output: &Output) -> Vec<Problem> {
    let mut found: Vec<Problem> = Vec::new();
    for line in String::from_utf8_lossy(&output.stderr).lines() {
        if let Some(what) = line.strip_prefix("jcp: refused: ") {
            found.push(Problem { what: what.to_owned(), path: None, remedy: None });
        } else if let (Some(path), Some(last)) = (line.strip_prefix("jcp:     at "), found.last_mut()) {
            last.path = Some(path.to_owned());
        } else if let (Some(remedy), Some(last)) = (line.strip_prefix("jcp:     remedy: "), found.last_mut()) {
            last.remedy = Some(remedy.to_owned());
        }
    }
    found
}

/// Runs the capturing jar with these arguments; the program must come to its end.
fn capture(program: &Program, kinds: &[&str]) -> Output {
    let output = program.run("capture").args(kinds).output().expect("java runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{kinds:?}: {said}");
    let expected = format!("at the checkpoint\nheld {}\nend\n", kinds.len());
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{kinds:?}: {said}");
    output
}

/// Captures with these arguments and looks for each text among the problems' first lines; returns the problems.
fn refused(program: &Program, kinds: &[&str], expected: &[&str]) -> Vec<Problem> {
    let output = capture(program, kinds);
    let found = problems(&output);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!program.checkpoint().exists(), "{kinds:?} left a checkpoint: {said}");
    for text in expected {
        assert!(found.iter().any(|problem| problem.what.contains(text)), "{kinds:?}: no {text:?} in {said}");
    }
    for problem in &found {
        assert!(problem.remedy.as_ref().is_some_and(|remedy| !remedy.is_empty()), "{kinds:?}: no remedy: {problem:?}");
        // what is reached from roots has a path down to a field; what belongs to the JVM has none
        assert!(problem.path.as_ref().is_none_or(|path| path.contains(" -> ")), "{kinds:?}: no path: {problem:?}");
    }
    found
}

/// In so many groups `make test` looks at the kinds; `make test-all` looks at each alone.
const GROUPS: usize = 5;

/// Kind, what must be said, and whether the problem lies in the object that the program holds.
const CASES: &[(&str, &str, bool)] = &[
    ("thread", "thread \"waiting\", WAITING", false),
    ("thread", "Refused.waitForEnd(Refused.java:", false),
    ("executor", "ThreadPoolExecutor: the executor has workers at work", false),
    (
        "scheduled",
        "ScheduledThreadPoolExecutor: it is a java.util.concurrent.ThreadPoolExecutor: the executor has workers at work",
        false,
    ),
    ("executor-around", "told no chain of: thread \"Thread-", false),
    ("common-pool", "told no chain of: thread \"ForkJoinPool.common", false),
    ("timer", "java.util.Timer: a timer that runs a task", false),
    ("server-socket", "sun.nio.ch.ServerSocketChannelImpl: a connection to its port ", false),
    ("socket", "sun.nio.ch.NioSocketImpl: a connection of port ", false),
    ("datagram", "sun.nio.ch.DatagramChannelImpl: a connected socket", false),
    ("process", "a child process is running", false),
    ("mapped", "memory outside the Java heap", true),
    ("lock", "sun.nio.ch.FileLockImpl: a lock of an asynchronous channel", true),
    ("channel", "sun.nio.ch.SourceChannelImpl: ", false),
    ("loader", "Refused$Locked: ", false),
    ("instance", "Refused$Plain: its class was ", true),
    ("class", "Refused$Plain: its class was ", true),
    ("cleaner", "java.lang.ref.Cleaner: a cleaner", true),
    ("cleanable", "or one whose thread is at work", true),
    ("stream", "a stream pipeline under way", true),
    ("iterator", "a stream pipeline under way", true),
    ("watch", "an object of the operating system's file system", false),
    ("handle", "method handles and call sites are bound", true),
    ("lambda-method", "java.lang.reflect.Method: a member of a class that is not found by name", true),
    ("hidden", "a hidden class, which exists only in this JVM", true),
    ("defined", "Refused$Others: its class was defined at run time, from a class file of the jar", false),
    ("bean-listener", "a listener waits through the server for notifications of a managed bean of the program", false),
    ("signal", "the program ignores a signal, or leaves a signal to the system", false),
    ("zip-file-system", "the program has opened a zip file as a file system by its URI", false),
    ("provider-removed", "the program has changed the list of security providers", false),
    ("provider-moved", "the program has changed the list of security providers", false),
    ("zone-rules", "Refused$Rules: a provider of time zone rules set by the program", false),
    ("stylesheet", "TransletClassLoader", false),
    ("filter-factory", "the factory of filters of object streams set by the program", false),
];

#[test]
fn each_kind_is_refused() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "Refused.java").instrument();
        // all that is wrong is said at once; neighbours are much alike, and may be in each other's way
        let groups = if common::all() { CASES.len() } else { GROUPS };
        for group in 0..groups {
            let cases: Vec<_> = CASES.iter().skip(group).step_by(groups).collect();
            let kinds: Vec<&str> = cases.iter().map(|(kind, ..)| *kind).collect();
            let texts: Vec<&str> = cases.iter().map(|(_, text, _)| *text).collect();
            let found = refused(&program, &kinds, &texts);
            let of_stylesheets = found.iter().filter(|problem| problem.what.contains("TransletClassLoader"));
            for remedy in of_stylesheets.filter_map(|problem| problem.remedy.as_ref()) {
                assert!(remedy.contains("compile the stylesheet"), "{found:?}");
            }
            for (number, (_, text, _)) in cases.iter().enumerate().filter(|(_, (.., held))| *held) {
                let path = format!(
                    "static Refused.HELD -> java.util.ArrayList.elementData -> [{number}] -> Refused$Holder.content"
                );
                let placed = |problem: &Problem| problem.path.as_ref().is_some_and(|at| at.starts_with(&path));
                assert!(found.iter().any(|problem| problem.what.contains(text) && placed(problem)), "{found:?}");
            }
        }
        let of_handle = if jdk.feature > 21 { "a hidden class" } else { "method handles and call sites are bound" };
        refused(&program, &["handle-proxy"], &[of_handle]);
        if jdk.feature > 17 {
            refused(&program, &["derived-key"], &["a part of a cleaner"]);
        }
        if jdk.feature < 24 {
            refused(&program, &["security-manager"], &["a security manager is set"]);
        }
    }
}

#[test]
fn all_problems_are_said_at_once() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "Refused.java").instrument();
        let kinds = ["thread", "mapped", "executor", "stream", "timer", "server-socket", "handle", "hidden", "process"];
        let expected: Vec<&str> =
            CASES.iter().filter(|(kind, ..)| kinds.contains(kind)).map(|(_, text, _)| *text).collect();
        refused(&program, &kinds, &expected);
    }
}

/// An executor that has ended holds nothing any more.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn what_has_ended_is_captured() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "Refused.java").instrument();
        let output = capture(&program, &["executor-ended"]);
        assert!(program.checkpoint().is_file(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Without the module that opens the JVM the capturing jar says so, and the program runs all the same.
#[test]
fn a_jvm_that_does_not_open_itself_runs_the_program() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "Linked.java").instrument();
        let run = |jar: &std::path::Path| {
            let mut java = common::java(&jdk);
            java.args(["--limit-modules", "java.base", "-jar"]).arg(jar).current_dir(program.work());
            java.output().expect("java runs")
        };
        let (original, captured) = (run(&program.jar), run(&program.output_jar("capture")));
        let said = String::from_utf8_lossy(&captured.stderr);
        assert_eq!(captured.status.code(), Some(0), "JDK {}: {said}", jdk.feature);
        assert!(said.contains("--add-modules jdk.unsupported"), "JDK {}: {said}", jdk.feature);
        let lines = |output: &Output| String::from_utf8_lossy(&output.stdout).lines().count();
        assert_eq!(lines(&captured), lines(&original), "JDK {}: {said}", jdk.feature); // hashes differ: jcp cannot keep them
    }
}
