//! Which types have values only: arrays of numbers, and objects of the JDK that have fields of which each has a number, a
//! string or a value, such as boxes and `BigInteger`.

use crate::analysis::ir::Type;
use crate::program::{Class, ClassId, Program, access};
use rustc_hash::FxHashMap;

/// What was found of classes.
#[derive(Default)]
pub struct Values(FxHashMap<ClassId, bool>);

impl Values {
    /// Whether objects of the type are values.
    pub fn is_value(&mut self, program: &Program, ty: Type) -> bool {
        let Some(class) = ty.as_class() else { return ty.is_array() && ty.element().is_none() };
        if let Some(known) = self.0.get(&class) {
            return *known;
        }
        // a class that has fields of its own type, directly or not, is none unless that is found without it
        self.0.insert(class, false);
        let found = self.has_values_only(program, class);
        self.0.insert(class, found);
        found
    }

    fn has_values_only(&mut self, program: &Program, class: ClassId) -> bool {
        if program.is_application(class) || program.get(class).is_none_or(Class::is_interface) {
            return false;
        }
        let mut fields = 0;
        for above in program.superclasses(class) {
            for field in above.file.fields.iter().filter(|field| field.access & access::STATIC == 0) {
                fields += 1;
                let Some(ty) = Type::of_descriptor(program, &field.descriptor) else { continue };
                let is_string = ty.as_class().is_some_and(|class| program.name(class) == "java/lang/String");
                if !is_string && !self.is_value(program, ty) {
                    return false;
                }
            }
        }
        fields > 0
    }
}
