//! Where slices of a value's use begin and end: the instructions that read a static field, and the calls that hand values to the world
//! outside, to output, files and the exit status.
//!
//! Calls are told by the class that they name and by the method's name. Streams into memory that are named by their own classes are left
//! out. Left out, too: sockets' channels, native code, and output of the JDK's own accord, such as that of an exception that nobody catches.

use super::{Place, Slicer};
use crate::analysis::ir::{Statement, Target};
use crate::program::{FieldId, MethodId, Program};

/// Classes whose objects write, with their subclasses.
const WRITERS: &[&str] =
    &["java/io/OutputStream", "java/io/Writer", "java/nio/channels/WritableByteChannel", "java/io/RandomAccessFile"];
/// Those that write into memory.
const MEMORY: &[&str] = &["java/io/ByteArrayOutputStream", "java/io/CharArrayWriter", "java/io/StringWriter"];
/// What methods that write begin with.
const WRITE: &[&str] = &["append", "format", "print", "write"];
/// Other methods that hand values on: class, and what their names begin with.
const OTHERS: &[(&str, &[&str])] = &[
    ("java/io/Console", &["format", "print"]),
    ("java/lang/Runtime", &["exit", "halt"]),
    ("java/lang/System", &["exit"]),
    ("java/nio/file/Files", &["write"]),
    (
        "java/util/logging/Logger",
        &["config", "entering", "exiting", "fine", "info", "log", "severe", "throwing", "warning"],
    ),
];

impl Slicer<'_, '_> {
    /// The instructions of the application that read a static field.
    pub fn reads(&self, field: FieldId) -> Vec<Place> {
        self.statements(|_, statement| matches!(statement, Statement::GetStatic { field: read, .. } if *read == field))
    }

    /// The calls of the application that hand values to the world outside.
    pub fn outputs(&self) -> Vec<Place> {
        let program = self.answer.program();
        self.statements(|method, statement| {
            let (Statement::Call(number), Some(ir)) = (statement, self.answer.ir(method)) else { return false };
            match ir.call(*number).target {
                Target::Static(called) | Target::Special(called) | Target::Virtual(called) => {
                    is_output(program, called)
                }
                _ => false,
            }
        })
    }

    /// The instructions with such a statement.
    fn statements(&self, counts: impl Fn(MethodId, &Statement) -> bool) -> Vec<Place> {
        let mut found = Vec::new();
        for method in &self.index.methods {
            let (Some(ir), Ok(Some(body))) = (self.answer.ir(*method), self.answer.program().code(*method)) else {
                continue;
            };
            let wanted = ir.statements.iter().filter(|(_, statement)| counts(*method, statement));
            let number = |offset: u32| Some(body.number(body.item_at_offset(offset)?) as u32);
            found.extend(wanted.filter_map(|(offset, _)| Some((*method, number(*offset)?))));
        }
        found
    }
}

fn is_output(program: &Program, called: MethodId) -> bool {
    let Some(info) = program.method(called).filter(|_| !program.is_application(called.class)) else { return false };
    let begins = |names: &[&str]| names.iter().any(|name| info.name.starts_with(name));
    let is_one_of = |classes: &[&str]| {
        let is_a = |class: &&str| program.find(class).is_some_and(|class| program.is_subtype(called.class, class.id));
        classes.iter().any(is_a)
    };
    let class = program.name(called.class);
    OTHERS.iter().any(|(other, names)| class == *other && begins(names))
        || begins(WRITE) && is_one_of(WRITERS) && !is_one_of(MEMORY)
}
