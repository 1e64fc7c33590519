//! Chains by stacks: what a `*` stands for where the program's calls do not tell, because a framework passes the program's function objects on or
//! has many implementations of what it calls. A run has noted by which calls it came to the place; the first stack that fits the pattern's other
//! elements is the chain.
//!
//! A stack's frames of the program are matched with the pattern's elements from `main` on, by backtracking over what each `*` skips. Frames of the
//! JDK are left out: resolving the filled pattern finds how each call leads on through them, as if a user had written it. So nothing rests on the
//! stack but which chain is meant.
//!
//! Left out: stacks without `main` at their bottom (other threads), bridges that a pattern spells.

use super::error::RegionError;
use super::names::method_pattern;
use super::pattern::{Element, MethodPattern, Pattern, Place, PointPattern, Spanned};
use super::resolve::{Finder, Known, Resolver, find_main};
use super::resolved::Point;
use crate::program::MethodId;

/// A frame of a stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenFrame {
    /// The class's internal name.
    pub class: String,
    /// The method's name.
    pub name: String,
    /// Its descriptor, or `?`.
    pub descriptor: String,
    /// The offset of its call.
    pub offset: u32,
    /// The call's line, if there is one.
    pub line: Option<u16>,
}

/// The frames of a thread, the innermost first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenStack {
    /// The thread's name.
    pub thread: String,
    /// The frames.
    pub frames: Vec<SeenFrame>,
}

/// A start or end of a region whose `*` the program's calls leave open.
#[derive(Clone, Debug)]
pub struct OpenPoint {
    /// Whether it is the end.
    pub is_end: bool,
    /// Where it is.
    pub point: Point,
    /// Why it is open.
    pub error: RegionError,
}

/// A frame of the program.
struct Frame {
    method: MethodId,
    /// The call, as a place of the pattern.
    place: Place,
    line: Option<u16>,
}

impl Finder<'_> {
    /// The start and the end of the region, as far as their `*` are open.
    pub fn open_points(&self, pattern: &Pattern) -> Vec<OpenPoint> {
        let open = |is_end: bool| {
            let resolver = self.resolver(pattern, is_end)?;
            let error = resolver.region().err()?;
            let chain = &resolver.point().chain;
            let Element::Method(last) = &chain.last()?.value else { return None };
            let container = resolver.element(chain.len() - 1, last).ok().filter(|_| error.leaves_open())?;
            let point = resolver.start(container, &mut Vec::new()).ok()?;
            Some(OpenPoint { is_end, point, error })
        };
        [false, true].into_iter().filter(|is_end| !is_end || pattern.end.is_some()).filter_map(open).collect()
    }

    /// The pattern with the chain of the first stack that fits, at this point; none if there is none.
    pub fn filled(&self, pattern: &Pattern, open: &OpenPoint, stacks: &[SeenStack]) -> Option<Pattern> {
        let resolver = self.resolver(pattern, open.is_end)?;
        let chain = stacks.iter().find_map(|stack| resolver.chain_of(stack, open.point.method))?;
        let mut filled = pattern.clone();
        let point = if open.is_end { &mut filled.end.as_mut()?.value } else { &mut filled.start.value };
        point.chain = chain;
        Some(filled)
    }

    fn resolver<'r>(&'r self, pattern: &'r Pattern, is_end: bool) -> Option<Resolver<'r>> {
        let main = find_main(self.calls.program, self.main_class)?;
        Some(Resolver { program: self.calls.program, calls: &self.calls, pattern, is_end, main })
    }
}

impl Resolver<'_> {
    /// The pattern's chain with the stack's calls in place of each `*`, if the stack fits.
    fn chain_of(&self, stack: &SeenStack, container: MethodId) -> Option<Vec<Spanned<Element>>> {
        let frames = self.frames(stack, container)?;
        let PointPattern { chain, .. } = self.point();
        let known: Vec<Option<Known>> = chain
            .iter()
            .enumerate()
            .map(|(number, element)| match &element.value {
                Element::Method(pattern) => Some(Some(Known { number, method: self.element(number, pattern).ok()? })),
                Element::Any => Some(None),
            })
            .collect::<Option<_>>()?;
        let below = if known.first()?.is_some() { frames.len() } else { 1 };
        let (at, ends) = (0..below).find_map(|at| Some((at, self.fit(&known, &frames, at)?)))?;
        let mut filled = Vec::new();
        let mut next = at;
        for (number, end) in ends.into_iter().enumerate() {
            match &chain[number].value {
                Element::Any => filled.extend(frames[next..end].iter().map(|frame| self.written(frame).into())),
                Element::Method(pattern) => {
                    let leads_on = chain.get(number + 1).is_some_and(|next| next.value == Element::Any);
                    let is_line = pattern.call.as_ref().is_some_and(|call| matches!(call.value, Place::Line(_)));
                    // a line may have several calls
                    let seen = (leads_on || is_line).then(|| frames[next].place.into());
                    let call = seen.or(pattern.call);
                    filled.push(Element::Method(MethodPattern { call, ..pattern.clone() }).into());
                }
            }
            next = end;
        }
        Some(filled)
    }

    fn written(&self, frame: &Frame) -> Element {
        Element::Method(MethodPattern { call: Some(frame.place.into()), ..method_pattern(self.program, frame.method) })
    }

    /// The stack's frames of the program from `main` on, the outermost first, without forwarders.
    fn frames(&self, stack: &SeenStack, container: MethodId) -> Option<Vec<Frame>> {
        let of_program = |frame: &SeenFrame| {
            let class = self.program.find(&frame.class)?;
            let named: Vec<MethodId> = class.methods_named(&frame.name).map(|(id, _)| id).collect();
            let alone = || (named.len() == 1 && frame.descriptor == "?").then(|| named[0]);
            let method = class.declared(&frame.name, &frame.descriptor).or_else(alone)?;
            // the code that notes stands in the container: its offsets are others
            let place = match frame.line {
                Some(line) if method == container => Place::Line(line),
                _ => Place::Offset(frame.offset),
            };
            self.calls.has_code(method).then_some(Frame { method, place, line: frame.line })
        };
        let mut frames: Vec<Frame> = stack.frames.iter().rev().filter_map(of_program).collect();
        let main = frames.iter().position(|frame| frame.method == self.main)?;
        frames.drain(..main);
        frames.retain(|frame| frame.method == container || !self.calls.is_forwarder(frame.method));
        Some(frames)
    }

    /// Where each element ends if they fit all frames from `at` on: those of the first `*` as few as can be.
    fn fit(&self, elements: &[Option<Known>], frames: &[Frame], at: usize) -> Option<Vec<usize>> {
        let Some((element, rest)) = elements.split_first() else { return (at == frames.len()).then(Vec::new) };
        let ends = match element {
            None => at..=frames.len(),
            Some(known) => {
                let frame = frames.get(at)?;
                let is_here = match self.call_place(known.number) {
                    None => true,
                    Some(Place::Line(line)) => frame.line == Some(line),
                    Some(place) => frame.place == place,
                };
                if frame.method != known.method || !is_here {
                    return None;
                }
                at + 1..=at + 1
            }
        };
        ends.into_iter().find_map(|end| {
            let mut found = self.fit(rest, frames, end)?;
            found.insert(0, end);
            Some(found)
        })
    }
}
