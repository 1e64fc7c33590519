//! The class table: for each class where it comes from, how its objects are stored, and its fields.
//!
//! An object's size in the heap is not in the file. [`Class::shallow_bytes`] computes it as the JVM lays out objects by
//! default (compressed pointers, headers of 12 bytes, arrays' of 16, sizes rounded up to 8); fields that a checkpoint
//! leaves out are missing in it.

use std::collections::BTreeSet;

use super::error::Fault;
use super::format::Cursor;

/// Where the replaying JVM gets a class from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// By its binary name, such as `java.util.Map$Entry` or `[I`.
    Named(String),
    /// A lambda's or method reference's: the call site's recipe, beginning with the class that has the call site.
    Lambda(Vec<Option<String>>),
    /// `java.lang.reflect.Proxy` of these interfaces.
    Proxy(Vec<Option<String>>),
}

/// How objects of a class are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Treatment {
    /// By their fields.
    Plain,
    /// `java.lang.String`: coder and bytes.
    Text,
    /// `java.lang.Class`: an index of the class table.
    Class,
    /// `Integer` and the like, which the JVM may have a cached object of, with the value's size in bytes.
    Boxed(u8),
    /// A constant of an enum of the JDK: its name.
    Enum,
    /// An array of a primitive type, with its elements' size in bytes.
    Primitives(u8),
    /// An array of references.
    References,
}

/// An instance field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Declaring class and name, as in `a.B.name`.
    pub name: String,
    /// Its type's descriptor.
    pub descriptor: String,
}

impl Field {
    /// Whether it holds a reference.
    pub fn is_reference(&self) -> bool {
        self.descriptor.len() > 1
    }
}

/// An entry of the class table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// Where it comes from.
    pub origin: Origin,
    /// How its objects are stored.
    pub treatment: Treatment,
    /// For [`Treatment::Plain`] the fields that are stored, in the order of the file.
    pub fields: Vec<Field>,
}

impl Class {
    /// Bytes of the primitive fields.
    pub(super) fn primitive_bytes(&self) -> u64 {
        self.fields.iter().filter(|field| !field.is_reference()).map(|field| size(&field.descriptor)).sum()
    }

    /// How many fields are references.
    pub(super) fn references(&self) -> u32 {
        let count = self.fields.iter().filter(|field| field.is_reference()).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// The letter of the elements' type, of an array of primitives.
    pub(super) fn letter(&self) -> char {
        match &self.origin {
            Origin::Named(name) => name.chars().nth(1).unwrap_or('I'),
            _ => 'I',
        }
    }

    /// Reads one entry; `enums` are those of the header.
    pub(super) fn read(source: &mut Cursor, enums: &BTreeSet<String>) -> Result<Self, Fault> {
        let origin = match source.u1()? {
            0 => Origin::Named(source.text()?),
            1 => Origin::Lambda(source.texts()?),
            2 => Origin::Proxy(source.texts()?),
            kind => return Err(source.fault(format!("{kind} is not a kind of class"))),
        };
        let fields = fields(&source.text()?);
        let treatment = treatment(&origin, enums);
        Ok(Self { origin, treatment, fields })
    }

    /// The name that people know it by.
    pub fn name(&self) -> String {
        name(&self.origin)
    }

    /// Bytes in the heap of an object without what it refers to; `length` is an array's, or the bytes of a string, whose
    /// own array is included. Constants and classes are the JVM's own and count nothing.
    pub fn shallow_bytes(&self, length: u64) -> u64 {
        let round = |bytes: u64| bytes.saturating_add(7) & !7;
        match self.treatment {
            Treatment::Plain => round(12 + self.fields.iter().map(|field| size(&field.descriptor)).sum::<u64>()),
            Treatment::Text => round(length.saturating_add(16)).saturating_add(24),
            Treatment::Class | Treatment::Enum => 0,
            Treatment::Boxed(8) => 24,
            Treatment::Boxed(_) => 16,
            Treatment::Primitives(scale) => round(length.saturating_mul(scale.into()).saturating_add(16)),
            Treatment::References => round(length.saturating_mul(4).saturating_add(16)),
        }
    }
}

fn name(origin: &Origin) -> String {
    let list = |names: &[Option<String>]| {
        names.iter().map(|name| name.as_deref().unwrap_or("?")).collect::<Vec<_>>().join(", ")
    };
    match origin {
        Origin::Named(name) => name.clone(),
        Origin::Lambda(recipe) => format!("lambda of {}", list(recipe.get(..1).unwrap_or_default())),
        Origin::Proxy(interfaces) => format!("proxy of {}", list(interfaces)),
    }
}

/// How objects of a class are stored: only classes of the JDK are stored otherwise than by fields.
fn treatment(origin: &Origin, enums: &BTreeSet<String>) -> Treatment {
    let Origin::Named(name) = origin else { return Treatment::Plain };
    match name.as_str() {
        "java.lang.String" => Treatment::Text,
        "java.lang.Class" => Treatment::Class,
        "java.lang.Byte" | "java.lang.Boolean" => Treatment::Boxed(1),
        "java.lang.Short" | "java.lang.Character" => Treatment::Boxed(2),
        "java.lang.Integer" => Treatment::Boxed(4),
        "java.lang.Long" => Treatment::Boxed(8),
        "[Z" | "[B" => Treatment::Primitives(1),
        "[S" | "[C" => Treatment::Primitives(2),
        "[I" | "[F" => Treatment::Primitives(4),
        "[J" | "[D" => Treatment::Primitives(8),
        array if array.starts_with('[') => Treatment::References,
        name if enums.contains(name) => Treatment::Enum,
        _ => Treatment::Plain,
    }
}

fn fields(fingerprint: &str) -> Vec<Field> {
    let split = |field: &str| {
        let (name, descriptor) = field.rsplit_once(':').unwrap_or((field, ""));
        Field { name: name.to_owned(), descriptor: descriptor.to_owned() }
    };
    fingerprint.split(',').filter(|field| !field.is_empty()).map(split).collect()
}

/// Bytes that a field of the type takes.
pub(super) fn size(descriptor: &str) -> u64 {
    match descriptor {
        "Z" | "B" => 1,
        "S" | "C" => 2,
        "J" | "D" => 8,
        _ => 4,
    }
}
