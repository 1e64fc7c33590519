//! Access by reflection to fields: `Field.get` and `Field.set`, with the field known, or any of a class.
//!
//! A static field's class is initialised. Values of primitive types are boxed. Left out: what `VarHandle`s access ([`super::handles`]).

use super::super::field_access;
use super::super::set::ObjectSet;
use super::super::solver::Solver;
use super::members::Member;
use super::{calls, limits, members};
use crate::analysis::models::effect::Reflect;
use crate::program::FieldId;

/// `Field.get` or `Field.set` is called on these members.
pub fn access_fields(solver: &mut Solver<'_>, reflective: u32, members: &ObjectSet) {
    for object in members.iter() {
        match members::of(solver, object) {
            Some(Member::Field(field)) => access_field(solver, reflective, field),
            Some(Member::FieldsOf(class)) => {
                calls::unknown(solver, reflective, "accesses an unknown field");
                for field in members::fields_of(solver, class) {
                    access_field(solver, reflective, field);
                }
            }
            _ => {
                calls::unknown(solver, reflective, "accesses an unknown field");
                let said = limits::fields_at(solver, reflective);
                said.into_iter().for_each(|field| access_field(solver, reflective, field));
            }
        }
    }
}

fn access_field(solver: &mut Solver<'_>, reflective: u32, field: FieldId) {
    if !limits::may_reach_field(solver, reflective, field) {
        return;
    }
    let (model_call, nodes) =
        (calls::get(solver, reflective).model_call.clone(), calls::get(solver, reflective).nodes());
    field_access::initialize_if_static(solver, field);
    let reads = calls::get(solver, reflective).reflect == Reflect::FieldGet;
    let value = if reads { model_call.result } else { nodes.objects.get(1).copied() };
    if let Some(value) = value {
        field_access::through_field(solver, nodes.objects.first().copied(), field, value, reads);
    }
}
