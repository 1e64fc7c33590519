//! Calls of what a method handle refers to: by function objects, by bootstrap methods and by method handles of the program.
//!
//! A handle calls a method, makes an object and calls its constructor, or accesses a field. Arguments pass in order, what is
//! bound first. Handles that are made of others are taken apart in [`super::reflection::handles`].

use super::events::{Caller, SyntheticCall, Trigger};
use super::field_access;
use super::graph::Node;
use super::objects::{Object, Origin};
use super::set::ObjectSet;
use super::solver::Solver;
use crate::analysis::ir::{Handle, Type};
use crate::classfile::descriptor::parse_method;
use crate::program::access;

/// The caller calls what the handle refers to, with `first` before its own arguments, of which there are at most
/// `arity`.
pub fn call_handle(solver: &mut Solver<'_>, caller: Caller, runs: &Handle, first: Vec<Option<Node>>, arity: usize) {
    let (site, mut own, dst, thrown) = solver.values_of(caller);
    own.truncate(arity);
    let mut args = first;
    args.extend(own);
    match runs {
        Handle::Static(method) => {
            solver.initialize(method.class);
            let synthetic = solver.synthetic_call_once(SyntheticCall { site, args, dst, thrown });
            solver.run_static(Caller::Synthetic(synthetic), *method);
        }
        Handle::Virtual(method) | Handle::Special(method) => {
            if args.is_empty() {
                return;
            }
            let receiver = args.remove(0);
            let synthetic = solver.synthetic_call_once(SyntheticCall { site, args, dst, thrown });
            if let Some(receiver) = receiver {
                solver.add_trigger(receiver, Trigger::Invoke(synthetic, *method, matches!(runs, Handle::Virtual(_))));
            }
        }
        Handle::New(ty, method) => {
            ty.as_class().into_iter().for_each(|class| solver.initialize(class));
            let made = made_by_handle(solver, caller, *ty);
            if let Some(dst) = dst {
                solver.graph.add_object(dst, made);
            }
            let synthetic = solver.synthetic_call_once(SyntheticCall { site, args, dst: None, thrown });
            solver.invoke(Caller::Synthetic(synthetic), *method, false, &ObjectSet::from_iter([made]));
        }
        Handle::Field(..) => call_accessor(solver, runs, &args, dst),
        Handle::Missing(_) => {}
    }
}

/// What a constructor reference makes: one object for each place that calls it.
fn made_by_handle(solver: &mut Solver<'_>, caller: Caller, ty: Type) -> Object {
    let origin = match solver.site_of(caller) {
        Some((instance, number)) => {
            let method = solver.methods.instances[instance as usize].method;
            Origin::Site(method, u32::MAX - number)
        }
        None => Origin::Merged,
    };
    solver.object(origin, 0, ty)
}

/// An accessor is called: the object, if the field is not static, then the value, if it is written.
fn call_accessor(solver: &mut Solver<'_>, handle: &Handle, args: &[Option<Node>], dst: Option<Node>) {
    let Handle::Field(field, reads) = *handle else { return };
    let info = solver.program.field(field);
    let is_static = info.is_some_and(|info| info.access & access::STATIC != 0);
    if is_static {
        solver.initialize(field.class);
    }
    let base = if is_static { None } else { args.first().copied().flatten() };
    let value = if reads { dst } else { args.get(usize::from(!is_static)).copied().flatten() };
    if let Some(value) = value {
        field_access::through_field(solver, base, field, value, reads);
    }
}

/// For each parameter what of the node fits; none for primitive ones.
pub fn fitting(solver: &mut Solver<'_>, pool: Node, descriptor: &str) -> Vec<Option<Node>> {
    let program = solver.program;
    let parsed = parse_method(descriptor);
    let types = parsed.into_iter().flat_map(|parsed| parsed.parameters);
    let types: Vec<Option<Type>> = types.map(|ty| Type::of_descriptor(program, ty)).collect();
    let fits = types.into_iter().map(|ty| {
        let filter = solver.objects.filter(ty?);
        Some(solver.filtered(pool, filter))
    });
    fits.collect()
}

/// The box of a result of primitive type goes to the node.
pub fn box_result(solver: &mut Solver<'_>, descriptor: &str, dst: Option<Node>) {
    if let (Some(parsed), Some(dst)) = (parse_method(descriptor), dst) {
        field_access::box_into(solver, parsed.result, dst);
    }
}
