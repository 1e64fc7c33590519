//! `jcp slice`: which lines may have influenced what a line computes, for people and scripts.
//!
//! Steps: find the JDK, read the application, find the line, points-to analysis, slice ([`crate::analysis::slice`]). Instructions become lines:
//! a line is as near to the criterion as its nearest instruction. The lines are those of the application.

mod along;
mod criterion;
pub mod executable;
pub mod failing;
mod html;
mod lines;
mod listing;
pub mod page;
mod pointing;
pub mod region;
mod report;
mod rows;
mod trace;
mod walk;
pub mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Instant;

use super::error::DriverError;
use super::inputs::loaded::{Loaded, with_left_out};
use super::inputs::options::InstrumentOptions;
use super::inputs::regions::resolve_named;
use super::inputs::summaries::Cache;
use super::outputs::overwrites;
use super::progress::{Progress, peak_memory};
use crate::analysis::points_to::PointsTo;
use crate::analysis::points_to::context::Sensitivity;
use crate::analysis::slice::{Bounds, Level, Options, Place, Slice, Slicer};
use crate::program::Program;
use crate::region::find_main;
use along::Along;
use executable::ExecutableOptions;
use lines::{code_lines, level, lines};
use page::{PageOptions, Prepared};
use pointing::analysed;
pub use report::{Asked, Because, Need, RegionReport, SliceLine, SliceReport, StackReport};

/// What is asked.
#[derive(Debug, Clone, Default)]
pub struct SliceOptions {
    /// The program, as for `jcp instrument`; with a region, a backward slice ends at its checkpoint.
    pub program: InstrumentOptions,
    /// The line or lines, and the direction.
    pub asked: Asked,
    /// A local variable or field of that line, if only its value is asked about.
    pub variable: Option<String>,
    /// A stack trace whose calls a backward slice keeps to; without a line, its first frame is asked about.
    pub stack: Option<PathBuf>,
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

/// Slices.
pub fn run(options: &SliceOptions, progress: &dyn Progress) -> Result<SliceReport, DriverError> {
    check(options)?;
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
    let mut along = options.stack.as_deref().map(|file| Along::read(file, program)).transpose()?;
    let variable = options.variable.as_deref();
    let asked = match (&mut along, &options.asked) {
        (Some(along), Asked::Backward(at)) => vec![along.criterion(program, at, variable)?],
        _ => criterion::all(program, &options.asked, variable)?,
    };
    let has_region = !options.program.regions.is_empty();
    let from = has_region.then(|| region::From::find(&loaded, &options.program)).transpose()?;
    let mut seconds = BTreeMap::from([("reading", start.elapsed().as_secs_f64())]);
    progress.step("points-to analysis");
    let before = Instant::now();
    let named = resolve_named(&options.program, &loaded.program)?;
    let answer = analysed(&loaded, main, options.sensitivity, &options.cache, &named)?;
    seconds.insert("points_to", before.elapsed().as_secs_f64());
    progress.step("slicing");
    let before = Instant::now();
    let runs = |(method, _): &Place| answer.is_reachable(*method);
    let mut criteria =
        asked.iter().map(|one| one.that_run(runs, &loaded.application.main)).collect::<Result<Vec<_>, _>>()?;
    let slicer = Slicer::new(&answer);
    seconds.insert("index", before.elapsed().as_secs_f64());
    let before = Instant::now();
    let along = along.map(|along| along.stack(&slicer, program)).transpose()?;
    let (stack, along) = along.unzip();
    let found = from.as_ref().map(|from| from.checkpoint(&slicer, program, &asked[0], &mut criteria[0])).transpose()?;
    let bounds = Bounds { stack, checkpoint: found };
    let (slice, direction) = make(&slicer, &options.asked, &criteria, options.options, &bounds)?;
    seconds.insert("slice", before.elapsed().as_secs_f64());
    let mut lines = lines(program, &slice);
    let whole = page.as_ref().map(|_| whole_lines(program, &slicer, &criteria, (options.options, &bounds), &mut lines));
    let application = answer.reachable().into_iter().filter(|method| program.is_application(method.class));
    seconds.insert("total", start.elapsed().as_secs_f64());
    let mut report = SliceReport {
        criterion: asked.iter().map(|one| one.described.as_str()).collect::<Vec<_>>().join(" .. "),
        direction,
        level: level(&slice),
        stack: along,
        from: from.map(|from| from.report(program, &slice)),
        program_lines: code_lines(program, application),
        lines,
        seconds,
        peak_memory: peak_memory(),
        size: slice.size,
        notes: slice.notes,
        page: None,
        executable: None,
    };
    report.notes.extend(slicer.note().into_iter().chain(report.stack.as_ref().and_then(StackReport::note)));
    if let Some(wanted) = &options.executable {
        progress.step("reducing the program");
        let first = criteria.first().map_or(&[][..], Vec::as_slice);
        reduce(&mut report, &loaded, &slicer, (first, options.options), &answer, wanted)?;
    }
    if let (Some(page), Some((full, thin))) = (page, whole) {
        progress.step("writing the page");
        page.write(&loaded, &report, &full, &thin)?;
        report.page = options.page.as_ref().map(|page| page.file.clone());
    }
    Ok(report)
}

/// Options that cannot go together.
fn check(options: &SliceOptions) -> Result<(), DriverError> {
    if options.stack.is_some() && options.options.level == Level::Insensitive {
        let why = "--level insensitive tells no callers apart, so it cannot keep to a --stack: leave one of them out";
        return Err(DriverError::Usage(why.to_owned()));
    }
    Ok(())
}

/// Writes the reduced program, and tells of it.
fn reduce(
    report: &mut SliceReport,
    loaded: &Loaded,
    slicer: &Slicer,
    (criterion, options): (&[Place], Options),
    answer: &PointsTo,
    wanted: &ExecutableOptions,
) -> Result<(), DriverError> {
    let kept = slicer.executable(criterion, options);
    report.executable = Some(executable::write(loaded, &kept, criterion, |it| answer.is_reachable(it), wanted)?);
    report.notes.extend(kept.notes.into_iter().map(|note| format!("reduced program: {note}")));
    Ok(())
}

/// Makes the slice that is asked for; tells its direction.
fn make(
    slicer: &Slicer,
    asked: &Asked,
    criteria: &[Vec<Place>],
    options: Options,
    bounds: &Bounds,
) -> Result<(Slice, &'static str), DriverError> {
    let none = || DriverError::Internal("no slice".to_owned());
    let first = criteria.first().ok_or_else(none)?;
    Ok(match asked {
        Asked::Backward(_) => (slicer.within(first, options, bounds), "backward"),
        Asked::Forward(_) => (slicer.forward(first, options), "forward"),
        Asked::Chop(..) => (slicer.chop(first, criteria.last().ok_or_else(none)?, options), "chop"),
    })
}

/// All lines of the slice and of the thin one, for a page; marks those that are in both.
fn whole_lines(
    program: &Program,
    slicer: &Slicer,
    criterion: &[Vec<Place>],
    (options, bounds): (Options, &Bounds),
    full: &mut [SliceLine],
) -> (Vec<SliceLine>, Vec<SliceLine>) {
    let slices = criterion.iter().map(|one| slicer.within(one, Options { thin: true, ..options }, bounds));
    let thin: Vec<SliceLine> = slices.flat_map(|slice| lines(program, &slice)).collect();
    let keys: BTreeSet<(&str, u16)> = thin.iter().map(|line| (line.class.as_str(), line.line)).collect();
    full.iter_mut().for_each(|line| line.thin = Some(keys.contains(&(line.class.as_str(), line.line))));
    (full.to_vec(), thin)
}
