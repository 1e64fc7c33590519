//! Labelled code as text, for tests and debugging: a label, its frame, then instructions; tables at the end.
//!
//! Constants stay indices, shown as `#7`: code alone does not know its class.

use super::code::{Code, Frame, Item, Label, Operand, VType};
use super::opcode;
use std::fmt::{Display, Formatter, Result};

impl Display for Label {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        write!(out, "L{}", self.0)
    }
}

impl Display for VType {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self {
            Self::Object(name) => write!(out, "{name}"),
            Self::Uninitialized(label) => write!(out, "new {label}"),
            Self::UninitializedThis => write!(out, "new this"),
            simple => write!(out, "{}", format!("{simple:?}").to_lowercase()),
        }
    }
}

impl Display for Frame {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        let list = |types: &[VType]| types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        write!(out, "[{}] [{}]", list(&self.locals), list(&self.stack))
    }
}

impl Display for Operand {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self {
            Self::None => Ok(()),
            Self::Immediate(value) => write!(out, " {value}"),
            Self::Local(local) => write!(out, " {local}"),
            Self::Increment { local, by } => write!(out, " {local} {by}"),
            Self::Constant(index) => write!(out, " #{index}"),
            Self::Branch(target) => write!(out, " {target}"),
            Self::Table { default, low, targets } => {
                let keys = (i64::from(*low)..).zip(targets);
                keys.into_iter().try_for_each(|(key, target)| write!(out, " {key}:{target}"))?;
                write!(out, " else {default}")
            }
            Self::Lookup { default, pairs } => {
                pairs.iter().try_for_each(|(key, target)| write!(out, " {key}:{target}"))?;
                write!(out, " else {default}")
            }
            Self::ArrayType(code) => write!(out, " {code}"),
            Self::MultiArray { class, dimensions } => write!(out, " #{class} {dimensions}"),
        }
    }
}

impl Display for Code {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        for item in &self.items {
            match item {
                Item::Label(label) => match self.frames.get(label) {
                    Some(frame) => writeln!(out, "{label}: {frame}")?,
                    None => writeln!(out, "{label}:")?,
                },
                Item::Insn { insn, .. } => writeln!(out, "    {}{}", opcode::name(insn.op), insn.operand)?,
            }
        }
        for it in &self.handlers {
            writeln!(out, "try {}..{} catch {} #{}", it.start, it.end, it.handler, it.catch_type)?;
        }
        for it in &self.lines {
            writeln!(out, "line {} {}", it.line, it.start)?;
        }
        for it in self.locals.iter().chain(&self.local_types) {
            writeln!(out, "local {} {}..{} #{} #{}", it.local, it.start, it.end, it.name, it.descriptor)?;
        }
        Ok(())
    }
}
