//! Threads that wait at the checkpoint: what a refusal shows of them is a pattern that is accepted; what cannot be captured is refused with
//! its reason; `jcp run` finds them by itself; of a time limit only what is left is waited for.

use std::path::Path;

use jcp::checkpoint::{Checkpoint, Slot, Value};
use jcp::driver::jdk::JdkHome;

use crate::common;

const SOURCE: &str = "\
import java.util.List;
import java.util.concurrent.*;
public class Main {
    static final BlockingQueue<String> IN = new LinkedBlockingQueue<>();
    static final BlockingQueue<String> OUT = new LinkedBlockingQueue<>();
    static final CountDownLatch NEVER = new CountDownLatch(1);
    static volatile boolean stop;
    public static void main(String[] args) throws Exception {
        Thread t = args[0].equals(\"starts\") ? new Starts() : new Thread(() -> run(args[0]), \"other\");
        t.setDaemon(true);
        t.start();
        while (!args[0].equals(\"busy\") && !args[0].equals(\"recursion\") && t.getState() != Thread.State.WAITING && t.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        work();
        stop = true;
        System.exit(0);
    }
    static void work() throws InterruptedException {
        System.out.println(\"here\");
        IN.put(\"question\");
        System.out.println(OUT.poll(1, TimeUnit.SECONDS) != null);
    }
    static class Starts extends Thread {
        @Override public void start() { super.start(); }
        @Override public void run() { Main.run(\"take\"); }
    }
    static class Pool extends ThreadPoolExecutor {
        final String name;
        Pool(String name) {
            super(1, 1, 1, TimeUnit.DAYS, new LinkedBlockingQueue<>());
            this.name = name;
            setThreadFactory(task -> { Thread t = new Thread(task); t.setDaemon(true); return t; });
        }
        @Override protected void beforeExecute(Thread t, Runnable task) { Main.run(name); }
    }
    static long sum(int n) {
        return n < 2 || stop ? n : sum(n - 1) + sum(n - 2);
    }
    static void run(String kind) {
        try {
            switch (kind) {
                case \"take\": OUT.put(IN.take()); break;
                case \"limit\": OUT.put(IN.poll(100, TimeUnit.DAYS)); break;
                case \"before\": new Pool(\"take\").submit(() -> IN.take()).get(); break;
                case \"nothing\": break;
                case \"pool\": new Pool(\"nothing\").submit(() -> IN.take()).get(); break;
                case \"all\": Executors.newFixedThreadPool(1).invokeAll(List.of(() -> { NEVER.await(); return 1; })); break;
                case \"recursion\": OUT.put(\"\" + sum(90)); break;
                case \"function\": Callable<String> function = () -> IN.take(); OUT.put(function.call()); break;
                default:
                    long sum = 0;
                    while (!stop) {
                        sum += sum << 1 ^ 7;
                    }
            }
        } catch (Exception e) {
            System.out.println(e);
        }
    }
}
";

/// The line of the source that has the text.
fn line(text: &str) -> usize {
    1 + SOURCE.lines().position(|line| line.contains(text)).expect("it is there")
}

fn built(folder: &Path) -> JdkHome {
    let jdk = common::any_jdk();
    let work = tempfile::tempdir().expect("a folder");
    let classes = common::compile(&jdk, &[("Main.java", SOURCE)], work.path());
    common::pack(&classes, Some("Main"), &folder.join("app.jar"));
    jdk
}

/// What verifying the program says, as JSON.
fn verified(folder: &Path, jdk: &JdkHome, kind: &str, options: &[&str]) -> serde_json::Value {
    let mut jcp = common::jcp();
    jcp.current_dir(folder).args(["verify", "app.jar", "--json", "--region", "Main.work", "--jdk"]).arg(&jdk.home);
    let output = jcp.args(options).args(["--", kind]).output().expect("jcp runs");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

/// The whole of the reasons.
fn reasons(report: &serde_json::Value) -> String {
    report["reasons"].to_string()
}

#[test]
fn a_thread_is_found_and_its_pattern_is_accepted() {
    let folder = tempfile::tempdir().expect("a folder");
    let jdk = built(folder.path());
    let report = verified(folder.path(), &jdk, "take", &[]);
    assert_eq!(report["result"], "equal", "{report}");
    let taken = line("IN.take()");
    let expected = format!(
        "Main.lambda$main$0:{}; Main.run:{taken}; java.util.concurrent.LinkedBlockingQueue.take",
        line("new Thread")
    );
    assert_eq!(report["threads"], serde_json::json!([expected]));
    let given = verified(folder.path(), &jdk, "take", &["--threads", &expected]);
    assert_eq!(given["result"], "equal", "{given}");
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_thread_that_runs_is_held_in_its_loop() {
    let folder = tempfile::tempdir().expect("a folder");
    let jdk = built(folder.path());
    let report = verified(folder.path(), &jdk, "busy", &[]);
    assert_eq!(report["result"], "equal", "{report}");
    let found = report["threads"].to_string();
    let head = line("while (!stop)");
    let lines = [head, head + 1].map(|line| format!("; Main.run:{line}\"]"));
    assert!(lines.iter().any(|line| found.ends_with(line)), "{found}: {lines:?}");
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_chain_goes_through_a_function_object() {
    let folder = tempfile::tempdir().expect("a folder");
    let jdk = built(folder.path());
    let report = verified(folder.path(), &jdk, "function", &[]);
    assert_eq!(report["result"], "equal", "{report}");
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn what_a_pool_calls_before_a_task_is_not_called_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let jdk = built(folder.path());
    let report = verified(folder.path(), &jdk, "pool", &[]);
    assert_eq!(report["result"], "equal", "{report}");
}

#[test]
fn of_a_time_limit_the_rest_is_captured() {
    let folder = tempfile::tempdir().expect("a folder");
    let jdk = built(folder.path());
    let report = verified(folder.path(), &jdk, "limit", &["--keep"]);
    assert_eq!(report["result"], "equal", "{report}");
    let kept = report["kept"].as_str().expect("a folder");
    let checkpoint = Checkpoint::open(&Path::new(kept).join("checkpoint.jcp")).expect("a checkpoint");
    let stacks = checkpoint.roots().expect("roots").stacks;
    let limits: Vec<u64> = stacks[1].iter().flat_map(|frame| &frame.slots).filter_map(long).collect();
    let whole = 100 * 24 * 3600 * 1_000_000_000;
    assert!(matches!(limits[..], [left] if left < whole && left > whole / 2), "{limits:?}");
    std::fs::remove_dir_all(kept).expect("it goes");
}

/// The value, if it is a `long`.
fn long(slot: &Slot) -> Option<u64> {
    match slot.value {
        Value::Bits(bits) if slot.kind == 'J' => Some(bits),
        _ => None,
    }
}

#[test]
fn what_cannot_be_captured_is_refused_with_its_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let jdk = built(folder.path());
    let kinds = [
        ("all", "by a call that can be made again"),
        ("recursion", "no loop of these methods is around the lines"),
        ("starts", "its class overrides Thread.start"),
        ("before", "calls before a task and would call again"),
    ];
    let share = if common::all() { kinds.len() } else { kinds.len() / 2 };
    for (kind, why) in &kinds[..share] {
        let report = verified(folder.path(), &jdk, kind, &[]);
        assert_eq!(report["result"], "refused", "{kind}: {report}");
        assert!(reasons(&report).contains(why), "{kind}: {report}");
    }
}

#[test]
fn of_a_thread_of_a_library_it_is_said_what_users_of_the_library_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let (jdk, work) = (common::any_jdk(), tempfile::tempdir().expect("a folder"));
    let watchdog = "package okio; public class Watchdog extends Thread {
        public static volatile boolean stop;
        @Override public void run() { sum(90); }
        static long sum(int n) { return n < 2 || stop ? n : sum(n - 1) + sum(n - 2); }
    }";
    let main = "public class Main {
        public static void main(String[] args) { new okio.Watchdog().start(); work(); okio.Watchdog.stop = true; }
        static void work() { System.out.println(\"here\"); }
    }";
    let classes = common::compile(&jdk, &[("Main.java", main), ("Watchdog.java", watchdog)], work.path());
    common::pack(&classes, Some("Main"), &folder.path().join("app.jar"));
    let report = verified(folder.path(), &jdk, "", &[]);
    assert_eq!(report["result"], "refused", "{report}");
    let told = "it is a thread of Okio, as in OkHttp";
    let reason =
        report["reasons"].as_array().and_then(|all| all.iter().find(|each| each["why"].to_string().contains(told)));
    let reason = reason.unwrap_or_else(|| panic!("{report}"));
    assert!(reason["remedy"].to_string().contains("ends when it has had none for a minute; else "), "{report}");
}

#[test]
fn a_wrong_pattern_is_an_error_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let jdk = built(folder.path());
    for (pattern, why) in [
        ("Main.run:3; java.lang.Object.wait", "does not wait in java.lang.Object.wait"),
        ("Main.run", "the method of the JDK in which it waits"),
        ("Main.run:3", "no loop of these methods is around the lines"),
        ("*; Main.run:3; java.lang.Object.wait", "it has no `*`"),
        ("Nobody.run:3; java.lang.Object.wait", "no class `Nobody`"),
    ] {
        let report = verified(folder.path(), &jdk, "take", &["--threads", pattern]);
        assert_eq!(report["result"], "error", "{pattern}: {report}");
        assert!(report["reason"].to_string().contains(why), "{pattern}: {report}");
    }
}

#[test]
fn run_finds_the_thread_by_a_first_capturing_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let jdk = built(folder.path());
    let mut said = Vec::new();
    for _ in 0..3 {
        let mut jcp = common::jcp();
        jcp.current_dir(folder.path()).args(["run", "app.jar", "--region", "Main.work", "--jdk"]).arg(&jdk.home);
        let output = jcp.args(["--", "take"]).output().expect("jcp runs");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "here\ntrue\n");
        said.push(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    assert!(said[0].contains("instrument with --threads 'Main.lambda$main$0:"), "{said:?}");
    assert!(said[1].contains("now with --threads") && said[1].contains("captures: "), "{said:?}");
    assert!(said[2].contains("replays from the checkpoint"), "{said:?}");
}
