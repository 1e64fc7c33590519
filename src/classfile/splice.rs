//! Splicing: changed parts are put into the original bytes, everything else is copied verbatim.
//!
//! The constant pool only grows, and what is added is deduplicated against what was there (JVMS §4.4).

use super::class::ClassFile;
use super::code::Code;
use super::error::Result;

/// A class under change.
#[derive(Debug)]
pub struct ClassEditor<'a> {
    /// The class as it was read.
    pub class: &'a ClassFile,
}

impl<'a> ClassEditor<'a> {
    /// Starts with no change.
    pub fn new(_class: &'a ClassFile) -> Self {
        todo!()
    }
    /// Constant-pool index of a `Utf8`.
    pub fn utf8(&mut self, _text: &str) -> Result<u16> {
        todo!()
    }
    /// Constant-pool index of a `Class` (internal name or array descriptor).
    pub fn class_ref(&mut self, _name: &str) -> Result<u16> {
        todo!()
    }
    /// Constant-pool index of a `String`.
    pub fn string(&mut self, _text: &str) -> Result<u16> {
        todo!()
    }
    /// Constant-pool index of an `Integer`.
    pub fn integer(&mut self, _value: i32) -> Result<u16> {
        todo!()
    }
    /// Constant-pool index of a `Methodref`, or an `InterfaceMethodref` if `interface`.
    pub fn method_ref(&mut self, _class: &str, _name: &str, _descriptor: &str, _interface: bool) -> Result<u16> {
        todo!()
    }
    /// Constant-pool index of a `Fieldref`.
    pub fn field_ref(&mut self, _class: &str, _name: &str, _descriptor: &str) -> Result<u16> {
        todo!()
    }
    /// Replaces the method's code (and nothing else of the method).
    pub fn set_code(&mut self, _method: usize, _code: &Code) -> Result<()> {
        todo!()
    }
    /// Adds a method that has only a `Code` attribute, plus `Exceptions`, `Signature`-free.
    pub fn add_method(&mut self, _access: u16, _name: &str, _descriptor: &str, _code: &Code) -> Result<()> {
        todo!()
    }
    /// Replaces the access flags of the field with this number.
    pub fn set_field_access(&mut self, _field: usize, _access: u16) {
        todo!()
    }
    /// In `BootstrapMethods`, lets every entry whose method is `from_class.from_name` (any descriptor, kind
    /// `REF_invokeStatic`) name the static method of the same name and descriptor in `to_class`. Returns how many were changed.
    pub fn redirect_bootstraps(&mut self, _from_class: &str, _from_name: &str, _to_class: &str) -> Result<usize> {
        todo!()
    }
    /// Whether anything was changed.
    pub fn is_changed(&self) -> bool {
        todo!()
    }
    /// The class's new bytes.
    pub fn finish(self) -> Result<Vec<u8>> {
        todo!()
    }
}
