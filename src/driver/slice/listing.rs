//! The code around the lines of a slice: one listing for each source file, its lines in order.
//!
//! A class's file is known by its package and its `SourceFile` attribute, so that nested classes stand where their source does. Where
//! the source is not at hand, there is one listing for each class, with the lines on which the class has code.

use std::collections::{BTreeMap, BTreeSet};

use super::walk::Key;
use crate::driver::inputs::sources::Sources;
use crate::program::{Class, Program};

/// A source file, or a class without one.
pub struct Listing {
    /// Its path, as `a/b/File.java`, or its name.
    pub file: String,
    /// The classes that have lines of the slice in it.
    pub classes: Vec<String>,
    /// Whether its source was found.
    pub has_source: bool,
    /// Its lines.
    pub rows: Vec<Row>,
}

/// A line of a file.
pub struct Row {
    /// Its number; 0 where class files do not tell.
    pub line: u16,
    /// What stands there, if the source has such a line.
    pub text: Option<String>,
    /// The lines of the slice that it is, one for each class: their numbers.
    pub members: Vec<usize>,
}

/// The lines of a slice on each line of a file.
type Members = BTreeMap<u16, Vec<usize>>;

/// The code around these lines, in the order in which the lines come to it.
pub fn listings(program: &Program, lines: &[Key], sources: &[Sources]) -> Vec<Listing> {
    let file_of = |(class, _): &Key| find(program, class).map_or_else(|| (*class).to_owned(), file);
    let mut listings = Vec::new();
    for (file, numbers) in grouped(lines, &(0..lines.len()).collect::<Vec<_>>(), file_of) {
        let class = find(program, lines[numbers[0]].0);
        let text = class.and_then(|class| {
            sources.iter().find_map(|sources| sources.lines(class.name(), class.file.source_file.as_deref()))
        });
        if let Some(text) = text {
            listings.push(of_source(file, lines, &numbers, text));
            continue;
        }
        let classes = grouped(lines, &numbers, |(class, _)| (*class).to_owned());
        listings.extend(classes.into_iter().map(|(class, numbers)| of_class(program, class, lines, &numbers)));
    }
    listings
}

/// Groups lines by a name; groups and lines stay in order.
fn grouped(lines: &[Key], numbers: &[usize], name: impl Fn(&Key) -> String) -> Vec<(String, Vec<usize>)> {
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
    for number in numbers {
        let name = name(&lines[*number]);
        let place = *places.entry(name.clone()).or_insert(groups.len());
        if place == groups.len() {
            groups.push((name, Vec::new()));
        }
        groups[place].1.push(*number);
    }
    groups
}

fn of_source(file: String, lines: &[Key], numbers: &[usize], text: Vec<String>) -> Listing {
    let classes: BTreeSet<&str> = numbers.iter().map(|number| lines[*number].0).collect();
    let classes = classes.into_iter().map(str::to_owned).collect();
    let all = (1..=u16::try_from(text.len()).unwrap_or(u16::MAX)).collect();
    Listing { file, classes, has_source: true, rows: rows(all, text, members(lines, numbers)) }
}

fn of_class(program: &Program, class: String, lines: &[Key], numbers: &[usize]) -> Listing {
    let all = find(program, &class).map(|class| code_lines(program, class)).unwrap_or_default();
    let rows = rows(all, Vec::new(), members(lines, numbers));
    Listing { file: class.clone(), classes: vec![class], has_source: false, rows }
}

fn members(lines: &[Key], numbers: &[usize]) -> Members {
    let mut members = Members::new();
    numbers.iter().for_each(|number| members.entry(lines[*number].1).or_default().push(*number));
    members
}

fn rows(mut all: BTreeSet<u16>, mut text: Vec<String>, mut members: Members) -> Vec<Row> {
    all.extend(members.keys());
    let mut taken = |line: u16| text.get_mut(usize::from(line).checked_sub(1)?).map(std::mem::take);
    let row = |line| Row { line, text: taken(line), members: members.remove(&line).unwrap_or_default() };
    all.into_iter().map(row).collect()
}

fn find<'p>(program: &'p Program, class: &str) -> Option<&'p Class> {
    program.find(&class.replace('.', "/"))
}

/// `a/b/File.java`.
fn file(class: &Class) -> String {
    match &class.file.source_file {
        Some(file) if class.package().is_empty() => file.clone(),
        Some(file) => format!("{}/{file}", class.package()),
        None => class.name().replace('/', "."),
    }
}

/// The lines on which a class has code.
fn code_lines(program: &Program, class: &Class) -> BTreeSet<u16> {
    let bodies = class.methods().filter_map(|(method, _)| program.code(method).ok().flatten());
    bodies.flat_map(|body| body.insns().iter().filter_map(|item| body.line(*item)).collect::<Vec<_>>()).collect()
}
