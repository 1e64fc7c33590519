//! Effects of native methods, and of a few methods with code that are better stated than followed.
//!
//! The model is `patterns/natives.txt`, a line a method. A line for one overload comes before one for all overloads, and
//! both before `*`, which means native methods only. A native method without any has no effect on references or objects; whether one
//! that returns references may go without is for the caller to report.

use super::effect::{Effect, effects};
use super::text::lines;
use super::{MethodName, Result};
use std::collections::BTreeMap;

const FILE: &str = "patterns/natives.txt";
const MODEL: &str = include_str!("../../../patterns/natives.txt");

/// What is known of one method, or of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Native {
    /// The methods.
    pub method: MethodName,
    /// What they do; nothing for `none`. No order is meant.
    pub effects: Vec<Effect>,
    /// The line in the file.
    pub line: usize,
}

impl Native {
    /// Whether the method's own code counts too.
    pub fn follows(&self) -> bool {
        self.effects.contains(&Effect::Follow)
    }
}

/// The whole model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Natives {
    /// By class and name, in the order of the file.
    methods: BTreeMap<String, BTreeMap<String, Vec<Native>>>,
}

impl Natives {
    /// The model that comes with jcp.
    pub fn load() -> Result<Self> {
        Self::parse(FILE, MODEL)
    }

    /// Parses a model; `file` names it in errors. Stops at the first error.
    pub fn parse(file: &'static str, text: &str) -> Result<Self> {
        let mut methods: BTreeMap<String, BTreeMap<String, Vec<Native>>> = BTreeMap::new();
        for mut cursor in lines(file, text) {
            let line = cursor.line;
            let method = cursor.method()?;
            let start = cursor.clone();
            cursor.expect(":", "`:`")?;
            let native = Native { effects: effects(&mut cursor)?, method: method.clone(), line };
            let overloads = methods.entry(method.class.clone()).or_default().entry(method.name.clone()).or_default();
            if overloads.iter().any(|other| other.method == method) {
                return start.error("one line for the method");
            }
            overloads.push(native);
        }
        Ok(Self { methods })
    }

    /// All lines, by class and name.
    pub fn iter(&self) -> impl Iterator<Item = &Native> {
        self.methods.values().flat_map(BTreeMap::values).flatten()
    }

    /// What is known of a method; `native` tells whether it is one.
    pub fn find(&self, class: &str, name: &str, descriptor: &str, native: bool) -> Option<&Native> {
        let of_class = self.methods.get(class)?;
        let lines = |name: &str| of_class.get(name);
        let named = lines(name).and_then(|overloads| {
            let exact = overloads.iter().find(|it| it.method.descriptor.as_deref() == Some(descriptor));
            exact.or_else(|| overloads.iter().find(|it| it.method.descriptor.is_none()))
        });
        named.or_else(|| lines("*").filter(|_| native)?.first())
    }
}

#[cfg(test)]
mod tests {
    use super::super::effect::{Base, Call, Place, Reflect, Step, Target, Value};
    use super::*;

    fn parsed(effects: &str) -> Vec<Effect> {
        let text = format!("a/B.m : {effects}");
        let model = Natives::parse("t", &text).unwrap_or_else(|error| panic!("{error}"));
        model.iter().next().expect("a line").effects.clone()
    }

    fn place(base: Base, steps: &[Step]) -> Place {
        Place { base, steps: steps.to_vec() }
    }

    #[test]
    fn the_model_is_well_formed() {
        let model = Natives::load().unwrap_or_else(|error| panic!("{error}"));
        let copy = model.find("java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V", true);
        let to = place(Base::Parameter(2), &[Step::Elements]);
        let from = place(Base::Parameter(0), &[Step::Elements]);
        let array = place(Base::Parameter(2), &[]);
        let effects = [Effect::Assign(to, Value::Place(from)), Effect::Mutate(array)];
        assert_eq!(copy.expect("a line").effects, effects);
    }

    #[test]
    fn assignments() {
        assert_eq!(
            parsed("return = new [Ljava/lang/String;; return[].* = static a/C$D.f; global x = clone this"),
            [
                Effect::Assign(place(Base::Return, &[]), Value::New("[Ljava/lang/String;".to_owned())),
                Effect::Assign(
                    place(Base::Return, &[Step::Elements, Step::Any]),
                    Value::Place(place(Base::Static("a/C$D".to_owned(), "f".to_owned()), &[]))
                ),
                Effect::Assign(place(Base::Global("x".to_owned()), &[]), Value::Clone(place(Base::This, &[]))),
            ]
        );
    }

    #[test]
    fn calls() {
        let call = |receiver, name: &str, descriptor: &str, arguments| Call {
            target: Target::Virtual { receiver, name: name.to_owned(), descriptor: descriptor.to_owned() },
            arguments,
        };
        let thrown = Value::Place(place(Base::Thrown, &[]));
        assert_eq!(
            parsed("call this.run()V; call $1.f.g(La/E;I)La/E; with thrown, _; return = call this.h()[La/E;"),
            [
                Effect::Call(call(place(Base::This, &[]), "run", "()V", vec![])),
                Effect::Call(call(
                    place(Base::Parameter(1), &[Step::Field("f".to_owned())]),
                    "g",
                    "(La/E;I)La/E;",
                    vec![thrown, Value::Nothing]
                )),
                Effect::Assign(
                    place(Base::Return, &[]),
                    Value::Call(Box::new(call(place(Base::This, &[]), "h", "()[La/E;", vec![])))
                ),
            ]
        );
    }

    #[test]
    fn other_effects() {
        assert_eq!(
            parsed("follow; init $0; throw $0; mutate $1[]; reflect var-handle"),
            [
                Effect::Follow,
                Effect::Initialize(place(Base::Parameter(0), &[])),
                Effect::Throw(place(Base::Parameter(0), &[])),
                Effect::Mutate(place(Base::Parameter(1), &[Step::Elements])),
                Effect::Reflect(Reflect::VarHandle),
            ]
        );
        assert_eq!(parsed("none"), []);
    }

    #[test]
    fn the_closest_line_counts() {
        let text = "a/B.m : return = this\na/B.m(I)V : none\na/B.* : throw $0\n";
        let model = Natives::parse("t", text).expect("a model");
        let line = |name, descriptor, native| model.find("a/B", name, descriptor, native).map(|it| it.line);
        assert_eq!(line("m", "(I)V", true), Some(2));
        assert_eq!(line("m", "()La/B;", false), Some(1));
        assert_eq!(line("n", "()V", true), Some(3));
        assert_eq!(line("n", "()V", false), None);
    }

    #[test]
    fn errors_name_the_place() {
        let error = |text: &str| Natives::parse("t", text).expect_err(text).to_string();
        let all = [
            "# comment\n\na/B.m return",
            "a/B : none",
            "a/B.m(I : none",
            "a/B.m : $x = this",
            "a/B.m : return = new [Q",
            "a/B.m : return = this this",
            "a/B.m : reflect nothing",
            "a/B.m : call this()V",
            "a/B.m : none; follow",
            "a/B.m : none\na/B.m : follow",
        ];
        insta::assert_snapshot!(all.map(error).join("\n"), @r"
        t:3: expected `:`, found `return`
        t:1: expected `.` and a method, found ` : none`
        t:1: expected a method descriptor, found `(I : none`
        t:1: expected the number of a parameter, found `x = this`
        t:1: expected the descriptor of an array, found `[Q`
        t:1: expected `;` or the end of the line, found `this`
        t:1: expected the name of a kind of reflection, found `nothing`
        t:1: expected the name of a method, found `()V`
        t:1: expected the end of the line, found `; follow`
        t:2: expected one line for the method, found `: follow`
        ");
    }
}
