//! The Maven project of `examples/maven` from end to end: the first `mvn test` captures what its sources mark, the next replays with the
//! same results. With `JCP_ALL=1` also one after an edit, which captures again, a JUnit 4 test, two forks at a time, a build in another
//! folder, a selection of tests, mocks over an edit, a test that comes to its fixture in another state, one whose state cannot be captured, and a build without jcp. Surefire
//! runs the tests, with JaCoCo's agent; the POM has one entry for jcp.
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
    root: PathBuf,
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
        let root = folder.path().to_owned();
        let project = Self { folder, root, jdk };
        // less to compute than in the example: what counts is which of it is run
        project.edit("src/test/java/trips/PlannerTest.java", "invent(1800)", "invent(150)");
        project.edit("src/test/java/trips/NetworkTest.java", "size = 1200", "size = 120");
        if !common::all() {
            project.edit("src/test/java/trips/NetworkTest.java", "    @FastForward\n", "");
        }
        project
    }

    fn at(&self, file: &str) -> PathBuf {
        self.root.join(file)
    }

    fn edit(&self, file: &str, from: &str, to: &str) {
        let text = std::fs::read_to_string(self.at(file)).expect("a source");
        assert!(text.contains(from), "{file} has no {from}");
        std::fs::write(self.at(file), text.replace(from, to)).expect("a source");
    }

    fn build(&self, options: &[&str]) -> Built {
        let mut maven = Command::new("mvn");
        maven.args(["-o", "-B", "test"]).arg(format!("-Djcp={}", env!("CARGO_BIN_EXE_jcp"))).args(options);
        maven.current_dir(&self.root).env("JAVA_HOME", &self.jdk.home);
        maven.env("JCP_CACHE", common::CACHE).env("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        let output = maven.output().expect("mvn runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        Built { done: output.status.success(), said }
    }

    /// Of a build that runs so many tests: the lines of the program and the plug-in that tell what was run, sorted, since JVMs
    /// run in any order.
    fn told(&self, tests: u32, options: &[&str]) -> Vec<String> {
        let built = self.build(options);
        assert!(built.done, "JDK {}: {}", self.jdk.version, built.said);
        let one = |line: &str| {
            let number = line.split("Tests run: ").nth(1)?.split(',').next()?;
            line.ends_with("Failures: 0, Errors: 0, Skipped: 0").then(|| number.parse::<u32>().ok())?
        };
        assert_eq!(built.said.lines().filter_map(one).sum::<u32>(), tests, "{}", built.said);
        let starts = [
            "trips.PlannerTest ",
            "trips.NetworkTest ",
            "trips.MockTest ",
            "inventing ",
            "making up ",
            "computed ",
            "checking ",
        ];
        // what jcp says on standard error may stand before them in their lines
        let told = |line: &str| starts.iter().find_map(|start| line.find(start).map(|at| line[at..].to_owned()));
        let told = built.said.lines().filter(|line| !line.contains("Running ")).filter_map(told);
        // why a checkpoint does not fit is for `tests/suite/since.rs`
        let mut told: Vec<_> = told.map(|line| line.split(": ").take(2).collect::<Vec<_>>().join(": ")).collect();
        told.sort();
        told
    }
}

/// Why Maven cannot build the example; none if it can.
pub(crate) fn missing() -> Option<String> {
    if Command::new("mvn").arg("-v").output().is_err() {
        return Some("no mvn (package maven)".to_owned());
    }
    let stamp = PathBuf::from(std::env::var_os("HOME").unwrap_or_default()).join(".m2/repository/.jcp-example.xml");
    let pom = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/maven/pom.xml");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/plugins.sh");
    let installed = Command::new("bash").arg(script).arg("--check").status().is_ok_and(|status| status.success());
    let same = std::fs::read(stamp).ok() == std::fs::read(pom).ok();
    (!same || !installed).then(|| {
        "what the example needs is not in Maven's local repository: scripts/setup.sh --compilers gets it".to_owned()
    })
}

/// What a build says: of each of the two marked tests what jcp does, and of what it computes.
fn lines(jcp: &str, computed: &[&str]) -> Vec<String> {
    let marked = ["trips.PlannerTest", "trips.NetworkTest"].into_iter().take(if common::all() { 2 } else { 1 });
    let mut lines: Vec<String> = marked.map(|test| format!("{test} {jcp}")).collect();
    lines.extend(SHORT.iter().chain(computed).map(|line| (*line).to_owned()));
    if !common::all() && computed.is_empty() {
        lines.extend(NETWORK.iter().map(|line| (*line).to_owned())); // runs in full
    }
    lines.sort();
    lines
}

/// What every build computes, and what it does only where it starts from the beginning.
const SHORT: &[&str] =
    &["inventing 2 stations", "inventing 3 stations", "checking the planner", "checking the network"];
const PLANNER: &[&str] = &["inventing 150 stations", "computed 22500 distances"];
const NETWORK: &[&str] = &["inventing 120 stations", "computed 14400 distances"];

fn fast_forward(jdk: JdkHome) {
    let project = Project::new(jdk);
    let full = [PLANNER, NETWORK].concat();
    assert_eq!(project.told(4, &[]), lines("captures: there are no jars of this program yet", &full));
    assert!(project.at("target/jacoco.exec").is_file() && project.at("target/site/jacoco/index.html").is_file());
    let report = std::fs::read_to_string(project.at("target/surefire-reports/TEST-trips.PlannerTest.xml"));
    assert!(report.expect("a report of the test that was taken out").contains("theLongestTrip"));
    assert_eq!(project.told(4, &[]), lines("replays: the program has not changed", &[]));
    if common::all() {
        after_an_edit(&project);
        in_other_ways(project);
    }
}

/// What ran before the checkpoint is another.
fn after_an_edit(project: &Project) {
    let full = [PLANNER, NETWORK].concat();
    project.edit("src/main/java/trips/Network.java", "\"inventing \"", "\"inventing now \"");
    let told =
        project.told(4, &[]).into_iter().map(|line| line.replace("inventing now", "inventing")).collect::<Vec<_>>();
    assert_eq!(told, lines("captures: the program changed", &full));
    project.edit("src/main/java/trips/Network.java", "\"inventing now \"", "\"inventing \"");
}

/// Two forks at a time, in another folder, of selected tests, and in another state.
fn in_other_ways(mut project: Project) {
    let full = [PLANNER, NETWORK].concat();
    assert_eq!(project.told(4, &[]), lines("captures: the program changed", &full));
    let replays = lines("replays: the program has not changed", &[]);
    assert_eq!(project.told(4, &["-DforkCount=2"]), replays);
    let moved = tempfile::tempdir().expect("a folder");
    let there = moved.path().join("elsewhere");
    std::fs::rename(project.folder.path(), &there).expect("moves");
    std::fs::create_dir(project.folder.path()).expect("a folder that is removed at the end");
    project.root = there;
    assert_eq!(project.told(4, &[]), replays);

    let told = project.told(2, &["-Dtest=Names*,Planner*#aStation*"]);
    assert!(
        told.contains(&"inventing 3 stations".to_owned()) && told.contains(&"inventing 2 stations".to_owned()),
        "{told:?}"
    );
    assert!(!told.iter().any(|line| line.starts_with("checking")), "{told:?}");
    let none = project.build(&["-Djcp=/no/such/jcp"]);
    assert!(none.done && none.said.contains("all tests run in full: the command /no/such/jcp"), "{}", none.said);

    project.edit(
        "src/test/java/trips/NetworkTest.java",
        "        return Distances",
        "        socket();\n        return Distances",
    );
    project.edit("src/test/java/trips/NetworkTest.java", "    @FastForward", SOCKET);
    let told = project.told(4, &[]);
    let refused = "trips.NetworkTest ran in full and left no checkpoint: sun.nio.ch.NioSocketImpl";
    assert!(told.contains(&refused.to_owned()), "{told:#?}");
    assert!(told.iter().any(|line| line.starts_with("computed 14400")), "{told:#?}");
}

/// A connection that waits to be accepted.
const SOCKET: &str = "\
    private java.net.ServerSocket server;
    private void socket() {
        try {
            server = new java.net.ServerSocket(0);
            new java.net.Socket(\"127.0.0.1\", server.getLocalPort());
        } catch (java.io.IOException error) {
            throw new java.io.UncheckedIOException(error);
        }
    }

    @FastForward";

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

/// A test whose fixture makes a mock.
const MOCKING: &str = "\
package trips;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import jcp.annotations.FastForward;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class MockTest {
    static class Fares {
        int price(String trip) {
            return trip.length();
        }
    }

    static class Receipt {
        String text(Fares fares) {
            return \"receipt \" + fares.price(\"a\");
        }
    }

    static Fares fares;

    @BeforeAll
    @FastForward
    static void prepare() {
        System.out.println(\"making up a mock\");
        fares = mock(Fares.class);
        when(fares.price(\"a\")).thenReturn(5);
    }

    @Test
    void aMockAnswers() {
        System.out.println(\"checking \" + new Receipt().text(fares));
        assertEquals(0, fares.price(\"c\"));
    }
}
";

/// The inline maker's agent asks where its jar is, opens that, and makes loaders; an edit of other classes replays.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn mocks_of_the_inline_maker_are_kept_over_an_edit() {
    if let Some(why) = missing() {
        return eprintln!("skipped: {why}");
    }
    let Some(_) = crate::mockito::jars("Mockito", crate::mockito::JARS) else { return };
    for jdk in common::jdks_in_turn() {
        let project = Project::new(jdk);
        let mockito = "<dependency><groupId>org.mockito</groupId><artifactId>mockito-core</artifactId>\
                       <version>5.20.0</version><scope>test</scope></dependency>";
        project.edit("pom.xml", "<dependencies>", &format!("<dependencies>{mockito}"));
        let tests = project.at("src/test/java/trips");
        std::fs::write(tests.join("MockTest.java"), MOCKING).expect("a test");
        // an agent that the launch names is not captured
        let only = ["-Dtest=MockTest", "-Djacoco.skip=true"];
        let told = |jcp: &str, made: bool, text: &str| {
            let mut lines = vec![format!("trips.MockTest {jcp}"), format!("checking {text} 5")];
            lines.extend(made.then(|| "making up a mock".to_owned()));
            lines.sort();
            lines
        };
        let first = told("captures: there are no jars of this program yet", true, "receipt");
        assert_eq!(project.told(1, &only), first);
        project.edit("src/test/java/trips/MockTest.java", "\"receipt \"", "\"bill \"");
        let edited = told("replays: the program changed only after the checkpoint", false, "bill");
        assert_eq!(project.told(1, &only), edited);
    }
}
