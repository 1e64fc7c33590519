//! Programs that ask where their own classes are, and open files (`jcp run` after an edit): the older checkpoint serves as long as nothing was
//! opened that the edit changed.
//!
//! Each run prints what the original would print from there on. Left out: calls by reflection, and files that are not on the class path.

use std::path::Path;

use crate::common;

const SOURCE: &str = "\
import java.io.*;
import java.net.*;
import java.nio.file.*;
import java.security.CodeSource;
import java.util.Optional;

public class Main {
    static Object kept;

    static File place() throws Exception {
        return new File(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case \"place\": kept = place().isAbsolute() && place().getParentFile() != null; break;
            case \"other file\": kept = place().isAbsolute() + Files.readString(Path.of(\"data.txt\")); break;
            case \"no loader\":
                kept = new URLClassLoader(new URL[0], null).getResource(\"Late.class\") + \"\" + new File(\"data.txt\").length();
                break;
            case \"class file\": kept = new File(place(), \"Late.class\").length(); break;
            case \"own name\": kept = Files.size(Path.of(\"classes/../classes/Late.class\")); break;
            case \"list\": kept = place().list().length; break;
            case \"unknown\":
                kept = place().isAbsolute();
                try (var in = FileSystems.getDefault().provider().newByteChannel(Path.of(\"data.txt\"), java.util.Set.of())) {
                    kept = in.size();
                }
                break;
            case \"reference\":
                kept = Optional.of(Main.class.getProtectionDomain().getCodeSource()).map(CodeSource::getLocation).map(String::valueOf)
                    .map(URI::create).map(Path::of).map(Path::toFile).map(File::list).get().length;
                break;
            case \"loader\": kept = new URLClassLoader(new URL[] {place().toURI().toURL()}, null).getResource(\"Late.class\") != null;
        }
        System.out.println(\"made\");
        answer();
    }

    static void answer() {
        System.out.println(kept + new Late().text());
    }
}

class Late {
    String text() {
        return \" late\";
    }
}
";

/// The ways, and why an edit of `Late` is captured again; none where it replays. Each third one, or with `JCP_ALL=1` all.
const WAYS: &[(&str, Option<&str>)] = &[
    ("place", None),
    ("other file", None),
    ("no loader", None),
    ("class file", Some("the resource \"Late.class\" was read before the checkpoint")),
    ("own name", Some("the resource \"Late.class\" was read before the checkpoint")),
    ("list", Some("the run opened the entry of the class path where it is, before the checkpoint")),
    ("unknown", Some("Main.place asked before the checkpoint where files near it are, and the run opened files")),
    ("reference", Some("Main.main ran before the checkpoint and may read class files")),
    ("loader", Some("Main.main ran before the checkpoint and may read class files")),
];

fn write(jdk: &jcp::driver::jdk::JdkHome, at: &Path, source: &str) {
    let scratch = tempfile::tempdir().expect("a folder");
    let classes = common::compile(jdk, &[("Main.java", source)], scratch.path());
    std::fs::create_dir_all(at.join("classes")).expect("a folder");
    for name in ["Main.class", "Late.class"] {
        std::fs::copy(classes.join(name), at.join("classes").join(name)).expect("a class file");
    }
}

#[test]
fn an_edit_replays_unless_what_it_changed_was_opened() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("data.txt"), "data").expect("a file");
        let run = |way: &str| {
            let mut jcp = common::jcp();
            jcp.current_dir(folder.path()).args([
                "run",
                "--region",
                "Main.answer",
                "--classpath",
                "classes",
                "--main",
                "Main",
            ]);
            jcp.args(["-o", &format!("out {way}"), "--jdk"]).arg(&jdk.home).args(["--", way]);
            let output = jcp.output().expect("jcp runs");
            let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text").trim().to_owned();
            assert_eq!(output.status.code(), Some(0), "{way}: {}", text(output.stderr));
            (text(output.stdout), text(output.stderr))
        };
        write(&jdk, folder.path(), SOURCE);
        let ways = || WAYS.iter().step_by(if common::all() { 1 } else { 3 });
        let before: Vec<String> = ways().map(|(way, _)| run(way).0).collect();
        write(&jdk, folder.path(), &SOURCE.replace("\" late\"", "\" later than that\""));
        for ((way, why), before) in ways().zip(before) {
            let (printed, said) = run(way);
            let Some(why) = why else {
                let replays = "jcp: replays from the checkpoint: the program changed only after the checkpoint";
                assert_eq!(said, replays, "{way}");
                assert_eq!(format!("made\n{printed}"), before.replace(" late", " later than that"), "{way}");
                continue;
            };
            let expected = format!("captures: the program changed: Late changed, and {why}");
            assert!(said.contains(&expected), "{way}: {said}");
            assert!(printed.starts_with("made\n") && printed.ends_with(" later than that"), "{way}: {printed}");
        }
    }
}
