//! Identity hashes of programs whose main class is verified with classes of other entries of the class path, which the JVM opens
//! before the first hook: by the main thread, and by a thread that is started. And the hashes that main class and main thread have by
//! then, of a program that has one class, which the JVM finds behind other entries.

use std::path::{Path, PathBuf};
use std::process::Command;

use jcp::driver::jdk::JdkHome;

use crate::common;

const MAIN: &str = "package app;

public class Main {
    public static void main(String[] args) throws Exception {
        try {
            System.out.println(\"main \" + new Object().hashCode());
            Thread thread = new Thread(() -> System.out.println(\"thread \" + new Object().hashCode()));
            thread.start();
            thread.join();
            lib.Fault.stage(); // here
            System.out.println(\"main \" + new Object().hashCode());
        } catch (lib.Fault fault) {
            System.out.println(fault);
        }
    }
}
";

const FAULT: &str = "package lib;

public class Fault extends RuntimeException {
    public static void stage() {
        System.out.println(\"stage\"); // below
    }
}
";

const ALONE: &str = "public class Alone {
    public static void main(String[] args) {
        System.out.println(Alone.class.hashCode());
        System.out.println(Alone.class.getProtectionDomain().hashCode());
        System.out.println(Thread.currentThread().hashCode());
        System.out.println(new Object().hashCode()); // here
        System.out.println(Thread.currentThread().hashCode());
    }
}
";

/// The jars of both classes, and of another one.
struct Jars {
    main: PathBuf,
    fault: PathBuf,
    other: PathBuf,
}

fn build(jdk: &JdkHome, folder: &Path) -> Jars {
    let classes = common::compile(jdk, &[("app/Main.java", MAIN), ("lib/Fault.java", FAULT)], folder);
    std::fs::create_dir_all(classes.join("nothing")).expect("folder");
    let manifest = folder.join("manifest.txt");
    std::fs::write(&manifest, "Main-Class: app.Main\nClass-Path: gone.jar fault.jar\n").expect("manifest");
    let jar = |name: &str, options: &[&str], part: &str| {
        let jar = folder.join(name);
        let mut command = Command::new(jdk.home.join("bin/jar"));
        command.arg(options[0]).arg(&jar).args(&options[1..]).arg("-C").arg(&classes).arg(part);
        common::succeed(&mut command);
        jar
    };
    let listed = manifest.to_string_lossy().into_owned();
    jar("launched.jar", &["cfm", &listed], "app");
    Jars {
        main: jar("main.jar", &["cf"], "app"),
        fault: jar("fault.jar", &["cf"], "lib"),
        other: jar("other.jar", &["cf"], "nothing"),
    }
}

/// Verifies a region whose chain changes the class of the other jar, and one that does not.
fn verify(jdk: &JdkHome, folder: &Path, program: &[String]) {
    let below = format!("{}, lib.Fault, app.Main.main; lib.Fault.stage", common::line(FAULT, "below"));
    for region in [below, format!("{}, app.Main, app.Main.main", common::line(MAIN, "here"))] {
        verify_region(jdk, folder, program, &region);
    }
}

fn verify_region(jdk: &JdkHome, folder: &Path, program: &[String], region: &str) {
    let mut jcp = common::jcp();
    jcp.args(["verify", "--strict"]).args(program).args(["--region", region, "--json", "--jdk"]).arg(&jdk.home);
    let output = jcp.current_dir(folder).output().expect("jcp");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["result"], "equal", "{program:?}\n{report:#}\n{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn classes_of_other_jars_take_the_hashes_of_the_original() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("folder");
        let Jars { main, fault, other } = build(&jdk, folder.path());
        let gone = folder.path().join("gone.jar");
        for entries in
            [[&main, &fault, &other], [&main, &other, &fault], [&fault, &other, &main], [&gone, &main, &fault]]
        {
            let path = std::env::join_paths(entries).expect("no separator in them").into_string().expect("UTF-8");
            verify(&jdk, folder.path(), &["--classpath".into(), path, "--main".into(), "app.Main".into()]);
        }
    }
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn libraries_of_an_executable_jar_take_the_hashes_of_the_original() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("folder");
        build(&jdk, folder.path());
        verify(&jdk, folder.path(), &["launched.jar".into()]);
    }
}

#[test]
fn one_class_and_the_main_thread_have_the_hashes_of_the_original() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("folder");
        let classes = common::compile(&jdk, &[("Alone.java", ALONE)], folder.path());
        let [jar, empty] = ["alone.jar", "settings"].map(|name| folder.path().join(name));
        std::fs::create_dir(&empty).expect("folder");
        let mut command = Command::new(jdk.home.join("bin/jar"));
        common::succeed(command.arg("cf").arg(&jar).arg("-C").arg(&classes).arg("."));
        let other = build(&jdk, &empty).other;
        for entries in [[&empty, &jar], [&other, &classes], [&jar, &empty], [&classes, &jar]] {
            let path = std::env::join_paths(entries).expect("no separator in them").into_string().expect("UTF-8");
            let region = format!("{}, Alone, Alone.main", common::line(ALONE, "here"));
            verify_region(&jdk, folder.path(), &["--classpath".into(), path, "--main".into(), "Alone".into()], &region);
        }
    }
}
