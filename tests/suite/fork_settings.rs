//! `jcp fork`: what a run depends on besides its code (system properties, assertions, `--setting`), and what the classes that run the tests ask
//! of the class path, which is not the tests' (`-Djcp.surroundings`). Left out: the environment, unless it is given as a setting.

use std::process::Output;

use jcp::driver::jdk::JdkHome;

use crate::common;

/// What runs the program: it looks where class files are and opens a file in a way that does not tell which.
const RUNNER: &str = "\
package runner;
import java.nio.file.Path;
public class Main {
    public static void main(String[] args) throws Exception {
        if (System.getProperty(\"java.class.path\").isEmpty()) throw new Error();
        Path file = Path.of(args[0]);
        file.getFileSystem().provider().newByteChannel(file, java.util.Set.of()).close();
        app.Work.prepare();
        app.Work.check();
    }
}
";

/// Only the property is of importance: no file is opened.
const WORK: &str = "\
package app;
public class Work {
    static int[] table;
    static String mode;
    static int length;
    public static int prepare() {
        mode = System.getProperty(\"mode\");
        length = System.getProperty(\"java.class.path\").length() > 0 ? 1 : 0;
        table = new int[] {1, 2, 3};
        return length;
    }
    public static void check() {
        System.out.println(\"checking \" + mode + \" \" + table.length);
    }
}
";

struct Project {
    folder: tempfile::TempDir,
    jdk: JdkHome,
}

impl Project {
    fn new(jdk: JdkHome) -> Self {
        let project = Self { folder: tempfile::tempdir().expect("a folder"), jdk };
        project.build(WORK);
        project
    }

    fn build(&self, work: &str) {
        let _ = std::fs::remove_dir_all(self.folder.path().join("classes"));
        common::compile(&self.jdk, &[("runner/Main.java", RUNNER), ("app/Work.java", work)], self.folder.path());
    }

    fn fork(&self, jcp_words: &[&str], options: &[&str]) -> Output {
        let input = self.folder.path().join("input.txt");
        std::fs::write(&input, "x").expect("a file");
        let mut jcp = common::jcp();
        jcp.current_dir(self.folder.path()).args([
            "fork",
            "--region",
            "@end, app.Work, app.Work.prepare()",
            "-o",
            "out",
        ]);
        jcp.args(jcp_words).arg("--").arg(self.jdk.java()).args(options).args(["-cp", "classes", "runner.Main"]);
        jcp.arg(input).output().expect("jcp runs")
    }

    /// What the program prints, and what jcp says.
    fn run(&self, jcp_words: &[&str], options: &[&str]) -> (String, String) {
        let output = self.fork(jcp_words, options);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let said = std::fs::read_to_string(self.folder.path().join("out/Main-fork.txt")).expect("words");
        (String::from_utf8(output.stdout).expect("text").trim().to_owned(), said.trim().to_owned())
    }
}

fn is(printed: &str, said: &str) -> (String, String) {
    (printed.to_owned(), said.to_owned())
}

#[test]
fn another_system_property_or_setting_is_captured_again() {
    for jdk in common::jdks_in_turn() {
        let project = Project::new(jdk);
        let given = |mode: &str| [format!("-Dmode={mode}"), "-ea".to_owned()];
        let run = |settings: &[&str], mode: &str| {
            let options = given(mode);
            project.run(settings, &[&options[0], &options[1]])
        };
        let replays = "replays: the program has not changed";
        assert_eq!(run(&[], "a"), is("checking a 3", "captures: there are no jars of this program yet"));
        assert_eq!(run(&[], "a"), is("checking a 3", replays));
        assert_eq!(run(&[], "b"), is("checking b 3", "captures: the run depends on other values now: -Dmode"));
        assert_eq!(run(&[], "b"), is("checking b 3", replays));
        let setting = ["--setting", "-Dlevel=1"];
        assert_eq!(run(&setting, "b"), is("checking b 3", "captures: the run depends on other values now: -Dlevel"));
        assert_eq!(run(&setting, "b"), is("checking b 3", replays));
        assert_eq!(
            project.run(&setting, &["-Dmode=b"]),
            is("checking b 3", "captures: the run depends on other values now: -ea")
        );
    }
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn what_runs_the_tests_may_look_at_the_class_path() {
    for jdk in common::jdks_in_turn() {
        let project = Project::new(jdk);
        let around = ["--jvm-arg", "-Djcp.surroundings=runner."];
        project.run(&around, &[]);
        project.build(&WORK.replace("checking", "seeing"));
        assert_eq!(
            project.run(&around, &[]),
            is("seeing null 3", "replays: the program changed only after the checkpoint")
        );

        // without that it is part of the program
        let (_, said) = project.run(&[], &[]);
        assert!(said.starts_with("captures: the jars were made with other options"), "{said}");
        project.build(WORK);
        let (printed, said) = project.run(&[], &[]);
        assert_eq!(printed, "checking null 3");
        assert!(
            said.contains("app.Work changed, and runner.Main.main ran before the checkpoint and may read class files"),
            "{said}"
        );
    }
}
