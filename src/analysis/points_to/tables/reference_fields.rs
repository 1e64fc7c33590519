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

/// The fields.
#[derive(Default)]
pub struct ReferenceFields {
    /// By class: its static fields if true, else those that its objects have.
    by_class: FxHashMap<(ClassId, bool), TypedFields>,
    names: Vec<String>,
}

impl ReferenceFields {
    /// Fields of reference type: the static ones of the class if `of_class`, or the instance fields of its objects.
    pub fn of(&mut self, program: &Program, class: ClassId, of_class: bool) -> TypedFields {
        let known = self.by_class.entry((class, of_class));
        known.or_insert_with(|| find(program, class, of_class)).clone()
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

/// The fields of reference type that the class declares static, or that its objects have.
fn find(program: &Program, class: ClassId, of_class: bool) -> TypedFields {
    let classes = program.superclasses(class).take(if of_class { 1 } else { usize::MAX });
    let fields =
        classes.flat_map(|above| (0..).zip(&above.file.fields).map(move |(index, field)| (above.id, index, field)));
    let fields = fields.filter(|(_, _, field)| (field.access & access::STATIC != 0) == of_class);
    let typed = |(class, index, field): (ClassId, u16, &FieldInfo)| {
        Some((FieldId { class, index }, Type::of_descriptor(program, &field.descriptor)?))
    };
    fields.filter_map(typed).collect()
}
