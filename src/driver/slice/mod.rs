//! `jcp slice`: which lines may have influenced what a line computes, for people and scripts.
//!
//! Steps: find the JDK, read the application, find the line, points-to analysis, slice ([`crate::analysis::slice`]). Instructions become lines:
//! a line is as near to the criterion as its nearest instruction. The lines are those of the application.

mod criterion;
pub mod executable;
mod html;
mod listing;
pub mod page;
mod rows;
mod walk;
pub mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Instant;

use serde::Serialize;

use super::error::DriverError;
use super::inputs::loaded::{Loaded, with_left_out};
use super::inputs::options::InstrumentOptions;
use super::inputs::summaries::Cache;
use super::outputs::overwrites;
use super::progress::{Progress, peak_memory};
use crate::analysis::points_to::context::Sensitivity;
use crate::analysis::points_to::{Budget, points_to, uses_summaries};
use crate::analysis::slice::{Kind, Level, Options, Place, Slice, Slicer};
use crate::program::{MethodId, Program};
use crate::region::find_main;
use executable::{ExecutableOptions, Written};
use page::{PageOptions, Prepared};

/// The question; lines are `LINE, Class` or `LINE, Class.method`.
#[derive(Debug, Clone)]
pub enum Asked {
    /// What may have influenced a line?
    Backward(String),
    /// What may a line influence?
    Forward(String),
    /// By which lines may the first influence the second?
    Chop(String, String),
}

impl Default for Asked {
    fn default() -> Self {
        Self::Backward(String::new())
    }
}

/// What is asked.
#[derive(Debug, Clone, Default)]
pub struct SliceOptions {
    /// The program, as for `jcp instrument`; regions are left out.
    pub program: InstrumentOptions,
    /// The line or lines, and the direction.
    pub asked: Asked,
    /// A local variable or field of that line, if only its value is asked about.
    pub variable: Option<String>,
    /// What is followed.
    pub options: Options,
    /// How callers are told apart by the points-to analysis.
    pub sensitivity: Sensitivity,
    /// Where summaries of the JDK are kept.
    pub cache: Cache,
    /// The page to write, if one is wanted.
    pub page: Option<PageOptions>,
    /// The reduced program to write, if one is wanted.
    pub executable: Option<ExecutableOptions>,
}

/// The answer.
#[derive(Debug, Clone, Serialize)]
pub struct SliceReport {
    /// The line that was asked about, as understood; of a chop both.
    pub criterion: String,
    /// `backward`, `forward` or `chop`: of the last two, distances are from the line that influences, and reasons lead back to it.
    pub direction: &'static str,
    /// The step of the ladder: `two-phase`; where threads write what is read, `contexts` or `iterated two-phase`; `insensitive`.
    pub level: &'static str,
    /// The lines, nearest first.
    pub lines: Vec<SliceLine>,
    /// How many lines of the program have code that may run.
    pub program_lines: usize,
    /// Seconds by phase, and `total`.
    pub seconds: BTreeMap<&'static str, f64>,
    /// Peak resident set, bytes; none where it is not known.
    pub peak_memory: Option<u64>,
    /// Nodes and edges of the dependence graph that were looked at, and facts of the heap.
    pub size: [usize; 3],
    /// Where precision or soundness was given up.
    pub notes: Vec<String>,
    /// The page that was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<PathBuf>,
    /// The reduced program that was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub executable: Option<Written>,
}

/// A line of a slice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SliceLine {
    /// Its class, binary name with dots.
    pub class: String,
    /// Its number; 0 where the class file does not tell.
    pub line: u16,
    /// How many dependences lie between it and the criterion.
    pub distance: u32,
    /// Why it is in the slice; none for the criterion.
    pub because: Option<Because>,
    /// Whether it is in the thin slice, too; looked at only for a page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thin: Option<bool>,
}

/// The dependence that brought a line into a slice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Because {
    /// `value`, `heap`, `base`, `control`, `call` or `interference`.
    pub kind: &'static str,
    /// The class of the line that depends on this one: the next step towards the criterion.
    pub class: String,
    /// Its number.
    pub line: u16,
}

/// Slices.
pub fn run(options: &SliceOptions, progress: &dyn Progress) -> Result<SliceReport, DriverError> {
    let start = Instant::now();
    let loaded = Loaded::of(&options.program, progress, |_, _| Ok(()))?;
    if let Some(wanted) = &options.executable {
        overwrites::check(&wanted.file, &options.program, &loaded.entries, &[])?;
    }
    let page = options.page.as_ref().map(|page| Prepared::of(page, &options.program, &loaded)).transpose()?;
    let program = &loaded.program;
    let main = find_main(program, &loaded.application.main)
        .ok_or_else(|| DriverError::Input(format!("class {} has no main method", loaded.application.main)))
        .map_err(|error| with_left_out(error, &loaded.application, program))?;
    let asked = criterion::all(program, &options.asked, options.variable.as_deref())?;
    let mut seconds = BTreeMap::from([("reading", start.elapsed().as_secs_f64())]);
    progress.step("points-to analysis");
    let before = Instant::now();
    let budget = Budget::of_selection();
    let cache = if uses_summaries(options.sensitivity) { &options.cache } else { &Cache::Off };
    let summaries = cache.summaries(&loaded.jdk, &budget);
    let answer = points_to(program, main, options.sensitivity, &budget, summaries.as_ref())
        .map_err(|error| DriverError::refused(format!("{error}; use --context insensitive")))?;
    seconds.insert("points_to", before.elapsed().as_secs_f64());
    progress.step("slicing");
    let before = Instant::now();
    let runs = |(method, _): &Place| answer.is_reachable(*method);
    let criteria =
        asked.iter().map(|one| one.that_run(runs, &loaded.application.main)).collect::<Result<Vec<_>, _>>()?;
    let slicer = Slicer::new(&answer);
    seconds.insert("index", before.elapsed().as_secs_f64());
    let before = Instant::now();
    let (slice, direction) = make(&slicer, &options.asked, &criteria, options.options)?;
    seconds.insert("slice", before.elapsed().as_secs_f64());
    let mut lines = lines(program, &slice);
    let whole = page.as_ref().map(|_| whole_lines(program, &slicer, &criteria, options.options, &mut lines));
    let application = answer.reachable().into_iter().filter(|method| program.is_application(method.class));
    seconds.insert("total", start.elapsed().as_secs_f64());
    let mut report = SliceReport {
        criterion: asked.iter().map(|one| one.described.as_str()).collect::<Vec<_>>().join(" .. "),
        direction,
        level: level(&slice),
        program_lines: code_lines(program, application),
        lines,
        seconds,
        peak_memory: peak_memory(),
        size: slice.size,
        notes: slice.notes,
        page: None,
        executable: None,
    };
    if let Some(wanted) = &options.executable {
        progress.step("reducing the program");
        let first = criteria.first().map_or(&[][..], Vec::as_slice);
        let kept = slicer.executable(first, options.options);
        report.executable = Some(executable::write(&loaded, &kept, first, |it| answer.is_reachable(it), wanted)?);
        report.notes.extend(kept.notes.into_iter().map(|note| format!("reduced program: {note}")));
    }
    if let (Some(page), Some((full, thin))) = (page, whole) {
        progress.step("writing the page");
        page.write(&loaded, &report, &full, &thin)?;
        report.page = options.page.as_ref().map(|page| page.file.clone());
    }
    Ok(report)
}

/// Makes the slice that is asked for; tells its direction.
fn make(
    slicer: &Slicer,
    asked: &Asked,
    criteria: &[Vec<Place>],
    options: Options,
) -> Result<(Slice, &'static str), DriverError> {
    let none = || DriverError::Internal("no slice".to_owned());
    let first = criteria.first().ok_or_else(none)?;
    Ok(match asked {
        Asked::Backward(_) => (slicer.backward(criteria, options).pop().ok_or_else(none)?, "backward"),
        Asked::Forward(_) => (slicer.forward(first, options), "forward"),
        Asked::Chop(..) => (slicer.chop(first, criteria.last().ok_or_else(none)?, options), "chop"),
    })
}

/// All lines of the slice and of the thin one, for a page; marks those that are in both.
fn whole_lines(
    program: &Program,
    slicer: &Slicer,
    criterion: &[Vec<Place>],
    options: Options,
    full: &mut [SliceLine],
) -> (Vec<SliceLine>, Vec<SliceLine>) {
    let slices = slicer.backward(criterion, Options { thin: true, ..options });
    let thin: Vec<SliceLine> = slices.iter().flat_map(|slice| lines(program, slice)).collect();
    let keys: BTreeSet<(&str, u16)> = thin.iter().map(|line| (line.class.as_str(), line.line)).collect();
    full.iter_mut().for_each(|line| line.thin = Some(keys.contains(&(line.class.as_str(), line.line))));
    (full.to_vec(), thin)
}

fn level(slice: &Slice) -> &'static str {
    match slice.level {
        Level::Insensitive => "insensitive",
        Level::Contexts if slice.interferes => "contexts",
        Level::TwoPhase if slice.interferes => "iterated two-phase",
        Level::Contexts | Level::TwoPhase => "two-phase",
    }
}

/// The class and line of an instruction.
fn line_of(program: &Program, (method, number): Place) -> (String, u16) {
    let class = program.name(method.class).replace('/', ".");
    let body = program.code(method).ok().flatten();
    let line = body.and_then(|body| body.line(*body.insns().get(number as usize)?));
    (class, line.unwrap_or_default())
}

/// The lines of the slice, nearest first.
fn lines(program: &Program, slice: &Slice) -> Vec<SliceLine> {
    let mut nearest: BTreeMap<(String, u16), (u32, Option<Because>)> = BTreeMap::new();
    for (place, member) in &slice.members {
        let key = line_of(program, *place);
        let next = next_line(program, slice, *place, &key);
        let found = (member.distance, next);
        let known = nearest.entry(key).or_insert_with(|| found.clone());
        if found.0 < known.0 {
            *known = found;
        }
    }
    let line = |((class, line), (distance, because))| SliceLine { class, line, distance, because, thin: None };
    let mut lines: Vec<SliceLine> = nearest.into_iter().map(line).collect();
    lines.sort_by_key(|line| line.distance);
    lines
}

/// The next other line on the way to the criterion.
fn next_line(program: &Program, slice: &Slice, place: Place, own: &(String, u16)) -> Option<Because> {
    let mut at = place;
    loop {
        let (next, kind) = slice.members.get(&at)?.because?;
        let (class, line) = line_of(program, next);
        if (&class, line) != (&own.0, own.1) {
            return Some(Because { kind: word(kind), class, line });
        }
        at = next;
    }
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Value => "value",
        Kind::Heap => "heap",
        Kind::Base => "base",
        Kind::Control => "control",
        Kind::Call => "call",
        Kind::Interference => "interference",
    }
}

/// How many lines these methods have code on.
fn code_lines(program: &Program, methods: impl Iterator<Item = MethodId>) -> usize {
    let mut lines: Vec<(crate::program::ClassId, u16)> = Vec::new();
    for method in methods {
        let Ok(Some(body)) = program.code(method) else { continue };
        lines.extend(body.insns().iter().filter_map(|item| body.line(*item)).map(|line| (method.class, line)));
    }
    lines.sort_unstable();
    lines.dedup();
    lines.len()
}
