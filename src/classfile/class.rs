//! A class file as read: names, members and constants, with the places of its parts in the bytes.
//!
//! Constants are parsed by `ristretto_classfile`, at parse once to find and check them and then on demand from the
//! class's bytes, so that a parsed class costs little more than its bytes. Code is decoded on demand
//! ([`ClassFile::code`]).

use super::error::Problem;
use super::{Code, Error, Result, decode, legacy, scan};
use ristretto_classfile as raw;
use ristretto_classfile::byte_reader::ByteReader;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

/// A class file.
#[derive(Clone, Debug)]
pub struct ClassFile {
    /// The bytes as they were read, texts of old versions in their shortest encoding.
    pub bytes: Vec<u8>,
    /// Major version: 45 (JDK 1.1) to 69 (JDK 25).
    pub major: u16,
    /// Access flags.
    pub access: u16,
    /// Internal name, such as `java/util/Map$Entry`.
    pub name: String,
    /// Internal name of the superclass; none for `java/lang/Object` and modules.
    pub super_name: Option<String>,
    /// Internal names of the direct superinterfaces.
    pub interfaces: Vec<String>,
    /// The fields in order.
    pub fields: Vec<FieldInfo>,
    /// The methods in order.
    pub methods: Vec<MethodInfo>,
    /// `SourceFile`, if there is one.
    pub source_file: Option<String>,
    /// Private parts (constants, byte ranges) are for the class-file layer alone.
    pub(super) parts: Parts,
}

/// Byte ranges and places of constants.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    /// Where each constant starts; 0 for index 0 and behind long and double.
    pub(super) constants: Vec<u32>,
    /// Texts of the `Utf8` constants that are not plain UTF-8 (NUL, supplementary characters, lone surrogates).
    pub(super) odd_texts: BTreeMap<u16, String>,
    /// End of the constant pool: the place of `access_flags`.
    pub(super) pool_end: usize,
    /// Place of `methods_count`.
    pub(super) methods: usize,
    /// Bytes of each method.
    pub(super) method_ranges: Vec<Range<usize>>,
    /// Content of `BootstrapMethods`.
    pub(super) bootstraps: Option<Range<usize>>,
    /// Place of the class's `attributes_count`.
    pub(super) attributes: usize,
    /// Content of `InnerClasses`.
    pub(super) inner_classes: Option<Range<usize>>,
}

/// A field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldInfo {
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Its access flags.
    pub access: u16,
    /// Whether it is final and a `ConstantValue` attribute initialises it: others with the attribute are variables.
    pub constant: bool,
    /// The constant's index; 0 without one.
    pub value: u16,
}

/// A method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodInfo {
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Its access flags.
    pub access: u16,
    /// The content of its `Code` attribute in the class's bytes.
    pub code: Option<Range<usize>>,
}

/// A field or method named by an instruction.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MemberRef {
    /// Internal name of the class (or an array descriptor).
    pub class: String,
    /// The member's name.
    pub name: String,
    /// The member's descriptor.
    pub descriptor: String,
    /// Whether the constant is an `InterfaceMethodref`.
    pub interface: bool,
}

/// A method-handle constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodHandle {
    /// `reference_kind`, 1 to 9 (JVMS table 5.4.3.5-A).
    pub kind: u8,
    /// What it refers to.
    pub member: MemberRef,
}

/// A constant, resolved to text and numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// `Utf8` (lone surrogates are replaced).
    Utf8(String),
    /// `Integer`.
    Int(i32),
    /// `Float`.
    Float(f32),
    /// `Long`.
    Long(i64),
    /// `Double`.
    Double(f64),
    /// `Class`: internal name or array descriptor.
    Class(String),
    /// `String` (lone surrogates are replaced).
    String(String),
    /// `Fieldref`, `Methodref`, `InterfaceMethodref`.
    Member(MemberRef),
    /// `MethodHandle`.
    MethodHandle(MethodHandle),
    /// `MethodType`: the descriptor.
    MethodType(String),
    /// `Dynamic`: bootstrap index, name, descriptor.
    Dynamic(u16, String, String),
    /// `InvokeDynamic`: bootstrap index, name, descriptor.
    InvokeDynamic(u16, String, String),
    /// `NameAndType`, `Module`, `Package`: nothing that an instruction names.
    Other,
}

/// A bootstrap method of `BootstrapMethods`.
#[derive(Clone, Debug, PartialEq)]
pub struct Bootstrap {
    /// The bootstrap method.
    pub method: MethodHandle,
    /// Its static arguments.
    pub arguments: Vec<Constant>,
}

impl ClassFile {
    /// Reads a class file; `place` names it in errors.
    pub fn parse(bytes: Vec<u8>, place: &str) -> Result<Self> {
        let short = legacy::shortened(&bytes);
        scan::scan(short.unwrap_or(bytes)).map_err(|Problem(problem)| Error::Class { place: place.to_owned(), problem })
    }

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

    /// The decoded code of the method with this number; none for abstract and native ones.
    pub fn code(&self, method: usize) -> Result<Option<Code>> {
        decode::decode(self, method)
    }

    /// The method's number.
    pub fn method_index(&self, name: &str, descriptor: &str) -> Option<usize> {
        self.methods.iter().position(|method| method.name == name && method.descriptor == descriptor)
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

/// A step of reading, whose error does not know its place yet.
pub(super) type Step<T> = std::result::Result<T, Problem>;

#[cold]
fn expected(what: &str, index: u16) -> Problem {
    format!("constant {index} should be {what}").into()
}
