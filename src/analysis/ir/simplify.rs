//! Replaces merges that have only one source by it, drops merges that nothing uses, and numbers the rest anew.
//!
//! A merge whose sources are one variable and itself is that variable (Braun et al. 2013, trivial φ functions). Applied
//! until nothing changes; then copies between equal variables go.

use super::method::{MethodIr, Statement, Var};
use crate::util::index::Idx;
use std::collections::BTreeSet;

/// The simplified method; `merges` tells which variables are merges.
pub(super) fn simplify(mut ir: MethodIr, merges: &[bool]) -> MethodIr {
    let mut names = Names::new(merges.len());
    while one_source(&ir, merges, &mut names) {}
    rename(&mut ir, |var| Some(names.of(var)));
    ir.statements.retain(|(_, statement)| !matches!(statement, Statement::Assign { dst, src } if dst == src));
    drop_unused(&mut ir, merges);
    number_anew(&mut ir, merges.len());
    ir
}

/// For each variable the one that stands for it.
struct Names(Vec<u32>);

impl Names {
    fn new(count: usize) -> Self {
        Self((0..count as u32).collect())
    }

    fn of(&mut self, var: Var) -> Var {
        let mut at = var.0;
        while self.0[at as usize] != at {
            self.0[at as usize] = self.0[self.0[at as usize] as usize];
            at = self.0[at as usize];
        }
        Var(at)
    }
}

/// One pass; whether a merge was replaced.
fn one_source(ir: &MethodIr, merges: &[bool], names: &mut Names) -> bool {
    #[derive(Clone, Copy, PartialEq)]
    enum Sources {
        None,
        One(Var),
        Many,
    }
    let mut sources = vec![Sources::None; merges.len()];
    for (_, statement) in &ir.statements {
        let Statement::Assign { dst, src } = statement else { continue };
        let (dst, src) = (names.of(*dst), names.of(*src));
        if dst == src {
            continue;
        }
        let known = &mut sources[dst.index()];
        *known = match *known {
            Sources::None => Sources::One(src),
            Sources::One(other) if other == src => *known,
            _ => Sources::Many,
        };
    }
    let mut changed = false;
    for (var, found) in sources.into_iter().enumerate() {
        if let (true, Sources::One(src)) = (merges[var], found) {
            let src = names.of(src);
            if src.index() != var {
                names.0[var] = src.0;
                changed = true;
            }
        }
    }
    changed
}

/// Drops copies into merges from which nothing is read.
fn drop_unused(ir: &mut MethodIr, merges: &[bool]) {
    let mut used: Vec<bool> = merges.iter().map(|merge| !merge).collect();
    for (_, statement) in &ir.statements {
        if !matches!(statement, Statement::Assign { .. }) {
            let mut copy = *statement;
            for_each(&mut copy, &mut |var| used[var.index()] = true);
        }
    }
    for call in &ir.calls {
        call.receiver.iter().chain(call.args.iter().flatten()).for_each(|var| used[var.index()] = true);
    }
    let into = sources(ir, merges.len());
    let mut work: Vec<usize> = (0..used.len()).filter(|var| used[*var]).collect();
    while let Some(var) = work.pop() {
        for src in &into[var] {
            if !std::mem::replace(&mut used[src.index()], true) {
                work.push(src.index());
            }
        }
    }
    ir.statements.retain(|(_, statement)| !matches!(statement, Statement::Assign { dst, .. } if !used[dst.index()]));
    let locals = std::mem::take(&mut ir.locals);
    for (slot, offset, var) in locals {
        let found = stand_for(var, &used, &into);
        ir.locals.extend(found.into_iter().map(|var| (slot, offset, var)));
    }
}

/// What is copied into each variable.
fn sources(ir: &MethodIr, count: usize) -> Vec<Vec<Var>> {
    let mut into = vec![Vec::new(); count];
    for (_, statement) in &ir.statements {
        if let Statement::Assign { dst, src } = statement {
            into[dst.index()].push(*src);
        }
    }
    into
}

/// The used variables that have together what the variable has.
fn stand_for(var: Var, used: &[bool], into: &[Vec<Var>]) -> BTreeSet<Var> {
    let (mut found, mut seen, mut work) = (BTreeSet::new(), BTreeSet::new(), vec![var]);
    while let Some(var) = work.pop() {
        if used[var.index()] {
            found.insert(var);
        } else if seen.insert(var) {
            work.extend(&into[var.index()]);
        }
    }
    found
}

fn number_anew(ir: &mut MethodIr, count: usize) {
    let mut numbers: Vec<Option<u32>> = vec![None; count];
    let mut next = 0;
    // the numbers are the same whether locals are noted or not
    let locals = std::mem::take(&mut ir.locals);
    rename(ir, |var| {
        let number = numbers[var.index()].get_or_insert_with(|| {
            next += 1;
            next - 1
        });
        Some(Var(*number))
    });
    ir.vars = next;
    let known = locals.into_iter().filter_map(|(slot, offset, var)| Some((slot, offset, Var(numbers[var.index()]?))));
    ir.locals = known.collect();
}

/// Gives every variable the name that `name` tells, receiver and parameters first.
fn rename(ir: &mut MethodIr, mut name: impl FnMut(Var) -> Option<Var>) {
    let mut set = |var: &mut Var| {
        if let Some(new) = name(*var) {
            *var = new;
        }
    };
    ir.this.iter_mut().chain(ir.params.iter_mut().flatten()).for_each(&mut set);
    ir.result.iter_mut().chain(&mut ir.thrown).for_each(&mut set);
    for (_, statement) in &mut ir.statements {
        for_each(statement, &mut set);
    }
    for call in &mut ir.calls {
        call.receiver.iter_mut().chain(call.args.iter_mut().flatten()).chain(&mut call.dst).for_each(&mut set);
    }
    ir.locals.iter_mut().for_each(|(_, _, var)| set(var));
    for region in &mut ir.regions {
        region.handlers.iter_mut().for_each(|(_, var)| set(var));
    }
}

/// All variables of a statement, its call's left out.
fn for_each(statement: &mut Statement, set: &mut impl FnMut(&mut Var)) {
    match statement {
        Statement::New { dst, .. }
        | Statement::Text { dst, .. }
        | Statement::Class { dst, .. }
        | Statement::Handle { dst, .. } => set(dst),
        Statement::Assign { dst, src } | Statement::Cast { dst, src, .. } => {
            set(dst);
            set(src);
        }
        Statement::GetField { dst, base, .. } | Statement::GetElement { dst, base } => {
            dst.iter_mut().chain(base).for_each(set);
        }
        Statement::PutField { base, src, .. } | Statement::PutElement { base, src } => {
            base.iter_mut().chain(src).for_each(set);
        }
        Statement::GetStatic { dst: var, .. } | Statement::PutStatic { src: var, .. } => var.iter_mut().for_each(set),
        Statement::Throw { src, .. } => set(src),
        Statement::Call(_) => {}
    }
}
