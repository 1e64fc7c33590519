//! The list of the plugins, and a new solver with all of them.
//!
//! The order is that in which they are told of something ([`super::plugin`]): models are applied to a call before those who ask
//! for their callers are told of it, what the JVM stores into a new object is there before that is finalized, and classes of the
//! application are found by name before `main` is followed.

use super::context::Selector;
use super::finalizers::Finalizers;
use super::jvm::Jvm;
use super::lambdas::Lambdas;
use super::models;
use super::plugin::Plugin;
use super::reflection::annotations::Annotations;
use super::reflection::answers::Answers;
use super::reflection::callers::Callers;
use super::reflection::calls::Calls;
use super::reflection::handles::Handles;
use super::reflection::invoke::Invoke;
use super::reflection::lazy::Lazy;
use super::reflection::members::Members;
use super::reflection::names::Names;
use super::reflection::proxies::Proxies;
use super::reflection::services::Services;
use super::solver::Solver;
use crate::analysis::models::Models;
use crate::program::Program;

const ALL: &[&dyn Plugin] = &[
    &models::Models,
    &Callers,
    &Calls,
    &Answers,
    &Members,
    &Handles,
    &Invoke,
    &Names,
    &Lazy,
    &Annotations,
    &Proxies,
    &Services,
    &Lambdas,
    &Jvm,
    &Finalizers,
];

/// A solver with nothing to solve that goes by jcp's models.
pub fn solver(program: &Program, selector: Box<dyn Selector>) -> Solver<'_> {
    solver_under(program, selector, Models::load().unwrap_or_else(|error| panic!("{error}")))
}

/// A solver with nothing to solve that goes by these models.
pub fn solver_under(program: &Program, selector: Box<dyn Selector>, models: Models) -> Solver<'_> {
    Solver::under(program, selector, models, ALL)
}
