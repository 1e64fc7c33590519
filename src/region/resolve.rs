//! From a pattern to a region of a program.
//!
//! The elements are looked up first ([`super::elements`]), then the start ([`super::places`]), then the calls between
//! the elements from the root on: a single call between neighbours ([`super::links`]), the unique chain where a `*`
//! stands ([`super::chains`]). Whatever is left open must be unique; otherwise the error lists what it could be. A root
//! other than `main` is noted. The end of a region is resolved like a start, with a chain of its own.

use super::calls::{Calls, Way};
use super::chains::{Ends, chains};
use super::error::{MOST_CANDIDATES, Problem, RegionError};
use super::names::{method_pattern, show};
use super::pattern::{Element, MethodPattern, Pattern, Place, PointPattern, Span};
use super::resolved::{ChainCall, LinkKind, Region};
use crate::program::{MethodId, Program, access};
use std::ops::Range;

/// Finds regions in one program: the calls that are worked out for one are known for the next.
pub struct Finder<'a> {
    pub(super) calls: Calls<'a>,
    pub(super) main_class: &'a str,
}

impl<'a> Finder<'a> {
    /// `main_class` is the class that the JVM is started with, with dots or slashes.
    pub fn new(program: &'a Program, main_class: &'a str) -> Self {
        Self { calls: Calls::new(program), main_class }
    }

    /// The region that the pattern describes.
    pub fn resolve(&self, pattern: &Pattern) -> Result<Region, RegionError> {
        let (program, main_class) = (self.calls.program, self.main_class);
        let main = find_main(program, main_class)
            .ok_or_else(|| RegionError::new(Problem::NoMain { class: main_class.to_owned() }, pattern.start.span))?;
        let resolver = Resolver { program, calls: &self.calls, pattern, is_end: false, main };
        let mut region = resolver.region()?;
        if pattern.end.is_some() {
            let end = Resolver { is_end: true, ..resolver }.region()?;
            region
                .notes
                .extend(end.notes.iter().filter(|note| !region.notes.contains(note)).cloned().collect::<Vec<_>>());
            region.end = Some(Box::new(end));
        }
        Ok(region)
    }
}

/// Finds the region of the program that the pattern describes. `main_class` is the class that the JVM is started with,
/// with dots or slashes.
pub fn resolve(pattern: &Pattern, program: &Program, main_class: &str) -> Result<Region, RegionError> {
    Finder::new(program, main_class).resolve(pattern)
}

/// Finds the regions that the patterns describe, at least one. The error comes with the number of its pattern.
pub fn resolve_all(
    patterns: &[Pattern],
    program: &Program,
    main_class: &str,
) -> Result<Vec<Region>, (usize, RegionError)> {
    if patterns.is_empty() {
        return Err((0, RegionError::new(Problem::NoRegion, Span::default())));
    }
    let finder = Finder::new(program, main_class);
    let resolved = |(number, pattern)| finder.resolve(pattern).map_err(|error| (number, error));
    patterns.iter().enumerate().map(resolved).collect()
}

/// The method that the JVM starts: `public static void main(String[])` of the class or a superclass; from JDK 25 on (JEP
/// 512) any `main` that is not private, with or without parameters, also of an instance.
pub fn find_main(program: &Program, main_class: &str) -> Option<MethodId> {
    let class = program.class(&main_class.replace('.', "/"))?;
    let main = |descriptor| program.resolve_method(class, "main", descriptor);
    let fits = |main: &MethodId| {
        let (flags, wanted) = (program.flags(*main), access::PUBLIC | access::STATIC);
        flags & wanted == wanted || starts_instances(program) && flags & access::PRIVATE == 0
    };
    let with_arguments = main("([Ljava/lang/String;)V").filter(fits);
    let found = with_arguments.or_else(|| main("()V").filter(|main| starts_instances(program) && fits(main)));
    found.filter(|main| program.is_application(main.class))
}

/// Whether the JDK in view also starts a `main` of an instance or without parameters.
fn starts_instances(program: &Program) -> bool {
    const JAVA_25: u16 = 69;
    let object = program.class("java/lang/Object").and_then(|object| program.get(object));
    object.is_some_and(|object| object.file.major >= JAVA_25)
}

/// The ways from a method on as single calls, forwarders spelled out.
pub(super) fn spelled(calls: &Calls, first: MethodId, ways: Vec<Way>) -> Vec<ChainCall> {
    let mut found = Vec::new();
    let mut caller = first;
    for way in ways {
        let mut callers = vec![(caller, way.item)];
        callers.extend(&way.via);
        for (place, (method, item)) in callers.iter().enumerate() {
            let target = callers.get(place + 1).map_or(way.target, |next| next.0);
            let line = calls.body(*method).and_then(|body| body.line(*item));
            let initialises = calls.program.method(target).is_some_and(|info| info.name == "<clinit>");
            let kind = match () {
                () if initialises => LinkKind::Initialisation,
                () if way.works => LinkKind::Working,
                () if way.through => LinkKind::Through,
                () => LinkKind::Call,
            };
            found.push(ChainCall { method: *method, item: *item, line, target, kind });
        }
        caller = way.target;
    }
    found
}

/// What resolving one point needs.
pub(super) struct Resolver<'a> {
    pub program: &'a Program,
    pub calls: &'a Calls<'a>,
    pub pattern: &'a Pattern,
    /// Whether the point is the region's end.
    pub is_end: bool,
    pub main: MethodId,
}

/// A method of the chain with the number of its element.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub number: usize,
    pub method: MethodId,
}

impl Resolver<'_> {
    pub(super) fn region(&self) -> Result<Region, RegionError> {
        let mut known = Vec::new();
        for (number, element) in self.point().chain.iter().enumerate() {
            if let Element::Method(pattern) = &element.value {
                known.push(Known { number, method: self.element(number, pattern)? });
            }
        }
        self.spell_bridges(&mut known);
        let (Some(root), Some(container)) = (known.first(), known.last()) else {
            return Err(RegionError::new(Problem::WildcardContainer, self.chain_span()));
        };
        self.check_class(container.method)?;
        let mut notes = Vec::new();
        let start = self.start(container.method, &mut notes)?;
        let mut chain = if root.number > 0 { self.gap(None, *root)? } else { Vec::new() };
        for pair in known.windows(2) {
            let &[from, to] = pair else { continue };
            let starred = to.number - from.number > 1;
            chain.extend(if starred { self.gap(Some(from), to)? } else { vec![self.link(from, to)?] });
        }
        if root.number == 0 && root.method != self.main {
            notes.push(self.below_main(*root));
        }
        let first = if root.number > 0 { self.main } else { root.method };
        Ok(Region { start, chain: spelled(self.calls, first, chain), end: None, notes })
    }

    /// The calls that a `*` in front of `to` stands for; without `from` it is the chain's first element.
    fn gap(&self, from: Option<Known>, to: Known) -> Result<Vec<Way>, RegionError> {
        let star = self.span_of(to.number - 1);
        let place = from.and_then(|from| self.call_place(from.number));
        let method = from.map_or(self.main, |from| from.method);
        let ends = Ends { from: method, to: to.method, may_be_empty: from.is_none() };
        let called = place.map_or(String::new(), |place| format!(":{place}"));
        let names = (show(self.program, method) + &called, show(self.program, to.method));
        let admits = |way: &Way| place.is_none_or(|place| self.calls.is_at(method, way, place));
        let Some(found) = chains(self.calls, &ends, admits, MOST_CANDIDATES) else {
            return Err(RegionError::new(Problem::TooManyChains { from: names.0, to: names.1 }, star));
        };
        if found.unique {
            return Ok(found.shortest.into_iter().next().unwrap_or_default());
        }
        if found.shortest.is_empty() {
            return Err(
                self.why_not_called(RegionError::new(Problem::NoChain { from: names.0, to: names.1 }, star), to)
            );
        }
        let gap = to.number - 1..to.number;
        let filled = found.shortest.iter().map(|chain| self.filled(from, gap.clone(), chain));
        Err(RegionError::new(Problem::SeveralChains { from: names.0, to: names.1 }, star).candidates(filled))
    }

    /// What the user should know of a root that is not `main`, with the chain from there if there is just one.
    fn below_main(&self, root: Known) -> String {
        let (shown, main) = (show(self.program, root.method), show(self.program, self.main));
        let note = format!(
            "the chain starts with {shown}, below {main}: the replay also runs the program up to the call of this \
             method, and repeats the output until then"
        );
        let ends = Ends { from: self.main, to: root.method, may_be_empty: false };
        match chains(self.calls, &ends, |_| true, MOST_CANDIDATES) {
            Some(found) if found.unique => {
                let first = found.shortest.first().map(|chain| self.elements(self.main, chain)).unwrap_or_default();
                let first: Vec<String> = first.iter().map(ToString::to_string).collect();
                format!("{note}; to skip this part too, begin the chain with {}", first.join("; "))
            }
            _ => note,
        }
    }

    /// The region with a chain of calls from `from` (or `main`) written in place of the elements of `gap`.
    pub(super) fn filled(&self, from: Option<Known>, gap: Range<usize>, chain: &[Way]) -> String {
        let elements = self.elements(from.map_or(self.main, |from| from.method), chain);
        self.with(|point| {
            let mut elements = elements.into_iter();
            if let Some(from) = from
                && let Some(first) = elements.next()
                && let Some(Element::Method(written)) = point.chain.get_mut(from.number).map(|it| &mut it.value)
            {
                written.call = first.call;
            }
            point.chain.splice(gap, elements.map(|element| Element::Method(element).into()));
        })
    }

    /// The calling methods of a chain of calls from `caller`, as they would be written.
    fn elements(&self, mut caller: MethodId, chain: &[Way]) -> Vec<MethodPattern> {
        let mut elements = Vec::new();
        for way in chain {
            let place = if way.through {
                self.calls.place_of_passing(caller, way.item, way.target)
            } else {
                self.calls.place_of(caller, way.item, way.target)
            };
            elements.push(MethodPattern { call: place.map(Into::into), ..method_pattern(self.program, caller) });
            caller = way.target;
        }
        elements
    }

    /// The point that is being resolved.
    pub(super) fn point(&self) -> &PointPattern {
        match &self.pattern.end {
            Some(end) if self.is_end => &end.value,
            _ => &self.pattern.start.value,
        }
    }

    /// The region's text after a change of the point.
    pub(super) fn with(&self, edit: impl FnOnce(&mut PointPattern)) -> String {
        let mut pattern = self.pattern.clone();
        match &mut pattern.end {
            Some(end) if self.is_end => edit(&mut end.value),
            _ => edit(&mut pattern.start.value),
        }
        pattern.to_string()
    }

    /// Where the element stands in the text.
    pub(super) fn span_of(&self, number: usize) -> Span {
        self.point().chain.get(number).map_or_else(|| self.chain_span(), |element| element.span)
    }

    /// Where the chain stands in the text.
    pub(super) fn chain_span(&self) -> Span {
        let chain = &self.point().chain;
        chain.first().zip(chain.last()).map(|(first, last)| first.span.to(last.span)).unwrap_or_default()
    }

    /// The call place that is written for an element.
    pub(super) fn call_place(&self, number: usize) -> Option<Place> {
        match &self.point().chain.get(number)?.value {
            Element::Method(method) => method.call.as_ref().map(|call| call.value),
            Element::Any => None,
        }
    }
}
