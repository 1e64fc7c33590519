//! What the user says that calls by reflection reach (`--reflection`): `Class.method:line -> p.q.*`.
//!
//! All calls by reflection on the line reach what one of its targets names, and nothing else. A target is the name of a class or of a member, in which `*`
//! stands for any characters; `+` after a class adds the classes below it. What a named class inherits is named with it. Left out:
//! whether it is true. What is named before the checkpoint is not checked; after it, the replay stops at a method that is held unreachable.

use crate::analysis::calls::{Call, call};
use crate::analysis::models::effect::{Effect, Reflect};
use crate::analysis::models::natives::Natives;
use crate::classfile::opcode::{INVOKEINTERFACE, INVOKEVIRTUAL};
use crate::program::scan::{ConstantUse, constant_uses};
use crate::program::{Class, ClassId, FieldId, MethodId, Program, access};
use globset::{GlobBuilder, GlobMatcher};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// How many lines an error lists.
const LISTED: usize = 10;

/// What is named, by the methods that call by reflection.
#[derive(Clone, Debug, Default)]
pub struct Named {
    /// By the line of the calls.
    methods: BTreeMap<MethodId, BTreeMap<u16, Targets>>,
    /// Whether calls that are not known reach nothing where nothing is named.
    leaves_out_rest: bool,
}

/// What the calls on one line reach.
#[derive(Clone, Debug, Default)]
pub struct Targets {
    /// As they were written.
    texts: BTreeSet<String>,
    /// Classes that are named, or of which a member is.
    classes: FxHashSet<ClassId>,
    /// Those of which all members are, with all above them.
    whole: FxHashSet<ClassId>,
    /// Those above the ones of which a member is named.
    partly: FxHashSet<ClassId>,
    /// The names of their members.
    members: Vec<GlobMatcher>,
}

/// Why a text names nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NamedError {
    /// It is not of the form.
    #[error(
        "{0}: expected `Class.method:line -> p.q.*`: a call by reflection, and the classes or members that it reaches"
    )]
    Form(String),
    /// No class is called so.
    #[error("{0}: no class of the program has this name")]
    Class(String),
    /// Several are.
    #[error("{0}: several classes have this name; give one of these full names: {1}")]
    Classes(String, String),
    /// Nothing there is called by reflection.
    #[error("{0}: no call by reflection is on this line{1}")]
    Line(String, String),
    /// No class or member has such a name.
    #[error("{0}: no class and no member of one has such a name")]
    Target(String),
}

impl Named {
    /// Adds what a text names.
    pub fn add(&mut self, program: &Program, text: &str) -> Result<(), NamedError> {
        let form = || NamedError::Form(text.to_owned());
        let (place, targets) = text.split_once("->").ok_or_else(form)?;
        let (method, line) = place.trim().rsplit_once(':').ok_or_else(form)?;
        let line: u16 = line.trim().parse().map_err(|_| form())?;
        let (class, name) = method.split('(').next().and_then(|it| it.trim().rsplit_once('.')).ok_or_else(form)?;
        let methods = calling(program, class_named(program, class)?, (name, line), place.trim())?;
        let mut found = Targets::default();
        for target in targets.split(',').map(str::trim) {
            found.add(program, target)?;
        }
        for method in methods {
            self.methods.entry(method).or_default().entry(line).or_default().join(&found);
        }
        Ok(())
    }

    /// What is named for the calls on a line of a method.
    pub fn at(&self, method: MethodId, line: u16) -> Option<&Targets> {
        self.methods.get(&method)?.get(&line)
    }

    /// Whether calls in the application that are not known reach nothing where nothing is named.
    pub fn leaves_out_rest(&self) -> bool {
        self.leaves_out_rest
    }

    /// Whether nothing is named.
    pub fn is_empty(&self) -> bool {
        self.methods.is_empty()
    }

    /// The same, with calls in the application that are not known and not named reaching nothing: an answer by which one sees which calls come
    /// first.
    #[must_use]
    pub fn without_rest(&self) -> Self {
        Self { leaves_out_rest: true, ..self.clone() }
    }

    /// Each line of a method with calls by reflection, and what they reach, as it was written.
    pub fn texts(&self, program: &Program) -> Vec<(String, String)> {
        let lines = self.methods.iter().flat_map(|(method, lines)| lines.iter().map(move |line| (*method, line)));
        let texts = lines.map(|(method, (line, targets))| {
            let targets: Vec<&str> = targets.texts.iter().map(String::as_str).collect();
            (format!("{}:{line}", program.shown(method)), targets.join(", "))
        });
        texts.collect()
    }
}

/// The class with this name: in full, or its end, with `.` or `$` before nested ones.
fn class_named(program: &Program, name: &str) -> Result<ClassId, NamedError> {
    match program.called(name).as_slice() {
        [] => Err(NamedError::Class(name.to_owned())),
        [only] => Ok(*only),
        several => {
            let names: Vec<String> = several.iter().map(|class| program.name(*class).replace('/', ".")).collect();
            Err(NamedError::Classes(name.to_owned(), names.join(", ")))
        }
    }
}

/// The methods of this name that call something by reflection on the line.
fn calling(
    program: &Program,
    class: ClassId,
    (name, line): (&str, u16),
    place: &str,
) -> Result<Vec<MethodId>, NamedError> {
    let natives = Natives::load().unwrap_or_else(|error| panic!("{error}"));
    let class = program.get(class).ok_or_else(|| NamedError::Class(place.to_owned()))?;
    let mut lines: BTreeMap<u16, BTreeSet<MethodId>> = BTreeMap::new();
    for (method, info) in class.methods().filter(|(_, info)| info.name == name) {
        let uses = constant_uses(&class.file, info).into_iter();
        for offset in uses.filter(|found| reflects(program, class, &natives, *found)).map(|found| found.offset) {
            program.line_at(method, offset).into_iter().for_each(|line| {
                lines.entry(line).or_default().insert(method);
            });
        }
    }
    if let Some(found) = lines.remove(&line) {
        return Ok(found.into_iter().collect());
    }
    let others: Vec<String> = lines.keys().take(LISTED).map(u16::to_string).collect();
    let others = if others.is_empty() {
        format!(", nor on another one of {name}")
    } else {
        format!("; {name} has some on {}", others.join(", "))
    };
    Err(NamedError::Line(place.to_owned(), others))
}

/// Whether an instruction calls what a model says that it works by reflection.
fn reflects(program: &Program, class: &Class, natives: &Natives, found: ConstantUse) -> bool {
    let member = class.file.member(found.index).ok().filter(|_| (INVOKEVIRTUAL..=INVOKEINTERFACE).contains(&found.op));
    let called = member.and_then(|member| call(program, class, found.op, &member));
    let Some(Call::Exact(method) | Call::Virtual(_, method)) = called else { return false };
    let Some(info) = program.method(method) else { return false };
    let is_native = info.access & access::NATIVE != 0;
    let model = natives.find(program.name(method.class), &info.name, &info.descriptor, is_native);
    let asks = |effect: &Effect| matches!(effect, Effect::Reflect(reflect) if *reflect != Reflect::ClassOf);
    model.is_some_and(|model| model.effects.iter().any(asks))
}

impl Targets {
    fn add(&mut self, program: &Program, text: &str) -> Result<(), NamedError> {
        let none = || NamedError::Target(text.to_owned());
        let (name, below) = text.strip_suffix('+').map_or((text, false), |name| (name, true));
        let matcher = GlobBuilder::new(name).build().map_err(|_| none())?.compile_matcher();
        let dotted = |class: &Class| class.name().replace('/', ".");
        let all = program.application();
        let whole: Vec<ClassId> = all.filter(|class| matcher.is_match(dotted(class))).map(|class| class.id).collect();
        let mut whole: BTreeSet<ClassId> = whole.into_iter().collect();
        let of_jdk = name.replace('.', "/");
        whole.extend(program.has_class(&of_jdk).then(|| program.class(&of_jdk)).flatten());
        if below {
            let heads = whole.clone();
            let is_below = |class: &&Class| heads.iter().any(|head| program.is_subtype(class.id, *head));
            whole.extend(program.application().filter(is_below).map(|class| class.id));
        }
        let mut partly = BTreeSet::new();
        if whole.is_empty() && !below {
            let has = |class: &&Class| {
                let name = dotted(class);
                let names = members_of(program, class.id);
                names.iter().any(|member| matcher.is_match(format!("{name}.{member}")))
            };
            partly.extend(program.application().filter(has).map(|class| class.id));
        }
        if whole.is_empty() && partly.is_empty() {
            return Err(none());
        }
        let above = |classes: &BTreeSet<ClassId>| -> FxHashSet<ClassId> {
            classes.iter().flat_map(|class| with_above(program, *class)).collect()
        };
        self.whole.extend(above(&whole));
        self.partly.extend(above(&partly));
        self.classes.extend(whole.into_iter().chain(partly.iter().copied()));
        let last = name.rsplit('.').next().unwrap_or(name);
        let last = GlobBuilder::new(last).build().map_err(|_| none())?.compile_matcher();
        self.members.extend((!partly.is_empty()).then_some(last));
        self.texts.insert(text.to_owned());
        Ok(())
    }

    fn join(&mut self, other: &Self) {
        self.texts.extend(other.texts.iter().cloned());
        self.classes.extend(&other.classes);
        self.whole.extend(&other.whole);
        self.partly.extend(&other.partly);
        self.members.extend(other.members.iter().cloned());
    }

    /// The classes that are named, or of which a member is.
    pub fn classes(&self) -> BTreeSet<ClassId> {
        self.classes.iter().copied().collect()
    }

    /// Whether a class is named, or a member of it.
    pub fn has_class(&self, class: ClassId) -> bool {
        self.classes.contains(&class)
    }

    /// Whether a method is named; a constructor is by its class.
    pub fn has_method(&self, program: &Program, method: MethodId) -> bool {
        let name = program.method(method).map_or("", |info| info.name.as_str());
        if name == "<init>" { self.has_class(method.class) } else { self.has_member(method.class, name) }
    }

    /// Whether a field is named.
    pub fn has_field(&self, program: &Program, field: FieldId) -> bool {
        self.has_member(field.class, program.field(field).map_or("", |info| info.name.as_str()))
    }

    fn has_member(&self, class: ClassId, name: &str) -> bool {
        let named = || self.members.iter().any(|member| member.is_match(name));
        self.whole.contains(&class) || self.partly.contains(&class) && named()
    }
}

/// The names of the members of a class and of all above it.
fn members_of(program: &Program, class: ClassId) -> BTreeSet<&str> {
    let classes = with_above(program, class).into_iter().filter_map(|class| program.get(class));
    let mut found = BTreeSet::new();
    for class in classes {
        found.extend(class.file.methods.iter().map(|method| method.name.as_str()));
        found.extend(class.file.fields.iter().map(|field| field.name.as_str()));
    }
    found
}

fn with_above(program: &Program, class: ClassId) -> Vec<ClassId> {
    let above = program.superclasses(class).map(|class| class.id);
    above.chain(program.superinterfaces(class)).collect()
}
