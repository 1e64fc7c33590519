//! A JUnit 5 test method as the root of a chain: what the framework does before it runs in the replay too, and afterwards the
//! framework goes on with the fixture that the test has changed. The same with a chain that starts at the launcher's `main`. And `jcp suggest` on JUnit programs of some phases: it ends, and what it
//! offers without a problem replays equally.
//!
//! The JVM verifies as it does by default: `-Xverify:all` switches the archive of JDK classes off, and without it the start of a
//! JVM takes now more, now fewer identity hashes, on which the shape of JUnit's tables depends; the replay is refused then.
//!
//! JUnit's jars are looked for in the folder `JUNIT_JARS`, else where Debian's packages junit5 and junit4 have them; without them
//! the tests are skipped.

use std::path::{Path, PathBuf};

use jcp::driver::jdk::JdkHome;

use crate::common;

pub(crate) const LAUNCHER: &str = "org.junit.platform.console.ConsoleLauncher";
/// The launcher with all that it needs.
pub(crate) const JARS: &[&str] = &[
    "junit-platform-console",
    "junit-platform-reporting",
    "junit-platform-launcher",
    "junit-platform-engine",
    "junit-platform-commons",
    "junit-jupiter-api",
    "junit-jupiter-engine",
    "opentest4j",
    "apiguardian-api",
    "picocli",
];

/// JUnit 4 with what it needs.
pub(crate) const JARS_OF_4: &[&str] = &["junit4", "hamcrest"];

/// JUnit's jars, if they are all there.
pub(crate) fn junit(names: &[&str]) -> Option<Vec<PathBuf>> {
    let folder = std::env::var_os("JUNIT_JARS").map_or_else(|| PathBuf::from("/usr/share/java"), PathBuf::from);
    let jars = names.iter().map(|name| folder.join(format!("{name}.jar")));
    jars.map(|jar| jar.is_file().then_some(jar)).collect()
}

/// The line of the source that ends in `// mark`.
fn line(source: &Path, mark: &str) -> usize {
    common::line(&std::fs::read_to_string(source).expect("source"), mark)
}

/// `above`: the methods of the chain above the one with the checkpoint.
fn verify(jdk: &JdkHome, jars: &[PathBuf], above: &str) {
    let folder = tempfile::tempdir().expect("folder");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/junit/t/CartTest.java");
    let library = std::env::join_paths(jars).expect("class path").into_string().expect("text");
    let flags = ["-cp", library.as_str()];
    let classes = common::compile_files(jdk, std::slice::from_ref(&source), &folder.path().join("classes"), &flags);
    let above = above.replace("{call}", &line(&source, "call").to_string());
    let region = format!("{}, t.CartTest, {above}; t.CartTest.check &", line(&source, "here"));
    let work = folder.path().join("work");
    std::fs::create_dir(&work).expect("folder");
    let mut jcp = common::jcp();
    jcp.args(["verify", "--strict", "--json", "--main", LAUNCHER, "--region", &region]);
    jcp.arg("--classpath").arg(format!("{}:{library}", classes.display()));
    jcp.arg("--jdk").arg(&jdk.home).arg("--workdir").arg(&work);
    jcp.args(["--replace", " [0-9]+ ms=>", "--replace", "Test run finished after .*=>finished"]);
    jcp.args(["--", "--select-class", "t.CartTest", "--disable-banner", "--disable-ansi-colors", "--details=tree"]);
    let output = jcp.output().expect("jcp");
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "JDK {}: {said}", jdk.version);
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_test_method_is_the_root() {
    let Some(jars) = junit(JARS) else { return eprintln!("skipped: no JUnit 5 console launcher (package junit5)") };
    for jdk in common::jdks_in_turn() {
        verify(&jdk, &jars, "t.CartTest.b_long:{call}");
    }
}

/// The chain leads from JUnit's `main` through its function objects and `forEach`, to a test that is not the first: the replay goes on in JUnit's frames.
#[test]
fn the_chain_starts_at_the_launcher() {
    let Some(jars) = junit(JARS) else { return eprintln!("skipped: no JUnit 5 console launcher (package junit5)") };
    for jdk in common::jdks_in_turn() {
        verify(&jdk, &jars, "*");
    }
}

/// A program whose tests are in a class of tests/java/junit.
struct Tests<'a> {
    jdk: JdkHome,
    folder: tempfile::TempDir,
    classpath: String,
    main: &'a str,
    args: &'a [&'a str],
}

impl<'a> Tests<'a> {
    fn new(jars: &[PathBuf], class: &str, main: &'a str, args: &'a [&'a str]) -> Self {
        let (jdk, folder) = (common::any_jdk(), tempfile::tempdir().expect("folder"));
        let source = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/java/junit/t/{name}.java"));
        let library = std::env::join_paths(jars).expect("class path").into_string().expect("text");
        let flags = ["-g", "-cp", &library];
        let sources = [source(class), source("Spin")];
        let classes = common::compile_files(&jdk, &sources, &folder.path().join("classes"), &flags);
        std::fs::create_dir(folder.path().join("work")).expect("folder");
        Self { jdk, folder, classpath: format!("{}:{library}", classes.display()), main, args }
    }

    fn jcp(&self, command: &str, options: &[&str]) -> serde_json::Value {
        let mut jcp = common::jcp();
        jcp.args([command, "--json", "--main", self.main]).args(options).arg("--jdk").arg(&self.jdk.home);
        jcp.args(["--classpath", &self.classpath, "--"]).args(self.args);
        let output = jcp.current_dir(self.folder.path().join("work")).output().expect("jcp");
        let said = [&output.stderr[..], &output.stdout].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        assert_eq!(output.status.code(), Some(0), "JDK {}: {said:?}", self.jdk.version);
        serde_json::from_slice(&output.stdout).expect("JSON")
    }

    /// The first suggested place without a problem whose region has the text; it replays equally, and at most one place cannot be named.
    fn suggested_in(&self, text: &str) -> String {
        let places = self.jcp("suggest", &[]);
        let places = places.as_array().expect("a list");
        let has = |place: &serde_json::Value, text: &str| place["problems"].to_string().contains(text);
        assert!(places.iter().filter(|place| has(place, "a chain can")).count() <= 1, "{places:#?}");
        let region = |place: &serde_json::Value| place["region"].as_str().expect("a region").to_owned();
        let good = places.iter().filter(|place| place["problems"].as_array().is_some_and(Vec::is_empty));
        let found = good.map(region).find(|region| region.contains(text));
        let found = found.unwrap_or_else(|| panic!("no place with {text}: {places:#?}"));
        self.jcp("verify", &["--region", &found]);
        found
    }
}

/// Of places that are one moment the one nearest to `main` is named: JUnit's own code before the test.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_place_is_suggested_in_a_test_of_junit_5() {
    let Some(jars) = junit(JARS) else { return eprintln!("skipped: no JUnit 5 console launcher (package junit5)") };
    let args = ["--select-class", "t.PhasesTest", "--disable-banner", "--disable-ansi-colors"];
    Tests::new(&jars, "PhasesTest", LAUNCHER, &args).suggested_in("ConsoleLauncher.main");
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_place_is_suggested_in_a_test_of_junit_4() {
    let Some(jars) = junit(JARS_OF_4) else { return eprintln!("skipped: no JUnit 4 (package junit4)") };
    let tests = Tests::new(&jars, "PhasesFour", "org.junit.runner.JUnitCore", &["t.PhasesFour"]);
    let region = tests.suggested_in("t.PhasesFour.answer()");
    assert!(region.contains("JUnitCore.main"), "{region}");
}
