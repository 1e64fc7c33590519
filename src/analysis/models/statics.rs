//! What a JDK static is for that the Mod/Use analysis selects: modified before the checkpoint and used after it.
//!
//! The model is `patterns/jdk-statics.txt`: the first line that matches a field counts; if none does, the line on its
//! type of a final field. Statics of the JDK are not copied with the program's own, so a line says why that is right, or that it is
//! not known to be.

use super::Result;
use super::text::{Cursor, lines};
use globset::{GlobBuilder, GlobMatcher};
use std::collections::BTreeMap;

const FILE: &str = "patterns/jdk-statics.txt";
const MODEL: &str = include_str!("../../../patterns/jdk-statics.txt");

/// What to do about a static.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Nothing: a fresh JVM comes to a value that the program cannot tell from it.
    Cache,
    /// Nothing in the plan: the runtime captures it in its own way.
    Provider,
    /// Nothing in the plan: the runtime refuses the checkpoint if the static holds what would have to be captured.
    Refuse,
    /// To be reported: nobody knows, or it is known to differ.
    Unclassified,
}

const KINDS: &[(&str, Kind)] = &[
    ("cache", Kind::Cache),
    ("provider", Kind::Provider),
    ("refuse", Kind::Refuse),
    ("unclassified", Kind::Unclassified),
];

/// What is known of a static.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classified<'a> {
    /// What to do about it.
    pub kind: Kind,
    /// Why, for people; empty if no line says it.
    pub why: &'a str,
    /// Types of the JDK. If the program has a subtype of one, nothing is known: see [`Self::in_program`].
    pub unless: &'a [String],
    /// The line in the file; none if nothing is known.
    pub line: Option<usize>,
}

impl Classified<'_> {
    /// What holds in a program of which it is known whether it has a class that is a subtype of a type.
    #[must_use]
    pub fn in_program(self, mut has_subtype: impl FnMut(&str) -> bool) -> Self {
        let open = self.unless.iter().any(|name| has_subtype(name));
        Self { kind: if open { Kind::Unclassified } else { self.kind }, ..self }
    }
}

/// A line of the model.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The statics, as written.
    pub pattern: String,
    /// What to do about them.
    pub kind: Kind,
    /// Types without which it holds.
    pub unless: Vec<String>,
    /// Why.
    pub why: String,
    /// The line in the file.
    pub line: usize,
    statics: Matcher,
}

/// Which statics a line speaks of.
#[derive(Clone, Debug)]
enum Matcher {
    /// All final ones of this type that no other line speaks of.
    Type(String),
    /// Those of classes; with this name, or all.
    Class(Classes, Option<String>),
}

/// The classes of a line. Most lines name one: compiling each as a pattern took a twentieth of the time of a small program.
#[derive(Clone, Debug)]
enum Classes {
    One(String),
    Like(GlobMatcher),
}

impl Classes {
    fn has(&self, class: &str) -> bool {
        match self {
            Self::One(name) => name == class,
            Self::Like(glob) => glob.is_match(class),
        }
    }
}

impl Rule {
    /// Whether the rule speaks of fields of this class, whatever their types.
    pub fn handles(&self, class: &str) -> bool {
        matches!(&self.statics, Matcher::Class(classes, _) if classes.has(class))
    }

    /// Whether the rule speaks of this field, whatever its type.
    pub fn matches(&self, class: &str, field: &str) -> bool {
        let Matcher::Class(_, name) = &self.statics else { return false };
        name.as_deref().is_none_or(|name| name == field) && self.handles(class)
    }
}

/// The whole model.
#[derive(Clone, Debug, Default)]
pub struct Statics {
    rules: Vec<Rule>,
    /// Numbers of the rules for one field, by class and field.
    single: BTreeMap<(String, String), usize>,
    /// Numbers of the rules for several fields, in order.
    wide: Vec<usize>,
    /// Numbers of the rules for types, by descriptor.
    types: BTreeMap<String, usize>,
}

impl Statics {
    /// The model that comes with jcp.
    pub fn load() -> Result<Self> {
        Self::parse(FILE, MODEL)
    }

    /// Parses a model; `file` names it in errors. Stops at the first error.
    pub fn parse(file: &'static str, text: &str) -> Result<Self> {
        let mut model = Self::default();
        for mut cursor in lines(file, text) {
            let start = cursor.clone();
            let rule = rule(&mut cursor)?;
            let number = model.rules.len();
            let other = match &rule.statics {
                Matcher::Type(name) => model.types.insert(format!("L{name};"), number),
                Matcher::Class(_, Some(field)) if !rule.pattern.contains('*') => {
                    let class = rule.pattern[..rule.pattern.len() - field.len() - 1].to_owned();
                    model.single.insert((class, field.clone()), number)
                }
                Matcher::Class(..) => {
                    model.wide.push(number);
                    None
                }
            };
            if other.is_some() {
                return start.error("one line for the field or type");
            }
            model.rules.push(rule);
        }
        Ok(model)
    }

    /// All lines, in the order of the file.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// What is known of a static of the JDK. The type of a field that is not final says nothing.
    pub fn classify(&self, class: &str, field: &str, descriptor: &str, is_final: bool) -> Classified<'_> {
        let single = self.single.get(&(class.to_owned(), field.to_owned()));
        let wide = self.wide.iter().find(|number| self.rules[**number].matches(class, field));
        let of_type = self.types.get(descriptor).filter(|_| is_final);
        let first = single.into_iter().chain(wide).min().or(of_type);
        let Some(rule) = first.map(|number| &self.rules[*number]) else {
            return Classified { kind: Kind::Unclassified, why: "", unless: &[], line: None };
        };
        Classified { kind: rule.kind, why: &rule.why, unless: &rule.unless, line: Some(rule.line) }
    }
}

fn rule(cursor: &mut Cursor) -> Result<Rule> {
    let start = cursor.clone();
    let word = cursor.word();
    let Some((_, kind)) = KINDS.iter().find(|(name, _)| *name == word) else {
        return start.error("`cache`, `provider`, `refuse` or `unclassified`");
    };
    let (pattern, statics) = if cursor.take_word("of") {
        let name = type_name(cursor)?;
        (format!("of {name}"), Matcher::Type(name))
    } else {
        pattern(cursor)?
    };
    let mut unless = Vec::new();
    if cursor.take_word("unless") {
        unless.push(type_name(cursor)?);
        while cursor.take(",") {
            unless.push(type_name(cursor)?);
        }
    }
    let why = if cursor.take(":") { std::mem::take(&mut cursor.rest) } else { "" };
    if !cursor.is_done() {
        return cursor.error("`unless`, `:` or the end of the line");
    }
    Ok(Rule { pattern, kind: *kind, unless, why: why.to_owned(), line: start.line, statics })
}

/// Takes `class.field`, `class.*`, or a pattern of classes.
fn pattern(cursor: &mut Cursor) -> Result<(String, Matcher)> {
    let start = cursor.clone();
    let mut text = cursor.class()?.to_owned();
    let classes = if text.contains(['*', '?', '{']) {
        let Ok(glob) = GlobBuilder::new(&text).literal_separator(true).build() else {
            return start.error("a class or a pattern of classes");
        };
        Classes::Like(glob.compile_matcher())
    } else {
        Classes::One(text.clone())
    };
    let mut field = None;
    if cursor.take_tight(".") {
        let name = cursor.name()?;
        field = (name != "*").then(|| name.to_owned());
        text = format!("{text}.{name}");
    } else if !text.contains('*') {
        return start.error("`class.field`, `class.*` or a pattern of classes");
    }
    cursor.space();
    Ok((text, Matcher::Class(classes, field)))
}

fn type_name(cursor: &mut Cursor) -> Result<String> {
    let name = cursor.class()?.to_owned();
    cursor.space();
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
        # comment\n\
        unclassified a/B.number : shows\n\
        cache a/B.* unless x/Y, x/Z : made again\n\
        refuse a/b/**\n\
        provider a/* : given back\n";

    fn kind(class: &str, field: &str) -> Kind {
        Statics::parse("t", TEXT).expect("a model").classify(class, field, "I", true).kind
    }

    #[test]
    fn the_first_line_counts() {
        assert_eq!(kind("a/B", "number"), Kind::Unclassified);
        assert_eq!(kind("a/B", "other"), Kind::Cache);
        assert_eq!(kind("a/B$C", "x"), Kind::Provider);
        assert_eq!(kind("a/b/C", "x"), Kind::Refuse);
        assert_eq!(kind("a/b/c/D", "x"), Kind::Refuse);
        assert_eq!(kind("b/C", "x"), Kind::Unclassified);
        let model = Statics::parse("t", "cache a/* : all\nrefuse a/B.x : one").expect("a model");
        assert_eq!(model.classify("a/B", "x", "I", true).why, "all");
        let model = Statics::parse("t", "cache of x/Y : constant\nrefuse a/B.x : one").expect("a model");
        assert_eq!(model.classify("a/B", "x", "Lx/Y;", true).why, "one");
        assert_eq!(model.classify("a/B", "y", "Lx/Y;", true).why, "constant");
        assert_eq!(model.classify("a/B", "y", "Lx/Y;", false).line, None);
        assert_eq!(model.classify("a/B", "y", "[Lx/Y;", true).line, None);
    }

    #[test]
    fn subtypes_of_the_program_make_it_unknown() {
        let model = Statics::parse("t", TEXT).expect("a model");
        let found = model.classify("a/B", "other", "I", true);
        assert_eq!((found.why, found.line), ("made again", Some(3)));
        assert_eq!(found.in_program(|name| name == "x/Z").kind, Kind::Unclassified);
        assert_eq!(found.in_program(|name| name == "a/B").kind, Kind::Cache);
    }

    #[test]
    fn the_model_is_well_formed() {
        let model = Statics::load().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(model.classify("java/lang/System", "out", "Ljava/io/PrintStream;", true).kind, Kind::Provider);
        assert_eq!(
            model.classify("java/math/BigInteger", "powerCache", "[[Ljava/math/BigInteger;", false).kind,
            Kind::Cache
        );
        let silent: Vec<&str> = model.rules().iter().filter(|it| it.why.is_empty()).map(|it| &*it.pattern).collect();
        assert_eq!(silent, [""; 0], "lines without a reason");
    }

    #[test]
    fn errors_name_the_place() {
        let error = |text: &str| Statics::parse("t", text).expect_err(text).to_string();
        let all = [
            "drop a/B.c",
            "cache a/B",
            "cache a/B.",
            "cache a/B.c d",
            "cache a/B.c\ncache a/B.c",
            "cache a/B.c unless : x",
        ];
        insta::assert_snapshot!(all.map(error).join("\n"), @r"
        t:1: expected `cache`, `provider`, `refuse` or `unclassified`, found `drop a/B.c`
        t:1: expected `class.field`, `class.*` or a pattern of classes, found `a/B`
        t:1: expected a name, found ``
        t:1: expected `unless`, `:` or the end of the line, found `d`
        t:2: expected one line for the field or type, found `cache a/B.c`
        t:1: expected a class, found `: x`
        ");
    }
}
