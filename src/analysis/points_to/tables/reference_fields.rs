//! Fields of reference type by class, and the names of fields that access steps have the numbers of.
//!
//! Fields of classes are looked up anew; the numbers of names are kept with the summaries, since triggers have them.

use super::super::events::AccessStep;
use super::Kept;
use crate::analysis::ir::Type;
use crate::classfile::FieldInfo;
use crate::program::{ClassId, FieldId, Program, access};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Fields with their types.
pub type TypedFields = Arc<[(FieldId, Type)]>;

/// Which fields of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Of {
    /// The static ones that it declares.
    Class,
    /// Those that its objects have.
    Object,
    /// Those of them that serialization reads and sets, unless the class has a form of its own in the stream.
    Stream,
}

/// A class whose objects are written as what they describe, not by their fields. Left out: other classes with `serialPersistentFields`,
/// of which all fields count.
const NOT_BY_FIELDS: &str = "java/io/ObjectStreamClass";

/// The fields.
#[derive(Default)]
pub struct ReferenceFields {
    by_class: FxHashMap<(ClassId, Of), TypedFields>,
    names: Vec<String>,
}

impl ReferenceFields {
    /// Fields of reference type.
    pub fn of(&mut self, program: &Program, class: ClassId, of: Of) -> TypedFields {
        self.by_class.entry((class, of)).or_insert_with(|| find(program, class, of)).clone()
    }

    /// The step to the field with the name.
    pub fn step_to(&mut self, name: &str) -> AccessStep {
        let place = self.names.iter().position(|known| known == name);
        let number = place.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        });
        AccessStep::Named(number as u32)
    }

    /// The name with this number.
    pub fn name(&self, number: u32) -> &str {
        &self.names[number as usize]
    }
}

impl Kept for ReferenceFields {
    type Saved = Vec<String>;

    fn save(&self) -> Vec<String> {
        self.names.clone()
    }

    fn load(&mut self, saved: Vec<String>) -> Option<()> {
        self.names = saved;
        Some(())
    }
}

/// The fields of reference type.
fn find(program: &Program, class: ClassId, of: Of) -> TypedFields {
    let classes = program.superclasses(class).take(if of == Of::Class { 1 } else { usize::MAX });
    let serializable = program.class("java/io/Serializable");
    let is_written = |above: ClassId| {
        let is_below = serializable.is_some_and(|serializable| program.is_subtype(above, serializable));
        is_below && program.name(above) != NOT_BY_FIELDS
    };
    let classes = classes.filter(|above| of != Of::Stream || is_written(above.id));
    let fields =
        classes.flat_map(|above| (0..).zip(&above.file.fields).map(move |(index, field)| (above.id, index, field)));
    let fits = |field: &FieldInfo| match of {
        Of::Class => field.access & access::STATIC != 0,
        Of::Object => field.access & access::STATIC == 0,
        Of::Stream => field.access & (access::STATIC | access::TRANSIENT) == 0,
    };
    let typed = |(class, index, field): (ClassId, u16, &FieldInfo)| {
        Some((FieldId { class, index }, Type::of_descriptor(program, &field.descriptor)?))
    };
    fields.filter(|(_, _, field)| fits(field)).filter_map(typed).collect()
}
