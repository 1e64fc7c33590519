//! `jcp slice --executable`: writes a jar of what a slice needs, and compares its values at the criterion with the original's.
//!
//! The jar has the reduced classes of all entries of the class path ([`crate::rewrite::reduce_class`]) and their resources, each name from the first
//! entry that has it, as the JVM takes them; sources and jars among these are left out. Classes are left out that have nothing of the slice and are not named by one that stays. For the
//! comparison both programs run once more, with the criterion's class rewritten to tell its values on standard error; each
//! starts in a copy of the working directory.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;

use crate::analysis::slice::{Executable, Place};
use crate::classfile::jar;
use crate::classfile::manifest::Manifest;
use crate::driver::error::DriverError;
use crate::driver::inputs::class_path::Entry;
use crate::driver::inputs::loaded::Loaded;
use crate::driver::outputs::jar::written;
use crate::driver::runs::launch::{Launch, Target};
use crate::driver::runs::run::{RunOptions, Status, execute};
use crate::driver::runs::scratch::Scratch;
use crate::plan::Reduction;
use crate::program::{MethodId, Program};
use crate::{planner, rewrite};

/// How long each run of a comparison may take.
const LIMIT: Duration = Duration::from_mins(10);

/// What is to be written.
#[derive(Debug, Clone, Default)]
pub struct ExecutableOptions {
    /// The jar.
    pub file: PathBuf,
    /// The runs, if both programs are to run and to be compared.
    pub check: Option<Check>,
}

/// How both programs run.
#[derive(Debug, Clone, Default)]
pub struct Check {
    /// Their arguments.
    pub args: Vec<String>,
    /// The directory that each gets a copy of; the current one if absent.
    pub workdir: Option<PathBuf>,
}

/// What was written.
#[derive(Debug, Clone, Serialize)]
pub struct Written {
    /// The jar.
    pub file: PathBuf,
    /// How many instructions the application had, and the jar has.
    pub instructions: [usize; 2],
    /// How many classes.
    pub classes: [usize; 2],
    /// The comparison, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comparison: Option<Comparison>,
}

/// How the values at the criterion compare.
#[derive(Debug, Clone, Serialize)]
pub struct Comparison {
    /// How many values the original told, and the reduced program.
    pub values: [usize; 2],
    /// The first that differ, if any do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<String>,
    /// How the runs ended.
    pub status: [String; 2],
}

/// The reduced classes, by internal name.
type Classes = BTreeMap<String, Vec<u8>>;

/// Writes the jar, and compares.
pub fn write(
    loaded: &Loaded,
    executable: &Executable,
    criterion: &[Place],
    runs: impl Fn(MethodId) -> bool,
    options: &ExecutableOptions,
) -> Result<Written, DriverError> {
    if !executable.opaque.is_empty() {
        let why = format!("the code of {} cannot be followed", executable.opaque.join(", "));
        return Err(DriverError::refused(format!("{why}, so nothing can be left out safely")));
    }
    let program = &loaded.program;
    let reduction = planner::reduction(program, &executable.kept, runs).map_err(|error| match error {
        planner::Error::Refused { method, why } => DriverError::refused(format!("{method}: {why}")),
        planner::Error::Program(error) => DriverError::refused(error.to_string()),
    })?;
    let (classes, instructions) = reduced(loaded, executable, &reduction)?;
    let counts = [program.application_count(), classes.len()];
    let mut entries: Vec<(String, Vec<u8>)> =
        classes.into_iter().map(|(name, bytes)| (format!("{name}.class"), bytes)).collect();
    entries.extend(resources(&loaded.entries)?);
    let mut manifest = Manifest::new();
    manifest.set("Main-Class", &loaded.application.main);
    jar::write_jar(None, &BTreeMap::new(), &entries, &manifest, &options.file).map_err(written)?;
    let mut report = Written { file: options.file.clone(), instructions, classes: counts, comparison: None };
    if let Some(check) = &options.check {
        report.comparison = Some(compare(loaded, &reduction, criterion, check, &options.file)?);
    }
    Ok(report)
}

fn internal(error: &rewrite::Error) -> DriverError {
    DriverError::Internal(error.to_string())
}

/// The classes that stay, and how many instructions the application had and has.
fn reduced(
    loaded: &Loaded,
    executable: &Executable,
    reduction: &Reduction,
) -> Result<(Classes, [usize; 2]), DriverError> {
    let program = &loaded.program;
    let mut parts = BTreeMap::new();
    let main = loaded.application.main.replace('.', "/");
    let mut work: Vec<String> = vec![main];
    work.extend(executable.classes.iter().map(|class| program.name(*class).to_owned()));
    for class in program.application() {
        let methods = reduction.methods.get(class.name()).cloned().unwrap_or_default();
        let part = rewrite::reduce_class(&class.file, &methods, &BTreeMap::new()).map_err(|error| internal(&error))?;
        work.extend(part.has_slice.then(|| class.name().to_owned()));
        parts.insert(class.name().to_owned(), part);
    }
    let before = parts.values().map(|part| part.sizes[0]).sum();
    let (mut classes, mut after) = (Classes::new(), 0);
    while let Some(name) = work.pop() {
        let Some(part) = parts.remove(&name) else { continue };
        work.extend(part.names);
        // the classes around it, which say who may access its private members
        work.extend(name.match_indices('$').map(|(at, _)| name[..at].to_owned()));
        after += part.sizes[1];
        classes.insert(name, part.bytes);
    }
    Ok((classes, [before, after]))
}

/// What the entries hold besides classes, manifests, signatures, sources and jars.
fn resources(entries: &[Entry]) -> Result<Vec<(String, Vec<u8>)>, DriverError> {
    let mut found: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for entry in entries {
        match entry {
            Entry::Jar(jar) => {
                for name in jar.jar.entries().iter().filter(|name| is_resource(name)) {
                    let content = jar.jar.read(name).map_err(|error| DriverError::Input(error.to_string()))?;
                    if let Some(content) = content.filter(|_| !found.contains_key(name)) {
                        found.insert(name.clone(), content);
                    }
                }
            }
            Entry::Folder(folder) => {
                for file in walkdir::WalkDir::new(folder.path()).sort_by_file_name().into_iter().flatten() {
                    let name = file.path().strip_prefix(folder.path()).ok().and_then(Path::to_str);
                    let Some(name) = name.filter(|name| file.file_type().is_file() && is_resource(name)) else {
                        continue;
                    };
                    if !found.contains_key(name) {
                        let content =
                            std::fs::read(file.path()).map_err(DriverError::input("cannot read", file.path()))?;
                        found.insert(name.to_owned(), content);
                    }
                }
            }
        }
    }
    Ok(found.into_iter().collect())
}

fn is_resource(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let is_left_out = ["class", "java", "jar"].iter().any(|it| extension.eq_ignore_ascii_case(it));
    let is_manifest = name.eq_ignore_ascii_case("META-INF/MANIFEST.MF");
    !name.ends_with('/') && !is_left_out && !is_manifest && !jar::is_signature(name)
}

/// Runs both programs, whose criterion tells its values.
fn compare(
    loaded: &Loaded,
    reduction: &Reduction,
    criterion: &[Place],
    check: &Check,
    jar: &Path,
) -> Result<Comparison, DriverError> {
    let scratch = Scratch::new(false)?;
    let jar = std::path::absolute(jar).map_err(DriverError::io("cannot use", jar))?;
    let watched = watched(&loaded.program, criterion);
    let mut classes: [Vec<(String, Vec<u8>)>; 2] = Default::default();
    for (name, methods) in &watched {
        let Some(class) = loaded.program.find(name) else { continue };
        let original = rewrite::watch_class(&class.file, methods).map_err(|error| internal(&error))?;
        let changes = reduction.methods.get(name).cloned().unwrap_or_default();
        let part = rewrite::reduce_class(&class.file, &changes, methods).map_err(|error| internal(&error))?;
        classes[0].push((format!("{name}.class"), original));
        classes[1].push((format!("{name}.class"), part.bytes));
    }
    let options = RunOptions { args: check.args.clone(), timeout: Some(LIMIT), ..RunOptions::default() };
    let mut told: Vec<(Vec<String>, Status)> = Vec::new();
    let original = loaded.application.classpath.clone();
    for (name, classes, path) in [("original", &classes[0], original), ("reduced", &classes[1], vec![jar])] {
        let first = scratch.path(&format!("{name}.jar"));
        jar::write_jar(None, &BTreeMap::new(), classes, &Manifest::new(), &first).map_err(written)?;
        let classpath = std::iter::once(first).chain(path).collect();
        let target = Target::Main { classpath, main: loaded.application.main.clone() };
        scratch.start_copy(check.workdir.as_deref().unwrap_or(Path::new(".")))?;
        let run = execute(&scratch, name, &Launch { java: loaded.jdk.java(), target }, &[], &options)?;
        let text = std::fs::read(&run.stderr).map_err(DriverError::io("cannot read", &run.stderr))?;
        let text = String::from_utf8_lossy(&text).into_owned();
        let values = text.lines().filter_map(|line| line.strip_prefix(rewrite::MARK)).map(str::to_owned);
        told.push((values.collect(), run.status));
    }
    let ends = |at: usize| told[at].1.to_string();
    let values = [told[0].0.len(), told[1].0.len()];
    Ok(Comparison { values, difference: difference(&told[0].0, &told[1].0), status: [ends(0), ends(1)] })
}

/// The first values that differ.
fn difference(original: &[String], reduced: &[String]) -> Option<String> {
    let at = original.iter().zip(reduced).position(|(one, other)| one != other);
    let at = at.or((original.len() != reduced.len()).then_some(original.len().min(reduced.len())))?;
    let shown = |values: &[String]| values.get(at).map_or("none".to_owned(), |value| format!("`{value}`"));
    Some(format!("value {}: {}, reduced {}", at + 1, shown(original), shown(reduced)))
}

/// The offsets of the criterion's instructions, by class and method.
fn watched(program: &Program, criterion: &[Place]) -> BTreeMap<String, BTreeMap<usize, BTreeSet<u32>>> {
    let mut watched: BTreeMap<String, BTreeMap<usize, BTreeSet<u32>>> = BTreeMap::new();
    for (method, number) in criterion {
        let Ok(Some(body)) = program.code(*method) else { continue };
        let offset = body.insns().get(*number as usize).and_then(|item| body.offset(*item));
        let methods = watched.entry(program.name(method.class).to_owned()).or_default();
        methods.entry(method.index.into()).or_default().extend(offset);
    }
    watched
}
