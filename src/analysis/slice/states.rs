//! The order of the threads' steps: slices whose paths have a threaded witness (Krinke, ESEC/FSE 2003, Algorithms 1 and 3).
//!
//! A path that goes from one thread to another and back must not come back later than where it left: what a thread does after a read cannot
//! have influenced it. So each step carries a *state*: for each thread the earliest position that the path has seen there, if any. A step to another
//! thread, from a read to a write, is taken only if control may come from the write's position to the state's, and if that thread
//! can have been started by then. Within a thread a path goes up only to the call that it is in.
//!
//! It works on the edges that [`super::tabulation`] found, so its answer lies inside that one. What is below a call is the same for all
//! states: its nodes and reads are found once for each formal-out. A state of several equal threads says nothing, since another
//! one may be anywhere. If the work exceeds the budget, there is no answer.

use super::contexts::{At, Position};
use super::edges::Graph;
use super::node::{Kind, Node, NodeId, Way};
use super::stack::Stack;
use super::tabulation::Tabulation;
use super::threads::Threads;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

/// For each thread the earliest position that was seen.
type State = Rc<[Option<Rc<Position>>]>;

/// Why a node is in the slice: the next node, and the kind of dependence; none for the criterion.
type Because = Option<(NodeId, Kind)>;

/// What is done next: a node at a position of a thread, in a state.
struct Item {
    node: NodeId,
    thread: usize,
    position: Rc<Position>,
    state: State,
    because: Because,
}

/// Where a walk is: in this frame of the item's position, or anywhere inside it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Level {
    Frame(usize),
    Inside,
}

/// The budget is used up.
struct UsedUp;

/// The search.
pub struct States<'t, 'g, 'p, 'a> {
    slice: &'t mut Tabulation<'g, 'p, 'a>,
    threads: Rc<Threads>,
    /// The nodes of the slice: how far they are, and why they are there.
    found: BTreeMap<NodeId, (u32, Because)>,
    work: VecDeque<Item>,
    seen: FxHashMap<(NodeId, usize, Rc<Position>), Vec<State>>,
    positions: FxHashMap<(usize, At), Rc<[Rc<Position>]>>,
    /// The reads of other threads' writes below a formal-out.
    reads: FxHashMap<NodeId, Rc<[NodeId]>>,
    /// Whether a thread may have been started before another one comes to a position.
    started: FxHashMap<(usize, usize, Rc<Position>), bool>,
    budget: usize,
}

impl<'t, 'g, 'p, 'a> States<'t, 'g, 'p, 'a> {
    /// The nodes of a slice that have a threaded witness, by distance and reason; none if the budget does not do.
    pub fn of(
        slice: &'t mut Tabulation<'g, 'p, 'a>,
        criterion: &[Node],
        stack: Option<&Stack>,
        budget: usize,
    ) -> Option<BTreeMap<NodeId, (u32, Because)>> {
        let threads = Rc::clone(&slice.graph.threads);
        let (found, work, seen) = (BTreeMap::new(), VecDeque::new(), FxHashMap::default());
        let (positions, reads, started) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        let mut states =
            Self { slice, threads: Rc::clone(&threads), found, work, seen, positions, reads, started, budget };
        let nothing: State = vec![None; states.threads.list.len()].into();
        for node in criterion {
            let (Some(number), Some(at)) = (states.slice.known(*node), node.at()) else { continue };
            for thread in states.threads.of(at.0).to_vec() {
                let on_stack =
                    |position: &Rc<Position>| stack.is_none_or(|stack| stack.admits(&threads.list[thread], position));
                for position in states.positions(thread, at).iter().filter(|position| on_stack(position)) {
                    states.add(number, thread, Rc::clone(position), Rc::clone(&nothing), None);
                }
            }
        }
        while let Some(item) = states.work.pop_front() {
            states.walk(&item)?;
        }
        Some(states.found)
    }

    fn graph(&mut self) -> &mut Graph<'p, 'a> {
        self.slice.graph
    }

    fn positions(&mut self, thread: usize, at: At) -> Rc<[Rc<Position>]> {
        if let Some(known) = self.positions.get(&(thread, at)) {
            return Rc::clone(known);
        }
        let threads = Rc::clone(&self.threads);
        let found = self.graph().positions(&threads.list[thread], at);
        let found: Rc<[Rc<Position>]> = found.into_iter().map(Rc::new).collect();
        self.positions.insert((thread, at), Rc::clone(&found));
        found
    }

    /// Adds an item, unless one in a weaker state was there.
    fn add(&mut self, node: NodeId, thread: usize, position: Rc<Position>, state: State, because: Because) {
        let known = self.seen.entry((node, thread, Rc::clone(&position))).or_default();
        let is_weaker =
            |other: &State| other.iter().zip(state.iter()).all(|(other, own)| other.is_none() || other == own);
        self.budget = self.budget.saturating_sub(known.len() / 8);
        if !known.iter().any(is_weaker) {
            known.push(Rc::clone(&state));
            self.work.push_back(Item { node, thread, position, state, because });
        }
    }

    fn spend(&mut self) -> Option<()> {
        self.budget = self.budget.checked_sub(1)?;
        Some(())
    }

    fn note(&mut self, node: NodeId, because: Because) {
        let distance = because.map_or(0, |(next, _)| self.found.get(&next).map_or(0, |known| known.0 + 1));
        self.found.entry(node).or_insert((distance, because));
    }

    /// Walks from an item through its thread, along the calls of its position.
    fn walk(&mut self, item: &Item) -> Option<()> {
        let innermost = item.position.frames.len().saturating_sub(1);
        let start = if item.position.is_inside { Level::Inside } else { Level::Frame(innermost) };
        let mut seen: FxHashSet<(NodeId, Level)> = FxHashSet::from_iter([(item.node, start)]);
        let mut work = VecDeque::from([(item.node, start, item.because)]);
        while let Some((node, level, because)) = work.pop_front() {
            self.spend()?;
            self.note(node, because);
            let at = self.slice.nodes[node].node.at();
            for edge in 0..self.slice.links(node).len() {
                let link = self.slice.links(node)[edge];
                if !self.slice.is_reached(link.to) {
                    continue;
                }
                let because = Some((link.via, link.kind));
                let next = match link.way {
                    Way::Inside => Some(level),
                    Way::Down => {
                        self.note(link.to, because);
                        for read in self.reads_below(link.to)?.iter() {
                            self.cross_all(item, *read, &position(item, level, at, true))?;
                        }
                        None
                    }
                    Way::Across => {
                        self.cross(item, link.to, &position(item, level, at, false), because)?;
                        None
                    }
                    Way::Up => self.up(item, (node, link.to), level, because).ok()?,
                };
                if let Some(next) = next
                    && seen.insert((link.to, next))
                {
                    if link.via != node {
                        self.note(link.via, Some((node, link.kind)));
                    }
                    work.push_back((link.to, next, because));
                }
            }
        }
        Some(())
    }

    /// Goes up from a formal-in: to the call that the position is in, or to where the thread is started.
    fn up(
        &mut self,
        item: &Item,
        (from, to): (NodeId, NodeId),
        level: Level,
        because: Because,
    ) -> Result<Option<Level>, UsedUp> {
        let threads = Rc::clone(&self.threads);
        let thread = &threads.list[item.thread];
        let Some(at) = self.slice.nodes[to].node.at() else { return Ok(None) };
        let begins = self.slice.nodes[from].node.method().filter(|method| thread.begins.contains(method));
        if matches!(level, Level::Inside | Level::Frame(0))
            && let Some(first) = begins.filter(|_| self.starts_at(item.thread, at))
        {
            let first = Rc::new(Position { frames: vec![(first, 0)], is_inside: false });
            self.cross(item, to, &first, because).ok_or(UsedUp)?;
            return Ok(None);
        }
        Ok(match level {
            Level::Inside => thread.methods.contains(&at.0).then_some(level),
            Level::Frame(0) => None,
            Level::Frame(number) => (item.position.frames[number - 1] == at).then_some(Level::Frame(number - 1)),
        })
    }

    /// Whether the instruction starts the thread.
    fn starts_at(&mut self, thread: usize, at: At) -> bool {
        let Some((method, offset)) = self.threads.list[thread].start else { return false };
        let code = self.graph().method(method);
        at.0 == method && code.is_some_and(|code| code.offset(at.1 as usize) == offset)
    }

    fn cross_all(&mut self, item: &Item, read: NodeId, position: &Rc<Position>) -> Option<()> {
        for edge in 0..self.slice.links(read).len() {
            let link = self.slice.links(read)[edge];
            if link.way == Way::Across {
                self.cross(item, link.to, position, Some((read, link.kind)))?;
            }
        }
        Some(())
    }

    /// Goes on in the threads that may do what an item reads or is started by, at each position that may precede.
    fn cross(&mut self, item: &Item, to: NodeId, from: &Rc<Position>, because: Because) -> Option<()> {
        let Some(at) = self.slice.nodes[to].node.at() else { return Some(()) };
        let threads = Rc::clone(&self.threads);
        let state: State = if threads.list[item.thread].is_multiple {
            Rc::clone(&item.state)
        } else {
            let mut state = item.state.to_vec();
            state[item.thread] = Some(Rc::clone(from));
            state.into()
        };
        for &thread in threads.of(at.0) {
            if thread == item.thread && !threads.list[thread].is_multiple {
                continue;
            }
            for position in self.positions(thread, at).iter() {
                self.spend()?;
                if self.may_precede(thread, position, &state) {
                    self.add(to, thread, Rc::clone(position), Rc::clone(&state), because);
                }
            }
        }
        Some(())
    }

    /// Whether a thread may be at a position before all threads are where the state has them.
    fn may_precede(&mut self, thread: usize, position: &Position, state: &State) -> bool {
        if let Some(earliest) = &state[thread]
            && !self.graph().comes_to(position, earliest)
        {
            return false;
        }
        if self.threads.list[thread].start.is_none() {
            return true;
        }
        let others = state.iter().enumerate().filter(|(other, _)| *other != thread);
        others.filter_map(|(other, at)| Some((other, at.as_ref()?))).all(|(other, at)| {
            let key = (thread, other, Rc::clone(at));
            if let Some(known) = self.started.get(&key) {
                return *known;
            }
            let may_be = self.may_be_started(thread, (other, at), &mut Vec::new());
            self.started.insert(key, may_be);
            may_be
        })
    }

    /// Whether a thread may have been started before another one comes to a position.
    fn may_be_started(&mut self, thread: usize, before: (usize, &Position), seen: &mut Vec<usize>) -> bool {
        let threads = Rc::clone(&self.threads);
        let Some(start) = threads.list[thread].start else { return true };
        if seen.contains(&thread) {
            return false;
        }
        seen.push(thread);
        let Some(number) = self.graph().method(start.0).and_then(|code| code.number_at(start.1)) else { return true };
        threads.list[thread].parents.iter().any(|parent| {
            if *parent != before.0 {
                return self.may_be_started(*parent, before, seen);
            }
            let starts = self.positions(*parent, (start.0, number as u32));
            starts.iter().any(|start| self.graph().comes_to(start, before.1))
        })
    }

    /// The reads of other threads' writes that a formal-out depends on; all nodes below it are in the slice.
    fn reads_below(&mut self, out: NodeId) -> Option<Rc<[NodeId]>> {
        if let Some(known) = self.reads.get(&out) {
            return Some(Rc::clone(known));
        }
        let (mut reads, mut work, mut seen) = (Vec::new(), vec![out], FxHashSet::from_iter([out]));
        while let Some(node) = work.pop() {
            self.spend()?;
            for edge in 0..self.slice.links(node).len() {
                let link = self.slice.links(node)[edge];
                match link.way {
                    Way::Inside | Way::Down => {
                        if seen.insert(link.to) {
                            if link.via != node {
                                self.note(link.via, Some((node, link.kind)));
                            }
                            self.note(link.to, Some((link.via, link.kind)));
                            work.push(link.to);
                        }
                    }
                    Way::Across => reads.push(node),
                    Way::Up => {}
                }
            }
        }
        reads.dedup();
        let reads: Rc<[NodeId]> = reads.into();
        self.reads.insert(out, Rc::clone(&reads));
        Some(reads)
    }
}

/// The position of a node that a walk met; `below`: that of what lies below the node's call.
fn position(item: &Item, level: Level, at: Option<At>, below: bool) -> Rc<Position> {
    let frames = &item.position.frames;
    match (level, at) {
        (Level::Frame(number), Some(at)) => {
            Rc::new(Position { frames: frames[..number].iter().copied().chain([at]).collect(), is_inside: below })
        }
        (Level::Frame(number), None) => Rc::new(Position { frames: frames[..number].to_vec(), is_inside: true }),
        (Level::Inside, _) => Rc::new(Position { frames: frames.clone(), is_inside: true }),
    }
}
