//! Which strings matter: reflection may ask for a class or a member of this name.
//!
//! All other string constants are one object. What was asked of the application about strings of the JDK is kept: a program
//! in which the answer is another one cannot start from the summaries.

use crate::program::{ClassId, Program};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Names that strings of the program are compared with.
pub struct Texts {
    /// Of members of the application, which reflection in the application may ask for.
    members: FxHashSet<String>,
    /// Strings of the JDK that may be names of classes, and are not of the JDK's.
    of_jdk: BTreeSet<String>,
}

impl Texts {
    /// Those of a program.
    pub fn of(program: &Program) -> Self {
        Self { members: member_names(program), of_jdk: BTreeSet::new() }
    }

    /// Strings of the JDK that would matter if the application had classes of these names.
    pub fn of_jdk(&self) -> &BTreeSet<String> {
        &self.of_jdk
    }

    /// Sets them.
    pub fn set_of_jdk(&mut self, texts: BTreeSet<String>) {
        self.of_jdk = texts;
    }

    /// Whether a member of the application has this name.
    pub fn is_member(&self, name: &str) -> bool {
        self.members.contains(name)
    }

    /// Whether reflection may ask for something of this name: a class, or where the application has the string, a member
    /// of the application. The string is one of the class.
    pub fn matters(&mut self, program: &Program, class: ClassId, text: &str) -> bool {
        if program.is_application(class) && self.members.contains(text) {
            return true;
        }
        if !text.contains('.') {
            return false;
        }
        let name = text.replace('.', "/");
        let found = program.has_class(&name);
        if !found && !program.is_application(class) {
            self.of_jdk.insert(name);
        }
        found
    }
}

fn member_names(program: &Program) -> FxHashSet<String> {
    let mut names = FxHashSet::default();
    for class in program.application() {
        names.insert(class.name().replace('/', "."));
        names.extend(class.file.methods.iter().map(|method| method.name.clone()));
        names.extend(class.file.fields.iter().map(|field| field.name.clone()));
    }
    names
}
