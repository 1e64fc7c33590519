//! `jcp explore`: how a failing schedule is shown, in the terminal and as a page, and schedules in which waits end by time or without a cause.
//!
//! The numbers of end states are those of what each wait may return, counted by hand.

use std::fs;

use crate::common;
use crate::explore::{explored, jar, report};

/// Where a failure needs a thread to be stopped between two steps, that is all that the schedule has.
#[test]
fn a_failing_schedule_has_few_switches() {
    let jdk = common::any_jdk();
    let folder = tempfile::tempdir().expect("a folder");
    jar(folder.path(), &jdk, "uses", "Uses");
    for (kind, switches) in [("lostUpdate", 4), ("conditionIf", 4), ("bufferNotify", 7), ("nested", 7)] {
        let found = report(&explored(folder.path(), &jdk, &[], &[kind]));
        let failure = &found["failure"];
        assert_eq!(failure["switches"], switches, "{kind}: {found}");
        let steps = failure["steps"].as_array().expect("steps");
        let changes = steps.windows(2).filter(|pair| pair[0]["number"] != pair[1]["number"]).count();
        assert_eq!((changes, steps.len()), (switches, failure["schedule"].as_array().expect("it").len()), "{kind}");
    }
}

#[test]
fn a_page_shows_the_schedule_with_its_sources() {
    let jdk = common::any_jdk();
    let folder = tempfile::tempdir().expect("a folder");
    jar(folder.path(), &jdk, "uses", "Uses");
    let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/java/explore/uses");
    let page = |options: &[&str]| {
        let output = explored(folder.path(), &jdk, &[&["--html", "page.html"], options].concat(), &["lostUpdate"]);
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
        fs::read_to_string(folder.path().join("page.html")).expect("a page")
    };
    let shown = page(&["--sources", sources]);
    assert_eq!(shown, page(&["--sources", sources]));
    let steps =
        report(&explored(folder.path(), &jdk, &[], &["lostUpdate"]))["failure"]["steps"].as_array().map(Vec::len);
    let body = shown.split_once("id=\"schedule\"").expect("a schedule").1;
    assert_eq!(Some(body.matches("scope=\"row\"").count()), steps);
    assert_eq!(body.matches("scope=\"col\"").count(), 3);
    assert_eq!(body.matches("class=\"switch\"").count(), 4);
    // the code is escaped
    assert!(body.contains("<code>both(() -&gt; shared++, () -&gt; shared++);</code>"), "{body}");
    assert!(shown.contains("java.lang.AssertionError") && !shown.contains("://"), "{shown}");
    assert!(!page(&[]).contains("<code>both("));
    for (options, status, why) in [
        (&["--html", "app.jar"][..], 2, "would be overwritten"),
        (&["--html", "page.html", "--sources", "nowhere"], 4, "nowhere"),
        (&["--sources", "."], 2, "--html"),
    ] {
        let output = explored(folder.path(), &jdk, options, &["lostUpdate"]);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(status) && told.contains(why), "{told}");
    }
}

/// The counter is read and written on the slice of the check; that main waits for both threads is not on it.
#[test]
fn steps_on_the_slice_of_the_failure_are_marked() {
    let jdk = common::any_jdk();
    let folder = tempfile::tempdir().expect("a folder");
    jar(folder.path(), &jdk, "uses", "Uses");
    let found = report(&explored(folder.path(), &jdk, &["--slice", "--html", "page.html"], &["lostUpdate"]));
    let steps = found["failure"]["steps"].as_array().expect("steps");
    let marked = |marked: bool| {
        let of = steps.iter().filter(move |step| step["sliced"].as_bool().unwrap_or_default() == marked);
        of.map(|step| step["does"].as_str().expect("a text")).collect::<Vec<_>>()
    };
    let [read, write] = ["read Uses.shared", "write Uses.shared"];
    assert_eq!(marked(true), [read, read, write, write, read], "{found}");
    let others = ["start", "start", "start", "join Thread-0", "join Thread-1", "throw AssertionError"];
    assert_eq!(marked(false), others, "{found}");
    let shown = fs::read_to_string(folder.path().join("page.html")).expect("a page");
    assert_eq!(shown.matches("<td class=\"sliced\">").count(), 5, "{shown}");

    let mut jcp = common::jcp();
    jcp.current_dir(folder.path()).args(["explore", "app.jar", "--slice", "--jdk"]).arg(&jdk.home);
    let output = jcp.args(["--", "lostUpdate"]).output().expect("jcp runs");
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(shown.contains("* 187: write Uses.shared\n") && shown.contains("\n101: join Thread-0\n"), "{shown}");
}

#[test]
fn a_page_shows_the_cycle_of_a_deadlock() {
    let jdk = common::any_jdk();
    let folder = tempfile::tempdir().expect("a folder");
    jar(folder.path(), &jdk, "counts", "Counts");
    explored(folder.path(), &jdk, &["--html", "page.html"], &["locks"]);
    let shown = fs::read_to_string(folder.path().join("page.html")).expect("a page");
    let cycle = "Each waits for the next: <b>Thread-0</b> → <b>Thread-1</b> → <b>Thread-0</b>";
    assert!(shown.contains(cycle), "{shown}");
    // without a failure there is no schedule to show
    explored(folder.path(), &jdk, &["--html", "page.html"], &["increments", "2"]);
    let shown = fs::read_to_string(folder.path().join("page.html")).expect("a page");
    assert!(shown.contains("exhausted") && !shown.contains("id=\"schedule\""), "{shown}");
}

/// Programs of `tests/java/explore/waking`, options, end states, and how many executions fail.
const WAITS: [(&str, &[&str], u64, u64); 20] = [
    ("latch", &[], 1, 0),
    ("latch", &ANY, 2, 0),
    ("poll", &[], 1, 0),
    ("poll", &ANY, 2, 0),
    ("tryLock", &[], 1, 0),
    ("tryLock", &ANY, 2, 0),
    ("join", &[], 1, 0),
    ("join", &ANY, 2, 0),
    ("timedWait", &[], 1, 0),
    ("timedWait", &ANY, 2, 0),
    ("held", &[], 1, 1),
    ("held", &ANY, 2, 1),
    ("loop", &[], 1, 0),
    ("loop", &["--spurious", "2"], 1, 0),
    ("once", &[], 1, 0),
    ("once", &["--spurious", "1"], 2, 0),
    ("condition", &[], 1, 0),
    ("condition", &["--spurious", "1"], 2, 0),
    ("park", &[], 1, 0),
    ("park", &["--spurious", "2"], 2, 0),
];
const ANY: [&str; 2] = ["--timeouts", "any"];

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn waits_end_by_time_or_without_a_cause_where_that_is_asked_for() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("a folder");
        jar(folder.path(), &jdk, "waking", "Waking");
        for (number, (kind, options, ends, failures)) in WAITS.into_iter().enumerate() {
            // a share without a reduction
            let reductions = if common::all() || number % 3 == 0 { &["context", "none"][..] } else { &["context"] };
            for &reduction in reductions {
                let options = [options, &["--all", "--step-limit", "5", "--reduction", reduction]].concat();
                let found = report(&explored(folder.path(), &jdk, &options, &[kind]));
                assert!(found["bounds"].as_array().is_some_and(Vec::is_empty), "{kind} {options:?}: {found}");
                assert_eq!(found["end_states"], ends, "{kind} {options:?} on {}: {found}", jdk.version);
                if reduction == "context" {
                    assert_eq!(found["failures"], failures, "{kind} {options:?} on {}: {found}", jdk.version);
                }
            }
        }
    }
}

/// A schedule with a time-out is run again as it was, whatever the options say then.
#[test]
fn a_schedule_keeps_how_waits_may_end() {
    let jdk = common::any_jdk();
    let folder = tempfile::tempdir().expect("a folder");
    jar(folder.path(), &jdk, "waking", "Waking");
    for (kind, options) in [("expired", &ANY), ("unready", &["--spurious", "1"])] {
        assert_eq!(report(&explored(folder.path(), &jdk, &[], &[kind]))["result"], "exhausted");
        let found =
            report(&explored(folder.path(), &jdk, &[&["--save", "found.json"], &options[..]].concat(), &[kind]));
        assert_eq!(found["failure"]["kind"], "exception", "{found}");
        let again = report(&explored(folder.path(), &jdk, &["--schedule", "found.json"], &[kind]));
        assert_eq!(again["failure"], found["failure"]);
    }
}

/// Programs of `tests/java/explore/races`, and what races there: the place, and the kinds of the two accesses.
const RACES: [(&str, &[&str]); 11] = [
    ("writes", &["Races.x write write"]),
    ("increments", &["Races.x read write", "Races.x write read", "Races.x write write"]),
    ("readers", &[]),
    ("locked", &[]),
    ("oneLocked", &["Races.x read write", "Races.x write read", "Races.x write write"]),
    ("volatileFlag", &[]),
    ("plainFlag", &["Races.flag write read", "Races.x write read"]),
    ("atomic", &[]),
    ("queue", &[]),
    ("oneOrder", &["Races.x write write"]),
    ("joined", &[]),
];

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn data_races_are_the_accesses_that_nothing_orders() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("a folder");
        jar(folder.path(), &jdk, "races", "Races");
        for (kind, races) in RACES {
            let output = explored(folder.path(), &jdk, &["--races"], &[kind]);
            let found = report(&output);
            let mut told: Vec<String> = Vec::new();
            for race in found["races"].as_array().into_iter().flatten() {
                let access =
                    |at: &str| race[at]["does"].as_str().and_then(|it| it.split(' ').next()).unwrap_or_default();
                told.push(format!(
                    "{} {} {}",
                    race["place"].as_str().unwrap_or_default(),
                    access("first"),
                    access("second")
                ));
                assert_ne!(race["first"]["thread"], race["second"]["thread"], "{kind}: {found}");
            }
            told.sort();
            assert_eq!(told, races, "{kind} on {}: {found}", jdk.version);
            assert_eq!(output.status.code(), Some(i32::from(!races.is_empty())), "{kind}");
        }
    }
}
