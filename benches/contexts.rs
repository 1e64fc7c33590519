//! Context-sensitive slices against context-insensitive ones, over many criteria of a program: the question of Binkley and Harman
//! (A Large-Scale Empirical Study of Forward and Backward Static Slice Size and Context Sensitivity, ICSM 2003) and of Krinke (Effects of
//! Context on Program Slicing, JSS 2006).
//!
//! `contexts CLASSPATH MAIN [CRITERIA]`: the criteria are lines that may run, at even distances. One points-to analysis and one index do
//! for all; each slice has a dependence graph of its own, so that times compare. Prints a row of a table: criteria; at how many of them the
//! exact slice gave contexts up, which do not count in what follows; lines that have code; average lines of both kinds; how much larger
//! the average insensitive slice is; average shares of the program; average seconds of both kinds; at how many criteria both are equal.

#![allow(clippy::cast_precision_loss, reason = "averages")]

use jcp::analysis::points_to::context::Sensitivity;
use jcp::analysis::points_to::{Budget, points_to};
use jcp::analysis::slice::{Level, Options, Place, Slice, Slicer};
use jcp::driver::inputs::class_path;
use jcp::driver::jdk;
use jcp::program::{ClassId, Program};
use jcp::region::find_main;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Instant;

type Line = (ClassId, u16);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let [path, main, rest @ ..] = &arguments[..] else { return println!("not measured: CLASSPATH MAIN [CRITERIA]") };
    let wanted = rest.first().and_then(|count| count.parse().ok()).unwrap_or(50);
    let Ok(home) = jdk::find(None) else { return println!("not measured: no JDK") };
    let paths: Vec<PathBuf> = std::env::split_paths(path).collect();
    let entries = class_path::entries(&paths, home.feature_number()).expect("a class path");
    let program = class_path::program(&entries, &home.home).expect("a program");
    let main = find_main(&program, main).expect("a main method");
    let answer = points_to(&program, main, Sensitivity::default(), &Budget::of_selection(), None).expect("an answer");
    let mut lines: BTreeMap<Line, Vec<Place>> = BTreeMap::new();
    for method in answer.reachable().into_iter().filter(|method| program.is_application(method.class)) {
        let Ok(Some(body)) = program.code(method) else { continue };
        for item in body.insns() {
            let Some(line) = body.line(*item) else { continue };
            lines.entry((method.class, line)).or_default().push((method, body.number(*item) as u32));
        }
    }
    let count = lines.len().min(wanted);
    let all: Vec<&Vec<Place>> = lines.values().collect();
    let slicer = Slicer::new(&answer);
    let (mut sizes, mut seconds, mut given_up, mut equal) = ([0, 0], [0.0, 0.0], 0, 0);
    for number in 0..count {
        let criterion = all[number * all.len() / count].clone();
        let (mut found, mut times, mut is_cut) = ([0, 0], [0.0, 0.0], false);
        for (at, level) in [Level::TwoPhase, Level::Insensitive].into_iter().enumerate() {
            let start = Instant::now();
            let options = Options { level, ..Options::default() };
            let slices = slicer.backward(std::slice::from_ref(&criterion), options);
            let slice = slices.first().expect("a slice");
            found[at] = lines_of(&program, slice).len();
            times[at] = start.elapsed().as_secs_f64();
            is_cut |= at == 0 && slice.level == Level::Insensitive;
        }
        if is_cut {
            given_up += 1;
            continue;
        }
        equal += usize::from(found[0] == found[1]);
        sizes = [0, 1].map(|at| sizes[at] + found[at]);
        seconds = [0, 1].map(|at| seconds[at] + times[at]);
    }
    let average = |sum: f64| sum / (count - given_up).max(1) as f64;
    let [exact, other] = sizes.map(|size| average(size as f64));
    println!(
        "{count} | {given_up} | {} | {exact:.0} | {other:.0} | {:.0} % | {:.0} % | {:.0} % | {:.3} | {:.3} | {equal}",
        lines.len(),
        100.0 * (other / exact.max(1.0) - 1.0),
        100.0 * exact / lines.len() as f64,
        100.0 * other / lines.len() as f64,
        average(seconds[0]),
        average(seconds[1]),
    );
}

/// The lines of a slice.
fn lines_of(program: &Program, slice: &Slice) -> BTreeSet<Line> {
    let line = |(method, number): &Place| {
        let body = program.code(*method).ok().flatten()?;
        Some((method.class, body.line(*body.insns().get(*number as usize)?)?))
    };
    slice.members.keys().filter_map(line).collect()
}
