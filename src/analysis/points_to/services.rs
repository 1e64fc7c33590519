//! Service loaders: the providers that the class path names, made and constructed.
//!
//! `ServiceLoader.load` gives a loader object for each service, and `iterator`, `findFirst` and `stream` of it give
//! objects of their own, so that providers of different services stay apart. There is one object for each provider.

use super::events::{Caller, SyntheticCall};
use super::graph::Node;
use super::members::{Member, RESULT};
use super::objects::{Object, Origin};
use super::set::ObjectSet;
use super::solver::Solver;
use crate::analysis::ir::Type;
use crate::analysis::models::effect::Reflect;
use crate::program::{ClassId, MethodId};

impl Solver<'_> {
    /// `ServiceLoader.load` is called with these services.
    pub(super) fn load_services(&mut self, reflective: u32, services: &ObjectSet) {
        for service in services.iter() {
            let Origin::Class(ty) = self.objects.get(service).origin else { continue };
            self.answer(reflective, &Member::Services(ty));
        }
    }

    /// A loader is asked for its providers.
    pub(super) fn serve(&mut self, reflective: u32, loaders: &ObjectSet) {
        for loader in loaders.iter() {
            let Some(Member::Services(service)) = self.member_of(loader) else { continue };
            match self.reflective_calls[reflective as usize].reflect {
                Reflect::ServiceIterator => self.answer(reflective, &Member::Iterator(service)),
                Reflect::ServiceFirst => self.first_provider(reflective, service),
                _ => self.stream_of_providers(reflective, service),
            }
        }
    }

    /// The classes that provide the service.
    fn providers(&self, service: Type) -> Vec<ClassId> {
        let program = self.program;
        let name = service.name(program).replace('/', ".");
        let names = program.services().get(&name).into_iter().flatten();
        let found = names.filter_map(|name| program.find(&name.replace('.', "/")));
        found.filter(|class| class.is_concrete()).map(|class| class.id).collect()
    }

    /// The object of a provider, constructed.
    fn provider(&mut self, class: ClassId) -> Object {
        self.initialize(class);
        let object = self.object(Origin::Model(u32::MAX, RESULT, PROVIDER), 0, Type::class(class));
        let constructor = self.program.get(class).and_then(|class| class.declared("<init>", "()V"));
        if let Some(constructor) = constructor {
            let synthetic =
                self.synthetic_call_once(SyntheticCall { site: None, args: Vec::new(), dst: None, thrown: None });
            self.invoke(Caller::Synthetic(synthetic), constructor, false, &ObjectSet::from_iter([object]));
        }
        object
    }

    fn put_providers(&mut self, service: Type, node: Node) {
        for class in self.providers(service) {
            let object = self.provider(class);
            self.graph.add_object(node, object);
        }
    }

    /// `Optional` with any of the providers.
    fn first_provider(&mut self, reflective: u32, service: Type) {
        let program = self.program;
        let model_call = self.reflective_calls[reflective as usize].model_call.clone();
        let Some(class) = program.find("java/util/Optional") else { return };
        let Some(field) = class.declared_field("value", "Ljava/lang/Object;") else { return };
        self.initialize(class.id);
        let optional = self.made(&model_call, Type::class(class.id), RESULT);
        let node = self.field(optional, field);
        self.put_providers(service, node);
        self.give(reflective, optional);
    }

    /// The stream of a list of `Provider` objects.
    fn stream_of_providers(&mut self, reflective: u32, service: Type) {
        let program = self.program;
        let model_call = self.reflective_calls[reflective as usize].model_call.clone();
        let Some(class) = program.find("java/util/ArrayList") else { return };
        self.initialize(class.id);
        let list = self.made(&model_call, Type::class(class.id), RESULT);
        let values = self.node();
        for class in self.providers(service) {
            let object = self.member(&Member::Provider(service, class));
            self.graph.add_object(values, object);
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
            let synthetic = self.synthetic_call_once(synthetic);
            self.invoke(Caller::Synthetic(synthetic), method, false, &ObjectSet::from_iter([list]));
        }
    }

    /// A method is called on an iterator over providers, or on a `Provider`: gives the default method that runs.
    pub(super) fn call_service(
        &mut self,
        caller: Caller,
        member: &Member,
        method: MethodId,
        object: Object,
    ) -> Option<MethodId> {
        let name = self.program.method(method)?.name.clone();
        let (_, _, dst, _) = self.values_of(caller);
        match (member, name.as_str()) {
            (Member::Iterator(service), "next") => {
                dst.into_iter().for_each(|dst| self.put_providers(*service, dst));
                None
            }
            (Member::Provider(_, class), "get") => {
                let provider = self.provider(*class);
                dst.into_iter().for_each(|dst| self.graph.add_object(dst, provider));
                None
            }
            (Member::Provider(_, class), "type") => {
                let class = self.class_object(Type::class(*class));
                dst.into_iter().for_each(|dst| self.graph.add_object(dst, class));
                None
            }
            _ => self.dispatch(object, method),
        }
    }
}

/// Keeps the objects of providers apart from others that the JVM makes.
const PROVIDER: u32 = 1;
