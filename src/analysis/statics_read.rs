//! Every static field of the application that code may read from given places on.
//!
//! The places are parts of methods (the post-regions along a chain); what they call is closed under the class-hierarchy
//! call graph through the JDK ([`super::reachability`]). The answer errs only upwards: providers under
//! `META-INF/services` and the `values` methods of enums (the JDK calls them by reflection) count as called, and if
//! code of the application that can run uses reflection or native methods, *all* methods of the application count as
//! called, and, if that may read fields ([`super::reflection`]), all static fields as read; a diagnostic names the places.
//! What function objects are made of counts as called too, wherever in the application or in `java.util` they are made: they
//! may have been made before the places, and be called after them.
//! Fields that the JVM sets from a `ConstantValue` and that nobody writes are left out there. A Mod/Use analysis can take this module's place.

use super::calls::{Facts, facts, functions};
use super::reachability::Reachability;
use super::reflection::{self, Reach};
use crate::program::{ClassId, FieldId, MethodId, Program, Result, access};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// A part of a method from which the program goes on.
#[derive(Clone, Debug)]
pub struct Start {
    /// The method.
    pub method: MethodId,
    /// Items of those of its instructions that may run.
    pub items: BTreeSet<usize>,
}

/// The answer.
#[derive(Clone, Debug, Default)]
pub struct StaticsRead {
    /// Static fields of application classes that may be read, with the first method found to read it. In the order of
    /// ids: that of the class path.
    pub fields: BTreeMap<FieldId, MethodId>,
    /// Static fields of the JDK that may be read, constants of class files left out.
    pub jdk_fields: BTreeSet<FieldId>,
    /// Methods of the application that can run; the methods of the starts only if they can be called again.
    pub methods: BTreeSet<MethodId>,
    /// How many methods can run, the JDK's too.
    pub reachable: usize,
    /// Where the analysis gave up precision.
    pub diagnostics: Vec<String>,
}

/// The package of the JDK whose function objects programs keep: comparators, collectors.
const FUNCTIONS_OF: &str = "java/util/";

/// The analysis of one program. What runs whatever the starts are is computed once.
#[derive(Clone)]
pub struct StaticsAnalysis<'a> {
    program: &'a Program,
    reachability: Reachability<'a>,
    answer: StaticsRead,
    /// Places of reflection and native methods, for people, with what they may reach.
    unknown: BTreeMap<String, (Reach, MethodId)>,
    /// The answer where every method of the application counts as called, whatever the starts are, once it was asked for.
    everything: OnceLock<StaticsRead>,
}

/// The static fields that may be read from the starts on.
pub fn statics_read(program: &Program, starts: &[Start]) -> Result<StaticsRead> {
    StaticsAnalysis::new(program).read_from(starts)
}

impl<'a> StaticsAnalysis<'a> {
    /// Closes what the JVM and the JDK call by themselves.
    pub fn new(program: &'a Program) -> Self {
        let mut new = Self {
            program,
            reachability: Reachability::new(program),
            answer: StaticsRead::default(),
            unknown: BTreeMap::new(),
            everything: OnceLock::new(),
        };
        new.add_hidden_roots();
        new.add_functions();
        new.close_unless_unknown();
        new
    }

    /// The static fields that may be read from the starts on.
    pub fn read_from(&self, starts: &[Start]) -> Result<StaticsRead> {
        let mut search = self.clone();
        for start in starts {
            let body = self.program.body(start.method)?;
            let offsets: BTreeSet<u32> = start.items.iter().filter_map(|item| body.offset(*item)).collect();
            let part = facts(self.program, start.method, |offset| offsets.contains(&offset));
            search.note(start.method, &part);
            search.note_jdk(&part);
            search.reachability.add_facts(&part);
        }
        search.close_unless_unknown();
        Ok(if search.unknown.is_empty() { search.finish() } else { self.everything().clone() })
    }

    /// The answer where every method of the application counts as called.
    fn everything(&self) -> &StaticsRead {
        self.everything.get_or_init(|| {
            let mut search = self.clone();
            search.add_everything();
            while search.look_further() {}
            search.finish()
        })
    }

    /// What the JDK calls by reflection whatever the program does.
    fn add_hidden_roots(&mut self) {
        for class in self.program.application() {
            if class.file.super_name.as_deref() == Some("java/lang/Enum") {
                let values = class.methods_named("values").map(|(id, _)| id);
                values.for_each(|method| self.reachability.add_method(method));
            }
        }
        for provider in self.program.services().values().flatten() {
            let Some(id) = self.program.class(&provider.replace('.', "/")) else { continue };
            let Some(class) = self.program.get(id).filter(|_| self.program.is_application(id)) else { continue };
            self.reachability.add_initialized(id);
            let made =
                class.declared("<init>", "()V").into_iter().chain(class.methods_named("provider").map(|(id, _)| id));
            made.for_each(|method| self.reachability.add_method(method));
        }
    }

    /// What function objects may run that are there already.
    fn add_functions(&mut self) {
        let program = self.program;
        let makes = |class: &ClassId| program.is_application(*class) || program.name(*class).starts_with(FUNCTIONS_OF);
        let classes: Vec<ClassId> = program.classes().filter(makes).collect();
        let found: Vec<(MethodId, Facts)> = classes
            .par_iter()
            .filter_map(|class| program.get(*class))
            .flat_map_iter(|class| class.methods().map(|(method, _)| (method, functions(program, method))))
            .filter(|(_, facts)| *facts != Facts::default())
            .collect();
        for (method, facts) in &found {
            if program.is_application(method.class) {
                self.note_function(*method, facts);
            }
            self.reachability.add_facts(facts);
        }
    }

    /// Follows what can run, to the end or until something may run or read anything.
    fn close_unless_unknown(&mut self) {
        while self.unknown.is_empty() && self.look_further() {}
    }

    /// Notes what the methods that were found last do; false if there are none.
    fn look_further(&mut self) -> bool {
        let round = self.reachability.round();
        for (method, facts) in &round {
            if self.program.is_application(method.class) {
                self.note(*method, facts);
            }
            self.note_jdk(facts);
        }
        !round.is_empty()
    }

    fn note_jdk(&mut self, facts: &Facts) {
        let program = self.program;
        let variable = |field: &&FieldId| program.field(**field).is_some_and(|info| !info.constant);
        let of_jdk = facts.statics.iter().filter(|field| !program.is_application(field.class)).filter(variable);
        self.answer.jdk_fields.extend(of_jdk);
    }

    /// As [`Self::note`], but for a method of which only the function objects are looked at.
    fn note_function(&mut self, method: MethodId, facts: &Facts) {
        if self.program.flags(method) & access::NATIVE == 0 {
            self.note(method, facts);
        }
    }

    /// What a method of the application reads, and whether it does what cannot be followed.
    fn note(&mut self, method: MethodId, facts: &Facts) {
        for field in facts.statics.iter().filter(|field| self.program.is_application(field.class)) {
            self.answer.fields.entry(*field).or_insert(method);
        }
        let place = self.program.shown(method);
        if self.program.flags(method) & access::NATIVE != 0 {
            self.unknown.insert(format!("{place} is native"), (Reach::Fields, method));
        }
        for reflection in &facts.reflection {
            let line = self.program.line_at(method, reflection.offset);
            let line = line.map_or(String::new(), |line| format!(":{line}"));
            self.unknown.insert(format!("{place}{line} calls {}", reflection.callee), (reflection.reach, method));
        }
    }

    fn add_everything(&mut self) {
        for class in self.program.application() {
            self.reachability.add_initialized(class.id);
            class.methods().for_each(|(id, _)| self.reachability.add_method(id));
        }
    }

    /// If a place may read fields by reflection, all static fields count as read there.
    fn add_all_fields(&mut self) {
        let Some((_, reader)) = self.unknown.values().find(|(reach, _)| *reach == Reach::Fields) else { return };
        for class in self.program.application() {
            for (index, field) in class.file.fields.iter().enumerate() {
                if field.access & access::STATIC != 0 && !field.constant {
                    let field = FieldId { class: class.id, index: index as u16 };
                    self.answer.fields.entry(field).or_insert(*reader);
                }
            }
        }
    }

    fn finish(mut self) -> StaticsRead {
        self.add_all_fields();
        if !self.unknown.is_empty() {
            let places = reflection::some_of(self.unknown.keys());
            let what = "every method of the application counts as reachable";
            self.answer.diagnostics.push(format!("{what}, because {places}"));
        }
        self.answer.methods = self.reachability.application();
        self.answer.reachable = self.reachability.count();
        self.answer
    }
}
