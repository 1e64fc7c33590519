//! The class-hierarchy call graph, asked from the call: what a call instruction may run, and who calls a method.
//!
//! Callees are computed when they are asked for, callers of all application methods together when the first is asked
//! for. Only calls in application methods have callers here; what the JDK calls back is [`super::reachability`]'s.

use super::calls::{Call, call};
use super::dispatch::targets;
use crate::classfile::opcode;
use crate::classfile::{MemberRef, Operand};
use crate::program::{MethodId, Program, Result};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A call instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallSite {
    /// The method that holds it.
    pub caller: MethodId,
    /// Its item.
    pub item: usize,
}

/// The call graph of a program.
pub struct CallGraph<'a> {
    program: &'a Program,
    callers: OnceLock<BTreeMap<MethodId, Vec<CallSite>>>,
}

impl<'a> CallGraph<'a> {
    /// Computes nothing yet.
    pub fn new(program: &'a Program) -> Self {
        Self { program, callers: OnceLock::new() }
    }

    /// The method that the call instruction names; none for other instructions and `invokedynamic`.
    pub fn named(&self, site: CallSite) -> Result<Option<(u8, MemberRef)>> {
        let body = self.program.body(site.caller)?;
        let Some(class) = self.program.get(site.caller.class) else { return Ok(None) };
        match body.insn(site.item).map(|insn| (insn.op, &insn.operand)) {
            Some((op, Operand::Constant(index))) if opcode::is_invoke(op) && op != opcode::INVOKEDYNAMIC => {
                Ok(Some((op, class.file.member(*index)?)))
            }
            _ => Ok(None),
        }
    }

    /// The call with its resolved method; none if there is no call or the method exists nowhere.
    pub fn call(&self, site: CallSite) -> Result<Option<Call>> {
        let class = self.program.get(site.caller.class);
        Ok(self.named(site)?.zip(class).and_then(|((op, member), class)| call(self.program, class, op, &member)))
    }

    /// The methods that the call instruction may run, ascending. Nothing for `invokedynamic`: what its bootstrap method
    /// makes is called elsewhere.
    pub fn callees(&self, site: CallSite) -> Result<Vec<MethodId>> {
        Ok(self.call(site)?.map_or(Vec::new(), |call| targets(self.program, call)))
    }

    /// The call instructions of the application that may run the method.
    pub fn callers(&self, method: MethodId) -> &[CallSite] {
        self.callers.get_or_init(|| self.all_callers()).get(&method).map_or(&[], Vec::as_slice)
    }

    fn all_callers(&self) -> BTreeMap<MethodId, Vec<CallSite>> {
        let methods: Vec<MethodId> =
            self.program.application().flat_map(|class| class.methods().map(|(id, _)| id)).collect();
        let edges: Vec<Vec<(MethodId, CallSite)>> = methods.into_par_iter().map(|caller| self.edges(caller)).collect();
        let mut callers: BTreeMap<MethodId, Vec<CallSite>> = BTreeMap::new();
        for (callee, site) in edges.into_iter().flatten() {
            callers.entry(callee).or_default().push(site);
        }
        callers
    }

    /// All calls in the method, as (callee, site); methods whose code can't be read have none.
    fn edges(&self, caller: MethodId) -> Vec<(MethodId, CallSite)> {
        let Ok(Some(body)) = self.program.code(caller) else { return Vec::new() };
        let sites = body.insns().iter().map(|item| CallSite { caller, item: *item });
        let callees = |site| self.callees(site).unwrap_or_default().into_iter().map(move |callee| (callee, site));
        sites.flat_map(callees).collect()
    }
}
