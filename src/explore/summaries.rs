//! Summaries: what each thread may still touch from a state on, step by step.
//!
//! A summary has a list for each thread: the touches that its next step may have, those of the step after it, and so on. Lists are kept
//! once each, with common tails, and named by a number: two states from which a thread goes on alike have the same number,
//! and the union of equal lists costs nothing. Step k of a list is the thread's k-th step from the state, so that going up
//! over a step puts it before the list, and going down over one takes it away. Where runs go round, how often a step comes is not
//! known: an endless list has the same step again and again, and is its own rest.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::touches::TouchId;

/// The number of a list; 0 is the empty one.
pub(super) type List = u32;

/// A list for each thread, in order of creation. A thread that it does not have makes no step.
pub(super) type Summary = Rc<[List]>;

/// All lists of a search.
#[derive(Default)]
pub(super) struct Summaries {
    /// What one step may touch: sorted sets.
    layers: Vec<Rc<[TouchId]>>,
    layer_numbers: FxHashMap<Rc<[TouchId]>, u32>,
    layer_unions: FxHashMap<(u32, u32), u32>,
    /// The first step and the rest of each list but the empty one.
    cells: Vec<(u32, List)>,
    cell_numbers: FxHashMap<(u32, List), List>,
    unions: FxHashMap<(List, List), List>,
    /// For each layer the list that has it again and again.
    endless: FxHashMap<u32, List>,
}

impl Summaries {
    fn layer(&mut self, touches: Rc<[TouchId]>) -> u32 {
        let next = self.layers.len() as u32;
        let number = *self.layer_numbers.entry(touches.clone()).or_insert(next);
        if number == next {
            self.layers.push(touches);
        }
        number
    }

    fn list(&mut self, layer: u32, rest: List) -> List {
        let next = self.cells.len() as List + 1;
        let number = *self.cell_numbers.entry((layer, rest)).or_insert(next);
        if number == next {
            self.cells.push((layer, rest));
        }
        number
    }

    /// A step that touches this, then the steps of a list.
    pub fn then(&mut self, touch: TouchId, rest: List) -> List {
        let layer = self.layer([touch].into());
        self.list(layer, rest)
    }

    /// What the first step of a list may touch, and the rest; nothing for the empty list.
    pub fn first(&self, list: List) -> Option<(&[TouchId], List)> {
        let (layer, rest) = self.cells.get(list.checked_sub(1)? as usize)?;
        Some((&self.layers[*layer as usize], *rest))
    }

    fn layer_union(&mut self, one: u32, other: u32) -> u32 {
        if one == other {
            return one;
        }
        let key = (one.min(other), one.max(other));
        if let Some(known) = self.layer_unions.get(&key) {
            return *known;
        }
        let mut touches: Vec<TouchId> = self.layers[one as usize].to_vec();
        touches.extend_from_slice(&self.layers[other as usize]);
        touches.sort_unstable();
        touches.dedup();
        let union = self.layer(touches.into());
        self.layer_unions.insert(key, union);
        union
    }

    /// The list that has this step again and again.
    fn endless(&mut self, layer: u32) -> List {
        let list = self.cells.len() as List + 1;
        let number = *self.endless.entry(layer).or_insert(list);
        if number == list {
            self.cells.push((layer, list));
        }
        number
    }

    /// Makes lists of which each step may come any number of times.
    pub fn repeat(&mut self, lists: &mut [List]) {
        for list in lists.iter_mut().filter(|list| **list != 0) {
            let (mut layer, mut rest) = self.cells[*list as usize - 1];
            let mut at = *list;
            while rest != 0 && rest != at {
                at = rest;
                let (next, after) = self.cells[at as usize - 1];
                (layer, rest) = (self.layer_union(layer, next), after);
            }
            *list = self.endless(layer);
        }
    }

    /// The steps of either list.
    pub fn union(&mut self, one: List, other: List) -> List {
        let mut pairs = Vec::new();
        let (mut left, mut right) = (one, other);
        let mut union = loop {
            if left == right || right == 0 {
                break left;
            }
            if left == 0 {
                break right;
            }
            let key = (left.min(right), left.max(right));
            if let Some(known) = self.unions.get(&key) {
                break *known;
            }
            let ((one, left_rest), (other, right_rest)) =
                (self.cells[left as usize - 1], self.cells[right as usize - 1]);
            if left_rest == left && right_rest == right {
                let layer = self.layer_union(one, other);
                break self.endless(layer);
            }
            pairs.push(key);
            (left, right) = (left_rest, right_rest);
        };
        while let Some((left, right)) = pairs.pop() {
            let layer = self.layer_union(self.cells[left as usize - 1].0, self.cells[right as usize - 1].0);
            union = self.list(layer, union);
            self.unions.insert((left, right), union);
        }
        union
    }

    /// Adds the steps of a summary to lists.
    pub fn add(&mut self, lists: &mut Vec<List>, summary: &[List]) {
        if lists.len() < summary.len() {
            lists.resize(summary.len(), 0);
        }
        for (list, more) in lists.iter_mut().zip(summary) {
            *list = self.union(*list, *more);
        }
    }

    /// Adds to the lists of a state what follows a thread's step from it: the step, and the summary of the state after it.
    pub fn add_before(&mut self, lists: &mut Vec<List>, thread: usize, touch: TouchId, after: &[List]) {
        let threads = after.len().max(thread + 1);
        if lists.len() < threads {
            lists.resize(threads, 0);
        }
        for (of, list) in lists.iter_mut().enumerate().take(threads) {
            let mut more = after.get(of).copied().unwrap_or_default();
            if of == thread {
                more = self.then(touch, more);
            }
            *list = self.union(*list, more);
        }
    }

    /// The lists after a thread's step, from those before it that also hold after it for the other threads.
    pub fn after(&self, thread: usize, mut lists: Vec<List>) -> Vec<List> {
        if let Some(list) = lists.get_mut(thread) {
            *list = self.first(*list).map_or(0, |(_, rest)| rest);
        }
        lists
    }
}
