//! What `jcp explore` makes of calls of the JDK: the model `patterns/explore.txt`, which says how it is written.
//! Invariant: the model is read as a whole, and the first row that fits a call counts.

use crate::classfile::MemberRef;
use crate::classfile::descriptor::parse_method;

const MODEL: &str = include_str!("../../patterns/explore.txt");

/// The rows of the model.
pub(super) struct Model {
    replaced: Vec<[&'static str; 3]>,
    made: Vec<[&'static str; 2]>,
    values: Vec<&'static str>,
    refused: Vec<[&'static str; 3]>,
}

impl Model {
    /// Reads it; a row that cannot be read is a defect, which the test finds.
    pub(super) fn load() -> Self {
        let mut model = Self { replaced: Vec::new(), made: Vec::new(), values: Vec::new(), refused: Vec::new() };
        for line in MODEL.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            assert!(model.add(line), "patterns/explore.txt: {line}");
        }
        model
    }

    fn add(&mut self, line: &'static str) -> bool {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["replace", class, method, "by", helper] => self.replaced.push([class, method, helper]),
            ["make", class, "by", helper] => self.made.push([class, helper]),
            ["value", class] => self.values.push(class),
            ["refuse", class, ..] => {
                let Some((head, why)) = line.split_once(": ") else { return false };
                let Some((_, method)) = head.rsplit_once(' ') else { return false };
                self.refused.push([class, method, why]);
            }
            _ => return false,
        }
        true
    }

    /// The class in which the model names the method, and the helper that has it instead; `is_below` tells whether the call's class is below another.
    pub(super) fn replaced(
        &self,
        method: &str,
        is_below: impl Fn(&str) -> bool,
    ) -> Option<(&'static str, &'static str)> {
        let row = self.replaced.iter().find(|[class, name, _]| *name == method && is_below(class))?;
        Some((row[0], row[2]))
    }

    /// The helper of which objects are made instead of this class.
    pub(super) fn made(&self, class: &str) -> Option<&'static str> {
        self.made.iter().find(|[it, _]| *it == class).map(|[_, helper]| *helper)
    }

    /// Why a call is refused.
    pub(super) fn refused(&self, member: &MemberRef, is_below: impl Fn(&str) -> bool) -> Option<&'static str> {
        let parameters = parse_method(&member.descriptor).map_or(0, |it| it.parameters.len());
        let is_named = |name: &str| match name.split_once('/') {
            Some((name, count)) => name == member.name && count.parse() == Ok(parameters),
            None => name == member.name || name == "*",
        };
        let is_it = |[class, name, _]: &&[&'static str; 3]| is_named(name) && is_below(class);
        self.refused.iter().find(is_it).map(|row| row[2])
    }

    /// Whether calls on objects of the class are no points.
    pub(super) fn is_value(&self, is_below: impl Fn(&str) -> bool) -> bool {
        self.values.iter().any(|class| is_below(class))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_is_read_by_its_rows() {
        let model = Model::load();
        assert_eq!(model.replaced("start", |it| it == "java/lang/Thread"), Some(("java/lang/Thread", "Threads")));
        assert_eq!(model.replaced("start", |it| it == "java/util/List"), None);
        assert_eq!(model.made("java/util/concurrent/ThreadPoolExecutor"), Some("Pool"));
        let refused = |class: &str, name: &str, descriptor: &str| {
            let (class, name, descriptor) = (class.to_owned(), name.to_owned(), descriptor.to_owned());
            let member = MemberRef { class, name, descriptor, interface: false };
            model.refused(&member, |it| it == member.class).is_some()
        };
        let future = "java/util/concurrent/CompletableFuture";
        assert!(refused("java/util/concurrent/ForkJoinTask", "tryUnfork", "()Z"));
        assert!(
            refused(future, "acceptEitherAsync", "(LA;LB;)V") && !refused(future, "acceptEitherAsync", "(LA;LB;LC;)V")
        );
        assert!(model.is_value(|it| it == "java/lang/String") && !model.is_value(|it| it == "java/util/ArrayList"));
        assert!(!Model::load().add("replace java/lang/Thread start"));
    }
}
