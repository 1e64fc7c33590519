//! The call from one element of a chain to the next, and why there is none: it is somewhere else, there are several, it
//! takes other methods to get there, or only a function object, the JDK or reflection could make it.

use super::calls::Way;
use super::chains::{Ends, chains};
use super::error::{MOST_CANDIDATES, Problem, RegionError};
use super::names::{class_name, lineage, show};
use super::pattern::{Element, Place, Span};
use super::resolve::{Known, Resolver};
use crate::program::{MethodId, access};

impl Resolver<'_> {
    /// The call from `from` to `to`, the next element.
    pub(super) fn link(&self, from: Known, to: Known) -> Result<Way, RegionError> {
        let body = self.body(from.method, self.span_of(from.number))?;
        let ways = self.calls.ways_to(from.method, to.method);
        let place = self.call_place(from.number);
        let fitting = ways.iter().filter(|way| place.is_none_or(|place| self.calls.is_at(from.method, way, place)));
        let fitting: Vec<&Way> = fitting.collect();
        if let [way] = fitting.as_slice() {
            return Ok((*way).clone());
        }
        if fitting.is_empty() {
            let passing = self.calls.passing(from.method, to.method, place);
            match (passing.as_slice(), place) {
                ([way], _) => return Ok(way.clone()),
                ([_, _, ..], Some(_)) => return Err(self.several_passing(from, to, &passing)),
                _ => {}
            }
            let working = place.map(|place| self.calls.working(from.method, to.method, place));
            match working.as_deref() {
                Some([way]) => return Ok(way.clone()),
                Some([_, _, ..]) => return Err(self.several_passing(from, to, &working.unwrap_or_default())),
                _ => {}
            }
        }
        let (caller, callee) = (show(self.program, from.method), show(self.program, to.method));
        let (problem, offered) = match place {
            _ if ways.is_empty() => return Err(self.no_call(from, to)),
            Some(Place::Line(_)) if body.code.lines.is_empty() => {
                (Problem::NoLineTable { method: caller }, ways.iter().collect())
            }
            Some(place) if fitting.is_empty() => {
                let problem = Problem::NoCallThere { caller, callee, place: preposition(place) };
                let error = RegionError::new(problem, self.call_span(from.number));
                let error = self.with_calls_at(error, from.method, place);
                return Err(error.candidates(ways.iter().map(|way| self.calling_at(from, to, way))));
            }
            Some(Place::Line(line)) => {
                (Problem::SeveralCallsOnLine { caller, callee, count: fitting.len(), line }, fitting)
            }
            _ => (Problem::SeveralCalls { caller, callee, count: fitting.len() }, fitting),
        };
        let span = if place.is_some() { self.call_span(from.number) } else { self.span_of(from.number) };
        Err(RegionError::new(problem, span).candidates(offered.into_iter().map(|way| self.calling_at(from, to, way))))
    }

    /// Puts bridges where a chain spells them, as one taken from a stack trace does: the name of a bridge is that of the
    /// next element, too. It is meant where that method does not call itself at the place.
    pub(super) fn spell_bridges(&self, known: &mut [Known]) {
        for next in (1..known.len()).rev() {
            let (before, rest) = known.split_at_mut(next);
            let Some((from, before)) = before.split_last_mut() else { continue };
            let Some(to) = rest.first().filter(|to| to.method == from.method && to.number == from.number + 1) else {
                continue;
            };
            let place = self.call_place(from.number);
            let calls = |caller: MethodId| {
                let ways = self.calls.ways_to(caller, to.method);
                ways.iter().any(|way| place.is_none_or(|place| self.calls.is_at(caller, way, place)))
            };
            let Some((class, info)) = self.program.get(to.method.class).zip(self.program.method(to.method)) else {
                continue;
            };
            if calls(from.method) {
                continue;
            }
            let bridges = class.methods_named(&info.name).map(|(id, _)| id);
            let bridges: Vec<_> = bridges.filter(|id| self.calls.is_forwarder(*id) && calls(*id)).collect();
            let reached =
                |id: &&MethodId| before.last().is_none_or(|caller| !self.calls.ways_to(caller.method, **id).is_empty());
            if let Some(bridge) = bridges.iter().find(reached) {
                from.method = *bridge;
            }
        }
    }

    /// The error for several calls at one place that may pass through to the next method.
    fn several_passing(&self, from: Known, to: Known, passing: &[Way]) -> RegionError {
        let (caller, callee) = (show(self.program, from.method), show(self.program, to.method));
        let count = passing.len();
        let problem = match self.call_place(from.number) {
            Some(Place::Line(line)) => Problem::SeveralCallsOnLine { caller, callee, count, line },
            _ => Problem::SeveralCalls { caller, callee, count },
        };
        let span = self.call_span(from.number);
        RegionError::new(problem, span).candidates(passing.iter().map(|way| self.calling_at(from, to, way)))
    }

    /// Adds the ways out of a call that cannot lie inside a chain.
    fn outside(&self, error: RegionError, to: Known) -> RegionError {
        let error = error.note(
            "choose a checkpoint outside of that call, or start the chain below that call; the code above the chain \
             then runs in the replay, too",
        );
        if self.pattern.end.is_some() {
            return error; // its chain would have to start there, too
        }
        error.candidates([self.with(|point| drop(point.chain.drain(..to.number)))])
    }

    /// The region with the call place of one element written as that of the way.
    fn calling_at(&self, from: Known, to: Known, way: &Way) -> String {
        let place = if way.through {
            self.calls.place_of_passing(from.method, way.item, to.method)
        } else {
            self.calls.place_of(from.method, way.item, to.method)
        };
        self.with(|point| {
            if let Some(Element::Method(method)) = point.chain.get_mut(from.number).map(|it| &mut it.value) {
                method.call = place.map(Into::into);
            }
        })
    }

    /// Adds what the caller does call at the place.
    fn with_calls_at(&self, error: RegionError, caller: MethodId, place: Place) -> RegionError {
        let ways = self.calls.ways(caller);
        let there = ways.iter().filter(|way| self.calls.is_at(caller, way, place));
        let mut called: Vec<String> = there.map(|way| show(self.program, way.target)).collect();
        called.dedup();
        called.truncate(MOST_CANDIDATES);
        if called.is_empty() {
            return error.note(format!("the caller calls no method of the program {}", preposition(place)));
        }
        error.note(format!("{} the caller calls {}", preposition(place), called.join(", ")))
    }

    /// The error for a method that does not call the next one, with longer chains that do lead there.
    fn no_call(&self, from: Known, to: Known) -> RegionError {
        let (caller, callee) = (show(self.program, from.method), show(self.program, to.method));
        let span = self.span_of(from.number).to(self.span_of(to.number));
        if let Some(error) = self.call_place(from.number).and_then(|place| self.library_call(from, to, place)) {
            return error;
        }
        let made = self.calls.makes_function(from.method, to.method);
        if made.is_some() || self.is_lambda_body(to.method) {
            let error = RegionError::new(Problem::FunctionCall { caller: caller.clone(), callee }, span);
            let line = made.and_then(|item| self.calls.body(from.method)?.line(item));
            return match line {
                Some(line) => error.note(format!("line {line} of {caller} only creates the function object")),
                None => error,
            };
        }
        let mut error = RegionError::new(Problem::NoCall { caller, callee }, span);
        if let Some(missing) = self.calls.unresolved(from.method, to.method) {
            error = error.note(format!("the caller calls {missing}, which is not on the class path"));
        }
        let ends = Ends { from: from.method, to: to.method, may_be_empty: false };
        let found = chains(self.calls, &ends, |_| true, MOST_CANDIDATES).map(|found| found.shortest);
        match found.as_deref() {
            None => error,
            Some([]) => self.why_not_called(error, to),
            Some(longer) => {
                let filled = longer.iter().map(|chain| self.filled(Some(from), to.number..to.number, chain));
                error.note("the caller reaches the callee through other methods").candidates(filled)
            }
        }
    }

    /// The error for a place where only code of the JDK can call the next element.
    fn library_call(&self, from: Known, to: Known, place: Place) -> Option<RegionError> {
        let frames = self.calls.library_calls(from.method, place);
        let made = self.program.method(to.method).is_some_and(|info| info.name == "<init>")
            && frames.iter().any(|frame| frame.ends_with(".newInstance"));
        if frames.is_empty() || !(made || self.is_lambda_body(to.method) || self.overridden_in_jdk(to.method).is_some())
        {
            return None;
        }
        let (caller, callee) = (show(self.program, from.method), show(self.program, to.method));
        let problem =
            Problem::LibraryBetween { caller, place: preposition(place), frames: frames.join(" and "), callee };
        let error = RegionError::new(problem, self.call_span(from.number));
        Some(self.outside(error, to))
    }

    /// Adds what is known about how a method comes to be called.
    pub(super) fn why_not_called(&self, error: RegionError, to: Known) -> RegionError {
        let callee = show(self.program, to.method);
        let callers = self.calls.callers(to.method);
        let error = if callers.is_empty() {
            let makers = self.calls.makers(to.method);
            let makers = makers
                .iter()
                .map(|maker| format!("{} creates a function object of this method", show(self.program, *maker)));
            let is_given = to.number.checked_sub(1).and_then(|caller| self.call_place(caller)).is_some();
            let way_out = if is_given { "" } else { "; a chain through such a call needs its line" };
            let error = error.note(format!(
                "no method of the program calls {callee}: only reflection, the JDK or a function object can{way_out}"
            ));
            makers.fold(error, RegionError::note)
        } else {
            let shown = callers.iter().map(|caller| show(self.program, *caller)).collect::<Vec<_>>().join(", ");
            error.note(format!("{callee} is called by {shown}"))
        };
        match self.overridden_in_jdk(to.method) {
            Some(overridden) => error.note(format!("the JDK can call this method as {overridden}")),
            None => error,
        }
    }

    /// The method of the JDK that the method overrides.
    fn overridden_in_jdk(&self, method: MethodId) -> Option<String> {
        let program = self.program;
        let info = program.method(method)?;
        if info.access & (access::STATIC | access::PRIVATE) != 0 || info.name.starts_with('<') {
            return None;
        }
        let mut library = lineage(program, method.class).into_iter().filter(|class| !program.is_application(*class));
        let declaring = library.find_map(|class| program.get(class)?.declared(&info.name, &info.descriptor))?;
        Some(format!("{}.{}", class_name(program, declaring.class), info.name))
    }

    fn is_lambda_body(&self, method: MethodId) -> bool {
        super::names::is_synthetic(self.program, method)
            && self.program.method(method).is_some_and(|info| info.name.starts_with("lambda$"))
    }

    /// Where the call place of the element stands in the text.
    fn call_span(&self, number: usize) -> Span {
        match self.point().chain.get(number).map(|element| &element.value) {
            Some(Element::Method(method)) => method.call.as_ref().map_or(self.span_of(number), |call| call.span),
            _ => self.span_of(number),
        }
    }
}

pub(super) fn preposition(place: Place) -> String {
    match place {
        Place::Line(line) => format!("on line {line}"),
        Place::Offset(offset) => format!("at offset {offset}"),
        Place::End => "at its end".to_owned(),
    }
}
