//! A debugger on a replay: `jdb` stops behind the checkpoint and sees the original's class, file, lines and variables.
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

/// A running `jdb`.
struct Debugger {
    process: Child,
    input: ChildStdin,
    output: Receiver<u8>,
}

impl Debugger {
    /// Starts it on the replaying jar in `folder`; `jdb` itself starts the program and listens on a free port.
    fn start(jdk: &JdkHome, folder: &Path) -> Self {
        let home = jdk.home.display();
        let connect = format!("com.sun.jdi.CommandLineLaunch:options=-cp app-replay.jar,main=Debugged,home={home}");
        let mut command = Command::new(jdk.home.join("bin/jdb"));
        command.args(["-J-Duser.language=en", "-connect", &connect]).current_dir(folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut process = command.spawn().expect("jdb");
        let (input, stdout) = (process.stdin.take().expect("stdin"), process.stdout.take().expect("stdout"));
        let (sender, output) = channel();
        std::thread::spawn(move || {
            BufReader::new(stdout).bytes().map_while(Result::ok).try_for_each(|byte| sender.send(byte))
        });
        Self { process, input, output }
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

/// Writes both jars and the checkpoint into the folder.
fn capture(jdk: &JdkHome, folder: &Path) {
    let classes = common::compile(jdk, &[("Debugged.java", SOURCE)], folder);
    let jar = folder.join("app.jar");
    common::pack(&classes, Some("Debugged"), &jar);
    let region = format!("{}, Debugged, Debugged.main; Debugged.work &", line("checkpoint"));
    let mut jcp = common::jcp();
    jcp.arg("instrument").arg(&jar).args(["--region", &region, "--jdk"]).arg(&jdk.home).arg("--output").arg(folder);
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
        capture(&jdk, folder.path());
        let mut jdb = Debugger::start(&jdk, folder.path());
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
