//! Regions with an end and several regions, replayed in turn: what is printed is what the original printed between the
//! starts and ends, in its order, and the exit status is the original's. That each region alone is replayed equally is shown
//! by `tests/differential.rs`.

use std::path::{Path, PathBuf};
use std::process::Output;

use crate::runtime_support::{Program, assert_cannot_replay};
use jcp::driver::jdk::JdkHome;

use crate::common;

/// The program of a differential case, instrumented for regions in which `{mark}` stands for a marked line.
fn program(jdk: &JdkHome, case: &str, regions: &[&str], options: &[&str]) -> Program {
    let case = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/differential").join(case);
    let text = std::fs::read_to_string(case.join("Main.java")).expect("the source");
    let files =
        walkdir::WalkDir::new(&case).sort_by_file_name().into_iter().map(|entry| entry.expect("a file").into_path());
    let sources: Vec<PathBuf> = files.filter(|file| file.extension().is_some_and(|end| end == "java")).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let classes = common::compile_files(jdk, &sources, &folder.path().join("classes"), &[]);
    let jar = folder.path().join("app.jar");
    common::pack(&classes, Some("Main"), &jar);
    std::fs::create_dir(folder.path().join("work")).expect("a folder");
    // the helper gives its region last
    let mut regions: Vec<String> = regions.iter().map(|region| with_lines(region, &text)).collect();
    let region = regions.pop().expect("a region");
    let others: Vec<&str> = regions.iter().flat_map(|region| ["--region", region.as_str()]).collect();
    Program { jdk: jdk.clone(), jar, region, folder }.instrument_with(&[options, &others].concat())
}

fn with_lines(region: &str, source: &str) -> String {
    let mut region = region.to_owned();
    while let Some((before, rest)) = region.split_once('{') {
        let (mark, after) = rest.split_once('}').expect("a closing brace");
        let line = 1 + source.lines().position(|line| line.ends_with(&format!("// {mark}"))).expect("the mark");
        region = format!("{before}{line}{after}");
    }
    region
}

fn replay(program: &Program, properties: &[&str]) -> Output {
    let mut java = common::java(&program.jdk);
    java.args(properties).arg("-jar").arg(program.output_jar("replay")).current_dir(program.work());
    java.env_remove("JCP_CHECKPOINT").env_remove("JCP_INSTANCE").env_remove("JCP_REGION").output().expect("java runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Captures with these arguments of the program; what it prints.
fn capture(program: &Program, arguments: &[&str], status: i32) -> String {
    let output = program.run("capture").args(arguments).output().expect("java runs");
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{said}");
    assert!(!said.contains("jcp: "), "{said}");
    text(&output.stdout)
}

/// The parts of a text from the lines that start with `from` to those that start with `to`, which are left out.
fn parts(printed: &str, from: &str, to: &str) -> String {
    let mut inside = false;
    let kept = printed.lines().filter(|line| {
        inside = (inside || line.starts_with(from)) && !line.starts_with(to);
        inside
    });
    kept.map(|line| line.to_owned() + "\n").collect()
}

const ROUND: &str = "{start}, Main, Main.main; Main.round & {last}, Main, Main.main; Main.round";

#[test]
fn all_instances_are_replayed_in_turn() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "region_ends", &[ROUND], &["--instance", "all"]);
        let printed = capture(&program, &["42"], 42);
        let replayed = replay(&program, &[]);
        assert_eq!(text(&replayed.stdout), parts(&printed, "start", "last"), "{}", text(&replayed.stderr));
        assert_eq!(replayed.status.code(), Some(42));
        assert_eq!(text(&replayed.stderr), "");
    }
}

#[test]
fn one_instance_is_replayed_alone_and_ends_with_the_status_of_the_program() {
    let program = program(&common::any_jdk(), "region_ends", &[ROUND], &["--instance", "all"]);
    let printed = capture(&program, &[], 1);
    let parts = parts(&printed, "start", "last");
    let second = parts.find("start 1").expect("the second")..parts.find("start 2").expect("the third");
    let replayed = replay(&program, &["-Djcp.instance=2"]);
    assert_eq!(text(&replayed.stdout), parts[second]);
    assert_eq!(replayed.status.code(), Some(1), "an exception left main");
    assert_eq!(text(&replayed.stderr), "", "which is behind the end");
}

#[test]
fn a_capturing_run_that_was_killed_has_no_status() {
    let program = program(&common::any_jdk(), "region_ends", &[ROUND], &["--instance", "all"]);
    let printed = capture(&program, &["42"], 42);
    let turns = program.work().join("app.turns");
    let told = std::fs::read_to_string(&turns).expect("the turns");
    let cut = told.find("end\t0\t2").expect("the end of the second instance");
    std::fs::write(&turns, &told[..cut]).expect("a file");
    let replayed = replay(&program, &[]);
    let parts = parts(&printed, "start", "last");
    assert_eq!(text(&replayed.stdout), parts[..parts.find("start 2").expect("the third")]);
    assert!(text(&replayed.stderr).contains("the exit status of the capturing run is not known"));
    std::fs::write(&turns, "begin\n").expect("a file");
    assert_cannot_replay(&replay(&program, &[]), "damaged");
}

#[test]
fn regions_are_replayed_in_the_order_of_the_run() {
    for jdk in common::jdks_in_turn() {
        let regions = [
            "{sum}, Main, Main.main & {again}, Main, Main.main",
            "{runs}, Main$Task, Main.main:{run}; Main$Task.run & {ran}, Main$Task, Main.main:{run}; Main$Task.run",
        ];
        let program = program(&jdk, "several_regions", &regions, &["--instance", "all"]);
        let printed = capture(&program, &[], 12);
        let runs = parts(&printed, "a runs", "a ran");
        let sum = parts(&printed, "sum", "again").split("LOUD").next().expect("a part").to_owned();
        let replayed = replay(&program, &[]);
        assert_eq!(text(&replayed.stdout), runs.clone() + &sum, "{}", text(&replayed.stderr));
        assert_eq!(replayed.status.code(), Some(12));
        let replayed = replay(&program, &["-Djcp.region=2", "-Djcp.instance=2"]);
        assert_eq!(text(&replayed.stderr), "");
        assert_eq!(text(&replayed.stdout), runs[runs.find("a runs 2").expect("the second")..]);
        assert_cannot_replay(&replay(&program, &["-Djcp.region=3"]), "there is no region 3");
    }
}

/// The second begins within the first and goes on behind its end.
#[test]
fn regions_that_overlap_are_replayed_as_one() {
    let regions = [
        "{start}, Main, Main.main; Main.round & {recurse}, Main, Main.main; Main.round",
        "{second}, Main, Main.main; Main.round & {between}, Main, Main.main",
    ];
    let program = program(&common::any_jdk(), "region_ends", &regions, &[]);
    let printed = capture(&program, &["5"], 5);
    let replayed = replay(&program, &[]);
    let expected =
        &printed[printed.find("start 0").expect("the start")..printed.find("note between 0").expect("the end")];
    assert_eq!(text(&replayed.stdout), expected, "{}", text(&replayed.stderr));
    assert_eq!(replayed.status.code(), Some(5));
}

/// A static that the first region's checkpoint has and the second's has not: code that reads it and was not foreseen runs after the first, and
/// ends the replay of the second.
#[test]
fn code_that_was_not_foreseen_is_refused_after_the_region_that_lacks_what_it_reads() {
    let regions = ["{before}, Main, Main.main &", "{here}, Main, Main.main &"];
    let program = program(&common::any_jdk(), "reflected_unforeseen", &regions, &[]);
    let printed = "checkpoint\n99\nlater\nlevel 99\ncontent\n";
    assert_eq!(capture(&program, &[], 0), printed);
    let first = replay(&program, &["-Djcp.region=1"]);
    assert_eq!(text(&first.stdout), printed, "{}", text(&first.stderr));
    let second = replay(&program, &["-Djcp.region=2"]);
    assert_eq!((second.status.code(), &*text(&second.stdout)), (Some(78), "later\n"));
    let said = text(&second.stderr);
    assert!(said.contains("it was called after the checkpoint, which the analysis did not foresee"), "{said}");
}

/// A turn whose capture was refused is not passed over in silence.
#[test]
fn a_refused_instance_stops_the_replay() {
    let program = program(&common::any_jdk(), "region_ends", &[ROUND], &["--instance", "all"]);
    capture(&program, &["0"], 0);
    let turns = program.work().join("app.turns");
    let told = std::fs::read_to_string(&turns).expect("the turns");
    std::fs::write(&turns, told.replace("start\t0\t1\tapp.1.jcp", "refused\t0\t1")).expect("a file");
    assert_cannot_replay(&replay(&program, &[]), "instance 1 was not captured");
}

#[test]
fn chains_that_start_with_different_methods_are_refused() {
    let jdk = common::any_jdk();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/differential/region_ends/Main.java");
    let text = std::fs::read_to_string(&source).expect("the source");
    let folder = tempfile::tempdir().expect("a folder");
    let classes = common::compile_files(&jdk, &[source], &folder.path().join("classes"), &[]);
    let mut jcp = common::jcp();
    jcp.args(["instrument", "--main", "Main", "--classpath"]).arg(&classes);
    jcp.args(["--region", &with_lines("{start}, Main, Main.main; Main.round & {last}, Main, Main.round", &text)]);
    let output = jcp.arg("-o").arg(folder.path()).output().expect("jcp runs");
    let told = self::text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{told}");
    assert!(told.contains("must start with the same method"), "{told}");
}

/// Chains share contexts as long as they agree in every call.
#[test]
fn chains_are_merged_to_a_forest() {
    let regions = [
        "{inner}, Main, Main.main:{run}; Main$Loud.run; Main$Task.run; Main.twice &",
        "{loud}, Main$Loud, Main.main:{run}; Main$Loud.run & {ran}, Main$Task, Main.main:{run}; Main$Loud.run; Main$Task.run",
        "{runs}, Main$Task, Main.main:{again}; Main$Loud.run; Main$Task.run &",
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("plan.json");
    let plan = file.to_string_lossy().into_owned();
    program(&common::any_jdk(), "several_regions", &regions, &["--plan", &plan]);
    let plan: serde_json::Value = serde_json::from_slice(&std::fs::read(&file).expect("a file")).expect("JSON");
    let nodes = plan["forest"]["nodes"].as_array().expect("nodes").iter().enumerate().map(|(number, node)| {
        let points = node["points"].as_array().expect("points").iter().map(|point| {
            let of = |key: &str| point[key].as_array().map_or(0, Vec::len);
            format!("{} starts, {} ends, {} calls", of("starts"), of("ends"), of("calls"))
        });
        let (class, name) =
            (node["method"]["class"].as_str().unwrap_or(""), node["method"]["name"].as_str().unwrap_or(""));
        format!("{number} {class}.{name} of {}: {}\n", node["parent"], points.collect::<Vec<_>>().join("; "))
    });
    insta::assert_snapshot!(nodes.collect::<String>(), @r"
    0 Main.main of null: 0 starts, 0 ends, 1 calls; 0 starts, 0 ends, 1 calls
    1 Main$Loud.run of 0: 1 starts, 0 ends, 0 calls; 0 starts, 0 ends, 1 calls
    2 Main$Task.run of 1: 0 starts, 0 ends, 1 calls; 0 starts, 1 ends, 0 calls
    3 Main.twice of 2: 1 starts, 0 ends, 0 calls
    4 Main$Loud.run of 0: 0 starts, 0 ends, 1 calls
    5 Main$Task.run of 4: 1 starts, 0 ends, 0 calls
    ");
}
