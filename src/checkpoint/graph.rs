//! Follows the section `graph` step by step, as the replay does, and counts the objects by class; builds none.
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
const ANCHOR: u32 = 0;
const LEAF: u32 = 1;
const FIRST_CLASS: u32 = 2;
/// Elements of an array that one turn has.
const SLICE: u32 = 64;

pub(super) fn histogram(source: Cursor, objects: u32, classes: &[Class]) -> Result<Histogram, Fault> {
    let counts = classes.iter().map(|class| (class.primitive_bytes(), class.references(), 0, 0)).collect();
    let mut walk = Walk { source, objects, classes, counts, pending: Vec::new(), found: 0, anchors: 0, leaves: 0 };
    while !walk.source.at_end() {
        if walk.reference()? {
            continue; // a root
        }
        while let Some(turn) = walk.pending.pop() {
            walk.turn(turn)?;
        }
    }
    if walk.found != objects || !walk.pending.is_empty() {
        return Err(walk.source.fault(format!("it has {} objects, not {objects}", walk.found)));
    }
    let count = |(class, &(_, _, objects, shallow_bytes))| ClassCount { class, objects, shallow_bytes };
    let classes = walk.counts.iter().enumerate().map(count).filter(|row| row.objects > 0).collect();
    Ok(Histogram { classes, anchors: walk.anchors, leaves: walk.leaves })
}

/// References of an object that are still to be read, and whether it is an array.
#[derive(Clone, Copy)]
struct Turn {
    references: u32,
    array: bool,
}

struct Walk<'a> {
    source: Cursor<'a>,
    objects: u32,
    classes: &'a [Class],
    /// For each class: bytes of primitive fields, number of references, objects, bytes in the heap.
    counts: Vec<(u64, u32, u64, u64)>,
    pending: Vec<Turn>,
    found: u32,
    anchors: u64,
    leaves: u64,
}

impl Walk<'_> {
    fn turn(&mut self, turn: Turn) -> Result<(), Fault> {
        let now = if turn.array { turn.references.min(SLICE) } else { turn.references };
        if now < turn.references {
            self.pending.push(Turn { references: turn.references - now, array: true });
        }
        let before = self.pending.len();
        for _ in 0..now {
            self.reference()?;
        }
        self.pending.get_mut(before..).unwrap_or_default().reverse();
        Ok(())
    }

    /// Reads a reference, with its object if that is new; returns whether it is none to null.
    fn reference(&mut self) -> Result<bool, Fault> {
        let code = self.source.varint()?;
        if code & 1 == 1 {
            self.object(code >> 1)?;
        } else if code >> 1 > self.found {
            return Err(self.source.fault("a reference to no object"));
        }
        Ok(code != 0)
    }

    fn object(&mut self, tag: u32) -> Result<(), Fault> {
        self.found += 1;
        if self.found > self.objects {
            return Err(self.source.fault(format!("more than {} objects", self.objects)));
        }
        match tag {
            ANCHOR => {
                self.anchors += 1;
                self.source.text().map(|_| ())
            }
            LEAF => {
                self.leaves += 1;
                self.source.texts().map(|_| ())
            }
            tag => self.of_class((tag - FIRST_CLASS) as usize),
        }
    }

    fn of_class(&mut self, index: usize) -> Result<(), Fault> {
        let Some(class) = self.classes.get(index) else {
            return Err(self.source.fault("a class that is not there"));
        };
        let length = self.content(index, class)?;
        if let Some(count) = self.counts.get_mut(index) {
            count.2 += 1;
            count.3 = count.3.saturating_add(class.shallow_bytes(length));
        }
        Ok(())
    }

    /// Passes over what follows the tag; returns an array's length, or a string's in bytes.
    fn content(&mut self, index: usize, class: &Class) -> Result<u64, Fault> {
        let source = &mut self.source;
        let mut length = 0;
        match class.treatment {
            Treatment::Plain => {
                let (bytes, references, ..) = self.counts.get(index).copied().unwrap_or_default();
                source.skip(bytes)?;
                if references > 0 {
                    self.pending.push(Turn { references, array: false });
                }
            }
            Treatment::Text => {
                let flags = source.u1()?;
                if flags > 3 {
                    return Err(source.fault(format!("{flags} are no flags of a string")));
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
                let references = u32::try_from(source.count()?).unwrap_or(u32::MAX);
                length = u64::from(references);
                self.pending.push(Turn { references, array: true });
            }
        }
        Ok(length)
    }
}
