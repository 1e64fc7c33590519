//! A stack of calls that a slice keeps to: going up from the criterion's method it comes to the caller of the next frame only, and so on
//! from frame to frame (Horwitz, Liblit, Polishchuk: Better Debugging via Output Tracing and Callstack-Sensitive Slicing, TSE 2010).
//!
//! A frame has the calls on its line that may run the method of the frame below it, by calls of the application, by callbacks or as
//! initialisers. Places on the stack are told apart, not pairs of methods: a recursive method has a *level* for each of its frames, and
//! what is reached at one level goes up to the next one alone. Frames of the JDK are left out: a call into the JDK is a call of what it
//! runs. Above the last frame nothing is known, unless a thread begins with it: then its callers are the instructions that start it.

use super::contexts::{At, Position};
use super::index::Index;
use super::threads::Thread;
use crate::analysis::points_to::PointsTo;
use crate::program::MethodId;
use fixedbitset::FixedBitSet;
use std::collections::BTreeSet;

/// The stack, innermost frame first.
#[derive(Clone, Debug, Default)]
pub struct Stack {
    frames: Vec<Frame>,
    /// The instructions that start the thread of the last frame; none if it is not known to begin one.
    starts: Option<BTreeSet<At>>,
}

#[derive(Clone, Debug)]
struct Frame {
    methods: BTreeSet<MethodId>,
    /// The instructions that may have called the method of the frame below.
    calls: BTreeSet<At>,
}

impl Stack {
    /// The stack whose frames, innermost first, are at these instructions. If no instruction of a frame calls the method of the frame
    /// before it, the number of that frame.
    pub(super) fn of(answer: &PointsTo<'_>, index: &Index, frames: &[Vec<At>]) -> Result<Self, usize> {
        let program = answer.program();
        let offset = |(method, number): At| {
            let body = program.code(method).ok().flatten()?;
            body.offset(*body.insns().get(number as usize)?)
        };
        let mut stack = Self::default();
        for (number, places) in frames.iter().enumerate() {
            let calls = match stack.frames.last() {
                None => BTreeSet::new(),
                Some(below) => {
                    let callers = |method| index.callers.get(method).into_iter().flatten();
                    let sites: BTreeSet<_> = below.methods.iter().flat_map(callers).copied().collect();
                    let calls = |at: &At| offset(*at).is_some_and(|offset| sites.contains(&(at.0, offset)));
                    places.iter().copied().filter(calls).collect()
                }
            };
            let of = if number == 0 { places.iter().collect::<Vec<_>>() } else { calls.iter().collect() };
            let methods: BTreeSet<MethodId> = of.into_iter().map(|at| at.0).collect();
            if methods.is_empty() {
                return Err(number);
            }
            stack.frames.push(Frame { methods, calls });
        }
        stack.starts = Self::starts_of(answer, index, stack.frames.last());
        Ok(stack)
    }

    /// The instructions that start the thread which begins with the frame; none if no thread does.
    fn starts_of(answer: &PointsTo<'_>, index: &Index, last: Option<&Frame>) -> Option<BTreeSet<At>> {
        let program = answer.program();
        let methods = &last?.methods;
        let begins = |method: &MethodId| index.begins.contains(method) || index.forks.contains_key(method);
        if !methods.iter().all(begins) {
            return None;
        }
        let sites = methods.iter().flat_map(|method| index.forks.get(method).into_iter().flatten());
        let at = sites.filter_map(|(method, offset)| {
            let body = program.code(*method).ok().flatten()?;
            Some((*method, body.number(body.item_at_offset(*offset)?) as u32))
        });
        Some(at.collect())
    }

    /// Whether a thread begins with its last frame: then all callers are known.
    pub fn is_whole(&self) -> bool {
        self.starts.is_some()
    }

    /// Where a step up to an instruction leads from these levels: to which levels, and whether out of the stack.
    pub(super) fn up(&self, levels: &FixedBitSet, to: At) -> (FixedBitSet, bool) {
        let (mut above, mut leaves) = (FixedBitSet::with_capacity(self.frames.len()), false);
        for level in levels.ones() {
            match self.frames.get(level + 1) {
                Some(frame) if frame.calls.contains(&to) => above.insert(level + 1),
                Some(_) => {}
                None => leaves |= self.starts.as_ref().is_none_or(|starts| starts.contains(&to)),
            }
        }
        (above, leaves)
    }

    /// The level of the criterion.
    pub(super) fn lowest(&self) -> FixedBitSet {
        let mut levels = FixedBitSet::with_capacity(self.frames.len());
        levels.insert(0);
        levels
    }

    /// Whether a position of the criterion in a thread is that of the stack, as far as both are known.
    pub(super) fn admits(&self, thread: &Thread, position: &Position) -> bool {
        let Some(last) = self.frames.last().filter(|_| self.is_whole()) else { return true };
        let told = &position.frames;
        let fits = |(depth, at): (usize, &At)| match self.frames.len().checked_sub(depth + 1) {
            Some(0) => !position.is_inside && self.frames[0].methods.contains(&at.0),
            Some(level) => self.frames[level].calls.contains(at),
            None => false,
        };
        thread.begins.iter().any(|begin| last.methods.contains(begin))
            && told.iter().enumerate().all(fits)
            && (position.is_inside || told.len() == self.frames.len())
    }
}
