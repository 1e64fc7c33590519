//! `jcp points-to` with inputs that cannot be used: a clear complaint with the status of its kind (`src/cli/exit.rs`), or
//! an answer that says what it left out.

use crate::bad_input_support::{Place, complaint, entries};
use std::path::Path;
use std::process::Command;

use crate::common;

/// `jcp points-to` of a jar with a JDK.
fn on_jdk(jar: &Path, jdk: &Path, more: &[&str]) -> Command {
    let mut jcp = common::jcp();
    jcp.arg("points-to").arg(jar).arg("--jdk").arg(jdk).args(more);
    jcp
}

fn points_to(jar: &Path, more: &[&str]) -> Command {
    on_jdk(jar, &common::any_jdk().home, more)
}

/// They are told by name, and the rest is analysed.
#[test]
fn missing_classes_are_reported() {
    let place = Place::new();
    let mut without = entries();
    without.retain(|(name, _)| name != "Spare.class");
    let jar = place.jar("without.jar", &without);
    let output = common::succeed(&mut points_to(&jar, &["--callers", "Other.go", "--json"]));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("Main.main([Ljava/lang/String;)V:4"), "{said}");
    assert!(said.contains("missing method: Spare.touch()\""), "{said}");
}

#[test]
fn questions_that_have_no_answer() {
    let place = Place::new();
    let good = place.good();
    let cases: [(&[&str], i32, &str); 11] = [
        (&["--query", "Main.main"], 2, "expected Class.method:local"),
        (&["--query", "Main.none:args"], 4, "no such method: Main.none"),
        (&["--query", "None.main:args"], 4, "no such method: None.main"),
        (&["--query", "main:args"], 4, "no such method: main"),
        (&["--query", "Main.main:none"], 4, "no local `none` that holds a reference"),
        (&["--query", "Main.main:900"], 4, "no local `900` that holds a reference"),
        (&["--query", "Other.go:n"], 4, "no local `n` that holds a reference"),
        (&["--callers", "Main.none"], 4, "no such method: Main.none"),
        (&["--context", "0-call"], 2, "2-object"),
        (&["--context", "2-object", "--objects", "classes"], 2, "--objects goes with --context insensitive"),
        (&["--objects", "none"], 2, "[possible values: each, own, classes]"),
    ];
    for (more, status, words) in cases {
        place.complains(&mut points_to(&good, more), status, &[words]);
    }
}

#[test]
fn programs_without_main() {
    let place = Place::new();
    let good = place.good();
    let run = |main: &str| {
        let mut jcp = common::jcp();
        jcp.args(["points-to", "--main", main, "--classpath"]).arg(&good).arg("--jdk").arg(&common::any_jdk().home);
        jcp
    };
    place.complains(&mut run("Other"), 4, &["Other", "no main"]);
    place.complains(&mut run("None"), 4, &["None"]);
}

/// The way out is named.
#[test]
fn budgets_that_are_too_small() {
    let place = Place::new();
    let good = place.good();
    place.complains(&mut points_to(&good, &["--memory", "1"]), 3, &["memory limit", "--context", "--memory"]);
    place.complains(&mut points_to(&good, &["--time", "0"]), 3, &["time limit", "--context", "--time"]);
    let selective = ["--context", "selective", "--memory", "1"];
    place.complains(&mut points_to(&good, &selective), 3, &["memory limit", "--memory"]);
}

#[test]
fn folders_that_are_no_jdk() {
    let place = Place::new();
    let good = place.good();
    let fake = place.path("fake");
    std::fs::create_dir_all(fake.join("bin")).unwrap();
    place.complains(&mut on_jdk(&good, &place.path("none"), &[]), 4, &["none", "not a JDK"]);
    place.complains(&mut on_jdk(&good, &fake, &[]), 4, &["fake", "no `release` file"]);
    std::fs::write(fake.join("release"), "JAVA_VERSION=\"17\"\n").unwrap();
    std::fs::copy(common::any_jdk().java(), fake.join("bin/java")).unwrap();
    place.complains(&mut on_jdk(&good, &fake, &[]), 4, &["fake", "no lib/modules"]);
}

#[test]
fn a_compressed_image() {
    let jdk = common::any_jdk();
    let jlink = jdk.home.join("bin/jlink");
    if !jlink.exists() || !jdk.home.join("jmods").is_dir() {
        eprintln!("skipped: no jlink with modules in {}", jdk.home.display());
        return;
    }
    let place = Place::new();
    let good = place.good();
    let image = place.path("image");
    let mut command = Command::new(&jlink);
    common::succeed(command.args(["--add-modules", "java.base", "--compress=2", "--output"]).arg(&image));
    complaint(&on_jdk(&good, &image, &[]).output().unwrap(), 4, &["modules", "compressed by jlink", "--jdk"]);
}
