//! A class file as data: names, members and constants, with the places of its parts in the bytes.
//!
//! [`super::scan`] finds the parts, [`super::constants`] reads constants on demand, [`ClassFile::code`] decodes code on demand: so a
//! class costs little more than its bytes.

use super::code::Insn;
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
    /// How many constants there are.
    pub fn constants(&self) -> usize {
        self.parts.constants.len()
    }

    /// The method's number.
    pub fn method_index(&self, name: &str, descriptor: &str) -> Option<usize> {
        self.methods.iter().position(|method| method.name == name && method.descriptor == descriptor)
    }

    /// Slots of the operand stack that an instruction of the class pops and pushes; none if its constant is wrong.
    pub fn stack_effect(&self, insn: &Insn) -> Option<(usize, usize)> {
        super::max_stack::effect(self, insn).ok()
    }
}
