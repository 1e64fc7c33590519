//! What a capturing run notes of itself, for edited versions of the program: which methods it enters, and where it asks about itself
//! in a way that the JVM keeps no trace of.
//!
//! A note stands at the start of each method, behind the hooks of the run's start and of the root, and before each instruction that asks
//! ([`asks`]). It leaves the operand stack as it was and makes no branch.

use super::asks::{self, Asks};
use super::emit::Emitter;
use super::error::Result;
use super::hook_table::{ASKS, CHAIN_METHOD_RUNS, ENTERED, Hook, LOCATES, MAKES_LOADER, METHOD_RUNS, OPENS};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{ClassFile, Code, Item, opcode};
use crate::plan::{Node, Plans};
use std::collections::BTreeSet;

/// Methods of a class whose entries are noted.
pub(super) struct EnteredMethods {
    /// The number of the first.
    first: u32,
    /// How many there are.
    pub(super) count: usize,
    /// Those that are in chains, by their numbers in the class file.
    chains: BTreeSet<usize>,
    /// Whether the class runs the program and is no part of it.
    surrounds: bool,
    /// In which ways its call sites ask that are made at run time, by their bootstrap methods.
    dynamic: Vec<Option<Asks>>,
}

impl EnteredMethods {
    /// Those of the class, if the plans say so.
    pub(super) fn of(plans: &Plans, class: &ClassFile) -> Option<Self> {
        let in_chain = |node: &Node| class.method_index(&node.method.name, &node.method.descriptor);
        let nodes = plans.forest.nodes.iter().filter(|node| node.method.class == class.name);
        let first = *plans.noted.get(&class.name)?;
        let surrounds = plans.surroundings.iter().any(|start| class.name.starts_with(&start.replace('.', "/")));
        Some(Self {
            first,
            count: class.methods.len(),
            chains: nodes.filter_map(in_chain).collect(),
            surrounds,
            dynamic: asks::by_bootstraps(class),
        })
    }

    /// Takes the notes in the method's code.
    pub(super) fn note(&self, code: &mut Code, editor: &mut ClassEditor, method: usize) -> Result<()> {
        let number = self.first as usize + method;
        let items = std::mem::take(&mut code.items);
        let mut emit = Emitter::new(code, editor);
        emit.index(number)?; // number
        emit.hook(ENTERED, if self.chains.contains(&method) { &CHAIN_METHOD_RUNS } else { &METHOD_RUNS })?; // –
        for item in items {
            if let Item::Insn { insn, .. } = &item {
                match asks::asks(emit.editor.class, &self.dynamic, insn) {
                    Some(kind) if self.surrounds && kind.is_of_files() => {}
                    Some(Asks::Location) => {
                        emit.op(opcode::DUP); // …, source, source
                        emit.index(number)?; // …, source, source, number
                        emit.hook(ENTERED, &LOCATES)?; // …, source
                    }
                    Some(kind @ (Asks::Urls | Asks::OpensTop)) => {
                        emit.op(opcode::DUP); // …, it, it
                        emit.index(number)?; // …, it, it, number
                        emit.hook(ENTERED, hook_of(kind))?; // …, it
                    }
                    Some(kind @ (Asks::UrlsUnderParent | Asks::OpensUnder)) => {
                        emit.op(opcode::DUP2); // …, it, other, it, other
                        emit.op(opcode::POP); // …, it, other, it
                        emit.index(number)?; // …, it, other, it, number
                        emit.hook(ENTERED, hook_of(kind))?; // …, it, other
                    }
                    Some(kind) => {
                        emit.index(number)?; // …, number
                        emit.index(kind.number())?; // …, number, kind
                        emit.hook(ENTERED, &ASKS)?; // …
                    }
                    None => {}
                }
            }
            emit.items.push(item);
        }
        let items = emit.items;
        code.items = items;
        Ok(())
    }
}

/// The hook that is given what is on the stack.
fn hook_of(kind: Asks) -> &'static Hook {
    if matches!(kind, Asks::Urls | Asks::UrlsUnderParent) { &MAKES_LOADER } else { &OPENS }
}
