//! The heap graph of a checkpoint: for each object its class, where its content lies in the file, and its references.
//!
//! References are one array, an object's in a row (compressed rows), in the order of fields or elements; contents are
//! decoded when they are asked for. So 10^7 objects take a few hundred megabytes and no allocation of their own. Node 0
//! stands for all roots together, and as a target for null.

use super::class::{Class, Field, Origin, Treatment};
use super::content::Value;
use super::error::Fault;
use super::format::Cursor;
use super::graph::{self, ANCHOR, FIRST_CLASS, Found, LEAF, Visitor};

/// All objects; see the module.
pub struct Heap<'a> {
    source: Cursor<'a>,
    classes: &'a [Class],
    /// For each object its tag; index 0 is unused, as in all that follow.
    tags: Vec<u32>,
    contents: Vec<usize>,
    bytes: Vec<u64>,
    /// Where each object's references start in `targets`; one more at the end.
    first: Vec<usize>,
    targets: Vec<u32>,
    /// Objects that the section names as roots, in its order.
    met: Vec<u32>,
}

/// What an object is, decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// The JVM's own object of this name.
    Anchor(String),
    /// Made again from these texts.
    Leaf(Vec<Option<String>>),
    /// A string.
    Text(String),
    /// A class object: the class's name.
    Class(String),
    /// A boxed value: its type's letter and bits.
    Boxed(char, u64),
    /// A constant of an enum of the JDK, by name.
    Enum(String),
    /// An object of fields.
    Plain,
    /// An array of primitives: the elements' letter, and how many.
    Primitives(char, usize),
    /// An array of so many references.
    References(usize),
}

impl<'a> Heap<'a> {
    pub(super) fn read(source: &Cursor<'a>, objects: u32, classes: &'a [Class]) -> Result<Self, Fault> {
        let mut heap = Self {
            source: source.at(0),
            classes,
            tags: vec![0],
            contents: vec![0],
            bytes: vec![0],
            first: vec![0],
            targets: Vec::new(),
            met: Vec::new(),
        };
        graph::walk(source.at(0), objects, classes, &mut heap)?;
        heap.first.push(heap.targets.len());
        Ok(heap)
    }

    /// How many objects there are; they are numbered from 1.
    pub fn len(&self) -> usize {
        self.tags.len() - 1
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The class table.
    pub(super) fn classes(&self) -> &'a [Class] {
        self.classes
    }

    /// What an object refers to, in the order of its fields or elements; 0 is null.
    pub fn references(&self, object: u32) -> &[u32] {
        let at = object as usize;
        match (self.first.get(at), self.first.get(at + 1)) {
            (Some(&start), Some(&end)) if at > 0 => self.targets.get(start..end).unwrap_or_default(),
            _ => &[],
        }
    }

    /// How many references there are.
    pub fn edges(&self) -> usize {
        self.targets.len()
    }

    /// Objects at which the section's writer started, in that order.
    pub(super) fn met(&self) -> &[u32] {
        &self.met
    }

    /// Bytes in the heap: see [`Class::shallow_bytes`]; 0 for what the JVM has itself.
    pub fn shallow_bytes(&self, object: u32) -> u64 {
        self.bytes.get(object as usize).copied().unwrap_or(0)
    }

    /// The object's class; none if it is the JVM's own or made from text.
    pub fn class(&self, object: u32) -> Option<&'a Class> {
        self.classes.get(self.class_index(object)?)
    }

    /// The class's index in the class table.
    pub fn class_index(&self, object: u32) -> Option<usize> {
        let tag = *self.tags.get(object as usize)?;
        (object > 0 && tag >= FIRST_CLASS).then(|| (tag - FIRST_CLASS) as usize)
    }

    /// Whether it is a node or entry of a collection of the JDK.
    pub fn is_inner_node(&self, object: u32) -> bool {
        let origin = self.class(object).map(|class| &class.origin);
        let is_node =
            |name: &str| name.starts_with("java.util.") && (name.ends_with("Node") || name.ends_with("Entry"));
        matches!(origin, Some(Origin::Named(name)) if is_node(name))
    }

    /// The class's name for people, or what takes its place.
    pub fn class_name(&self, object: u32) -> String {
        match (self.class(object), self.tags.get(object as usize)) {
            (Some(class), _) => readable(&class.name()),
            (None, Some(&ANCHOR)) => "the JVM's own".to_owned(),
            (None, Some(&LEAF)) => match self.content(object) {
                Content::Leaf(texts) => texts.first().cloned().flatten().unwrap_or_else(|| "made of text".to_owned()),
                _ => String::new(),
            },
            _ => "null".to_owned(),
        }
    }

    /// What the object is.
    pub fn content(&self, object: u32) -> Content {
        self.decode(object).unwrap_or(Content::Plain)
    }

    /// All was read once, so this finds no fault.
    fn decode(&self, object: u32) -> Result<Content, Fault> {
        let mut source = self.source.at(self.contents.get(object as usize).copied().unwrap_or(0));
        let Some(class) = self.class(object) else {
            return match self.tags.get(object as usize) {
                Some(&ANCHOR) => source.text().map(Content::Anchor),
                _ => source.texts().map(Content::Leaf),
            };
        };
        Ok(match class.treatment {
            Treatment::Plain => Content::Plain,
            Treatment::Text => {
                let flags = source.u1()?;
                let length = source.varint()? as usize;
                Content::Text(decoded(source.bytes(length)?, flags & 1 == 1))
            }
            Treatment::Class => match source.varint()? {
                0 => Content::Class(readable(&source.text()?)),
                index => {
                    let named = self.classes.get(index as usize - 1);
                    Content::Class(named.map(|class| readable(&class.name())).unwrap_or_default())
                }
            },
            Treatment::Boxed(size) => {
                source.u1()?;
                Content::Boxed(letter_of_box(&class.origin), little_endian(source.bytes(size.into())?))
            }
            Treatment::Enum => Content::Enum(source.text()?),
            Treatment::Primitives(_) => Content::Primitives(class.letter(), source.varint()? as usize),
            Treatment::References => Content::References(source.varint()? as usize),
        })
    }

    /// The bytes of an array of primitives, and how many each element has.
    pub fn elements(&self, object: u32) -> (&'a [u8], usize) {
        let Some(Treatment::Primitives(scale)) = self.class(object).map(|class| class.treatment) else {
            return (&[], 1);
        };
        let mut source = self.source.at(self.contents.get(object as usize).copied().unwrap_or(0));
        let read = source.varint().and_then(|length| source.bytes(length as usize * usize::from(scale)));
        (read.unwrap_or_default(), scale.into())
    }

    /// The fields of an object that is stored by fields, with their values, in the file's order.
    pub fn fields(&self, object: u32) -> Vec<(&'a Field, Value)> {
        let Some(class) = self.class(object).filter(|class| class.treatment == Treatment::Plain) else {
            return Vec::new();
        };
        let mut source = self.source.at(self.contents.get(object as usize).copied().unwrap_or(0));
        let mut references = self.references(object).iter();
        let mut value = |field: &Field| {
            if field.is_reference() {
                return Value::Object(references.next().copied().unwrap_or(0));
            }
            let size = super::class::size(&field.descriptor);
            Value::Bits(source.bytes(size as usize).map_or(0, little_endian))
        };
        class.fields.iter().map(|field| (field, value(field))).collect()
    }

    /// The field named so (`a.B.name`), if the object has it.
    pub fn field(&self, object: u32, name: &str) -> Option<Value> {
        let class = self.class(object).filter(|class| class.treatment == Treatment::Plain)?;
        let place = class.fields.iter().position(|field| field.name == name)?;
        let (before, from) = class.fields.split_at(place);
        let field = from.first()?;
        if field.is_reference() {
            let number = before.iter().filter(|field| field.is_reference()).count();
            return self.references(object).get(number).copied().map(Value::Object);
        }
        // primitive fields come first
        let offset: u64 = before.iter().map(|field| super::class::size(&field.descriptor)).sum();
        let at = self.contents.get(object as usize)? + offset as usize;
        let bytes = self.source.at(at).bytes(super::class::size(&field.descriptor) as usize).ok()?;
        Some(Value::Bits(little_endian(bytes)))
    }

    /// A few words: a string or boxed value as such, else the class, with an array's length.
    pub fn describe(&self, object: u32) -> String {
        if object == 0 {
            return "null".to_owned();
        }
        match self.content(object) {
            Content::Text(text) => quoted(&text),
            Content::Boxed(letter, bits) => primitive(bits, letter),
            Content::Class(name) => format!("{name}.class"),
            Content::Enum(name) => format!("{}.{name}", self.class_name(object)),
            Content::Anchor(name) => format!("the JVM's {name}"),
            Content::Leaf(texts) => texts.into_iter().flatten().collect::<Vec<_>>().join(" "),
            Content::Primitives(_, length) | Content::References(length) => {
                let name = self.class_name(object);
                let at = name.find("[]").unwrap_or(name.len());
                format!("{}[{length}]{}", &name[..at], name[at..].strip_prefix("[]").unwrap_or_default())
            }
            Content::Plain => match self.field(object, "java.lang.Enum.name") {
                Some(Value::Object(name)) => match self.content(name) {
                    Content::Text(name) => format!("{}.{name}", self.class_name(object)),
                    _ => self.class_name(object),
                },
                _ => self.class_name(object),
            },
        }
    }
}

impl Visitor for Heap<'_> {
    fn object(&mut self, _: u32, found: &Found) {
        self.tags.push(found.tag);
        self.contents.push(found.content);
        let class = found.tag.checked_sub(FIRST_CLASS).and_then(|index| self.classes.get(index as usize));
        self.bytes.push(class.map_or(0, |class| class.shallow_bytes(found.length)));
        self.first.push(self.targets.len());
        self.targets.resize(self.targets.len() + found.references as usize, 0);
    }

    fn reference(&mut self, from: u32, slot: u32, to: u32) {
        if from == 0 {
            self.met.extend((to > 0).then_some(to));
            return;
        }
        let place = self.first.get(from as usize).map(|start| start + slot as usize);
        if let Some(target) = place.and_then(|place| self.targets.get_mut(place)) {
            *target = to;
        }
    }
}

fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

/// Bytes as the JVM stores strings: Latin-1, or UTF-16 in its own byte order, which is the file's on the usual machines.
pub(super) fn decoded(bytes: &[u8], wide: bool) -> String {
    if !wide {
        return bytes.iter().map(|byte| char::from(*byte)).collect();
    }
    let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| little_endian(pair) as u16).collect();
    String::from_utf16_lossy(&units)
}

fn letter_of_box(origin: &Origin) -> char {
    match origin {
        Origin::Named(name) => match name.as_str() {
            "java.lang.Boolean" => 'Z',
            "java.lang.Byte" => 'B',
            "java.lang.Short" => 'S',
            "java.lang.Character" => 'C',
            "java.lang.Long" => 'J',
            _ => 'I',
        },
        _ => 'I',
    }
}

/// A primitive value by the letter of its type.
pub fn primitive(bits: u64, letter: char) -> String {
    match letter {
        'J' => bits.cast_signed().to_string(),
        'D' => format!("{:?}", f64::from_bits(bits)),
        'F' => format!("{:?}", f32::from_bits(bits as u32)),
        'Z' => (bits as u8 != 0).to_string(),
        'B' => (bits as i8).to_string(),
        'S' => (bits as i16).to_string(),
        'C' => {
            char::from_u32(u32::from(bits as u16)).map_or_else(|| format!("'\\u{bits:04x}'"), |it| format!("{it:?}"))
        }
        _ => (bits as i32).to_string(),
    }
}

/// The most characters of a string that are shown.
const SHOWN: usize = 60;

/// A string in quotes, cut if it is long.
pub fn quoted(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{:?}… ({} characters)", &text[..end], text.chars().count()),
        None => format!("{text:?}"),
    }
}

/// `int[][]` for `[[I`, `a.B[]` for `[La.B;`.
pub fn readable(name: &str) -> String {
    let element = name.trim_start_matches('[');
    let dimensions = name.len() - element.len();
    if dimensions == 0 {
        return name.to_owned();
    }
    let element = match element {
        "Z" => "boolean",
        "B" => "byte",
        "S" => "short",
        "C" => "char",
        "I" => "int",
        "J" => "long",
        "F" => "float",
        "D" => "double",
        other => other.strip_prefix('L').and_then(|name| name.strip_suffix(';')).unwrap_or(other),
    };
    format!("{element}{}", "[]".repeat(dimensions))
}
