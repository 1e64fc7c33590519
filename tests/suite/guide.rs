//! Runs every command of docs/guide.md and docs/debugging.md: each line `$ COMMAND` of a block that starts with ```` ```console ````, by
//! `sh`, one after the other in one folder. That of the guide begins with `search.jar` (`examples/search`) and `pool.jar`
//! (`tests/java/guide`), that of the other page with `JLex.jar` of the corpus and a specification.
//!
//! `make test` runs the first [`SHARE`] of a page, `make test-all` all.
//!
//! A command must exit with 0, or with N where its line ends in `# exit N`. The lines below it must be among what it prints,
//! in that order, other lines may lie between; `…` stands for anything within a line, and a line `…` for nothing at all.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common;

/// How many commands of a page `make test` runs, the first ones: those of the guide end with a replay.
const SHARE: usize = 5;

/// A command of the guide and what it shows.
struct Step {
    line: usize,
    command: String,
    status: i32,
    shown: Vec<String>,
}

fn steps(guide: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut inside = false;
    for (number, line) in guide.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            let (command, status) = command.split_once("# exit ").unwrap_or((command, "0"));
            let status = status.trim().parse().expect("a status");
            let command = command.trim().to_owned();
            steps.push(Step { line: number + 1, command, status, shown: Vec::new() });
        } else if inside && !line.trim().is_empty() && line != "…" {
            steps.last_mut().expect("a command").shown.push(line.to_owned());
        }
    }
    steps
}

/// Whether the line is as shown, `…` being anything.
fn fits(line: &str, shown: &str) -> bool {
    let parts: Vec<&str> = shown.split('…').collect();
    let mut rest = line.trim_end();
    for (number, part) in parts.iter().enumerate() {
        let part = if number + 1 == parts.len() { part.trim_end() } else { part };
        let found = match number {
            0 => rest.starts_with(part).then_some(0),
            _ if number + 1 == parts.len() => rest.ends_with(part).then(|| rest.len() - part.len()),
            _ => rest.find(part),
        };
        let Some(at) = found else { return false };
        rest = &rest[at + part.len()..];
    }
    parts.len() > 1 || rest.is_empty()
}

fn pack(jdk: &jcp::driver::jdk::JdkHome, sources: &Path, main: &str, jar: &Path) {
    let files = walkdir::WalkDir::new(sources).sort_by_file_name().into_iter().filter_map(Result::ok);
    let files: Vec<_> = files
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|it| it == "java"))
        .collect();
    let classes = common::compile_files(jdk, &files, &jar.with_extension("classes"), &[]);
    common::pack(&classes, Some(main), jar);
    std::fs::remove_dir_all(&classes).expect("the classes' folder");
}

#[test]
fn every_command_of_the_guide_does_what_it_says() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let jdk = common::any_jdk();
    let folder = tempfile::tempdir().expect("a folder");
    pack(&jdk, &project.join("examples/search/src"), "search.Main", &folder.path().join("search.jar"));
    pack(&jdk, &project.join("tests/java/guide"), "Pool", &folder.path().join("pool.jar"));
    run("docs/guide.md", 10, folder.path(), &jdk);
}

/// What the page about debugging gives to `JLex`.
const SPECIFICATION: &str = "import java.io.*;
%%
%class Scan
%integer
D=[0-9]
%%
{D}+ { return 1; } extra
[b-a] { return 3; }
(x { return 4; }
";

#[test]
fn the_story_of_debugging_is_true() {
    let home = || PathBuf::from(std::env::var_os("HOME").unwrap_or_default()).join(".cache/jcp-corpus");
    let corpus = std::env::var_os("CORPUS_DIR").map_or_else(home, PathBuf::from);
    let jar = corpus.join("jars/jlex/JLex.jar");
    if !jar.exists() {
        return eprintln!("skipped: no corpus in {}", corpus.display());
    }
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::copy(jar, folder.path().join("JLex.jar")).expect("a copy");
    std::fs::write(folder.path().join("scan.lex"), SPECIFICATION).expect("a file");
    run("docs/debugging.md", 5, folder.path(), &common::any_jdk());
}

/// Runs the commands of a page, which are more than some.
fn run(page: &str, some: usize, folder: &Path, jdk: &jcp::driver::jdk::JdkHome) {
    let bin = Path::new(env!("CARGO_BIN_EXE_jcp")).parent().expect("a folder").to_owned();
    let mut path = std::ffi::OsString::from(&bin);
    path.push(":");
    path.push(jdk.home.join("bin"));
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());

    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page)).expect("the page");
    let steps = steps(&text);
    assert!(steps.len() > some, "{page} has {} commands", steps.len());
    for step in steps.into_iter().take(if common::all() { usize::MAX } else { SHARE }) {
        let mut shell = Command::new("sh");
        shell
            .arg("-c")
            .arg(format!("exec 2>&1; {}", step.command))
            .current_dir(folder)
            .env("PATH", &path)
            .env("JAVA_HOME", &jdk.home)
            .env("JCP_CACHE", common::CACHE);
        for variable in ["JCP_CHECKPOINT", "JCP_INSTANCE", "JCP_REGION", "JCP_MANDATORY"] {
            shell.env_remove(variable);
        }
        let output = shell.output().expect("sh runs");
        let said = String::from_utf8_lossy(&output.stdout);
        let place = format!("{page}:{}: {}", step.line, step.command);
        assert_eq!(output.status.code(), Some(step.status), "{place}\n{said}");
        let mut lines = said.lines();
        for shown in &step.shown {
            assert!(lines.any(|line| fits(line, shown)), "{place}\nit does not print, in this order: {shown}\n{said}");
        }
    }
}

#[test]
fn dots_stand_for_anything_in_a_line() {
    assert!(fits("replay        0.86 s    93.4 % saved", "replay …s …% saved"));
    assert!(fits("equal", "equal") && fits("equal  ", "equal") && fits("a b", "a…") && fits("a b", "…b"));
    assert!(!fits("equally", "equal") && !fits("not equal", "equal") && !fits("a", "a…b") && !fits("ab", "b…a"));
}
