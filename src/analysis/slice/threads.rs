//! Which threads run which methods: a write interferes with a read if different threads may run the two, or several threads that
//! start in the same way. The order of their steps is not looked at.

use super::edges::Graph;
use crate::program::MethodId;
use std::collections::BTreeSet;

impl Graph<'_, '_> {
    /// Which threads run which methods: first that of `main`, then those in which code of the application may run. Threads
    /// of the JDK alone write nothing that the application reads.
    pub(super) fn find_threads(&mut self) {
        let program = self.program();
        let threads = self.index.forks.keys().map(|run| self.index.thread([*run]));
        let of_application: Vec<_> =
            threads.filter(|methods| methods.iter().any(|method| program.is_application(method.class))).collect();
        if of_application.is_empty() {
            return;
        }
        let is_run = |root: &MethodId| self.index.forks.contains_key(root);
        let roots = self.answer.roots().iter().chain(&self.index.begins).copied().filter(|root| !is_run(root));
        let threads = std::iter::once(self.index.thread(roots)).chain(of_application);
        for (number, methods) in threads.enumerate() {
            self.several.push(number > 0);
            for method in methods.into_iter().collect::<BTreeSet<_>>() {
                self.threads_of.entry(method).or_default().push(number);
            }
        }
    }

    /// Whether the two methods may run in different threads.
    pub(super) fn interferes(&self, one: MethodId, other: MethodId) -> bool {
        let [one, other] = [one, other].map(|method| self.threads_of.get(&method));
        let (Some(one), Some(other)) = (one, other) else { return false };
        one.iter().any(|a| other.iter().any(|b| a != b || self.several[*a]))
    }
}
