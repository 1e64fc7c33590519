//! A checkpoint of an older version of a program that reflects: what its run did decides (`jcp instrument --since --checkpoint`).
//!
//! An edited program that goes on from it prints what it would have printed from there; what does not fit is refused with each
//! reason. All of `tests/java/since/reflecting` counts as run before the checkpoint to any analysis.

use crate::common;
use crate::runtime_support::Program;
use crate::since::{java, version};
use std::path::Path;
use std::process::Output;

const SOURCE: &str = include_str!("../java/since/reflecting/Main.java");

/// The source with texts in the place of others.
fn edited(edits: &[(&str, &str)]) -> String {
    edits.iter().fold(SOURCE.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    })
}

fn captured(jdk: &jcp::driver::jdk::JdkHome) -> Program {
    let program = version(jdk, SOURCE).instrument_with(&["--editable"]);
    common::succeed(&mut program.run("capture"));
    program
}

/// `jcp instrument --since` a jar for the older version's checkpoint.
fn renew(jar: &Path, checkpoint: &Path, newer: &Program) -> Output {
    let mut jcp = common::jcp();
    jcp.arg("instrument").arg(&newer.jar).args(["--region", &newer.region]);
    jcp.arg("--jdk").arg(&newer.jdk.home).arg("-o").arg(newer.folder.path());
    jcp.arg("--since").arg(jar).arg("--checkpoint").arg(checkpoint);
    jcp.output().expect("jcp")
}

/// That the replay of the checkpoint prints what the edited program prints from the start on; returns it.
fn replayed(jar: &Path, checkpoint: &Path, newer: &Program) -> String {
    let output = renew(jar, checkpoint, newer);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let original = java(&newer.jdk, newer.jar.clone(), &newer.work(), &[]);
    let property = format!("-Djcp.checkpoint={}", checkpoint.display());
    let replayed = java(&newer.jdk, newer.output_jar("replay"), &newer.work(), &[property]);
    let from = original.find("start\n").expect("the start");
    assert_eq!(replayed, original[from..], "JDK {}", newer.jdk.version);
    replayed
}

/// Edits of what did not run, each with a text that the edited program prints where it runs.
const FITTING: &[(&str, &str, &str)] = &[
    // a body with one literal, of a class that was looked at as well
    ("return \"tail \" +", "return \"TAIL \" +", "TAIL SMALL0"),
    ("System.out.println(\"other\");", "System.out.println(\"another\");", ""),
    ("return name() + ordinal();", "return name();", ""),
    ("return \"shown \" + size;", "return \"seen \" + size;", "seen 3"),
    // the lambda was made, but did not run
    ("() -> \"made\"", "() -> \"MADE\"", "MADE"),
    // methods, lambdas, fields, classes
    ("    } // late", "    }\n\n    @Override\n    String common() {\n        return \"mine\";\n    }", ""),
    ("int calls;", "int calls = 7;\n    final String word = \"w\";", "rlate8"),
    (
        "calls++;",
        "Supplier<String> more = () -> \"m\" + calls;\n        calls++;\n        text += more.get();",
        "rm1late1",
    ),
    ("return \"tail \" + Kind", "return Fresh.WORD + more++ + Kind", "fresh0SMALL"),
    (
        "return \"unused\";\n    }",
        "return \"unused\";\n    }\n\n    String added() {\n        return \"added\";\n    }",
        "",
    ),
    // the value of a constant is in the code that names it
    ("\"the title\"", "\"a title\"", "a title"),
    // the flags of a method decide nothing that ran; a bootstrap method less, before that of a lambda that was made
    ("public String toString()", "public final String toString()", ""),
    ("println(\"end \" + seen); // last", "println(seen); // last", ""),
    // a constant that is in the code that names it
    ("+ TITLE);", "+ TITLE + Late.NAME);", "named"),
];

/// What belongs to some of [`FITTING`].
const WITH: &[(&str, &[(&str, &str)])] = &[
    (
        "return Fresh.WORD",
        &[
            ("static int seen;", "static int seen;\n    static int more;"),
            (
                "interface Step {",
                "class Fresh {\n    static final String WORD = new String(\"fresh\");\n}\n\ninterface Step {",
            ),
        ],
    ),
    ("+ Late.NAME", &[("int calls;", "int calls;\n    static final String NAME = \"named\";")]),
];

/// The edits that go together.
fn together<'e>(edit: (&'e str, &'e str)) -> Vec<(&'e str, &'e str)> {
    let more = WITH.iter().filter(|(mark, _)| edit.1.contains(mark)).flat_map(|(_, more)| more.iter().copied());
    [edit].into_iter().chain(more).collect()
}

/// Those of the edits that one program has: each alone with `JCP_ALL=1`, else several, in so many programs.
fn programs<T>(edits: &[T], shared: usize) -> Vec<Vec<&T>> {
    let programs = if common::all() { edits.len() } else { shared };
    (0..programs).map(|first| edits.iter().skip(first).step_by(programs).collect()).collect()
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn code_that_did_not_run_may_change() {
    for jdk in common::jdks_in_turn() {
        let older = captured(&jdk);
        for edits in programs(FITTING, 3) {
            let all: Vec<_> = edits.iter().flat_map(|(from, to, _)| together((from, to))).collect();
            let replayed = replayed(&older.output_jar("capture"), &older.checkpoint(), &version(&jdk, &edited(&all)));
            for (_, to, printed) in edits {
                assert!(replayed.contains(printed), "{to}: {replayed}");
            }
        }
    }
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn an_edit_of_an_edit_goes_on_from_the_same_checkpoint() {
    for jdk in common::jdks_in_turn() {
        let older = captured(&jdk);
        let first = version(&jdk, &edited(&[("return \"tail \" +", "return \"TAIL \" +")]));
        replayed(&older.output_jar("capture"), &older.checkpoint(), &first);
        let second = version(&jdk, &edited(&[("return \"tail \" +", "return \"Tail \" + seen +")]));
        let printed = replayed(&first.output_jar("replay"), &older.checkpoint(), &second);
        assert!(printed.contains("Tail 2SMALL0"), "{printed}");
    }
}

/// Edits with each of which the checkpoint does not fit, and the reasons that are given: the whole list.
const MISFITS: &[(&str, &str, &[&str])] = &[
    ("text + \"early\"", "text + \"EARLY\"", &["Early.run changed, and ran before the checkpoint"]),
    ("return \"common\";", "return \"general\";", &["Base.common changed, and ran before the checkpoint"]),
    (
        "collect();\n",
        "collect();\n        seen++;\n",
        &["Main.main changed in code that may run before the checkpoint"],
    ),
    (
        "    } // below",
        "    }\n\n    @Override\n    String common() {\n        return \"mine\";\n    }",
        &[
            "Early.common is new and may run before the checkpoint in place of another method",
            "members or annotations of Early changed, and were looked at before the checkpoint",
        ],
    ),
    // a call of `Early.shared` ran, which names no class above
    (
        "    } // below",
        "    }\n\n    static String shared() {\n        return \"mine\";\n    }",
        &[
            "Early.shared is new and may run before the checkpoint in place of another method",
            "members or annotations of Early changed, and were looked at before the checkpoint",
        ],
    ),
    (
        "    } // looked",
        "    }\n\n    void more() {}",
        &["members or annotations of Looked changed, and were looked at before the checkpoint"],
    ),
    (
        "    void other() {",
        "    @Wanted\n    void other() {",
        &["members or annotations of Looked changed, and were looked at before the checkpoint"],
    ),
    (
        "int size = 3;",
        "int size = 3;\n    int more;",
        &["the instance fields of Shown changed, and the checkpoint has objects"],
    ),
    ("int size = 3;", "int size = 4;", &["Shown.<init> changed, and ran before the checkpoint"]),
    (
        "SMALL, // kinds",
        "SMALL, MIDDLE,",
        &[
            "Kind.<clinit> changed, and ran before the checkpoint",
            "Kind.$values changed, and ran before the checkpoint",
        ],
    ),
    (
        "class Late extends Base {",
        "class Absent {}\n\nclass Late extends Base {",
        &["Absent is new, and was looked for before the checkpoint"],
    ),
    (
        "serialVersionUID = 1",
        "serialVersionUID = 2",
        &[
            "the constant Looked.serialVersionUID changed, and objects of the class may have been serialized before the checkpoint",
        ],
    ),
    (
        "WEIGHT = 4",
        "WEIGHT = 5",
        &[
            "the constant Looked.WEIGHT changed, and code that looks at members of its class may have read it before the checkpoint",
        ],
    ),
    (
        "class Lone extends Base {",
        "final class Lone extends Base {",
        &[
            "Lone was loaded before the checkpoint and has different access flags",
            "members or annotations of Lone changed, and were looked at before the checkpoint",
        ],
    ),
    (
        "class Shown {",
        "class Shown implements Cloneable {",
        &["Shown was loaded before the checkpoint and has different super types"],
    ),
    (
        "class Shown {",
        "class Shown {\n    static int made;\n\n    static {\n        made = 5;\n    }\n",
        &["Shown has an initialiser now, and was initialised before the checkpoint"],
    ),
];

#[test]
fn what_ran_and_what_was_asked_must_be_the_same() {
    for jdk in common::jdks_in_turn() {
        let older = captured(&jdk);
        for edits in programs(MISFITS, 4) {
            let all: Vec<_> = edits.iter().map(|(from, to, _)| (*from, *to)).collect();
            let reasons: Vec<_> = edits.iter().flat_map(|(_, _, reasons)| reasons.iter().copied()).collect();
            let newer = version(&jdk, &edited(&all));
            let output = renew(&older.output_jar("capture"), &older.checkpoint(), &newer);
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(3), "{all:?}: {said}");
            for reason in &reasons {
                assert!(said.contains(reason), "{reason}: {said}");
            }
            assert_eq!(said.matches("or capture again").count(), reasons.len(), "{all:?}: {said}");
            assert!(!newer.output_jar("replay").exists(), "{all:?}");
        }
    }
}

/// The run does not tell which classes handles were looked up in, so members of each count; bodies do not.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_look_up_of_handles_counts_for_all_classes() {
    let jdk = common::any_jdk();
    let looks = "FOUND.add(java.lang.invoke.MethodHandles.lookup().findStatic(Main.class, \"tail\", \
                 java.lang.invoke.MethodType.methodType(String.class)).type().toString());\n        Kind.SMALL.note();";
    let looking = |edit: (&'static str, &'static str)| edited(&[("Kind.SMALL.note();", looks), edit]);
    let older = version(&jdk, &looking(("", ""))).instrument_with(&["--editable"]);
    common::succeed(&mut older.run("capture"));
    let body = version(&jdk, &looking(("return \"tail \" +", "return \"TAIL \" +")));
    replayed(&older.output_jar("capture"), &older.checkpoint(), &body);
    let added = version(&jdk, &looking(("    } // base", "    }\n\n    void added() {}")));
    let output = renew(&older.output_jar("capture"), &older.checkpoint(), &added);
    let said = String::from_utf8_lossy(&output.stderr);
    let reason =
        "members or annotations of Base changed, and Main.collect ran before the checkpoint and looks at such things";
    assert!(output.status.code() == Some(3) && said.contains(reason), "{said}");
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_checkpoint_of_another_run_is_refused_by_the_jar_and_one_of_other_jars_by_jcp() {
    let jdk = common::any_jdk();
    let older = captured(&jdk);
    let newer = version(&jdk, &edited(&[("return \"tail \" +", "return \"TAIL \" +")]));
    replayed(&older.output_jar("capture"), &older.checkpoint(), &newer);
    // the same program, in whose other run a class less is loaded
    let mut other = common::java(&jdk);
    other.arg("-Dnames=Early Absent").arg("-jar").arg(older.output_jar("capture")).current_dir(older.work());
    common::succeed(&mut other);
    let refused = newer.replay(&older.checkpoint());
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(78) && said.contains("the checkpoint is of another run"), "{said}");
    let foreign = version(&jdk, &edited(&[("+ count); // tail", "+ count + 1);")])).instrument_with(&["--editable"]);
    common::succeed(&mut foreign.run("capture"));
    let output = renew(&older.output_jar("capture"), &foreign.checkpoint(), &newer);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("is no checkpoint of the jar given with --since"), "{said}");
}
