//! A debugger on a replay: `jdb` stops behind the checkpoint and sees the original's class, file, lines and variables, of other threads, too.
//!
//! The session is driven by what `jdb` prints: a command is sent when its prompt has come.

use std::io::{BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use jcp::driver::jdk::JdkHome;

use crate::common;

const SOURCE: &str = include_str!("../java/Debugged.java");
const WITH_THREAD: &str = include_str!("../java/DebuggedThread.java");

/// A running `jdb`.
struct Debugger {
    process: Child,
    input: ChildStdin,
    output: Receiver<u8>,
}

impl Debugger {
    /// Starts it on the replaying jar in `folder`; `jdb` itself starts the program and listens on a free port.
    fn start(jdk: &JdkHome, main: &str, folder: &Path) -> Self {
        let home = jdk.home.display();
        let connect = format!("com.sun.jdi.CommandLineLaunch:options=-cp app-replay.jar,main={main},home={home}");
        let mut command = Command::new(jdk.home.join("bin/jdb"));
        command.args(["-J-Duser.language=en", "-connect", &connect]).current_dir(folder);
        Self::of(command.stderr(Stdio::inherit()))
    }

    fn of(command: &mut Command) -> Self {
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("jdb");
        let (input, stdout) = (process.stdin.take().expect("stdin"), process.stdout.take().expect("stdout"));
        let (sender, output) = channel();
        std::thread::spawn(move || {
            BufReader::new(stdout).bytes().map_while(Result::ok).try_for_each(|byte| sender.send(byte))
        });
        Self { process, input, output }
    }

    /// Attaches it to a JVM that waits at the port, or is about to.
    fn attach(jdk: &JdkHome, port: u16) -> Self {
        let address = format!("127.0.0.1:{port}");
        for _ in 0..1000 {
            let mut command = Command::new(jdk.home.join("bin/jdb"));
            command.args(["-J-Duser.language=en", "-attach", &address]);
            let mut debugger = Self::of(command.stderr(Stdio::null()));
            let first = debugger.output.recv_timeout(Duration::from_mins(2));
            let mut said: Vec<u8> = first.into_iter().collect();
            // it ends if nobody listens yet
            while let Ok(byte) = debugger.output.recv_timeout(Duration::from_mins(2)) {
                said.push(byte);
                if said.ends_with(b"main[1] ") {
                    return debugger;
                }
            }
            let _ = debugger.process.wait();
        }
        panic!("nobody listens at {address}")
    }

    /// Sends a command, if there is one, and reads up to the prompt. The time limit only ends a session that hangs.
    fn until(&mut self, command: &str, prompt: &str) -> String {
        if !command.is_empty() {
            writeln!(self.input, "{command}").expect("jdb reads");
        }
        let mut said = Vec::new();
        while !said.ends_with(prompt.as_bytes()) {
            let byte = self.output.recv_timeout(Duration::from_mins(2));
            said.push(byte.unwrap_or_else(|_| panic!("after `{command}`: no `{prompt}` in {}", shown(&said))));
        }
        shown(&said)
    }
}

impl Drop for Debugger {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The number of the line that ends in `// mark`.
fn line(mark: &str) -> usize {
    common::line(SOURCE, mark)
}

/// Writes both jars and the checkpoint of a program into the folder.
fn capture(jdk: &JdkHome, (main, source): (&str, &str), threads: &[&str], folder: &Path) {
    let classes = common::compile(jdk, &[(&format!("{main}.java"), source)], folder);
    let jar = folder.join("app.jar");
    common::pack(&classes, Some(main), &jar);
    let region = format!("{}, {main}, {main}.main; {main}.work &", common::line(source, "checkpoint"));
    let mut jcp = common::jcp();
    jcp.arg("instrument").arg(&jar).args(["--region", &region, "--jdk"]).arg(&jdk.home).arg("--output").arg(folder);
    jcp.args(threads.iter().flat_map(|chain| ["--threads", chain]));
    common::succeed(&mut jcp);
    common::succeed(common::java(jdk).args(["-jar", "app-capture.jar"]).current_dir(folder));
}

#[test]
fn jdb_stops_in_a_replay_and_shows_its_variables() {
    for jdk in common::jdks_in_turn() {
        if !jdk.home.join("bin/jdb").exists() {
            eprintln!("skipped: {} has no jdb", jdk.home.display());
            continue;
        }
        let folder = tempfile::tempdir().expect("folder");
        capture(&jdk, ("Debugged", SOURCE), &[], folder.path());
        let mut jdb = Debugger::start(&jdk, "Debugged", folder.path());
        jdb.until("", "> ");
        let (stop, caller) = (line("stop"), line("call"));
        jdb.until(&format!("stop at Debugged:{stop}"), "after the class is loaded.\n> ");
        let hit = jdb.until("run", "main[1] ");
        assert!(hit.contains("Breakpoint hit") && hit.contains(&format!("Debugged.work(), line={stop} ")), "{hit}");
        assert!(!hit.contains("before the checkpoint"), "{hit}");
        let stack = jdb.until("where", "main[1] ");
        let frames =
            [format!("Debugged.work (Debugged.java:{stop})"), format!("Debugged.main (Debugged.java:{caller})")];
        assert!(frames.iter().all(|frame| stack.contains(frame.as_str())), "{stack}");
        let locals = jdb.until("locals", "main[1] ");
        for local in ["depth = 4", "label = \"deep4\"", "size = 3", "result = 30"] {
            assert!(locals.contains(local), "no {local} in {locals}");
        }
        let value = jdb.until("print size + depth", "main[1] ");
        assert!(value.contains("size + depth = 7"), "{value}");
        let names = jdb.until("print names", "main[1] ");
        assert!(names.contains("[a, b, deep4]"), "{names}");
        jdb.until("up", "main[2] ");
        let above = jdb.until("locals", "main[2] ");
        assert!(above.contains("names = instance of java.util.ArrayList"), "{above}");
        let end = jdb.until("cont", "The application exited");
        assert!(end.contains("deep430"), "{end}");
    }
}

/// A thread that waited at the checkpoint has its name, the original's frames and their variables.
#[test]
fn jdb_sees_a_thread_that_waits() {
    let line = |mark: &str| common::line(WITH_THREAD, mark);
    for jdk in common::jdks_in_turn() {
        if !jdk.home.join("bin/jdb").exists() {
            eprintln!("skipped: {} has no jdb", jdk.home.display());
            continue;
        }
        let folder = tempfile::tempdir().expect("folder");
        let chain = format!(
            "DebuggedThread$Consumer.run:{}; DebuggedThread.consume:{}; java.util.concurrent.BlockingQueue.take",
            line("call"),
            line("take")
        );
        capture(&jdk, ("DebuggedThread", WITH_THREAD), &[&chain], folder.path());
        let mut jdb = Debugger::start(&jdk, "DebuggedThread", folder.path());
        jdb.until("", "> ");
        jdb.until(&format!("stop at DebuggedThread:{}", line("stop")), "after the class is loaded.\n> ");
        let hit = jdb.until("run", "main[1] ");
        assert!(hit.contains("Breakpoint hit"), "{hit}");
        let threads = jdb.until("threads", "main[1] ");
        let row = threads.lines().find(|line| line.contains(" consumer ")).unwrap_or_else(|| panic!("{threads}"));
        let id = row.split(')').nth(1).and_then(|rest| rest.split_whitespace().next()).expect("its number");
        jdb.until(&format!("thread {id}"), "consumer[1] ");
        let stack = jdb.until("where", "consumer[1] ");
        let frame = |text: String| {
            let row = stack.lines().find(|line| line.contains(&text)).unwrap_or_else(|| panic!("no {text} in {stack}"));
            let number = row.split(['[', ']']).nth(1).and_then(|number| number.parse::<usize>().ok());
            number.unwrap_or_else(|| panic!("{row}"))
        };
        let own = frame(format!("DebuggedThread.consume (DebuggedThread.java:{})", line("take")));
        let caller = frame(format!("DebuggedThread$Consumer.run (DebuggedThread.java:{})", line("call")));
        assert_eq!(caller, own + 1, "{stack}");
        jdb.until(&format!("up {}", own - 1), &format!("consumer[{own}] "));
        let locals = jdb.until("locals", &format!("consumer[{own}] "));
        for local in ["label = \"aside\"", "size = 3", "sum = 21"] {
            assert!(locals.contains(local), "no {local} in {locals}");
        }
        let end = jdb.until("cont", "The application exited");
        assert!(end.contains("40") && end.contains("aside got 21 3"), "{end}");
    }
}

/// A failing schedule of `jcp explore`: the debugger stops in its threads, in the order of the schedule.
#[test]
fn jdb_stops_in_the_threads_of_a_failing_schedule() {
    for jdk in common::jdks_in_turn() {
        if !jdk.home.join("bin/jdb").exists() {
            eprintln!("skipped: {} has no jdb", jdk.home.display());
            continue;
        }
        let folder = tempfile::tempdir().expect("folder");
        crate::explore::jar(folder.path(), &jdk, "region", "Later");
        crate::explore::explored(folder.path(), &jdk, &["--save", "found.json"], &["deadlock"]);
        let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr()).expect("a port").port();
        let mut jcp = common::jcp();
        jcp.args(["explore", "app.jar", "--schedule", "found.json", "--debug", &port.to_string(), "--jdk"]);
        jcp.arg(&jdk.home).args(["--", "deadlock"]).current_dir(folder.path());
        let explored = jcp.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("jcp");
        let mut jdb = Debugger::attach(&jdk, port);
        jdb.until("stop in Later.nested", "after the class is loaded.\nmain[1] ");
        let hit = jdb.until("cont", "Thread-0[1] ");
        assert!(hit.contains("Breakpoint hit") && hit.contains("Later.nested()"), "{hit}");
        let locals = jdb.until("locals", "Thread-0[1] ");
        assert!(locals.contains("first = instance of int[1]"), "{locals}");
        jdb.until("cont", "Thread-1[1] ");
        jdb.until("cont", "disconnected");
        let output = explored.wait_with_output().expect("jcp ends");
        let told = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.code() == Some(1) && told.contains("deadlock"), "{told}");
    }
}
