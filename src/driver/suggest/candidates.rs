//! Where in the time line a checkpoint could lie: the places at which a method of a chain begins something else.
//!
//! For each node of the time line and each line at which it was seen, the candidate is the first arrival at the line. Samples
//! say when it was at the latest: when the line was first seen. They also say before when it cannot have been: a
//! method that was seen at an instruction that the line does not lead back to has come to the line after that. This
//! holds for the method with the line and, at its call instructions, for every method above, as long as none of these calls
//! is in a loop; what was seen below a call in a loop says so only if the call had not been made before, and nothing if it
//! was seen to begin anew. If the two times are close, the arrival is where the samples say it is. If not, the earlier one
//! is promised, unless what begins there is so long that it would have been seen before.
//!
//! The score is the share of the run before the arrival, less if little of the run is left, if what begins there is short, and
//! if the arrival may have been earlier.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::recording::share;
use super::timeline::{Timeline, Visit};
use crate::program::{MethodId, Program};

/// Less of the run than this is not worth a checkpoint.
const LEAST_BEFORE: f64 = 0.03;
/// What is left of the run, or begins, should be about as much.
const ENOUGH: f64 = 0.05;
/// Arrivals are one moment if they lie no further apart than this part of the run: one in so many.
const MOMENT: i64 = 50;
/// The same in nanoseconds, for short runs.
const SHORTEST_MOMENT: i64 = 30_000_000;

/// How well the samples tell the first arrival.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Certainty {
    /// It is where they say.
    Known,
    /// It is, unless a call above that is in a loop came there earlier.
    UnlessLooped,
    /// What begins there takes most of the time from then on; it may have been there earlier, but not as long.
    Seen,
    /// It may have been earlier.
    AtTheLatest,
}

/// A place for a checkpoint.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    /// The node of the method with it.
    pub(super) node: usize,
    /// The instruction.
    pub(super) item: usize,
    /// When the first arrival is, at the latest.
    pub(super) at: i64,
    /// When it is, for all that can be promised.
    pub(super) promised: i64,
    /// When it is, at the earliest.
    pub(super) since: i64,
    pub(super) certainty: Certainty,
    /// Methods of the chain whose call is in a loop, with the line.
    pub(super) loops: Loops,
    pub(super) score: f64,
    /// How many calls lead there.
    pub(super) depth: usize,
}

/// Methods with the line of a call.
type Loops = Vec<(MethodId, Option<u16>)>;

/// How long arrivals count as one moment in a run of this length.
pub(super) fn moment(end: i64) -> i64 {
    (end / MOMENT).max(SHORTEST_MOMENT)
}

/// All candidates, best first.
pub(super) fn candidates(program: &Program, timeline: &Timeline<'_>, end: i64) -> Vec<Candidate> {
    let mut search =
        Search { timeline, end, behind: BTreeMap::new(), before: BTreeMap::new(), restarts: BTreeMap::new() };
    let initializes = |method: MethodId| program.method(method).is_some_and(|info| info.name == "<clinit>");
    let mut excluded: BTreeSet<usize> = BTreeSet::new();
    let mut found = Vec::new();
    for (number, node) in timeline.nodes.iter().enumerate() {
        let above = node.above.is_some_and(|(caller, _)| excluded.contains(&caller));
        if above || initializes(node.method) {
            excluded.insert(number); // refused by the planner, whatever the line
        } else {
            search.of_node(number, &mut found);
        }
    }
    let place = |candidate: &Candidate| (candidate.depth, candidate.node, candidate.item);
    found.sort_by(|a: &Candidate, b| b.score.total_cmp(&a.score).then_with(|| place(a).cmp(&place(b))));
    found
}

struct Search<'t, 'a> {
    timeline: &'t Timeline<'a>,
    end: i64,
    /// What can run behind an instruction.
    behind: BTreeMap<(MethodId, usize), Rc<BTreeSet<usize>>>,
    /// For a node and an instruction of its method: when the method was last seen where it cannot be behind the instruction.
    before: BTreeMap<(usize, usize), Rc<Vec<i64>>>,
    /// When a node's method was first seen to begin anew.
    restarts: BTreeMap<usize, Option<i64>>,
}

impl Search<'_, '_> {
    fn of_node(&mut self, number: usize, found: &mut Vec<Candidate>) {
        let node = &self.timeline.nodes[number];
        let Some(body) = self.timeline.body(node.method) else { return };
        let mut first: BTreeMap<usize, i64> = BTreeMap::new();
        for visit in &node.visits {
            let seen = first.entry(visit.item).or_insert(visit.from);
            *seen = visit.from.min(*seen);
        }
        let mut of_line: BTreeMap<u16, (i64, usize)> = BTreeMap::new();
        for (item, at) in &first {
            if let Some(line) = body.line(*item) {
                let seen = of_line.entry(line).or_insert((*at, *item));
                *seen = (*at, *item).min(*seen);
            }
        }
        for (item, at) in first {
            if share(at, self.end) < LEAST_BEFORE || at >= self.end {
                continue;
            }
            let line_began = body.line(item).and_then(|line| Some((line, *of_line.get(&line)?)));
            let start = match line_began {
                Some((line, (_, began))) if began == item => body.insns_on_line(line).next().unwrap_or(item),
                // a call behind another one on its line: by its offset, if it is a moment of its own
                Some((_, (when, began))) if at - when < moment(self.end) || self.leads(number, item, began) => continue,
                _ => item,
            };
            let start = if start == item || self.leads(number, start, item) { start } else { item };
            let start = self.before_loop(number, start, at).unwrap_or(start);
            found.extend(self.candidate(number, start, item, at));
        }
    }

    /// The first arrival at `start`, on the way to the instruction `seen` at the time `at`.
    fn candidate(&mut self, node: usize, start: usize, seen: usize, at: i64) -> Option<Candidate> {
        let (known, likely, loops) = self.earlier(node, start, at);
        // nothing was seen to run before
        let since = likely?;
        let (last, dense) = self.activity(node, seen, at);
        let certainty = match known {
            Some(known) if self.is_moment(known, at) => Certainty::Known,
            _ if self.is_moment(since, at) => Certainty::UnlessLooped,
            _ if dense => Certainty::Seen,
            _ => Certainty::AtTheLatest,
        };
        let promised = if certainty == Certainty::AtTheLatest { since } else { at };
        let end = self.end;
        let share = |nanos: i64| share(nanos, end);
        if share(promised) < LEAST_BEFORE {
            return None;
        }
        let left = 0.5 - 0.5 * (-(1.0 - share(promised)) / ENOUGH).exp();
        let begins = (share(last.saturating_sub(at)) / ENOUGH).min(1.0);
        let sure = match certainty {
            Certainty::Known => 1.0,
            Certainty::UnlessLooped => 0.8,
            Certainty::Seen => 0.5,
            Certainty::AtTheLatest => 0.2,
        };
        let depth = self.timeline.path(node).len();
        // of several places that are one moment the one nearest to `main`
        let near = 0.99f64.powi(i32::try_from(depth).unwrap_or(i32::MAX));
        let score = share(promised) * (0.5 + left) * (0.6 + 0.4 * begins) * sure * near;
        Some(Candidate { node, item: start, at, promised, since, certainty, loops, score, depth })
    }

    /// For a place in a loop: one before that loop, if what was seen last before `at` still lies before it.
    fn before_loop(&mut self, node: usize, start: usize, at: i64) -> Option<usize> {
        let method = self.timeline.nodes[node].method;
        if !self.behind(method, start).contains(&start) {
            return None;
        }
        let outside = self.timeline.outside_loops(method, start)?;
        let mut last = |site: usize| {
            let before = self.before(node, site);
            before.partition_point(|time| *time < at).checked_sub(1).map(|index| before[index])
        };
        let (inside_last, outside_last) = (last(start), last(outside));
        (inside_last.is_some() && inside_last == outside_last).then_some(outside)
    }

    /// When the program was last seen before `at` where it cannot have come to `start` of the node's method: for sure, and if
    /// calls in loops have not been made before; and these calls.
    fn earlier(&mut self, node: usize, start: usize, at: i64) -> (Option<i64>, Option<i64>, Loops) {
        let mut path = self.timeline.path(node);
        path.push((node, start));
        let depth = path.len() - 1;
        let (mut known, mut likely) = (None, None);
        let mut loops = Vec::new();
        for (level, (number, site)) in path.into_iter().enumerate() {
            if !loops.is_empty() && self.restarts(number, at) {
                break;
            }
            let before = self.before(number, site);
            let last = before.partition_point(|time| *time < at).checked_sub(1).map(|index| before[index]);
            likely = likely.max(last);
            if loops.is_empty() {
                known = known.max(last);
            }
            let method = self.timeline.nodes[number].method;
            if level < depth && self.behind(method, site).contains(&site) {
                loops.push((method, self.timeline.body(method).and_then(|body| body.line(site))));
            }
        }
        (known, likely, loops)
    }

    /// Whether the node's method was seen to begin anew up to that time: at an instruction that does not lie behind the
    /// one at which it was seen before, or after its caller was seen elsewhere.
    fn restarts(&mut self, number: usize, at: i64) -> bool {
        if !self.restarts.contains_key(&number) {
            let timeline = self.timeline;
            let node = &timeline.nodes[number];
            let mut anew = None;
            for pair in node.visits.windows(2) {
                if pair[0].item != pair[1].item && !self.behind(node.method, pair[0].item).contains(&pair[1].item) {
                    anew = Some(pair[1].from);
                    break;
                }
            }
            let between = node.above.zip(node.visits.first()).and_then(|((caller, call), first)| {
                let elsewhere = |visit: &&Visit| visit.from > first.from && visit.item != call;
                timeline.nodes[caller].visits.iter().find(elsewhere)
            });
            let again = between.and_then(|between| node.visits.iter().find(|visit| visit.from > between.from));
            let anew = anew.into_iter().chain(again.map(|visit| visit.from)).min();
            self.restarts.insert(number, anew);
        }
        self.restarts[&number].is_some_and(|anew| anew <= at)
    }

    /// Whether nothing worth mentioning was seen between the times.
    fn is_moment(&self, from: i64, to: i64) -> bool {
        let visits = &self.timeline.nodes[0].visits;
        let first = visits.partition_point(|visit| visit.from <= from);
        to - from <= moment(self.end) || visits.get(first).is_none_or(|visit| visit.from >= to)
    }

    /// When the instruction, or the loop that it is in, was last seen; and whether the main thread was, from `at` until
    /// then, there most of a time that is worth mentioning.
    fn activity(&mut self, node: usize, item: usize, at: i64) -> (i64, bool) {
        let timeline = self.timeline;
        let method = timeline.nodes[node].method;
        let behind = self.behind(method, item);
        let mut together = BTreeMap::from([(item, true)]);
        let (mut last, mut there, mut exactly) = (at, 0usize, 0usize);
        for Visit { to, item: other, .. } in &timeline.nodes[node].visits {
            let same = match together.get(other) {
                Some(same) => *same,
                None => behind.contains(other) && self.behind(method, *other).contains(&item),
            };
            together.insert(*other, same);
            if same {
                last = last.max(*to);
                there += 1;
            }
            exactly += usize::from(*other == item);
        }
        let all = &timeline.nodes[0].visits;
        let during = all.partition_point(|visit| visit.from <= last) - all.partition_point(|visit| visit.from < at);
        let long = last - at >= self.end / MOMENT;
        let node = there.max(1);
        (last, long && 2 * exactly >= during && 2 * node >= during)
    }

    fn leads(&mut self, node: usize, from: usize, to: usize) -> bool {
        let method = self.timeline.nodes[node].method;
        self.behind(method, from).contains(&to)
    }

    fn behind(&mut self, method: MethodId, item: usize) -> Rc<BTreeSet<usize>> {
        let timeline = self.timeline;
        let found = self.behind.entry((method, item));
        Rc::clone(found.or_insert_with(|| Rc::new(timeline.behind(method, item).unwrap_or_default())))
    }

    fn before(&mut self, number: usize, site: usize) -> Rc<Vec<i64>> {
        if let Some(known) = self.before.get(&(number, site)) {
            return Rc::clone(known);
        }
        let timeline = self.timeline;
        let node = &timeline.nodes[number];
        let behind = self.behind(node.method, site);
        let earlier = node.visits.iter().filter(|visit| visit.item != site && !behind.contains(&visit.item));
        let mut times: Vec<i64> = earlier.map(|visit| visit.to).collect();
        times.sort_unstable();
        let times = Rc::new(times);
        self.before.insert((number, site), Rc::clone(&times));
        times
    }
}
