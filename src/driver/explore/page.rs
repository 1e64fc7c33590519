//! The page of an exploration as HTML: what was found, the failure, and the failing schedule as a table with a column for each thread and a row for each step, with the line
//! of source where sources are given. It needs no script.
//!
//! A deadlock's cycle is found by following who holds what each thread waits for; one that waits for a notification or a queue ends the way, and there is none.

use std::path::{Path, PathBuf};

use maud::{Markup, html};

use super::races::Race;
use super::report::{Blocked, ExploreReport, Failure, Step};
use crate::driver::error::DriverError;
use crate::driver::inputs::loaded::Loaded;
use crate::driver::inputs::options::InstrumentOptions;
use crate::driver::inputs::sources::Sources;
use crate::driver::outputs::html::Document;
use crate::driver::outputs::{files, overwrites};

const STYLE: &str = include_str!("page.css");

/// Which page is asked for.
#[derive(Debug, Clone, Default)]
pub struct PageOptions {
    /// The page.
    pub file: PathBuf,
    /// Folders and jars with sources; a class is looked up in each in turn.
    pub sources: Vec<PathBuf>,
}

/// A page that can be written: its sources are there, and it replaces no input.
pub(super) struct Prepared<'a> {
    file: &'a Path,
    program: &'a str,
    sources: Vec<Sources>,
}

impl<'a> Prepared<'a> {
    /// Looks at sources and name before the search begins.
    pub fn of(page: &'a PageOptions, program: &InstrumentOptions, loaded: &'a Loaded) -> Result<Self, DriverError> {
        overwrites::check(&page.file, program, &loaded.entries, &page.sources)?;
        let sources = page.sources.iter().map(|place| Sources::open(place)).collect::<Result<_, _>>()?;
        Ok(Self { file: &page.file, program: &loaded.application.name, sources })
    }

    /// Writes the page.
    pub fn write(&self, report: &ExploreReport) -> Result<(), DriverError> {
        let title = format!("jcp: schedules of {}", self.program);
        let body = html! {
            header {
                h1 { "Schedules of " (self.program) }
                (facts(report))
            }
            main {
                @if let Some(failure) = &report.failure { (self.failure(failure)) (self.schedule(failure)) }
                @for race in &report.races { (self.race(race)) }
                @if !report.points.is_empty() {
                    section {
                        h2 { "Shared without a lock" }
                        ul { @for point in &report.points { li { code { (point) } } } }
                    }
                }
            }
        };
        let text = Document { title: &title, style: STYLE, script: "", body }.text();
        files::write(self.file, text.as_bytes())
    }

    fn race(&self, race: &Race) -> Markup {
        html! {
            section {
                h2 { "Data race on " (race.place) }
                p { "Nothing orders these two." }
                @for access in [&race.first, &race.second] {
                    p { "thread " b { (access.thread) } ": " (access.does) }
                    ol.stack { @for frame in &access.stack { li { (self.frame(frame)) } } }
                }
            }
        }
    }

    fn failure(&self, failure: &Failure) -> Markup {
        let cycle = cycle(&failure.blocked);
        html! {
            section #failure {
                h2 { (failure.kind) }
                @if let Some(message) = &failure.message {
                    p.warning {
                        @if let Some(thread) = &failure.thread { "thread " b { (thread) } ": " }
                        (message)
                    }
                }
                @if !failure.stack.is_empty() {
                    ol.stack { @for frame in &failure.stack { li { (self.frame(frame)) } } }
                }
                @if !cycle.is_empty() {
                    p.warning { "Each waits for the next: " @for thread in &cycle { b { (thread) } " → " } b { (cycle[0]) } }
                }
                @if !failure.blocked.is_empty() { (self.blocked(&failure.blocked)) }
                @if !failure.output.is_empty() {
                    h3 { "Output" }
                    pre { (failure.output) }
                }
            }
        }
    }

    fn blocked(&self, blocked: &[Blocked]) -> Markup {
        html! {
            table {
                thead { tr { th { "thread" } th { "waits" } th { "held by" } th { "at" } } }
                tbody {
                    @for one in blocked {
                        tr {
                            td { (one.thread) }
                            td { code { (one.waits) } }
                            td { (one.holder.as_deref().unwrap_or_default()) }
                            td { ol.stack { @for frame in &one.stack { li { (self.frame(frame)) } } } }
                        }
                    }
                }
            }
        }
    }

    fn schedule(&self, failure: &Failure) -> Markup {
        let threads = threads(&failure.steps);
        let mut before = None;
        html! {
            section #schedule {
                h2 { "Schedule" }
                p { (failure.steps.len()) " steps, " (failure.switches) " switches" }
                @if !failure.slice.is_empty() {
                    p { "Steps with a bar have to do with the failure: they are on its thin slice of " (failure.slice.len()) " lines." }
                }
                div.wide {
                    table {
                        thead { tr { th {} @for (_, name) in &threads { th scope="col" { (name) } } } }
                        tbody {
                            @for (at, step) in failure.steps.iter().enumerate() {
                                @let is_switch = before.replace(step.number).is_some_and(|before| before != step.number);
                                tr.switch[is_switch] {
                                    th.number scope="row" { (at + 1) }
                                    @for (number, _) in &threads {
                                        @let is_here = *number == step.number;
                                        td.sliced[is_here && step.sliced] { @if is_here { (self.step(step)) } }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    fn step(&self, step: &Step) -> Markup {
        html! {
            div { (step.does) }
            @if let Some(frame) = step.stack.first() { (self.frame(frame)) }
        }
    }

    /// A frame, and its line of source.
    fn frame(&self, frame: &str) -> Markup {
        html! {
            div.small { (frame) }
            @if let Some(line) = self.line(frame) { code { (line) } }
        }
    }

    /// The line of `package.Class.method(File.java:12)`.
    fn line(&self, frame: &str) -> Option<String> {
        let (method, place) = frame.trim_end_matches(')').split_once('(')?;
        let (file, line) = place.rsplit_once(':')?;
        let class = method.rsplit_once('.')?.0.replace('.', "/");
        let lines = self.sources.iter().find_map(|sources| sources.lines(&class, Some(file)))?;
        let line = lines.get(line.parse::<usize>().ok()?.checked_sub(1)?)?;
        Some(line.trim().to_owned())
    }
}

fn facts(report: &ExploreReport) -> Markup {
    html! {
        dl.facts {
            div { dt { "result" } dd { (report.result) } }
            div { dt { "executions" } dd { (report.executions) } }
            div { dt { "cut at a known state" } dd { (report.cut) } }
            div { dt { "end states" } dd { (report.end_states) } }
            @if !report.bounds.is_empty() {
                div { dt { "bounds" } dd { @for bound in &report.bounds { (format!("{bound:?} ").to_lowercase()) } } }
            }
        }
    }
}

/// The threads of a schedule, in the order of their first steps.
fn threads(steps: &[Step]) -> Vec<(usize, &str)> {
    let mut threads: Vec<(usize, &str)> = Vec::new();
    for step in steps {
        if threads.iter().all(|(number, _)| *number != step.number) {
            threads.push((step.number, &step.thread));
        }
    }
    threads
}

/// Threads each of which waits for what the next one holds, and the last for the first; none if there are none.
fn cycle(blocked: &[Blocked]) -> Vec<&str> {
    for start in blocked {
        let mut way: Vec<&str> = vec![&start.thread];
        let mut at = start;
        while let Some(holder) = at.holder.as_deref() {
            if holder == start.thread {
                return way;
            }
            let next = blocked.iter().find(|one| one.thread == holder);
            let Some(next) = next.filter(|next| !way.contains(&next.thread.as_str())) else { break };
            way.push(&next.thread);
            at = next;
        }
    }
    Vec::new()
}
