//! For `jcp explore --slice`: where the values come from on which a failure depends.
//!
//! The criterion is the lines where threads stand, and the branches that decide directly whether these lines run: an assertion throws under a condition, and a thread waits in
//! a loop with one. From there the slice is thin, so it has what wrote those values, but not what led to each of the writes. Of a stack the innermost frame counts that is in
//! the main class's entry of the class path: libraries of assertions throw for the program.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::lines::{line_of, lines};
use super::pointing::analysed;
use crate::analysis::points_to::context::Sensitivity;
use crate::analysis::slice::{Bounds, Kind, Options, Place, Slicer};
use crate::driver::error::DriverError;
use crate::driver::inputs::loaded::Loaded;
use crate::driver::inputs::summaries::Cache;
use crate::program::Program;
use crate::region::find_main;

/// A line: its class with dots, and its number.
pub type Line = (String, u16);

/// The lines of the slice for threads with these stacks, whose frames are as a JVM shows them, the innermost first.
pub fn lines_behind(loaded: &Loaded, stacks: &[&[String]], cache: &Cache) -> Result<BTreeSet<Line>, DriverError> {
    let program = &loaded.program;
    let main = find_main(program, &loaded.application.main)
        .ok_or_else(|| DriverError::Input(format!("class {} has no main method", loaded.application.main)))?;
    let answer = analysed(loaded, main, Sensitivity::default(), cache, &Arc::default())?;
    let entry = program.entry(main.class);
    let mut criterion: Vec<Place> = Vec::new();
    for stack in stacks {
        let frames = || stack.iter().filter_map(|frame| line(frame));
        let of_program = |(class, _): &Line| {
            program.class(&class.replace('.', "/")).is_some_and(|class| program.entry(class) == entry)
        };
        let Some(at) = frames().find(of_program).or_else(|| frames().next()) else { continue };
        criterion.extend(places(program, &at).into_iter().filter(|place| answer.is_reachable(place.0)));
    }
    if criterion.is_empty() {
        return Ok(BTreeSet::new());
    }
    let slicer = Slicer::new(&answer);
    let full = slicer.within(&criterion, Options::default(), &Bounds::default());
    let decides = |because: Option<(Place, Kind)>| {
        because.is_some_and(|(next, kind)| kind == Kind::Control && criterion.contains(&next))
    };
    let deciders = full.members.iter().filter(|(_, member)| decides(member.because)).map(|(place, _)| *place);
    // with a branch all of its line: what it compares
    let deciders: BTreeSet<Line> = deciders.map(|place| line_of(program, place)).collect();
    criterion.extend(deciders.iter().flat_map(|line| places(program, line)));
    let thin = Options { thin: true, ..Options::default() };
    let slice = slicer.within(&criterion, thin, &Bounds::default());
    Ok(lines(program, &slice).into_iter().map(|line| (line.class, line.line)).collect())
}

/// The line of `package.Class.method(File.java:12)`.
pub fn line(frame: &str) -> Option<Line> {
    let (method, place) = frame.trim_end_matches(')').split_once('(')?;
    let class = method.rsplit_once('.')?.0.to_owned();
    Some((class, place.rsplit_once(':')?.1.parse().ok()?))
}

/// The instructions of a line.
fn places(program: &Program, (class, line): &Line) -> Vec<Place> {
    let mut found = Vec::new();
    for (method, _) in program.find(&class.replace('.', "/")).into_iter().flat_map(crate::program::Class::methods) {
        let Ok(Some(body)) = program.code(method) else { continue };
        found.extend(body.insns_on_line(*line).map(|item| (method, body.number(item) as u32)));
    }
    found
}
