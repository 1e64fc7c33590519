//! The parser of region patterns: recursive descent over characters, grammar in [`super::pattern`].
//!
//! Every function stands at a token (white space is skipped behind tokens) and consumes what it names. Nesting of type
//! arguments is counted, not recursed into, so no input can exhaust the stack. A missing `&` means the same as a `&` at
//! the end: a text holds one region, so nothing else can be meant.

use super::error::{Problem, RegionError};
use super::line::LinePattern;
use super::pattern::{
    Element, MethodPattern, Name, Pattern, Place, PointPattern, Span, Spanned, TypeName, is_plain_char,
};
use super::quotes;

type Parsed<T> = Result<T, RegionError>;

/// Parses one region.
pub fn parse(text: &str) -> Parsed<Pattern> {
    region(text).map_err(|error| quotes::suggest(text, error, region))
}

fn region(text: &str) -> Parsed<Pattern> {
    let mut parser = Parser { text, at: 0, last: 0 };
    parser.skip_blank();
    let start = parser.point()?;
    let mut end = None;
    if parser.accept('&') && !parser.at_end() {
        end = Some(parser.point()?);
    }
    if parser.at_end() { Ok(Pattern { start, end }) } else { Err(parser.after_point(end.is_some())) }
}

/// Parses the chain of a thread: its methods and, last, the one in which it waits.
pub(super) fn thread(text: &str) -> Parsed<Vec<Spanned<MethodPattern>>> {
    let mut parser = Parser { text, at: 0, last: 0 };
    parser.skip_blank();
    let note = "a thread is `Class.method:callLine; …; Class.method:callLine; JdkClass.method`, its first method first; one that runs has \
                lines in all methods";
    let mut parsed = || {
        let mut elements = Vec::new();
        loop {
            let Spanned { value, span } = parser.element()?;
            match value {
                Element::Method(method) => elements.push(Spanned::new(method, span)),
                Element::Any => return Err(RegionError::new(Problem::WildcardInThread, span)),
            }
            if !parser.accept(';') {
                break;
            }
        }
        let runs = elements.last().is_some_and(|last: &Spanned<MethodPattern>| last.value.call.is_some());
        let is_whole = parser.at_end() && (elements.len() > 1 || runs);
        if is_whole { Ok(elements) } else { Err(parser.unexpected("`;` and the method of the JDK in which it waits")) }
    };
    parsed().map_err(|error: RegionError| RegionError { notes: vec![note.to_owned()], ..error })
}

/// Parses `line, Class` or `line, Class.method`.
pub(super) fn line(text: &str) -> Parsed<LinePattern> {
    let mut parser = Parser { text, at: 0, last: 0 };
    parser.skip_blank();
    let mut parsed = || {
        let place = parser.place("a line number, `@offset`, `@start` or `@end`")?;
        parser.expect(',', "`,` and the class")?;
        let name = parser.class("a class")?;
        if parser.at_end() { Ok(LinePattern { place, name }) } else { Err(parser.unexpected("`.` or the end")) }
    };
    let note = "a line of the program is `line, Class` or `line, Class.method`";
    parsed().map_err(|error: RegionError| RegionError { notes: vec![note.to_owned()], ..error })
}

/// Whether the text holds nothing but white space and comments.
pub(super) fn is_blank(text: &str) -> bool {
    skip_comments(text).is_empty()
}

/// The text behind white space and comments (`#` to the end of the line).
fn skip_comments(text: &str) -> &str {
    let mut rest = text.trim_start();
    while rest.starts_with('#') {
        rest = rest.find('\n').map_or("", |end| rest[end..].trim_start());
    }
    rest
}

struct Parser<'a> {
    text: &'a str,
    /// Where the next token starts.
    at: usize,
    /// Where the last token ended.
    last: usize,
}

impl Parser<'_> {
    fn point(&mut self) -> Parsed<Spanned<PointPattern>> {
        let from = self.at;
        if let Some(point) = self.short(from, None) {
            return Ok(point);
        }
        let place = self.place("a line number, `@offset`, `@start` or `@end`")?;
        self.expect(',', "`,` and the class")?;
        if let Some(point) = self.short(from, Some(place)) {
            return Ok(point);
        }
        let class = self.class("the class of the container")?;
        self.expect(',', "`,` and the chain")?;
        let mut chain = vec![self.element()?];
        while self.accept(';') {
            let element = self.element()?;
            if element.value == Element::Any && chain.last().is_some_and(|last| last.value == Element::Any) {
                return Err(RegionError::new(Problem::TwoWildcards, element.span));
            }
            chain.push(element);
        }
        check_container(&chain)?;
        Ok(Spanned::new(PointPattern { place, class, chain }, self.since(from)))
    }

    /// A method alone, up to the end of the point, with the only chain that leads to it: `Class.method` for `@0, Class, *;
    /// Class.method`. Nothing is consumed if something else is there.
    fn short(&mut self, from: usize, place: Option<Spanned<Place>>) -> Option<Spanned<PointPattern>> {
        let (start, last) = (self.at, self.last);
        let mut parsed = || -> Parsed<_> {
            let (class, name) = self.class_and_method()?;
            let parameters = if self.peek() == Some('(') { Some(self.parameters()?) } else { None };
            Ok(MethodPattern { class, name, parameters, call: None })
        };
        let parsed = parsed().ok().filter(|_| self.at_end() || self.peek() == Some('&'));
        let Some(method) = parsed else {
            (self.at, self.last) = (start, last);
            return None;
        };
        let place = place.unwrap_or_else(|| Spanned::new(Place::Offset(0), Span { start, end: start }));
        let class = method.class.clone();
        let method = Spanned::new(Element::Method(method), self.since(start));
        let chain = vec![Spanned::new(Element::Any, method.span), method];
        Some(Spanned::new(PointPattern { place, class, chain }, self.since(from)))
    }

    fn element(&mut self) -> Parsed<Spanned<Element>> {
        let from = self.at;
        if self.accept('*') {
            return Ok(Spanned::new(Element::Any, self.since(from)));
        }
        let (class, name) = self.class_and_method()?;
        let parameters = if self.peek() == Some('(') { Some(self.parameters()?) } else { None };
        let call = if self.accept(':') { Some(self.place("the line of the call or `@offset`")?) } else { None };
        let method = MethodPattern { class, name, parameters, call };
        Ok(Spanned::new(Element::Method(method), self.since(from)))
    }

    fn class_and_method(&mut self) -> Parsed<(Spanned<Name>, Spanned<String>)> {
        let mut parts = vec![self.name("`Class.method` or `*`")?];
        let mut special = None;
        while special.is_none() && self.accept('.') {
            if self.peek() == Some('<') {
                special = Some(self.special_name()?);
            } else {
                parts.push(self.name("a class or method name")?);
            }
        }
        let method = match special {
            Some(name) => name,
            None if parts.len() > 1 => parts.pop().unwrap_or_default(),
            None if self.peek().is_some_and(|char| !"(:;&,".contains(char)) => {
                return Err(self.unexpected("`.` and the method"));
            }
            None => {
                let name = parts.pop().unwrap_or_default();
                return Err(RegionError::new(Problem::MethodWithoutClass { name: name.value }, name.span));
            }
        };
        Ok((join(parts), method))
    }

    fn special_name(&mut self) -> Parsed<Spanned<String>> {
        let from = self.at;
        for name in ["<init>", "<clinit>"] {
            if self.text[from..].starts_with(name) {
                self.advance(name.len());
                return Ok(Spanned::new(name.to_owned(), self.since(from)));
            }
        }
        Err(self.unexpected("`<init>` or `<clinit>`"))
    }

    fn parameters(&mut self) -> Parsed<Spanned<Vec<TypeName>>> {
        let from = self.at;
        self.expect('(', "`(`")?;
        let mut types = Vec::new();
        while !self.accept(')') {
            if !types.is_empty() {
                self.expect(',', "`,` or `)`")?;
            }
            types.push(self.type_name()?);
        }
        Ok(Spanned::new(types, self.since(from)))
    }

    fn type_name(&mut self) -> Parsed<TypeName> {
        let mut parts = vec![self.name("a parameter type or `)`")?];
        self.skip_type_arguments()?;
        while self.peek() == Some('.') && !self.text[self.at..].starts_with("...") {
            self.accept('.');
            parts.push(self.name("a class name")?);
            self.skip_type_arguments()?;
        }
        let from = self.at;
        let mut dimensions = 0usize;
        while self.accept('[') {
            self.expect(']', "`]`")?;
            dimensions += 1;
        }
        if self.text[self.at..].starts_with("...") {
            self.advance(3);
            dimensions += 1;
        }
        let dimensions =
            u8::try_from(dimensions).map_err(|_| RegionError::new(Problem::TooManyDimensions, self.since(from)))?;
        Ok(TypeName { name: join(parts).value, dimensions })
    }

    /// Skips `<…>`; erased types do not show it.
    fn skip_type_arguments(&mut self) -> Parsed<()> {
        if self.peek() != Some('<') {
            return Ok(());
        }
        let from = self.at;
        let mut depth = 0usize;
        while let Some(char) = self.peek() {
            match char {
                '<' => depth += 1,
                '>' => depth -= 1,
                ';' | ':' | '(' | ')' => break,
                _ => {}
            }
            self.advance(char.len_utf8());
            if depth == 0 {
                return Ok(());
            }
        }
        Err(RegionError::new(Problem::OpenTypeArguments, self.since(from)))
    }

    fn class(&mut self, what: &str) -> Parsed<Spanned<Name>> {
        let mut parts = vec![self.name(what)?];
        while self.accept('.') {
            parts.push(self.name("a class name")?);
        }
        Ok(join(parts))
    }

    fn name(&mut self, what: &str) -> Parsed<Spanned<String>> {
        let from = self.at;
        let rest = &self.text[from..];
        if let Some(quoted) = rest.strip_prefix('`') {
            let name = quoted.split('`').next().unwrap_or_default();
            if name.is_empty() || quoted.len() == name.len() {
                return Err(RegionError::new(Problem::OpenQuote, Span { start: from, end: self.text.len() }));
            }
            self.advance(name.len() + 2);
            return Ok(Spanned::new(name.to_owned(), self.since(from)));
        }
        let length = rest.find(|char| !is_plain_char(char)).unwrap_or(rest.len());
        if length == 0 {
            return Err(self.unexpected(what));
        }
        self.advance(length);
        Ok(Spanned::new(rest[..length].to_owned(), self.since(from)))
    }

    fn place(&mut self, what: &str) -> Parsed<Spanned<Place>> {
        let from = self.at;
        let offset = self.accept('@');
        for (word, place) in [("start", Place::Offset(0)), ("end", Place::End)] {
            let behind = self.text[self.at..].strip_prefix(word).map(|rest| rest.chars().next());
            if offset && behind.is_some_and(|next| next.is_none_or(|char| !is_plain_char(char))) {
                self.advance(word.len());
                return Ok(Spanned::new(place, self.since(from)));
            }
        }
        let digits = &self.text[self.at..];
        let length = digits.find(|char: char| !char.is_ascii_digit()).unwrap_or(digits.len());
        if length == 0 {
            return Err(self.unexpected(if offset { "a bytecode offset, `start` or `end`" } else { what }));
        }
        self.advance(length);
        let digits = &digits[..length];
        let place = if offset { digits.parse().map(Place::Offset) } else { digits.parse().map(Place::Line) };
        let (what, most) = if offset { ("an offset", u32::MAX) } else { ("a line", u32::from(u16::MAX)) };
        place
            .map(|place| Spanned::new(place, self.since(from)))
            .map_err(|_| RegionError::new(Problem::NumberTooLarge { what, most }, self.since(from)))
    }

    /// The error for a text that goes on behind a point.
    fn after_point(&self, after_end: bool) -> RegionError {
        self.unexpected(if after_end { "the end of the region" } else { "`;`, `&` or the end of the region" })
    }

    fn expect(&mut self, char: char, what: &str) -> Parsed<()> {
        if self.accept(char) { Ok(()) } else { Err(self.unexpected(what)) }
    }

    fn accept(&mut self, char: char) -> bool {
        let there = self.peek() == Some(char);
        if there {
            self.advance(char.len_utf8());
        }
        there
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn at_end(&self) -> bool {
        self.at == self.text.len()
    }

    fn advance(&mut self, bytes: usize) {
        self.at += bytes;
        self.last = self.at;
        self.skip_blank();
    }

    /// Skips white space and comments.
    fn skip_blank(&mut self) {
        self.at = self.text.len() - skip_comments(&self.text[self.at..]).len();
    }

    fn since(&self, from: usize) -> Span {
        Span { start: from, end: self.last.max(from) }
    }

    fn unexpected(&self, expected: &str) -> RegionError {
        let rest = &self.text[self.at..];
        let run = rest.find(|char| !is_plain_char(char)).unwrap_or(rest.len());
        let length = run.max(rest.chars().next().map_or(0, char::len_utf8));
        let (found, start) =
            if length == 0 { ("the end".to_owned(), self.last) } else { (format!("`{}`", &rest[..length]), self.at) };
        RegionError::new(Problem::Syntax { expected: expected.to_owned(), found }, Span { start, end: start + length })
            .note("a region is `line, Class, Class.method:callLine; …; Class.method &`")
    }
}

fn join(parts: Vec<Spanned<String>>) -> Spanned<Name> {
    let span = match (parts.first(), parts.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => Span::default(),
    };
    Spanned::new(Name { parts: parts.into_iter().map(|part| part.value).collect() }, span)
}

/// The last element must be a method without call place.
fn check_container(chain: &[Spanned<Element>]) -> Parsed<()> {
    match chain.last() {
        Some(Spanned { value: Element::Any, span }) => Err(RegionError::new(Problem::WildcardContainer, *span)),
        Some(Spanned { value: Element::Method(MethodPattern { call: Some(call), .. }), .. }) => {
            Err(RegionError::new(Problem::ContainerCall { call: call.value.to_string() }, call.span))
        }
        _ => Ok(()),
    }
}
