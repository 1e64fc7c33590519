//! The constants of a class, read on demand.
//!
//! They are parsed by `ristretto_classfile`, at first once to find and check them ([`super::scan`]) and then from the class's bytes
//! each time.

use super::class::{Bootstrap, ClassFile, Constant, MemberRef, MethodHandle};
use super::error::{Error, Problem, Result, Step};
use ristretto_classfile as raw;
use ristretto_classfile::byte_reader::ByteReader;
use std::borrow::Cow;

impl ClassFile {
    /// The constant at `index`.
    pub fn constant(&self, index: u16) -> Result<Constant> {
        self.place(self.read_constant(index))
    }

    /// The field or method at `index`.
    pub fn member(&self, index: u16) -> Result<MemberRef> {
        self.place(self.read_member(index))
    }

    /// The internal name (or array descriptor) of the `Class` constant at `index`.
    pub fn class_name(&self, index: u16) -> Result<&str> {
        self.place(self.read_class(index))
    }

    /// The bootstrap methods.
    pub fn bootstraps(&self) -> Result<Vec<Bootstrap>> {
        self.place(self.read_bootstraps())
    }

    /// All `String` constants, as the bytes of their modified UTF-8.
    pub fn string_literals(&self) -> Vec<&[u8]> {
        let strings = (1..=u16::MAX).take(self.parts.constants.len()).filter_map(|index| match self.raw(index) {
            Ok(raw::Constant::String(text)) => self.utf8_bytes(text).ok(),
            _ => None,
        });
        strings.collect()
    }

    /// All texts (`Utf8`), in modified UTF-8.
    pub fn texts(&self) -> impl Iterator<Item = &[u8]> {
        (1..=u16::MAX).take(self.parts.constants.len()).filter_map(|index| self.utf8_bytes(index).ok())
    }

    /// The internal names (or array descriptors) of all `Class` constants.
    pub fn class_names(&self) -> Vec<String> {
        let names = (1..=u16::MAX).take(self.parts.constants.len()).filter_map(|index| match self.constant(index) {
            Ok(Constant::Class(name)) => Some(name),
            _ => None,
        });
        names.collect()
    }

    /// The texts among the constants that may be signatures of generic types (JVMS §4.7.9.1): they have type arguments, or
    /// variables among other types.
    pub fn signatures(&self) -> impl Iterator<Item = &str> {
        let texts = (1..=u16::MAX).take(self.parts.constants.len()).filter_map(|index| self.text(index).ok());
        texts.filter(|text| text.contains(';') && text.contains(['<', 'T']))
    }

    /// The text of the `Utf8` constant at `index`, such as a name in a [`super::LocalEntry`].
    pub fn utf8(&self, index: u16) -> Result<&str> {
        self.place(self.text(index))
    }

    fn place<T>(&self, result: Step<T>) -> Result<T> {
        result.map_err(|Problem(problem)| Error::Class { place: self.name.clone(), problem })
    }

    /// The constant at `index` as the library gives it.
    pub(super) fn raw(&self, index: u16) -> Step<raw::Constant<'_>> {
        let start = self.parts.constants.get(usize::from(index)).map_or(0, |&start| start as usize);
        if start == 0 {
            return Err(format!("no constant {index}").into());
        }
        let mut reader = ByteReader::new(&self.bytes);
        reader.set_position(start);
        Ok(raw::Constant::from_bytes(&mut reader)?)
    }

    pub(super) fn utf8_bytes(&self, index: u16) -> Step<&[u8]> {
        match self.raw(index)? {
            raw::Constant::Utf8(Cow::Borrowed(text)) => Ok(text.as_bytes()),
            _ => Err(expected("Utf8", index)),
        }
    }

    pub(super) fn text(&self, index: u16) -> Step<&str> {
        match self.raw(index)? {
            raw::Constant::Utf8(Cow::Borrowed(text)) => match text.as_str() {
                Some(text) => Ok(text),
                None => self.parts.odd_texts.get(&index).map(String::as_str).ok_or_else(|| expected("Utf8", index)),
            },
            _ => Err(expected("Utf8", index)),
        }
    }

    pub(super) fn read_class(&self, index: u16) -> Step<&str> {
        match self.raw(index)? {
            raw::Constant::Class(name) => self.text(name),
            _ => Err(expected("Class", index)),
        }
    }

    pub(super) fn name_and_type(&self, index: u16) -> Step<(&str, &str)> {
        match self.raw(index)? {
            raw::Constant::NameAndType { name_index, descriptor_index } => {
                Ok((self.text(name_index)?, self.text(descriptor_index)?))
            }
            _ => Err(expected("NameAndType", index)),
        }
    }

    fn read_member(&self, index: u16) -> Step<MemberRef> {
        use raw::Constant::{FieldRef, InterfaceMethodRef, MethodRef};
        let constant = self.raw(index)?;
        let interface = matches!(constant, InterfaceMethodRef { .. });
        let (FieldRef { class_index, name_and_type_index }
        | MethodRef { class_index, name_and_type_index }
        | InterfaceMethodRef { class_index, name_and_type_index }) = constant
        else {
            return Err(expected("Fieldref, Methodref or InterfaceMethodref", index));
        };
        let (name, descriptor) = self.name_and_type(name_and_type_index)?;
        Ok(MemberRef {
            class: self.read_class(class_index)?.to_owned(),
            name: name.to_owned(),
            descriptor: descriptor.to_owned(),
            interface,
        })
    }

    fn read_method_handle(&self, index: u16) -> Step<MethodHandle> {
        match self.raw(index)? {
            raw::Constant::MethodHandle { reference_kind, reference_index } => {
                Ok(MethodHandle { kind: reference_kind.kind(), member: self.read_member(reference_index)? })
            }
            _ => Err(expected("MethodHandle", index)),
        }
    }

    fn read_constant(&self, index: u16) -> Step<Constant> {
        let dynamic = |index| self.name_and_type(index).map(|(name, kind)| (name.to_owned(), kind.to_owned()));
        Ok(match self.raw(index)? {
            raw::Constant::Utf8(_) => Constant::Utf8(self.text(index)?.to_owned()),
            raw::Constant::Integer(value) => Constant::Int(value),
            raw::Constant::Float(value) => Constant::Float(value),
            raw::Constant::Long(value) => Constant::Long(value),
            raw::Constant::Double(value) => Constant::Double(value),
            raw::Constant::Class(name) => Constant::Class(self.text(name)?.to_owned()),
            raw::Constant::String(text) => Constant::String(self.text(text)?.to_owned()),
            raw::Constant::FieldRef { .. }
            | raw::Constant::MethodRef { .. }
            | raw::Constant::InterfaceMethodRef { .. } => Constant::Member(self.read_member(index)?),
            raw::Constant::MethodHandle { .. } => Constant::MethodHandle(self.read_method_handle(index)?),
            raw::Constant::MethodType(descriptor) => Constant::MethodType(self.text(descriptor)?.to_owned()),
            raw::Constant::Dynamic { bootstrap_method_attr_index, name_and_type_index } => {
                let (name, descriptor) = dynamic(name_and_type_index)?;
                Constant::Dynamic(bootstrap_method_attr_index, name, descriptor)
            }
            raw::Constant::InvokeDynamic { bootstrap_method_attr_index, name_and_type_index } => {
                let (name, descriptor) = dynamic(name_and_type_index)?;
                Constant::InvokeDynamic(bootstrap_method_attr_index, name, descriptor)
            }
            raw::Constant::NameAndType { .. } | raw::Constant::Module(_) | raw::Constant::Package(_) => Constant::Other,
        })
    }

    fn read_bootstraps(&self) -> Step<Vec<Bootstrap>> {
        let Some(range) = self.parts.bootstraps.clone() else { return Ok(Vec::new()) };
        let mut reader = ByteReader::new(self.bytes.get(range).unwrap_or_default());
        let mut bootstraps = Vec::new();
        for _ in 0..reader.read_u16()? {
            let method = self.read_method_handle(reader.read_u16()?)?;
            let count = reader.read_u16()?;
            let arguments = (0..count).map(|_| self.read_constant(reader.read_u16()?)).collect::<Step<_>>()?;
            bootstraps.push(Bootstrap { method, arguments });
        }
        Ok(bootstraps)
    }
}

#[cold]
fn expected(what: &str, index: u16) -> Problem {
    format!("constant {index} should be {what}").into()
}
