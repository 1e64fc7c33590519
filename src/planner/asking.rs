//! What a run asked about its own program before the checkpoint, and what an edit changes of the answers.
//!
//! Classes that reflection looked at, resources and classes that the loader was asked for are known one by one. Of other questions
//! (look-ups of method handles, ways by which a program comes to its class files) only the method is known that asked first; then
//! every class counts.

use super::misfit::Misfit;
use super::since_run::{Comparison, Near, Run};
use crate::plan::Premises;
use std::collections::BTreeSet;

/// What was asked.
pub(super) struct Asking {
    /// A method that looks at members of classes in a way that no fact tells of which.
    looks: Option<String>,
    /// One that may read class files.
    reads: Option<String>,
    /// How the run came to files of the class path, and those to which it did not.
    near: Option<(String, BTreeSet<String>)>,
    /// Resources that are class files, or folders of them.
    resources: BTreeSet<String>,
}

impl Asking {
    /// What was asked in the run.
    pub(super) fn of(old: &Premises, run: &Run) -> Self {
        Self {
            looks: run.looks.map(|number| shown(old, number)),
            reads: run.reads.map(|number| shown(old, number)),
            near: run.near.as_ref().map(|near| (how_near(old, near), near.elsewhere.clone())),
            resources: run.resources.iter().chain(&run.opened).map(|name| name.trim_matches('/').to_owned()).collect(),
        }
    }

    /// Why members of this class count, if they do.
    pub(super) fn of_members(&self, all: &Comparison, class: &str) -> Option<String> {
        if all.run.looked.contains(class) {
            return Some("were looked at before the checkpoint".to_owned());
        }
        self.looks.as_ref().map(|method| format!("{method} ran before the checkpoint and looks at such things"))
    }

    /// Why the file of this class counts, if it does.
    pub(super) fn of_file(&self, class: &str) -> Option<String> {
        if let Some(method) = &self.reads {
            return Some(format!("{method} ran before the checkpoint and may read class files"));
        }
        let file = format!("{class}.class");
        if let Some(why) = self.near(&file) {
            return Some(why.clone());
        }
        let read = self.asked(&file)?;
        Some(format!("the resource \"{read}\" was read before the checkpoint"))
    }

    /// Why a resource counts, if it does.
    pub(super) fn of_resource(&self, file: &str) -> Option<String> {
        if let Some(method) = &self.reads {
            return Some(format!("{method} ran before the checkpoint and may read files of the class path"));
        }
        if let Some(why) = self.near(file) {
            return Some(why.clone());
        }
        let read = self.asked(file)?;
        let what = if read == file { "it".to_owned() } else { format!("its folder \"{read}\"") };
        Some(format!("the program asked for {what} before the checkpoint"))
    }

    /// How the run may have come to the file; a nested class that is gone lay beside its outer one.
    fn near(&self, file: &str) -> Option<&String> {
        let (why, elsewhere) = self.near.as_ref()?;
        let outer = file.match_indices('$').map(|(end, _)| format!("{}.class", &file[..end]));
        (!elsewhere.contains(file) && !outer.into_iter().any(|outer| elsewhere.contains(&outer))).then_some(why)
    }

    /// The file or its folder, if the run asked for that.
    fn asked<'a>(&self, file: &'a str) -> Option<&'a str> {
        let folders = file.match_indices('/').map(|(end, _)| &file[..end]);
        [file, "", "."].into_iter().chain(folders).find(|name| self.resources.contains(*name))
    }

    /// What of the classes that the older version had not, or did not load, may have been loaded.
    pub(super) fn new_classes(&self, all: &Comparison) -> Vec<Misfit> {
        let mut found = Vec::new();
        let own = |class: &&crate::program::Class| !all.run.loaded.contains(class.name());
        for class in all.program.application().filter(own) {
            let (name, shown) = (class.name(), class.name().replace('/', "."));
            let known = all.old.all.get(name);
            if known.is_some_and(|known| known.bytes == super::since_run::bytes_of(class)) {
                continue;
            }
            let what = if known.is_some() { "changed" } else { "is new" };
            if all.run.asked.contains(name) {
                found.push(Misfit::Met(format!("{shown} {what}, and was looked for before the checkpoint")));
            }
            if known.is_none()
                && let Some(why) = self.of_file(name)
            {
                found.push(Misfit::Met(format!("{shown} is new, and {why}")));
            }
        }
        found
    }
}

/// How the run came to files, to be shown.
fn how_near(old: &Premises, near: &Near) -> String {
    match near.method.map(|number| shown(old, number)) {
        Some(method) => {
            format!("{method} asked before the checkpoint where files near it are, and the run opened files")
        }
        None => "the run opened the entry of the class path where it is, before the checkpoint".to_owned(),
    }
}

/// The older version's method of a number, to be shown.
fn shown(old: &Premises, number: u32) -> String {
    let class = old.plans.noted.iter().filter(|(_, first)| **first <= number).max_by_key(|(_, first)| **first);
    let named = class.and_then(|(name, first)| {
        let known = old.all.get(name)?;
        let found = known.methods.iter().find(|(_, method)| first + method.number == number)?;
        Some(format!("{}.{}", name.replace('/', "."), found.0.0))
    });
    named.unwrap_or_else(|| "a method".to_owned())
}
