//! `jcp refresh`: what the next run of a program is, as its classes, options and checkpoint change, and that the jar which it
//! leaves does so.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use jcp::driver::jdk::JdkHome;
use serde_json::Value;

use crate::common;

const SOURCE: &str = "\
public class Main {
    static int[] table;
    public static void main(String[] args) {
        System.out.println(\"preparing\");
        table = new int[] {1, 2, 3};
        check(); // call
    }
    static void check() {
        System.out.println(\"checking \" + table.length); // here
    }
}
";

/// A program in a folder of its own.
struct Project {
    folder: tempfile::TempDir,
    jdk: JdkHome,
}

impl Project {
    fn new() -> Self {
        Self::of(common::any_jdk(), SOURCE)
    }

    fn of(jdk: JdkHome, source: &str) -> Self {
        let project = Self { folder: tempfile::tempdir().expect("a folder"), jdk };
        project.build(source);
        project
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Compiles the source and packs it; the jar has new dates each time.
    fn build(&self, source: &str) {
        let work = tempfile::tempdir().expect("a folder");
        let classes = common::compile(&self.jdk, &[("Main.java", source)], work.path());
        common::pack(&classes, Some("Main"), &self.at("app.jar"));
    }

    fn jcp(&self, more: &[&str]) -> Output {
        let mut jcp = common::jcp();
        jcp.current_dir(self.folder.path()).args(["refresh", "app.jar", "--json", "--statics", "read"]);
        jcp.args(["-o", "out", "--checkpoint", "app.jcp", "--jdk"]).arg(&self.jdk.home).args(more);
        jcp.output().expect("jcp runs")
    }

    /// What is next, why, and whether the jars were made for it.
    fn refresh(&self, more: &[&str]) -> (String, String, bool) {
        self.refresh_at("@0, Main, Main.main; Main.check", more)
    }

    fn refresh_at(&self, place: &str, more: &[&str]) -> (String, String, bool) {
        let output = self.jcp(&[&["--region", place][..], more].concat());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{said}");
        let done: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let text = |key: &str| done[key].as_str().expect("a text").to_owned();
        assert_eq!(PathBuf::from(text("jar")), self.at("out/app-next.jar"));
        (text("next"), text("why"), done["instrumented"].as_bool().expect("a boolean"))
    }

    /// Runs the jar that was left.
    fn run(&self) -> String {
        String::from_utf8(common::succeed(&mut self.java(&[])).stdout).expect("text")
    }

    fn java(&self, options: &[&str]) -> Command {
        let mut java = common::java(&self.jdk);
        let checkpoint = format!("-Djcp.checkpoint={}", self.at("app.jcp").display());
        java.current_dir(self.folder.path()).arg(checkpoint).args(options);
        java.arg("-jar").arg(self.at("out/app-next.jar"));
        java
    }

    /// Runs it where it must refuse to replay.
    fn refused(&self, options: &[&str]) {
        let output = self.java(options).output().expect("java runs");
        assert_eq!(output.status.code(), Some(78), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

fn decided(next: &str, why: &str, instrumented: bool) -> (String, String, bool) {
    (next.to_owned(), why.to_owned(), instrumented)
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn the_first_run_captures_and_the_next_replays_until_the_program_changes() {
    let project = Project::new();
    assert_eq!(project.refresh(&[]), decided("capture", "there are no jars of this program yet", true));
    let mode = |name: &str| std::fs::metadata(project.at(name)).expect("a file").permissions();
    assert_eq!(mode("out/app-next.jar"), mode("out/app-capture.jar"), "others of the build may read both");
    assert_eq!(project.run(), "preparing\nchecking 3\n");
    for _ in 0..2 {
        assert_eq!(project.refresh(&[]), decided("replay", "the program has not changed", false));
        assert_eq!(project.run(), "checking 3\n");
    }
    project.build(SOURCE);
    assert_eq!(project.refresh(&[]), decided("replay", "the program has not changed", false), "packed anew");

    project.build(&SOURCE.replace("{1, 2, 3}", "{1, 2, 3, 4}"));
    let why = "the program changed: Main.main changed in code that may run before the checkpoint";
    assert_eq!(project.refresh(&[]), decided("capture", why, true));
    assert_eq!(project.run(), "preparing\nchecking 4\n");
    assert_eq!(project.refresh(&[]), decided("replay", "the program has not changed", false));
    assert_eq!(project.run(), "checking 4\n");
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn an_edit_behind_the_checkpoint_needs_no_capture() {
    let project = Project::new();
    project.refresh(&[]);
    project.run();
    for word in ["looking at", "seeing"] {
        project.build(&SOURCE.replace("checking", word));
        assert_eq!(project.refresh(&[]), decided("replay", "the program changed only after the checkpoint", false));
        assert_eq!(project.refresh(&[]), decided("replay", "the program has not changed", false));
        assert_eq!(project.run(), format!("{word} 3\n"));
    }
    // the capturing jar is still that of the first program
    std::fs::remove_file(project.at("app.jcp")).expect("a checkpoint");
    let why = "the program changed, and there is no checkpoint app.jcp yet";
    assert_eq!(project.refresh(&[]), decided("capture", why, true));
    assert_eq!(project.run(), "preparing\nseeing 3\n");
    assert_eq!(project.run(), "preparing\nseeing 3\n");
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_checkpoint_that_is_not_there_or_of_other_jars_is_captured_again() {
    let project = Project::new();
    project.refresh(&[]);
    assert_eq!(project.refresh(&[]), decided("capture", "there is no checkpoint app.jcp yet", false));
    project.run();
    std::fs::rename(project.at("app.jcp"), project.at("old.jcp")).expect("a checkpoint");
    std::fs::write(project.at("app.jcp"), "no checkpoint").expect("a file");
    let (next, why, instrumented) = project.refresh(&[]);
    assert_eq!((next.as_str(), instrumented), ("capture", false));
    assert!(why.contains("is not a checkpoint file"), "{why}");

    project.build(&SOURCE.replace("preparing", "making ready"));
    project.refresh(&[]);
    std::fs::rename(project.at("old.jcp"), project.at("app.jcp")).expect("a checkpoint");
    assert_eq!(project.refresh(&[]), decided("capture", "app.jcp belongs to other jars", false));
    assert_eq!(project.run(), "making ready\nchecking 3\n");
    assert_eq!(project.refresh(&[]), decided("replay", "the program has not changed", false));
}

/// Comes to its test with what the property says.
const FRAMEWORK: &str = "\
public class Main {
    public static void main(String[] args) {
        test(new int[Integer.getInteger(\"given\", 1)]);
    }
    static void test(int[] given) {
        System.out.println(\"preparing\");
        check(given.length);
    }
    static void check(int length) {
        System.out.println(\"checking \" + length);
    }
}
";

/// Its test has what a replay treats specially: lambdas, initialisers of classes, objects under construction in the chain.
const BUSY: &str = "\
import java.util.*;
public class Main {
    static final List<String> log = new ArrayList<>();
    public static void main(String[] args) {
        int given = Integer.getInteger(\"given\", 1);
        for (int i = 0; i < 2; i++) {
            System.out.println(new Main().test(new int[given], \"round \" + i));
        }
        System.out.println(log + \" \" + new Object().hashCode());
        System.exit(3);
    }
    synchronized int test(int[] given, String name) {
        Runnable note = () -> log.add(name);
        note.run();
        return given.length + new Check(given).total + Late.seen;
    }
    static class Check {
        final int total;
        Check(int[] given) {
            Set<String> order = Set.of(\"a\", \"b\", \"c\");
            System.out.println(\"checking \" + given.length + order.size());
            total = order.size(); // here
        }
    }
    static class Late {
        static final int seen = log.size();
    }
}
";

#[test]
fn a_refused_replay_runs_in_full_where_that_is_asked_for() {
    for jdk in common::jdks_in_turn() {
        let project = Project::of(jdk, BUSY);
        let place = format!("{}, Main$Check, Main.test; Main$Check.<init>", common::line(BUSY, "here"));
        let refresh = || project.refresh_at(&place, &[]);
        let whole = |options: &[&str]| {
            let mut java = common::java(&project.jdk);
            java.current_dir(project.folder.path()).args(options).arg("-jar").arg(project.at("app.jar"));
            java.output().expect("java runs")
        };
        refresh();
        assert_eq!(project.java(&[]).output().expect("java runs").stdout, whole(&[]).stdout);
        assert_eq!(refresh(), decided("replay", "the program has not changed", false));
        let same = |given: &str| {
            let run = project.java(&[given, "-Djcp.refused=run"]).output().expect("java runs");
            let said = String::from_utf8_lossy(&run.stderr);
            assert!(said.contains("jcp: cannot replay: ") && said.contains("jcp: the program runs as if"), "{said}");
            let original = whole(&[given]);
            assert_eq!((run.status.code(), run.stdout), (original.status.code(), original.stdout), "{said}");
        };
        let kept = std::fs::read(project.at("app.jcp")).expect("a checkpoint");
        std::fs::remove_file(project.at("app.jcp")).expect("a checkpoint");
        same("-Dgiven=1");
        std::fs::write(project.at("app.jcp"), "no checkpoint").expect("a file");
        same("-Dgiven=1");
        std::fs::write(project.at("app.jcp"), kept).expect("a file");
        same("-Dgiven=2");
        let (next, why, _) = refresh();
        assert_eq!(next, "capture");
        assert!(why.contains("was refused: Main.test: at this call, the program's state differs"), "{why}");
    }
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_checkpoint_that_a_replay_refused_is_captured_again() {
    for jdk in common::jdks_in_turn() {
        let project = Project::of(jdk, FRAMEWORK);
        let refresh = || project.refresh_at("@0, Main, Main.test; Main.check", &[]);
        let unchanged = decided("replay", "the program has not changed", false);
        refresh();
        project.run();
        assert_eq!(refresh(), unchanged);
        project.refused(&["-Dgiven=2"]);
        for _ in 0..2 {
            let (next, why, instrumented) = refresh();
            assert_eq!((next.as_str(), instrumented), ("capture", false));
            let begins =
                "the last replay from app.jcp was refused: Main.test: at this call, the program's state differs";
            assert!(why.starts_with(begins), "{why}");
        }
        let output = common::succeed(&mut project.java(&["-Dgiven=2"]));
        assert_eq!(output.stdout, b"preparing\nchecking 2\n");
        assert!(!project.at("app.jcp.refused").exists());
        assert_eq!(refresh(), unchanged);
        assert_eq!(common::succeed(&mut project.java(&["-Dgiven=2"])).stdout, b"checking 2\n");

        // wrong values are not the checkpoint's fault, nor is one that is missing
        project.refused(&["-Dgiven=2", "-Djcp.set=Main.check:no=1"]);
        assert_eq!(refresh(), unchanged);
        std::fs::remove_file(project.at("app.jcp")).expect("a checkpoint");
        project.refused(&[]);
        let missing = decided("capture", "there is no checkpoint app.jcp yet", false);
        assert_eq!(refresh(), missing);
        // where the folder cannot be written, the replay says why as ever: here a folder is in the note's place
        project.run();
        std::fs::create_dir(project.at("app.jcp.refused")).expect("a folder");
        refresh();
        project.refused(&["-Dgiven=2"]);
        assert_eq!(refresh(), unchanged);
        let mut left =
            std::fs::read_dir(project.folder.path()).expect("a folder").map(|entry| entry.unwrap().file_name());
        assert!(!left.any(|name| name.to_string_lossy().contains(".part")));
    }
}

/// A checkpoint that a replay would not believe is taken anew.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_checkpoint_that_is_not_the_users_is_captured_again() {
    use std::os::unix::fs::PermissionsExt;
    let project = Project::new();
    project.refresh(&[]);
    project.run();
    let mode = |mode: u32| {
        let permissions = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(project.at("app.jcp"), permissions).expect("permissions");
    };
    mode(0o664);
    let (next, why, instrumented) = project.refresh(&[]);
    assert_eq!((next.as_str(), instrumented), ("capture", false), "{why}");
    assert!(why.contains("other users may write") && why.ends_with("(its permissions are 664)"), "{why}");
    mode(0o644);
    assert_eq!(project.refresh(&[]), decided("replay", "the program has not changed", false));
    mode(0o664);
    project.refresh(&[]);
    assert_eq!(project.run(), "preparing\nchecking 3\n");
    assert_eq!(project.refresh(&[]), decided("replay", "the program has not changed", false), "the new one is private");
    if std::os::unix::fs::chown(project.at("app.jcp"), Some(12345), None).is_err() {
        eprintln!("skipped: only root can make a file of another user");
        return;
    }
    let (next, why, _) = project.refresh(&[]);
    assert!(next == "capture" && why.contains("belongs to user 12345"), "{why}");
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn other_options_and_other_jars_are_noticed() {
    let project = Project::new();
    project.refresh(&[]);
    project.run();
    let why = "the jars were made with other options, another class path or another JDK";
    assert_eq!(project.refresh(&["--prune-fields"]), decided("capture", why, true));
    project.run();
    assert_eq!(project.refresh(&["--prune-fields"]), decided("replay", "the program has not changed", false));

    // `jcp instrument` writes over the jars
    let place = ["--region", "6, Main, Main.main &", "--statics", "read", "-o", "out"];
    let mut jcp = common::jcp();
    jcp.current_dir(project.folder.path()).args(["instrument", "app.jar"]).args(place);
    common::succeed(jcp.arg("--jdk").arg(&project.jdk.home));
    let none = "there are no jars of this program yet";
    assert_eq!(project.refresh(&["--prune-fields"]), decided("capture", none, true));
    project.run();
    std::fs::remove_file(project.at("out/app-replay.jar")).expect("a jar");
    assert_eq!(project.refresh(&["--prune-fields"]), decided("capture", none, true));
}

#[test]
fn what_cannot_be_refreshed_ends_as_elsewhere() {
    let project = Project::new();
    let status = |more: &[&str]| project.jcp(more).status.code();
    let place = "@0, Main, Main.main; Main.check";
    assert_eq!(status(&[]), Some(2), "no region");
    assert_eq!(status(&["--region", place, "--every", "2"]), Some(2), "several checkpoints");
    assert_eq!(status(&["--region", place, "--region", "6, Main, Main.main &"]), Some(2), "several regions");
    assert_eq!(status(&["--region", "99, Main, Main.main &"]), Some(4), "no such line");
    assert!(!Path::new(&project.at("out/app-next.jar")).exists());
    assert!(!Path::new(&project.at("out/app-refresh.json")).exists());
}
