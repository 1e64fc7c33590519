//! What constants mean, as bytes: equal for constants of two class files that name the same things, wherever these stand in
//! their pools (JVMS §4.4).
//!
//! Numbers, names and texts are written with a tag and their length, what a constant refers to is written in its place. A
//! dynamically computed constant has its bootstrap method's number besides its content, since equal ones of other numbers are computed
//! apart; a call site has not, since each instruction has its own.

use super::call_sites::{Entry, read_entries};
use super::class::ClassFile;
use super::error::{Error, Problem, Result, Step};
use ristretto_classfile as raw;
use std::collections::BTreeSet;

/// Arguments of bootstrap methods may be computed by others; this deep, no compiler's are.
const DEPTH: u32 = 64;

/// The constants of one class file.
pub struct Meanings<'a> {
    class: &'a ClassFile,
    bootstraps: Vec<Entry>,
}

impl<'a> Meanings<'a> {
    /// Of this class file.
    pub fn new(class: &'a ClassFile) -> Result<Self> {
        let placed = |Problem(problem)| Error::Class { place: class.name.clone(), problem };
        Ok(Self { class, bootstraps: read_entries(class).map_err(placed)? })
    }

    /// Appends what the constant at `index` means.
    pub fn write(&self, index: u16, into: &mut Vec<u8>) -> Result<()> {
        self.walk(index, into, &mut BTreeSet::new())
    }

    /// Adds the names of the classes that the constant names, as they stand in it (internal names, array descriptors).
    pub fn add_classes(&self, index: u16, classes: &mut BTreeSet<String>) -> Result<()> {
        self.walk(index, &mut Vec::new(), classes)
    }

    fn walk(&self, index: u16, into: &mut Vec<u8>, classes: &mut BTreeSet<String>) -> Result<()> {
        let placed = |Problem(problem)| Error::Class { place: self.class.name.clone(), problem };
        self.constant(index, DEPTH, into, classes).map_err(placed)
    }

    fn constant(&self, index: u16, depth: u32, into: &mut Vec<u8>, classes: &mut BTreeSet<String>) -> Step<()> {
        use raw::Constant as C;
        let Some(depth) = depth.checked_sub(1) else { return Err("constants are nested too deep".into()) };
        let constant = self.class.raw(index)?;
        into.push(constant.tag());
        let (first, second) = match constant {
            C::Utf8(text) => {
                into.extend((text.as_bytes().len() as u32).to_be_bytes());
                into.extend(text.as_bytes());
                return Ok(());
            }
            C::Integer(_) | C::Float(_) | C::Long(_) | C::Double(_) => {
                into.extend(bits(&constant).to_be_bytes());
                return Ok(());
            }
            C::Class(name) => {
                classes.insert(self.class.text(name)?.to_owned());
                (name, None)
            }
            C::String(name) | C::MethodType(name) | C::Module(name) | C::Package(name) => (name, None),
            C::FieldRef { class_index, name_and_type_index }
            | C::MethodRef { class_index, name_and_type_index }
            | C::InterfaceMethodRef { class_index, name_and_type_index } => (class_index, Some(name_and_type_index)),
            C::NameAndType { name_index, descriptor_index } => (name_index, Some(descriptor_index)),
            C::MethodHandle { reference_kind, reference_index } => {
                into.push(reference_kind.kind());
                (reference_index, None)
            }
            C::Dynamic { bootstrap_method_attr_index: number, name_and_type_index } => {
                into.extend(number.to_be_bytes());
                self.constant(name_and_type_index, depth, into, classes)?;
                return self.bootstrap(number, depth, into, classes);
            }
            C::InvokeDynamic { bootstrap_method_attr_index: number, name_and_type_index } => {
                self.constant(name_and_type_index, depth, into, classes)?;
                return self.bootstrap(number, depth, into, classes);
            }
        };
        [Some(first), second].into_iter().flatten().try_for_each(|part| self.constant(part, depth, into, classes))
    }

    fn bootstrap(&self, number: u16, depth: u32, into: &mut Vec<u8>, classes: &mut BTreeSet<String>) -> Step<()> {
        let missing = || Problem::from(format!("no bootstrap method {number}"));
        let entry = self.bootstraps.get(usize::from(number)).ok_or_else(missing)?;
        into.extend((entry.arguments.len() as u16).to_be_bytes());
        let all = [entry.method].into_iter().chain(entry.arguments.iter().copied());
        all.into_iter().try_for_each(|constant| self.constant(constant, depth, into, classes))
    }
}

/// The bits of a number.
fn bits(number: &raw::Constant<'_>) -> u64 {
    match number {
        raw::Constant::Integer(value) => i64::from(*value).cast_unsigned(),
        raw::Constant::Float(value) => u64::from(value.to_bits()),
        raw::Constant::Long(value) => value.cast_unsigned(),
        raw::Constant::Double(value) => value.to_bits(),
        _ => 0,
    }
}
