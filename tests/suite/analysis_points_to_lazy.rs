//! Classes that are looked up by names that are not known: which of them the code asks for, and when any class counts. Each part of the
//! source is a program by its own `main`.

use crate::analysis_points_to_reflection::{arrives, names, on_file, reached};
use jcp::analysis::points_to::PointsTo;

fn on(main: &str, check: impl Fn(&PointsTo<'_>)) {
    on_file("Lazy.java", main, |answer, _, _| check(answer));
}

/// The two plug-ins come to `other`, and no object of another class is made.
fn finds_plugins(main: &str) {
    on(main, |answer| {
        assert_eq!(arrives(answer, "Sink", "other"), names(&["First", "Second"]));
        assert!(!reached(answer, "Stranger", "<init>"));
        assert!(answer.looks_up_lazily().is_some_and(|place| place.starts_with(main)));
    });
}

#[test]
fn a_cast_asks() {
    on("Cast", |answer| {
        // what it makes may be of any class until it is cast
        assert_eq!(arrives(answer, "Sink", "other"), names(&["First", "Second"]));
        assert!(reached(answer, "First", "run") && reached(answer, "Second", "run"));
        assert!(!reached(answer, "Stranger", "<init>"));
        let told: Vec<&String> = answer.diagnostics().iter().filter(|text| text.starts_with("Cast.main")).collect();
        assert!(told.len() == 1 && told[0].contains("3 of the application count"), "{told:?}");
    });
}

#[test]
fn a_receiver_asks() {
    on("Receiver", |answer| {
        assert!(reached(answer, "First", "run") && reached(answer, "Second", "run"));
        assert!(!reached(answer, "Stranger", "<init>"));
    });
}

#[test]
fn fields_and_parameters_of_reflection_ask() {
    finds_plugins("Injected");
    finds_plugins("Passed");
}

#[test]
fn classes_above_ask_for_no_more() {
    on("Above", |answer| {
        assert_eq!(arrives(answer, "Sink", "other"), names(&["Upper"]));
        assert!(!reached(answer, "Lower", "<init>"));
        assert!(answer.looks_up_lazily().is_some());
    });
}

#[test]
fn the_name_of_a_method_asks() {
    on("Launcher", |answer| {
        assert!(reached(answer, "Started", "start") && !reached(answer, "Started", "never"));
        assert!(!reached(answer, "Stranger", "main"));
    });
}

#[test]
fn any_class_counts_where_nothing_asks_or_members_are_listed() {
    for main in ["Nobody", "Lists"] {
        on(main, |answer| {
            assert!(reached(answer, "Stranger", "<init>"), "{main}");
            assert_eq!(answer.looks_up_lazily(), None, "{main}");
        });
    }
}

#[test]
fn arrays_of_unknown_classes_hold_what_is_put_there() {
    on("Arrays", |answer| {
        assert_eq!(arrives(answer, "Sink", "other"), names(&["First"]));
        assert!(!arrives(answer, "Sink", "take").is_empty());
    });
}
