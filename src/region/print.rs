//! Region patterns as text, in one canonical form: `28, Main, Main.main(String[]):44; Main.run(String[]) &`.
//!
//! Invariant: what is printed parses to an equal tree. The `&` is always written, `...` becomes `[]`, names that need
//! backquotes get them.

use super::pattern::{Element, MethodPattern, Name, Pattern, Place, PointPattern, TypeName, is_plain};
use std::fmt::{Display, Formatter, Result};

impl Display for Pattern {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{} &", self.start.value)?;
        self.end.iter().try_for_each(|end| write!(f, " {}", end.value))
    }
}

impl Display for PointPattern {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}, {}, ", self.place.value, self.class.value)?;
        for (number, element) in self.chain.iter().enumerate() {
            write!(f, "{}{}", if number == 0 { "" } else { "; " }, element.value)?;
        }
        Ok(())
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Place::Line(line) => write!(f, "{line}"),
            Place::Offset(offset) => write!(f, "@{offset}"),
            Place::End => f.write_str("@end"),
        }
    }
}

impl Display for Element {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Element::Any => f.write_str("*"),
            Element::Method(method) => method.fmt(f),
        }
    }
}

impl Display for MethodPattern {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}.", self.class.value)?;
        match self.name.value.as_str() {
            name @ ("<init>" | "<clinit>") => f.write_str(name)?,
            name => write_part(f, name)?,
        }
        if let Some(parameters) = &self.parameters {
            let types: Vec<String> = parameters.value.iter().map(TypeName::to_string).collect();
            write!(f, "({})", types.join(","))?;
        }
        self.call.iter().try_for_each(|call| write!(f, ":{}", call.value))
    }
}

impl Display for TypeName {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}{}", self.name, "[]".repeat(usize::from(self.dimensions)))
    }
}

impl Display for Name {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for (number, part) in self.parts.iter().enumerate() {
            f.write_str(if number == 0 { "" } else { "." })?;
            write_part(f, part)?;
        }
        Ok(())
    }
}

fn write_part(f: &mut Formatter<'_>, part: &str) -> Result {
    if is_plain(part) { f.write_str(part) } else { write!(f, "`{part}`") }
}
