//! A checkpoint of an older version of a program: `jcp instrument --since`.
//!
//! An edited program that goes on from it prints what it would have printed from there; what does not fit is refused with
//! each reason.

use std::path::{Path, PathBuf};
use std::process::Output;

use crate::runtime_support::Program;
use jcp::driver::jdk::JdkHome;

use crate::common;
use crate::runtime_support;

const SOURCE: &str = include_str!("../java/since/Main.java");

/// The source with texts in the place of others.
fn edited(edits: &[(&str, &str)]) -> String {
    edits.iter().fold(SOURCE.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    })
}

pub(crate) fn region(text: &str) -> String {
    format!("{}, Main, Main.main; Main.report &", common::line(text, "start"))
}

/// `app.jar` of a version, in a folder of its own, with its region.
pub(crate) fn version(jdk: &JdkHome, text: &str) -> Program {
    let folder = tempfile::tempdir().expect("a folder");
    let classes = common::compile(jdk, &[("Main.java", text)], folder.path());
    let jar = folder.path().join("app.jar");
    common::pack(&classes, Some("Main"), &jar);
    std::fs::create_dir(folder.path().join("work")).expect("a folder");
    Program { jdk: jdk.clone(), jar, region: region(text), folder }
}

/// The first version, which has run up to the start.
fn captured(jdk: &JdkHome, options: &[&str]) -> Program {
    let program = version(jdk, SOURCE).instrument_with(options);
    common::succeed(&mut program.run("capture"));
    program
}

/// `jcp instrument --since` the capturing jar of the older version.
fn renew(older: &Program, newer: &Program, options: &[&str]) -> Output {
    let mut jcp = common::jcp();
    jcp.arg("instrument").arg(&newer.jar).args(["--region", &newer.region]).args(options);
    jcp.arg("--jdk").arg(&newer.jdk.home).arg("-o").arg(newer.folder.path());
    jcp.arg("--since").arg(older.output_jar("capture"));
    jcp.output().expect("jcp")
}

pub(crate) fn java(jdk: &JdkHome, jar: PathBuf, work: &Path, properties: &[String]) -> String {
    let mut java = common::java(jdk);
    java.args(properties)
        .args(common::verifying(jdk))
        .arg("-jar")
        .arg(jar)
        .current_dir(work)
        .env_remove("JCP_CHECKPOINT");
    let output = java.output().expect("java");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{said}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What the edited program prints from the start on, and what the replay of the older checkpoint prints.
fn both(older: &Program, newer: &Program) -> [String; 2] {
    let output = renew(older, newer, &[]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let original = java(&newer.jdk, newer.jar.clone(), &newer.work(), &[]);
    let checkpoint = format!("-Djcp.checkpoint={}", older.checkpoint().display());
    let replayed = java(&newer.jdk, newer.output_jar("replay"), &newer.work(), &[checkpoint]);
    let from = original.find("start\n").expect("the start");
    [original[from..].to_owned(), replayed]
}

/// Edits of code that runs after the start alone.
const FITTING: &[(&str, &str)] = &[
    ("import java.util.ArrayList;\n", "// lines move\n\nimport java.util.ArrayList;\n"),
    ("return record.kind; // key", "return Added.of(record) + Report.times(2);"),
    (
        "class Report {",
        "class Added {\n    static String of(Record record) {\n        return record.toString();\n    }\n}\n\nclass Report {\n    static int calls;\n\n    static int times(int n) {\n        calls += n;\n        return calls;\n    }\n",
    ),
    (
        "System.out.println(\"end of \" + title); // last",
        "for (String word : new String[] {\"the\", \"end\"}) {\n            System.out.println(word + seen);\n        }",
    ),
    (
        "System.out.println(quote.apply(title) + \" \" + width); // print",
        "RECORDS.forEach(record -> System.out.println(tail(record) + width));\n        System.out.println(quote.apply(title));",
    ),
    (
        "String report(",
        "private String tail(Record record) {\n        return \"tail \" + record.size + seen;\n    }\n\n    String report(",
    ),
];

#[test]
fn a_replay_goes_on_in_the_edited_program() {
    for jdk in common::jdks_in_turn() {
        let older = captured(&jdk, &["--editable"]);
        let newer = version(&jdk, &edited(FITTING));
        let [original, replayed] = both(&older, &newer);
        assert_eq!(replayed, original, "JDK {}", jdk.version);
        assert!(original.contains("tail 038\n"), "the edits run: {original}");
        let older = captured(&jdk, &[]);
        // it could stand for another, but is not called before
        let added = "}\n\n    @Override\n    int weight() {\n        return 100;\n    }";
        let newer = version(&jdk, &edited(&[("} // odd", added)]));
        let [original, replayed] = both(&older, &newer);
        assert_eq!(replayed, original, "JDK {}", jdk.version);
        assert!(original.contains("odd=100"), "the edit runs: {original}");
    }
}

/// Edits with each of which the checkpoint does not fit, and the reasons that are given.
const MISFITS: &[(&str, &str, &str)] = &[
    ("seen++;", "seen += 2;", "Main.collect changed in code that may run before the checkpoint"),
    ("kind + \" \" + size;", "kind + size;", "Record.label changed in code that may run before the checkpoint"),
    ("title.length() + seen;", "title.length();", "Main.report changed in code that may run before the checkpoint"),
    ("round < rounds", "round <= rounds", "Main.main changed in code that may run before the checkpoint"),
    (
        "+ title); // last",
        "+ unused + unread);",
        "local \"unused\" of Main.main is needed now, but is not in the checkpoint",
    ),
    ("static int unread", "static int unread", "static field Main.unread is needed now, but is not in the checkpoint"),
    (
        "int size; // size",
        "int size;\n    int cached;",
        "Record may be loaded before the checkpoint and has different instance",
    ),
    (
        "class Odd extends",
        "final class Odd extends",
        "Odd may be loaded before the checkpoint and has different access flags",
    ),
    (
        "extends Record {",
        "extends Record implements Cloneable {",
        "Odd may be loaded before the checkpoint and has different super",
    ),
    (
        "} // odd",
        "}\n\n    @Override\n    String label() {\n        return \"odd\";\n    }",
        "Odd.label is new and may run before the checkpoint in place of another method",
    ),
    ("WIDTH = 1", "WIDTH = 2", "Record may be loaded before the checkpoint and has different constants"),
    ("int unread = 3;", "int unread = 4;", "Main.<clinit> changed in code that may run before the checkpoint"),
];

#[test]
fn what_does_not_fit_is_refused() {
    let jdk = common::any_jdk();
    let older = captured(&jdk, &[]);
    let edits: Vec<(&str, &str)> = MISFITS.iter().map(|(from, to, _)| (*from, *to)).collect();
    let mut other_chain =
        version(&jdk, &edited(&[("main.report(", "main.other("), ("String report(", "String other(")]));
    other_chain.region = other_chain.region.replace("report", "other");
    for (newer, reasons) in [
        (version(&jdk, &edited(&edits)), MISFITS.iter().map(|(_, _, reason)| *reason).collect()),
        (other_chain, vec!["the chain was Main.main > Main.report and is now Main.main > Main.other"]),
    ] {
        let output = renew(&older, &newer, &[]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{said}");
        let (count, remedy) = (reasons.len(), "capture again: use jcp instrument without --since");
        let missing: Vec<&str> = reasons.into_iter().filter(|reason| !said.contains(reason)).collect();
        assert!(missing.is_empty(), "{missing:?}: {said}");
        assert!(said.matches(remedy).count() >= count, "each says what to do: {said}");
        assert!(!newer.output_jar("replay").exists());
    }
}

/// Keeps a stack trace, or asks for members of a class, before the start.
const KEEPING: &str = "
class Kept {
    public static void main(String[] args) {
        Exception kept = new Exception();
        String asked = ASKED;
        after(kept, asked);
    }

    static void after(Exception kept, String asked) {
        System.out.println(Tool.name()); // start
        System.out.println(kept.getStackTrace()[0] + asked);
    }
}

class Tool {
    static String name() {
        return \"tool\";
    } // tool
}
";

fn keeping(jdk: &JdkHome, asked: &str, edits: &[(&str, &str)]) -> Program {
    let source = edits.iter().fold(KEEPING.replace("ASKED", asked), |text, (from, to)| text.replace(from, to));
    let mut program = version(jdk, &source);
    program.region = program.region.replace("Main", "Kept").replace("report", "after");
    common::pack(&program.folder.path().join("classes"), Some("Kept"), &program.jar);
    program
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn what_reflection_and_stack_traces_show_may_not_move() {
    let jdk = common::any_jdk();
    let older = keeping(&jdk, "Tool.class.getDeclaredMethods()[0].getName()", &[]).instrument_with(&["--editable"]);
    let newer = keeping(
        &jdk,
        "Tool.class.getDeclaredMethods()[0].getName()",
        &[("} // tool", "}\n\n    static void other() {}")],
    );
    let said = String::from_utf8_lossy(&renew(&older, &newer, &[]).stderr).into_owned();
    assert!(
        said.contains("Tool may be loaded before the checkpoint and has different members or annotations"),
        "{said}"
    );
    assert!(said.contains("Kept.main") && said.contains("looks up members of classes"), "{said}");

    let asked = "Class.forName(\"Too\" + \"l\").getName()";
    let asking = [("main(String[] args) {", "main(String[] args) throws Exception {")];
    let older = keeping(&jdk, asked, &asking).instrument_with(&["--editable"]);
    let found = [
        asking[0],
        ("class Tool {", "class Tool {\n    static final Object NEW = new Late();\n"),
        ("\nclass Tool", "\nclass Late {}\n\nclass Tool"),
    ];
    let newer = keeping(&jdk, asked, &found);
    let said = String::from_utf8_lossy(&renew(&older, &newer, &[]).stderr).into_owned();
    assert!(said.contains("Late may be loaded before the checkpoint now, because "), "{said}");

    let older = keeping(&jdk, "null", &[]).instrument_with(&["--editable"]);
    common::succeed(&mut older.run("capture"));
    let replay = |edits: &[(&str, &str)]| {
        let newer = keeping(&jdk, "null", edits);
        let output = renew(&older, &newer, &[]);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        newer.replay(&older.checkpoint())
    };
    assert_eq!(replay(&[("\"tool\"", "\"other\"")]).stdout, b"other\nKept.main(Main.java:4)null\n");
    let moved = replay(&[("class Kept", "// a line\nclass Kept")]);
    runtime_support::assert_cannot_replay(
        &moved,
        "the checkpoint has stack traces, and lines of the program have moved",
    );
}

#[test]
fn a_jar_without_premises_is_no_base() {
    let jdk = common::any_jdk();
    let program = version(&jdk, SOURCE);
    let mut jcp = common::jcp();
    jcp.arg("instrument").arg(&program.jar).args(["--region", &program.region]).arg("--since").arg(&program.jar);
    let output = jcp.arg("--jdk").arg(&jdk.home).current_dir(program.work()).output().expect("jcp");
    assert_eq!(output.status.code(), Some(4));
    assert!(String::from_utf8_lossy(&output.stderr).contains("has no META-INF/jcp/premises"));
}
