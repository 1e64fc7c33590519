//! The Maven project of `examples/maven` from end to end: the first `mvn test` captures, the next replays with the same
//! results, of one of its test classes; with `JCP_ALL=1` of both, one that comes to them in another state runs in full, and one after an edit captures again. Surefire runs the tests,
//! with JaCoCo's agent.
//!
//! Maven works offline: what it needs is in the local repository once `scripts/setup.sh --compilers` has run. Without it, or
//! without Maven, the test is skipped.

use std::path::{Path, PathBuf};
use std::process::Command;

use jcp::driver::jdk::JdkHome;

use crate::common;

/// What `mvn test` said.
struct Built {
    done: bool,
    said: String,
}

/// A copy of the example.
struct Project {
    folder: tempfile::TempDir,
    jdk: JdkHome,
}

impl Project {
    fn new(jdk: JdkHome) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/maven");
        let inside = |entry: &walkdir::DirEntry| entry.file_name() != "target";
        for entry in walkdir::WalkDir::new(&example).into_iter().filter_entry(inside).map(Result::unwrap) {
            let copy = folder.path().join(entry.path().strip_prefix(&example).expect("inside"));
            if entry.file_type().is_dir() {
                std::fs::create_dir_all(copy).expect("a folder");
            } else {
                std::fs::copy(entry.path(), copy).expect("a file");
            }
        }
        let project = Self { folder, jdk };
        // less to compute than in the example: what counts is which of it is run
        project.edit("src/test/java/trips/PlannerTest.java", "invent(1800)", "invent(150)");
        project.edit("src/test/java/trips/NetworkTest.java", "size = 1200", "size = 120");
        if !common::all() {
            for (id, phase) in [("jcp-NetworkTest", "process-test-classes"), ("NetworkTest", "test")] {
                let execution = |phase: &str| format!("<id>{id}</id>\n            <phase>{phase}</phase>");
                project.edit("pom.xml", &execution(phase), &execution("none"));
            }
        }
        project
    }

    fn at(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    fn edit(&self, file: &str, from: &str, to: &str) {
        let text = std::fs::read_to_string(self.at(file)).expect("a source");
        assert!(text.contains(from), "{file} has no {from}");
        std::fs::write(self.at(file), text.replace(from, to)).expect("a source");
    }

    fn build(&self) -> Built {
        let mut maven = Command::new("mvn");
        maven.args(["-o", "-B", "test"]).arg(format!("-Djcp={}", env!("CARGO_BIN_EXE_jcp")));
        maven.current_dir(self.folder.path()).env("JAVA_HOME", &self.jdk.home);
        maven.env("JCP_CACHE", common::CACHE).env("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        let output = maven.output().expect("mvn runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        Built { done: output.status.success(), said }
    }

    /// Of the program's and jcp's lines those that tell what was run.
    fn told(&self) -> Vec<String> {
        let built = self.build();
        assert!(built.done, "JDK {}: {}", self.jdk.version, built.said);
        assert_eq!(built.said.matches("Tests run: 2, Failures: 0, Errors: 0, Skipped: 0").count(), 2, "{}", built.said);
        let of_network = if common::all() { 2 } else { 0 };
        let ones = built.said.matches("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0").count();
        assert_eq!(ones, of_network, "{}", built.said);
        let starts = ["next  ", "inventing ", "making up ", "computed ", "checking "];
        // what jcp says on standard error may stand before them in their lines
        let told = |line: &str| starts.iter().find_map(|start| line.find(start).map(|at| line[at..].to_owned()));
        let told = built.said.lines().filter_map(told);
        // why a checkpoint does not fit is for `tests/suite/since.rs`
        told.map(|line| line.split(": ").take(2).collect::<Vec<_>>().join(": ")).collect()
    }
}

/// Why Maven cannot build the example; none if it can.
fn missing() -> Option<String> {
    if Command::new("mvn").arg("-v").output().is_err() {
        return Some("no mvn (package maven)".to_owned());
    }
    let stamp = PathBuf::from(std::env::var_os("HOME").unwrap_or_default()).join(".m2/repository/.jcp-example.xml");
    let pom = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/maven/pom.xml");
    let same = std::fs::read(stamp).ok() == std::fs::read(pom).ok();
    (!same).then(|| {
        "what the example needs is not in Maven's local repository: scripts/setup.sh --compilers gets it".to_owned()
    })
}

fn fast_forward(jdk: JdkHome) {
    let project = Project::new(jdk);
    let prepared = |word: &str, planner: &str, network: &str| -> Vec<String> {
        let lines = [
            &format!("{word} 150 stations"),
            "computed 22500 distances",
            planner,
            &format!("{word} 2 stations"),
            &format!("{word} 120 stations"),
            "computed 14400 distances",
            network,
        ];
        // those of NetworkTest come last
        lines[..if common::all() { 7 } else { 4 }].iter().map(|line| (*line).to_owned()).collect()
    };
    let next = |what: &str| format!("next      {what}");
    let both = |what: &str, lines: Vec<String>| -> Vec<String> {
        [vec![next(what); if common::all() { 2 } else { 1 }], lines].concat()
    };
    let full = prepared("inventing", "checking the planner", "checking the network");
    assert_eq!(project.told(), both("capture: there are no jars of this program yet", full.clone()));
    assert!(project.at("target/jacoco.exec").is_file() && project.at("target/site/jacoco/index.html").is_file());

    let mut short =
        ["checking the planner", "inventing 2 stations", "checking the network"].map(str::to_owned).to_vec();
    short.truncate(if common::all() { 3 } else { 2 });
    assert_eq!(project.told(), both("replay: the program has not changed", short));

    if !common::all() {
        return;
    }
    in_another_state(&project, &full, both);
    project.edit("src/main/java/trips/Network.java", "inventing ", "making up ");
    let full = prepared("making up", "checking the planner", "checking the network");
    assert_eq!(project.told(), both("capture: the program changed", full));
}

/// Comes to the tests in another state: they run in full, and the next build captures.
fn in_another_state(project: &Project, full: &[String], both: impl Fn(&str, Vec<String>) -> Vec<String>) {
    let option = "<useManifestOnlyJar>false</useManifestOnlyJar>";
    let parameter = "<properties><configurationParameters>some.other = state</configurationParameters></properties>";
    project.edit("pom.xml", option, &format!("{option}{parameter}"));
    assert_eq!(project.told(), both("replay: the program has not changed", full.to_vec()));
    let told = project.told();
    let refused = |line: &String| line.starts_with("next      capture: the last replay from ");
    assert!(told[..2].iter().all(refused) && told[2..] == *full, "{told:#?}");
}

#[test]
fn surefire_runs_tests_from_their_checkpoints_until_the_code_changes() {
    if let Some(why) = missing() {
        return eprintln!("skipped: {why}");
    }
    // the newest: what goes with agents and threads differs most there
    if let Some(jdk) = common::jdks().pop() {
        fast_forward(jdk);
    }
}
