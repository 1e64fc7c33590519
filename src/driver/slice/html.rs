//! The page of a slice as HTML: what was asked, controls, and the code with the lines of the slice bright.
//!
//! A line of the slice opens by click or Enter and tells why it is there, in the thin slice and in the full one where these differ,
//! with links in both directions. That and the choice between both slices need no script; the script adds the filters and the
//! way to the criterion, and shows their controls.

use maud::{Markup, html};

use super::listing::Listing;
use super::report::{RegionReport, SliceReport};
use super::rows::{Member, Rows};
use super::words;
use crate::driver::outputs::html::Document;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// All that the page says.
pub struct Page<'a> {
    /// What the program is called.
    pub program: &'a str,
    /// The answer.
    pub report: &'a SliceReport,
    /// Its lines, nearest first.
    pub members: Vec<Member<'a>>,
    /// The code around them.
    pub listings: Vec<Listing>,
    /// Whether sources were given.
    pub has_sources: bool,
}

impl Page<'_> {
    /// Whether the thin slice is another one.
    fn has_thin(&self) -> bool {
        !self.members.iter().all(Member::agrees)
    }

    fn thin_count(&self) -> usize {
        self.members.iter().filter(|member| member.thin.is_some()).count()
    }

    /// The largest distance in either slice.
    fn farthest(&self) -> u32 {
        let steps = self.members.iter().flat_map(|member| member.thin.iter().chain([&member.full]));
        steps.map(|step| step.distance).max().unwrap_or_default()
    }
}

/// The page as text.
pub fn text(page: &Page) -> String {
    let rows = Rows::of(&page.members, &page.listings);
    let title = format!("jcp: slice of {}, {}", page.program, page.report.criterion);
    let body = html! {
        header {
            h1 { "Slice of " (page.program) }
            p.region { code { (page.report.criterion) } }
            (facts(page))
        }
        nav aria-label="Files of the slice" {
            @for (number, listing) in page.listings.iter().enumerate() {
                a href=(format!("#file{number}")) { (listing.file) }
            }
            a href="#notes" { "Notes" }
        }
        main {
            (controls(page))
            @if let Some(from) = &page.report.from { (needs(from)) }
            @for (number, listing) in page.listings.iter().enumerate() { (file(page, &rows, number, listing)) }
            (notes(page))
        }
        aside #way aria-label="Way to the criterion" hidden { h2 { "Way to the criterion" } ol {} }
    };
    Document { title: &title, style: STYLE, script: SCRIPT, body }.text()
}

fn facts(page: &Page) -> Markup {
    let report = page.report;
    html! {
        dl.facts {
            div { dt { "lines in the slice" } dd { (report.lines.len()) " of " (report.program_lines) } }
            @if page.has_thin() { div { dt { "lines in the thin slice" } dd { (page.thin_count()) } } }
            div { dt { "level" } dd { (report.level) ": " (words::level(report.level)) } }
            @if let Some(from) = &report.from { div { dt { "from" } dd { code { (from.region) } } } }
            @if let Some(stack) = &report.stack { div { dt { "stack" } dd { (stack.shown()) } } }
        }
    }
}

/// What the criterion needs of the captured state.
fn needs(from: &RegionReport) -> Markup {
    html! {
        section #needs aria-label="Captured values" {
            p { (words::needs(from.needs.len())) }
            ul {
                @for need in &from.needs {
                    li { (need.shown()) @if let Some(it) = &need.because { ", read on " code { (it.class) ":" (it.line) } } }
                }
            }
        }
    }
}

fn controls(page: &Page) -> Markup {
    html! {
        section #controls aria-label="What is shown" {
            form autocomplete="off" {
                @if page.has_thin() {
                    fieldset {
                        legend { "Slice" }
                        label {
                            input #view-thin type="radio" name="view" checked; " thin: only where values come from ("
                            (page.thin_count()) ")"
                        }
                        label {
                            input #view-full type="radio" name="view"; " full: also what decides whether a line runs, and what says which
                            object is meant (" (page.members.len()) ")"
                        }
                    }
                }
                label { input #only type="checkbox"; " only lines of the slice" }
                div.scripted hidden {
                    label { "distance at most " input #distance type="range" min="0" max=(page.farthest()) value=(page.farthest()); }
                    output #distance-told for="distance" { (page.farthest()) }
                    label { "search " input #words type="search" placeholder="text, class or line"; }
                    p #shown role="status" {}
                }
            }
            p.small { "Open a line, by click or Enter, to see why it is in the slice and which lines it brought in. The number beside a line is its
                       distance: how many dependences lie between it and the criterion." }
        }
    }
}

fn file(page: &Page, rows: &Rows, number: usize, listing: &Listing) -> Markup {
    let count: usize = listing.rows.iter().map(|row| row.members.len()).sum();
    let classes = listing.classes.join(", ");
    html! {
        section.file id=(format!("file{number}")) aria-label=(listing.file) {
            h2 { (listing.file) }
            p.small {
                @if classes != listing.file { (classes) "; " }
                @if count == 1 { "1 line" } @else { (count) " lines" }
                " in the slice"
                @if !listing.has_source && page.has_sources { "; its source was not found" }
                @if !listing.has_source && !page.has_sources { "; --sources would show its source" }
            }
            div.code role="group" aria-label=(format!("Code of {}", listing.file)) {
                (rows.code(listing))
            }
        }
    }
}

fn notes(page: &Page) -> Markup {
    html! {
        section #notes {
            h2 { "Notes" }
            p { "A line of the slice may have influenced the values at the criterion, as far as the analyses see the program. Each line
                 has one reason, the one that is nearest to the criterion; there may be others." }
            @if !page.report.notes.is_empty() { ul { @for note in &page.report.notes { li { (note) } } } }
        }
    }
}
