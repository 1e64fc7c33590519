//! Values and keys: what is the same object in two checkpoints because it says the same.
//!
//! Strings, boxes, classes, constants and what the JVM has itself are compared by value. An object of fields can be a key if
//! all that it holds are such values (a record of numbers and strings), to a small depth.

use super::access::without_package;
use super::class::Treatment;
use super::content::Value;
use super::heap::{Content, Heap, primitive};

/// Most fields, and levels of objects, that a key may have.
const FIELDS: usize = 16;
const LEVELS: usize = 3;

/// The value as text, if the object is compared by value; null is `null`.
pub fn value_text(heap: &Heap, object: u32) -> Option<String> {
    if object == 0 {
        return Some("null".to_owned());
    }
    Some(match heap.content(object) {
        Content::Text(text) => format!("{text:?}"),
        Content::Boxed(letter @ ('Z' | 'C' | 'I'), bits) => primitive(bits, letter),
        Content::Boxed('J', bits) => format!("{}L", primitive(bits, 'J')),
        Content::Boxed(letter, bits) => format!("{}{}", primitive(bits, letter), letter.to_ascii_lowercase()),
        Content::Class(name) => format!("{name}.class"),
        Content::Enum(_) | Content::Anchor(_) | Content::Leaf(_) => heap.describe(object),
        Content::Primitives(..) | Content::References(_) => return None,
        Content::Plain => constant(heap, object)?,
    })
}

/// `Colour.RED`, of an enum of the program.
pub fn constant(heap: &Heap, object: u32) -> Option<String> {
    let Value::Object(name) = heap.field(object, "java.lang.Enum.name")? else { return None };
    let Content::Text(name) = heap.content(name) else { return None };
    Some(format!("{}.{name}", simple(&heap.class_name(object))))
}

/// Whether the object is compared by value and not looked into. An enum's constant is none: it may hold more.
pub fn is_value(heap: &Heap, object: u32) -> bool {
    let treatment = heap.class(object).map(|class| class.treatment);
    !matches!(treatment, Some(Treatment::Plain | Treatment::Primitives(_) | Treatment::References))
}

/// What the object says as a key, if all in it are values.
pub fn key(heap: &Heap, object: u32) -> Option<String> {
    let mut fields = FIELDS;
    key_within(heap, object, LEVELS, &mut fields)
}

/// At most [`LEVELS`] deep.
fn key_within(heap: &Heap, object: u32, levels: usize, left: &mut usize) -> Option<String> {
    if let Some(text) = value_text(heap, object) {
        return Some(text);
    }
    let fields = heap.fields(object);
    if levels == 0 || fields.is_empty() || fields.len() > *left {
        return None;
    }
    *left -= fields.len();
    let mut parts = Vec::new();
    for (field, value) in fields {
        let name = without_package(&field.name).rsplit('.').next().unwrap_or_default();
        let text = match value {
            Value::Bits(bits) => primitive(bits, field.descriptor.chars().next().unwrap_or('I')),
            Value::Object(object) => key_within(heap, object, levels - 1, left)?,
        };
        parts.push(format!("{name}={text}"));
    }
    Some(format!("{}[{}]", simple(&heap.class_name(object)), parts.join(", ")))
}

fn simple(class: &str) -> &str {
    class.rsplit('.').next().unwrap_or(class)
}
