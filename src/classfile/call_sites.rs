//! Call sites get numbers: every `invokedynamic` instruction of certain bootstrap methods calls another bootstrap method
//! and tells it which instruction of the class it is.
//!
//! The number is one more static argument. It belongs to an entry of `BootstrapMethods` (JVMS §4.7.23), so code stays as
//! it is where an instruction is the first that names its constant. Where several instructions name one constant (two
//! equal method references), each after the first gets a constant and an entry of its own.
//!
//! Invariants: entries keep their numbers, new ones follow. Together with the call site's name and type, which a bootstrap
//! method is told anyway, the number is unique to the instruction in its class.

use super::class::{ClassFile, Constant, Step};
use super::code::{Code, Item, Operand};
use super::error::{Error, Problem, Result};
use super::opcode::INVOKEDYNAMIC;
use super::splice::{ClassEditor, INVOKE_STATIC};
use ristretto_classfile::byte_reader::ByteReader;
use std::collections::BTreeSet;

/// An entry of `BootstrapMethods`: constants of the method handle and of the static arguments.
pub(super) struct Entry {
    pub(super) method: u16,
    pub(super) arguments: Vec<u16>,
}

/// Where code starts in the content of its attribute: behind `max_stack`, `max_locals` and `code_length`.
const CODE_START: usize = 8;

impl ClassEditor<'_> {
    /// Lets every `invokedynamic` whose bootstrap method is `from.0`.`from.1` (static, any descriptor) call the method of
    /// the same name in `to.0` with descriptor `to.1` and the instruction's number as its last static argument. Comes
    /// before code is set. Returns how many entries were changed.
    pub fn number_call_sites(&mut self, from: (&str, &[&str]), to: (&str, &str)) -> Result<usize> {
        let bootstraps = self.class.bootstraps()?;
        let mut entries = read_entries(self.class).map_err(|Problem(problem)| self.problem(problem))?;
        let mut changed = BTreeSet::new();
        for (number, bootstrap) in bootstraps.iter().enumerate() {
            let member = &bootstrap.method.member;
            let meant = member.class == from.0 && from.1.contains(&member.name.as_str());
            if bootstrap.method.kind == INVOKE_STATIC && meant {
                let method = self.method_ref(to.0, &member.name, to.1, false)?;
                entries[number].method = self.pool.method_handle(INVOKE_STATIC, method)?;
                let number_argument = self.number(number)?;
                entries[number].arguments.push(number_argument);
                changed.insert(number);
            }
        }
        if !changed.is_empty() {
            self.separate(&mut entries, &changed)?;
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

    /// Gives all instructions but the first that name one constant their own.
    fn separate(&mut self, entries: &mut Vec<Entry>, changed: &BTreeSet<usize>) -> Result<()> {
        let mut seen = BTreeSet::new();
        for method in 0..self.class.methods.len() {
            let Some(code) = self.class.code(method)? else { continue };
            for item in &code.items {
                let Item::Insn { insn, offset } = item else { continue };
                let (INVOKEDYNAMIC, Operand::Constant(index)) = (insn.op, &insn.operand) else { continue };
                let Constant::InvokeDynamic(bootstrap, name, descriptor) = self.class.constant(*index)? else {
                    continue;
                };
                if !changed.contains(&usize::from(bootstrap)) || seen.insert(*index) {
                    continue;
                }
                let number = entries.len();
                let entry = &entries[usize::from(bootstrap)];
                let (handle, mut arguments) = (entry.method, entry.arguments.clone());
                arguments.pop();
                arguments.push(self.number(number)?);
                entries.push(Entry { method: handle, arguments });
                let constant = self.pool.invoke_dynamic(number as u16, &name, &descriptor)?;
                self.moved_sites.insert((method, *offset), constant);
                self.patch_operand(method, *offset, constant);
            }
        }
        Ok(())
    }

    /// The constant of an entry's number.
    fn number(&mut self, number: usize) -> Result<u16> {
        let Ok(number) = u16::try_from(number) else {
            let problem = "it would need more than 65,535 bootstrap methods".to_owned();
            return Err(Error::Limit { place: self.class.name.clone(), problem });
        };
        self.integer(i32::from(number))
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
