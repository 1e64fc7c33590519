//! The methods of the chain, line by line: what the replay runs of each, and what it leaves out.
//!
//! In a chain method the replay starts at the site. What the site cannot reach never runs in that activation: it is *skipped*
//! if it leads to the site (the paper's pre-region), *apart* if it lies on another way. Lines whose instructions differ count as
//! the one that runs. Without a source the rows are instructions.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::regions::{post_region, pre_region};
use crate::classfile::opcode;
use crate::classfile::{ClassFile, Insn, Operand};
use crate::plan::Cdmp;
use crate::program::{Body, Cfg, MethodId, Program};

use crate::driver::inputs::sources::Sources;

/// What the replay does with a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// No instruction is of this line.
    None,
    /// On another way: neither before nor behind the site.
    Apart,
    /// Only before the site.
    Skipped,
    /// Behind the site.
    Runs,
}

/// A line of source, or an instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The source line, or none.
    pub line: Option<u16>,
    /// What stands there.
    pub text: String,
    /// What the replay does with it.
    pub state: State,
    /// Kinds of the decision points on it.
    pub cdmps: Vec<String>,
    /// Whether the site is here.
    pub site: bool,
}

/// A method of the chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    /// The file, if its source was found.
    pub file: Option<String>,
    /// The rows.
    pub rows: Vec<Row>,
}

/// The listing of a chain method with its site.
pub fn listing(
    program: &Program,
    (method, site): (MethodId, usize),
    cdmps: &[&Cdmp],
    sources: Option<&Sources>,
) -> crate::program::Result<Listing> {
    let body = program.body(method)?;
    let states = states(&body, site)?;
    let class = program.get(method.class).map(|class| &class.file);
    let file = class.and_then(|class| class.source_file.clone());
    let found = class.zip(sources).and_then(|(class, sources)| sources.lines(&class.name, file.as_deref()));
    let rows = match found {
        Some(lines) => return Ok(Listing { file, rows: of_source(&body, site, &states, cdmps, &lines) }),
        None => of_code(&body, site, &states, cdmps, class),
    };
    Ok(Listing { file: None, rows })
}

/// For each instruction what the replay does with it.
fn states(body: &Body, site: usize) -> crate::program::Result<BTreeMap<usize, State>> {
    let cfg = Cfg::new(body)?;
    let (before, behind) = (pre_region(body, &cfg, site), post_region(body, &cfg, site));
    let state = |item: usize| match () {
        () if item == site || behind.contains(&item) => State::Runs,
        () if before.contains(&item) => State::Skipped,
        () => State::Apart,
    };
    Ok(body.insns().iter().map(|item| (*item, state(*item))).collect())
}

/// The lines from the one before the method's first to the one behind its last.
fn of_source(body: &Body, site: usize, states: &BTreeMap<usize, State>, cdmps: &[&Cdmp], lines: &[String]) -> Vec<Row> {
    let mut by_line: BTreeMap<u16, State> = BTreeMap::new();
    for (item, state) in states {
        if let Some(line) = body.line(*item) {
            let known = by_line.entry(line).or_insert(State::None);
            *known = (*known).max(*state);
        }
    }
    let (Some(first), Some(last)) = (by_line.keys().next(), by_line.keys().next_back()) else { return Vec::new() };
    let last = usize::from(*last).saturating_add(1).min(lines.len());
    let row = |number: usize| {
        let line = number as u16;
        let kinds: BTreeSet<&str> =
            cdmps.iter().filter(|cdmp| cdmp.line == line).map(|cdmp| cdmp.kind.as_str()).collect();
        Row {
            line: Some(line),
            text: lines[number - 1].clone(),
            state: by_line.get(&line).copied().unwrap_or(State::None),
            cdmps: kinds.into_iter().map(str::to_owned).collect(),
            site: body.line(site) == Some(line),
        }
    };
    let mut rows: Vec<Row> = (usize::from(*first).saturating_sub(1).max(1)..=last).map(row).collect();
    let is_blank = |row: &mut Row| row.text.trim().is_empty() && row.state == State::None;
    rows.pop_if(is_blank);
    rows
}

/// The instructions.
fn of_code(
    body: &Body,
    site: usize,
    states: &BTreeMap<usize, State>,
    cdmps: &[&Cdmp],
    class: Option<&ClassFile>,
) -> Vec<Row> {
    let row = |item: &usize| {
        let offset = body.offset(*item).unwrap_or(0);
        let kinds = cdmps.iter().filter(|cdmp| cdmp.offset == offset).map(|cdmp| cdmp.kind.clone());
        let operand = body.insn(*item).map_or_else(String::new, |insn| operand(body, insn, class));
        let name = body.insn(*item).map_or("", |insn| opcode::name(insn.op));
        Row {
            line: body.line(*item),
            text: format!("{offset:>5}: {name}{operand}"),
            state: states.get(item).copied().unwrap_or(State::None),
            cdmps: kinds.collect(),
            site: *item == site,
        }
    };
    body.insns().iter().map(row).collect()
}

/// Members by name, targets by offset.
fn operand(body: &Body, insn: &Insn, class: Option<&ClassFile>) -> String {
    let offset = |label| body.insn_at(label).and_then(|item| body.offset(item)).unwrap_or(0);
    match &insn.operand {
        Operand::Constant(index) => {
            let member = class.and_then(|class| class.member(*index).ok());
            let member = member.map(|member| format!(" {}.{}", member.class.replace('/', "."), member.name));
            let named = || {
                class.and_then(|class| class.class_name(*index).ok()).map(|name| format!(" {}", name.replace('/', ".")))
            };
            member.or_else(named).unwrap_or_else(|| insn.operand.to_string())
        }
        Operand::Branch(target) => format!(" {}", offset(*target)),
        Operand::Table { .. } | Operand::Lookup { .. } => {
            let targets: BTreeSet<u32> = insn.operand.targets().into_iter().map(offset).collect();
            format!(" {}", targets.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        }
        other => other.to_string(),
    }
}
