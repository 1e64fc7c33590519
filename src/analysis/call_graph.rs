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

    /// The call instructions of the application that may run the method, which is the application's too.
    pub fn callers(&self, method: MethodId) -> &[CallSite] {
        self.callers.get_or_init(|| self.all_callers()).get(&method).map_or(&[], Vec::as_slice)
    }

    /// Different sites often make the same call, so targets are computed once for each call.
    fn all_callers(&self) -> BTreeMap<MethodId, Vec<CallSite>> {
        let methods: Vec<MethodId> =
            self.program.application().flat_map(|class| class.methods().map(|(id, _)| id)).collect();
        let found: Vec<Vec<(Call, CallSite)>> = methods.into_par_iter().map(|caller| self.calls(caller)).collect();
        let mut sites: BTreeMap<Call, Vec<CallSite>> = BTreeMap::new();
        for (call, site) in found.into_iter().flatten() {
            sites.entry(call).or_default().push(site);
        }
        let calls: Vec<(Call, Vec<CallSite>)> = sites.into_iter().collect();
        let callees: Vec<Vec<MethodId>> = calls.par_iter().map(|(call, _)| targets(self.program, *call)).collect();
        let mut callers: BTreeMap<MethodId, Vec<CallSite>> = BTreeMap::new();
        for ((_, sites), callees) in calls.iter().zip(callees) {
            for callee in callees.into_iter().filter(|callee| self.program.is_application(callee.class)) {
                callers.entry(callee).or_default().extend(sites);
            }
        }
        for sites in callers.values_mut() {
            sites.sort_unstable();
        }
        callers
    }

    /// All calls in the method; methods whose code can't be read have none.
    fn calls(&self, caller: MethodId) -> Vec<(Call, CallSite)> {
        let Ok(Some(body)) = self.program.code(caller) else { return Vec::new() };
        let sites = body.insns().iter().map(|item| CallSite { caller, item: *item });
        sites.filter_map(|site| Some((self.call(site).ok().flatten()?, site))).collect()
    }
}
