//! Service loaders: the providers that the class path names, made and constructed.
//!
//! `ServiceLoader.load` gives a loader object for each service, and `iterator`, `findFirst` and `stream` of it give
//! objects of their own, so that providers of different services stay apart. There is one object for each provider.
//! Which services were asked for is kept: a program that provides one which the JDK asks for by itself cannot start from what the JDK
//! alone does.

use super::super::events::{Caller, Runs, SyntheticCall};
use super::super::graph::Node;
use super::super::models;
use super::super::objects::{Object, Origin};
use super::super::plugin::{Plugin, PluginState};
use super::super::set::ObjectSet;
use super::super::solver::Solver;
use super::super::tables::{Kept, sorted};
use super::RESULT;
use super::members::Member;
use super::{calls, members};
use crate::analysis::ir::Type;
use crate::analysis::models::effect::Reflect;
use crate::program::{ClassId, MethodId};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Keeps the objects of providers apart from others that the JVM makes.
const PROVIDER: u32 = 1;

/// The plugin of the services.
pub struct Services;

/// Its state: the services that `ServiceLoader.load` was called with.
#[derive(Default)]
struct Asked(FxHashSet<Type>);

impl Kept for Asked {
    type Saved = Vec<Type>;

    fn save(&self) -> Vec<Type> {
        sorted(self.0.iter().copied())
    }

    fn load(&mut self, saved: Vec<Type>) -> Option<()> {
        self.0 = saved.into_iter().collect();
        Some(())
    }
}

impl Plugin for Services {
    fn state(&self) -> Option<Box<dyn PluginState>> {
        Some(Box::<Asked>::default())
    }

    fn on_made_up(&self, solver: &mut Solver<'_>, caller: Caller, resolved: MethodId, objects: &[Object]) -> Runs {
        let [object] = *objects else { return Runs::OfOthers };
        let Some(member) = members::of(solver, object) else { return Runs::OfOthers };
        call_service(solver, caller, &member, resolved, object).map_or(Runs::Nothing, Runs::Method)
    }
}

/// `ServiceLoader.load` is called with these services.
pub fn load_services(solver: &mut Solver<'_>, reflective: u32, services: &ObjectSet) {
    for service in services.iter() {
        let Origin::Class(ty) = solver.objects.get(service).origin else { continue };
        solver.state_mut::<Asked>().0.insert(ty);
        // loaders of all services that nobody provides are one
        let ty = if providers(solver, ty).is_empty() { Type::named(solver.program, "java/lang/Object") } else { ty };
        calls::answer(solver, reflective, &Member::Services(ty));
    }
}

/// The services that were asked for, by the names that files of providers have.
pub fn asked(solver: &Solver<'_>) -> BTreeSet<String> {
    solver.state::<Asked>().0.iter().map(|service| file_name(solver, *service)).collect()
}

fn file_name(solver: &Solver<'_>, service: Type) -> String {
    service.name(solver.program).replace('/', ".")
}

/// A loader is asked for its providers.
pub fn serve(solver: &mut Solver<'_>, reflective: u32, loaders: &ObjectSet) {
    for loader in loaders.iter() {
        let Some(Member::Services(service)) = members::of(solver, loader) else { continue };
        match calls::get(solver, reflective).reflect {
            Reflect::ServiceIterator => calls::answer(solver, reflective, &Member::Iterator(service)),
            Reflect::ServiceFirst => first_provider(solver, reflective, service),
            _ => stream_of_providers(solver, reflective, service),
        }
    }
}

/// The classes that provide the service.
fn providers(solver: &Solver<'_>, service: Type) -> Vec<ClassId> {
    let program = solver.program;
    let names = program.services().get(&file_name(solver, service)).into_iter().flatten();
    let found = names.filter_map(|name| program.find(&name.replace('.', "/")));
    found.filter(|class| class.is_concrete()).map(|class| class.id).collect()
}

/// The object of a provider, constructed.
fn provider(solver: &mut Solver<'_>, class: ClassId) -> Object {
    solver.initialize(class);
    let object = solver.object(Origin::Model(u32::MAX, RESULT, PROVIDER), 0, Type::class(class));
    let constructor = solver.program.get(class).and_then(|class| class.declared("<init>", "()V"));
    if let Some(constructor) = constructor {
        let synthetic =
            solver.synthetic_call_once(SyntheticCall { site: None, args: Vec::new(), dst: None, thrown: None });
        solver.invoke(Caller::Synthetic(synthetic), constructor, false, &ObjectSet::from_iter([object]));
    }
    object
}

fn put_providers(solver: &mut Solver<'_>, service: Type, node: Node) {
    for class in providers(solver, service) {
        let object = provider(solver, class);
        solver.graph.add_object(node, object);
    }
}

/// `Optional` with any of the providers.
fn first_provider(solver: &mut Solver<'_>, reflective: u32, service: Type) {
    let program = solver.program;
    let model_call = calls::get(solver, reflective).model_call.clone();
    let Some(class) = program.find("java/util/Optional") else { return };
    let Some(field) = class.declared_field("value", "Ljava/lang/Object;") else { return };
    solver.initialize(class.id);
    let optional = models::made(solver, &model_call, Type::class(class.id), RESULT);
    let node = solver.field(optional, field);
    put_providers(solver, service, node);
    calls::give(solver, reflective, optional);
}

/// The stream of a list of `Provider` objects.
fn stream_of_providers(solver: &mut Solver<'_>, reflective: u32, service: Type) {
    let program = solver.program;
    let model_call = calls::get(solver, reflective).model_call.clone();
    let Some(class) = program.find("java/util/ArrayList") else { return };
    solver.initialize(class.id);
    let list = models::made(solver, &model_call, Type::class(class.id), RESULT);
    let values = solver.node();
    for class in providers(solver, service) {
        let object = members::object_of(solver, &Member::Provider(service, class));
        solver.graph.add_object(values, object);
    }
    let calls = [
        (class.declared("<init>", "()V"), None, false),
        (class.declared("add", "(Ljava/lang/Object;)Z"), Some(values), false),
        (program.resolve_method(class.id, "stream", "()Ljava/util/stream/Stream;"), None, true),
    ];
    for (method, argument, result) in calls {
        let Some(method) = method else { continue };
        let dst = model_call.result.filter(|_| result);
        let synthetic = SyntheticCall {
            site: model_call.site,
            args: argument.map(Some).into_iter().collect(),
            dst,
            thrown: model_call.thrown,
        };
        let synthetic = solver.synthetic_call_once(synthetic);
        solver.invoke(Caller::Synthetic(synthetic), method, false, &ObjectSet::from_iter([list]));
    }
}

/// A method is called on an iterator over providers, or on a `Provider`: gives the default method that runs.
fn call_service(
    solver: &mut Solver<'_>,
    caller: Caller,
    member: &Member,
    method: MethodId,
    object: Object,
) -> Option<MethodId> {
    let name = solver.program.method(method)?.name.clone();
    let (_, _, dst, _) = solver.values_of(caller);
    match (member, name.as_str()) {
        (Member::Iterator(service), "next") => {
            dst.into_iter().for_each(|dst| put_providers(solver, *service, dst));
            None
        }
        (Member::Provider(_, class), "get") => {
            let provider = provider(solver, *class);
            dst.into_iter().for_each(|dst| solver.graph.add_object(dst, provider));
            None
        }
        (Member::Provider(_, class), "type") => {
            let class = solver.class_object(Type::class(*class));
            dst.into_iter().for_each(|dst| solver.graph.add_object(dst, class));
            None
        }
        _ => solver.dispatch(object, method),
    }
}
