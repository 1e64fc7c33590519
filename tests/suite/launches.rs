//! How the two jars are launched: with `java -jar` and nothing else, as a user types it. The other tests, and `jcp verify`, give the JVM options.
//!
//! Left out: launches by other programs (`jcp fork`), and options that the checkpoint depends on.

use std::process::{Command, Output};

use crate::common;
use crate::runtime_support::{Program, program};

fn launch(program: &Program, kind: &str) -> Output {
    let mut java = Command::new(program.jdk.java());
    java.arg("-jar").arg(program.output_jar(kind)).current_dir(program.work());
    let java = java.env_remove("JCP_CHECKPOINT").env_remove("JAVA_TOOL_OPTIONS").env_remove("JDK_JAVA_OPTIONS");
    common::succeed(java)
}

/// In the midst of a method of the JDK, whose frame jcp resumes by an agent of its own.
#[test]
fn a_launch_without_options_is_captured_and_replayed() {
    for jdk in common::jdks_in_turn() {
        let mut program = program(&jdk, "Bare.java");
        program.region = program.region.replace("Bare.main;", "Bare.main; *;");
        let program = program.instrument();
        let [captured, replayed] = ["capture", "replay"].map(|kind| launch(&program, kind));
        assert_eq!(String::from_utf8_lossy(&captured.stderr), "");
        assert_eq!(String::from_utf8_lossy(&replayed.stdout), "after a\nafter b\nend\n");
        assert_eq!(captured.stdout, replayed.stdout);
    }
}
