//! Calls by reflection whose member is not known: what they pass tells which members they may mean.
//!
//! The program is run as well, and each method that says its name must be one that the analysis holds reachable.

use crate::analysis_points_to_reflection::{on_file, reached};
use crate::common;
use jcp::analysis::points_to::PointsTo;

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
