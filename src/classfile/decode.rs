//! Decoding of a `Code` attribute (JVMS §4.7.3, §6.5) to labelled instructions.
//!
//! One pass reads the instructions and gives a label to every branch target; the tables then add theirs. In the end all
//! labels are numbered in the order of their places. Damage that would keep the JVM from running the method is an error;
//! entries of debugging tables that name no instruction, which the JVM accepts, are left out. Frames of class files before
//! version 50 are ignored, as the JVM does.

use super::class::{ClassFile, MethodInfo};
use super::code::{Anchor, Code, Handler, Insn, Item, Label, LineEntry, LocalEntry, Operand, RawAttribute};
use super::error::{Error, Problem, Result, Step};
use super::opcode::{self, GOTO, GOTO_W, IINC, JSR, JSR_W, NEW, Shape};
use super::{stack_map, type_annotations};
use ristretto_classfile::byte_reader::ByteReader;
use std::collections::BTreeMap;

/// No label stands there.
const NONE: u32 = u32::MAX;

/// Decodes the code of the method with this number; none for abstract and native ones.
pub(super) fn decode(class: &ClassFile, method: usize) -> Result<Option<Code>> {
    let Some(info) = class.methods.get(method) else { return Ok(None) };
    let Some(content) = info.code.clone().and_then(|range| class.bytes.get(range)) else { return Ok(None) };
    let mut decoder = Decoder { class, info, at: 0, code: Code::default(), places: Places::default() };
    match decoder.read(content) {
        Ok(()) => Ok(Some(decoder.code)),
        Err(Problem(problem)) => Err(Error::Code {
            class: class.name.replace('/', "."),
            method: format!("{}{}", info.name, info.descriptor),
            offset: decoder.at,
            problem,
        }),
    }
}

/// Which offsets are instructions, and which have labels.
#[derive(Default)]
pub(super) struct Places {
    is_insn: Vec<bool>,
    labels: Vec<u32>,
    news: BTreeMap<usize, Label>,
    count: u32,
}

impl Places {
    fn new(length: usize) -> Self {
        Self { is_insn: vec![false; length + 1], labels: vec![NONE; length + 1], ..Self::default() }
    }

    fn next(&mut self) -> Label {
        self.count += 1;
        Label(self.count - 1)
    }

    /// The label at an offset that may not be known yet to be an instruction.
    fn target(&mut self, offset: i64) -> Step<Label> {
        let slot = usize::try_from(offset).ok().filter(|&at| at < self.labels.len());
        let Some(at) = slot else { return Err(format!("a branch to {offset}, outside the code").into()) };
        if self.labels[at] == NONE {
            self.labels[at] = self.next().0;
        }
        Ok(Label(self.labels[at]))
    }

    /// The label at the offset of an instruction or the end; none at other offsets.
    pub(super) fn get(&mut self, offset: usize) -> Option<Label> {
        self.is_insn.get(offset).copied().unwrap_or(false).then(|| self.target(signed(offset)).ok())?
    }

    /// The label at the offset of an instruction or the end.
    pub(super) fn strict(&mut self, offset: usize) -> Step<Label> {
        self.get(offset).ok_or_else(|| format!("offset {offset} is not an instruction").into())
    }

    /// The label of the `new` at the offset, for frames.
    pub(super) fn new_insn(&mut self, offset: usize) -> Step<Label> {
        if !self.is_insn.get(offset).copied().unwrap_or(false) {
            return Err(format!("offset {offset} is not an instruction").into());
        }
        if let Some(&label) = self.news.get(&offset) {
            return Ok(label);
        }
        let label = self.next();
        self.news.insert(offset, label);
        Ok(label)
    }
}

struct Decoder<'a> {
    class: &'a ClassFile,
    info: &'a MethodInfo,
    /// Where the last instruction or table started, for errors.
    at: usize,
    code: Code,
    places: Places,
}

impl Decoder<'_> {
    fn read(&mut self, content: &[u8]) -> Step<()> {
        let mut reader = ByteReader::new(content);
        (self.code.max_stack, self.code.max_locals) = (reader.read_u16()?, reader.read_u16()?);
        let length = reader.read_u32()? as usize;
        if length == 0 || length > 65_535 {
            return Err(format!("{length} bytes of code").into());
        }
        let insns = self.instructions(reader.read_bytes(length)?)?;
        self.handlers(&mut reader)?;
        for _ in 0..reader.read_u16()? {
            let name = reader.read_u16()?;
            let length = reader.read_u32()? as usize;
            if length > reader.remaining() {
                return Err("an attribute is longer than the code attribute".into());
            }
            self.attribute(name, reader.read_bytes(length)?)?;
        }
        if reader.remaining() > 0 {
            return Err("bytes after the last attribute".into());
        }
        self.place(insns, length)
    }

    fn instructions(&mut self, bytes: &[u8]) -> Step<Vec<(usize, Insn)>> {
        self.places = Places::new(bytes.len());
        self.places.is_insn[bytes.len()] = true;
        let mut insns = Vec::with_capacity(bytes.len() / 2);
        let mut reader = ByteReader::new(bytes);
        while reader.remaining() > 0 {
            self.at = reader.position();
            self.places.is_insn[self.at] = true;
            let op = reader.read_u8()?;
            let insn = self.instruction(op, &mut reader)?;
            if op == NEW {
                self.places.new_insn(self.at)?;
            }
            insns.push((self.at, insn));
        }
        Ok(insns)
    }

    fn instruction(&mut self, op: u8, reader: &mut ByteReader<'_>) -> Step<Insn> {
        let shape = opcode::opcode(op).ok_or_else(|| format!("{op} is not an opcode"))?.shape;
        let operand = match shape {
            Shape::None => Operand::None,
            Shape::Byte => Operand::Immediate(reader.read_i8()?.into()),
            Shape::Short => Operand::Immediate(reader.read_i16()?),
            Shape::Local => Operand::Local(reader.read_u8()?.into()),
            Shape::Increment => Operand::Increment { local: reader.read_u8()?.into(), by: reader.read_i8()?.into() },
            Shape::Ldc => Operand::Constant(reader.read_u8()?.into()),
            Shape::Constant => Operand::Constant(reader.read_u16()?),
            Shape::Interface | Shape::Dynamic => {
                let index = reader.read_u16()?;
                reader.skip(2)?;
                Operand::Constant(index)
            }
            Shape::Branch => Operand::Branch(self.target(reader.read_i16()?.into())?),
            Shape::WideBranch => Operand::Branch(self.target(reader.read_i32()?)?),
            Shape::Table => self.table(reader)?,
            Shape::Lookup => self.lookup(reader)?,
            Shape::ArrayType => Operand::ArrayType(reader.read_u8()?),
            Shape::MultiArray => Operand::MultiArray { class: reader.read_u16()?, dimensions: reader.read_u8()? },
            Shape::Wide => return wide(reader),
        };
        let op = match op {
            GOTO_W => GOTO,
            JSR_W => JSR,
            op => op,
        };
        Ok(Insn { op, operand })
    }

    fn target(&mut self, relative: i32) -> Step<Label> {
        self.places.target(signed(self.at) + i64::from(relative))
    }

    fn table(&mut self, reader: &mut ByteReader<'_>) -> Step<Operand> {
        reader.skip(3 - self.at % 4)?;
        let default = self.target(reader.read_i32()?)?;
        let (low, high) = (reader.read_i32()?, reader.read_i32()?);
        let count = i64::from(high) - i64::from(low) + 1;
        if count < 1 || count > signed(reader.remaining()) / 4 {
            return Err(format!("a tableswitch from {low} to {high}").into());
        }
        let targets = (0..count).map(|_| self.target(reader.read_i32()?)).collect::<Step<_>>()?;
        Ok(Operand::Table { default, low, targets })
    }

    fn lookup(&mut self, reader: &mut ByteReader<'_>) -> Step<Operand> {
        reader.skip(3 - self.at % 4)?;
        let default = self.target(reader.read_i32()?)?;
        let count = reader.read_i32()?;
        if count < 0 || i64::from(count) > signed(reader.remaining()) / 8 {
            return Err(format!("a lookupswitch with {count} keys").into());
        }
        let pairs = (0..count).map(|_| Ok((reader.read_i32()?, self.target(reader.read_i32()?)?)));
        Ok(Operand::Lookup { default, pairs: pairs.collect::<Step<_>>()? })
    }

    fn handlers(&mut self, reader: &mut ByteReader<'_>) -> Step<()> {
        for _ in 0..reader.read_u16()? {
            let mut place = || self.places.strict(reader.read_u16()?.into());
            let (start, end, handler) = (place()?, place()?, place()?);
            self.code.handlers.push(Handler { start, end, handler, catch_type: reader.read_u16()? });
        }
        Ok(())
    }

    fn attribute(&mut self, name: u16, content: &[u8]) -> Step<()> {
        let mut reader = ByteReader::new(content);
        match self.class.text(name)? {
            "LineNumberTable" => self.lines(&mut reader),
            "LocalVariableTable" => self.locals(&mut reader, false),
            "LocalVariableTypeTable" => self.locals(&mut reader, true),
            "StackMapTable" if self.class.major < 50 => Ok(()),
            "StackMapTable" => {
                let initial = stack_map::initial_frame(&self.class.name, self.info)?;
                self.code.frames =
                    stack_map::decode(self.class, content, initial, self.code.max_locals, &mut self.places)?;
                Ok(())
            }
            "RuntimeVisibleTypeAnnotations" | "RuntimeInvisibleTypeAnnotations" => {
                let anchors = type_annotations::anchors(content).ok().and_then(|found| self.anchors(&found));
                let content = content.to_vec();
                self.code.attributes.extend(anchors.map(|anchors| RawAttribute { name, content, anchors }));
                Ok(())
            }
            "CharacterRangeTable" | "StackMap" => Ok(()),
            _ => {
                self.code.attributes.push(RawAttribute { name, content: content.to_vec(), anchors: Vec::new() });
                Ok(())
            }
        }
    }

    fn anchors(&mut self, found: &[type_annotations::Offset]) -> Option<Vec<Anchor>> {
        let anchor = |it: &type_annotations::Offset| {
            let start = self.places.get(it.start)?;
            let end = match it.length {
                Some(length) => Some(self.places.get(it.start + length)?),
                None => None,
            };
            Some(Anchor { position: it.position, start, end })
        };
        found.iter().map(anchor).collect()
    }

    fn lines(&mut self, reader: &mut ByteReader<'_>) -> Step<()> {
        for _ in 0..reader.read_u16()? {
            let (start, line) = (reader.read_u16()?, reader.read_u16()?);
            self.code.lines.extend(self.places.get(start.into()).map(|start| LineEntry { start, line }));
        }
        Ok(())
    }

    fn locals(&mut self, reader: &mut ByteReader<'_>, types: bool) -> Step<()> {
        for _ in 0..reader.read_u16()? {
            let start = usize::from(reader.read_u16()?);
            let end = start + usize::from(reader.read_u16()?);
            let (name, descriptor, local) = (reader.read_u16()?, reader.read_u16()?, reader.read_u16()?);
            if let (Some(start), Some(end)) = (self.places.get(start), self.places.get(end)) {
                let entries = if types { &mut self.code.local_types } else { &mut self.code.locals };
                entries.push(LocalEntry { start, end, name, descriptor, local });
            }
        }
        Ok(())
    }

    /// Puts labels and instructions in order and numbers the labels by place.
    fn place(&mut self, insns: Vec<(usize, Insn)>, length: usize) -> Step<()> {
        let mut items = Vec::with_capacity(insns.len() + self.places.count as usize);
        let mut numbers = vec![NONE; self.places.count as usize];
        let mut placed = 0;
        let mut put = |items: &mut Vec<Item>, label: u32| {
            if let Some(number) = numbers.get_mut(label as usize) {
                *number = placed;
                placed += 1;
                items.push(Item::Label(Label(label)));
            }
        };
        for (offset, insn) in insns {
            self.at = offset;
            put(&mut items, self.places.labels[offset]);
            if let Some(label) = self.places.news.get(&offset) {
                if insn.op != NEW {
                    return Err("a frame names this instruction as a new, which it is not".into());
                }
                put(&mut items, label.0);
            }
            items.push(Item::Insn { insn, offset: offset as u32 });
        }
        put(&mut items, self.places.labels[length]);
        if placed != self.places.count {
            return Err("a branch goes into the middle of an instruction, or a new at the end is named".into());
        }
        self.code.items = items;
        self.code.label_count = placed;
        self.code.map_labels(|label| Label(numbers[label.0 as usize]));
        Ok(())
    }
}

fn signed(size: usize) -> i64 {
    i64::try_from(size).unwrap_or(i64::MAX)
}

/// The instruction behind a `wide`.
fn wide(reader: &mut ByteReader<'_>) -> Step<Insn> {
    let op = reader.read_u8()?;
    let local = reader.read_u16()?;
    match opcode::opcode(op).map(|row| row.shape) {
        Some(Shape::Local) => Ok(Insn::local(op, local)),
        Some(Shape::Increment) => Ok(Insn { op: IINC, operand: Operand::Increment { local, by: reader.read_i16()? } }),
        _ => Err(format!("wide before {}", opcode::name(op)).into()),
    }
}
