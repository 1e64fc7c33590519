//! What the JVM itself calls and makes: entry points of the program besides `main`.
//!
//! The model is `patterns/entry-points.txt`. A line is a word and what it is about:
//! * `start`, `any`, `link`, `end CALL`: the JVM makes this call before `main`, at any time, to link an instruction, or when
//!   it ends; `thrown` are the exceptions that leave `main` and the methods that the JVM calls;
//! * `init CLASS`: the JVM initialises the class before `main`;
//! * `set CLASS.field = VALUE`: the JVM stores this into the field of any object of the class;
//! * `let PLACE = VALUE`: a variable of the models that the JVM fills;
//! * `raise CLASS : reason, …`: the JVM throws fresh objects of the class.

use super::Result;
use super::effect::{Call, Place, Value, call, place, value};
use super::text::{Cursor, lines};

const FILE: &str = "patterns/entry-points.txt";
const MODEL: &str = include_str!("../../../patterns/entry-points.txt");

/// When the JVM calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum When {
    /// Before `main`.
    Start,
    /// At any time, on any thread; a thing that the code does may be what makes it.
    Any,
    /// When an instruction is linked. An analysis that knows from the instruction what this does may leave these out.
    Link,
    /// When the JVM ends.
    End,
}

/// Why the JVM throws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// A null receiver, array or exception.
    Null,
    /// An array access.
    Index,
    /// A store into an array of references.
    Store,
    /// A cast.
    Cast,
    /// Division of integers.
    Divide,
    /// The length of a new array.
    Length,
    /// A monitor.
    Monitor,
    /// Any allocation, or any call.
    Resources,
    /// The first use of a class, member or call site.
    Link,
    /// The first use of a class whose initialiser fails.
    Initialize,
    /// A native method.
    Native,
}

const REASONS: &[(&str, Reason)] = &[
    ("null", Reason::Null),
    ("index", Reason::Index),
    ("store", Reason::Store),
    ("cast", Reason::Cast),
    ("divide", Reason::Divide),
    ("length", Reason::Length),
    ("monitor", Reason::Monitor),
    ("resources", Reason::Resources),
    ("link", Reason::Link),
    ("initialize", Reason::Initialize),
    ("native", Reason::Native),
];

/// The whole model, each part in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryPoints {
    /// Calls.
    pub calls: Vec<(When, Call)>,
    /// Classes that the JVM initialises before `main`.
    pub initialized: Vec<String>,
    /// Fields that the JVM stores into: class, field, value.
    pub fields: Vec<(String, String, Value)>,
    /// Variables of the models that the JVM fills.
    pub variables: Vec<(Place, Value)>,
    /// Classes of exceptions.
    pub raised: Vec<(String, Vec<Reason>)>,
}

impl EntryPoints {
    /// The model that comes with jcp.
    pub fn load() -> Result<Self> {
        Self::parse(FILE, MODEL)
    }

    /// Parses a model; `file` names it in errors. Stops at the first error.
    pub fn parse(file: &'static str, text: &str) -> Result<Self> {
        let mut model = Self::default();
        for mut cursor in lines(file, text) {
            model.line(&mut cursor)?;
            cursor.space();
            if !cursor.is_done() {
                return cursor.error("the end of the line");
            }
        }
        Ok(model)
    }

    fn line(&mut self, cursor: &mut Cursor) -> Result<()> {
        let start = cursor.clone();
        match cursor.word() {
            "start" => self.calls.push((When::Start, call(cursor)?)),
            "any" => self.calls.push((When::Any, call(cursor)?)),
            "link" => self.calls.push((When::Link, call(cursor)?)),
            "end" => self.calls.push((When::End, call(cursor)?)),
            "init" => self.initialized.push(cursor.class()?.to_owned()),
            "set" => {
                let class = cursor.class()?.to_owned();
                if !cursor.take_tight(".") {
                    return cursor.error("`.` and a field");
                }
                let field = cursor.name()?.to_owned();
                cursor.space();
                cursor.expect("=", "`=`")?;
                self.fields.push((class, field, value(cursor)?));
            }
            "let" => {
                let place = place(cursor)?;
                cursor.space();
                cursor.expect("=", "`=`")?;
                self.variables.push((place, value(cursor)?));
            }
            "raise" => {
                let class = cursor.class()?.to_owned();
                cursor.space();
                cursor.expect(":", "`:`")?;
                self.raised.push((class, reasons(cursor)?));
            }
            _ => return start.error("`start`, `any`, `link`, `end`, `init`, `set`, `let` or `raise`"),
        }
        Ok(())
    }
}

fn reasons(cursor: &mut Cursor) -> Result<Vec<Reason>> {
    let mut found = Vec::new();
    loop {
        let start = cursor.clone();
        let word = cursor.word();
        match REASONS.iter().find(|(name, _)| *name == word) {
            Some((_, reason)) => found.push(*reason),
            None => return start.error("a reason for an exception"),
        }
        if !cursor.take(",") {
            return Ok(found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_is_well_formed() {
        let model = EntryPoints::load().unwrap_or_else(|error| panic!("{error}"));
        let null = |(_, reasons): &&(String, Vec<Reason>)| reasons.contains(&Reason::Null);
        let null: Vec<&str> = model.raised.iter().filter(null).map(|(class, _)| class.as_str()).collect();
        assert_eq!(null, ["java/lang/NullPointerException"]);
        let first = model.calls.iter().filter(|(when, _)| *when == When::Start);
        assert!(first.count() > 3);
    }

    #[test]
    fn errors_name_the_place() {
        let error = |text: &str| EntryPoints::parse("t", text).expect_err(text).to_string();
        let all = ["stop call", "set a/B = this", "raise a/B : bad", "init a/B c", "any static a/B.c"];
        insta::assert_snapshot!(all.map(error).join("\n"), @r"
        t:1: expected `start`, `any`, `link`, `end`, `init`, `set`, `let` or `raise`, found `stop call`
        t:1: expected `.` and a field, found ` = this`
        t:1: expected a reason for an exception, found `bad`
        t:1: expected the end of the line, found `c`
        t:1: expected the descriptor of the method, found ``
        ");
    }
}
