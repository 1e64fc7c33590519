//! Removes the instructions of a method that cannot be reached from its start.
//!
//! Reachability over branches, fall-through and exceptional edges: a handler is reachable if an instruction in its range
//! is. Labels stay, so ranges shrink by themselves; handlers whose range is empty, and frames and lines that no
//! instruction follows, are dropped.

use crate::classfile::opcode;
use crate::classfile::{Code, Insn, Item, Label, Operand};
use std::collections::BTreeSet;

/// Removes what the first item does not reach.
pub(super) fn remove_unreachable(code: &mut Code) {
    let reached = reachable(code);
    let mut at = 0;
    code.items.retain(|item| {
        at += 1;
        matches!(item, Item::Label(_)) || reached[at - 1]
    });
    drop_empty_ranges(code);
}

/// For each item: whether it is reachable.
fn reachable(code: &Code) -> Vec<bool> {
    let mut places = vec![0; code.label_count as usize];
    for (at, item) in code.items.iter().enumerate() {
        if let Item::Label(label) = item {
            places[label.0 as usize] = at;
        }
    }
    let place = |label: Label| places[label.0 as usize];
    let ranges: Vec<_> = code
        .handlers
        .iter()
        .map(|handler| (place(handler.start)..place(handler.end), place(handler.handler)))
        .collect();
    let mut reached = vec![false; code.items.len()];
    let mut work = vec![0];
    while let Some(at) = work.pop() {
        if at >= reached.len() || std::mem::replace(&mut reached[at], true) {
            continue;
        }
        match &code.items[at] {
            Item::Label(_) => work.push(at + 1),
            Item::Insn { insn, .. } => {
                work.extend(targets(insn).into_iter().map(place));
                if opcode::falls_through(insn.op) {
                    work.push(at + 1);
                }
                work.extend(ranges.iter().filter(|(range, _)| range.contains(&at)).map(|(_, handler)| *handler));
            }
        }
    }
    reached
}

/// Where the instruction may jump.
fn targets(insn: &Insn) -> Vec<Label> {
    match &insn.operand {
        Operand::Branch(target) => vec![*target],
        Operand::Table { default, targets, .. } => std::iter::once(*default).chain(targets.iter().copied()).collect(),
        Operand::Lookup { default, pairs } => {
            std::iter::once(*default).chain(pairs.iter().map(|(_, target)| *target)).collect()
        }
        _ => Vec::new(),
    }
}

/// Drops handlers, lines, variables and frames that no instruction is left for.
fn drop_empty_ranges(code: &mut Code) {
    // how many instructions stand before each label; `last` ones have none behind them
    let mut before = vec![0; code.label_count as usize];
    let mut count = 0;
    for item in &code.items {
        match item {
            Item::Label(label) => before[label.0 as usize] = count,
            Item::Insn { .. } => count += 1,
        }
    }
    let before = |label: Label| before[label.0 as usize];
    code.handlers.retain(|handler| before(handler.start) < before(handler.end));
    code.locals.retain(|local| before(local.start) < before(local.end));
    code.local_types.retain(|local| before(local.start) < before(local.end));
    // of several lines at one place the last holds
    let mut seen = BTreeSet::new();
    code.lines.sort_by_key(|line| before(line.start));
    let mut lines = std::mem::take(&mut code.lines);
    lines.reverse();
    lines.retain(|line| before(line.start) < count && seen.insert(before(line.start)));
    lines.reverse();
    code.lines = lines;
    let used = used_labels(code);
    code.frames.retain(|label, _| before(*label) < count && used.contains(label));
}

/// The labels that something may jump to: the others need no frame.
fn used_labels(code: &Code) -> BTreeSet<Label> {
    let mut used: BTreeSet<Label> = code.insns().flat_map(|(_, insn)| targets(insn)).collect();
    used.extend(code.handlers.iter().map(|handler| handler.handler));
    used
}
