//! `jcp explore`: runs a program under every schedule that matters, for people and scripts.
//!
//! Steps: find the JDK, read the application, write its classes with hooks ([`jar`]), start the JVM ([`machine`]), search ([`crate::explore`]). Accesses to a plain field or
//! element are points only if threads share it: the first execution that shares a place ends the search, which begins again with that place as a point. So at the end
//! no execution shares another one, and every order of the points was run.
//!
//! A failure's schedule is made one with few switches ([`crate::explore::minimise`]), and run once more, with its steps told.

mod exploring;
mod jar;
mod known;
mod live;
mod machine;
mod page;
mod parts;
mod processor;
mod races;
mod report;
mod sliced;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::error::DriverError;
use super::inputs::loaded::Loaded;
use super::inputs::options::InstrumentOptions;
use super::progress::Progress;
use super::runs::scratch::Scratch;
use crate::explore::report::{Bounds, Reduction};
use crate::explore::split::Subtree;
use exploring::Exploring;
use known::Known;
pub use page::PageOptions;
pub use races::{Access, Race};
pub use report::{Blocked, ExploreReport, Failure, Step, Waking};

/// What is asked.
#[derive(Debug, Clone, Default)]
pub struct ExploreOptions {
    /// The program.
    pub program: InstrumentOptions,
    /// Its arguments.
    pub args: Vec<String>,
    /// Options of the JVM.
    pub jvm_args: Vec<String>,
    /// Which runs may be left out.
    pub reduction: Reduction,
    /// Most steps, runs and pre-emptions.
    pub bounds: Bounds,
    /// How long the search may take.
    pub time: Option<Duration>,
    /// How many seconds a step may take.
    pub step_limit: u32,
    /// Whether to look for data races.
    pub races: bool,
    /// How waits may end.
    pub waking: Waking,
    /// Whether to go on after a failure.
    pub all_failures: bool,
    /// Which part of the search to do.
    pub part: Part,
    /// The port at which the JVM waits for a debugger.
    pub debug: Option<u16>,
    /// Whether to mark the steps that are on the slice of the failure.
    pub slice: bool,
    /// A page about what is found.
    pub page: Option<PageOptions>,
}

/// A part of a search.
#[derive(Debug, Clone, Default)]
pub enum Part {
    /// All of it.
    #[default]
    Whole,
    /// The failing schedule of a report.
    Schedule(PathBuf),
    /// Divide it into at least so many parts, files of this folder.
    Split {
        /// How many.
        count: usize,
        /// The folder.
        folder: PathBuf,
    },
    /// Explore the part that this file has, and write the answer beside it.
    Work(PathBuf),
    /// Join the answers of this folder.
    Merge(PathBuf),
}

/// Explores.
pub fn run(options: &ExploreOptions, progress: &dyn Progress) -> Result<ExploreReport, DriverError> {
    let loaded = Loaded::of(&options.program, progress, |_, _| Ok(()))?;
    let region = (!options.program.regions.is_empty()).then(|| loaded.region(&options.program)).transpose()?;
    if region.as_ref().is_some_and(|region| region.end.is_some()) {
        return Err(DriverError::Usage(
            "an exploration goes to the end of the program: leave out what follows the &".to_owned(),
        ));
    }
    let page = options.page.as_ref().map(|page| page::Prepared::of(page, &options.program, &loaded)).transpose()?;
    let scratch = Scratch::new(false)?;
    progress.step("writing hooks");
    let jars =
        jar::write(&loaded, options.reduction == Reduction::Context, region.as_ref(), &scratch.folder("explore")?)?;
    let mut report = explored(&Exploring { options, loaded: &loaded, jars: &jars }, progress)?;
    if let Some(failure) = report.failure.as_mut().filter(|_| options.slice) {
        progress.step("slicing");
        sliced::mark(failure, &loaded, &options.program.cache)?;
    }
    if let Some(page) = page {
        page.write(&report)?;
    }
    Ok(report)
}

fn explored(exploring: &Exploring, progress: &dyn Progress) -> Result<ExploreReport, DriverError> {
    match &exploring.options.part {
        Part::Schedule(file) => {
            if let Some(port) = exploring.options.debug {
                progress.step(&format!("waiting for a debugger at port {port}"));
            }
            exploring.again(file)
        }
        Part::Whole => {
            progress.step("exploring");
            let start = Instant::now();
            let bounds = exploring.options.bounds;
            let (found, shared, mut jvm) = exploring.search(&Subtree::default(), Known::default(), bounds)?;
            exploring.report(&mut jvm, &found, &shared, start.elapsed().as_secs_f64())
        }
        Part::Split { count, folder } => {
            progress.step("dividing the search");
            parts::split(exploring, *count, folder)
        }
        Part::Work(file) => {
            progress.step("exploring");
            parts::work(exploring, file)
        }
        Part::Merge(folder) => parts::merge(exploring, folder),
    }
}
