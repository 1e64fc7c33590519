//! Calls by reflection whose member is not known: what they pass tells which members they may mean.
//!
//! The program is run as well, and each method that says its name must be one that the analysis holds reachable.

use crate::analysis_points_to_reflection::{on_file, reached};
use crate::common::{self, method};
use jcp::analysis::points_to::context::Sensitivity;
use jcp::analysis::points_to::{Budget, Exceeded, PointsTo, points_to};
use jcp::classfile::jimage::Jdk;
use jcp::program::{ClassSource, Folder, Program};

/// Which of these methods, as `Class.method`, the answer holds reachable.
fn of(answer: &PointsTo<'_>, methods: &[&str]) -> Vec<String> {
    let is_reached = |name: &&&str| {
        let (class, method) = name.split_once('.').expect("a class and a method");
        reached(answer, &format!("Given${class}"), method)
    };
    methods.iter().filter(is_reached).map(|name| (*name).to_owned()).collect()
}

#[test]
fn what_is_passed_tells_which_members_are_meant() {
    on_file("Given.java", "Given", |answer, jdk, classes| {
        let asked = of(answer, &["Asked.none", "Asked.one", "Asked.hidden", "Asked.still", "Nulls.none", "Nulls.one"]);
        assert_eq!(asked, ["Asked.none", "Asked.still", "Nulls.none"]);
        let declared = of(answer, &["Declared.one", "Declared.none", "Declared.two", "Shown.number", "Shown.never"]);
        assert_eq!(declared, ["Declared.one", "Shown.number"]);
        // the array is not known
        let any = [
            "Ways.none",
            "Ways.one",
            "Later.none",
            "Later.one",
            "Before.none",
            "Before.one",
            "Passed.none",
            "Passed.one",
        ];
        assert_eq!(of(answer, &any), any);
        // a method of the JDK calls back; no method of the program has the name
        assert_eq!(
            of(answer, &["Own.size", "Own.alone", "Wrong.<clinit>", "Wrong.one"]),
            ["Own.size", "Wrong.<clinit>"]
        );
        let run = common::java(jdk).arg("-cp").arg(classes).arg("Given").output().expect("java runs");
        let said = String::from_utf8(run.stdout).expect("text");
        assert!(run.status.success() && said.lines().count() > 15, "{said}{}", String::from_utf8_lossy(&run.stderr));
        for line in said.lines().filter(|line| *line != "Given.main" && *line != "Partly.takeOther") {
            assert_eq!(of(answer, &[line]), [line]);
        }
    });
}

/// Of classes of which there is no object a method that is not known calls none, so they do not count as what it may call.
#[test]
fn classes_count_where_they_have_receivers() {
    let listed: Vec<String> = (0..120).map(|number| format!("C{number}.class")).collect();
    let made: Vec<String> = (0..120).map(|number| format!("new C{number}()")).collect();
    let mut source = format!(
        "class Many {{
            static void call(String name, Object... on) throws Exception {{
                for (Class<?> of : new Class<?>[] {{{}}})
                    for (java.lang.reflect.Method found : of.getMethods())
                        if (found.getName().equals(name)) for (Object each : on) found.invoke(each);
            }}
        }}
        class One {{ public static void main(String[] args) throws Exception {{ Many.call(args[0] + 1, new C7()); }} }}
        class All {{ public static void main(String[] args) throws Exception {{ Many.call(args[0] + 1, {}); }} }}\n",
        listed.join(", "),
        made.join(", ")
    );
    source.extend((0..120).map(|number| format!("class C{number} {{ public void run() {{}} }}\n")));
    let (home, folder) = (common::any_jdk(), tempfile::tempdir().expect("a folder"));
    let file = folder.path().join("Many.java");
    std::fs::write(&file, source).expect("a source");
    let classes = common::compile_files(&home, &[file], &folder.path().join("classes"), &[]);
    let application: Box<dyn ClassSource> = Box::new(Folder::open(&classes).expect("classes"));
    let jdk = Jdk::open(&home.home).expect("the JDK is readable");
    let program = Program::new(vec![application], Box::new(jdk)).expect("a program");
    let (budget, summaries) = (Budget::of_selection(), common::summaries::of(&home));
    let run =
        |main| points_to(&program, method(&program, main, "main"), Sensitivity::Insensitive, &budget, Some(&summaries));
    let one = run("One").expect("an answer");
    assert!(reached(&one, "C7", "run") && !reached(&one, "C8", "run"));
    assert!(matches!(run("All").err(), Some(Exceeded::Unknown(place)) if place.starts_with("Many.call")));
}
