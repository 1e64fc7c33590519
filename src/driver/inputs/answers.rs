//! Answers of points-to analyses about programs, in the cache folder: a file for each, of one build of jcp, one JDK and one question
//! ([`crate::analysis::points_to::Key`]).
//!
//! The files that were written or read last stay, up to a limit for all together; the others go when one is written. As elsewhere in the
//! cache, a folder that cannot be written and a file that is not whole are no errors.

use crate::analysis::points_to::{Answers, Key};
use crate::analysis::summaries::{Fingerprint, Summaries, store};
use crate::util::hex::digits;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// What such a file's name ends with.
const ENDING: &str = "answer";

/// What all files may take, bytes: some ten large programs.
const MOST: u64 = 512 << 20;

/// Some one and a half seconds of one processor; reading an answer takes a few tenths of one.
const LEAST_WORK: u64 = 10_000_000;

/// How many bytes of a hash stand in a name.
const NAMED: usize = 16;

/// The answers for one JDK.
pub struct KeptAnswers {
    /// Where they are.
    pub folder: PathBuf,
    /// Of the build of jcp and the JDK.
    pub fingerprint: Fingerprint,
}

impl KeptAnswers {
    fn fingerprint(&self, key: &Key) -> Fingerprint {
        Sha256::new().chain_update(self.fingerprint).chain_update(key).finalize().into()
    }

    fn path(&self, fingerprint: &Fingerprint) -> PathBuf {
        self.folder.join(format!("program-{}.{ENDING}", digits(&fingerprint[..NAMED])))
    }
}

impl Answers for KeptAnswers {
    fn find(&self, key: &Key) -> Option<Summaries> {
        let fingerprint = self.fingerprint(key);
        let path = self.path(&fingerprint);
        let found = Summaries::open(&path, &fingerprint)?;
        // it is wanted still; a folder that keeps nothing new will do
        let _ = File::options().append(true).open(&path).and_then(|file| file.set_modified(SystemTime::now()));
        Some(found)
    }

    fn keep(&self, key: &Key, state: &[u8], records: &[Vec<u8>]) {
        let fingerprint = self.fingerprint(key);
        let Some(bytes) = store::file(&fingerprint, state, records) else { return };
        let path = self.path(&fingerprint);
        if std::fs::create_dir_all(&self.folder).is_ok() && store::write(&path, &bytes).is_ok() {
            make_room(&self.folder, &path, MOST);
        }
    }

    fn least_work(&self) -> u64 {
        LEAST_WORK
    }
}

/// Removes the files that were not wanted for longest, beyond `most` bytes; the one that was just written stays.
fn make_room(folder: &Path, written: &Path, most: u64) {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    let answers = entries.filter(|entry| entry.path().extension().is_some_and(|ending| ending == ENDING));
    let mut files: Vec<(SystemTime, u64, PathBuf)> = answers
        .filter_map(|entry| {
            let data = entry.metadata().ok()?;
            Some((data.modified().ok()?, data.len(), entry.path()))
        })
        .collect();
    files.sort_by_key(|(modified, _, path)| std::cmp::Reverse((path == written, *modified)));
    let mut taken = 0;
    for (_, length, path) in files {
        taken += length;
        if taken > most && path != written {
            let _ = std::fs::remove_file(path); // another process may have done it
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn answers(folder: &Path) -> KeptAnswers {
        KeptAnswers { folder: folder.join("made/when/needed"), fingerprint: [1; 32] }
    }

    #[test]
    fn what_is_kept_is_found_by_its_key_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let answers = answers(folder.path());
        assert!(answers.find(&[2; 32]).is_none());
        answers.keep(&[2; 32], b"state", &[b"record".to_vec()]);
        let found = answers.find(&[2; 32]).expect("what was kept");
        assert_eq!((found.state(), found.record(0)), (&b"state"[..], Some(&b"record"[..])));
        assert!(answers.find(&[3; 32]).is_none());
        assert!(KeptAnswers { fingerprint: [4; 32], ..answers }.find(&[2; 32]).is_none(), "another build or JDK");
    }

    #[test]
    fn files_that_were_not_wanted_for_longest_go_first() {
        let folder = tempfile::tempdir().expect("a folder");
        let answers = answers(folder.path());
        let now = SystemTime::now();
        for (key, minutes) in [(0, 30), (1, 20), (2, 10)] {
            answers.keep(&[key; 32], b"state", &[]);
            let path = answers.path(&answers.fingerprint(&[key; 32]));
            let file = File::options().append(true).open(path).expect("the file");
            file.set_modified(now - Duration::from_secs(minutes * 60)).expect("a time");
        }
        assert!(answers.find(&[0; 32]).is_some(), "wanted now");
        let written = answers.path(&answers.fingerprint(&[2; 32]));
        let length = written.metadata().expect("the file").len();
        let left = || [0, 1, 2].map(|key| answers.path(&answers.fingerprint(&[key; 32])).exists());
        make_room(&answers.folder, &written, 3 * length);
        assert_eq!(left(), [true; 3]);
        make_room(&answers.folder, &written, 2 * length);
        assert_eq!(left(), [true, false, true]);
        make_room(&answers.folder, &written, 0);
        assert_eq!(left(), [false, false, true], "the one that was written stays");
    }
}
