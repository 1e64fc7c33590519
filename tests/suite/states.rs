//! `jcp verify --state`: a wrong field is seen that no output tells of. The wrong field is one that `-Djcp.set` changes in the
//! replay.

use crate::runtime_support::{Program, program};

use crate::common;

fn verified(program: &Program, region: &str, options: &[&str], arguments: &[&str]) -> serde_json::Value {
    let mut jcp = common::jcp();
    jcp.args(["verify", "--strict", "--json", "--state", "--region", region]).arg(&program.jar).args(options);
    jcp.arg("--jdk").arg(&program.jdk.home).arg("--workdir").arg(program.work()).arg("--").args(arguments);
    let output = jcp.output().expect("jcp runs");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_wrong_field_is_found_at_the_end_of_the_region_and_of_the_program() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "Silent.java");
        let ended = format!("{} 14, Silent, Silent.main; Silent.after", program.region);
        for (region, point) in [(program.region.as_str(), "exit"), (&ended, "end")] {
            let report = verified(&program, region, &[], &[]);
            assert_eq!((&report["result"], &report["states"]), (&"equal".into(), &1.into()), "{report}");
            let report = verified(&program, region, &["--jvm-arg=-Djcp.set=Silent.unseen=9"], &[]);
            assert_eq!(report["result"], "different", "{report}");
            let difference = &report["first_difference"];
            assert_eq!(difference["place"], format!("the state at its {point}: static Silent.unseen"));
            assert_eq!((&difference["original"], &difference["other"]), (&"5".into(), &"10".into()), "{report}");
        }
    }
}

/// A class of the program whose name ends like one of the JDK's, whose fields change by themselves, is compared all the same.
#[test]
fn a_wrong_field_of_a_class_that_is_called_like_the_jdks_is_found() {
    let mut program = program(&common::any_jdk(), "Chained.java");
    program.region = program.region.replace("Chained.after &", "Chained.after:18; Chained.after:18; Chained.after &");
    let set = "Chained.after:start=20";
    let report = verified(&program, &program.region, &[&format!("--jvm-arg=-Djcp.set={set}")], &[]);
    let difference = &report["first_difference"];
    let place = "the state at its exit: static Chained.first → Chained$NodeReference.next";
    assert_eq!((&report["result"], &difference["place"]), (&"different".into(), &place.into()), "{report}");
    assert_eq!((&difference["original"], &difference["other"]), (&"9".into(), &"20".into()), "{report}");
}

/// What is live in the frames at a region's end is compared: locals of the method of the end, and those of its callers.
#[test]
fn a_wrong_local_is_found_at_the_end_of_the_region() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "Kept.java");
        let ended = format!("{} 19, Kept, Kept.main; Kept.after; Kept.last", program.region);
        let report = verified(&program, &ended, &[], &[]);
        assert_eq!((&report["result"], &report["states"]), (&"equal".into(), &1.into()), "{report}");
        for (set, place, values) in [
            ("Kept.after:kept=9", "Kept.after local \"kept\"", ["3", "9"]),
            ("Kept.after:start=9", "Kept.last local \"late\"", ["7", "14"]),
        ] {
            let report = verified(&program, &ended, &[&format!("--jvm-arg=-Djcp.set={set}")], &[]);
            assert_eq!(report["result"], "different", "{report}");
            let difference = &report["first_difference"];
            assert_eq!(difference["place"], format!("the state at its end: {place}"));
            assert_eq!([&difference["original"], &difference["other"]], values, "{report}");
        }
    }
}

/// Where the chain starts below main, too: however main is left, and at the region's end.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_wrong_value_is_found_below_main() {
    let program = program(&common::any_jdk(), "Silent.java");
    let region = "12, Silent, Silent.after &";
    let report = verified(&program, region, &[], &[]);
    assert_eq!((&report["result"], &report["states"]), (&"equal".into(), &1.into()), "{report}");
    let ended = format!("{region} 14, Silent, Silent.after");
    for (region, way, point) in
        [(region, "", "exit"), (region, "exit", "exit"), (region, "throw", "exit"), (&ended, "", "end")]
    {
        let report = verified(&program, region, &["--jvm-arg=-Djcp.set=Silent.unseen=9"], &[way]);
        assert_eq!(
            report["first_difference"]["place"],
            format!("the state at its {point}: static Silent.unseen"),
            "{report}"
        );
    }
}

/// What the two runs wrote is the same however the program ends.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn states_are_compared_at_exits_and_exceptions() {
    let program = program(&common::any_jdk(), "Silent.java");
    for (argument, status) in [("exit", 3), ("throw", 1)] {
        let report = verified(&program, &program.region, &[], &[argument]);
        assert_eq!((&report["result"], &report["states"]), (&"equal".into(), &1.into()), "{status}: {report}");
        let report = verified(&program, &program.region, &["--jvm-arg=-Djcp.set=Silent.unseen=9"], &[argument]);
        assert_eq!(report["first_difference"]["place"], "the state at its exit: static Silent.unseen", "{report}");
    }
}

/// A program that ends in another way is not said to have been compared.
#[test]
fn what_was_not_compared_is_told() {
    let program = program(&common::any_jdk(), "Silent.java");
    let report = verified(&program, &program.region, &[], &["halt"]);
    assert_eq!((&report["result"], &report["states"]), (&"equal".into(), &0.into()), "{report}");
    assert!(report["diagnostics"].to_string().contains("no state was compared"), "{report}");
}

/// A time that a class notes when it is initialised is another one in each run, and no difference.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn what_differs_between_two_captures_is_told_and_left_out() {
    let program = program(&common::any_jdk(), "Silent.java");
    let report = verified(&program, &program.region, &["--statics", "read"], &["clock"]);
    assert_eq!((&report["result"], &report["states"]), (&"equal".into(), &1.into()), "{report}");
    assert!(report["diagnostics"].to_string().contains("static Silent$Clock.STARTED"), "{report}");
    let options = ["--statics", "read", "--jvm-arg=-Djcp.set=Silent.unseen=9"];
    let report = verified(&program, &program.region, &options, &["clock"]);
    assert_eq!(report["first_difference"]["place"], "the state at its exit: static Silent.unseen", "{report}");
}

/// A thread that waits at the program's end is compared too: where it stands, its object, and what is live in its frames.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_thread_that_stands_elsewhere_is_found() {
    const SOURCE: &str = include_str!("../java/runtime/Standing.java");
    let at = |method, mark| format!("Standing$Consumer.{method}:{}", common::line(SOURCE, mark));
    let few = format!("{} < {}", at("next", "next"), at("run", "few"));
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "Standing.java");
        let verified = |options: &[&str]| verified(&program, "Standing.after", options, &[]);
        let report = verified(&[]);
        assert_eq!((&report["result"], &report["states"]), (&"equal".into(), &1.into()), "{report}");
        for (set, at, values) in [
            ("more=200", "thread \"consumer\"", [few.clone(), at("run", "many")]),
            ("more=13", "thread \"consumer\" Standing$Consumer.next local \"before\"", ["5", "13"].map(str::to_owned)),
            (
                "more=261",
                "thread \"consumer\" Standing$Consumer.run receiver → Standing$Consumer.noted",
                ["0", "1"].map(str::to_owned),
            ),
        ] {
            let report = verified(&[&format!("--jvm-arg=-Djcp.set=Standing.after:{set}")]);
            assert_eq!(report["result"], "different", "{report}");
            let difference = &report["first_difference"];
            assert_eq!(difference["place"], format!("the state at its exit: {at}"), "{report}");
            assert_eq!(
                [&difference["original"], &difference["other"]],
                values.each_ref().map(String::as_str),
                "{report}"
            );
        }
    }
}
