//! The page as HTML. Everything from outside is escaped by maud; style and script are files of jcp's own and stand in the page.
//!
//! All of it can be read without the script, which only tells of the
//! tile under pointer or focus and moves the focus with the arrow keys.

use indicatif::HumanBytes;
use maud::{Markup, html};

use super::checkpoint::{ROOM, Shown};
use super::methods::{Row, State};
use super::treemap::Rect;
use super::{Link, Page, threads};
use crate::checkpoint::{Owner, joined};
use crate::driver::outputs::html::Document;
use crate::driver::runs::launch::quoted;
use crate::plan::Instance;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// Owners in the table, and which part of all they have at least.
const ROWS: usize = 25;
const LEAST: u64 = 5000;

/// The whole page.
pub fn html(page: &Page) -> String {
    let title = format!("jcp: {}, {}", page.program, page.plan.region);
    let body = html! {
        header {
            h1 { (page.program) }
            p.region { code { (page.plan.region) } }
            (facts(page))
        }
        nav aria-label="Parts of this page" {
            a href="#time" { "Time line" }
            a href="#chain" { "Chain" }
            @if !page.threads.is_empty() { a href="#threads" { "Threads" } }
            a href="#checkpoint" { "Checkpoint" }
            a href="#statics" { "Statics" }
            a href="#notes" { "Notes" }
        }
        main {
            (time_line(page))
            (chain(page))
            (threads::section(&page.threads))
            (checkpoint(page))
            (statics(page))
            (notes(page))
        }
    };
    Document { title: &title, style: STYLE, script: SCRIPT, body }.text()
}

fn facts(page: &Page) -> Markup {
    let plan = page.plan;
    let arrival = match plan.request.instance {
        Instance::Number(1) => "the first arrival".to_owned(),
        Instance::Number(number) => format!("arrival {number}"),
        Instance::Last => "the last arrival".to_owned(),
        Instance::Every(step) => format!("each arrival number {step}, {}, …", step.saturating_mul(2)),
        Instance::Seconds(seconds) => format!("an arrival every {seconds} s"),
    };
    html! {
        dl.facts {
            div { dt { "captured" } dd { (arrival) } }
            div { dt { "chain" } dd { (plan.chain.len()) " methods, " (plan.clones()) " cloned" } }
            div { dt { "locals" } dd { (plan.captured_slots()) " of " (plan.slots()) } }
            div { dt { "statics" } dd { (plan.captured_statics()) } }
            div { dt { "decision points" } dd { (plan.cdmps.len()) } }
            div { dt { "analysed on" } dd { "JDK " (plan.jdk) } }
        }
    }
}

fn time_line(page: &Page) -> Markup {
    let last = page.chain.len().saturating_sub(1);
    html! {
        section #time {
            h2 { "Time line" }
            p { "Left of the checkpoint: code that the original runs first and the replay skips. Right of the checkpoint: code that the
                 replay runs, from the innermost method outwards." }
            ol.time aria-label="Methods of the chain, the outermost first" {
                @if let Some(main) = &page.plan.below {
                    li { span.live { (main.display()) " and the code above the chain run in the replay as well" } }
                }
                @for (depth, link) in page.chain.iter().enumerate() {
                    li style=(format!("margin-inline:{:.2}%", indent(depth, page.chain.len()))) {
                        span.left { b { (short(&link.method)) } " to " (line(link.line)) ", skipped" }
                        span.right {
                            @if depth == last { "runs from " } @else { "continues after " }
                            (line(link.line))
                        }
                    }
                }
                li.mark aria-hidden="true" { "checkpoint" }
            }
        }
    }
}

/// By how much of the width a method of the chain is set in.
fn indent(depth: usize, methods: usize) -> f64 {
    let number = |count| u32::try_from(count).map_or(f64::MAX, f64::from);
    40.0 * number(depth) / number(methods).max(10.0)
}

fn line(number: u16) -> String {
    if number == 0 { "the call".to_owned() } else { format!("line {number}") }
}

/// `B.m` of `a.B.m`.
fn short(method: &str) -> &str {
    crate::checkpoint::without_package(method)
}

fn chain(page: &Page) -> Markup {
    html! {
        section #chain {
            h2 { "Chain" }
            p.legend {
                span.row.skipped { "skipped: leads to the call or checkpoint" } " "
                span.row.apart { "apart: on another path, also not run" } " "
                span.row.runs { "runs in the replay" } " "
                span.badge.cdmp { "decision point" } " "
                span.badge.site { "call or checkpoint" }
            }
            p.small { "The marks hold for the activations on the chain; later calls of these methods run from their start." }
            @for (depth, link) in page.chain.iter().enumerate() { (method(page, depth, link)) }
        }
    }
}

fn method(page: &Page, depth: usize, link: &Link) -> Markup {
    let next = page.chain.get(depth + 1).map(|next| next.method.as_str());
    html! {
        details.method open {
            summary {
                span.depth { (depth) } " " b { (link.method) } " "
                span.small { (link.called) @if let Some(file) = &link.listing.file { ", " (file) } }
            }
            div.code role="group" aria-label=(format!("Code of {}", link.method)) tabindex="0" {
                @for row in &link.listing.rows { (code_row(row, next)) }
            }
            p.small { "What a line that runs needs of the checkpoint: " code { (slice(page, link)) } }
            @if link.slots.is_empty() {
                p.small { "No local of this method is needed after this point." }
            } @else {
                table {
                    caption { "Captured values of this frame" }
                    thead { tr { th scope="col" { "name" } th scope="col" { "value" } th.number scope="col" { "retains" } } }
                    tbody {
                        @for slot in &link.slots {
                            tr {
                                th scope="row" { (slot.name) }
                                td { @if let Some(value) = &slot.value { code { (value) } } @else { "–" } }
                                td.number { (size(slot.bytes)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The command that slices from the checkpoint to a line of a method.
fn slice(page: &Page, link: &Link) -> String {
    let at = quoted(&format!("LINE, {}", link.method));
    format!("jcp slice {} --at {at} --region {}", page.named, quoted(&page.plan.region))
}

fn code_row(row: &Row, next: Option<&str>) -> Markup {
    let (class, title) = match row.state {
        State::None => ("row plain", None),
        State::Apart => ("row apart", Some("on another path: the replay does not run this here")),
        State::Skipped => ("row skipped", Some("the replay skips this")),
        State::Runs => ("row runs", None),
    };
    let decides = row.cdmps.iter().any(|kind| !row.site || kind != "call");
    let class = [class, if row.site { " here" } else { "" }, if decides { " decides" } else { "" }].concat();
    html! {
        div class=(class) title=[title] {
            span.line { @if let Some(line) = row.line { (line) } }
            code { (row.text) }
            @for kind in row.cdmps.iter().filter(|kind| !row.site || kind.as_str() != "call") {
                span.badge.cdmp { "decides: " (kind) }
            }
            @if row.site {
                span.badge.site { @if let Some(next) = next { "calls " (short(next)) } @else { "checkpoint" } }
            }
        }
    }
}

/// A number of bytes in words.
pub(super) fn size(bytes: Option<u64>) -> String {
    bytes.map_or_else(String::new, |bytes| HumanBytes(bytes).to_string())
}

fn checkpoint(page: &Page) -> Markup {
    html! {
        section #checkpoint {
            h2 { "Checkpoint" }
            @match &page.checkpoint {
                None => p { "No checkpoint was given. Run the capturing jar and add " code { "--checkpoint FILE.jcp" } " to see its contents here." },
                Some(shown) => {
                    @if let Some(note) = &shown.note { p.warning { (note) } }
                    dl.facts {
                        div { dt { "file" } dd { (shown.name) ", " (HumanBytes(shown.file_bytes)) } }
                        div { dt { "arrival" } dd { (shown.arrival) } }
                        div { dt { "objects" } dd { (shown.objects) } }
                        div { dt { "heap" } dd { (HumanBytes(shown.bytes)) } }
                        div { dt { "taken by" } dd { (shown.jdk) } }
                    }
                    (tree_map(shown))
                    (owner_table(shown))
                    (class_table(shown))
                },
            }
        }
    }
}

fn tree_map(shown: &Shown) -> Markup {
    let view = format!("0 0 {} {}", ROOM.width, ROOM.height);
    html! {
        h3 { "Owners" }
        p.small { "The area of an owner shows the memory that would be free without it: all objects that only this owner reaches. The
                   areas of parts lie inside the area of their owner; the rest is the owner itself. The arrow keys left and right
                   move along; up and down move out and in." }
        svg.map viewBox=(view) role="group" aria-label="Memory of the checkpoint by owner" {
            rect.ground width=(ROOM.width) height=(ROOM.height) {}
            @for (number, tile) in shown.tiles.iter().enumerate() {
                @let owner = &shown.owners[tile.owner];
                @let class = if owner.class.is_empty() { String::new() } else { format!(" ({})", owner.class) };
                @let words = format!("{}{class}, {}, {} objects", shown.paths[tile.owner], HumanBytes(owner.bytes), owner.objects);
                g class=(format!("tile shade{}", tile.depth % 4)) tabindex=(if number == 0 { "0" } else { "-1" }) role="img"
                    aria-label=(words) data-owner=(tile.owner) data-parent=[owner.parent] {
                    title { (words) }
                    rect x=(px(tile.rect.x)) y=(px(tile.rect.y)) width=(px(tile.rect.width)) height=(px(tile.rect.height)) {}
                    @if let Some(label) = label(owner, tile.rect) {
                        text x=(px(tile.rect.x + 4.0)) y=(px(tile.rect.y + 11.5)) { (label) }
                    }
                }
            }
        }
        p #tile aria-live="polite" { "Point at an area, or move the focus into the map." }
    }
}

fn px(length: f64) -> String {
    format!("{length:.1}")
}

/// The path, its last step or the class, whatever there is room for.
#[allow(clippy::cast_sign_loss, reason = "not negative")]
fn label(owner: &Owner, rect: Rect) -> Option<String> {
    let room = ((rect.width - 8.0) / 6.1).max(0.0) as usize;
    if rect.height < 14.0 || room < 4 {
        return None;
    }
    if owner.object.is_none() {
        let words = [format!("others, {} objects", owner.objects), "others".to_owned()];
        return words.into_iter().find(|words| words.chars().count() <= room);
    }
    let step = owner.path.last().map(|step| step.name.clone()).unwrap_or_default();
    let class = owner.class.rsplit('.').next().unwrap_or(&owner.class).to_owned();
    let cut = format!("{}…", class.chars().take(room - 1).collect::<String>());
    [joined(&owner.path), step, class].into_iter().find(|name| name.chars().count() <= room).or(Some(cut))
}

fn owner_table(shown: &Shown) -> Markup {
    let mut depths: Vec<usize> = Vec::new();
    for owner in &shown.owners {
        depths.push(owner.parent.map_or(0, |parent| depths[parent] + 1));
    }
    let mut largest: Vec<usize> = (0..shown.owners.len()).collect();
    largest.retain(|number| shown.owners[*number].bytes >= shown.bytes / LEAST);
    largest.sort_by_key(|number| (std::cmp::Reverse(shown.owners[*number].bytes), *number));
    html! {
        details open {
            summary { "The biggest owners as a table" }
            table.owners {
                thead { tr {
                    th scope="col" { "access path" } th scope="col" { "class" }
                    th.number scope="col" { "retains" } th.number scope="col" { "objects" }
                } }
                tbody {
                    @for number in largest.into_iter().take(ROWS) {
                        @let owner = &shown.owners[number];
                        tr {
                            th scope="row" {
                                code { (shown.paths[number]) }
                                @if owner.shared { span.small { " referenced from several places" } }
                            }
                            td { (owner.class) }
                            td.number { (HumanBytes(owner.bytes)) }
                            td.number { (owner.objects) }
                        }
                    }
                }
            }
        }
    }
}

fn class_table(shown: &Shown) -> Markup {
    html! {
        details {
            summary { "The biggest classes" }
            table {
                thead { tr { th scope="col" { "class" } th.number scope="col" { "objects" } th.number scope="col" { "bytes, without referenced objects" } } }
                tbody {
                    @for (class, objects, bytes) in &shown.classes {
                        tr { th scope="row" { (class) } td.number { (objects) } td.number { (bytes) } }
                    }
                }
            }
        }
    }
}

fn statics(page: &Page) -> Markup {
    let value = |field: &crate::plan::StaticField| page.checkpoint.as_ref()?.static_field(&field.class, &field.name);
    html! {
        section #statics {
            h2 { "Statics" }
            @if page.plan.statics.is_empty() {
                p { "No static field of the program is needed after the checkpoint." }
            } @else {
                table {
                    thead { tr {
                        th scope="col" { "field" } th scope="col" { "why it is captured" } th scope="col" { "value" } th.number scope="col" { "retains" }
                    } }
                    tbody {
                        @for field in &page.plan.statics {
                            tr {
                                th scope="row" { code { (field.class.replace('/', ".")) "." (field.name) } }
                                td {
                                    @if field.modified { "modified before the checkpoint; " } @else { "still has its initial value; " }
                                    (field.reason)
                                    @if field.of_library { span.small { " (of a library)" } }
                                }
                                td { @if let Some((value, _)) = value(field) { code { (value) } } @else { "–" } }
                                td.number { (size(value(field).and_then(|(_, bytes)| *bytes))) }
                            }
                        }
                    }
                }
            }
            @if !page.plan.jdk_statics.is_empty() {
                details {
                    summary { (page.plan.jdk_statics.len()) " static fields of the JDK that are modified before the checkpoint and used after it, with their models" }
                    table {
                        thead { tr { th scope="col" { "field" } th scope="col" { "kind" } th scope="col" { "why" } } }
                        tbody {
                            @for field in &page.plan.jdk_statics {
                                tr {
                                    th scope="row" { code { (field.class.replace('/', ".")) "." (field.name) } }
                                    td { (field.kind) } td { (field.why) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn notes(page: &Page) -> Markup {
    let plan = page.plan;
    let pruned = plan.pruned_fields.iter().map(|field| format!("{}.{}", field.class.replace('/', "."), field.name));
    html! {
        section #notes {
            h2 { "Notes" }
            @if page.notes.is_empty() && plan.precision.is_empty() && plan.diagnostics.is_empty() { p { "None." } }
            ul { @for note in page.notes.iter().chain(&plan.precision).chain(&plan.diagnostics) { li { (note) } } }
            @if !plan.unreachable.is_empty() {
                details {
                    summary { (plan.unreachable.len()) " methods count as unreachable: the replay stops if one of them runs" }
                    ul { @for method in &plan.unreachable { li { code { (method.display()) } } } }
                }
            }
            @if !plan.pruned_fields.is_empty() {
                details {
                    summary { (plan.pruned_fields.len()) " instance fields are left out" }
                    ul { @for name in pruned { li { code { (name) } } } }
                }
            }
            @if !plan.jdk_notes.is_empty() {
                details {
                    summary { (plan.jdk_notes.len()) " notes on the JDK, similar for every program" }
                    ul { @for note in &plan.jdk_notes { li { (note) } } }
                }
            }
        }
    }
}
