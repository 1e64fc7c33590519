//! What reflection tells of a class, as bytes: equal for two class files of which it tells the same.
//!
//! That is the class's flags, its fields and methods in their order with flags, types and annotations, and those attributes of the
//! class that reflection reads. Constants are written by what they mean ([`Meanings`]). Left out: code, and the values of constant fields,
//! which are the fields' own. Type annotations are written as they stand, so they differ also where only constants have moved.

use super::class::ClassFile;
use super::error::{Error, Problem, Result, Step};
use super::meaning::Meanings;
use super::scan::attributes;
use super::type_annotations::DEPTH;
use ristretto_classfile::byte_reader::ByteReader;
use std::ops::Range;

/// What reflection tells of the class.
pub fn members(class: &ClassFile) -> Result<Vec<u8>> {
    let mut writer = Writer { class, meanings: Meanings::new(class)?, text: class.access.to_be_bytes().to_vec() };
    let placed = |Problem(problem)| Error::Class { place: class.name.clone(), problem };
    writer.all().map_err(placed)?;
    Ok(writer.text)
}

/// Where the class is nested: what `Class` tells of it alone, its flags as the source has them among that.
pub fn nesting(class: &ClassFile) -> Result<Vec<u8>> {
    let mut writer = Writer { class, meanings: Meanings::new(class)?, text: Vec::new() };
    let placed = |Problem(problem)| Error::Class { place: class.name.clone(), problem };
    writer.own_nesting().map_err(placed)?;
    Ok(writer.text)
}

struct Writer<'a> {
    class: &'a ClassFile,
    meanings: Meanings<'a>,
    text: Vec<u8>,
}

impl<'a> Writer<'a> {
    fn all(&mut self) -> Step<()> {
        let class = self.class;
        let mut reader = ByteReader::new(&class.bytes);
        reader.set_position(class.parts.pool_end);
        reader.skip(6)?; // flags, this class, its superclass
        let interfaces = usize::from(reader.read_u16()?);
        reader.skip(2 * interfaces)?;
        for letter in *b"FM" {
            for _ in 0..reader.read_u16()? {
                self.text.push(letter);
                self.number(&mut reader)?;
                self.constant(reader.read_u16()?)?;
                self.constant(reader.read_u16()?)?;
                self.attributes(&mut reader)?;
            }
        }
        self.attributes(&mut reader)
    }

    fn own_nesting(&mut self) -> Step<()> {
        let class = self.class;
        let mut reader = ByteReader::new(&class.bytes);
        reader.set_position(class.parts.attributes);
        let mut found = Vec::new();
        attributes(class, &mut reader, |name, content| {
            found.push((name.to_owned(), content));
            Ok(())
        })?;
        for (name, content) in found {
            let mut reader = ByteReader::new(&class.bytes);
            reader.set_position(content.start);
            match name.as_str() {
                "InnerClasses" => self.inner_classes(&mut reader, false)?,
                "EnclosingMethod" | "NestHost" => self.attribute(&name, content)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn attributes(&mut self, reader: &mut ByteReader<'a>) -> Step<()> {
        let mut found: Vec<(String, Range<usize>)> = Vec::new();
        attributes(self.class, reader, |name, content| {
            found.push((name.to_owned(), content));
            Ok(())
        })?;
        found.sort_by(|a, b| a.0.cmp(&b.0)); // reflection does not tell their order
        for (name, content) in found {
            self.attribute(&name, content)?;
        }
        Ok(())
    }

    fn attribute(&mut self, name: &str, content: Range<usize>) -> Step<()> {
        let mut reader = ByteReader::new(&self.class.bytes);
        reader.set_position(content.start);
        let before = self.text.len();
        if name != "InnerClasses" {
            self.text.extend(name.as_bytes()); // of that one most entries do not count, so it may be there or not
        }
        match name {
            "Signature" | "NestHost" => self.constant(reader.read_u16()?),
            "Exceptions" | "NestMembers" | "PermittedSubclasses" => {
                let count = self.number(&mut reader)?;
                (0..count).try_for_each(|_| self.constant(reader.read_u16()?))
            }
            "EnclosingMethod" => (0..2).try_for_each(|_| self.constant(reader.read_u16()?)),
            "InnerClasses" => self.inner_classes(&mut reader, true),
            "MethodParameters" => {
                let count = self.byte(&mut reader)?;
                (0..count).try_for_each(|_| {
                    self.constant(reader.read_u16()?)?;
                    self.number(&mut reader).map(drop)
                })
            }
            "AnnotationDefault" => self.value(&mut reader, DEPTH),
            "RuntimeVisibleAnnotations" => self.annotations(&mut reader),
            "RuntimeVisibleParameterAnnotations" => {
                let count = self.byte(&mut reader)?;
                (0..count).try_for_each(|_| self.annotations(&mut reader))
            }
            "Record" => {
                let count = self.number(&mut reader)?;
                (0..count).try_for_each(|_| {
                    self.constant(reader.read_u16()?)?;
                    self.constant(reader.read_u16()?)?;
                    self.attributes(&mut reader)
                })
            }
            "RuntimeVisibleTypeAnnotations" => {
                let bytes = self.class.bytes.get(content).unwrap_or_default();
                self.text.extend(bytes);
                Ok(())
            }
            _ => {
                self.text.truncate(before);
                Ok(())
            }
        }
    }

    /// The entries that are about the class itself, with `within` those about classes in it: compilers add one for each nested class that
    /// code names.
    fn inner_classes(&mut self, reader: &mut ByteReader<'a>, within: bool) -> Step<()> {
        for _ in 0..reader.read_u16()? {
            let [inner, outer, name, flags] =
                [reader.read_u16()?, reader.read_u16()?, reader.read_u16()?, reader.read_u16()?];
            let is_own = |index: u16| index != 0 && self.class.read_class(index).is_ok_and(|it| it == self.class.name);
            if is_own(inner) || within && is_own(outer) {
                [inner, outer, name].into_iter().try_for_each(|index| self.constant(index))?;
                self.text.extend(flags.to_be_bytes());
            }
        }
        Ok(())
    }

    fn annotations(&mut self, reader: &mut ByteReader<'a>) -> Step<()> {
        let count = self.number(reader)?;
        (0..count).try_for_each(|_| self.annotation(reader, DEPTH))
    }

    fn annotation(&mut self, reader: &mut ByteReader<'a>, depth: u32) -> Step<()> {
        self.constant(reader.read_u16()?)?;
        let count = self.number(reader)?;
        (0..count).try_for_each(|_| {
            self.constant(reader.read_u16()?)?;
            self.value(reader, depth)
        })
    }

    /// A value of an annotation's element (JVMS §4.7.16.1).
    fn value(&mut self, reader: &mut ByteReader<'a>, depth: u32) -> Step<()> {
        let Some(depth) = depth.checked_sub(1) else { return Err("annotations are nested too deep".into()) };
        match self.byte(reader)? {
            b'e' => (0..2).try_for_each(|_| self.constant(reader.read_u16()?)),
            b'@' => self.annotation(reader, depth),
            b'[' => {
                let count = self.number(reader)?;
                (0..count).try_for_each(|_| self.value(reader, depth))
            }
            _ => self.constant(reader.read_u16()?),
        }
    }

    /// What a constant means; 0 is none.
    fn constant(&mut self, index: u16) -> Step<()> {
        if index == 0 {
            self.text.push(0);
            return Ok(());
        }
        self.meanings.write(index, &mut self.text).map_err(|error| Problem::from(error.to_string()))
    }

    fn number(&mut self, reader: &mut ByteReader<'a>) -> Step<u16> {
        let number = reader.read_u16()?;
        self.text.extend(number.to_be_bytes());
        Ok(number)
    }

    fn byte(&mut self, reader: &mut ByteReader<'a>) -> Step<u8> {
        let byte = reader.read_u8()?;
        self.text.push(byte);
        Ok(byte)
    }
}
