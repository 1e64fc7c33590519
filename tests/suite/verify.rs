//! `jcp verify` against a program that plays all three parts itself, right or with a fault of its choice.
//!
//! What instrumenting does is not part of this: the programs are handed over ready, the runtime's traces are made by
//! `tests/java/verify/Fake.java`.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use jcp::driver::Silent;
use jcp::driver::launch::{Launch, Target};
use jcp::driver::runs::run::RunOptions;
use jcp::driver::runs::scratch::Scratch;
use jcp::driver::verify::{Comparison, Outcome, Programs, Report, Rules, run_programs};

use crate::common;

/// The compiled program, made once for all tests.
fn classes() -> &'static Path {
    static CLASSES: OnceLock<tempfile::TempDir> = OnceLock::new();
    let folder = CLASSES.get_or_init(|| {
        let folder = tempfile::tempdir().expect("folder");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/verify/Fake.java");
        common::compile_files(&common::any_jdk(), &[source], folder.path(), &[]);
        folder
    });
    folder.path()
}

fn launch(role: &str) -> Launch {
    Launch {
        java: common::any_jdk().java(),
        target: Target::Main { classpath: vec![classes().to_path_buf()], main: format!("Fake${role}") },
    }
}

/// The directory the program starts in; must come out of every verification unchanged.
fn workdir() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("folder");
    std::fs::create_dir(folder.path().join("data")).expect("folder");
    for (name, text) in [("data/in.txt", "input\n"), ("data/old.txt", "old\n"), ("log.txt", "")] {
        std::fs::write(folder.path().join(name), text).expect("file");
    }
    folder
}

fn verify_with(
    fault: &str,
    timeout: Option<Duration>,
    comparison: &Comparison,
) -> Result<(Report, PathBuf), jcp::driver::DriverError> {
    let workdir = workdir();
    let (args, workdir_option) = (vec![fault.to_string()], Some(workdir.path().to_path_buf()));
    let options = RunOptions { args, workdir: workdir_option, timeout, ..RunOptions::default() };
    let programs = Programs {
        original: launch("Original"),
        capture: launch("Capture"),
        replay: launch("Replay"),
        regions: if fault == "second-silent" { 2 } else { 1 },
        end_names: vec![jcp::checkpoint::Names::default()],
        states: false,
    };
    let scratch = Scratch::new(false).expect("scratch");
    let report = run_programs(&programs, (&options, comparison), &scratch, &Silent);
    assert_eq!(
        std::fs::read_to_string(workdir.path().join("log.txt")).expect("log"),
        "",
        "the user's directory changed"
    );
    report.map(|report| (report, scratch.path("")))
}

fn verify(fault: &str) -> Report {
    verify_with(fault, None, &Comparison::default()).expect("verified").0
}

#[test]
fn a_right_replay_is_equal() {
    let (report, scratch) = verify_with("none", None, &Comparison::default()).expect("verified");
    assert_eq!((report.result, &report.reason), (Outcome::Equal, &None));
    assert_eq!((report.checkpoint_bytes, report.arrivals, report.objects), (Some(2), Some(1), Some(5)));
    assert!(report.original_s.is_some() && report.capture_s.is_some() && report.replay_s.is_some());
    assert!(report.saved_pct.is_some() && report.deterministic.is_none());
    assert!(!scratch.exists(), "the scratch folder is left behind");
}

#[test]
fn jvms_that_start_at_once_do_not_complain_of_each_other() {
    assert_eq!(verify("counters").result, Outcome::Equal);
}

#[test]
fn every_difference_is_found_where_it_is() {
    for (fault, run, place, line) in [
        ("capture-stdout", "capture", "stdout", Some(2)),
        ("replay-stdout", "replay", "stdout", Some(2)),
        ("replay-stderr", "replay", "stderr", Some(2)),
        ("replay-status", "replay", "exit status", None),
        ("replay-file", "replay", "log.txt", Some(2)),
        ("replay-stray", "replay", "stray.txt", None),
    ] {
        let report = verify(fault);
        let difference = report.first_difference.unwrap_or_else(|| panic!("{fault}: {:?}", report.reason));
        assert_eq!(report.result, Outcome::Different, "{fault}");
        assert_eq!(
            (difference.run.as_str(), difference.place.as_str(), difference.line),
            (run, place, line),
            "{fault}"
        );
        assert_eq!(report.deterministic, Some(true), "{fault}");
    }
}

#[test]
fn refusals_carry_their_reasons() {
    let report = verify("refused");
    assert_eq!((report.result, report.reason.as_deref()), (Outcome::Refused, Some("a.B: a socket (at A.b)")));
    let report = verify("not-reached");
    assert_eq!(report.result, Outcome::Refused);
    assert!(report.reason.is_some_and(|reason| reason.contains("never came; arrivals seen: 2")));
    let report = verify("cannot-replay");
    assert_eq!((report.result, report.reason.as_deref()), (Outcome::Refused, Some("another JDK")));
}

#[test]
fn a_refused_capture_must_not_change_the_program() {
    let report = verify("refused-changed");
    assert_eq!(report.result, Outcome::Different);
    assert_eq!(report.first_difference.map(|difference| difference.place).as_deref(), Some("stdout"));
}

#[test]
fn a_capture_without_report_is_not_equal() {
    let report = verify("no-report");
    assert_eq!(report.result, Outcome::Different);
    assert!(report.reason.is_some_and(|reason| reason.contains("left no report")));
}

/// The report of the first region's replay does not speak for the second one's.
#[test]
fn each_region_needs_a_report_of_its_replay() {
    let report = verify("second-silent");
    assert_eq!(report.result, Outcome::Different);
    assert!(report.reason.is_some_and(|reason| reason.contains("replaying run left no report")));
}

#[test]
fn a_program_that_is_not_deterministic_is_called_so() {
    let report = verify("random");
    assert_eq!((report.result, report.deterministic), (Outcome::Different, Some(false)));
    assert!(report.reason.is_some_and(|reason| reason.starts_with("the program itself is not deterministic")));
}

#[test]
fn rules_make_lines_equal_whose_lengths_differ() {
    assert_eq!(verify("durations").result, Outcome::Different);
    let rules = Rules::parse(&[], &["[0-9]+ ms=>T".to_string()], &[], &[]).expect("rules");
    let (report, _) =
        verify_with("durations", None, &Comparison { rules, twice: true, ..Comparison::default() }).expect("verified");
    assert_eq!((report.result, report.deterministic), (Outcome::Equal, Some(true)));
}

fn lenient() -> Comparison {
    let mut rules = Rules::default();
    rules.be_lenient().expect("patterns");
    Comparison { rules, ..Comparison::default() }
}

#[test]
fn dates_and_durations_pass_and_are_told() {
    let (report, _) = verify_with("durations", None, &lenient()).expect("verified");
    assert_eq!((report.result, report.deterministic, report.masked_lines), (Outcome::Equal, None, 1));
    let passed = "1 line, such as stdout line 2, differed only in durations (--strict";
    assert!(report.let_pass[0].starts_with(passed), "{:?}", report.let_pass);
}

/// Before and after the checkpoint, in outputs, contents of files and their names.
#[test]
fn what_two_originals_differ_in_passes_and_is_told() {
    let (report, _) = verify_with("random-right", None, &lenient()).expect("verified");
    assert_eq!((report.result, report.deterministic), (Outcome::Equal, Some(false)), "{:?}", report.reason);
    assert!(report.unstable_places >= 4, "{:?}", report.let_pass);
    assert!(report.let_pass.iter().any(|line| line.contains("the program is not deterministic")), "{report:?}");
}

#[test]
fn what_two_originals_agree_in_does_not() {
    let (report, _) = verify_with("random-wrong", None, &lenient()).expect("verified");
    let difference = report.first_difference.expect("a difference");
    assert_eq!((report.result, difference.run.as_str(), difference.line), (Outcome::Different, "replay", Some(3)));
    let (report, _) = verify_with("random-lines", None, &lenient()).expect("verified");
    assert_eq!((report.result, report.deterministic), (Outcome::Different, Some(false)));
    assert!(report.first_difference.is_some_and(|difference| difference.run == "capture"));
}

#[test]
fn an_original_that_does_not_end_is_an_error() {
    let timeout = Some(Duration::from_millis(500));
    let error = verify_with("hangs", timeout, &Comparison::default()).expect_err("it does not end");
    assert!(error.to_string().contains("time limit"), "{error}");
}

#[test]
fn an_unreadable_jar_is_an_input_error_in_words_and_in_json() {
    let output = common::jcp().args(["verify", "nowhere.jar", "--region", "1, A &", "--json"]).output().expect("jcp");
    assert_eq!(output.status.code(), Some(4));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["result"], "error");
    assert!(String::from_utf8_lossy(&output.stderr).contains("nowhere.jar"));
}

#[test]
fn wrong_options_are_usage_errors() {
    let wrong: [&[&str]; 4] = [
        &["verify"],
        &["verify", "a.jar", "--instance", "0"],
        &["verify", "--classpath", "x"],
        &["verify", "a.jar", "--ignore-lines", "("],
    ];
    for arguments in wrong {
        let output = common::jcp().args(arguments).output().expect("jcp");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn a_reader_that_has_gone_away_is_no_error() {
    let (reader, writer) = std::io::pipe().expect("pipe");
    drop(reader);
    let output = common::jcp()
        .args(["verify", "nowhere.jar", "--region", "1, A &", "--json"])
        .stdout(writer)
        .output()
        .expect("jcp");
    assert_eq!(output.status.code(), Some(4));
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
}
