//! Classes that are not on the class path and that a loader of the program loads after the checkpoint: what they may read is captured, and `jcp explain`
//! names the call. What the class path's own loaders load is known.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common;

/// `tests/java/run_time/Late.java`, and the class that is not on its class path.
struct Late {
    folder: tempfile::TempDir,
    jdk: jcp::driver::jdk::JdkHome,
}

impl Late {
    fn new() -> Self {
        let (folder, jdk) = (tempfile::tempdir().expect("a folder"), common::any_jdk());
        let source = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/run_time").join(name);
        let classes = common::compile_files(&jdk, &[source("Late.java")], &folder.path().join("classes"), &[]);
        let parts = folder.path().join("work/parts");
        let path = classes.to_string_lossy().into_owned();
        common::compile_files(&jdk, &[source("late/Plug.java")], &parts, &["-cp", &path]);
        std::fs::create_dir_all(parts.join("META-INF/services")).expect("a folder");
        std::fs::write(parts.join("META-INF/services/Late$Task"), "Plug\n").expect("a file");
        Self { folder, jdk }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A command on one of the programs, with the checkpoint at the first instruction of its `work`.
    fn command(&self, command: &str, program: &str) -> Command {
        let main = format!("Late${program}");
        let mut jcp = common::jcp();
        jcp.args([command, "--main", &main, "--region", &format!("@0, {main}, {main}.main; {main}.work &")]);
        jcp.arg("--classpath").arg(self.path("classes")).arg("--jdk").arg(&self.jdk.home);
        jcp
    }

    /// Verifies a program; what `explain` says of its statics.
    fn verified(&self, program: &str) -> String {
        let mut verify = self.command("verify", program);
        common::succeed(verify.arg("--strict").arg("--workdir").arg(self.path("work")));
        let explained = common::succeed(&mut self.command("explain", program));
        String::from_utf8_lossy(&explained.stdout).into_owned()
    }
}

#[test]
fn what_a_class_may_read_that_a_loader_of_the_program_loads_is_captured() {
    let late = Late::new();
    let calls = [
        ("Loaded", "java.lang.ClassLoader.loadClass"),
        ("Named", "java.lang.Class.forName"),
        ("Served", "java.util.Iterator.next"),
    ];
    for (program, call) in calls {
        let text = late.verified(program);
        assert!(text.contains("Late$Board.score: int"), "{text}");
        let why = format!(" calls {call} with a class loader of the program");
        assert!(text.contains(&why), "{text}");
    }
}

#[test]
fn the_loaders_of_the_class_path_load_what_is_known() {
    let text = Late::new().verified("OfClassPath");
    assert!(!text.contains("Late$Board"), "{text}");
    assert!(!text.contains("counts as reachable"), "{text}");
}
