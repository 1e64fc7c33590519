//! A checkpoint as slices see it: which instructions may run after it, which before it, and what of that is in the frames that it captures.
//!
//! The methods of the chain have parts ([`crate::analysis::regions`], the paper's Definition 2): what is reachable from their site runs after
//! the checkpoint, from where their site is reachable, before it. The checkpoint's own instruction has not run yet; the calls that lead to it
//! have begun, and end after it. What the parts call runs as a whole, with the initialisers and threads that it starts. A method that runs again after
//! the checkpoint counts as a whole, too.
//!
//! Shutdown hooks, timed tasks and other threads may wait at the checkpoint, so what they begin with runs after it, too, as a whole. Where chains of
//! threads are told, all threads that the program has started by itself and that are still there wait in one of these (the capturing run
//! refuses others): the methods of such a chain have parts like those of main's, and its last call begins after the checkpoint. Tasks that
//! were handed to the JDK may not have begun, so they still count as a whole. An initialiser counts for each instruction that may
//! run it, but for those of the chains' own classes, which have run.
//!
//! Left out: what a call gave in which a thread waited, where the thread had come out of it at the checkpoint.

use super::forks;
use super::index::Index;
use super::sites::Site;
use crate::analysis::points_to::PointsTo;
use crate::analysis::regions::{post_region, pre_region};
use crate::program::{Cfg, MethodId, Program};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// An instruction: its method and its number there.
type At = (MethodId, u32);

/// The instructions of some methods of a chain, by number.
type Parts = BTreeMap<MethodId, BTreeSet<u32>>;

/// A checkpoint.
#[derive(Clone, Debug, Default)]
pub struct Checkpoint {
    /// Where its frames are: the calls that lead to it, the root's first, and its own instruction; then those of the threads that wait.
    pub sites: Vec<At>,
    /// The innermost frames of threads, by their numbers among these.
    innermost: BTreeSet<usize>,
    after: (Parts, FxHashSet<MethodId>),
    before: (Parts, FxHashSet<MethodId>),
    /// What threads begin with that were handed over before it, and run after it.
    waiting: BTreeSet<MethodId>,
}

impl Checkpoint {
    /// The checkpoint to which the calls of the first stack lead, the root's first; the last is its own instruction. The other stacks are those of threads, with
    /// the calls in which these wait.
    pub(super) fn of(answer: &PointsTo<'_>, index: &Index, stacks: &[Vec<At>]) -> Self {
        Runs { answer, index }.checkpoint(stacks)
    }

    /// Whether a frame is the innermost of its thread: its instruction has not begun.
    pub(super) fn is_innermost(&self, frame: usize) -> bool {
        self.innermost.contains(&frame)
    }

    /// Whether an instruction may run after it.
    pub fn runs_after(&self, at: At) -> bool {
        has(&self.after, at)
    }

    /// Whether an instruction may run after it in a captured frame.
    pub(super) fn runs_on(&self, at: At) -> bool {
        self.after.0.get(&at.0).is_some_and(|part| part.contains(&at.1))
    }

    /// Whether a method may be called after it.
    pub(super) fn is_called_after(&self, method: MethodId) -> bool {
        self.after.1.contains(&method)
    }

    /// Whether an instruction may run before it.
    pub(super) fn runs_before(&self, at: At) -> bool {
        has(&self.before, at)
    }

    /// Whether a thread may begin with a method after it that was handed over before it: then it finds the captured state.
    pub(super) fn waits(&self, method: MethodId) -> bool {
        self.waiting.contains(&method)
    }

    /// Whether a method has a captured frame.
    pub(super) fn has_frame(&self, method: MethodId) -> bool {
        self.sites.iter().any(|site| site.0 == method)
    }

    /// Whether an instruction is a call that leads to it, or its own.
    pub(super) fn is_site(&self, at: At) -> bool {
        self.sites.contains(&at)
    }
}

fn has((parts, methods): &(Parts, FxHashSet<MethodId>), at: At) -> bool {
    methods.contains(&at.0) || parts.get(&at.0).is_some_and(|part| part.contains(&at.1))
}

fn is_initializer(program: &Program, method: MethodId) -> bool {
    program.method(method).is_some_and(|info| info.name == "<clinit>")
}

/// The program as checkpoints look at it.
struct Runs<'p, 'a> {
    answer: &'p PointsTo<'a>,
    index: &'p Index,
}

impl Runs<'_, '_> {
    fn checkpoint(&self, stacks: &[Vec<At>]) -> Checkpoint {
        let program = self.answer.program();
        let (mut before, mut after) = (Parts::new(), Parts::new());
        let sites = stacks.concat();
        let ends = stacks.iter().scan(0, |end, stack| {
            *end += stack.len();
            Some(*end)
        });
        let innermost: BTreeSet<usize> = ends.filter_map(|end| end.checked_sub(1)).collect();
        for (frame, (method, number)) in sites.iter().enumerate() {
            let Ok(Some(body)) = program.code(*method) else { continue };
            let (Ok(cfg), Some(item)) = (Cfg::new(&body), body.insns().get(*number as usize)) else { continue };
            let numbers =
                |items: BTreeSet<usize>| items.into_iter().map(|item| body.number(item) as u32).collect::<Vec<_>>();
            before.entry(*method).or_default().extend(numbers(pre_region(&body, &cfg, *item)));
            after.entry(*method).or_default().extend(numbers(post_region(&body, &cfg, *item)));
            let own = if innermost.contains(&frame) { &mut after } else { &mut before };
            own.entry(*method).or_default().insert(*number);
        }
        let mut called_before = self.run_by(&before, |_| true);
        called_before.extend(self.initializers_at_start());
        let of_chain = |method: &MethodId| {
            is_initializer(program, *method) && sites.iter().any(|site| program.is_subtype(site.0.class, method.class))
        };
        let mut called_after = self.run_by(&after, |method| !of_chain(method));
        let waiting = self.waiting(stacks.len() > 1);
        called_after.extend(&waiting);
        Checkpoint {
            before: (before, self.all_run_by(called_before, |_| true)),
            after: (after, self.all_run_by(called_after, |method| !of_chain(method))),
            waiting,
            innermost,
            sites,
        }
    }

    /// What instructions run: callees, initialisers, threads.
    fn run_by(&self, parts: &Parts, counts: impl Fn(&MethodId) -> bool) -> BTreeSet<MethodId> {
        let mut found = BTreeSet::new();
        for (method, numbers) in parts {
            let Ok(Some(body)) = self.answer.program().code(*method) else { continue };
            for number in numbers {
                let Some(offset) = body.insns().get(*number as usize).and_then(|item| body.offset(*item)) else {
                    continue;
                };
                found.extend(self.run_at((*method, offset)));
            }
        }
        found.retain(counts);
        found
    }

    fn run_at(&self, site: Site) -> Vec<MethodId> {
        let mut found = self.index.callees(self.answer, site);
        found.extend(self.index.initializes.get(&site).into_iter().flatten());
        found.extend(self.index.forks.iter().filter(|(_, sites)| sites.contains(&site)).map(|(run, _)| *run));
        found
    }

    /// All methods that these lead to, themselves included.
    fn all_run_by(&self, begins: BTreeSet<MethodId>, counts: impl Fn(&MethodId) -> bool) -> FxHashSet<MethodId> {
        let mut found: FxHashSet<MethodId> = begins.iter().copied().collect();
        let mut run: BTreeMap<MethodId, Vec<MethodId>> = BTreeMap::new();
        for (method, sites) in &self.index.callers {
            sites.iter().for_each(|site| run.entry(site.0).or_default().push(*method));
        }
        let mut work: Vec<MethodId> = begins.into_iter().collect();
        while let Some(method) = work.pop() {
            for next in run.get(&method).into_iter().flatten().filter(|next| counts(next)) {
                if found.insert(*next) {
                    work.push(*next);
                }
            }
        }
        found
    }

    /// The initialisers that have run when the program begins, or that no instruction is known to run.
    fn initializers_at_start(&self) -> Vec<MethodId> {
        let program = self.answer.program();
        let of_class = |method: &MethodId| {
            program.superclasses(method.class).filter_map(|class| class.declared("<clinit>", "()V")).collect::<Vec<_>>()
        };
        let mut found: Vec<MethodId> = self.index.begins.iter().flat_map(of_class).collect();
        found.extend(self.answer.roots().iter().filter(|method| is_initializer(program, **method)));
        found.retain(|method| self.index.methods.contains(method));
        found
    }

    /// What may wait at the checkpoint and run after it as a whole, whenever it was handed over: shutdown hooks and timed tasks; other threads, if no chains
    /// say where these wait.
    fn waiting(&self, has_chains: bool) -> BTreeSet<MethodId> {
        let counts = |sites: &[Site]| !has_chains || sites.iter().any(|site| forks::is_handed_on(self.answer, *site));
        self.index.forks.iter().filter(|(_, sites)| counts(sites)).map(|(run, _)| *run).collect()
    }
}
