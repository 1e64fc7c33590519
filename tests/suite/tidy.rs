//! What no compiler checks about the sources: layers, head comments, sizes, words that must not stand in them.
//!
//! Each test walks the source tree and lists all offenders at once, as `file:line: what is wrong`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use regex::Regex;

/// Each module of the library and what it may import. The one place where the layers are written down for the machine;
/// `src/lib.rs` says the same to people.
const LAYERS: &[(&str, &[&str])] = &[
    ("util", &[]),
    ("classfile", &["util"]),
    ("program", &["util", "classfile"]),
    ("analysis", &["util", "classfile", "program"]),
    ("region", &["util", "classfile", "program", "analysis"]),
    ("plan", &["util", "classfile"]),
    ("planner", &["util", "classfile", "program", "analysis", "region", "plan"]),
    ("rewrite", &["util", "classfile", "plan"]),
    ("checkpoint", &["util"]),
    ("explore", &["util"]),
    (
        "driver",
        &["util", "classfile", "program", "analysis", "region", "plan", "planner", "rewrite", "checkpoint", "explore"],
    ),
    (
        "cli",
        &[
            "util",
            "classfile",
            "program",
            "analysis",
            "region",
            "plan",
            "planner",
            "rewrite",
            "checkpoint",
            "explore",
            "driver",
        ],
    ),
];

/// The rooms of `driver` that the commands share, and what each may import of `driver`: never a command.
const ROOMS: &[(&str, &[&str])] = &[
    ("error", &[]),
    ("progress", &[]),
    ("inputs", &["error", "progress"]),
    ("runs", &["error", "inputs"]),
    ("outputs", &["error", "inputs"]),
];

/// Longest file, in lines.
const MOST_LINES: usize = 600;
/// Files longer than this are named, but do not fail.
const MANY_LINES: usize = 400;

/// Programs that jcp is tried on: nothing may depend on their names.
const PROGRAMS: &str = r"(?i)\b(jflex|jlex|javacc|ecj|weka|saxon|jaligner|opennlp|rhino)\b";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files under a folder of the project with one of the endings, in a fixed order.
fn files(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    walkdir::WalkDir::new(root().join(folder))
        .sort_by_file_name()
        .into_iter()
        .filter_map(Result::ok)
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|found| endings.iter().any(|ending| found == *ending)))
        .collect()
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn name(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

fn check(offences: &[String]) {
    assert!(offences.is_empty(), "{} to put right:\n{}", offences.len(), offences.join("\n"));
}

/// The source without line comments, line by line.
fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//")).map(|(at, line)| (at + 1, line))
}

/// The module of the library that a file belongs to: `src/util/index.rs` and `src/util.rs` to `util`.
fn module_of(path: &Path) -> Option<String> {
    let inside = path.strip_prefix(root().join("src")).ok()?;
    let first = inside.components().next()?.as_os_str().to_str()?;
    Some(first.trim_end_matches(".rs").to_string())
}

/// The modules named right after `crate::` in a file: `use crate::a::b`, `crate::a::f()`, `use crate::{a, b::c}`.
fn imports(text: &str) -> BTreeMap<String, usize> {
    let single = Regex::new(r"\bcrate::([a-z_]+)").expect("regex");
    let group = Regex::new(r"(?s)\bcrate::\{(.*?)\};").expect("regex");
    let nested = Regex::new(r"(?s)\{[^{}]*\}").expect("regex");
    let word = Regex::new(r"^\s*([a-z_]+)").expect("regex");
    let mut found = BTreeMap::new();
    for (line, code) in code_lines(text) {
        for capture in single.captures_iter(code) {
            found.entry(capture[1].to_string()).or_insert(line);
        }
    }
    for capture in group.captures_iter(text) {
        let line = text[..capture.get(0).map_or(0, |all| all.start())].lines().count() + 1;
        let flat = nested.replace_all(&capture[1], "").into_owned();
        for part in flat.split(',').filter_map(|part| word.captures(part)) {
            found.entry(part[1].to_string()).or_insert(line);
        }
    }
    found
}

#[test]
fn lower_layers_never_import_higher_ones() {
    let layers: BTreeMap<&str, &[&str]> = LAYERS.iter().copied().collect();
    let mut offences = Vec::new();
    for path in files("src", &["rs"]) {
        let Some(module) = module_of(&path).filter(|module| module != "lib" && module != "main") else { continue };
        let Some(allowed) = layers.get(module.as_str()) else {
            offences.push(format!("{}: module `{module}` is in no layer", name(&path)));
            continue;
        };
        for (import, line) in imports(&read(&path)) {
            if import != module && layers.contains_key(import.as_str()) && !allowed.contains(&import.as_str()) {
                offences.push(format!("{}:{line}: `{module}` must not import `{import}`", name(&path)));
            }
        }
    }
    check(&offences);
}

/// A file of a room names what it needs of `driver` by its full path: `crate::driver::ROOM::…`.
#[test]
fn what_commands_share_never_imports_a_command() {
    let named = Regex::new(r"\b(?:crate::driver|super::super)::(\w+|\{)").expect("regex");
    let mut offences = Vec::new();
    for (room, allowed) in ROOMS {
        let own = files("src/driver", &["rs"]).into_iter().filter(|path| {
            let inside = path.strip_prefix(root().join("src/driver")).unwrap_or(path).with_extension("");
            inside.starts_with(room)
        });
        for path in own {
            for (line, code) in code_lines(&read(&path)) {
                for found in named.captures_iter(code).map(|found| found[1].to_string()) {
                    if found != *room && !allowed.contains(&found.as_str()) {
                        offences.push(format!("{}:{line}: `driver::{room}` must not import `{found}`", name(&path)));
                    }
                }
            }
        }
    }
    check(&offences);
}

#[test]
fn imports_are_found_in_all_their_forms() {
    let text =
        "use crate::{plan, util::{index, graph}, region::Pattern};\n// crate::cli\nlet x = crate::driver::f();\n";
    let found: Vec<String> = imports(text).into_keys().collect();
    assert_eq!(found, ["driver", "plan", "region", "util"]);
}

#[test]
fn every_module_says_what_it_does() {
    let mut offences = Vec::new();
    for path in ["src", "tests", "benches"].iter().flat_map(|folder| files(folder, &["rs"])) {
        let text = read(&path);
        let head: Vec<&str> = text.lines().take_while(|line| line.starts_with("//!")).collect();
        let words = head.iter().filter(|line| line.len() > 4).count();
        if words < 2 {
            offences.push(format!("{}:1: head comment of {words} lines, at least 2 are wanted", name(&path)));
        }
        if head.iter().any(|line| line.contains("to come")) {
            offences.push(format!("{}:1: the module is still to come", name(&path)));
        }
    }
    check(&offences);
}

#[test]
fn files_are_short() {
    let mut offences = Vec::new();
    for path in
        ["src", "tests", "benches", "runtime-java", "examples"].iter().flat_map(|folder| files(folder, &["rs", "java"]))
    {
        let lines = read(&path).lines().count();
        if lines > MOST_LINES {
            offences.push(format!("{}: {lines} lines, at most {MOST_LINES}", name(&path)));
        } else if lines > MANY_LINES {
            println!("note: {} has {lines} lines", name(&path));
        }
    }
    check(&offences);
}

#[test]
fn forbidden_words_do_not_occur() {
    let rules = [
        (r"\b(todo|unimplemented|dbg)!", "unfinished"),
        (r#""/(work|home|root|tmp|opt|mnt)\b"#, "absolute path"),
        (r"-amd64|temurin-", "name of one JDK's folder"),
        (PROGRAMS, "name of a program that jcp is tried on"),
        (r"\bTODO\b|\bFIXME\b|\bXXX\b", "unfinished"),
    ]
    .map(|(pattern, why)| (Regex::new(pattern).expect("regex"), why));
    let mut offences = Vec::new();
    for path in ["src", "runtime-java/src"].iter().flat_map(|folder| files(folder, &["rs", "java"])) {
        for (line, code) in read(&path).lines().enumerate() {
            for (_, why) in rules.iter().filter(|(rule, _)| rule.is_match(code)) {
                offences.push(format!("{}:{}: {why}: {}", name(&path), line + 1, code.trim()));
            }
        }
    }
    check(&offences);
}

/// A Java source of the tests is used if a test names it, or the folder of a differential case holds it.
#[test]
fn every_java_source_of_the_tests_is_used() {
    let tests: String =
        ["tests", "src"].iter().flat_map(|folder| files(folder, &["rs"])).map(|path| read(&path)).collect();
    let mut offences = Vec::new();
    for path in files("tests/java", &["java"]) {
        let of_a_case = path.ancestors().any(|folder| folder.join("case.txt").is_file());
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !of_a_case && !tests.contains(&stem) {
            offences.push(format!("{}: no test uses it", name(&path)));
        }
    }
    check(&offences);
}

#[test]
fn readme_and_changelog_name_every_command() {
    let arguments = read(&root().join("src/cli/args.rs"));
    let start = arguments.find("pub enum Command").expect("the enum of the commands");
    let variant = Regex::new(r"(?m)^    ([A-Z][a-z]+)\(").expect("regex");
    let commands: BTreeSet<String> =
        variant.captures_iter(&arguments[start..]).map(|capture| capture[1].to_lowercase()).collect();
    assert!(!commands.is_empty());
    let mut offences = Vec::new();
    for page in ["README.md", "CHANGELOG.md"] {
        let text = read(&root().join(page));
        let missing = commands.iter().filter(|command| !text.contains(&format!("jcp {command}")));
        offences.extend(missing.map(|command| format!("{page}: `jcp {command}` is not named")));
    }
    check(&offences);
}
