//! Objects of every public class of the JDK's libraries, carried over a checkpoint into another JVM.
//!
//! The program under `tests/java/runtime/kinds` lists the classes that the JDK's own image holds, makes objects with each of
//! their constructors and factories and of what their methods return, holds them over the checkpoint, and then prints what
//! calls of their methods show. A class that is new in a JDK is among them by itself. What the replay prints must be what the
//! capturing run printed from the checkpoint on. `docs/objects.md` tells how each kind is treated.

use std::path::Path;
use std::process::Output;

use crate::runtime_support::Program;
use jcp::driver::jdk::JdkHome;

use crate::common;

/// Makes both jars of the program.
fn program(jdk: &JdkHome) -> Program {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/runtime/kinds");
    let main = std::fs::read_to_string(sources.join("Kinds.java")).expect("the source");
    let names = ["Arguments", "Kinds", "Library", "Lists", "Making", "Report", "Seen"];
    let files: Vec<_> = names.iter().map(|name| sources.join(format!("{name}.java"))).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let classes = common::compile_files(jdk, &files, &folder.path().join("classes"), &["-Xlint:none"]);
    let jar = folder.path().join("app.jar");
    common::pack(&classes, Some("Kinds"), &jar);
    std::fs::create_dir(folder.path().join("work")).expect("a folder");
    let region = format!("{}, Kinds, Kinds.main; Kinds.after &", common::line(&main, "here"));
    let mut jcp = common::jcp();
    // the program is nothing but reflection: the points-to analysis would tell no more
    jcp.arg("instrument").arg(&jar).args(["--region", &region, "--statics", "read"]).arg("--jdk").arg(&jdk.home);
    common::succeed(jcp.arg("-o").arg(folder.path()));
    Program { folder, jdk: jdk.clone(), jar, region }
}

fn java(program: &Program, jar: &Path, arguments: &[&str]) -> Output {
    let mut java = common::java(&program.jdk);
    // exceptions that compiled code has in store have no message, and code is compiled when the machine finds time for it
    java.args(["-XX:-OmitStackTraceInFastThrow", "-Djava.awt.headless=true"]);
    if program.jdk.feature <= 17 {
        // nor does the interpreter give the exceptions of a buffer's index a message, while the first compiler's code does
        java.args(["-XX:+UnlockDiagnosticVMOptions", "-XX:DisableIntrinsic=_checkIndex"]);
    }
    java.arg("-jar").arg(jar).args(arguments);
    let output = java.env_remove("JCP_CHECKPOINT").current_dir(program.work()).output().expect("java runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{} {arguments:?}: {said}", jar.display());
    output
}

/// The lines that differ, each with the object that it belongs to.
fn differences<'a>(captured: &'a str, replayed: &'a str) -> Vec<String> {
    let mut of = "";
    let mut found = Vec::new();
    for (before, after) in captured.lines().zip(replayed.lines()) {
        of = if before.starts_with("== ") { before } else { of };
        if before != after {
            found.push(format!("{of}\n  captured {before}\n  replayed {after}"));
        }
    }
    found
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn objects_of_every_class_are_the_same_in_the_replay_or_refused() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk);
        are_the_same(&program);
        are_refused(&program);
    }
}

fn are_the_same(program: &Program) {
    let feature = program.jdk.feature;
    let output = java(program, &program.output_jar("capture"), &["kept", "java."]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("jcp: "), "JDK {feature}: {said}");
    let captured = String::from_utf8_lossy(&output.stdout).into_owned();
    let (_, captured) = captured.split_once("at the checkpoint\n").expect("the checkpoint");
    let output = java(program, &program.output_jar("replay"), &["kept", "java."]);
    let replayed = String::from_utf8_lossy(&output.stdout);
    let differences = differences(captured, &replayed);
    let first = differences[..differences.len().min(20)].join("\n");
    assert!(differences.is_empty(), "JDK {feature}: {} lines differ:\n{first}", differences.len());
    assert_eq!(captured.lines().count(), replayed.lines().count(), "JDK {feature}");
    assert!(captured.ends_with("\nend\n"), "JDK {feature}");
}

/// All that cannot be captured is said, each class with its reason; and the program's own list has every other class.
fn are_refused(program: &Program) {
    let feature = program.jdk.feature;
    let output = java(program, &program.jar, &["list"]);
    let list = String::from_utf8_lossy(&output.stdout).into_owned();
    println!("JDK {feature}: {}", list.lines().find(|line| line.contains("objects kept")).unwrap_or_default());
    let forgotten: Vec<&str> = list.lines().filter(|line| line.contains("not made: ")).collect();
    assert!(forgotten.is_empty(), "JDK {feature}: {forgotten:#?}");

    let output = java(program, &program.output_jar("capture"), &["refused"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!program.checkpoint().exists(), "JDK {feature}: {said}");
    let expected: Vec<Vec<&str>> =
        list.lines().filter(|line| line.starts_with("refused: ")).map(|line| line.split(" | ").collect()).collect();
    assert!(expected.len() > 20, "{list}");
    for parts in expected {
        let start = format!("jcp: refused: {} ", parts[1]);
        let found = said.lines().any(|line| line.starts_with(&start) && line.contains(parts[2]));
        assert!(found, "JDK {feature}: {parts:?} in {said}");
    }
}
