//! Other bootstrap methods for call sites: every `invokedynamic` instruction of certain bootstrap methods calls another one of
//! the same descriptor, and tells it which instruction of the class it is.
//!
//! Which one stands behind the call site's name, which is the bootstrap method's to use (`apply#1f2e-7`): so the JVM calls it
//! with the arguments that it would give the original one, and makes the same code for that. It is a hash of the method's name
//! and descriptor, and the number of `invokedynamic` instructions before it in the method, so that an edit of the program leaves
//! the call sites of other methods as they are. Where several instructions name one constant (two equal method references), each
//! after the first gets one of its own (JVMS §4.4.10).
//!
//! Invariants: entries of `BootstrapMethods` (JVMS §4.7.23) keep their numbers and arguments.

use super::class::{ClassFile, Constant};
use super::code::{Code, Item, Operand};
use super::error::{Problem, Result, Step};
use super::opcode::INVOKEDYNAMIC;
use super::splice::{ClassEditor, INVOKE_STATIC};
use ristretto_classfile::byte_reader::ByteReader;
use std::collections::BTreeSet;

/// An entry of `BootstrapMethods`: constants of the method handle and of the static arguments.
pub(super) struct Entry {
    pub(super) method: u16,
    pub(super) arguments: Vec<u16>,
}

/// Bootstrap methods, all static, that others are to stand in for.
pub struct Bootstraps<'t> {
    /// The class whose methods are meant.
    pub from: &'t str,
    /// The class whose methods of the same names and descriptors are called.
    pub to: &'t str,
    /// Names and descriptors.
    pub methods: &'t [(&'t str, &'t str)],
}

/// What stands between a call site's name and the instruction's place.
const NUMBER: char = '#';

/// Where code starts in the content of its attribute: behind `max_stack`, `max_locals` and `code_length`.
const CODE_START: usize = 8;

impl ClassEditor<'_> {
    /// Lets every `invokedynamic` with one of these bootstrap methods call the other. Comes before code is set. Returns how
    /// many entries were changed.
    pub fn redirect_call_sites(&mut self, all: &[Bootstraps]) -> Result<usize> {
        let bootstraps = self.class.bootstraps()?;
        let mut entries = read_entries(self.class).map_err(|Problem(problem)| self.problem(problem))?;
        let mut changed = BTreeSet::new();
        for (number, bootstrap) in bootstraps.iter().enumerate() {
            let member = &bootstrap.method.member;
            let is_meant = |it: &&Bootstraps| {
                let method = (member.name.as_str(), member.descriptor.as_str());
                member.class == it.from && it.methods.contains(&method)
            };
            if let Some(other) = all.iter().find(is_meant).filter(|_| bootstrap.method.kind == INVOKE_STATIC) {
                let method = self.method_ref(other.to, &member.name, &member.descriptor, false)?;
                entries[number].method = self.pool.method_handle(INVOKE_STATIC, method)?;
                changed.insert(number);
            }
        }
        if !changed.is_empty() {
            self.number_call_sites(&changed)?;
            self.write_entries(&entries)?;
        }
        Ok(changed.len())
    }

    /// The method's code, in which call sites have their numbers.
    pub fn code(&self, method: usize) -> Result<Option<Code>> {
        let Some(mut code) = self.class.code(method)? else { return Ok(None) };
        for item in &mut code.items {
            if let Item::Insn { insn, offset } = item
                && let Some(&constant) = self.moved_sites.get(&(method, *offset))
            {
                insn.operand = Operand::Constant(constant);
            }
        }
        Ok(Some(code))
    }

    /// Gives every instruction of these bootstrap methods a name of its own: the first that names a constant by changing the
    /// constant, so that its code stays as it is; each further one by a constant of its own.
    fn number_call_sites(&mut self, changed: &BTreeSet<usize>) -> Result<()> {
        let mut named = BTreeSet::new();
        for method in 0..self.class.methods.len() {
            let Some(code) = self.class.code(method)? else { continue };
            let info = &self.class.methods[method];
            let place = hash(&[&info.name, &info.descriptor]);
            let mut number = 0;
            for item in &code.items {
                let Item::Insn { insn, offset } = item else { continue };
                let (INVOKEDYNAMIC, Operand::Constant(index)) = (insn.op, &insn.operand) else { continue };
                if let Constant::InvokeDynamic(bootstrap, name, descriptor) = self.class.constant(*index)?
                    && changed.contains(&usize::from(bootstrap))
                {
                    let numbered = format!("{name}{NUMBER}{place:x}-{number}");
                    if named.insert(*index) {
                        let name_and_type = self.pool.name_and_type(&numbered, &descriptor)?;
                        // behind the tag and the bootstrap method's number (JVMS §4.4.10)
                        let start = self.class.parts.constants[usize::from(*index)] as usize + 3;
                        self.patch(start..start + 2, name_and_type.to_be_bytes().to_vec());
                    } else {
                        let constant = self.pool.invoke_dynamic(bootstrap, &numbered, &descriptor)?;
                        self.moved_sites.insert((method, *offset), constant);
                        self.patch_operand(method, *offset, constant);
                    }
                }
                number += 1;
            }
        }
        Ok(())
    }

    /// Puts the constant's index behind the opcode at `offset`.
    fn patch_operand(&mut self, method: usize, offset: u32, constant: u16) {
        if let Some(range) = self.class.methods.get(method).and_then(|info| info.code.clone()) {
            let place = range.start + CODE_START + offset as usize + 1;
            self.patch(place..place + 2, constant.to_be_bytes().to_vec());
        }
    }

    fn write_entries(&mut self, entries: &[Entry]) -> Result<()> {
        let Some(range) = self.class.parts.bootstraps.clone() else { return Ok(()) };
        let count = u16::try_from(entries.len());
        let mut content = count.map_err(|_| self.problem("too many bootstrap methods".into()))?.to_be_bytes().to_vec();
        for entry in entries {
            for index in [entry.method, entry.arguments.len() as u16].iter().chain(&entry.arguments) {
                content.extend(index.to_be_bytes());
            }
        }
        let length = (content.len() as u32).to_be_bytes();
        self.patch(range.start - length.len()..range.end, [length.as_slice(), &content].concat());
        Ok(())
    }
}

/// The entries in order.
pub(super) fn read_entries(class: &ClassFile) -> Step<Vec<Entry>> {
    let Some(range) = class.parts.bootstraps.clone() else { return Ok(Vec::new()) };
    let mut reader = ByteReader::new(class.bytes.get(range).unwrap_or_default());
    let mut entries = Vec::new();
    for _ in 0..reader.read_u16()? {
        let method = reader.read_u16()?;
        let arguments = (0..reader.read_u16()?).map(|_| Ok(reader.read_u16()?)).collect::<Step<_>>()?;
        entries.push(Entry { method, arguments });
    }
    Ok(entries)
}

/// FNV-1a of 64 bits, with a zero behind each text: two methods of a class do not meet by chance.
fn hash(texts: &[&str]) -> u64 {
    let bytes = texts.iter().flat_map(|text| text.bytes().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
