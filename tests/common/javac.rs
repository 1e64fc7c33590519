//! javac in one JVM for all that a test program compiles with a JDK: a start takes longer than most compilations.
//!
//! The JVM ends when its standard input does, with the test program.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::{Read, Result, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use jcp::driver::jdk::JdkHome;

use super::archives::COLLECTOR;

/// By the JDK's folder.
static RUNNING: Mutex<BTreeMap<PathBuf, Arc<Mutex<Javac>>>> = Mutex::new(BTreeMap::new());

struct Javac {
    _child: Child,
    requests: ChildStdin,
    answers: ChildStdout,
}

impl Javac {
    fn start(jdk: &JdkHome) -> Self {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/common/Javac.java");
        let mut java = Command::new(jdk.java());
        java.args(["-XX:TieredStopAtLevel=1", COLLECTOR]).arg(source);
        let mut child = java.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a JVM");
        let (requests, answers) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
        Self { _child: child, requests, answers }
    }

    fn run(&mut self, arguments: &[&OsStr]) -> Result<(u32, String)> {
        let mut request = (arguments.len() as u32).to_be_bytes().to_vec();
        for argument in arguments {
            request.extend((argument.len() as u32).to_be_bytes());
            request.extend(argument.as_encoded_bytes());
        }
        self.requests.write_all(&request)?;
        self.requests.flush()?;
        let status = self.number()?;
        let mut said = vec![0; self.number()? as usize];
        self.answers.read_exact(&mut said)?;
        Ok((status, String::from_utf8_lossy(&said).into_owned()))
    }

    fn number(&mut self) -> Result<u32> {
        let mut bytes = [0; 4];
        self.answers.read_exact(&mut bytes)?;
        Ok(u32::from_be_bytes(bytes))
    }
}

/// Runs the JDK's javac with these arguments: its exit status and what it says.
pub fn run(jdk: &JdkHome, arguments: &[&OsStr]) -> (u32, String) {
    let mut all = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    let one = Arc::clone(all.entry(jdk.home.clone()).or_insert_with(|| Arc::new(Mutex::new(Javac::start(jdk)))));
    drop(all);
    let mut javac = one.lock().unwrap_or_else(PoisonError::into_inner);
    javac.run(arguments).expect("javac answers")
}

/// The same, which has to succeed.
pub fn succeed(jdk: &JdkHome, arguments: &[&OsStr]) {
    let (status, said) = run(jdk, arguments);
    assert!(status == 0, "javac {arguments:?}: {status}\n{said}");
}
