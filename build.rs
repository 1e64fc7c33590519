//! Compiles the Java runtime and leaves its jar in `OUT_DIR`, from where `jcp::driver::RUNTIME_JAR` embeds it.
//!
//! The work is done by `scripts/runtime.sh`, which `make runtime` calls too, so that plain `cargo build` suffices
//! wherever a JDK is on `PATH` or in `JAVA_HOME`. `JCP_RUNTIME_JAR` names a jar made before, to build without a JDK.

use std::path::PathBuf;
use std::process::{Command, ExitCode};

const SCRIPT: &str = "scripts/runtime.sh";
const READY_MADE: &str = "JCP_RUNTIME_JAR";

fn main() -> ExitCode {
    for input in ["runtime-java/src", "runtime-java/explore", "runtime-java/jdk", SCRIPT, "build.rs"] {
        println!("cargo::rerun-if-changed={input}");
    }
    for variable in ["JAVA_HOME", READY_MADE] {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    let Some(folder) = std::env::var_os("OUT_DIR") else {
        println!("cargo::error=OUT_DIR is not set: build.rs is run by cargo only");
        return ExitCode::FAILURE;
    };
    let jar = PathBuf::from(folder).join("jcp-runtime.jar");
    if let Some(ready) = std::env::var_os(READY_MADE) {
        return match std::fs::copy(&ready, &jar) {
            Ok(_) => ExitCode::SUCCESS,
            Err(error) => fail(&format!("{READY_MADE}={}: {error}", ready.display())),
        };
    }
    match Command::new("bash").arg(SCRIPT).arg(&jar).output() {
        Ok(done) if done.status.success() => ExitCode::SUCCESS,
        Ok(done) => fail(&String::from_utf8_lossy(&done.stderr)),
        Err(error) => fail(&format!("bash {SCRIPT}: {error}")),
    }
}

fn fail(message: &str) -> ExitCode {
    for line in message.lines() {
        println!("cargo::error={line}");
    }
    println!(
        "cargo::error=the Java runtime was not built; remedy: `make runtime`, or set JAVA_HOME to a JDK 17 or later"
    );
    ExitCode::FAILURE
}
