//! The scan of a class file that [`ClassFile::parse`] makes (JVMS §4.1, §4.5–4.7).
//!
//! Members and attributes are walked over, not decoded: splicing needs their byte ranges, and the JVM ignores damage in
//! attributes that it does not use, so jcp must too.

use super::class::{ClassFile, FieldInfo, MethodInfo, Parts};
use super::error::Step;
use ristretto_classfile as raw;
use ristretto_classfile::byte_reader::ByteReader;
use std::ops::Range;

/// Reads everything outermost.
pub(super) fn scan(bytes: Vec<u8>) -> Step<ClassFile> {
    let mut reader = ByteReader::new(&bytes);
    if reader.read_u32()? != 0xCAFE_BABE {
        return Err("it does not start with the magic number CAFEBABE".into());
    }
    let (_minor, major) = (reader.read_u16()?, reader.read_u16()?);
    let mut parts = scan_constants(&mut reader)?;
    parts.pool_end = reader.position();
    let header = Header::read(&mut reader)?;
    let mut class = ClassFile {
        bytes,
        major,
        access: header.access,
        name: String::new(),
        super_name: None,
        interfaces: Vec::new(),
        fields: Vec::new(),
        methods: Vec::new(),
        source_file: None,
        parts,
    };
    class.name = class.read_class(header.this).map(str::to_owned)?;
    class.super_name = match header.superclass {
        0 => None,
        index => Some(class.read_class(index)?.to_owned()),
    };
    class.interfaces =
        header.interfaces.iter().map(|&index| class.read_class(index).map(str::to_owned)).collect::<Step<_>>()?;
    let members = scan_members(&class, header.end)?;
    class.fields = members.fields;
    class.methods = members.methods;
    class.source_file = members.source_file;
    class.parts.methods = members.methods_place;
    class.parts.method_ranges = members.method_ranges;
    class.parts.bootstraps = members.bootstraps;
    class.parts.attributes = members.attributes_place;
    class.parts.inner_classes = members.inner_classes;
    Ok(class)
}

/// Finds and checks the constants.
fn scan_constants(reader: &mut ByteReader<'_>) -> Step<Parts> {
    let count = reader.read_u16()?;
    let mut parts = Parts { constants: vec![0], ..Parts::default() };
    while parts.constants.len() < usize::from(count) {
        let index = parts.constants.len() as u16;
        parts.constants.push(reader.position() as u32);
        match raw::Constant::from_bytes(reader)? {
            raw::Constant::Utf8(text) if text.as_str().is_none() => {
                parts.odd_texts.insert(index, text_of(text.as_bytes()));
            }
            raw::Constant::Long(_) | raw::Constant::Double(_) => parts.constants.push(0),
            _ => {}
        }
    }
    if parts.constants.len() > usize::from(count).max(1) {
        return Err("the constant pool ends within a long or double".into());
    }
    Ok(parts)
}

/// Modified UTF-8 as text; lone surrogates are replaced.
fn text_of(bytes: &[u8]) -> String {
    raw::mutf8::to_utf16(bytes)
        .map_or_else(|_| String::from_utf8_lossy(bytes).into_owned(), |units| String::from_utf16_lossy(&units))
}

/// From `access_flags` to the interfaces.
struct Header {
    access: u16,
    this: u16,
    superclass: u16,
    interfaces: Vec<u16>,
    end: usize,
}

impl Header {
    fn read(reader: &mut ByteReader<'_>) -> Step<Self> {
        let (access, this, superclass) = (reader.read_u16()?, reader.read_u16()?, reader.read_u16()?);
        let count = reader.read_u16()?;
        let interfaces = (0..count).map(|_| Ok(reader.read_u16()?)).collect::<Step<_>>()?;
        Ok(Self { access, this, superclass, interfaces, end: reader.position() })
    }
}

/// From the fields to the end.
#[derive(Default)]
struct Members {
    fields: Vec<FieldInfo>,
    methods: Vec<MethodInfo>,
    methods_place: usize,
    method_ranges: Vec<Range<usize>>,
    source_file: Option<String>,
    bootstraps: Option<Range<usize>>,
    attributes_place: usize,
    inner_classes: Option<Range<usize>>,
}

fn scan_members(class: &ClassFile, start: usize) -> Step<Members> {
    let mut reader = ByteReader::new(&class.bytes);
    reader.set_position(start);
    let mut members = Members::default();
    for _ in 0..reader.read_u16()? {
        members.fields.push(scan_field(class, &mut reader)?);
    }
    members.methods_place = reader.position();
    for _ in 0..reader.read_u16()? {
        let start = reader.position();
        members.methods.push(scan_method(class, &mut reader)?);
        members.method_ranges.push(start..reader.position());
    }
    members.attributes_place = reader.position();
    attributes(class, &mut reader, |name, content| {
        match name {
            "InnerClasses" => members.inner_classes = Some(content),
            "BootstrapMethods" => members.bootstraps = Some(content),
            "SourceFile" => members.source_file = source_file(class, content),
            _ => {}
        }
        Ok(())
    })?;
    if reader.remaining() > 0 {
        return Err(format!("{} bytes too many at the end", reader.remaining()).into());
    }
    Ok(members)
}

/// The access flag of final fields (JVMS §4.5).
const FINAL: u16 = 0x0010;

fn scan_field(class: &ClassFile, reader: &mut ByteReader<'_>) -> Step<FieldInfo> {
    let (access, name, descriptor) = member_head(class, reader)?;
    let (mut constant, mut value) = (false, 0);
    attributes(class, reader, |name, content| {
        if name == "ConstantValue" {
            constant = access & FINAL != 0;
            value =
                class.bytes.get(content).and_then(|bytes| bytes.first_chunk()).map_or(0, |it| u16::from_be_bytes(*it));
        }
        Ok(())
    })?;
    Ok(FieldInfo { name, descriptor, access, constant, value })
}

fn scan_method(class: &ClassFile, reader: &mut ByteReader<'_>) -> Step<MethodInfo> {
    let (access, name, descriptor) = member_head(class, reader)?;
    let mut code = None;
    attributes(class, reader, |name, content| match name {
        "Code" if code.is_some() => Err("two Code attributes in one method".into()),
        "Code" => {
            code = Some(content);
            Ok(())
        }
        _ => Ok(()),
    })?;
    Ok(MethodInfo { name, descriptor, access, code })
}

fn source_file(class: &ClassFile, content: Range<usize>) -> Option<String> {
    let index = ByteReader::new(class.bytes.get(content)?).read_u16().ok()?;
    class.text(index).ok().map(str::to_owned)
}

fn member_head(class: &ClassFile, reader: &mut ByteReader<'_>) -> Step<(u16, String, String)> {
    let access = reader.read_u16()?;
    let (name, descriptor) = (class.text(reader.read_u16()?)?, class.text(reader.read_u16()?)?);
    Ok((access, name.to_owned(), descriptor.to_owned()))
}

/// Calls `visit` with the name and the content's range of each attribute.
pub(super) fn attributes(
    class: &ClassFile,
    reader: &mut ByteReader<'_>,
    mut visit: impl FnMut(&str, Range<usize>) -> Step<()>,
) -> Step<()> {
    for _ in 0..reader.read_u16()? {
        let name = class.text(reader.read_u16()?)?;
        let length = reader.read_u32()? as usize;
        let start = reader.position();
        reader.skip(length)?;
        visit(name, start..start + length)?;
    }
    Ok(())
}
