//! What is the same in both jars: the plans as the runtime reads them, what the checkpoints rest on, the string literals and the class
//! path of the program, and the runtime itself.

use super::parts::{Added, BARE, Parts};
use super::{at_start, contents, plan_text, premises};
use crate::driver::error::DriverError;
use crate::plan::Plan;
use crate::program::Program;
use crate::rewrite;
use crate::util::hex;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::io::{Cursor, Read};

/// The compiled Java runtime (`runtime-java/`) as a jar: goes into both output jars.
pub const RUNTIME_JAR: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/jcp-runtime.jar"));

/// What users of libraries do about their threads, for refusals.
const LIBRARIES: &str = include_str!("../../../patterns/libraries.txt");

/// A class of the runtime that has the same name in all jars.
const HOOK: &str = "jcp/runtime/Start";

/// What is the same in both jars, but for the classes with bare initialisers, which the replaying jar has.
pub fn common(parts: &Parts, bare: &Added) -> Result<Added, DriverError> {
    let contents = contents::contents(parts.application, parts.entries, parts.program)?;
    let mut common = vec![
        ("META-INF/jcp/literals".to_owned(), literals(parts)),
        ("META-INF/jcp/contents".to_owned(), contents.into_bytes()),
        ("META-INF/jcp/libraries.txt".to_owned(), LIBRARIES.into()),
    ];
    for (region, plan) in parts.plans.regions.iter().enumerate() {
        let number = if region > 0 { format!("-{}", region + 1) } else { String::new() };
        let id = parts.premises.map_or_else(|| id(parts, plan), |premises| premises.ids[region].clone());
        let classes = parts.program.application().map(|class| &class.file);
        let launched = if parts.application.nested.is_some() { "launched\n" } else { "" };
        let text = plan_text::plan_text(parts.plans, region, &id)
            + launched
            + &plan_text::own_fields(classes)
            + &plan_text::unread(parts.program.unread())
            + &plan_text::bare(bare.iter().filter_map(|(file, _)| file.strip_prefix(BARE)));
        common.push((format!("META-INF/jcp/plan{number}.txt"), text.into_bytes()));
    }
    if let Some(known) = parts.premises {
        common.push((premises::FILE.to_owned(), premises::record(known)?));
    }
    common.extend(parts.runtime.iter().filter(|(name, _)| !at_start::is_group(name)).cloned());
    Ok(common)
}

/// That the program does not hold the runtime already.
pub fn check(program: &Program) -> Result<(), DriverError> {
    if program.class(HOOK).is_some() {
        let why = "the program already contains jcp's runtime; instrument the original jar, not jcp's output";
        return Err(DriverError::Input(why.to_owned()));
    }
    Ok(())
}

/// The class files of the runtime, under names that no program has, and the groups of those that runs begin with.
pub fn runtime(program: &Program) -> Result<Added, DriverError> {
    let jdk = |name: &str| program.find(name).map(|class| &class.file);
    let mut own = rewrite::own_names(embedded()?, jdk).map_err(|error| broken(&error))?;
    let groups = at_start::groups(&own).map_err(|error| broken(&error))?;
    own.extend(groups);
    Ok(own)
}

fn broken(error: &dyn std::fmt::Display) -> DriverError {
    DriverError::Internal(format!("the embedded runtime: {error}"))
}

/// In [`RUNTIME_JAR`]: what runs a program under schedules, a jar of its own, which goes into no output.
pub const EXPLORER: &str = "META-INF/jcp/explorer.jar";

/// Whether it is the class that notes stacks, which is for a run of its own.
fn is_noting(file: &str) -> bool {
    file.strip_suffix(".class") == Some(rewrite::NOTING)
}

/// That class.
pub(super) fn noting() -> Result<Added, DriverError> {
    let mut own = files(RUNTIME_JAR)?;
    own.retain(|(name, _)| is_noting(name));
    Ok(own)
}

/// The files of [`RUNTIME_JAR`] that go into outputs.
pub(super) fn embedded() -> Result<Added, DriverError> {
    let mut own = files(RUNTIME_JAR)?;
    own.retain(|(name, _)| name != EXPLORER && !is_noting(name));
    Ok(own)
}

/// The files of a jar that jcp carries.
pub fn files(jar: &[u8]) -> Result<Added, DriverError> {
    let mut jar = zip::ZipArchive::new(Cursor::new(jar)).map_err(|error| broken(&error))?;
    let mut own = Added::new();
    for number in 0..jar.len() {
        let mut file = jar.by_index(number).map_err(|error| broken(&error))?;
        let name = file.name().map_err(|error| broken(&error))?.into_owned();
        let mut content = Vec::new();
        file.read_to_end(&mut content).map_err(|error| broken(&error))?;
        own.push((name, content));
    }
    Ok(own)
}

/// What a checkpoint belongs to: the runtime that writes and reads it, the plan, the chains of other threads, whose numbers it has, and the
/// program's classes.
pub fn id(parts: &Parts, plan: &Plan) -> String {
    let mut hash = Sha256::new();
    hash.update(env!("CARGO_PKG_VERSION"));
    hash.update(RUNTIME_JAR);
    hash.update(serde_json::to_vec(plan).unwrap_or_default());
    hash.update(serde_json::to_vec(&parts.plans.threads).unwrap_or_default());
    for class in parts.program.application() {
        hash.update(Sha256::digest(&class.file.bytes));
    }
    hex::digits(&hash.finalize())
}

/// All string literals: count, then length and modified UTF-8 of each (`DataInput.readUTF`).
fn literals(parts: &Parts) -> Vec<u8> {
    let literals: BTreeSet<&[u8]> =
        parts.program.application().flat_map(|class| class.file.string_literals()).collect();
    let mut bytes = (literals.len() as u32).to_be_bytes().to_vec();
    for literal in literals {
        bytes.extend_from_slice(&(literal.len() as u16).to_be_bytes());
        bytes.extend_from_slice(literal);
    }
    bytes
}
