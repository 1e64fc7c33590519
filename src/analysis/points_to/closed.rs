//! Static methods to which the caller's context makes no difference.
//!
//! A static method is *closed* if no reference comes into it and what it returns is the same whatever the context: all that
//! it works on comes from static fields and constants, and an object that it makes reaches its caller by way of a static
//! field at most. Its instances would differ in the heap contexts of the objects made there alone, and each place that holds one
//! of these objects would hold those of all contexts. So one instance tells as much. `Toolkit.getDefaultToolkit` is closed;
//! it would have 2 000 instances in a program with windows, and what it calls as many.
//!
//! A result is *free* if it does not depend on the context where no argument does. Variables that depend on it are found from
//! their definitions, without order: objects made there (but merged ones and values, which have no heap context), what is read
//! from these, what calls give to which they are passed, and what static calls give that is not free. Under k-object and k-type
//! a virtual callee's context is its receiver's. Where call sites decide, what virtual calls give depends on the context, and so
//! does what models give. Exceptions are merged. A result that takes a recursion, or more than [`DEEPEST`] calls, to find is not free.

use super::result::PointsTo;
use super::solver::Solver;
use crate::analysis::ir::{CallSite, Dynamic, MethodIr, Statement, Target, Var, method_ir};
use crate::program::{MethodId, access};

/// How many calls deep results are looked at.
const DEEPEST: usize = 50;

impl Solver<'_> {
    /// Whether the method, whose view is built, is static, has no parameters that are references, and gives the same in all contexts.
    pub fn is_closed(&mut self, method: u32) -> bool {
        let id = self.methods.list[method as usize].id;
        let Some(view) = self.view(method) else { return false };
        if self.program.flags(id) & access::STATIC == 0 || view.ir.params.iter().any(Option::is_some) {
            return false;
        }
        self.is_free(id, 0)
    }

    /// Whether the method's result does not depend on its context unless its arguments do.
    fn is_free(&mut self, id: MethodId, depth: usize) -> bool {
        if let Some(known) = self.free_results.get(&id) {
            return *known;
        }
        self.free_results.insert(id, false);
        let found = depth < DEEPEST && self.find_free(id, depth);
        self.free_results.insert(id, found);
        found
    }

    fn find_free(&mut self, id: MethodId, depth: usize) -> bool {
        let Some(info) = self.program.method(id) else { return false };
        if !info.descriptor.contains(")L") && !info.descriptor.contains(")[") {
            return true;
        }
        let native = info.access & access::NATIVE != 0;
        let model = self.models.natives.find(self.program.name(id.class), &info.name, &info.descriptor, native);
        if native || model.is_some() {
            return false;
        }
        let known = self.methods.known(id).and_then(|number| self.view(number)).map(|view| view.ir.clone());
        let ir = known.unwrap_or_else(|| method_ir(self.program, id).into());
        let Some(result) = ir.result else { return true };
        let mut depends = vec![false; ir.vars as usize];
        loop {
            let mut changed = false;
            for (_, statement) in &ir.statements {
                let Some(dst) = self.dependent(statement, &ir, &depends, depth) else { continue };
                changed |= !std::mem::replace(&mut depends[dst.0 as usize], true);
            }
            if depends[result.0 as usize] || !changed {
                return !depends[result.0 as usize];
            }
        }
    }

    /// The variable that depends on the context by the statement.
    fn dependent(&mut self, statement: &Statement, ir: &MethodIr, depends: &[bool], depth: usize) -> Option<Var> {
        let is = |var: Option<Var>| var.is_some_and(|var| depends[var.0 as usize]);
        match *statement {
            Statement::New { dst, ty } => {
                (!self.is_merged(ty) && !self.values.is_value(self.program, ty)).then_some(dst)
            }
            Statement::Assign { dst, src } | Statement::Cast { dst, src, .. } => is(Some(src)).then_some(dst),
            Statement::GetField { dst, base, .. } | Statement::GetElement { dst, base } => dst.filter(|_| is(base)),
            Statement::Call(number) => {
                let call = ir.call(number);
                let passed = is(call.receiver) || call.args.iter().any(|argument| is(*argument));
                call.dst.filter(|_| passed || !self.gives_free(call, depth))
            }
            _ => None,
        }
    }

    /// Whether the call's result does not depend on the context, since nothing that it is passed does.
    fn gives_free(&mut self, call: &CallSite, depth: usize) -> bool {
        match &call.target {
            Target::Static(method) => self.is_free(*method, depth + 1),
            Target::Virtual(method) | Target::Special(method) => self.selector.looks_at_receivers(*method),
            Target::Dynamic(dynamic) => {
                matches!(**dynamic, Dynamic::Concatenation | Dynamic::Record { .. } | Dynamic::Switch)
            }
            Target::Missing(_) => true,
        }
    }
}

impl PointsTo<'_> {
    /// Under how many contexts the method was analysed.
    pub fn instances_of(&self, method: MethodId) -> usize {
        let methods = &self.solver.methods;
        methods.known(method).map_or(0, |number| methods.list[number as usize].instances.len())
    }
}
