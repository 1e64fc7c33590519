//! The models of `patterns/` name what exists: classes, methods and fields of JDK 17 or 25; what has no line is known.
//!
//! A line for one version only is right, so a name is wrong if no JDK at hand has it; this needs both, else it is skipped.

use jcp::analysis::models::MethodName;
use jcp::analysis::models::effect::{Base, Call, Effect, Place, Step, Target, Value};
use jcp::analysis::models::entry_points::EntryPoints;
use jcp::analysis::models::natives::Natives;
use jcp::analysis::models::statics::{Kind, Statics};
use jcp::analysis::models::values;
use jcp::classfile::descriptor::parse_method;
use jcp::classfile::jimage::Jdk;
use jcp::classfile::{Operand, opcode};
use jcp::program::{Program, access};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

use crate::common;

/// The JDKs' classes; none unless all versions that results are checked on are here.
fn programs() -> Option<Vec<Program>> {
    let jdks = common::jdks();
    let open = |home: &std::path::Path| {
        let jdk = Jdk::open(home).expect("the JDK is readable");
        Program::new(Vec::new(), Box::new(jdk)).expect("a program")
    };
    (jdks.len() == common::VERSIONS.len()).then(|| jdks.iter().map(|jdk| open(&jdk.home)).collect())
}

fn has_class(programs: &[Program], name: &str) -> bool {
    name.starts_with('[') || programs.iter().any(|program| program.find(name).is_some())
}

fn has_method(programs: &[Program], method: &MethodName) -> bool {
    let fits = |descriptor: &str| method.descriptor.as_deref().is_none_or(|wanted| wanted == descriptor);
    programs.iter().filter_map(|program| program.find(&method.class)).any(|class| match method.name.as_str() {
        "*" => class.methods().any(|(_, info)| info.access & access::NATIVE != 0),
        name => class.methods_named(name).any(|(_, info)| fits(&info.descriptor)),
    })
}

fn has_static(programs: &[Program], class: &str, field: &str) -> bool {
    let is_it = |info: &jcp::classfile::class::FieldInfo| info.name == field && info.access & access::STATIC != 0;
    programs.iter().filter_map(|program| program.find(class)).any(|class| class.file.fields.iter().any(is_it))
}

/// Adds what of the names in a place, value or call exists nowhere.
struct Missing<'a> {
    programs: &'a [Program],
    /// Names of all instance fields, and names and descriptors of all methods, of java.lang and the like.
    fields: BTreeSet<String>,
    methods: BTreeSet<(String, String)>,
    found: Vec<String>,
}

impl<'a> Missing<'a> {
    fn new(programs: &'a [Program]) -> Self {
        let mut new = Self { programs, fields: BTreeSet::new(), methods: BTreeSet::new(), found: Vec::new() };
        for program in programs {
            let in_base = |name: &str| PACKAGES.iter().any(|package| name.starts_with(package));
            let classes = program.classes().filter(|id| in_base(program.name(*id)));
            for class in classes.filter_map(|id| program.get(id)) {
                let fields = class.file.fields.iter().filter(|info| info.access & access::STATIC == 0);
                new.fields.extend(fields.map(|info| info.name.clone()));
                new.methods.extend(class.methods().map(|(_, info)| (info.name.clone(), info.descriptor.clone())));
            }
        }
        new
    }
}

/// Where the objects are that models take apart.
const PACKAGES: &[&str] =
    &["java/lang/", "java/net/", "java/nio/", "java/security/", "java/util/", "jdk/internal/", "sun/nio/"];

impl Missing<'_> {
    fn class(&mut self, name: &str) {
        if !has_class(self.programs, name) {
            self.found.push(name.to_owned());
        }
    }

    fn method(&mut self, method: &MethodName) {
        if !has_method(self.programs, method) {
            self.found.push(format!("{method:?}"));
        }
    }

    fn place(&mut self, place: &Place) {
        for step in &place.steps {
            match step {
                Step::Field(name) if !self.fields.contains(name) => self.found.push(format!("field {name}")),
                _ => {}
            }
        }
        match &place.base {
            Base::Static(class, field) if !has_static(self.programs, class, field) => {
                self.found.push(format!("static {class}.{field}"));
            }
            _ => {}
        }
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Place(place) | Value::Clone(place) => self.place(place),
            Value::New(class) => self.class(class),
            Value::Call(call) => self.call(call),
            Value::Nothing => {}
        }
    }

    fn call(&mut self, call: &Call) {
        match &call.target {
            Target::Static(method) => self.method(method),
            Target::Virtual { receiver, name, descriptor } => {
                self.place(receiver);
                if !self.methods.contains(&(name.clone(), descriptor.clone())) {
                    self.found.push(format!("method {name}{descriptor}"));
                }
            }
        }
        call.arguments.iter().for_each(|argument| self.value(argument));
    }

    fn effect(&mut self, effect: &Effect) {
        match effect {
            Effect::Assign(place, value) => {
                self.place(place);
                self.value(value);
            }
            Effect::Call(call) => self.call(call),
            Effect::Initialize(place) | Effect::Throw(place) | Effect::Mutate(place) => self.place(place),
            Effect::Reflect(_) | Effect::Follow => {}
        }
    }
}

#[test]
fn every_line_on_natives_names_what_exists() {
    let Some(programs) = programs() else { return };
    let model = Natives::load().expect("the model");
    let mut missing = Missing::new(&programs);
    for native in model.iter() {
        missing.method(&native.method);
        native.effects.iter().for_each(|effect| missing.effect(effect));
    }
    assert!(missing.found.is_empty(), "no JDK has:\n{}", missing.found.join("\n"));
}

/// The bases of the places of an effect.
fn bases(effect: &Effect) -> Vec<&Base> {
    fn of_value<'a>(value: &'a Value, found: &mut Vec<&'a Base>) {
        match value {
            Value::Place(place) | Value::Clone(place) => found.push(&place.base),
            Value::Call(call) => of_call(call, found),
            Value::New(_) | Value::Nothing => {}
        }
    }
    fn of_call<'a>(call: &'a Call, found: &mut Vec<&'a Base>) {
        if let Target::Virtual { receiver, .. } = &call.target {
            found.push(&receiver.base);
        }
        call.arguments.iter().for_each(|argument| of_value(argument, found));
    }
    let mut found = Vec::new();
    match effect {
        Effect::Assign(place, value) => {
            found.push(&place.base);
            of_value(value, &mut found);
        }
        Effect::Call(call) => of_call(call, &mut found),
        Effect::Initialize(place) | Effect::Throw(place) | Effect::Mutate(place) => found.push(&place.base),
        Effect::Reflect(_) | Effect::Follow => {}
    }
    found
}

#[test]
fn effects_speak_of_receivers_and_parameters_that_are_references() {
    let Some(programs) = programs() else { return };
    let model = Natives::load().expect("the model");
    let mut wrong = Vec::new();
    for native in model.iter().filter(|native| native.method.name != "*") {
        let fits = |descriptor: &str| native.method.descriptor.as_deref().is_none_or(|wanted| wanted == descriptor);
        let classes = programs.iter().filter_map(|program| program.find(&native.method.class));
        let methods: Vec<_> = classes.flat_map(|class| class.methods_named(&native.method.name)).collect();
        let has = |base: &Base| {
            methods.iter().filter(|(_, info)| fits(&info.descriptor)).any(|(_, info)| {
                let descriptor = parse_method(&info.descriptor).expect("a descriptor");
                let is_reference = |descriptor: &str| descriptor.starts_with(['L', '[']);
                match base {
                    Base::This => info.access & access::STATIC == 0,
                    Base::Parameter(at) => {
                        descriptor.parameters.get(usize::from(*at)).is_some_and(|it| is_reference(it))
                    }
                    Base::Return => is_reference(descriptor.result),
                    Base::Thrown | Base::Static(..) | Base::Global(_) => true,
                }
            })
        };
        let absent = native.effects.iter().flat_map(bases).filter(|base| !has(base));
        wrong.extend(absent.map(|base| {
            format!("line {}: {}.{} has no {base:?}", native.line, native.method.class, native.method.name)
        }));
    }
    assert!(wrong.is_empty(), "{} places:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_entry_point_exists() {
    let Some(programs) = programs() else { return };
    let model = EntryPoints::load().expect("the model");
    let mut missing = Missing::new(&programs);
    model.calls.iter().for_each(|(_, call)| missing.call(call));
    model.initialized.iter().chain(model.raised.iter().map(|(class, _)| class)).for_each(|class| missing.class(class));
    model.variables.iter().for_each(|(_, value)| missing.value(value));
    for (class, field, value) in &model.fields {
        let mut classes = programs.iter().filter_map(|program| program.find(class));
        if !classes.any(|class| class.file.fields.iter().any(|info| info.name == *field)) {
            missing.found.push(format!("{class}.{field}"));
        }
        missing.value(value);
    }
    assert!(missing.found.is_empty(), "no JDK has:\n{}", missing.found.join("\n"));
}

/// Native methods of java.base without a line that return references, or are passed what they could call or write into.
#[test]
fn natives_of_java_base_that_matter_have_lines() {
    let model = Natives::load().expect("the model");
    for home in common::jdks() {
        let jdk = Jdk::open(&home.home).expect("the JDK is readable");
        let names: Vec<String> = jdk.class_names().map(str::to_owned).collect();
        let program = Program::new(Vec::new(), Box::new(Jdk::open(&home.home).expect("the JDK"))).expect("a program");
        let mut without = Vec::new();
        for class in names.iter().filter(|name| jdk.module_of(name) == Some("java.base")) {
            let Some(class) = program.find(class) else { continue };
            for (id, info) in class.methods().filter(|(_, info)| info.access & access::NATIVE != 0) {
                let descriptor = &info.descriptor;
                let returns = descriptor.contains(")L") || descriptor.contains(")[");
                let functions = ["Runnable;", "MethodHandle;", "Callable;", "Continuation;"];
                let calls = functions.iter().any(|name| descriptor.contains(name));
                // arrays of primitives are there to be written, or have a line that says `none`
                let fills = ["[B", "[I", "[J", "[D"].iter().any(|name| descriptor.contains(name));
                if (returns || calls || fills) && model.find(class.name(), &info.name, descriptor, true).is_none() {
                    without.push(program.describe(id));
                }
            }
        }
        assert!(without.is_empty(), "JDK {}, {} natives:\n{}", home.feature, without.len(), without.join("\n"));
    }
}

/// Class, name and descriptor of a field, and whether it is final.
type Field = (String, String, String, bool);

/// The statics of the JDK's own packages, and of all classes that the model speaks of, of all JDKs.
fn statics(programs: &[Program], model: &Statics) -> BTreeSet<Field> {
    let mut found = BTreeSet::new();
    for program in programs {
        let in_base = |name: &str| ["java/", "javax/", "jdk/", "sun/"].iter().any(|package| name.starts_with(package));
        let spoken_of = |name: &str| in_base(name) || model.rules().iter().any(|rule| rule.handles(name));
        for class in program.classes().filter(|id| spoken_of(program.name(*id))).filter_map(|id| program.get(id)) {
            let statics = class.file.fields.iter().filter(|info| info.access & access::STATIC != 0);
            let is_final = |access: u16| access & access::FINAL != 0;
            found.extend(statics.map(|info| {
                (class.name().to_owned(), info.name.clone(), info.descriptor.clone(), is_final(info.access))
            }));
        }
    }
    found
}

#[test]
fn every_line_on_statics_is_the_first_for_some_static() {
    let Some(programs) = programs() else { return };
    let model = Statics::load().expect("the model");
    let statics = statics(&programs, &model);
    let line = |(class, field, descriptor, is_final): &Field| model.classify(class, field, descriptor, *is_final).line;
    let first: BTreeSet<usize> = statics.iter().filter_map(line).collect();
    let mut idle = Vec::new();
    for rule in model.rules().iter().filter(|rule| !first.contains(&rule.line)) {
        let exists = statics.iter().any(|(class, field, ..)| rule.matches(class, field));
        let what = if exists { "lines above say all it says" } else { "no static needs it" };
        idle.push(format!("line {}, {}: {what}", rule.line, rule.pattern));
    }
    idle.extend(model.rules().iter().flat_map(|rule| &rule.unless).filter(|name| !has_class(&programs, name)).cloned());
    assert!(idle.is_empty(), "{} lines:\n{}", idle.len(), idle.join("\n"));
}

/// The statics of java.base that code other than their class's initialiser writes.
fn written_later(program: &Program, jdk: &Jdk) -> BTreeSet<Field> {
    let classes: Vec<_> =
        program.classes().filter(|id| jdk.module_of(program.name(*id)) == Some("java.base")).collect();
    let in_class = |id: &jcp::program::ClassId| {
        let class = program.get(*id)?;
        let mut found = BTreeSet::new();
        for (method, info) in class.methods().filter(|(_, info)| info.code.is_some()) {
            let body = program.body(method).ok()?;
            for (_, insn) in body.code.insns().filter(|(_, insn)| insn.op == opcode::PUTSTATIC) {
                let Operand::Constant(index) = insn.operand else { continue };
                let field = class.file.member(index).ok()?;
                if info.name != "<clinit>" || field.class != class.name() {
                    found.insert((field.class, field.name, field.descriptor, false));
                }
            }
        }
        Some(found)
    };
    classes.par_iter().filter_map(in_class).reduce(BTreeSet::new, |mut all, more| {
        all.extend(more);
        all
    })
}

/// A line may also say that a static is not classified; what has none at all was not looked at.
#[test]
fn statics_that_code_writes_were_looked_at() {
    let model = Statics::load().expect("the model");
    for home in common::jdks() {
        let open = || Jdk::open(&home.home).expect("the JDK is readable");
        let program = Program::new(Vec::new(), Box::new(open())).expect("a program");
        let written = written_later(&program, &open());
        let mut kinds: BTreeMap<Kind, usize> = BTreeMap::new();
        let mut without = Vec::new();
        for (class, field, descriptor, is_final) in &written {
            let known = model.classify(class, field, descriptor, *is_final);
            *kinds.entry(known.kind).or_default() += 1;
            if known.line.is_none() {
                without.push(format!("{class}.{field}"));
            }
        }
        println!("JDK {}: {} statics of java.base, {kinds:?}", home.feature, written.len());
        println!("without a line: {}", without.join(" "));
        assert!(written.len() > 200, "only {} statics found", written.len());
        // another update of the JDK may have a few of its own
        assert!(without.len() * 20 < written.len(), "{} without a line:\n{}", without.len(), without.join("\n"));
    }
}

#[test]
fn values_are_classes() {
    let Some(programs) = programs() else { return };
    let missing: Vec<_> =
        values::load().expect("the model").into_iter().filter(|name| !has_class(&programs, name)).collect();
    assert_eq!(missing, [""; 0]);
}

#[test]
fn calls_in_which_threads_wait_exist() {
    let Some(programs) = programs() else { return };
    for line in
        include_str!("../../patterns/waits.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [how @ ("again" | "behind"), class, method] = words[..] else { panic!("{line}") };
        let name = MethodName { class: class.to_owned(), name: method.to_owned(), descriptor: None };
        assert!(has_method(&programs, &name), "{how} {class} {method}");
    }
}

/// Each row about a library has its three parts, and none is hidden by an earlier one.
#[test]
fn rows_about_libraries_are_whole_and_each_can_be_the_first() {
    let table = include_str!("../../patterns/libraries.txt");
    let rows = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut patterns: Vec<&str> = Vec::new();
    for row in rows {
        let parts: Vec<&str> = row.split(" : ").collect();
        let [pattern, library, advice] = parts[..] else { panic!("{row}") };
        assert!(!library.is_empty() && advice.len() > 20 && !advice.ends_with('.'), "{row}");
        assert!(!pattern.contains('/') && pattern.contains('.'), "{row}");
        let hidden = patterns.iter().find(|earlier| earlier.ends_with('.') && pattern.starts_with(**earlier));
        assert_eq!(hidden, None, "{row}");
        patterns.push(pattern);
    }
    assert!(patterns.len() > 40, "{patterns:?}");
}
