//! The page of a slice: gathers what it says and writes it.
//!
//! Besides the slice that was asked for, the page has the thin one, with reasons of its own: [`walk`] finds the ways
//! between the lines of both, [`listing`](super::listing) the code around them, and [`html`] shows them.

use std::path::PathBuf;

use super::html::{self, Page};
use super::listing::listings;
use super::report::{SliceLine, SliceReport};
use super::rows::Member;
use super::walk::{self, Key, Lines, Reason};
use crate::driver::error::DriverError;
use crate::driver::inputs::loaded::Loaded;
use crate::driver::inputs::options::InstrumentOptions;
use crate::driver::inputs::sources::Sources;
use crate::driver::outputs::{files, overwrites};

/// Which page is asked for.
#[derive(Debug, Clone, Default)]
pub struct PageOptions {
    /// The page.
    pub file: PathBuf,
    /// Folders and jars with sources; a class is looked up in each in turn.
    pub sources: Vec<PathBuf>,
}

/// A page that can be written: its sources are there, and it replaces no input.
pub struct Prepared<'a> {
    options: &'a PageOptions,
    sources: Vec<Sources>,
}

impl<'a> Prepared<'a> {
    /// Looks at sources and name before the analyses begin.
    pub fn of(options: &'a PageOptions, program: &InstrumentOptions, loaded: &Loaded) -> Result<Self, DriverError> {
        overwrites::check(&options.file, program, &loaded.entries, &options.sources)?;
        let sources = options.sources.iter().map(|place| Sources::open(place)).collect::<Result<_, _>>()?;
        Ok(Self { options, sources })
    }

    /// Writes the page; `all` and `thin` are the lines of both slices, with those that are not listed.
    pub fn write(
        &self,
        loaded: &Loaded,
        report: &SliceReport,
        all: &[SliceLine],
        thin: &[SliceLine],
    ) -> Result<(), DriverError> {
        let listed: Vec<Key> = report.lines.iter().map(key).collect();
        let steps = walk::steps(&ways(all), &listed);
        let thin = walk::steps(&ways(thin), &listed);
        let members = report.lines.iter().zip(steps).zip(thin);
        let members = members
            .filter_map(|((line, full), thin)| Some(Member { class: &line.class, line: line.line, full: full?, thin }));
        let page = Page {
            program: &loaded.application.name,
            report,
            members: members.collect(),
            listings: listings(&loaded.program, &listed, &self.sources),
            has_sources: !self.sources.is_empty(),
        };
        files::write(&self.options.file, html::text(&page).as_bytes())
    }
}

fn key(line: &SliceLine) -> Key<'_> {
    (&line.class, line.line)
}

fn ways(lines: &[SliceLine]) -> Lines<'_> {
    lines.iter().map(|line| (key(line), (line.distance, reason(line)))).collect()
}

fn reason(line: &SliceLine) -> Reason<'_> {
    line.because.as_ref().map(|because| (because.kind, (because.class.as_str(), because.line)))
}
