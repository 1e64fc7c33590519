//! The regions of the corpus of real programs resolve to the recorded instructions. Skipped where the corpus is not
//! there (`CORPUS_DIR`, as the corpus's own script has it).

use jcp::region::{parse, parse_file, resolve};
use serde_json::Value;
use std::path::{Path, PathBuf};

use crate::common;
use crate::region_support;

/// The list of programs, beside this repository.
fn programs() -> Option<Vec<Value>> {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().find_map(|folder| {
        let path = folder.join("shared/corpus/programs.json");
        path.is_file().then_some(path)
    });
    serde_json::from_str(&std::fs::read_to_string(list?).ok()?).ok()
}

fn corpus_dir() -> PathBuf {
    let home = || PathBuf::from(std::env::var_os("HOME").unwrap_or_default()).join(".cache/jcp-corpus");
    std::env::var_os("CORPUS_DIR").map_or_else(home, PathBuf::from)
}

/// The frames of the application, without those of the JDK.
fn frames(checkpoint: &Value) -> Vec<String> {
    checkpoint["chain"].as_array().unwrap().iter().map(|frame| frame.as_str().unwrap().to_owned()).collect()
}

#[test]
fn regions_of_real_programs() {
    let Some(programs) = programs() else { return eprintln!("skipped: no list of real programs") };
    for entry in programs {
        let name = entry["name"].as_str().unwrap();
        let paths = entry["classpath"].as_array().unwrap().iter();
        let paths: Vec<PathBuf> = paths.map(|path| corpus_dir().join(path.as_str().unwrap())).collect();
        let feature = if entry["java"] == "25" { 25 } else { 17 };
        let (true, Some(jdk)) = (paths.iter().all(|path| path.exists()), common::jdk(feature)) else {
            eprintln!("skipped: {name}: not built, or no JDK {feature}");
            continue;
        };
        let program = region_support::program(&jdk, &paths.iter().map(PathBuf::as_path).collect::<Vec<_>>());
        for checkpoint in entry["checkpoints"].as_array().unwrap() {
            check(&program, entry["main"].as_str().unwrap(), checkpoint);
        }
        samples(&program, entry["main"].as_str().unwrap(), name);
    }
}

/// A region from `main` on resolves to the recorded offset and lines; describing it gives a text with the same meaning.
/// The recorded frames above a root below main are left out.
fn check(program: &jcp::program::Program, main: &str, checkpoint: &Value) {
    let text = checkpoint["region"].as_str().unwrap();
    let pattern = parse(text).unwrap_or_else(|error| panic!("{}", error.render(text)));
    let region = resolve(&pattern, program, main).unwrap_or_else(|error| panic!("{}", error.render(text)));
    let body = program.body(region.start.method).unwrap();
    assert_eq!(body.offset(region.start.item).map(u64::from), checkpoint["bytecode_index"].as_u64(), "{text}");
    let calls = region.chain.iter().map(|call| (call.method, call.line));
    let shown = calls.chain([(region.start.method, region.start.line)]).map(|(method, line)| {
        let class = program.name(method.class).replace('/', ".");
        format!("{class}.{}:{}", program.method(method).unwrap().name, line.unwrap_or_default())
    });
    let (shown, mut frames) = (shown.collect::<Vec<_>>(), frames(checkpoint));
    if checkpoint["notes"].as_str().is_some_and(|notes| notes.contains("the region starts at")) {
        frames.drain(..frames.len().saturating_sub(shown.len()));
    }
    assert_eq!(shown, frames, "{text}");
    let full = region.describe(program);
    assert_eq!(resolve(&parse(&full).unwrap(), program, main).as_ref(), Ok(&region), "{full}");
}

/// The samples for the program, if there are any, resolve.
fn samples(program: &jcp::program::Program, main: &str, name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("patterns/{name}.region"));
    let Ok(content) = std::fs::read_to_string(&path) else { return };
    for sample in parse_file(&path.to_string_lossy(), &content).unwrap() {
        if let Err(error) = resolve(&sample.pattern, program, main) {
            panic!("{}", sample.locate(error).render());
        }
    }
}
