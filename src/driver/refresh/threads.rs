//! The chains of threads that capturing runs have told: a run that is refused for a thread of which it knows no chain leaves the chain beside
//! the checkpoint (`runtime-java`, `RefusedNote`), and the next jars are made with it.
//!
//! Chains name lines. So those with which jars cannot be made are given up ([`Found::give_up`]) until the program's classes change.

use std::path::Path;

use serde::{Deserialize, Serialize};

/// What is kept of them from one run to the next, in the record of the jars.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Found {
    /// Digest of the classes whose lines they name.
    classes: String,
    /// Those with which the jars were made.
    pub chains: Vec<String>,
    /// Those with which none can be made.
    given_up: Vec<String>,
}

impl Found {
    /// Those for classes with this digest, after those that a record has.
    pub fn new(known: Option<Self>, classes: String) -> Self {
        let known = known.unwrap_or_default();
        let given_up = if known.classes == classes { known.given_up } else { Vec::new() };
        Self { classes, chains: known.chains, given_up }
    }

    /// Adds those that the last capturing run left beside the checkpoint, but for the ones that are given anyway; tells the new ones.
    pub fn add(&mut self, checkpoint: &Path, given: &[String]) -> Vec<String> {
        let mut file = checkpoint.as_os_str().to_owned();
        file.push(".threads");
        let text = std::fs::read(file).unwrap_or_default();
        let mut new = Vec::new();
        for chain in String::from_utf8_lossy(&text).lines().filter(|line| !line.is_empty()) {
            let chain = chain.to_owned();
            if ![given, &self.chains, &self.given_up].iter().any(|known| known.contains(&chain)) {
                self.chains.push(chain.clone());
                new.push(chain);
            }
        }
        new
    }

    /// No jars can be made with them.
    pub fn give_up(&mut self) {
        self.given_up.append(&mut self.chains);
    }
}

/// Why jars are made with new chains.
pub(super) fn why(new: &[String]) -> String {
    let patterns: Vec<_> = new.iter().map(|chain| format!("--threads '{chain}'")).collect();
    format!("the last run was not captured for a thread that waits; now with {}", patterns.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_is_new_once_and_what_was_given_up_comes_back_with_other_classes() {
        let folder = tempfile::tempdir().expect("a folder");
        let checkpoint = folder.path().join("a.jcp");
        let mut found = Found::new(None, "1".to_owned());
        assert!(found.add(&checkpoint, &[]).is_empty());
        std::fs::write(folder.path().join("a.jcp.threads"), "A.run:3; q.Queue.take\nB.run:4; q.Queue.take\n")
            .expect("a file");
        let given = ["B.run:4; q.Queue.take".to_owned()];
        assert_eq!(found.add(&checkpoint, &given), ["A.run:3; q.Queue.take"]);
        assert!(found.add(&checkpoint, &given).is_empty());
        found.give_up();
        let mut same = Found::new(Some(found.clone()), "1".to_owned());
        assert!(same.add(&checkpoint, &given).is_empty() && same.chains.is_empty());
        let mut other = Found::new(Some(found), "2".to_owned());
        assert_eq!(other.add(&checkpoint, &given), ["A.run:3; q.Queue.take"]);
    }
}
