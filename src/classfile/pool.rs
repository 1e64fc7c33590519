//! The constant pool (JVMS §4.4): reading of what instructions name, and a pool that grows.
//!
//! [`PoolEditor`] only appends: what the class has keeps its index. A constant equal to one that is there, or was
//! appended, is not appended again; equality is that of the encoded bytes.

use super::class::ClassFile;
use super::code::VType;
use super::descriptor;
use super::error::{Error, Result, Step};
use ristretto_classfile as raw;
use ristretto_classfile::byte_reader::ByteReader;
use std::borrow::Cow;
use std::collections::HashMap;

/// Tags of constants (JVMS table 4.4-A).
mod tag {
    pub(super) const UTF8: u8 = 1;
    pub(super) const INTEGER: u8 = 3;
    pub(super) const FLOAT: u8 = 4;
    pub(super) const LONG: u8 = 5;
    pub(super) const DOUBLE: u8 = 6;
    pub(super) const CLASS: u8 = 7;
    pub(super) const STRING: u8 = 8;
    pub(super) const FIELD: u8 = 9;
    pub(super) const METHOD: u8 = 10;
    pub(super) const INTERFACE_METHOD: u8 = 11;
    pub(super) const NAME_AND_TYPE: u8 = 12;
    pub(super) const METHOD_HANDLE: u8 = 15;
    pub(super) const METHOD_TYPE: u8 = 16;
    pub(super) const INVOKE_DYNAMIC: u8 = 18;
    pub(super) const MODULE: u8 = 19;
    pub(super) const PACKAGE: u8 = 20;
}

/// The largest count that the class file can hold; indices are below it.
const LIMIT: usize = 65_535;

/// A constant pool as instructions see it.
pub(super) trait Constants {
    /// The constant at `index`.
    fn raw(&self, index: u16) -> Step<raw::Constant<'_>>;

    /// The text of the `Utf8` at `index`.
    fn text(&self, index: u16) -> Step<Cow<'_, str>>;

    /// The name of the `Class` at `index`.
    fn class_name(&self, index: u16) -> Step<Cow<'_, str>> {
        match self.raw(index)? {
            raw::Constant::Class(name) => self.text(name),
            _ => Err(format!("constant {index} should be Class").into()),
        }
    }

    /// Name and descriptor of the member or dynamic constant at `index`.
    fn name_and_descriptor(&self, index: u16) -> Step<(Cow<'_, str>, Cow<'_, str>)> {
        use raw::Constant::{Dynamic, FieldRef, InterfaceMethodRef, InvokeDynamic, MethodRef, NameAndType};
        let (FieldRef { name_and_type_index, .. }
        | MethodRef { name_and_type_index, .. }
        | InterfaceMethodRef { name_and_type_index, .. }
        | Dynamic { name_and_type_index, .. }
        | InvokeDynamic { name_and_type_index, .. }) = self.raw(index)?
        else {
            return Err(format!("constant {index} should be a member or dynamic").into());
        };
        match self.raw(name_and_type_index)? {
            NameAndType { name_index, descriptor_index } => Ok((self.text(name_index)?, self.text(descriptor_index)?)),
            _ => Err(format!("constant {name_and_type_index} should be NameAndType").into()),
        }
    }

    /// The type that `ldc`, `ldc_w` or `ldc2_w` of the constant pushes.
    fn loaded_type(&self, index: u16) -> Step<VType> {
        let object = |name: &str| VType::Object(name.to_owned());
        Ok(match self.raw(index)? {
            raw::Constant::Integer(_) => VType::Int,
            raw::Constant::Float(_) => VType::Float,
            raw::Constant::Long(_) => VType::Long,
            raw::Constant::Double(_) => VType::Double,
            raw::Constant::String(_) => object("java/lang/String"),
            raw::Constant::Class(_) => object("java/lang/Class"),
            raw::Constant::MethodHandle { .. } => object("java/lang/invoke/MethodHandle"),
            raw::Constant::MethodType(_) => object("java/lang/invoke/MethodType"),
            raw::Constant::Dynamic { .. } => {
                let (_, descriptor) = self.name_and_descriptor(index)?;
                descriptor::vtype(&descriptor).ok_or_else(|| format!("{descriptor} is not a field descriptor"))?
            }
            _ => return Err(format!("constant {index} cannot be loaded").into()),
        })
    }
}

impl Constants for ClassFile {
    fn raw(&self, index: u16) -> Step<raw::Constant<'_>> {
        ClassFile::raw(self, index)
    }

    fn text(&self, index: u16) -> Step<Cow<'_, str>> {
        ClassFile::text(self, index).map(Cow::Borrowed)
    }
}

/// A class's constant pool and what is appended to it.
#[derive(Debug)]
pub(super) struct PoolEditor<'a> {
    class: &'a ClassFile,
    /// Index of each constant by its encoded bytes.
    known: HashMap<Cow<'a, [u8]>, u16>,
    /// The bytes appended.
    added: Vec<u8>,
    /// Where in `added` each appended constant starts; for the second index of a long or double, none.
    starts: Vec<Option<usize>>,
    /// The text that comes before all that is appended.
    head: Option<&'static str>,
}

impl<'a> PoolEditor<'a> {
    pub(super) fn new(class: &'a ClassFile, head: Option<&'static str>) -> Self {
        let places = class.parts.constants.iter().enumerate().filter(|&(_, &start)| start != 0);
        let mut known = HashMap::with_capacity(class.parts.constants.len());
        for (index, &start) in places {
            if let Some(bytes) = encoded(class.bytes.get(start as usize..).unwrap_or_default()) {
                known.entry(Cow::Borrowed(bytes)).or_insert(index as u16);
            }
        }
        Self { class, known, added: Vec::new(), starts: Vec::new(), head }
    }

    /// `constant_pool_count`.
    pub(super) fn count(&self) -> usize {
        self.class.parts.constants.len() + self.starts.len()
    }

    /// Drops the constants from this count on; nothing may use them.
    pub(super) fn shrink(&mut self, count: usize) {
        let kept = count.saturating_sub(self.class.parts.constants.len());
        let end = self.starts.get(kept..).and_then(|dropped| dropped.iter().flatten().next());
        self.added.truncate(end.copied().unwrap_or(self.added.len()));
        self.starts.truncate(kept);
        self.known.retain(|_, index| usize::from(*index) < count);
    }

    /// The bytes to put behind the class's own constants.
    pub(super) fn added(&self) -> &[u8] {
        &self.added
    }

    /// The texts among the appended constants, in modified UTF-8.
    pub(super) fn added_texts(&self) -> Vec<Vec<u8>> {
        let starts = self.starts.iter().flatten();
        let constants = starts.filter_map(|&start| encoded(self.added.get(start..)?));
        constants.filter(|bytes| bytes[0] == tag::UTF8).map(|bytes| bytes[3..].to_vec()).collect()
    }

    /// Index of the constant with these bytes, which is appended if it is not there.
    fn put(&mut self, bytes: Vec<u8>) -> Result<u16> {
        if let Some(&index) = self.known.get(bytes.as_slice()) {
            return Ok(index);
        }
        if self.starts.is_empty()
            && let Some(head) = self.head.take()
        {
            self.utf8(head)?;
            self.head = Some(head);
        }
        let slots = if matches!(bytes.first(), Some(&(tag::LONG | tag::DOUBLE))) { 2 } else { 1 };
        if self.count() + slots > LIMIT {
            let problem = "it would need more than the 65,534 constants that a class file can hold".to_owned();
            return Err(Error::Limit { place: self.class.name.clone(), problem });
        }
        let index = self.count() as u16;
        self.starts.push(Some(self.added.len()));
        self.starts.extend((1..slots).map(|_| None));
        self.added.extend_from_slice(&bytes);
        self.known.insert(Cow::Owned(bytes), index);
        Ok(index)
    }

    fn put_indices(&mut self, tag: u8, indices: &[u16]) -> Result<u16> {
        let indices = indices.iter().flat_map(|index| index.to_be_bytes());
        self.put(std::iter::once(tag).chain(indices).collect())
    }

    pub(super) fn utf8(&mut self, text: &str) -> Result<u16> {
        let encoded = raw::mutf8::to_bytes(text).ok().and_then(|bytes| Some((u16::try_from(bytes.len()).ok()?, bytes)));
        let Some((length, content)) = encoded else {
            let problem = "a text constant would be longer than 65,535 bytes".to_owned();
            return Err(Error::Limit { place: self.class.name.clone(), problem });
        };
        self.put([&[tag::UTF8], length.to_be_bytes().as_slice(), &content].concat())
    }

    pub(super) fn class_ref(&mut self, name: &str) -> Result<u16> {
        let name = self.utf8(name)?;
        self.put_indices(tag::CLASS, &[name])
    }

    pub(super) fn string(&mut self, text: &str) -> Result<u16> {
        let text = self.utf8(text)?;
        self.put_indices(tag::STRING, &[text])
    }

    pub(super) fn method_type(&mut self, descriptor: &str) -> Result<u16> {
        let descriptor = self.utf8(descriptor)?;
        self.put_indices(tag::METHOD_TYPE, &[descriptor])
    }

    pub(super) fn integer(&mut self, value: i32) -> Result<u16> {
        self.put([&[tag::INTEGER], value.to_be_bytes().as_slice()].concat())
    }

    pub(super) fn float(&mut self, value: f32) -> Result<u16> {
        self.put([&[tag::FLOAT], value.to_bits().to_be_bytes().as_slice()].concat())
    }

    pub(super) fn long(&mut self, value: i64) -> Result<u16> {
        self.put([&[tag::LONG], value.to_be_bytes().as_slice()].concat())
    }

    pub(super) fn double(&mut self, value: f64) -> Result<u16> {
        self.put([&[tag::DOUBLE], value.to_bits().to_be_bytes().as_slice()].concat())
    }

    pub(super) fn name_and_type(&mut self, name: &str, descriptor: &str) -> Result<u16> {
        let (name, descriptor) = (self.utf8(name)?, self.utf8(descriptor)?);
        self.put_indices(tag::NAME_AND_TYPE, &[name, descriptor])
    }

    /// `bootstrap` is the number of an entry of `BootstrapMethods`.
    pub(super) fn invoke_dynamic(&mut self, bootstrap: u16, name: &str, descriptor: &str) -> Result<u16> {
        let name_and_type = self.name_and_type(name, descriptor)?;
        self.put_indices(tag::INVOKE_DYNAMIC, &[bootstrap, name_and_type])
    }

    fn member(&mut self, tag: u8, class: &str, name: &str, descriptor: &str) -> Result<u16> {
        let class = self.class_ref(class)?;
        let name_and_type = self.name_and_type(name, descriptor)?;
        self.put_indices(tag, &[class, name_and_type])
    }

    pub(super) fn field_ref(&mut self, class: &str, name: &str, descriptor: &str) -> Result<u16> {
        self.member(tag::FIELD, class, name, descriptor)
    }

    pub(super) fn method_ref(&mut self, class: &str, name: &str, descriptor: &str, interface: bool) -> Result<u16> {
        let tag = if interface { tag::INTERFACE_METHOD } else { tag::METHOD };
        self.member(tag, class, name, descriptor)
    }

    /// `kind` as in JVMS table 5.4.3.5-A, `member` the index of what it refers to.
    pub(super) fn method_handle(&mut self, kind: u8, member: u16) -> Result<u16> {
        let [high, low] = member.to_be_bytes();
        self.put(vec![tag::METHOD_HANDLE, kind, high, low])
    }
}

impl Constants for PoolEditor<'_> {
    fn raw(&self, index: u16) -> Step<raw::Constant<'_>> {
        let Some(number) = usize::from(index).checked_sub(self.class.parts.constants.len()) else {
            return self.class.raw(index);
        };
        let start = self.starts.get(number).copied().flatten().ok_or_else(|| format!("no constant {index}"))?;
        let mut reader = ByteReader::new(&self.added);
        reader.set_position(start);
        Ok(raw::Constant::from_bytes(&mut reader)?)
    }

    fn text(&self, index: u16) -> Step<Cow<'_, str>> {
        if usize::from(index) < self.class.parts.constants.len() {
            return self.class.text(index).map(Cow::Borrowed);
        }
        match self.raw(index)? {
            raw::Constant::Utf8(text) => Ok(Cow::Owned(text.to_rust_string())),
            _ => Err(format!("constant {index} should be Utf8").into()),
        }
    }
}

/// The bytes of the (already checked) constant that `bytes` starts with.
fn encoded(bytes: &[u8]) -> Option<&[u8]> {
    let length = match *bytes.first()? {
        tag::UTF8 => 3 + usize::from(u16::from_be_bytes([*bytes.get(1)?, *bytes.get(2)?])),
        tag::LONG | tag::DOUBLE => 9,
        tag::CLASS | tag::STRING | tag::METHOD_TYPE | tag::MODULE | tag::PACKAGE => 3,
        tag::METHOD_HANDLE => 4,
        _ => 5,
    };
    bytes.get(..length)
}
