//! `jcp fork`: a command line of `java`, as a build tool starts it, captures, replays, or runs as it is with the reason; also
//! from another folder, as where another machine takes the files from a cache. And where `@end` is.

use std::path::{Path, PathBuf};
use std::process::Output;

use jcp::driver::jdk::JdkHome;

use crate::common;

const SOURCE: &str = "\
import java.util.*;
public class Main {
    static List<Integer> table = new ArrayList<>();
    public static void main(String[] args) throws Exception {
        prepare(args.length);
        System.out.println(\"checking \" + table + \" \" + args[0]);
    }
    static int prepare(int from) throws Exception {
        try {
            if (from > 1) return -1;
            for (int i = from; i < 4; i++) table.add(i);
            System.out.println(\"preparing\");
        } finally {
            table.add(9);
        }
        return table.size();
    }
    static int never() { while (true) table.add(1); }
}
";

/// The classes of a program in a folder that may move.
struct Project {
    folder: tempfile::TempDir,
    jdk: JdkHome,
    at: PathBuf,
}

impl Project {
    fn new() -> Self {
        let (folder, jdk) = (tempfile::tempdir().expect("a folder"), common::any_jdk());
        let at = folder.path().join("first");
        std::fs::create_dir(&at).expect("a folder");
        common::compile(&jdk, &[("Main.java", SOURCE)], &at);
        Self { folder, jdk, at }
    }

    fn classes(&self) -> PathBuf {
        self.at.join("classes")
    }

    fn move_to(&mut self, name: &str) {
        let to = self.folder.path().join(name);
        std::fs::rename(&self.at, &to).expect("moves");
        self.at = to;
    }

    fn fork(&self, region: &str, words: &[&str]) -> Output {
        let mut jcp = common::jcp();
        jcp.current_dir(self.folder.path()).args(["fork", "--region", region, "--output"]).arg(self.at.join("out"));
        jcp.args(["--jvm-arg", "-Dx=1", "--"]).arg(self.jdk.java()).arg("-ea").args(words);
        jcp.env("CLASSPATH", self.classes()).output().expect("jcp runs")
    }

    fn said(&self, name: &str) -> String {
        std::fs::read_to_string(self.at.join("out").join(format!("{name}-fork.txt"))).expect("words")
    }

    /// What the program printed, and what jcp said in the folder.
    fn run(&self, words: &[&str]) -> (String, String) {
        let output = self.fork("@end, Main, Main.prepare(int)", words);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{error}");
        let said = self.said("Main");
        assert!(error.contains(said.trim()), "{error}");
        (String::from_utf8(output.stdout).expect("text"), said)
    }
}

#[test]
fn a_command_line_captures_and_then_replays_even_in_another_folder() {
    let mut project = Project::new();
    let captured = project.run(&["Main", "a"]);
    assert_eq!(captured.0, "preparing\nchecking [1, 2, 3, 9] a\n");
    assert_eq!(captured.1, "captures: there are no jars of this program yet\n");
    let replayed = ("checking [1, 2, 3, 9] a\n".to_owned(), "replays: the program has not changed\n".to_owned());
    assert_eq!(project.run(&["Main", "a"]), replayed);
    project.move_to("second");
    assert_eq!(project.run(&["Main", "a"]), replayed);
}

/// `@end` is the last return: a run that leaves by another one comes to no checkpoint.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn another_return_is_not_the_end() {
    let project = Project::new();
    for _ in 0..2 {
        let (printed, said) = project.run(&["Main", "a", "b"]);
        assert_eq!(printed, "checking [9] a\n");
        assert!(said.starts_with("captures: "), "{said}");
    }
}

#[test]
fn what_cannot_be_replayed_runs_in_full_and_says_why() {
    let project = Project::new();
    let output = project.fork("@end, Main, Main.never", &["Main", "a"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "preparing\nchecking [1, 2, 3, 9] a\n");
    assert!(output.status.success());
    let said = project.said("Main");
    assert!(said.starts_with("runs in full: Main.never() never returns: it has no `@end`"), "{said}");

    let output = project.fork("@end, Main, Main.prepare", &["-jar", "no.jar"]);
    assert_eq!(output.status.code(), Some(1), "the JVM's own: there is no such jar");
    assert!(project.said("java").starts_with("runs in full: -jar is not supported"), "{}", project.said("java"));
}

/// A checkpoint that a replay cannot start from: the line says so after the run.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_replay_that_does_not_start_is_told() {
    let project = Project::new();
    project.run(&["Main", "a"]);
    let checkpoint = project.at.join("out/Main.jcp");
    damage(&checkpoint);
    let (printed, said) = project.run(&["Main", "a"]);
    assert_eq!(printed, "preparing\nchecking [1, 2, 3, 9] a\n");
    assert!(said.starts_with("captures: "), "a damaged checkpoint is none: {said}");
}

fn damage(file: &Path) {
    let mut bytes = std::fs::read(file).expect("a checkpoint");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x55;
    std::fs::write(file, bytes).expect("a file");
}
