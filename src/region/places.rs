//! Where in the container a region starts: from a line or an offset to an instruction.
//!
//! The start is the instruction with the lowest offset that the line table gives to the line. What was compiled in parts
//! (loop headers, expressions over several lines) leaves several ranges; if all ways to them lead through the first, that
//! is the start, and the user is told. Copies of one line (`finally`) are ambiguous: each range that no other one comes
//! before on all ways is a candidate. Where there is no line table, the candidates are the offsets at which the operand
//! stack is empty, which is where statements start. The end of a method is the last of its instructions that return: what its closing
//! brace, or its last `return`, was compiled to; a `return` before it is another place.

use super::at::last_return;
use super::error::{MOST_CANDIDATES, Problem, RegionError};
use super::names::show;
use super::pattern::Place;
use super::resolve::Resolver;
use super::resolved::Point;
use crate::classfile::{Item, Operand, opcode};
use crate::program::{Body, Cfg, MethodId, Program};
use crate::util::dominators::Dominators;
use std::collections::BTreeSet;

/// The instruction with the lowest offset on the line.
pub(super) fn first_on_line(body: &Body, line: u16) -> Option<usize> {
    let entries = body.code.lines.iter().filter(|entry| entry.line == line);
    entries.filter_map(|entry| body.insn_at(entry.start)).min()
}

/// The first instructions of the separate ranges of code that the line has.
fn ranges(body: &Body, line: u16) -> Vec<usize> {
    let runs = body.insns().chunk_by(|a, b| (body.line(*a) == Some(line)) == (body.line(*b) == Some(line)));
    runs.filter_map(|run| run.first().copied()).filter(|item| body.line(*item) == Some(line)).collect()
}

/// Those of the places that control can reach without passing another one of them; all, if the flow is not known.
fn entrances(body: &Body, places: &[usize]) -> Vec<usize> {
    let Ok(cfg) = Cfg::new(body) else { return places.to_vec() };
    let dominators = Dominators::new(&cfg.graph, Cfg::ENTRY);
    let block = |item: usize| cfg.block_of(body, item).unwrap_or(Cfg::ENTRY);
    let comes_first = |first: usize, then: usize| {
        let (a, b) = (block(first), block(then));
        if a == b { first < then } else { dominators.dominates(a, b) }
    };
    let reachable = places.iter().copied().filter(|place| dominators.is_reachable(block(*place)));
    reachable.filter(|place| !places.iter().any(|other| comes_first(*other, *place))).collect()
}

impl Resolver<'_> {
    /// The start of the region in its container.
    pub(super) fn start(&self, container: MethodId, notes: &mut Vec<String>) -> Result<Point, RegionError> {
        let body = self.body(container, self.chain_span())?;
        let item = match self.point().place.value {
            Place::Line(line) => {
                let item = first_on_line(&body, line).ok_or_else(|| self.no_code(container, &body, line))?;
                let mut ranges = ranges(&body, line);
                ranges.retain(|item| !self.makes_match_exception(container, &body, *item));
                let item = if ranges.len() > 1 { self.entrance(container, &body, line, &ranges, notes)? } else { item };
                return Ok(Point { method: container, item, line: Some(line) });
            }
            Place::Offset(offset) => {
                body.item_at_offset(offset).ok_or_else(|| self.no_instruction(container, &body, offset))?
            }
            Place::End => last_return(&body).ok_or_else(|| {
                let problem = Problem::NoReturn { method: show(self.program, container) };
                RegionError::new(problem, self.point().place.span)
            })?,
        };
        Ok(Point { method: container, item, line: body.line(item) })
    }

    /// Whether the compiler made the code there to wrap what a record pattern's accessor throws (JLS §14.30.2): it stands on
    /// the line of the code before it.
    fn makes_match_exception(&self, container: MethodId, body: &Body, item: usize) -> bool {
        let handles = body.code.handlers.iter().any(|handler| body.insn_at(handler.handler) == Some(item));
        let second = body.insns().get(body.number(item) + 1).and_then(|second| body.insn(*second));
        let class = self.program.get(container.class);
        handles
            && second.zip(class).is_some_and(|(insn, class)| match insn.operand {
                Operand::Constant(index) if insn.op == opcode::NEW => {
                    class.file.class_name(index).is_ok_and(|name| name == "java/lang/MatchException")
                }
                _ => false,
            })
    }

    /// The start on a line with several ranges of code.
    fn entrance(
        &self,
        container: MethodId,
        body: &Body,
        line: u16,
        ranges: &[usize],
        notes: &mut Vec<String>,
    ) -> Result<usize, RegionError> {
        let (method, count) = (show(self.program, container), ranges.len());
        let entrances = entrances(body, ranges);
        if entrances.len() < 2 {
            // without any the planner tells that control never comes here
            let item = entrances.first().or(ranges.first()).copied().unwrap_or_default();
            let offset = body.offset(item).unwrap_or_default();
            notes.push(format!(
                "line {line} of {method} was compiled to {count} separate ranges of code; jcp takes the first, @{offset}"
            ));
            return Ok(item);
        }
        let offsets = entrances.iter().filter_map(|item| body.offset(*item));
        let problem = Problem::SeveralCopies { line, method, count: entrances.len() };
        Err(RegionError::new(problem, self.point().place.span)
            .note("a line may have several statements, and a `finally` clause is compiled once for each way out of its `try`")
            .candidates(offsets.map(|offset| self.at(Place::Offset(offset)))))
    }

    /// The error for a line without code in the container.
    fn no_code(&self, container: MethodId, body: &Body, line: u16) -> RegionError {
        let method = show(self.program, container);
        let span = self.point().place.span;
        if body.code.lines.is_empty() {
            let offsets = statement_offsets(body);
            return RegionError::new(Problem::NoLineTable { method }, span)
                .note("a statement can start at these offsets; `javap -c` shows the code")
                .candidates(offsets.into_iter().map(|offset| self.at(Place::Offset(offset))));
        }
        let mut error = RegionError::new(Problem::NoCodeOnLine { line, method }, span);
        for other in owners(self.program, container, line) {
            error = error.note(format!("line {line} has code in {}", show(self.program, other)));
        }
        error.candidates(nearest_lines(body, line).into_iter().map(|line| self.at(Place::Line(line))))
    }

    fn no_instruction(&self, container: MethodId, body: &Body, offset: u32) -> RegionError {
        let problem = Problem::NoInstruction { offset, method: show(self.program, container) };
        let offsets: Vec<u32> = body.insns().iter().filter_map(|item| body.offset(*item)).collect();
        let before = offsets.iter().rev().find(|it| **it < offset);
        let after = offsets.iter().find(|it| **it > offset);
        let nearest = before.into_iter().chain(after).map(|offset| self.at(Place::Offset(*offset)));
        RegionError::new(problem, self.point().place.span).candidates(nearest)
    }

    /// The region with another start place.
    fn at(&self, place: Place) -> String {
        self.with(|point| point.place.value = place)
    }
}

/// Up to two lines with code before the line and two behind it.
pub(super) fn nearest_lines(body: &Body, line: u16) -> Vec<u16> {
    let lines: BTreeSet<u16> = body.code.lines.iter().map(|entry| entry.line).collect();
    let mut nearest: Vec<u16> = lines.range(..line).rev().take(2).copied().collect();
    nearest.reverse();
    nearest.extend(lines.range(line..).take(2));
    nearest
}

/// The methods with code on the line: of the container's class, and of the classes nested in the same one.
pub(super) fn owners(program: &Program, container: MethodId, line: u16) -> Vec<MethodId> {
    let outermost = |name: &str| {
        let start = name.rfind('/').map_or(0, |slash| slash + 1);
        name[start..].find('$').map_or(name.len(), |dollar| start + dollar)
    };
    let own = program.name(container.class);
    let family = own.get(..outermost(own)).unwrap_or(own);
    let classes = program
        .application()
        .filter(|class| class.name().strip_prefix(family).is_some_and(|rest| rest.is_empty() || rest.starts_with('$')));
    let methods = classes.flat_map(|class| class.methods().map(|(id, _)| id)).filter(|id| *id != container);
    let has = |id: &MethodId| program.code(*id).ok().flatten().is_some_and(|body| first_on_line(&body, line).is_some());
    methods.filter(has).take(MOST_CANDIDATES).collect()
}

/// The first offsets at which the operand stack is empty. One pass in the order of the code is enough: behind a jump the
/// stack-map frame tells the depth, and without a frame a jump's next instruction is taken to have an empty stack, or a
/// handler's the exception.
fn statement_offsets(body: &Body) -> Vec<u32> {
    let mut offsets = Vec::new();
    let mut depth = Some(0usize);
    for (at, item) in body.code.items.iter().enumerate() {
        match item {
            Item::Label(label) => {
                let is_handler = body.code.handlers.iter().any(|handler| handler.handler == *label);
                if let Some(frame) = body.code.frames.get(label) {
                    depth = Some(frame.stack.len());
                } else if is_handler {
                    depth = Some(1);
                }
            }
            Item::Insn { insn, .. } => {
                let before = depth.unwrap_or(0);
                if before == 0 {
                    offsets.extend(body.offset(at));
                }
                let effect = body.effect(at);
                let after = before.saturating_sub(effect.pops) + effect.pushes;
                depth = opcode::falls_through(insn.op).then_some(after);
            }
        }
    }
    offsets.truncate(MOST_CANDIDATES);
    offsets
}
