//! A class file written anew, with members under other names: its constant pool holds what the new class uses and nothing else.
//!
//! Invariants: methods, their order, code, lines and frames are kept; [`Renaming`] says under which names and descriptors, and which
//! string literals are read from static fields instead. These are private and set at the start of the initialiser, from one
//! literal that holds them all. Left out: whatever only compilers, debuggers and reflection read (signatures, tables of
//! locals, inner classes, declared exceptions, annotations) and constants' own fields, since javac puts their values into code.

use super::class::{ClassFile, MethodInfo};
use super::code::{Code, Insn, Item, Operand};
use super::error::{Error, Problem, Result, Step};
use super::opcode::{
    AALOAD, ACONST_NULL, DUP, GETSTATIC, INVOKESTATIC, LDC, LDC_W, POP, PUTSTATIC, RETURN, SIPUSH, is_invoke,
};
use super::pool::PoolEditor;
use super::{assemble, class_of_texts, scan};
use ristretto_classfile as raw;
use ristretto_classfile::byte_reader::ByteReader;

const ACC_PRIVATE: u16 = 0x0002;
const ACC_STATIC: u16 = 0x0008;
const ACC_FINAL: u16 = 0x0010;
const ACC_SYNTHETIC: u16 = 0x1000;
const STRING: &str = "Ljava/lang/String;";

/// A method under its new name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Whether the descriptor has one more parameter, the last one, for which calls pass null.
    pub marked: bool,
}

/// New names.
pub trait Renaming {
    /// Of the field that is declared in the class or found from there.
    fn field(&self, class: &str, name: &str, descriptor: &str) -> String;
    /// Of the method that is declared in the class or found from there.
    fn method(&self, class: &str, name: &str, descriptor: &str) -> Renamed;
    /// Of the source file.
    fn source_file(&self, name: &str) -> String;
    /// The string literals that become fields.
    fn texts(&self) -> &[String];
    /// The name of the field of the text with this number.
    fn text_field(&self, number: usize) -> String;
    /// All texts in one.
    fn joined(&self) -> String;
    /// Class and name of the static method that gives the texts, from all in one.
    fn parts(&self) -> (&str, &str);
}

/// The class under its new names.
pub fn rebuilt(class: &ClassFile, names: &dyn Renaming) -> Result<Vec<u8>> {
    let shell = ClassFile::parse(class_of_texts(&class.name, std::iter::empty()), &class.name)?;
    let mut rebuild = Rebuild { old: class, names, pool: PoolEditor::new(&shell, None) };
    let body = rebuild.body()?;
    let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0];
    bytes.extend(class.major.to_be_bytes());
    bytes.extend((rebuild.pool.count() as u16).to_be_bytes());
    bytes.extend_from_slice(shell.bytes.get(10..shell.parts.pool_end).unwrap_or_default());
    bytes.extend_from_slice(rebuild.pool.added());
    bytes.extend(body);
    Ok(bytes)
}

struct Rebuild<'a> {
    old: &'a ClassFile,
    names: &'a dyn Renaming,
    pool: PoolEditor<'a>,
}

impl Rebuild<'_> {
    /// What follows the constants.
    fn body(&mut self) -> Result<Vec<u8>> {
        let old = self.old;
        let mut out = Vec::with_capacity(old.bytes.len());
        put(&mut out, old.access);
        put(&mut out, self.pool.class_ref(&old.name)?);
        put(&mut out, old.super_name.as_deref().map_or(Ok(0), |name| self.pool.class_ref(name))?);
        put(&mut out, old.interfaces.len() as u16);
        for interface in &old.interfaces {
            put(&mut out, self.pool.class_ref(interface)?);
        }
        out.extend(self.fields()?);
        out.extend(self.methods()?);
        out.extend(self.attributes()?);
        Ok(out)
    }

    fn fields(&mut self) -> Result<Vec<u8>> {
        let old = self.old;
        let kept = old.fields.iter().filter(|field| !(field.constant && field.access & ACC_STATIC != 0));
        let mut all: Vec<(u16, String, &str)> = kept
            .map(|field| {
                (field.access, self.names.field(&old.name, &field.name, &field.descriptor), field.descriptor.as_str())
            })
            .collect();
        for number in 0..self.names.texts().len() {
            let access = ACC_PRIVATE | ACC_STATIC | ACC_FINAL | ACC_SYNTHETIC;
            all.push((access, self.names.text_field(number), STRING));
        }
        let mut out = Vec::new();
        put(&mut out, all.len() as u16);
        for (access, name, descriptor) in all {
            let (name, descriptor) = (self.pool.utf8(&name)?, self.pool.utf8(descriptor)?);
            [access, name, descriptor, 0].into_iter().for_each(|value| put(&mut out, value));
        }
        Ok(out)
    }

    fn methods(&mut self) -> Result<Vec<u8>> {
        let old = self.old;
        let initialised = old.methods.iter().any(|method| method.name == "<clinit>");
        let made = !initialised && !self.names.texts().is_empty();
        let mut out = Vec::new();
        put(&mut out, (old.methods.len() + usize::from(made)) as u16);
        for (number, method) in old.methods.iter().enumerate() {
            let renamed = self.names.method(&old.name, &method.name, &method.descriptor);
            let mut code = old.code(number)?;
            if let Some(code) = &mut code {
                self.translate(code)?;
                if method.name == "<clinit>" {
                    let start = self.set_texts()?;
                    code.items.splice(0..0, start);
                }
            }
            out.extend(self.method(method.access, renamed, code.as_ref())?);
        }
        if made {
            let mut code = Code { items: self.set_texts()?, ..Code::default() };
            code.items.push(inserted(Insn::simple(RETURN)));
            let named = Renamed { name: "<clinit>".to_owned(), descriptor: "()V".to_owned(), marked: false };
            out.extend(self.method(ACC_STATIC, named, Some(&code))?);
        }
        Ok(out)
    }

    fn method(&mut self, access: u16, named: Renamed, code: Option<&Code>) -> Result<Vec<u8>> {
        let info = MethodInfo { name: named.name, descriptor: named.descriptor, access, code: None };
        let mut out = Vec::new();
        let head = [access, self.pool.utf8(&info.name)?, self.pool.utf8(&info.descriptor)?, u16::from(code.is_some())];
        head.into_iter().for_each(|value| put(&mut out, value));
        if let Some(code) = code {
            let content = assemble::assemble(&mut self.pool, &self.old.name, self.old.major, &info, code)?;
            self.attribute(&mut out, "Code", &content)?;
        }
        Ok(out)
    }

    fn attribute(&mut self, out: &mut Vec<u8>, name: &str, content: &[u8]) -> Result<()> {
        put(out, self.pool.utf8(name)?);
        out.extend((content.len() as u32).to_be_bytes());
        out.extend_from_slice(content);
        Ok(())
    }

    /// Sets the fields of the texts.
    fn set_texts(&mut self) -> Result<Vec<Item>> {
        let names = self.names;
        let mut insns = Vec::new();
        if !names.texts().is_empty() {
            insns.push(Insn::constant(LDC, self.pool.string(&names.joined())?)); // joined
            let (class, name) = names.parts();
            let method = self.pool.method_ref(class, name, "(Ljava/lang/String;)[Ljava/lang/String;", false)?;
            insns.push(Insn::constant(INVOKESTATIC, method)); // parts
            for number in 0..names.texts().len() {
                let field = self.pool.field_ref(&self.old.name, &names.text_field(number), STRING)?;
                let place = Operand::Immediate(i16::try_from(number).unwrap_or(i16::MAX));
                insns.push(Insn::simple(DUP)); // parts, parts
                insns.push(Insn { op: SIPUSH, operand: place });
                insns.push(Insn::simple(AALOAD)); // parts, text
                insns.push(Insn::constant(PUTSTATIC, field)); // parts
            }
            insns.push(Insn::simple(POP)); // –
        }
        Ok(insns.into_iter().map(inserted).collect())
    }

    /// The code with the new constants.
    fn translate(&mut self, code: &mut Code) -> Result<()> {
        (code.locals, code.local_types, code.attributes) = (Vec::new(), Vec::new(), Vec::new());
        for handler in &mut code.handlers {
            if handler.catch_type != 0 {
                handler.catch_type = self.constant(handler.catch_type)?;
            }
        }
        let mut items = Vec::with_capacity(code.items.len());
        for mut item in std::mem::take(&mut code.items) {
            if let Item::Insn { insn, .. } = &mut item {
                if self.is_marked(insn)? {
                    items.push(inserted(Insn::simple(ACONST_NULL)));
                }
                self.translate_insn(insn)?;
            }
            items.push(item);
        }
        code.items = items;
        Ok(())
    }

    fn is_marked(&self, insn: &Insn) -> Result<bool> {
        let Operand::Constant(index) = insn.operand else { return Ok(false) };
        if !is_invoke(insn.op) || insn.op == super::opcode::INVOKEDYNAMIC {
            return Ok(false);
        }
        let member = self.old.member(index)?;
        Ok(self.names.method(&member.class, &member.name, &member.descriptor).marked)
    }

    fn translate_insn(&mut self, insn: &mut Insn) -> Result<()> {
        let (Operand::Constant(index) | Operand::MultiArray { class: index, .. }) = &mut insn.operand else {
            return Ok(());
        };
        if matches!(insn.op, LDC | LDC_W)
            && let super::Constant::String(text) = self.old.constant(*index)?
            && let Some(number) = self.names.texts().iter().position(|known| *known == text)
        {
            let field = self.pool.field_ref(&self.old.name, &self.names.text_field(number), STRING)?;
            *insn = Insn::constant(GETSTATIC, field);
            return Ok(());
        }
        *index = self.constant(*index)?;
        Ok(())
    }

    /// The index of what the old class has at this one.
    fn constant(&mut self, index: u16) -> Result<u16> {
        use raw::Constant as C;
        let old = self.old;
        match self.place(old.raw(index))? {
            C::Integer(value) => self.pool.integer(value),
            C::Float(value) => self.pool.float(value),
            C::Long(value) => self.pool.long(value),
            C::Double(value) => self.pool.double(value),
            C::Class(_) => self.pool.class_ref(old.class_name(index)?),
            C::String(text) => self.pool.string(old.utf8(text)?),
            C::MethodType(text) => self.pool.method_type(old.utf8(text)?),
            C::FieldRef { .. } => {
                let member = old.member(index)?;
                let name = self.names.field(&member.class, &member.name, &member.descriptor);
                self.pool.field_ref(&member.class, &name, &member.descriptor)
            }
            C::MethodRef { .. } | C::InterfaceMethodRef { .. } => {
                let member = old.member(index)?;
                let named = self.names.method(&member.class, &member.name, &member.descriptor);
                self.pool.method_ref(&member.class, &named.name, &named.descriptor, member.interface)
            }
            C::MethodHandle { reference_kind, reference_index } => {
                let member = self.constant(reference_index)?;
                self.pool.method_handle(reference_kind.kind(), member)
            }
            C::InvokeDynamic { bootstrap_method_attr_index: number, name_and_type_index } => {
                let (name, descriptor) = self.place(old.name_and_type(name_and_type_index))?;
                self.pool.invoke_dynamic(number, name, descriptor)
            }
            _ => self.place(Err(format!("constant {index} is of a kind that is not written anew").into())),
        }
    }

    fn attributes(&mut self) -> Result<Vec<u8>> {
        let old = self.old;
        let (mut count, mut out) = (0, Vec::new());
        if let Some(file) = &old.source_file {
            let file = self.pool.utf8(&self.names.source_file(file))?;
            self.attribute(&mut out, "SourceFile", &file.to_be_bytes())?;
            count += 1;
        }
        let mut kept = Vec::new();
        let mut reader = ByteReader::new(&old.bytes);
        reader.set_position(old.parts.attributes);
        let read = scan::attributes(old, &mut reader, |name, content| {
            if matches!(name, "NestHost" | "NestMembers" | "BootstrapMethods") {
                kept.push((name.to_owned(), content));
            }
            Ok(())
        });
        self.place(read)?;
        for (name, content) in kept {
            let words: Vec<u16> = old.bytes.get(content).unwrap_or_default().chunks_exact(2).map(word).collect();
            let content = if name == "BootstrapMethods" { self.bootstraps(&words)? } else { self.nest(&name, &words)? };
            self.attribute(&mut out, &name, &content)?;
            count += 1;
        }
        Ok([u16::to_be_bytes(count).as_slice(), &out].concat())
    }

    fn nest(&mut self, name: &str, words: &[u16]) -> Result<Vec<u8>> {
        let counts = usize::from(name == "NestMembers"); // how many there are comes first
        let mut out = Vec::new();
        for (at, &value) in words.iter().enumerate() {
            put(&mut out, if at < counts { value } else { self.constant(value)? });
        }
        Ok(out)
    }

    fn bootstraps(&mut self, words: &[u16]) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        let mut words = words.iter().copied();
        put(&mut out, words.next().unwrap_or(0));
        while let (Some(method), Some(count)) = (words.next(), words.next()) {
            put(&mut out, self.constant(method)?);
            put(&mut out, count);
            for argument in words.by_ref().take(usize::from(count)) {
                put(&mut out, self.constant(argument)?);
            }
        }
        Ok(out)
    }

    fn place<T>(&self, result: Step<T>) -> Result<T> {
        result.map_err(|Problem(problem)| Error::Class { place: self.old.name.clone(), problem })
    }
}

fn inserted(insn: Insn) -> Item {
    Item::Insn { insn, offset: u32::MAX }
}

fn put(out: &mut Vec<u8>, value: u16) {
    out.extend(value.to_be_bytes());
}

fn word(bytes: &[u8]) -> u16 {
    bytes.first_chunk().map_or(0, |bytes| u16::from_be_bytes(*bytes))
}
