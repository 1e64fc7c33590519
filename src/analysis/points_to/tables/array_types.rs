//! Which types of arrays the application names: in instructions, fields, methods and signatures.
//!
//! Where reflection makes arrays of a class that it does not know, there would be one type of arrays for each class and number of
//! dimensions. An array of a type that no class file of the application names is an array of objects to all code but that which asks for
//! its class: nothing can cast to its type, and fields and parameters cannot have it. So all of these are one type. Left out: the
//! class of such an array, which is then that of an array of objects. Types of one dimension of classes of the JDK are told apart, as the JDK may name them.

use crate::analysis::ir::Type;
use crate::program::Program;
use rayon::prelude::*;
use rustc_hash::FxHashSet;

/// The types that are named.
#[derive(Default)]
pub struct ArrayTypes {
    named: FxHashSet<Type>,
}

impl ArrayTypes {
    /// Those of a program.
    pub fn of(program: &Program) -> Self {
        let classes: Vec<_> = program.application().collect();
        let names: FxHashSet<String> =
            classes.par_iter().flat_map_iter(|class| class.file.texts().flat_map(names_in)).collect();
        let known = |name: &&String| program.has_class(base_of(name));
        #[allow(clippy::iter_over_hash_type, reason = "collected into a set")]
        let named = names.iter().filter(known).map(|name| Type::named(program, name)).collect();
        Self { named }
    }

    /// The type itself if it is told apart, else that of arrays of objects of as many dimensions.
    pub fn told_apart(&self, program: &Program, array: Type) -> Type {
        let Some(base) = array.base_class() else { return array };
        let is_of_jdk = array.dims == 1 && !program.is_application(base);
        match program.class("java/lang/Object") {
            Some(object) if !is_of_jdk && !self.named.contains(&array) => Type::array_of(object, array.dims),
            _ => array,
        }
    }
}

/// The names of types of arrays of classes in a descriptor or signature, each up to its first type argument.
fn names_in(text: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.iter().position(|byte| *byte == b'[') {
        rest = &rest[start..];
        let dims = rest.iter().take_while(|byte| **byte == b'[').count();
        let length = rest.iter().position(|byte| matches!(byte, b';' | b'<')).unwrap_or(rest.len());
        if rest.get(dims) == Some(&b'L') && length > dims + 1 {
            found.extend(std::str::from_utf8(&rest[..length]).ok().map(|name| format!("{name};")));
        }
        rest = &rest[dims..];
    }
    found
}

fn base_of(name: &str) -> &str {
    name.trim_start_matches('[').trim_start_matches('L').trim_end_matches(';')
}

#[cfg(test)]
mod tests {
    use super::names_in;

    #[test]
    fn arrays_are_found_in_descriptors_and_signatures() {
        assert_eq!(names_in(b"([[La/B;[I[La/C;)[La/D;"), ["[[La/B;", "[La/C;", "[La/D;"]);
        assert_eq!(names_in(b"Ljava/util/List<[La/E<[La/F;>;>;"), ["[La/E;", "[La/F;"]);
        assert!(names_in(b"[I, [L").is_empty());
    }
}
