//! Every static field of the application that code may read from given places on.
//!
//! The places are parts of methods (the post-regions along a chain); what they call is closed under the class-hierarchy
//! call graph through the JDK ([`super::reachability`]). The answer errs only upwards: providers under
//! `META-INF/services` and the `values` methods of enums (the JDK calls them by reflection) count as called, and if
//! code of the application that can run uses reflection or native methods, *all* methods of the application count as
//! called, with a diagnostic that names the places. A Mod/Use analysis can take this module's place.

use super::calls::{Facts, facts};
use super::reachability::Reachability;
use crate::program::{FieldId, MethodId, Program, Result, access};
use std::collections::{BTreeMap, BTreeSet};

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
    /// Methods of the application that can run; the methods of the starts only if they can be called again.
    pub methods: BTreeSet<MethodId>,
    /// How many methods can run, the JDK's too.
    pub reachable: usize,
    /// Where the analysis gave up precision.
    pub diagnostics: Vec<String>,
}

/// How many places of one kind are named in a diagnostic.
const NAMED: usize = 5;

struct Search<'a> {
    program: &'a Program,
    reachability: Reachability<'a>,
    answer: StaticsRead,
    /// Places of reflection and native methods, for people.
    unknown: BTreeSet<String>,
}

/// The static fields that may be read from the starts on.
pub fn statics_read(program: &Program, starts: &[Start]) -> Result<StaticsRead> {
    let mut search = Search {
        program,
        reachability: Reachability::new(program),
        answer: StaticsRead::default(),
        unknown: BTreeSet::new(),
    };
    search.add_hidden_roots();
    for start in starts {
        let body = program.body(start.method)?;
        let offsets: BTreeSet<u32> = start.items.iter().filter_map(|item| body.offset(*item)).collect();
        let part = facts(program, start.method, |offset| offsets.contains(&offset));
        search.note(start.method, &part);
        search.reachability.add_facts(&part);
    }
    search.close();
    if !search.unknown.is_empty() {
        search.add_everything();
        search.close();
    }
    Ok(search.finish())
}

impl Search<'_> {
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

    fn close(&mut self) {
        loop {
            let round = self.reachability.round();
            if round.is_empty() {
                return;
            }
            for (method, facts) in &round {
                if self.program.is_application(method.class) {
                    self.note(*method, facts);
                }
            }
        }
    }

    /// What a method of the application reads, and whether it does what cannot be followed.
    fn note(&mut self, method: MethodId, facts: &Facts) {
        for field in facts.statics.iter().filter(|field| self.program.is_application(field.class)) {
            self.answer.fields.entry(*field).or_insert(method);
        }
        let place = self.program.describe(method);
        if self.program.flags(method) & access::NATIVE != 0 {
            self.unknown.insert(format!("{place} is native"));
        }
        for (offset, what) in &facts.reflection {
            let body = self.program.code(method).ok().flatten();
            let line = body.and_then(|body| body.line(body.item_at_offset(*offset)?));
            let line = line.map_or(String::new(), |line| format!(":{line}"));
            self.unknown.insert(format!("{place}{line} calls {what}"));
        }
    }

    fn add_everything(&mut self) {
        for class in self.program.application() {
            self.reachability.add_initialized(class.id);
            class.methods().for_each(|(id, _)| self.reachability.add_method(id));
        }
    }

    fn finish(mut self) -> StaticsRead {
        if !self.unknown.is_empty() {
            let places: Vec<&str> = self.unknown.iter().take(NAMED).map(String::as_str).collect();
            let more = self.unknown.len().saturating_sub(NAMED);
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            self.answer.diagnostics.push(format!(
                "every method of the application counts as reachable after the start, since {}{more}",
                places.join("; ")
            ));
        }
        self.answer.methods = self.reachability.application();
        self.answer.reachable = self.reachability.count();
        self.answer
    }
}
