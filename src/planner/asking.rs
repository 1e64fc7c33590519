//! What a run asked about its own program before the checkpoint, and what an edit changes of the answers.
//!
//! Classes that reflection looked at, resources and classes that the loader was asked for are known one by one. Of other questions
//! (look-ups of method handles, ways by which a program comes to its class files) only the method is known that asked first; then
//! every class counts.

use super::misfit::Misfit;
use super::since_run::Comparison;
use std::collections::BTreeSet;

/// What was asked.
pub(super) struct Asking {
    /// A method that looks at members of classes in a way that no fact tells of which.
    looks: Option<String>,
    /// One that may read class files.
    reads: Option<String>,
    /// Resources that are class files, or folders of them.
    resources: BTreeSet<String>,
}

impl Asking {
    /// What was asked in the run.
    pub(super) fn of(all: &Comparison) -> Self {
        Self {
            looks: all.run.looks.map(|number| all.shown(number)),
            reads: all.run.reads.map(|number| all.shown(number)),
            resources: all.run.resources.iter().map(|name| name.trim_matches('/').to_owned()).collect(),
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
        let folders = file.match_indices('/').map(|(end, _)| &file[..end]);
        let read = [file.as_str(), "", "."].into_iter().chain(folders).find(|name| self.resources.contains(*name))?;
        Some(format!("the resource \"{read}\" was read before the checkpoint"))
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
