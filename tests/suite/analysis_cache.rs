//! The cache of what is known of JDKs: the answers of a points-to analysis are the same with it, while it is made, and
//! without it; damage, other writers and other JDKs never show.

use jcp::analysis::points_to::{fit, state_before_main};
use jcp::analysis::summaries::{Summaries, store};
use jcp::driver::jdk::JdkHome;
use jcp::driver::points_to::{PointsToOptions, PointsToReport};
use jcp::driver::summaries::Cache;
use jcp::driver::{InstrumentOptions, Silent};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, LazyLock};

use crate::common;

/// A program that was compiled.
struct Compiled {
    main: &'static str,
    classes: PathBuf,
    queries: &'static [&'static str],
}

fn programs(jdk: &JdkHome, folder: &Path) -> [Compiled; 2] {
    let compiled = |main: &'static str, queries| {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/java/cache/{main}.java"));
        let classes = common::compile_files(jdk, &[source], &folder.join(main), &[]);
        Compiled { main, classes, queries }
    };
    let hello = compiled("Hello", &["Hello.main:text", "java.io.PrintStream.println:0"]);
    let callbacks =
        compiled("Callbacks", &["Callbacks.main:first", "Callbacks.main:found", "java.util.TimSort.sort:c"]);
    let services = callbacks.classes.join("META-INF/services");
    std::fs::create_dir_all(&services).expect("a folder");
    std::fs::write(services.join("Callbacks$Shape"), "Callbacks$Circle\n").expect("a file");
    std::fs::write(services.join("java.util.spi.ToolProvider"), "Callbacks$Tool\n").expect("a file");
    [hello, callbacks]
}

/// What an analysis says, all in one text, and whether it started from the cache.
fn answer(jdk: &JdkHome, program: &Compiled, cache: Cache) -> (String, bool) {
    let folder = tempfile::tempdir().expect("a folder");
    let dump = folder.path().join("dump");
    let options = PointsToOptions {
        program: InstrumentOptions {
            classpath: Some(program.classes.display().to_string()),
            main: Some(program.main.to_owned()),
            jdk: Some(jdk.home.clone()),
            ..InstrumentOptions::default()
        },
        queries: program.queries.iter().map(|&query| query.to_owned()).collect(),
        callers: vec!["java.lang.Object.toString".to_owned()],
        dump: Some(dump.clone()),
        cache,
        ..PointsToOptions::default()
    };
    let report = jcp::driver::points_to::run(&options, &Silent).expect("an answer");
    let PointsToReport { metrics, size, answers, diagnostics, summaries, .. } = report;
    let calls = std::fs::read_to_string(dump).expect("the dump");
    assert!(calls.contains("METHOD\tjava/lang/Object.<init>()V"));
    (format!("{metrics:?}\n{size:?}\n{answers:#?}\n{diagnostics:#?}\n{calls}"), summaries)
}

/// The first lines that are not equal.
fn assert_same(what: &str, one: &str, other: &str) {
    let different = one.lines().zip(other.lines()).find(|(one, other)| one != other);
    assert!(one == other, "{what}: {different:?}");
}

fn files(cache: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        cache.read_dir().expect("the cache").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

/// What an analysis of `Callbacks` left that found no cache, and what it said: on the JDK of [`common::any_jdk`].
static MADE: LazyLock<(tempfile::TempDir, String)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let jdk = common::any_jdk();
    let [_, callbacks] = programs(&jdk, folder.path());
    let cache = folder.path().join("made/when/needed");
    let (cold, from_cache) = answer(&jdk, &callbacks, Cache::At(cache.clone()));
    assert!(from_cache);
    (folder, cold)
});

/// A copy of the cache that was made.
fn made(folder: &Path) -> PathBuf {
    let cache = folder.join("cache");
    std::fs::create_dir(&cache).expect("a folder");
    for file in files(&MADE.0.path().join("made/when/needed")) {
        std::fs::copy(&file, cache.join(file.file_name().expect("a name"))).expect("a copy");
    }
    cache
}

#[test]
fn answers_are_the_same_with_and_without() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = made(folder.path());
    let jdks = if common::all() { common::jdks() } else { vec![common::any_jdk()] };
    for (number, jdk) in jdks.iter().enumerate() {
        let [hello, callbacks] = programs(jdk, &folder.path().join(jdk.version.clone()));
        let at = || Cache::At(cache.clone());
        let cold = if number == 0 { MADE.1.clone() } else { answer(jdk, &callbacks, at()).0 };
        assert_eq!(files(&cache).len(), number + 1, "one file for each JDK");
        let (warm, from_cache) = answer(jdk, &callbacks, at());
        assert!(from_cache);
        assert_same("cold and warm", &cold, &warm);
        let (without, from_cache) = answer(jdk, &callbacks, Cache::Off);
        assert!(!from_cache);
        assert_same("without and warm", &without, &warm);
        if number > 0 {
            continue; // the rest is the same on all
        }
        // a folder that can't be made is no cache
        let nowhere = Cache::At(callbacks.classes.join("Callbacks.class"));
        let (without, from_cache) = answer(jdk, &hello, nowhere);
        assert!(!from_cache);
        let (warm, from_cache) = answer(jdk, &hello, at());
        assert!(from_cache);
        assert_same("another program", &without, &warm);
    }
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn damaged_and_old_files_are_made_anew() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = made(folder.path());
    let jdk = common::any_jdk();
    let [hello, _] = programs(&jdk, folder.path());
    let (warm, _) = answer(&jdk, &hello, Cache::At(cache.clone()));
    let file = files(&cache).remove(0);
    let whole = std::fs::read(&file).expect("the file");
    let fingerprint = *whole[12..].first_chunk().expect("a fingerprint");
    let opens = |bytes: &[u8]| Summaries::from_bytes(bytes.to_vec(), &fingerprint).is_some();
    assert!(opens(&whole));
    for part in 0..20 {
        assert!(!opens(&whole[..whole.len() * part / 20]), "{part} of 20 parts");
        let mut damaged = whole.clone();
        damaged[(whole.len() - 1) * part / 19] ^= 1 << (part % 8);
        assert!(!opens(&damaged), "a bit in part {part}");
    }

    let mut damaged = whole.clone();
    damaged[whole.len() / 3] ^= 1;
    std::fs::write(&file, damaged).expect("damage");
    let old = file.with_file_name(file.file_name().expect("a name").to_string_lossy().replace(".sum", "0.sum"));
    std::fs::write(&old, "of another build").expect("an old file");
    let other = old.with_file_name("jdk-17-of-another-folder.summaries");
    std::fs::write(&other, "").expect("another JDK's file");
    let (anew, from_cache) = answer(&jdk, &hello, Cache::At(cache.clone()));
    assert!(from_cache);
    assert_same("after damage", &warm, &anew);
    assert_eq!(files(&cache), [file.clone(), other], "the old file is gone");
    assert!(std::fs::read(&file).expect("the file") == whole, "the same file again");

    let program = common::program(&jdk.home, &hello.classes);
    let state_from = |summaries| state_before_main(&program, Some(&Arc::new(summaries)));
    let state_without = state_before_main(&program, None);
    assert!(state_without.is_some());
    let whole = Summaries::from_bytes(whole, &fingerprint).expect("whole");
    let with_state = |state: &[u8]| {
        let bytes = store::file(&fingerprint, state, &[]).expect("small");
        Summaries::from_bytes(bytes, &fingerprint).expect("whole")
    };
    let (without_records, half) = (with_state(whole.state()), with_state(&whole.state()[..whole.state().len() / 2]));
    assert!(state_from(whole) == state_without, "all that is kept comes back");
    assert!(state_from(without_records) == state_without, "views of methods are made anew");
    assert!(state_from(half).is_none(), "half a state is none");
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn writers_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = folder.path().join("cache");
    let jdk = common::any_jdk();
    let [hello, _] = programs(&jdk, folder.path());
    let command = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_jcp"));
        command.args(["points-to", "--json", "--main", hello.main, "--classpath"]).arg(&hello.classes);
        command.arg("--jdk").arg(&jdk.home).env("JCP_CACHE", &cache);
        command.stdout(std::process::Stdio::piped());
        command
    };
    let running = [command().spawn().expect("jcp"), command().spawn().expect("jcp")];
    let [one, other] = running.map(|process| json(&process.wait_with_output().expect("an end").stdout));
    assert_eq!((&one["summaries"], &one["call_graph_edges"]), (&true.into(), &other["call_graph_edges"]));
    let files = files(&cache);
    assert_eq!(files.len(), 1, "{files:?}");
    let named = json(&command().env_remove("JCP_CACHE").arg("--cache").arg(&cache).output().expect("jcp").stdout);
    assert_eq!((&named["summaries"], &named["call_graph_edges"]), (&true.into(), &one["call_graph_edges"]));
}

#[test]
fn a_program_with_what_the_jdk_asks_for_starts_without() {
    let folder = tempfile::tempdir().expect("a folder");
    let jdk = common::any_jdk();
    let [hello, callbacks] = programs(&jdk, folder.path());
    let bytes = std::fs::read(&files(&MADE.0.path().join("made/when/needed"))[0]).expect("the file");
    let fingerprint = *bytes[12..].first_chunk().expect("a fingerprint");
    let summaries = Summaries::from_bytes(bytes, &fingerprint).expect("whole");
    let fits = |classes: &Path| fit(&common::program(&jdk.home, classes), &summaries);
    assert!(fits(&callbacks.classes));
    // a class that the JDK's launcher looks for by name
    let source = [("javafx/application/Application.java", "package javafx.application; public class Application {}")];
    assert!(!fits(&common::compile(&jdk, &source, &folder.path().join("asked"))));
    // a provider of a service that every JVM asks for; that of `Callbacks` is of one that programs alone ask for
    let services = hello.classes.join("META-INF/services");
    std::fs::create_dir_all(&services).expect("a folder");
    std::fs::write(services.join("java.nio.file.spi.FileSystemProvider"), "Hello\n").expect("a file");
    assert!(!fits(&hello.classes));
}

fn json(output: &[u8]) -> serde_json::Value {
    serde_json::from_slice(output).expect("JSON")
}
