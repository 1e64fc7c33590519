//! Random programs over the JDK's public API, each run as original, capture and replay: all must be equal.
//!
//! The Java program under `tests/java/api_programs` makes them: it reads the public constructors and methods from the JDK's own
//! image and puts them together to snippets, sequences of calls whose declared types fit and each of which it has tried. A program
//! has many snippets. It makes the objects of each before the checkpoint, equal ones by the same calls after it, and prints what
//! they are to each other (identity, equality, hashes, order, places in hash tables), what their methods without arguments give, and
//! what a few later calls give. The same numbers give the same snippets on every run on one JDK.
//!
//! Snippets are left out whose output differs between two runs of the original (times, random numbers), or if all identity hashes
//! are other ones (option `shifted`; `tests/suite/identity_hashes.rs` is about those), and those with an object that jcp refuses, which
//! must be of a class in [`REFUSED`]. The rest must be equal, but for what [`KNOWN`] and [`KNOWN_TEXTS`] name.
//!
//! The usual programs are a share. `JCP_API_PROGRAMS=FROM..TO cargo test --test suite api_programs -- --nocapture` runs others (a number
//! has [`SIZE`] snippets); a program that fails is kept in a temporary folder, which the message names.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

use jcp::driver::jdk::JdkHome;
use rayon::prelude::*;

use crate::common;

/// The usual programs, and those of `make test-all`.
const USUAL: Range<usize> = 0..1;
const ALL: Range<usize> = 0..8;

/// Snippets of a program.
const SIZE: usize = 120;
/// The same of the usual programs.
const FEW: usize = 20;

/// How often an original runs to be compared with its first run.
const AGAIN: usize = 6;

/// What a program prints at its checkpoint.
const CHECKPOINT: &str = "at the checkpoint\n";

/// Signs of known differences in what is printed, in the line that differs or the one before it, each with its kind.
const KNOWN_TEXTS: &[(&str, &str)] = &[
    ("$$Lambda", "classes, numbers and identity of the JDK's lambdas"),
    ("LazyInitializingVarHandle", "handles of static fields, made by name"),
    ("ProtectionDomain", "the runtime's jar among what the loader may read"),
    ("jcp.runtime", "the runtime's package among those of the loader"),
];

/// The same of identity and equality of an old and a new object alone. What was mended is to be taken out of both.
const KNOWN: &[(&str, &str)] = &[
    ("StringCharacterIterator", "the empty text of break iterators, which clones share"),
    ("Gatherer", "identity of the JDK's default functions"),
    ("Collector", "identity of the JDK's default functions"),
    (": \"", "literals of the JDK, names of members"),
];

/// Classes that are refused, by how their names start. Another one is to be looked at: it may be ordinary.
const REFUSED: &[&str] = &[
    "java.lang.invoke.", // handles that guard, loop or spread, call sites, lookups in other classes, exact handles of variables
    "java.util.stream.", // pipelines under way
    "java.io.FileDescriptor", // streams over folders
    "java.util.logging.Logger",
    "java.lang.ProcessHandleImpl",
];

/// The programs that the variable names, else the usual ones, or all; and how many snippets each has.
fn wanted() -> (Range<usize>, usize) {
    let Ok(text) = std::env::var("JCP_API_PROGRAMS") else {
        return if common::all() { (ALL, SIZE) } else { (USUAL, FEW) };
    };
    let bounds = text.split_once("..").and_then(|(from, to)| Some(from.parse().ok()?..to.parse().ok()?));
    (bounds.unwrap_or_else(|| panic!("JCP_API_PROGRAMS={text}: expected FROM..TO")), SIZE)
}

/// The sources of the generator.
fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/api_programs")
}

/// Makes the programs, each in a folder of its number.
fn generate(jdk: &JdkHome, (programs, size): (&Range<usize>, usize), folder: &Path) {
    let names = ["Api", "Batch", "Generate", "Sample", "Shown", "Snippet", "Values"];
    let files: Vec<_> = names.iter().map(|name| sources().join(format!("{name}.java"))).collect();
    let classes = common::compile_files(jdk, &files, &folder.join("generator"), &["-Xlint:none"]);
    let mut java = common::java(jdk);
    java.args(["-Xmx1g", "-XX:TieredStopAtLevel=1", "-cp"]).arg(classes).arg("Generate").arg(sources()).arg(folder);
    java.args([programs.start, programs.end, size].map(|number| number.to_string()));
    // some constructors that it tries make files
    let output = common::succeed(java.current_dir(folder));
    println!("JDK {}: {}", jdk.feature, String::from_utf8_lossy(&output.stdout).trim());
}

/// A program and what it leaves out.
struct Run<'a> {
    jdk: &'a JdkHome,
    /// Its folder.
    folder: PathBuf,
    /// Its classes.
    classes: PathBuf,
    skipped: BTreeSet<usize>,
    /// What was refused or is known to differ, and how often.
    told: BTreeMap<String, usize>,
}

impl<'a> Run<'a> {
    fn new(jdk: &'a JdkHome, folder: PathBuf) -> Self {
        let classes = folder.join("classes");
        Self { jdk, folder, classes, skipped: BTreeSet::new(), told: BTreeMap::new() }
    }

    fn work(&self) -> PathBuf {
        self.folder.join("work")
    }

    /// Runs the program, with what the `kind` of jar puts in front of its class path (none: the original); what it prints.
    fn run(&self, kind: Option<&str>, options: &[&str]) -> Result<String, String> {
        let mut path = kind.map_or_else(Vec::new, |kind| vec![self.folder.join("jars").join(format!("Main-{kind}"))]);
        path.push(self.classes.clone());
        let mut java = common::java(self.jdk);
        java.arg(format!("-Djcp.report={}", self.folder.join("report.json").display())).arg("-cp");
        java.arg(std::env::join_paths(path).map_err(|error| error.to_string())?).arg("Main").args(options);
        java.args(self.skipped.iter().map(ToString::to_string)).current_dir(self.work());
        let output = java.env_remove("JCP_CHECKPOINT").output().map_err(|error| error.to_string())?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(format!("{} ends with {}: {said}", kind.unwrap_or("the original"), output.status))
    }

    /// Leaves out what is not the same on each run, and what shows identity hashes.
    fn settle(&mut self) -> Result<(), String> {
        for _ in 0..20 {
            let first = self.run(None, &[])?;
            let mut found: BTreeSet<usize> = differences(&first, &self.run(None, &["shifted"])?).into_keys().collect();
            // the order of immutable sets is drawn by each JVM, of two elements one of two orders
            for _ in 0..AGAIN {
                found.extend(differences(&first, &self.run(None, &[])?).into_keys());
            }
            if found.is_empty() {
                return Ok(());
            }
            self.skipped.extend(found);
        }
        Err("ever more snippets differ from run to run".to_owned())
    }

    fn instrument(&self) -> Result<(), String> {
        let text = std::fs::read_to_string(self.folder.join("Main.java")).map_err(|error| error.to_string())?;
        let mut jcp = common::jcp();
        // all statics that code may read: the analysis of all that these programs call would take longer than the runs
        jcp.args(["instrument", "--statics", "read", "--main", "Main", "--classpath"]).arg(&self.classes);
        jcp.arg("--region").arg(format!("{}, Main, Main.main &", common::line(&text, "here")));
        jcp.arg("--jdk").arg(&self.jdk.home).arg("-o").arg(self.folder.join("jars"));
        let output = jcp.output().map_err(|error| error.to_string())?;
        let said = String::from_utf8_lossy(&output.stderr);
        if output.status.success() { Ok(()) } else { Err(format!("instrument: {said}")) }
    }

    /// What the capturing run prints, without the snippets whose objects are refused.
    fn capture(&mut self) -> Result<String, String> {
        loop {
            let printed = self.run(Some("capture"), &[])?;
            if self.work().join("Main.jcp").exists() {
                return Ok(printed);
            }
            let text = std::fs::read_to_string(self.folder.join("report.json")).map_err(|error| error.to_string())?;
            let report: serde_json::Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
            self.leave_out(&report["reasons"])?;
        }
    }

    /// Leaves out the snippets whose objects were refused; each path tells the snippet.
    fn leave_out(&mut self, reasons: &serde_json::Value) -> Result<(), String> {
        let before = self.skipped.len();
        for reason in reasons.as_array().into_iter().flatten() {
            let class = reason["class"].as_str().unwrap_or_default();
            if !REFUSED.iter().any(|known| class.starts_with(known)) {
                return Err(format!("a class that was not refused before: {reason}"));
            }
            let path = reason["path"].as_str().unwrap_or_default();
            let number = path.split_once("Main.OLD -> [").and_then(|(_, rest)| rest.split_once(']')?.0.parse().ok());
            self.skipped.insert(number.ok_or_else(|| format!("refused outside the snippets: {reason}"))?);
            *self.told.entry(format!("refused: {class}")).or_default() += 1;
        }
        if self.skipped.len() == before { Err(format!("refused without a reason: {reasons}")) } else { Ok(()) }
    }

    /// Runs all three; the error tells all that differs and is not known to.
    fn verify(&mut self) -> Result<(), String> {
        self.settle()?;
        self.instrument()?;
        let captured = self.capture()?;
        let original = self.run(None, &[])?;
        let (_, after) = original.split_once(CHECKPOINT).ok_or("the checkpoint is not printed")?;
        let replayed = self.run(Some("replay"), &[])?;
        let replayed = replayed.strip_prefix(CHECKPOINT).ok_or_else(|| format!("the replay prints {replayed}"))?;
        let mut unknown = Vec::new();
        for (run, pairs) in [("capture", differences(&original, &captured)), ("replay", differences(after, replayed))] {
            for (number, lines) in pairs {
                match known(&lines) {
                    Some(kind) => *self.told.entry(format!("known: {kind}")).or_default() += 1,
                    None => unknown.push(format!("{run}, {lines}\n{}", self.snippet(number))),
                }
            }
        }
        if unknown.is_empty() { Ok(()) } else { Err(unknown.join("\n\n")) }
    }

    /// The source of a snippet.
    fn snippet(&self, number: usize) -> String {
        let text = std::fs::read_to_string(self.folder.join("Main.java")).unwrap_or_default();
        let start = format!("static Object[] made{number}()");
        let lines = text.lines().skip_while(|line| !line.contains(&start)).take_while(|line| *line != "    }");
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// What kind of known difference a snippet shows: in what it prints, or in what objects are to each other.
fn known(lines: &str) -> Option<&'static str> {
    let of_identity =
        lines.lines().nth(1).is_some_and(|line| line.contains("relation: ") || line.contains("identities: "));
    let all = KNOWN_TEXTS.iter().chain(if of_identity { KNOWN } else { &[] });
    all.into_iter().find(|(sign, _)| lines.contains(sign)).map(|(_, kind)| *kind)
}

/// The snippets whose lines differ, each with the first of these and the line before, which tells the object.
fn differences(one: &str, other: &str) -> BTreeMap<usize, String> {
    let (ones, others) = (snippets(one), snippets(other));
    let mut found = BTreeMap::new();
    for number in ones.keys().chain(others.keys()) {
        let [left, right] = [&ones, &others].map(|all| all.get(number).cloned().unwrap_or_default());
        if left != right {
            let at = left.iter().zip(&right).take_while(|(a, b)| a == b).count();
            let line = |lines: &[&str], at: usize| lines.get(at).copied().unwrap_or_default().to_owned();
            let last = if at == 0 { String::new() } else { line(&left, at - 1) };
            found
                .insert(*number, format!("of {last}\n  expected {}\n  found    {}", line(&left, at), line(&right, at)));
        }
    }
    found
}

/// The lines of each snippet; a line without a number belongs to the one before.
fn snippets(text: &str) -> BTreeMap<usize, Vec<&str>> {
    let mut all: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    let mut number = usize::MAX;
    for line in text.lines() {
        number = line.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(number);
        all.entry(number).or_default().push(line);
    }
    all
}

#[test]
fn programs_over_the_public_api_are_replayed_equally() {
    let (programs, size) = wanted();
    let mut all = Vec::new();
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("a folder");
        generate(&jdk, (&programs, size), folder.path());
        let check = |number: usize| {
            let mut run = Run::new(&jdk, folder.path().join(number.to_string()));
            std::fs::create_dir(run.folder.join("work")).map_err(|error| error.to_string())?;
            let done = run.verify();
            println!("JDK {}, {number}: left out {:?}, {:?}", jdk.feature, run.skipped, run.told);
            done.map_err(|why| format!("program {number}: {why}"))
        };
        let failed: Vec<String> = programs.clone().into_par_iter().filter_map(|number| check(number).err()).collect();
        if !failed.is_empty() {
            all.push(format!("JDK {}, in {}:\n{}", jdk.feature, folder.keep().display(), failed.join("\n\n")));
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n\n"));
}
