//! Types of objects and casts: classes and arrays of classes or primitive types, small enough to be copied.
//!
//! A class that exists nowhere counts as `java/lang/Object`: no object of it can be made, and a cast to it lets
//! everything through. [`Program::missing_classes`] has its name.

use crate::program::{ClassId, Program};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// A reference type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Type {
    /// Number of the class, or [`FIRST_PRIMITIVE`] and the place in [`PRIMITIVES`].
    base: u32,
    /// Dimensions; 0 for a class.
    pub dims: u8,
}

const FIRST_PRIMITIVE: u32 = u32::MAX - 7;
const PRIMITIVES: &[u8; 8] = b"ZCFDBSIJ";

impl Type {
    /// The class itself.
    pub fn class(class: ClassId) -> Self {
        Self { base: class.0, dims: 0 }
    }

    /// An array of the class in so many dimensions; the class itself if there are none.
    pub fn array_of(class: ClassId, dims: u8) -> Self {
        Self { base: class.0, dims }
    }

    /// The type that a `Class` constant names: an internal name or an array descriptor.
    pub fn named(program: &Program, name: &str) -> Self {
        let dims = name.bytes().take_while(|byte| *byte == b'[').count();
        if dims == 0 {
            return Self::class(class_or_object(program, name));
        }
        Self { dims: dims as u8, ..Self::of_element(program, &name[dims..]) }
    }

    /// The type of a field descriptor; none for primitive types and `V`.
    pub fn of_descriptor(program: &Program, descriptor: &str) -> Option<Self> {
        match descriptor.as_bytes().first()? {
            b'L' => Some(Self::of_element(program, descriptor)),
            b'[' => Some(Self::named(program, descriptor)),
            _ => None,
        }
    }

    fn of_element(program: &Program, descriptor: &str) -> Self {
        let first = descriptor.as_bytes().first();
        if let Some(place) = first.and_then(|first| PRIMITIVES.iter().position(|code| code == first)) {
            Self { base: FIRST_PRIMITIVE + place as u32, dims: 0 }
        } else {
            let name = descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';')).unwrap_or(descriptor);
            Self::class(class_or_object(program, name))
        }
    }

    /// An array of a primitive type, by the code of `newarray` (JVMS §6.5).
    pub fn primitive_array(code: u8) -> Option<Self> {
        (4..=11).contains(&code).then(|| Self { base: FIRST_PRIMITIVE + u32::from(code - 4), dims: 1 })
    }

    /// An array with elements of this type; none beyond 255 dimensions.
    pub fn array(self) -> Option<Self> {
        Some(Self { dims: self.dims.checked_add(1)?, ..self })
    }

    /// The type of the elements of an array if it is a reference type.
    pub fn element(self) -> Option<Self> {
        let element = Self { dims: self.dims.checked_sub(1)?, ..self };
        (element.dims > 0 || !self.is_primitive_base()).then_some(element)
    }

    /// The class; none for arrays.
    pub fn as_class(self) -> Option<ClassId> {
        (self.dims == 0 && !self.is_primitive_base()).then_some(ClassId(self.base))
    }

    /// The class of the innermost elements, or the class itself; none for primitive types.
    pub fn base_class(self) -> Option<ClassId> {
        (!self.is_primitive_base()).then_some(ClassId(self.base))
    }

    /// The same type where its class, if it has one, has another number.
    pub(in crate::analysis) fn renumbered(self, number: impl FnOnce(ClassId) -> ClassId) -> Self {
        self.base_class().map_or(self, |class| Self { base: number(class).0, ..self })
    }

    /// Whether it is an array.
    pub fn is_array(self) -> bool {
        self.dims > 0
    }

    fn is_primitive_base(self) -> bool {
        self.base >= FIRST_PRIMITIVE
    }

    /// Whether an object of this type can be cast to the other (JVMS §6.5 `checkcast`).
    pub fn is_subtype(self, program: &Program, above: Self) -> bool {
        if self == above {
            return true;
        }
        match (self.as_class(), above.as_class()) {
            (Some(below), Some(above)) => program.is_subtype(below, above),
            (None, Some(above)) => {
                matches!(program.name(above), "java/lang/Object" | "java/lang/Cloneable" | "java/io/Serializable")
            }
            (Some(_), None) => false,
            (None, None) => match (self.element(), above.element()) {
                (Some(below), Some(above)) => below.is_subtype(program, above),
                _ => false,
            },
        }
    }

    /// As a `Class` constant has it: an internal name or an array descriptor.
    pub fn name(self, program: &Program) -> String {
        if self.dims == 0 && !self.is_primitive_base() {
            return program.name(ClassId(self.base)).to_owned();
        }
        let mut name = "[".repeat(self.dims.into());
        if self.is_primitive_base() {
            name.push(char::from(PRIMITIVES[(self.base - FIRST_PRIMITIVE) as usize]));
        } else {
            let _ = write!(name, "L{};", program.name(ClassId(self.base)));
        }
        name
    }
}

fn class_or_object(program: &Program, name: &str) -> ClassId {
    program.class(name).or_else(|| program.class("java/lang/Object")).unwrap_or(ClassId(0))
}
