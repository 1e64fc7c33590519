//! JaCoCo's coverage of both runs, as docs/guide.md describes it: its agent leaves the classes that it sees, and the report is made of
//! these. The capturing run covers the lines that the original covers; a replay covers those behind the checkpoint.
//!
//! The agent and the command line are those in Maven's local repository, where `scripts/setup.sh --compilers` puts them; without them
//! the test is skipped.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use jcp::driver::jdk::JdkHome;

use crate::common;

const SOURCES: [(&str, &str); 2] = [
    (
        "Main.java",
        "\
package trips;
import java.util.List;
public class Main {
    static final List<String> WORDS = List.of(\"a\", \"b\");
    public static void main(String[] args) {
        int[] table = new int[10];
        for (int i = 0; i < table.length; i++) {
            table[i] = i * i;
        }
        System.out.println(new Check(table).run());
        System.out.println(WORDS.size());
    }
}
",
    ),
    (
        "Check.java",
        "\
package trips;
import java.util.function.IntUnaryOperator;
class Check {
    private final int[] table;
    Check(int[] table) {
        this.table = table;
    }
    int run() {
        int sum = 0; // here
        for (int each : table) {
            sum += each;
        }
        IntUnaryOperator twice = it -> 2 * it;
        if (sum < 0) {
            return never();
        }
        return twice.applyAsInt(sum);
    }
    private int never() {
        return -1;
    }
}
",
    ),
];

/// The agent uses sets of the JDK before jcp can tell the JVM how these iterate.
const NOT_COMPILED: [&str; 2] =
    ["-XX:CompileCommand=quiet", "-XX:CompileCommand=exclude,java.util.ImmutableCollections*::*"];

/// The agent and the command line.
fn jacoco() -> Option<[PathBuf; 2]> {
    let home = PathBuf::from(std::env::var_os("HOME")?);
    let jars = ["agent/0.8.14/org.jacoco.agent-0.8.14-runtime.jar", "cli/0.8.14/org.jacoco.cli-0.8.14-nodeps.jar"];
    let jars = jars.map(|jar| home.join(".m2/repository/org/jacoco").join(format!("org.jacoco.{jar}")));
    jars.iter().all(|jar| jar.is_file()).then_some(jars)
}

/// By class: how many lines were missed, and covered.
type Lines = BTreeMap<String, (u32, u32)>;

/// Runs a jar under the agent; the report is of the folder of classes, or of those that the agent saw.
fn lines(jdk: &JdkHome, [agent, tool]: &[PathBuf; 2], jar: &Path, classes: Option<&Path>) -> Lines {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let (data, seen, table) = (at("jacoco.exec"), at("seen"), at("lines.csv"));
    let agent = format!("-javaagent:{}=destfile={},classdumpdir={}", agent.display(), data.display(), seen.display());
    let mut java = common::java(jdk);
    java.current_dir(jar.parent().expect("a folder")).args(NOT_COMPILED).arg(agent);
    common::succeed(java.arg("-jar").arg(jar));
    let classes = classes.map_or(seen.join("trips"), Path::to_path_buf);
    let mut report = common::java(jdk);
    report.arg("-jar").arg(tool).arg("report").arg(&data).arg("--classfiles").arg(classes);
    common::succeed(report.arg("--csv").arg(&table));
    let text = std::fs::read_to_string(table).expect("a table");
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        let number = |cell: usize| cells[cell].parse().expect("a number");
        (cells[2].to_owned(), (number(7), number(8)))
    };
    text.lines().skip(1).map(row).collect()
}

#[test]
fn a_report_of_the_classes_that_ran_counts_lines_of_the_source() {
    let Some(jacoco) = jacoco() else {
        return eprintln!("skipped: no JaCoCo in Maven's local repository: scripts/setup.sh --compilers gets it");
    };
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("a folder");
        let classes = common::compile(&jdk, &SOURCES, folder.path());
        let jar = folder.path().join("app.jar");
        common::pack(&classes, Some("trips.Main"), &jar);
        let here = common::line(SOURCES[1].1, "here");
        let mut jcp = common::jcp();
        jcp.arg("instrument").arg(&jar).args(["--statics", "read", "--region"]);
        jcp.arg(format!("{here}, Check, Main.main; Check.run &")).arg("--jdk").arg(&jdk.home);
        common::succeed(jcp.arg("-o").arg(folder.path()));
        let of = |name: &str, classes| lines(&jdk, &jacoco, &folder.path().join(name), classes);
        let original = of("app.jar", Some(&classes));
        assert_eq!(original["Check"], (2, 9), "{original:?}");
        let captured = of("app-capture.jar", None);
        assert_eq!(captured, original, "JDK {}", jdk.version);
        let replayed = of("app-replay.jar", None);
        assert_eq!(replayed["Check"], (5, 6), "not the constructor: {replayed:?}");
        assert!(replayed["Main"].1 < original["Main"].1 && replayed["Main"].1 > 0, "{replayed:?}");
    }
}
