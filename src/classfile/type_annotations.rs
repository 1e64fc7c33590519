//! Where type annotations of a `Code` attribute hold code offsets (JVMS §4.7.20), so that the assembler can set them.
//!
//! Only targets are understood; annotations are walked over. The exception-table index of a `catch` target is left
//! alone: nothing at run time reads it.

use super::error::Step;
use ristretto_classfile::byte_reader::ByteReader;

/// A code offset in the content.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Offset {
    /// Where in the content.
    pub(super) position: usize,
    /// The offset.
    pub(super) start: usize,
    /// The length behind it, for a local variable's range.
    pub(super) length: Option<usize>,
}

/// Annotations may nest; this deep, no compiler's do.
pub(super) const DEPTH: u32 = 64;

/// The offsets in the content of a `Runtime…TypeAnnotations` attribute.
pub(super) fn anchors(content: &[u8]) -> Step<Vec<Offset>> {
    let mut reader = ByteReader::new(content);
    let mut found = Vec::new();
    for _ in 0..reader.read_u16()? {
        target(&mut reader, &mut found)?;
        let path = usize::from(reader.read_u8()?);
        reader.skip(2 * path)?;
        annotation(&mut reader, DEPTH)?;
    }
    Ok(found)
}

fn target(reader: &mut ByteReader<'_>, found: &mut Vec<Offset>) -> Step<()> {
    match reader.read_u8()? {
        0x40 | 0x41 => {
            for _ in 0..reader.read_u16()? {
                let (position, start, length) = (reader.position(), reader.read_u16()?, reader.read_u16()?);
                found.push(Offset { position, start: start.into(), length: Some(length.into()) });
                reader.skip(2)?;
            }
        }
        0x42 => reader.skip(2)?,
        kind @ 0x43..=0x4B => {
            let (position, start) = (reader.position(), reader.read_u16()?);
            found.push(Offset { position, start: start.into(), length: None });
            reader.skip(usize::from(kind >= 0x47))?;
        }
        kind => return Err(format!("type annotation target {kind}").into()),
    }
    Ok(())
}

/// Walks over an annotation; the index of its type's descriptor.
pub(super) fn annotation(reader: &mut ByteReader<'_>, depth: u32) -> Step<u16> {
    let index = reader.read_u16()?;
    for _ in 0..reader.read_u16()? {
        reader.skip(2)?;
        element(reader, depth)?;
    }
    Ok(index)
}

fn element(reader: &mut ByteReader<'_>, depth: u32) -> Step<()> {
    if depth == 0 {
        return Err("annotations are nested too deep".into());
    }
    match reader.read_u8()? {
        b'e' => reader.skip(4)?,
        b'@' => {
            annotation(reader, depth - 1)?;
        }
        b'[' => {
            for _ in 0..reader.read_u16()? {
                element(reader, depth - 1)?;
            }
        }
        _ => reader.skip(2)?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_of_targets() {
        // a local variable with one range, a new, a cast: each with an annotation without elements
        let content = [
            0, 3, // three annotations
            0x40, 0, 1, 0, 9, 0, 4, 0, 1, 0, 0, 7, 0, 0, // range 9..13 of local 1
            0x44, 0, 5, 1, 0, 0, 0, 7, 0, 0, // new at 5, a path of one step
            0x47, 0, 6, 2, 0, 0, 7, 0, 1, 0, 8, b'[', 0, 1, b'I', 0, 9, // cast at 6, an array of one int
        ];
        let found = anchors(&content).expect("well formed");
        assert_eq!(
            found,
            [
                Offset { position: 5, start: 9, length: Some(4) },
                Offset { position: 17, start: 5, length: None },
                Offset { position: 27, start: 6, length: None },
            ]
        );
        assert!(anchors(&content[..content.len() - 1]).is_err());
    }
}
