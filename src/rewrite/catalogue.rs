//! Numbers for what an observing run records: methods and places in them.
//!
//! Methods are numbered through all classes, and so are *sites*: instructions that call a method, use a static field or read
//! an instance field. Both are numbered in the order of classes, methods and code, so the numbers are the same on every run. Fields of `java/…` classes
//! are left out, since no application class lies there, and so are array stores and writes of instance fields: of these the
//! runtime notes only the object.
//!
//! The table goes into the observing jar as `META-INF/jcp/observe.txt`, tab separated:
//!
//! ```text
//! jcp-observe  1  METHODS  SITES       how many numbers there are
//! M  CLASS  NAME  DESCRIPTOR           the next method
//! S  OFFSET  KIND                      the next site, in the last method named; kind: c call of one method,
//!                                      v call by the receiver's class, r read of a static field, w write,
//!                                      g read of an instance field
//! U  CLASS  NAME  DESCRIPTOR  WHY      what has no hooks; NAME and DESCRIPTOR may be empty: the whole class
//! ```

use crate::classfile::descriptor::parse_method;
use crate::classfile::opcode::{
    GETFIELD, GETSTATIC, INVOKEINTERFACE, INVOKESPECIAL, INVOKESTATIC, INVOKEVIRTUAL, PUTFIELD, PUTSTATIC,
};
use crate::classfile::{ClassFile, Code, Insn, Item, Operand};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Methods whose code would become longer than this get no hooks but that of their start: what else is added to them must
/// stay below the 65,535 bytes that the format has.
const LONGEST: usize = 60_000;

/// How a site is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SiteKind {
    /// Calls the method that the instruction names.
    Call,
    /// Calls what the receiver's class selects.
    Receiver,
    /// Reads a static field.
    Read,
    /// Writes one.
    Write,
    /// Reads an instance field.
    Get,
}

/// The numbers in one method.
#[derive(Clone, Debug)]
pub(super) struct MethodSites {
    /// The method's own.
    pub(super) number: u32,
    /// Whether its sites have hooks; else only its start has.
    pub(super) hooked: bool,
    /// The sites by their offset in the original code.
    pub(super) sites: BTreeMap<u32, (u32, SiteKind)>,
}

/// The numbers in one class, by the methods' numbers in the class file.
pub(super) type ClassSites = BTreeMap<usize, MethodSites>;

/// All numbers of a program, and the table.
#[derive(Debug, Default)]
pub struct Catalogue {
    pub(super) classes: BTreeMap<String, ClassSites>,
    rows: String,
    methods: u32,
    sites: u32,
}

impl Catalogue {
    /// Numbers the classes, each of another name.
    pub fn new<'a>(classes: impl Iterator<Item = &'a ClassFile>) -> Self {
        let mut new = Self::default();
        classes.for_each(|class| new.add_class(class));
        new
    }

    fn add_class(&mut self, class: &ClassFile) {
        let mut numbers = ClassSites::new();
        for (method, info) in class.methods.iter().enumerate() {
            match class.code(method) {
                Ok(Some(code)) => drop(numbers.insert(method, self.add_method(class, method, &code))),
                Ok(None) => {}
                Err(_) => {
                    self.leave_out(&class.name, &info.name, &info.descriptor, "the code of the method cannot be read");
                }
            }
        }
        self.classes.insert(class.name.clone(), numbers);
    }

    fn add_method(&mut self, class: &ClassFile, method: usize, code: &Code) -> MethodSites {
        let info = &class.methods[method];
        let _ = writeln!(self.rows, "M\t{}\t{}\t{}", class.name, info.name, info.descriptor);
        let mut found = MethodSites { number: self.methods, hooked: true, sites: BTreeMap::new() };
        self.methods += 1;
        let mut length = 16;
        for item in &code.items {
            let Item::Insn { insn, offset } = item else { continue };
            length = length.max(*offset as usize + 16);
            if let Some(kind) = site_kind(class, insn) {
                found.sites.insert(*offset, (self.sites, kind));
                self.sites += 1;
                let letter = ['c', 'v', 'r', 'w', 'g'][kind as usize];
                let _ = writeln!(self.rows, "S\t{offset}\t{letter}");
            }
        }
        length += code.insns().map(|(_, insn)| longest_hook(class, insn)).sum::<usize>();
        if length > LONGEST {
            found.hooked = false;
            self.leave_out(
                &class.name,
                &info.name,
                &info.descriptor,
                "the method is too long; jcp records only that it runs",
            );
        }
        found
    }

    /// Notes that something has no hooks; name and descriptor are empty for a whole class.
    pub fn leave_out(&mut self, class: &str, name: &str, descriptor: &str, why: &str) {
        let why: String = why.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let _ = writeln!(self.rows, "U\t{class}\t{name}\t{descriptor}\t{why}");
    }

    /// The table as text.
    pub fn table(&self) -> String {
        format!("jcp-observe\t1\t{}\t{}\n{}", self.methods, self.sites, self.rows)
    }
}

/// How the instruction is recorded, if it is a site.
fn site_kind(class: &ClassFile, insn: &Insn) -> Option<SiteKind> {
    let Operand::Constant(index) = insn.operand else { return None };
    let of_application = || class.member(index).is_ok_and(|member| !member.class.starts_with("java/"));
    match insn.op {
        INVOKESTATIC | INVOKESPECIAL => Some(SiteKind::Call),
        INVOKEVIRTUAL | INVOKEINTERFACE => Some(SiteKind::Receiver),
        GETSTATIC if of_application() => Some(SiteKind::Read),
        PUTSTATIC if of_application() => Some(SiteKind::Write),
        GETFIELD if of_application() => Some(SiteKind::Get),
        _ => None,
    }
}

/// How many bytes the hook of an instruction takes at most.
fn longest_hook(class: &ClassFile, insn: &Insn) -> usize {
    const PLAIN: usize = 12;
    const MOVED: usize = 8; // a wide store and a wide load
    match (insn.op, &insn.operand) {
        (INVOKEVIRTUAL | INVOKEINTERFACE, Operand::Constant(index)) => {
            let member = class.member(*index).ok();
            let parsed = member.as_ref().and_then(|member| parse_method(&member.descriptor));
            PLAIN + MOVED * parsed.map_or(0, |parsed| parsed.parameters.len())
        }
        (PUTFIELD, _) => PLAIN,
        _ if super::observe::is_array_store(insn.op) => PLAIN + MOVED,
        _ => site_kind(class, insn).map_or(0, |_| PLAIN),
    }
}
