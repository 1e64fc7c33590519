//! Object graphs of many kinds, each carried over a checkpoint by `jcp verify` on one JDK in turn, or on all with `JCP_ALL=1`, under `-Xverify:all`.
//!
//! The programs under `tests/java/runtime/graphs` build their objects before the checkpoint and print after it all that
//! can be seen of them: content, identity, order, and what becomes of them when they are used further.

use crate::common;
use crate::runtime_support;
use jcp::driver::jdk::JdkHome;

/// `jcp verify` must say that it is equal.
fn verify(class: &str, arguments: &[&str]) {
    verify_with(common::verifying, &[], class, arguments);
}

/// The same with options of the JVM, those by which it checks classes apart.
fn verify_with(verifying: fn(&JdkHome) -> Vec<String>, options: &[&str], class: &str, arguments: &[&str]) {
    for jdk in common::jdks_in_turn() {
        let program = runtime_support::program(&jdk, &format!("graphs/{class}.java"));
        let mut jcp = common::jcp();
        jcp.args(["verify", "--strict"])
            .arg(&program.jar)
            .args(["--region", &program.region, "--json"])
            .arg("--jdk")
            .arg(&jdk.home);
        jcp.arg("--workdir").arg(program.work()).args(["--timeout", "300"]);
        let options = verifying(&jdk).into_iter().chain(options.iter().map(|option| (*option).to_owned()));
        jcp.args(options.map(|option| format!("--jvm-arg={option}"))).arg("--");
        let output = jcp.args(arguments).output().expect("jcp runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{class} on JDK {}: {said}", jdk.feature);
        assert!(said.contains("\"equal\""), "{class} on JDK {}: {said}", jdk.feature);
    }
}

/// A list of 10^6 nodes, nesting of 20,000 levels, collections and arrays that hold themselves, arrays of every type.
#[test]
fn shapes() {
    verify("Shapes", &["1000000"]);
}

/// Needs some GiB of memory and minutes.
#[test]
#[ignore = "large: make test-all"]
fn shapes_of_ten_million() {
    verify("Shapes", &["10000000"]);
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_list_of_ten_million() {
    verify("Large", &["10000000", "0"]);
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn an_array_of_a_hundred_million_bytes() {
    verify("Large", &["0", "100000000"]);
}

#[test]
fn strings_and_boxes() {
    verify("Texts", &[]);
}

#[test]
fn boxes_of_a_larger_cache() {
    verify_with(common::verifying, &["-XX:AutoBoxCacheMax=1000"], "Texts", &[]);
}

#[test]
fn literals_not_yet_resolved() {
    verify("Unresolved", &[]);
}

#[test]
fn enums_records_and_nested_classes() {
    verify("Types", &[]);
}

#[test]
fn lambdas_and_method_references() {
    verify("Functions", &[]);
}

#[test]
fn collections() {
    verify("Containers", &[]);
}

/// `Set.of` and `Map.of` iterate in an order of each JVM's own; jcp gives the replaying JVM the captured one.
#[test]
fn order_of_immutable_collections() {
    verify("Containers", &["ordered"]);
}

#[test]
fn values_and_parsers_at_work() {
    verify("Values", &[]);
}

/// References, thread-locals, classes and identity as keys, proxies, loggers, bundles, locales. A map has int.class as a key, to
/// which JDK 17 gives another identity hash in some replays under the tests' archive of verified classes.
#[test]
fn objects_bound_to_the_jvm() {
    let by_default_on_17 = |jdk: &JdkHome| if jdk.feature == 17 { Vec::new() } else { common::verifying(jdk) };
    verify_with(by_default_on_17, &[], "Bound", &[]);
}

/// With `-Djcp.progress=on` both jars tell how far they are, in a line that they take away; else not, for nobody is at a terminal.
#[test]
fn progress_is_shown_where_it_is_wanted() {
    let program = runtime_support::program(&common::any_jdk(), "graphs/Large.java").instrument();
    for kind in ["capture", "replay"] {
        for (wanted, told) in [("on", true), ("auto", false)] {
            let java = common::java(&program.jdk)
                .arg(format!("-Djcp.progress={wanted}"))
                .arg("-jar")
                .arg(program.output_jar(kind))
                .args(["300000", "0"])
                .current_dir(program.work())
                .output();
            let said = String::from_utf8_lossy(&java.expect("java").stderr).into_owned();
            let word = if kind == "capture" { "\r\x1b[Kjcp: capturing " } else { "\r\x1b[Kjcp: restoring " };
            assert_eq!(said.contains(word) && said.ends_with("\r\x1b[K"), told, "{kind} {wanted}: {said:?}");
            assert!(told || said.is_empty(), "{kind} {wanted}: {said:?}");
        }
    }
}
