//! Which methods can run, from given places on: the transitive closure of the class-hierarchy call graph through
//! application and JDK.
//!
//! Breadth first, one round after the other, each in parallel; the order of methods within a round is that of their ids,
//! so results are the same on every run. A class that may be initialised has its `<clinit>` and those of its supertypes
//! called. The JVM itself calls `Thread.run`, finalizers, class loaders and shutdown hooks at any time: they are roots.

use super::calls::{Call, Facts, facts};
use super::dispatch::targets;
use crate::program::{ClassId, MethodId, Program};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashSet};

/// What the JVM calls by itself: class, method, descriptor.
const CALLED_BY_THE_JVM: &[(&str, &str, &str)] = &[
    ("java/lang/Thread", "run", "()V"),
    ("java/lang/Thread", "exit", "()V"),
    ("java/lang/Thread", "dispatchUncaughtException", "(Ljava/lang/Throwable;)V"),
    ("java/lang/Object", "finalize", "()V"),
    ("java/lang/ClassLoader", "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;"),
    ("java/lang/Shutdown", "shutdown", "()V"),
];

/// The closure as it grows.
pub struct Reachability<'a> {
    program: &'a Program,
    methods: HashSet<MethodId>,
    calls: HashSet<Call>,
    initialized: HashSet<ClassId>,
    /// Methods that were found and not yet looked at.
    next: BTreeSet<MethodId>,
}

impl<'a> Reachability<'a> {
    /// Nothing is reachable but what the JVM calls by itself.
    pub fn new(program: &'a Program) -> Self {
        let mut new = Self {
            program,
            methods: HashSet::new(),
            calls: HashSet::new(),
            initialized: HashSet::new(),
            next: BTreeSet::new(),
        };
        let calls = CALLED_BY_THE_JVM.iter().filter_map(|(class, name, descriptor)| {
            let class = program.find(class)?;
            Some(Call::Virtual(class.id, class.declared(name, descriptor)?))
        });
        new.add_calls(calls.collect());
        new
    }

    /// The method runs.
    pub fn add_method(&mut self, method: MethodId) {
        if self.methods.insert(method) {
            self.next.insert(method);
        }
    }

    /// The class may be initialised, and with it its supertypes (JVMS §5.5).
    pub fn add_initialized(&mut self, class: ClassId) {
        if !self.initialized.insert(class) {
            return;
        }
        let Some(read) = self.program.get(class) else { return };
        if let Some(method) = read.declared("<clinit>", "()V") {
            self.add_method(method);
        }
        read.superclass.iter().chain(&read.interfaces).for_each(|above| self.add_initialized(*above));
    }

    /// The instructions run that these facts are from.
    pub fn add_facts(&mut self, facts: &Facts) {
        facts.initialized.iter().for_each(|class| self.add_initialized(*class));
        self.add_calls(facts.calls.clone());
    }

    fn add_calls(&mut self, calls: Vec<Call>) {
        let new: Vec<Call> = calls.into_iter().filter(|call| self.calls.insert(*call)).collect();
        let program = self.program;
        let found: Vec<Vec<MethodId>> = new.par_iter().map(|call| targets(program, *call)).collect();
        found.into_iter().flatten().for_each(|method| self.add_method(method));
    }

    /// One round: looks at the methods that were found last; gives each with its facts, in the order of ids. Empty when
    /// nothing new is reachable.
    pub fn round(&mut self) -> Vec<(MethodId, Facts)> {
        let program = self.program;
        let methods: Vec<MethodId> = std::mem::take(&mut self.next).into_iter().collect();
        let found: Vec<(MethodId, Facts)> =
            methods.into_par_iter().map(|method| (method, facts(program, method, |_| true))).collect();
        for (_, facts) in &found {
            facts.initialized.iter().for_each(|class| self.add_initialized(*class));
        }
        self.add_calls(found.iter().flat_map(|(_, facts)| facts.calls.iter().copied()).collect());
        found
    }

    /// Runs to the end.
    pub fn finish(&mut self) {
        while !self.round().is_empty() {}
    }

    /// Whether the method can run.
    pub fn contains(&self, method: MethodId) -> bool {
        self.methods.contains(&method)
    }

    /// How many methods can run.
    pub fn count(&self) -> usize {
        self.methods.len()
    }

    /// The methods of the application that can run.
    pub fn application(&self) -> BTreeSet<MethodId> {
        #[expect(clippy::iter_over_hash_type, reason = "collected into an ordered set")]
        let mut found = BTreeSet::new();
        for method in &self.methods {
            if self.program.is_application(method.class) {
                found.insert(*method);
            }
        }
        found
    }
}
