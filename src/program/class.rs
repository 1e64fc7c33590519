//! A loaded class: its file, its direct supertypes as ids, and fast access to its members.
//!
//! Methods are found by binary search; code is decoded when it is first asked for, and kept.

use super::body::Body;
use super::error::Result;
use crate::classfile::{ClassFile, FieldInfo, MethodInfo};
use crate::define_index;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, OnceLock};

define_index!(
    /// A class of the program: application classes first, in the order of the class path, then the JDK's by name.
    ClassId
);

/// A method of a class of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MethodId {
    /// Its class.
    pub class: ClassId,
    /// Its number in [`ClassFile::methods`].
    pub index: u16,
}

/// A field of a class of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FieldId {
    /// Its class.
    pub class: ClassId,
    /// Its number in [`ClassFile::fields`].
    pub index: u16,
}

/// Access flags (JVMS §4.1, §4.5, §4.6).
pub mod access {
    /// `ACC_PUBLIC`
    pub const PUBLIC: u16 = 0x0001;
    /// `ACC_PRIVATE`
    pub const PRIVATE: u16 = 0x0002;
    /// `ACC_PROTECTED`
    pub const PROTECTED: u16 = 0x0004;
    /// `ACC_STATIC`
    pub const STATIC: u16 = 0x0008;
    /// `ACC_TRANSIENT` of fields.
    pub const TRANSIENT: u16 = 0x0080;
    /// `ACC_FINAL`
    pub const FINAL: u16 = 0x0010;
    /// `ACC_SYNCHRONIZED` of methods.
    pub const SYNCHRONIZED: u16 = 0x0020;
    /// `ACC_VOLATILE` of fields.
    pub const VOLATILE: u16 = 0x0040;
    /// `ACC_VARARGS` of methods.
    pub const VARARGS: u16 = 0x0080;
    /// `ACC_NATIVE`
    pub const NATIVE: u16 = 0x0100;
    /// `ACC_INTERFACE`
    pub const INTERFACE: u16 = 0x0200;
    /// `ACC_ABSTRACT`
    pub const ABSTRACT: u16 = 0x0400;
    /// `ACC_ENUM`
    pub const ENUM: u16 = 0x4000;
}

/// A loaded class.
#[derive(Debug)]
pub struct Class {
    /// Its id.
    pub id: ClassId,
    /// Its file.
    pub file: ClassFile,
    /// Its superclass; none for `java/lang/Object` and if it is missing.
    pub superclass: Option<ClassId>,
    /// Its direct superinterfaces, missing ones left out.
    pub interfaces: Vec<ClassId>,
    /// Numbers of methods, sorted by name and descriptor.
    methods_by_name: Vec<u16>,
    /// Decoded code by method.
    bodies: Vec<OnceLock<Option<Arc<Body>>>>,
}

impl Class {
    pub(super) fn new(id: ClassId, file: ClassFile, lookup: impl Fn(&str) -> Option<ClassId>) -> Self {
        let superclass = file.super_name.as_deref().and_then(&lookup);
        let interfaces = file.interfaces.iter().filter_map(|name| lookup(name)).collect();
        let mut methods_by_name: Vec<u16> = (0..file.methods.len() as u16).collect();
        methods_by_name.sort_by_key(|&index| key(&file.methods[usize::from(index)]));
        let bodies = file.methods.iter().map(|_| OnceLock::new()).collect();
        Self { id, file, superclass, interfaces, methods_by_name, bodies }
    }

    /// Internal name.
    pub fn name(&self) -> &str {
        &self.file.name
    }

    /// Whether it is an interface.
    pub fn is_interface(&self) -> bool {
        self.file.access & access::INTERFACE != 0
    }

    /// Whether instances of exactly this class may exist.
    pub fn is_concrete(&self) -> bool {
        self.file.access & (access::INTERFACE | access::ABSTRACT) == 0
    }

    /// Name of its package, with slashes, empty for the unnamed one.
    pub fn package(&self) -> &str {
        package(self.name())
    }

    /// The method that the class declares itself.
    pub fn declared(&self, name: &str, descriptor: &str) -> Option<MethodId> {
        let method = |index: &u16| &self.file.methods[usize::from(*index)];
        let place = self.methods_by_name.binary_search_by(|index| key(method(index)).cmp(&(name, descriptor))).ok()?;
        Some(MethodId { class: self.id, index: self.methods_by_name[place] })
    }

    /// All methods that the class declares.
    pub fn methods(&self) -> impl Iterator<Item = (MethodId, &MethodInfo)> {
        let id = |index: usize| MethodId { class: self.id, index: index as u16 };
        self.file.methods.iter().enumerate().map(move |(index, info)| (id(index), info))
    }

    /// The methods that the class declares with this name, by descriptor.
    pub fn methods_named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = (MethodId, &'a MethodInfo)> + 'a {
        let start =
            self.methods_by_name.partition_point(|index| self.file.methods[usize::from(*index)].name.as_str() < name);
        let rest = self.methods_by_name[start..].iter().map(|index| (*index, &self.file.methods[usize::from(*index)]));
        rest.take_while(move |(_, info)| info.name == name)
            .map(|(index, info)| (MethodId { class: self.id, index }, info))
    }

    /// The field that the class declares itself.
    pub fn declared_field(&self, name: &str, descriptor: &str) -> Option<FieldId> {
        let fits = |field: &FieldInfo| field.name == name && field.descriptor == descriptor;
        let index = self.file.fields.iter().position(fits)?;
        Some(FieldId { class: self.id, index: index as u16 })
    }

    /// The method's code, decoded once; none for abstract and native methods.
    pub(super) fn body(&self, index: u16) -> Result<Option<Arc<Body>>> {
        let Some((slot, info)) = self.bodies.get(usize::from(index)).zip(self.file.methods.get(usize::from(index)))
        else {
            return Ok(None);
        };
        if let Some(body) = slot.get() {
            return Ok(body.clone());
        }
        let place = format!("{}.{}{}", self.name().replace('/', "."), info.name, info.descriptor);
        let code = self.file.code(index.into())?;
        let body = code.map(|code| Body::new(place, code, &self.file).map(Arc::new)).transpose()?;
        Ok(slot.get_or_init(|| body).clone())
    }
}

fn key(method: &MethodInfo) -> (&str, &str) {
    (&method.name, &method.descriptor)
}

/// The package of an internal name.
pub fn package(name: &str) -> &str {
    name.rfind('/').map_or("", |end| &name[..end])
}
