//! A JUnit 5 test method as the root of a chain: what the framework does before it runs in the replay too, and afterwards the
//! framework goes on with the fixture that the test has changed.
//!
//! The JVM verifies as it does by default: `-Xverify:all` switches the archive of JDK classes off, and without it the start of a
//! JVM takes now more, now fewer identity hashes, on which the shape of JUnit's tables depends; the replay is refused then.
//!
//! JUnit's console launcher is looked for in the folder `JUNIT_JARS`, else where Debian's package junit5 has it; without it
//! the test is skipped.

use std::path::{Path, PathBuf};

use jcp::driver::jdk::JdkHome;

use crate::common;

const LAUNCHER: &str = "org.junit.platform.console.ConsoleLauncher";
/// The launcher with all that it needs.
const JARS: &[&str] = &[
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

/// JUnit's jars, if they are all there.
fn junit() -> Option<Vec<PathBuf>> {
    let folder = std::env::var_os("JUNIT_JARS").map_or_else(|| PathBuf::from("/usr/share/java"), PathBuf::from);
    let jars = JARS.iter().map(|name| folder.join(format!("{name}.jar")));
    jars.map(|jar| jar.is_file().then_some(jar)).collect()
}

/// The line of the source that ends in `// mark`.
fn line(source: &Path, mark: &str) -> usize {
    common::line(&std::fs::read_to_string(source).expect("source"), mark)
}

fn verify(jdk: &JdkHome, jars: &[PathBuf]) {
    let folder = tempfile::tempdir().expect("folder");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/junit/t/CartTest.java");
    let library = std::env::join_paths(jars).expect("class path").into_string().expect("text");
    let flags = ["-cp", library.as_str()];
    let classes = common::compile_files(jdk, std::slice::from_ref(&source), &folder.path().join("classes"), &flags);
    let region = format!(
        "{}, t.CartTest, t.CartTest.b_long:{}; t.CartTest.check &",
        line(&source, "here"),
        line(&source, "call")
    );
    let work = folder.path().join("work");
    std::fs::create_dir(&work).expect("folder");
    let mut jcp = common::jcp();
    jcp.args(["verify", "--strict", "--json", "--main", LAUNCHER, "--region", &region]);
    jcp.arg("--classpath").arg(format!("{}:{library}", classes.display()));
    jcp.arg("--jdk").arg(&jdk.home).arg("--workdir").arg(&work);
    jcp.args(["--replace", "Test run finished after .*=>finished", "--", "--select-class", "t.CartTest"]);
    jcp.args(["--disable-banner", "--disable-ansi-colors", "--details=tree"]);
    let output = jcp.output().expect("jcp");
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "JDK {}: {said}", jdk.version);
}

#[test]
fn a_test_method_is_the_root() {
    let Some(jars) = junit() else { return eprintln!("skipped: no JUnit 5 console launcher (package junit5)") };
    for jdk in common::jdks_in_turn() {
        verify(&jdk, &jars);
    }
}
