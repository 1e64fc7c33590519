//! Executable jars with nested jars: those of a launcher as Spring Boot's (`tests/java/nested` has one that does the same in few lines, in both of
//! its layouts) are equal to the original in all that a class can see of its place; for other launchers the message says what to do.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use jcp::driver::jdk::JdkHome;
use zip::CompressionMethod::{Deflated, Stored};
use zip::write::SimpleFileOptions;

use crate::common;

/// The second chain leads through a call of the JDK that goes on working, for which the runtime changes classes of the JDK.
const REGIONS: [&str; 2] = ["@0, lib.Library, app.Main.main; lib.Library.work &", "@0, app.Main, *; app.Main.each &"];

fn compile(jdk: &JdkHome, part: &str, files: &[&str], folder: &Path, flags: &[&str]) -> PathBuf {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/nested").join(part);
    let files: Vec<PathBuf> = files.iter().map(|file| sources.join(file)).collect();
    common::compile_files(jdk, &files, &folder.join(part), flags)
}

/// All files of a folder, by their paths in it.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let all = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().map(|entry| entry.expect("a file"));
    let files = all.filter(|entry| entry.file_type().is_file());
    let content = |entry: walkdir::DirEntry| {
        let name = entry.path().strip_prefix(folder).expect("inside").to_string_lossy().into_owned();
        (name, std::fs::read(entry.path()).expect("content"))
    };
    files.map(content).collect()
}

/// A jar of the entries, stored or compressed, and with the folders among them.
fn jar(manifest: &str, entries: &[(String, Vec<u8>)], path: &Path) {
    let mut archive = zip::ZipWriter::new(std::fs::File::create(path).expect("a jar"));
    let manifest = ("META-INF/MANIFEST.MF".to_owned(), format!("Manifest-Version: 1.0\r\n{manifest}\r\n").into_bytes());
    for (name, content) in [manifest].iter().chain(entries) {
        let method = if Path::new(name).extension().is_some_and(|ending| ending == "jar") { Stored } else { Deflated };
        let options = SimpleFileOptions::default().compression_method(method);
        if name.ends_with('/') {
            archive.add_directory(name.as_str(), options).expect("a folder");
        } else {
            archive.start_file(name.as_str(), options).expect("an entry");
            archive.write_all(content).expect("content");
        }
    }
    archive.finish().expect("a jar");
}

/// The program in a jar with this launcher.
fn build(jdk: &JdkHome, launcher: &str, folder: &Path) -> PathBuf {
    let lib = compile(jdk, "lib", &["lib/Library.java", "lib/Late.java"], folder, &[]);
    let path = lib.to_string_lossy().into_owned();
    let app = compile(jdk, "app", &["app/Main.java"], folder, &["-cp", &path]);
    let package = "org/springframework/boot/loader";
    let launchers = [format!("{package}/JarLauncher.java"), format!("{package}/launch/JarLauncher.java")];
    let launchers = compile(jdk, "launcher", &launchers.each_ref().map(String::as_str), folder, &[]);
    let inner = folder.join("lib.jar");
    let mut content = files(&lib);
    content.push(("lib/text.txt".to_owned(), b"hello".to_vec()));
    content.push(("META-INF/services/java.lang.Runnable".to_owned(), b"lib.Library\n".to_vec()));
    jar("Implementation-Version: 7\r\n", &content, &inner);
    let mut entries = files(&launchers);
    entries.push(("BOOT-INF/classes/".to_owned(), Vec::new()));
    entries.extend(files(&app).into_iter().map(|(name, content)| (format!("BOOT-INF/classes/{name}"), content)));
    entries.push(("BOOT-INF/lib/lib.jar".to_owned(), std::fs::read(inner).expect("the jar")));
    let outer = folder.join("app.jar");
    jar(&format!("Main-Class: {launcher}\r\nStart-Class: app.Main\r\n"), &entries, &outer);
    outer
}

#[test]
fn a_program_in_nested_jars_is_equal_in_both_layouts() {
    for jdk in common::jdks_in_turn() {
        let layouts = [
            ("org.springframework.boot.loader.launch.JarLauncher", &REGIONS[..]),
            ("org.springframework.boot.loader.JarLauncher", &REGIONS[..1]),
        ];
        for (launcher, regions) in layouts.into_iter().take(if common::all() { 2 } else { 1 }) {
            let folder = tempfile::tempdir().expect("folder");
            let app = build(&jdk, launcher, folder.path());
            for region in regions {
                let work = tempfile::tempdir().expect("folder");
                let mut jcp = common::jcp();
                jcp.args(["verify", "--strict", "--json", "--region", region]).arg(&app).arg("--jdk").arg(&jdk.home);
                let output = jcp.arg("--workdir").arg(work.path()).args(["--", "a", "b"]).output().expect("jcp");
                let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
                let told = String::from_utf8_lossy(&output.stderr);
                assert_eq!(report["result"], "equal", "{region}: {report:#}\n{told}");
            }
        }
    }
}

#[test]
fn other_launchers_are_told_with_a_way_out() {
    let folder = tempfile::tempdir().expect("folder");
    let app = folder.path().join("app.jar");
    let said = || {
        let output =
            common::jcp().arg("instrument").arg(&app).args(["--region", "@0, a.B, a.B.main &"]).output().expect("jcp");
        assert_eq!(output.status.code(), Some(4), "{output:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    for (manifest, path) in [
        ("Main-Class: com.simontuffs.onejar.Boot\r\nOne-Jar-Main-Class: a.B\r\n", "'app/main/main.jar:app/lib/*'"),
        ("Main-Class: Capsule\r\nApplication-Class: a.B\r\n", "'app/:app/*'"),
        (
            "Main-Class: org.springframework.boot.loader.launch.PropertiesLauncher\r\nStart-Class: a.B\r\n",
            "'app/BOOT-INF/classes:app/BOOT-INF/lib/*'",
        ),
    ] {
        jar(manifest, &[], &app);
        let said = said();
        assert!(said.contains("unzip") && said.contains(&format!("--classpath {path} --main a.B")), "{said}");
    }
    jar("Main-Class: io.quarkus.bootstrap.runner.QuarkusEntryPoint\r\n", &[], &app);
    let (told, beside) = (said(), folder.path().display());
    let path = format!("'{beside}/quarkus/*:{beside}/app/*:{beside}/lib/boot/*:{beside}/lib/main/*'");
    assert!(told.contains(&format!("--classpath {path} --main io.quarkus.runner.GeneratedMain")), "{told}");
    jar("Main-Class: a.B\r\n", &[("inside/x.jar".to_owned(), Vec::new())], &app);
    let said = said();
    assert!(said.contains("jars inside, such as inside/x.jar"), "{said}");
}
