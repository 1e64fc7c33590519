//! Decodes the small sections: header, names of the environment, initialised classes, class table, roots.
//!
//! Objects have the numbers 1 to [`Header::objects`] in the order in which they were met; 0 is null.

use std::collections::BTreeSet;

use super::class::Class;
use super::error::Fault;
use super::format::Cursor;

/// What the checkpoint is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// Id of the plan that both jars were made from.
    pub plan: String,
    /// The JVM that wrote it: name, versions, vendor, architecture.
    pub jdk: String,
    /// Which arrival at the checkpoint was captured, from 1 on.
    pub arrival: u64,
    /// How many objects it has.
    pub objects: u32,
    /// How many entries the class table has.
    pub classes: u32,
    /// Binary names of the JDK's enums that have constants among the objects.
    pub enums: BTreeSet<String>,
}

/// A value of a root: a primitive's bits, or an object's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// The bits of a primitive, a float's and a double's as IEEE 754 lays them out.
    Bits(u64),
    /// An object's number; 0 for null.
    Object(u32),
}

/// A slot of a shadow frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    /// `I`, `J`, `F`, `D`, or `A` for a reference.
    pub kind: char,
    /// What it holds.
    pub value: Value,
}

/// A shadow frame: live locals and operand stack of one method of the chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The slots in the order in which the capturing jar put them.
    pub slots: Vec<Slot>,
}

/// A captured static field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaticField {
    /// Binary name of the declaring class.
    pub class: String,
    /// Its name.
    pub name: String,
    /// Its type's descriptor.
    pub descriptor: String,
    /// What it holds.
    pub value: Value,
}

/// Where the objects hang.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roots {
    /// For each thread that goes on, the main one first ([`super::Thread`]): its chain's frames, the root's first.
    pub stacks: Vec<Vec<Frame>>,
    /// The static fields.
    pub statics: Vec<StaticField>,
    /// Numbers of `System.in`, `System.out` and `System.err`.
    pub streams: [u32; 3],
}

impl Roots {
    /// The frames of the main thread.
    pub fn frames(&self) -> &[Frame] {
        self.stacks.first().map_or(&[], Vec::as_slice)
    }
}

pub(super) fn header(mut source: Cursor) -> Result<Header, Fault> {
    let header = Header {
        plan: source.text()?,
        jdk: source.text()?,
        arrival: source.u8()?,
        objects: source.varint()?,
        classes: source.varint()?,
        enums: source.texts()?.into_iter().flatten().collect(),
    };
    source.end().map(|()| header)
}

/// State of the JVM that is in no object: names with texts.
pub type Environment = Vec<(String, Vec<Option<String>>)>;

pub(super) fn environment(mut source: Cursor) -> Result<Environment, Fault> {
    let mut entries = Vec::new();
    for _ in 0..source.count()? {
        entries.push((source.text()?, source.texts()?));
    }
    source.end().map(|()| entries)
}

/// Objects with identity hashes that the program has asked for.
pub(super) fn hashes(mut source: Cursor, header: &Header) -> Result<Vec<(u32, u32)>, Fault> {
    let limit = u64::from(header.objects) + 1;
    let mut hashes = Vec::new();
    for _ in 0..source.count()? {
        let object = source.below(limit, "object")?;
        let bytes = source.bytes(4)?;
        hashes.push((object, bytes.iter().rev().fold(0, |hash, byte| hash << 8 | u32::from(*byte))));
    }
    source.end().map(|()| hashes)
}

/// What objects have besides their copies, as entries: a kind with the object's number, and texts.
pub(super) fn parts(mut source: Cursor, header: &Header) -> Result<Environment, Fault> {
    let limit = u64::from(header.objects) + 1;
    let mut entries = Vec::new();
    for _ in 0..source.count()? {
        let kind = source.text()?;
        for _ in 0..source.count()? {
            let object = source.below(limit, "object")?;
            entries.push((format!("{kind} {object}"), source.texts()?));
        }
    }
    source.end().map(|()| entries)
}

/// Strings that are the interned instance.
pub(super) fn interned(mut source: Cursor, header: &Header) -> Result<Vec<u32>, Fault> {
    let limit = u64::from(header.objects) + 1;
    let interned = (0..source.count()?).map(|_| source.below(limit, "object")).collect::<Result<_, _>>()?;
    source.end().map(|()| interned)
}

pub(super) fn initialized(mut source: Cursor) -> Result<Vec<String>, Fault> {
    let names = source.texts()?.into_iter().flatten().collect();
    source.end().map(|()| names)
}

pub(super) fn classes(mut source: Cursor, header: &Header) -> Result<Vec<Class>, Fault> {
    let mut classes = Vec::new();
    for _ in 0..header.classes {
        classes.push(Class::read(&mut source, &header.enums)?);
    }
    source.end().map(|()| classes)
}

pub(super) fn roots(mut source: Cursor, header: &Header) -> Result<Roots, Fault> {
    let limit = u64::from(header.objects) + 1;
    let mut stacks = Vec::new();
    for _ in 0..source.count()? {
        stacks.push(frames(&mut source, limit)?);
    }
    let mut statics = Vec::new();
    for _ in 0..source.count()? {
        let (class, name, descriptor) = (source.text()?, source.text()?, source.text()?);
        let value = value(&mut source, descriptor.len() > 1, limit)?;
        statics.push(StaticField { class, name, descriptor, value });
    }
    let mut streams = [0; 3];
    for stream in &mut streams {
        *stream = source.below(limit, "object")?;
    }
    source.end().map(|()| Roots { stacks, statics, streams })
}

fn frames(source: &mut Cursor, limit: u64) -> Result<Vec<Frame>, Fault> {
    let mut frames = Vec::new();
    for _ in 0..source.count()? {
        let mut slots = Vec::new();
        for _ in 0..source.count()? {
            slots.push(slot(source, limit)?);
        }
        frames.push(Frame { slots });
    }
    Ok(frames)
}

fn slot(source: &mut Cursor, limit: u64) -> Result<Slot, Fault> {
    let kind = char::from(source.u1()?);
    if !"IJFDA".contains(kind) {
        return Err(source.fault(format!("{kind:?} is not a kind of slot")));
    }
    Ok(Slot { kind, value: value(source, kind == 'A', limit)? })
}

fn value(source: &mut Cursor, reference: bool, limit: u64) -> Result<Value, Fault> {
    if reference { source.below(limit, "object").map(Value::Object) } else { source.u8().map(Value::Bits) }
}
