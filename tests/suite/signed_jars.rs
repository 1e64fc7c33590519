//! An executable signed jar whose `Class-Path` names a signed multi-release jar; the chain ends in a class that only newer
//! JDKs see, under `META-INF/versions/11`.

use std::path::{Path, PathBuf};
use std::process::Command;

use jcp::driver::jdk::JdkHome;

use crate::common;

const MAIN: &str = "public class Main {
    public static void main(String[] args) {
        long total = lib.Versioned.work(args.length + 3) + 1L;
        System.out.println(total);
    }
}
";

const OLD: &str = "package lib;

public class Versioned {
    public static int work(int n) {
        System.out.println(\"the old one\");
        return n;
    }
}
";

const NEW: &str = "package lib;

public class Versioned {
    public static int work(int n) {
        System.out.println(\"before\");
        int twice = n * 2;
        System.out.println(\"the one for JDK 11\");
        return twice;
    }
}
";

/// Compiles the sources with the class path.
fn compile(jdk: &JdkHome, source: (&str, &str), folder: &Path, flags: &[&str]) -> PathBuf {
    let file = folder.join(source.0);
    std::fs::create_dir_all(file.parent().expect("a folder")).expect("folder");
    std::fs::write(&file, source.1).expect("source");
    common::compile_files(jdk, &[file], &folder.join("classes"), flags)
}

fn key(jdk: &JdkHome, folder: &Path) -> PathBuf {
    let store = folder.join("keys.p12");
    let mut keytool = Command::new(jdk.home.join("bin/keytool"));
    keytool.args(["-genkeypair", "-alias", "test", "-keyalg", "RSA", "-dname", "CN=Test", "-storetype", "PKCS12"]);
    common::succeed(keytool.args(["-storepass", "password", "-keystore"]).arg(&store));
    store
}

fn sign(jdk: &JdkHome, store: &Path, jar: &Path) {
    let mut jarsigner = Command::new(jdk.home.join("bin/jarsigner"));
    common::succeed(jarsigner.arg("-keystore").arg(store).args(["-storepass", "password"]).arg(jar).arg("test"));
}

/// Makes `app.jar` and `lib/lib.jar`, both signed.
fn build(jdk: &JdkHome, folder: &Path) -> PathBuf {
    let old = compile(jdk, ("lib/Versioned.java", OLD), &folder.join("old"), &["--release", "8"]);
    let new = compile(jdk, ("lib/Versioned.java", NEW), &folder.join("new"), &["--release", "11"]);
    let path = old.to_string_lossy().into_owned();
    let main = compile(jdk, ("Main.java", MAIN), &folder.join("main"), &["-cp", &path]);
    let (library, app, manifest) = (folder.join("lib/lib.jar"), folder.join("app.jar"), folder.join("manifest.txt"));
    std::fs::create_dir_all(folder.join("lib")).expect("folder");
    let jar = || Command::new(jdk.home.join("bin/jar"));
    let mut command = jar();
    command.args(["--create", "--file"]).arg(&library).arg("-C").arg(old).args([".", "--release", "11", "-C"]);
    common::succeed(command.arg(new).arg("."));
    std::fs::write(&manifest, "Main-Class: Main\nClass-Path: lib/lib.jar\n").expect("manifest");
    let mut command = jar();
    command.args(["--create", "--file"]).arg(&app).arg("--manifest").arg(manifest).arg("-C").arg(main).arg(".");
    common::succeed(&mut command);
    let store = key(jdk, folder);
    sign(jdk, &store, &library);
    sign(jdk, &store, &app);
    app
}

#[test]
fn a_chain_through_signed_and_multi_release_jars_is_equal() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("folder");
        let app = build(&jdk, folder.path());
        let mut jcp = common::jcp();
        jcp.args(["verify", "--strict"])
            .arg(app)
            .args(["--region", "7, lib.Versioned, Main.main:3; lib.Versioned.work &"]);
        let work = folder.path().join("work");
        std::fs::create_dir(&work).expect("folder");
        jcp.args(common::verifying(&jdk).iter().map(|option| format!("--jvm-arg={option}")));
        jcp.args(["--json", "--jdk"]).arg(&jdk.home).arg("--workdir").arg(work);
        let output = jcp.output().expect("jcp");
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(report["result"], "equal", "{report:#}\n{}", String::from_utf8_lossy(&output.stderr));
    }
}
