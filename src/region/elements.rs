//! From a chain element to a method of the program, and the errors on the way: unknown or ambiguous classes, methods and
//! overloads, methods without code.
//!
//! Candidates are the region with the element replaced: what is spelled nearly alike, failing that what fits the rest.

use super::error::{Problem, RegionError};
use super::names::{Found, class_name, classes_called, find_method, lineage, method_pattern, near, show};
use super::pattern::{Element, MethodPattern, Name, Place, Span};
use super::places::first_on_line;
use super::resolve::Resolver;
use crate::program::{Body, Class, ClassId, MethodId, access};
use std::sync::Arc;

impl Resolver<'_> {
    /// The method that the element stands for; it has code.
    pub(super) fn element(&self, number: usize, pattern: &MethodPattern) -> Result<MethodId, RegionError> {
        let class = self.class(pattern)?;
        let span = pattern.class.span.to(pattern.parameters.as_ref().map_or(pattern.name.span, |types| types.span));
        let (method, shown) = (pattern.name.value.clone(), class_name(self.program, class).to_string());
        match find_method(self.program, class, pattern) {
            Found::One(found) if !self.program.is_application(found.class) => {
                let declared = class_name(self.program, found.class).to_string();
                Err(RegionError::new(Problem::LibraryMethod { method, class: shown, declared }, span))
            }
            Found::One(found) => {
                self.check_code(number, found, span)?;
                Ok(found)
            }
            Found::Several(several) => {
                let problem = Problem::AmbiguousMethod { method, class: shown };
                let several = self.with_the_line(number, pattern, several);
                Err(RegionError::new(problem, span).candidates(self.instead(number, &several)))
            }
            Found::OtherParameters(others) => {
                let written = pattern.parameters.iter().flat_map(|types| &types.value);
                let parameters = written.map(ToString::to_string).collect::<Vec<_>>().join(",");
                let problem = Problem::NoOverload { method, class: shown, parameters };
                Err(RegionError::new(problem, span).candidates(self.instead(number, &others)))
            }
            Found::None => {
                let problem = Problem::UnknownMethod { method, class: shown };
                let span = pattern.class.span.to(pattern.name.span);
                Err(RegionError::new(problem, span).candidates(self.instead(number, &self.similar(class, pattern))))
            }
        }
    }

    /// The one class of the program with this name. Of several, those are meant that have the method.
    fn class(&self, pattern: &MethodPattern) -> Result<ClassId, RegionError> {
        let written = &pattern.class;
        let mut found = classes_called(self.program, &written.value);
        let has = |class: &ClassId| !matches!(find_method(self.program, *class, pattern), Found::None);
        if found.len() > 1 && found.iter().any(has) {
            found.retain(has);
        }
        let class = written.value.to_string();
        match found.as_slice() {
            [class] => Ok(*class),
            [] => {
                let library = [written.value.parts.join("/"), format!("java/lang/{}", written.value.parts.join("$"))];
                if self.program.classes().any(|id| library.iter().any(|name| name == self.program.name(id))) {
                    return Err(RegionError::new(Problem::LibraryClass { class }, written.span));
                }
                let similar = self.similar_classes(&written.value, &pattern.name.value);
                Err(RegionError::new(Problem::UnknownClass { class }, written.span)
                    .candidates(similar.into_iter().map(|name| self.renamed(&written.value, &name))))
            }
            several => {
                let names = several.iter().map(|class| class_name(self.program, *class));
                Err(RegionError::new(Problem::AmbiguousClass { class }, written.span)
                    .candidates(names.map(|name| self.renamed(&written.value, &name))))
            }
        }
    }

    /// The region with one class name replaced wherever it is written.
    fn renamed(&self, old: &Name, new: &Name) -> String {
        self.with(|point| {
            let mut names = vec![&mut point.class.value];
            for element in &mut point.chain {
                if let Element::Method(method) = &mut element.value {
                    names.push(&mut method.class.value);
                }
            }
            names.into_iter().filter(|name| *name == old).for_each(|name| *name = new.clone());
        })
    }

    /// The region with other methods for an element, which keeps its call place and, if it fits, its class as written.
    fn instead(&self, number: usize, methods: &[MethodId]) -> Vec<String> {
        let replaced = methods.iter().map(|method| {
            let new = method_pattern(self.program, *method);
            self.with(|point| {
                let Some(Element::Method(old)) = point.chain.get_mut(number).map(|element| &mut element.value) else {
                    return;
                };
                let keeps = classes_called(self.program, &old.class.value) == [method.class];
                let class = if keeps { old.class.clone() } else { new.class };
                *old = MethodPattern { class, name: new.name, parameters: new.parameters, call: old.call };
            })
        });
        replaced.collect()
    }

    /// Classes with a name near to the written one; failing that, classes with the method.
    fn similar_classes(&self, written: &Name, method: &str) -> Vec<Name> {
        let simple = |name: &str| name.rsplit(['/', '.', '$']).next().unwrap_or_default().to_owned();
        let classes = self.program.application().map(|class| (simple(class.name()), class.id));
        let mut similar = near(&simple(&written.dotted()), classes);
        if similar.is_empty() {
            let having = self.program.application().filter(|class| class.methods_named(method).next().is_some());
            similar = having.map(|class| class.id).collect();
        }
        similar.into_iter().map(|id| class_name(self.program, id)).collect()
    }

    /// Methods of the class, inherited ones too, with a name near to the written one; failing that, if the element is
    /// the container, those with code on the region's line.
    fn similar(&self, class: ClassId, written: &MethodPattern) -> Vec<MethodId> {
        let program = self.program;
        let classes = lineage(program, class).into_iter().filter(|class| program.is_application(*class));
        let methods = classes.filter_map(|class| program.get(class)).flat_map(Class::methods);
        let with_code: Vec<_> = methods.filter(|(_, info)| info.code.is_some()).collect();
        let names = with_code.iter().map(|(id, info)| (info.name.clone(), *id));
        let similar = near(&written.name.value, names);
        if !similar.is_empty() {
            return similar;
        }
        let Place::Line(line) = self.point().place.value else { return Vec::new() };
        let is_container = written.call.is_none();
        with_code.into_iter().map(|(id, _)| id).filter(|id| is_container && self.has_line(*id, line)).collect()
    }

    /// Those of the methods with code on the line that is written with the element, or on the region's if it is the
    /// container; all if none has.
    fn with_the_line(&self, number: usize, written: &MethodPattern, methods: Vec<MethodId>) -> Vec<MethodId> {
        let point = self.point();
        let of_container = (number + 1 == point.chain.len()).then_some(&point.place);
        let Some(Place::Line(line)) = written.call.as_ref().or(of_container).map(|place| place.value) else {
            return methods;
        };
        let having: Vec<_> = methods.iter().copied().filter(|id| self.has_line(*id, line)).collect();
        if having.is_empty() { methods } else { having }
    }

    fn has_line(&self, method: MethodId, line: u16) -> bool {
        self.program.code(method).ok().flatten().is_some_and(|body| first_on_line(&body, line).is_some())
    }

    /// Refuses methods without code; the candidates are the methods that can run in their place.
    fn check_code(&self, number: usize, method: MethodId, span: Span) -> Result<(), RegionError> {
        let flags = self.program.flags(method);
        let kind = if flags & access::ABSTRACT != 0 {
            "abstract"
        } else if flags & access::NATIVE != 0 {
            "native"
        } else {
            return Ok(());
        };
        let problem = Problem::NoBody { method: show(self.program, method), kind };
        let implementations = self.calls.implementations(method);
        Err(RegionError::new(problem, span).candidates(self.instead(number, &implementations)))
    }

    /// The class written in front of the chain must be the container's, or one that inherits it.
    pub(super) fn check_class(&self, container: MethodId) -> Result<(), RegionError> {
        let written = &self.point().class;
        let found = classes_called(self.program, &written.value);
        if found.iter().any(|class| lineage(self.program, *class).contains(&container.class)) {
            return Ok(());
        }
        let class = class_name(self.program, container.class);
        let shown = show(self.program, container);
        let problem = Problem::OtherClass { class: written.value.to_string(), container: shown };
        let error = RegionError::new(problem, written.span);
        Err(error.candidates([self.with(|point| point.class.value = class)]))
    }

    /// The method's code.
    pub(super) fn body(&self, method: MethodId, span: Span) -> Result<Arc<Body>, RegionError> {
        self.program.body(method).map_err(|error| {
            let problem = Problem::UnreadableCode { method: show(self.program, method), reason: error.to_string() };
            RegionError::new(problem, span)
        })
    }
}
