//! The jars belong to what the class path held when they were made, and to one JDK: with another they are refused, in the
//! capturing run and in the replay, and the program of the capturing run goes on.

use std::path::{Path, PathBuf};
use std::process::Output;

use jcp::driver::jdk::JdkHome;

use crate::common;

const MAIN: &str = "public class Main {
    static int before;
    static int other;
    public static void main(String[] args) {
        before = 1;
        other = 2;
        System.out.println(\"before\"); // here
        System.out.println(p.Report.text());
    }
}
";

fn report(value: &str) -> String {
    format!(
        "package p;\n\npublic class Report {{\n    public static String text() {{\n        return \"{value}\";\n    }}\n}}\n"
    )
}

/// A program of a folder and one entry more, which has another class.
struct Project {
    folder: tempfile::TempDir,
    jdk: JdkHome,
    entry: &'static str,
}

impl Project {
    fn new(entry: &'static str) -> Self {
        let project = Self { folder: tempfile::tempdir().expect("a folder"), jdk: common::any_jdk(), entry };
        common::compile(&project.jdk, &[("Main.java", MAIN), ("p/Report.java", &report("old"))], project.folder.path());
        std::fs::create_dir(project.at("lib")).expect("a folder");
        std::fs::rename(project.at("classes/p"), project.at("lib/p")).expect("moved");
        project.pack();
        project
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn pack(&self) {
        if self.entry == "lib.jar" {
            common::pack(&self.at("lib"), None, &self.at(self.entry));
        }
    }

    /// Compiles the other class anew.
    fn edit(&self, value: &str) {
        let file = self.at("src/p/Report.java");
        std::fs::write(&file, report(value)).expect("a source");
        common::compile_anew(&self.jdk, &[file], &self.at("lib"), &[]);
        self.pack();
    }

    fn class_path(&self) -> Vec<PathBuf> {
        ["classes", self.entry, "absent.jar"].map(|name| self.at(name)).to_vec()
    }

    fn instrument(&self) -> Output {
        let path = std::env::join_paths(self.class_path()).expect("a path");
        let region = format!("{}, Main, Main.main &", common::line(MAIN, "here"));
        let mut jcp = common::jcp();
        jcp.current_dir(self.folder.path()).args(["instrument", "--classpath"]).arg(path);
        jcp.args(["--main", "Main", "--region", &region, "-o", "out", "--jdk"]).arg(&self.jdk.home);
        jcp.output().expect("jcp runs")
    }

    fn made(&self) {
        let output = self.instrument();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    fn run(&self, jdk: &JdkHome, kind: &str) -> (Option<i32>, String, String) {
        let entries = [vec![self.at(&format!("out/Main-{kind}"))], self.class_path()].concat();
        let mut java = common::java(jdk);
        java.current_dir(self.folder.path()).arg("-cp").arg(std::env::join_paths(entries).expect("a path")).arg("Main");
        let output = java.output().expect("java runs");
        let text = |bytes| String::from_utf8(bytes).expect("text");
        (output.status.code(), text(output.stdout), text(output.stderr))
    }

    fn refused(&self, why: &str) {
        let (status, out, said) = self.run(&self.jdk, "replay");
        assert_eq!((status, out.as_str()), (Some(78), ""), "{said}");
        assert!(said.contains(why), "{said}");
        let (status, out, said) = self.run(&self.jdk, "capture");
        assert_eq!(status, Some(0), "{said}");
        assert!(out.starts_with("before\n") && said.contains(why), "{said}");
    }
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn classes_that_were_compiled_anew_are_refused_in_folders_and_jars() {
    for entry in ["lib", "lib.jar"] {
        let project = Project::new(entry);
        project.made();
        assert_eq!(project.run(&project.jdk, "capture").1, "before\nold\n");
        assert_eq!(project.run(&project.jdk, "replay").1, "before\nold\n");
        std::fs::write(project.at("lib/notes.txt"), "no class").expect("a file");
        project.edit("old"); // what counts of a jar is its classes
        assert_eq!(project.run(&project.jdk, "replay").1, "before\nold\n");
        project.edit("new");
        project.refused("has changed since the jars were made");
        project.edit("old");
        std::fs::write(project.at("absent.jar"), "").expect("a file");
        project.refused("did not exist when the jars were made");
        std::fs::remove_file(project.at("absent.jar")).expect("removed");
        if entry == "lib" {
            let (_, out, said) = project.run(&project.jdk, "replay");
            assert_eq!(out, "before\nold\n", "the same content is the same class: {said}");
            std::fs::remove_file(project.at("lib/p/Report.class")).expect("removed");
            let (status, _, said) = project.run(&project.jdk, "replay");
            assert_eq!(status, Some(78), "{said}");
            assert!(said.contains("was removed after the jars were made"), "{said}");
        }
    }
}

#[test]
fn jars_are_refused_by_another_jdk() {
    let jdks = common::jdks();
    let [first, .., last] = &jdks[..] else { return eprintln!("skipped: only one JDK here") };
    let project = Project { jdk: first.clone(), ..Project::new("lib") };
    project.made();
    let (status, out, said) = project.run(last, "capture");
    assert_eq!((status, out.as_str()), (Some(0), "before\nold\n"), "{said}");
    let why = format!("the jars are made for JDK {}, and this is JDK {}", first.feature, last.feature);
    assert!(said.contains(&why), "{said}");
    assert!(!project.at("Main.jcp").exists());
    let (status, _, said) = project.run(last, "replay");
    assert_eq!(status, Some(78), "{said}");
    assert!(said.contains(&why), "{said}");
}

/// The JVM follows links of folders, and passes over those that it may not read.
#[test]
fn packages_behind_links_are_the_programs() {
    let project = Project::new("lib");
    std::os::unix::fs::symlink(project.at("lib/p"), project.at("classes/p")).expect("a link");
    std::os::unix::fs::symlink(Path::new("nowhere"), project.at("classes/q")).expect("a link");
    std::os::unix::fs::symlink(project.at("classes"), project.at("classes/round")).expect("a link");
    // from which it can load nothing; root may read it
    let closed = project.at("classes/closed");
    std::fs::create_dir(&closed).expect("a folder");
    let mode = std::os::unix::fs::PermissionsExt::from_mode;
    std::fs::set_permissions(&closed, mode(0)).expect("closed");
    std::fs::remove_dir_all(project.at("out")).ok();
    let project = Project { entry: "absent", ..project };
    project.made();
    assert_eq!(project.run(&project.jdk, "capture").1, "before\nold\n");
    project.edit("new");
    project.refused("classes/p/Report.class");
    std::fs::set_permissions(&closed, mode(0o755)).expect("opened");
}

/// A folder of the user's where jcp would unpack a jar keeps both jars from being written.
#[test]
fn jars_of_before_stay_where_a_folder_cannot_be_written() {
    let project = Project::new("lib");
    project.made();
    let before = std::fs::read(project.at("out/Main-capture.jar")).expect("a jar");
    std::fs::remove_dir_all(project.at("out/Main-replay")).expect("removed");
    std::fs::create_dir(project.at("out/Main-replay")).expect("a folder");
    project.edit("new");
    let output = project.instrument();
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(std::fs::read(project.at("out/Main-capture.jar")).expect("a jar"), before);
}

/// Where the class path is the place of the jars, what jcp has unpacked there is no part of the program.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn jars_beside_the_classes_are_made_again() {
    let project = Project::new("lib");
    let classes = project.at("classes");
    std::os::unix::fs::symlink(project.at("lib/p"), classes.join("p")).expect("a link");
    let run = |kind: &str| {
        let mut java = common::java(&project.jdk);
        let path = std::env::join_paths([&classes.join(format!("Main-{kind}")), &classes]).expect("a path");
        let output = java.current_dir(&classes).arg("-cp").arg(path).arg("Main").output().expect("java runs");
        (String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let here = common::line(MAIN, "here");
    for line in [here, here + 1] {
        let region = format!("{line}, Main, Main.main &");
        let mut jcp = common::jcp();
        jcp.current_dir(&classes).args(["instrument", "--classpath", ".", "--main", "Main", "--region", &region]);
        let output = common::succeed(jcp.arg("--jdk").arg(&project.jdk.home));
        assert!(!String::from_utf8_lossy(&output.stderr).contains("left out"), "{output:?}");
        assert_eq!(run("capture"), ("before\nold\n".to_owned(), String::new()));
        let (out, said) = run("replay");
        assert!(out.ends_with("old\n"), "{out}{said}");
    }
}

/// A jar that a manifest names is looked for from there.
#[test]
fn a_program_whose_jar_names_another_one_may_move() {
    let project = Project::new("lib.jar");
    project.edit("old");
    common::pack(&project.at("classes"), Some("Main\r\nClass-Path: lib.jar"), &project.at("app.jar"));
    let region = format!("{}, Main, Main.main &", common::line(MAIN, "here"));
    let mut jcp = common::jcp();
    jcp.current_dir(project.folder.path()).args(["instrument", "--classpath", "app.jar", "--main", "Main"]);
    common::succeed(jcp.args(["--region", &region, "-o", "out", "--jdk"]).arg(&project.jdk.home));
    std::fs::create_dir(project.at("moved")).expect("a folder");
    for jar in ["app.jar", "lib.jar"] {
        std::fs::rename(project.at(jar), project.at("moved").join(jar)).expect("moved");
    }
    let run = |kind: &str| {
        let path = std::env::join_paths([project.at(&format!("out/Main-{kind}.jar")), project.at("moved/app.jar")]);
        let mut java = common::java(&project.jdk);
        java.current_dir(project.folder.path()).arg("-cp").arg(path.expect("a path")).arg("Main");
        let output = java.output().expect("java runs");
        (String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for kind in ["capture", "replay"] {
        assert_eq!(run(kind), ("before\nold\n".to_owned(), String::new()), "{kind}");
    }
    project.edit("new");
    std::fs::rename(project.at("lib.jar"), project.at("moved/lib.jar")).expect("moved");
    assert!(run("replay").1.contains("lib.jar: it has changed since the jars were made"));
}
