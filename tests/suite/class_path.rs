//! Programs that look at their own class path: where a class is from, which files lie beside it, what its jar has, and the
//! property. For a class path of jars, of a folder and a jar, and for an executable jar with a `Class-Path`.

use std::path::{Path, PathBuf};
use std::process::Command;

use jcp::driver::jdk::JdkHome;

use crate::common;

const MAIN: &str = "import java.io.*;
import java.net.*;
import java.util.*;
import java.util.zip.ZipFile;

class Above {
    static int looks;
}

public class Main extends Above {
    static String from(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation().toString();
    }

    static void look(String when) throws Exception {
        looks++;
        System.out.println(when + \" \" + looks + \" \" + lib.Library.seen());
        System.out.println(from(lib.Library.class) + \" \" + lib.Library.class.getResource(\"Library.class\"));
        File jar = new File(new URI(from(lib.Library.class)));
        try (ZipFile zip = new ZipFile(jar)) {
            System.out.println(zip.getEntry(\"lib/texts.properties\") + \" \" + zip.size());
        }
        System.out.println(lib.Library.class.getResourceAsStream(\"Library.class\").readAllBytes().length);
        System.out.println(lib.Library.class.getPackage().getImplementationVersion());
        System.out.println(Main.class.getClassLoader().getResource(\"nowhere\") + \" \" + Arrays.asList(lib.Library.class.getSigners() == null));
        List<URL> texts = Collections.list(Main.class.getClassLoader().getResources(\"lib/texts.properties\"));
        System.out.println(texts + \" \" + texts.size());
        if (System.getProperty(\"java.class.path\").contains(File.pathSeparator)) {
            System.out.println(from(Main.class) + \" \" + Main.class.getResource(\"Main.class\") + \" \" + System.getProperty(\"java.class.path\"));
            System.out.println(Collections.list(Main.class.getClassLoader().getResources(\"META-INF/MANIFEST.MF\")).size());
            System.out.println(Main.class.getProtectionDomain() == lib.Library.class.getProtectionDomain());
        }
    }

    public static void main(String[] args) throws Exception {
        look(\"before\");
        System.out.println(new Object().hashCode());
        System.out.println(new Object().hashCode()); // here
        look(\"behind\");
        System.out.println(lib.Late.text() + from(lib.Late.class) + \" \" + new Object().hashCode());
    }
}
";

const LIBRARY: &str = "package lib;

public class Library {
    static final java.util.List<String> SEEN = new java.util.ArrayList<>();

    public static String seen() throws java.io.IOException {
        SEEN.add(\"s\" + SEEN.size());
        java.util.Properties texts = new java.util.Properties();
        texts.load(Library.class.getResourceAsStream(\"texts.properties\"));
        return SEEN + \" \" + texts;
    }
}
";

const LATE: &str = "package lib;

public class Late {
    static final long START = Library.SEEN.size();

    public static String text() {
        return START + \" \";
    }
}
";

/// The folder of `Main`, and a jar with the library, its text and version.
fn build(jdk: &JdkHome, folder: &Path) -> (PathBuf, PathBuf) {
    let library = common::compile(jdk, &[("lib/Library.java", LIBRARY), ("lib/Late.java", LATE)], &folder.join("lib"));
    std::fs::write(library.join("lib/texts.properties"), "greeting=hello\n").expect("text");
    let (manifest, jar) = (folder.join("manifest.txt"), folder.join("library.jar"));
    std::fs::write(&manifest, "Implementation-Version: 7.4\n").expect("manifest");
    let mut command = Command::new(jdk.home.join("bin/jar"));
    command.args(["--create", "--file"]).arg(&jar).arg("--manifest").arg(manifest).arg("-C").arg(&library).arg(".");
    common::succeed(&mut command);
    let source = folder.join("Main.java");
    std::fs::write(&source, MAIN).expect("source");
    let path = library.to_string_lossy().into_owned();
    let main = common::compile_files(jdk, &[source], &folder.join("main"), &["-cp", &path]);
    (main, jar)
}

fn verify(jdk: &JdkHome, folder: &Path, program: &[String]) {
    verify_region(jdk, folder, program, &format!("{}, Main, Main.main &", common::line(MAIN, "here")));
}

fn verify_region(jdk: &JdkHome, folder: &Path, program: &[String], region: &str) {
    let mut jcp = common::jcp();
    jcp.args(["verify", "--strict"]).args(program).args(["--region", region, "--json", "--jdk"]).arg(&jdk.home);
    let work = folder.join("work");
    std::fs::create_dir_all(&work).expect("folder");
    let output = jcp.arg("--workdir").arg(work).output().expect("jcp");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["result"], "equal", "{program:?}\n{report:#}\n{}", String::from_utf8_lossy(&output.stderr));
}

/// A region with an end, whose replay reads which starts and ends the capturing run met.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_region_with_an_end_in_a_folder_keeps_identity_hashes() {
    const FORMATS: &str = "public class Main {
    public static void main(String[] args) {
        System.out.println(\"start\"); // here
        System.out.println(String.format(\"%d\", 3) + new Object().hashCode());
        System.out.println(\"end\"); // end
    }
}
";
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("folder");
        let main = common::compile(&jdk, &[("Main.java", FORMATS)], &folder.path().join("main"));
        let [start, end] = ["here", "end"].map(|mark| common::line(FORMATS, mark));
        let region = format!("{start}, Main, Main.main & {end}, Main, Main.main");
        verify_region(&jdk, folder.path(), &class_path(&[&main]), &region);
    }
}

fn class_path(entries: &[&Path]) -> Vec<String> {
    let path = std::env::join_paths(entries).expect("no separator in them").into_string().expect("UTF-8");
    vec!["--classpath".into(), path, "--main".into(), "Main".into()]
}

#[test]
fn a_program_of_jars_sees_its_own_class_path() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("folder");
        let (main, library) = build(&jdk, folder.path());
        let app = folder.path().join("main.jar");
        common::pack(&main, None, &app);
        verify(&jdk, folder.path(), &class_path(&[&app, &library]));
    }
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn the_main_class_is_in_the_second_jar() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("folder");
        let (main, library) = build(&jdk, folder.path());
        let app = folder.path().join("main.jar");
        common::pack(&main, None, &app);
        verify(&jdk, folder.path(), &class_path(&[&library, &app]));
    }
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn the_main_class_is_in_a_jar_behind_a_folder() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("folder");
        let (main, library) = build(&jdk, folder.path());
        let (app, settings) = (folder.path().join("main.jar"), folder.path().join("settings"));
        common::pack(&main, None, &app);
        std::fs::create_dir(&settings).expect("folder");
        verify(&jdk, folder.path(), &class_path(&[&settings, &app, &library]));
        verify(&jdk, folder.path(), &class_path(&[&settings, &library, &app]));
    }
}

#[test]
fn a_program_of_a_folder_and_a_jar_sees_its_own_class_path() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("folder");
        let (main, library) = build(&jdk, folder.path());
        verify(&jdk, folder.path(), &class_path(&[&main, &library]));
    }
}

#[test]
fn the_libraries_of_an_executable_jar_stay_where_they_are() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("folder");
        let (main, _) = build(&jdk, folder.path());
        let (manifest, app) = (folder.path().join("main.txt"), folder.path().join("app.jar"));
        std::fs::write(&manifest, "Main-Class: Main\nClass-Path: library.jar\n").expect("manifest");
        let mut command = Command::new(jdk.home.join("bin/jar"));
        command.args(["--create", "--file"]).arg(&app).arg("--manifest").arg(manifest).arg("-C").arg(main).arg(".");
        common::succeed(&mut command);
        verify(&jdk, folder.path(), &[app.to_string_lossy().into_owned()]);
    }
}
