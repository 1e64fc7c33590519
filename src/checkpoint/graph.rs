//! Follows the section `graph` step by step, as the replay does, and tells a [`Visitor`] of objects and references; counts the
//! objects by class; builds none.
//!
//! An object is described where its first reference is; its own references follow when it is its turn. The turn is that of
//! a stack: what an object led to, in the order of its fields or elements, before all that was met earlier. Arrays take turns
//! of [`SLICE`] elements.

use super::class::{Class, Treatment};
use super::error::Fault;
use super::format::Cursor;

/// Objects of one class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassCount {
    /// The class's index in the class table.
    pub class: usize,
    /// How many.
    pub objects: u64,
    /// Bytes of all of them in the heap: see [`Class::shallow_bytes`].
    pub shallow_bytes: u64,
}

/// How many objects there are of each class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Histogram {
    /// Classes that have objects, in the order of the class table.
    pub classes: Vec<ClassCount>,
    /// Objects that the replaying JVM has itself, found by name.
    pub anchors: u64,
    /// Objects that are made again from text.
    pub leaves: u64,
}

/// Tags of new objects: the classes' follow.
pub(super) const ANCHOR: u32 = 0;
pub(super) const LEAF: u32 = 1;
pub(super) const FIRST_CLASS: u32 = 2;
/// Elements of an array that one turn has.
const SLICE: u32 = 64;

/// Is told what the section has, in its order.
pub(super) trait Visitor {
    /// A new object; numbers count up from 1.
    fn object(&mut self, number: u32, found: &Found);
    /// An object's reference with its number among all of them: fields or elements; `to` is 0 for null. Roots are those of 0.
    fn reference(&mut self, from: u32, slot: u32, to: u32);
}

/// What the section says of an object where it is met first.
pub(super) struct Found {
    /// [`ANCHOR`], [`LEAF`], or [`FIRST_CLASS`] and the class's index.
    pub tag: u32,
    /// Where its content starts in the section.
    pub content: usize,
    /// An array's length, or a string's in bytes.
    pub length: u64,
    /// How many references it has.
    pub references: u32,
}

/// Tells the visitor of the whole section.
pub(super) fn walk(source: Cursor, objects: u32, classes: &[Class], visitor: &mut impl Visitor) -> Result<(), Fault> {
    let sizes = classes.iter().map(|class| (class.primitive_bytes(), class.references())).collect();
    let mut walk = Walk { source, objects, classes, sizes, pending: Vec::new(), owed: 0, found: 0, visitor };
    let mut roots = 0;
    while !walk.source.at_end() {
        if walk.reference(0, roots)? {
            roots += 1;
            continue;
        }
        while let Some(turn) = walk.pending.pop() {
            walk.turn(turn)?;
        }
    }
    if walk.found != objects || !walk.pending.is_empty() {
        return Err(walk.source.fault(format!("it has {} objects, not {objects}", walk.found)));
    }
    Ok(())
}

pub(super) fn histogram(source: Cursor, objects: u32, classes: &[Class]) -> Result<Histogram, Fault> {
    let mut counts = Counts { classes, of_class: vec![(0, 0); classes.len()], anchors: 0, leaves: 0 };
    walk(source, objects, classes, &mut counts)?;
    let count = |(class, &(objects, shallow_bytes))| ClassCount { class, objects, shallow_bytes };
    let classes = counts.of_class.iter().enumerate().map(count).filter(|row| row.objects > 0).collect();
    Ok(Histogram { classes, anchors: counts.anchors, leaves: counts.leaves })
}

struct Counts<'a> {
    classes: &'a [Class],
    /// For each class: objects, bytes in the heap.
    of_class: Vec<(u64, u64)>,
    anchors: u64,
    leaves: u64,
}

impl Visitor for Counts<'_> {
    fn object(&mut self, _: u32, found: &Found) {
        let index = match found.tag {
            ANCHOR => return self.anchors += 1,
            LEAF => return self.leaves += 1,
            tag => (tag - FIRST_CLASS) as usize,
        };
        if let (Some(count), Some(class)) = (self.of_class.get_mut(index), self.classes.get(index)) {
            count.0 += 1;
            count.1 = count.1.saturating_add(class.shallow_bytes(found.length));
        }
    }

    fn reference(&mut self, _: u32, _: u32, _: u32) {}
}

/// References of an object that are still to be read, and whether it is an array.
#[derive(Clone, Copy)]
struct Turn {
    object: u32,
    next: u32,
    end: u32,
    array: bool,
}

struct Walk<'a, V> {
    source: Cursor<'a>,
    objects: u32,
    classes: &'a [Class],
    /// For each class: bytes of primitive fields, number of references.
    sizes: Vec<(u64, u32)>,
    pending: Vec<Turn>,
    /// References that the pending objects have: each takes a byte or more.
    owed: u64,
    found: u32,
    visitor: &'a mut V,
}

impl<V: Visitor> Walk<'_, V> {
    fn turn(&mut self, turn: Turn) -> Result<(), Fault> {
        let end = if turn.array { turn.end.min(turn.next.saturating_add(SLICE)) } else { turn.end };
        if end < turn.end {
            self.pending.push(Turn { next: end, ..turn });
        }
        let before = self.pending.len();
        for slot in turn.next..end {
            self.owed -= 1;
            self.reference(turn.object, slot)?;
        }
        self.pending.get_mut(before..).unwrap_or_default().reverse();
        Ok(())
    }

    /// Reads a reference, with its object if that is new; returns whether it is none to null.
    fn reference(&mut self, from: u32, slot: u32) -> Result<bool, Fault> {
        let code = self.source.varint()?;
        let to = if code & 1 == 1 {
            self.object(code >> 1)?;
            self.found
        } else if code >> 1 > self.found {
            return Err(self.source.fault("a reference to no object"));
        } else if code == 0 {
            0
        } else {
            self.found + 1 - (code >> 1)
        };
        self.visitor.reference(from, slot, to);
        Ok(code != 0)
    }

    fn object(&mut self, tag: u32) -> Result<(), Fault> {
        self.found += 1;
        if self.found > self.objects {
            return Err(self.source.fault(format!("more than {} objects", self.objects)));
        }
        let content = self.source.position();
        let (length, references) = match tag {
            ANCHOR => self.source.text().map(|_| (0, 0))?,
            LEAF => self.source.texts().map(|_| (0, 0))?,
            tag => self.content((tag - FIRST_CLASS) as usize)?,
        };
        self.visitor.object(self.found, &Found { tag, content, length, references });
        Ok(())
    }

    /// Passes over what follows the tag; returns an array's length, or a string's in bytes, and the number of references.
    fn content(&mut self, index: usize) -> Result<(u64, u32), Fault> {
        let Some(class) = self.classes.get(index) else {
            return Err(self.source.fault("a class that does not exist"));
        };
        let source = &mut self.source;
        let (mut length, mut references) = (0, 0);
        match class.treatment {
            Treatment::Plain => {
                let (bytes, count) = self.sizes.get(index).copied().unwrap_or_default();
                source.skip(bytes)?;
                references = count;
            }
            Treatment::Text => {
                let flags = source.u1()?;
                if flags > 7 {
                    return Err(source.fault(format!("{flags} are not flags of a string")));
                }
                length = u64::from(source.varint()?);
                source.skip(length)?;
            }
            Treatment::Class => {
                if source.below(self.classes.len() as u64 + 1, "class")? == 0 {
                    source.text()?;
                }
            }
            Treatment::Boxed(size) => {
                source.u1()?;
                source.skip(size.into())?;
            }
            Treatment::Enum => {
                source.text()?;
            }
            Treatment::Primitives(scale) => {
                length = u64::from(source.varint()?);
                source.skip(length * u64::from(scale))?;
            }
            Treatment::References => {
                references = u32::try_from(source.count()?).unwrap_or(u32::MAX);
                length = u64::from(references);
            }
        }
        self.wait(references, class.treatment == Treatment::References)?;
        Ok((length, references))
    }

    /// The newest object waits for its turn.
    fn wait(&mut self, references: u32, array: bool) -> Result<(), Fault> {
        self.owed += u64::from(references);
        if self.owed > self.source.left() as u64 {
            return Err(self
                .source
                .fault(format!("{references} references are announced, more than the section can hold")));
        }
        if references > 0 || array {
            self.pending.push(Turn { object: self.found, next: 0, end: references, array });
        }
        Ok(())
    }
}
