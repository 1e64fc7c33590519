//! Finds compilers and runs them.
//!
//! A compiler is a command on the PATH (javac: of the JDK under test) with, for other languages than Java, the jar of its
//! run-time library, which is looked for where the compiler and Debian's packages have their jars.

use std::path::{Path, PathBuf};
use std::process::Command;

use jcp::driver::jdk::JdkHome;

use super::common;

/// A compiler that this machine has.
#[derive(Debug, Clone)]
pub struct Compiler {
    /// What the cases call it.
    pub name: String,
    /// The run-time library that its programs need.
    pub library: Option<PathBuf>,
}

/// The compiler of that name, told as skipped if it is missing.
pub fn find(name: &str) -> Option<Compiler> {
    let library = match name {
        "javac" => return Some(Compiler { name: name.to_string(), library: None }),
        "kotlinc" => Some("kotlin-stdlib.jar"),
        "scalac" => Some("scala-library.jar"),
        "groovyc" => Some("groovy.jar"),
        _ => None,
    };
    let path = std::env::var_os("PATH").unwrap_or_default();
    let command = std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file());
    let Some(command) = command else {
        eprintln!("skipped: no {name} on the PATH; scripts/setup.sh names its package");
        return None;
    };
    let Some(library) = library else { return Some(Compiler { name: name.to_string(), library: None }) };
    let home = command.canonicalize().ok().and_then(|file| Some(file.parent()?.parent()?.to_path_buf()));
    let home = home.unwrap_or_default();
    let folders = [home.join("lib"), home.join("share/java"), PathBuf::from("/usr/share/java")];
    let library_file = folders.iter().map(|folder| folder.join(library)).find(|file| file.is_file());
    if library_file.is_none() {
        eprintln!("skipped: {name} has no {library}");
    }
    Some(Compiler { name: name.to_string(), library: Some(library_file?) })
}

impl Compiler {
    /// Compiles the sources into the folder `classes`.
    pub fn compile(&self, sources: &[PathBuf], flags: &str, jdk: &JdkHome, classes: &Path) {
        let flags: Vec<&str> = flags.split_whitespace().collect();
        // they know no newer JDK
        let own = common::any_jdk();
        let mut command = match self.name.as_str() {
            "javac" => Command::new(jdk.home.join("bin/javac")),
            name => Command::new(name),
        };
        if self.name == "javac" {
            command.args(common::quickly(jdk));
        }
        command.env("JAVA_HOME", &own.home).env("JAVACMD", own.java());
        match self.name.as_str() {
            "javac" if flags.contains(&"-g:none") => command.args(["-nowarn", "-d"]).arg(classes),
            "javac" => command.args(["-g", "-nowarn", "-encoding", "UTF-8", "-d"]).arg(classes),
            "ecj" => command.args(["-g", "-nowarn", "-proc:none", "-d"]).arg(classes),
            "jasmin" => command.arg("-g").arg("-d").arg(classes),
            "groovyc" | "scalac" | "kotlinc" => command.arg("-d").arg(classes),
            name => panic!("no compiler {name} is known"),
        };
        if self.name == "jasmin" {
            common::succeed(command.args(sources));
            let major = flags.first().and_then(|major| major.parse().ok()).expect("jasmin needs a class-file version");
            set_version(classes, major);
        } else {
            common::succeed(command.args(flags).args(sources));
        }
    }
}

/// Gives the class files in the folder another major version: the assembler knows only its own.
fn set_version(classes: &Path, major: u16) {
    let files = walkdir::WalkDir::new(classes).into_iter().filter_map(Result::ok);
    for file in files.filter(|file| file.path().extension().is_some_and(|ending| ending == "class")) {
        let mut bytes = std::fs::read(file.path()).expect("a class file");
        bytes[4..6].copy_from_slice(&u16::from(major == 45).wrapping_mul(3).to_be_bytes());
        bytes[6..8].copy_from_slice(&major.to_be_bytes());
        std::fs::write(file.path(), bytes).expect("a class file");
    }
}
