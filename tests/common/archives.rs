//! Archives of loaded classes (class data sharing), with which a JVM starts in half the time or less: one of the JDK's classes
//! that were all verified, for JVMs with `-Xverify:all`, which reject the JDK's own; and one of javac's classes.
//!
//! They are made when first asked for and stay in cargo's folder for tests, named after what the JDK says of itself; where one
//! cannot be made the JVM runs without.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

use jcp::driver::jdk::JdkHome;

/// The collector that the tests name on JDK 17, in the place of the JVM's own choice.
pub const COLLECTOR: &str = "-XX:+UseSerialGC";

/// The JDK's classes, verified; for JDK 17 under [`COLLECTOR`].
pub fn verified(jdk: &JdkHome) -> Option<PathBuf> {
    made(jdk, "verified", |archive| {
        let mut java = super::java(jdk);
        java.args(["-Xverify:all", "-Xshare:dump"]).args((jdk.feature == 17).then_some(COLLECTOR));
        java.arg(format!("-XX:SharedArchiveFile={}", archive.display()));
        java
    })
}

/// What javac loads for a small program, under [`COLLECTOR`].
pub fn javac(jdk: &JdkHome) -> Option<PathBuf> {
    let folder = tempfile::tempdir().ok()?;
    let source = folder.path().join("Small.java");
    let text = "record Small(int n) { public static void main(String[] args) { Runnable r = () -> System.out.println(1 + \
                args[0]); switch (args[0]) { case \"a\" -> r.run(); default -> { } } } }";
    std::fs::write(&source, text).ok()?;
    made(jdk, "javac", |archive| {
        let mut javac = Command::new(jdk.home.join("bin/javac"));
        javac.arg(format!("-J-XX:ArchiveClassesAtExit={}", archive.display())).arg(format!("-J{COLLECTOR}"));
        javac.args(["-g", "-d"]).arg(folder.path()).arg(source);
        javac
    })
}

/// The archive of that kind, made beside its place by the command if it is not there.
fn made(jdk: &JdkHome, kind: &str, command: impl FnOnce(&Path) -> Command) -> Option<PathBuf> {
    let mut hasher = DefaultHasher::new();
    (&jdk.home, std::fs::read(jdk.home.join("release")).ok()?).hash(&mut hasher);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let archive = folder.join(format!("{kind}-{:016x}.jsa", hasher.finish()));
    if !archive.is_file() {
        let beside = tempfile::tempdir_in(folder).ok()?;
        let new = beside.path().join("new.jsa");
        let output = command(&new).output().ok()?;
        if !output.status.success() || std::fs::rename(&new, &archive).is_err() {
            return None;
        }
    }
    Some(archive)
}
