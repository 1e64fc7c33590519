//! `jcp run`: what each run of a program does as its region, arguments and classes change, that its streams and its exit status are
//! the program's, and that a place is found for a program without a region.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use jcp::driver::jdk::JdkHome;

use crate::common;
use crate::suggest::PROGRAM as PHASES;

/// Reads its standard input after the checkpoint, and ends with status 7.
const SOURCE: &str = "\
public class Main {
    static int sum;
    public static void main(String[] args) throws Exception {
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            sum ^= i * 31 ^ sum << 3;
        }
        System.out.println(\"prepared\");
        answer(args);
    }
    static void answer(String[] args) throws Exception {
        System.out.println(\"answer \" + args[1] + \" \" + sum % 10);
        for (int c = System.in.read(); c >= 0; c = System.in.read()) {
            System.out.print((char) c);
        }
        System.err.println(\"to the end\");
        System.exit(7);
    }
}
";

struct Project {
    folder: tempfile::TempDir,
    jdk: JdkHome,
}

impl Project {
    fn new() -> Self {
        let project = Self { folder: tempfile::tempdir().expect("a folder"), jdk: common::any_jdk() };
        project.build(SOURCE);
        project
    }

    fn build(&self, source: &str) {
        let work = tempfile::tempdir().expect("a folder");
        let classes = common::compile(&self.jdk, &[("Main.java", source)], work.path());
        common::pack(&classes, Some("Main"), &self.at("app.jar"));
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, options: &[&str], arguments: &[&str]) -> Command {
        let mut jcp = common::jcp();
        jcp.current_dir(self.folder.path()).args(["run", "app.jar", "--jdk"]).arg(&self.jdk.home).args(options);
        jcp.arg("--").args(arguments);
        jcp
    }

    /// Runs it with some input; the program must come to its end.
    fn run(&self, options: &[&str], arguments: &[&str]) -> Ran {
        let mut command = self.command(options, arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("jcp runs");
        child.stdin.take().expect("piped").write_all(b"input\n").expect("it reads");
        let ran = Ran::of(&child.wait_with_output().expect("it ends"));
        assert_eq!(ran.status, Some(7), "{ran:?}");
        assert!(ran.out.ends_with("input\n"), "{ran:?}");
        assert!(ran.said.ends_with("to the end\n"), "{ran:?}");
        ran
    }
}

#[derive(Debug)]
struct Ran {
    status: Option<i32>,
    out: String,
    said: String,
}

impl Ran {
    fn of(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Self { status: output.status.code(), out: text(&output.stdout), said: text(&output.stderr) }
    }

    /// Whether it ran from the start, and the first word that jcp said of it.
    fn kind(&self) -> (bool, &str) {
        let said = self.said.lines().rfind(|line| line.starts_with("jcp: ")).unwrap_or_default();
        let word = said.trim_start_matches("jcp: ").split([' ', ':']).next().unwrap_or_default();
        (self.out.starts_with("prepared\n"), word)
    }
}

#[test]
fn the_first_run_captures_and_later_ones_replay_until_something_changes() {
    let project = Project::new();
    let region = &["--region", "Main.answer"];
    let first = project.run(region, &["1000", "a"]);
    assert_eq!(first.kind(), (true, "captures"));
    let second = project.run(region, &["1000", "a"]);
    assert_eq!(second.kind(), (false, "replays"));
    assert_eq!(first.out, "prepared\n".to_owned() + &second.out);
    let other = project.run(region, &["1000", "b"]);
    assert_eq!(other.kind(), (true, "captures"), "other arguments");
    assert!(
        other.said.contains("captures: the arguments or the JVM's options are not those of the checkpoint"),
        "{other:?}"
    );
    assert_eq!(project.run(region, &["1000", "b"]).kind(), (false, "replays"));
    let with_options = [region.as_slice(), &["--jvm-arg", "-Xmx200m"]].concat();
    assert_eq!(project.run(&with_options, &["1000", "b"]).kind(), (true, "captures"), "other options of the JVM");
    let elsewhere = [&["--region", "12, Main.answer"], &with_options[2..]].concat();
    assert_eq!(project.run(&elsewhere, &["1000", "b"]).kind(), (true, "captures"), "another region");
    assert_eq!(project.run(&elsewhere, &["1000", "b"]).kind(), (false, "replays"));
    let fresh = [elsewhere.as_slice(), &["--fresh"]].concat();
    assert_eq!(project.run(&fresh, &["1000", "b"]).kind(), (true, "captures"), "all is forgotten");
    project.build(&SOURCE.replace("i * 31", "i * 37"));
    assert_eq!(project.run(&elsewhere, &["1000", "b"]).kind(), (true, "captures"), "code before the checkpoint");
    project.build(&SOURCE.replace("i * 31", "i * 37").replace("print((char) c)", "print(Character.valueOf((char) c))"));
    assert_eq!(project.run(&elsewhere, &["1000", "b"]).kind(), (false, "replays"), "code after the checkpoint");
    let names: Vec<_> =
        project.folder.path().read_dir().expect("a folder").flatten().map(|it| it.file_name()).collect();
    assert!(names.iter().all(|name| name == "app.jar" || name == ".jcp"), "{names:?}");
}

#[test]
fn a_checkpoint_that_is_refused_is_captured_again_in_the_same_call() {
    let project = Project::new();
    let region = &["--region", "Main.answer"];
    project.run(region, &["1000", "a"]);
    let checkpoint = project.at(".jcp/app.jcp");
    let mut bytes = std::fs::read(&checkpoint).expect("a checkpoint");
    let last = bytes.len() - 60;
    bytes[last] ^= 1;
    std::fs::write(&checkpoint, bytes).expect("a file");
    let again = project.run(region, &["1000", "a"]);
    assert_eq!(again.kind(), (true, "captures"), "{again:?}");
    assert_eq!(project.run(region, &["1000", "a"]).kind(), (false, "replays"));
}

#[test]
fn without_a_region_the_first_run_is_recorded_and_the_best_place_is_taken() {
    let project = Project::new();
    project.build(PHASES);
    let run = |options: &[&str]| Ran::of(&project.command(options, &[]).output().expect("jcp runs"));
    let [recorded, captured, replayed] = [run(&[]), run(&[]), run(&["-q"])];
    for ran in [&recorded, &captured, &replayed] {
        assert_eq!(ran.status, Some(0), "{ran:?}");
    }
    assert_eq!((recorded.said.lines().count(), &recorded.said[..12]), (1, "jcp: records"), "{recorded:?}");
    assert!(recorded.out.starts_with("loaded\n"), "the recorder says nothing: {recorded:?}");
    assert_eq!(captured.out, recorded.out, "{captured:?}");
    assert!(captured.said.contains("takes the checkpoint at "), "{captured:?}");
    assert_eq!(replayed.said, "");
    assert!(recorded.out.ends_with(&replayed.out) && !replayed.out.contains("loaded"), "{replayed:?}");
}

#[test]
fn signals_reach_the_program() {
    let project = Project::new();
    let waits = "public class Main { public static void main(String[] args) throws Exception {\n\
                 Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(\"ends\")));\n\
                 System.out.println(\"waits\");\n\
                 System.in.read(); } }";
    project.build(waits);
    let mut command = project.command(&["--region", "3, Main.main"], &[]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("jcp");
    let mut out = child.stdout.take().expect("piped");
    let mut said = [0; 6];
    std::io::Read::read_exact(&mut out, &mut said).expect("it says that it waits");
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).expect("it runs");
    let mut rest = String::new();
    std::io::Read::read_to_string(&mut out, &mut rest).expect("text");
    assert_eq!((&said[..], rest.as_str()), (&b"waits\n"[..], "ends\n"));
    assert_eq!(child.wait().expect("it ends").code(), Some(143));
}
