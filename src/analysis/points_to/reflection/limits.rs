//! Which answers of calls by reflection the user admits: those of [`super::super::named::Named`] at the line of the call, or all.
//!
//! Asked wherever a call finds or uses a class or a member. Left out: calls of handles, and what the JDK calls.

use super::super::named::Targets;
use super::super::solver::Solver;
use super::{calls, members};
use crate::program::{ClassId, FieldId, MethodId};
use std::collections::BTreeSet;

/// What the user says that a call reaches; none if nothing was said of it.
pub fn at<'s>(solver: &'s Solver<'_>, reflective: u32) -> Option<&'s Targets> {
    if solver.named.is_empty() {
        return None;
    }
    let (method, line) = line_of(solver, reflective)?;
    solver.named.at(method, line)
}

/// The method and line of a call.
pub fn line_of(solver: &Solver<'_>, reflective: u32) -> Option<(MethodId, u16)> {
    let (instance, call) = calls::get(solver, reflective).model_call.site?;
    let method = solver.methods.of(instance).id;
    let offset = solver.methods.offset(solver.methods.instances[instance as usize].method, call);
    Some((method, solver.program.line_at(method, offset)?))
}

/// The methods that the user says that a call reaches.
pub fn methods_at(solver: &Solver<'_>, reflective: u32) -> BTreeSet<MethodId> {
    let classes = at(solver, reflective).map(Targets::classes).unwrap_or_default().into_iter();
    let methods = classes.flat_map(|class| members::methods_of(solver, class, true));
    methods.filter(|method| may_reach(solver, reflective, *method)).collect()
}

/// The fields that the user says that a call reaches.
pub fn fields_at(solver: &Solver<'_>, reflective: u32) -> BTreeSet<FieldId> {
    let classes = at(solver, reflective).map(Targets::classes).unwrap_or_default().into_iter();
    let fields = classes.flat_map(|class| members::fields_of(solver, class));
    fields.filter(|field| may_reach_field(solver, reflective, *field)).collect()
}

/// Whether a call of which too little is known reaches nothing.
pub fn reaches_nothing(solver: &Solver<'_>, reflective: u32) -> bool {
    solver.named.leaves_out_rest() && calls::is_at_application(solver, reflective) && at(solver, reflective).is_none()
}

/// Whether a call may reach the class.
pub fn may_reach_class(solver: &Solver<'_>, reflective: u32, class: ClassId) -> bool {
    at(solver, reflective).is_none_or(|targets| targets.has_class(class))
}

/// Whether a call may reach the method or constructor.
pub fn may_reach(solver: &Solver<'_>, reflective: u32, method: MethodId) -> bool {
    at(solver, reflective).is_none_or(|targets| targets.has_method(solver.program, method))
}

/// Whether a call may reach the field.
pub fn may_reach_field(solver: &Solver<'_>, reflective: u32, field: FieldId) -> bool {
    at(solver, reflective).is_none_or(|targets| targets.has_field(solver.program, field))
}
