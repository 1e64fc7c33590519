//! `jcp doctor`, `jcp completions`, `jcp man`, the help, `--quiet`, and what `scripts/setup.sh` finds.
//!
//! What doctor says is checked by folders that are made for it; the JDKs of the machine are whatever they are.

use serde_json::Value;
use std::path::Path;
use std::process::Output;

use crate::common;

fn doctor(home: &Path, temporary: &Path, json: bool) -> Output {
    let mut jcp = common::jcp();
    jcp.arg("doctor").args(json.then_some("--json")).env("JAVA_HOME", home).env("TMPDIR", temporary);
    jcp.output().expect("jcp runs")
}

/// A folder that looks like a JDK, whose `java` fails.
fn false_jdk(folder: &Path) {
    for part in ["bin", "lib"] {
        std::fs::create_dir_all(folder.join(part)).expect("a folder");
    }
    std::fs::write(folder.join("release"), "JAVA_VERSION=\"17.0.1\"\n").expect("a file");
    std::fs::write(folder.join("lib/modules"), "").expect("a file");
    std::fs::write(folder.join("bin/java"), "#!/bin/sh\nexit 3\n").expect("a file");
    let mut chmod = std::process::Command::new("chmod");
    common::succeed(chmod.arg("+x").arg(folder.join("bin/java")));
}

#[test]
fn the_jdk_that_jcp_would_take_is_told_even_if_it_does_not_run() {
    let folder = tempfile::tempdir().expect("a folder");
    false_jdk(folder.path());
    let output = doctor(folder.path(), folder.path(), true);
    let said: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let jdks = said["jdks"].as_array().expect("a list");
    assert_eq!(jdks[0]["home"].as_str(), folder.path().to_str());
    assert!(
        jdks[0]["problem"].as_str().is_some_and(|why| why.contains("`java -version` ends with exit status: 3")),
        "{said}"
    );
    let chosen: Vec<&Value> = jdks.iter().filter(|jdk| jdk["chosen"] == true).collect();
    assert_eq!(chosen, [&jdks[0]]);
    assert_eq!(output.status.code(), Some(4));
    let usable = doctor(&common::any_jdk().home, folder.path(), false);
    assert_eq!(usable.status.code(), Some(0), "{}", String::from_utf8_lossy(&usable.stdout));
}

#[test]
fn a_missing_folder_for_temporary_files_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = doctor(&common::any_jdk().home, &folder.path().join("none"), false);
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(4), "{said}");
    assert!(said.contains("temporary files: ") && said.contains("cannot be written: "), "{said}");
    assert!(said.contains("jcp cannot work here"), "{said}");
}

#[test]
fn shells_and_man_are_told() {
    for shell in ["bash", "zsh", "fish"] {
        let output = common::succeed(common::jcp().args(["completions", shell]));
        assert!(String::from_utf8_lossy(&output.stdout).contains("prune-fields"), "{shell}");
    }
    let output = common::succeed(common::jcp().arg("man"));
    let pages = String::from_utf8_lossy(&output.stdout).into_owned();
    for name in ["jcp", "jcp-instrument", "jcp-verify", "jcp-observe", "jcp-points-to", "jcp-inspect", "jcp-doctor"] {
        assert!(
            pages.contains(&format!(".TH {name} ")) || pages.contains(&format!(".TH {} ", name.replace('-', "\\-"))),
            "{name}"
        );
    }
}

#[test]
fn all_commands_that_the_readme_names_are_in_the_help() {
    let output = common::succeed(common::jcp().arg("--help"));
    let help = String::from_utf8_lossy(&output.stdout).into_owned();
    let readme = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).expect("a file");
    let rows = readme.lines().filter_map(|line| line.strip_prefix("| `jcp "));
    let commands: Vec<&str> = rows.filter_map(|row| row.split([' ', '`']).next()).collect();
    assert!(commands.contains(&"observe"), "{commands:?}");
    for command in commands {
        assert!(help.lines().any(|line| line.trim_start().starts_with(&format!("{command} "))), "{command}: {help}");
    }
    for words in ["observe: the analysis foresaw the whole run", "observe: the analysis missed something"] {
        assert!(help.contains(words), "{help}");
    }
}

/// What the tests are run with is one of the versions that they know, whatever `JAVA_HOME` names; anything else takes any.
#[test]
fn the_setup_of_tests_passes_over_other_jdks() {
    let folder = tempfile::tempdir().expect("a folder");
    false_jdk(folder.path());
    std::fs::copy(folder.path().join("bin/java"), folder.path().join("bin/javac")).expect("a file");
    std::fs::write(folder.path().join("release"), "JAVA_VERSION=\"21.0.1\"\n").expect("a file");
    let found = |options: &[&str]| {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/setup.sh");
        let mut setup = std::process::Command::new(script);
        setup.args(options).args(["sh", "-c", "echo $JAVA_HOME"]).env("JAVA_HOME", folder.path());
        setup.env("JAVA17_HOME", common::any_jdk().home);
        String::from_utf8_lossy(&common::succeed(&mut setup).stdout).trim().to_owned()
    };
    assert_eq!(Path::new(&found(&[])), folder.path());
    let tested = found(&["--tested"]);
    assert!(
        std::fs::read_to_string(Path::new(&tested).join("release")).is_ok_and(|text| !text.contains("21.0.1")),
        "{tested}"
    );
}

/// Looks up a class that no analysis can know.
const NAMED: &str = "\
public class Main {
    public static void main(String[] args) throws Exception {
        System.out.println(Class.forName(args[0]).getDeclaredConstructor().newInstance());
    }
}
";

#[test]
fn quiet_leaves_the_result_and_no_notes() {
    let folder = tempfile::tempdir().expect("a folder");
    let jdk = common::any_jdk();
    let classes = common::compile(&jdk, &[("Main.java", NAMED)], folder.path());
    let run = |more: &[&str]| {
        let mut jcp = common::jcp();
        jcp.current_dir(folder.path()).args(["points-to", "--main", "Main", "--classpath"]).arg(&classes);
        jcp.arg("--jdk").arg(&jdk.home).args(["--callers", "Main.main"]).args(more).output().expect("jcp runs")
    };
    let (all, quiet) = (run(&[]), run(&["--quiet"]));
    assert!(all.status.success() && quiet.status.success(), "{all:?}");
    assert!(String::from_utf8_lossy(&all.stderr).contains("an unknown name"), "{all:?}");
    assert!(quiet.stderr.is_empty() && !quiet.stdout.is_empty(), "{quiet:?}");
    let wrong = common::jcp().args(["-q", "inspect", "nothing.jcp"]).output().expect("jcp runs");
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("nothing.jcp"), "errors are told");
}
