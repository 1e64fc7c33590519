//! A class file as read: names, members and constants, with the places of its parts in the bytes.
//!
//! Structure and constants are parsed by `ristretto_classfile`; a light scan of our own adds the byte ranges that
//! splicing needs. Code is decoded on demand ([`ClassFile::code`]).

use super::{Code, Result};
use std::ops::Range;

/// A class file.
#[derive(Clone, Debug)]
pub struct ClassFile {
    /// The bytes as they were read.
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

/// Byte ranges and parsed constants.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    // class-file layer: add what is needed
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
    /// Whether a `ConstantValue` attribute initialises it.
    pub constant: bool,
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
    pub fn parse(_bytes: Vec<u8>, _place: &str) -> Result<Self> {
        todo!()
    }

    /// The constant at `index`.
    pub fn constant(&self, _index: u16) -> Result<Constant> {
        todo!()
    }

    /// The field or method at `index`.
    pub fn member(&self, _index: u16) -> Result<MemberRef> {
        todo!()
    }

    /// The internal name (or array descriptor) of the `Class` constant at `index`.
    pub fn class_name(&self, _index: u16) -> Result<&str> {
        todo!()
    }

    /// The bootstrap methods.
    pub fn bootstraps(&self) -> Result<Vec<Bootstrap>> {
        todo!()
    }

    /// All `String` constants, as the bytes of their modified UTF-8.
    pub fn string_literals(&self) -> Vec<&[u8]> {
        todo!()
    }

    /// The decoded code of the method with this number; none for abstract and native ones.
    pub fn code(&self, _method: usize) -> Result<Option<Code>> {
        todo!()
    }

    /// The method's number.
    pub fn method_index(&self, name: &str, descriptor: &str) -> Option<usize> {
        self.methods.iter().position(|method| method.name == name && method.descriptor == descriptor)
    }
}
