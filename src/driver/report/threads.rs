//! The page's part on threads besides main: each chain in which one may wait, and the threads of the checkpoint that do, with what their
//! frames hold. Without a checkpoint of the page's plan the chains alone.

use maud::{Markup, html};

use super::checkpoint::Shown;
use super::page::size;
use crate::checkpoint::{FrameNames, ThreadNames};

/// A chain, and its threads.
pub struct Chain {
    /// Methods and lines, and where it ends.
    names: ThreadNames,
    /// The threads that wait there.
    threads: Vec<Waiting>,
}

/// A thread that waits.
struct Waiting {
    label: String,
    how: String,
    frames: Vec<Vec<Held>>,
}

/// A value of a frame.
struct Held {
    name: String,
    value: Option<String>,
    bytes: Option<u64>,
}

/// The chains, and who waits in them.
pub fn chains(chains: &[ThreadNames], shown: Option<&Shown>) -> Vec<Chain> {
    let chain = |(number, names): (usize, &ThreadNames)| {
        let waiting = shown.map(|shown| shown.waiting(number)).unwrap_or_default().into_iter();
        let threads = waiting.map(|(label, thread)| {
            let interrupted = if thread.interrupted { ", interrupted" } else { "" };
            let goes_on = thread.waits.map_or("", |waits| waits.goes_on.told());
            let how = format!("{goes_on}; priority {}{interrupted}", thread.priority);
            let frames = (0..names.frames.len()).map(|depth| held(shown, &label, &names.frames, depth)).collect();
            Waiting { label, how, frames }
        });
        Chain { threads: threads.collect(), names: names.clone() }
    };
    chains.iter().enumerate().map(chain).collect()
}

fn held(shown: Option<&Shown>, label: &str, frames: &[FrameNames], depth: usize) -> Vec<Held> {
    let slots = (0..).map_while(|number| {
        let name = frames[depth].slot(number)?.to_owned();
        let found = shown.and_then(|shown| shown.slot_of(label, frames, depth, number));
        let (value, bytes) = found.cloned().map_or((None, None), |(value, bytes)| (Some(value), bytes));
        // only a thread that has left its call has a result
        (value.is_some() || number < frames[depth].slots.len()).then_some(Held { name, value, bytes })
    });
    slots.collect()
}

/// The section; nothing where the plan has no such chain.
pub fn section(chains: &[Chain]) -> Markup {
    html! {
        @if !chains.is_empty() {
            section #threads {
                h2 { "Threads" }
                p { "Threads besides main that wait at the checkpoint. In the replay each is brought back to the place where it waited, before main
                     goes on." }
                @for chain in chains { (part(chain)) }
            }
        }
    }
}

fn part(chain: &Chain) -> Markup {
    let line = |line: u32| if line == 0 { String::new() } else { format!(":{line}") };
    html! {
        details.method open {
            summary { b { (chain.names.place()) } }
            ol.frames aria-label="Methods of the thread, its first one first" {
                @for frame in &chain.names.frames { li { code { (frame.method) (line(frame.line)) } } }
            }
            @for thread in &chain.threads {
                table {
                    caption { b { (thread.label) } ": " (thread.how) }
                    thead { tr { th scope="col" { "method" } th scope="col" { "name" } th scope="col" { "value" } th.number scope="col" { "retains" } } }
                    tbody {
                        @for (frame, slots) in chain.names.frames.iter().zip(&thread.frames) {
                            @for slot in slots {
                                tr {
                                    td { code { (frame.method) } }
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
}
