//! Summaries of the JDKs, with which an analysis of a program takes a fraction of the time that one from nothing does, and says the same
//! (`tests/suite/analysis_cache.rs`).

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use jcp::analysis::points_to::{Budget, summarize};
use jcp::analysis::summaries::Summaries;
use jcp::classfile::jimage::Jdk;
use jcp::driver::jdk::JdkHome;
use jcp::program::Program;

/// By the JDK's version.
static KNOWN: Mutex<BTreeMap<u32, Arc<Summaries>>> = Mutex::new(BTreeMap::new());

/// Those of a JDK, made once: the cache of `jcp` is of no use here, since it is another executable's.
pub fn of(home: &JdkHome) -> Arc<Summaries> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let made = || {
        let jdk = Jdk::open(&home.home).expect("the JDK is readable");
        let program = Program::new(Vec::new(), Box::new(jdk)).expect("a program");
        let bytes = summarize(&program, &[0; 32], &Budget::default()).expect("summaries");
        Arc::new(Summaries::from_bytes(bytes, &[0; 32]).expect("whole summaries"))
    };
    known.entry(home.feature).or_insert_with(made).clone()
}
