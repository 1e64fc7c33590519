//! Shared by the integration tests: finds JDKs, compiles and packs small Java programs.
//!
//! A JDK that is missing is told on standard error as skipped. Everything made here lies in folders of the caller's.

#![allow(dead_code, reason = "each test file uses a part of it")]

pub mod archives;
mod compiled;
mod javac;
pub mod summaries;

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use jcp::classfile::jimage::Jdk;
use jcp::driver::jdk::{self, JdkHome};
use jcp::driver::launch::NO_SHARED_COUNTERS;
use jcp::program::source::Folder;
use jcp::program::{MethodId, Program};

/// Where all tests keep what jcp knows of JDKs.
pub const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/jcp-cache");

/// The versions of the JDK that results are checked on.
pub const VERSIONS: [u32; 2] = [17, 25];

/// Whether all of what repeats one kind is to run (`make test-all`), where else a share does.
pub fn all() -> bool {
    std::env::var_os("JCP_ALL").is_some()
}

/// The JDK of a feature version: from `JAVA17_HOME`, `JAVA25_HOME`, or wherever jcp itself looks.
pub fn jdk(feature: u32) -> Option<JdkHome> {
    let named = std::env::var_os(format!("JAVA{feature}_HOME")).map(PathBuf::from);
    let found = named
        .into_iter()
        .chain(jdk::candidates())
        .filter_map(|home| JdkHome::open(&home).ok())
        .find(|jdk| jdk.feature == feature && jdk.home.join("bin/javac").exists());
    if found.is_none() {
        eprintln!("skipped: no JDK {feature}; set JAVA{feature}_HOME");
    }
    found
}

/// All JDKs that results are checked on and that this machine has.
pub fn jdks() -> Vec<JdkHome> {
    VERSIONS.iter().filter_map(|feature| jdk(*feature)).collect()
}

/// The JDKs for a test that does the same on each: all with `JCP_ALL=1`, else one, of which the test's name tells which.
pub fn jdks_in_turn() -> Vec<JdkHome> {
    let jdks = jdks();
    let thread = std::thread::current();
    match thread.name().filter(|name| !all() && *name != "main") {
        Some(test) if !jdks.is_empty() => {
            let number = test.bytes().fold(0, |sum, byte| sum + usize::from(byte)) % jdks.len();
            jdks.into_iter().skip(number).take(1).collect()
        }
        _ => jdks,
    }
}

/// Some JDK: the oldest version that results are checked on, else the newest.
pub fn any_jdk() -> JdkHome {
    jdks().into_iter().next().expect("a JDK 17 or 25 is needed: see `scripts/setup.sh`")
}

/// Writes `sources` (file name, text) under `folder/src` and compiles them into `folder/classes`.
pub fn compile(jdk: &JdkHome, sources: &[(&str, &str)], folder: &Path) -> PathBuf {
    let mut files = Vec::new();
    for (name, text) in sources {
        let file = folder.join("src").join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, text).unwrap();
        files.push(file);
    }
    compile_files(jdk, &files, &folder.join("classes"), &[])
}

/// Compiles source files with `javac -g` and more flags into the folder `classes`, unless that was done before.
pub fn compile_files(jdk: &JdkHome, files: &[PathBuf], classes: &Path, flags: &[&str]) -> PathBuf {
    compiled::once(jdk, files, classes, flags, |classes| {
        compile_anew(jdk, files, classes, flags);
    });
    classes.to_path_buf()
}

/// Does so in any case.
pub fn compile_anew(jdk: &JdkHome, files: &[PathBuf], classes: &Path, flags: &[&str]) -> PathBuf {
    let mut arguments = ["-g", "-nowarn", "-encoding", "UTF-8", "-d"].map(OsStr::new).to_vec();
    arguments.push(classes.as_os_str());
    arguments.extend(flags.iter().map(OsStr::new));
    arguments.extend(files.iter().map(|file| file.as_os_str()));
    std::fs::create_dir_all(classes).unwrap();
    javac::succeed(jdk, &arguments);
    classes.to_path_buf()
}

/// Whether javac compiles the files into the folder `classes`.
pub fn compiles(jdk: &JdkHome, files: &[PathBuf], classes: &Path) -> bool {
    let mut arguments = ["-nowarn", "-encoding", "UTF-8", "-d"].map(OsStr::new).to_vec();
    arguments.push(classes.as_os_str());
    arguments.extend(files.iter().map(|file| file.as_os_str()));
    std::fs::create_dir_all(classes).unwrap();
    javac::run(jdk, &arguments).0 == 0
}

/// Options of javac with which it takes less time for small programs.
pub fn quickly(jdk: &JdkHome) -> Vec<String> {
    let mut options = vec!["-J-XX:TieredStopAtLevel=1".to_owned(), format!("-J{}", archives::COLLECTOR)];
    options.extend(archives::javac(jdk).map(|archive| format!("-J-XX:SharedArchiveFile={}", archive.display())));
    options
}

/// Options with which a JVM checks all classes, the JDK's too, in as little time as a JVM of its version can.
pub fn verifying(jdk: &JdkHome) -> Vec<String> {
    let mut options = vec!["-Xverify:all".to_owned()];
    options.extend((jdk.feature == 17).then(|| archives::COLLECTOR.to_owned()));
    options.extend(archives::verified(jdk).map(|archive| format!("-XX:SharedArchiveFile={}", archive.display())));
    options
}

/// Packs a folder of classes into a jar, executable if a main class is given.
pub fn pack(classes: &Path, main: Option<&str>, jar: &Path) {
    let mut archive = zip::ZipWriter::new(std::fs::File::create(jar).unwrap());
    let options = zip::write::SimpleFileOptions::default();
    let main = main.map_or(String::new(), |main| format!("Main-Class: {main}\r\n"));
    archive.start_file("META-INF/MANIFEST.MF", options).unwrap();
    archive.write_all(format!("Manifest-Version: 1.0\r\n{main}\r\n").as_bytes()).unwrap();
    for entry in walkdir::WalkDir::new(classes).sort_by_file_name().into_iter().map(Result::unwrap) {
        if entry.file_type().is_file() {
            let name = entry.path().strip_prefix(classes).unwrap().to_string_lossy().into_owned();
            archive.start_file(name, options).unwrap();
            archive.write_all(&std::fs::read(entry.path()).unwrap()).unwrap();
        }
    }
    archive.finish().unwrap();
}

/// The runtime under the names of its source, for what calls it by these: both jars have it under others.
#[allow(dead_code, reason = "not all tests need it")]
pub fn runtime_jar(folder: &Path) -> PathBuf {
    let jar = folder.join("runtime-as-compiled.jar");
    std::fs::write(&jar, jcp::driver::RUNTIME_JAR).expect("the runtime's jar");
    jar
}

/// A JVM whose standard output is the program's alone.
pub fn java(jdk: &JdkHome) -> Command {
    let mut java = Command::new(jdk.java());
    java.arg(NO_SHARED_COUNTERS);
    java
}

/// Runs a command that has to succeed.
pub fn succeed(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr));
    output
}

/// The `jcp` command that was built with these tests.
pub fn jcp() -> Command {
    let mut jcp = Command::new(env!("CARGO_BIN_EXE_jcp"));
    jcp.env("JCP_CACHE", CACHE);
    jcp
}

/// The number of the first line of the text that ends in `// mark`.
pub fn line(text: &str, mark: &str) -> usize {
    let wanted = format!("// {mark}");
    1 + text.lines().position(|line| line.ends_with(&wanted)).unwrap_or_else(|| panic!("no line ends in {wanted}"))
}

/// The program of a folder of classes, with the whole JDK in view.
pub fn program(jdk: &Path, classes: &Path) -> Program {
    let folder = Folder::open(classes).expect("classes");
    Program::new(vec![Box::new(folder)], Box::new(Jdk::open(jdk).expect("the JDK is readable"))).expect("a program")
}

/// The first method of the name.
pub fn method(program: &Program, class: &str, name: &str) -> MethodId {
    let class = program.find(class).unwrap_or_else(|| panic!("class {class}"));
    class.methods_named(name).next().unwrap_or_else(|| panic!("method {name}")).0
}
