//! Mocks of Mockito's inline maker, which loads an agent into its own JVM: made before the checkpoint they are equal after it, and more can be made.
//!
//! Mockito's jars are looked for in Maven's local repository, into which `make test-all` has them put; without
//! them the test is skipped. What the replay does about agents at all is shown without libraries by `tests/java/differential/own_agent`.

use std::path::{Path, PathBuf};

use jcp::driver::jdk::JdkHome;

use crate::common;

/// Of versions that know the JDKs, and that belong together.
pub(crate) const JARS: [&str; 4] = [
    "org/mockito/mockito-core/5.20.0/mockito-core-5.20.0.jar",
    "net/bytebuddy/byte-buddy/1.17.7/byte-buddy-1.17.7.jar",
    "net/bytebuddy/byte-buddy-agent/1.17.7/byte-buddy-agent-1.17.7.jar",
    "org/objenesis/objenesis/3.3/objenesis-3.3.jar",
];

/// The jars of Maven's local repository; where they are not all there, a word that the test is skipped.
pub(crate) fn jars<const COUNT: usize>(what: &str, names: [&str; COUNT]) -> Option<[PathBuf; COUNT]> {
    let repository = PathBuf::from(std::env::var_os("HOME")?).join(".m2/repository");
    let jars = names.map(|jar| repository.join(jar));
    let found = jars.iter().all(|jar| jar.is_file()).then_some(jars);
    if found.is_none() {
        eprintln!("skipped: no {what} in Maven's local repository: make test-all gets it");
    }
    found
}

/// Verifies the program of `tests/java` with the jars, from its method `check` on.
pub(crate) fn verify(source: &str, main: &str, jars: &[PathBuf]) {
    common::jdks_in_turn().iter().for_each(|jdk| verify_on(jdk, &[], source, main, jars));
}

/// The same on one JDK, with more options.
pub(crate) fn verify_on(jdk: &JdkHome, options: &[&str], source: &str, main: &str, jars: &[PathBuf]) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java").join(source);
    let library = std::env::join_paths(jars).expect("class path").into_string().expect("text");
    let folder = tempfile::tempdir().expect("folder");
    let flags = ["-cp", library.as_str()];
    let classes = common::compile_files(jdk, &[source], &folder.path().join("classes"), &flags);
    let work = folder.path().join("work");
    std::fs::create_dir(&work).expect("folder");
    let region = format!("@0, {main}, {main}.main; {main}.check &");
    let mut jcp = common::jcp();
    jcp.args(["verify", "--strict", "--main", main, "--region", &region]).args(options);
    jcp.arg("--classpath").arg(format!("{}:{library}", classes.display()));
    jcp.arg("--jdk").arg(&jdk.home).arg("--workdir").arg(&work);
    let output = jcp.output().expect("jcp");
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "JDK {}: {said}", jdk.version);
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn inline_mocks_are_equal() {
    let Some(jars) = jars("Mockito", JARS) else { return };
    verify("mockito/Mocks.java", "Mocks", &jars);
}
