//! Reading a line of a model: a cursor that takes names, descriptors and separators.
//!
//! Descriptors contain the `;` that also ends an effect, so a line is never split at it: what is expected next decides
//! how far to read. `#` starts a comment where a line begins; blank lines say nothing.

use super::{MethodName, ModelError, Result};
use crate::classfile::descriptor::parse_method;

/// The rest of a line, and where it is.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    pub file: &'static str,
    pub line: usize,
    pub rest: &'a str,
}

/// The lines of a model that say something.
pub(super) fn lines<'a>(file: &'static str, text: &'a str) -> impl Iterator<Item = Cursor<'a>> {
    let numbered = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
    let saying = numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    saying.map(move |(line, rest)| Cursor { file, line, rest })
}

impl<'a> Cursor<'a> {
    pub fn error<T>(&self, expected: &'static str) -> Result<T> {
        Err(ModelError { file: self.file, line: self.line, expected, rest: self.rest.to_owned() })
    }

    pub fn is_done(&self) -> bool {
        self.rest.is_empty()
    }

    /// Takes the text if it comes next, and white space behind it.
    pub fn take(&mut self, text: &str) -> bool {
        let Some(rest) = self.rest.strip_prefix(text) else { return false };
        self.rest = rest.trim_start();
        true
    }

    /// Takes the text if it comes next, and nothing more: what follows must stand right behind it.
    pub fn take_tight(&mut self, text: &str) -> bool {
        self.rest.strip_prefix(text).is_some_and(|rest| {
            self.rest = rest;
            true
        })
    }

    pub fn expect(&mut self, text: &str, expected: &'static str) -> Result<()> {
        if self.take(text) { Ok(()) } else { self.error(expected) }
    }

    /// Takes a word of the language: letters and hyphens, then white space.
    pub fn word(&mut self) -> &'a str {
        let word = self.prefix(|c| c.is_ascii_alphabetic() || c == '-');
        self.rest = self.rest.trim_start();
        word
    }

    /// Takes this word if it comes next and ends there.
    pub fn take_word(&mut self, word: &str) -> bool {
        let Some(rest) = self.rest.strip_prefix(word) else { return false };
        let ends = rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace() || c == ';' || c == ',');
        ends && self.take(word)
    }

    /// Takes an internal class name: it goes up to a dot, white space or a separator.
    pub fn class(&mut self) -> Result<&'a str> {
        let name = self.prefix(|c| !c.is_whitespace() && !".;:,()[]".contains(c));
        if name.is_empty() { self.error("a class") } else { Ok(name) }
    }

    /// Takes the name of a field or a method.
    pub fn name(&mut self) -> Result<&'a str> {
        let name = self.prefix(|c| !c.is_whitespace() && !".;:,()[]".contains(c));
        if name.is_empty() { self.error("a name") } else { Ok(name) }
    }

    /// Takes a class name or the descriptor of an array.
    pub fn type_name(&mut self) -> Result<&'a str> {
        if !self.rest.starts_with('[') {
            return self.class();
        }
        let length = field_length(self.rest);
        if length == 0 {
            return self.error("the descriptor of an array");
        }
        Ok(self.split(length))
    }

    /// Takes a method descriptor.
    pub fn descriptor(&mut self) -> Result<&'a str> {
        let end = self.rest.find(')').map(|at| at + 1);
        let length = end.map(|end| match &self.rest[end..] {
            result if result.starts_with('V') => end + 1,
            result => end + field_length(result),
        });
        match length.filter(|length| parse_method(&self.rest[..*length]).is_some()) {
            Some(length) => Ok(self.split(length)),
            None => self.error("a method descriptor"),
        }
    }

    /// Takes `class.name` and a descriptor, if there is one, and white space.
    pub fn method(&mut self) -> Result<MethodName> {
        let class = self.class()?.to_owned();
        if !self.take_tight(".") {
            return self.error("`.` and a method");
        }
        let name = self.name()?.to_owned();
        let descriptor = if self.rest.starts_with('(') { Some(self.descriptor()?.to_owned()) } else { None };
        self.rest = self.rest.trim_start();
        Ok(MethodName { class, name, descriptor })
    }

    /// Skips white space.
    pub fn space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn prefix(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let length = self.rest.find(|c| !belongs(c)).unwrap_or(self.rest.len());
        self.split(length)
    }

    fn split(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }
}

/// The length of the field descriptor at the start of the text; 0 if there is none.
fn field_length(text: &str) -> usize {
    let dimensions = text.len() - text.trim_start_matches('[').len();
    let element = match text.as_bytes().get(dimensions) {
        Some(b'L') => text[dimensions..].find(';').map(|at| at + 1),
        Some(b'Z' | b'B' | b'C' | b'S' | b'I' | b'J' | b'F' | b'D') => Some(1),
        _ => None,
    };
    element.map_or(0, |length| dimensions + length)
}
