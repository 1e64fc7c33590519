//! Threads that wait at the checkpoint: the plan of their chains, and what they may do before and after it.
//!
//! A thread's chain is a chain like main's whose last site is the call in which it waits. Where in its methods a thread is when main
//! comes to the checkpoint is known for the chain alone, and not for what ran before it: so all of its methods count as run both before
//! and after the checkpoint.
//!
//! Left out, and refused: chains through function objects or reflection, constructors and class initialisers in them, and chains of main
//! that start below `main`.

use super::error::{Error, Result};
use super::names::method_name;
use super::parts::sites;
use super::task::Task;
use super::{chain_method, passes_through};
use crate::analysis::mod_use::Part;
use crate::analysis::statics_read::Start;
use crate::plan::{Again, ChainMethod, MethodName, ThreadChain};
use crate::program::{MethodId, Program};
use crate::region::{Region, Waiting, find_main};
use std::collections::BTreeSet;

/// The plan of a thread's chain.
pub(super) fn chain(program: &Program, thread: &Waiting) -> Result<ThreadChain> {
    let region = &thread.chain;
    if let Some(call) = region.chain.iter().find(|call| passes_through(call)) {
        let why = "the chain of a thread cannot go through a function object or reflection yet; await the thread's end before \
                   the checkpoint, or move the checkpoint";
        return Err(Error::refused(method_name(program, call.method)?.display(), why));
    }
    let sites = sites(region);
    let chain: Vec<ChainMethod> =
        (0..sites.len()).map(|depth| chain_method(program, region, &sites, (depth, true))).collect::<Result<_>>()?;
    if let Some(element) = chain.iter().find(|element| element.method.name == "<init>") {
        let why = "a constructor cannot be in the chain of a thread; await the thread's end before the checkpoint, or move the \
                   checkpoint";
        return Err(Error::refused(element.method.display(), why));
    }
    let callee = &thread.callee;
    Ok(ThreadChain {
        pattern: thread.pattern.clone(),
        chain,
        waits_in: MethodName {
            class: callee.class.clone(),
            name: callee.name.clone(),
            descriptor: callee.descriptor.clone(),
        },
        again: if thread.behind { Again::Behind } else { Again::Call },
    })
}

/// Refuses chains of threads where main's chain starts below `main`.
pub(super) fn refuse_below(program: &Program, region: &Region, task: &Task) -> Result<()> {
    let is_main = find_main(program, &task.main) == Some(region.root());
    if is_main || task.threads.is_empty() {
        return Ok(());
    }
    let why = "other threads cannot wait at the checkpoint of a chain that starts below main; start the chain with main, or await \
               their end before the checkpoint";
    Err(Error::refused(method_name(program, region.root())?.display(), why))
}

/// The methods of all chains.
fn methods(threads: &[Waiting]) -> BTreeSet<MethodId> {
    threads.iter().flat_map(|thread| thread.chain.methods()).collect()
}

/// All of the chains' methods.
pub(super) fn parts(program: &Program, threads: &[Waiting]) -> Result<Vec<Part>> {
    let mut parts = Vec::new();
    for method in methods(threads) {
        let body = program.body(method)?;
        let offsets = body.insns().iter().filter_map(|item| body.offset(*item)).collect();
        parts.push(Part { method, offsets });
    }
    Ok(parts)
}

/// The same, as instructions.
pub(super) fn starts(program: &Program, threads: &[Waiting]) -> Result<Vec<Start>> {
    let mut starts = Vec::new();
    for method in methods(threads) {
        let body = program.body(method)?;
        starts.push(Start { method, items: body.insns().iter().copied().collect() });
    }
    Ok(starts)
}
