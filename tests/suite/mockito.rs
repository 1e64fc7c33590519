//! Mocks of Mockito's inline maker, which loads an agent into its own JVM: made before the checkpoint they are equal after it, and more can be made.
//!
//! Mockito's jars (mockito-core, byte-buddy, byte-buddy-agent and objenesis, of versions that know the JDKs) are looked for in the folder `MOCKITO_JARS`; without
//! them the test is skipped. What the replay does about agents at all is shown without libraries by `tests/java/differential/own_agent`.

use std::path::{Path, PathBuf};

use crate::common;

const JARS: [&str; 4] = ["mockito-core", "byte-buddy-agent", "byte-buddy", "objenesis"];

/// The jars, if they are all there; their names go on with versions.
fn mockito() -> Option<Vec<PathBuf>> {
    let folder = std::env::var_os("MOCKITO_JARS").map(PathBuf::from)?;
    let names: Vec<PathBuf> = folder.read_dir().ok()?.filter_map(Result::ok).map(|entry| entry.path()).collect();
    let found = |start: &str| {
        let version =
            |path: &&PathBuf| path.file_name()?.to_str()?.strip_prefix(start)?.strip_prefix('-')?.chars().next();
        names.iter().find(|path| version(path).is_some_and(|first| first.is_ascii_digit())).cloned()
    };
    JARS.iter().map(|name| found(name)).collect()
}

#[test]
fn inline_mocks_are_equal() {
    let Some(jars) = mockito() else { return eprintln!("skipped: no Mockito (MOCKITO_JARS)") };
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/mockito/Mocks.java");
    let library = std::env::join_paths(&jars).expect("class path").into_string().expect("text");
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("folder");
        let flags = ["-cp", library.as_str()];
        let classes =
            common::compile_files(&jdk, std::slice::from_ref(&source), &folder.path().join("classes"), &flags);
        let work = folder.path().join("work");
        std::fs::create_dir(&work).expect("folder");
        let mut jcp = common::jcp();
        jcp.args(["verify", "--strict", "--main", "Mocks", "--region", "@0, Mocks, Mocks.main; Mocks.check &"]);
        jcp.arg("--classpath").arg(format!("{}:{library}", classes.display()));
        jcp.arg("--jdk").arg(&jdk.home).arg("--workdir").arg(&work);
        let output = jcp.output().expect("jcp");
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "JDK {}: {said}", jdk.version);
    }
}
