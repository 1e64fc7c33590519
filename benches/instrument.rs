//! Time that `jcp instrument` takes, and what its hooks cost at run time, on the example of `make demo`.
//!
//! Plain wall-clock times of whole commands: the minimum of several runs, as other processes only ever add to them. Needs a
//! JDK with `javac`; says so and measures nothing where there is none or the program is refused.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use jcp::driver::jdk::{self, JdkHome};

const RUNS: usize = 5;
/// Fewer than `make demo` takes, so that a run is a few seconds.
const DOCUMENTS: &str = "1500";

fn main() {
    let Ok(jdk) = jdk::find(None) else { return println!("not measured: no JDK") };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let jar = build(&jdk, folder.path());
    let regions = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/search/search.region");
    let program: Vec<PathBuf> = vec![jar, "--regions".into(), regions, "--jdk".into(), jdk.home.clone()];

    let mut instrument = Command::new(env!("CARGO_BIN_EXE_jcp"));
    instrument.arg("instrument").args(&program).arg("-o").arg(folder.path());
    match fastest(&mut instrument) {
        Ok(time) => println!("instrument  {:8.3} s", time.as_secs_f64()),
        Err(why) => return println!("not measured: {why}"),
    }
    let mut verify = Command::new(env!("CARGO_BIN_EXE_jcp"));
    verify.arg("verify").args(&program).arg("--workdir").arg(folder.path().join("classes")).args(["--", DOCUMENTS]);
    for _ in 0..RUNS {
        let output = verify.output().expect("jcp");
        print!("{}", String::from_utf8_lossy(&output.stdout));
    }
}

fn build(jdk: &JdkHome, folder: &Path) -> PathBuf {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/search/src/search");
    let files: Vec<PathBuf> = sources.read_dir().expect("the example").flatten().map(|file| file.path()).collect();
    let (classes, jar) = (folder.join("classes"), folder.join("search.jar"));
    let mut javac = Command::new(jdk.home.join("bin/javac"));
    assert!(javac.args(["-g", "-d"]).arg(&classes).args(files).status().expect("javac").success());
    let mut pack = Command::new(jdk.home.join("bin/jar"));
    pack.args(["--create", "--main-class", "search.Main", "--file"]).arg(&jar).arg("-C").arg(&classes).arg(".");
    assert!(pack.status().expect("jar").success());
    jar
}

fn fastest(command: &mut Command) -> Result<Duration, String> {
    let mut best = Duration::MAX;
    for _ in 0..RUNS {
        let start = Instant::now();
        let output = command.output().map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).trim().to_string());
        }
        best = best.min(start.elapsed());
    }
    Ok(best)
}
