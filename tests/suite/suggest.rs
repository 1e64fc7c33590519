//! `jcp suggest` on a program of three phases: the boundary before the last one is among the first places, places without
//! problems can be instrumented, and the best one replays equally. Bad recordings and runs that are too short are told.
//!
//! Phases are loops of fixed length; how much of the time each takes depends on the machine, so shares are only bounded.

use jcp::driver::jdk::JdkHome;
use serde_json::Value;
use std::path::Path;
use std::process::Output;

use crate::common;

/// `main` calls `run`, which has three phases; the second starts a thread that lives on if the argument is `watched`, and a pool's if it is
/// `pooled`.
pub const PROGRAM: &str = "\
import java.util.*;
import java.util.concurrent.*;

public class Main {
    static final List<Long> results = new ArrayList<>();
    static final CountDownLatch end = new CountDownLatch(1);
    static ExecutorService pool;

    static long work(int seed) {
        long x = seed;
        for (int round = 0; round < 250_000_000; round++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
        }
        return x;
    }

    static void load() {
        results.add(work(1));
        System.out.println(\"loaded\");
    }

    static void index(String kind) throws Exception {
        if (kind.equals(\"pooled\")) {
            pool = Executors.newFixedThreadPool(1);
            pool.submit(() -> { }).get();
        }
        if (kind.equals(\"watched\")) {
            Thread watcher = new Thread(() -> {
                try {
                    end.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }, \"watcher\");
            watcher.start();
        }
        results.add(work(2));
        System.out.println(\"indexed\");
    }

    static void answer() {
        results.add(work(3));
        System.out.println(\"answered \" + results);
    }

    static int run(String kind) throws Exception {
        load();
        index(kind); // second
        answer(); // last
        return results.size();
    }

    public static void main(String[] args) throws Exception {
        int answers = run(args.length > 0 ? args[0] : \"alone\");
        if (pool != null) {
            pool.shutdown();
        }
        end.countDown();
        System.out.println(answers + \" answers\");
    }
}
";

/// A program as a jar, on one JDK.
struct Packed {
    jdk: JdkHome,
    folder: tempfile::TempDir,
}

impl Packed {
    fn new(jdk: JdkHome, program: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let classes = common::compile(&jdk, &[("Main.java", program)], folder.path());
        common::pack(&classes, Some("Main"), &folder.path().join("app.jar"));
        std::fs::create_dir(folder.path().join("work")).expect("a folder");
        Self { jdk, folder }
    }

    fn jcp(&self, command: &str, more: &[&str]) -> Output {
        let mut jcp = common::jcp();
        jcp.arg(command).arg(self.folder.path().join("app.jar")).arg("--jdk").arg(&self.jdk.home).args(more);
        jcp.current_dir(self.folder.path().join("work")).output().expect("jcp runs")
    }

    /// The places that are suggested.
    fn suggested(&self, more: &[&str]) -> Vec<Value> {
        let output = self.jcp("suggest", &[&["--json"], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let said: Value = serde_json::from_slice(&output.stdout).expect("JSON and nothing else");
        said.as_array().expect("a list").clone()
    }
}

fn region(place: &Value) -> &str {
    place["region"].as_str().expect("a region")
}

fn has_problems(place: &Value) -> bool {
    !place["problems"].as_array().expect("a list").is_empty()
}

/// The place before the line of `run` with the mark.
fn at<'a>(places: &'a [Value], mark: &str) -> &'a Value {
    let start = format!("{}, Main, Main.main(String[]):", common::line(PROGRAM, mark));
    let found = places.iter().find(|place| region(place).starts_with(&start));
    found.unwrap_or_else(|| panic!("no place {start}… in {places:#?}"))
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn the_boundary_before_the_last_phase_is_found_accepted_and_replayed() {
    for jdk in common::jdks_in_turn() {
        let packed = Packed::new(jdk, PROGRAM);
        let places = packed.suggested(&["--limit", "3"]);
        assert!(places.len() <= 3, "{places:#?}");
        let (second, last) = (at(&places, "second"), at(&places, "last"));
        let share = |place: &Value| place["before_pct"].as_f64().expect("a number");
        assert!(share(second) > 3.0 && share(second) < share(last) && share(last) < 100.0, "{places:#?}");
        assert!(last["predicted_bytes"].as_u64().is_some_and(|bytes| bytes < 64 << 20), "{places:#?}");
        assert!(!has_problems(last) && !has_problems(second), "{places:#?}");
        for place in places.iter().filter(|place| !has_problems(place)) {
            let output = packed.jcp("instrument", &["--region", region(place)]);
            assert_eq!(output.status.code(), Some(0), "{place}: {}", String::from_utf8_lossy(&output.stderr));
        }
        let output = packed.jcp("verify", &["--region", region(&places[0])]);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    }
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_recording_will_do_and_a_thread_that_lives_on_is_told() {
    let packed = Packed::new(common::any_jdk(), PROGRAM);
    let recording = packed.folder.path().join("run.jfr");
    let mut java = common::java(&packed.jdk);
    java.arg(format!("-XX:StartFlightRecording=settings=profile,filename={}", recording.display()));
    common::succeed(java.arg("-jar").arg(packed.folder.path().join("app.jar")).arg("watched"));
    let places = packed.suggested(&["--jfr", &recording.display().to_string(), "--check", "resolve"]);
    assert!(!has_problems(at(&places, "second")), "{places:#?}");
    let last = at(&places, "last");
    assert!(!has_problems(last), "{places:#?}");
    assert!(
        last["notes"].to_string().contains("thread \\\"watcher\\\" is alive there: jcp captures it if it waits"),
        "{last}"
    );
    // under jcp's own settings of the recorder
    let places = packed.suggested(&["--check", "resolve", "--", "pooled"]);
    let last = at(&places, "last");
    assert!(!has_problems(last), "{places:#?}");
    let notes = last["notes"].to_string();
    assert!(notes.contains("jcp captures a pool's worker"), "{notes}");
    // by its number in the list
    let first = packed.jcp("instrument", &["--region", "1", "--json"]);
    assert_eq!(first.status.code(), Some(0), "{}", String::from_utf8_lossy(&first.stderr));
    let said: Value = serde_json::from_slice(&first.stdout).expect("JSON");
    assert_eq!(
        said["region"].as_str().expect("a region").trim_end_matches(" &"),
        region(&places[0]).trim_end_matches(" &")
    );
    let beyond = packed.jcp("instrument", &["--region", "6"]);
    assert_eq!(beyond.status.code(), Some(2));
    let said = String::from_utf8_lossy(&beyond.stderr).into_owned();
    assert!(said.contains(&format!("ends with place {}", places.len())), "{said}");
    let other = Packed::new(common::any_jdk(), PROGRAM).jcp("instrument", &["--region", "1"]);
    assert!(String::from_utf8_lossy(&other.stderr).contains("has listed no places"), "{other:?}");
}

/// `forEach` goes on working after its call; the chain from `main` leads through it.
const CALLED: &str = "\
import java.util.List;

public class Main {
    static long sum;

    static void spin(int rounds) {
        for (int i = 0; i < rounds; i++) {
            for (int j = 0; j < 1_000_000; j++) {
                sum = sum * 31 + (i ^ j);
            }
        }
    }

    static void work() {
        spin(1600);
        answer();
    }

    static void answer() {
        spin(400);
        System.out.println(sum);
    }

    public static void main(String[] args) {
        List.of(\"work\").forEach(name -> work());
    }
}
";

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_chain_leads_through_calls_of_the_jdk_that_go_on_working() {
    let packed = Packed::new(common::any_jdk(), CALLED);
    let places = packed.suggested(&["--limit", "1"]);
    let (region, percent) = (region(&places[0]), places[0]["before_pct"].as_f64());
    assert!(region.contains("Main.main(") && region.contains("Main.work()"), "{places:#?}");
    assert!(!has_problems(&places[0]) && percent.is_some_and(|percent| percent > 20.0), "{places:#?}");
    let output = packed.jcp("verify", &["--region", region]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn what_says_how_to_run_does_not_go_with_a_recording() {
    let short = "public class Main { public static void main(String[] args) {} }";
    let packed = Packed::new(common::any_jdk(), short);
    for more in
        [["--", "watched"], ["--jvm-arg", "-Xmx1g"], ["--workdir", "."], ["--stdin", "/dev/null"], ["--timeout", "9"]]
    {
        let wrong = packed.jcp("suggest", &[&["--jfr", "run.jfr"], &more[..]].concat());
        let said = String::from_utf8_lossy(&wrong.stderr);
        assert_eq!(wrong.status.code(), Some(2), "{more:?}: {said}");
        assert!(said.contains("--check capture"), "{more:?}: {said}");
    }
    // where places are captured, the program runs
    let capture = packed.jcp("suggest", &["--jfr", "run.jfr", "--check", "capture", "--timeout", "9"]);
    assert_eq!(capture.status.code(), Some(4), "{}", String::from_utf8_lossy(&capture.stderr));
    let missing = packed.jcp("suggest", &["--stdin", "nosuch"]);
    assert_eq!(missing.status.code(), Some(4), "{}", String::from_utf8_lossy(&missing.stderr));
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_capturing_run_tells_the_real_size() {
    let packed = Packed::new(common::any_jdk(), PROGRAM);
    let places = packed.suggested(&["--limit", "1", "--check", "capture"]);
    let bytes = places[0]["predicted_bytes"].as_u64().expect("a size");
    let jar = packed.jcp("instrument", &["--region", region(&places[0])]);
    assert_eq!(jar.status.code(), Some(0), "{}", String::from_utf8_lossy(&jar.stderr));
    let work = packed.folder.path().join("work");
    let mut java = common::java(&packed.jdk);
    common::succeed(java.arg("-jar").arg("app-capture.jar").current_dir(&work));
    let real = work.join("app.jcp").metadata().expect("a checkpoint").len();
    assert!(bytes.abs_diff(real) < 4096, "{bytes} and {real}");
    // a thread that waits there is found, as by verify
    let places = packed.suggested(&["--limit", "1", "--check", "capture", "--", "watched"]);
    assert!(!has_problems(&places[0]), "{places:#?}");
    assert!(places[0]["notes"].to_string().contains("captured with --threads 'Main.lambda$index$"), "{places:#?}");
}

/// Keeps arrays, texts and a list that its last phase needs, and makes garbage meanwhile.
fn with_a_heap() -> String {
    let node = "static class Node {\n        int value;\n        Node next;\n    }\n\n    static Node first;\n    static int[] table;\n    static String[] names;\n";
    let fill = "table = new int[2_000_000];\n        names = new String[300_000];\n        for (int i = 0; i < 300_000; i++) {\n            Node node = new Node();\n\
                            node.value = i;\n            node.next = first;\n            first = node;\n            names[i] = Integer.toString(i);\n        }\n";
    let garbage = "if ((round & 0xffff) == 0) { garbage = new byte[1 << 14]; }\n            x ^= x << 13;";
    PROGRAM
        .replace(
            "static final CountDownLatch",
            &format!("{node}    static byte[] garbage;\n    static final CountDownLatch"),
        )
        .replace("static void load() {\n", &format!("static void load() {{\n        {fill}"))
        .replace("x ^= x << 13;", garbage)
        .replace("\"answered \" + results", "\"answered \" + results + table.length + first.next.value + names[1]")
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn the_size_is_foretold() {
    for jdk in common::jdks_in_turn() {
        let packed = Packed::new(jdk, &with_a_heap());
        let places = packed.suggested(&["--limit", "1"]);
        let foretold = places[0]["predicted_bytes"].as_u64().expect("a size");
        let jar = packed.jcp("instrument", &["--region", region(&places[0])]);
        assert_eq!(jar.status.code(), Some(0), "{}", String::from_utf8_lossy(&jar.stderr));
        let work = packed.folder.path().join("work");
        let mut java = common::java(&packed.jdk);
        common::succeed(java.arg("-jar").arg("app-capture.jar").current_dir(&work));
        let real = work.join("app.jcp").metadata().expect("a checkpoint").len();
        assert!(real > 9_000_000 && foretold.abs_diff(real) < real / 4, "{foretold} and {real}");
    }
}

/// Status and message of a command that fails; nothing is printed besides.
fn failed(output: &Output) -> (Option<i32>, String) {
    assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn what_tells_no_phases_is_an_unusable_input() {
    let short = "public class Main { public static void main(String[] args) { System.exit(args.length); } }";
    for jdk in common::jdks_in_turn() {
        let packed = Packed::new(jdk, short);
        let (status, said) = failed(&packed.jcp("suggest", &[]));
        assert_eq!(status, Some(4), "{said}");
        assert!(said.contains("too few to tell phases"), "{said}");
        let (status, said) = failed(&packed.jcp("suggest", &["--", "one"]));
        assert_eq!(status, Some(4), "{said}");
        assert!(said.contains("ended with status 1"), "{said}");
        let file = packed.folder.path().join("bad.jfr");
        std::fs::write(&file, "no recording").expect("a file");
        let none = packed.folder.path().join("none.jfr");
        for (file, why) in [(&file, "the JDK cannot read this recording"), (&none, "none.jfr: ")] {
            let (status, said) = failed(&packed.jcp("suggest", &["--jfr", &file.display().to_string()]));
            assert_eq!(status, Some(4), "{said}");
            assert!(said.contains(why), "{said}");
        }
    }
}

#[test]
fn a_jdk_without_the_tool_is_told_before_anything_runs() {
    let packed = Packed::new(common::any_jdk(), PROGRAM);
    let home = packed.folder.path().join("jdk");
    std::fs::create_dir_all(home.join("bin")).expect("a folder");
    for part in ["release", "lib", "bin/java"] {
        link(&packed.jdk.home.join(part), &home.join(part));
    }
    let mut jcp = common::jcp();
    jcp.arg("suggest").arg(packed.folder.path().join("app.jar")).arg("--jdk").arg(&home);
    let (status, said) = failed(&jcp.output().expect("jcp runs"));
    assert_eq!(status, Some(4), "{said}");
    assert!(said.contains("no bin/jfr"), "{said}");
}

fn link(to: &Path, at: &Path) {
    std::os::unix::fs::symlink(to, at).expect("a link");
}
