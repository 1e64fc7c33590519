//! Threads that wait at the checkpoint, or run in a loop: the plan of their chains, and what they may do before and after it.
//!
//! A thread's chain is a chain like main's whose last site is the call in which it waits. Where in its methods a thread is when main
//! comes to the checkpoint is known for the chain alone, and not for what ran before it: so all of its methods count as run both before
//! and after the checkpoint.
//!
//! Left out, and refused: constructors and class initialisers in such chains, and `ThreadPoolExecutor.beforeExecute`.

use super::chain_method;
use super::error::{Error, Result};
use super::parts::sites;
use crate::analysis::mod_use::Part;
use crate::analysis::statics_read::Start;
use crate::classfile::opcode::{Access, local_access};
use crate::plan::{Again, ChainMethod, Dispatch, MethodName, ThreadChain};
use crate::program::{MethodId, Program, access};
use crate::region::{GoesOn, Waiting};
use std::collections::BTreeSet;

/// The plan of a thread's chain.
pub(super) fn chain(program: &Program, thread: &Waiting) -> Result<ThreadChain> {
    let region = &thread.chain;
    let sites = sites(region);
    let chain: Vec<ChainMethod> = (0..sites.len())
        .map(|depth| chain_method(program, region, &sites, (depth, Some(thread.goes_on))))
        .collect::<Result<_>>()?;
    if let Some(element) = chain.iter().find(|element| element.method.name == "<init>") {
        let why = "a constructor cannot be in the chain of a thread; await the thread's end before the checkpoint, or move the \
                   checkpoint";
        return Err(Error::refused(element.method.display(), why));
    }
    if let Some(element) = chain.iter().find(|element| is_before_task(element)) {
        let why = "a thread waits in this method, which its pool calls before a task and would call again; await the task's end before the checkpoint, or move \
                   the checkpoint";
        return Err(Error::refused(element.method.display(), why));
    }
    // a thread that waits to enter its first method is begun anew in the replay
    if thread.goes_on == GoesOn::Entry && !region.chain.is_empty() {
        refuse_entry(program, region.start.method)?;
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
        again: match thread.goes_on {
            GoesOn::Call => Again::Call,
            GoesOn::Behind => Again::Behind,
            GoesOn::Loop => Again::Loop,
            GoesOn::Entry => Again::Entry,
        },
    })
}

/// Whether it is a method that the JDK calls before a task: in the replaying jar such methods do nothing while a thread is resumed.
fn is_before_task(element: &ChainMethod) -> bool {
    matches!(element.dispatch, Dispatch::Thread | Dispatch::Through)
        && element.method.name == "beforeExecute"
        && element.method.descriptor == "(Ljava/lang/Thread;Ljava/lang/Runnable;)V"
}

/// Refuses the entry of a synchronized method whose clone could not enter the monitor by instructions.
fn refuse_entry(program: &Program, method: MethodId) -> Result<()> {
    const FIRST_WITH_CLASSES: u16 = 49;
    let is_static = program.flags(method) & access::STATIC != 0;
    let old = program.get(method.class).is_some_and(|class| class.file.major < FIRST_WITH_CLASSES);
    let body = program.body(method)?;
    let writes_this = |item: &usize| {
        let local = body.insn(*item).and_then(local_access);
        local.is_some_and(|local| local.access == Access::Store && local.slot == 0)
    };
    let why = if is_static && old {
        "its class file is too old to name its class by an instruction"
    } else if !is_static && body.insns().iter().any(writes_this) {
        "its code assigns the local variable of `this`"
    } else {
        return Ok(());
    };
    let why = format!(
        "a thread waits to enter this synchronized method, and {why}; await the thread's end before the checkpoint, or move the checkpoint"
    );
    Err(Error::refused(program.describe(method), why))
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
