//! `@Explore`: test methods of JUnit 5 and 4 that run under every schedule in JUnit's own launchers, and in `mvn test`. One that fails has the schedule in its message, one
//! that nobody could explore is aborted, and one without the annotation runs once.
//!
//! JUnit's jars and Maven are looked for as in `junit` and `maven`; without them a test is skipped.

use std::path::{Path, PathBuf};
use std::process::Command;

use jcp::driver::jdk::JdkHome;

use crate::junit::{JARS, JARS_OF_4, LAUNCHER, junit};
use crate::{common, maven};

const TESTS: [&str; 2] = ["CounterTest", "OldCounterTest"];
/// A line of the schedule of the method that fails.
const STEP: &str = "28: write t.CounterTest.count";

fn sources() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let annotations = root.join("runtime-java/annotations/src/jcp/annotations").read_dir().expect("a folder");
    let mut files: Vec<PathBuf> = annotations.map(|entry| entry.expect("an entry").path()).collect();
    files.extend(TESTS.map(|name| root.join(format!("tests/java/explore/junit/t/{name}.java"))));
    files.sort();
    files
}

/// The classes of the tests and what runs `@Explore`.
fn compiled(jdk: &JdkHome, folder: &Path, jars: &[PathBuf]) -> PathBuf {
    let library = std::env::join_paths(jars).expect("a class path").into_string().expect("text");
    common::compile_files(jdk, &sources(), &folder.join("classes"), &["-g", "-cp", &library])
}

/// What JUnit says of a class, where jcp is this command.
fn told(jdk: &JdkHome, path: &[&Path], command: &str, main: &[&str]) -> String {
    let mut java = common::java(jdk);
    java.arg(format!("-Djcp.command={command}")).arg("-cp").arg(std::env::join_paths(path).expect("a class path"));
    let output = java.args(main).output().expect("java runs");
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn test_methods_of_junit_are_explored() {
    let (Some(five), Some(four)) = (junit(JARS), junit(JARS_OF_4)) else {
        return eprintln!("skipped: no JUnit (packages junit5 and junit4)");
    };
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("a folder");
        let classes = compiled(&jdk, folder.path(), &[five.as_slice(), &four].concat());
        let path = |jars: &[PathBuf]| -> Vec<PathBuf> { std::iter::once(&classes).chain(jars).cloned().collect() };
        let run = |command: &str, jars: &[PathBuf], main: &[&str]| {
            let path = path(jars);
            told(&jdk, &path.iter().map(PathBuf::as_path).collect::<Vec<_>>(), command, main)
        };
        let jcp = env!("CARGO_BIN_EXE_jcp");
        let launch = [LAUNCHER, "--disable-banner", "--disable-ansi-colors", "--select-class", "t.CounterTest"];
        let said = run(jcp, &five, &launch);
        let counts = ["1 tests aborted ", "2 tests successful ", "1 tests failed "];
        assert!(counts.iter().all(|count| said.contains(count)) && said.contains(STEP), "{}: {said}", jdk.version);
        assert!(said.contains("not every schedule was run: bound of runs"), "{}: {said}", jdk.version);

        let said = run("/no/such/jcp", &five, &launch);
        assert!(said.contains("3 tests aborted ") && said.contains("1 tests successful "), "{said}");
        assert!(said.contains("put jcp on the PATH, or name it with -Djcp.command=PATH"), "{said}");

        let old = ["org.junit.runner.JUnitCore", "t.OldCounterTest"];
        let said = run(jcp, &four, &old);
        let fails = "Tests run: 3,  Failures: 1";
        assert!(said.contains(fails) && said.contains("27: write t.OldCounterTest.count"), "{}: {said}", jdk.version);
        let said = run("/no/such/jcp", &four, &old);
        assert!(said.contains("OK (3 tests)"), "{said}");
    }
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn surefire_fails_with_the_schedule() {
    if let Some(why) = maven::missing() {
        return eprintln!("skipped: {why}");
    }
    let Some(jdk) = common::jdks().pop() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pom = std::fs::read_to_string(root.join("examples/maven/pom.xml")).expect("a POM");
    // of its plug-ins what every build has
    let (before, rest) = pom.split_once("      <!-- before JaCoCo").expect("jcp's plug-in");
    let after = rest.rfind("      <plugin>").expect("Surefire");
    std::fs::write(folder.path().join("pom.xml"), before.to_owned() + &rest[after..]).expect("a POM");
    let tests = folder.path().join("src/test/java/t");
    std::fs::create_dir_all(&tests).expect("a folder");
    for name in TESTS.map(|name| format!("{name}.java")) {
        std::fs::copy(root.join("tests/java/explore/junit/t").join(&name), tests.join(&name)).expect("a source");
    }
    let mut maven = Command::new("mvn");
    maven.args(["-o", "-B", "test"]).arg(format!("-Djcp.command={}", env!("CARGO_BIN_EXE_jcp")));
    maven.current_dir(folder.path()).env("JAVA_HOME", &jdk.home);
    let output = maven.env("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC").output().expect("mvn runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("Tests run: 7, Failures: 2, Errors: 0, Skipped: 1") && said.contains(STEP), "{said}");
}
