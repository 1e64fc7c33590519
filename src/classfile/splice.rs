//! Splicing: changed parts are put into the original bytes, everything else is copied verbatim.
//!
//! The constant pool only grows ([`super::redirect`] also changes constants in place), and what is added is deduplicated against what was there (JVMS §4.4). Added methods
//! follow the last one, unless they are to stand first. Entries of `BootstrapMethods` keep their number and arguments.

use super::class::{ClassFile, MethodInfo};
use super::code::{Changes, Code};
use super::error::{Error, Result};
use super::pool::PoolEditor;
use super::{assemble, descriptor};
use std::collections::BTreeMap;
use std::ops::Range;

/// `REF_invokeStatic`.
pub(super) const INVOKE_STATIC: u8 = 6;

/// A class under change.
#[derive(Debug)]
pub struct ClassEditor<'a> {
    /// The class as it was read.
    pub class: &'a ClassFile,
    pub(super) pool: PoolEditor<'a>,
    /// The constants of call sites that were given one of their own, by method and offset.
    pub(super) moved_sites: BTreeMap<(usize, u32), u16>,
    /// Methods by number, with their flags as they will be.
    methods: Vec<MethodInfo>,
    /// Whole methods to add.
    added: Vec<Vec<u8>>,
    /// Whether added methods stand before the others.
    added_first: bool,
    /// New bytes by the start of the range that they replace. Ranges do not overlap; a later one replaces those inside it.
    patches: BTreeMap<usize, (Range<usize>, Vec<u8>)>,
    /// What was changed in the code of methods, by their number; that of copies against the code that they are copies of.
    changes: BTreeMap<usize, Changes>,
}

impl<'a> ClassEditor<'a> {
    /// Starts with no change.
    pub fn new(class: &'a ClassFile) -> Self {
        Self::with_head(class, None)
    }

    /// The same, where this text comes before all constants that are added, unless the class has it already.
    pub fn with_head(class: &'a ClassFile, head: Option<&'static str>) -> Self {
        let (added, patches) = (Vec::new(), BTreeMap::new());
        let (pool, moved_sites) = (PoolEditor::new(class, head), BTreeMap::new());
        let changes = BTreeMap::new();
        Self { class, pool, moved_sites, methods: class.methods.clone(), added, added_first: false, patches, changes }
    }

    /// Tries a change that may not fit into a class file: if it does not, what it put into the constant pool is taken back. It
    /// must not have set any code before it fails. Whether it fitted.
    pub fn attempt<E>(
        &mut self,
        is_limit: impl Fn(&E) -> bool,
        change: impl FnOnce(&mut Self) -> std::result::Result<(), E>,
    ) -> std::result::Result<bool, E> {
        let count = self.pool.count();
        match change(self) {
            Ok(()) => Ok(true),
            Err(error) if is_limit(&error) => {
                self.pool.shrink(count);
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }

    /// Constant-pool index of a `Utf8`.
    pub fn utf8(&mut self, text: &str) -> Result<u16> {
        self.pool.utf8(text)
    }

    /// Constant-pool index of a `Class` (internal name or array descriptor).
    pub fn class_ref(&mut self, name: &str) -> Result<u16> {
        self.pool.class_ref(name)
    }

    /// Constant-pool index of a `String`.
    pub fn string(&mut self, text: &str) -> Result<u16> {
        self.pool.string(text)
    }

    /// Constant-pool index of an `Integer`.
    pub fn integer(&mut self, value: i32) -> Result<u16> {
        self.pool.integer(value)
    }

    /// Constant-pool index of a `Long`.
    pub fn long(&mut self, value: i64) -> Result<u16> {
        self.pool.long(value)
    }

    /// Constant-pool index of a `Double`.
    pub fn double(&mut self, value: f64) -> Result<u16> {
        self.pool.double(value)
    }

    /// Constant-pool index of a `Methodref`, or an `InterfaceMethodref` if `interface`.
    pub fn method_ref(&mut self, class: &str, name: &str, descriptor: &str, interface: bool) -> Result<u16> {
        self.pool.method_ref(class, name, descriptor, interface)
    }

    /// Constant-pool index of a `Fieldref`.
    pub fn field_ref(&mut self, class: &str, name: &str, descriptor: &str) -> Result<u16> {
        self.pool.field_ref(class, name, descriptor)
    }

    /// Replaces the method's code (and nothing else of the method). The method must have code.
    pub fn set_code(&mut self, method: usize, code: &Code) -> Result<()> {
        let info = self.methods.get(method).ok_or_else(|| self.problem(format!("there is no method {method}")))?;
        let Some(range) = info.code.clone() else {
            return Err(self.problem(format!("{}{} is abstract or native", info.name, info.descriptor)));
        };
        let content = assemble::assemble(&mut self.pool, &self.class.name, self.class.major, info, code)?;
        let length = (content.len() as u32).to_be_bytes();
        self.patch(range.start - length.len()..range.end, [length.as_slice(), &content].concat());
        self.note_changes(method, method, code)
    }

    /// Adds a method whose code is a changed copy of that of the method with the number `original`.
    pub fn add_copy(&mut self, original: usize, access: u16, name: &str, descriptor: &str, code: &Code) -> Result<()> {
        self.add_method(access, name, descriptor, code)?;
        self.note_changes(self.methods.len() - 1, original, code)
    }

    fn note_changes(&mut self, method: usize, original: usize, code: &Code) -> Result<()> {
        let changes = self.class.code(original)?.map(|original| Changes::between(&original, code));
        self.changes.insert(method, changes.unwrap_or_default());
        Ok(())
    }

    /// How many instructions were put into methods and taken from them, copies counted against their originals.
    pub fn changes(&self) -> Changes {
        self.changes.values().copied().sum()
    }

    /// Lets added methods stand before the others, the last one first.
    pub fn add_first(&mut self) {
        self.added_first = true;
    }

    /// Adds a method that has only a `Code` attribute.
    pub fn add_method(&mut self, access: u16, name: &str, descriptor: &str, code: &Code) -> Result<()> {
        if descriptor::parse_method(descriptor).is_none() {
            return Err(self.problem(format!("{descriptor} is not a method descriptor of at most 255 slots")));
        }
        if self.methods.iter().any(|method| method.name == name && method.descriptor == descriptor) {
            return Err(self.problem(format!("there is already a method {name}{descriptor}")));
        }
        if self.methods.len() == usize::from(u16::MAX) {
            let problem = "a class cannot have more than 65,535 methods".to_owned();
            return Err(Error::Limit { place: self.class.name.clone(), problem });
        }
        let (name, descriptor) = (name.to_owned(), descriptor.to_owned());
        let info = MethodInfo { name, descriptor, access, code: None };
        let content = assemble::assemble(&mut self.pool, &self.class.name, self.class.major, &info, code)?;
        let head = [access, self.utf8(&info.name)?, self.utf8(&info.descriptor)?, 1, self.utf8("Code")?];
        let length = (content.len() as u32).to_be_bytes();
        self.added.push([head.map(u16::to_be_bytes).as_flattened(), &length, &content].concat());
        self.methods.push(info);
        Ok(())
    }

    /// Replaces the access flags of the method with this number. Comes before [`Self::set_code`] if it changes `static`.
    pub fn set_method_access(&mut self, method: usize, access: u16) {
        if let (Some(range), Some(info)) = (self.class.parts.method_ranges.get(method), self.methods.get_mut(method)) {
            info.access = access;
            self.patch(range.start..range.start + 2, access.to_be_bytes().to_vec());
        }
    }

    /// Replaces the access flags of the class.
    pub fn set_class_access(&mut self, access: u16) {
        let place = self.class.parts.pool_end;
        self.patch(place..place + 2, access.to_be_bytes().to_vec());
    }

    /// The texts (`Utf8`) that were added to the constants, in modified UTF-8.
    pub fn added_texts(&self) -> Vec<Vec<u8>> {
        self.pool.added_texts()
    }

    /// Whether anything was changed.
    pub fn is_changed(&self) -> bool {
        !(self.patches.is_empty() && self.added.is_empty() && self.pool.added().is_empty())
    }

    /// The class's new bytes.
    pub fn finish(mut self) -> Result<Vec<u8>> {
        let parts = &self.class.parts;
        if !self.pool.added().is_empty() {
            let count = (self.pool.count() as u16).to_be_bytes().to_vec();
            let added = self.pool.added().to_vec();
            self.patches.insert(8, (8..10, count));
            // behind the last constant; nothing is replaced, so `access_flags` may be patched too
            self.insert(parts.pool_end, added);
        }
        if !self.added.is_empty() {
            let count = (self.methods.len() as u16).to_be_bytes().to_vec();
            self.patches.insert(parts.methods, (parts.methods..parts.methods + 2, count));
            if self.added_first {
                let added = self.added.iter().rev().flatten().copied().collect();
                self.insert(parts.methods + 2, added);
            } else {
                let end = parts.method_ranges.last().map_or(parts.methods + 2, |last| last.end);
                let added = self.added.concat();
                self.insert(end, added);
            }
        }
        let bytes = &self.class.bytes;
        let mut out = Vec::with_capacity(bytes.len() + self.pool.added().len() + 1024);
        let mut copied = 0;
        for (range, patch) in self.patches.values() {
            out.extend_from_slice(bytes.get(copied..range.start).unwrap_or_default());
            out.extend_from_slice(patch);
            copied = range.end;
        }
        out.extend_from_slice(bytes.get(copied..).unwrap_or_default());
        Ok(out)
    }

    /// Replaces a range, and with it what was patched in it.
    pub(super) fn patch(&mut self, range: Range<usize>, bytes: Vec<u8>) {
        let inside: Vec<usize> = self.patches.range(range.clone()).map(|(&start, _)| start).collect();
        for start in inside {
            self.patches.remove(&start);
        }
        self.patches.insert(range.start, (range, bytes));
    }

    /// Whether what starts there is replaced.
    pub(super) fn is_patched(&self, place: usize) -> bool {
        self.patches.contains_key(&place)
    }

    /// Puts bytes before the place, and before what replaces the bytes there.
    pub(super) fn insert(&mut self, place: usize, mut bytes: Vec<u8>) {
        let (range, patch) = self.patches.remove(&place).unwrap_or((place..place, Vec::new()));
        bytes.extend(patch);
        self.patches.insert(place, (range, bytes));
    }

    #[cold]
    pub(super) fn problem(&self, problem: String) -> Error {
        Error::Class { place: self.class.name.clone(), problem }
    }
}
