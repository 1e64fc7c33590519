//! `jcp report`: one HTML page of a region, its plan and, if there is one, a checkpoint.
//!
//! The page holds all that it needs and asks for nothing outside. What it says is gathered here as plain data; `page` makes
//! HTML of it, [`treemap`] lays out the checkpoint, [`methods`] says what the replay runs of each method, [`threads`] what of other threads there is.
//!
//! A checkpoint of another plan is shown by its objects alone, with a note: its slots have no names here.

mod checkpoint;
mod methods;
mod page;
mod threads;
mod treemap;

use std::path::PathBuf;

use super::error::DriverError;
use super::inputs::names;
use super::inputs::options::InstrumentOptions;
use super::inputs::sources::Sources;
use super::instrument::prepared::prepare;
use super::outputs::{common, files, overwrites};
use super::progress::Progress;
use super::runs::launch::quoted;
use crate::checkpoint::Checkpoint;
use crate::plan::{Dispatch, Plan};
use crate::region::Region;
use checkpoint::Shown;
use methods::{Listing, listing};

/// What to report on, and where.
#[derive(Debug, Clone, Default)]
pub struct ReportOptions {
    /// Program and region.
    pub instrument: InstrumentOptions,
    /// The checkpoint to show.
    pub checkpoint: Option<PathBuf>,
    /// A folder or a jar with sources.
    pub sources: Option<PathBuf>,
    /// The page.
    pub page: PathBuf,
}

/// A page that was written.
#[derive(Debug, Clone)]
pub struct Reported {
    /// The region in full.
    pub region: String,
    /// The page.
    pub page: PathBuf,
    /// What the user should know besides.
    pub notes: Vec<String>,
}

/// All that the page says.
struct Page<'a> {
    program: String,
    /// The program as commands name it.
    named: String,
    plan: &'a Plan,
    chain: Vec<Link>,
    threads: Vec<threads::Chain>,
    checkpoint: Option<Shown>,
    notes: Vec<String>,
}

/// A method of the chain.
struct Link {
    method: String,
    called: &'static str,
    line: u16,
    listing: Listing,
    slots: Vec<SlotShown>,
}

/// A captured local or stack slot.
struct SlotShown {
    name: String,
    value: Option<String>,
    bytes: Option<u64>,
}

/// Analyses the region and writes the page.
pub fn report(options: &ReportOptions, progress: &dyn Progress) -> Result<Reported, DriverError> {
    let sources = options.sources.as_deref().map(Sources::open).transpose()?;
    let checkpoint = options.checkpoint.as_deref().map(Checkpoint::open).transpose();
    let checkpoint = checkpoint.map_err(|error| DriverError::Input(error.to_string()))?;
    let prepared = prepare(&options.instrument, progress)?;
    let ([region], [plan]) = (prepared.regions.as_slice(), prepared.plans.regions.as_slice()) else {
        return Err(DriverError::Usage("give one region: a page describes one".to_owned()));
    };
    let others: Vec<_> = options.checkpoint.iter().chain(&options.sources).cloned().collect();
    overwrites::check(&options.page, &options.instrument, &prepared.entries, &others)?;
    progress.step("writing the page");
    let names = names::of_plan(plan, &prepared.plans.threads, common::id(&prepared.parts(None), plan));
    let mut notes = region.notes.clone();
    let shown = checkpoint.as_ref().map(|file| Shown::of(file, &names)).transpose();
    let shown = shown.map_err(|error| DriverError::Input(error.to_string()))?;
    notes.extend(shown.as_ref().and_then(|shown| shown.note.clone()));
    let mut chain = Vec::new();
    for (depth, site) in sites(region).into_iter().enumerate() {
        let element = &plan.chain[depth];
        let cdmps: Vec<_> = plan.cdmps.iter().filter(|cdmp| usize::from(cdmp.depth) == depth).collect();
        let unusable = |error: crate::program::Error| DriverError::Input(error.to_string());
        let slots = names.frames[depth].slots.iter().enumerate().map(|(number, name)| {
            let value = shown.as_ref().and_then(|shown| shown.slot(depth, number));
            let bytes = value.as_ref().and_then(|(_, bytes)| *bytes);
            SlotShown { name: name.clone(), value: value.map(|(value, _)| value), bytes }
        });
        chain.push(Link {
            method: element.method.display(),
            called: called(element.dispatch),
            line: element.site.line,
            listing: listing(&prepared.program, site, &cdmps, sources.as_ref()).map_err(unusable)?,
            slots: slots.collect(),
        });
    }
    if sources.is_some() && chain.iter().any(|link| link.listing.file.is_none()) {
        notes.push("some methods of the chain have no source in --sources; the page shows their bytecode".to_owned());
    }
    let page = Page {
        program: prepared.application.name.clone(),
        named: named(&options.instrument),
        plan,
        chain,
        threads: threads::chains(&names.threads, shown.as_ref()),
        checkpoint: shown,
        notes: notes.clone(),
    };
    files::write_private(&options.page, page::html(&page).as_bytes())?;
    Ok(Reported { region: plan.region.clone(), page: options.page.clone(), notes })
}

/// The program as it was named to the command.
fn named(options: &InstrumentOptions) -> String {
    let app = options.app.as_ref().map(|app| quoted(&app.display().to_string()));
    let classpath = options.classpath.as_ref().map(|classpath| format!("--classpath {}", quoted(classpath)));
    let main = options.main.as_ref().map(|main| format!("--main {}", quoted(main)));
    app.into_iter().chain(classpath).chain(main).collect::<Vec<_>>().join(" ")
}

fn sites(region: &Region) -> Vec<(crate::program::MethodId, usize)> {
    let calls = region.chain.iter().map(|call| (call.method, call.item));
    calls.chain([(region.start.method, region.start.item)]).collect()
}

fn called(dispatch: Dispatch) -> &'static str {
    match dispatch {
        Dispatch::Thread => "the first method of another thread",
        Dispatch::Root => "started by the JVM, or by code above the chain",
        Dispatch::Static => "a static call",
        Dispatch::Special => "a call of exactly this method",
        Dispatch::Virtual => "a call whose target depends on the receiver",
        Dispatch::Through => "called through code of the JDK that only passes the call on",
    }
}
