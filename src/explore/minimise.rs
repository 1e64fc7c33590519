//! A failing schedule with few switches from thread to thread: it is easier to read than the one that the search came to first.
//!
//! Blocks, the steps of one thread in a row, are moved: to the block of the same thread before or behind, or in two parts to both; or all
//! that the thread does later comes with a block; or a block is left out, or all behind it. Each such wish is run: steps that cannot be made are passed over, and behind the last one
//! the thread that ran goes on while it can. The first run that fails in the same way with fewer switches, or with as many and fewer steps, is taken,
//! and all begins again, until no wish is better or the steps are spent. So the answer is a schedule
//! that was run and fails; no single move makes it better, but there may be one with fewer switches.

use super::machine::{Choice, Machine, View};

/// How many steps a run may have besides twice those of the best one.
const SPARE: usize = 100;

/// How often another thread goes on than the one before.
pub fn switches(schedule: &[Choice]) -> usize {
    schedule.windows(2).filter(|pair| pair[0].thread != pair[1].thread).count()
}

/// Whether the run that has just ended there is the one that is looked for.
pub type Same<'m, M> = dyn FnMut(&mut M, &View) -> Result<bool, <M as Machine>::Error> + 'm;

/// Makes a schedule one with fewer switches after which `is_same` holds, as it does after this one; spends about `steps` steps. After an error it is the best so far.
pub fn minimise<M: Machine>(
    machine: &mut M,
    schedule: &mut Vec<Choice>,
    steps: usize,
    is_same: &mut Same<'_, M>,
) -> Result<(), M::Error> {
    let mut shorter = Shorter { machine, is_same, best: schedule, left: steps };
    while shorter.improve()? {}
    Ok(())
}

/// How good a schedule is: the smaller, the better.
fn cost(schedule: &[Choice]) -> (usize, usize) {
    (switches(schedule), schedule.len())
}

/// The best schedule so far.
struct Shorter<'m, M: Machine> {
    machine: &'m mut M,
    is_same: &'m mut Same<'m, M>,
    best: &'m mut Vec<Choice>,
    left: usize,
}

impl<M: Machine> Shorter<'_, M> {
    /// Finds a better schedule than the best one.
    fn improve(&mut self) -> Result<bool, M::Error> {
        for wish in wishes(self.best) {
            if self.left == 0 {
                return Ok(false);
            }
            if let Some(better) = self.follow(&wish)? {
                *self.best = better;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Runs a wish: the steps that were made, if they are better.
    fn follow(&mut self, wish: &[Choice]) -> Result<Option<Vec<Choice>>, M::Error> {
        let known = self.best.iter().zip(wish).take_while(|(one, other)| one == other).count();
        let mut made = wish[..known].to_vec();
        let mut view = self.machine.restart(&made)?;
        let mut wished = wish[known..].iter();
        let most = 2 * self.best.len() + SPARE;
        loop {
            let going = |choice: &Choice| choice.alternative < view.alternatives(choice.thread);
            let last = made.last().map(|last| Choice { thread: last.thread, alternative: 0 });
            let any = || (0..view.threads.len()).map(|thread| Choice { thread, alternative: 0 }).find(going);
            let next = wished.by_ref().copied().find(going).or_else(|| last.filter(going)).or_else(any);
            let Some(choice) = next else { break };
            made.push(choice);
            // a thread that waits for another one in a loop would go on for ever
            if cost(&made) >= cost(self.best) || made.len() > most {
                self.left = self.left.saturating_sub(made.len());
                return Ok(None);
            }
            view = self.machine.step(choice)?.1;
        }
        self.left = self.left.saturating_sub(made.len());
        let is_better = cost(&made) < cost(self.best) && (self.is_same)(self.machine, &view)?;
        Ok(is_better.then_some(made))
    }
}

/// What to try instead of a schedule.
fn wishes(schedule: &[Choice]) -> impl Iterator<Item = Vec<Choice>> + use<> {
    let blocks: Vec<Vec<Choice>> =
        schedule.chunk_by(|one, other| one.thread == other.thread).map(<[Choice]>::to_vec).collect();
    (0..blocks.len()).flat_map(move |at| of_block(&blocks, at))
}

/// What to try with one block.
fn of_block(blocks: &[Vec<Choice>], at: usize) -> Vec<Vec<Choice>> {
    let (block, thread) = (&blocks[at], blocks[at][0].thread);
    let own = |other: &usize| blocks[*other][0].thread == thread;
    let before = (0..at).rev().find(own);
    let behind = (at + 1..blocks.len()).find(own);
    // the steps of the block from `from` to `to` come to the end of another block
    let moved = |parts: &[(usize, std::ops::Range<usize>, bool)]| {
        let mut new = blocks.to_vec();
        new[at].clear();
        for (to, range, is_end) in parts {
            let place = if *is_end { new[*to].len() } else { 0 };
            new[*to].splice(place..place, block[range.clone()].iter().copied());
        }
        new.concat()
    };
    let mut wishes = vec![blocks[..=at].concat(), moved(&[])];
    let later = blocks[at + 1..].iter().flatten();
    let (with, without): (Vec<Choice>, Vec<Choice>) = later.partition(|choice| choice.thread == thread);
    wishes.push([blocks[..=at].concat(), with, without].concat());
    let all = 0..block.len();
    wishes.extend(before.map(|to| moved(&[(to, all.clone(), true)])));
    wishes.extend(behind.map(|to| moved(&[(to, all.clone(), false)])));
    if let (Some(before), Some(behind)) = (before, behind) {
        let parts = |split| moved(&[(before, 0..split, true), (behind, split..block.len(), false)]);
        wishes.extend((1..block.len()).map(parts));
    }
    wishes
}
