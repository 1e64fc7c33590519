//! `-Djcp.count=true` and `-Djcp.arrival`: a run that counts arrivals, and one that captures the arrival that was counted and does nothing at
//! the others. What comes otherwise than it was counted is refused.
//!
//! The program holds an object by a weak reference alone, so that each look at what its root reaches begins with a garbage collection, which the
//! JVM's log shows.

use std::path::PathBuf;
use std::process::Output;

use jcp::driver::jdk::JdkHome;

use crate::common;

/// Thirty entries of `root`, with three arrivals at `step` each; less by what is given.
const PROGRAM: &str = "\
import java.lang.ref.WeakReference;

public class Main {
    static WeakReference<Object> weak;
    static int steps;

    static void step(int round, int part) {
        steps += round * part; // here
        System.out.println(round + \" \" + part + \" \" + steps);
    }

    static void root(int round) {
        weak = new WeakReference<>(new Object());
        for (int part = 0; part < 3; part++) {
            step(round, part);
        }
    }

    public static void main(String[] args) {
        for (int round = args.length; round < 30; round++) {
            root(round);
        }
        System.out.println(\"end \" + steps);
    }
}
";

struct Counted {
    jdk: JdkHome,
    folder: tempfile::TempDir,
    jar: PathBuf,
}

impl Counted {
    fn new(jdk: JdkHome) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let classes = common::compile(&jdk, &[("Main.java", PROGRAM)], &folder.path().join("classes"));
        let jar = folder.path().join("app.jar");
        common::pack(&classes, Some("Main"), &jar);
        std::fs::create_dir(folder.path().join("work")).expect("a folder");
        Self { jdk, folder, jar }
    }

    fn work(&self) -> PathBuf {
        self.folder.path().join("work")
    }

    fn jcp(&self, command: &str, options: &[&str]) -> Output {
        let mut jcp = common::jcp();
        jcp.arg(command).arg(&self.jar).arg("--jdk").arg(&self.jdk.home).args(options);
        jcp.current_dir(self.work()).output().expect("jcp runs")
    }

    fn instrument(&self, options: &[&str]) {
        let output = self.jcp("instrument", options);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    }

    /// Output, messages and number of collections that the run asked for.
    fn run(&self, kind: &str, options: &[&str], arguments: &[&str]) -> (String, String, usize) {
        let log = self.folder.path().join("gc.log");
        let mut java = common::java(&self.jdk);
        java.arg(format!("-Xlog:gc:file={}", log.display())).args(options).arg("-jar").arg(format!("app-{kind}.jar"));
        let output = common::succeed(java.args(arguments).current_dir(self.work()));
        let collections = std::fs::read_to_string(log).expect("the log").matches("(System.gc())").count();
        (text(&output.stdout), text(&output.stderr), collections)
    }

    fn has_checkpoint(&self) -> bool {
        self.work().join("app.jcp").exists()
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn region(chain: &str) -> String {
    format!("{}, Main, {chain}; Main.step &", common::line(PROGRAM, "here"))
}

#[test]
fn the_counted_arrival_is_captured_and_the_others_cost_nothing() {
    for jdk in common::jdks_in_turn() {
        let program = Counted::new(jdk);
        program.instrument(&["--region", &region("Main.root"), "--instance", "last"]);
        let (plain, _, each) = program.run("capture", &[], &[]);
        assert!(each >= 5, "without a count each entry is looked at: {each} collections");
        std::fs::write(program.work().join("app.jcp"), "of before").expect("a file");
        let (counted, said, none) = program.run("capture", &["-Djcp.count=true"], &[]);
        assert_eq!((counted.as_str(), none), (plain.as_str(), 0));
        assert_eq!(said, "jcp: counted: capture with -Djcp.arrival=90@30\n");
        assert_eq!(std::fs::read(program.work().join("app.jcp")).expect("it is left alone"), b"of before");
        let (captured, said, one) = program.run("capture", &["-Djcp.arrival=90@30"], &[]);
        assert_eq!((captured.as_str(), said.as_str()), (plain.as_str(), ""));
        assert!(one <= 2, "{one} collections");
        let (replayed, _, one) = program.run("replay", &[], &[]);
        let in_entry = |line: &&str| !line.starts_with("29 0 ") && !line.starts_with("29 1 ");
        let expected: Vec<&str> = plain.lines().filter(in_entry).collect();
        assert_eq!(replayed.lines().collect::<Vec<_>>(), expected, "what is above the root runs again");
        assert!(one <= 2, "{one} collections");
    }
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn what_comes_otherwise_than_it_was_counted_is_refused() {
    let program = Counted::new(common::any_jdk());
    program.instrument(&["--region", &region("Main.root"), "--instance", "last"]);
    for (told, arguments, wanted) in [
        ("90@29", &[][..], "arrival 90 came in entry 30 of the chain's first method, and was counted in entry 29"),
        ("45@15", &[], "arrival 45 was counted as the last one, and 90 came"),
        ("90@30", &["less"], "arrivals at the region's start: 87; instance last was requested"),
        ("90", &[], "-Djcp.arrival=90 does not tell ARRIVAL@ENTRY"),
        ("090@30", &[], "does not tell ARRIVAL@ENTRY"),
    ] {
        let (_, said, _) = program.run("capture", &[&format!("-Djcp.arrival={told}")], arguments);
        assert!(said.contains(wanted), "{told}: {said}");
        assert!(!program.has_checkpoint(), "{told}");
    }
    program.instrument(&["--region", &region("Main.main; Main.root"), "--instance", "7"]);
    let (_, said, _) = program.run("capture", &["-Djcp.arrival=8"], &[]);
    assert!(said.contains("does not name instance 7, which was requested"), "{said}");
    let (_, said, _) = program.run("capture", &["-Djcp.count=true"], &[]);
    assert_eq!(said, "jcp: counted: capture with -Djcp.arrival=7\n");
    program.instrument(&["--region", &region("Main.root"), "--instance", "all"]);
    let (_, said, _) = program.run("capture", &["-Djcp.count=true"], &[]);
    assert!(said.contains("only a single arrival can be counted"), "{said}");
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn verify_counts_first() {
    for jdk in common::jdks_in_turn() {
        let program = Counted::new(jdk);
        // a number that is known needs no count
        let known = common::all().then_some(("Main.root", "50"));
        for (chain, instance) in [("Main.root", "last"), ("Main.main; Main.root", "last")].into_iter().chain(known) {
            let options = ["--strict", "--count", "--instance", instance, "--region", &region(chain)];
            let output = program.jcp("verify", &options);
            assert_eq!(output.status.code(), Some(0), "{chain}: {}{}", text(&output.stdout), text(&output.stderr));
        }
        let both = ["--region", &region("Main.main; Main.root"), "--region", "Main.main"];
        let output = program.jcp("verify", &[&["--strict", "--count"], &both[..]].concat());
        assert_eq!(output.status.code(), Some(0), "{}{}", text(&output.stdout), text(&output.stderr));
        let never = ["--count", "--instance", "500", "--region", &region("Main.root")];
        assert_eq!(program.jcp("verify", &never).status.code(), Some(3));
    }
}
