//! What can be wrong with a region, where in its text, and what could be written instead.
//!
//! [`Problem`] says what; [`RegionError`] adds the place, notes and candidates. Candidates are whole regions, ready to
//! paste, in an order that depends on the program alone.

use super::pattern::Span;
use std::fmt::Write as _;
use thiserror::Error;

/// How many candidates an error lists at most.
pub(super) const MOST_CANDIDATES: usize = 10;

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum Problem {
    #[error("expected {expected}, found {found}")]
    Syntax { expected: String, found: String },
    #[error("two `*` in a row mean the same as one: write one")]
    TwoWildcards,
    #[error("the last chain element must be the method with the checkpoint, not `*`")]
    WildcardContainer,
    #[error("the last chain element is the method with the checkpoint and calls no further element: remove `:{call}`")]
    ContainerCall { call: String },
    #[error("`{name}` is not a chain element: write `Class.{name}`")]
    MethodWithoutClass { name: String },
    #[error("an array has at most 255 dimensions")]
    TooManyDimensions,
    #[error("the type arguments do not end: `>` is missing")]
    OpenTypeArguments,
    #[error("the name in backquotes is empty or does not end")]
    OpenQuote,
    #[error("{what} is at most {most}")]
    NumberTooLarge { what: &'static str, most: u32 },

    #[error("no class `{class}` in the program")]
    UnknownClass { class: String },
    #[error("`{class}` is a class of the JDK; a chain contains only methods of the program")]
    LibraryClass { class: String },
    #[error("several classes are called `{class}`")]
    AmbiguousClass { class: String },
    #[error("no method `{method}` in class {class}")]
    UnknownMethod { method: String, class: String },
    #[error(
        "class {class} inherits `{method}` from {declared}, a class of the JDK; a chain contains only methods of the program"
    )]
    LibraryMethod { method: String, class: String, declared: String },
    #[error("no `{method}` in class {class} has the parameters `({parameters})`")]
    NoOverload { method: String, class: String, parameters: String },
    #[error("class {class} has several methods `{method}`: write the parameter types")]
    AmbiguousMethod { method: String, class: String },
    #[error("{method} is {kind}: it has no code that a chain could pass through")]
    NoBody { method: String, kind: &'static str },
    #[error("the code of {method} cannot be read: {reason}")]
    UnreadableCode { method: String, reason: String },
    #[error("the region names class `{class}`, but its chain ends in {container}")]
    OtherClass { class: String, container: String },

    #[error("{method} has no line table: name the bytecode offset as `@offset`")]
    NoLineTable { method: String },
    #[error("no code on line {line} of {method}")]
    NoCodeOnLine { line: u16, method: String },
    #[error(
        "line {line} of {method} was compiled to {count} separate ranges of code: write the bytecode offset of one"
    )]
    SeveralCopies { line: u16, method: String, count: usize },
    #[error("no instruction starts at offset {offset} of {method}")]
    NoInstruction { offset: u32, method: String },
    #[error("{method} never returns: it has no `@end`")]
    NoReturn { method: String },

    #[error("{caller} does not call {callee}")]
    NoCall { caller: String, callee: String },
    #[error("{caller} does not call {callee} {place}")]
    NoCallThere { caller: String, callee: String, place: String },
    #[error("{caller} calls {callee} at {count} places: write the line or the bytecode offset of the call")]
    SeveralCalls { caller: String, callee: String, count: usize },
    #[error("{caller} calls {callee} {count} times on line {line}: write the bytecode offset of the call")]
    SeveralCallsOnLine { caller: String, callee: String, count: usize, line: u16 },
    #[error("{caller} can reach {callee} only by calling a function object: write the line of that call")]
    FunctionCall { caller: String, callee: String },
    #[error(
        "{caller} {place} calls {frames}; if this call reaches {callee}, code of the JDK between them may continue \
         its work afterwards, and a chain cannot contain such code"
    )]
    LibraryBetween { caller: String, place: String, frames: String, callee: String },

    #[error("the chain of a thread is written out: it has no `*`")]
    WildcardInThread,
    #[error(
        "{caller} {place} does not wait in {callee} by a call that can be made again; await the end of the thread before the checkpoint, or move the checkpoint"
    )]
    NoWait { caller: String, callee: String, place: String },

    #[error(
        "{caller} {place} enters no monitor by a `synchronized` block, and a thread that waits at the entry of a `synchronized` method is not captured; \
         put the method's body into a block, or release the monitor before the checkpoint"
    )]
    NoMonitor { caller: String, place: String },

    #[error(
        "no loop of these methods is around the lines, so the thread does not come back to a place where it can be held; await its end before \
         the checkpoint, or move the checkpoint"
    )]
    NoLoop,

    #[error("`*` matches no chain: no calls within the program lead from {from} to {to}")]
    NoChain { from: String, to: String },
    #[error("several chains of calls lead from {from} to {to}")]
    SeveralChains { from: String, to: String },
    #[error("there are too many chains from {from} to {to}; write more of the chain")]
    TooManyChains { from: String, to: String },

    #[error("the program has no class `{class}` with a method `public static void main(String[])`")]
    NoMain { class: String },
    #[error("no region is given")]
    NoRegion,
}

/// An error in a region's text, or between it and the program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{problem}")]
pub struct RegionError {
    /// What is wrong.
    pub problem: Box<Problem>,
    /// Where in the text.
    pub span: Span,
    /// What else was found.
    pub notes: Vec<String>,
    /// What could be written instead: whole regions.
    pub candidates: Vec<String>,
}

impl RegionError {
    /// An error without notes and candidates.
    #[cold]
    pub fn new(problem: Problem, span: Span) -> Self {
        Self { problem: Box::new(problem), span, notes: Vec::new(), candidates: Vec::new() }
    }

    /// Whether the program's calls do not tell which chain a `*` stands for.
    pub fn leaves_open(&self) -> bool {
        matches!(*self.problem, Problem::NoChain { .. } | Problem::SeveralChains { .. } | Problem::TooManyChains { .. })
    }

    /// Adds a note.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Adds candidates: the first ten of them, each once, in the order given.
    #[must_use]
    pub fn candidates(mut self, candidates: impl IntoIterator<Item = String>) -> Self {
        for candidate in candidates {
            if self.candidates.len() < MOST_CANDIDATES && !self.candidates.contains(&candidate) {
                self.candidates.push(candidate);
            }
        }
        self
    }

    /// The error with the place marked in the text that was parsed, and what could be written instead. Several lines,
    /// the last one ended.
    pub fn render(&self, source: &str) -> String {
        self.render_as(source, "")
    }

    fn render_as(&self, source: &str, place: &str) -> String {
        let (line, column) = self.line_and_column(source);
        let shown: String = line.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
        let end = self.span.end.saturating_sub(self.span.start);
        let covered = source.get(self.span.start..).and_then(|rest| rest.get(..end)).unwrap_or_default();
        let width = covered.lines().next().map_or(0, |covered| covered.chars().count()).max(1);
        let mut text = format!("error: {place}{}\n", self.problem);
        let _ = writeln!(text, "  {}\n  {}{}", shown.trim_end(), " ".repeat(column), "^".repeat(width));
        for note in &self.notes {
            let _ = writeln!(text, "  note: {note}");
        }
        if !self.candidates.is_empty() {
            text.push_str("  candidates:\n");
        }
        for candidate in &self.candidates {
            let _ = writeln!(text, "    {candidate}");
        }
        text
    }

    /// The line of the text in which the error lies, and the characters in it before the error.
    fn line_and_column<'a>(&self, source: &'a str) -> (&'a str, usize) {
        let before = source.get(..self.span.start).unwrap_or(source);
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = source[start..].lines().next().unwrap_or_default();
        (line, before[start..].chars().count())
    }
}

/// An error in a region of a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}:{line}:{}: {error}", .error.line_and_column(.source_line).1 + 1)]
pub struct FileError {
    /// The file's name, as given.
    pub file: String,
    /// The line in it, from 1.
    pub line: usize,
    /// That line.
    pub source_line: String,
    /// The error; its span counts within the line.
    pub error: RegionError,
}

impl FileError {
    /// As [`RegionError::render`], with `file:line:column` in front.
    pub fn render(&self) -> String {
        let column = self.error.line_and_column(&self.source_line).1 + 1;
        self.error.render_as(&self.source_line, &format!("{}:{}:{column}: ", self.file, self.line))
    }
}
