//! The threads of a program: a method that runs in a thread of its own, with an instruction that starts it. A write interferes with a
//! read if different threads may run the two, or several that start in the same way.
//!
//! A thread is *single* if its start runs at most once: it stands in no cycle of its method, and that is called from one place that runs
//! at most once, up to the one method that the only thread above it begins with. Threads of the JDK alone are left out: they write nothing that
//! the application reads.

use super::edges::Graph;
use super::sites::Site;
use crate::program::MethodId;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A thread, or several that start in the same way.
pub struct Thread {
    /// What it begins with; more than one method in that of `main`, where the JVM calls methods by itself.
    pub begins: Vec<MethodId>,
    /// Where it is started; none for that of `main`.
    pub start: Option<Site>,
    /// The threads that start it.
    pub parents: Vec<usize>,
    /// Whether there may be several.
    pub is_multiple: bool,
    /// What runs in it.
    pub methods: BTreeSet<MethodId>,
}

/// All threads that run code of the application; that of `main` is the first. Empty, if there is no other.
#[derive(Default)]
pub struct Threads {
    /// The threads.
    pub list: Vec<Thread>,
    of_method: FxHashMap<MethodId, Vec<usize>>,
}

impl Threads {
    /// The threads that may run a method.
    pub fn of(&self, method: MethodId) -> &[usize] {
        self.of_method.get(&method).map_or(&[], Vec::as_slice)
    }

    /// Whether the two methods may run in different threads.
    pub fn interfere(&self, one: MethodId, other: MethodId) -> bool {
        let [one, other] = [self.of(one), self.of(other)];
        one.iter().any(|a| other.iter().any(|b| a != b || self.list[*a].is_multiple))
    }
}

impl Graph<'_, '_> {
    /// Finds the threads.
    pub(super) fn find_threads(&mut self) -> Threads {
        let (index, program) = (self.index, self.program());
        let mut threads = Threads::default();
        let is_run = |root: &MethodId| index.forks.contains_key(root);
        let roots: BTreeSet<MethodId> =
            self.answer.roots().iter().chain(&index.begins).copied().filter(|root| !is_run(root)).collect();
        let main = index.thread(roots.iter().copied()).into_iter().collect();
        let begins = roots.into_iter().filter(|root| index.methods.contains(root)).collect();
        threads.list.push(Thread { begins, start: None, parents: Vec::new(), is_multiple: false, methods: main });
        for (run, sites) in &index.forks {
            let methods: BTreeSet<MethodId> = index.thread([*run]).into_iter().collect();
            if !methods.iter().any(|method| program.is_application(method.class)) {
                continue;
            }
            threads.list.extend(sites.iter().map(|site| Thread {
                begins: vec![*run],
                start: Some(*site),
                parents: Vec::new(),
                is_multiple: true,
                methods: methods.clone(),
            }));
        }
        if threads.list.len() == 1 {
            return Threads::default();
        }
        for (number, thread) in threads.list.iter().enumerate() {
            for method in &thread.methods {
                threads.of_method.entry(*method).or_default().push(number);
            }
        }
        threads.of_method.values_mut().for_each(|list| list.sort_unstable());
        for number in 1..threads.list.len() {
            let above = threads.list[number].start.map_or(Vec::new(), |site| threads.of(site.0).to_vec());
            threads.list[number].parents = above;
        }
        self.find_single(&mut threads);
        threads
    }

    /// Tells threads of which there is one: those that single ones start once, from that of `main` on.
    fn find_single(&mut self, threads: &mut Threads) {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for number in 1..threads.list.len() {
                let thread = &threads.list[number];
                let (Some(site), [parent]) = (thread.start, &thread.parents[..]) else { continue };
                let parent = &threads.list[*parent];
                if thread.is_multiple && !parent.is_multiple && self.runs_once(parent, site, &mut Vec::new()) {
                    threads.list[number].is_multiple = false;
                    changed = true;
                }
            }
        }
    }

    /// Whether an instruction runs at most once in a thread.
    pub(super) fn runs_once(&mut self, thread: &Thread, (id, offset): Site, above: &mut Vec<MethodId>) -> bool {
        let Some(method) = self.method(id) else { return false };
        let Some(number) = method.number_at(offset) else { return false };
        if method.flow.reaches(number, number) || above.contains(&id) {
            return false;
        }
        above.push(id);
        let callers = self.index.callers.get(&id).into_iter().flatten();
        let callers: Vec<Site> = callers.copied().filter(|site| thread.methods.contains(&site.0)).collect();
        let is_initializer = self.program().method(id).is_some_and(|info| info.name == "<clinit>");
        match callers[..] {
            _ if is_initializer => true,
            [] => thread.begins.contains(&id),
            [site] => !thread.begins.contains(&id) && self.runs_once(thread, site, above),
            _ => false,
        }
    }
}
