//! By which path a captured static reaches the program's output: the shortest chop from the instructions that read it after the checkpoint to a
//! call that prints, writes or ends the program ([`crate::analysis::slice`]).
//!
//! A path of data alone comes first; if there is none, one on which it decides whether something runs. Contexts are given up where the program is
//! large, so a path may lead through calls that return elsewhere. The answer is one path, not all.

use std::collections::BTreeSet;

use crate::analysis::points_to::PointsTo;
use crate::analysis::slice::{Kind, Options, Place, Slice, Slicer};
use crate::driver::slice::region::sites;
use crate::program::{FieldId, Program};
use crate::region::Region;

/// How much of the program is looked at before contexts are given up.
const BUDGET: usize = 100_000;

/// The steps of a path from a read of the field to an output, as people read them; empty if none was found.
pub(super) fn path(answer: &PointsTo<'_>, region: &Region, field: FieldId) -> Vec<String> {
    let program = answer.program();
    let slicer = Slicer::new(answer);
    let checkpoint = slicer.checkpoint(&[sites(program, region)]);
    let after = |places: Vec<Place>| places.into_iter().filter(|at| checkpoint.runs_after(*at)).collect::<Vec<_>>();
    let calls = after(slicer.outputs());
    let (reads, outputs) =
        (after(slicer.reads(field)), after(calls.iter().flat_map(|at| on_line(program, *at)).collect()));
    if reads.is_empty() || outputs.is_empty() {
        return Vec::new();
    }
    let shortest = |data_only: bool| {
        let options = Options { data_only, most_nodes: BUDGET, ..Options::default() };
        let chop = slicer.chop(&reads, &outputs, options);
        let reached = outputs.iter().filter(|at| chop.members.contains_key(at));
        let nearest = reached.min_by_key(|at| (chop.members[at].distance, **at)).copied();
        nearest.map(|end| steps(program, &chop, end))
    };
    shortest(true).or_else(|| shortest(false)).unwrap_or_default()
}

/// The instructions on the line of one, which make what it gets.
fn on_line(program: &Program, (method, number): Place) -> Vec<Place> {
    let body = program.code(method).ok().flatten();
    let line = body.as_ref().and_then(|body| body.line(*body.insns().get(number as usize)?));
    match body.zip(line) {
        Some((body, line)) => body.insns_on_line(line).map(|item| (method, body.number(item) as u32)).collect(),
        None => vec![(method, number)],
    }
}

/// From the beginning of a chop to one of its instructions, a line each.
fn steps(program: &Program, chop: &Slice, end: Place) -> Vec<String> {
    let mut way = vec![(end, None)];
    let mut met = BTreeSet::from([end]);
    let mut at = end;
    while let Some((before, kind)) = chop.members.get(&at).and_then(|member| member.because) {
        if !met.insert(before) {
            break;
        }
        if let Some(last) = way.last_mut() {
            last.1 = Some(kind);
        }
        way.push((before, None));
        at = before;
    }
    way.reverse();
    let mut told: Vec<String> = Vec::new();
    let mut line_before = String::new();
    for (place, kind) in way {
        let line = line(program, place);
        if line != line_before {
            told.push(kind.map_or_else(|| format!("{line} reads it"), |kind| format!("{line}, which {}", words(kind))));
        }
        line_before = line;
    }
    told
}

/// What the line before does to a line.
fn words(kind: Kind) -> &'static str {
    match kind {
        Kind::Value => "gets its value",
        Kind::Heap => "reads what it writes",
        Kind::Base => "uses that object",
        Kind::Control => "runs or not by it",
        Kind::Call => "it calls",
        Kind::Interference => "may read what it writes in another thread",
    }
}

/// `a.b.C.m:12`.
fn line(program: &Program, (method, number): Place) -> String {
    let name = program.method(method).map_or("?", |info| info.name.as_str());
    let method_name = format!("{}.{name}", program.name(method.class).replace('/', "."));
    let body = program.code(method).ok().flatten();
    let item = body.as_ref().and_then(|body| body.insns().get(number as usize).copied());
    match body.zip(item).map(|(body, item)| (body.line(item), body.offset(item))) {
        Some((Some(line), _)) => format!("{method_name}:{line}"),
        Some((None, Some(offset))) => format!("{method_name}@{offset}"),
        _ => method_name,
    }
}
